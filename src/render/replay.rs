//! Pictures of the ticks of a trace.

use std::io::BufRead;
use std::ops::ControlFlow;

use super::{Painter, Picture, Seen};
use crate::draw::{Looks, orientation_of, rect_of};
use crate::trace::read::{ReadError, Reader, Record, Sprites};

/// How a replay ended.
#[derive(Debug)]
pub enum Replayed {
    /// All pictures were seen, or as many as were wanted.
    Done,
    /// There is no such run, it could not start, or it makes no picture: one sentence.
    Absent(String),
}

/// What looks at the ticks of a play: gets the number of each, and at the end the last once more without one; with a way to
/// paint it. Says whether it has seen enough.
pub type Visit<'v> = dyn FnMut(Option<i32>, &dyn Fn() -> Picture) -> ControlFlow<()> + 'v;

/// Makes what paints a level: from the looks of its types, its columns and rows, and its pixels per cell.
pub type Hire<'h> = dyn FnMut(Looks, [u64; 2], i64) -> Result<Painter, String> + 'h;

/// Shows each tick of a run, the start as tick −1, and then its end to `visit`, until it has seen enough.
///
/// # Errors
/// The trace cannot be read.
pub fn of_trace<R: BufRead>(
    reader: &mut Reader<R>,
    number: usize,
    hire: &mut Hire<'_>,
    visit: &mut Visit<'_>,
) -> Result<Replayed, ReadError> {
    let (game, run) = match reader.find_run(number)? {
        Ok(found) => found,
        Err(why) => return Ok(Replayed::Absent(why)),
    };
    if let Some(why) = &run.load_error {
        return Ok(Replayed::Absent(format!("the run could not start: {}", why.escape_debug())));
    }
    let mut painter = match hire(Looks::of_trace(&game, &run.types), run.grid, run.block) {
        Ok(painter) => painter,
        Err(why) => return Ok(Replayed::Absent(why)),
    };
    let mut sprites = Sprites::new(&run.types);
    loop {
        let tick = match reader.next_record()? {
            Some(Record::Init(init)) => {
                init.s.iter().try_for_each(|entry| sprites.put(entry)).map_err(|why| reader.error(why))?;
                Some(-1)
            }
            Some(Record::Tick(tick)) => {
                sprites.apply(&tick).map_err(|why| reader.error(why))?;
                Some(tick.t)
            }
            Some(Record::End(_) | Record::Run(_) | Record::Game(_)) | None => None,
        };
        if let Some(tick) = tick {
            painter.watch(tick, seen(&sprites));
        }
        if visit(tick, &|| painter.paint(seen(&sprites))).is_break() || tick.is_none() {
            return Ok(Replayed::Done);
        }
    }
}

/// The sprites that are seen.
fn seen(sprites: &Sprites) -> impl Iterator<Item = Seen> {
    sprites
        .iter()
        .filter_map(|(kind, id, line)| Some(Seen { id, kind, rect: rect_of(line)?, orientation: orientation_of(line) }))
}
