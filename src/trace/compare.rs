//! Differences of two plays, in words. What a trace says may hold anything, such as the control characters of a terminal: it
//! is escaped.

use std::fmt;

/// Gathers differences, a line each.
pub(super) struct Compare {
    /// What the two sides are called.
    sides: [&'static str; 2],
    /// What was found.
    pub(super) lines: Vec<String>,
}

impl Compare {
    pub(super) fn new(sides: [&'static str; 2]) -> Self {
        Self { sides, lines: Vec::new() }
    }

    /// Notes what stands on both sides, whether it differs or not.
    pub(super) fn say(&mut self, what: &str, a: &str, b: &str) {
        let [one, other] = self.sides;
        let [what, a, b] = [what, a, b].map(str::escape_debug);
        self.lines.push(format!("{what}: {one} {a}, {other} {b}"));
    }

    /// Compares two values.
    pub(super) fn value<T: PartialEq + fmt::Display>(&mut self, what: &str, a: &T, b: &T) {
        if a != b {
            self.say(what, &a.to_string(), &b.to_string());
        }
    }

    /// Compares lists with an entry for each player.
    pub(super) fn list<T: PartialEq>(&mut self, what: &str, [a, b]: [&[T]; 2], word: impl Fn(&T) -> String) {
        if a != b {
            let text = |list: &[T]| list.iter().map(&word).collect::<Vec<_>>().join(", ");
            self.say(what, &text(a), &text(b));
        }
    }

    /// Compares lists of names: the first that differs is named.
    pub(super) fn names(&mut self, what: &str, [a, b]: [&[String]; 2]) {
        if a == b {
            return;
        }
        let n = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let name = |list: &[String]| list.get(n).map_or("nothing".to_owned(), |s| format!("`{s}`"));
        self.say(&format!("{what}: number {n}"), &name(a), &name(b));
    }
}

/// What is known of a player; its avatar may be gone for good.
pub(super) fn known<T: ToString>(what: &Option<T>) -> String {
    what.as_ref().map_or("gone".to_owned(), T::to_string)
}
