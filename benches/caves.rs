//! Caves of four sizes: the game `caves` from 160 × 50 cells with 30 lichens to 10⁶ cells with 200,000, caps lifted.
//!
//! The avatar walks at random, and digs. For each world: the time to start its level, ticks a second over the first 300 ticks,
//! the time of a tick divided by its lichens, and the same for a loop written by hand that does nothing but grow. At the end
//! stands how much more a lichen costs in 10⁶ cells than in 512 × 512, at equal numbers of lichens.
//!
//! `cargo bench --bench caves` measures; with `--test`, as `cargo test` calls it, the smallest world is tried once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vgdl::caves::Cave;
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::rng::JavaRandom;
use vgdl_vm::{Image, State};

const GAME: &str = include_str!("../examples/games/caves.vgdl");
const TICKS: usize = 300;

/// Width, height, lichens, and the probability of growth.
const WORLDS: [(usize, usize, usize, &str); 4] =
    [(160, 50, 30, "0.01"), (512, 512, 983, "0.01"), (1000, 1000, 3750, "0.01"), (1000, 1000, 200_000, "0.001")];

fn image(width: usize, height: usize, lichens: usize, prob: &str) -> Arc<Image> {
    let game = GAME.replace("prob=0.01", &format!("prob={prob}")).replace("limit=1000", "limit=1000000");
    let cave = Cave { width, height, put: vec![('@', 1), ('F', lichens)], ..Cave::default() };
    let level = Source::new("level", cave.level(1).expect("a level"));
    let compiled = compile(&Source::new("caves", game), &[level], &Options::default());
    let mut program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    (program.game.max_sprites, program.game.max_ticks) = (4_000_000, 1_000_000_000);
    Image::load(program).expect("a sound program")
}

/// The avatar's walk: the same in every play.
fn walk() -> Vec<Action> {
    let ways = [Action::Up, Action::Left, Action::Down, Action::Right];
    let ways: Vec<Action> = ways.into_iter().chain(Action::DIAGONALS).collect();
    let mut dice = JavaRandom::new(7);
    (0..TICKS).map(|_| ways[dice.next_int(8) as usize]).collect()
}

/// A world of bytes that does nothing but grow, with the machine's own generator.
struct Hand {
    width: i32,
    height: i32,
    taken: Vec<bool>,
    lichens: Vec<(i32, i32)>,
    prob: f64,
    rng: JavaRandom,
}

impl Hand {
    fn of(state: &State, prob: f64) -> Self {
        let (width, height) = state.grid();
        let mut hand = Hand {
            width: width as i32,
            height: height as i32,
            taken: vec![false; width * height],
            lichens: Vec::new(),
            prob,
            rng: JavaRandom::new(1),
        };
        for sprite in state.sprites() {
            let (x, y) = (sprite.rect.x / state.block(), sprite.rect.y / state.block());
            hand.taken[(y * hand.width + x) as usize] = true;
            if state.image().program().type_name(sprite.type_id) == "lichen" {
                hand.lichens.push((x, y));
            }
        }
        hand
    }

    fn step(&mut self) {
        for i in 0..self.lichens.len() {
            if self.rng.next_double() >= self.prob {
                continue;
            }
            let (x, y) = self.lichens[i];
            let mut free = [(0, 0); 8];
            let mut n = 0;
            for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                let (x, y) = (x + dx, y + dy);
                let on = (0..self.width).contains(&x) && (0..self.height).contains(&y);
                if on && !self.taken[(y * self.width + x) as usize] {
                    free[n] = (x, y);
                    n += 1;
                }
            }
            if n > 0 {
                let (x, y) = free[self.rng.next_int(n as i32) as usize];
                self.taken[(y * self.width + x) as usize] = true;
                self.lichens.push((x, y));
            }
        }
    }
}

/// Time of a tick, and of a lichen in it.
struct Measured {
    tick: f64,
    lichen: f64,
    left: usize,
}

fn measure(plays: u32, mut play: impl FnMut() -> (Duration, u64, usize)) -> Measured {
    let mut best = Measured { tick: f64::INFINITY, lichen: f64::INFINITY, left: 0 };
    for _ in 0..plays {
        let (time, turns, left) = play();
        let tick = time.as_secs_f64() / TICKS as f64;
        if tick < best.tick {
            best = Measured { tick, lichen: time.as_secs_f64() / turns.max(1) as f64, left };
        }
    }
    best
}

fn machine(image: &Arc<Image>, plays: u32) -> (Measured, Duration) {
    let program = image.program();
    let types = (0..program.types.len() as u16).map(TypeId);
    let lichen = types.clone().find(|&t| program.type_name(t) == "lichen").expect("lichens");
    let begin = Instant::now();
    let first = image.start(&program.levels[0], 1).expect("a level that starts");
    let start = begin.elapsed();
    let walk = walk();
    let mut state = first.clone();
    let measured = measure(plays, || {
        state.clone_from(&first);
        let (mut time, mut turns) = (Duration::ZERO, 0);
        // The clock is looked at every 50 ticks; in between lichens grow by half of what they do in all of them.
        for part in walk.chunks(50) {
            let before = state.count(lichen);
            let begin = Instant::now();
            part.iter().for_each(|&action| state.step(&[action]));
            time += begin.elapsed();
            turns += ((before + state.count(lichen)) / 2 * part.len()) as u64;
        }
        assert!(state.fault().is_none() && !state.is_over(), "{:?}", state.fault());
        (time, turns, state.sprite_count())
    });
    (measured, start)
}

fn by_hand(image: &Arc<Image>, prob: f64, plays: u32) -> Measured {
    let first = image.start(&image.program().levels[0], 1).expect("a level that starts");
    measure(plays, || {
        let mut hand = Hand::of(&first, prob);
        let mut turns = 0;
        let begin = Instant::now();
        for _ in 0..TICKS {
            turns += hand.lichens.len() as u64;
            hand.step();
        }
        (begin.elapsed(), turns, hand.lichens.len())
    })
}

/// The most memory the process has taken so far, in MB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}

#[allow(clippy::print_stdout, reason = "a table for people")]
fn main() {
    let trial = std::env::args().any(|a| a == "--test") || cfg!(debug_assertions);
    let plays = if trial { 1 } else { 7 };
    println!("      cells  lichens  start ms  sprites left    ticks/s  ns/lichen  by hand ticks/s  ratio  peak MB");
    for &(width, height, lichens, prob) in WORLDS.iter().take(if trial { 1 } else { WORLDS.len() }) {
        let image = image(width, height, lichens, prob);
        let (found, start) = machine(&image, plays);
        let peak = peak().map_or_else(|| "?".to_owned(), |mb| mb.to_string());
        let hand = by_hand(&image, prob.parse().expect("a number"), plays);
        println!(
            "{:>11}{lichens:>9}{:>10.1}{:>14}{:>11.0}{:>11.2}{:>17.0}{:>7.1}{peak:>9}",
            format!("{width}x{height}"),
            start.as_secs_f64() * 1e3,
            found.left,
            1.0 / found.tick,
            found.lichen * 1e9,
            1.0 / hand.tick,
            found.tick / hand.tick,
        );
    }
    if !trial {
        let cost = |width| machine(&image(width, width, 3000, "0.01"), plays).0.lichen;
        let (small, large) = (cost(512), cost(1000));
        println!("\na lichen in 1000x1000 cells / in 512x512 cells, 3000 each at first: {:.2}", large / small);
    }
}
