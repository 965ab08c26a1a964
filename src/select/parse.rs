//! Text to [`Selection`].
//!
//! The grammar cuts a text into words; here brackets are matched, with a stack of our own, and every place where something
//! is missing is told.

use pest::Parser as _;
use pest::iterators::Pair;

use super::mistake::{Kind, Mistake};
use super::tree::{AllOf, Quality, Selection, Term, What};
use crate::source::Span;

/// The derived parser; its items carry no documentation.
mod grammar {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/select.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Brackets may be nested this deep, so that later stages may recurse over a selection.
pub const MAX_DEPTH: usize = 64;

/// Longer texts are refused.
pub const MAX_BYTES: usize = 4 << 20;

/// Reads a selection. White space is part of keys. Places count from the start of the text.
///
/// # Errors
/// The first mistake.
pub fn parse(text: &str) -> Result<Selection, Mistake> {
    if text.len() > MAX_BYTES {
        let label = format!("{} bytes; at most {MAX_BYTES} are read", text.len());
        return Err(Mistake::new(Kind::TooLong, Span::new(0, text.len()), label));
    }
    let whole = Span::new(0, text.len());
    let words = Grammar::parse(Rule::selection, text)
        // The grammar has a word for every text. Should it ever refuse one, nothing of it is used.
        .map_err(|e| Mistake::new(Kind::Empty, whole, e.variant.message().into_owned()))?;
    let mut reader = Reader { open: Vec::new(), level: Level::default(), after: After::Start };
    for word in words.flat_map(Pair::into_inner) {
        reader.word(word)?;
    }
    reader.end(text.len())
}

/// Reads a selection with white space around `|`, `,`, `[` and `]`, which says nothing. Places are those in the text.
///
/// # Errors
/// The first mistake.
pub fn parse_spaced(text: &str) -> Result<Selection, Mistake> {
    let mut clean = String::with_capacity(text.len());
    // Where each byte of the clean text comes from, and where it ends.
    let mut places = Vec::with_capacity(text.len());
    let mut start = 0;
    for part in text.split_inclusive(['|', ',', '[', ']']) {
        let mark = part.len() - part.trim_end_matches(['|', ',', '[', ']']).len();
        let word = &part[..part.len() - mark];
        let trimmed = word.trim();
        let skipped = word.len() - word.trim_start().len();
        clean.push_str(trimmed);
        places.extend((0..trimmed.len()).map(|i| start + skipped + i));
        clean.push_str(&part[word.len()..]);
        places.extend((0..mark).map(|i| start + word.len() + i));
        start += part.len();
    }
    let first = |at: u32| places.get(at as usize).copied().unwrap_or(text.len());
    let last = |at: u32| (at as usize).checked_sub(1).and_then(|i| places.get(i)).map_or(0, |at| at + 1);
    let back = |span: Span| {
        let start = first(span.start);
        Span::new(start, last(span.end).max(start))
    };
    match parse(&clean) {
        Ok(mut selection) => {
            move_spans(&mut selection, &back);
            Ok(selection)
        }
        Err(mistake) => Err(Mistake { span: back(mistake.span), ..mistake }),
    }
}

/// Gives every term another place.
pub(super) fn move_spans(selection: &mut Selection, to: &impl Fn(Span) -> Span) {
    for term in selection.any_of.iter_mut().flat_map(|all| &mut all.terms) {
        term.span = to(term.span);
        if let What::Qualified { inside: Some(inside), .. } = &mut term.what {
            move_spans(inside, to);
        }
    }
}

/// What has been read of a bracket, or of the whole.
#[derive(Default)]
struct Level {
    any_of: Vec<AllOf>,
    terms: Vec<Term>,
}

/// What stands before a word.
#[derive(Clone, Copy, PartialEq)]
enum After {
    /// Nothing, or `[`.
    Start,
    Or,
    And,
    /// A qualifier: brackets may follow.
    Qualifier,
    Close,
    /// Any other term.
    Term,
}

struct Reader {
    /// Outer levels, whose last term waits for its brackets, and the place of the bracket.
    open: Vec<(Level, Span)>,
    level: Level,
    after: After,
}

impl Reader {
    fn word(&mut self, word: Pair<'_, Rule>) -> Result<(), Mistake> {
        let span = Span::new(word.as_span().start(), word.as_span().end());
        let text = word.as_str();
        let wrong = |kind, label: String| Err(Mistake::new(kind, span, label));
        let what = match word.as_rule() {
            Rule::EOI => return Ok(()),
            Rule::or => return self.or(span),
            Rule::and => return self.and(span),
            Rule::open => return self.open(span),
            Rule::close => return self.close(span),
            _ if self.after == After::Close => {
                return wrong(Kind::TextAfterBracket, "only `|`, `,` or `]` may follow `]`".to_owned());
            }
            Rule::valued => return wrong(Kind::QualifierTakesNoValue, format!("`{}` has a value", cut(text))),
            Rule::foreign => {
                return wrong(Kind::UnknownQualifier, format!("`{}` is no qualifier", cut(text)));
            }
            Rule::no_type => return wrong(Kind::EmptyType, "no type follows".to_owned()),
            Rule::odd_types if text.contains('%') => {
                return wrong(Kind::BadPattern, "a type has no `%`".to_owned());
            }
            Rule::odd_types => return wrong(Kind::BadTypeDots, "a type between dots is empty".to_owned()),
            Rule::negated => {
                return wrong(Kind::NegatedKey, format!("`{}` is a key", cut(text.get(1..).unwrap_or(""))));
            }
            Rule::odd_pattern => return wrong(Kind::BadPattern, "`%` stands once, at the end".to_owned()),
            Rule::all => What::All,
            Rule::pattern => What::Prefix(text.strip_suffix('%').unwrap_or(text).to_owned()),
            Rule::types => {
                let not = text.starts_with('!');
                let parts = word.into_inner().filter(|part| part.as_rule() == Rule::part);
                What::Types { not, types: parts.map(|part| part.as_str().to_owned()).collect() }
            }
            Rule::qualifier => {
                let (not, name) = text.strip_prefix('!').map_or((false, text), |name| (true, name));
                let found = Quality::ALL.iter().find(|(word, _)| *word == name);
                let quality = found.map_or(Quality::Any, |(_, quality)| *quality);
                What::Qualified { not, quality, inside: None }
            }
            _ => What::Key(text.to_owned()),
        };
        self.after = if matches!(what, What::Qualified { .. }) { After::Qualifier } else { After::Term };
        self.level.terms.push(Term { span, what });
        Ok(())
    }

