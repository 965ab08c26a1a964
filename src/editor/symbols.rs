//! The outline of a game: its blocks and what is in them.

use super::Document;
use crate::front::vgdl::tree::Block;
use crate::source::Span;

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// What else there is to say in a word or two.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// From its first line to the last that belongs to it.
    pub span: Span,
    /// Where its name stands, or its whole line.
    pub name_span: Span,
    /// The entry it belongs to: an earlier place in the list.
    pub parent: Option<usize>,
}

/// What an entry of the outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// The game line.
    Game,
    /// A block.
    Block,
    /// A sprite.
    Sprite,
    /// A rule.
    Rule,
    /// A termination.
    End,
    /// A character of levels.
    Glyph,
    /// A game parameter.
    Parameter,
}

impl Document {
    /// The outline, in file order. Lines that are lost are not in it.
    #[must_use]
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols: Vec<Symbol> = Vec::with_capacity(self.tree.nodes.len());
        for node in &self.tree.nodes {
            let Some((first, rest)) = node.words.split_first() else { continue };
            let kind = match (node.header, node.block) {
                (true, _) => SymbolKind::Block,
                (_, Block::Game) => SymbolKind::Game,
                (_, Block::Sprites) => SymbolKind::Sprite,
                (_, Block::Rules) => SymbolKind::Rule,
                (_, Block::Ends) => SymbolKind::End,
                (_, Block::Mapping) => SymbolKind::Glyph,
                (_, Block::Parameters | Block::Selectors) => SymbolKind::Parameter,
            };
            let detail = match kind {
                SymbolKind::Sprite => self.ty(&first.text).and_then(|ty| ty.class_name.clone()).unwrap_or_default(),
                SymbolKind::Rule => String::new(),
                SymbolKind::Glyph => {
                    rest.iter().filter(|w| w.text != ">").map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
                }
                _ => rest.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" "),
            };
            let (name, name_span) = match kind {
                SymbolKind::Rule => (self.source.slice(node.span).to_owned(), node.span),
                _ => (first.text.clone(), first.span),
            };
            // Nodes and entries are in step: every node has a word.
            let parent = node.parent.map(|p| p.0 as usize);
            symbols.push(Symbol { name, detail, kind, span: node.span, name_span, parent });
        }
        // Children come behind their parents: from the last to the first, each stretches its parent.
        for i in (0..symbols.len()).rev() {
            let Some(Symbol { span, parent: Some(parent), .. }) = symbols.get(i) else { continue };
            let (span, parent) = (*span, *parent);
            if let Some(parent) = symbols.get_mut(parent) {
                parent.span = parent.span.to(span);
            }
        }
        symbols
    }
}
