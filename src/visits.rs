//! Where avatars were: counts by cell, over any number of plays.
//!
//! A visit is an avatar that is alive, seen at the start or after a tick; it counts for the cell that its middle is in. One
//! that stays in a cell for ten ticks has visited it ten times.

use std::io::BufRead;

use rustc_hash::FxHashSet;
use vgdl_vm::ontology::Class;
use vgdl_vm::{Rect, State};

use crate::draw::rect_of;
use crate::trace::GameRecord;
use crate::trace::read::{ReadError, Reader, Record, Sprites, no_such_run};

/// Most cells that are counted.
pub const MOST_CELLS: u64 = 1 << 24;

/// How often each cell of a level was visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visits {
    width: usize,
    height: usize,
    block: i32,
    counts: Vec<u64>,
}

impl Visits {
    /// No visits to a level of so many columns and rows, with `block` pixels per cell.
    ///
    /// # Errors
    /// A level without cells, or with more than [`MOST_CELLS`]: one sentence.
    pub fn new(grid: [u64; 2], block: i64) -> Result<Self, String> {
        let [w, h] = grid;
        match (w.checked_mul(h), i32::try_from(block)) {
            (Some(cells @ 1..=MOST_CELLS), Ok(block @ 1..)) => {
                Ok(Self { width: w as usize, height: h as usize, block, counts: vec![0; cells as usize] })
            }
            _ => Err(format!("visits to a level of {w} x {h} cells of {block} pixels are not counted")),
        }
    }

    /// No visits to the level of a state.
    ///
    /// # Errors
    /// As [`Visits::new`].
    pub fn of(state: &State) -> Result<Self, String> {
        let (w, h) = state.grid();
        Self::new([w as u64, h as u64], i64::from(state.block()))
    }

    /// Counts the avatars of a state.
    pub fn add_state(&mut self, state: &State) {
        for player in 0..state.players() {
            if let Some(avatar) = state.avatar_sprite(player).filter(|a| !a.disabled) {
                self.add(avatar.rect);
            }
        }
    }

    /// Counts a visit; one outside of the level is none.
    pub fn add(&mut self, rect: Rect) {
        let cell = |at: i32, length: i32, cells: usize| {
            let middle = i64::from(at) + i64::from(length) / 2;
            usize::try_from(middle.div_euclid(i64::from(self.block))).ok().filter(|&n| n < cells)
        };
        let (x, y) = (cell(rect.x, rect.w, self.width), cell(rect.y, rect.h, self.height));
        if let (Some(x), Some(y)) = (x, y)
            && let Some(count) = self.counts.get_mut(y * self.width + x)
        {
            *count = count.saturating_add(1);
        }
    }

    /// Adds the visits of other plays of the same level. Those to a level of another size are left out.
    pub fn merge(&mut self, other: &Self) {
        if self.grid() == other.grid() {
            for (count, more) in self.counts.iter_mut().zip(&other.counts) {
                *count = count.saturating_add(*more);
            }
        }
    }

