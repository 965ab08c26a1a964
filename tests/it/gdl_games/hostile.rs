//! No text makes the compiler panic, hang or eat memory.

use std::time::{Duration, Instant};

use vgdl::{Options, Source, check};

use super::{codes, module};

/// Checks a text, in time.
fn checked(what: &str, text: String) -> Vec<&'static str> {
    let start = Instant::now();
    let found = codes(&Source::new("g.gdl", text));
    assert!(start.elapsed() < Duration::from_secs(30), "{what} took {:?}", start.elapsed());
    found
}

/// Odd forms that are none the less what they say.
const SOUND: [&str; 8] = [
    "(unit-type > (class Immovable))",
    "(unit-type \"a b\" (class Immovable))",
    "(table score-change 2147483647 (avatar avatar -2147483647))",
    "(mapping)",
    "(add avatar singleton \"true\")",
    "(undefine avatar)",
    "(set avatar 5)",
    "(unit-type true (class Immovable))",
];

#[test]
fn odd_forms_are_reported() {
    for form in [
        "()",
        "(game-module)",
        "(game-module 5)",
        "(game-module \"a\" 5 (game-class) (variants 3 (a)) (messages x))",
        "(category)",
        "(category 5)",
        "(unit-type \"\" (class A))",
        "(unit-type a 5)",
        "(unit-type a ())",
        "(unit-type a (class))",
        "(unit-type a (class ()))",
        "(unit-type a (speed ()))",
        "(unit-type a (speed (1 (2))))",
        "(unit-type a (= 5))",
        "(unit-type a (\"a=b\" 5))",
        "(unit-type > (class Immovable))",
        "(unit-type \"a b\" (class Immovable))",
        "(add)",
        "(add 5 speed 1)",
        "(add () speed 1)",
        "(add nobody speed 1)",
        "(add avatar () 1)",
        "(add avatar class 5)",
        "(table)",
        "(table 5)",
        "(table interactions 5 (a) (a b) (a b c d) (() () ()) ((a) (b) ()) (\"\" a b))",
        "(table interactions (avatar wall (effect)) (avatar wall (effect 5)) (avatar wall (effect killSprite 5 (a) (a b c))))",
        "(table damage x (avatar avatar x) (avatar avatar ()) (avatar avatar (1)) (a b c))",
        "(table score-change 2147483647 (avatar avatar -2147483647))",
        "(termination)",
        "(termination 5)",
        "(termination () ())",
        "(mapping)",
        "(mapping 5 () (\"ab\") (5 avatar) (\"x\" 5 ()))",
        "(area)",
        "(area 1 1)",
        "(area x y (layout))",
        "(area -1 -1 (layout))",
        "(area 0 0 (layout))",
        "(area 1 1 (layout 5))",
        "(area 1 1 (layout \"a\nb\"))",
        "(area 1 1 (rle \"9\"))",
        "(parameter)",
        "(parameter 5)",
        "(parameter a (values 5))",
        "(add avatar singleton \"true\")",
        "(define avatar 5)",
        "(undefine avatar)",
        "(set avatar 5)",
        "(unit-type true (class Immovable))",
    ] {
        let source = module(form);
        let found = check(&source, &[], &Options::default()).diagnostics;
        assert_eq!(found.is_empty(), SOUND.contains(&form), "{form}: {found:?}");
        let _ = vgdl::convert(&source, &[], &Options::default(), vgdl::convert::To::Gdl, "g");
        let alone = Source::new("g.gdl", form);
        let _ = check(&alone, &[], &Options::default());
    }
}

#[test]
fn many_pairs_are_refused_and_not_made() {
    let types: String = (0..2000).map(|i| format!("(unit-type t{i} (class Immovable))\n")).collect();
    let names: String = (0..2000).map(|i| format!("t{i} ")).collect();
    let all = format!("{types}(define all ({names}))\n");
    for clause in ["(table interactions (all all stepBack))", "(table damage (all all 1))", "(table damage 1)"] {
        let found = checked(clause, format!("(game-module \"g\")\n{all}{clause}"));
        assert!(found.contains(&"E0857"), "{clause}: {found:?}");
    }
}

#[test]
fn deep_categories_are_cut() {
    let text: String = (0..5000).map(|i| format!("(category c{} (in c{i}))\n", i + 1)).collect();
    let found = checked("deep", format!("(game-module \"g\")\n(category c0)\n{text}"));
    assert!(found.contains(&"E0855"), "{:?}", &found[..found.len().min(5)]);
    let circle = (0..5000).map(|i| format!("(category c{i} (in c{}))\n", (i + 1) % 5000)).collect::<String>();
    let found = checked("circle", format!("(game-module \"g\")\n{circle}"));
    assert!(found.contains(&"E0855"), "{:?}", &found[..found.len().min(5)]);
}

#[test]
fn huge_areas_are_refused() {
    let row = "(area 4000000 1 (rle \"4000000#\"))\n".repeat(50);
    let found = checked("areas", format!("(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n{row}"));
    assert!(found.contains(&"E0859"), "{found:?}");
}

#[test]
fn long_lists_in_many_clauses_end() {
    let names = "avatar ".repeat(1000);
    let text = format!("(define all ({names}))\n{}", "(table interactions add (all wall stepBack))\n".repeat(500));
    let found = checked("clauses", module(&text).text);
    assert!(!found.is_empty());
}

/// `all19` is a list of a million types, in a few hundred bytes.
fn doubled() -> String {
    let doubled: String = (0..19).map(|i| format!("(define all{} (append all{i} all{i}))\n", i + 1)).collect();
    format!("(define all0 (avatar avatar))\n{doubled}")
}

#[test]
fn long_lists_that_are_used_again_and_again_are_too_much_work() {
    let names: String = ('a'..='z').map(|c| format!("(\"{c}\" all19)")).collect();
    let keys: String = (0..60_000).map(|i| format!("(p{i} 1)")).collect();
    let units: String = (0..1000).map(|i| format!("(unit-type u{i} (class Passive))\n")).collect();
    let family = format!("(category c (class Passive))\n{}", units.replace("(class Passive)", "(in c)"));
    let texts: String = (0..21).map(|i| format!("(define s{} (append s{i} s{i}))\n", i + 1)).collect();
    let long = format!("(define s0 (\"{}\"))\n{texts}(unit-type y (class Passive) (img s21))", "x".repeat(999));
    for (what, text) in [
        ("add", "(add all19 speed 1.0)\n".repeat(2000)),
        ("mapping", format!("(mapping {names})")),
        ("rules", "(table interactions (all15 wall stepBack))\n".repeat(1000)),
        ("arguments", format!("(table interactions (all15 wall (effect stepBack {})))", "(p 1)".repeat(2000))),
        ("scores", format!("{family}(table interactions (c c stepBack))(table score-change (u1 u2 3))")),
        ("numbers", "(table score-change (all15 (avatar) 1))\n".repeat(1000)),
        ("damage", format!("{units}(table damage 1)")),
        ("keys", format!("(unit-type x (class Passive) {keys})")),
        ("text", long),
    ] {
        let found = checked(what, module(&format!("{}{text}", doubled())).text);
        assert!(found.contains(&"E0840"), "{what}: {:?}", &found[..found.len().min(5)]);
    }
}
