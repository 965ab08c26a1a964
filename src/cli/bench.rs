//! `vgdl bench`

use std::hint::black_box;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use vgdl_vm::program::Program;
use vgdl_vm::{Image, State};

use super::agent::Agent;
use super::load::{self, Caps, How, Ready};
use super::{Done, Failure, Out};

/// Ticks after which a play is started anew.
const LONGEST: u32 = 1000;

/// Ticks after which a play counts as in its middle.
const MIDDLE: u32 = 100;

/// Ticks between two looks at the clock.
const STRIDE: u32 = 256;

/// Measure how fast a game runs: one core, a random agent, a new play when one is over or after 1,000 ticks.
#[derive(Args)]
#[command(after_help = "Example: vgdl bench game.vgdl --seconds 5 --json")]
pub(crate) struct Bench {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// The level: a number or a file.
    #[arg(long, value_name = "N|FILE")]
    level: Option<String>,
    /// Seed of the first play; each play has the next.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    /// How long to play.
    #[arg(long, default_value_t = 2.0, value_name = "S", value_parser = seconds)]
    seconds: f64,
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

/// What playing measured.
struct Played {
    ticks: u64,
    plays: u64,
    time: Duration,
    /// A state in the middle of a play.
    middle: State,
}

impl Bench {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let ready = load::ready(&self.game, self.level.as_deref(), &self.how, &self.caps, out.quiet)?;
        let played = self.play(&ready)?;
        let short = Duration::from_secs_f64(self.seconds / 8.0);
        let copies = copies(&played.middle, short);
        let bytes = ready.image.program().to_bytes();
        let load = time_each(short, || Program::from_bytes(&bytes).ok().map(Image::load));
        let compile = ready.sources.as_ref().map(|(game, level)| {
            let options = self.how.options(false);
            time_each(short, || vgdl::compile(game, std::slice::from_ref(level), &options))
        });
        let seconds = played.time.as_secs_f64();
        let per_second = played.ticks as f64 / seconds;
        let ns = seconds * 1e9 / played.ticks as f64;
        if self.json {
            let object = json!({
                "game": self.game.display().to_string(),
                "level": ready.level.name,
                "ticks": played.ticks,
                "plays": played.plays,
                "seconds": seconds,
                "ticks_per_second": per_second,
                "ns_per_tick": ns,
                "copies_per_second": copies,
                "compile_us": compile.map(|t| t * 1e6),
                "load_us": load * 1e6,
                "program_bytes": bytes.len(),
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(out, "{:>12.0} ticks/s  ({ns:.0} ns a tick)", per_second)?;
            writeln!(out, "{:>12} ticks in {} plays, {seconds:.2} s", played.ticks, played.plays)?;
            writeln!(out, "{copies:>12.0} copies/s")?;
            writeln!(out, "{:>12.1} µs to load {} bytes", load * 1e6, bytes.len())?;
            if let Some(compile) = compile {
                writeln!(out, "{:>12.1} µs to parse and compile", compile * 1e6)?;
            }
        }
        Ok(())
    }

    fn play(&self, ready: &Ready) -> Result<Played, Failure> {
        let start = |seed| {
            let state = ready.image.start(&ready.level, seed);
            state.map_err(|e| Failure::Input(format!("level {} cannot start: {e}", ready.level.name)))
        };
        // A play is started anew from a copy: building a level draws nothing.
        let first = start(self.seed)?;
        if first.is_over() {
            return Err(Failure::Input(format!("level {} is over before it begins", ready.level.name)));
        }
        let mut state = first.clone();
        let mut agent = Agent::random(self.seed, state.players());
        let mut actions = Vec::with_capacity(state.players());
        let mut middle = state.clone();
        for _ in 0..MIDDLE {
            if middle.is_over() {
                break;
            }
            agent.choose(&middle, &mut actions);
            middle.step(&actions);
        }
        let length = Duration::from_secs_f64(self.seconds);
        let (mut ticks, mut plays) = (0u64, 1u64);
        let mut seed = self.seed;
        let mut age = 0;
        let begin = Instant::now();
        loop {
            for _ in 0..STRIDE {
                if state.is_over() || age == LONGEST {
                    seed = seed.wrapping_add(1);
                    state.clone_from(&first);
                    state.reseed(seed);
                    plays += 1;
                    age = 0;
                }
                agent.choose(&state, &mut actions);
                state.step(&actions);
                ticks += 1;
                age += 1;
            }
            let time = begin.elapsed();
            if time >= length {
                return Ok(Played { ticks, plays, time, middle });
            }
        }
    }
}

/// Copies of a state per second, into memory that is there already.
fn copies(state: &State, length: Duration) -> f64 {
    let mut copy = state.clone();
    1.0 / time_each(length, || copy.clone_from(black_box(state)))
}

/// Seconds that one call takes, on the average.
fn time_each<T>(length: Duration, mut call: impl FnMut() -> T) -> f64 {
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
