//! The conformance data: examples, dumps of a whole library, and random texts.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::Value as Json;
use vgdl::diag::{Diagnostic, Level, Policy, Sink};
use vgdl::front::gdl::{Dialect, Encoding, json, read};
use vgdl::{Source, files};

use super::library::dumped;
use super::{BOTH, eval, run};
use crate::corpus;

/// The lines of a file of the conformance data; none without the corpus.
fn rows(name: &str) -> Vec<Json> {
    let Some(shared) = corpus::shared() else { return Vec::new() };
    let path = shared.join("conformance/xconq-gdl").join(name);
    let file = File::open(&path).expect("a file of the data");
    let lines: Box<dyn std::io::BufRead> = if name.ends_with(".gz") {
        Box::new(BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    lines.lines().map(|line| serde_json::from_str(&line.expect("a line")).expect("an object")).collect()
}

fn text<'a>(row: &'a Json, key: &str) -> &'a str {
    row[key].as_str().unwrap_or("")
}

fn warnings(found: &[Diagnostic]) -> usize {
    found.iter().filter(|d| d.level == Level::Warning).count()
}

fn failed(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.level == Level::Error)
}

/// The forms of a text as JSON, and what was found.
fn forms(source: &Source, dialect: Dialect, encoding: Encoding) -> (Json, Vec<Diagnostic>) {
    let mut sink = Sink::new(Policy::Default);
    let forms = read(source, 0, dialect, encoding, &mut sink);
    let shown = json::list(&forms, &|_| "".into());
    (serde_json::from_str(&shown).expect("JSON"), sink.into_vec())
}

/// What an example gives, in the form the data has it, and what was found.
fn example(row: &Json, dialect: Dialect) -> (Json, Vec<Diagnostic>) {
    let whole = format!("{}\n{}", text(row, "setup"), text(row, "expr"));
    match text(row, "mode") {
        "read" => forms(&Source::new("example", text(row, "expr")), dialect, Encoding::Utf8),
        "eval" => {
            let (value, machine) = eval(&whole, dialect);
            (serde_json::from_str(&value).expect("JSON"), machine.sink.into_vec())
        }
        _ => {
            let mut machine = run(&whole, dialect);
            let probes = row["probes"].as_array().cloned().unwrap_or_default();
            let mut answer =
                |probe: &Json| serde_json::from_str(&machine.probe(probe.as_str().unwrap()).unwrap()).expect("JSON");
            let answers: Vec<Json> = probes.iter().map(&mut answer).collect();
            (Json::Array(answers), machine.sink.into_vec())
        }
    }
}

/// What the page dialect must give is an error for an unclosed string by one example and by the rules, and the string by this
/// one: both are there.
const CONTRADICTS: &str = "extra-comment-016";

#[test]
fn examples_give_what_the_page_says() {
    let rows = rows("examples.jsonl");
    for row in &rows {
        let (id, want) = (text(row, "id"), &row["page"]);
        let (got, found) = example(row, Dialect::Page);
        if id == CONTRADICTS {
            assert!(failed(&found) && got == *want, "{id}: {got}");
        } else if let Some(code) = want["error"].as_str() {
            let first = found.iter().find(|d| d.level == Level::Error).unwrap_or_else(|| panic!("{id}: no error"));
            let object = json::failed(&found, &[]).unwrap();
            assert!(object.starts_with(&format!("{{\"error\":\"{code}\"")), "{id}: {} {object}", first.code);
        } else if want.is_null() {
            // These have no probe: forms that do nothing.
            assert_eq!((got, warnings(&found)), (Json::Array(Vec::new()), 1), "{id}");
        } else {
            assert!(got == *want && !failed(&found), "{id}: {} gives {got}, not {want}; {found:?}", text(row, "expr"));
        }
    }
    assert!(rows.is_empty() || rows.len() == 626);
}

