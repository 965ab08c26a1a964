//! Many plays at once: `cargo bench --bench batch [GAME]...` prints, for our own games, what a step of one play costs in loops
//! of single states, in a batch, and in a batch that writes planes too: on one thread, on all, and how many times faster all
//! are than one. Loops that never wait for each other are the most that the machine gives: a batch is held to their ratio.
//! All are measured in turns, and the best of several turns counts.
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

/// Turns and steps of each: many short ones, since a machine that others use gives all its cores for moments only.
const TURNS: usize = 60;
const STEPS: usize = 16;

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

    /// Seconds of the same in loops of single states, one for each thread; nobody waits for anybody.
    fn loops(&self, states: &mut [State], pool: &ThreadPool) -> f64 {
        let share = states.len().div_ceil(pool.current_num_threads());
        let begin = Instant::now();
        pool.scope(|scope| {
            for (i, states) in states.chunks_mut(share).enumerate() {
                scope.spawn(move |_| self.singles(states, i * share));
            }
        });
        begin.elapsed().as_secs_f64()
    }

    /// Plays states on, of which the first has number `from`.
    fn singles(&self, states: &mut [State], from: usize) {
        let players = self.first.players();
        for actions in &self.actions {
            for (state, actions) in states.iter_mut().zip(actions.chunks(players).skip(from)) {
                state.step(actions);
                if state.is_over() || state.tick() >= 999 {
                    state.clone_from(&self.first);
                }
            }
        }
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
        "{:<14}{:>12}{:>8}{:>7}{:>12}{:>8}{:>7}{:>12}{:>8}{:>7}",
        "game", "loops: 1", "all", "ratio", "batch: 1", "all", "ratio", "planes: 1", "all", "ratio"
    );
    for game in own::games().iter().filter(|g| wanted.is_empty() || wanted.iter().any(|w| g.name.contains(w.as_str())))
    {
        let image = game.image();
        let first = image.start(&image.program().levels[0], 0).expect("the level starts");
        let mut bench = Bench::new(first, plays);
        let mut states: Vec<State> = bench.batch.states().cloned().collect();
        let mut best = [f64::MAX; 6];
        for _ in 0..turns {
            let found = [
                bench.loops(&mut states, &one),
                bench.loops(&mut states, &all),
                bench.steps(&one, false),
                bench.steps(&all, false),
                bench.steps(&one, true),
                bench.steps(&all, true),
            ];
            for (best, found) in best.iter_mut().zip(found) {
                *best = best.min(found * 1e9 / (STEPS * plays) as f64);
            }
        }
        let mut line = format!("{:<14}", game.name);
        for pair in best.chunks_exact(2) {
            line += &format!("{:>12.0}{:>8.0}{:>7.2}", pair[0], pair[1], pair[0] / pair[1]);
        }
        println!("{line}");
    }
}
