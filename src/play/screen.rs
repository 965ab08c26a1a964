//! What a play or a replay shows, laid out as the cells of a terminal.
//!
//! ```text
//! title                     clock
//! a line for each player
//! the level, or the part of it around the avatars
//! what the characters stand for
//! message
//! hint
//! ```
//!
//! A cell of the level is two columns wide where that fits the screen, so that it looks square.

use std::cell::Cell;
use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect as Area;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use vgdl_vm::Rect;

use super::keys::Key;
use crate::caves::{View, Window};
use crate::draw::Looks;

/// The least columns and rows that a play is shown on.
pub const LEAST: (u16, u16) = (20, 8);

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: characters alone.
    None,
    /// The 256 of xterm.
    Indexed,
    /// All.
    Full,
}

impl Colours {
    /// The colours that the environment promises: none with a `NO_COLOR` that is not empty, else what `COLORTERM` and `TERM`
    /// tell.
    #[must_use]
    pub fn promised(no_color: Option<&str>, colorterm: Option<&str>, term: Option<&str>) -> Self {
        let term = term.unwrap_or_default();
        match colorterm {
            _ if no_color.is_some_and(|v| !v.is_empty()) => Colours::None,
            Some("truecolor" | "24bit") => Colours::Full,
            _ if term.ends_with("-direct") => Colours::Full,
            _ if term.starts_with("vt") || term.ends_with("-mono") => Colours::None,
            _ => Colours::Indexed,
        }
    }
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its colours.
    pub colours: Colours,
    /// Whether only ASCII characters are shown.
    pub ascii: bool,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Anything.
    #[default]
    Plain,
    /// A play that was won.
    Good,
    /// A play that was lost or went wrong.
    Bad,
}

/// The help screen.
#[derive(Clone, Debug)]
pub struct Help<'s> {
    /// Its first line that is shown. Drawing sets one that is too far down to the last from which the screen is full.
    pub first: &'s Cell<usize>,
    /// Keys, and what they do.
    pub keys: Vec<(String, &'static str)>,
}

/// Takes a key while the help screen is shown: Up and Down scroll, any other leaves it.
pub(super) fn scroll(help: &mut Option<Cell<usize>>, key: Key) {
    match (key, help.as_mut()) {
        (Key::Down, Some(first)) => *first.get_mut() += 1,
        (Key::Up, Some(first)) => *first.get_mut() = first.get().saturating_sub(1),
        _ => *help = None,
    }
}

/// What is to be shown.
pub struct Scene<'s> {
    /// Game, level, seed.
    pub title: String,
    /// How time goes.
    pub clock: String,
    /// A line for each player.
    pub status: Vec<String>,
    /// How sprite types look.
    pub looks: &'s Looks,
    /// Columns and rows of the level.
    pub grid: (usize, usize),
    /// Pixels per cell.
    pub block: i64,
    /// Type and place of every sprite that is seen.
    pub sprites: Box<dyn Iterator<Item = (usize, Rect)> + 's>,
    /// The cells of the avatars.
    pub focus: Vec<(usize, usize)>,
    /// What the message is about.
    pub tone: Tone,
    /// What is to be told; may be empty.
    pub message: String,
    /// The keys that one needs to know.
    pub hint: &'static str,
    /// The help screen, while it is shown.
    pub help: Option<Help<'s>>,
}

/// Lays a scene out.
pub fn draw(scene: Scene<'_>, face: Face, area: Area, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    let mut sheet = Sheet { face, buffer };
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return sheet.too_small(area);
    }
    // Rows are taken from the top and from the bottom; the level gets what is left.
    let mut left = area;
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let line = take_top(&mut left);
    let clock = sheet.width(&scene.clock).min(line.width);
    sheet.text(Area { width: line.width - clock, ..line }, &scene.title, bold);
    sheet.text(Area { x: line.right() - clock, width: clock, ..line }, &scene.clock, Style::new());
    for status in scene.status.iter().take(2) {
        let line = take_top(&mut left);
        sheet.text(line, status, Style::new());
    }
    let dim = Style::new().add_modifier(Modifier::DIM);
    let line = take_bottom(&mut left);
    sheet.text(line, scene.hint, dim);
    if let Some(help) = scene.help {
        return sheet.help(left, &help);
    }
    // A message may need a second line.
    for part in sheet.wrapped(&scene.message, area.width, 2).iter().rev() {
        let line = take_bottom(&mut left);
        sheet.text(line, part, sheet.tone(scene.tone));
    }
    let legend = take_bottom(&mut left);
    let seen = sheet.level(left, scene.looks, scene.grid, scene.block, &scene.focus, scene.sprites);
    let names = seen.iter().filter_map(|&kind| scene.looks.glyph(kind)).filter(|(glyph, _)| *glyph != ' ');
    let names: Vec<String> = names.map(|(glyph, name)| format!("{} {name}", sheet.symbol(glyph))).collect();
    sheet.text(legend, &names.join("  "), dim);
}

