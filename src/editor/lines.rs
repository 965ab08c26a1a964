//! The lines of a text as they stand: words and places, of lines that are lost as well, and of one that is being typed.
//!
//! Words are cut as the grammar cuts them (a test compares both). What the grammar refuses has words here all the same.

use crate::front::vgdl::layout::{Tabs, columns, is_space, lines_of};
use crate::front::vgdl::tree::Block;
use crate::source::{Source, Span};

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    list: Vec<Line>,
    /// The game line.
    root: Option<usize>,
    /// The first header of a block.
    header: Option<usize>,
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From its first byte to its last, without the line end.
    pub(super) span: Span,
    /// Columns of white space before its first word.
    pub(super) indent: u32,
    /// The block in force.
    pub(super) block: Block,
    /// Whether it is the header of that block.
    pub(super) header: bool,
    /// Its words, without the comment.
    pub(super) words: Vec<Span>,
    /// From `#` to the end of the line.
    pub(super) comment: Option<Span>,
}

impl Lines {
    pub(super) fn new(source: &Source, tabs: Tabs) -> Self {
        let mut lines = Self { list: Vec::new(), root: None, header: None };
        let mut block = Block::Game;
        for (start, text) in lines_of(&source.text) {
            let line = Line::new(start, text, tabs, &mut block, source);
            if line.header {
                lines.header = lines.header.or(Some(lines.list.len()));
            } else if !line.words.is_empty() && lines.header.is_none() {
                lines.root = lines.root.or(Some(lines.list.len()));
            }
            lines.list.push(line);
        }
        // The place behind the last line end is a line to whoever types there.
        let end = source.text.len();
        if lines.list.last().is_none_or(|l| source.text.get(l.span.end as usize..).is_some_and(|rest| !rest.is_empty()))
        {
            lines.list.push(Line::new(end, "", tabs, &mut block, source));
        }
        lines
    }

    /// The lines in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &Line)> {
        self.list.iter().enumerate()
    }

    /// How many there are; at least one.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// A line.
    pub(super) fn get(&self, index: usize) -> Option<&Line> {
        self.list.get(index)
    }

    /// The line that holds a byte, or a place between two bytes.
    pub(super) fn at(&self, offset: usize) -> Option<(usize, &Line)> {
        let index = self.list.partition_point(|l| l.span.start as usize <= offset).checked_sub(1)?;
        self.list.get(index).map(|line| (index, line))
    }

    /// The game line.
    pub(super) fn root(&self) -> Option<(usize, &Line)> {
        self.root.and_then(|i| Some((i, self.list.get(i)?)))
    }

    /// The first header of a block.
    pub(super) fn first_header(&self) -> Option<&Line> {
        self.list.get(self.header?)
    }
}

impl Line {
    /// Cuts a line; `block` is the block above it, and then the one below it.
    fn new(start: usize, text: &str, tabs: Tabs, block: &mut Block, source: &Source) -> Self {
        let code = text.find('#').unwrap_or(text.len());
        let comment = (code < text.len()).then(|| Span::new(start + code, start + text.len()));
        let mut words = Vec::new();
        let mut open: Option<usize> = None;
        // A selection in braces is one word.
        let mut closes = 0;
        for (at, c) in text[..code].char_indices() {
            let begins = open.is_none() || text[..at].ends_with('=');
            if c == '{' && begins && at >= closes {
                closes = text[at..code].find('}').map_or(0, |end| at + end);
            }
            match (is_space(c) && at >= closes, open) {
                (false, None) => open = Some(at),
                (true, Some(from)) => {
                    words.push(Span::new(start + from, start + at));
                    open = None;
                }
                _ => {}
            }
        }
        if let Some(from) = open {
            words.push(Span::new(start + from, start + code));
        }
        let header = match words[..] {
            [word] => {
                let word = source.slice(word);
                Block::WITH_HEADER.into_iter().find(|b| b.name().eq_ignore_ascii_case(word))
            }
            _ => None,
        };
        *block = header.unwrap_or(*block);
        let lead = text.find(|c| !is_space(c)).unwrap_or(text.len());
        let indent = columns(&text[..lead], tabs.stops());
        let span = Span::new(start, start + text.len());
        Self { span, indent, block: *block, header: header.is_some(), words, comment }
    }

    /// The place of the first `>` among its words.
    pub(super) fn arrow(&self, source: &Source) -> Option<usize> {
        self.words.iter().skip(1).position(|&w| source.slice(w) == ">").map(|i| i + 1)
    }

