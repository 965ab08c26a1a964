//! Diagnostics: what is wrong, where, and what to write instead. They are data; rendering happens at the edge.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing.
    Note,
    /// The file means something else than it seems to.
    Warning,
    /// The file cannot be compiled.
    Error,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Stable code, such as `E0203`.
    pub code: &'static str,
    /// How bad it is.
    pub level: Level,
    /// Title: a short phrase without a full stop.
    pub message: String,
    /// Which source (an index into the list the renderer is given; 0 is the game file).
    pub source: usize,
    /// The place underlined first; `None` if the whole file is meant.
    pub span: Option<Span>,
    /// What is there (the text at the underline).
    pub label: String,
    /// Other places, with their texts.
    pub related: Vec<(Span, String)>,
    /// What to write instead.
    pub help: Option<String>,
    /// Background: what the reference engine does with this.
    pub note: Option<String>,
}
