//! Who plays: options, and files with actions.

use std::path::Path;

use clap::Args;
use clap::builder::StyledStr;
use vgdl::agents::{self, AgentDef, BUDGET, Script, Setup, Team};
use vgdl::files;

use super::Failure;

/// How much agents that plan may try out.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Ticks that an agent which plans tries out for each decision.
    #[arg(long, default_value_t = BUDGET, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) budget: u32,
}

/// Help of `--agent`.
pub(crate) fn help() -> StyledStr {
    format!("Who plays: a file of action letters (U D L R A . with one line a player), or {}", list()).into()
}

/// The agents, each with what it does.
pub(crate) fn list() -> String {
    let all: Vec<String> = agents::AGENTS.iter().map(|a| format!("`{}` ({})", a.name, a.doc)).collect();
    all.join(", ")
}

/// Who plays.
pub(crate) struct Players {
    who: Who,
    budget: u32,
}

enum Who {
    /// An agent of the list.
    Listed(&'static AgentDef),
    /// Scripts, one a player.
    Scripts(Vec<Script>),
}

impl Players {
    /// The agent that is named, or the file.
    pub(crate) fn named(name: &str, budget: Budget) -> Result<Self, Failure> {
        let Budget { budget } = budget;
        let unknown = match agents::find(name) {
            Ok(def) => return Ok(Players { who: Who::Listed(def), budget }),
            Err(unknown) => unknown,
        };
        let path = Path::new(name);
        // What looks like a name and is no file was meant as a name.
        if !path.exists() && !name.contains(['/', '\\', '.']) {
            return Err(Failure::Usage(format!("{unknown}, or a file of action letters")));
        }
        let text = files::read(path).and_then(|bytes| files::text(path, bytes, false)).map_err(Failure::Input)?;
        let scripts = Script::read(&text).map_err(|e| Failure::Input(format!("{}:{e}", path.display())))?;
        Ok(Players { who: Who::Scripts(scripts), budget })
    }

    /// The name that traces know it by.
    pub(crate) fn style(&self) -> &'static str {
        match &self.who {
            Who::Listed(def) => def.name,
            Who::Scripts(_) => "file",
        }
    }

    /// An agent for each player.
    pub(crate) fn team(&self, players: usize, seed: i32) -> Team {
        match &self.who {
            Who::Listed(def) => Team::of(def, players, Setup { budget: self.budget, ..Setup::seeded(seed) }),
            Who::Scripts(scripts) => Team::scripted(scripts.clone()),
        }
    }
}
