//! How near the virtual machine comes to programs written by hand: `cargo bench --bench limit [-- --json]`.
//!
//! Four of our own games were written by hand in Rust (see [`hand`]). First each is proven to play as the virtual machine
//! does, tick by tick. Then both play the same levels with the same seeds and actions, in turns, many times over; resets are
//! included. Of each short stretch the best time counts, so other work on the machine does not.

mod hand;

use std::hint::black_box;
use std::time::{Duration, Instant};

use hand::Hand;
use hand::proof::{self, Take};
use vgdl_vm::State;

/// Time for each game.
const BUDGET: Duration = Duration::from_secs(4);

/// Rounds that are played at most, even if there is time left.
const ROUNDS: u32 = 400;

/// The same level on both sides, with one script.
struct Stretch<'s, G> {
    level: usize,
    takes: &'s [Take],
    first: &'s State,
    hand_first: &'s G,
    best: Duration,
    hand_best: Duration,
}

/// What a game came to.
struct Row {
    game: &'static str,
    ticks: usize,
    rounds: u32,
    /// Nanoseconds per tick.
    machine: f64,
    by_hand: f64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.machine / self.by_hand
    }
}

fn machine(state: &mut State, stretch_first: &State, takes: &[Take]) {
    for take in takes {
        state.clone_from(stretch_first);
        state.reseed(take.seed);
        for action in &take.actions {
            state.step(std::slice::from_ref(action));
        }
    }
    black_box(state.rng_state());
}

fn by_hand<G: Hand>(game: &mut G, first: &G, takes: &[Take]) {
    for take in takes {
        game.restart(first, take.seed);
        for &action in &take.actions {
            game.step(action);
        }
    }
    black_box(game.play().rng.state());
}

fn measure<G: Hand>(budget: Duration) -> Row {
    proof::prove::<G>();
    let image = proof::image::<G>();
    let firsts: Vec<(State, G)> =
        G::LEVELS.iter().enumerate().map(|(level, text)| (proof::start(&image, level), G::new(text))).collect();
    let mut copies: Vec<(State, G)> =
        firsts.iter().zip(G::LEVELS).map(|((first, _), text)| (first.clone(), G::new(text))).collect();
    let scripts: Vec<(usize, Vec<Take>)> = (0..firsts.len())
        .flat_map(|level| (0..proof::SEEDS).map(move |seed| (level, seed)))
        .map(|(level, seed)| (level, proof::script(&firsts[level].0, seed, proof::RANDOM)))
        .collect();
    let mut stretches: Vec<Stretch<'_, G>> = scripts
        .iter()
        .map(|(level, takes)| {
            let (first, hand_first) = &firsts[*level];
            let best = Duration::MAX;
            Stretch { level: *level, takes, first, hand_first, best, hand_best: best }
        })
        .collect();
    let ticks: usize = scripts.iter().flat_map(|(_, takes)| takes).map(|take| take.actions.len()).sum();
    let begin = Instant::now();
    let mut rounds = 0;
    while rounds == 0 || (begin.elapsed() < budget && rounds < ROUNDS) {
        for s in &mut stretches {
            let (state, game) = &mut copies[s.level];
            let start = Instant::now();
            machine(state, s.first, s.takes);
            let middle = Instant::now();
            by_hand(game, s.hand_first, s.takes);
            s.hand_best = s.hand_best.min(middle.elapsed());
            s.best = s.best.min(middle - start);
        }
        rounds += 1;
    }
    let per_tick = |best: Duration| best.as_secs_f64() * 1e9 / ticks as f64;
    Row {
        game: G::NAME,
        ticks,
        rounds,
        machine: per_tick(stretches.iter().map(|s| s.best).sum()),
        by_hand: per_tick(stretches.iter().map(|s| s.hand_best).sum()),
    }
}

fn main() {
    // Cargo passes `--bench`, or `--test` where nothing is to be measured.
    let has = |flag: &str| std::env::args().any(|arg| arg == flag);
    let budget = if has("--test") { Duration::ZERO } else { BUDGET };
    let rows = [
        measure::<hand::shooter::Shooter>(budget),
        measure::<hand::pusher::Pusher>(budget),
        measure::<hand::rocks::Rocks>(budget),
        measure::<hand::chase::Chase>(budget),
    ];
    if has("--json") {
        let objects = rows.iter().map(|r| {
            serde_json::json!({
                "game": r.game,
                "ticks": r.ticks,
                "rounds": r.rounds,
                "vm_ns_per_tick": r.machine,
                "hand_ns_per_tick": r.by_hand,
                "ratio": r.ratio(),
            })
        });
        println!("{}", serde_json::Value::from_iter(objects));
        return;
    }
    println!(
        "same states on both sides, tick by tick; best of {} rounds or more\n",
        rows.iter().map(|r| r.rounds).min().unwrap_or(0)
    );
    println!("{:<12} {:>7} {:>12} {:>14} {:>7}", "game", "ticks", "vm ns/tick", "hand ns/tick", "ratio");
    for r in &rows {
        println!("{:<12} {:>7} {:>12.1} {:>14.1} {:>6.2}x", r.game, r.ticks, r.machine, r.by_hand, r.ratio());
    }
}
