//! Values of arguments: what a text is, and whether a parameter takes it.
//!
//! The reference engine reads a value without knowing what it is for (GVGAI `VGDLFactory.parseParameters`): a constant, else a
//! whole number, else a number, else a truth value, else a text. Then it sets a field of the parameter's name by reflection.
//! A value that does not fit the field is ignored without a word, and the default stays.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use vgdl_vm::ontology::words::{Constant, constant};
use vgdl_vm::ontology::{
    COLOURS, Colour, Dir, EFFECTS, EffectDef, EffectName, Kind, ParamDef, Role, Score, TypeRef, Value,
};

use super::java;
use super::{Resolver, tick};
use crate::diag::{Diagnostic, codes, suggest};
use crate::front::vgdl::tree::{Form, Word};
use crate::source::Span;

/// An argument of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given<'t> {
    pub(super) key: &'t str,
    pub(super) key_span: Span,
    pub(super) value: Cow<'t, str>,
    pub(super) value_span: Span,
    /// The whole word.
    pub(super) word: Span,
}

impl<'t> Given<'t> {
    /// The argument a word is, if it is one.
    pub(super) fn of(word: &'t Word) -> Option<Self> {
        match &word.form {
            Form::Arg { key, key_span, value, value_span } => Some(Self {
                key,
                key_span: *key_span,
                value: Cow::Borrowed(value),
                value_span: *value_span,
                word: word.span,
            }),
            Form::Bare | Form::Arrow => None,
        }
    }

    /// The pieces between commas, with their places. A value that a parameter was put into, or that was worked out, has
    /// but one place.
    fn pieces(&self) -> Vec<(&str, Span)> {
        let long = (self.value_span.end - self.value_span.start) as usize == self.value.len();
        let written = matches!(self.value, Cow::Borrowed(_)) && long;
        let mut at = self.value_span.start as usize;
        let pieces = java::split_commas(&self.value).into_iter().map(|piece| {
            let span = if written { Span::new(at, at + piece.len()) } else { self.value_span };
            at += piece.len() + 1;
            (piece, span)
        });
        pieces.collect()
    }
}

/// What a value is, whatever it is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Literal {
    Dir(Dir),
    Colour(Colour),
    /// A constant that no parameter takes.
    Other,
    Int(i32),
    Double(f64),
    Bool(bool),
    Text,
}

impl Literal {
    /// Reads the value of a key.
    pub(super) fn read(key: &str, value: &str) -> Self {
        let is = |names: &[&str]| names.iter().any(|n| key.eq_ignore_ascii_case(n));
        match constant(value) {
            Some(Constant::Dir(dir)) => return Self::Dir(dir),
            Some(Constant::Colour(colour)) => return Self::Colour(colour),
            Some(Constant::Int(n)) => return Self::Int(n),
            Some(Constant::Other) => return Self::Other,
            None => {}
        }
        if is(&["scoreChange", "scoreChangeIfKilled"]) {
            return Self::Text;
        }
        if let Some(n) = java::parse_int(value) {
            return Self::Int(n);
        }
        if let Some(n) = java::parse_double(value) {
            return Self::Double(n);
        }
        match truth(value) {
            Some(b) if !is(&["win", "hidden", "invisible"]) => Self::Bool(b),
            _ => Self::Text,
        }
    }
}

/// Whether a value is a text, and so may name a sprite: no constant, number or truth value.
pub(crate) fn is_text(key: &str, value: &str) -> bool {
    Literal::read(key, value) == Literal::Text
}

/// `true` or `false` in any letter case.
pub(super) fn truth(text: &str) -> Option<bool> {
    [("true", true), ("false", false)].iter().find(|(word, _)| text.eq_ignore_ascii_case(word)).map(|(_, b)| *b)
}

