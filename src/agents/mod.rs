//! Agents: who chooses the actions.
//!
//! An [`Agent`] plays one player, a [`Team`] has one for each. [`AGENTS`] lists them all: what `--agent` takes, what help,
//! complaints and `docs/playtest.md` say follows from it.
//!
//! Agents that plan try things out on copies of the play. What they may try in a decision is counted in ticks, never in time,
//! so that a seed decides everything. Copies get random numbers of their own: agents do not see the game's dice.
//!
//! * `plan`: copies, and the ticks that may be spent on them
//! * `judge`: what a copy is worth; `aim`: what is to be done to win; `means`: what an avatar can
//!   bring about, read off the program; `field`: ways over the level
//! * `greedy`, `search`, `mcts`: agents that plan
//!
//! ```
//! use vgdl::agents::{Setup, Team, find};
//! use vgdl::{Options, Source, compile, vm::Image};
//!
//! let game = Source::new("gems.vgdl", "BasicGame
//!     SpriteSet
//!         gem > Resource
//!     InteractionSet
//!         avatar wall > stepBack
//!         gem avatar > collectResource
//!     TerminationSet
//!         SpriteCounter stype=gem limit=0 win=True
//!     LevelMapping
//!         g > gem
//! ");
//! let level = Source::new("gems_lvl0.txt", "wwwwwww\nwA  g w\nwwwwwww\n");
//! let image = Image::load(compile(&game, &[level], &Options::default()).program.unwrap())?;
//! let mut state = image.start(&image.program().levels[0], 0)?;
//!
//! let mut team = Team::of(find("bfs")?, state.players(), Setup::seeded(1));
//! let mut actions = Vec::new();
//! while !state.is_over() {
//!     team.choose(&state, &mut actions);
//!     state.step(&actions);
//! }
//! assert_eq!(state.tick(), 2); // three steps
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim;
mod field;
mod greedy;
mod judge;
mod mcts;
mod means;
mod plan;
mod random;
mod script;
mod search;

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use crate::diag::suggest;
pub use random::SplitMix64;
pub use script::{Script, ScriptError};

/// Chooses the actions of one player.
pub trait Agent: Send {
    /// The action of a player in the next tick.
    fn choose(&mut self, state: &State, player: usize) -> Action;
}

/// What an agent is made with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Decides its random choices.
    pub seed: u64,
    /// Ticks that it may try out for each decision; agents that do not plan take no notice.
    pub budget: u32,
}

impl Setup {
    /// A seed, and [`BUDGET`].
    #[must_use]
    pub fn seeded(seed: i32) -> Self {
        Self { seed: u64::from(seed.cast_unsigned()), budget: BUDGET }
    }
}

/// Ticks that an agent tries out for a decision, unless something else is asked for: about a millisecond in a small game.
pub const BUDGET: u32 = 1500;

/// A row of [`AGENTS`].
#[derive(Clone, Copy, Debug)]
pub struct AgentDef {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// Whether it tries things out, so that the budget matters.
    pub plans: bool,
    make: fn(Setup) -> Box<dyn Agent>,
}

impl AgentDef {
    /// An agent for one player.
    #[must_use]
    pub fn agent(&self, setup: Setup) -> Box<dyn Agent> {
        (self.make)(setup)
    }
}

/// All agents but scripts, which are files.
pub const AGENTS: &[AgentDef] = &[
    AgentDef { name: "nil", doc: "does nothing", plans: false, make: |_| Box::new(Nil) },
    AgentDef {
        name: "random",
        doc: "takes any of its actions, all equally likely",
        plans: false,
        make: |setup| Box::new(random::Random::new(setup.seed)),
    },
    AgentDef {
        name: "greedy",
        doc: "looks one tick ahead",
        plans: true,
        make: |setup| Box::new(greedy::Greedy::new(setup)),
    },
    AgentDef {
        name: "bfs",
        doc: "looks ahead breadth first, at states that it has not seen",
        plans: true,
        make: |setup| Box::new(search::Search::new(setup, search::Prune::Known)),
    },
    AgentDef {
        name: "iw",
        doc: "looks ahead breadth first, at states with something new in them: IW(1)",
        plans: true,
        make: |setup| Box::new(search::Search::new(setup, search::Prune::NothingNew)),
    },
    AgentDef {
        name: "mcts",
        doc: "searches a tree of actions, open loop, with rollouts",
        plans: true,
        make: |setup| Box::new(mcts::Mcts::new(setup)),
    },
];

/// There is no agent of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no agent `{name}`{}: agents are {}", suggestion.map_or(String::new(), |s| format!(", did you mean `{s}`?")), names())]
pub struct UnknownAgent {
    /// The name.
    pub name: String,
    /// The name that it is most like.
    pub suggestion: Option<&'static str>,
}

/// The names of all agents, separated by commas.
#[must_use]
pub fn names() -> String {
    AGENTS.iter().map(|a| a.name).collect::<Vec<_>>().join(", ")
}

/// The table of all agents in `docs/playtest.md`.
#[must_use]
pub fn table() -> String {
    let row = |a: &AgentDef| {
        let budget = if a.plans { "yes" } else { "no" };
        format!("| `{}` | {} | {budget} |\n", a.name, a.doc)
    };
    let rows: String = AGENTS.iter().map(row).collect();
    format!("| agent | what it does | uses the budget |\n|---|---|---|\n{rows}")
}

/// Finds an agent.
///
/// # Errors
/// There is none of that name.
pub fn find(name: &str) -> Result<&'static AgentDef, UnknownAgent> {
    AGENTS.iter().find(|a| a.name == name).ok_or_else(|| {
        let suggestion = suggest::closest(name, AGENTS.iter().map(|a| a.name));
        let suggestion = suggestion.and_then(|s| AGENTS.iter().map(|a| a.name).find(|n| *n == s));
        UnknownAgent { name: name.escape_debug().to_string(), suggestion }
    })
}

/// An agent for each player. Players plan each for itself.
pub struct Team(Vec<Box<dyn Agent>>);

impl Team {
    /// The same kind of agent for every player; each has a seed of its own.
    #[must_use]
    pub fn of(def: &AgentDef, players: usize, setup: Setup) -> Self {
        let mut seeds = SplitMix64::new(setup.seed);
        Self((0..players).map(|_| def.agent(Setup { seed: seeds.next(), ..setup })).collect())
    }

    /// A script for each player; players without one do nothing.
    #[must_use]
    pub fn scripted(scripts: Vec<Script>) -> Self {
        Self(scripts.into_iter().map(|script| Box::new(script) as Box<dyn Agent>).collect())
    }

    /// The actions of all players in the next tick.
    pub fn choose(&mut self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        actions.extend(self.0.iter_mut().enumerate().map(|(player, agent)| agent.choose(state, player)));
    }
}

/// Does nothing.
struct Nil;

impl Agent for Nil {
    fn choose(&mut self, _: &State, _: usize) -> Action {
        Action::Nil
    }
}
