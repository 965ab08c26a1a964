//! Diagnostics as annotations of a GitHub workflow: one command a line, which the runner shows beside the code.

use std::fmt::Write as _;

use super::{Diagnostic, Level};
use crate::source::Source;

/// `::error file=game.vgdl,line=4,col=16,endLine=4,endColumn=24,title=E0202::unknown sprite class ...`
#[must_use]
pub fn report(diagnostics: &[Diagnostic], sources: &[&Source]) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let command = match d.level {
            Level::Note => "notice",
            Level::Warning | Level::Error => d.level.name(),
        };
        let _ = write!(out, "::{command} ");
        if let Some(source) = sources.get(d.source) {
            let _ = write!(out, "file={},", property(&source.name));
            if let Some(span) = d.span {
                let ((line, column), (end_line, end)) = (source.line_column(span.start), source.line_column(span.end));
                let _ = write!(out, "line={line},col={column},endLine={end_line},endColumn={end},");
            }
        }
        let _ = writeln!(out, "title={}::{}", property(d.code), data(&d.text()));
    }
    out
}

/// A command ends at the end of its line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Properties end at `,` and `:` as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
