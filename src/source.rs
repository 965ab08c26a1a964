//! Source texts, positions in them, and the line index.

use serde::{Deserialize, Serialize};

/// A range of bytes of a source text, `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The range as indices.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A named text: a game file or a level file.
#[derive(Clone, Debug)]
pub struct Source {
    /// What diagnostics call it: the path as the user gave it.
    pub name: String,
    /// The text.
    pub text: String,
    lines: Vec<u32>,
}

impl Source {
    /// A text and its line index.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut lines = vec![0];
        let bytes = text.as_bytes();
        for (i, &b) in bytes.iter().enumerate() {
            // `\n`, `\r\n` and a lone `\r` all end a line.
            if b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                lines.push(i as u32 + 1);
            }
        }
        Self { name: name.into(), text, lines }
    }

    /// Line and column of a byte, both counted from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, at: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|&s| s <= at).max(1);
        let start = self.lines[line - 1] as usize;
        let end = (at as usize).min(self.text.len());
        // A byte order mark is not a column.
        let column =
            self.text.get(start..end).map_or(end - start, |s| s.trim_start_matches('\u{FEFF}').chars().count());
        (line as u32, column as u32 + 1)
    }

    /// A line (numbered from 1) without its end; empty beyond the last.
    #[must_use]
    pub fn line(&self, line: u32) -> Span {
        let len = self.text.len() as u32;
        let index = line.saturating_sub(1) as usize;
        let start = self.lines.get(index).copied().unwrap_or(len);
        let next = self.lines.get(index + 1).copied().unwrap_or(len);
        let end = start as usize + self.slice(Span { start, end: next }).trim_end_matches(['\r', '\n']).len();
        Span { start, end: end as u32 }
    }

    /// The text of a range; empty where the range is not one of this text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}
