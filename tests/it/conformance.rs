//! The conformance cases in `tests/conformance/gvgai`: every run of every trace, compared tick by tick.
//!
//! * [`rows`]: which row of the ontology is proved by which case

mod rows;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use vgdl::trace::folder::Folder;
use vgdl::trace::read::Reader;
use vgdl::trace::verify::{Games, Opened, Outcome, Report, verify};
use vgdl_vm::Image;
use vgdl_vm::program::Program;

use crate::corpus::files;

/// Trace files, one for each game.
const GAMES: usize = 330;

/// Runs in them: 1031 of the small games, 44 of the generated ones.
const RUNS: usize = 1075;

/// Runs that neither engine can start.
const UNSTARTED: usize = 27;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/gvgai")
}

fn traces() -> Vec<PathBuf> {
    files(&folder().join("traces"), &|name| name.ends_with(".jsonl.gz"))
}

/// What was opened for a trace, by set, game and level.
type Found = BTreeMap<[String; 3], Opened>;

/// The games of the cases, remembered.
struct Cases {
    folder: Folder,
    opened: Found,
}

impl Games for Cases {
    fn open(&mut self, set: &str, game: &str, level: &str) -> Opened {
        let key = [set, game, level].map(str::to_owned);
        self.opened.entry(key).or_insert_with(|| self.folder.open(set, game, level)).clone()
    }
}

/// Replays a trace with the games as they are.
fn replay(trace: &Path) -> (Vec<Report>, Found) {
    let mut cases = Cases { folder: Folder::new(&folder().join("games"), false), opened: Found::new() };
    let reports = replay_with(trace, &mut cases);
    (reports, cases.opened)
}

fn replay_with(trace: &Path, games: &mut dyn Games) -> Vec<Report> {
    let mut reader = Reader::open(trace).expect("a trace that opens");
    let mut reports = Vec::new();
    verify(&mut reader, games, &mut |report| reports.push(report));
    reports
}

#[test]
fn every_run_of_the_conformance_cases_is_as_measured() {
    let traces = traces();
    assert_eq!(traces.len(), GAMES, "trace files");
    let reports: Vec<Report> = traces.par_iter().flat_map(|trace| replay(trace).0).collect();
    let wrong: Vec<String> =
        reports.iter().filter(|r| !matches!(r.outcome, Outcome::Passed { .. })).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(reports.len(), RUNS, "runs");
    let remark = |wanted| {
        let with = |r: &&Report| matches!(r.outcome, Outcome::Passed { remark: Some(remark), .. } if remark == wanted);
        reports.iter().filter(with).count()
    };
    assert_eq!(remark("neither can start"), UNSTARTED);
    // 28 runs of the small games, 12 of the generated ones.
    assert_eq!(remark("then a fault in the same tick"), 40);
}

#[test]
fn optimised_programs_play_the_conformance_cases_as_well() {
    let replay = |trace: &PathBuf| {
        let mut cases = Cases { folder: Folder::new(&folder().join("games"), true), opened: Found::new() };
        replay_with(trace, &mut cases)
    };
    let reports: Vec<Report> = traces().par_iter().flat_map(replay).collect();
    let wrong: Vec<String> =
        reports.iter().filter(|r| !matches!(r.outcome, Outcome::Passed { .. })).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(reports.len(), RUNS, "runs");
}

/// Games after a change to their programs: what a replay of them shows is what the change does.
struct Changed<'a> {
    opened: &'a Found,
    change: &'a dyn Fn(&mut Program),
    last: Option<([String; 3], Opened)>,
}

impl Games for Changed<'_> {
    fn open(&mut self, set: &str, game: &str, level: &str) -> Opened {
        let key = [set, game, level].map(str::to_owned);
        if let Some((last, opened)) = &self.last
            && *last == key
        {
            return opened.clone();
        }
        let opened = self.opened[&key].clone().map(|(image, level)| {
            let mut program = image.program().clone();
            (self.change)(&mut program);
            (Image::load(program).expect("a change that leaves the program sound"), level)
        });
        self.last = Some((key, opened.clone()));
        opened
    }
}

/// Whether a trace tells a changed game from the game it measured.
fn tells(trace: &Path, opened: &Found, change: &dyn Fn(&mut Program)) -> bool {
    let reports = replay_with(trace, &mut Changed { opened, change, last: None });
    reports.iter().any(|r| matches!(r.outcome, Outcome::Failed(_)))
}
