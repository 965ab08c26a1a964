//! Random programs: every class and effect in combinations nobody would write. They play without a panic, and a copy plays
//! on as its original does.

use proptest::prelude::*;
use vgdl_vm::ontology::{CLASSES, TypeRef};
use vgdl_vm::program::{Level, Mapping, Pair, Program, TypeId};
use vgdl_vm::{Image, State};

use crate::own::{Dice, face};
use crate::sample::Numbers;

/// A play with more sprites than this takes too long for a test.
const CROWD: usize = 500;

/// A random program with a level full of its sprites.
fn crowded(seed: u64) -> Program {
    let mut numbers = Numbers(seed);
    let mut program = numbers.program();
    let types = program.types.len();
    let avatars: Vec<_> = CLASSES.iter().map(|c| c.class).filter(|c| c.is_avatar()).collect();
    for (i, decl) in program.types.iter_mut().enumerate() {
        // The first types are the players'. Few types are related, so that some are scenery.
        if i < usize::from(program.game.players) {
            decl.class = Ok(avatars[numbers.below(avatars.len())]);
            decl.params.clear();
            decl.params.extend(
                decl.class
                    .into_iter()
                    .flat_map(|c| c.required())
                    .map(|p| (p, vgdl_vm::ontology::Value::Type(TypeRef(Some(TypeId(0)))))),
            );
        }
        let own = TypeId(i as u16);
        if decl.class.is_err() || numbers.below(4) > 0 {
            decl.lineage = vec![own].into();
            decl.family = vec![own].into();
        }
        decl.messages = 0;
    }
    // One rule at most makes new sprites: more of them double each other's sprites up to the cap, in a single tick.
    let mut makers = 0;
    for rule in &mut program.rules {
        let makes = ["spawn", "cloneSprite"].iter().any(|m| rule.effect.def().name.starts_with(m));
        makers += u32::from(makes);
        rule.enabled = !makes || makers < 2;
    }
    // More pairs that have rules.
    for _ in 0..12 {
        let pair = [(); 2].map(|()| TypeId(numbers.below(types) as u16));
        if !program.rules.is_empty() && !program.pairs.iter().any(|p| [p.first, p.second] == pair) {
            let rule = vgdl_vm::program::RuleId(numbers.below(program.rules.len()) as u16);
            program.pairs.push(Pair { first: pair[0], second: pair[1], rules: vec![rule] });
        }
    }
    program.ends.retain(|_| numbers.below(3) == 0);
    program.messages = 0;
    program.message_limit = false;
    let glyph = |i: usize| char::from(b'a' + i as u8);
    let sound: Vec<usize> = (0..types).filter(|&i| program.types[i].class.is_ok()).collect();
    program.mapping =
        sound.iter().map(|&i| Mapping { glyph: glyph(i), types: vec![TypeRef(Some(TypeId(i as u16)))] }).collect();
    let rows = (0..6).map(|row| {
        let cell = |column| match (row, column) {
            (0, 0) => 'a',
            (0, 1) if program.game.players == 2 => 'b',
            _ => match numbers.below(3) {
                0 => ' ',
                _ => glyph(sound[numbers.below(sound.len())]),
            },
        };
        (0..8).map(cell).collect()
    });
    program.levels = vec![Level { name: "crowd".into(), rows: rows.collect() }];
    program
}

/// Starts the level, if it can be started.
fn started(program: Program, seed: i32) -> Option<State> {
    let image = Image::load(program).ok()?;
    image.start(&image.program().levels[0], seed).ok()
}

#[test]
fn most_random_programs_play_for_a_while() {
    let mut ticks = 0;
    for seed in 0..400 {
        let Some(mut state) = started(crowded(seed), 1) else { continue };
        let mut dice = Dice(seed);
        while state.tick() < 50 && !state.is_over() && state.sprite_count() <= CROWD {
            let actions = dice.actions(&state);
            state.step(&actions);
        }
        ticks += state.tick();
    }
    assert!(ticks > 2000, "{ticks} ticks of 20,000");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_programs_play_without_a_panic(program: u64, seed: i32, luck: u64) {
        let Some(mut state) = started(crowded(program), seed) else { return Ok(()) };
        let mut dice = Dice(luck);
        let mut spare = state.clone();
        for tick in 0..60 {
            if state.sprite_count() > CROWD {
                break;
            }
            // Every now and then a copy takes the original's place.
            if tick % 7 == 3 {
                spare.clone_from(&state);
                std::mem::swap(&mut spare, &mut state);
            }
            let actions = dice.actions(&state);
            state.step(&actions);
            if tick % 7 == 3 {
                spare.step(&actions);
                prop_assert_eq!(face(&spare), face(&state));
            }
        }
    }
}
