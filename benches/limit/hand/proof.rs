//! The proof: a game written by hand and the virtual machine play the same, tick by tick.

use std::sync::Arc;

use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::{Image, Sprite, State};

use super::{Hand, Seen};

/// Seeds that each level is played with.
pub(crate) const SEEDS: i32 = 20;

/// Ticks that each seed is played for at least.
pub(crate) const TICKS: usize = 400;

/// One play: its seed and its actions, until it is over or the ticks of its script are.
pub(crate) struct Take {
    pub(crate) seed: i32,
    pub(crate) actions: Vec<Action>,
}

/// The image of a game, all its levels in it.
pub(crate) fn image<G: Hand>() -> Arc<Image> {
    let levels: Vec<Source> =
        G::LEVELS.iter().enumerate().map(|(i, text)| Source::new(format!("lvl{i}"), *text)).collect();
    let compiled = compile(&Source::new(G::NAME, G::TEXT), &levels, &Options::default());
    Image::load(compiled.program.expect("our own games compile")).expect("our own games are sound")
}

/// The first state of a level.
pub(crate) fn start(image: &Arc<Image>, level: usize) -> State {
    image.start(&image.program().levels[level], 0).expect("the level starts")
}

/// Random actions for a seed. A play that is over is followed by another with another seed until [`TICKS`] ticks are
/// played.
pub(crate) fn script(first: &State, seed: i32) -> Vec<Take> {
    let mut takes = Vec::new();
    let mut ticks = 0;
    let mut dice = seed as u32;
    let mut state = first.clone();
    while ticks < TICKS {
        let seed = seed + SEEDS * takes.len() as i32;
        state.clone_from(first);
        state.reseed(seed);
        let mut actions = Vec::new();
        while !state.is_over() && ticks < TICKS {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let choice = state.actions(0);
            let action = choice[(dice >> 16) as usize % choice.len()];
            state.step(&[action]);
            actions.push(action);
            ticks += 1;
        }
        takes.push(Take { seed, actions });
    }
    takes
}

/// Plays every level with every seed on both sides and compares all that can be seen after each tick. Returns how many
/// ticks that were.
///
/// # Panics
///
/// If they differ.
pub(crate) fn prove<G: Hand>() -> usize {
    let image = image::<G>();
    let types = image.program().types.len() as u16;
    let names: Vec<String> = (0..types).map(|t| image.program().type_name(TypeId(t))).collect();
    assert_eq!(names, G::TYPES, "{}: the types", G::NAME);
    let mut ticks = 0;
    for (level, text) in G::LEVELS.iter().enumerate() {
        let (first, hand_first) = (start(&image, level), G::new(text));
        let (mut state, mut hand) = (first.clone(), G::new(text));
        for seed in 0..SEEDS {
            for take in script(&first, seed) {
                let place = |tick| format!("{} level {level} seed {} tick {tick}", G::NAME, take.seed);
                state.clone_from(&first);
                state.reseed(take.seed);
                hand.restart(&hand_first, take.seed);
                compare(&state, &hand, &place(-1));
                for (tick, &action) in take.actions.iter().enumerate() {
                    assert!(!hand.play().over, "{}: over too soon", place(tick as i32));
                    state.step(&[action]);
                    hand.step(action);
                    compare(&state, &hand, &place(tick as i32));
                    ticks += 1;
                }
            }
        }
    }
    ticks
}

fn compare<G: Hand>(state: &State, hand: &G, place: &str) {
    let play = hand.play();
    let here = (play.tick, play.over, Some(i64::from(play.score)), Some(play.winner));
    let there = (state.tick(), state.is_over(), state.score(0), state.winner(0).map(|w| w.code()));
    assert_eq!(here, there, "{place}: tick, over, score, winner");
    let mut sprites = Vec::with_capacity(state.sprite_count());
    hand.sprites(&mut sprites);
    sprites.sort_unstable_by_key(|s| (s.kind, s.id));
    let mut mine = sprites.iter();
    for sprite in state.sprites() {
        assert_eq!(mine.next(), Some(&seen(&sprite)), "{place}: by hand, by the machine");
    }
    assert_eq!(mine.next(), None, "{place}: the machine has no such sprite");
    let here = (play.rng.calls(), play.rng.state());
    assert_eq!(here, (state.rng_calls(), state.rng_state()), "{place}: random numbers");
}

fn seen(sprite: &Sprite<'_>) -> Seen {
    Seen {
        kind: sprite.type_id.0,
        id: sprite.id,
        rect: sprite.rect,
        orientation: sprite.orientation,
        speed: sprite.speed,
        health: sprite.health,
        disabled: sprite.disabled,
        from_avatar: sprite.from_avatar,
        held: sprite.resources().next().map(|(kind, amount)| (kind.0, amount)),
    }
}
