//! Looks one step ahead: copies the state, tries every action on the copy, and takes the best: `cargo run --example branch`

use std::error::Error;

use vgdl::vm::ontology::Action;
use vgdl::vm::{Image, State, Winner};
use vgdl::{Options, Source, compile};

const GAME: &str = include_str!("games/hailguard.vgdl");
const LEVEL: &str = include_str!("games/hailguard_lvl0.txt");

/// Steps that a try goes on for after its first action, doing nothing.
const WAIT: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let (ahead, nothing) = (play(best)?, play(|_, _| Action::Nil)?);
    for (name, state) in [("one step ahead", &ahead), ("doing nothing", &nothing)] {
        let (score, winner) = (state.score(0).unwrap_or(0), state.winner(0));
        println!("{name}: score {score}, {winner:?} after {} ticks", state.tick() + 1);
    }
    Ok(())
}

/// Plays a level with a player that is given the state and a spare one.
fn play(choose: impl Fn(&State, &mut State) -> Action) -> Result<State, Box<dyn Error>> {
    let compiled = compile(&Source::new("game", GAME), &[Source::new("level", LEVEL)], &Options::default());
    let image = Image::load(compiled.program.ok_or("the game has errors")?)?;
    let mut state = image.start(&image.program().levels[0], 1)?;
    let mut spare = state.clone();
    while !state.is_over() {
        let action = choose(&state, &mut spare);
        state.step(&[action]);
    }
    Ok(state)
}

/// The action that leads to the best end.
fn best(state: &State, spare: &mut State) -> Action {
    let value = |action, spare: &mut State| {
        // A copy into an old state allocates nothing. It has the same random numbers to come as the original.
        spare.clone_from(state);
        spare.step(&[action]);
        for _ in 0..WAIT {
            spare.step(&[]);
        }
        let outcome = match spare.winner(0) {
            Some(Winner::Won) => 1000,
            Some(Winner::None) => 0,
            Some(Winner::Lost) | None => -1000,
        };
        spare.score(0).unwrap_or(0) + outcome
    };
    // The last of equals is `Nil`.
    state.actions(0).iter().copied().max_by_key(|&action| value(action, spare)).unwrap_or_default()
}

#[test]
fn looking_ahead_beats_doing_nothing() {
    let (ahead, nothing) = (play(best).unwrap(), play(|_, _| Action::Nil).unwrap());
    assert!(ahead.score(0) > nothing.score(0), "{:?} {:?}", ahead.score(0), nothing.score(0));
}

#[test]
fn trying_actions_on_copies_changes_nothing() {
    let look_and_do_nothing = |state: &State, spare: &mut State| {
        best(state, spare);
        Action::Nil
    };
    let (looked, nothing) = (play(look_and_do_nothing).unwrap(), play(|_, _| Action::Nil).unwrap());
    assert_eq!((looked.tick(), looked.rng_state()), (nothing.tick(), nothing.rng_state()));
}
