//! What came of a playtest.

use std::fmt::Write as _;

use serde::Serialize;
use vgdl_vm::{State, Winner};

use super::stats::{Rate, Summary};
use crate::visits::Visits;

/// What came of a playtest. As JSON it is one object; fields keep their meaning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The seed that the seeds of all runs follow from.
    pub seed: i32,
    /// Runs of each agent on each level.
    pub runs: u32,
    /// Ticks after which a run was stopped.
    pub ticks: u32,
    /// Ticks that an agent could try out for a decision.
    pub budget: u32,
    /// Number of players.
    pub players: usize,
    /// The levels, as given.
    pub levels: Vec<LevelReport>,
    /// The rules, by line, with how often they fired in all runs.
    pub rules: Vec<RuleReport>,
}

/// What came of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LevelReport {
    /// Its name.
    pub name: String,
    /// Its width in cells.
    pub columns: usize,
    /// Its height in cells.
    pub rows: usize,
    /// The level as it begins, drawn as text; empty if it is too large.
    pub drawn: Vec<String>,
    /// What came of each agent's runs.
    pub agents: Vec<AgentReport>,
}

/// What came of an agent on a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentReport {
    /// The agent.
    pub agent: &'static str,
    /// Runs that some player won.
    pub won: Rate,
    /// The players, each with its wins and scores.
    pub players: Vec<PlayerReport>,
    /// Lengths of the runs.
    pub ticks: Summary,
    /// How runs ended, and how many did so; the most frequent first.
    pub ends: Vec<EndReport>,
    /// Each run.
    pub runs: Vec<Run>,
    /// How often avatars were in each cell, at the start and after each tick: rows of columns.
    pub visits: Vec<Vec<u64>>,
}

/// What came of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// Runs that it won.
    pub won: Rate,
    /// Its scores.
    pub score: Summary,
}

/// One run: `vgdl run` with this seed plays it again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// Its seed.
    pub seed: i32,
    /// Ticks played.
    pub ticks: u32,
    /// Score of each player; of one whose avatar is gone, its last one.
    pub scores: Vec<i64>,
    /// Whether each player won.
    pub won: Vec<bool>,
    /// How it ended.
    pub how: How,
    /// What ended it.
    pub end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// A player won.
    Won,
    /// All players lost.
    Lost,
    /// The play is over, and nobody won.
    Over,
    /// It was stopped after the ticks of the playtest.
    Timeout,
    /// The play stopped where the reference engine would throw an exception.
    Fault,
}

/// What ended a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct End {
    /// The termination's line, or that of the rule at fault.
    pub line: Option<u32>,
    /// The termination with its arguments, or the cause of a fault, or what else ended it.
    pub what: String,
}

/// How many runs of an agent ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndReport {
    /// How.
    pub how: How,
    /// What ended them.
    pub end: End,
    /// How many.
    pub runs: u32,
}

/// How often a rule fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReport {
    /// Its line, where it is known.
    pub line: Option<u32>,
    /// The line as it was written; types and effect where the text is not known.
    pub rule: String,
    /// How often its effect ran, in all runs.
    pub fired: u64,
}

impl How {
    /// In one word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            How::Won => "won",
            How::Lost => "lost",
            How::Over => "over",
            How::Timeout => "timeout",
            How::Fault => "fault",
        }
    }

    pub(super) fn of(state: &State) -> Self {
        let mut winners = (0..state.players()).map(|p| state.winner(p));
        if state.fault().is_some() {
            How::Fault
        } else if !state.is_over() {
            How::Timeout
        } else if winners.clone().any(|w| w == Some(Winner::Won)) {
            How::Won
        } else if winners.all(|w| matches!(w, Some(Winner::Lost) | None)) {
            How::Lost
        } else {
            How::Over
        }
    }
}

impl End {
    pub(super) fn of(state: &State) -> Self {
        let program = state.image().program();
        if let Some(fault) = state.fault() {
            return Self { line: fault.line(program), what: fault.cause.to_string() };
        }
        if let Some(i) = state.ended_by() {
            let lines = program.debug.as_ref().map(|d| &d.end_lines);
            let line = lines.and_then(|lines| lines.get(i)).copied().filter(|&line| line > 0);
            return Self { line, what: crate::list::ending(program, i) };
        }
        let what = if !state.is_over() {
            "the playtest's last tick"
        } else if state.tick() >= program.game.max_ticks {
            "the game's last tick"
        } else {
            "the player left, or too many messages"
        };
        Self { line: None, what: what.to_owned() }
    }

    /// In words.
    #[must_use]
    pub fn describe(&self) -> String {
        match self.line {
            Some(line) => format!("{} (line {line})", self.what),
            None => self.what.clone(),
        }
    }
}

