//! Who is near: what cells tell about the sprites listed in them.
//!
//! A sprite is listed in the cell of its upper left corner; a cell knows the types of what is listed there. So whether
//! anything that matters might share an area with a rectangle is mostly told by a few words, without a look at any sprite.

use super::Frame;
use crate::image::Kind;
use crate::state::Rect;
use crate::state::world::{Body, NONE, Slot, flag};

/// The cells from where sprites might share an area with one of the size of a cell.
pub(crate) struct Around {
    cells: [u32; 9],
    covered: usize,
    all: usize,
}

impl Around {
    /// The cells it covers: all that is listed there counts.
    #[inline]
    pub(crate) fn covered(&self) -> &[u32] {
        &self.cells[..self.covered]
    }

    /// Cells next to these: what is listed there counts if it reaches out.
    #[inline]
    pub(crate) fn others(&self) -> &[u32] {
        &self.cells[self.covered..self.all]
    }
}

/// What sprites of a type have rules with, at the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Partners {
    /// Nothing.
    None,
    /// One sprite, which is there.
    One(Rect),
    /// Some.
    Some,
}

impl Frame<'_> {
    /// What sprites of a type have rules with, at the moment.
    pub(crate) fn partners(&self, kind: &Kind) -> Partners {
        let wanted = kind.partners & self.w.present;
        if wanted == 0 {
            return Partners::None;
        }
        if wanted.is_power_of_two() && wanted != kind.bit && self.im.kinds.len() <= 64 {
            let group = &self.w.groups[wanted.trailing_zeros() as usize];
            if group.count == 1 && group.head != NONE {
                let only = self.w.body.own(group.head as usize);
                if only.flags & flag::STALLED == 0 {
                    return Partners::One(only.rect);
                }
            }
        }
        Partners::Some
    }

    /// Whether no sprite is larger than a cell, ever so far.
    #[inline]
    pub(crate) fn all_small(&self) -> bool {
        let block = self.board.block;
        self.w.max_size == (block, block)
    }

    /// Whether a sprite is of the size of a cell and wholly on the level.
    #[inline]
    pub(crate) fn fits(&self, body: &Body) -> bool {
        body.flags & flag::OUTSIDE == 0 && body.rect.w == self.board.block && body.rect.h == self.board.block
    }

    /// The cells from where sprites might share an area with one of the size of a cell that is wholly on the level, where
    /// none is larger: `cell` is that of its corner, `flags` tell how it lies.
    #[inline]
    pub(crate) fn around(&self, cell: u32, flags: u32) -> Around {
        let mut around = Around { cells: [cell; 9], covered: 1, all: 1 };
        let mut n = 0;
        self.board.each_covered(cell, flags, |cell| {
            around.cells[n] = cell;
            n += 1;
        });
        let covered = n;
        if self.w.misfits != 0 {
            let stride = self.board.stride as u32;
            let mut note = |on: bool, cell: u32| {
                around.cells[n] = cell;
                n += usize::from(on);
            };
            note(true, cell - stride - 1);
            note(true, cell - stride);
            note(true, cell - 1);
            note(flags & flag::OFF_X != 0, cell - stride + 1);
            note(flags & flag::OFF_Y != 0, cell + stride - 1);
        }
        (around.covered, around.all) = (covered, n);
        around
    }

    /// Calls `visit` with each sprite that shares an area with a place, or would if it is stalled, and is of a type that is wanted, as long as it says
    /// to go on. The place is of the size of a cell and wholly on the level; no sprite is larger.
    #[inline]
    pub(crate) fn each_near(
        &self,
        slot: Slot,
        at: Rect,
        around: &Around,
        wanted: u64,
        mut visit: impl FnMut(u32) -> bool,
    ) {
        for &c in around.covered() {
            let cell = &self.w.cells[c as usize];
            if cell.ghost != NONE && self.is_near(slot, cell.ghost, at, wanted) && !visit(cell.ghost) {
                return;
            }
            if cell.scenery & wanted != 0 {
                for &other in self.board.scenery(c as usize) {
                    if self.w.body[other as usize].bit() & wanted != 0 && !visit(other) {
                        return;
                    }
                }
            }
            if cell.own & wanted != 0 && !self.each_listed(slot, cell.head, at, wanted, &mut visit) {
                return;
            }
        }
        for &c in around.others() {
            let cell = &self.w.cells[c as usize];
            if cell.out & wanted != 0 && !self.each_listed(slot, cell.head, at, wanted, &mut visit) {
                return;
            }
        }
    }

    /// [`Frame::each_near`] for what is listed in a cell; whether to go on.
    #[inline]
    fn each_listed(&self, slot: Slot, head: u32, at: Rect, wanted: u64, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let mut next = head;
        while next != NONE {
            if self.is_near(slot, next, at, wanted) && !visit(next) {
                return false;
            }
            next = self.w.links.own(next as usize).cell_next;
        }
        true
    }

    #[inline]
    fn is_near(&self, slot: Slot, other: u32, at: Rect, wanted: u64) -> bool {
        let you = self.w.body.own(other as usize);
        you.bit() & wanted != 0 && other != slot.0 && you.may_be_in(at)
    }

    /// Types, folded, of the sprites that might share an area with one of the size of a cell that is wholly on the level,
    /// where none is larger: `cell` is that of its corner, `flags` tell how it lies. Sprites, then scenery.
    #[inline]
    pub(crate) fn company(&self, cell: u32, flags: u32) -> (u64, u64) {
        let (cells, at) = (&self.w.cells, cell as usize);
        let off = flags & (flag::OFF_X | flag::OFF_Y);
        if off == 0 && self.w.misfits == 0 {
            let here = &cells[at];
            return (here.own, here.scenery);
        }
        self.company_around(cell, off)
    }

    fn company_around(&self, cell: u32, off: u32) -> (u64, u64) {
        let (cells, at, stride) = (&self.w.cells, cell as usize, self.board.stride);
        let row = |at: usize| cells[at - 1..].first_chunk::<3>();
        let (Some(above), Some(here), Some(below)) = (row(at - stride), row(at), row(at + stride)) else {
            return (u64::MAX, u64::MAX);
        };
        // No branches: how sprites lie is hard to predict.
        let x = u64::from(off & flag::OFF_X != 0).wrapping_neg();
        let y = u64::from(off & flag::OFF_Y != 0).wrapping_neg();
        let own = (above[0].out | above[1].out | here[0].out | here[1].own)
            | (above[2].out | here[2].own) & x
            | (below[0].out | below[1].own) & y
            | below[2].own & x & y;
        let scenery = here[1].scenery | here[2].scenery & x | below[1].scenery & y | below[2].scenery & x & y;
        (own, scenery)
    }

    /// [`Frame::company`] of any rectangle.
    pub(crate) fn company_of(&self, rect: Rect) -> u64 {
        let mut types = 0;
        self.each_cell(rect, |cell, covered| {
            let cell = &self.w.cells[cell];
            types |= if covered { cell.all() } else { cell.out };
        });
        types
    }

    /// Calls `visit` with each cell from where a sprite listed there might share an area with a rectangle, and whether the
    /// rectangle covers some of it; else only sprites that reach out of the cell do.
    #[inline]
    pub(crate) fn each_cell(&self, rect: Rect, mut visit: impl FnMut(usize, bool)) {
        let board = self.board;
        // All sprites of the cells of the rectangle itself count, and those farther up and left, as far as the largest sprite
        // reaches, that reach out of their cell.
        let (own_left, own_top) = (board.column(rect.x), board.row(rect.y));
        let left = board.column(rect.x.saturating_sub(self.w.max_size.0 - 1));
        let top = board.row(rect.y.saturating_sub(self.w.max_size.1 - 1));
        let right = board.column(rect.x.saturating_add(rect.w - 1));
        let bottom = board.row(rect.y.saturating_add(rect.h - 1));
        for row in top..=bottom {
            for column in left..=right {
                visit(board.index(column, row), row >= own_top && column >= own_left);
            }
        }
    }

    /// How many cells [`Frame::each_cell`] visits.
    fn cells_near(&self, rect: Rect) -> usize {
        let board = self.board;
        let left = board.column(rect.x.saturating_sub(self.w.max_size.0 - 1));
        let top = board.row(rect.y.saturating_sub(self.w.max_size.1 - 1));
        let right = board.column(rect.x.saturating_add(rect.w - 1));
        let bottom = board.row(rect.y.saturating_add(rect.h - 1));
        (right - left + 1).max(0) as usize * (bottom - top + 1).max(0) as usize
    }

    /// Counts a look at all cells around a rectangle as work. Whether there is so much left: else nobody looks any more, and
    /// the next step of work, at the end of the frame at the latest, is a fault.
    #[must_use]
    pub(crate) fn work_around(&mut self, rect: Rect) -> bool {
        let left = self.left.checked_sub(self.cells_near(rect) as u64);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Calls `visit` with the slot of each sprite that is listed in a cell from where it might share an area with a
    /// rectangle, if its type may be one of those wanted.
    #[inline]
    pub(crate) fn visit(&self, rect: Rect, wanted: u64, mut visit: impl FnMut(u32)) {
        self.each_cell(rect, |index, covered| self.each_in(index, covered, wanted, &mut visit));
    }

    /// [`Frame::visit`] for one cell.
    #[inline]
    pub(crate) fn each_in(&self, index: usize, covered: bool, wanted: u64, visit: &mut impl FnMut(u32)) {
        let cell = &self.w.cells[index];
        if covered && cell.scenery & wanted != 0 {
            self.board.scenery(index).iter().for_each(|&slot| visit(slot));
        }
        if if covered { cell.own } else { cell.out } & wanted != 0 {
            let mut next = cell.head;
            while next != NONE {
                visit(next);
                next = self.w.links.own(next as usize).cell_next;
            }
        }
    }
}
