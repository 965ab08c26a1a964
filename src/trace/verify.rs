//! Replays a trace and compares every tick: hash, sprites with their ids, scores, winners, over flag, random calls; before
//! that the types, the level's size and the avatars, after it the end.
//!
//! A run the reference engine could not start passes when ours cannot start either. A tick in which it throws passes when
//! ours has a fault in that very tick; the half-done state of such a tick is not compared. Runs the reference engine itself
//! does not repeat are skipped.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::BufRead;
use std::sync::Arc;

use vgdl_vm::ontology::Action;
use vgdl_vm::program::Level;
use vgdl_vm::{Image, State};

use super::canon::{self, Fnv};
use super::compare::{Compare, known};
use super::read::{ReadError, Reader, Record, Sprites};
use super::{EndRecord, InitRecord, RunRecord, TickRecord, Why};

/// What reports call the two sides.
const SIDES: [&str; 2] = ["expected", "ours"];

/// Differing sprites that a report names.
const NAMED: usize = 4;

/// What a run is played with: the image of its game, and its level.
pub type Opened = Result<(Arc<Image>, Level), Refusal>;

/// Finds the game and the level of a run.
pub trait Games {
    /// The image of a game and one of its levels.
    ///
    /// # Errors
    /// The files are not there, or what they hold cannot be played.
    fn open(&mut self, set: &str, game: &str, level: &str) -> Opened;
}

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A file is not there or cannot be read: nothing can be said about the run.
    Missing(String),
    /// The game or level cannot be compiled or loaded: where the reference engine cannot start either, that is right.
    Faulty(String),
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All ticks are equal.
    Passed {
        /// Ticks compared.
        ticks: u32,
        /// What else there is to say.
        remark: Option<&'static str>,
    },
    /// Something differs: the first line says what, further ones give details.
    Failed(Vec<String>),
    /// Not compared.
    Skipped,
}

/// What came of a run, and which it was.
#[derive(Clone, Debug)]
pub struct Report {
    /// `set/game level script`, empty when the file as a whole is meant.
    pub run: String,
    /// What came of it.
    pub outcome: Outcome,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sep = if self.run.is_empty() { "" } else { ": " };
        match &self.outcome {
            Outcome::Passed { ticks, remark } => {
                write!(f, "{}{sep}{ticks} tick{}", self.run, if *ticks == 1 { "" } else { "s" })?;
                remark.map_or(Ok(()), |remark| write!(f, ", {remark}"))
            }
            Outcome::Skipped => write!(f, "{}{sep}skipped, the reference does not repeat it", self.run),
            Outcome::Failed(lines) => {
                write!(f, "{}{sep}", self.run)?;
                for (i, line) in lines.iter().enumerate() {
                    write!(f, "{}{line}", if i == 0 { "" } else { "\n       " })?;
                }
                Ok(())
            }
        }
    }
}

/// Replays every run of a trace and reports each. A file that cannot be read to its end is a failed report of its own.
pub fn verify<R: BufRead>(reader: &mut Reader<R>, games: &mut dyn Games, report: &mut dyn FnMut(Report)) {
    let mut current: Option<Run> = None;
    let mut result = Ok(());
    while result.is_ok() {
        match reader.next_record() {
            Ok(Some(Record::Run(record))) => {
                if let Some(run) = current.take() {
                    report(run.finish());
                }
                current = Some(Run::begin(*record, games));
            }
            Ok(Some(Record::Game(_))) => {
                if let Some(run) = current.take() {
                    report(run.finish());
                }
            }
            Ok(Some(record)) => match &mut current {
                Some(run) => run.take(record, reader.line_number()),
                None => result = Err(reader.error("this record belongs to no run")),
            },
            Ok(None) => break,
            Err(e) => result = Err(e),
        }
    }
    match (current, result) {
        (Some(run), Ok(())) => report(run.finish()),
        (run, Err(error)) => report(unreadable(run.as_ref(), &error)),
        (None, Ok(())) => {}
    }
}

fn unreadable(run: Option<&Run>, error: &ReadError) -> Report {
    let run = run.map(|r| r.name.clone()).unwrap_or_default();
    Report { run, outcome: Outcome::Failed(vec![error.to_string()]) }
}

/// A run in the middle of its replay.
struct Run {
    name: String,
    stage: Stage,
    ticks: u32,
}

/// Where a replay stands.
enum Stage {
    /// Playing along. The next record may be the initial state only if `init` is still due.
    Playing(Box<Playing>),
    /// Decided: what else belongs to the run is passed over.
    Decided(Outcome),
}

struct Playing {
    actions: Vec<Vec<Action>>,
    state: State,
    names: Vec<String>,
    expected: Sprites,
    init_due: bool,
    /// The reference threw in the tick before; only the end may follow.
    thrown: bool,
    line: Vec<u8>,
}

