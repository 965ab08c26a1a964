//! Pictures: a state or a tick of a trace as PNG, a play as GIF. The same play gives the same bytes.
//!
//! Without images every sprite is a rectangle in its colour, shrunk about its middle by `shrinkfactor`; what is later in the
//! drawing order covers what is earlier. A type without a colour gets one of the game's palette by its number. With images
//! (see [`images`]) a type that names one is drawn with it, and the picture is in true colour.

mod cast;
pub mod heat;
pub mod images;
mod reduce;
mod replay;

use std::io::{self, Write};

use vgdl_vm::ontology::COLOURS;
use vgdl_vm::{Rect, State};

use crate::draw::{Art, Looks, Paint, stand_in};
use cast::Cast;
use images::{Images, Raster};

pub use replay::{Hire, Replayed, Visit, of_trace};

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 16_384;

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// What the level lies on: the reference engine's light grey.
const GROUND: usize = 17;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Row by row from the top.
    pub pixels: Pixels,
}

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Indices into [`COLOURS`].
    Palette(Vec<u8>),
    /// Red, green and blue.
    True(Vec<[u8; 3]>),
}

impl Picture {
    /// Red, green and blue of each pixel.
    #[must_use]
    pub fn rgb(&self) -> Vec<[u8; 3]> {
        match &self.pixels {
            Pixels::Palette(pixels) => pixels.iter().map(|&i| rgb(i)).collect(),
            Pixels::True(pixels) => pixels.clone(),
        }
    }
}

/// What is seen of a sprite.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Its number.
    pub id: u32,
    /// Number of its type.
    pub kind: usize,
    /// Where it is, in pixels of the play.
    pub rect: Rect,
    /// Where it faces, if it is oriented.
    pub orientation: Option<(f64, f64)>,
}

/// The sprites of a state that are seen: all but killed avatars.
pub fn seen(state: &State) -> impl Iterator<Item = Seen> {
    let seen =
        |s: vgdl_vm::Sprite<'_>| Seen { id: s.id, kind: s.type_id.index(), rect: s.rect, orientation: s.orientation };
    state.sprites().filter(|s| !s.disabled).map(seen)
}

