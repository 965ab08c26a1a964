//! The conformance cases in `tests/conformance/py-vgdl`, and the golden runs of the upstream games where they are found: every
//! run compared tick by tick.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use rayon::prelude::*;
use vgdl::Source;
use vgdl::front::py as front;
use vgdl::trace::folder::verify_file;
use vgdl::trace::py;
use vgdl::trace::read::{LONGEST_LINE, Reader};
use vgdl::trace::verify::{Outcome, Report};
use vgdl_vm::py::{Engine, Keys, Mode, State};

use crate::corpus::files;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/py-vgdl")
}

/// Replays all traces of a folder: how many runs passed, and what is wrong with the others.
fn replay(traces: &Path, games: &Path) -> (usize, Vec<String>) {
    let traces = files(traces, &|name| name.ends_with(".jsonl.gz"));
    let reports: Vec<Report> = traces.par_iter().flat_map(|trace| verify_file(trace, games, true)).collect();
    let (good, bad): (Vec<_>, Vec<_>) = reports.iter().partition(|r| matches!(r.outcome, Outcome::Passed { .. }));
    (good.len(), bad.iter().map(|r| format!("{r}")).collect())
}

#[test]
fn every_run_of_the_conformance_cases_is_as_measured() {
    for (traces, games, runs) in [("micro", "micro", 76), ("micro-py27", "micro", 36), ("micro2", "micro2", 24)] {
        let (good, bad) = replay(&folder().join("traces").join(traces), &folder().join(games));
        assert!(bad.is_empty(), "{traces}:\n{}", bad.join("\n"));
        assert_eq!(good, runs, "runs of {traces}");
    }
}

#[test]
fn every_golden_run_of_the_upstream_games_is_as_measured() {
    let Some(shared) = crate::corpus::shared() else {
        println!("skipped: corpus not found");
        return;
    };
    let sets = [("1.0", "1.0", 190), ("1.0-py27", "1.0", 66), ("1.0-tick", "1.0", 33), ("2.0", "2.0", 55)];
    for (traces, games, runs) in sets {
        let (good, bad) =
            replay(&shared.join("traces/py-vgdl").join(traces), &shared.join("games/py-vgdl").join(games));
        assert!(bad.is_empty(), "{traces}:\n{}", bad.join("\n"));
        assert_eq!(good, runs, "runs of {traces}");
    }
}

/// The text of a packed trace.
fn text(trace: &Path) -> String {
    let mut text = String::new();
    let file = fs::File::open(trace).expect("a trace");
    MultiGzDecoder::new(file).read_to_string(&mut text).expect("a text");
    text
}

fn verify(text: &str, games: &Path) -> Vec<Report> {
    let mut reports = Vec::new();
    py::verify(&mut Reader::new(text.as_bytes()), games, &mut |report| reports.push(report));
    reports
}

/// What the first report of a changed trace says.
fn complaint(change: impl Fn(&str) -> String) -> String {
    let original = text(&folder().join("traces/micro/invaders.jsonl.gz"));
    let games = folder().join("micro");
    assert!(verify(&original, &games).iter().all(|r| matches!(r.outcome, Outcome::Passed { .. })));
    let changed = change(&original);
    assert_ne!(original, changed);
    let reports = verify(&changed, &games);
    let failed = reports.iter().find(|r| matches!(r.outcome, Outcome::Failed(_)));
    failed.expect("a run that fails").to_string()
}

