//! What can be wrong with a token or a selection.

use std::fmt;

use crate::diag::{Diagnostic, Level, codes};
use crate::source::Span;

/// Declares the kinds: variant, short name, code, and what to write instead.
macro_rules! kinds {
    ($($kind:ident = $name:literal $code:ident $help:literal;)*) => {
        /// A kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`")] $kind,)*
        }

        impl Kind {
            /// All kinds, in order.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// The short name that programs are told.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }

            /// The code of its diagnostic.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self {
                    $(Kind::$kind => codes::$code,)*
                }
            }

            /// What to write instead.
            #[must_use]
            pub fn help(self) -> &'static str {
                match self {
                    $(Kind::$kind => $help,)*
                }
            }
        }
    };
}

kinds! {
    NotAToken = "not-a-choose-token" NOT_A_TOKEN "start with `CHOOSE:`";
    UnknownSubtoken = "unknown-subtoken" UNKNOWN_SUBTOKEN "write TEMPLATE, LANG, EQUIPMENT, FEAT or ABILITY";
    NoArguments = "no-arguments" NO_ARGUMENTS "write `|` and a selection";
    UnknownCategory = "unknown-category" UNKNOWN_CATEGORY "name a category of the catalogue";
    Empty = "empty" EMPTY_SELECTION "write `ALL` to select everything";
    EmptyAlternative = "empty-alternative" EMPTY_ALTERNATIVE "write a term on both sides of `|`, or leave it out";
    EmptyTerm = "empty-term" EMPTY_TERM "write a term on both sides of `,`, or leave it out";
    EmptyType = "empty-type" EMPTY_TYPE "write a type, as in `TYPE=weapon`";
    BadTypeDots = "bad-type-dots" BAD_TYPE_DOTS "write one dot between two types, as in `TYPE=melee.simple`";
    UnbalancedBracket = "unbalanced-bracket" UNBALANCED_BRACKET "write a `]` for each `[`";
    EmptyBrackets = "empty-brackets" EMPTY_BRACKETS "leave the brackets out: a qualifier alone is about all objects";
    TextAfterBracket = "text-after-bracket" TEXT_AFTER_BRACKET "join terms with `,` or `|`";
    UnknownQualifier = "unknown-qualifier" UNKNOWN_QUALIFIER "brackets follow ANY, PC or QUALIFIED";
    QualifierTakesNoValue = "qualifier-takes-no-value" QUALIFIER_VALUE "write what it is about in brackets, as in `PC[TYPE=x]`";
    NegatedKey = "negated-key" NEGATED_KEY "`!` stands before TYPE= or a qualifier";
    BadPattern = "bad-pattern" BAD_PATTERN "write the beginning of the keys and `%`, as in `Skill%`";
    EmptyTitle = "empty-title" EMPTY_TITLE "write a title or leave `|TITLE=` out";
    TooDeep = "too-deep" SELECTION_TOO_DEEP "nest fewer brackets";
    TooLong = "too-long" SELECTION_TOO_LONG "select by types instead of single keys";
    KeyWithAnd = "key-with-and" KEY_WITH_AND "leave the other terms out, or select by a type";
    AllCombined = "all-combined" ALL_COMBINED "leave `ALL` out, or leave the other terms out";
    NestedBrackets = "nested-brackets" NESTED_BRACKETS "join the qualifiers with `,` instead";
    AtMostOne = "at-most-one" AT_MOST_ONE "leave the other terms out, or select by a type";
    EdgeSpace = "edge-space" EDGE_SPACE "leave the space out, unless the key has it";
    UnknownKey = "unknown-key" UNKNOWN_KEY "name an object of the catalogue";
    UnknownType = "unknown-type" UNKNOWN_TYPE "name a type that an object has";
    Deprecated = "deprecated-token" DEPRECATED_TOKEN "`vgdl choose convert` rewrites it";
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Which kind.
    pub kind: Kind,
    /// Where, in the text that was read.
    pub span: Span,
    /// What is there.
    pub label: String,
    /// What to write instead, if more is known than the kind's own help.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake.
    #[must_use]
    pub fn new(kind: Kind, span: Span, label: impl Into<String>) -> Self {
        Self { kind, span, label: label.into(), help: None }
    }

    /// With a better help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, so many bytes later in a text.
    #[must_use]
    pub fn later(mut self, by: usize) -> Self {
        let by = by as u32;
        self.span = Span { start: self.span.start.saturating_add(by), end: self.span.end.saturating_add(by) };
        self
    }

    /// A short phrase.
    #[must_use]
    pub fn title(&self) -> &'static str {
        codes::find(self.kind.code()).map_or("", |code| code.title)
    }

    /// As a diagnostic, at the level that its code has.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let level = codes::find(self.kind.code()).map_or(Level::Error, |code| code.level);
        let help = self.help.clone().unwrap_or_else(|| self.kind.help().to_owned());
        Diagnostic::new(level, self.kind.code(), self.title()).at(self.span).label(self.label.clone()).help(help)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.title(), self.span.start, self.label)
    }
}

impl std::error::Error for Mistake {}
