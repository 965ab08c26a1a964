//! The sink: where the stages of one run put their diagnostics.

use super::{Diagnostic, Level, codes};

/// What is made of a line that the reference engine survives but that is surely a mistake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// An error.
    #[default]
    Default,
    /// A warning: the line means what the reference engine makes of it.
    Compat,
}

/// Collects diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    policy: Policy,
    /// Warnings that are errors.
    lifted: &'static [&'static str],
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    left_out: usize,
}

impl Sink {
    /// A hostile file can have a fault on every line; nobody reads more than this.
    pub const CAP: usize = 1000;

    /// An empty sink.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// The policy for mistakes.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Takes warnings of these codes as errors.
    pub fn lift(&mut self, codes: &'static [&'static str]) {
        self.lifted = codes;
    }

    /// Adds a finding as it is, unless its code was [lifted](Sink::lift).
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if self.lifted.contains(&diagnostic.code) {
            diagnostic.level = Level::Error;
        }
        self.errors += usize::from(diagnostic.level == Level::Error);
        self.warnings += usize::from(diagnostic.level == Level::Warning);
        if self.list.len() < Self::CAP {
            self.list.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a mistake that the reference engine survives: an error, or a warning under [`Policy::Compat`].
    pub fn mistake(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.level = match self.policy {
            Policy::Default => Level::Error,
            Policy::Compat => Level::Warning,
        };
        self.push(diagnostic);
    }

    /// Whether there was an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Number of errors, those beyond the cap included.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Number of warnings, those beyond the cap included.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// What was collected, in the order of arrival.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// What was collected, by source and place, and a last note if some were left out.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.source, d.span.map(|s| s.start)));
        if self.left_out > 0 {
            let title = format!("{} more diagnostics are not shown", self.left_out);
            self.list.push(Diagnostic::remark(codes::TOO_MANY, title));
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn a_mistake_is_an_error_unless_compatible() {
        for (policy, level) in [(Policy::Default, Level::Error), (Policy::Compat, Level::Warning)] {
            let mut sink = Sink::new(policy);
            sink.mistake(Diagnostic::warning(codes::EMPTY_VALUE, "x"));
            assert_eq!(sink.has_errors(), level == Level::Error);
            assert_eq!(sink.as_slice()[0].level, level);
        }
    }

    #[test]
    fn errors_beyond_the_cap_still_count() {
        let mut sink = Sink::new(Policy::Default);
        for _ in 0..Sink::CAP {
            sink.push(Diagnostic::warning(codes::EMPTY_VALUE, "x"));
        }
        assert!(!sink.has_errors());
        sink.push(Diagnostic::error(codes::EMPTY_VALUE, "x"));
        assert!(sink.has_errors());
        let list = sink.into_vec();
        assert_eq!(list.len(), Sink::CAP + 1);
        assert_eq!(list.last().unwrap().message, "1 more diagnostics are not shown");
    }

    #[test]
    fn diagnostics_come_out_by_source_and_place() {
        let mut sink = Sink::default();
        let make = |source, start| {
            Diagnostic::error(codes::EMPTY_VALUE, "x").in_source(source).at(Span::new(start, start + 1))
        };
        for (source, start) in [(1, 0), (0, 9), (0, 3)] {
            sink.push(make(source, start));
        }
        let order: Vec<_> = sink.into_vec().iter().map(|d| (d.source, d.span.unwrap().start)).collect();
        assert_eq!(order, [(0, 3), (0, 9), (1, 0)]);
    }
}
