//! Once a play has seen its like, neither a frame nor a copy allocates.
//!
//! A play of 1,000 frames (begun anew from its first state whenever it is over) is run once; then everything begins again in
//! the same memory, and the second time no allocation may happen: not in `State::step`, and not in `clone_from`. Plays that
//! end with a fault are left out, since a fault is kept in a box.

use std::alloc::System;
use std::path::{Path, PathBuf};

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Image, State};

/// The system's allocator, which counts for the whole process: so there is one test in this binary.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often memory was asked for.
fn asked() -> usize {
    let stats = ALLOCATOR.stats();
    stats.allocations + stats.reallocations
}

const FRAMES: usize = 1000;

/// Frames between two copies into a state of the same play.
const COPY: usize = 10;

/// A play with more sprites than this takes too long for a test; it begins anew.
const CROWD: usize = 1000;

/// What a run needs, made beforehand.
struct Run {
    first: State,
    state: State,
    copy: State,
}

impl Run {
    /// Plays all frames with random actions; how often memory was asked for in frames and in copies. `None` after a fault.
    fn play(&mut self) -> Option<(usize, usize)> {
        let (mut frames, mut copies) = (0, 0);
        let mut x = 1_u64;
        let mut seed = 0;
        self.state.clone_from(&self.first);
        for frame in 0..FRAMES {
            if self.state.is_over() || self.state.sprite_count() > CROWD {
                seed += 1;
                let before = asked();
                self.state.clone_from(&self.first);
                self.state.reseed(seed);
                copies += asked() - before;
            }
            let mut actions = [Action::Nil; 2];
            for (player, action) in actions.iter_mut().enumerate() {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let all = self.state.actions(player);
                *action = all.get((x >> 33) as usize % all.len().max(1)).copied().unwrap_or_default();
            }
            let before = asked();
            self.state.step(&actions);
            frames += asked() - before;
            if self.state.fault().is_some() {
                return None;
            }
            if frame % COPY == 0 {
                let before = asked();
                self.copy.clone_from(&self.state);
                copies += asked() - before;
            }
        }
        Some((frames, copies))
    }
}

/// The first state of each game of a folder, with its name.
fn firsts(folder: &str, ending: &str, policy: Policy) -> Vec<(String, State)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut games: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a folder of games")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(ending) && !path.to_string_lossy().contains("_lvl"))
        .collect();
    games.sort();
    let read = |path: &Path| Source::new("text", std::fs::read_to_string(path).expect("a text").replace("\r\n", "\n"));
    let first = |path: PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let options = Options { policy, ..Options::default() };
        let level = folder.join(format!("{name}_lvl0.txt"));
        let image = Image::load(compile(&read(&path), &[read(&level)], &options).program?).ok()?;
        Some((name, image.start(&image.program().levels[0], 0).ok()?))
    };
    games.into_iter().filter_map(first).collect()
}

#[test]
fn a_thousand_frames_allocate_nothing() {
    let mut games = firsts("examples/games", ".vgdl", Policy::Default);
    let own = games.len();
    games.extend(firsts("tests/conformance/gvgai/games", ".txt", Policy::Compat));
    let mut wrong = Vec::new();
    let (mut played, mut grown) = (0, 0);
    for (name, first) in games {
        let mut run = Run { state: first.clone(), copy: first.clone(), first };
        let before = asked();
        if run.play().is_none() {
            continue;
        }
        grown += usize::from(asked() > before);
        match run.play() {
            Some((0, 0)) => played += 1,
            Some((frames, copies)) => wrong.push(format!("{name}: {frames} in frames, {copies} in copies")),
            None => wrong.push(format!("{name}: the second run was another than the first")),
        }
    }
    assert!(wrong.is_empty(), "allocations in {} games:\n{}", wrong.len(), wrong.join("\n"));
    assert!(own >= 8 && played >= own + 200, "{played} games, {own} of them our own");
    // The first time lists grow: a counter that never counts would show here.
    assert!(grown > played / 2, "in {grown} of {played} games memory was asked for");
}
