//! What a level is, apart from its sprites: size, cells, and the path finder's map. Fixed for a play.

use crate::image::StartError;
use crate::program::{GameLine, Level};
use crate::state::world::flag;
use crate::step::path::Paths;

/// Geometry of a level.
#[derive(Debug)]
pub(crate) struct Board {
    /// Columns and rows.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// Pixels per cell.
    pub(crate) block: i32,
    /// Width and height in pixels.
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Distance of two cells above each other in cell lists. They have a border of one cell for what is off the level.
    pub(crate) stride: usize,
    /// Largest place of the corner of a sprite of the size of a cell.
    reach: (u32, u32),
    /// Paths between cells, where the game asks for them.
    pub(crate) paths: Option<Paths>,
    /// Sprites that never change, by cell.
    scenery: Scenery,
    /// `2⁴⁰ / block`, rounded up: multiplies where a division would be slow.
    inverse: u64,
}

/// Sprites that never change, listed by cell.
#[derive(Debug, Default)]
struct Scenery {
    /// By cell: where its list begins in `slots`; one more for the end.
    starts: Box<[u32]>,
    slots: Box<[u32]>,
}

/// Most cells of a level.
pub(crate) const MAX_CELLS: usize = 4_000_000;

impl Board {
    pub(crate) fn new(level: &Level, game: &GameLine) -> Result<Self, StartError> {
        let columns = level.rows.first().map_or(0, |r| r.encode_utf16().count());
        let rows = level.rows.len();
        if columns == 0 {
            return Err(StartError("the level is empty".into()));
        }
        if columns.saturating_mul(rows) > MAX_CELLS {
            return Err(StartError(format!("the level has {columns} × {rows} cells, more than {MAX_CELLS}")));
        }
        let block = game.cell_size(columns, rows);
        let (columns, rows) = (columns as i32, rows as i32);
        let (Some(width), Some(height)) = (columns.checked_mul(block), rows.checked_mul(block)) else {
            return Err(StartError(format!("a level of {columns} × {rows} cells of {block} pixels is too large")));
        };
        let inverse = (1u64 << 40).div_ceil(block as u64);
        let reach = ((width - block) as u32, (height - block) as u32);
        let stride = columns as usize + 2;
        let scenery = Scenery::default();
        Ok(Self { columns, rows, block, width, height, stride, reach, paths: None, scenery, inverse })
    }

    /// Lists scenery by cell: slot and cell of each sprite.
    pub(crate) fn set_scenery(&mut self, sprites: &[(u32, u32)]) {
        let cells = self.cells();
        let mut starts = vec![0u32; cells + 1];
        for &(_, cell) in sprites {
            starts[cell as usize + 1] += 1;
        }
        for c in 0..cells {
            starts[c + 1] += starts[c];
        }
        let mut next = starts.clone();
        let mut slots = vec![0; sprites.len()];
        for &(slot, cell) in sprites {
            slots[next[cell as usize] as usize] = slot;
            next[cell as usize] += 1;
        }
        self.scenery = Scenery { starts: starts.into(), slots: slots.into() };
    }

    /// Scenery in a cell.
    #[inline]
    pub(crate) fn scenery(&self, cell: usize) -> &[u32] {
        match self.scenery.starts.get(cell..cell + 2) {
            Some(range) => &self.scenery.slots[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Cell number of a pixel on the level, along one side. Exact: pixels are below 2²⁴ and cells at most 2¹² pixels.
    #[inline]
    fn divide(&self, pixel: i32) -> i32 {
        ((pixel as u64 * self.inverse) >> 40) as i32
    }

    /// Whether a rectangle of the size of a cell with this corner is wholly on the level.
    #[inline]
    pub(crate) fn holds(&self, x: i32, y: i32) -> bool {
        (x as u32) <= self.reach.0 && (y as u32) <= self.reach.1
    }

    /// How a rectangle of the size of a cell lies that is wholly on the level: the cell of its corner, and flags.
    #[inline]
    pub(crate) fn lie(&self, x: i32, y: i32, flags: u32) -> (u32, u32) {
        let (column, row) = (self.divide(x), self.divide(y));
        let flags = flags & !(flag::MISFIT | flag::OFF_X | flag::OFF_Y);
        // No branches: how sprites lie is hard to predict.
        let off_x = u32::from(x != column * self.block) * (flag::MISFIT | flag::OFF_X);
        let off_y = u32::from(y != row * self.block) * (flag::MISFIT | flag::OFF_Y);
        let flags = flags | off_x | off_y;
        (self.index(column, row) as u32, flags)
    }

    /// Calls `visit` with each cell that a rectangle of the size of a cell covers: `cell` is that of its corner, `flags` tell
    /// how it lies.
    #[inline]
    pub(crate) fn each_covered(&self, cell: u32, flags: u32, mut visit: impl FnMut(u32)) {
        let stride = self.stride as u32;
        visit(cell);
        if flags & flag::OFF_X != 0 {
            visit(cell + 1);
        }
        if flags & flag::OFF_Y != 0 {
            visit(cell + stride);
            if flags & flag::OFF_X != 0 {
                visit(cell + stride + 1);
            }
        }
    }

    /// Column of a pixel; −1 left of the level, the number of columns right of it.
    #[inline]
    pub(crate) fn column(&self, x: i32) -> i32 {
        if x < 0 {
            -1
        } else if x >= self.width {
            self.columns
        } else {
            self.divide(x)
        }
    }

    /// Row of a pixel; −1 above the level, the number of rows below it.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> i32 {
        if y < 0 {
            -1
        } else if y >= self.height {
            self.rows
        } else {
            self.divide(y)
        }
    }

    /// Number of cells, border included.
    #[inline]
    pub(crate) fn cells(&self) -> usize {
        self.stride * (self.rows as usize + 2)
    }

    /// Index of a cell in cell lists.
    #[inline]
    pub(crate) fn index(&self, column: i32, row: i32) -> usize {
        (row + 1) as usize * self.stride + (column + 1) as usize
    }

    /// Index of the cell of a pixel.
    #[inline]
    pub(crate) fn cell(&self, x: i32, y: i32) -> u32 {
        self.index(self.column(x), self.row(y)) as u32
    }
}
