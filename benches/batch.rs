//! Many plays at once: `cargo bench --bench batch [GAME]...` prints, for our own games, what a step of one play costs in a loop
//! of single states, in a batch on one thread, in a batch on all cores, and how many times faster all cores are than one; and
//! what it costs when planes are written too. The three are measured in turns, and the best of several turns counts.
//!
//! With `--test`, as `cargo test` calls it, everything is tried once.

mod own;

use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use vgdl_vm::State;
use vgdl_vm::batch::{Batch, Buffers, Views};
use vgdl_vm::ontology::Action;

/// Plays of a batch.
const PLAYS: usize = 1024;

/// Turns and steps of each.
const TURNS: usize = 9;
const STEPS: usize = 64;

struct Bench {
    first: State,
    batch: Batch,
    actions: Vec<Vec<Action>>,
    planes: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
}

impl Bench {
    fn new(first: State, plays: usize) -> Bench {
        let seeds: Vec<i32> = (0..plays as i32).collect();
        let mut batch = Batch::new(&first, &seeds);
        batch.set_max_ticks(Some(1000));
        let players = first.players();
        let mut x = 1_u64;
        let mut roll = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Action::ALL[(x >> 33) as usize % 6]
        };
        let actions = (0..STEPS).map(|_| (0..plays * players).map(|_| roll()).collect()).collect();
        let planes = vec![0; plays * first.planes_len()];
        Bench { rewards: vec![0.0; plays * players], terminated: vec![false; plays], first, batch, actions, planes }
    }

    /// Seconds of all steps of a batch.
    fn steps(&mut self, pool: &ThreadPool, planes: bool) -> f64 {
        pool.install(|| {
            let begin = Instant::now();
            for actions in &self.actions {
                let views = Views { planes: if planes { &mut self.planes } else { &mut [] }, ..Views::default() };
                let (rewards, terminated) = (&mut self.rewards, &mut self.terminated);
                let out = Buffers { rewards, terminated, views, ..Buffers::default() };
                self.batch.step(actions, out).expect("buffers that fit");
            }
            begin.elapsed().as_secs_f64()
        })
    }

    /// Seconds of the same in a loop of single states.
    fn singles(&self, states: &mut [State]) -> f64 {
        let players = self.first.players();
        let begin = Instant::now();
        for actions in &self.actions {
            for (state, actions) in states.iter_mut().zip(actions.chunks(players)) {
                state.step(actions);
                if state.is_over() || state.tick() >= 999 {
                    state.clone_from(&self.first);
                }
            }
        }
        begin.elapsed().as_secs_f64()
    }
}

#[allow(clippy::print_stdout, reason = "a table for people")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let trial = arguments.iter().any(|a| a == "--test") || cfg!(debug_assertions);
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let (plays, turns) = if trial { (32, 1) } else { (PLAYS, TURNS) };
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let (one, all) = (pool(1), pool(0));
    println!("ns a step of one play; {plays} plays, {} threads", all.current_num_threads());
    println!(
        "{:<14}{:>9}{:>11}{:>11}{:>8}{:>16}{:>11}{:>8}",
        "game", "single", "1 thread", "all", "ratio", "planes: 1", "all", "ratio"
    );
    for game in own::games().iter().filter(|g| wanted.is_empty() || wanted.iter().any(|w| g.name.contains(w.as_str())))
    {
        let image = game.image();
        let first = image.start(&image.program().levels[0], 0).expect("the level starts");
        let mut bench = Bench::new(first, plays);
        let mut states: Vec<State> = bench.batch.states().cloned().collect();
        let mut best = [f64::MAX; 5];
        for _ in 0..turns {
            let found = [
                bench.singles(&mut states),
                bench.steps(&one, false),
                bench.steps(&all, false),
                bench.steps(&one, true),
                bench.steps(&all, true),
            ];
            for (best, found) in best.iter_mut().zip(found) {
                *best = best.min(found * 1e9 / (STEPS * plays) as f64);
            }
        }
        let [single, a, b, c, d] = best;
        println!("{:<14}{single:>9.0}{a:>11.0}{b:>11.0}{:>8.2}{c:>16.0}{d:>11.0}{:>8.2}", game.name, a / b, c / d);
    }
}
