//! Records our own plays in the format of traces.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use vgdl_vm::ontology::{Action, Value};
use vgdl_vm::program::{Level, Program, TypeId};
use vgdl_vm::{Image, StartError, State};

use super::canon::{self, Fnv};
use super::{EndRecord, GameRecord, InitRecord, RunRecord, TickRecord, TypeRecord, Why};

/// Version of the format that is written.
const FORMAT: u32 = 1;

/// Writes a trace.
pub struct Recorder<W> {
    to: W,
    set: String,
    game: String,
}

/// What to play.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Number of the action script.
    pub script: u32,
    /// How its actions were made.
    pub style: String,
    /// Seed of the random generator.
    pub seed: i32,
    /// Actions of each player, by tick; where they end, nothing is done.
    pub actions: Vec<Vec<Action>>,
    /// Ticks after which to stop.
    pub max_ticks: u32,
}

/// Why a run was not recorded.
#[derive(Debug)]
pub enum RecordError {
    /// The level cannot be started.
    Start(StartError),
    /// The file cannot be written.
    Write(io::Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(e) => e.fmt(f),
            Self::Write(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(e: io::Error) -> Self {
        Self::Write(e)
    }
}

/// A record with its kind in front.
#[derive(Serialize)]
struct Tagged<'a, T> {
    k: &'static str,
    #[serde(flatten)]
    record: &'a T,
}

impl<W: Write> Recorder<W> {
    /// Begins a trace with the record of its game. `set` may be empty.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(to: W, set: &str, game: &str, program: &Program) -> io::Result<Self> {
        let mut recorder = Self { to, set: set.to_owned(), game: game.to_owned() };
        let record = recorder.game_record(program);
        recorder.line(&Tagged { k: "game", record: &record })?;
        Ok(recorder)
    }

    /// Plays and records a run.
    ///
    /// # Errors
    /// The level cannot be started, or the file cannot be written.
    pub fn run(&mut self, image: &Arc<Image>, level: &Level, plan: &Plan) -> Result<State, RecordError> {
        let mut state = image.start(level, plan.seed).map_err(RecordError::Start)?;
        let names = canon::type_names(image.program());
        let (w, h) = state.grid();
        let run = RunRecord {
            game: self.game.clone(),
            set: self.set.clone(),
            level: stem(&level.name),
            script: plan.script,
            style: plan.style.clone(),
            seed: plan.seed,
            det: 1,
            load_error: None,
            players: state.players(),
            block: i64::from(state.block()),
            grid: [w as u64, h as u64],
            types: names.clone(),
            max_ticks: plan.max_ticks,
            warnings: state.messages(),
            avatar: (0..state.players()).map(|p| state.avatar(p).map_or(-1, i64::from)).collect(),
            actions: (0..state.players())
                .map(|p| plan.actions.get(p).into_iter().flatten().map(|a| a.letter()).collect())
                .collect(),
        };
        self.line(&Tagged { k: "run", record: &run })?;
        let mut known = Known::default();
        let (entries, _, hash) = known.update(&state, &names);
        self.line(&Tagged { k: "init", record: &InitRecord { s: entries, h: canon::hash_text(hash) } })?;
        let mut ticks = 0;
        while ticks < plan.max_ticks && !state.is_over() {
            let t = ticks as usize;
            let actions: Vec<Action> = plan.actions.iter().map(|a| a.get(t).copied().unwrap_or_default()).collect();
            state.step(&actions);
            let (c, d, hash) = known.update(&state, &names);
            let players = || 0..state.players();
            self.line(&TickRecord {
                t: state.tick(),
                sc: players().map(|p| state.score(p).map(|s| canon::number_text(s as f64))).collect(),
                w: players().map(|p| state.winner(p).map(canon::winner_number)).collect(),
                o: u8::from(state.is_over()),
                n: state.rng_calls(),
                h: canon::hash_text(hash),
                c,
                d,
                exc: state.fault().map(|f| f.cause.to_string()),
            })?;
            if state.fault().is_some() {
                break;
            }
            ticks += 1;
        }
        let why = match (state.fault(), state.is_over()) {
            (Some(_), _) => Why::Exception,
            (None, true) => Why::Over,
            (None, false) => Why::MaxTicks,
        };
        let end = EndRecord {
            why,
            ticks,
            warnings: state.messages(),
            scores: canon::final_scores(&state).into_iter().map(|s| canon::number_text(s as f64)).collect(),
            rng_state: format!("{:012x}", state.rng_state()),
            rng_calls: state.rng_calls(),
        };
        self.line(&Tagged { k: "end", record: &end })?;
        Ok(state)
    }

