//! Levels drawn as text: one character a cell.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use vgdl_vm::ontology::COLOURS;
#[cfg(feature = "render")]
use vgdl_vm::ontology::Class;
use vgdl_vm::program::Program;
use vgdl_vm::{Rect, State};

use crate::caves::{View, Window};
use crate::trace::record::type_record;
use crate::trace::{GameRecord, TypeRecord, canon};

/// Levels with more cells than this are not drawn.
const MOST_CELLS: u64 = 1 << 20;

/// How sprite types look.
#[derive(Clone, Debug, Default)]
pub struct Looks(Vec<Look>);

/// How a sprite type looks.
#[derive(Clone, Debug)]
struct Look {
    name: String,
    glyph: char,
    colour: Option<[u8; 3]>,
    /// Size of its picture as a share of the cell.
    shrink: f64,
    /// Place in the drawing order; `None` for what is never seen.
    rank: Option<usize>,
    /// The images that show it.
    #[cfg(feature = "render")]
    art: Option<Art>,
}

/// The images that a type names.
#[cfg(feature = "render")]
#[derive(Clone, Debug)]
pub(crate) struct Art {
    /// Name of the file, as the game writes it.
    pub(crate) img: String,
    /// Whether there is an image for each direction.
    pub(crate) oriented: bool,
    /// Whether the neighbours at the start choose the image.
    pub(crate) autotiling: bool,
    /// Probability of the first image of the series; negative if there is nothing to choose.
    pub(crate) randomtiling: f64,
    /// Ticks per image of an animation; not positive if there is none.
    pub(crate) frame_rate: f64,
    /// Whether the image is turned to where the sprite faces.
    pub(crate) turns: bool,
}

#[cfg(feature = "render")]
impl Art {
    /// The images that a type's parameters name; none if it names none.
    fn of(record: &TypeRecord) -> Option<Self> {
        let (img, oriented) = (text(record, "img"), text(record, "orientedImg"));
        let class = record.class.as_deref().and_then(Class::from_name);
        Some(Self {
            img: [oriented, img].into_iter().find(|name| !name.is_empty())?.to_owned(),
            oriented: !oriented.is_empty(),
            autotiling: text(record, "autotiling").eq_ignore_ascii_case("true"),
            randomtiling: number(record, "randomtiling").unwrap_or(-1.0),
            frame_rate: number(record, "frameRate").unwrap_or(-1.0),
            // These steer by angles; what others are turned to is told by `orientedImg`.
            turns: class.is_some_and(|class| {
                use Class::{AimedAvatar, BirdAvatar, CarAvatar, LanderAvatar, SpaceshipAvatar};
                [AimedAvatar, BirdAvatar, CarAvatar, LanderAvatar, SpaceshipAvatar].contains(&class)
            }),
        })
    }

    /// Whether there is a series of images.
    pub(crate) fn in_series(&self) -> bool {
        self.autotiling || self.randomtiling >= 0.0 || self.frame_rate >= 0.0
    }
}

/// What pictures need to know of a sprite type.
#[cfg(feature = "render")]
pub(crate) struct Paint {
    /// Place in the drawing order.
    pub(crate) rank: usize,
    pub(crate) colour: Option<[u8; 3]>,
    pub(crate) shrink: f64,
}

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The level, a line a row.
    pub text: String,
    /// What the characters mean, in one line.
    pub legend: String,
}

