//! Values of GDL as words of a line.

use crate::convert::kinds::{Owner, Shape};
use crate::convert::words::hundredths_text;
use crate::diag::{Diagnostic, codes};
use crate::front::gdl::{Kind, Machine, Value};
use crate::front::vgdl::tree::{Form, Word};
use crate::source::Span;

/// What a word of a line costs, in steps of a machine: texts are far larger than the forms that list them again and again.
pub(super) const WORD: u64 = 200;

/// The place of a value in the module; that of `form` for one that came from elsewhere.
pub(super) fn span(value: &Value, form: &Value) -> Span {
    if value.at.source == 0 { value.at.span } else { form.at.span }
}

/// A name as it is written: a symbol, or a string for names that no symbol has.
pub(super) fn name(value: &Value) -> Option<String> {
    value.as_symbol().or(value.as_str()).map(|text| text.text().into_owned())
}

/// A word without a key.
pub(super) fn bare(text: impl Into<String>, span: Span) -> Word {
    let text = text.into();
    let form = if text == ">" { Form::Arrow } else { Form::Bare };
    Word { text, span, form }
}

/// The arrow of a line.
pub(super) fn arrow(span: Span) -> Word {
    bare(">", span)
}

/// `key=value`
pub(super) fn argument(key: &str, key_span: Span, value: String, value_span: Span) -> Word {
    let text = format!("{key}={value}");
    let span = Span { start: key_span.start.min(value_span.start), end: value_span.end };
    Word { text, span, form: Form::Arg { key: key.to_owned(), key_span, value, value_span } }
}

/// The text inside a string's quotation marks is its place, so that a part of it has a place, too.
pub(super) fn inner(machine: &Machine, value: &Value, text: &str, form: &Value) -> Span {
    let whole = span(value, form);
    let inside = Span { start: whole.start + 1, end: whole.end.saturating_sub(1) };
    let exact = value.as_str().is_some()
        && value.at.source == 0
        && machine.sources().first().is_some_and(|source| source.slice(inside) == text);
    if exact { inside } else { whole }
}

/// One value as VGDL has it. `None`: a list, where a single value is wanted.
fn one(machine: &Machine, value: &Value, shape: Option<Shape>) -> Option<String> {
    Some(match &value.kind {
        Kind::Str(text) | Kind::Symbol(text) => text.text().into_owned(),
        Kind::Type(of) => machine.type_name(*of).text().into_owned(),
        Kind::Number(n) => match (shape, n) {
            (Some(Shape::Fraction), n) => hundredths_text(*n),
            (Some(Shape::Truth | Shape::Truths), 0) => "False".to_owned(),
            (Some(Shape::Truth | Shape::Truths), 1) => "True".to_owned(),
            (_, n) => n.to_string(),
        },
        Kind::List(_) | Kind::End => return None,
    })
}

/// A value as VGDL has it; else what is wrong with it.
fn text(machine: &mut Machine, value: &Value, shape: Option<Shape>) -> Result<String, String> {
    let Some(list) = value.as_list() else {
        return one(machine, value, shape).ok_or_else(|| "no value".to_owned());
    };
    if list.is_empty() {
        return Err("nil is no value".to_owned());
    }
    let several =
        matches!(shape, None | Some(Shape::Wholes | Shape::Truths | Shape::Types | Shape::Type | Shape::Truth));
    let mut pieces = Some(Vec::with_capacity(list.len()));
    for item in list {
        let piece = one(machine, item, shape);
        if !machine.spend(WORD + piece.as_ref().map_or(0, String::len) as u64, value.at) {
            return Err("it is too long".to_owned());
        }
        pieces = pieces.zip(piece).map(|(mut pieces, piece)| {
            pieces.push(piece);
            pieces
        });
    }
    match pieces {
        // A text that is longer than a string may be.
        Some(pieces) if list.iter().all(|v| v.as_str().is_some()) && !matches!(shape, Some(Shape::Types)) => {
            Ok(pieces.concat())
        }
        Some(pieces) if several => Ok(pieces.join(",")),
        Some(_) => Err("a list where one value is wanted".to_owned()),
        None => Err("a list in a list".to_owned()),
    }
}

