//! Search of a tree of actions by playing on at random.

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::judge::Judge;
use super::plan::{Model, copy};
use super::{Agent, Setup};

/// Ticks that are looked ahead.
const DEPTH: u32 = 24;

/// How much is made of what has been tried little.
const CURIOSITY: f64 = 0.4;

/// What a tick later makes of what is gained or lost.
const LATER: f64 = 0.96;

/// Share of the best try in what a node is worth.
const BEST: f64 = 0.3;

/// How many of 256 actions of a rollout follow the hint, by turns.
const LED: [u8; 4] = [0, 230, 128, 255];

/// No node.
const NONE: u32 = u32::MAX;

/// Monte Carlo tree search, open loop: a node stands for actions, not for a state, which is found anew each time by playing
/// them from the root. So the tree takes chance into account without knowing it.
///
/// A node is chosen by UCT; behind the tree the play goes on to [`DEPTH`] ticks, with actions that are random or lead to what
/// is to be done next.
pub(super) struct Mcts {
    model: Model,
    judge: Judge,
    nodes: Vec<Node>,
    /// The nodes from the root to the end of the tree.
    path: Vec<u32>,
    /// Actions of the try at hand, and of the best one.
    taken: Vec<Action>,
    best: Vec<Action>,
    memory: Option<State>,
    /// Least and largest worth seen in this decision.
    bounds: (f64, f64),
}

/// What is known of a list of actions.
#[derive(Clone, Copy, Debug)]
struct Node {
    action: Action,
    visits: u32,
    /// Sum of what tries were worth, and the most that one was.
    worth: f64,
    most: f64,
    /// First of the nodes one action longer, and the node beside this.
    child: u32,
    sibling: u32,
}

impl Node {
    /// What it is worth: mostly the mean, and partly the best, since there is a choice of what comes next.
    fn mean(&self) -> f64 {
        (1.0 - BEST) * self.worth / f64::from(self.visits.max(1)) + BEST * self.most
    }
}

impl Mcts {
    pub(super) fn new(setup: Setup) -> Self {
        let model = Model::new(setup, true);
        let bounds = (0.0, 1.0);
        Self {
            model,
            judge: Judge::default(),
            nodes: Vec::new(),
            path: Vec::new(),
            taken: Vec::new(),
            best: Vec::new(),
            memory: None,
            bounds,
        }
    }

    fn children(nodes: &[Node], of: u32) -> impl Iterator<Item = (u32, &Node)> {
        let get = |i: u32| nodes.get(i as usize).map(|n| (i, n));
        std::iter::successors(get(nodes[of as usize].child), move |&(_, n)| get(n.sibling))
    }

    /// Adds a node for an action that was not tried there, if there is one; any of them.
    fn grow(&mut self, at: u32, state: &State, player: usize) -> Option<u32> {
        let actions = state.actions(player);
        let start = self.model.dice.pick(actions.len())?;
        let tried = |action| Self::children(&self.nodes, at).any(|(_, n)| n.action == action);
        let action = (0..actions.len()).map(|i| actions[(start + i) % actions.len()]).find(|&a| !tried(a))?;
        Some(self.add(at, action))
    }

    fn add(&mut self, at: u32, action: Action) -> u32 {
        let new = self.nodes.len() as u32;
        let sibling = self.nodes[at as usize].child;
        self.nodes.push(Node { action, visits: 0, worth: 0.0, most: 0.0, child: NONE, sibling });
        self.nodes[at as usize].child = new;
        new
    }

    /// The node to try next, by UCT with worths spread from 0 to 1.
    fn select(&self, at: u32, state: &State, player: usize) -> Option<u32> {
        let (low, high) = self.bounds;
        let spread = (high - low).max(1e-9);
        let log = f64::from(self.nodes[at as usize].visits.max(1)).ln();
        let bound = |n: &Node| {
            let visits = f64::from(n.visits.max(1));
            (n.mean() - low) / spread + CURIOSITY * (log / visits).sqrt()
        };
        let has = |n: &Node| state.actions(player).contains(&n.action);
        let able = Self::children(&self.nodes, at).filter(|(_, n)| has(n));
        able.max_by(|a, b| bound(a.1).total_cmp(&bound(b.1))).map(|(i, _)| i)
    }