impl Looks {
    /// The looks of a program's types: the characters of its level mapping, and others for types that have none.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let names = canon::type_names(program);
        let mapping = program.mapping.iter().map(|m| {
            let types = m.types.iter().filter_map(|t| t.0.map(vgdl_vm::program::TypeId::index)).collect();
            (m.glyph, types)
        });
        let mut looks = Self::new(names, mapping.collect());
        looks.dress(program.types.iter().enumerate().map(|(id, _)| type_record(program, id)));
        looks.order(program.order.iter().map(|t| t.index()));
        looks
    }

    /// The looks of the types of a game of py-vgdl.
    #[must_use]
    pub fn of_py(game: &vgdl_vm::py::Game) -> Self {
        let name = |id: vgdl_vm::py::NameId| game.names.get(id.index()).cloned().unwrap_or_default();
        let names: Vec<String> = game.types.iter().map(|t| name(t.name)).collect();
        let index = |wanted: &str| names.iter().position(|n| n == wanted);
        let mapped =
            game.mapping.iter().map(|(glyph, of)| (*glyph, of.iter().filter_map(|&id| index(&name(id))).collect()));
        // What every game maps, unless it says otherwise.
        let usual = [('w', "wall"), ('A', "avatar")].map(|(glyph, name)| (glyph, index(name).into_iter().collect()));
        let mut looks = Self::new(names.clone(), mapped.chain(usual).collect());
        for (look, decl) in looks.0.iter_mut().zip(&game.types) {
            look.colour = decl.colour.and_then(|c| COLOURS.get(usize::from(c.0))).map(|(_, rgb)| *rgb);
        }
        looks.order(0..game.types.len());
        looks
    }

    /// The looks of the types of a trace. `types` are the names of a run's types.
    #[must_use]
    pub fn of_trace(game: &GameRecord, types: &[String]) -> Self {
        let index = |name: &String| types.iter().position(|t| t == name);
        let mapping = game.mapping.iter().filter_map(|(glyph, names)| {
            let glyph = glyph.chars().next()?;
            Some((glyph, names.iter().filter_map(index).collect()))
        });
        let mut looks = Self::new(types.to_vec(), mapping.collect());
        looks.dress(game.types.iter());
        looks.order(game.sprite_order.iter().copied());
        looks
    }

    fn new(names: Vec<String>, mapping: Vec<(char, Vec<usize>)>) -> Self {
        let glyphs = glyphs(&names, mapping);
        let look = |(name, glyph)| Look {
            name,
            glyph,
            colour: None,
            shrink: 1.0,
            rank: Some(0),
            #[cfg(feature = "render")]
            art: None,
        };
        Self(names.into_iter().zip(glyphs).map(look).collect())
    }

    /// Gives the types the looks that their parameters say.
    fn dress(&mut self, types: impl Iterator<Item = impl Borrow<TypeRecord>>) {
        for (look, record) in self.0.iter_mut().zip(types) {
            let record = record.borrow();
            look.colour = COLOURS.iter().find(|(n, _)| *n == text(record, "color")).map(|(_, rgb)| *rgb);
            look.shrink = number(record, "shrinkfactor").unwrap_or(1.0);
            if text(record, "invisible").eq_ignore_ascii_case("true") {
                look.rank = None;
            }
            #[cfg(feature = "render")]
            {
                look.art = Art::of(record);
            }
        }
    }

    /// Gives the types their places in the drawing order; types that are not in it stay at the bottom.
    fn order(&mut self, order: impl Iterator<Item = usize>) {
        for (place, kind) in order.enumerate() {
            if let Some(Look { rank: Some(rank), .. }) = self.0.get_mut(kind) {
                *rank = place + 1;
            }
        }
    }

    /// How a type is painted; `None` for what is never seen.
    #[cfg(feature = "render")]
    pub(crate) fn paint(&self, kind: usize) -> Option<Paint> {
        let look = self.0.get(kind)?;
        Some(Paint { rank: look.rank?, colour: look.colour, shrink: look.shrink })
    }

    /// The images that show a type, if it names any.
    #[cfg(feature = "render")]
    pub(crate) fn art(&self, kind: usize) -> Option<&Art> {
        self.0.get(kind)?.art.as_ref()
    }

    /// The images of the types, by type; none for what is never seen.
    #[cfg(feature = "render")]
    pub(crate) fn arts(&self) -> impl Iterator<Item = Option<&Art>> {
        self.0.iter().map(|look| look.art.as_ref().filter(|_| look.rank.is_some()))
    }

    /// Draws sprites, given by type and place. `grid` is columns and rows, `block` pixels per cell.
    #[must_use]
    pub fn draw(
        &self,
        grid: [u64; 2],
        block: i64,
        sprites: impl Iterator<Item = (usize, Rect)>,
        coloured: bool,
    ) -> Picture {
        self.draw_part(grid, block, sprites, None, coloured)
    }

    /// Draws those cells of a level that are in a window; without one, all.
    fn draw_part(
        &self,
        grid: [u64; 2],
        block: i64,
        sprites: impl Iterator<Item = (usize, Rect)>,
        window: Option<Window>,
        coloured: bool,
    ) -> Picture {
        let [w, h] = grid;
        if block < 1 || w.saturating_mul(h) > MOST_CELLS || w == 0 {
            return Picture { text: format!("(a level of {w} x {h} cells is not drawn)\n"), ..Picture::default() };
        }
        let (w, h) = (w as usize, h as usize);
        let window = window.unwrap_or(Window { left: 0, top: 0, right: w, bottom: h });
        let cells = self.tops((w, h), block, window, sprites);
        let mut text = String::with_capacity(cells.len() + h);
        let mut seen: BTreeMap<usize, ()> = BTreeMap::new();
        for row in cells.chunks((window.right - window.left).max(1)) {
            let mut last = None;
            for cell in row {
                let look = cell.and_then(|kind| {
                    seen.insert(kind, ());
                    self.0.get(kind)
                });
                let colour = if coloured { look.and_then(|l| l.colour) } else { None };
                paint(&mut text, &mut last, colour);
                text.push(look.map_or(' ', |l| l.glyph));
            }
            paint(&mut text, &mut last, None);
            text.push('\n');
        }
        let legend: Vec<String> = seen
            .keys()
            .filter_map(|&k| self.0.get(k))
            .filter(|l| l.glyph != ' ')
            .map(|l| format!("{} {}", l.glyph, l.name.escape_debug()))
            .collect();
        Picture { text, legend: legend.join("  ") }
    }

    /// The type on top in each cell of a window, row by row; `None` where nothing is seen. Sprites are given by type and
    /// place, `grid` is columns and rows, `block` pixels per cell; the window does not leave the grid.
    #[must_use]
    pub fn tops(
        &self,
        grid: (usize, usize),
        block: i64,
        window: Window,
        sprites: impl Iterator<Item = (usize, Rect)>,
    ) -> Vec<Option<usize>> {
        let Window { left, top, right, bottom } = window;
        let (width, block) = (right.saturating_sub(left), block.max(1));
        // For each cell the type on top, and its rank.
        let mut cells: Vec<Option<(usize, usize)>> = vec![None; width * bottom.saturating_sub(top)];
        for (kind, rect) in sprites {
            let Some(rank) = self.0.get(kind).and_then(|l| l.rank) else { continue };
            let columns = covered(i64::from(rect.x), i64::from(rect.w), block, grid.0);
            let rows = covered(i64::from(rect.y), i64::from(rect.h), block, grid.1);
            for y in rows.start.max(top)..rows.end.min(bottom) {
                for x in columns.start.max(left)..columns.end.min(right) {
                    if let Some(cell) = cells.get_mut((y - top) * width + x - left)
                        && cell.is_none_or(|(below, _)| below <= rank)
                    {
                        *cell = Some((rank, kind));
                    }
                }
            }
        }
        cells.into_iter().map(|cell| cell.map(|(_, kind)| kind)).collect()
    }

    /// The character of a type, and its name.
    #[must_use]
    pub fn glyph(&self, kind: usize) -> Option<(char, &str)> {
        self.0.get(kind).map(|look| (look.glyph, look.name.as_str()))
    }

    /// The colour of a type: its own, or one of the palette by its number.
    #[must_use]
    pub fn colour(&self, kind: usize) -> [u8; 3] {
        let own = self.0.get(kind).and_then(|look| look.colour);
        own.unwrap_or_else(|| COLOURS.get(stand_in(kind)).map_or([0; 3], |(_, rgb)| *rgb))
    }

    /// Draws a state. Killed avatars are not seen. With a view, only what is around the first player's avatar; without that
    /// avatar, around where the level begins.
    #[must_use]
    pub fn draw_state(&self, state: &State, view: Option<View>, coloured: bool) -> Picture {
        let (w, h) = state.grid();
        let block = state.block();
        let seen = state.sprites().filter(|s| !s.disabled).map(|s| (s.type_id.index(), s.rect));
        let window = view.map(|view| {
            let at = state.avatar_sprite(0).map_or((0, 0), |a| cell_of(a.rect, (w, h), i64::from(block)));
            view.around((w, h), at)
        });
        self.draw_part([w as u64, h as u64], i64::from(block), seen, window, coloured)
    }

    /// Draws lines of a trace, given by type and line.
    #[must_use]
    pub fn draw_lines<'l>(
        &self,
        grid: [u64; 2],
        block: i64,
        lines: impl Iterator<Item = (usize, &'l str)>,
        coloured: bool,
    ) -> Picture {
        let seen = lines.filter_map(|(kind, line)| Some((kind, rect_of(line)?)));
        self.draw(grid, block, seen, coloured)
    }
}

