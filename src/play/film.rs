//! A run of a trace, forwards and backwards. What is shown comes from the lines of the trace alone: no game is needed.

use std::cell::Cell;
use std::io::BufRead;
use std::time::Duration;

use super::keys::{self, Key, Situation, Turn};
use super::screen::{self, Help, Scene, Tone};
use super::{counted, faster, slower};
use crate::draw::{Looks, cell_of, rect_of};
use crate::trace::read::{ReadError, Reader, Record, Sprites};
use crate::trace::{EndRecord, RunRecord, TickRecord, show};

/// Most bytes that are kept of a run, about. Ticks beyond are not shown.
pub const MOST_BYTES: usize = 256 << 20;

/// Most columns or rows of a level that is shown.
const LONGEST_SIDE: u64 = 1 << 16;

/// Why a run cannot be shown: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FilmError(String);

impl From<ReadError> for FilmError {
    fn from(e: ReadError) -> Self {
        Self(e.to_string())
    }
}

/// What is asked of a replay that it cannot do itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing.
    None,
    /// To see another run of the file: so many further.
    Run(isize),
    /// To quit.
    Quit,
}

/// A run, shown at one of its ticks.
pub struct Film {
    number: usize,
    run: RunRecord,
    looks: Looks,
    grid: (usize, usize),
    ticks: Vec<TickRecord>,
    end: Option<EndRecord>,
    /// What is wrong with the rest of the trace, if it is.
    cut: Option<String>,
    /// The sprites after so many ticks, every now and then.
    marks: Vec<(usize, Sprites)>,
    /// Ticks that have been shown: 0 at the start.
    at: usize,
    sprites: Sprites,
    /// The cells of the avatars, where they were seen last.
    focus: Vec<(usize, usize)>,
    runs: bool,
    speed: u16,
    digits: String,
    message: String,
    /// First line of the help screen, while it is shown.
    help: Option<Cell<usize>>,
}

impl Film {
    /// Reads a run. A trace that breaks off or goes wrong is shown up to there.
    ///
    /// # Errors
    /// There is no such run, it never started, or its first lines cannot be read.
    pub fn read<R: BufRead>(reader: &mut Reader<R>, number: usize, speed: u16) -> Result<Self, FilmError> {
        let (game, run) = reader.find_run(number)?.map_err(FilmError)?;
        if let Some(why) = &run.load_error {
            return Err(FilmError(format!("the run could not start: {}", why.escape_debug())));
        }
        let [w, h] = run.grid;
        if run.block < 1 || w > LONGEST_SIDE || h > LONGEST_SIDE {
            return Err(FilmError(format!("a level of {w} x {h} cells of {} pixels is not shown", run.block)));
        }
        let mut sprites = Sprites::new(&run.types);
        match reader.next_record()? {
            Some(Record::Init(init)) => {
                init.s.iter().try_for_each(|entry| sprites.put(entry)).map_err(|why| reader.error(why))?;
            }
            _ => return Err(FilmError("the run has no initial state".to_owned())),
        }
        let looks = Looks::of_trace(&game, &run.types);
        let mut film = Self {
            number,
            looks,
            grid: (w as usize, h as usize),
            ticks: Vec::new(),
            end: None,
            cut: None,
            marks: vec![(0, sprites.clone())],
            at: 0,
            sprites,
            focus: vec![(0, 0); run.avatar.len().min(2)],
            runs: false,
            speed,
            digits: String::new(),
            message: String::new(),
            help: None,
            run,
        };
        film.read_ticks(reader);
        // Wherever reading ended, the start is shown.
        film.at = usize::MAX;
        film.go(0);
        Ok(film)
    }