    /// Plays once from the root: what it was worth, `None` if the budget did not allow it.
    fn try_out(&mut self, root: &State, player: usize, led: u8, known: &[Action]) -> Option<f64> {
        let mut memory = self.memory.take();
        let state = copy(&mut memory, root);
        self.model.reseed(state);
        self.path.clear();
        self.path.push(0);
        let (mut at, mut ticks, mut grown) = (0, 0, false);
        self.taken.clear();
        let mut before = self.judge.worth(state, player, 0);
        let (mut worth, mut weight) = (before, 1.0);
        while ticks < DEPTH && !state.is_over() {
            let action = if let Some(&action) = known.get(ticks as usize).filter(|a| state.actions(player).contains(a))
            {
                if ticks == 0 {
                    let child = Self::children(&self.nodes, 0).find(|(_, n)| n.action == action).map(|(i, _)| i);
                    let child = child.unwrap_or_else(|| self.add(0, action));
                    self.path.push(child);
                    grown = true;
                }
                action
            } else if grown {
                self.roll(state, player, led)
            } else {
                let next = match self.grow(at, state, player) {
                    Some(new) => {
                        grown = true;
                        Some(new)
                    }
                    None => self.select(at, state, player),
                };
                let Some(next) = next else { break };
                at = next;
                self.path.push(at);
                self.nodes[at as usize].action
            };
            if !self.model.step(state, player, action) {
                break;
            }
            self.taken.push(action);
            ticks += 1;
            // What comes sooner counts for more.
            let now = self.judge.worth(state, player, ticks);
            weight *= LATER;
            worth += weight * (now - before);
            before = now;
        }
        if ticks > 0 {
            self.bounds = (self.bounds.0.min(worth), self.bounds.1.max(worth));
            for &i in &self.path {
                let node = &mut self.nodes[i as usize];
                node.visits += 1;
                node.worth += worth;
                node.most = node.most.max(worth);
            }
        }
        self.memory = memory;
        (ticks > 0).then_some(worth)
    }

    /// An action behind the tree.
    fn roll(&mut self, state: &State, player: usize, led: u8) -> Action {
        if self.model.dice.happens(led)
            && let Some(action) = self.judge.hint(state, player)
        {
            return action;
        }
        self.model.dice.action(state, player)
    }
}

impl Agent for Mcts {
    fn choose(&mut self, state: &State, player: usize) -> Action {
        self.model.begin();
        self.judge.begin(state, player);
        self.nodes.clear();
        self.nodes.push(Node { action: Action::Nil, visits: 0, worth: 0.0, most: 0.0, child: NONE, sibling: NONE });
        self.bounds = (f64::INFINITY, f64::NEG_INFINITY);
        // First what seemed best in the last tick: plans are kept to.
        let mut best = std::mem::take(&mut self.best);
        let known = best.get(1..).unwrap_or_default().to_vec();
        let (mut most, mut round) = (f64::NEG_INFINITY, 0);
        while self.model.left() > 0 {
            let known = if round == 0 { &known[..] } else { &[] };
            let Some(worth) = self.try_out(state, player, LED[round % LED.len()], known) else { break };
            if worth > most {
                most = worth;
                best.clone_from(&self.taken);
            }
            round += 1;
        }
        self.best = best;
        let tried = Self::children(&self.nodes, 0).filter(|(_, n)| n.visits > 0);
        let best = tried.max_by(|a, b| a.1.mean().total_cmp(&b.1.mean()));
        best.map_or_else(|| self.model.dice.action(state, player), |(_, n)| n.action)
    }
}
