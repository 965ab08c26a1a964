//! Plays of our own games: copies are independent, saved programs play as compiled ones, nothing panics.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use vgdl_vm::program::Program;
use vgdl_vm::{Image, State};

use crate::container;
use crate::own::{self, Dice, face};

/// Every game, compiled once.
fn images() -> &'static [Arc<Image>] {
    static IMAGES: OnceLock<Vec<Arc<Image>>> = OnceLock::new();
    IMAGES.get_or_init(|| own::games().iter().map(own::Own::image).collect())
}

/// The state after some random ticks.
fn played(image: &Arc<Image>, level: usize, seed: i32, ticks: usize, dice: &mut Dice) -> State {
    let levels = &image.program().levels;
    let mut state = image.start(&levels[level % levels.len()], seed).expect("the level starts");
    for _ in 0..ticks {
        let actions = dice.actions(&state);
        state.step(&actions);
    }
    state
}

#[test]
fn a_thousand_ticks_of_every_level_are_played_without_a_fault() {
    let mut won = BTreeSet::new();
    for image in images() {
        for level in &image.program().levels {
            for seed in 0..4 {
                let mut dice = Dice(seed);
                let mut state = image.start(level, seed as i32).expect("the level starts");
                for _ in 0..1000 {
                    if state.is_over() {
                        won.insert((level.name.as_str(), state.winner(0).map(|w| w.code())));
                        // The rest of the thousand is played in a new play.
                        state = image.start(level, dice.roll(1 << 30) as i32).expect("the level starts");
                    }
                    let actions = dice.actions(&state);
                    state.step(&actions);
                    assert!(state.fault().is_none(), "{}, seed {seed}: {:?}", level.name, state.fault());
                }
            }
        }
    }
    assert!(won.len() > 10, "random players end few plays: {won:?}");
}

#[test]
fn the_same_seed_and_actions_give_the_same_play() {
    for image in images() {
        let [a, b] = [0, 0].map(|_| face(&played(image, 0, 9, 150, &mut Dice(4))));
        assert_eq!(a, b);
    }
}

#[test]
fn a_finished_play_stays_as_it_is() {
    for image in images() {
        let mut dice = Dice(1);
        let mut state = played(image, 0, 1, 2100, &mut dice);
        assert!(state.is_over(), "every game ends by itself: {}", image.program().levels[0].name);
        let end = face(&state);
        state.step(&[vgdl_vm::ontology::Action::Up; 2]);
        assert_eq!(face(&state), end);
        assert!(state.actions(0).is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_copy_is_independent_of_its_original(game: u8, level in 0..3_usize, seed: i32, ticks in 0..200_usize, luck: u64) {
        let image = &images()[usize::from(game) % images().len()];
        let mut dice = Dice(luck);
        let mut state = played(image, level, seed, ticks, &mut dice);
        let before = face(&state);

        // The copy is played on; the original does not change.
        let mut copy = state.clone();
        prop_assert_eq!(&face(&copy), &before);
        let script: Vec<_> = (0..60).map(|_| {
            let actions = dice.actions(&copy);
            copy.step(&actions);
            actions
        }).collect();
        prop_assert_eq!(&face(&state), &before);

        // The original, given the same actions, comes to the same state.
        script.iter().for_each(|actions| state.step(actions));
        prop_assert_eq!(face(&state), face(&copy));
    }

    #[test]
    fn a_copy_into_an_old_state_equals_a_new_one(games: (u8, u8), seed: i32, ticks in (0..150_usize, 0..150_usize), luck: u64) {
        let image = |n: u8| &images()[usize::from(n) % images().len()];
        let mut dice = Dice(luck);
        let state = played(image(games.0), 0, seed, ticks.0, &mut dice);
        // The old state may be one of another game.
        let mut old = played(image(games.1), 1, seed.wrapping_add(1), ticks.1, &mut dice);
        old.clone_from(&state);
        let mut new = state.clone();
        prop_assert_eq!(face(&old), face(&state));
        prop_assert_eq!(old.image().program(), state.image().program());
        for _ in 0..60 {
            let actions = dice.actions(&new);
            new.step(&actions);
            old.step(&actions);
            prop_assert_eq!(face(&old), face(&new));
        }
    }

    #[test]
    fn a_saved_program_plays_as_the_compiled_one(game: u8, level in 0..3_usize, seed: i32, luck: u64) {
        let image = &images()[usize::from(game) % images().len()];
        let read = Program::from_bytes(&image.program().to_bytes()).expect("what was written is read");
        prop_assert_eq!(&read, image.program());
        let again = Image::load(read).expect("a sound program stays sound");
        let play = |image| face(&played(image, level, seed, 80, &mut Dice(luck)));
        prop_assert_eq!(play(image), play(&again));
    }

    #[test]
    fn damaged_bytes_are_refused(game: u8, at: prop::sample::Index, bit in 0..8_u8) {
        let image = &images()[usize::from(game) % images().len()];
        let mut bytes = image.program().to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert!(Program::from_bytes(&bytes).is_err(), "byte {}", at);
    }

    #[test]
    fn forged_programs_are_refused_or_play(game: u8, seed: i32, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        // The checksum is right, so that the decoder and the verifier have to notice.
        let image = &images()[usize::from(game) % images().len()];
        let mut payload = image.program().to_bytes().split_off(container::HEADER);
        for (at, byte) in damage {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        let Ok(program) = Program::from_bytes(&container::file(1, &payload)) else { return Ok(()) };
        let Ok(image) = Image::load(program) else { return Ok(()) };
        let Some(level) = image.program().levels.first() else { return Ok(()) };
        let Ok(mut state) = image.start(level, seed) else { return Ok(()) };
        let mut dice = Dice(1);
        while state.tick() < 100 && !state.is_over() && state.sprite_count() < 1000 {
            let actions = dice.actions(&state);
            state.step(&actions);
        }
    }
}

#[test]
fn a_profile_counts_and_changes_no_play() {
    for game in crate::own::games() {
        let image = game.image();
        let level = &image.program().levels[0];
        let (mut plain, mut watched) =
            (image.start(level, 3).expect("a start"), image.start(level, 3).expect("a start"));
        let mut dice = crate::own::Dice(9);
        // A clock that only tells how often it was asked.
        fn clock() -> u64 {
            static ASKED: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
            ASKED.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
        }
        let mut profile = vgdl_vm::Profile::new(clock);
        let names = vgdl::trace::canon::type_names(image.program());
        while !plain.is_over() && plain.tick() < 200 {
            let actions = dice.actions(&plain);
            plain.step(&actions);
            watched.step_profiling(&actions, &mut profile);
            let hash = |state| vgdl::trace::canon::hash(state, &names);
            assert_eq!(hash(&plain), hash(&watched), "{}", game.name);
        }
        let costs = profile.rules();
        assert!(costs.iter().any(|c| c.run > 0) && costs.iter().all(|c| c.begun > 0 || c.run == 0), "{}", game.name);
        let ticks = u64::try_from(plain.tick()).expect("ticks") + 1;
        let avatar =
            image.program().types.iter().position(|t| t.class.is_ok_and(|c| c.is_avatar())).expect("an avatar");
        assert!(profile.types()[avatar].run <= ticks * 2, "{}", game.name);
        assert!(profile.cost(vgdl_vm::Part::Rest).time > 0);
    }
}