/// The value a parameter of this kind gets; `None` if the reference engine ignores it.
pub(super) fn take(kind: Kind, key: &str, text: &str, lookup: impl Fn(&str) -> TypeRef) -> Option<Value> {
    let literal = Literal::read(key, text);
    Some(match (kind, literal) {
        (Kind::Int | Kind::Float, Literal::Int(n)) => Value::Int(n),
        (Kind::Double, Literal::Int(n)) => Value::Double(f64::from(n)),
        (Kind::Double, Literal::Double(n)) => Value::Double(n),
        (Kind::Bool, Literal::Bool(b)) => Value::Bool(b),
        (Kind::Direction, Literal::Dir(dir)) => Value::Dir(dir),
        (Kind::Colour, Literal::Colour(colour)) => Value::Colour(colour),
        (Kind::Text, Literal::Text) => Value::Text(text.to_owned()),
        (Kind::Type | Kind::OptType | Kind::LooseType, Literal::Text) => Value::Type(lookup(text)),
        (Kind::Types, Literal::Text) => Value::Types(java::split_commas(text).into_iter().map(lookup).collect()),
        (Kind::EffectName, Literal::Text) => Value::Effect(EffectName(EffectDef::code(text))),
        (Kind::Ints, Literal::Text) => {
            Value::Ints(Score(java::split_commas(text).into_iter().map(java::parse_int).collect()))
        }
        (Kind::Bools, Literal::Text) => {
            Value::Bools(java::split_commas(text).into_iter().map(|p| truth(p) == Some(true)).collect())
        }
        _ => return None,
    })
}

/// The names of the truth values, for suggestions.
const TRUTHS: [&str; 2] = ["True", "False"];
const DIRECTIONS: [&str; 6] = ["UP", "DOWN", "LEFT", "RIGHT", "NONE", "NIL"];

