//! `vgdl trace`

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use vgdl::files;
use vgdl::trace::diff::{DiffError, Outcome, diff};
use vgdl::trace::folder::{set_of, verify_file};
use vgdl::trace::read::{ReadError, Reader};
use vgdl::trace::record::{Plan, RecordError, Recorder};
use vgdl::trace::show::{Choice, ShowError, show};
use vgdl::trace::verify;
use vgdl_vm::ontology::Action;

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, How, Ready};
use super::{Done, Failure, Out, term};

/// Record plays, replay recorded ones and compare, show them, or compare two records.
#[derive(Subcommand)]
pub(crate) enum Trace {
    Record(Record),
    Verify(Verify),
    Show(Show),
    Replay(super::play::Replay),
    Diff(Diff),
}

impl Trace {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match self {
            Trace::Record(c) => c.run(out),
            Trace::Verify(c) => c.run(out),
            Trace::Show(c) => c.run(out),
            Trace::Replay(c) => c.run(),
            Trace::Diff(c) => c.run(out),
        }
    }
}

/// Record plays of a game: every tick, with a hash of the state.
#[derive(Args)]
#[command(after_help = "Example: vgdl trace record game.vgdl --level 0 --agent random --seed 5 -o game.jsonl.gz")]
pub(crate) struct Record {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// A level, by number or file; may be given several times. Level 0 if none is given.
    #[arg(long = "level", value_name = "N|FILE")]
    levels: Vec<String>,
    /// Where to write; packed if the name ends in `.gz`.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Seed of the game's random generator, and of the agent's.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    #[arg(long, default_value = "random", value_name = "NAME|FILE", help = agent::help())]
    agent: String,
    #[command(flatten)]
    budget: Budget,
    /// Runs of each level, each with the next seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    runs: u32,
    /// Stop a run after so many ticks.
    #[arg(long, default_value_t = 300, value_name = "N")]
    ticks: u32,
    /// The set (folder of games) that the trace names; without it, the folder that the game is in.
    #[arg(long, value_name = "NAME")]
    set: Option<String>,
    #[command(flatten)]
    how: How,
}

impl Record {
    fn run(self, out: &mut Out<'_>) -> Done {
        let levels: Vec<Option<&str>> =
            if self.levels.is_empty() { vec![None] } else { self.levels.iter().map(|l| Some(l.as_str())).collect() };
        let who = Players::named(&self.agent, self.budget)?;
        // Nothing is written unless every level can be read.
        let ready: Vec<Ready> = levels
            .into_iter()
            .map(|level| load::ready(&self.game, level, &self.how, &Caps::default(), out.quiet))
            .collect::<Result<_, _>>()?;
        let wrong = |e: std::io::Error| {
            Failure::Input(format!("cannot write {}: {}", self.output.display(), files::reason(&e)))
        };
        let file = BufWriter::new(File::create(&self.output).map_err(wrong)?);
        let ticks = if self.output.extension().is_some_and(|e| e == "gz") {
            self.record(GzEncoder::new(file, Compression::default()), &who, &ready).and_then(|(packer, ticks)| {
                packer.finish().and_then(|mut file| file.flush()).map_err(wrong)?;
                Ok(ticks)
            })
        } else {
            self.record(file, &who, &ready).map(|(_, ticks)| ticks)
        };
        if ticks.is_err() && self.output.is_file() {
            // Half a trace is of no use; if it cannot be removed, the failure itself matters more.
            let _ = std::fs::remove_file(&self.output);
        }
        let ticks = ticks?;
        if !out.quiet {
            let runs = u64::from(self.runs) * ready.len() as u64;
            writeln!(
                out,
                "wrote {}: {runs} run{}, {ticks} ticks",
                self.output.display(),
                if runs == 1 { "" } else { "s" }
            )?;
        }
        Ok(())
    }

    fn record<W: Write>(&self, to: W, who: &Players, ready: &[Ready]) -> Result<(W, u64), Failure> {
        let wrong = |e: RecordError| Failure::Input(format!("cannot record {}: {e}", self.output.display()));
        let set = self.set.clone().unwrap_or_else(|| set_of(&self.game));
        let name = self.game.file_stem().unwrap_or_default().to_string_lossy();
        let Some(first) = ready.first() else { return Err(Failure::Usage("no level is named".into())) };
        let mut recorder =
            Recorder::new(to, &set, &name, first.image.program()).map_err(|e| wrong(RecordError::Write(e)))?;
        let mut ticks = 0;
        for ready in ready {
            for script in 0..self.runs {
                let seed = self.seed.wrapping_add(script.cast_signed());
                let actions = self.actions(who, ready, seed)?;
                let plan = Plan { script, style: who.style().to_owned(), seed, actions, max_ticks: self.ticks };
                let state = recorder.run(&ready.image, &ready.level, &plan).map_err(wrong)?;
                ticks += u64::try_from(state.tick() + 1).unwrap_or(0);
            }
        }
        let to = recorder.finish().map_err(|e| wrong(RecordError::Write(e)))?;
        Ok((to, ticks))
    }

    /// A trace names its actions before its ticks: the agent plays once to find them.
    fn actions(&self, who: &Players, ready: &Ready, seed: i32) -> Result<Vec<Vec<Action>>, Failure> {
        let mut state = ready.start(seed)?;
        let players = state.players();
        let mut team = who.team(players, seed);
        let mut scripts = vec![Vec::new(); players];
        let mut actions = Vec::new();
        for _ in 0..self.ticks {
            if state.is_over() {
                break;
            }
            team.choose(&state, &mut actions);
            for (player, script) in scripts.iter_mut().enumerate() {
                script.push(actions.get(player).copied().unwrap_or_default());
            }
            state.step(&actions);
        }
        Ok(scripts)
    }
}

