//! Playtests: agents play the levels of a game many times, and what came of it is summed up.
//!
//! Runs are played on all cores. The seed of a run follows from the playtest's, the level, the agent and the number of the run,
//! so that the same playtest gives the same [`Report`] on any machine, and each run can be played again by itself.
//!
//! * `stats`: numbers summed up
//! * `rules`: rules by line
//! * `report`: what came of it, as data and as text
//! * `page`: the same as a page with plots

mod page;
mod report;
mod rules;
mod stats;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use vgdl_vm::program::{Level, RuleId};
use vgdl_vm::{Image, Profile, State, Winner};

use crate::agents::{AgentDef, Setup, SplitMix64, Team};
use crate::draw::Looks;
use crate::source::Source;
use crate::visits::Visits;
pub use page::page;
pub use report::{AgentReport, End, EndReport, How, LevelReport, PlayerReport, Report, RuleReport, Run};
pub use rules::rule_name;
pub use stats::{Rate, Summary};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan<'p> {
    /// The game's name in the report.
    pub game: String,
    /// The game.
    pub image: &'p Arc<Image>,
    /// Its text, to show rules as they were written.
    pub text: Option<&'p Source>,
    /// The levels.
    pub levels: &'p [Level],
    /// Who plays.
    pub agents: &'p [&'static AgentDef],
    /// Runs of each agent on each level.
    pub runs: u32,
    /// Decides the seeds of all runs.
    pub seed: i32,
    /// Ticks after which a run is stopped.
    pub ticks: u32,
    /// Ticks that an agent may try out for a decision.
    pub budget: u32,
}

/// A level cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level {level} cannot start: {why}")]
pub struct PlaytestError {
    /// Its name.
    pub level: String,
    /// Why, in a sentence.
    pub why: String,
}

/// An agent on a level: where its runs begin, and what they add to.
struct Seat<'p> {
    first: &'p State,
    level: usize,
    agent: &'static AgentDef,
    visits: Mutex<Visits>,
}

impl Plan<'_> {
    /// Plays. `step` is called after each run, from any thread.
    ///
    /// # Errors
    /// A level cannot be started.
    pub fn play(&self, step: &(dyn Fn() + Sync)) -> Result<Report, PlaytestError> {
        let wrong = |level: &Level, why: String| PlaytestError { level: level.name.clone(), why };
        let starts = self.levels.iter().map(|level| {
            let start = self.image.start(level, 0).map_err(|e| wrong(level, e.to_string()))?;
            let visits = Visits::of(&start).map_err(|why| wrong(level, why))?;
            Ok((start, visits))
        });
        let starts: Vec<(State, Visits)> = starts.collect::<Result<_, _>>()?;
        let fired: Vec<AtomicU64> = self.image.program().rules.iter().map(|_| AtomicU64::new(0)).collect();
        let seats = starts.iter().enumerate().flat_map(|(level, (first, visits))| {
            self.agents.iter().map(move |&agent| Seat { first, level, agent, visits: Mutex::new(visits.clone()) })
        });
        let seats: Vec<Seat<'_>> = seats.collect();
        let jobs: Vec<(&Seat<'_>, u32)> =
            seats.iter().flat_map(|seat| (0..self.runs).map(move |run| (seat, run))).collect();
        let runs: Vec<Run> = jobs
            .into_par_iter()
            .with_max_len(1)
            .map(|(seat, run)| {
                let run = self.run(seat, run, &fired, starts[seat.level].1.clone());
                step();
                run
            })
            .collect();
        Ok(self.report(&starts, &seats, runs, &fired))
    }

    /// The seed of a run.
    fn run_seed(&self, level: usize, agent: &AgentDef, run: u32) -> i32 {
        let mut mix = SplitMix64::new(u64::from(self.seed.cast_unsigned()));
        let words = [level as u64].into_iter().chain(agent.name.bytes().map(u64::from)).chain([u64::from(run)]);
        for word in words {
            mix = SplitMix64::new(mix.next() ^ word);
        }
        // Seeds that are easy to type.
        (mix.next() >> 33) as i32
    }

    fn run(&self, seat: &Seat<'_>, run: u32, fired: &[AtomicU64], mut visits: Visits) -> Run {
        let seed = self.run_seed(seat.level, seat.agent, run);
        let mut state = seat.first.clone();
        state.reseed(seed);
        let players = state.players();
        let mut team = Team::of(seat.agent, players, Setup { budget: self.budget, ..Setup::seeded(seed) });
        let (mut actions, mut played) = (Vec::new(), 0);
        // Nobody asks for times.
        let mut profile = Profile::new(|| 0);
        let mut scores = vec![0; players];
        visits.add_state(&state);
        while !state.is_over() && played < self.ticks {
            team.choose(&state, &mut actions);
            state.step_profiling(&actions, &mut profile);
            played += 1;
            visits.add_state(&state);
            for (player, last) in scores.iter_mut().enumerate() {
                *last = state.score(player).unwrap_or(*last);
            }
        }
        for (total, cost) in fired.iter().zip(profile.rules()) {
            total.fetch_add(cost.run, Ordering::Relaxed);
        }
        seat.visits.lock().unwrap_or_else(PoisonError::into_inner).merge(&visits);
        let won = (0..players).map(|p| state.winner(p) == Some(Winner::Won)).collect();
        Run { seed, ticks: played, scores, won, how: How::of(&state), end: End::of(&state) }
    }

    fn report(&self, starts: &[(State, Visits)], seats: &[Seat<'_>], runs: Vec<Run>, fired: &[AtomicU64]) -> Report {
        let looks = Looks::of(self.image.program());
        let mut levels: Vec<LevelReport> = Vec::new();
        for (level, (first, _)) in self.levels.iter().zip(starts) {
            let (columns, rows) = first.grid();
            let drawn = looks.draw_state(first, None, false);
            let drawn: Vec<String> = drawn.text.lines().map(str::to_owned).collect();
            // A level that is too large to draw is a single line that says so.
            let drawn = if drawn.len() == rows { drawn } else { Vec::new() };
            levels.push(LevelReport { name: level.name.clone(), columns, rows, drawn, agents: Vec::new() });
        }
        let mut runs = runs.into_iter();
        for seat in seats {
            let runs: Vec<Run> = runs.by_ref().take(self.runs as usize).collect();
            let visits = seat.visits.lock().unwrap_or_else(PoisonError::into_inner);
            let report = AgentReport::of(seat.agent.name, seat.first.players(), runs, &visits);
            levels[seat.level].agents.push(report);
        }
        let count = |rule: RuleId| fired.get(rule.index()).map_or(0, |f| f.load(Ordering::Relaxed));
        Report {
            game: self.game.clone(),
            seed: self.seed,
            runs: self.runs,
            ticks: self.ticks,
            budget: self.budget,
            players: starts.first().map_or(1, |(first, _)| first.players()),
            levels,
            rules: rules::by_line(self.image.program(), self.text, &count),
        }
    }
}
