//! `vgdl bench`
//!
//! * `play`: plays to measure
//! * `profile`: where their time goes
//! * `compare`: two games, or two results, side by side

mod compare;
mod play;
mod profile;

use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use vgdl_vm::program::Program;
use vgdl_vm::{Image, State};

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, GameFile, How, Ready};
use super::{Done, Failure, Out, py};
use play::Player;
use profile::Profiled;

/// Measure how fast a game runs: one core, a random agent unless another is named, a new play when one is over or after 1,000 ticks.
#[derive(Args)]
#[command(
    after_help = "Example: vgdl bench game.vgdl --seconds 5 --json\n\nWith --compare, two games are played by turns; two results that were saved with --json, or a game and such a result, are put side by side."
)]
pub(crate) struct Bench {
    /// The game: a text or a compiled file. With --compare also a result: a .json file.
    game: PathBuf,
    /// The level: a number or a file.
    #[arg(long, value_name = "N|FILE")]
    level: Option<String>,
    /// Seed of the first play; each play has the next.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    #[arg(long, default_value = "random", value_name = "NAME|FILE", help = agent::help())]
    agent: String,
    #[command(flatten)]
    budget: Budget,
    /// How long to play.
    #[arg(long, default_value_t = 2.0, value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Show where the time goes: by line for rules, by class for sprites.
    #[arg(long)]
    profile: bool,
    /// Compare with another game or with a result.
    #[arg(long, value_name = "GAME|RESULT.json")]
    compare: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s <= 86_400.0 => Ok(s),
        _ => Err("write a number of seconds, more than 0 and at most a day".into()),
    }
}

/// What was measured of a game.
struct Measured {
    game: String,
    level: String,
    ticks: u64,
    plays: u64,
    seconds: f64,
    copies: f64,
    compile: Option<f64>,
    load: f64,
    bytes: usize,
    profiled: Profiled,
}

impl Bench {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        if let Some(other) = &self.compare {
            return self.compare(other, out);
        }
        let file = load::game_file(&self.game, &self.how)?;
        if let GameFile::Py(game) = &file {
            if self.profile {
                return Err(Failure::Usage("--profile is for games of GVGAI".to_owned()));
            }
            self.caps.none_given()?;
            let stage = game.ready(self.level.as_deref(), &self.how, out.quiet)?;
            return py::bench(&self.game, &stage, self.seed, self.seconds, self.json, out);
        }
        let ready = load::ready_of(file, &self.game, self.level.as_deref(), &self.how, &self.caps, out.quiet)?;
        let measured = self.measure(&self.game, &ready)?;
        if self.json {
            writeln!(out, "{}", measured.object())?;
        } else {
            measured.show(out)?;
            if self.profile {
                measured.profiled.show(out)?;
            }
        }
        Ok(())
    }

    fn ready(&self, game: &Path, quiet: bool) -> Result<Ready, Failure> {
        load::ready(game, self.level.as_deref(), &self.how, &self.caps, quiet)
    }

    fn measure(&self, game: &Path, ready: &Ready) -> Result<Measured, Failure> {
        let who = Players::named(&self.agent, self.budget)?;
        let mut player = Player::new(ready, self.seed, &who)?;
        let middle = player.middle();
        let length = Duration::from_secs_f64(self.seconds);
        while player.time < length {
            player.play(play::STRIDE);
        }
        let short = Duration::from_secs_f64(self.seconds / 8.0);
        let bytes = ready.image.program().to_bytes();
        Ok(Measured {
            game: game.display().to_string(),
            level: ready.level.name.clone(),
            ticks: player.ticks,
            plays: player.plays,
            seconds: player.time.as_secs_f64(),
            copies: copies(&middle, short),
            compile: ready.sources.as_ref().map(|(game, level)| {
                let options = self.how.options(false);
                time_each(short, || vgdl::compile(game, std::slice::from_ref(level), &options))
            }),
            load: time_each(short, || Program::from_bytes(&bytes).ok().map(Image::load)),
            bytes: bytes.len(),
            profiled: Profiled::new(ready, self.seed, &who, short * 2)?,
        })
    }
}

impl Measured {
    fn ticks_per_second(&self) -> f64 {
        self.ticks as f64 / self.seconds
    }

    /// Rules tested and effects run per second, at the speed of plays that nobody looks at.
    fn rules_per_second(&self) -> (f64, f64) {
        let (tested, run) = self.profiled.per_tick();
        (tested * self.ticks_per_second(), run * self.ticks_per_second())
    }

    fn object(&self) -> Value {
        let (tested, run) = self.rules_per_second();
        json!({
            "game": self.game,
            "level": self.level,
            "ticks": self.ticks,
            "plays": self.plays,
            "seconds": self.seconds,
            "ticks_per_second": self.ticks_per_second(),
            "ns_per_tick": self.seconds * 1e9 / self.ticks as f64,
            "rules_tested_per_second": tested,
            "effects_run_per_second": run,
            "copies_per_second": self.copies,
            "compile_us": self.compile.map(|t| t * 1e6),
            "load_us": self.load * 1e6,
            "program_bytes": self.bytes,
            "profile": self.profiled.object(),
        })
    }

    fn show(&self, out: &mut Out<'_>) -> Done {
        let (tested, run) = self.rules_per_second();
        let ns = self.seconds * 1e9 / self.ticks as f64;
        writeln!(out, "{:>12.0} ticks/s  ({ns:.0} ns a tick)", self.ticks_per_second())?;
        writeln!(out, "{:>12} ticks in {} plays, {:.2} s", self.ticks, self.plays, self.seconds)?;
        writeln!(out, "{tested:>12.0} rules tested/s")?;
        writeln!(out, "{run:>12.0} effects run/s")?;
        writeln!(out, "{:>12.0} copies/s", self.copies)?;
        writeln!(out, "{:>12.1} µs to load {} bytes", self.load * 1e6, self.bytes)?;
        if let Some(compile) = self.compile {
            writeln!(out, "{:>12.1} µs to parse and compile", compile * 1e6)?;
        }
        Ok(())
    }
}

/// Copies of a state per second, into memory that is there already.
fn copies(state: &State, length: Duration) -> f64 {
    let mut copy = state.clone();
    1.0 / time_each(length, || copy.clone_from(black_box(state)))
}

/// Seconds that one call takes, on the average.
pub(super) fn time_each<T>(length: Duration, mut call: impl FnMut() -> T) -> f64 {
    let begin = Instant::now();
    let (mut calls, mut stride) = (0u64, 1u64);
    loop {
        for _ in 0..stride {
            black_box(call());
        }
        calls += stride;
        let time = begin.elapsed();
        if time >= length {
            return time.as_secs_f64() / calls as f64;
        }
        stride = (stride * 2).min(1 << 12);
    }
}