/// The cell that the upper left corner of a rectangle is in, or the nearest one. `grid` is columns and rows, `block` pixels
/// per cell.
pub(crate) fn cell_of(rect: Rect, grid: (usize, usize), block: i64) -> (usize, usize) {
    let cell =
        |at: i32, cells: usize| (i64::from(at.max(0)) / block.max(1)).min(cells.saturating_sub(1) as i64) as usize;
    (cell(rect.x, grid.0), cell(rect.y, grid.1))
}

/// A parameter of a type as text; empty if it is not given.
fn text<'r>(record: &'r TypeRecord, name: &str) -> &'r str {
    record.params.get(name).and_then(|v| v.as_str()).unwrap_or_default()
}

/// A parameter of a type that is a number.
fn number(record: &TypeRecord, name: &str) -> Option<f64> {
    canon::number_of(text(record, name)).or_else(|| text(record, name).parse().ok())
}

/// The orientation in a sprite line; `None` if it has none.
#[cfg(feature = "render")]
pub(crate) fn orientation_of(line: &str) -> Option<(f64, f64)> {
    let mut words = line.split(' ').skip(5);
    let mut number = || canon::number_of(words.next()?);
    Some((number()?, number()?))
}

/// The place in the palette of a colour for a type that has none: a step that visits all of the first 16 colours before it
/// comes back to one.
pub(crate) fn stand_in(kind: usize) -> usize {
    (kind % 16 * 7) % 16
}