/// Cuts the first row off.
fn take_top(area: &mut Area) -> Area {
    let line = Area { height: area.height.min(1), ..*area };
    area.y += line.height;
    area.height -= line.height;
    line
}

/// Cuts the last row off.
fn take_bottom(area: &mut Area) -> Area {
    let height = area.height.min(1);
    area.height -= height;
    Area { y: area.bottom(), height, ..*area }
}

/// What is drawn on.
struct Sheet<'b> {
    face: Face,
    buffer: &'b mut Buffer,
}

impl Sheet<'_> {
    /// A character as it is shown: one column wide, and ASCII if that is asked for.
    fn symbol(&self, c: char) -> char {
        let fits =
            if self.face.ascii { c.is_ascii_graphic() || c == ' ' } else { Span::raw(c.to_string()).width() == 1 };
        if fits && !c.is_control() { c } else { '?' }
    }

    /// A text as it is shown.
    fn plain(&self, text: &str) -> String {
        text.chars().map(|c| if self.face.ascii || c.is_control() { self.symbol(c) } else { c }).collect()
    }

    fn width(&self, text: &str) -> u16 {
        u16::try_from(Span::raw(self.plain(text)).width()).unwrap_or(u16::MAX)
    }

    fn text(&mut self, line: Area, text: &str, style: Style) {
        if line.height > 0 {
            self.buffer.set_stringn(line.x, line.y, self.plain(text), usize::from(line.width), style);
        }
    }

    /// A text in lines of so many columns, broken at spaces where there are any; what is beyond the last line is left out.
    fn wrapped(&self, text: &str, width: u16, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(line).saturating_add(self.width(word)).saturating_add(1) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines.truncate(most);
        lines
    }

    fn tone(&self, tone: Tone) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match tone {
            _ if self.face.colours == Colours::None => style,
            Tone::Plain => style,
            Tone::Good => style.fg(Color::Green),
            Tone::Bad => style.fg(Color::Red),
        }
    }

    /// What is said on a screen that is too small, on as much of it as there is.
    fn too_small(&mut self, area: Area) {
        let text = format!("too small: {} x {} is the least", LEAST.0, LEAST.1);
        let mut left = area;
        for part in self.wrapped(&text, area.width, usize::from(area.height)) {
            let line = take_top(&mut left);
            self.text(line, &part, Style::new());
        }
    }

    fn help(&mut self, area: Area, help: &Help<'_>) {
        let column = help.keys.iter().map(|(keys, _)| self.width(keys)).max().unwrap_or(0) + 2;
        let mut lines: Vec<(String, String)> = Vec::new();
        for (keys, doc) in &help.keys {
            let docs = self.wrapped(doc, area.width.saturating_sub(column).max(8), usize::MAX);
            let keys = std::iter::once(keys.clone()).chain(std::iter::repeat(String::new()));
            lines.extend(keys.zip(docs));
        }
        let mut left = area;
        let title = take_top(&mut left);
        let fits = usize::from(left.height);
        let first = help.first.get().min(lines.len().saturating_sub(fits));
        help.first.set(first);
        let more = if lines.len() > fits { "Up Down scroll, " } else { "" };
        self.text(title, &format!("{more}any other key goes back"), Style::new().add_modifier(Modifier::BOLD));
        for (keys, doc) in lines.iter().skip(first).take(fits) {
            let line = take_top(&mut left);
            self.text(Area { width: column.min(line.width), ..line }, keys, Style::new());
            let x = line.x + column.min(line.width);
            self.text(Area { x, width: line.right() - x, ..line }, doc, Style::new());
        }
    }

    /// Draws what fits of a level; gives the types that are seen.
    fn level(
        &mut self,
        area: Area,
        looks: &Looks,
        grid: (usize, usize),
        block: i64,
        focus: &[(usize, usize)],
        sprites: Box<dyn Iterator<Item = (usize, Rect)> + '_>,
    ) -> BTreeSet<usize> {
        let wide: u16 = if grid.0.saturating_mul(2) <= usize::from(area.width) { 2 } else { 1 };
        let view = View { width: usize::from(area.width / wide), height: usize::from(area.height) };
        let window = around(view, grid, focus);
        let (columns, rows) = (window.right - window.left, window.bottom - window.top);
        let cells = looks.tops(grid, block, window, sprites);
        // In the middle; both fit, as the window is not larger than the view.
        let x = area.x + (area.width - columns as u16 * wide) / 2;
        let y = area.y + (area.height - rows as u16) / 2;
        let mut seen = BTreeSet::new();
        for (row, line) in (y..).zip(cells.chunks(columns.max(1))) {
            for (column, kind) in (x..).step_by(usize::from(wide)).zip(line) {
                let Some(kind) = *kind else { continue };
                seen.insert(kind);
                let glyph = looks.glyph(kind).map_or('?', |(glyph, _)| self.symbol(glyph));
                let style = self.fill(looks.colour(kind));
                for (part, symbol) in (column..column + wide).zip([glyph, ' ']) {
                    if let Some(cell) = self.buffer.cell_mut((part, row)) {
                        cell.set_char(symbol).set_style(style);
                    }
                }
            }
        }
        seen
    }

    /// A cell filled with a colour, with a character that can be read on it.
    fn fill(&self, rgb: [u8; 3]) -> Style {
        let [r, g, b] = rgb.map(u32::from);
        let bright = r * 299 + g * 587 + b * 114 > 127_500;
        let ink = if bright { [0; 3] } else { [255; 3] };
        match self.face.colours {
            Colours::None => Style::new(),
            Colours::Indexed => Style::new().bg(Color::Indexed(indexed(rgb))).fg(Color::Indexed(indexed(ink))),
            Colours::Full => Style::new().bg(full(rgb)).fg(full(ink)),
        }
    }
}

