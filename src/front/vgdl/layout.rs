//! Layout: a game text rewritten so that the grammar can read indentation as text.
//!
//! White space before a line becomes as many spaces as the dialect counts columns, every line end becomes `\n`, and other
//! control characters become spaces. From its first visible character on a line keeps its length in bytes, so one offset
//! per line leads every position back to the original text.

use crate::diag::Policy;
use crate::source::Span;

/// How many columns a tab moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tabs {
    /// A tab is one column like any other white space (GVGAI: `VGDLParser.indentTreeParser` means to replace tabs by four
    /// spaces, and forgets the result).
    #[default]
    OneColumn,
    /// A tab goes to the next multiple of eight (py-vgdl: Python's `expandtabs`).
    Stops8,
}

/// Tabs mean what they look like, but in compatible mode, which counts as GVGAI does; W0109 says where the two differ.
impl From<Policy> for Tabs {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Default => Self::Stops8,
            Policy::Compat => Self::OneColumn,
        }
    }
}

impl Tabs {
    /// The distance of tab stops.
    pub(crate) fn stops(self) -> u32 {
        match self {
            Self::OneColumn => 1,
            Self::Stops8 => 8,
        }
    }
}

/// A text laid out for the grammar.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// What the grammar reads.
    pub(super) text: String,
    lines: Vec<Line>,
}

/// One line of both texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Where it starts in the laid-out text.
    start: u32,
    /// Where its first visible character is in the laid-out text.
    visible: u32,
    /// Where that character is in the original text.
    origin: u32,
    /// Where the line starts in the original text.
    origin_start: u32,
}

impl Layout {
    /// Lays out a text.
    pub(super) fn new(text: &str, tabs: Tabs) -> Self {
        let mut out = String::with_capacity(text.len() + 16);
        let mut lines = Vec::new();
        for (from, line) in lines_of(text) {
            let body = line.trim_start_matches(is_space);
            let lead = line.len() - body.len();
            let start = out.len() as u32;
            let body = body.trim_end_matches(is_space);
            if !body.is_empty() {
                let columns = columns(&line[..lead], tabs.stops());
                out.extend(std::iter::repeat_n(' ', columns as usize));
            }
            lines.push(Line {
                start,
                visible: out.len() as u32,
                origin: (from + lead) as u32,
                origin_start: from as u32,
            });
            // Words end at blanks alone, but a control character at the end of one is trimmed by the reference: as a
            // separator it can do neither good nor harm.
            out.extend(body.chars().map(|c| if c < ' ' { ' ' } else { c }));
            out.push('\n');
        }
        Self { text: out, lines }
    }

    /// The number, from 1, of the line that holds a position of the laid-out text.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.lines.partition_point(|l| l.start as usize <= at).max(1) as u32
    }

    /// A range of one line of the laid-out text, in the original text.
    pub(super) fn original(&self, start: usize, end: usize) -> Span {
        let line = self.line(start) as usize;
        let Some(line) = self.lines.get(line - 1) else {
            return Span::default();
        };
        let back = |at: usize| (at as u32).saturating_sub(line.visible) + line.origin;
        Span { start: back(start), end: back(end) }
    }

    /// The white space before a line (numbered from 1), in the original text.
    pub(super) fn lead(&self, line: u32) -> Span {
        let line = (line as usize).checked_sub(1).and_then(|i| self.lines.get(i));
        line.map_or(Span::default(), |l| Span { start: l.origin_start, end: l.origin })
    }
}

/// Whether the reference trims a character at either end of a line.
pub(crate) fn is_space(c: char) -> bool {
    c <= ' '
}

/// The column after some white space, with tab stops every `stops` columns.
pub(crate) fn columns(lead: &str, stops: u32) -> u32 {
    lead.chars().fold(0, |column, c| if c == '\t' { (column / stops + 1) * stops } else { column + 1 })
}

/// The lines of a text with the byte where each starts. `\n`, `\r\n` and a lone `\r` end a line; a byte order mark at the
/// start of the text is skipped.
pub(crate) fn lines_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|r| !r.is_empty())?;
        let from = at;
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        at += end;
        at += if rest[end..].starts_with("\r\n") { 2 } else { usize::from(end < rest.len()) };
        Some((from, &rest[..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let lines: Vec<_> = lines_of("\u{FEFF}a\r\nb\rc\n\nd").collect();
        assert_eq!(lines, [(3, "a"), (6, "b"), (8, "c"), (10, ""), (11, "d")]);
    }

    #[test]
    fn a_final_line_end_opens_no_line() {
        assert_eq!(lines_of("a\n").count(), 1);
        assert_eq!(lines_of("").count(), 0);
    }

    #[test]
    fn a_tab_is_one_column_or_goes_to_the_next_stop() {
        assert_eq!(columns("\t", 1), 1);
        assert_eq!(columns("  \t ", 1), 4);
        assert_eq!(columns("  \t ", 8), 9);
        assert_eq!(columns("\t\t", 8), 16);
    }

    #[test]
    fn positions_lead_back_to_the_original_text() {
        let text = "Game\r\n\t\tb c # é\r\n  d";
        let layout = Layout::new(text, Tabs::Stops8);
        let at = layout.text.find("b c").unwrap();
        assert_eq!(at, 5 + 16);
        assert_eq!(&text[layout.original(at, at + 3).range()], "b c");
        let at = layout.text.find('d').unwrap();
        assert_eq!(&text[layout.original(at, at + 1).range()], "d");
        assert_eq!(layout.line(at), 3);
    }

    #[test]
    fn control_characters_become_spaces() {
        assert_eq!(Layout::new("\u{1}a\u{2}b\u{3}", Tabs::OneColumn).text, " a b\n");
        assert_eq!(Layout::new(" \u{1} ", Tabs::OneColumn).text, "\n");
    }
}