#[test]
fn changed_traces_are_refused_at_the_tick() {
    let line = |text: &str, n: usize| text.lines().nth(n).expect("a line").to_owned();
    let hash = |text: &str, n: usize| {
        let line = line(text, n);
        let at = line.find("\"h\":\"").expect("a hash") + 5;
        line[at..at + 16].to_owned()
    };
    // Line 0 is the header, line 1 the start, line n + 1 tick n.
    let told = complaint(|text| text.replacen(&hash(text, 8), "0123456789abcdef", 1));
    assert!(told.contains("tick 7: the state has hash 0123456789abcdef, ours"), "{told}");
    let told = complaint(|text| text.replacen("\"rng\":[0,0]", "\"rng\":[1,0]", 1));
    assert!(told.contains("random calls are (1, 0), ours"), "{told}");
    let told = complaint(|text| {
        let line = line(text, 9);
        text.replacen(&line, "{\"t\":8,\"crash\":\"KeyError\"}", 1)
    });
    assert!(told.contains("tick 8: the reference raises KeyError, ours goes on"), "{told}");
    let told = complaint(|text| text.replacen("\"a\":[\"", "\"a\":[\"F1\",\"", 1));
    assert!(told.contains("the key `F1` is not known"), "{told}");
    let told = complaint(|text| text.replacen("\"game\": \"invaders.txt\"", "\"game\": \"../aliens.txt\"", 1));
    assert!(told.contains("is no name of a file"), "{told}");
    let told = complaint(|text| text[..text.len() * 3 / 4].to_owned());
    assert!(told.contains("invaders.txt") && told.contains("EOF while parsing"), "{told}");
    let told = complaint(|text| text.replacen("\"types\": [\"wall\", ", "\"types\": [", 1));
    assert!(told.contains("its types are"), "{told}");
}

#[test]
fn odd_lines_are_told() {
    let games = folder().join("micro");
    for (text, told) in [
        ("{\"t\":1}\n", "line 1: this tick belongs to no run"),
        ("{\"kind\": \"header\"}\n", "line 1: missing field"),
        ("nonsense\n", "line 1:"),
        (&"x".repeat(LONGEST_LINE + 1), "line 1: longer than 16 MiB"),
    ] {
        let reports = verify(text, &games);
        assert!(reports[0].to_string().contains(told), "{}", reports[0]);
    }
}

/// Games of the conformance cases with numbers, classes and effects changed at random: whatever comes of them, nothing panics,
/// and what is played twice is the same.
#[test]
fn changed_games_never_panic() {
    let mut dice = 7_u64;
    let mut roll = |n: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % n
    };
    let numbers = ["0", "-1", "1", "2", "0.5", "1e9", "-1e300", "2147483647", "None", "True", "UP", "(0,0)", "nosuch"];
    let classes: Vec<&str> = vgdl_vm::py::ontology::CLASSES.iter().map(|c| c.name).collect();
    let effects: Vec<&str> = vgdl_vm::py::ontology::EFFECTS.iter().map(|e| e.name).collect();
    let rounds = std::env::var("VGDL_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut played = 0;
    for (set, engine) in [("micro", Engine::One), ("micro2", Engine::Two)] {
        for path in files(&folder().join(set), &|name| name.ends_with(".txt") && !name.contains("_lvl")) {
            let text = fs::read_to_string(&path).expect("a game");
            let level = path.to_string_lossy().replace(".txt", "_lvl0.txt");
            let level = Source::new("level", fs::read_to_string(level).expect("a level"));
            for _ in 0..rounds {
                let mut words: Vec<String> = text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
                for _ in 0..=roll(4) {
                    let at = roll(words.len());
                    let word = words[at].trim().to_owned();
                    let new = match word.split_once('=') {
                        Some((key, _)) => format!("{key}={}", numbers[roll(numbers.len())]),
                        None if classes.contains(&word.as_str()) => classes[roll(classes.len())].to_owned(),
                        None if effects.contains(&word.as_str()) => effects[roll(effects.len())].to_owned(),
                        None => continue,
                    };
                    words[at] = words[at].replace(&word, &new);
                }
                let game = Source::new("game", words.concat());
                let Some(image) = front::compile(&game, std::slice::from_ref(&level), engine, false).image else {
                    continue;
                };
                let start = || State::start(&image, &image.game().levels[0], 3, Mode::default());
                let (Ok(mut one), Ok(mut other)) = (start(), start()) else { continue };
                for tick in 0..60 {
                    let keys = Keys(1 << roll(5));
                    one.step(keys);
                    other.step(keys);
                    if tick == 20 {
                        // A copy goes on as the original does.
                        let mut copy = start().expect("it started before");
                        copy.clone_from(&other);
                        other = copy;
                    }
                }
                assert_eq!(py::text(&one), py::text(&other), "{}", game.text);
                played += 1;
            }
        }
    }
    assert!(played > 24 * rounds / 4, "{played} plays");
}
