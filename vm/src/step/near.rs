//! Who is near: what cells tell about the sprites listed in them.
//!
//! A sprite is listed in the cell of its upper left corner; a cell knows the types of what is listed there. So whether
//! anything that matters might share an area with a rectangle is mostly told by a few words, without a look at any sprite.

use super::Frame;
use crate::state::Rect;
use crate::state::world::{Cell, NONE, Slot, flag};

/// Types that may be anything: a sprite that is held up might be here.
const ANY: u64 = u64::MAX;

/// Types, folded, of what covers a cell.
#[inline]
fn cover(masks: &Cell) -> u64 {
    let held = if masks.ghost == NONE { 0 } else { ANY };
    masks.own | masks.scenery | held
}

/// Types, folded, of what reaches out of a cell.
#[inline]
fn reach(masks: &Cell) -> u64 {
    if masks.misfits == 0 { 0 } else { masks.own }
}

impl Frame<'_> {
    /// Whether no sprite is larger than a cell, ever so far.
    #[inline]
    pub(crate) fn all_small(&self) -> bool {
        let block = self.board.block;
        self.w.max_size == (block, block)
    }

    /// Types, folded, of the sprites that might share an area with one of the size of a cell that is wholly on the level,
    /// where none is larger: `cell` is that of its corner, `flags` tell how it lies.
    #[inline]
    pub(crate) fn company(&self, cell: u32, flags: u32) -> u64 {
        let (masks, cell) = (&self.w.cells, cell as usize);
        let mut types = cover(&masks[cell]);
        let (off_x, off_y) = (flags & flag::OFF_X != 0, flags & flag::OFF_Y != 0);
        let stride = self.board.stride;
        if off_x {
            types |= cover(&masks[cell + 1]);
        }
        if off_y {
            types |= cover(&masks[cell + stride]);
            if off_x {
                types |= cover(&masks[cell + stride + 1]);
            }
        }
        if self.w.misfits != 0 {
            types |= reach(&masks[cell - stride - 1]) | reach(&masks[cell - stride]) | reach(&masks[cell - 1]);
            if off_x {
                types |= reach(&masks[cell - stride + 1]);
            }
            if off_y {
                types |= reach(&masks[cell + stride - 1]);
            }
        }
        types
    }

    /// [`Frame::company`] of any rectangle.
    pub(crate) fn company_of(&self, rect: Rect) -> u64 {
        let mut types = 0;
        self.each_cell(rect, |cell, covered| {
            let masks = &self.w.cells[cell];
            types |= if covered { cover(masks) } else { reach(masks) };
        });
        types
    }

    /// Calls `visit` with each cell from where a sprite listed there might share an area with a rectangle, and whether the
    /// rectangle covers some of it; else only sprites that reach out of the cell do.
    #[inline]
    pub(crate) fn each_cell(&self, rect: Rect, mut visit: impl FnMut(usize, bool)) {
        let board = self.board;
        // A sprite is listed in the cell of its upper left corner. So all sprites of the cells of the rectangle itself count,
        // and those farther up and left, as far as the largest sprite reaches, that reach out of their cell.
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

    /// Calls `visit` with the slot of each sprite that is listed in a cell from where it might share an area with a
    /// rectangle, if its type may be one of those wanted.
    #[inline]
    pub(crate) fn visit(&self, rect: Rect, wanted: u64, mut visit: impl FnMut(u32)) {
        self.each_cell(rect, |cell, covered| {
            let masks = &self.w.cells[cell];
            if covered && masks.scenery & wanted != 0 {
                self.board.scenery(cell).iter().for_each(|&slot| visit(slot));
            }
            if masks.own & wanted != 0 && (covered || masks.misfits != 0) {
                let mut next = self.w.cells[cell].head;
                while next != NONE {
                    visit(next);
                    next = self.w.links[next as usize].cell_next;
                }
            }
        });
    }

    /// The sprites that might meet one that is of the size of a cell and wholly on the level, as all are at most: they are
    /// listed in the cells it covers, or reach out of those around.
    #[inline]
    pub(crate) fn gather(&self, slot: Slot, flags: u32, wanted: u64, near: &mut Vec<u32>) {
        let (off_x, off_y) = (flags & flag::OFF_X != 0, flags & flag::OFF_Y != 0);
        let cell = self.w.links.own(slot.index()).cell as usize;
        let stride = self.board.stride;
        let mut walk = |cell: usize| {
            let mut next = self.w.cells[cell].head;
            while next != NONE {
                if next != slot.0 {
                    near.push(next);
                }
                next = self.w.links.own(next as usize).cell_next;
            }
        };
        let masks = &self.w.cells;
        if self.w.misfits != 0 {
            let around = [
                (true, cell - stride - 1),
                (true, cell - stride),
                (off_x, cell - stride + 1),
                (true, cell - 1),
                (off_y, cell + stride - 1),
            ];
            for (on, cell) in around {
                if on && reach(&masks[cell]) & wanted != 0 {
                    walk(cell);
                }
            }
        }
        let covered =
            [(true, cell), (off_x, cell + 1), (off_y, cell + stride), (off_x && off_y, cell + stride + 1)];
        for (on, cell) in covered {
            if on && masks[cell].own & wanted != 0 {
                walk(cell);
            }
        }
        for (on, cell) in covered {
            if on && masks[cell].scenery & wanted != 0 {
                near.extend_from_slice(self.board.scenery(cell));
            }
        }
    }
}
