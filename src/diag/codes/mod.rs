//! Every diagnostic code, declared once: its usual level, title, explanation, and an example of wrong and right text.
//!
//! `E01` lines and blocks, `E02` sprites, `E03` level mapping, `E04` rules, `E05` terminations, `E06` levels, `E07` the
//! published grammar, `E08` modules of the Game Design Language, `E09` selections, `E10` games of
//! py-vgdl. A code that starts with `W` is never more
//! than a warning, unless `--strict` or `--deny` makes it an error. Codes are appended, never reused.

use super::Level;

/// What `vgdl explain` says about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0203`
    pub code: &'static str,
    /// The level it has unless a policy says otherwise.
    pub level: Level,
    /// A short phrase.
    pub title: &'static str,
    /// A paragraph.
    pub text: &'static str,
    /// Text that gives this diagnostic.
    pub wrong: &'static str,
    /// The same, put right.
    pub right: &'static str,
}

/// The row of a code, in any letter case.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    ALL.iter().find(|c| c.code.eq_ignore_ascii_case(code))
}

macro_rules! codes {
    ($($name:ident = $code:literal $level:ident $title:literal: $text:literal, wrong $wrong:literal, right $right:literal;)*) => {
        $(#[doc = $title] pub const $name: &str = $code;)*

        /// These codes, in the order of their declaration.
        pub(super) const TABLE: &[Code] = &[$(
            Code { code: $code, level: Level::$level, title: $title, text: $text, wrong: $wrong, right: $right },
        )*];
    };
}

mod games;
mod modules;
mod pygames;
mod selections;

pub use games::*;
pub use modules::*;
pub use pygames::*;
pub use selections::*;

const TABLES: [&[Code]; 4] = [games::TABLE, modules::TABLE, selections::TABLE, pygames::TABLE];

/// All codes, in the order of their declaration.
pub const ALL: &[Code] = &joined::<{ TABLES[0].len() + TABLES[1].len() + TABLES[2].len() + TABLES[3].len() }>();

/// The tables, one after the other.
const fn joined<const N: usize>() -> [Code; N] {
    let mut all = [TABLES[0][0]; N];
    let (mut table, mut row, mut i) = (0, 0, 0);
    while i < N {
        if row == TABLES[table].len() {
            (table, row) = (table + 1, 0);
        }
        all[i] = TABLES[table][row];
        (row, i) = (row + 1, i + 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_say_their_level() {
        for (i, code) in ALL.iter().enumerate() {
            assert!(ALL[..i].iter().all(|c| c.code != code.code), "{} twice", code.code);
            let level = match code.code.as_bytes()[0] {
                b'E' => Level::Error,
                b'W' => Level::Warning,
                _ => Level::Note,
            };
            assert_eq!(code.level, level, "{}", code.code);
            assert_eq!(code.code.len(), 5, "{}", code.code);
        }
    }

    #[test]
    fn titles_are_phrases_and_texts_are_sentences() {
        for code in ALL {
            assert!(!code.title.ends_with('.') && !code.title.is_empty(), "{}", code.code);
            assert!(code.text.ends_with('.'), "{}", code.code);
        }
    }

    #[test]
    fn a_code_is_found_in_any_letter_case() {
        assert_eq!(find("w0109").map(|c| c.code), Some(TAB));
        assert_eq!(find("E9999"), None);
    }
}