/// How a level is painted.
#[derive(Clone, Debug)]
pub struct Painter {
    looks: Looks,
    images: Option<Images>,
    cast: Cast,
    width: u32,
    height: u32,
    block: i64,
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
                let scale = f64::from(cell) / block as f64;
                Ok(Self { looks, images: None, cast: Cast::default(), width, height, block, scale })
            }
            _ => {
                let [w, h] = grid;
                Err(format!(
                    "a level of {w} x {h} cells of {cell} pixels makes no picture; {MAX_SIDE} is the longest side"
                ))
            }
        }
    }

    /// Draws with images from now on. Their animations and tiles need [`Painter::watch`].
    #[must_use]
    pub fn with_images(self, images: Images) -> Self {
        Self { images: Some(images), ..self }
    }

    /// Looks on while a play goes: to be called with the sprites of every tick, the start (tick −1) first. Without images
    /// there is nothing to remember.
    pub fn watch(&mut self, tick: i32, sprites: impl Iterator<Item = Seen>) {
        if self.images.is_some() {
            self.cast.watch(&self.looks, tick, self.block, sprites);
        }
    }

    /// Paints sprites.
    #[must_use]
    pub fn paint(&self, sprites: impl Iterator<Item = Seen>) -> Picture {
        let pixels = self.width as usize * self.height as usize;
        let mut pixels = match self.images {
            None => Pixels::Palette(vec![GROUND as u8; pixels]),
            Some(_) => Pixels::True(vec![rgb(GROUND as u8); pixels]),
        };
        let mut seen: Vec<_> = sprites.filter_map(|s| Some((self.looks.paint(s.kind)?, s))).collect();
        seen.sort_by_key(|(paint, _)| paint.rank);
        for (paint, sprite) in seen {
            let area = self.area(&paint, sprite.rect);
            match &mut pixels {
                Pixels::Palette(pixels) => self.fill(pixels, area, colour_of(paint.colour, sprite.kind)),
                Pixels::True(pixels) => match self.image(&sprite) {
                    Some((art, image)) => self.lay(pixels, area, image, turned(art, &sprite)),
                    None => self.fill(pixels, area, rgb(colour_of(paint.colour, sprite.kind))),
                },
            }
        }
        Picture { width: self.width, height: self.height, pixels }
    }

    /// Paints a state. Killed avatars are not seen.
    #[must_use]
    pub fn paint_state(&self, state: &State) -> Picture {
        self.paint(seen(state))
    }

    /// The part of the picture that a sprite covers; it may reach out of it.
    fn area(&self, paint: &Paint, rect: Rect) -> Area {
        let shrink = if paint.shrink.is_finite() { paint.shrink.clamp(0.0, 1.0) } else { 1.0 };
        let side = |at: i32, length: i32| {
            let (at, length) = (f64::from(at) * self.scale, f64::from(length) * self.scale);
            let gap = length * (1.0 - shrink) / 2.0;
            [(at + gap).round() as i64, (at + length - gap).round() as i64]
        };
        let ([left, right], [top, bottom]) = (side(rect.x, rect.w), side(rect.y, rect.h));
        Area { left, top, right, bottom }
    }

    /// The columns and rows of an area that are in the picture.
    fn within(&self, area: Area) -> [std::ops::Range<usize>; 2] {
        let clamp = |n: i64, most: u32| n.clamp(0, i64::from(most)) as usize;
        let columns = clamp(area.left, self.width)..clamp(area.right, self.width);
        [columns, clamp(area.top, self.height)..clamp(area.bottom, self.height)]
    }

    fn fill<T: Copy>(&self, pixels: &mut [T], area: Area, colour: T) {
        let [columns, rows] = self.within(area);
        for row in pixels.chunks_mut(self.width as usize).take(rows.end).skip(rows.start) {
            if let Some(line) = row.get_mut(columns.clone()) {
                line.fill(colour);
            }
        }
    }

    /// The image that shows a sprite.
    fn image(&self, sprite: &Seen) -> Option<(&Art, &Raster)> {
        let (art, images) = (self.looks.art(sprite.kind)?, self.images.as_ref()?);
        let direction = direction(sprite.orientation);
        let place = self.cast.place(art, sprite.id, images.length(sprite.kind, direction));
        Some((art, images.get(sprite.kind, direction, place)?))
    }

    /// Lays an image over an area, turned about its middle to where (cosine, sine) points; it faces right by itself.
    fn lay(&self, pixels: &mut [[u8; 3]], area: Area, image: &Raster, (cos, sin): (f64, f64)) {
        let (w, h) = (area.right.saturating_sub(area.left), area.bottom.saturating_sub(area.top));
        if w < 1 || h < 1 {
            return;
        }
        let straight = (cos, sin) == (1.0, 0.0);
        let reach = if straight { 0 } else { w.max(h) };
        let [columns, rows] = self.within(Area {
            left: area.left.saturating_sub(reach),
            top: area.top.saturating_sub(reach),
            right: area.right.saturating_add(reach),
            bottom: area.bottom.saturating_add(reach),
        });
        let (mx, my) = ((area.left + area.right) as f64 / 2.0, (area.top + area.bottom) as f64 / 2.0);
        let (half_w, half_h) = (w as f64 / 2.0, h as f64 / 2.0);
        for y in rows {
            let Some(row) = pixels.chunks_mut(self.width as usize).nth(y) else { continue };
            for x in columns.clone() {
                let at = if straight {
                    [(x as i64 - area.left) as u64, (y as i64 - area.top) as u64]
                } else {
                    let (dx, dy) = (x as f64 + 0.5 - mx, y as f64 + 0.5 - my);
                    let (u, v) = (dx * cos + dy * sin + half_w, dy * cos - dx * sin + half_h);
                    if u < 0.0 || v < 0.0 || u >= w as f64 || v >= h as f64 {
                        continue;
                    }
                    [u as u64, v as u64]
                };
                let [r, g, b, a] = image.sample(at, [w as u64, h as u64]);
                if let Some(under) = row.get_mut(x) {
                    let mix = |over: u8, under: u8| {
                        let a = u32::from(a);
                        ((u32::from(over) * a + u32::from(under) * (255 - a) + 127) / 255) as u8
                    };
                    *under = [mix(r, under[0]), mix(g, under[1]), mix(b, under[2])];
                }
            }
        }
    }
}

/// A part of a picture, in its pixels; the right and the bottom are behind it.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

/// The direction of a sprite among up, down, left and right: right if it has none.
fn direction(orientation: Option<(f64, f64)>) -> usize {
    match orientation {
        Some((x, y)) if y < 0.0 && y.abs() > x.abs() => 0,
        Some((x, y)) if y > 0.0 && y.abs() > x.abs() => 1,
        Some((x, _)) if x < 0.0 => 2,
        _ => 3,
    }
}

/// Cosine and sine of the angle that a sprite's image is turned by.
fn turned(art: &Art, sprite: &Seen) -> (f64, f64) {
    let (x, y) = sprite.orientation.filter(|_| art.turns).unwrap_or((1.0, 0.0));
    let length = (x * x + y * y).sqrt();
    if length.is_finite() && length > 0.0 { (x / length, y / length) } else { (1.0, 0.0) }
}

/// Red, green and blue of a colour of the palette.
fn rgb(index: u8) -> [u8; 3] {
    COLOURS.get(usize::from(index)).map_or([0; 3], |(_, rgb)| *rgb)
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
    encoder.set_depth(png::BitDepth::Eight);
    let bytes = match &picture.pixels {
        Pixels::Palette(pixels) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette());
            pixels
        }
        Pixels::True(pixels) => {
            encoder.set_color(png::ColorType::Rgb);
            &pixels.concat()
        }
    };
    let wrong = |e: png::EncodingError| io::Error::other(e);
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(bytes).map_err(wrong)?;
    writer.finish().map_err(wrong)
}

/// Writes pictures of one size as a GIF that plays for ever. Pictures in true colour have a palette each.
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
        let (palette, buffer) = match &picture.pixels {
            Pixels::Palette(pixels) => (None, pixels.as_slice().into()),
            Pixels::True(pixels) => {
                let (palette, indices) = reduce::palette(pixels);
                (Some(palette), indices.into())
            }
        };
        let frame = gif::Frame {
            delay: self.delay,
            width: side(picture.width),
            height: side(picture.height),
            palette,
            buffer,
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
