//! Actions written down.

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::Agent;

/// Takes actions from a list: the first in tick 0. Nothing once they have all been taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script(Vec<Action>);

/// A character of a script that is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{line}:{column}: `{}` is no action; write U D L R (moves), A (use), E (leave) or . (nothing)",
    letter.escape_debug()
)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
    /// The character.
    pub letter: char,
}

impl Script {
    /// Takes these actions.
    #[must_use]
    pub fn new(actions: Vec<Action>) -> Self {
        Self(actions)
    }

    /// The action of a tick, counted from 0.
    #[must_use]
    pub fn action(&self, tick: usize) -> Action {
        self.0.get(tick).copied().unwrap_or_default()
    }

    /// Reads letters (see [`Action::letter`]), one line a player.
    ///
    /// # Errors
    /// A character that is no action.
    pub fn read(text: &str) -> Result<Vec<Script>, ScriptError> {
        text.lines().enumerate().map(|(i, line)| Self::read_line(i + 1, line)).collect()
    }

    fn read_line(line: usize, text: &str) -> Result<Script, ScriptError> {
        let letters = text.trim_end().chars().enumerate();
        let action = |(i, letter)| Action::from_letter(letter).ok_or(ScriptError { line, column: i + 1, letter });
        letters.map(action).collect::<Result<_, _>>().map(Script)
    }
}

impl Agent for Script {
    fn choose(&mut self, state: &State, _: usize) -> Action {
        let tick = usize::try_from(state.tick().saturating_add(1)).ok();
        tick.and_then(|tick| self.0.get(tick)).copied().unwrap_or_default()
    }
}