#[test]
fn examples_give_what_the_kernel_gives() {
    let rows = rows("examples.jsonl");
    for row in &rows {
        let (id, want) = (text(row, "id"), &row["kernel"]);
        let (got, found) = example(row, Dialect::Kernel);
        if want.get("crash").is_some() {
            assert!(failed(&found), "{id}: an error belongs here");
            continue;
        }
        let key = match text(row, "mode") {
            "read" => "forms",
            "eval" => "value",
            _ => "probes",
        };
        assert!(!failed(&found), "{id}: {found:?}");
        assert!(want.get(key).is_none_or(|want| got == *want), "{id}: {} gives {got}, not {want}", text(row, "expr"));
        assert_eq!(warnings(&found), want["warnings"].as_array().map_or(0, Vec::len), "{id}: {found:?}");
    }
}

#[test]
fn every_module_of_the_library_is_read_as_the_kernel_reads_it() {
    let rows = rows("reader-dump.jsonl.gz");
    let folder = corpus::shared().map_or_else(PathBuf::new, |shared| shared.join("games/xconq/lib"));
    for row in &rows {
        let bytes = files::read(&folder.join(text(row, "file").trim_start_matches("lib/"))).expect("a module");
        let (decoded, encoding) = Encoding::decode(bytes);
        let (got, found) = forms(&Source::new(text(row, "file"), decoded), Dialect::Kernel, encoding);
        assert!(got == row["forms"], "{}: other forms", text(row, "file"));
        let wanted = row["warnings"].as_array().map_or(0, Vec::len);
        assert_eq!(warnings(&found), wanted, "{}: {found:?}", text(row, "file"));
    }
    assert!(rows.is_empty() || rows.len() == 184);
}

#[test]
fn random_texts_are_read_as_the_kernel_reads_them() {
    for row in &rows("reader-fuzz.jsonl.gz") {
        let (got, found) = forms(&Source::new("random", text(row, "text")), Dialect::Kernel, Encoding::Utf8);
        assert_eq!(got, row["forms"], "{row}");
        assert_eq!(Some(warnings(&found) as u64), row["warnings"].as_u64(), "{row}: {found:?}");
    }
}

#[test]
fn random_expressions_have_the_values_of_both_dialects() {
    let setup = "(define x 5)\n(define y (1 2 3))\n(define z (4 5))\n(define e nil)\n(define s \"s\")\n(unit-type a)\n(unit-type b)\n";
    for row in &rows("eval-fuzz.jsonl.gz") {
        for dialect in BOTH {
            let (got, machine) = eval(&format!("{setup}{}", text(row, "expr")), dialect);
            let got: Json = serde_json::from_str(&got).expect("JSON");
            let found = machine.sink.into_vec();
            let want = &row[if dialect.is_kernel() { "kernel" } else { "page" }];
            let stops = dialect.is_kernel() && row.get("kernel_error").is_some() || want.get("error").is_some();
            assert_eq!(failed(&found), stops, "{row}: {found:?}");
            assert!(stops || got == *want, "{row}: {got}");
            if dialect.is_kernel() && !stops {
                assert_eq!(Some(warnings(&found) as u64), row["kernel_warnings"].as_u64(), "{row}: {found:?}");
            }
        }
    }
}

#[test]
fn loading_a_module_leaves_the_state_that_the_kernel_has() {
    let rows = rows("module-dump.jsonl.gz");
    let Some(shared) = corpus::shared() else { return };
    let library = shared.join("games/xconq/lib");
    let wrong: Vec<String> = rows
        .into_par_iter()
        .filter_map(|want| {
            let name = text(&want, "module");
            let got: Json = serde_json::from_str(&dumped(&library, name, Dialect::Kernel)?).expect("JSON");
            let parts = ["module", "unit", "material", "terrain", "advance", "tables", "globals"];
            let differ: Vec<&str> = parts.into_iter().filter(|part| got[part] != want[part]).collect();
            (!differ.is_empty()).then(|| format!("{name}: {differ:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