impl AgentReport {
    pub(super) fn of(agent: &'static str, players: usize, runs: Vec<Run>, visits: &Visits) -> Self {
        let n = u32::try_from(runs.len()).unwrap_or(u32::MAX);
        let rate = |won: &dyn Fn(&Run) -> bool| {
            Rate::of(u32::try_from(runs.iter().filter(|r| won(r)).count()).unwrap_or(u32::MAX), n)
        };
        let player = |p: usize| {
            let scores: Vec<i64> = runs.iter().filter_map(|r| r.scores.get(p).copied()).collect();
            PlayerReport {
                won: rate(&|r| r.won.get(p).copied().unwrap_or(false)),
                score: Summary::of(&scores).unwrap_or_default(),
            }
        };
        let ticks: Vec<i64> = runs.iter().map(|r| i64::from(r.ticks)).collect();
        let mut ends: Vec<EndReport> = Vec::new();
        for run in &runs {
            match ends.iter_mut().find(|e| e.how == run.how && e.end == run.end) {
                Some(end) => end.runs += 1,
                None => ends.push(EndReport { how: run.how, end: run.end.clone(), runs: 1 }),
            }
        }
        ends.sort_by(|a, b| b.runs.cmp(&a.runs).then_with(|| (a.how, &a.end).cmp(&(b.how, &b.end))));
        Self {
            agent,
            won: rate(&|r| r.won.contains(&true)),
            players: (0..players).map(player).collect(),
            ticks: Summary::of(&ticks).unwrap_or_default(),
            ends,
            visits: visits.counts().chunks(visits.grid().0).map(<[u64]>::to_vec).collect(),
            runs,
        }
    }

    /// The share of the level's cells that an avatar was in.
    #[must_use]
    pub fn visited(&self) -> f64 {
        let cells = self.visits.iter().flatten();
        let all = cells.clone().count().max(1);
        cells.filter(|&&v| v > 0).count() as f64 / all as f64
    }
}

impl Report {
    /// Levels that no agent won.
    pub fn unwon(&self) -> impl Iterator<Item = &LevelReport> {
        self.levels.iter().filter(|level| level.agents.iter().all(|a| a.won.count == 0))
    }

    /// Rules that never fired.
    pub fn silent(&self) -> impl Iterator<Item = &RuleReport> {
        self.rules.iter().filter(|rule| rule.fired == 0)
    }

    /// What stands out, in sentences.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let unwon = self.unwon().map(|level| format!("no agent won level {}", level.name));
        let silent = self.silent().map(|rule| match rule.line {
            Some(line) => format!("the rule of line {line} never fired: {}", rule.rule),
            None => format!("a rule never fired: {}", rule.rule),
        });
        unwon.chain(silent).collect()
    }

    /// A table for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let s = |n: u32| if n == 1 { "" } else { "s" };
        let (runs, ticks) = (self.runs, self.ticks);
        // Writing to a text does not fail.
        let _ = writeln!(
            out,
            "{}: {runs} run{} of each agent, at most {ticks} tick{}, seed {}\n",
            self.game,
            s(runs),
            s(ticks),
            self.seed
        );
        for level in &self.levels {
            let _ = writeln!(out, "{}  ({} x {} cells)", level.name, level.columns, level.rows);
            let _ = writeln!(
                out,
                "  {:<8} {:>9} {:>11}  {:>20} {:>20} {:>8}",
                "agent", "won", "(95 %)", "score", "ticks", "cells"
            );
            for agent in &level.agents {
                agent.write(runs, &mut out);
            }
            out.push('\n');
        }
        let most = self.rules.iter().map(|r| r.fired).max().unwrap_or(0).to_string().len().max(5);
        let _ = writeln!(out, "{:>6} {:>most$}  rule", "line", "fired");
        for rule in &self.rules {
            let line = rule.line.map_or(String::new(), |line| line.to_string());
            let _ = writeln!(out, "{line:>6} {:>most$}  {}", rule.fired, rule.rule);
        }
        let remarks = self.remarks();
        if !remarks.is_empty() {
            out.push('\n');
        }
        for remark in remarks {
            let _ = writeln!(out, "{remark}");
        }
        out
    }
}

impl AgentReport {
    fn write(&self, runs: u32, out: &mut String) {
        let percent = |share: f64| share * 100.0;
        let spread = |s: &Summary| format!("{}..{:.1}..{}", s.least, s.median, s.most);
        for (p, player) in self.players.iter().enumerate() {
            let name = if p == 0 { self.agent } else { "" };
            let won = format!("{}/{runs}", player.won.count);
            let [low, high] = player.won.interval;
            let between = format!("{:.0}-{:.0} %", percent(low), percent(high));
            let (ticks, cells) = match p {
                0 => (spread(&self.ticks), format!("{:.0} %", percent(self.visited()))),
                _ => Default::default(),
            };
            let line =
                format!("  {name:<8} {won:>9} {between:>11}  {:>20} {ticks:>20} {cells:>8}", spread(&player.score));
            let _ = writeln!(out, "{}", line.trim_end());
        }
        for EndReport { how, end, runs: count } in &self.ends {
            let _ = writeln!(out, "           {count:>4} {}: {}", how.word(), end.describe());
        }
    }
}
