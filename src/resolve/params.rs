//! Parameters of a `GameSpace`: names that stand for values.
//!
//! When the reference engine builds a sprite, a rule or a termination, it puts values in the place of parameter names. It
//! takes the parameter's `value=`, else one that a design tool has set, else one drawn with a generator that nobody can
//! seed. Here the value given with the call comes first, then `value=`. By default there is no other: using a parameter
//! without a value is an error. Under the compatible policy the lowest value is taken instead of a drawn one.

use std::borrow::Cow;

use super::args::{Given, truth};
use super::java;
use super::{Resolver, tick};
use crate::diag::{Diagnostic, codes, suggest};
use crate::front::vgdl::tree::{Block, Node};
use crate::game::{GameClass, Parameter, Range};

impl<'t> Resolver<'t, '_> {
    /// Every `ParameterSet`.
    pub(super) fn parameter_sets(&mut self, root: &'t Node, values: &[(String, String)]) {
        let tree = self.tree;
        for top in tree.children(root) {
            if top.header && top.words.first().is_some_and(|w| w.text == "ParameterSet") {
                for node in tree.children(top) {
                    self.parameter(node);
                }
            }
        }
        for (name, text) in values {
            let Some(parameter) = self.parameters.get(name.as_str()).and_then(|&i| self.game.parameters.get_mut(i))
            else {
                let unknown =
                    Diagnostic::error(codes::UNKNOWN_GAME_PARAM, format!("unknown game parameter {}", tick(name)));
                let names = self.game.parameters.iter().map(|p| p.name.as_str());
                let help = match suggest::closest(name, names) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None if self.game.parameters.is_empty() => "the game has no parameters".to_owned(),
                    None => "the parameters are the names in ParameterSet".to_owned(),
                };
                self.sink.push(unknown.help(help));
                continue;
            };
            match print(parameter.range, text) {
                Some(text) => parameter.text = Some(text),
                None => {
                    let title = format!("`{text}` is no value of the game parameter `{name}`");
                    let wrong = Diagnostic::error(codes::GAME_PARAM_VALUE, title).at(parameter.span);
                    self.sink.push(wrong.label(format!("takes {}", takes(parameter.range))));
                }
            }
        }
    }

    /// A line of a `ParameterSet`.
    fn parameter(&mut self, node: &'t Node) {
        if self.game.header.class == GameClass::BasicGame {
            self.unreadable(node.span, "parameter in a BasicGame", "only a GameSpace has parameters");
            return;
        }
        if node.block != Block::Parameters {
            self.unreadable(node.span, "line of another block in ParameterSet", "a block starts in the wrong place");
            return;
        }
        let Some((name, rest)) = node.words.split_first() else {
            return;
        };
        let list = self.given(rest);
        let find = |key: &str| list.iter().find(|g| g.key == key);
        for given in list.iter().filter(|g| !["values", "string", "value"].contains(&g.key)) {
            self.unknown_param(given, "a parameter", ["values", "string", "value"].into_iter());
        }
        let range = match find("values") {
            None => Range::Nothing,
            Some(given) => match range(&given.value) {
                Ok(range) => range,
                Err(fatal) => {
                    let title = format!("values `{}` of no kind", given.value);
                    let wrong = Diagnostic::error(codes::GAME_PARAM_VALUE, title).at(given.value_span);
                    let wrong = wrong
                        .label("neither low:step:high nor two truth values")
                        .help("write `values=1:1:5` or `values=True:False`");
                    if fatal {
                        self.sink.push(wrong.note("the reference engine cannot read this"));
                    } else {
                        self.log(1);
                        self.sink.mistake(wrong.note("GVGAI logs a message and goes on without this line"));
                    }
                    return;
                }
            },
        };
        let mut text = None;
        if let Some(given) = find("value").filter(|_| range != Range::Nothing) {
            text = print_any(range, &given.value);
            if text.is_none() {
                let title = format!("value `{}` of the wrong kind", given.value);
                let wrong = Diagnostic::error(codes::GAME_PARAM_VALUE, title).at(given.value_span);
                self.sink.push(wrong.label(format!("takes {}", takes(range))));
            }
        }
        let parameter = Parameter { name: name.text.clone(), span: name.span, range, text };
        match self.parameters.get(name.text.as_str()).and_then(|&i| self.game.parameters.get_mut(i)) {
            Some(earlier) => {
                let twice =
                    Diagnostic::warning(codes::GAME_PARAM_TWICE, format!("game parameter `{}` twice", name.text));
                self.sink.push(twice.at(name.span).label("this one counts").related(earlier.span, "this one does not"));
                *earlier = parameter;
            }
            None => {
                self.parameters.insert(&name.text, self.game.parameters.len());
                self.game.parameters.push(parameter);
            }
        }
    }

    /// Puts the values of parameters into an argument.
    pub(super) fn substitute(&mut self, given: &mut Given<'t>) {
        if self.game.header.class == GameClass::BasicGame {
            return;
        }
        let mut missing = None;
        for piece in java::split_commas(&given.value) {
            let place = self.parameters.get(piece).copied();
            if let Some(parameter) = place.and_then(|i| self.game.parameters.get_mut(i))
                && parameter.text.is_none()
                && parameter.range != Range::Nothing
            {
                parameter.text = Some(lowest(parameter.range));
                missing = Some((parameter.name.clone(), parameter.range));
            }
        }
        let value = |piece| {
            let parameter = self.parameters.get(piece).and_then(|&i| self.game.parameters.get(i));
            parameter.map_or(piece, |p| p.text.as_deref().unwrap_or_default())
        };
        let pieces: Vec<&str> = java::split_commas(&given.value).into_iter().map(value).collect();
        let value = pieces.join(",");
        if !value.is_empty() && value != given.value {
            given.value = Cow::Owned(value);
        }
        if let Some((name, range)) = missing {
            let unset = Diagnostic::error(codes::GAME_PARAM_UNSET, format!("game parameter `{name}` without a value"));
            let unset = unset.at(given.value_span).label(format!("takes {}", takes(range)));
            let unset = unset.help(format!("give --param {name}=VALUE, or write `value=` on its line"));
            self.sink.mistake(
                unset.note("GVGAI draws a value with a generator that nobody can seed; compatibly, it is the lowest"),
            );
        }
    }
}

