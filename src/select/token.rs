//! CHOOSE tokens: `CHOOSE:FEAT|PC[TYPE=Fighter]|TITLE=Pick one`.

use std::fmt;

use super::convert;
use super::mistake::{Kind, Mistake};
use super::parse::{cut, move_spans, parse};
use super::rules;
use super::tree::Selection;
use crate::source::Span;

/// What every token starts with.
pub const START: &str = "CHOOSE:";
const NUMBER: &str = "NUMCHOICES=";
const TITLE: &str = "TITLE=";

/// What is chosen among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subtoken {
    /// Templates.
    Template,
    /// Languages.
    Lang,
    /// Equipment.
    Equipment,
    /// Feats: abilities of the category FEAT.
    Feat,
    /// Abilities of the category that is named.
    Ability,
}

impl Subtoken {
    /// Every one with its word.
    pub const ALL: [(&'static str, Self); 5] = [
        ("TEMPLATE", Self::Template),
        ("LANG", Self::Lang),
        ("EQUIPMENT", Self::Equipment),
        ("FEAT", Self::Feat),
        ("ABILITY", Self::Ability),
    ];

    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, subtoken)| *subtoken == self).map_or("", |(word, _)| word)
    }
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// How many are to be chosen: a number or a formula, as written.
    pub number: Option<String>,
    /// What is chosen among.
    pub subtoken: Subtoken,
    /// The category of abilities.
    pub category: Option<String>,
    /// Where the category stands.
    pub category_span: Span,
    /// Which of them may be chosen.
    pub selection: Selection,
    /// The title as written, perhaps in quotes.
    pub title: Option<String>,
}

/// What stands before the arguments of a token.
pub(super) struct Head<'t> {
    pub(super) number: Option<&'t str>,
    pub(super) subtoken: &'t str,
    /// Where the subtoken begins.
    pub(super) at: usize,
    /// What follows the `|` behind the subtoken, if there is one.
    pub(super) rest: Option<&'t str>,
}

/// Cuts off what stands before the arguments.
pub(super) fn head(text: &str) -> Result<Head<'_>, Mistake> {
    let none = |label: &str| Err(Mistake::new(Kind::NoArguments, Span::new(text.len(), text.len()), label));
    let Some(mut rest) = text.strip_prefix(START) else {
        let end = text.find([':', '|']).unwrap_or(text.len());
        return Err(Mistake::new(Kind::NotAToken, Span::new(0, end), "this is no `CHOOSE:`"));
    };
    let mut number = None;
    if let Some(counted) = rest.strip_prefix(NUMBER) {
        let Some((count, behind)) = counted.split_once('|').filter(|(count, _)| !count.is_empty()) else {
            return none("a number and a subtoken are missing");
        };
        (number, rest) = (Some(count), behind);
    }
    if rest.is_empty() {
        return none("the token has nothing but its name");
    }
    let at = text.len() - rest.len();
    Ok(match rest.split_once('|') {
        Some((subtoken, rest)) => Head { number, subtoken, at, rest: Some(rest) },
        None => Head { number, subtoken: rest, at, rest: None },
    })
}

