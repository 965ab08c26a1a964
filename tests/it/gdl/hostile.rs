//! Texts made to crash, hang or fill memory.

use std::time::{Duration, Instant};

use vgdl::Source;
use vgdl::diag::{Level, Policy, Sink};
use vgdl::front::gdl::{Dialect, Encoding, MAX_DEPTH, read};

use super::{BOTH, found, run};

/// The codes of the errors of a text, read and run within seconds.
fn errors(text: &str, dialect: Dialect) -> Vec<&'static str> {
    let start = Instant::now();
    let found = found(text, dialect);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?} for {:?}…", &text[..text.len().min(60)]);
    let mut codes: Vec<_> = found.iter().filter(|d| d.level == Level::Error).map(|d| d.code).collect();
    codes.dedup();
    codes
}

#[test]
fn a_megabyte_of_one_character_is_no_trouble() {
    for (c, code) in [('(', "E0802"), ('\'', "E0802"), ('`', "E0802")] {
        for dialect in BOTH {
            assert_eq!(errors(&c.to_string().repeat(1 << 20), dialect), [code], "{c}");
        }
    }
    for (i, unit) in ODD.iter().enumerate() {
        // The dialects take turns with the longer text.
        let _ = errors(&unit.repeat((1 << 18) / unit.len()), BOTH[i % 2]);
        let _ = errors(&unit.repeat((1 << 12) / unit.len()), BOTH[(i + 1) % 2]);
    }
}

/// Beginnings and ends of tokens.
const ODD: &[&str] = &[
    ")", "\"", "#", "|", ";", "\\", "-", "+", ".", "9", "d", "%", "a", " ", "\n", "é", "#|", "|#", "()", "'(", "(')",
    "\"\\", "|\\", "1d", "(\n", "#|(", "1.", "a'",
];

#[test]
fn a_form_that_is_too_deep_costs_itself_alone() {
    let deep = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    let limit = MAX_DEPTH as usize;
    for dialect in BOTH {
        for (text, good) in [
            (deep(limit), true),
            (deep(limit + 1), false),
            (format!("{}x", "'".repeat(limit)), true),
            (format!("{}x", "'".repeat(limit + 1)), false),
            (format!("{}(1 (2) 3)", "'".repeat(limit + 1)), false),
            (format!("({}(1 (2) 3))", "'".repeat(limit + 1)), false),
        ] {
            let source = Source::new("deep", format!("{text} (define x 1)"));
            let mut sink = Sink::new(Policy::Default);
            let forms = read(&source, 0, dialect, Encoding::Utf8, &mut sink);
            assert_eq!(forms.len(), 1 + usize::from(good), "{text}");
            assert_eq!(sink.errors(), usize::from(!good), "{text}");
        }
    }
}

#[test]
fn values_that_grow_with_each_form_stop_the_machine() {
    for text in [
        // Twice as long, deeper by one, twice as large but shared.
        format!("(define x (1 2))\n{}", "(set x (append x x))\n".repeat(64)),
        format!("(define x (1 2))\n{}", "(set x (list x))\n".repeat(1000)),
        format!("(define x (1 2))\n{}", "(set x (list x x))\n".repeat(64)),
        format!("(define x (1 2))\n{}", "(set x (x x))\n".repeat(64)),
    ] {
        for dialect in BOTH {
            assert_eq!(errors(&text, dialect), ["E0840"], "{}", &text[..40]);
        }
    }
}

#[test]
fn work_without_end_stops_the_machine() {
    // A long list, then forms that each go through all of it.
    let list = format!("(define x ({}))\n", "7 ".repeat(500_000));
    for form in ["(define y (+ x x))\n", "(define y (remove-list x x))\n"] {
        let text = format!("{list}{}", form.repeat(3_000));
        for dialect in BOTH {
            assert_eq!(errors(&text, dialect), ["E0840"], "{form}");
        }
    }
}

#[test]
fn tables_over_many_types_stop_the_machine() {
    let types: String = (0..10_000).map(|i| format!("(unit-type u{i})\n")).collect();
    assert_eq!(errors(&format!("{types}(table hit-chance 50)\n"), Dialect::Page), ["E0840"]);
    let types: String = (0..40_000).map(|i| format!("(unit-type u{i})\n")).collect();
    assert_eq!(errors(&types, Dialect::Page), ["E0840"]);
    // Each type after the table makes it larger.
    let types: String = (0..3000).map(|i| format!("(unit-type u{i})\n(table hit-chance add (u{i} u* 5))\n")).collect();
    let _ = errors(&types, Dialect::Kernel);
}

#[test]
fn numbers_of_any_length_have_a_value() {
    for digits in [20, 1000, 100_000] {
        let nines = "9".repeat(digits);
        for dialect in BOTH {
            let mut machine = run(&format!("(define a {nines})\n(define b -{nines})\n(define c 0.{nines})"), dialect);
            assert_eq!(machine.probe("sym a").unwrap(), "2147483647");
            assert_eq!(machine.probe("sym b").unwrap(), "-2147483647");
            assert_eq!(machine.probe("sym c").unwrap(), "2147483647");
            let _ = run(&format!("(define d {nines}d{nines}+{nines})"), dialect);
        }
    }
}

#[test]
fn a_thousand_thousand_mistakes_are_a_thousand_diagnostics() {
    let start = Instant::now();
    let found = found(&"(x)\n(define 5 1)\n".repeat(100_000), Dialect::Page);
    assert!(found.len() <= Sink::CAP + 1);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn any_bytes_are_a_module() {
    // Every byte, and pairs of bytes that mean something to the reader.
    let bytes: Vec<u8> = (0..=255).chain((0..=255).flat_map(|b| [b'\\', b, b'"', b, b'#', b, b'|', b])).collect();
    let (text, encoding) = Encoding::decode(bytes.clone());
    assert_eq!(encoding, Encoding::Latin1);
    assert_eq!(encoding.bytes(&text), bytes);
    for dialect in BOTH {
        let mut sink = Sink::new(Policy::Default);
        let _ = read(&Source::new("bytes", text.as_str()), 0, dialect, encoding, &mut sink);
    }
}

/// The time that reading and running takes, at best.
fn time(text: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        let _ = found(text, Dialect::Page);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn time_grows_with_the_text_and_no_faster() {
    for unit in [
        "(define x (1 2 \"three\" four)) ; five\n",
        "(unit-type x (hp-max 5))\n",
        "#| a #| b |# c |#\n",
        "'(a 'b \"\\101\")\n",
        "(unknown form)\n",
        "(set unknown-name 5)\n",
    ] {
        let (short, long) = (time(&unit.repeat(1500)), time(&unit.repeat(12_000)));
        assert!(long < short * 8 * 4 + Duration::from_millis(100), "{unit}: {short:?} and {long:?}");
    }
}
