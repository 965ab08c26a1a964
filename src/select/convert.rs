//! Rewrites tokens of old names.

use super::mistake::Mistake;
use super::parse::{move_spans, parse};
use super::token::{self, Subtoken, Token};
use super::tree::{Quality, Selection, Term, What};
use crate::source::Span;

/// What becomes of the arguments.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// Plain ones are types.
    AsTypes,
    /// They stay.
    Same,
    /// They stay, and what is chosen is added.
    AndAdd,
    /// Those that the holder has.
    Held,
}

/// Old names, what they are called now, and what becomes of their arguments. The first is as the proposal spells it.
const OLD: [(&str, Subtoken, How); 6] = [
    ("LANGAUGE", Subtoken::Lang, How::AsTypes),
    ("LANGUAGE", Subtoken::Lang, How::AsTypes),
    ("EQUIPTYPE", Subtoken::Equipment, How::AsTypes),
    ("FEATADD", Subtoken::Feat, How::AndAdd),
    ("FEATLIST", Subtoken::Feat, How::Held),
    ("FEATSELECT", Subtoken::Feat, How::Same),
];

/// What an old subtoken is called now.
#[must_use]
pub fn replacement(subtoken: &str) -> Option<&'static str> {
    OLD.iter().find(|(old, ..)| *old == subtoken).map(|(_, new, _)| new.word())
}

/// The new token, or two with a tab between; `None` if the token is not an old one.
///
/// # Errors
/// It is an old one, and its arguments cannot be read.
pub fn convert(text: &str) -> Result<Option<String>, Mistake> {
    let Ok(head) = token::head(text) else { return Ok(None) };
    let Some(&(_, subtoken, how)) = OLD.iter().find(|(old, ..)| *old == head.subtoken) else { return Ok(None) };
    let mistake = |kind, label: &str| Err(Mistake::new(kind, Span::new(text.len(), text.len()), label));
    let (Some(arguments), title) = head.rest.map_or((None, None), token::cut_title) else {
        return mistake(super::Kind::NoArguments, "a selection is missing");
    };
    let at = text.len() - head.rest.map_or(0, str::len);
    let mut selection = parse(arguments).map_err(|mistake| mistake.later(at))?;
    move_spans(&mut selection, &|span| Span { start: span.start + at as u32, end: span.end + at as u32 });
    match how {
        How::AsTypes => {
            for term in selection.any_of.iter_mut().flat_map(|all| &mut all.terms) {
                if let What::Key(key) = &term.what {
                    let types = key.split('.').map(str::to_owned).collect();
                    term.what = What::Types { not: false, types };
                }
            }
        }
        How::Held => {
            let what = What::Qualified { not: false, quality: Quality::Held, inside: Some(selection) };
            selection = Selection::of(Term { span: Span::new(at, text.len()), what });
        }
        How::Same | How::AndAdd => {}
    }
    let token = Token {
        number: head.number.map(str::to_owned),
        subtoken,
        category: None,
        category_span: Span::default(),
        selection,
        title: title.map(str::to_owned),
    };
    let new = token.to_string();
    // A type may have come out empty, as of `a..b`.
    token::read(&new).map_err(|mistake| Mistake { span: Span::new(at, text.len()), ..mistake })?;
    Ok(Some(if how == How::AndAdd { format!("{new}\tADD:FEAT|%LIST") } else { new }))
}
