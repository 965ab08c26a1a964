//! Diagnostics for programs: one JSON object. Lines and columns count from 1, columns in characters.

use serde::Serialize;

use super::Diagnostic;
use crate::game::{Parameter, Range};
use crate::source::{Source, Span};

#[derive(Serialize)]
struct Report<'a> {
    diagnostics: Vec<Entry<'a>>,
    parameters: Vec<Known<'a>>,
}

/// A parameter of a `GameSpace`.
#[derive(Serialize)]
struct Known<'a> {
    name: &'a str,
    title: &'a str,
    line: u32,
    kind: &'a str,
    min: Option<Number>,
    step: Option<Number>,
    max: Option<Number>,
    value: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Int(i32),
    Double(f64),
}

#[derive(Serialize)]
struct Entry<'a> {
    code: &'a str,
    level: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    file: Option<&'a str>,
    #[serde(flatten)]
    place: Place,
    labels: Vec<Label<'a>>,
    notes: Vec<&'a str>,
}

#[derive(Serialize)]
struct Label<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: Place,
}

/// All `null` for a finding about a whole file.
#[derive(Default, Serialize)]
struct Place {
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

impl Place {
    fn of(span: Span, source: &Source) -> Self {
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end);
        Self { line: Some(line), column: Some(column), end_line: Some(end_line), end_column: Some(end_column) }
    }
}

/// `{"diagnostics": [...], "parameters": [...]}`. The first label is the text at the diagnostic's own place, the others are
/// related places. The parameters are those of a `GameSpace`; `value` is `null` for one that has none yet.
#[must_use]
pub fn report(diagnostics: &[Diagnostic], sources: &[&Source], parameters: &[Parameter]) -> String {
    let diagnostics = diagnostics.iter().map(|d| entry(d, sources.get(d.source).copied())).collect();
    let parameters = parameters.iter().map(known).collect();
    // Strings, numbers and lists: nothing that serialisation could refuse.
    serde_json::to_string(&Report { diagnostics, parameters }).unwrap_or_default()
}

fn known(parameter: &Parameter) -> Known<'_> {
    let [min, step, max] = match parameter.range {
        Range::Int { min, step, max } => [min, step, max].map(|n| Some(Number::Int(n))),
        Range::Double { min, step, max } => [min, step, max].map(|n| Some(Number::Double(n))),
        Range::Bool(..) | Range::Nothing => [None, None, None],
    };
    Known {
        name: &parameter.name,
        title: &parameter.title,
        line: parameter.line,
        kind: parameter.range.kind(),
        min,
        step,
        max,
        value: parameter.text.as_deref().filter(|_| parameter.given),
    }
}

fn entry<'a>(d: &'a Diagnostic, source: Option<&'a Source>) -> Entry<'a> {
    let place = |span: Option<Span>| span.zip(source).map_or_else(Place::default, |(span, s)| Place::of(span, s));
    let own = (!d.label.is_empty()).then(|| Label { text: &d.label, place: place(d.span) });
    let related = d.related.iter().map(|(span, text)| Label { text, place: place(Some(*span)) });
    Entry {
        code: d.code,
        level: d.level.name(),
        message: &d.message,
        help: d.help.as_deref(),
        file: source.map(|s| s.name.as_str()),
        place: place(d.span),
        labels: own.into_iter().chain(related).collect(),
        notes: d.note.iter().flat_map(|n| n.lines()).collect(),
    }
}
