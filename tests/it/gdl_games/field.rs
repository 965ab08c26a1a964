//! `rat-field`, our own game in both notations.

use vgdl::{Options, Program, Source, check, compile};
use vgdl_vm::Image;

use crate::corpus::read;
use crate::own::{Dice, face, folder};

fn source(name: &str) -> Source {
    Source::new(name, read(&folder().join(name)))
}

/// The game in VGDL with its levels.
fn vgdl() -> (Source, Vec<Source>) {
    (source("rat-field.vgdl"), ["rat-field_lvl0.txt", "rat-field_lvl1.txt"].map(source).into())
}

fn program(game: &Source, levels: &[Source]) -> Program {
    // Names of files and lines are not the game.
    let options = Options { strip: true, ..Options::default() };
    let mut program = compile(game, levels, &options).program.expect("a program");
    program.levels.iter_mut().for_each(|level| level.name.clear());
    program
}

#[test]
fn both_notations_are_clean() {
    let (game, levels) = vgdl();
    assert_eq!(check(&game, &levels, &Options::default()).diagnostics, []);
    assert_eq!(check(&source("rat-field.gdl"), &[], &Options::default()).diagnostics, []);
}

#[test]
fn both_notations_are_one_game() {
    let (game, levels) = vgdl();
    let meant =
        |game, levels: &[Source]| check(game, levels, &Options::default()).game.expect("a game").without_places();
    assert_eq!(meant(&game, &levels), meant(&source("rat-field.gdl"), &[]));
    assert_eq!(program(&game, &levels), program(&source("rat-field.gdl"), &[]));
}

#[test]
fn both_notations_play_alike() {
    let (game, levels) = vgdl();
    let images =
        [program(&game, &levels), program(&source("rat-field.gdl"), &[])].map(|p| Image::load(p).expect("sound"));
    for level in 0..levels.len() {
        for seed in 0..5 {
            let mut states = images.each_ref().map(|i| i.start(&i.program().levels[level], seed).expect("a start"));
            let mut dice = [Dice(seed as u64), Dice(seed as u64)];
            while !states[0].is_over() {
                for (state, dice) in states.iter_mut().zip(&mut dice) {
                    let actions = dice.actions(state);
                    state.step(&actions);
                }
                assert_eq!(face(&states[0]), face(&states[1]), "level {level}, seed {seed}");
            }
            assert!(states[1].is_over());
        }
    }
}

#[test]
fn other_levels_may_be_given() {
    let (_, levels) = vgdl();
    let other = [levels[1].clone()];
    let compiled = compile(&source("rat-field.gdl"), &other, &Options::default());
    let program = compiled.program.expect("a program");
    assert_eq!(program.levels.len(), 1);
    assert_eq!(program.levels[0].rows.len(), 7);
}
