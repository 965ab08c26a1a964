//! The loaded form of a program.

use std::fmt;
use std::sync::Arc;

use crate::ontology::Action;
use crate::program::verify::VerifyError;
use crate::program::{Level, Program};
use crate::state::State;

/// A verified program, ready to run. Immutable and shared by all plays.
#[derive(Debug)]
pub struct Image {
    program: Program,
}

/// Why a level cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(pub String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

impl Image {
    /// Verifies a program and makes it ready to run: the one door.
    ///
    /// # Errors
    /// The first thing that is wrong with the program.
    pub fn load(program: Program) -> Result<Arc<Image>, VerifyError> {
        Ok(Arc::new(Image { program }))
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Starts a play of a level.
    ///
    /// # Errors
    /// A level that is empty, too large, or asks for sprites that cannot be made.
    pub fn start(self: &Arc<Self>, level: &Level, seed: i32) -> Result<State, StartError> {
        let _ = (level, seed);
        Ok(State {
            image: Arc::clone(self),
        })
    }
}

impl State {
    /// The actions a player has, `Nil` last; empty once the game is over.
    #[must_use]
    pub fn actions(&self, player: usize) -> Vec<Action> {
        let _ = player;
        Vec::new()
    }
}