fn full([r, g, b]: [u8; 3]) -> Color {
    Color::Rgb(r, g, b)
}

/// The nearest of xterm's colours that are the same everywhere: the cube of 216 and the 24 greys.
fn indexed(rgb: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance =
        |other: [u8; 3]| -> u32 { rgb.iter().zip(other).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let place = |c: u8| (0..6).min_by_key(|&i| LEVELS[i].abs_diff(c)).unwrap_or(0);
    let [r, g, b] = rgb.map(place);
    let cube = (16 + 36 * r + 6 * g + b, distance([LEVELS[r], LEVELS[g], LEVELS[b]]));
    let greys = (0..24).map(|i| (232 + i, distance([8 + 10 * i as u8; 3])));
    // The cube comes first: it counts where both are equally near.
    std::iter::once(cube).chain(greys).min_by_key(|(_, far)| *far).map_or(0, |(index, _)| index as u8)
}

/// What is seen of a level: the middle between the avatars if all are seen from there, else what is around the first.
fn around(view: View, grid: (usize, usize), focus: &[(usize, usize)]) -> Window {
    let Some(&first) = focus.first() else { return view.around(grid, (0, 0)) };
    let middle = |side: fn(&(usize, usize)) -> usize| focus.iter().map(side).sum::<usize>() / focus.len();
    let window = view.around(grid, (middle(|c| c.0), middle(|c| c.1)));
    let holds =
        |c: &(usize, usize)| (window.left..window.right).contains(&c.0) && (window.top..window.bottom).contains(&c.1);
    if focus.iter().all(holds) { window } else { view.around(grid, first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_find_the_nearest_of_the_256() {
        for (rgb, index) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([255, 0, 0], 196),
            ([8, 8, 8], 232),
            ([128, 128, 128], 244),
            ([95, 135, 175], 67),
        ] {
            assert_eq!(indexed(rgb), index, "{rgb:?}");
        }
    }

    #[test]
    fn two_avatars_are_both_seen_where_that_is_possible() {
        let view = View { width: 10, height: 5 };
        let seen = around(view, (100, 50), &[(20, 20), (26, 22)]);
        assert_eq!(seen, Window { left: 18, top: 19, right: 28, bottom: 24 });
        let apart = around(view, (100, 50), &[(20, 20), (60, 22)]);
        assert_eq!(apart, view.around((100, 50), (20, 20)));
    }
}
