//! The proof: a game written by hand and the virtual machine play the same, tick by tick.

use std::sync::Arc;

use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::{Image, Sprite, State};

use super::{Hand, Seen};

/// Seeds that each level is played with.
pub(crate) const SEEDS: i32 = 20;

/// How actions are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Policy {
    /// Ticks that each seed is played for.
    pub(crate) ticks: usize,
    /// An action is kept for so many ticks at most.
    hold: u32,
}

/// Another action each tick: what is measured.
pub(crate) const RANDOM: Policy = Policy { ticks: 400, hold: 1 };

/// Goes farther.
pub(crate) const STEADY: Policy = Policy { ticks: 1000, hold: 6 };

/// What the trial levels are played with: to the very end.
pub(crate) const LONG: Policy = Policy { ticks: 2100, hold: 6 };

/// One play: its seed and its actions, until it is over or the ticks of its script are.
pub(crate) struct Take {
    pub(crate) seed: i32,
    pub(crate) actions: Vec<Action>,
}

/// The image of a game with all its levels, then those that are played for the proof alone.
pub(crate) fn image<G: Hand>() -> Arc<Image> {
    let levels: Vec<Source> =
        G::LEVELS.iter().chain(G::TRIALS).enumerate().map(|(i, text)| Source::new(format!("lvl{i}"), *text)).collect();
    let compiled = compile(&Source::new(G::NAME, G::TEXT), &levels, &Options::default());
    Image::load(compiled.program.expect("our own games compile")).expect("our own games are sound")
}

/// The first state of a level.
pub(crate) fn start(image: &Arc<Image>, level: usize) -> State {
    image.start(&image.program().levels[level], 0).expect("the level starts")
}

/// Random actions for a seed. A play that is over is followed by another with another seed until all ticks are played.
pub(crate) fn script(first: &State, seed: i32, policy: Policy) -> Vec<Take> {
    let mut takes = Vec::new();
    let mut left = policy.ticks;
    let mut dice = seed as u32;
    let mut roll = |sides: usize| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 16) as usize % sides
    };
    let mut state = first.clone();
    while left > 0 {
        let seed = seed + SEEDS * takes.len() as i32;
        state.clone_from(first);
        state.reseed(seed);
        let mut actions = Vec::new();
        let (mut action, mut hold) = (Action::Nil, 0);
        while !state.is_over() && left > 0 {
            if hold == 0 {
                let choice = state.actions(0);
                action = choice[roll(choice.len())];
                hold = roll(policy.hold as usize) + 1;
            }
            state.step(&[action]);
            actions.push(action);
            hold -= 1;
            left -= 1;
        }
        takes.push(Take { seed, actions });
    }
    takes
}

/// Plays every level with every seed on both sides and compares all that can be seen after each tick. Returns how many
/// ticks that were. All types that a sprite can be of must have been there.
///
/// # Panics
///
/// If they differ.
pub(crate) fn prove<G: Hand>() -> usize {
    let image = image::<G>();
    let types = image.program().types.len() as u16;
    let names: Vec<String> = (0..types).map(|t| image.program().type_name(TypeId(t))).collect();
    assert_eq!(names, G::TYPES, "{}: the types", G::NAME);
    let mut seen = vec![false; names.len()];
    let mut ticks = 0;
    for (level, text) in G::LEVELS.iter().chain(G::TRIALS).enumerate() {
        let policies: &[Policy] = if level < G::LEVELS.len() { &[RANDOM, STEADY] } else { &[LONG] };
        let (first, hand_first) = (start(&image, level), G::new(text));
        let (mut state, mut hand) = (first.clone(), G::new(text));
        let seeds = policies.iter().flat_map(|&policy| (0..SEEDS).map(move |seed| (policy, seed)));
        for take in seeds.flat_map(|(policy, seed)| script(&first, seed, policy)) {
            let place = |tick| format!("{} level {level} seed {} tick {tick}", G::NAME, take.seed);
            state.clone_from(&first);
            state.reseed(take.seed);
            hand.restart(&hand_first, take.seed);
            compare(&state, &hand, &place, &mut seen);
            for &action in &take.actions {
                assert!(!hand.play().over, "{}: over too soon", place(state.tick()));
                state.step(&[action]);
                hand.step(action);
                compare(&state, &hand, &place, &mut seen);
                ticks += 1;
            }
        }
    }
    let missed: Vec<&str> = (0..names.len()).filter(|&t| !seen[t]).map(|t| G::TYPES[t]).collect();
    assert_eq!(missed, G::ABSTRACT, "{}: types that never were there", G::NAME);
    ticks
}

fn compare<G: Hand>(state: &State, hand: &G, place: &impl Fn(i32) -> String, seen: &mut [bool]) {
    let play = hand.play();
    let here = (play.tick, play.over, Some(i64::from(play.score)), Some(play.winner));
    let there = (state.tick(), state.is_over(), state.score(0), state.winner(0).map(|w| w.code()));
    assert_eq!(here, there, "{}: tick, over, score, winner", place(there.0));
    let mut sprites = Vec::with_capacity(state.sprite_count());
    hand.sprites(&mut sprites);
    sprites.sort_unstable_by_key(|s| (s.kind, s.id));
    let mut mine = sprites.iter();
    for sprite in state.sprites() {
        assert_eq!(mine.next(), Some(&as_seen(&sprite)), "{}: by hand, by the machine", place(there.0));
        seen[sprite.type_id.index()] = true;
    }
    assert_eq!(mine.next(), None, "{}: the machine has no such sprite", place(there.0));
    let here = (play.rng.calls(), play.rng.state());
    assert_eq!(here, (state.rng_calls(), state.rng_state()), "{}: random numbers", place(there.0));
}

fn as_seen(sprite: &Sprite<'_>) -> Seen {
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