/// The rectangle of a sprite line; `None` for a killed avatar.
pub(crate) fn rect_of(line: &str) -> Option<Rect> {
    let mut words = line.split(' ').skip(1);
    let mut number = || words.next()?.parse().ok();
    let rect = Rect { x: number()?, y: number()?, w: number()?, h: number()? };
    // After the rectangle: orientation (two words), speed, health, flag.
    (words.nth(4) != Some("D")).then_some(rect)
}

/// The cells of a row or column that a span of pixels covers: those whose middle it holds, at least the one its own middle
/// is in.
fn covered(from: i64, length: i64, block: i64, cells: usize) -> std::ops::Range<usize> {
    let middle = (from + length / 2).div_euclid(block);
    let first = (from + block / 2).div_euclid(block).min(middle);
    let last = (from + length - block / 2 - 1).div_euclid(block).max(middle);
    let clamp = |n: i64| n.clamp(0, cells as i64) as usize;
    if length <= block { clamp(middle)..clamp(middle + 1) } else { clamp(first)..clamp(last + 1) }
}

fn paint(text: &mut String, last: &mut Option<[u8; 3]>, colour: Option<[u8; 3]>) {
    if *last == colour {
        return;
    }
    *last = colour;
    let _ = match colour {
        Some([r, g, b]) => write!(text, "\x1b[38;2;{r};{g};{b}m"),
        None => write!(text, "\x1b[0m"),
    };
}