/// Replay recorded plays and compare every tick.
///
/// Compared are the hash, the sprites and their ids, scores, winners, the over flag and the number of random calls. Prints
/// one line a run, and the first tick that differs.
#[derive(Args)]
#[command(after_help = "Example: vgdl trace verify --games examples/games traces/*.jsonl.gz")]
pub(crate) struct Verify {
    /// Traces: .jsonl or .jsonl.gz.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the games are: DIR/SET/GAME.txt, else DIR/GAME.txt.
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// Passes over the programs: 0 for none, 1 for all.
    #[arg(long, value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    opt: u8,
}

impl Verify {
    fn run(self, out: &mut Out<'_>) -> Done {
        let progress = term::Progress::new(self.files.len() as u64, out.quiet);
        let verify = |file: &PathBuf| {
            let reports = verify_file(file, &self.games, self.opt > 0);
            progress.step();
            reports
        };
        let results: Vec<_> = self.files.par_iter().map(verify).collect();
        progress.end();
        let (mut passed, mut failed, mut skipped) = (0, 0, 0);
        for (file, reports) in self.files.iter().zip(&results) {
            for report in reports {
                let word = match &report.outcome {
                    verify::Outcome::Passed { .. } => {
                        passed += 1;
                        "ok  "
                    }
                    verify::Outcome::Skipped => {
                        skipped += 1;
                        "skip"
                    }
                    verify::Outcome::Failed(_) => {
                        failed += 1;
                        "FAIL"
                    }
                };
                if !out.quiet || word == "FAIL" {
                    writeln!(out, "{word} {}: {report}", file.display())?;
                }
            }
            if reports.is_empty() {
                failed += 1;
                writeln!(out, "FAIL {}: it has no runs", file.display())?;
            }
        }
        write!(out, "{passed} passed, {failed} failed")?;
        if skipped > 0 {
            write!(out, ", {skipped} skipped")?;
        }
        writeln!(out)?;
        if failed == 0 && passed > 0 { Ok(()) } else { Err(Failure::Said) }
    }
}

/// Show a run, or one tick of it, with the level drawn as text.
#[derive(Args)]
#[command(after_help = "Example: vgdl trace show traces/game.jsonl.gz --run 0 --tick 7")]
pub(crate) struct Show {
    /// The trace: .jsonl or .jsonl.gz.
    file: PathBuf,
    /// Which run, from 0.
    #[arg(long, default_value_t = 0, value_name = "N")]
    run: usize,
    /// Which tick; -1 for the start. Without it: all of the run.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    tick: Option<i32>,
}

impl Show {
    fn run(self, out: &mut Out<'_>) -> Done {
        let wrong = |path: &Path, why: String| Failure::Input(format!("{}: {why}", path.display()));
        let mut reader = Reader::open(&self.file).map_err(|e| wrong(&self.file, e.to_string()))?;
        let choice = Choice { run: self.run, tick: self.tick, coloured: term::colour_out() };
        show(&mut reader, choice, out).map_err(|e| match e {
            ShowError::Read(e) => wrong(&self.file, e.to_string()),
            ShowError::Absent(why) => wrong(&self.file, why),
            ShowError::Write(e) => Failure::Output(e),
        })
    }
}

/// Compare two traces: run by run, tick by tick, sprite by sprite.
///
/// Exit code 0 if they record the same plays, 1 if anything differs.
#[derive(Args)]
#[command(after_help = "Example: vgdl trace diff before.jsonl.gz after.jsonl.gz")]
pub(crate) struct Diff {
    /// The first trace: .jsonl or .jsonl.gz.
    first: PathBuf,
    /// The second trace.
    second: PathBuf,
    /// How many differences are shown; the others are counted.
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: u64,
    /// Show all differences.
    #[arg(long, conflicts_with = "limit")]
    all: bool,
}

impl Diff {
    fn run(self, out: &mut Out<'_>) -> Done {
        let wrong = |path: &Path, why: ReadError| Failure::Input(format!("{}: {why}", path.display()));
        let mut first = Reader::open(&self.first).map_err(|e| wrong(&self.first, e))?;
        let mut second = Reader::open(&self.second).map_err(|e| wrong(&self.second, e))?;
        let most = if self.all { u64::MAX } else { self.limit };
        let mut shown = 0;
        let mut report = |line: &str| {
            if shown < most {
                shown += 1;
                writeln!(out, "{line}")?;
            }
            Ok(())
        };
        let Outcome { runs, ticks, differences } = diff(&mut first, &mut second, &mut report).map_err(|e| match e {
            DiffError::First(e) => wrong(&self.first, e),
            DiffError::Second(e) => wrong(&self.second, e),
            DiffError::Report(e) => Failure::Output(e),
        })?;
        if differences > shown {
            writeln!(out, "and {} more; --all shows them", differences - shown)?;
        }
        let s = |n: u64| if n == 1 { "" } else { "s" };
        if differences > 0 {
            if !out.quiet {
                writeln!(out, "{differences} difference{} in {runs} run{}, {ticks} ticks", s(differences), s(runs))?;
            }
            return Err(Failure::Said);
        }
        if runs == 0 {
            return Err(Failure::Input(format!("{}: it has no runs", self.first.display())));
        }
        if !out.quiet {
            writeln!(out, "the same: {runs} run{}, {ticks} ticks", s(runs))?;
        }
        Ok(())
    }
}
