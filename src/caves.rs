//! Caves: levels grown by smoothing noise, as in the roguelike "The Caves of Clojure", and the part of a large world that fits
//! a screen.

use std::fmt;

use vgdl_vm::rng::JavaRandom;

use crate::front::level::MAX_CELLS;

/// Floor and wall, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    width: usize,
    height: usize,
    /// Whether a cell is floor.
    floor: Vec<bool>,
}

/// Why there is no terrain or level: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CaveError(String);

impl Terrain {
    /// Noise: each cell is wall with probability `fill`. One number is drawn for each cell, row by row.
    ///
    /// # Errors
    /// No cells, or more than a level may have.
    pub fn noise(width: usize, height: usize, fill: f64, rng: &mut JavaRandom) -> Result<Self, CaveError> {
        if width == 0 || height == 0 || width.saturating_mul(height) > MAX_CELLS {
            return Err(CaveError(format!("a world of {width} x {height} cells: there are 1 to {MAX_CELLS} cells")));
        }
        Ok(Self { width, height, floor: (0..width * height).map(|_| rng.next_double() >= fill).collect() })
    }

    /// Reads a grid: `.` is floor, `#` is wall, all lines are equally long.
    ///
    /// # Errors
    /// Another character, lines of different lengths, no cells, or too many.
    pub fn parse(text: &str) -> Result<Self, CaveError> {
        let width = text.lines().next().map_or(0, |line| line.chars().count());
        let mut terrain = Self { width, height: 0, floor: Vec::new() };
        for (row, line) in text.lines().enumerate() {
            if (row + 1).saturating_mul(width) > MAX_CELLS {
                return Err(CaveError(format!("a grid of more than {MAX_CELLS} cells")));
            }
            let length = line.chars().count();
            if length != width {
                return Err(CaveError(format!("line {} has {length} cells, the first has {width}", row + 1)));
            }
            for (column, c) in line.chars().enumerate() {
                terrain.floor.push(match c {
                    '.' => true,
                    '#' => false,
                    _ => {
                        let c = c.escape_debug();
                        let place = format!("line {}, column {}", row + 1, column + 1);
                        return Err(CaveError(format!("{place}: `{c}` is neither `.` (floor) nor `#` (wall)")));
                    }
                });
            }
            terrain.height += 1;
        }
        if terrain.floor.is_empty() {
            return Err(CaveError("a grid without cells".into()));
        }
        Ok(terrain)
    }

    /// One pass: a cell becomes floor if at least `threshold` of the nine cells around it, itself included, are floor; those
    /// off the world are not. All cells change at once.
    #[must_use]
    pub fn smooth(&self, threshold: u8) -> Self {
        let (w, h) = (self.width, self.height);
        // Floor among each cell and its neighbours in the row.
        let mut rows = vec![0u8; w * h];
        for (row, counts) in self.floor.chunks(w).zip(rows.chunks_mut(w)) {
            for (x, count) in counts.iter_mut().enumerate() {
                *count = row[x.saturating_sub(1)..w.min(x + 2)].iter().map(|&f| u8::from(f)).sum();
            }
        }
        let mut floor = Vec::with_capacity(w * h);
        for y in 0..h {
            for x in 0..w {
                let near: u8 = (y.saturating_sub(1)..h.min(y + 2)).map(|y| rows[y * w + x]).sum();
                floor.push(near >= threshold);
            }
        }
        Self { floor, ..*self }
    }

