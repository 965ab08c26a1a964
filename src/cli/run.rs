//! `vgdl run`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use vgdl::caves::View;
use vgdl::draw::Looks;
use vgdl::trace::canon;
use vgdl::trace::show::outcome;
use vgdl_vm::State;
use vgdl_vm::program::Program;

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, GameFile, How};
use super::py::{self, Plan, PyGame};
use super::{Done, Failure, Out, term};

/// Play a level and show how it ends.
#[derive(Args)]
#[command(after_help = "Example: vgdl run game.vgdl --level 1 --seed 5 --agent random --ticks 500")]
pub(crate) struct Run {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// The level: a number or a file. Number N of a text is the file GAME_lvlN.txt beside it.
    #[arg(long, value_name = "N|FILE")]
    level: Option<String>,
    /// Seed of the game's random generator, and of the agent's.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    #[arg(long, default_value = "nil", value_name = "NAME|FILE", help = agent::help())]
    agent: String,
    #[command(flatten)]
    budget: Budget,
    /// Stop after so many ticks; without it, when the game is over.
    #[arg(long, value_name = "N")]
    ticks: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Draw the level after every tick, not only at the end.
    #[arg(long, conflicts_with = "json")]
    draw: bool,
    /// Draw only so many columns and rows around the first player's avatar.
    #[arg(long, value_name = "COLUMNSxROWS", conflicts_with = "json")]
    view: Option<View>,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

impl Run {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let file = load::game_file(&self.game, &self.how)?;
        if let GameFile::Py(game) = &file {
            return self.run_py(game, out);
        }
        let ready = load::ready_of(file, &self.game, self.level.as_deref(), &self.how, &self.caps, out.quiet)?;
        let mut state = ready.start(self.seed)?;
        let mut team = Players::named(&self.agent, self.budget)?.team(state.players(), self.seed);
        let looks = Looks::of(ready.image.program());
        let mut actions = Vec::new();
        let mut played = 0;
        while !state.is_over() && self.ticks.is_none_or(|most| played < most) {
            team.choose(&state, &mut actions);
            state.step(&actions);
            played += 1;
            if self.draw {
                let picture = looks.draw_state(&state, self.view, term::colour_out());
                writeln!(out, "tick {}  {}\n{}", state.tick(), scores(&state), picture.text)?;
            }
        }
        if self.json {
            let names = canon::type_names(ready.image.program());
            writeln!(out, "{}", self.object(&state, played, &ready.level.name, &names, ready.image.program()))?;
        } else {
            let picture = looks.draw_state(&state, self.view, term::colour_out());
            if !self.draw {
                write!(out, "{}", picture.text)?;
            }
            writeln!(out, "{}", picture.legend)?;
            let s = if played == 1 { "" } else { "s" };
            writeln!(out, "{}: {} after {played} tick{s}", scores(&state), outcome(&state))?;
        }
        match state.fault() {
            None => Ok(()),
            Some(fault) => {
                let why = fault.describe(ready.image.program());
                Err(Failure::Input(format!("the game stopped in {why}")))
            }
        }
    }

    fn run_py(&self, game: &PyGame, out: &mut Out<'_>) -> Done {
        self.caps.none_given()?;
        if self.view.is_some() {
            return Err(Failure::Usage("--view is for games of GVGAI".to_owned()));
        }
        let stage = game.ready(self.level.as_deref(), &self.how, out.quiet)?;
        let plan = Plan { seed: self.seed, agent: &self.agent, ticks: self.ticks, json: self.json, draw: self.draw };
        py::run(&self.game, &stage, &plan, out)
    }

    fn object(
        &self,
        state: &State,
        played: u32,
        level: &str,
        names: &[String],
        program: &Program,
    ) -> serde_json::Value {
        let players = || 0..state.players();
        let winners: Vec<_> = players().map(|p| state.winner(p).map(canon::winner_number)).collect();
        let scores: Vec<_> = players().map(|p| state.score(p)).collect();
        json!({
            "game": self.game.display().to_string(),
            "level": level,
            "seed": self.seed,
            "ticks": played,
            "score": scores.first(),
            "winner": winners.first(),
            "over": state.is_over(),
            "rng_calls": state.rng_calls(),
            "hash": canon::hash_text(canon::hash(state, names)),
            "scores": scores,
            "winners": winners,
            "fault": state.fault().map(|f| json!({
                "message": f.describe(program),
                "cause": f.cause.to_string(),
                "tick": f.tick,
                "rule": f.rule_name(program),
                "line": f.line(program),
                "sprite": f.sprite.map(|(kind, _)| program.type_name(kind)),
                "id": f.sprite.map(|(_, id)| id),
            })),
        })
    }
}

fn scores(state: &State) -> String {
    let score = |p| state.score(p).map_or("gone".to_owned(), |s| s.to_string());
    let list: Vec<String> = (0..state.players()).map(score).collect();
    format!("score {}", list.join(", "))
}
