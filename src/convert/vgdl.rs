//! A tree as VGDL text, from its words alone: wherever they were read, they are written as a game file has them.

use crate::front::vgdl::tree::{Block, Form, Tree, Word};

/// How a line is written that the reference engine loses: it logs a message, and nothing else.
const LOST: &str = "lost lost=";

/// The text of a tree. `messages`: how many lines it has that are lost or uneven; as many lost ones are written.
///
/// # Errors
///
/// A word that VGDL cannot say, in a sentence.
pub(super) fn write(tree: &Tree, messages: usize) -> Result<String, String> {
    let mut out = String::new();
    let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let depth = node.parent.and_then(|p| depths.get(p.0 as usize)).map_or(0, |d| d + 1);
        depths.push(depth);
        out.extend(std::iter::repeat_n(' ', 4 * depth));
        for (i, word) in node.words.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push_str(sayable(word, node.block)?);
        }
        out.push('\n');
    }
    if messages > 0 {
        // In a mapping such a line would be one of its own.
        out.push_str("    # Lines that the reference engine loses with a message.\n    TerminationSet\n");
        for _ in 0..messages {
            out.push_str(&" ".repeat(8));
            out.push_str(LOST);
            out.push('\n');
        }
    }
    Ok(out)
}

/// A word that reads as it is meant.
fn sayable(word: &Word, block: Block) -> Result<&str, String> {
    let text = word.text.as_str();
    // Selections have spaces in them. Whether a word reads back is seen when all is read again.
    let spaced = block == Block::Selectors || text.contains('{');
    let odd = |c: char| (c <= ' ' && !spaced) || c < ' ' || c == '#';
    let plain = !text.is_empty() && !text.contains(odd);
    let fits = match &word.form {
        Form::Arg { key, value, .. } => !key.contains('=') && !value.is_empty() && text.contains('='),
        Form::Arrow => text == ">",
        Form::Bare => true,
    };
    if plain && fits { Ok(text) } else { Err(format!("VGDL cannot say {text:?}: words have no spaces and no `#`")) }
}
