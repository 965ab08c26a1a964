//! A trace for people: one run, or one tick of it, with the level drawn as text. And how a play stands, in words. What a trace
//! says may hold anything, such as the control characters of a terminal: it is escaped.

use std::io::{self, BufRead, Write};

use vgdl_vm::{State, Winner};

use super::read::{ReadError, Reader, Record, Sprites};
use super::{RunRecord, TickRecord};
use crate::draw::Looks;

/// What to show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Which run of the file, from 0.
    pub run: usize,
    /// A tick; `None` for the whole run.
    pub tick: Option<i32>,
    /// Whether to use terminal colours.
    pub coloured: bool,
}

/// Why a trace was not shown.
#[derive(Debug)]
pub enum ShowError {
    /// The trace cannot be read.
    Read(ReadError),
    /// The run or the tick is not there.
    Absent(String),
    /// The output cannot be written.
    Write(io::Error),
}

impl From<ReadError> for ShowError {
    fn from(e: ReadError) -> Self {
        Self::Read(e)
    }
}

impl From<io::Error> for ShowError {
    fn from(e: io::Error) -> Self {
        Self::Write(e)
    }
}

/// Prints a run or a tick.
///
/// # Errors
/// The trace cannot be read, does not have the run or the tick, or the output cannot be written.
pub fn show<R: BufRead>(reader: &mut Reader<R>, choice: Choice, out: &mut dyn Write) -> Result<(), ShowError> {
    let (game, run) = reader.find_run(choice.run)?.map_err(ShowError::Absent)?;
    header(&run, out)?;
    if let Some(why) = &run.load_error {
        writeln!(out, "cannot start: {}", why.escape_debug())?;
        return Ok(());
    }
    let looks = Looks::of_trace(&game, &run.types);
    let mut sprites = Sprites::new(&run.types);
    let draw = |sprites: &Sprites, out: &mut dyn Write| -> io::Result<()> {
        let lines = sprites.iter().map(|(kind, _, line)| (kind, line));
        let picture = looks.draw_lines(run.grid, run.block, lines, choice.coloured);
        writeln!(out, "{}{}", picture.text, picture.legend)
    };
    loop {
        match reader.next_record()? {
            Some(Record::Init(init)) => {
                init.s.iter().try_for_each(|entry| sprites.put(entry)).map_err(|why| reader.error(why))?;
                if choice.tick.is_none() || choice.tick == Some(-1) {
                    writeln!(out, "\nat the start")?;
                    draw(&sprites, out)?;
                    writeln!(out)?;
                }
                if choice.tick == Some(-1) {
                    return Ok(());
                }
            }
            Some(Record::Tick(tick)) => {
                sprites.apply(&tick).map_err(|why| reader.error(why))?;
                if choice.tick == Some(tick.t) {
                    writeln!(out)?;
                    summary(&run, &tick, out)?;
                    draw(&sprites, out)?;
                    for entry in &tick.c {
                        writeln!(out, "  {}", entry.escape_debug())?;
                    }
                    for id in &tick.d {
                        writeln!(out, "  {id} removed")?;
                    }
                    return Ok(());
                }
                if choice.tick.is_none() {
                    summary(&run, &tick, out)?;
                }
            }
            Some(Record::End(end)) if choice.tick.is_none() => {
                let scores = end.scores.join(", ");
                let scores = scores.escape_debug();
                writeln!(out, "\nat the end: {} after {} ticks, final score {scores}", end.why.name(), end.ticks)?;
                draw(&sprites, out)?;
                return Ok(());
            }
            Some(Record::End(_) | Record::Run(_) | Record::Game(_)) | None => break,
        }
    }
    Err(ShowError::Absent(match choice.tick {
        Some(tick) => format!("the run has no tick {tick}"),
        None => "the run breaks off: it has no end record".into(),
    }))
}

/// How a play stands, in a few words.
#[must_use]
pub fn outcome(state: &State) -> String {
    if state.fault().is_some() {
        return "stopped".into();
    }
    if !state.is_over() {
        return "not over".into();
    }
    let word = |winner| match winner {
        Some(Winner::Won) => "won",
        Some(Winner::Lost) => "lost",
        Some(Winner::None) => "over without a winner",
        None => "gone",
    };
    match state.players() {
        1 => word(state.winner(0)).to_owned(),
        n => (0..n).map(|p| format!("player {p} {}", word(state.winner(p)))).collect::<Vec<_>>().join(", "),
    }
}

fn header(run: &RunRecord, out: &mut dyn Write) -> io::Result<()> {
    let style = if run.style.is_empty() { String::new() } else { format!(" ({})", run.style.escape_debug()) };
    let [game, level] = [&run.game, &run.level].map(|name| name.escape_debug());
    writeln!(out, "{game} {level}, script {}{style}, seed {}", run.script, run.seed)?;
    let [w, h] = run.grid;
    let players = if run.players == 1 { "1 player".to_owned() } else { format!("{} players", run.players) };
    writeln!(out, "{players}, {w} x {h} cells of {} pixels, {} types", run.block, run.types.len())
}

/// The letter of each player's action in a tick.
pub(crate) fn actions(run: &RunRecord, tick: &TickRecord) -> String {
    let letter = |script: &String| {
        let byte = usize::try_from(tick.t).ok().and_then(|t| script.as_bytes().get(t).copied());
        byte.filter(u8::is_ascii_graphic).map_or('.', char::from)
    };
    run.actions.iter().map(letter).collect()
}

/// Scores after a tick, and who has won or lost.
pub(crate) fn stand(tick: &TickRecord) -> String {
    let scores: Vec<&str> = tick.sc.iter().map(|s| s.as_deref().unwrap_or("gone")).collect();
    format!("score {}{}", scores.join(", ").escape_debug(), winners(tick))
}

/// Who has won or lost, if anybody has.
pub(crate) fn winners(tick: &TickRecord) -> String {
    let word = |(player, winner): (usize, &Option<i8>)| match winner {
        Some(1) => Some(format!("  player {player} has won")),
        Some(0) => Some(format!("  player {player} has lost")),
        Some(_) | None => None,
    };
    tick.w.iter().enumerate().filter_map(word).collect()
}

/// One line: tick, actions, scores, winners, random calls, numbers of changes.
fn summary(run: &RunRecord, tick: &TickRecord, out: &mut dyn Write) -> io::Result<()> {
    let (actions, stand) = (actions(run, tick), stand(tick));
    write!(out, "tick {:>4}  {actions}  {stand}  {} random calls  {} changed", tick.t, tick.n, tick.c.len())?;
    if !tick.d.is_empty() {
        write!(out, "  {} removed", tick.d.len())?;
    }
    if let Some(why) = &tick.exc {
        write!(out, "  exception: {}", why.escape_debug())?;
    }
    writeln!(out)
}
