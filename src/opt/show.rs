//! What a pass changed, as lines of listings.

use super::Change;
use crate::list::list;

/// Lines that are looked through for the next one both listings have. Passes remove and shorten lines and move none, so
/// longer searches find nothing but chance.
const WINDOW: usize = 256;

impl Change {
    /// The lines of the listing that differ: those before with `-`, those after with `+`. Addresses of rules, pairs and the
    /// like, which move up when others go, do not count.
    #[must_use]
    pub fn listing(&self) -> String {
        let (before, after) = (list(&self.before), list(&self.after));
        let mut text = format!("pass {}: {}\n", self.pass.name, self.pass.about);
        let mut old = before.lines().peekable();
        let mut new = after.lines().peekable();
        let mut say = |sign: char, line: &str| {
            text.push(sign);
            text.push_str(line);
            text.push('\n');
        };
        loop {
            match (old.peek().copied(), new.peek().copied()) {
                (None, None) => break,
                (Some(line), None) => {
                    say('-', line);
                    old.next();
                }
                (None, Some(line)) => {
                    say('+', line);
                    new.next();
                }
                (Some(one), Some(two)) if words(one).eq(words(two)) => {
                    old.next();
                    new.next();
                }
                (Some(one), Some(two)) => {
                    say('-', one);
                    // A line that is not there later on has become another; else it is this one that has gone.
                    if !old.clone().skip(1).take(WINDOW).any(|line| words(line).eq(words(two))) {
                        say('+', two);
                        new.next();
                    }
                    old.next();
                }
            }
        }
        if text.lines().count() == 1 {
            text.push_str("  (nothing that a listing shows)\n");
        }
        text
    }
}

/// The words of a line but its address.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_address = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| "rpxte".contains(c)) && letters.all(|c| c.is_ascii_digit())
    };
    line.split_whitespace().skip_while(is_address)
}
