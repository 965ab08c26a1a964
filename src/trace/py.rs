//! Replays traces of py-vgdl and compares every tick: the hash of the state, score, random calls, and how it ends.
//!
//! A tick in which the reference engine raises passes when ours stops in that very tick with the same class of exception.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use vgdl_vm::program;
use vgdl_vm::py::{Engine, Image, Keys, Mode, State};
use vgdl_vm::rng::Choice;

use super::canon::Fnv;
use super::folder::plain_name;
use super::read::{ReadError, Reader};
use super::verify::{Outcome, Refusal, Report};
use crate::diag::{Diagnostic, Level, Sink};
use crate::files;
use crate::front::py;
use crate::source::Source;

/// The line that begins a run.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    engine: String,
    game: String,
    #[serde(default)]
    level: String,
    level_text: String,
    seed: i64,
    #[serde(default)]
    script: String,
    #[serde(default)]
    types: Vec<String>,
    block: i32,
    rng: String,
    dict: String,
    #[serde(rename = "loop")]
    loop_: String,
    #[serde(default)]
    randomize_avatar: bool,
}

/// A tick.
#[derive(Clone, Debug, Deserialize)]
struct Tick {
    t: i32,
    #[serde(default)]
    a: Vec<String>,
    #[serde(default)]
    score: Option<f64>,
    #[serde(default)]
    rng: Option<(u64, u64)>,
    #[serde(default)]
    h: Option<String>,
    #[serde(default)]
    end: Option<u8>,
    #[serde(default)]
    win: Option<bool>,
    #[serde(default)]
    final_score: Option<f64>,
    #[serde(default)]
    crash: Option<String>,
}

/// Whether a line begins a run of py-vgdl.
#[must_use]
pub fn is_header(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        #[serde(default)]
        kind: String,
    }
    serde_json::from_slice::<Kind>(line).is_ok_and(|k| k.kind == "header")
}

/// A run that is replayed.
struct Run {
    name: String,
    state: Result<State, Vec<String>>,
    failed: Option<Vec<String>>,
    ticks: u32,
}

/// Replays every run of a trace and reports each. A file that cannot be read to its end is a failed report of its own.
pub fn verify<R: BufRead>(reader: &mut Reader<R>, folder: &Path, report: &mut dyn FnMut(Report)) {
    let mut current: Option<Run> = None;
    let done = replay(reader, folder, &mut current, report);
    match (current, done) {
        (Some(run), Ok(())) => report(run.finish()),
        // What is left of the run was not compared.
        (run, Err(error)) => {
            let run = run.map_or_else(String::new, |run| run.name);
            report(Report { run, outcome: Outcome::Failed(vec![error.to_string()]) });
        }
        (None, Ok(())) => {}
    }
}

/// Replays runs until the file ends; the last is still open then.
fn replay<R: BufRead>(
    reader: &mut Reader<R>,
    folder: &Path,
    current: &mut Option<Run>,
    report: &mut dyn FnMut(Report),
) -> Result<(), ReadError> {
    while let Some(line) = reader.next_line()? {
        let read = if is_header(line) {
            if let Some(run) = current.take() {
                report(run.finish());
            }
            serde_json::from_slice(line).map(|header| *current = Some(Run::begin(&header, folder)))
        } else if line.starts_with(b"{\"stop\"") {
            // The recorder gave up, not the game.
            Ok(())
        } else {
            match (serde_json::from_slice(line), &mut *current) {
                (Ok(tick), Some(run)) => {
                    run.take(&tick);
                    Ok(())
                }
                (Ok(_), None) => return Err(reader.error("this tick belongs to no run")),
                (Err(e), _) => Err(e),
            }
        };
        read.map_err(|e| reader.error(e.to_string()))?;
    }
    Ok(())
}

impl Run {
    fn begin(header: &Header, folder: &Path) -> Run {
        let name = format!("{} {} {}", header.game, header.level, header.script);
        Run { name, state: start(header, folder).map_err(|why| vec![why]), failed: None, ticks: 0 }
    }

    fn take(&mut self, tick: &Tick) {
        if self.failed.is_some() {
            return;
        }
        let Ok(state) = &mut self.state else { return };
        if tick.t > 0 {
            let mut keys = Keys::default();
            for name in &tick.a {
                match Keys::named(name) {
                    Some(key) => keys = keys.and(key),
                    None if name == "NO_OP" => {}
                    None => {
                        self.failed = Some(vec![format!("tick {}: the key `{name}` is not known", tick.t)]);
                        return;
                    }
                }
            }
            state.step(keys);
        }
        if let Err(why) = compare(state, tick) {
            self.failed = Some(why);
        } else {
            self.ticks += u32::from(tick.t > 0);
        }
    }

    fn finish(self) -> Report {
        let outcome = match (self.state, self.failed) {
            (Err(why), _) | (_, Some(why)) => Outcome::Failed(why),
            (Ok(_), None) if self.ticks == 0 => Outcome::Failed(vec!["no tick was compared".into()]),
            (Ok(_), None) => Outcome::Passed { ticks: self.ticks, remark: None },
        };
        Report { run: self.name, outcome }
    }
}