impl<'t> Resolver<'t, '_> {
    /// The arguments among words, each key once: the last counts.
    pub(super) fn given(&mut self, words: &'t [Word]) -> Vec<Given<'t>> {
        let mut list: Vec<Given<'t>> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for given in words.iter().filter_map(Given::of) {
            if given.value.len() > super::MAX_VALUE {
                self.too_large(given.word, "value that is too long");
                continue;
            }
            // Lines hold a handful of arguments; a hostile one is cut, loudly.
            let full = list.len() >= super::MAX_ARGS;
            match places.get(given.key).and_then(|&at| list.get_mut(at)) {
                Some(earlier) => {
                    let twice = Diagnostic::warning(codes::KEY_TWICE, format!("argument `{}` twice", given.key));
                    let twice =
                        twice.at(given.word).label("this one counts").related(earlier.word, "this one does not");
                    self.sink.push(twice.help("remove one of them"));
                    *earlier = given;
                }
                None if full => {
                    self.too_large(given.word, "line with too many arguments");
                    return list;
                }
                None => {
                    places.insert(given.key, list.len());
                    list.push(given);
                }
            }
        }
        for given in &list {
            if given.word.end > given.value_span.end {
                let cut = Span { start: given.value_span.end, end: given.word.end };
                let second = Diagnostic::error(codes::SECOND_EQUALS, "second `=` in an argument").at(cut);
                let second = second.label("this part is lost").help(format!("write `{}={}`", given.key, given.value));
                self.sink.mistake(second);
            }
        }
        list
    }

    /// The type of this name; none if nobody declared it.
    pub(super) fn lookup(&self, name: &str) -> TypeRef {
        TypeRef(self.registry.get(name).copied())
    }

    /// Gives a parameter its value, and reports what is wrong with it. `None`: it is ignored, and the default stays.
    pub(super) fn convert(&mut self, def: &ParamDef, given: &Given<'_>) -> Option<Value> {
        if self.is_selection(&given.value) {
            match def.kind {
                Kind::Type | Kind::OptType | Kind::LooseType => {
                    return Some(Value::Type(self.set(&given.value, given.value_span)));
                }
                Kind::Types => return Some(Value::Types(self.list(given).into())),
                _ => {}
            }
        }
        let value = take(def.kind, given.key, &given.value, |name| self.lookup(name));
        match &value {
            None => self.misfit(def, given),
            Some(Value::Ints(score)) if score.0.is_empty() || score.0.contains(&None) => self.bad_pieces(
                given,
                |piece| java::parse_int(piece).is_some(),
                "is not a whole number, and counts as 0",
                &[],
            ),
            Some(Value::Bools(_)) => {
                self.bad_pieces(
                    given,
                    |piece| truth(piece).is_some(),
                    "is neither True nor False, and counts as False",
                    &TRUTHS,
                );
            }
            Some(Value::Type(TypeRef(None))) => self.undeclared(&given.value, given.value_span),
            Some(Value::Types(list)) if list.contains(&TypeRef(None)) => {
                for (piece, span) in given.pieces() {
                    if self.lookup(piece) == TypeRef(None) {
                        self.undeclared(piece, span);
                    }
                }
            }
            Some(Value::Effect(EffectName(None))) => {
                if self.reported.insert(given.value_span.start) {
                    self.sink.mistake(unknown_effect(&given.value, given.value_span));
                }
            }
            Some(_) => {}
        }
        value
    }

    /// A name of a sprite that nobody declared.
    pub(super) fn undeclared(&mut self, name: &str, span: Span) {
        if self.reported.insert(span.start) {
            let unknown = self.undeclared_sprite(name, span);
            self.sink.mistake(unknown);
        }
    }

    /// The report of a name that nobody declared.
    pub(super) fn undeclared_sprite(&mut self, name: &str, span: Span) -> Diagnostic {
        let unknown = Diagnostic::error(codes::UNDECLARED, format!("unknown sprite `{name}`")).at(span);
        let unknown = unknown.label("not declared in SpriteSet");
        match self.closest_sprite(name) {
            Some(close) => unknown.help(format!("did you mean `{close}`?")),
            None => unknown.help(format!("declare it in SpriteSet, as in `{name} > Immovable`")),
        }
    }

    /// The sprite that a name was most likely meant to be. Looking takes long: a file with many sprites and many mistakes
    /// gets no more suggestions after a while.
    pub(super) fn closest_sprite(&mut self, name: &str) -> Option<&'t str> {
        self.looks = self.looks.checked_sub(self.names.len())?;
        suggest::closest(name, self.names.iter().copied())
    }

    /// Pieces of a list that are not what they should be.
    fn bad_pieces(&mut self, given: &Given<'_>, good: impl Fn(&str) -> bool, what: &str, names: &[&'static str]) {
        let pieces = given.pieces();
        let bad: Vec<(&str, Span)> = match pieces.is_empty() {
            true => vec![(&*given.value, given.value_span)],
            false => pieces.into_iter().filter(|(piece, _)| !good(piece)).collect(),
        };
        for (piece, span) in bad {
            if !self.reported.insert(span.start) {
                continue;
            }
            let wrong = Diagnostic::error(codes::BAD_VALUE, format!("value `{piece}` of the wrong kind")).at(span);
            let wrong = wrong.label(format!("`{piece}` {what}"));
            self.sink.mistake(match suggest::closest(piece, names.iter().copied()) {
                Some(close) => wrong.help(format!("did you mean `{close}`?")),
                None if names.is_empty() => wrong.help("write whole numbers, separated by commas without spaces"),
                None => wrong.help("write True or False, separated by commas without spaces"),
            });
        }
    }

    /// A value that the reference engine ignores.
    fn misfit(&mut self, def: &ParamDef, given: &Given<'_>) {
        if !self.reported.insert(given.value_span.start) {
            return;
        }
        let value = &*given.value;
        let literal = Literal::read(given.key, value);
        let default = match def.default {
            Some(default) => format!("`{}` keeps its default, {}", def.name, default_text(default)),
            None => format!("`{}` must be given", def.name),
        };
        let wrong = |code, level: fn(&'static str, String) -> Diagnostic| {
            let title = format!("`{}` takes a {}, not `{value}`", def.name, def.kind.name());
            level(code, title).at(given.value_span).label(format!("ignored: {default}"))
        };
        let warning = |code| wrong(code, Diagnostic::warning);
        let error = wrong(codes::BAD_VALUE, Diagnostic::error);
        let close = |names: &mut dyn Iterator<Item = &'static str>| suggest::closest(value, names);
        match (def.kind, literal) {
            (Kind::Colour, _) => {
                let title = format!("unknown colour `{value}`");
                let unknown = Diagnostic::warning(codes::UNKNOWN_COLOUR, title).at(given.value_span);
                let unknown = unknown.label("not one of the colours");
                let names: Vec<&str> = COLOURS.iter().map(|c| c.0).collect();
                self.sink.push(match close(&mut names.iter().copied()) {
                    Some(name) => unknown.help(format!("did you mean `{name}`?")),
                    None => unknown.help(format!("the colours are {}", names.join(", "))),
                });
            }
            (Kind::Int | Kind::Float, Literal::Double(n)) => {
                let help = if n.is_finite() {
                    format!("write a whole number, such as `{}={}`", def.name, n.trunc())
                } else {
                    "write a whole number".to_owned()
                };
                self.sink.push(warning(codes::IGNORED_VALUE).help(help).note("GVGAI ignores the value without a word"));
            }
            (Kind::Ints, Literal::Int(n)) => {
                let help = format!("write a list, such as `{}={n},0`", def.name);
                self.sink.push(
                    warning(codes::IGNORED_VALUE)
                        .help(help)
                        .note("GVGAI takes a single number for no text, and ignores it"),
                );
            }
            _ if def.role != Role::Rules => {
                self.sink.push(warning(codes::IGNORED_VALUE).note("GVGAI ignores the value without a word"))
            }
            (Kind::Bool | Kind::Bools, _) => {
                let name = match literal {
                    Literal::Int(0) => Some("False"),
                    Literal::Int(_) => Some("True"),
                    _ => close(&mut TRUTHS.into_iter()),
                };
                self.sink.mistake(match name {
                    Some(name) => error.help(format!("did you mean `{name}`?")),
                    None => error.help("write True or False"),
                });
            }
            (Kind::Direction, _) => self.sink.mistake(match close(&mut DIRECTIONS.into_iter()) {
                Some(name) => error.help(format!("did you mean `{name}`?")),
                None => error.help(format!("the directions are {}", DIRECTIONS.join(", "))),
            }),
            (Kind::Type | Kind::OptType | Kind::LooseType | Kind::Types | Kind::EffectName, _) => {
                let reads = match literal {
                    Literal::Int(_) | Literal::Double(_) => "a number",
                    Literal::Bool(_) => "a truth value",
                    _ => "a constant of the language",
                };
                let note = format!("`{value}` reads as {reads}, so it cannot name a sprite here");
                self.sink.mistake(error.help("use another name").note(note));
            }
            (Kind::Int | Kind::Float | Kind::Double | Kind::Text | Kind::Ints, _) => {
                self.sink.mistake(error.help(format!("write a {}", def.kind.name())));
            }
        }
    }

    /// An argument that nothing takes. `of` is what the line is about, `takes` the names it takes.
    pub(super) fn unknown_param<'n>(&mut self, given: &Given<'_>, of: &str, takes: impl Iterator<Item = &'n str>) {
        if !self.reported.insert(given.key_span.start) {
            return;
        }
        let unknown = Diagnostic::warning(codes::UNKNOWN_PARAM, format!("unknown parameter `{}`", given.key));
        let unknown = unknown.at(given.key_span).label(format!("{} does not take it", tick(of)));
        self.sink.push(match suggest::closest(given.key, takes) {
            Some(close) => unknown.help(format!("did you mean `{close}`?")),
            None => unknown.help(format!("remove `{}={}`", given.key, given.value)),
        });
    }
}

