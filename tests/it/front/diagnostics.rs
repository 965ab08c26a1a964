//! What the parser reports, where, and in which words.

use super::parsed;
use crate::corpus;
use vgdl::diag::{Diagnostic, Level, Policy, Sink, codes, json, render};
use vgdl::source::{Source, Span};

/// Faults on purpose, one of each kind.
const FAULTS: &str = "\
BasicGame square_size=
BasicGame
    SpriteSet
        gem > Resource limit = 10
        ore > Resource limit=
        tin > Missile speed =3
      odd > Immovable
    InteractionSet
        gem avatar > killSprite
            ore avatar > killSprite
        avatar wall stepBack
        avatar wall>stepBack
        avatar wall >
        rat > stepBack
    levelmapping
        gg > gem
    LevelMapping
        gg > gem
    TerminationSett
        Timeout limit=
    stray > Immovable
        TerminationSet
ParameterSet
";

#[test]
fn one_of_each() {
    let (_, source, diagnostics) = parsed(FAULTS, Policy::Default);
    insta::assert_snapshot!(render::render(&diagnostics, &[&source], false));
    assert_eq!(render::summary(&diagnostics), "12 errors, 5 warnings");
}

#[test]
fn mistakes_are_warnings_when_compatible() {
    let levels = |policy| parsed(FAULTS, policy).2.iter().map(|d| (d.code, d.level)).collect::<Vec<_>>();
    let (strict, compatible) = (levels(Policy::Default), levels(Policy::Compat));
    assert!(compatible.iter().all(|(_, level)| *level == Level::Warning));
    assert_eq!(strict.iter().map(|d| d.0).collect::<Vec<_>>(), compatible.iter().map(|d| d.0).collect::<Vec<_>>());
}

#[test]
fn a_file_without_a_game_is_an_error_under_either_policy() {
    for policy in [Policy::Default, Policy::Compat] {
        for (text, code) in
            [("", codes::EMPTY_FILE), ("# a\n\n", codes::EMPTY_FILE), ("SpriteSet\n a > X", codes::NO_GAME_LINE)]
        {
            let (_, _, diagnostics) = parsed(text, policy);
            let found: Vec<_> = diagnostics.iter().map(|d| (d.code, d.level)).collect();
            assert_eq!(found, [(code, Level::Error)], "{text:?}");
        }
    }
}

#[test]
fn a_lost_line_below_an_unknown_block_is_not_reported_again() {
    let codes = |text: &str| parsed(text, Policy::Default).2.iter().map(|d| d.code).collect::<Vec<_>>();
    let below = "BasicGame\n  InteractionSet\n    a b > x\n  TerminationSett\n    Timeout limit=3\n";
    assert_eq!(codes(below), [codes::UNKNOWN_BLOCK]);
    assert_eq!(codes(&format!("{below}  InteractionSet\n    a b x\n")), [codes::UNKNOWN_BLOCK, codes::NO_ARROW]);
}

#[test]
fn consecutive_misread_tabs_are_one_report() {
    let (_, _, diagnostics) = parsed("BasicGame\n    SpriteSet\n        a > X\n\tb > X\n\tc > X\n", Policy::Default);
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [codes::TAB]);
    let (_, _, diagnostics) = parsed("BasicGame\n\tSpriteSet\n\t\ta > X\n\t\tb > X\n", Policy::Default);
    assert_eq!(diagnostics, []);
}

#[test]
fn several_sources_related_places_and_colours() {
    let game = Source::new("game.txt", "BasicGame\n  SpriteSet\n\n\n\n\n\n\n\n\n  SpriteSet\n");
    let level = Source::new("level.txt", "wéX\n");
    let far = Diagnostic::error(codes::MALFORMED, "block twice").at(Span::new(32, 41)).label("again");
    let far = far.related(Span::new(12, 21), "first here").help("remove one").note("one note").note("another");
    let list = [
        far,
        Diagnostic::warning(codes::RAGGED_LEVEL, "strange cell").in_source(1).at(Span::new(3, 4)).label("here"),
        Diagnostic::remark(codes::TOO_MANY, "no place"),
        Diagnostic::error(codes::EMPTY_LEVEL, "no such source").in_source(7).at(Span::new(900, 901)),
    ];
    let text = render::render(&list, &[&game, &level], false);
    insta::assert_snapshot!(text);
    assert!(render::render(&list, &[&game, &level], true).contains("\u{1b}["));
    assert!(!text.contains('\u{1b}'));
    let report: serde_json::Value = serde_json::from_str(&json::report(&list, &[&game, &level], &[])).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).unwrap());
}