    /// The last word without `=` behind `from`: a class or an effect. `but` is passed over.
    pub(super) fn last_bare(&self, from: usize, but: Option<usize>, source: &Source) -> Option<usize> {
        let bare = |&(i, &word): &(usize, &Span)| {
            let text = source.slice(word);
            i > from && Some(i) != but && text != ">" && !text.contains('=')
        };
        self.words.iter().enumerate().rev().find(bare).map(|(i, _)| i)
    }

    /// The word that a place touches, or the number of words before it.
    pub(super) fn word_at(&self, offset: usize) -> Result<usize, usize> {
        let at = self.words.partition_point(|w| (w.end as usize) < offset);
        match self.words.get(at) {
            Some(word) if word.start as usize <= offset => Ok(at),
            _ => Err(at),
        }
    }
}

/// Key and value of a word with `=`. The value ends at a second `=`, and may be empty.
pub(super) fn argument(word: Span, source: &Source) -> Option<(Span, Span)> {
    let text = source.slice(word);
    let cut = text.find('=')?;
    let value = text.get(cut + 1..)?.split('=').next()?;
    let start = word.start as usize;
    Some((Span::new(start, start + cut), Span::new(start + cut + 1, start + cut + 1 + value.len())))
}

/// The pieces of a value between commas; empty ones are left out.
pub(super) fn pieces(value: Span, source: &Source) -> impl Iterator<Item = Span> {
    let mut at = value.start as usize;
    let pieces = source.slice(value).split(',').map(move |piece| {
        let span = Span::new(at, at + piece.len());
        at += piece.len() + 1;
        span
    });
    pieces.filter(|span| span.start < span.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Sink;
    use crate::front::vgdl::parse::parse;
    use crate::front::vgdl::tree::{Form, Node};

    /// Lines and tree agree in words, blocks and arguments.
    fn agree(text: &str) {
        let source = Source::new("game", text);
        [Tabs::OneColumn, Tabs::Stops8].into_iter().for_each(|tabs| agree_with(&source, tabs, text));
    }

    fn agree_with(source: &Source, tabs: Tabs, text: &str) {
        let lines = Lines::new(source, tabs);
        let tree = parse(source, tabs, &mut Sink::default());
        for node in &tree.nodes {
            let line = lines.get(node.line as usize - 1).expect("the line");
            let spans: Vec<Span> = node.words.iter().map(|w| w.span).collect();
            assert_eq!(line.words, spans, "{text:?}");
            assert_eq!((line.indent, line.header, line.block), (node.indent, node.header, node.block), "{text:?}");
            // White space behind a comment is no part of it, but who types there types a comment.
            assert_eq!(line.comment.map(|c| c.start), node.comment.map(|c| c.start), "{text:?}");
            arguments(node, source);
        }
        let lost = tree.dropped.iter().map(|d| (d.line, d.span, d.block));
        for (number, span, block) in lost {
            let line = lines.get(number as usize - 1).expect("the line");
            assert_eq!((line.words.first().map(|w| w.start), line.block), (Some(span.start), block), "{text:?}");
        }
    }

    fn arguments(node: &Node, source: &Source) {
        for word in &node.words {
            if let Form::Arg { key_span, value_span, .. } = word.form {
                assert_eq!(argument(word.span, source), Some((key_span, value_span)));
            }
        }
    }

    #[test]
    fn lines_and_tree_agree() {
        for text in [
            "BasicGame a=b=c d==e\r\n\tSpriteSet # x\r\t  a > B x=1 y=#\n\n levelMAPPING\n  = > a # b\n  # z\n",
            "\u{FEFF}Game\n InteractionSet\n  a b > c s=,, \n  a b\n  d > \n TerminationSet\n  X limit=",
            "SpriteSet\n x\n",
            "a\u{1}b \u{85}c=é\n  ParameterSet\n    P > values=1:2:3#c",
        ] {
            agree(text);
        }
    }

    proptest::proptest! {
        #[test]
        fn lines_and_tree_agree_on_any_text(
            text in "(\u{FEFF})?((Spriteset|InteractionSet|BasicGame|LevelMapping|a|>|=|==|é|,|#|\\PC)?[ \t\r\n]{0,3}){0,40}"
        ) {
            agree(&text);
        }
    }

    #[test]
    fn there_is_always_a_line_to_type_on() {
        for (text, count) in [("", 1), ("\u{FEFF}", 1), ("a", 1), ("a\n", 2), ("a\n\n", 3), ("a\r\nb\r", 3)] {
            let source = Source::new("game", text);
            let lines = Lines::new(&source, Tabs::Stops8);
            assert_eq!(lines.iter().count(), count, "{text:?}");
            for offset in 0..=text.len() {
                assert!(lines.at(offset).is_some() || text.starts_with('\u{FEFF}'), "{text:?} {offset}");
            }
        }
    }
}
