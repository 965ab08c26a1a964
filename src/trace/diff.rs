//! Compares two traces: run by run in the order of the files, tick by tick, sprite by sprite.
//!
//! What the engines that recorded them are called, how scripts were made and how parameters of types are spelt is no
//! difference; everything that plays is.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead};

use super::canon::number_of;
use super::compare::{Compare, known};
use super::read::{ReadError, Reader, Record, Sprites};
use super::{EndRecord, GameRecord, RunRecord, TickRecord};

/// What reports call the two traces.
const SIDES: [&str; 2] = ["first", "second"];

/// What the words of a sprite's line are; see [`super::canon`].
const FIELDS: [&str; 11] =
    ["type", "x", "y", "width", "height", "orientation x", "orientation y", "speed", "health", "killed", "resources"];

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Runs that both traces have.
    pub runs: u64,
    /// Ticks that both have, over all runs.
    pub ticks: u64,
    /// Differences reported.
    pub differences: u64,
}

/// Why two traces were not compared to their ends.
#[derive(Debug)]
pub enum DiffError {
    /// The first trace cannot be read.
    First(ReadError),
    /// The second trace cannot be read.
    Second(ReadError),
    /// A difference could not be reported.
    Report(io::Error),
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(e) | Self::Second(e) => e.fmt(f),
            Self::Report(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for DiffError {}

/// One of the two traces.
struct Side<'r, R> {
    reader: &'r mut Reader<R>,
    /// The record after those that were taken.
    next: Option<Record>,
    game: GameRecord,
    sprites: Sprites,
}

impl<'r, R: BufRead> Side<'r, R> {
    fn new(reader: &'r mut Reader<R>) -> Result<Self, ReadError> {
        let next = reader.next_record()?;
        Ok(Self { reader, next, game: GameRecord::default(), sprites: Sprites::default() })
    }

