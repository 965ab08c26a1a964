//! Places as the protocol counts them: lines from 0, and columns in the units that the client has asked for.

use lsp_types::{Position, PositionEncodingKind, Range};
use vgdl::source::{Source, Span};

/// What columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Units {
    /// Bytes.
    Utf8,
    /// Units of UTF-16; what clients that say nothing mean.
    #[default]
    Utf16,
}

impl Units {
    /// Bytes if the client knows them.
    pub(super) fn choose(offered: Option<&[PositionEncodingKind]>) -> Self {
        let utf8 = offered.is_some_and(|list| list.contains(&PositionEncodingKind::UTF8));
        if utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            // Counted in bytes that start a character: much faster than character by character.
            Self::Utf16 => {
                let starts = text.bytes().filter(|b| b & 0xC0 != 0x80).count();
                starts + text.bytes().filter(|b| *b >= 0xF0).count()
            }
        }
    }

    /// The position of a byte.
    pub(super) fn position(self, source: &Source, offset: u32) -> Position {
        let line = source.line_column(offset).0;
        let start = source.line(line).start;
        let before = source.slice(Span { start, end: offset.max(start) });
        Position { line: line - 1, character: self.length(before) as u32 }
    }

    pub(super) fn range(self, source: &Source, span: Span) -> Range {
        Range { start: self.position(source, span.start), end: self.position(source, span.end) }
    }

    /// The byte of a position. A column behind the line is its end, a line behind the text the end of the text.
    pub(super) fn offset(self, source: &Source, position: Position) -> usize {
        let span = source.line(position.line.saturating_add(1));
        let line = source.slice(span);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let units = match self {
                Self::Utf8 => c.len_utf8(),
                Self::Utf16 => c.len_utf16(),
            };
            if left < units {
                return span.start as usize + at;
            }
            left -= units;
        }
        span.end as usize
    }

    pub(super) fn span(self, source: &Source, range: Range) -> Span {
        let (start, end) = (self.offset(source, range.start), self.offset(source, range.end));
        Span::new(start.min(end), start.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_there_and_back() {
        let source = Source::new("x", "aé😀b\r\nc\rd\n");
        for units in [Units::Utf8, Units::Utf16] {
            for (offset, _) in source.text.char_indices().filter(|&(_, c)| c != '\n') {
                let position = units.position(&source, offset as u32);
                assert_eq!(units.offset(&source, position), offset, "{units:?} {position:?}");
            }
        }
        let at = |units: Units, offset| {
            let p = units.position(&source, offset);
            (p.line, p.character)
        };
        assert_eq!([at(Units::Utf16, 7), at(Units::Utf8, 7)], [(0, 4), (0, 7)]);
        assert_eq!([at(Units::Utf16, 10), at(Units::Utf16, 12), at(Units::Utf16, 14)], [(1, 0), (2, 0), (3, 0)]);
    }

    #[test]
    fn places_outside_are_moved_inside() {
        let source = Source::new("x", "é😀\nb");
        let at = |line, character| Units::Utf16.offset(&source, Position { line, character });
        assert_eq!([at(0, 99), at(9, 0), at(u32::MAX, u32::MAX), at(1, 1)], [6, 8, 8, 8]);
        // Within a character: before it.
        assert_eq!([at(0, 2), Units::Utf8.offset(&source, Position { line: 0, character: 1 })], [2, 0]);
    }
}
