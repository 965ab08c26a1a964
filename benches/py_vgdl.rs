//! Speed of the py-vgdl dialects: `cargo bench --bench py_vgdl [GAME]...` prints ticks a second, with random keys and a new play
//! when one is over or after 500 ticks, for the games of `tests/conformance/py-vgdl/micro` and, where the shared corpus is found,
//! for upstream games; for these also how many times as many ticks that is as py-vgdl plays in a second of a processor.
//!
//! `--ticks=N` plays so many instead. With `--test`, as `cargo test` calls it, everything is tried once.

use std::path::{Path, PathBuf};
use std::time::Instant;

use vgdl::Source;
use vgdl::front::py;
use vgdl_vm::py::{Engine, Keys, Mode, State};

/// Ticks that py-vgdl 1.0 plays in a second of a processor.
const REFERENCE: [(&str, f64); 7] = [
    ("aliens", 16_200.0),
    ("boulderdash", 630.0),
    ("chase", 5_700.0),
    ("frogs", 7_600.0),
    ("sokoban", 16_100.0),
    ("survivezombies", 2_000.0),
    ("zelda", 16_500.0),
];

/// A play at its start.
fn start(folder: &Path, name: &str) -> Option<State> {
    let read = |file: String| Some(Source::new(file.clone(), std::fs::read_to_string(folder.join(file)).ok()?));
    let (game, level) = (read(format!("{name}.txt"))?, read(format!("{name}_lvl0.txt"))?);
    let image = py::compile(&game, &[level], Engine::One, false).image?;
    State::start(&image, image.game().levels.first()?, 1, Mode::default()).ok()
}

/// Ticks a second, of so many seconds; of so many ticks if that is given, for who counts instructions.
fn measure(first: &State, seconds: f64, most: Option<u64>) -> f64 {
    let keys: Vec<Keys> = ["UP", "DOWN", "LEFT", "RIGHT", "SPACE"]
        .iter()
        .filter_map(|k| Keys::named(k))
        .chain([Keys::default()])
        .collect();
    let (mut state, mut ticks, mut x) = (first.clone(), 0_u64, 1_u64);
    let begin = Instant::now();
    loop {
        for _ in 0..100 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.step(keys[(x >> 33) as usize % keys.len()]);
            if state.end().is_some() || state.crash().is_some() || state.time() >= 500 {
                state.clone_from(first);
            }
        }
        ticks += 100;
        let taken = begin.elapsed().as_secs_f64();
        if most.map_or(taken >= seconds, |most| ticks >= most) {
            return ticks as f64 / taken;
        }
    }
}

#[allow(clippy::print_stdout, reason = "a table for people")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let trial = arguments.iter().any(|a| a == "--test") || cfg!(debug_assertions);
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let ticks = arguments.iter().find_map(|a| a.strip_prefix("--ticks=")?.parse().ok());
    let seconds = if trial { 0.0 } else { 0.3 };
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let micro = root.join("tests/conformance/py-vgdl/micro");
    println!("{:<18}{:>14}{:>10}", "game", "ticks/s", "times");
    for name in ["axes", "bounces", "hunters", "invaders", "resources", "walkers"].iter().filter(|n| is_wanted(n)) {
        let first = start(&micro, name).expect("a game of the conformance cases");
        println!("{name:<18}{:>14.0}", measure(&first, seconds, ticks));
    }
    let shared = std::env::var_os("VGDL_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    for (name, reference) in REFERENCE.iter().filter(|(n, _)| is_wanted(n)) {
        let Some(first) = start(&shared.join("games/py-vgdl/1.0"), name) else {
            println!("{name:<18} skipped: corpus not found");
            continue;
        };
        let best = (0..if trial || ticks.is_some() { 1 } else { 3 })
            .map(|_| measure(&first, seconds, ticks))
            .fold(0.0, f64::max);
        println!("{name:<18}{best:>14.0}{:>10.0}", best / reference);
    }
}
