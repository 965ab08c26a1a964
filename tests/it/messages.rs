//! The reference engine ends a game that has logged more than 25 messages: `check` warns of it, and it holds in compatible
//! mode alone.

use vgdl::{Options, Policy, Source, check, compile};
use vgdl_vm::{Image, Winner};

const CODE: &str = "W0608";

/// A game with so many unknown parameters on its sprites, and a level with so many characters that stand for nothing.
fn sources(parameters: usize, characters: usize) -> (Source, Source) {
    let unknown: String = (0..parameters).map(|i| format!(" nonsense{i}=1")).collect();
    let game = format!(
        "BasicGame\n    SpriteSet\n        gem > Immovable{unknown}\n        avatar > MovingAvatar\n    LevelMapping\n        g > \
         gem\n    TerminationSet\n        Timeout limit=7 win=True\n"
    );
    let level = format!("wwA{}\nwwg\n", "?".repeat(characters));
    (Source::new("game", game), Source::new("level", level))
}

fn warned(game: &Source, level: &Source) -> Vec<(usize, String)> {
    let checked = check(game, std::slice::from_ref(level), &Options::default());
    let found = checked.diagnostics.into_iter().filter(|d| d.code == CODE);
    found.map(|d| (d.source, format!("{}: {}", d.message, d.note.unwrap_or_default()))).collect()
}

/// Ticks played and the winner.
fn played(game: &Source, level: &Source, policy: Policy) -> (i32, Option<Winner>) {
    let options = Options { policy, ..Options::default() };
    let program = compile(game, std::slice::from_ref(level), &options).program.expect("a program");
    let image = Image::load(program).expect("a sound program");
    let mut state = image.start(&image.program().levels[0], 0).expect("a start");
    while !state.is_over() {
        state.step(&[]);
    }
    (state.tick() + 1, state.winner(0))
}

#[test]
fn the_26th_message_ends_a_game_in_compatible_mode() {
    for (parameters, characters) in [(0, 25), (0, 26), (20, 5), (20, 6), (25, 0), (26, 0), (100, 100)] {
        let (game, level) = sources(parameters, characters);
        let ends = parameters + characters > 25;
        assert_eq!(warned(&game, &level).len(), usize::from(ends), "{parameters} and {characters}");
        let compatible = if ends { (1, Some(Winner::None)) } else { (8, Some(Winner::Won)) };
        assert_eq!(played(&game, &level, Policy::Compat), compatible, "{parameters} and {characters}");
        assert_eq!(played(&game, &level, Policy::Default), (8, Some(Winner::Won)), "{parameters} and {characters}");
    }
}

#[test]
fn the_warning_counts_what_adds_up() {
    let (game, level) = sources(10, 20);
    let found = warned(&game, &level);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, 1, "it is about the level");
    for part in [
        "30 messages when the level is built",
        "20 for characters that stand for nothing",
        "10 for parameters that sprites do not have",
    ] {
        assert!(found[0].1.contains(part), "{found:?}");
    }
}

#[test]
fn messages_of_the_game_alone_are_a_warning_about_the_game() {
    let (game, level) = sources(0, 0);
    // The arguments of the game line are read twice.
    let many: String = (0..13).map(|i| format!(" odd{i}=1")).collect();
    let game = Source::new("game", game.text.replacen("BasicGame", &format!("BasicGame{many}"), 1));
    let found = warned(&game, &level);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, 0);
    assert!(found[0].1.starts_with("26 messages when the game is read"), "{found:?}");
    assert_eq!(played(&game, &level, Policy::Compat), (1, Some(Winner::None)));
}