/// Reads a token. Places count from its start.
///
/// # Errors
/// The first mistake; nothing of the token is to be used.
pub fn read(text: &str) -> Result<Token, Mistake> {
    let head = head(text)?;
    let span = Span::new(head.at, head.at + head.subtoken.len());
    let end = Span::new(text.len(), text.len());
    let Some(&(_, subtoken)) = Subtoken::ALL.iter().find(|(word, _)| *word == head.subtoken) else {
        let mistake = Mistake::new(Kind::UnknownSubtoken, span, format!("`{}` is none", cut(head.subtoken)));
        return Err(match convert::replacement(head.subtoken) {
            Some(word) => {
                mistake.with_help(format!("this is the old name of {word}: `vgdl choose convert` rewrites it"))
            }
            None => mistake,
        });
    };
    let Some(mut rest) = head.rest else {
        return Err(Mistake::new(Kind::NoArguments, end, "a selection is missing"));
    };
    let (mut category, mut category_span) = (None, end);
    if subtoken == Subtoken::Ability {
        let at = text.len() - rest.len();
        let (name, behind) = rest.split_once('|').unwrap_or((rest, ""));
        category_span = Span::new(at, at + name.len());
        if rest.len() == name.len() {
            return Err(Mistake::new(Kind::NoArguments, end, "a category and a selection are needed"));
        }
        if name.is_empty() {
            return Err(Mistake::new(Kind::UnknownCategory, category_span, "no category is named"));
        }
        (category, rest) = (Some(name.to_owned()), behind);
    }
    let at = text.len() - rest.len();
    let (arguments, title) = cut_title(rest);
    if let Some(title) = title
        && unquoted(title).is_empty()
    {
        return Err(Mistake::new(Kind::EmptyTitle, Span::new(text.len() - title.len(), text.len()), "nothing follows"));
    }
    let Some(arguments) = arguments else {
        return Err(Mistake::new(Kind::NoArguments, Span::new(at, at), "a title alone selects nothing"));
    };
    let mut selection = parse(arguments).map_err(|mistake| mistake.later(at))?;
    move_spans(&mut selection, &|span| Span { start: span.start + at as u32, end: span.end + at as u32 });
    let number = head.number.map(str::to_owned);
    Ok(Token { number, subtoken, category, category_span, selection, title: title.map(str::to_owned) })
}

/// All that is to be said about a token: its first mistake, or what is hardly meant; with `strict`, what PCGen forbids.
#[must_use]
pub fn check(text: &str, strict: bool) -> Vec<Mistake> {
    match convert::convert(text) {
        Ok(None) => match read(text) {
            Ok(token) if strict => merge(rules::strict(&token.selection), rules::lints(&token.selection)),
            Ok(token) => rules::lints(&token.selection),
            Err(mistake) => vec![mistake],
        },
        Ok(Some(new)) => {
            let label = format!("write `{}`", cut(&new).replace('\t', "` and `"));
            vec![Mistake::new(Kind::Deprecated, Span::new(0, text.len()), label)]
        }
        Err(mistake) => vec![mistake],
    }
}

/// Errors, and lints where there is no error.
fn merge(mut errors: Vec<Mistake>, lints: Vec<Mistake>) -> Vec<Mistake> {
    let more: Vec<Mistake> = lints.into_iter().filter(|lint| lint.kind != Kind::AtMostOne).collect();
    errors.extend(more);
    errors.sort_by_key(|mistake| mistake.span.start);
    errors
}

/// Cuts off a title: the last alternative, outside of brackets. Without anything before it there are no arguments.
pub(super) fn cut_title(text: &str) -> (Option<&str>, Option<&str>) {
    if let Some(title) = text.strip_prefix(TITLE).filter(|title| !title.contains('|')) {
        return (None, Some(title));
    }
    if let Some((arguments, last)) = text.rsplit_once('|')
        && let Some(title) = last.strip_prefix(TITLE)
    {
        let opened = arguments.matches('[').count();
        if opened == arguments.matches(']').count() {
            return (Some(arguments), Some(title));
        }
    }
    (Some(text), None)
}

/// A text without the double quotes around it.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

impl Token {
    /// The title without quotes.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref().map(unquoted)
    }

    /// What a catalogue calls the objects: `LANG`, or `ABILITY|Category`.
    #[must_use]
    pub fn class(&self) -> String {
        match self.subtoken {
            Subtoken::Feat => "ABILITY|FEAT".to_owned(),
            Subtoken::Ability => format!("ABILITY|{}", self.category.as_deref().unwrap_or_default()),
            Subtoken::Template | Subtoken::Lang | Subtoken::Equipment => self.subtoken.word().to_owned(),
        }
    }

    /// The same with its selection [simplified](Selection::simplified).
    #[must_use]
    pub fn simplified(mut self) -> Self {
        self.selection = self.selection.simplified();
        self
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(START)?;
        if let Some(number) = &self.number {
            write!(f, "{NUMBER}{number}|")?;
        }
        f.write_str(self.subtoken.word())?;
        if let Some(category) = &self.category {
            write!(f, "|{category}")?;
        }
        write!(f, "|{}", self.selection)?;
        match &self.title {
            Some(title) => write!(f, "|{TITLE}{title}"),
            None => Ok(()),
        }
    }
}