    /// Ends the trace and gives the file back.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.to.flush()?;
        Ok(self.to)
    }

    fn line<T: Serialize>(&mut self, record: &T) -> io::Result<()> {
        serde_json::to_writer(&mut self.to, record)?;
        self.to.write_all(b"\n")
    }

    fn game_record(&self, program: &Program) -> GameRecord {
        let names = canon::type_names(program);
        let name = |t: usize| names.get(t).cloned().unwrap_or_default();
        let mapping = program.mapping.iter().map(|m| {
            let types = m.types.iter().map(|t| t.0.map_or("?".into(), |t| name(t.index()))).collect();
            (m.glyph.to_string(), types)
        });
        GameRecord {
            fmt: FORMAT,
            engine: concat!("vgdl ", env!("CARGO_PKG_VERSION")).to_owned(),
            set: self.set.clone(),
            game: self.game.clone(),
            players: usize::from(program.game.players),
            types: (0..program.types.len()).map(|id| type_record(program, id)).collect(),
            sprite_order: program.order.iter().map(|t| t.index()).collect(),
            mapping: mapping.collect(),
            error: None,
        }
    }
}

/// The record of a type of a program.
pub(crate) fn type_record(program: &Program, id: usize) -> TypeRecord {
    let name = |t: usize| program.type_name(TypeId(t as u16));
    let text = |value: &Value| match value {
        Value::Int(n) => Some(n.to_string()),
        Value::Double(x) => Some(canon::number_text(*x)),
        Value::Bool(b) => Some(if *b { "True" } else { "False" }.to_owned()),
        Value::Dir(d) => Some(d.name().to_owned()),
        Value::Colour(c) => vgdl_vm::ontology::COLOURS.get(usize::from(c.0)).map(|(n, _)| (*n).to_owned()),
        Value::Text(s) => Some(s.clone()),
        Value::Type(t) => t.0.map(|t| name(t.index())),
        Value::Types(list) => {
            Some(list.iter().map(|t| t.0.map_or("?".into(), |t| name(t.index()))).collect::<Vec<_>>().join(","))
        }
        Value::Effect(_) | Value::Rule(_) | Value::Ints(_) | Value::Bools(_) => None,
    };
    let decl = program.types.get(id);
    let params = decl.into_iter().flat_map(|decl| &decl.params);
    TypeRecord {
        id,
        name: name(id),
        class: decl.and_then(|decl| decl.class.ok()).map(|class| class.def().name.to_owned()),
        params: params
            .filter_map(|(p, v)| Some((p.def().name.to_owned(), serde_json::Value::String(text(v)?))))
            .collect(),
    }
}

/// The name of a level file without folder and ending: how traces name levels.
pub(crate) fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The sprites as they were last written.
#[derive(Default)]
struct Known {
    lines: BTreeMap<u32, Vec<u8>>,
    seen: Vec<u32>,
    line: Vec<u8>,
}

impl Known {
    /// Entries added or changed, ids removed, and the hash of the state.
    fn update(&mut self, state: &State, names: &[String]) -> (Vec<String>, Vec<u32>, u64) {
        let mut hash = Fnv::default();
        let mut changed = Vec::new();
        self.line.clear();
        canon::head_of(&mut self.line, state);
        hash.write(&self.line);
        self.seen.clear();
        for sprite in state.sprites() {
            self.line.clear();
            canon::sprite_line(&mut self.line, names, &sprite);
            self.seen.push(sprite.id);
            if self.lines.get(&sprite.id) != Some(&self.line) {
                changed.push(format!("{} {}", sprite.id, String::from_utf8_lossy(&self.line)));
                self.lines.insert(sprite.id, self.line.clone());
            }
            self.line.push(b'\n');
            hash.write(&self.line);
        }
        self.seen.sort_unstable();
        let mut removed = Vec::new();
        if self.seen.len() != self.lines.len() {
            let seen = &self.seen;
            self.lines.retain(|id, _| {
                let keep = seen.binary_search(id).is_ok();
                if !keep {
                    removed.push(*id);
                }
                keep
            });
        }
        (changed, removed, hash.value())
    }
}
