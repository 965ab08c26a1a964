//! Lines as a tree of indentation.

/// Tab stops stand every so many columns.
const TAB: usize = 8;

/// A line with what belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its text without comment, and without white space at both ends.
    pub text: String,
    /// Number of leading white-space characters.
    pub indent: usize,
    /// Line number, from 1.
    pub line: u32,
    /// Indices of the lines that belong to it.
    pub children: Vec<usize>,
}

/// A line that stands where none may.
#[derive(Clone, Debug, PartialEq)]
pub struct Misplaced {
    /// Line number, from 1.
    pub line: u32,
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

/// A text with tabs as spaces up to the next tab stop; a line end begins anew.
fn expand(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' => {
                let wide = TAB - column % TAB;
                out.extend(std::iter::repeat_n(' ', wide));
                column += wide;
            }
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            _ => {
                out.push(c);
                column += 1;
            }
        }
    }
    out
}

/// The lines of a text.
///
/// # Errors
/// A line whose indentation is not that of the first line of the same parent: the reference engine stops there.
pub fn lines(text: &str) -> Result<Lines, Misplaced> {
    let mut found = Lines::default();
    // The path from a root to the last line.
    let mut path: Vec<usize> = Vec::new();
    for (number, line) in expand(text).split('\n').enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        let content = code.trim_matches(is_space);
        if content.is_empty() {
            continue;
        }
        let indent = code.chars().take_while(|&c| is_space(c)).count();
        let line = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let id = found.nodes.len();
        while path.last().is_some_and(|&last| found.nodes[last].indent >= indent) {
            path.pop();
        }
        match path.last() {
            Some(&parent) => {
                if let Some(&first) = found.nodes[parent].children.first()
                    && found.nodes[first].indent != indent
                {
                    return Err(Misplaced { line, columns: (indent, found.nodes[first].indent) });
                }
                found.nodes[parent].children.push(id);
            }
            None => found.roots.push(id),
        }
        found.nodes.push(Node { text: content.to_owned(), indent, line, children: Vec::new() });
        path.push(id);
    }
    Ok(found)
}
