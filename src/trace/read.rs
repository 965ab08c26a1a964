//! Reads traces: record by record, whatever the size of the file.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::{EndRecord, GameRecord, InitRecord, RunRecord, TickRecord};
use crate::files;

/// Longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 16 << 20;

/// Most sprites of a state.
pub const MOST_SPRITES: usize = 1 << 20;

/// A record of a trace. Internals of sprites (`ext`) are passed over.
#[derive(Clone, Debug)]
pub enum Record {
    /// What the game is made of.
    Game(Box<GameRecord>),
    /// A run begins.
    Run(Box<RunRecord>),
    /// The state before tick 0.
    Init(InitRecord),
    /// A tick.
    Tick(TickRecord),
    /// The run has ended.
    End(EndRecord),
}

/// Why a trace cannot be read.
#[derive(Debug)]
pub struct ReadError {
    /// Line of the file (unpacked), from 1; 0 for the file as a whole.
    pub line: u64,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads records one after the other.
pub struct Reader<R> {
    from: R,
    line: Vec<u8>,
    /// Whether `line` was looked at but not taken.
    waiting: bool,
    number: u64,
}

impl Reader<Box<dyn BufRead>> {
    /// Opens a trace; gzip'ed files are known by their first bytes.
    ///
    /// # Errors
    /// The file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let whole = |e: io::Error| ReadError { line: 0, why: format!("cannot be read: {}", files::reason(&e)) };
        let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(whole)?);
        let packed = file.fill_buf().map_err(whole)?.starts_with(&[0x1f, 0x8b]);
        let from: Box<dyn BufRead> = if packed {
            Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        Ok(Self::new(from))
    }
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default)]
    k: Option<std::borrow::Cow<'a, str>>,
}

impl<R: BufRead> Reader<R> {
    /// Reads from text that is not packed.
    pub fn new(from: R) -> Self {
        Self { from, line: Vec::new(), waiting: false, number: 0 }
    }

    /// Number of the line read last, from 1.
    #[must_use]
    pub fn line_number(&self) -> u64 {
        self.number
    }

    /// An error at the line read last.
    #[must_use]
    pub fn error(&self, why: impl Into<String>) -> ReadError {
        ReadError { line: self.number, why: why.into() }
    }

    /// The next line that says something, without taking it; `None` at the end of the file.
    ///
    /// # Errors
    /// A line that is too long; a file that cannot be read or unpacked.
    pub fn peek_line(&mut self) -> Result<Option<&[u8]>, ReadError> {
        while !self.waiting {
            self.number += 1;
            self.line.clear();
            let most = LONGEST_LINE as u64 + 1;
            let read = self.from.by_ref().take(most).read_until(b'\n', &mut self.line);
            let read = read.map_err(|e| self.error(format!("cannot be read: {}", files::reason(&e))))?;
            if read == 0 {
                return Ok(None);
            }
            if read > LONGEST_LINE {
                return Err(self.error(format!("longer than {} MiB", LONGEST_LINE >> 20)));
            }
            self.waiting = !self.line.iter().all(u8::is_ascii_whitespace);
        }
        Ok(Some(&self.line))
    }

    /// The next line that says something.
    ///
    /// # Errors
    /// As [`Reader::peek_line`].
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let there = self.peek_line()?.is_some();
        self.waiting = false;
        Ok(there.then_some(&self.line))
    }

    /// The next record; `None` at the end of the file.
    ///
    /// # Errors
    /// A line that is no record, or one that is too long; a file that cannot be read or unpacked.
    pub fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        while let Some(line) = self.next_line()? {
            match parse(line) {
                Ok(Some(record)) => return Ok(Some(record)),
                Ok(None) => {}
                Err(why) => return Err(self.error(why)),
            }
        }
        Ok(None)
    }

    /// Goes on to a run, counted from 0 where the reader stands: it, and the game that it is of. `Err` inside says in a sentence
    /// that there is no such run.
    ///
    /// # Errors
    /// As [`Reader::next_record`].
    pub fn find_run(&mut self, number: usize) -> Result<Result<(GameRecord, RunRecord), String>, ReadError> {
        let mut game = GameRecord::default();
        let mut runs = 0;
        loop {
            match self.next_record()? {
                Some(Record::Game(record)) => game = *record,
                Some(Record::Run(record)) if runs == number => return Ok(Ok((game, *record))),
                Some(Record::Run(_)) => runs += 1,
                Some(Record::Init(_) | Record::Tick(_) | Record::End(_)) => {}
                None => return Ok(Err(no_such_run(runs))),
            }
        }
    }
}