    /// Several passes. They stop early once a pass changes nothing.
    #[must_use]
    pub fn smoothed(self, passes: u32, threshold: u8) -> Self {
        let mut terrain = self;
        for _ in 0..passes {
            let next = terrain.smooth(threshold);
            if next == terrain {
                break;
            }
            terrain = next;
        }
        terrain
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Whether a cell is floor; `false` off the world.
    #[must_use]
    pub fn is_floor(&self, x: usize, y: usize) -> bool {
        x < self.width && self.floor.get(y * self.width + x) == Some(&true)
    }
}

/// `.` for floor, `#` for wall, a line a row.
impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.floor.chunks(self.width.max(1)) {
            let line: String = row.iter().map(|&floor| if floor { '.' } else { '#' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// How a level of caves is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Cave {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Probability that a cell is wall before smoothing.
    pub fill: f64,
    /// Number of smoothing passes.
    pub passes: u32,
    /// Floor cells among nine that make a floor cell.
    pub threshold: u8,
    /// The character of walls.
    pub wall: char,
    /// The character of floor.
    pub floor: char,
    /// What is put on the floor, in order: each on a random cell that is still empty.
    pub put: Vec<(char, usize)>,
}

/// The original: a world of 160 × 50 cells with a player and 30 lichens, in the characters of the game `caves`.
impl Default for Cave {
    fn default() -> Self {
        Self {
            width: 160,
            height: 50,
            fill: 0.5,
            passes: 3,
            threshold: 5,
            wall: 'w',
            floor: ' ',
            put: vec![('@', 1), ('F', 30)],
        }
    }
}

impl Cave {
    /// Makes a level, a line a row: the same for the same seed.
    ///
    /// # Errors
    /// A size without cells or with too many; fewer empty cells than sprites to put there.
    pub fn level(&self, seed: i32) -> Result<String, CaveError> {
        let mut rng = JavaRandom::new(seed);
        let noise = Terrain::noise(self.width, self.height, self.fill, &mut rng)?;
        let terrain = noise.smoothed(self.passes, self.threshold);
        let mut cells: Vec<char> = terrain.floor.iter().map(|&f| if f { self.floor } else { self.wall }).collect();
        let mut empty: Vec<u32> = (0u32..).zip(&terrain.floor).filter(|(_, f)| **f).map(|(i, _)| i).collect();
        let wanted = self.put.iter().fold(0usize, |sum, (_, n)| sum.saturating_add(*n));
        if wanted > empty.len() {
            let free = empty.len();
            return Err(CaveError(format!("{wanted} sprites to put on {free} empty cells; make the world larger")));
        }
        for &(glyph, n) in &self.put {
            for _ in 0..n {
                let at = empty.swap_remove(rng.next_int(empty.len() as i32) as usize);
                cells[at as usize] = glyph;
            }
        }
        Ok(cells.chunks(self.width).flat_map(|row| row.iter().copied().chain(['\n'])).collect())
    }
}

/// Columns and rows of a screen that shows part of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// A part of a world: cells from `left` and `top` to those before `right` and `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First column.
    pub left: usize,
    /// First row.
    pub top: usize,
    /// The column after the last.
    pub right: usize,
    /// The row after the last.
    pub bottom: usize,
}

impl View {
    /// What is seen of a world of `(columns, rows)` around a cell: that cell is in the middle, but the view does not leave
    /// the world. A world that is smaller is seen whole.
    #[must_use]
    pub fn around(self, world: (usize, usize), cell: (usize, usize)) -> Window {
        let side = |size: usize, world: usize, at: usize| {
            let end = (at.saturating_sub(size / 2).saturating_add(size)).min(world);
            (end.saturating_sub(size), end)
        };
        let (left, right) = side(self.width, world.0, cell.0);
        let (top, bottom) = side(self.height, world.1, cell.1);
        Window { left, top, right, bottom }
    }
}

/// `80x23`
impl std::str::FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let size = |n: &str| n.parse().ok().filter(|&n| n > 0);
        let sides = text.split_once('x').and_then(|(w, h)| Some((size(w)?, size(h)?)));
        let (width, height) = sides.ok_or("write columns and rows, as in 80x23")?;
        Ok(Self { width, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_over_floor_changes_the_corners_and_nothing_else() {
        for (w, h) in [(3, 3), (4, 3), (9, 5)] {
            let floor = Terrain { width: w, height: h, floor: vec![true; w * h] };
            let after = floor.smooth(5);
            for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
                let corner = (x == 0 || x == w - 1) && (y == 0 || y == h - 1);
                assert_eq!(after.is_floor(x, y), !corner, "{x} {y} of {w} x {h}");
            }
        }
    }

    #[test]
    fn corners_are_wall_after_any_pass() {
        for seed in 0..50 {
            let noise = Terrain::noise(7 + seed as usize % 5, 4, 0.1, &mut JavaRandom::new(seed)).unwrap();
            let (w, h) = noise.size();
            let after = noise.smooth(5);
            assert!([(0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)].iter().all(|&(x, y)| !after.is_floor(x, y)));
        }
    }

    #[test]
    fn a_grid_that_is_none_is_told() {
        let why = |text| Terrain::parse(text).unwrap_err().to_string();
        assert_eq!(why(""), "a grid without cells");
        assert_eq!(why("\n\n"), "a grid without cells");
        assert_eq!(why("..\n#\n"), "line 2 has 1 cells, the first has 2");
        assert_eq!(why(".#\n.x"), "line 2, column 2: `x` is neither `.` (floor) nor `#` (wall)");
        assert_eq!(Terrain::parse(".#\n##\n").unwrap().to_string(), ".#\n##\n");
    }

    #[test]
    fn a_level_holds_what_is_put_there() {
        let cave = Cave { width: 40, height: 20, ..Cave::default() };
        let level = cave.level(1).unwrap();
        let count = |c| level.chars().filter(|&l| l == c).count();
        assert_eq!((count('@'), count('F'), level.lines().count()), (1, 30, 20));
        assert!(level.lines().all(|l| l.chars().count() == 40));
        assert_eq!(cave.level(1), cave.level(1));
        assert_ne!(cave.level(1), cave.level(2));
    }

    #[test]
    fn a_world_that_is_too_small_or_too_large_is_told() {
        let cave = Cave { width: 3, height: 3, ..Cave::default() };
        assert!(cave.level(1).unwrap_err().to_string().starts_with("31 sprites to put on "));
        for (width, height) in [(0, 5), (5, 0), (usize::MAX, 2), (4000, 1001)] {
            assert!(
                Cave { width, height, ..Cave::default() }.level(1).unwrap_err().to_string().contains("1 to 4000000")
            );
        }
    }

    #[test]
    fn a_view_larger_than_the_world_shows_it_all() {
        let view: View = "80x23".parse().unwrap();
        assert_eq!(view.around((10, 5), (9, 4)), Window { left: 0, top: 0, right: 10, bottom: 5 });
        for text in ["", "80", "x", "0x5", "5x0", "-1x2", "80x23x2"] {
            assert!(text.parse::<View>().is_err(), "{text}");
        }
    }
}
