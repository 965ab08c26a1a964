//! Diagnostics: what is wrong, where, and what to write instead. They are data; rendering happens at the edge.
//!
//! * [`codes`]: every code, declared once with its title, explanation and examples;
//! * [`Sink`]: collects the diagnostics of one run under a [`Policy`];
//! * [`suggest`]: "did you mean";
//! * [`render`]: for people; [`json`], [`sarif`], [`github`]: for programs.

pub(crate) mod allow;
pub mod codes;
pub mod github;
pub mod json;
pub mod page;
pub mod render;
pub mod sarif;
mod sink;
pub mod suggest;

pub use sink::{Policy, Sink};

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

impl Level {
    /// `error`, `warning` or `note`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
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

impl Diagnostic {
    /// A finding about the whole game file. `code` is one of [`codes`].
    #[must_use]
    pub fn new(level: Level, code: &'static str, message: impl Into<String>) -> Self {
        debug_assert!(codes::find(code).is_some(), "code {code} is not declared");
        Self {
            code,
            level,
            message: message.into(),
            source: 0,
            span: None,
            label: String::new(),
            related: Vec::new(),
            help: None,
            note: None,
        }
    }

    /// An error.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, code, message)
    }

    /// A remark.
    #[must_use]
    pub fn remark(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Level::Note, code, message)
    }

    /// Title and label, with help and notes on lines below, for places that show one text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        if !self.label.is_empty() {
            text += &format!(": {}", self.label);
        }
        for (what, more) in [("help", &self.help), ("note", &self.note)] {
            if let Some(more) = more {
                text += &format!("\n{what}: {more}");
            }
        }
        text
    }

    /// In another source than the game file.
    #[must_use]
    pub fn in_source(mut self, source: usize) -> Self {
        self.source = source;
        self
    }

    /// At a place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// What is there.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// What to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Background. A second note goes below the first.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.note = Some(match self.note.take() {
            Some(first) => format!("{first}\n{text}"),
            None => text,
        });
        self
    }

    /// Another place of the same source.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }
}
