//! Diagnostics in SARIF 2.1.0, for code scanning. Lines and columns count from 1, columns in characters.

use serde_json::{Value, json};

use super::{Diagnostic, codes};
use crate::source::{Source, Span};

/// One run with its results, and the rules they belong to.
#[must_use]
pub fn report(diagnostics: &[Diagnostic], sources: &[&Source]) -> String {
    let mut used: Vec<&str> = diagnostics.iter().map(|d| d.code).collect();
    used.sort_unstable();
    used.dedup();
    let rules: Vec<Value> = used.iter().filter_map(|code| codes::find(code)).map(rule).collect();
    let results: Vec<Value> = diagnostics.iter().map(|d| result(d, sources.get(d.source).copied())).collect();
    let driver = json!({ "name": "vgdl", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let run = json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
    .to_string()
}

fn rule(code: &'static codes::Code) -> Value {
    json!({
        "id": code.code,
        "shortDescription": { "text": code.title },
        "fullDescription": { "text": code.text },
        "defaultConfiguration": { "level": code.level.name() },
    })
}

fn result(d: &Diagnostic, source: Option<&Source>) -> Value {
    let mut result = json!({ "ruleId": d.code, "level": d.level.name(), "message": { "text": d.text() } });
    if let Some(source) = source {
        result["locations"] = json!([location(source, d.span, None)]);
        let related: Vec<Value> =
            d.related.iter().map(|(span, text)| location(source, Some(*span), Some(text))).collect();
        if !related.is_empty() {
            result["relatedLocations"] = Value::Array(related);
        }
    }
    result
}

fn location(source: &Source, span: Option<Span>, text: Option<&str>) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": source.name.replace('\\', "/") } });
    if let Some(span) = span {
        let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
        place["region"] =
            json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column });
    }
    let mut location = json!({ "physicalLocation": place });
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    location
}
