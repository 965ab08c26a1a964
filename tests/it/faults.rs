//! One fault at a time in a small game: each is found where it is, and the words say what to write instead.

use std::path::Path;

use vgdl::diag::{Diagnostic, Level};
use vgdl::{Options, Source, check};

use crate::corpus::{read, shared};

/// A line of the table of expectations.
struct Case<'a> {
    name: &'a str,
    level: &'a str,
    file: &'a str,
    line: Option<u32>,
    column: Option<u32>,
    mentions: Vec<&'a str>,
    note: &'a str,
}

#[test]
fn each_fault_is_found_where_it_is() {
    let Some(shared) = shared() else { return };
    let table = read(&shared.join("faults/expected.tsv"));
    let mut failures = Vec::new();
    let mut cases = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |i: usize| fields.get(i).copied().unwrap_or_default();
        let case = Case {
            name: field(0),
            level: field(1),
            file: field(2),
            line: field(3).parse().ok(),
            column: field(4).parse().ok(),
            mentions: field(5).split(" & ").filter(|m| !m.is_empty()).collect(),
            note: field(6),
        };
        if let Err(why) = run(&case, &shared.join("faults").join(case.name)) {
            failures.push(format!("{}: {why}", case.name));
        }
        cases += 1;
    }
    println!("{cases} faulty games checked");
    assert!(cases >= 41, "{cases} cases");
    assert!(failures.is_empty(), "{} of {cases}:\n{}", failures.len(), failures.join("\n"));
}

/// Whether a text has one of the words of a pattern: words between `|`, and letters to choose from between brackets.
fn mentions(text: &str, pattern: &str) -> bool {
    let pattern = pattern.replace("[Rr]", "r");
    pattern.split('|').any(|word| text.contains(word) || text.to_lowercase().contains(&word.to_lowercase()))
}

fn run(case: &Case<'_>, folder: &Path) -> Result<(), String> {
    let files = ["game.txt", "level.txt"];
    let sources = files.map(|name| Source::new(name, read(&folder.join(name))));
    let [game, level] = &sources;
    let checked = check(game, std::slice::from_ref(level), &Options::default());
    let place = |d: &Diagnostic| d.span.map(|s| sources[d.source].line_column(s.start));
    let text = |d: &Diagnostic| {
        let parts = [Some(&d.message), d.help.as_ref(), Some(&d.label), d.note.as_ref()];
        parts.into_iter().flatten().cloned().collect::<Vec<_>>().join(" ")
    };
    let all: Vec<_> = checked.diagnostics.iter().map(|d| (d.level, d.source, place(d), text(d))).collect();
    let errors = checked.diagnostics.iter().filter(|d| d.level == Level::Error);
    let level = match case.level {
        "error" => Level::Error,
        "warning" => Level::Warning,
        _ => {
            return if all.iter().all(|d| d.0 == Level::Note) { Ok(()) } else { Err(format!("unexpected: {all:?}")) };
        }
    };
    if level == Level::Warning && errors.clone().count() > 0 {
        return Err(format!("an error where a warning is due: {all:?}"));
    }
    let hit = checked.diagnostics.iter().any(|d| {
        let at = place(d);
        d.level == level
            && files[d.source] == case.file
            && case.line.is_none_or(|line| at.is_some_and(|(l, _)| l == line))
            && case.column.is_none_or(|column| at.is_some_and(|(_, c)| c == column))
            && case.mentions.iter().all(|m| mentions(&text(d), m))
    });
    if !hit {
        return Err(format!("not found; got {all:?}"));
    }
    // The list of lines at the end of the note: all must be reported in one run.
    if let Some((_, lines)) = case.note.rsplit_once("lines ") {
        for line in lines.split(", ").filter_map(|l| l.parse::<u32>().ok()) {
            if !errors.clone().any(|d| place(d).is_some_and(|(l, _)| l == line)) {
                return Err(format!("line {line} not reported; got {all:?}"));
            }
        }
    }
    Ok(())
}