impl Run {
    fn begin(record: RunRecord, games: &mut dyn Games) -> Self {
        let set = if record.set.is_empty() { String::new() } else { format!("{}/", record.set) };
        let mut name = format!("{set}{} {} script {}", record.game, record.level, record.script);
        if !record.style.is_empty() {
            let _ = write!(name, " ({})", record.style);
        }
        let stage = match start(record, games) {
            Ok(playing) => Stage::Playing(Box::new(playing)),
            Err(outcome) => Stage::Decided(outcome),
        };
        Self { name, stage, ticks: 0 }
    }

    /// Compares the next record. One that is out of place or contradicts those before it decides the run, too.
    fn take(&mut self, record: Record, line: u64) {
        let Stage::Playing(playing) = &mut self.stage else { return };
        let verdict = match record {
            Record::Init(init) => playing.init(&init),
            Record::Tick(tick) => {
                let verdict = playing.tick(&tick);
                self.ticks += u32::from(matches!(verdict, Ok(None)) && !playing.thrown);
                verdict
            }
            Record::End(end) => playing.end(&end, self.ticks),
            Record::Run(_) | Record::Game(_) => Ok(None),
        };
        match verdict {
            Ok(None) => {}
            Ok(Some(outcome)) => self.stage = Stage::Decided(outcome),
            Err(why) => self.stage = Stage::Decided(failed(format!("line {line}: {why}"))),
        }
    }

    fn finish(self) -> Report {
        let outcome = match self.stage {
            Stage::Decided(outcome) => outcome,
            Stage::Playing(_) => Outcome::Failed(vec!["the trace breaks off: it has no end record".into()]),
        };
        Report { run: self.name, outcome }
    }
}

fn failed(why: impl Into<String>) -> Outcome {
    Outcome::Failed(vec![why.into()])
}

/// Loads and starts a run; `Err` when that decides it.
fn start(record: RunRecord, games: &mut dyn Games) -> Result<Playing, Outcome> {
    if record.det == 0 {
        return Err(Outcome::Skipped);
    }
    let opened = match games.open(&record.set, &record.game, &record.level) {
        Ok((image, level)) => image.start(&level, record.seed).map_err(|e| e.to_string()).map(|state| (image, state)),
        Err(Refusal::Faulty(why)) => Err(why),
        Err(Refusal::Missing(why)) => return Err(failed(why)),
    };
    let (image, state) = match (opened, &record.load_error) {
        (Ok(opened), None) => opened,
        (Err(_), Some(_)) => return Err(Outcome::Passed { ticks: 0, remark: Some("neither can start") }),
        (Ok(_), Some(why)) => return Err(failed(format!("starts, but the reference cannot: {why}"))),
        (Err(why), None) => return Err(failed(format!("cannot start: {why}"))),
    };
    let names = canon::type_names(image.program());
    let (w, h) = state.grid();
    let avatars: Vec<i64> = (0..state.players()).map(|p| state.avatar(p).map_or(-1, i64::from)).collect();
    let mut found = Compare::new(SIDES);
    found.names("types", [&record.types, &names]);
    found.value("pixels per cell", &record.block, &i64::from(state.block()));
    found.value("grid", &format!("{} x {}", record.grid[0], record.grid[1]), &format!("{w} x {h}"));
    found.value("players", &record.players, &state.players());
    found.list("avatar ids", [&record.avatar, &avatars], i64::to_string);
    if let Some(outcome) = verdict("at the start", found.lines) {
        return Err(outcome);
    }
    let mut actions = Vec::new();
    for script in &record.actions {
        match script.chars().map(Action::from_letter).collect() {
            Some(letters) => actions.push(letters),
            None => return Err(failed("its actions hold a letter that is no action")),
        }
    }
    let expected = Sprites::new(&record.types);
    Ok(Playing { actions, state, names, expected, init_due: true, thrown: false, line: Vec::with_capacity(128) })
}

/// `None` while the replay agrees; an error when the trace cannot be right, whatever ours does.
type Verdict = Result<Option<Outcome>, String>;

impl Playing {
    fn init(&mut self, init: &InitRecord) -> Verdict {
        if !self.init_due {
            return Err("a second initial state".into());
        }
        self.init_due = false;
        for entry in &init.s {
            self.expected.put(entry)?;
        }
        let mut found = Compare::new(SIDES);
        self.compare(&init.h, &mut found.lines);
        Ok(verdict("at the start", found.lines))
    }