/// A name of an effect that does not exist.
pub(super) fn unknown_effect(name: &str, span: Span) -> Diagnostic {
    let unknown = Diagnostic::error(codes::UNKNOWN_EFFECT, format!("unknown effect `{name}`")).at(span);
    let unknown = unknown.label("not an effect");
    match suggest::closest(name, EFFECTS.iter().map(|e| e.name)) {
        Some(close) => unknown.help(format!("did you mean `{close}`?")),
        None => unknown.help("`vgdl explain` lists the effects"),
    }
}

/// A default of the tables as it is written in games.
fn default_text(default: &str) -> &str {
    match default {
        "true" => "True",
        "false" => "False",
        other if other.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-')) => other,
        _ => "none",
    }
}

#[cfg(test)]
mod tests {
    use vgdl_vm::program::TypeId;

    use super::*;

    fn value(kind: Kind, key: &str, text: &str) -> Option<Value> {
        take(kind, key, text, |name| TypeRef((name == "gem").then_some(TypeId(7))))
    }

    #[test]
    fn constants_come_before_numbers_and_names() {
        assert_eq!(value(Kind::Direction, "orientation", "DLEFT"), Some(Value::Dir(Dir::Left)));
        assert_eq!(value(Kind::Int, "physicstype", "CONT"), Some(Value::Int(1)));
        assert_eq!(value(Kind::LooseType, "stype", "RED"), None);
        assert_eq!(value(Kind::Ints, "scoreChange", "UP"), None);
        assert_eq!(value(Kind::Direction, "orientation", "up"), None);
    }

