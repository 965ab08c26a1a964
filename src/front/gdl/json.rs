//! Values as JSON, the way the conformance data writes them: numbers as they are, `{"s":...}` a string with one character a
//! byte, `{"y":...}` a symbol, `{"u":...}` and the like a type by its name, lists as arrays, `{"eof":1}` the end of the input.

use super::value::{Kind, Text, TypeRef, Value};
use crate::diag::{Diagnostic, Level, codes};
use crate::source::Source;

/// A string of JSON, one character a byte.
#[must_use]
pub fn quoted(bytes: &[u8]) -> String {
    let text: String = bytes.iter().map(|&b| char::from(b)).collect();
    serde_json::Value::String(text).to_string()
}

/// Appends a value. `type_name` names the types.
pub fn write(out: &mut String, value: &Value, type_name: &dyn Fn(TypeRef) -> Text) {
    match &value.kind {
        Kind::Number(n) => *out += &n.to_string(),
        Kind::Str(text) => tagged(out, "s", text),
        Kind::Symbol(name) => tagged(out, "y", name),
        Kind::Type(of) => tagged(out, of.kind.letter(), &type_name(*of)),
        Kind::End => *out += "{\"eof\":1}",
        Kind::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(out, item, type_name);
            }
            out.push(']');
        }
    }
}

fn tagged(out: &mut String, tag: &str, text: &Text) {
    *out += &format!("{{\"{tag}\":{}}}", quoted(text.bytes()));
}

/// Values as an array.
#[must_use]
pub fn list(values: &[Value], type_name: &dyn Fn(TypeRef) -> Text) -> String {
    let mut out = "[".to_owned();
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(&mut out, value, type_name);
    }
    out.push(']');
    out
}

/// What programs call an error, by its code; others go by the code itself.
const SLUGS: &[(&str, &str)] = &[
    (codes::BAD_NUMBER, "malformed-number"),
    (codes::ENDLESS_STRING, "unterminated-string"),
    (codes::EMPTY_QUOTE, "quote-without-form"),
    (codes::GDL_TOO_DEEP, "too-deep"),
    (codes::GDL_TOO_LARGE, "too-large"),
    (codes::GDL_STRAY, "nul-byte"),
    (codes::OVERFLOW, "overflow"),
    (codes::REMOVE_STOPS, "remove-from-non-list"),
    (codes::KERNEL_STOPS, "arithmetic-fatal"),
    (codes::GDL_TOO_MUCH, "too-much"),
];

/// A finding as one text with its place.
fn said(d: &Diagnostic, sources: &[&Source]) -> String {
    let place = d.span.zip(sources.get(d.source)).map_or_else(String::new, |(span, source)| {
        let (line, column) = source.line_column(span.start);
        format!("{}:{line}:{column}: ", source.name)
    });
    let colon = if d.label.is_empty() { "" } else { ": " };
    format!("{place}{}{colon}{}", d.message, d.label)
}

/// The warnings, each as one text.
#[must_use]
pub fn warnings(found: &[Diagnostic], sources: &[&Source]) -> Vec<String> {
    found.iter().filter(|d| d.level == Level::Warning).map(|d| said(d, sources)).collect()
}

/// The object that says what the first error is, if there is one.
#[must_use]
pub fn failed(found: &[Diagnostic], sources: &[&Source]) -> Option<String> {
    let error = found.iter().find(|d| d.level == Level::Error)?;
    let slug = SLUGS.iter().find(|(code, _)| *code == error.code).map_or(error.code, |(_, slug)| slug);
    let message = serde_json::Value::String(said(error, sources));
    Some(format!("{{\"error\":\"{slug}\",\"code\":\"{}\",\"message\":{message}}}", error.code))
}

/// The object that a command prints: its parts (ready JSON) and the warnings, or the first error in `error`.
#[must_use]
pub fn answer(parts: &[(&str, String)], found: &[Diagnostic], sources: &[&Source]) -> String {
    failed(found, sources).unwrap_or_else(|| whole(parts, found, sources))
}

/// The same for a reading: what was read stands there beside an error, too.
#[must_use]
pub fn reading(parts: &[(&str, String)], found: &[Diagnostic], sources: &[&Source]) -> String {
    let whole = whole(parts, found, sources);
    match failed(found, sources) {
        Some(error) => format!("{},{}", error.trim_end_matches('}'), whole.trim_start_matches('{')),
        None => whole,
    }
}

fn whole(parts: &[(&str, String)], found: &[Diagnostic], sources: &[&Source]) -> String {
    let warnings: Vec<String> =
        warnings(found, sources).into_iter().map(|text| serde_json::Value::String(text).to_string()).collect();
    let mut out = "{".to_owned();
    for (name, json) in parts {
        out += &format!("\"{name}\":{json},");
    }
    out + &format!("\"warnings\":[{}]}}", warnings.join(","))
}
