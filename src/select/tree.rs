//! What a selection says, and its text.

use std::fmt;

use crate::source::Span;

/// Any of its parts: `a|b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The alternatives, at least one.
    pub any_of: Vec<AllOf>,
}

/// All of its terms: `a,b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOf {
    /// The terms, at least one.
    pub terms: Vec<Term>,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Where it stands, brackets included.
    pub span: Span,
    /// What it says.
    pub what: What,
}

/// What a term says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `ALL`
    All,
    /// The object of that key.
    Key(String),
    /// `prefix%`: objects whose keys start with it.
    Prefix(String),
    /// `TYPE=a.b`: objects that have all of the types; with `!` all others.
    Types {
        /// Whether there is a `!`.
        not: bool,
        /// The types, at least one, none empty.
        types: Vec<String>,
    },
    /// `PC[s]`: those of `s` that have the quality; with `!` those of `s` that have not.
    Qualified {
        /// Whether there is a `!`.
        not: bool,
        /// The quality.
        quality: Quality,
        /// What stands in the brackets; `None` if there are none, which means all objects.
        inside: Option<Selection>,
    },
}

/// What a qualifier asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Nothing.
    Any,
    /// Whether the holder has the object.
    Held,
    /// Whether the holder qualifies for it.
    Qualified,
}

impl Quality {
    /// Every quality with its word.
    pub const ALL: [(&'static str, Self); 3] = [("ANY", Self::Any), ("PC", Self::Held), ("QUALIFIED", Self::Qualified)];

    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, quality)| *quality == self).map_or("", |(word, _)| word)
    }
}

impl Selection {
    /// A selection of one term.
    #[must_use]
    pub fn of(term: Term) -> Self {
        Self { any_of: vec![AllOf { terms: vec![term] }] }
    }

    /// Its only term, if it has no other.
    #[must_use]
    pub fn only(&self) -> Option<&Term> {
        match &self.any_of[..] {
            [AllOf { terms }] => match &terms[..] {
                [term] => Some(term),
                _ => None,
            },
            _ => None,
        }
    }

    /// All terms, outer ones before those in their brackets.
    #[must_use]
    pub fn terms(&self) -> Vec<&Term> {
        fn add<'s>(selection: &'s Selection, to: &mut Vec<&'s Term>) {
            for term in selection.any_of.iter().flat_map(|all| &all.terms) {
                to.push(term);
                if let What::Qualified { inside: Some(inside), .. } = &term.what {
                    add(inside, to);
                }
            }
        }
        let mut terms = Vec::new();
        add(self, &mut terms);
        terms
    }

    /// The same without what says nothing: `ANY[s]` that is all there is becomes `s`, and `[ALL]` behind a qualifier goes.
    #[must_use]
    pub fn simplified(mut self) -> Self {
        while let Some(Term {
            what: What::Qualified { not: false, quality: Quality::Any, inside: Some(inside) }, ..
        }) = self.only()
        {
            self = inside.clone();
        }
        for term in self.any_of.iter_mut().flat_map(|all| &mut all.terms) {
            if let What::Qualified { inside, .. } = &mut term.what {
                *inside = inside.take().map(Self::simplified).filter(|inside| {
                    // Only `ALL` itself: an `ANY` may be meant for a reader.
                    inside.only().is_none_or(|term| term.what != What::All)
                });
            }
        }
        self
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, all) in self.any_of.iter().enumerate() {
            f.write_str(if i > 0 { "|" } else { "" })?;
            for (i, term) in all.terms.iter().enumerate() {
                write!(f, "{}{term}", if i > 0 { "," } else { "" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |not: bool| if not { "!" } else { "" };
        match &self.what {
            What::All => f.write_str("ALL"),
            What::Key(key) => f.write_str(key),
            What::Prefix(prefix) => write!(f, "{prefix}%"),
            What::Types { not, types } => write!(f, "{}TYPE={}", mark(*not), types.join(".")),
            What::Qualified { not, quality, inside: None } => write!(f, "{}{}", mark(*not), quality.word()),
            What::Qualified { not, quality, inside: Some(inside) } => {
                write!(f, "{}{}[{inside}]", mark(*not), quality.word())
            }
        }
    }
}