    fn tick(&mut self, tick: &TickRecord) -> Verdict {
        if self.init_due {
            return Err("a tick before the initial state".into());
        }
        if self.thrown {
            return Err("a tick after the one that ended the run".into());
        }
        self.expected.apply(tick)?;
        let before = self.state.tick();
        let at = format!("tick {}", tick.t);
        if tick.t != before.saturating_add(1) {
            return Err(format!("{at} follows tick {before}"));
        }
        if self.state.is_over() {
            return Ok(Some(failed(format!("{at}: ours is over already"))));
        }
        let actions: Vec<Action> =
            self.actions.iter().map(|a| a.get(tick.t as usize).copied().unwrap_or_default()).collect();
        self.state.step(&actions);
        match (self.state.fault(), &tick.exc) {
            (Some(fault), Some(_)) if fault.tick == tick.t => {
                self.thrown = true;
                return Ok(None);
            }
            (Some(fault), _) => {
                return Ok(Some(failed(format!(
                    "ours has a fault in {}",
                    fault.describe(self.state.image().program())
                ))));
            }
            (None, Some(why)) => {
                return Ok(Some(failed(format!("{at}: ours goes on where the reference throws: {why}"))));
            }
            (None, None) => {}
        }
        let mut found = Compare::new(SIDES);
        found.value("tick", &tick.t, &self.state.tick());
        let players = self.state.players();
        let scores: Vec<_> = (0..players).map(|p| self.state.score(p).map(|s| canon::number_text(s as f64))).collect();
        found.list("score", [&tick.sc, &scores], known);
        let winners: Vec<_> = (0..players).map(|p| self.state.winner(p).map(canon::winner_number)).collect();
        found.list("winner", [&tick.w, &winners], known);
        found.value("over", &tick.o, &u8::from(self.state.is_over()));
        found.value("random calls", &tick.n, &self.state.rng_calls());
        self.compare(&tick.h, &mut found.lines);
        Ok(verdict(&at, found.lines))
    }

    fn end(&mut self, end: &EndRecord, ticks: u32) -> Verdict {
        if self.init_due {
            return Err("an end before the initial state".into());
        }
        if self.thrown != (end.why == Why::Exception) {
            return Err("the end contradicts the last tick about an exception".into());
        }
        let mut found = Compare::new(SIDES);
        found.value("ticks", &end.ticks, &ticks);
        if !self.thrown {
            let why = if self.state.is_over() { Why::Over } else { Why::MaxTicks };
            found.value("reason", &end.why.name(), &why.name());
            let scores: Vec<_> =
                canon::final_scores(&self.state).into_iter().map(|s| canon::number_text(s as f64)).collect();
            found.list("final scores", [&end.scores, &scores], String::clone);
            let rng = format!("{:012x}", self.state.rng_state());
            found.value("state of the random generator", &end.rng_state, &rng);
            found.value("random calls", &end.rng_calls, &self.state.rng_calls());
        }
        let remark = self.thrown.then_some("then a fault in the same tick");
        Ok(Some(verdict("at the end", found.lines).unwrap_or(Outcome::Passed { ticks, remark })))
    }

    /// Compares sprites, ids and hash with the state.
    fn compare(&mut self, hash: &str, lines: &mut Vec<String>) {
        let mut fnv = Fnv::default();
        self.line.clear();
        canon::head_of(&mut self.line, &self.state);
        fnv.write(&self.line);
        let mut expected = self.expected.iter();
        let mut equal = true;
        for sprite in self.state.sprites() {
            self.line.clear();
            canon::sprite_line(&mut self.line, &self.names, &sprite);
            equal &= expected.next().is_some_and(|(kind, id, line)| {
                (kind, id) == (sprite.type_id.index(), sprite.id) && line.as_bytes() == self.line
            });
            self.line.push(b'\n');
            fnv.write(&self.line);
        }
        if !equal || expected.next().is_some() {
            self.name_differences(lines);
        }
        let ours = canon::hash_text(fnv.value());
        if ours != hash {
            let doubt = if lines.is_empty() { " (everything else is equal: the trace contradicts itself)" } else { "" };
            lines.push(format!("hash: expected {}, ours {ours}{doubt}", hash.escape_debug()));
        }
    }

    #[cold]
    fn name_differences(&self, lines: &mut Vec<String>) {
        let mut ours: BTreeMap<(usize, u32), String> = BTreeMap::new();
        let mut buffer = Vec::new();
        for sprite in self.state.sprites() {
            buffer.clear();
            canon::sprite_line(&mut buffer, &self.names, &sprite);
            let text = String::from_utf8_lossy(&buffer).into_owned();
            ours.insert((sprite.type_id.index(), sprite.id), text);
        }
        let mut count = 0;
        let mut name = |line: String| {
            count += 1;
            if count <= NAMED {
                lines.push(line);
            }
        };
        for (kind, id, line) in self.expected.iter() {
            match ours.remove(&(kind, id)) {
                Some(other) if other == line => {}
                Some(other) => name(format!("sprite {id}: expected `{}`, ours `{other}`", line.escape_debug())),
                None => name(format!("sprite {id}: expected `{}`, ours none", line.escape_debug())),
            }
        }
        for ((_, id), line) in ours {
            name(format!("sprite {id}: expected none, ours `{line}`"));
        }
        if count > NAMED {
            lines.push(format!("and {} more sprites", count - NAMED));
        }
    }
}

fn verdict(at: &str, mut lines: Vec<String>) -> Option<Outcome> {
    let first = lines.first_mut()?;
    first.insert_str(0, &format!("{at}: "));
    Some(Outcome::Failed(lines))
}