    /// Nothing may be missing before a `|`, a `]` or the end.
    fn complete(&self, span: Span) -> Result<(), Mistake> {
        match self.after {
            After::And => Err(Mistake::new(Kind::EmptyTerm, span, "a term is missing before this")),
            After::Or | After::Start => {
                Err(Mistake::new(Kind::EmptyAlternative, span, "an alternative is missing before this"))
            }
            After::Qualifier | After::Close | After::Term => Ok(()),
        }
    }

    fn or(&mut self, span: Span) -> Result<(), Mistake> {
        self.complete(span)?;
        let terms = std::mem::take(&mut self.level.terms);
        self.level.any_of.push(AllOf { terms });
        self.after = After::Or;
        Ok(())
    }

    fn and(&mut self, span: Span) -> Result<(), Mistake> {
        if matches!(self.after, After::Start | After::Or | After::And) {
            return Err(Mistake::new(Kind::EmptyTerm, span, "a term is missing before this"));
        }
        self.after = After::And;
        Ok(())
    }

    fn open(&mut self, span: Span) -> Result<(), Mistake> {
        match self.after {
            After::Qualifier => {}
            After::Close => {
                return Err(Mistake::new(Kind::TextAfterBracket, span, "only `|`, `,` or `]` may follow `]`"));
            }
            After::Start | After::Or | After::And | After::Term => {
                return Err(Mistake::new(Kind::UnknownQualifier, span, "no qualifier stands before this"));
            }
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(Mistake::new(Kind::TooDeep, span, format!("at most {MAX_DEPTH} are read")));
        }
        self.open.push((std::mem::take(&mut self.level), span));
        self.after = After::Start;
        Ok(())
    }

    fn close(&mut self, span: Span) -> Result<(), Mistake> {
        let Some((outer, opened)) = self.open.pop() else {
            return Err(Mistake::new(Kind::UnbalancedBracket, span, "no bracket is open"));
        };
        if self.after == After::Start {
            return Err(Mistake::new(Kind::EmptyBrackets, opened.to(span), "nothing stands in them"));
        }
        self.complete(span)?;
        let found = std::mem::replace(&mut self.level, outer).finish();
        if let Some(term) = self.level.terms.last_mut() {
            term.span = term.span.to(span);
            if let What::Qualified { inside, .. } = &mut term.what {
                *inside = Some(found);
            }
        }
        self.after = After::Close;
        Ok(())
    }

    fn end(self, at: usize) -> Result<Selection, Mistake> {
        if let Some((_, opened)) = self.open.last() {
            return Err(Mistake::new(Kind::UnbalancedBracket, *opened, "this bracket is not closed"));
        }
        let span = Span::new(at, at);
        if self.after == After::Start {
            return Err(Mistake::new(Kind::Empty, span, "nothing is selected"));
        }
        self.complete(span)?;
        Ok(self.level.finish())
    }
}

impl Level {
    fn finish(mut self) -> Selection {
        self.any_of.push(AllOf { terms: self.terms });
        Selection { any_of: self.any_of }
    }
}

/// The beginning of a word, for messages.
pub(super) fn cut(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
