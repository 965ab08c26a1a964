//! Level texts: lines of characters, one a cell.

use vgdl_vm::program::Level;

use crate::diag::{Diagnostic, Policy, Sink, codes};
use crate::front::vgdl::layout::lines_of;
use crate::source::{Source, Span};

/// Levels with more cells are refused.
pub const MAX_CELLS: usize = 4_000_000;

/// Stands for the second half of a character that takes two cells.
pub const SECOND_HALF: char = '\u{FFFD}';

/// A level as cells, still characters.
///
/// Lengths count UTF-16 units, as the reference does: a character beyond U+FFFF takes two cells, the second of which is
/// [`SECOND_HALF`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelText {
    /// The cells, row by row from the top; every row is `width` long.
    pub rows: Vec<Vec<char>>,
    /// Columns: the length of the first line.
    pub width: usize,
    /// Where each line starts in the text, in bytes.
    starts: Vec<u32>,
}

impl LevelText {
    /// The rows as a level file.
    #[must_use]
    pub fn text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().filter(|&&c| c != SECOND_HALF).chain(&['\n']).collect::<String>();
        self.rows.iter().map(row).collect()
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The character of a cell in the text it was read from; empty, at the end of the line, for a cell that was filled in.
    #[must_use]
    pub fn span(&self, source: &Source, row: usize, column: usize) -> Span {
        let start = self.starts.get(row).copied().unwrap_or(source.text.len() as u32);
        let line = source.text.get(start as usize..).unwrap_or_default();
        let mut cell = 0;
        for (at, c) in line.char_indices() {
            let at = start + at as u32;
            if matches!(c, '\r' | '\n') {
                return Span { start: at, end: at };
            }
            cell += c.len_utf16();
            if column < cell {
                return Span { start: at, end: at + c.len_utf8() as u32 };
            }
        }
        let end = source.text.len() as u32;
        Span { start: end, end }
    }
}

/// Reads a level. `index` is the place of the source in the list that diagnostics are rendered with. `None` if there is
/// nothing to play on; the sink says why.
///
/// Lines shorter than the first are filled with spaces and longer ones are cut (GVGAI `BasicLevelParser`). Empty lines at
/// the end are rows; the line end after the last line is not.
pub fn read(source: &Source, index: usize, sink: &mut Sink) -> Option<LevelText> {
    let mut level = LevelText::default();
    let mut ragged = Vec::new();
    for (start, line) in lines_of(&source.text) {
        let length = line.encode_utf16().count();
        if level.rows.is_empty() {
            level.width = length;
        }
        if level.width.saturating_mul(level.rows.len() + 1) > MAX_CELLS || level.rows.len() >= MAX_CELLS {
            let title = format!("level of more than {MAX_CELLS} cells");
            sink.push(Diagnostic::error(codes::LARGE_LEVEL, title).in_source(index).help("make the level smaller"));
            return None;
        }
        if length != level.width && ragged.len() <= Sink::CAP {
            ragged.push((level.rows.len(), length, start, line));
        }
        let cells = line.chars().flat_map(|c| std::iter::once(c).chain((c.len_utf16() > 1).then_some(SECOND_HALF)));
        let mut row: Vec<char> = cells.take(level.width).collect();
        row.resize(level.width, ' ');
        level.rows.push(row);
        level.starts.push(start as u32);
    }
    if level.rows.is_empty() {
        let empty = Diagnostic::error(codes::EMPTY_LEVEL, "empty level").in_source(index);
        sink.push(empty.help("write the cells of the level, one line a row"));
        return None;
    }
    if level.width == 0 {
        let empty = Diagnostic::error(codes::EMPTY_LEVEL, "empty level: the first line is blank").in_source(index);
        sink.push(empty.at(source.line(1)).label("the first line gives the width").help("remove the blank line"));
        return None;
    }
    let width = level.width;
    for (row, length, start, line) in ragged {
        let (shorter, what) = if length < width { ("shorter", "filled with spaces") } else { ("longer", "cut") };
        let end = start + line.len();
        // Underline what is too much, or where something is missing.
        let from = if length < width { start } else { level.span(source, row, width).start as usize };
        let title = format!("level line {shorter} than the first");
        let warning = Diagnostic::warning(codes::RAGGED_LEVEL, title).in_source(index).at(Span::new(from, end));
        let label = format!("{length} columns instead of {width}: {what}");
        sink.push(warning.label(label).help(format!("give every line the same length, {width} columns")));
    }
    Some(level)
}

