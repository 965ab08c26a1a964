//! Our own games (`examples/games`), compiled.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use vgdl::trace::canon;
use vgdl::{Options, Program, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Image, State};

use crate::corpus;

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/games")
}

/// A game with all its levels.
pub(crate) struct Own {
    pub(crate) name: String,
    pub(crate) source: Source,
    pub(crate) levels: Vec<Source>,
}

impl Own {
    pub(crate) fn program(&self) -> Program {
        let compiled = compile(&self.source, &self.levels, &Options::default());
        compiled.program.unwrap_or_else(|| panic!("{}: {:?}", self.name, compiled.diagnostics))
    }

    pub(crate) fn image(&self) -> Arc<Image> {
        Image::load(self.program()).unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }
}

/// Every game, by name.
pub(crate) fn games() -> Vec<Own> {
    let games = corpus::files(&folder(), &|name| name.ends_with(".vgdl"));
    games.iter().map(|path| own(path)).collect()
}

fn own(path: &Path) -> Own {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let start = format!("{name}_lvl");
    let levels = corpus::files(&folder(), &|file| file.starts_with(&start));
    let source = |path: &Path| {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Source::new(stem, corpus::read(path).as_str())
    };
    Own { source: source(path), levels: levels.iter().map(|l| source(l)).collect(), name }
}

/// See [`face`].
pub(crate) type Face = (i32, bool, u64, u64, u64, Vec<Option<i64>>);

/// What can be seen of a state, and what will be: sprites, scores, random numbers to come.
pub(crate) fn face(state: &State) -> Face {
    let names = canon::type_names(state.image().program());
    let scores = (0..state.players()).map(|p| state.score(p)).collect();
    (state.tick(), state.is_over(), state.rng_state(), state.rng_calls(), canon::hash(state, &names), scores)
}

/// Chooses actions at random: the same for the same seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    /// An action for every player.
    pub(crate) fn actions(&mut self, state: &State) -> Vec<Action> {
        let mut choose = |player| {
            let actions = state.actions(player);
            actions.get(self.roll(actions.len())).copied().unwrap_or_default()
        };
        (0..state.players()).map(&mut choose).collect()
    }
}

#[test]
fn our_own_games_are_without_fault() {
    let games = games();
    assert!(games.len() >= 8, "{}", games.len());
    for game in games {
        assert!(game.levels.len() >= 2, "{} has {} levels", game.name, game.levels.len());
        let compiled = compile(&game.source, &game.levels, &Options::default());
        assert!(compiled.diagnostics.is_empty(), "{}: {:?}", game.name, compiled.diagnostics);
        assert!(compiled.program.is_some(), "{}", game.name);
    }
}
