//! Levels against their game.

use vgdl::diag::Level;
use vgdl::{Options, Policy, Source, compile};

const GAME: &str = "BasicGame
    SpriteSet
        gem > Resource
        hole > Portal
        avatar > MovingAvatar
            hero > singleton=True
            twin >
    LevelMapping
        g > gem
        h > hero
        t > twin
        o > hole
";

fn found(game: &str, level: &str, policy: Policy) -> Vec<(&'static str, Level, u32, u32)> {
    let sources = [Source::new("level", level)];
    let compiled = compile(&Source::new("game", game), &sources, &Options { policy, ..Options::default() });
    let levels = compiled.diagnostics.iter().filter(|d| d.source == 1);
    let place = |d: &vgdl::Diagnostic| d.span.map_or((0, 0), |s| sources[0].line_column(s.start));
    levels.map(|d| (d.code, d.level, place(d).0, place(d).1)).collect()
}

#[test]
fn a_character_without_meaning_is_reported_once() {
    assert_eq!(found(GAME, "wXw\nXA \nwww\n", Policy::Default), [("W0604", Level::Warning, 1, 2)]);
}

#[test]
fn a_level_needs_an_avatar() {
    assert_eq!(found(GAME, "wgw\n", Policy::Default), [("E0605", Level::Error, 0, 0)]);
    assert_eq!(found(GAME, "wgw\n", Policy::Compat), [("E0605", Level::Warning, 0, 0)]);
    let two = GAME.replace("BasicGame", "BasicGame no_players=2");
    assert_eq!(found(&two, "hg\n", Policy::Default), [("E0605", Level::Error, 0, 0)]);
    assert_eq!(found(&two, "ht\n", Policy::Default), []);
}

#[test]
fn avatars_beyond_the_players_are_reported_at_the_first() {
    assert_eq!(found(GAME, "wtw\nttt\n", Policy::Default), [("W0606", Level::Warning, 2, 1)]);
    // A singleton is placed once.
    assert_eq!(found(GAME, "hh\nhh\n", Policy::Default), []);
}

#[test]
fn a_sprite_that_cannot_be_made_is_reported_at_its_first_cell() {
    assert_eq!(found(GAME, "hoo\n", Policy::Compat), [("E0607", Level::Warning, 1, 2)]);
    assert_eq!(found(GAME, "hoo\n", Policy::Default), [("E0607", Level::Error, 1, 2)]);
}

#[test]
fn levels_come_with_the_program() {
    let levels = ["hg\n", "h\n\n"].map(|text| Source::new("level", text));
    let game = Source::new("game", GAME.replace("        hole > Portal\n", "        hole > Portal stype=gem\n"));
    let program = compile(&game, &levels, &Options::default()).program.expect("a program");
    assert_eq!(program.levels.len(), 2);
    assert_eq!(program.levels[1].rows, ["h", " "]);
}