    fn read_ticks<R: BufRead>(&mut self, reader: &mut Reader<R>) {
        let mut bytes = 0;
        // Changes since the last mark: marks together are never much larger than the changes.
        let mut changes = 0;
        loop {
            let tick = match reader.next_record() {
                Ok(Some(Record::Tick(tick))) => tick,
                Ok(Some(Record::End(end))) => {
                    self.end = Some(end);
                    return;
                }
                Ok(Some(Record::Init(_))) => return self.cut(&reader.error("a second initial state")),
                Ok(Some(Record::Run(_) | Record::Game(_)) | None) => {
                    self.cut = Some("the run breaks off: it has no end record".to_owned());
                    return;
                }
                Err(e) => return self.cut(&e),
            };
            bytes += size(&tick);
            if bytes > MOST_BYTES {
                self.cut = Some(format!("more is not shown: {} MiB are read", MOST_BYTES >> 20));
                return;
            }
            if let Err(why) = self.sprites.apply(&tick) {
                return self.cut(&reader.error(why));
            }
            changes += tick.c.len() + tick.d.len() + 1;
            self.ticks.push(tick);
            if changes > 1000 + 4 * self.sprites.len() {
                bytes += self.sprites.iter().map(|(.., line)| line.len() + 64).sum::<usize>();
                self.marks.push((self.ticks.len(), self.sprites.clone()));
                changes = 0;
            }
        }
    }

    fn cut(&mut self, error: &ReadError) {
        self.cut = Some(error.to_string());
    }

    /// Goes to the state after so many ticks, or to the last.
    pub fn go(&mut self, ticks: usize) {
        let to = ticks.min(self.ticks.len());
        // The nearest mark before it, unless what is shown is nearer.
        let mark = self.marks.iter().rev().find(|(at, _)| *at <= to);
        if let Some((at, sprites)) = mark.filter(|(at, _)| self.at > to || self.at < *at) {
            (self.at, self.sprites) = (*at, sprites.clone());
        }
        while self.at < to {
            // They were applied without an error when the trace was read.
            let applied = self.ticks.get(self.at).is_some_and(|tick| self.sprites.apply(tick).is_ok());
            debug_assert!(applied);
            self.at += 1;
        }
        self.look();
    }

    /// Notes where the avatars are.
    fn look(&mut self) {
        for (cell, avatar) in self.focus.iter_mut().zip(&self.run.avatar) {
            let found = self.sprites.iter().find(|(_, id, _)| i64::from(*id) == *avatar);
            if let Some(rect) = found.and_then(|(_, _, line)| rect_of(line)) {
                *cell = cell_of(rect, self.grid, self.run.block);
            }
        }
    }

    /// The time to the next tick, while it runs.
    #[must_use]
    pub fn interval(&self) -> Option<Duration> {
        let runs = self.runs && self.help.is_none() && self.at < self.ticks.len();
        runs.then(|| Duration::from_secs(1) / u32::from(self.speed.max(1)))
    }

    /// The clock ticks.
    pub fn beat(&mut self) {
        if self.interval().is_some() {
            self.go(self.at + 1);
            self.runs = self.at < self.ticks.len();
        }
    }

    /// A key is pressed.
    pub fn press(&mut self, key: Key) -> Wish {
        let turn = keys::meaning(keys::REPLAY, SITUATION, key);
        if self.help.is_some() && turn != Some(Turn::Quit) {
            screen::scroll(&mut self.help, key);
            return Wish::None;
        }
        let Some(turn) = turn else { return Wish::None };
        self.message.clear();
        let digits = std::mem::take(&mut self.digits);
        match turn {
            Turn::Play => {
                if !self.runs && self.at == self.ticks.len() {
                    self.go(0);
                }
                self.runs = !self.runs;
            }
            Turn::By(ticks) => {
                self.runs = false;
                let by = usize::try_from(ticks.unsigned_abs()).unwrap_or(usize::MAX);
                self.go(if ticks < 0 { self.at.saturating_sub(by) } else { self.at.saturating_add(by) });
            }
            Turn::Start => self.go(0),
            Turn::End => self.go(usize::MAX),
            Turn::Digit(digit) => {
                self.digits = digits;
                if self.digits.len() < 9 {
                    self.digits.push(char::from(b'0' + digit % 10));
                }
            }
            Turn::Go => match digits.parse::<i32>() {
                Ok(tick) => self.go_to_tick(tick),
                Err(_) => "type the number of a tick first".clone_into(&mut self.message),
            },
            Turn::Faster => self.speed = faster(self.speed),
            Turn::Slower => self.speed = slower(self.speed),
            Turn::Next => return Wish::Run(1),
            Turn::Previous => return Wish::Run(-1),
            Turn::Help => self.help = Some(Cell::new(0)),
            Turn::Quit => return Wish::Quit,
        }
        Wish::None
    }

