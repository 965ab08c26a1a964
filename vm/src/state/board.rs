//! What a level is, apart from its sprites: size, cells, and the path finder's map. Fixed for a play.

use crate::image::StartError;
use crate::program::Level;
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
    /// Paths between cells, where the game asks for them.
    pub(crate) paths: Option<Paths>,
}

/// Most cells of a level.
pub(crate) const MAX_CELLS: usize = 4_000_000;

impl Board {
    pub(crate) fn new(level: &Level, square_size: Option<i32>) -> Result<Self, StartError> {
        let columns = level.rows.first().map_or(0, |r| r.encode_utf16().count());
        let rows = level.rows.len();
        if columns == 0 {
            return Err(StartError("the level is empty".into()));
        }
        if columns.saturating_mul(rows) > MAX_CELLS {
            return Err(StartError(format!("the level has {columns} × {rows} cells, more than {MAX_CELLS}")));
        }
        // A window of 800 pixels is filled if no size is given; a cell has at least 2 (GVGAI `Game.buildStringLevel`).
        let block = square_size.unwrap_or_else(|| (800 / columns.max(rows) as i32).max(2));
        let (columns, rows) = (columns as i32, rows as i32);
        let (Some(width), Some(height)) = (columns.checked_mul(block), rows.checked_mul(block)) else {
            return Err(StartError(format!("a level of {columns} × {rows} cells of {block} pixels is too large")));
        };
        Ok(Self { columns, rows, block, width, height, paths: None })
    }

    /// Column of a pixel, clamped to the level.
    #[inline]
    pub(crate) fn column(&self, x: i32) -> i32 {
        if x <= 0 { 0 } else { (x / self.block).min(self.columns - 1) }
    }

    /// Row of a pixel, clamped to the level.
    #[inline]
    pub(crate) fn row(&self, y: i32) -> i32 {
        if y <= 0 { 0 } else { (y / self.block).min(self.rows - 1) }
    }

    /// Cell of a pixel, clamped to the level.
    #[inline]
    pub(crate) fn cell(&self, x: i32, y: i32) -> u32 {
        (self.row(y) * self.columns + self.column(x)) as u32
    }
}