    #[test]
    fn an_integer_field_takes_no_fraction() {
        assert_eq!(value(Kind::Int, "cooldown", "+3"), Some(Value::Int(3)));
        for text in ["1.5", "3.0", "1f", "True", "fast", "0x3", "99999999999"] {
            assert_eq!(value(Kind::Int, "cooldown", text), None, "{text}");
        }
        assert_eq!(value(Kind::Float, "maxDistance", "2.5"), None);
        assert_eq!(value(Kind::Float, "maxDistance", "2"), Some(Value::Int(2)));
    }

    #[test]
    fn a_double_field_takes_every_number() {
        assert_eq!(value(Kind::Double, "speed", "1"), Some(Value::Double(1.0)));
        assert_eq!(value(Kind::Double, "speed", "5e-1d"), Some(Value::Double(0.5)));
        assert_eq!(value(Kind::Double, "speed", "True"), None);
    }

    #[test]
    fn a_truth_value_is_a_word() {
        assert_eq!(value(Kind::Bool, "killSecond", "TRUE"), Some(Value::Bool(true)));
        assert_eq!(value(Kind::Bool, "killSecond", "1"), None);
    }

    #[test]
    fn a_text_field_takes_no_number_but_for_scores() {
        assert_eq!(value(Kind::Ints, "counter", "1"), None);
        assert_eq!(value(Kind::Ints, "counter", "1,0"), Some(Value::Ints(Score([Some(1), Some(0)].into()))));
        assert_eq!(value(Kind::Ints, "scoreChange", "1"), Some(Value::Ints(Score::same(1))));
        assert_eq!(value(Kind::Ints, "scoreChange", "0.5"), Some(Value::Ints(Score([None].into()))));
        assert_eq!(value(Kind::Text, "hidden", "True"), Some(Value::Text("True".to_owned())));
        assert_eq!(value(Kind::Text, "img", "True"), None);
        assert_eq!(value(Kind::Text, "img", "3"), None);
    }

    #[test]
    fn win_is_a_list_of_words() {
        assert_eq!(value(Kind::Bools, "win", "True"), Some(Value::Bools(Box::new([true]))));
        assert_eq!(value(Kind::Bools, "win", "False,tRUE"), Some(Value::Bools(Box::new([false, true]))));
        assert_eq!(value(Kind::Bools, "win", "1"), None);
    }

    #[test]
    fn names_nobody_declared_stay_in_lists() {
        let list: Box<[TypeRef]> = Box::new([TypeRef(Some(TypeId(7))), TypeRef(None)]);
        assert_eq!(value(Kind::Types, "stype", "gem,ore"), Some(Value::Types(list)));
        assert_eq!(value(Kind::Types, "stype", ",,"), Some(Value::Types(Box::new([]))));
    }
}
