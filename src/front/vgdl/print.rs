//! The canonical printer: four spaces a level, single spaces between words, an empty line between blocks and wherever there
//! are empty lines.
//!
//! `parse(print(t))` has the shape of `t`, and printing that again gives the same text.

use thiserror::Error;

use super::layout::Tabs;
use super::parse::parse;
use super::tree::{Node, Tree};
use crate::diag::Sink;
use crate::source::Source;

/// A tree that cannot be printed without losing lines of its file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of {name} could not be read and would be lost: correct the errors that `check` reports first")]
pub struct LostLines {
    /// The file.
    pub name: String,
    /// The first lost line, from 1.
    pub line: u32,
}

/// Why a text is not laid out anew.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotFormat {
    /// Lines would be lost.
    #[error(transparent)]
    Lost(#[from] LostLines),
    /// The new text would mean something else; this would be a fault of ours.
    #[error("{0} cannot be laid out without changing it")]
    Changed(String),
}

/// A game text in canonical layout.
///
/// # Errors
///
/// If the parser has lost lines: they would be missing from the text.
pub fn format(source: &Source, tabs: Tabs) -> Result<String, CannotFormat> {
    let parse = |source: &Source| parse(source, tabs, &mut Sink::default());
    let tree = parse(source);
    let text = print(&tree, source)?;
    if parse(&Source::new(source.name.as_str(), text.as_str())).same_shape(&tree) {
        Ok(text)
    } else {
        Err(CannotFormat::Changed(source.name.clone()))
    }
}

/// The text of a tree in canonical layout, comments included.
///
/// # Errors
///
/// If the parser has lost lines: they would be missing from the text.
pub fn print(tree: &Tree, source: &Source) -> Result<String, LostLines> {
    if let Some(lost) = tree.dropped.first() {
        return Err(LostLines { name: source.name.clone(), line: lost.line });
    }
    let mut out = String::with_capacity(source.text.len());
    let mut comments = tree.comments.iter().peekable();
    let mut depths: Vec<u32> = Vec::with_capacity(tree.nodes.len());
    // The line of the source that was printed last.
    let mut last = 0;
    for node in &tree.nodes {
        let depth = node.parent.and_then(|p| depths.get(p.0 as usize)).map_or(0, |d| d + 1);
        depths.push(depth);
        if node.header && depth == 1 && depths.len() > 2 {
            gap(&mut out);
        }
        // A comment belongs to the line below it.
        while let Some(comment) = comments.next_if(|c| c.line < node.line) {
            place(&mut out, &mut last, comment.line);
            line(&mut out, depth, source.slice(comment.span));
        }
        place(&mut out, &mut last, node.line);
        line(&mut out, depth, &content(node, source));
    }
    let depth = depths.last().copied().unwrap_or(0);
    for comment in comments {
        place(&mut out, &mut last, comment.line);
        line(&mut out, depth, source.slice(comment.span));
    }
    // A word may start with U+FEFF; at the start of a file it would be taken for a byte order mark, unless there is one.
    if out.starts_with('\u{FEFF}') {
        out.insert(0, '\u{FEFF}');
    }
    Ok(out)
}

/// An empty line, unless there is one or nothing before it.
fn gap(out: &mut String) {
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

/// Goes to the next line of the source that is printed: over empty lines, one stays.
fn place(out: &mut String, last: &mut u32, next: u32) {
    if next > last.saturating_add(1) {
        gap(out);
    }
    *last = next;
}

fn line(out: &mut String, depth: u32, text: &str) {
    out.extend(std::iter::repeat_n("    ", depth as usize));
    out.push_str(text);
    out.push('\n');
}

fn content(node: &Node, source: &Source) -> String {
    let words = node.words.iter().map(|w| w.text.as_str());
    let comment = node.comment.map(|span| source.slice(span));
    words.chain(comment).collect::<Vec<_>>().join(" ")
}
