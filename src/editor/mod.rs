//! What editors ask about a text: documentation, completion, names and their uses, outlines.
//!
//! A [`Document`] is a game with its levels, read and checked once; it answers questions about places, which are offsets in
//! bytes. It works on any text: lines that are lost have words, too. All it knows of the language is in the tables of the
//! ontology and in [`explain`](crate::explain). The program `vgdl lsp` only speaks the protocol.
//!
//! [`textmate`] makes the grammar that colours texts, from the same tables.

mod complete;
mod hover;
mod lines;
mod names;
mod owner;
mod rename;
mod symbols;
pub mod textmate;

pub use complete::{Completion, Completions, Kind};
pub use hover::Hover;
pub use rename::CannotRename;
pub use symbols::{Symbol, SymbolKind};

use rustc_hash::FxHashMap;
use vgdl_vm::ontology::Class;

use crate::diag::Diagnostic;
use crate::front::vgdl::layout::Tabs;
use crate::front::vgdl::tree::{Block, Tree};
use crate::game::{Game, SpriteType};
use crate::source::{Source, Span};
use crate::{Options, Read};
use lines::{Line, Lines};
use names::Names;

/// A game text with its levels, read and checked.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    levels: Vec<Source>,
    lines: Lines,
    names: Names,
    tree: Tree,
    game: Option<Game>,
    /// Place of each name in `game.types`.
    types: FxHashMap<String, usize>,
    diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Reads and checks a text, whatever is in it.
    #[must_use]
    pub fn new(source: Source, levels: Vec<Source>, options: &Options) -> Self {
        let Read { tree, game, module, sink, .. } = crate::read(&source, &levels, options);
        let lines = Lines::new(&source, Tabs::from(options.policy));
        let diagnostics = crate::finish(sink, &source, module.as_ref());
        let names = Names::new(&lines, &source);
        let types = game.iter().flat_map(|g| g.types.iter().enumerate()).map(|(i, ty)| (ty.name.clone(), i)).collect();
        Self { source, levels, lines, names, tree, game, types, diagnostics }
    }

    /// The text.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The levels it was checked with.
    #[must_use]
    pub fn levels(&self) -> &[Source] {
        &self.levels
    }

    /// What is wrong, by source and place. Source 0 is the game, source `i + 1` is level `i`.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Where the sprite or game parameter that a place names is declared: the line that counts, if there are several.
    #[must_use]
    pub fn definition(&self, offset: usize) -> Option<Span> {
        self.names.declaration(self.names.at(offset)?).map(|m| m.span)
    }

    /// Everywhere the sprite or game parameter that a place names is named, in file order.
    #[must_use]
    pub fn references(&self, offset: usize, with_declaration: bool) -> Vec<Span> {
        let Some(mention) = self.names.at(offset) else {
            return Vec::new();
        };
        self.names.same(mention).filter(|m| with_declaration || !m.declares).map(|m| m.span).collect()
    }

    /// A type, by its name.
    fn ty(&self, name: &str) -> Option<&SpriteType> {
        self.game.as_ref()?.types.get(*self.types.get(name)?)
    }

    /// Where the comment of a line starts, if the place is in it.
    fn in_comment(line: &Line, offset: usize) -> bool {
        line.comment.is_some_and(|c| (c.start as usize) < offset)
    }

    /// Whether a line is the game line, or would be if something were written on it.
    fn is_root(&self, index: usize) -> bool {
        match self.lines.root() {
            Some((root, _)) => root == index,
            None => self.lines.get(index).is_some_and(|l| l.block == Block::Game && !l.header),
        }
    }

    /// The class that sprites of a line have: that of the nearest line above it in the tree that names one, else its own.
    /// The word `but` is not looked at: it is being typed.
    fn class_of(&self, index: usize, indent: u32, but: Option<usize>) -> Option<Class> {
        let line = self.lines.get(index)?;
        self.class_above(index, indent).or_else(|| self.class_on(line, but))
    }

    /// The class that a line gets from those above it in the tree.
    fn class_above(&self, index: usize, mut indent: u32) -> Option<Class> {
        for (_, line) in self.lines.iter().rev().skip(self.lines.len() - index.min(self.lines.len())) {
            if line.block != Block::Sprites || line.header || indent == 0 {
                return None;
            }
            if line.words.is_empty() || line.indent >= indent {
                continue;
            }
            indent = line.indent;
            if let Some(class) = self.class_on(line, None) {
                return Some(class);
            }
        }
        None
    }

    /// The class that is written on a line.
    fn class_on(&self, line: &Line, but: Option<usize>) -> Option<Class> {
        let word = line.last_bare(line.arrow(&self.source)?, but, &self.source)?;
        line.words.get(word).and_then(|&w| Class::from_name(self.source.slice(w)))
    }
}
