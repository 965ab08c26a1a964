//! What planning agents have in common: copies of a play, and the ticks that may be spent on them.

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::{Setup, SplitMix64};

/// Copies of a play, tried out for one player.
///
/// A copy gets a random seed of its own. What the other players do is assumed: nothing, or anything.
pub(super) struct Model {
    pub(super) dice: SplitMix64,
    budget: u32,
    left: u32,
    /// Whether others are assumed to take random actions; they do nothing otherwise.
    others_act: bool,
    actions: Vec<Action>,
}

impl Model {
    pub(super) fn new(setup: Setup, others_act: bool) -> Self {
        let Setup { seed, budget } = setup;
        Self { dice: SplitMix64::new(seed), budget, left: 0, others_act, actions: Vec::new() }
    }

    /// A decision begins.
    pub(super) fn begin(&mut self) {
        self.left = self.budget;
    }

    /// Ticks that may still be tried out.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// Ticks that a decision may take.
    pub(super) fn budget(&self) -> u32 {
        self.budget
    }

    /// Gives a copy random numbers of its own.
    pub(super) fn reseed(&mut self, state: &mut State) {
        state.reseed((self.dice.next() >> 32) as u32 as i32);
    }

    /// Plays a tick of a copy; whether there was one left to play.
    pub(super) fn step(&mut self, state: &mut State, player: usize, action: Action) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        self.actions.clear();
        for other in 0..state.players() {
            self.actions.push(match other == player {
                true => action,
                false if self.others_act => self.dice.action(state, other),
                false => Action::Nil,
            });
        }
        state.step(&self.actions);
        true
    }
}

/// Copies a state into memory that is kept from one decision to the next.
pub(super) fn copy<'s>(memory: &'s mut Option<State>, from: &State) -> &'s mut State {
    match memory {
        Some(state) => {
            state.clone_from(from);
            state
        }
        None => memory.insert(from.clone()),
    }
}