/// The start of a run.
fn start(header: &Header, folder: &Path) -> Result<State, String> {
    if let Err(Refusal::Missing(why) | Refusal::Faulty(why)) = plain_name(&header.game) {
        return Err(why);
    }
    let path = folder.join(&header.game);
    let text = files::read(&path).and_then(|bytes| files::text(&path, bytes, true))?;
    let old = header.rng == "py27";
    let engine = if header.engine.contains("2.0") { Engine::Two } else { Engine::One };
    let (source, mut sink) = (Source::new(header.game.as_str(), text), Sink::default());
    let Some(game) = py::read(&source.text, engine, old, &mut sink) else {
        let error = sink.as_slice().iter().find(|d| d.level == Level::Error);
        let line = |d: &Diagnostic| d.span.map_or(1, |span| source.line_column(span.start).0);
        return Err(error.map_or("it cannot be read".into(), |d| format!("{}:{}: {}", source.name, line(d), d.message)));
    };
    let image = Image::load(game).map_err(|e| e.to_string())?;
    let rows = header.level_text.split('\n').map(str::to_owned).collect();
    let mode = Mode {
        choice: if old { Choice::Python27 } else { Choice::Python3 },
        hash_order: header.dict != "insertion",
        tick_loop: header.loop_ == "tick",
        randomize_avatar: header.randomize_avatar,
    };
    let state = State::start(&image, &program::Level { name: header.level.clone(), rows }, header.seed, mode);
    let state = state.map_err(|e| e.to_string())?;
    let types: Vec<&str> = image.game().types.iter().map(|t| image.name(t.name)).collect();
    if types != header.types {
        return Err(format!("its types are {}, ours {}", header.types.join(" "), types.join(" ")));
    }
    if state.block() != header.block {
        return Err(format!("a cell has {} pixels, ours {}", header.block, state.block()));
    }
    Ok(state)
}

/// Compares a state with what a tick tells.
fn compare(state: &State, tick: &Tick) -> Result<(), Vec<String>> {
    let t = tick.t;
    let mut differs: Vec<String> = Vec::new();
    if let Some(class) = &tick.crash {
        return match state.crash() {
            Some(crash) if crash.class == class => Ok(()),
            Some(crash) => Err(vec![format!(
                "tick {t}: the reference raises {class}, ours stops with {}: {}",
                crash.class, crash.why
            )]),
            None => Err(vec![format!("tick {t}: the reference raises {class}, ours goes on")]),
        };
    }
    if let Some(crash) = state.crash() {
        return Err(vec![format!("tick {t}: ours stops with {}: {}", crash.class, crash.why)]);
    }
    let expected = tick.h.as_deref().unwrap_or_default();
    let ours = hash_text(state);
    if state.time() != t {
        differs.push(format!("ours is at tick {}", state.time()));
    }
    if tick.score.is_some_and(|score| score != state.score()) {
        differs.push(format!("the score is {:?}, ours {}", tick.score, state.score()));
    }
    if tick.rng.is_some_and(|calls| calls != state.rng_calls()) {
        differs.push(format!("random calls are {:?}, ours {:?}", tick.rng.unwrap_or_default(), state.rng_calls()));
    }
    let end = tick.end.map(|_| tick.win.unwrap_or(false));
    if end != state.end() {
        differs.push(format!("the end is {end:?}, ours {:?}", state.end()));
    }
    if tick.final_score.is_some_and(|score| score != state.final_score()) {
        differs.push(format!("the final score is {:?}, ours {}", tick.final_score, state.final_score()));
    }
    if ours != expected {
        differs.push(format!("the state has hash {expected}, ours {ours}"));
    }
    if differs.is_empty() {
        return Ok(());
    }
    let mut told = vec![format!("tick {t}: {}", differs.join("; "))];
    told.extend(text(state).lines().take(60).map(str::to_owned));
    Err(told)
}

fn bits(x: f64) -> String {
    format!("{:016x}", (x + 0.0).to_bits())
}

/// The canonical text of a state.
#[must_use]
pub fn text(state: &State) -> String {
    let image: &Arc<Image> = state.image();
    let win = match state.end() {
        None => "-",
        Some(true) => "1",
        Some(false) => "0",
    };
    let mut out = format!(
        "t {}\nscore {}\nended {}\nwin {win}\n",
        state.time(),
        bits(state.score()),
        u8::from(state.end().is_some())
    );
    for sprite in state.sprites() {
        let orientation = sprite.orientation.map_or("-".into(), |(x, y)| format!("{},{}", bits(x), bits(y)));
        let speed = sprite.speed.map_or("-".into(), bits);
        let mut held: Vec<(&str, f64)> = sprite.resources.iter().map(|&(n, amount)| (image.name(n), amount)).collect();
        held.sort_by(|a, b| a.0.cmp(b.0));
        let held: Vec<String> = held.iter().map(|(name, amount)| format!("{name}={}", bits(*amount))).collect();
        let held = if held.is_empty() { "-".into() } else { held.join(",") };
        let name = image.type_name(sprite.type_id);
        out += &format!("{name} {} {} {orientation} {speed} {held}\n", sprite.rect.x, sprite.rect.y);
    }
    out
}

/// The hash of a state, as 16 hexadecimal digits.
#[must_use]
pub fn hash_text(state: &State) -> String {
    let mut hash = Fnv::default();
    hash.write(text(state).as_bytes());
    super::canon::hash_text(hash.value())
}
