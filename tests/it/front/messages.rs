//! The messages the reference engine logs while it reads the lines are the lines this parser loses or finds uneven.

use super::parsed;
use crate::corpus;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use vgdl::diag::Policy;
use vgdl::front::vgdl::tree::DropReason;

/// What the reference logged about a game's lines: uneven lines, and the numbers (from 1) of lost ones with the reason.
#[derive(Debug, Default, PartialEq, Eq)]
struct Logged {
    uneven: usize,
    lost: Vec<(u32, &'static str)>,
}

/// The messages of the `game` records of a trace file. Games that could not be read at all are left out.
fn traced(path: &Path) -> BTreeMap<String, Logged> {
    let file = std::fs::File::open(path).expect("a trace file");
    let mut games = BTreeMap::new();
    for line in BufReader::new(flate2::read::MultiGzDecoder::new(file)).lines() {
        let line = line.expect("text");
        if !line.starts_with("{\"k\":\"game\"") {
            continue;
        }
        let record: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let Some(messages) = record["messages"].as_array() else {
            continue;
        };
        let mut logged = Logged::default();
        for message in messages.iter().filter_map(|m| m.as_str()) {
            let line = |text: &str| -> u32 {
                let (_, rest) = text.split_once(" Line: ").expect("a line number");
                1 + rest.split_once(':').expect("a line number").0.trim().parse::<u32>().expect("a number")
            };
            if message.contains("children indentations must match") {
                logged.uneven += 1;
            } else if message.contains("[PARSE ERROR]Root node too indented") {
                logged.lost.push((line(message), "outside"));
            } else if message.contains("[PARSE ERROR]Index") {
                logged.lost.push((line(message), "value"));
            } else if message.contains("[PARSE ERROR]Cannot invoke \"String.hashCode()\"") {
                logged.lost.push((line(message), "function"));
            } else {
                assert!(!message.contains("[PARSE ERROR]") || message.contains("[PARSE ERROR] "), "{message}");
            }
        }
        games.insert(record["game"].as_str().expect("a name").to_owned(), logged);
    }
    games
}

fn ours(text: &str) -> Logged {
    let (tree, _, _) = parsed(text, Policy::Compat);
    let lost = tree.dropped.iter().map(|d| {
        let why = match d.why {
            DropReason::NoParent => "outside",
            DropReason::EmptyValue => "value",
            DropReason::NoArrow | DropReason::NoEffect => "function",
            DropReason::TooDeep | DropReason::Malformed => "other",
        };
        (d.line, why)
    });
    let logged = Logged { uneven: tree.uneven().count(), lost: lost.collect() };
    assert_eq!(tree.messages(), logged.uneven + logged.lost.len());
    logged
}

/// Compares all games of a folder of traces, and returns how many and in how many anything was logged.
fn compare(traces: &Path, games: &Path) -> (usize, usize) {
    let (mut compared, mut odd) = (0, 0);
    for path in corpus::files(traces, &|name| name.ends_with(".jsonl.gz")) {
        for (game, logged) in traced(&path) {
            let text = corpus::read(&games.join(format!("{game}.txt")));
            assert_eq!(ours(&text), logged, "{game} of {}", path.display());
            compared += 1;
            odd += usize::from(logged != Logged::default());
        }
    }
    (compared, odd)
}

#[test]
fn the_reference_loses_the_same_lines_of_micro_games() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    let (compared, odd) = compare(&shared.join("micro/gvgai/traces"), &shared.join("micro/gvgai/games"));
    assert!(compared > 300 && odd >= 4, "{compared} games, {odd} with messages");
}

#[test]
fn the_reference_loses_the_same_lines_of_generated_games() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    let (compared, odd) = compare(&shared.join("generated/gvgai/traces"), &shared.join("generated/gvgai/games"));
    assert!(compared > 500 && odd >= 20, "{compared} games, {odd} with messages");
}

#[test]
fn the_reference_loses_the_same_lines_of_public_games() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    for (set, least) in [("gridphysics", 100), ("contphysics", 10), ("2player", 50)] {
        let (compared, _) = compare(&shared.join("traces/gvgai").join(set), &shared.join("games/gvgai").join(set));
        assert!(compared >= least, "{compared} games of {set}");
    }
}