/// What a parameter takes, in words.
fn takes(range: Range) -> String {
    match range {
        Range::Int { min, step, max } => {
            format!("a whole number from {min} to {max} in steps of {step}")
        }
        Range::Double { min, step, max } => {
            let print = java::print_double;
            format!("a number from {} to {} in steps of {}", print(min), print(max), print(step))
        }
        Range::Bool(..) => "True or False".to_owned(),
        Range::Nothing => "nothing, as it has no `values=`".to_owned(),
    }
}

/// The lowest value, as printed.
fn lowest(range: Range) -> String {
    match range {
        Range::Int { min, .. } => min.to_string(),
        Range::Double { min, .. } => java::print_double(min),
        Range::Bool(first, _) => first.to_string(),
        Range::Nothing => String::new(),
    }
}

/// The range of `values=`; else whether the text is fatal to the reference engine.
fn range(text: &str) -> Result<Range, bool> {
    let mut pieces: Vec<&str> = text.split(':').collect();
    while pieces.len() > 1 && pieces.last().is_some_and(|p| p.is_empty()) {
        pieces.pop();
    }
    match pieces[..] {
        [min, step, max] if text.contains('.') => {
            let read = |s: &str| java::parse_double(s).ok_or(false);
            Ok(Range::Double { min: read(min)?, step: read(step)?, max: read(max)? })
        }
        [min, step, max] => {
            let read = |s: &str| java::parse_int(s).ok_or(false);
            Ok(Range::Int { min: read(min)?, step: read(step)?, max: read(max)? })
        }
        [first] if truth(first).is_some() => Err(false),
        [first, second, ..] => match (truth(first), truth(second)) {
            (Some(first), Some(second)) => Ok(Range::Bool(first, second)),
            _ => Err(true),
        },
        _ => Err(true),
    }
}

/// A `value=` as it is put in; `None` if it does not read.
fn print_any(range: Range, text: &str) -> Option<String> {
    match range {
        Range::Int { .. } => java::parse_int(text).map(|n| n.to_string()),
        Range::Double { .. } => java::parse_double(text).map(java::print_double),
        // Whatever is not true is false.
        Range::Bool(..) => Some((truth(text) == Some(true)).to_string()),
        Range::Nothing => None,
    }
}

/// A value given from outside as it is put in; `None` if the parameter does not take it.
fn print(range: Range, text: &str) -> Option<String> {
    let inside = match range {
        Range::Int { min, max, .. } => java::parse_int(text).is_some_and(|n| (min..=max).contains(&n)),
        Range::Double { min, max, .. } => java::parse_double(text).is_some_and(|n| (min..=max).contains(&n)),
        Range::Bool(..) => truth(text).is_some(),
        Range::Nothing => false,
    };
    if inside { print_any(range, text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_anywhere_makes_a_number_of_doubles() {
        assert_eq!(range("1:1:5"), Ok(Range::Int { min: 1, step: 1, max: 5 }));
        assert_eq!(range("1:.5:5"), Ok(Range::Double { min: 1.0, step: 0.5, max: 5.0 }));
        assert_eq!(range("1:x:5"), Err(false));
        assert_eq!(range("True:fALSE"), Ok(Range::Bool(true, false)));
        assert_eq!(range("a:b"), Err(true));
        assert_eq!(range("1:2:3:4"), Err(true));
        assert_eq!(range("True"), Err(false));
    }

    #[test]
    fn values_are_printed_as_java_does() {
        let double = Range::Double { min: 0.0, step: 0.1, max: 1.0 };
        assert_eq!(print_any(double, "1").as_deref(), Some("1.0"));
        assert_eq!(print_any(Range::Int { min: 0, step: 1, max: 9 }, "+07").as_deref(), Some("7"));
        assert_eq!(print_any(Range::Bool(true, false), "yes").as_deref(), Some("false"));
        assert_eq!(print(double, "1.1"), None);
        assert_eq!(print(Range::Bool(true, false), "yes"), None);
    }
}