    /// Columns and rows.
    #[must_use]
    pub fn grid(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The count of each cell, row by row from the top.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The count of a cell; 0 outside of the level.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> u64 {
        if column >= self.width { 0 } else { self.counts.get(row * self.width + column).copied().unwrap_or(0) }
    }

    /// The highest count of a cell.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// Number of cells that were visited at all.
    #[must_use]
    pub fn visited(&self) -> usize {
        self.counts.iter().filter(|&&n| n > 0).count()
    }
}

/// The visits of runs of a trace.
#[derive(Clone, Debug)]
pub struct OfTrace {
    /// The visits.
    pub visits: Visits,
    /// How many runs they are of.
    pub runs: usize,
    /// The number of the first of them.
    pub first: usize,
}

/// Counts the visits of one run of a trace, or of all that started; all must be of one level. Avatars are the sprites of the
/// classes of avatars. `Err` inside says in a sentence why there is nothing to count.
///
/// # Errors
/// The trace cannot be read.
pub fn of_trace<R: BufRead>(reader: &mut Reader<R>, only: Option<usize>) -> Result<Result<OfTrace, String>, ReadError> {
    let mut found: Option<OfTrace> = None;
    let mut level = (String::new(), String::new());
    let mut avatars = FxHashSet::default();
    let mut sprites = Sprites::default();
    let mut wanted = false;
    let mut seen = 0;
    while let Some(record) = reader.next_record()? {
        let changed = match record {
            Record::Game(game) => {
                avatars = avatar_types(&game);
                wanted = false;
                continue;
            }
            Record::Run(run) => {
                wanted = run.load_error.is_none() && only.is_none_or(|n| n == seen);
                seen += 1;
                if wanted {
                    sprites = Sprites::new(&run.types);
                    let visits = match Visits::new(run.grid, run.block) {
                        Ok(visits) => visits,
                        Err(why) => return Ok(Err(why)),
                    };
                    match &mut found {
                        Some(other)
                            if other.visits.grid() != visits.grid()
                                || level != (run.game.clone(), run.level.clone()) =>
                        {
                            let why = "its runs are of several levels: choose one with --run";
                            return Ok(Err(why.to_owned()));
                        }
                        Some(other) => other.runs += 1,
                        None => {
                            found = Some(OfTrace { visits, runs: 1, first: seen - 1 });
                            level = (run.game, run.level);
                        }
                    }
                }
                continue;
            }
            Record::Init(init) if wanted => init.s.iter().try_for_each(|entry| sprites.put(entry)),
            Record::Tick(tick) if wanted => sprites.apply(&tick),
            Record::Init(_) | Record::Tick(_) | Record::End(_) => continue,
        };
        changed.map_err(|why| reader.error(why))?;
        if let Some(found) = &mut found {
            let seen = sprites.iter().filter(|(kind, ..)| avatars.contains(kind));
            seen.filter_map(|(.., line)| rect_of(line)).for_each(|rect| found.visits.add(rect));
        }
    }
    let absent = || match only {
        Some(n) if n >= seen => no_such_run(seen),
        None if seen == 0 => no_such_run(0),
        _ => "no run could start".to_owned(),
    };
    Ok(found.ok_or_else(absent))
}

/// The types whose sprites are avatars.
fn avatar_types(game: &GameRecord) -> FxHashSet<usize> {
    let avatar = |class: &String| Class::from_name(class).is_some_and(Class::is_avatar);
    game.types.iter().enumerate().filter(|(_, t)| t.class.as_ref().is_some_and(avatar)).map(|(i, _)| i).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_counts_for_the_cell_of_its_middle() {
        let mut visits = Visits::new([3, 2], 10).expect("a level");
        for (x, y) in [(0, 0), (4, 0), (5, 0), (25, 15), (-6, 0), (20, 25), (i32::MAX, i32::MIN)] {
            visits.add(Rect { x, y, w: 10, h: 10 });
        }
        assert_eq!(visits.counts(), [2, 1, 0, 0, 0, 0]);
        let other = visits.clone();
        visits.merge(&other);
        assert_eq!((visits.at(0, 0), visits.at(1, 0), visits.at(3, 0), visits.at(0, 9)), (4, 2, 0, 0));
        assert_eq!((visits.most(), visits.visited()), (4, 2));
        visits.merge(&Visits::new([2, 3], 10).expect("a level"));
        assert_eq!(visits.most(), 4);
    }

    #[test]
    fn what_is_too_large_is_not_counted() {
        for (grid, block) in [([0, 1], 1), ([1 << 13, 1 << 12], 1), ([u64::MAX, 2], 1), ([1, 1], 0), ([1, 1], i64::MAX)]
        {
            assert!(Visits::new(grid, block).unwrap_err().contains("not counted"), "{grid:?} {block}");
        }
    }
}
