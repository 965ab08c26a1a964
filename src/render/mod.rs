//! Pictures from colours alone: a state or a tick of a trace as PNG, a play as GIF. The same play gives the same bytes.
//!
//! Every sprite is a rectangle in its colour, shrunk about its middle by `shrinkfactor`; what is later in the drawing order
//! covers what is earlier. A type without a colour gets one of the game's palette by its number.

mod replay;

use std::io::{self, Write};

use vgdl_vm::ontology::COLOURS;
use vgdl_vm::{Rect, State};

use crate::draw::{Looks, stand_in};

pub use replay::{Replayed, Visit, of_trace};

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 16_384;

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// What the level lies on: the reference engine's light grey.
const GROUND: usize = 17;

/// A picture with the palette of [`COLOURS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Row by row from the top: indices into [`COLOURS`].
    pub pixels: Vec<u8>,
}

/// How a level is painted.
#[derive(Clone, Debug)]
pub struct Painter {
    looks: Looks,
    width: u32,
    height: u32,
    /// Pixels of the picture for one of the play.
    scale: f64,
}

impl Painter {
    /// Paints levels of so many columns and rows, whose cells have `block` pixels in the play and `cell` in the picture.
    ///
    /// # Errors
    /// A level without cells, or a picture that would be too large: one sentence.
    pub fn new(looks: Looks, grid: [u64; 2], block: i64, cell: u32) -> Result<Self, String> {
        let side =
            |cells: u64| u32::try_from(cells.checked_mul(u64::from(cell))?).ok().filter(|&n| n > 0 && n <= MAX_SIDE);
        match (side(grid[0]), side(grid[1])) {
            (Some(width), Some(height)) if block > 0 && u64::from(width) * u64::from(height) <= MAX_PIXELS => {
                Ok(Self { looks, width, height, scale: f64::from(cell) / block as f64 })
            }
            _ => {
                let [w, h] = grid;
                Err(format!(
                    "a level of {w} x {h} cells of {cell} pixels makes no picture; {MAX_SIDE} is the longest side"
                ))
            }
        }
    }

    /// Paints sprites, given by type and place.
    #[must_use]
    pub fn paint(&self, sprites: impl Iterator<Item = (usize, Rect)>) -> Picture {
        let mut pixels = vec![GROUND as u8; self.width as usize * self.height as usize];
        let mut seen: Vec<_> = sprites.filter_map(|(kind, rect)| Some((self.looks.paint(kind)?, kind, rect))).collect();
        seen.sort_by_key(|(paint, ..)| paint.rank);
        for (paint, kind, rect) in seen {
            let shrink = if paint.shrink.is_finite() { paint.shrink.clamp(0.0, 1.0) } else { 1.0 };
            let side = |at: i32, length: i32, most: u32| {
                let (at, length) = (f64::from(at) * self.scale, f64::from(length) * self.scale);
                let gap = length * (1.0 - shrink) / 2.0;
                let edge = |x: f64| x.round().clamp(0.0, f64::from(most)) as usize;
                edge(at + gap)..edge(at + length - gap)
            };
            let (columns, rows) = (side(rect.x, rect.w, self.width), side(rect.y, rect.h, self.height));
            let colour = colour_of(paint.colour, kind);
            for row in pixels.chunks_mut(self.width as usize).take(rows.end).skip(rows.start) {
                if let Some(line) = row.get_mut(columns.clone()) {
                    line.fill(colour);
                }
            }
        }
        Picture { width: self.width, height: self.height, pixels }
    }

    /// Paints a state. Killed avatars are not seen.
    #[must_use]
    pub fn paint_state(&self, state: &State) -> Picture {
        self.paint(state.sprites().filter(|s| !s.disabled).map(|s| (s.type_id.index(), s.rect)))
    }
}

/// The place of a colour in the palette.
fn colour_of(colour: Option<[u8; 3]>, kind: usize) -> u8 {
    let given = colour.and_then(|rgb| COLOURS.iter().position(|(_, c)| *c == rgb));
    given.unwrap_or_else(|| stand_in(kind)) as u8
}

/// Red, green and blue of every colour.
fn palette() -> Vec<u8> {
    COLOURS.iter().flat_map(|(_, rgb)| *rgb).collect()
}

/// Writes a picture as PNG.
///
/// # Errors
/// The output cannot be written.
pub fn png(picture: &Picture, to: impl Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(to, picture.width, picture.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette());
    let wrong = |e: png::EncodingError| io::Error::other(e);
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(&picture.pixels).map_err(wrong)?;
    writer.finish().map_err(wrong)
}

/// Writes pictures of one size as a GIF that plays for ever.
pub struct Gif<W: Write> {
    encoder: gif::Encoder<W>,
    delay: u16,
}

impl<W: Write> Gif<W> {
    /// Begins one, of pictures like the first.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn new(to: W, first: &Picture, frames_per_second: u16) -> io::Result<Self> {
        // Sides are below 2¹⁶: see `MAX_SIDE`.
        let side = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        let mut encoder =
            gif::Encoder::new(to, side(first.width), side(first.height), &palette()).map_err(io::Error::other)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Self { encoder, delay: 100 / frames_per_second.clamp(1, 50) })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn add(&mut self, picture: &Picture) -> io::Result<()> {
        let side = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        let frame = gif::Frame {
            delay: self.delay,
            width: side(picture.width),
            height: side(picture.height),
            buffer: picture.pixels.as_slice().into(),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(io::Error::other)
    }

    /// Ends it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map_err(io::Error::other)?.flush()
    }
}