    fn go_to_tick(&mut self, tick: i32) {
        match self.ticks.iter().position(|t| t.t == tick) {
            Some(at) => self.go(at + 1),
            None => self.message = format!("the run has no tick {tick}"),
        }
    }

    /// Which run of the file it is, from 0.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Ticks a second.
    #[must_use]
    pub fn speed(&self) -> u16 {
        self.speed
    }

    /// Says something.
    pub fn say(&mut self, text: String) {
        self.message = text;
    }

    /// The sprites that are shown, as lines of the trace: type, id, line.
    pub fn sprites(&self) -> impl Iterator<Item = (usize, u32, &str)> {
        self.sprites.iter()
    }

    /// What the screen shows.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        let run = &self.run;
        let tick = self.at.checked_sub(1).and_then(|at| self.ticks.get(at));
        let clock =
            if self.runs { format!("{} ticks/s", self.speed) } else { format!("{} ticks/s, stopped", self.speed) };
        let (tone, message) = self.message(tick);
        Scene {
            title: format!("{}  {}  run {}  seed {}", run.game, run.level, self.number, run.seed),
            clock,
            status: vec![self.status(tick)],
            looks: &self.looks,
            grid: self.grid,
            block: run.block,
            sprites: Box::new(self.sprites.iter().filter_map(|(kind, _, line)| Some((kind, rect_of(line)?)))),
            focus: self.focus.clone(),
            tone,
            message,
            hint: "? keys  Space play  Left Right step  q quit",
            help: self.help.as_ref().map(|first| Help { first, keys: keys::help(keys::REPLAY, SITUATION) }),
        }
    }

    fn message(&self, tick: Option<&TickRecord>) -> (Tone, String) {
        if !self.digits.is_empty() {
            return (Tone::Plain, format!("tick {}: g goes there", self.digits));
        }
        if !self.message.is_empty() {
            return (Tone::Plain, self.message.clone());
        }
        if let Some(why) = tick.and_then(|tick| tick.exc.as_ref()) {
            return (Tone::Bad, format!("the game stopped: {why}"));
        }
        if self.at < self.ticks.len() {
            return (Tone::Plain, String::new());
        }
        match (&self.end, &self.cut) {
            (Some(end), _) => {
                let how = tick.map_or(String::new(), show::winners);
                let ticks = counted(end.ticks as usize, "tick");
                let score = end.scores.join(", ");
                (Tone::Plain, format!("the end ({}){how}: {ticks}, final score {score}", end.why.name()))
            }
            (None, Some(why)) => (Tone::Bad, why.clone()),
            (None, None) => (Tone::Plain, String::new()),
        }
    }

    fn status(&self, tick: Option<&TickRecord>) -> String {
        let all = self.ticks.len();
        let Some(tick) = tick else { return format!("start  of {}", counted(all, "tick")) };
        let (actions, stand) = (show::actions(&self.run, tick), show::stand(tick));
        format!("tick {} ({} of {all})  {actions}  {stand}  {} random calls", tick.t, self.at, tick.n)
    }
}

/// Bytes that a tick takes, about.
fn size(tick: &TickRecord) -> usize {
    let lines: usize = tick.c.iter().map(|line| line.len() + 24).sum();
    let scores: usize = tick.sc.iter().map(|score| score.as_ref().map_or(0, String::len) + 24).sum();
    let why = tick.exc.as_ref().map_or(0, String::len);
    200 + lines + scores + why + tick.h.len() + tick.w.len() * 2 + tick.d.len() * 4
}

/// All keys of replays have one meaning.
const SITUATION: Situation = Situation { players: 1, diagonals: false };
