//! Diagnostics as people see them.

use std::fmt::Write as _;
use std::process::Command;

use vgdl::diag::render::render;
use vgdl::front::gdl::Dialect;

use super::run;

/// Texts with mistakes in them, and the dialect.
const TEXTS: &[(&str, Dialect)] = &[
    ("(define x 5)\n(defin y 6)\n(set z 7)\n(define x 8)\n", Dialect::Page),
    (
        "(unit-type tank (hp-maxx 5) (hp-max \"5\"))\n(add (tank jeep) hp-max (1 2 3))\n(add tank hp-max 40000)\n",
        Dialect::Page,
    ),
    ("(unit-type a)\n(table hit-chanse 50)\n(table hit-chance (a b 50) (a a 50000))\n", Dialect::Page),
    ("(define a\n  (1 2)\n(define b 3)\n(define c 4)\n", Dialect::Page),
    ("(define a 5-3)\n(define b 9d6)\n(define c \"west)\n", Dialect::Page),
    ("(define big (* 99999 99999))\n(define half (/ 1 0))\n(define odd (+ 1 \"2\"))\n", Dialect::Page),
    ("(define x (remove 1 2))\n(define y 1)\n", Dialect::Kernel),
];

#[test]
fn diagnostics_are_drawn_at_their_place() {
    let mut out = String::new();
    for (text, dialect) in TEXTS {
        let machine = run(text, *dialect);
        let sources = machine.sources().to_vec();
        let sources: Vec<_> = sources.iter().collect();
        let found = machine.sink.into_vec();
        let _ = writeln!(out, "---- {dialect:?}\n{text}----\n{}", render(&found, &sources, false));
    }
    insta::assert_snapshot!(out);
}

fn vgdl(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_vgdl")).args(args).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_says_what_is_wrong_and_ends_with_its_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.gdl");
    let (file, dir) = (path.to_str().unwrap(), folder.path().to_str().unwrap());
    let write = |text: &str| std::fs::write(&path, text).expect("a file");

    write("(define lives 3)\n(unit-type rat (hp-max lives))\n(table hit-chance 50)\n(set see-all true)\n");
    let listing = "lives = 5\nunit-type rat (hp-max 5)\ntable hit-chance (default 0):\n  rat: 50\nglobal see-all = 1\n";
    let (code, out, err) = vgdl(&["gdl", "eval", file, "-D", "lives=5"]);
    assert_eq!((code, out.as_str()), (Some(0), listing));
    assert!(err.contains("note[N0816]: `lives` is defined from outside"), "{err}");
    assert_eq!(vgdl(&["gdl", "eval", file, "-D", "lives=5", "--quiet"]).2, "");
    let (_, out, _) = vgdl(&["gdl", "eval", file, "--json", "--probe", "sym lives", "--probe", "uprop rat hp-max"]);
    assert_eq!(out, "{\"value\":null,\"probes\":[3,3],\"warnings\":[]}\n");

    write("(define x 5-3)\n");
    let (code, out, err) = vgdl(&["gdl", "read", file]);
    assert_eq!((code, out.as_str()), (Some(1), "(define x 3)\n"));
    assert!(err.contains("error[E0803]: malformed number `5-3`") && err.contains("1 error"), "{err}");
    let (code, out, _) = vgdl(&["gdl", "read", "--json", file]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("{\"error\":\"malformed-number\",\"code\":\"E0803\""), "{out}");
    assert_eq!(vgdl(&["gdl", "read", "--json", "--dialect", "kernel", file]).0, Some(0));

    for (args, code, says) in [
        (vec!["gdl", "eval", "no-such-file"], 1, "cannot read no-such-file"),
        (vec!["gdl", "dump", "--lib", "no-such-folder", "x"], 1, "no-such-folder is not a folder"),
        (vec!["gdl", "dump", "--lib", dir, "nothing"], 1, "no module `nothing` in"),
        (vec!["gdl", "dump", "--lib", dir, "../x"], 1, "no module `../x` in"),
        (vec!["gdl", "dump", "nothing"], 2, "--lib"),
        (vec!["gdl", "eval", file, "--probe", "what is this"], 2, "there is no probe `what`"),
        (vec!["gdl", "eval", file, "--probe", "dice1 many"], 2, "`many` in `dice1 many` is not a number"),
        (vec!["gdl", "eval", file, "-D", "x=1 2"], 2, "the value of `x` must be one value"),
        (vec!["gdl", "eval", file, "-D", "x"], 2, "write NAME=VALUE"),
    ] {
        let (status, _, err) = vgdl(&args);
        assert_eq!(status, Some(code), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
}