/// Says that a trace of so many runs does not have one that was asked for.
pub(crate) fn no_such_run(runs: usize) -> String {
    match runs {
        0 => "it has no runs".to_owned(),
        1 => "it has 1 run: number 0".to_owned(),
        n => format!("it has {n} runs; the first is number 0"),
    }
}

fn parse(line: &[u8]) -> Result<Option<Record>, String> {
    fn of<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
        serde_json::from_slice(line).map_err(|e| {
            // The parser sees one line only: its own line number would mislead.
            let text = e.to_string();
            let why = text.split(" at line ").next().unwrap_or_default();
            format!("not a record of a trace: {why} (column {})", e.column())
        })
    }
    let head: Head<'_> = of(line)?;
    Ok(Some(match head.k.as_deref() {
        None => Record::Tick(of(line)?),
        Some("game") => Record::Game(of(line)?),
        Some("run") => Record::Run(of(line)?),
        Some("init") => Record::Init(of(line)?),
        Some("end") => Record::End(of(line)?),
        Some("ext") => return Ok(None),
        Some(other) => {
            return Err(format!("unknown kind of record `{}`", other.escape_debug().take(40).collect::<String>()));
        }
    }))
}

/// The sprites of a run, kept up to date from the changes of each tick.
#[derive(Clone, Debug, Default)]
pub struct Sprites {
    /// Numbers of the run's types. Copies of the sprites share them.
    types: Arc<FxHashMap<String, usize>>,
    of_id: FxHashMap<u32, usize>,
    lines: BTreeMap<(usize, u32), String>,
}

impl Sprites {
    /// No sprites; `types` are the names of the run's types, in order.
    #[must_use]
    pub fn new(types: &[String]) -> Self {
        // Of two types with one name the first counts; names are unique in every trace that can pass.
        let mut map = FxHashMap::default();
        for (i, name) in types.iter().enumerate() {
            map.entry(name.clone()).or_insert(i);
        }
        Self { types: Arc::new(map), ..Self::default() }
    }

    /// Takes sprites over from an entry `<id> <line>`.
    ///
    /// # Errors
    /// An entry of another form, of an unknown type, or too many sprites.
    pub fn put(&mut self, entry: &str) -> Result<(), String> {
        let quoted = || entry.escape_debug().take(60).collect::<String>();
        let (id, line) = entry.split_once(' ').ok_or_else(|| format!("no sprite line: `{}`", quoted()))?;
        let id: u32 = id.parse().map_err(|_| format!("no sprite id: `{}`", quoted()))?;
        let name = line.split(' ').next().unwrap_or_default();
        let kind =
            *self.types.get(name).ok_or_else(|| format!("a sprite of a type the run does not list: `{}`", quoted()))?;
        if let Some(before) = self.of_id.insert(id, kind)
            && before != kind
        {
            self.lines.remove(&(before, id));
        }
        self.lines.insert((kind, id), line.to_owned());
        if self.lines.len() > MOST_SPRITES {
            return Err(format!("more than {MOST_SPRITES} sprites"));
        }
        Ok(())
    }

    /// Removes a sprite.
    ///
    /// # Errors
    /// There is no such sprite.
    pub fn remove(&mut self, id: u32) -> Result<(), String> {
        let kind = self.of_id.remove(&id).ok_or_else(|| format!("sprite {id} is removed but not there"))?;
        self.lines.remove(&(kind, id));
        Ok(())
    }

    /// Applies the changes of a tick.
    ///
    /// # Errors
    /// As [`Sprites::put`] and [`Sprites::remove`].
    pub fn apply(&mut self, tick: &TickRecord) -> Result<(), String> {
        tick.d.iter().try_for_each(|&id| self.remove(id))?;
        tick.c.iter().try_for_each(|entry| self.put(entry))
    }

    /// Type, id and line of every sprite: by type, then by id.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32, &str)> {
        self.lines.iter().map(|(&(kind, id), line)| (kind, id, line.as_str()))
    }

    /// Number of sprites.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}
