//! Every diagnostic code, declared once: its usual level, title, explanation, and an example of wrong and right text.
//!
//! `E01` lines and blocks, `E02` sprites, `E03` level mapping, `E04` rules, `E05` terminations, `E06` levels. A code that
//! starts with `W` is never more than a warning. Codes are appended, never reused.

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

        /// All codes, in the order of their declaration.
        pub const ALL: &[Code] = &[$(
            Code { code: $code, level: Level::$level, title: $title, text: $text, wrong: $wrong, right: $right },
        )*];
    };
}

#[rustfmt::skip]
codes! {
    TOO_MANY = "N0001" Note "more diagnostics than are shown":
        "Only the first thousand diagnostics are kept. Correct those and check again.",
        wrong "", right "";

    // ---- Lines and blocks ------------------------------------------------------------------------------------------

    EMPTY_FILE = "E0101" Error "empty game file":
        "A game file needs at least a game line and its blocks. This one has nothing but blank lines and comments.",
        wrong "# to do",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar";
    NO_GAME_LINE = "E0102" Error "no game line":
        "The first line of a game names the kind of game, and the blocks stand below it, indented. Here the file starts with \
         a block.",
        wrong "SpriteSet\n    avatar > MovingAvatar",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar";
    UNKNOWN_BLOCK = "E0103" Error "unknown block":
        "Below the game line stand the blocks SpriteSet, LevelMapping, InteractionSet, TerminationSet and ParameterSet. The \
         reference engine skips anything else, and all lines below it, without a word.",
        wrong "BasicGame\n    InteractionSett\n        avatar wall > stepBack",
        right "BasicGame\n    InteractionSet\n        avatar wall > stepBack";
    STRAY_LINE = "W0104" Warning "line outside of any block":
        "A line that hangs directly below the game line and is not a block is skipped by the reference engine, with all \
         lines below it. Mostly its indentation is too small.",
        wrong "BasicGame\n    SpriteSet\n    gem > Immovable",
        right "BasicGame\n    SpriteSet\n        gem > Immovable";
    MISPLACED_BLOCK = "W0105" Warning "block in the wrong place":
        "A block counts only if it hangs directly below the game line. A header that is indented more belongs to the line \
         above it, and its lines are not read.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n            InteractionSet",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    InteractionSet";
    BLOCK_CASE = "W0106" Warning "block in the wrong letter case":
        "The names of blocks are case-sensitive. The reference engine reads the lines of such a block, but never uses them.",
        wrong "BasicGame\n    interactionset",
        right "BasicGame\n    InteractionSet";
    TOO_DEEP_IN_BLOCK = "W0107" Warning "line indented too deep":
        "A line that is indented more than the line above belongs to that line. In every block but SpriteSet only the lines \
         directly below the header are read, so this one is lost without a word.",
        wrong "InteractionSet\n    avatar wall > stepBack\n        gem avatar > killSprite",
        right "InteractionSet\n    avatar wall > stepBack\n    gem avatar > killSprite";
    UNEVEN = "W0108" Warning "uneven indentation":
        "The lines below one line should share one indentation. The reference engine logs a message and takes the line \
         where its indentation puts it.",
        wrong "SpriteSet\n    gem > Immovable\n      ore > Immovable\n   tin > Immovable",
        right "SpriteSet\n    gem > Immovable\n    ore > Immovable\n    tin > Immovable";
    TAB = "W0109" Warning "tab that changes the meaning":
        "Editors show a tab as four or eight columns. GVGAI counts it as a single one, py-vgdl goes to the next multiple of \
         eight. This line would hang elsewhere if its tabs were counted the other way. Use spaces alone.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n\tore > Immovable",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n        ore > Immovable";
    OUTSIDE = "E0110" Error "line not indented below the game line":
        "Every line of a game must be indented more than its first line. The reference engine logs a message and loses \
         this one.",
        wrong "BasicGame\nSpriteSet",
        right "BasicGame\n    SpriteSet";
    EMPTY_VALUE = "E0111" Error "argument without a value":
        "An argument is written `key=value`, without any space. If nothing follows the `=`, the reference engine logs a \
         message and loses the whole line.",
        wrong "gem > Resource limit=",
        right "gem > Resource limit=3";
    SPACE_BESIDE_EQUALS = "E0112" Error "space beside `=`":
        "An argument is written `key=value`, without any space. With a space before or after `=` the reference engine \
         loses the whole line, or only the argument.",
        wrong "gem > Missile speed = 0.5",
        right "gem > Missile speed=0.5";
    TOO_DEEP = "E0113" Error "too many levels of indentation":
        "Lines can be nested a hundred levels deep. This one is deeper and is lost.",
        wrong "", right "";
    MALFORMED = "E0114" Error "line that cannot be read":
        "The line fits nothing that may stand in its block, and is lost. In a ParameterSet every line with arguments needs \
         `values=`.",
        wrong "ParameterSet\n    SPEED > string=Speed",
        right "ParameterSet\n    SPEED > values=0.1:0.1:1.0 string=Speed";
    TOO_LARGE = "E0115" Error "file too large":
        "Game files are read up to 16 MiB.",
        wrong "", right "";

    // ---- Level mapping ---------------------------------------------------------------------------------------------

    MAPPING_CHARACTER = "E0301" Error "more than one character in the level mapping":
        "One character of the level stands for one or more sprites. Of a longer word the reference engine takes the first \
         character and ignores the rest.",
        wrong "LevelMapping\n    gg > gem",
        right "LevelMapping\n    g > gem";

    // ---- Rules -----------------------------------------------------------------------------------------------------

    NO_ARROW = "E0401" Error "rule without `>`":
        "A rule names two sprites, `>`, and what happens when they touch. Without `>`, with a space on either side, the \
         reference engine logs a message and loses the line.",
        wrong "avatar wall stepBack",
        right "avatar wall > stepBack";
    NO_EFFECT = "E0402" Error "rule without an effect":
        "Behind `>` stands the name of an effect. Without one the reference engine logs a message and loses the line.",
        wrong "gem avatar > scoreChange=1",
        right "gem avatar > killSprite scoreChange=1";
    ONE_SPRITE = "E0403" Error "rule with a single sprite":
        "A rule is about two sprites that touch: the first, which the effect is applied to, and a second. For the edge of \
         the screen the second is `EOS`. The reference engine stops reading the rules at such a line.",
        wrong "rat > stepBack",
        right "rat wall > stepBack";

    // ---- Levels ----------------------------------------------------------------------------------------------------

    EMPTY_LEVEL = "E0601" Error "empty level":
        "A level is lines of characters, one character a cell. The first line gives the width.",
        wrong "", right "wwwww\nw.A.w\nwwwww";
    RAGGED_LEVEL = "W0602" Warning "level line of another length":
        "All lines of a level should be as long as the first. GVGAI fills shorter lines with spaces and cuts longer ones; \
         py-vgdl refuses the level.",
        wrong "wwwww\nwA.w\nwwwww",
        right "wwwww\nwA..w\nwwwww";
    LARGE_LEVEL = "E0603" Error "level too large":
        "A level may have four million cells.",
        wrong "", right "";
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
