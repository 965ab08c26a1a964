//! New names for sprites and game parameters.

use thiserror::Error;
use vgdl_vm::ontology::words::constant;

use super::Document;
use super::names::{Mention, PLACES, What, is};
use crate::front::vgdl::tree::Block;
use crate::resolve;
use crate::source::Span;

/// Why something cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CannotRename {
    /// Nothing is named at that place.
    #[error("no sprite and no game parameter is named here")]
    Nothing,
    /// Nobody declares the name at that place.
    #[error("`{0}` is not declared, so there is nothing to rename")]
    Undeclared(String),
    /// The old name belongs to the language.
    #[error("`{0}` means something to the language: another name would change the game")]
    Fixed(String),
    /// The new name is not one word.
    #[error("`{0}` is not a name: write one word without spaces, `#`, `=`, `>` and commas")]
    NotAWord(String),
    /// The new name belongs to the language.
    #[error("`{0}` is a word of the language and cannot be a name")]
    Reserved(String),
    /// The new name is in use.
    #[error("`{0}` is named in line {1} already")]
    Taken(String, u32),
}

/// Types that every game has.
const BUILT_IN: [&str; 2] = ["wall", "avatar"];

impl Document {
    /// The name at a place, if it can be renamed.
    ///
    /// # Errors
    /// Nothing is named there, or it is not the game's to name.
    pub fn renamable(&self, offset: usize) -> Result<Span, CannotRename> {
        self.declared_at(offset).map(|m| m.span)
    }

    /// Every place where the new name is to be written when what is named at `offset` gets it. The game stays the same but
    /// for names.
    ///
    /// # Errors
    /// It cannot be renamed, or the new name cannot be used.
    pub fn rename(&self, offset: usize, new: &str) -> Result<Vec<Span>, CannotRename> {
        let mention = self.declared_at(offset)?;
        if new == self.source.slice(mention.span) {
            return Ok(Vec::new());
        }
        let separates =
            |c: char| c.is_whitespace() || c.is_control() || matches!(c, '#' | '=' | '>' | ',' | '\u{FEFF}');
        if new.is_empty() || new.contains(separates) {
            return Err(CannotRename::NotAWord(new.to_owned()));
        }
        if BUILT_IN.contains(&new) || is_reserved(new) {
            return Err(CannotRename::Reserved(new.to_owned()));
        }
        if let Some(other) = self.names.of(new).next() {
            return Err(CannotRename::Taken(new.to_owned(), self.source.line_column(other.span.start).0));
        }
        Ok(self.names.same(mention).map(|m| m.span).collect())
    }

    fn declared_at(&self, offset: usize) -> Result<&Mention, CannotRename> {
        let mention = self.names.at(offset).ok_or(CannotRename::Nothing)?;
        let name = self.source.slice(mention.span);
        if mention.what == What::Sprite && (BUILT_IN.contains(&name) || is_reserved(name)) {
            return Err(CannotRename::Fixed(name.to_owned()));
        }
        if self.names.declaration(mention).is_none() {
            return Err(CannotRename::Undeclared(name.to_owned()));
        }
        Ok(mention)
    }
}

/// Whether a word reads as something else than a name in some place.
fn is_reserved(word: &str) -> bool {
    PLACES.iter().any(|(place, _)| is(word, place))
        || Block::WITH_HEADER.iter().any(|b| is(word, b.name()))
        || constant(word).is_some()
        // Numbers and truth values.
        || !resolve::is_text("stype", word)
        // Looked for in every word of a rule.
        || word.contains(resolve::TIMER)
}
