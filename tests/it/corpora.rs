//! Traces of the shared corpora: a sample of the files, spread evenly over all of them. `VGDL_SAMPLE=N` takes another
//! number of files, `VGDL_SAMPLE=all` takes all.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use vgdl::trace::folder::verify_file;
use vgdl::trace::verify::{Outcome, Report};

use crate::corpus::{files, shared};

/// Files replayed if nobody asks for more.
const SAMPLE: usize = 40;

/// Folders of traces, and the folders of their games. The other flavour of continuous physics is that of one machine's sine
/// and cosine, which nobody can repeat.
const SETS: [(&str, &str); 5] = [
    ("traces/gvgai/gridphysics", "games/gvgai"),
    ("traces/gvgai/2player", "games/gvgai"),
    ("traces/gvgai/contphysics_strict", "games/gvgai"),
    ("micro/gvgai/traces", "micro/gvgai/games"),
    ("generated/gvgai/traces", "generated/gvgai/games"),
];

/// How many files are asked for, of how many there are.
fn wanted(all: usize) -> usize {
    match std::env::var("VGDL_SAMPLE") {
        Err(_) => SAMPLE.min(all),
        Ok(text) if text == "all" => all,
        Ok(text) => text.parse::<usize>().expect("VGDL_SAMPLE is a number or `all`").clamp(1, all),
    }
}

/// Runs in a file, counted without the reader of traces.
fn runs_of(trace: &Path) -> usize {
    let file = std::fs::File::open(trace).expect("a trace that opens");
    let lines = BufReader::new(flate2::read::MultiGzDecoder::new(file)).lines();
    lines.filter(|line| line.as_ref().expect("text").starts_with("{\"k\":\"run\"")).count()
}

#[test]
fn a_sample_of_the_shared_traces_plays_as_recorded() {
    let Some(shared) = shared() else { return };
    let all: Vec<(PathBuf, &str, &str)> = SETS
        .iter()
        .flat_map(|&(traces, games)| {
            let found = files(&shared.join(traces), &|name| name.ends_with(".jsonl.gz"));
            assert!(!found.is_empty(), "no traces in {traces}");
            found.into_iter().map(move |file| (file, traces, games))
        })
        .collect();
    let wanted = wanted(all.len());
    let sample: Vec<_> = (0..wanted).map(|i| &all[i * all.len() / wanted]).collect();
    let results: Vec<(&str, Vec<Report>, usize)> = sample
        .par_iter()
        .enumerate()
        // As they are written and optimised by turns.
        .map(|(i, (trace, set, games))| (*set, verify_file(trace, &shared.join(games), i % 2 == 1), runs_of(trace)))
        .collect();
    let mut passed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (set, reports, runs) in &results {
        for report in reports {
            match report.outcome {
                Outcome::Passed { .. } => *passed.entry(set).or_default() += 1,
                Outcome::Skipped => {}
                Outcome::Failed(_) => wrong.push(format!("{set}: {report}")),
            }
        }
        if reports.len() != *runs {
            wrong.push(format!("{set}: {} reports of {runs} runs", reports.len()));
        }
    }
    let words: Vec<String> = passed.iter().map(|(set, n)| format!("{n} of {set}")).collect();
    println!("{} of {} trace files, runs replayed: {}", sample.len(), all.len(), words.join(", "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Some set may be without a file in a small sample; none is in the usual one.
    assert!(wanted < SAMPLE || passed.len() == SETS.len(), "sets without a run: {passed:?}");
}