/// A character for each type. A mapped character goes to the last of its types that has none yet, characters that stand for
/// fewer types first; types left over get a letter of their name, or any other letter that is free.
fn glyphs(names: &[String], mut mapping: Vec<(char, Vec<usize>)>) -> Vec<char> {
    let mut given: Vec<Option<char>> = vec![None; names.len()];
    let mut taken: FxHashSet<char> = mapping.iter().map(|(c, _)| *c).collect();
    // Of several characters the game's own last one, not those that every game has.
    mapping.reverse();
    mapping.sort_by_key(|(_, types)| types.len());
    for (glyph, types) in mapping.iter().filter(|(c, _)| !c.is_control()) {
        let free = types.iter().rev().find(|&&t| given.get(t).is_some_and(Option::is_none));
        if let Some(slot) = free.and_then(|&t| given.get_mut(t)) {
            *slot = Some(*glyph);
        }
    }
    let mut pool = ('a'..='z').chain('A'..='Z').chain('0'..='9').filter(|c| !taken.contains(c)).collect::<Vec<_>>();
    pool.reverse();
    for (slot, name) in given.iter_mut().zip(names) {
        if slot.is_some() {
            continue;
        }
        let letters = || name.chars().filter(char::is_ascii_alphanumeric);
        let both = letters().chain(letters().map(|c| c.to_ascii_uppercase())).find(|c| !taken.contains(c));
        let glyph = both.or_else(|| {
            while let Some(c) = pool.pop() {
                if !taken.contains(&c) {
                    return Some(c);
                }
            }
            None
        });
        taken.extend(glyph);
        *slot = Some(glyph.unwrap_or('?'));
    }
    given.into_iter().map(|g| g.unwrap_or('?')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn mapped_characters_go_to_the_sprite_they_are_about() {
        let types = names(&["floor", "avatar", "wall", "shot"]);
        let mapping = vec![('A', vec![0, 1]), ('.', vec![0]), ('s', vec![2])];
        assert_eq!(glyphs(&types, mapping), ['.', 'A', 's', 'h']);
    }

    #[test]
    fn every_type_gets_a_character() {
        let many: Vec<String> = (0..100).map(|i| format!("x{i}")).collect();
        let given = glyphs(&many, Vec::new());
        assert_eq!((given.len(), given[0], given[1], given[99]), (100, 'x', '1', '?'));
    }

    #[test]
    fn the_sprite_drawn_last_is_on_top() {
        let mut looks = Looks::new(names(&["floor", "avatar"]), vec![('.', vec![0]), ('A', vec![0, 1])]);
        looks.order([1, 0].into_iter());
        let cell = |x, y| Rect { x, y, w: 10, h: 10 };
        let sprites = || [(0, cell(0, 0)), (1, cell(0, 0)), (1, cell(14, 0)), (1, cell(-30, 0))].into_iter();
        assert_eq!(looks.draw([3, 1], 10, sprites(), false).text, ".A \n");
        looks.order([0, 1].into_iter());
        let picture = looks.draw([3, 1], 10, sprites(), false);
        assert_eq!((picture.text.as_str(), picture.legend.as_str()), ("AA \n", "A avatar"));
    }

    #[test]
    fn wide_sprites_cover_the_cells_whose_middle_they_hold() {
        assert_eq!(covered(0, 20, 10, 5), 0..2);
        assert_eq!(covered(4, 20, 10, 5), 0..2);
        assert_eq!(covered(6, 20, 10, 5), 1..3);
        assert_eq!(covered(3, 4, 10, 5), 0..1);
        assert_eq!(covered(i64::from(i32::MAX), 20, 10, 5), 5..5);
        assert_eq!(covered(-5, i64::from(i32::MAX), 10, 5), 0..5);
    }

    #[test]
    fn huge_levels_are_not_drawn() {
        let looks = Looks::new(Vec::new(), Vec::new());
        for grid in [[u64::MAX, 2], [0, 5], [1 << 20, 2]] {
            assert!(looks.draw(grid, 10, std::iter::empty(), false).text.contains("not drawn"));
        }
    }

    #[test]
    fn killed_avatars_are_not_seen() {
        assert!(rect_of("avatar 0 0 10 10 _ _ 1 0 D -").is_none());
        assert_eq!(rect_of("avatar 5 6 10 11 0 1 1 0 - -"), Some(Rect { x: 5, y: 6, w: 10, h: 11 }));
        assert!(rect_of("avatar 5 x").is_none());
    }
}