/// A level for a program that is there already, as `compile` would put it in. What it warns of is left out.
///
/// # Errors
/// There is nothing to play on: why, as diagnostics about source 0.
pub fn for_program(source: &Source, policy: Policy) -> Result<Level, Vec<Diagnostic>> {
    let mut sink = Sink::new(policy);
    match read(source, 0, &mut sink) {
        Some(text) if !sink.has_errors() => {
            let rows = text.rows.into_iter().map(|row| row.into_iter().collect()).collect();
            Ok(Level { name: source.name.clone(), rows })
        }
        Some(_) | None => Err(sink.into_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> (Option<LevelText>, Vec<Diagnostic>, Source) {
        let source = Source::new("level.txt", text);
        let mut sink = Sink::default();
        let level = read(&source, 1, &mut sink);
        (level, sink.into_vec(), source)
    }

    fn rows(text: &str) -> Vec<String> {
        level(text).0.unwrap().rows.iter().map(|r| r.iter().collect()).collect()
    }

    #[test]
    fn short_lines_are_filled_and_long_ones_cut() {
        assert_eq!(rows("abc\nd\nefgh"), ["abc", "d  ", "efg"]);
        let (_, diagnostics, source) = level("abc\nd\nefgh");
        assert_eq!(diagnostics.len(), 2);
        assert_eq!(source.line_column(diagnostics[0].span.unwrap().start), (2, 1));
        assert_eq!(source.line_column(diagnostics[1].span.unwrap().start), (3, 4));
        assert!(diagnostics.iter().all(|d| d.source == 1 && d.code == codes::RAGGED_LEVEL));
    }

    #[test]
    fn blank_lines_at_the_end_are_rows_but_a_line_end_is_not() {
        assert_eq!(rows("ab\r\ncd\r\n"), ["ab", "cd"]);
        assert_eq!(rows("ab\n\n\n"), ["ab", "  ", "  "]);
    }

    #[test]
    fn a_level_without_cells_is_an_error() {
        for text in ["", "\u{FEFF}", "\n", "\nab\n"] {
            let (level, diagnostics, _) = level(text);
            assert!(level.is_none(), "{text:?}");
            assert_eq!(diagnostics[0].code, codes::EMPTY_LEVEL, "{text:?}");
        }
    }

    #[test]
    fn a_huge_level_is_refused() {
        for text in ["x".repeat(MAX_CELLS + 1), format!("{}\n", "x".repeat(1000)).repeat(MAX_CELLS / 1000 + 1)] {
            let (level, diagnostics, _) = level(&text);
            assert!(level.is_none());
            assert_eq!(diagnostics[0].code, codes::LARGE_LEVEL);
        }
        assert_eq!(rows(&format!("{}\n", "x".repeat(1000)).repeat(MAX_CELLS / 1000)).len(), MAX_CELLS / 1000);
    }

    #[test]
    fn a_cell_leads_back_to_its_character() {
        let (level, _, source) = level("aé😀b\nc");
        let level = level.unwrap();
        assert_eq!(level.width, 5);
        assert_eq!(level.rows[0], ['a', 'é', '😀', SECOND_HALF, 'b']);
        let at = |row, column| source.slice(level.span(&source, row, column)).to_owned();
        assert_eq!([at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(0, 4)], ["a", "é", "😀", "😀", "b"]);
        assert_eq!([at(1, 0), at(1, 1), at(9, 9)], ["c", "", ""]);
    }
}
