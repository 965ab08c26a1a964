//! The pictures of sprites: PNG files in a folder, named as the reference engine names them.
//!
//! | a type says | files |
//! |---|---|
//! | `img=a/b` | `a/b.png` |
//! | and `autotiling`, `randomtiling` or `frameRate` | the series `a/b_0.png`, `a/b_1.png`, … up to the first that is missing |
//! | `orientedImg=a/b` | `a/b_UP.png`, `a/b_DOWN.png`, `a/b_LEFT.png`, `a/b_RIGHT.png`; in series `a/b_UP_0.png`, … |

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};

use crate::draw::{Art, Looks};
use crate::files;

/// Longest side of an image that is read, in pixels.
pub const MAX_IMAGE_SIDE: u32 = 4096;

/// Most pixels of all images together, as they are kept.
pub const MAX_IMAGE_PIXELS: usize = 1 << 24;

/// Most images of a series.
const MOST_IN_SERIES: usize = 256;

/// Images are kept with at most so many pixels for each of the picture's in a cell.
const FINEST: u32 = 4;

/// An image in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Raster {
    width: u32,
    height: u32,
    /// Red, green, blue and opacity, row by row.
    pixels: Vec<[u8; 4]>,
}

impl Raster {
    /// The colour of a pixel of the image at another size: the mean of the pixels in its place. None of it is outside.
    pub(super) fn sample(&self, [x, y]: [u64; 2], [w, h]: [u64; 2]) -> [u8; 4] {
        let span = |at: u64, of: u64, side: u32| {
            let side = u128::from(side);
            let from = (u128::from(at) * side / u128::from(of.max(1))).min(side.saturating_sub(1));
            let to = (u128::from(at + 1) * side / u128::from(of.max(1))).min(side);
            from as usize..(to.max(from + 1)) as usize
        };
        let (columns, rows) = (span(x, w, self.width), span(y, h, self.height));
        let (mut sum, mut n) = ([0_u64; 4], 0);
        for row in rows {
            let line = row * self.width as usize;
            for &[r, g, b, a] in self.pixels.get(line + columns.start..line + columns.end).unwrap_or_default() {
                // A colour counts as far as it is seen.
                let a = u64::from(a);
                sum = [sum[0] + u64::from(r) * a, sum[1] + u64::from(g) * a, sum[2] + u64::from(b) * a, sum[3] + a];
                n += 1;
            }
        }
        let [r, g, b, a] = sum;
        let mean = |sum: u64| ((sum + a / 2) / a.max(1)) as u8;
        [mean(r), mean(g), mean(b), ((a + n / 2) / n.max(1)) as u8]
    }

    /// Not larger than so many pixels a side, in its proportions.
    fn shrunk(self, most: u32) -> Self {
        let longest = self.width.max(self.height);
        if longest <= most {
            return self;
        }
        let side = |n: u32| (u64::from(n) * u64::from(most) / u64::from(longest)).max(1);
        let (w, h) = (side(self.width), side(self.height));
        let pixels = (0..h).flat_map(|y| (0..w).map(move |x| [x, y])).map(|at| self.sample(at, [w, h])).collect();
        Self { width: w as u32, height: h as u32, pixels }
    }
}

/// The images of all types.
#[derive(Clone, Debug, Default)]
pub struct Images {
    /// For each type: series of images for up, down, left and right; all the same one for what does not face anywhere.
    types: Vec<Option<[Vec<usize>; 4]>>,
    rasters: Vec<Raster>,
}

/// Reads images, each once.
struct Shelf<'f> {
    folder: &'f Path,
    most: u32,
    by_name: BTreeMap<String, Option<usize>>,
    rasters: Vec<Raster>,
    pixels: usize,
    problems: Vec<String>,
}

impl Images {
    /// Reads the images that types name from a folder, for cells of so many pixels. What cannot be read is told in sentences,
    /// one for each image; its types are drawn in their colours.
    ///
    /// # Errors
    /// There is no such folder: one sentence.
    pub fn read(folder: &Path, looks: &Looks, cell: u32) -> Result<(Self, Vec<String>), String> {
        if !folder.is_dir() {
            return Err(format!("there is no folder {} with images", folder.display()));
        }
        let mut shelf = Shelf {
            folder,
            most: cell.saturating_mul(FINEST).max(1),
            by_name: BTreeMap::new(),
            rasters: Vec::new(),
            pixels: 0,
            problems: Vec::new(),
        };
        let types = looks.arts().map(|art| art.and_then(|art| shelf.of(art))).collect();
        Ok((Self { types, rasters: shelf.rasters }, shelf.problems))
    }

    /// The image of a type's series, for a direction; the first where the series is shorter.
    pub(super) fn get(&self, kind: usize, direction: usize, place: usize) -> Option<&Raster> {
        let series = self.series(kind, direction)?;
        self.rasters.get(*series.get(place).or(series.first())?)
    }

