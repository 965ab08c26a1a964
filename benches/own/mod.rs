//! The input of the benches: our own games, the same levels, seeds and actions every time.
#![allow(dead_code, reason = "no bench uses all of it")]

use std::sync::Arc;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use vgdl::{Options, Program, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Image, State};

/// Seed of every play.
pub(crate) const SEED: i32 = 1;

/// Ticks of a play.
pub(crate) const TICKS: usize = 200;

/// A game with its levels.
pub(crate) struct Game {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its text.
    pub(crate) source: Source,
    /// The texts of its levels.
    pub(crate) levels: Vec<Source>,
}

macro_rules! games {
    ($($name:literal)*) => {
        /// Our own games, each with its first level.
        pub(crate) fn games() -> Vec<Game> {
            vec![$(Game {
                name: $name,
                source: Source::new($name, include_str!(concat!("../../examples/games/", $name, ".vgdl"))),
                levels: vec![Source::new("lvl0", include_str!(concat!("../../examples/games/", $name, "_lvl0.txt")))],
            }),*]
        }
    };
}

games! {
    "acornrace" "appledrop" "barncat" "beaconhold" "ferrypost" "geysers" "hailguard" "millbrook" "raygates" "rootcellar"
    "sunkencrypt"
}

impl Game {
    /// The program.
    pub(crate) fn program(&self) -> Program {
        compile(&self.source, &self.levels, &Options::default()).program.expect("our own games compile")
    }

    /// The image.
    pub(crate) fn image(&self) -> Arc<Image> {
        Image::load(self.program()).expect("our own games are sound")
    }
}

/// Random actions for every player until the play is over: the same each time.
pub(crate) fn script(start: &State, ticks: usize) -> Vec<Vec<Action>> {
    let mut state = start.clone();
    let mut x = 1_u32;
    let mut script = Vec::new();
    while script.len() < ticks && !state.is_over() {
        let mut choose = |player| {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let actions = state.actions(player);
            actions.get((x >> 16) as usize % actions.len().max(1)).copied().unwrap_or_default()
        };
        let actions: Vec<Action> = (0..state.players()).map(&mut choose).collect();
        state.step(&actions);
        script.push(actions);
    }
    script
}

/// A group with short measurements.
pub(crate) fn group<'c>(c: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = c.benchmark_group(name);
    group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600));
    group
}