/// Each faulty file whose fault shows in the tree alone gives the diagnostic that is expected of it.
#[test]
fn faulty_games_give_their_diagnostics() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    let table = corpus::read(&shared.join("faults/expected.tsv"));
    let mut seen = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [case, level, file, line, column, mentions, ..] = fields[..] else { panic!("{row}") };
        let number: u32 = case[..2].parse().unwrap();
        let in_tree = [5, 15, 16, 17, 18, 19, 20, 23, 24, 29, 30, 31, 32, 33, 41];
        if !in_tree.contains(&number) {
            continue;
        }
        seen += 1;
        let (_, source, diagnostics) =
            parsed(&corpus::read(&shared.join("faults").join(case).join(file)), Policy::Default);
        let hit = |d: &Diagnostic| {
            let place = d.span.map_or((0, 0), |s| source.line_column(s.start));
            let text = format!("{} {}", d.message, d.help.as_deref().unwrap_or_default());
            d.level.name() == level
                && line.parse().map_or(true, |l: u32| l == place.0)
                && column.parse().map_or(true, |c: u32| c == place.1)
                && mentions.split('|').any(|m| text.contains(m))
        };
        match level {
            "none" => assert_eq!(diagnostics, [], "{case}"),
            _ => assert!(diagnostics.iter().any(hit), "{case}: {diagnostics:#?}"),
        }
        assert_eq!(level == "error", diagnostics.iter().any(|d| d.level == Level::Error), "{case}");
    }
    assert_eq!(seen, 15);
}

/// The same for the two levels whose fault shows in the level alone.
#[test]
fn faulty_levels_give_their_diagnostics() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    for (case, level, line, word) in
        [("36-level-ragged", Level::Warning, Some(3), "shorter"), ("39-level-empty", Level::Error, None, "empty")]
    {
        let path = shared.join("faults").join(case).join("level.txt");
        let source = Source::new("level.txt", corpus::read(&path));
        let mut sink = Sink::default();
        let read = vgdl::front::level::read(&source, 1, &mut sink);
        assert_eq!(read.is_some(), level == Level::Warning, "{case}");
        let [found] = &sink.into_vec()[..] else { panic!("{case}") };
        assert_eq!((found.level, found.source), (level, 1), "{case}");
        assert_eq!(found.span.map(|s| source.line_column(s.start).0), line, "{case}");
        assert!(found.message.contains(word), "{case}");
    }
}

/// What the explanations call wrong is wrong, and what they call right is right.
#[test]
fn the_examples_of_parser_codes_hold() {
    let wrap = |code: &str, text: &str| {
        let block = |name: &str, text: &str| format!("BasicGame\n    {name}\n{}", indented(text, "        "));
        match code {
            codes::EMPTY_FILE | codes::NO_GAME_LINE | codes::OUTSIDE => text.to_owned(),
            _ if text.starts_with("BasicGame") => text.to_owned(),
            _ if codes_of_lines(text) => format!("BasicGame\n{}", indented(text, "    ")),
            codes::EMPTY_VALUE | codes::SPACE_BESIDE_EQUALS => block("SpriteSet", text),
            _ => block("InteractionSet", text),
        }
    };
    let mut checked = 0;
    for code in codes::ALL.iter().filter(|c| !c.wrong.is_empty() && !["06", "08", "09"].contains(&&c.code[1..3])) {
        let found = |text: &str| parsed(&wrap(code.code, text), Policy::Default).2.iter().any(|d| d.code == code.code);
        // Codes of later stages have examples too; theirs are checked there.
        if (!code.code[1..].starts_with("01") || code.code[1..] > *"0115")
            && ![codes::MAPPING_CHARACTER, codes::NO_ARROW, codes::NO_EFFECT, codes::ONE_SPRITE].contains(&code.code)
        {
            continue;
        }
        assert!(found(code.wrong), "{}: {}", code.code, code.wrong);
        assert!(!found(code.right), "{}: {}", code.code, code.right);
        checked += 1;
    }
    assert!(checked >= 15, "{checked}");
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

/// Whether an example starts with a block header.
fn codes_of_lines(text: &str) -> bool {
    ["SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet", "ParameterSet"]
        .iter()
        .any(|b| text.starts_with(b))
}
