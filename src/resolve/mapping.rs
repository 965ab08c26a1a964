//! What level characters stand for.

use vgdl_vm::ontology::TypeRef;
use vgdl_vm::program::TypeId;

use super::{Resolver, Stop};
use crate::diag::{Diagnostic, codes};
use crate::front::vgdl::tree::{Block, Form, Node, Word};
use crate::game::Glyph;
use crate::source::Span;

/// A line of a `LevelMapping`.
pub(super) struct GlyphLine<'t> {
    glyph: char,
    names: &'t [Word],
    span: Span,
}

/// The mapping that every game starts with.
fn predefined() -> Vec<Glyph> {
    [('w', 0), ('A', 1)]
        .map(|(glyph, id)| Glyph { glyph, types: vec![TypeRef(Some(TypeId(id)))], span: Span::default() })
        .into()
}

impl<'t> Resolver<'t, '_> {
    /// A `LevelMapping`.
    pub(super) fn mapping_of(&mut self, top: &'t Node) -> Result<(), Stop> {
        let tree = self.tree;
        for node in tree.children(top) {
            if !self.line_of(Block::Mapping, node)? {
                continue;
            }
            let mut words = node.words.iter();
            let Some((key, glyph)) = words.next().and_then(|w| Some((w, w.text.chars().next()?))) else {
                continue;
            };
            let Some(second) = words.next() else {
                self.extra_word(node.span, "write a character, `>` and the sprites it stands for");
                continue;
            };
            if second.form != Form::Arrow {
                let found = Diagnostic::error(codes::MAPPING_ARROW, "mapping without `>`").at(second.span);
                let found = found.label("the word in the place of `>` is lost");
                self.sink.mistake(found.help(format!("write `{} > {}`", key.text, second.text)));
            }
            if !self.spend(node.words.len(), node.span) {
                return Ok(());
            }
            let line = GlyphLine { glyph, names: words.as_slice(), span: node.span };
            match self.glyphs.get(&glyph).and_then(|&i| self.glyph_lines.get_mut(i)) {
                Some(earlier) => {
                    let twice = Diagnostic::warning(codes::MAPPING_TWICE, format!("character `{glyph}` mapped twice"));
                    let twice = twice.at(key.span).label("this line counts").related(earlier.span, "this one does not");
                    self.sink.push(twice.help("map another character"));
                    *earlier = line;
                }
                None => {
                    self.glyphs.insert(glyph, self.glyph_lines.len());
                    self.glyph_lines.push(line);
                }
            }
        }
        Ok(())
    }

    /// Makes the mapping. Names are looked up when a level is built, so they may be declared after their mapping.
    pub(super) fn finish_mapping(&mut self) {
        let mut mapping = predefined();
        for line in std::mem::take(&mut self.glyph_lines) {
            let types = line.names.iter().map(|w| self.lookup(&w.text)).collect();
            for word in line.names.iter().filter(|w| self.is_selection(&w.text)).collect::<Vec<_>>() {
                if self.reported.insert(word.span.start) {
                    let found = Diagnostic::error(codes::SELECTION_IN_MAPPING, "selection in a level mapping");
                    let found = found.at(word.span).label("which of them to make is not said");
                    self.sink.push(found.help("name the sprites one by one"));
                }
            }
            for word in line.names.iter().filter(|w| self.lookup(&w.text) == TypeRef(None)).collect::<Vec<_>>() {
                self.undeclared(&word.text, word.span);
            }
            let entry = Glyph { glyph: line.glyph, types, span: line.span };
            match mapping.iter_mut().take(2).find(|g| g.glyph == line.glyph) {
                Some(predefined) => *predefined = entry,
                None => mapping.push(entry),
            }
        }
        self.game.mapping = mapping;
    }
}
