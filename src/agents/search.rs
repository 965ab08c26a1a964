//! Looking ahead breadth first.

use std::collections::VecDeque;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashSet, FxHasher};
use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::judge::{Judge, WON};
use super::plan::Model;
use super::{Agent, Setup};

/// States that are kept at most: those not yet looked at. Large worlds take much memory.
const KEPT: usize = 256;

/// Which states are not looked at any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prune {
    /// Those that have been seen.
    Known,
    /// Those without any atom that has not been seen: a sprite of a type in a cell, an amount that the avatar holds.
    NothingNew,
}

/// Goes breadth first through what actions lead to, and takes the first action towards the best state it saw.
pub(super) struct Search {
    model: Model,
    judge: Judge,
    prune: Prune,
    seen: FxHashSet<u64>,
    /// States to look at, each with the first action that leads to it, and how far it is.
    open: VecDeque<(State, Action, u32)>,
    /// States whose memory can be used again.
    spare: Vec<State>,
}

impl Search {
    pub(super) fn new(setup: Setup, prune: Prune) -> Self {
        let model = Model::new(setup, false);
        Self {
            model,
            judge: Judge::default(),
            prune,
            seen: FxHashSet::default(),
            open: VecDeque::new(),
            spare: Vec::new(),
        }
    }

    fn copy(&mut self, from: &State) -> State {
        match self.spare.pop() {
            Some(mut state) => {
                state.clone_from(from);
                state
            }
            None => from.clone(),
        }
    }

    /// Whether a state is worth a look at what follows; notes that it was seen.
    fn is_new(&mut self, state: &State, player: usize) -> bool {
        let block = state.block().max(1);
        let mut all = FxHasher::default();
        let mut new = false;
        let mut note = |atom: (u8, u16, i32, i32)| {
            if self.prune == Prune::Known {
                atom.hash(&mut all);
            } else {
                let mut one = FxHasher::default();
                atom.hash(&mut one);
                new |= self.seen.insert(one.finish());
            }
        };
        for sprite in state.sprites() {
            let (x, y) = (sprite.rect.x, sprite.rect.y);
            match self.prune {
                Prune::Known => note((0, sprite.type_id.0, x, y)),
                Prune::NothingNew => note((0, sprite.type_id.0, x.div_euclid(block), y.div_euclid(block))),
            }
            if self.prune == Prune::Known {
                let (dx, dy) = sprite.orientation.unwrap_or_default();
                note((1, 0, sprite.health, (dx * 8.0) as i32 * 64 + (dy * 8.0) as i32));
            }
        }
        if let Some(avatar) = state.avatar_sprite(player) {
            avatar.resources().for_each(|(kind, amount)| note((2, kind.0, amount, 0)));
        }
        if self.prune == Prune::Known {
            new = self.seen.insert(all.finish());
        }
        new
    }
}

impl Agent for Search {
    fn choose(&mut self, state: &State, player: usize) -> Action {
        self.model.begin();
        self.judge.begin(state, player);
        self.seen.clear();
        while let Some((state, ..)) = self.open.pop_front() {
            self.spare.push(state);
        }
        let mut root = self.copy(state);
        self.model.reseed(&mut root);
        self.is_new(&root, player);
        self.open.push_back((root, Action::Nil, 0));
        let mut best = (f64::NEG_INFINITY, Action::Nil);
        'search: while let Some((before, towards, ticks)) = self.open.pop_front() {
            // Of equals any may be the best: they are looked at from a random one on.
            let actions = before.actions(player);
            let start = self.model.dice.pick(actions.len()).unwrap_or(0);
            for i in 0..actions.len() {
                let action = actions[(start + i) % actions.len()];
                let mut next = self.copy(&before);
                if !self.model.step(&mut next, player, action) {
                    self.spare.push(next);
                    self.spare.push(before);
                    break 'search;
                }
                let first = if ticks == 0 { action } else { towards };
                let worth = self.judge.worth(&next, player, ticks + 1);
                if worth > best.0 {
                    best = (worth, first);
                }
                if !next.is_over() && self.is_new(&next, player) && self.open.len() < KEPT {
                    self.open.push_back((next, first, ticks + 1));
                } else {
                    self.spare.push(next);
                }
            }
            self.spare.push(before);
            // Nothing that is farther away is better than a win.
            if best.0 > WON - 0.11 {
                break;
            }
        }
        best.1
    }
}
