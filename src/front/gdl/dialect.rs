//! The two dialects, and where they differ.

/// Whose reading of the language counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The manual page of the language, and the kernel where the page is silent: what games are written in.
    #[default]
    Page,
    /// The kernel of Xconq 7.5, so that its published modules load with the same result.
    Kernel,
}

impl Dialect {
    /// Whether it is [`Dialect::Kernel`].
    #[must_use]
    pub fn is_kernel(self) -> bool {
        self == Self::Kernel
    }
}

/// How the bytes of a module became a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// They are UTF-8.
    #[default]
    Utf8,
    /// They are not, so that each byte was taken for the character of that number.
    Latin1,
}

impl Encoding {
    /// The text in bytes of any kind. Nothing is lost: [`Encoding::bytes`] is the way back.
    #[must_use]
    pub fn decode(bytes: Vec<u8>) -> (String, Self) {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Self::Utf8),
            Err(e) => (e.as_bytes().iter().map(|&b| char::from(b)).collect(), Self::Latin1),
        }
    }

    /// The bytes that a piece of text stands for.
    #[must_use]
    pub fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        }
    }
}

/// A matter in which the dialects differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about.
    pub matter: &'static str,
    /// What the page dialect does.
    pub page: &'static str,
    /// What the kernel dialect does.
    pub kernel: &'static str,
}

macro_rules! differences {
    ($($matter:literal: $page:literal, $kernel:literal;)*) => {
        /// Every difference between the dialects.
        pub const DIFFERENCES: &[Difference] =
            &[$(Difference { matter: $matter, page: $page, kernel: $kernel },)*];
    };
}

#[rustfmt::skip]
differences! {
    "`#` in a symbol": "like any character: `a#b` is a symbol", "a symbol of its own: `a#b` is three";
    "block comment at the end, or before `#`": "nothing", "a symbol with an empty name";
    "octal escapes in strings": "`\\101` and `\\0101`", "`\\0101` alone, in symbols too";
    "string without an end": "error", "what there is";
    "`|` without an end": "a character of a symbol", "what there is";
    "malformed number (`5-3`)": "error", "the last run of digits: 3";
    "quote without a form": "error", "quotes the parenthesis or the end";
    "NUL byte": "error", "ends a symbol";
    "dice": "faces count from 0", "faces count from 1";
    "`define` of a symbol with a value": "ignored, with a warning", "counts, with a warning";
    "`set` of a symbol without one": "defines it, with a warning", "does nothing, with a warning";
    "`quote` of several": "the list of them", "the first";
    "`append` of lists in lists": "flat, to any depth", "one level";
    "`remove` from what is no list": "nil, with a warning", "error: the kernel stops";
    "`remove-list` of nil from what is no list": "nil, with a warning", "that value";
    "a number with a list of three and more": "element by element", "`(+ 1 (1 2 3))` is `(2 6)`";
    "nil that is the value of a symbol, in arithmetic": "left out", "nil, with a warning";
    "division by zero in a list": "all is nil", "that element is nil";
    "results beyond 32 bits": "error", "wrap around";
    "`and`, `or`, `not`": "functions", "symbols that stand for themselves";
    "clause of a table with columns before rows": "read so if it fits no other way, with a note", "left out, with a warning";
    "interpolation between values that fall": "rounds down", "the step is cut towards zero";
    "`name` of a type that differs from its symbol": "is bound to the type, for all kinds", "for unit types";
    "`include` of a module that is not there": "warning", "nothing";
}

/// The differences as a table in Markdown.
#[must_use]
pub fn table() -> String {
    let mut out = "| matter | `page` | `kernel` |\n|---|---|---|\n".to_owned();
    for row in DIFFERENCES {
        let cell = |text: &str| text.replace('|', "\\|");
        out += &format!("| {} | {} | {} |\n", cell(row.matter), cell(row.page), cell(row.kernel));
    }
    out
}
