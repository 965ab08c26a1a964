//! `# vgdl: allow(CODE)`.

use vgdl::{Options, Policy, Source, check};

fn found_under(text: &str, policy: Policy) -> Vec<(&'static str, u32)> {
    let source = Source::new("game", text);
    let checked = check(&source, &[], &Options { policy, ..Options::default() });
    let line = |d: &vgdl::Diagnostic| d.span.map_or(0, |s| source.line_column(s.start).0);
    checked.diagnostics.iter().map(|d| (d.code, line(d))).collect()
}

fn found(line: &str) -> Vec<(&'static str, u32)> {
    found_under(&format!("BasicGame\n    SpriteSet\n{line}\n        avatar > MovingAvatar\n"), Policy::Default)
}

#[test]
fn a_warning_is_silent_on_its_line_and_nowhere_else() {
    assert_eq!(found("        gem > Resource limt=3"), [("W0208", 3)]);
    for line in [
        "        gem > Resource limt=3 # vgdl: allow(W0208)",
        "        gem > Resource limt=3 #vgdl:allow( w0208 )",
        "        gem > Resource limt=3 ## vgdl: allow(W0210, W0208)",
    ] {
        assert!(!found(line).iter().any(|f| f.0 == "W0208"), "{line}: {:?}", found(line));
    }
    let two = "        gem > Resource limt=3 # vgdl: allow(W0208)\n        ore > Resource limt=3";
    assert_eq!(found(two), [("W0208", 4)]);
}

#[test]
fn a_remark_alone_on_its_line_is_about_the_next_line() {
    let text = "# vgdl: allow(W0208)\n\n  # so it is in the original\n        gem > Resource limt=3\n        ore > Resource limt=3";
    assert_eq!(found(text), [("W0208", 7)]);
}

#[test]
fn several_codes_on_one_line() {
    let line = "        gem > Resource limt=3 color=GREN";
    assert_eq!(found(line), [("W0208", 3), ("W0211", 3)]);
    assert_eq!(found(&format!("{line} # vgdl: allow(W0211,W0208)")), []);
}

#[test]
fn errors_are_never_silent() {
    let line = "        gem > Resourc # vgdl: allow(E0202)";
    assert_eq!(found(line), [("E0202", 3)]);
    // What is only a warning in compatible mode may be.
    let text = "BasicGame\n    SpriteSet\n        gem > Resource limit=x # vgdl: allow(E0209)\n";
    assert_eq!(found_under(text, Policy::Default), [("E0209", 3)]);
    assert_eq!(found_under(text, Policy::Compat), []);
}

#[test]
fn remarks_that_say_nothing_are_told() {
    assert_eq!(found("        gem > Resource # vgdl: alow(W0208)"), [("W0130", 3)]);
    assert_eq!(found("        gem > Resource # vgdl: allow W0208"), [("W0130", 3)]);
    assert_eq!(found("        gem > Resource # vgdl: allow(W9999)"), [("W0130", 3)]);
    assert_eq!(found("        gem > Resource # vgdl: allow()"), [("W0130", 3)]);
    assert_eq!(found("        gem > Resource # vgdl: allow(W0208)"), [("N0131", 3)]);
    assert_eq!(found("        gem > Resource # about vgdl: allow"), []);
}