    fn take(&mut self) -> Result<Option<Record>, ReadError> {
        let next = self.reader.next_record()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Goes on to the next run; what is left of the one before is passed over.
    fn run(&mut self) -> Result<Option<RunRecord>, ReadError> {
        loop {
            match self.take()? {
                Some(Record::Game(game)) => self.game = *game,
                Some(Record::Run(run)) => {
                    self.sprites = Sprites::new(&run.types);
                    return Ok(Some(*run));
                }
                Some(Record::Init(_) | Record::Tick(_) | Record::End(_)) => {}
                None => return Ok(None),
            }
        }
    }

    /// The next record of the run.
    fn step(&mut self) -> Result<Option<Record>, ReadError> {
        if matches!(self.next, None | Some(Record::Game(_) | Record::Run(_))) {
            return Ok(None);
        }
        let record = self.take()?;
        let changed = match &record {
            Some(Record::Init(init)) => init.s.iter().try_for_each(|entry| self.sprites.put(entry)),
            Some(Record::Tick(tick)) => self.sprites.apply(tick),
            _ => Ok(()),
        };
        changed.map_err(|why| self.reader.error(why))?;
        Ok(record)
    }

    /// Passes over the ticks before another; the last of them.
    fn pass(&mut self, until: Option<i32>) -> Result<Option<i32>, ReadError> {
        let mut last = None;
        while let Some(tick) = self.tick().filter(|&t| until.is_none_or(|u| t < u)) {
            self.step()?;
            last = Some(tick);
        }
        Ok(last)
    }

    /// The tick that comes next in the run.
    fn tick(&self) -> Option<i32> {
        if let Some(Record::Tick(tick)) = &self.next { Some(tick.t) } else { None }
    }
}

/// Compares two traces; every difference is given to `report` as one line.
///
/// # Errors
/// A trace cannot be read to its end, or `report` fails.
pub fn diff<A: BufRead, B: BufRead>(
    first: &mut Reader<A>,
    second: &mut Reader<B>,
    report: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<Outcome, DiffError> {
    let mut a = Side::new(first).map_err(DiffError::First)?;
    let mut b = Side::new(second).map_err(DiffError::Second)?;
    let mut outcome = Outcome::default();
    let mut seen = 0;
    loop {
        let runs = (a.run().map_err(DiffError::First)?, b.run().map_err(DiffError::Second)?);
        let mut tell = |place: &str, found: Compare| -> Result<(), DiffError> {
            outcome.differences += found.lines.len() as u64;
            let line = |line: &String| report(&format!("run {seen}{place}: {line}"));
            found.lines.iter().try_for_each(line).map_err(DiffError::Report)
        };
        match runs {
            (None, None) => return Ok(outcome),
            (Some(run), None) => tell("", only("first", &format!("{} {}", run.game, run.level)))?,
            (None, Some(run)) => tell("", only("second", &format!("{} {}", run.game, run.level)))?,
            (Some(run), Some(other)) => {
                tell("", heads([&a.game, &b.game], [&run, &other]))?;
                outcome.ticks += ticks(&mut a, &mut b, &mut tell)?;
                outcome.runs += 1;
            }
        }
        seen += 1;
    }
}

/// Compares what two runs are made of; the number of ticks that both have.
fn ticks<A: BufRead, B: BufRead>(
    a: &mut Side<'_, A>,
    b: &mut Side<'_, B>,
    tell: &mut dyn FnMut(&str, Compare) -> Result<(), DiffError>,
) -> Result<u64, DiffError> {
    let span = |from: i32, to: i32| if from == to { format!(" tick {from}") } else { format!(" ticks {from} to {to}") };
    let mut ticks = 0;
    // Whether all sprites were the same after the record before.
    let mut same = true;
    loop {
        // Ticks that one of them leaves out are passed over in the other.
        match (a.tick(), b.tick()) {
            (Some(t), u) if u.is_none_or(|u| t < u) => {
                let last = a.pass(u).map_err(DiffError::First)?;
                tell(&span(t, last.unwrap_or(t)), only("first", "this"))?;
                same = false;
                continue;
            }
            (t, Some(u)) if t.is_none_or(|t| u < t) => {
                let last = b.pass(t).map_err(DiffError::Second)?;
                tell(&span(u, last.unwrap_or(u)), only("second", "this"))?;
                same = false;
                continue;
            }
            _ => {}
        }
        let mut found = Compare::new(SIDES);
        let records = (a.step().map_err(DiffError::First)?, b.step().map_err(DiffError::Second)?);
        let place = match &records {
            (None, None) => return Ok(ticks),
            (Some(record), None) => {
                found = only("first", "this");
                place(record)
            }
            (None, Some(record)) => {
                found = only("second", "this");
                place(record)
            }
            (Some(record @ Record::Init(one)), Some(Record::Init(other))) => {
                same = sprites(&mut found, &a.sprites, &b.sprites);
                hash(&mut found, &one.h, &other.h);
                place(record)
            }
            (Some(record @ Record::Tick(one)), Some(Record::Tick(other))) => {
                ticks += 1;
                tick(&mut found, one, other);
                if !(same && one.c == other.c && one.d == other.d) {
                    same = sprites(&mut found, &a.sprites, &b.sprites);
                }
                hash(&mut found, &one.h, &other.h);
                place(record)
            }
            (Some(record @ Record::End(one)), Some(Record::End(other))) => {
                end(&mut found, one, other);
                place(record)
            }
            (Some(one), Some(other)) => {
                found.say("record", kind(one), kind(other));
                same = false;
                place(one)
            }
        };
        tell(&place, found)?;
    }
}

/// Where in its run a record stands.
fn place(record: &Record) -> String {
    match record {
        Record::Tick(tick) => format!(" tick {}", tick.t),
        Record::End(_) => " at the end".to_owned(),
        Record::Init(_) | Record::Game(_) | Record::Run(_) => " at the start".to_owned(),
    }
}

/// What only one of the traces has.
fn only(side: &str, what: &str) -> Compare {
    let mut found = Compare::new(SIDES);
    found.lines.push(format!("only the {side} has {}", what.escape_debug()));
    found
}

fn kind(record: &Record) -> &'static str {
    match record {
        Record::Game(_) => "a game",
        Record::Run(_) => "a run",
        Record::Init(_) => "the start",
        Record::Tick(_) => "a tick",
        Record::End(_) => "the end",
    }
}

/// Compares what runs start from.
fn heads([game, other_game]: [&GameRecord; 2], [run, other]: [&RunRecord; 2]) -> Compare {
    let mut found = Compare::new(SIDES);
    found.value("game", &run.game, &other.game);
    found.value("level", &run.level, &other.level);
    let classes = |game: &GameRecord| -> Vec<String> {
        game.types.iter().map(|t| format!("{} > {}", t.name, t.class.as_deref().unwrap_or("?"))).collect()
    };
    found.names("classes", [&classes(game), &classes(other_game)]);
    if game.engine == other_game.engine {
        // Engines spell values each in their own way.
        for (one, two) in game.types.iter().zip(&other_game.types) {
            for name in one.params.keys().chain(two.params.keys().filter(|name| !one.params.contains_key(*name))) {
                let word = |params: &BTreeMap<String, serde_json::Value>| {
                    params
                        .get(name)
                        .map_or("nothing".to_owned(), |v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                };
                found.value(&format!("{} of {}", name, one.name), &word(&one.params), &word(&two.params));
            }
        }
    }
    let order = |game: &GameRecord| game.sprite_order.iter().map(ToString::to_string).collect::<Vec<_>>();
    found.names("drawing order", [&order(game), &order(other_game)]);
    let mapping = |game: &GameRecord| -> Vec<String> {
        game.mapping.iter().map(|(glyph, names)| format!("{glyph} > {}", names.join(" "))).collect()
    };
    found.names("level mapping", [&mapping(game), &mapping(other_game)]);
    found.names("types", [&run.types, &other.types]);
    found.value("seed", &run.seed, &other.seed);
    found.value("players", &run.players, &other.players);
    found.value("pixels per cell", &run.block, &other.block);
    let size = |run: &RunRecord| format!("{} x {}", run.grid[0], run.grid[1]);
    found.value("grid", &size(run), &size(other));
    found.list("avatar ids", [&run.avatar, &other.avatar], i64::to_string);
    let cannot = |run: &RunRecord| if run.load_error.is_some() { "cannot start" } else { "starts" };
    found.value("run", &cannot(run), &cannot(other));
    for (player, (one, two)) in run.actions.iter().zip(&other.actions).enumerate() {
        let letters = one.chars().zip(two.chars());
        let at = letters.take_while(|(a, b)| a == b).count();
        let word = |actions: &str| actions.chars().nth(at).map_or("none".to_owned(), |c| c.to_string());
        if one != two {
            found.say(&format!("action of player {player} in tick {at}"), &word(one), &word(two));
        }
    }
    found
}

fn tick(found: &mut Compare, one: &TickRecord, two: &TickRecord) {
    found.list("score", [&one.sc, &two.sc], known);
    found.list("winner", [&one.w, &two.w], known);
    found.value("over", &one.o, &two.o);
    found.value("random calls", &one.n, &two.n);
    // What an exception is called is the engine's affair; that there is one is not.
    let thrown = |tick: &TickRecord| if tick.exc.is_some() { "yes" } else { "no" };
    found.value("exception", &thrown(one), &thrown(two));
}

fn end(found: &mut Compare, one: &EndRecord, two: &EndRecord) {
    found.value("reason", &one.why.name(), &two.why.name());
    found.value("ticks", &one.ticks, &two.ticks);
    found.list("final scores", [&one.scores, &two.scores], String::clone);
    found.value("state of the random generator", &one.rng_state, &two.rng_state);
    found.value("random calls", &one.rng_calls, &two.rng_calls);
}

/// Hashes say nothing new where something else differs.
fn hash(found: &mut Compare, one: &str, two: &str) {
    if found.lines.is_empty() {
        found.value("hash", &one, &two);
    }
}

/// Compares all sprites by id; whether they are the same.
fn sprites(found: &mut Compare, one: &Sprites, two: &Sprites) -> bool {
    let before = found.lines.len();
    let by_id = |sprites: &Sprites| -> BTreeMap<u32, String> {
        sprites.iter().map(|(_, id, line)| (id, line.to_owned())).collect()
    };
    let mut others = by_id(two);
    for (id, line) in by_id(one) {
        let name = line.split(' ').next().unwrap_or_default();
        let what = format!("sprite {id} ({name})");
        match others.remove(&id) {
            None => {
                found.lines.push(format!("{}: only the first has it: `{}`", what.escape_debug(), line.escape_debug()))
            }
            Some(other) if other == line => {}
            Some(other) => fields(found, &what, &line, &other),
        }
    }
    for (id, line) in others {
        let name = line.split(' ').next().unwrap_or_default();
        let what = format!("sprite {id} ({name})");
        found.lines.push(format!("{}: only the second has it: `{}`", what.escape_debug(), line.escape_debug()));
    }
    found.lines.len() == before
}

/// Compares the lines of a sprite field by field.
fn fields(found: &mut Compare, what: &str, one: &str, two: &str) {
    let (left, right): (Vec<_>, Vec<_>) = (one.split(' ').collect(), two.split(' ').collect());
    if left.len() != FIELDS.len() || right.len() != FIELDS.len() {
        found.say(what, one, two);
        return;
    }
    for (name, (a, b)) in FIELDS.iter().zip(left.into_iter().zip(right)) {
        found.value(&format!("{what}: {name}"), &spelt(a), &spelt(b));
    }
}

/// A word of a sprite's line for people: the bits of a number as the number.
fn spelt(word: &str) -> String {
    match number_of(word) {
        Some(number) if word.starts_with('x') => number.to_string(),
        _ => word.to_owned(),
    }
}