/// The argument that a property `(KEY VALUE)` says, its value already evaluated.
pub(super) fn property(
    machine: &mut Machine,
    key: &Value,
    value: &Value,
    owner: Owner<'_>,
    form: &Value,
) -> Option<Word> {
    let Some(key_text) = name(key).filter(|k| !k.is_empty() && !k.contains('=')) else {
        let found = Diagnostic::error(codes::GDL_FORM, "property without a name").label("not the name of a parameter");
        machine.push(found.help("write `(NAME VALUE)`"), key.at);
        return None;
    };
    let shape = owner.shape(&key_text);
    let text = match text(machine, value, shape) {
        Ok(text) if !text.is_empty() => text,
        Ok(_) => return fail(machine, value, &key_text, "an empty text is no value"),
        Err(why) => return fail(machine, value, &key_text, &why),
    };
    Some(argument(&key_text, span(key, form), text.clone(), inner(machine, value, &text, form)))
}

fn fail(machine: &mut Machine, value: &Value, key: &str, why: &str) -> Option<Word> {
    let found = Diagnostic::error(codes::GDL_FORM, format!("`{key}` without a value that it can take")).label(why);
    machine.push(found, value.at);
    None
}

/// The key and the value of a property, the value evaluated. Anything else is reported.
pub(super) fn pair(machine: &mut Machine, property: &Value) -> Option<(Value, Value)> {
    match property.as_list() {
        Some([key, expr]) => {
            let (key, expr) = (key.clone(), expr.clone());
            let value = machine.eval(&expr);
            Some((key, value))
        }
        Some([key, _, extra, ..]) => {
            let (key, extra) = (key.clone(), extra.clone());
            let shown = name(&key).unwrap_or_default();
            let found = Diagnostic::error(codes::GDL_FORM, format!("property `{shown}` with more than one value"));
            machine.push(found.label("one too many").help("put several values into a list"), extra.at);
            None
        }
        _ => {
            let found = Diagnostic::error(codes::GDL_FORM, "property that is no pair").label("not `(NAME VALUE)`");
            machine.push(found.help("write `(NAME VALUE)`"), property.at);
            None
        }
    }
}

/// The names that a value stands for: types, symbols, and the words of strings; lists of them at any depth.
pub(super) fn names(machine: &mut Machine, value: &Value, form: &Value) -> Vec<Word> {
    let mut words = Vec::new();
    let mut open = vec![value.clone()];
    while let Some(value) = open.pop() {
        if !machine.spend(WORD, value.at) {
            break;
        }
        match &value.kind {
            Kind::List(list) => open.extend(list.iter().rev().cloned()),
            Kind::Str(text) => {
                let text = text.text().into_owned();
                words.extend(split(&text, inner(machine, &value, &text, form)));
            }
            _ => words.extend(one(machine, &value, None).map(|text| bare(text, span(&value, form)))),
        }
    }
    words
}

/// The words of a text, each with its place if the text has one of its own. A selection in braces is a part of its word, white
/// space and all.
pub(super) fn split(text: &str, span: Span) -> Vec<Word> {
    let exact = (span.end - span.start) as usize == text.len();
    let place = |piece: &str| {
        let at = piece.as_ptr() as usize - text.as_ptr() as usize;
        if exact { Span::new(span.start as usize + at, span.start as usize + at + piece.len()) } else { span }
    };
    let word = |piece: &str| {
        let whole = place(piece);
        match piece.split_once('=') {
            Some((key, value)) if !value.is_empty() => argument(
                key,
                if exact { place(key) } else { whole },
                value.to_owned(),
                if exact { place(value) } else { whole },
            ),
            _ => bare(piece, whole),
        }
    };
    let mut words = Vec::new();
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() {
        let mut end = 0;
        while let Some(c) = rest.get(end..).and_then(|r| r.chars().next()).filter(|c| !c.is_ascii_whitespace()) {
            let closed = rest.get(end..).filter(|_| c == '{').and_then(|r| r.find('}'));
            end += closed.unwrap_or(0) + if closed.is_some() { 1 } else { c.len_utf8() };
        }
        let (piece, more) = rest.split_at(end);
        words.push(word(piece));
        rest = more.trim_ascii_start();
    }
    words
}