    /// The length of a type's series for a direction; 0 if it has no image.
    pub(super) fn length(&self, kind: usize, direction: usize) -> usize {
        self.series(kind, direction).map_or(0, Vec::len)
    }

    fn series(&self, kind: usize, direction: usize) -> Option<&Vec<usize>> {
        self.types.get(kind)?.as_ref()?.get(direction)
    }
}

impl Shelf<'_> {
    /// The images of a type; `None` if it has none.
    fn of(&mut self, art: &Art) -> Option<[Vec<usize>; 4]> {
        // The engine takes names with the ending and without.
        let name = art.img.strip_suffix(".png").unwrap_or(&art.img);
        let found = if art.oriented {
            ["UP", "DOWN", "LEFT", "RIGHT"].map(|direction| self.series(&format!("{name}_{direction}"), art))
        } else {
            let all = self.series(name, art);
            [all.clone(), all.clone(), all.clone(), all]
        };
        found.iter().any(|series| !series.is_empty()).then_some(found)
    }

    fn series(&mut self, name: &str, art: &Art) -> Vec<usize> {
        if !art.in_series() {
            return self.image(&format!("{name}.png")).into_iter().collect();
        }
        let mut found = Vec::new();
        for place in 0..MOST_IN_SERIES {
            let file = format!("{name}_{place}.png");
            // The series ends at the first that is not there; the very first must be.
            if place > 0 && !self.path(&file).is_some_and(|path| path.is_file()) {
                break;
            }
            match self.image(&file) {
                Some(image) => found.push(image),
                None => break,
            }
        }
        found
    }

    /// Where a file is, if that is within the folder.
    fn path(&self, file: &str) -> Option<PathBuf> {
        let path = Path::new(file);
        let within = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        within.then(|| self.folder.join(path))
    }

    fn image(&mut self, file: &str) -> Option<usize> {
        if let Some(known) = self.by_name.get(file) {
            return *known;
        }
        let found = match self.path(file) {
            None => Err("is not in the folder of images".to_owned()),
            Some(path) if !path.is_file() => Err(format!("is not in {}", self.folder.display())),
            Some(path) => files::read(&path).and_then(|bytes| decode(&bytes)),
        };
        let kept = found.map(|raster| raster.shrunk(self.most)).and_then(|raster| {
            self.pixels += raster.pixels.len();
            if self.pixels > MAX_IMAGE_PIXELS { Err("is one image too many".to_owned()) } else { Ok(raster) }
        });
        let place = match kept {
            Ok(raster) => {
                self.rasters.push(raster);
                Some(self.rasters.len() - 1)
            }
            Err(why) => {
                let name: String = file.escape_debug().take(200).collect();
                self.problems.push(format!("image {name} {why}; what should show it is drawn in its colour"));
                None
            }
        };
        self.by_name.insert(file.to_owned(), place);
        place
    }
}

/// The image in the bytes of a PNG. Its size is looked at before anything is unpacked.
fn decode(bytes: &[u8]) -> Result<Raster, String> {
    let wrong = |e: png::DecodingError| {
        // What the reader says may quote the file.
        format!("cannot be read: {}", e.to_string().escape_debug())
    };
    let limits = png::Limits { bytes: 64 << 20 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let info = decoder.read_header_info().map_err(wrong)?;
    let (width, height) = (info.width, info.height);
    if width > MAX_IMAGE_SIDE || height > MAX_IMAGE_SIDE {
        return Err(format!("has {width} x {height} pixels; {MAX_IMAGE_SIDE} is the longest side"));
    }
    let mut reader = decoder.read_info().map_err(wrong)?;
    let size = reader.output_buffer_size().filter(|&n| n <= 4 * (MAX_IMAGE_SIDE as usize).pow(2));
    let mut buffer = vec![0; size.ok_or("cannot be read: it is too large")?];
    let frame = reader.next_frame(&mut buffer).map_err(wrong)?;
    let bytes = buffer.get(..frame.buffer_size()).unwrap_or_default();
    let pixels: Vec<[u8; 4]> = match frame.color_type {
        png::ColorType::Rgba => bytes.chunks_exact(4).filter_map(|p| p.try_into().ok()).collect(),
        png::ColorType::GrayscaleAlpha => bytes.chunks_exact(2).map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        png::ColorType::Rgb | png::ColorType::Grayscale | png::ColorType::Indexed => {
            return Err("cannot be read: its colours are of an unknown kind".into());
        }
    };
    if (frame.width, frame.height) != (width, height) || pixels.len() != width as usize * height as usize {
        return Err("cannot be read: its size contradicts itself".into());
    }
    Ok(Raster { width, height, pixels })
}
