//! `vgdl playtest`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use clap::builder::StyledStr;
use vgdl::agents::{self, AgentDef};
use vgdl::files;
use vgdl::playtest::{Plan, page};

use super::agent::{self, Budget};
use super::load::{self, Caps, How};
use super::{Done, Failure, Out, term};

/// Let agents play levels many times, and tell what came of it.
///
/// Told are wins, scores, lengths and ends of the runs, how often each rule fired, and where avatars were.
#[derive(Args)]
#[command(
    after_help = "Example: vgdl playtest game.vgdl game_lvl0.txt game_lvl1.txt --agents random,mcts --html game.html"
)]
pub(crate) struct Playtest {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// The levels: numbers or files. Without any: the game's own, or all files GAME_lvlN.txt beside it.
    #[arg(value_name = "LEVEL")]
    levels: Vec<String>,
    #[arg(long, value_delimiter = ',', default_value = "random,mcts", value_name = "NAMES", help = agents_help())]
    agents: Vec<String>,
    /// Runs of each agent on each level.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    runs: u32,
    /// What the seeds of all runs follow from.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    /// Stop a run after so many ticks.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    ticks: u32,
    #[command(flatten)]
    budget: Budget,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Write a page with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

/// Help of `--agents`.
fn agents_help() -> StyledStr {
    format!("Who plays, separated by commas: {}", agent::list()).into()
}

impl Playtest {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let find = |name: &String| agents::find(name.trim()).map_err(|e| Failure::Usage(e.to_string()));
        let mut players: Vec<&'static AgentDef> = self.agents.iter().map(find).collect::<Result<_, _>>()?;
        // Once each.
        let named = players.clone();
        let mut at = 0;
        players.retain(|p| {
            at += 1;
            named.iter().take(at - 1).all(|before| before.name != p.name)
        });
        let loaded = load::all(&self.game, &self.levels, &self.how.unoptimised(), &self.caps, out.quiet)?;
        let plan = Plan {
            game: self.game.display().to_string(),
            image: &loaded.image,
            text: loaded.text.as_ref(),
            levels: &loaded.levels,
            agents: &players,
            runs: self.runs,
            seed: self.seed,
            ticks: self.ticks,
            budget: self.budget.budget,
        };
        let total = u64::from(self.runs) * players.len() as u64 * loaded.levels.len() as u64;
        let progress = term::Progress::new(total, out.quiet);
        let report = plan.play(&|| progress.step());
        progress.end();
        let report = report.map_err(|e| Failure::Input(e.to_string()))?;
        if let Some(file) = &self.html {
            files::write(file, page(&report).as_bytes()).map_err(Failure::Input)?;
        }
        if self.json {
            let object = serde_json::to_string(&report)
                .map_err(|e| Failure::Input(format!("the report cannot be written as JSON: {e}")))?;
            writeln!(out, "{object}")?;
        } else {
            write!(out, "{}", report.text())?;
        }
        Ok(())
    }
}
