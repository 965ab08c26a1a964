//! Lines as a tree of indentation.

use crate::source::Span;

/// Tab stops stand every so many columns.
const TAB: usize = 8;

/// A line with what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its text without comment, and without white space at both ends.
    pub text: String,
    /// Number of leading white-space characters.
    pub indent: usize,
    /// Byte of the source that its text begins at.
    pub start: usize,
    /// Tabs within its text, in order: the byte behind each, and how many bytes more it has there than in the source.
    tabs: Vec<(usize, usize)>,
    /// Indices of the lines that belong to it.
    pub children: Vec<usize>,
}

impl Node {
    /// Where a part of its text stands in the source. `piece` is a slice of [`Node::text`]; of another text, the whole line is
    /// given.
    #[must_use]
    pub fn span(&self, piece: &str) -> Span {
        // Slices of one text: their distance is the place of one in the other.
        let from = (piece.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let to = from.wrapping_add(piece.len());
        if from > to || to > self.text.len() {
            return self.whole();
        }
        Span::new(self.place(from), self.place(to))
    }

    /// Where it stands in the source.
    #[must_use]
    pub fn whole(&self) -> Span {
        Span::new(self.start, self.place(self.text.len()))
    }

    fn place(&self, at: usize) -> usize {
        let wider: usize = self.tabs.iter().take_while(|(end, _)| *end <= at).map(|(_, more)| more).sum();
        self.start + at - wider
    }
}

/// A line that stands where none may.
#[derive(Clone, Debug, PartialEq)]
pub struct Misplaced {
    /// Where it stands in the source.
    pub span: Span,
    /// Where the first line of the same parent stands.
    pub first: Span,
    /// Its indentation, and that of the first line of the same parent.
    pub columns: (usize, usize),
}

/// The lines of a text, and which of them belong to none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// Every line that says something, in order.
    pub nodes: Vec<Node>,
    /// Indices of those that belong to no other.
    pub roots: Vec<usize>,
}

/// Python's white space.
fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Where the next character of a line stands.
#[derive(Default)]
struct Column(usize);

impl Column {
    /// How many columns a character takes: a tab reaches to the next tab stop, and a return begins anew.
    fn take(&mut self, c: char) -> usize {
        let wide = if c == '\t' { TAB - self.0 % TAB } else { 1 };
        self.0 = if c == '\r' { 0 } else { self.0 + wide };
        wide
    }
}

/// The lines of a text.
///
/// # Errors
/// A line whose indentation is not that of the first line of the same parent: the reference engine stops there.
pub fn lines(text: &str) -> Result<Lines, Misplaced> {
    let mut found = Lines::default();
    // The path from a root to the last line.
    let mut path: Vec<usize> = Vec::new();
    let mut begin = 0;
    for line in text.split('\n') {
        let code = line.split('#').next().unwrap_or_default();
        let content = code.trim_start_matches(is_space);
        let start = begin + code.len() - content.len();
        begin += line.len() + 1;
        let mut column = Column::default();
        let indent = code[..code.len() - content.len()].chars().map(|c| column.take(c)).sum();
        let content = content.trim_end_matches(is_space);
        if content.is_empty() {
            continue;
        }
        let mut node =
            Node { text: String::with_capacity(content.len()), indent, start, tabs: Vec::new(), children: Vec::new() };
        for c in content.chars() {
            let wide = column.take(c);
            if c == '\t' {
                node.text.extend(std::iter::repeat_n(' ', wide));
                node.tabs.push((node.text.len(), wide - 1));
            } else {
                node.text.push(c);
            }
        }
        let id = found.nodes.len();
        while path.last().is_some_and(|&last| found.nodes[last].indent >= indent) {
            path.pop();
        }
        match path.last() {
            Some(&parent) => {
                if let Some(&first) = found.nodes[parent].children.first()
                    && found.nodes[first].indent != indent
                {
                    let first = &found.nodes[first];
                    return Err(Misplaced {
                        span: node.whole(),
                        first: first.whole(),
                        columns: (indent, first.indent),
                    });
                }
                found.nodes[parent].children.push(id);
            }
            None => found.roots.push(id),
        }
        found.nodes.push(node);
        path.push(id);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_again_behind_tabs() {
        let text = "BasicGame\n\tSpriteSet\r\n\t\tä\t\t>\tMissile # a\tb\n";
        let found = lines(text).unwrap();
        let indents: Vec<usize> = found.nodes.iter().map(|n| n.indent).collect();
        assert_eq!(indents, [0, 8, 16]);
        let node = &found.nodes[2];
        assert_eq!(node.text, format!("ä{}>       Missile", " ".repeat(15)));
        let word = &node.text[node.text.find('M').unwrap()..];
        assert_eq!(&text[node.span(word).range()], "Missile");
        assert_eq!(&text[node.span(&node.text[..2]).range()], "ä");
        assert_eq!(&text[node.whole().range()], "ä\t\t>\tMissile");
        assert_eq!(node.span("another text"), node.whole());
    }

    #[test]
    fn a_line_between_two_indentations_is_misplaced() {
        let text = "BasicGame\n    SpriteSet\n  LevelMapping\n";
        let misplaced = lines(text).unwrap_err();
        assert_eq!((&text[misplaced.span.range()], misplaced.columns), ("LevelMapping", (2, 4)));
    }
}
