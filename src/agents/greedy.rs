//! One tick of looking ahead.

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::judge::Judge;
use super::plan::{Model, copy};
use super::{Agent, Setup};

/// How often each action is tried, if the budget allows: ticks may be random.
const TRIES: u32 = 4;

/// Takes the action after which the state is worth most.
pub(super) struct Greedy {
    model: Model,
    judge: Judge,
    memory: Option<State>,
}

impl Greedy {
    pub(super) fn new(setup: Setup) -> Self {
        Self { model: Model::new(setup, false), judge: Judge::default(), memory: None }
    }
}

impl Agent for Greedy {
    fn choose(&mut self, state: &State, player: usize) -> Action {
        let Self { model, judge, memory } = self;
        model.begin();
        judge.begin(state, player);
        let actions = state.actions(player);
        let tries = (model.budget() / actions.len().max(1) as u32).clamp(1, TRIES);
        let mut best = (f64::NEG_INFINITY, Action::Nil);
        // Of equals any may be the best: they are looked at from a random one on.
        let first = model.dice.pick(actions.len()).unwrap_or(0);
        for i in 0..actions.len() {
            let action = actions[(first + i) % actions.len()];
            let (mut sum, mut tried) = (0.0, 0);
            for _ in 0..tries {
                let next = copy(memory, state);
                model.reseed(next);
                if !model.step(next, player, action) {
                    break;
                }
                sum += judge.worth(next, player, 1);
                tried += 1;
            }
            if tried > 0 && sum / f64::from(tried) > best.0 {
                best = (sum / f64::from(tried), action);
            }
        }
        best.1
    }
}
