//! Every diagnostic code, declared once: its usual level, title, explanation, and an example of wrong and right text.
//!
//! `E01` lines and blocks, `E02` sprites, `E03` level mapping, `E04` rules, `E05` terminations, `E06` levels, `E07` the
//! published grammar, `E08` modules of the Game Design Language, `E09` selections. A code that starts with `W` is never more
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
         eight. So does vgdl, but for compatible mode, which counts as GVGAI does. This line would hang elsewhere if its tabs \
         were counted the other way. Use spaces alone.",
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

    UNKNOWN_GAME = "E0116" Error "unknown kind of game":
        "The first line of a game starts with `BasicGame`, or with `GameSpace` if the game has parameters.",
        wrong "BasicGmae\n    SpriteSet\n        avatar > MovingAvatar",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar";
    UNREADABLE = "E0117" Error "game that the reference engine cannot read":
        "The reference engine crashes when it reads this, so there is nothing that it could mean.",
        wrong "BasicGame no_players=3",
        right "BasicGame no_players=2";
    NO_SPRITES = "E0118" Error "game without sprites":
        "A game needs a SpriteSet. Without one no level of it can be built.",
        wrong "BasicGame\n    LevelMapping\n        g > gem",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    LevelMapping\n        g > gem";
    FOREIGN_LINE = "E0119" Error "line of another block":
        "The header of a block counts wherever it stands, for how the lines behind it are read. Below the lines of another \
         block it ends the reading: the reference engine logs a message and ignores the rest of the file.",
        wrong "InteractionSet\n    avatar wall > stepBack\n    TerminationSet",
        right "InteractionSet\n    avatar wall > stepBack\nTerminationSet";
    EXTRA_WORD = "E0120" Error "word that means nothing here":
        "A word without `=` names the class of a sprite or the effect of a rule, once a line. Any other is ignored.",
        wrong "Timeout limit=100 True",
        right "Timeout limit=100 win=True";
    KEY_TWICE = "W0121" Warning "argument twice":
        "A line gives the same parameter twice. The last value counts.",
        wrong "gem > Missile speed=1 speed=2",
        right "gem > Missile speed=2";
    SECOND_EQUALS = "E0122" Error "second `=` in an argument":
        "A value ends at a second `=`, and what follows is lost.",
        wrong "gem > Missile speed=1=2",
        right "gem > Missile speed=1";
    UNKNOWN_GAME_PARAM = "E0123" Error "unknown game parameter":
        "A value was given for a parameter that the game does not have.",
        wrong "", right "";
    GAME_PARAM_VALUE = "E0124" Error "bad value of a game parameter":
        "A line of a ParameterSet gives the values of a parameter as low:step:high, or as two truth values; `value=` chooses \
         one of them.",
        wrong "SPEED > values=low:high",
        right "SPEED > values=0.1:0.1:1.0";
    GAME_PARAM_UNSET = "E0125" Error "game parameter without a value":
        "The game uses a parameter whose value is not given. The reference engine draws one with a generator that nobody can \
         seed. Here the value must be given, with the call or by `value=` on the line of the parameter.",
        wrong "SPEED > values=0.1:0.1:1.0",
        right "SPEED > values=0.1:0.1:1.0 value=0.5";
    GAME_PARAM_TWICE = "W0126" Warning "game parameter declared twice":
        "The later line replaces the earlier one.",
        wrong "", right "";
    UNSUPPORTED = "E0127" Error "parameter that is not supported":
        "The reference engine lets this text set a switch of its own that was not meant for games.",
        wrong "", right "";
    UNREAD = "E0128" Error "file that cannot be read":
        "The file is not there, may not be opened, is larger than 64 MiB, or is not a text in UTF-8. In compatible mode \
         bytes that are not UTF-8 are taken as unknown characters.",
        wrong "", right "";
    GAME_PARAM_RANGE = "W0129" Warning "value outside the range of its game parameter":
        "The `value=` of a game parameter is none of those that its `values=` name. The reference engine takes it all the \
         same; a value given with the call must be one of them.",
        wrong "SPEED > values=0.1:0.1:1.0 value=2",
        right "SPEED > values=0.1:0.1:1.0 value=0.5";

    BAD_ALLOW = "W0130" Warning "remark for `vgdl` that says nothing":
        "A comment that starts with `vgdl:` is `vgdl: allow(CODE)`, with one code or several separated by commas. It silences \
         warnings and notes of these codes on its line; on a line of its own, on the next line. Errors cannot be silenced.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable # vgdl: allow(W9999)",
        right "BasicGame\n    SpriteSet\n        gem > Immovable limt=3 # vgdl: allow(W0208)";
    UNUSED_ALLOW = "N0131" Note "remark that silences nothing":
        "The line has no diagnostic of the code that the remark allows. The remark can go.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable # vgdl: allow(W0208)",
        right "BasicGame\n    SpriteSet\n        gem > Immovable";
    REFUSED = "E0129" Error "game that the virtual machine does not run":
        "The game is well formed, but the virtual machine has limits: on the number of sprites and rules, on the length of \
         lists, on sizes and times. The note says which one is passed.",
        wrong "", right "";

    // ---- Sprites and values ----------------------------------------------------------------------------------------

    NO_SPRITE_ARROW = "E0201" Error "sprite without `>`":
        "A sprite is declared by its name, `>`, and its class. At a line without `>` the reference engine stops reading the \
         sprites that share its parent.",
        wrong "gem Immovable",
        right "gem > Immovable";
    UNKNOWN_CLASS = "E0202" Error "unknown sprite class":
        "The class of a sprite says what it does by itself. No class has this name; letter case counts.",
        wrong "gem > Imovable",
        right "gem > Immovable";
    NO_CLASS = "E0203" Error "sprite without a class":
        "Neither the line of the sprite nor one above it names a class, so that no such sprite can be made.",
        wrong "gem > color=GREEN",
        right "gem > Immovable color=GREEN";
    SPRITE_TWICE = "W0204" Warning "sprite declared twice":
        "The later line replaces the earlier one; the sprite keeps its number.",
        wrong "gem > Immovable\ngem > Passive",
        right "gem > Passive";
    CLASS_OVERRIDDEN = "W0205" Warning "class without effect":
        "A class that comes from a line above replaces the one on the line itself. The class written here counts only for the \
         lines below it.",
        wrong "thing > Immovable\n    gem > Resource",
        right "thing >\n    rock > Immovable\n    gem > Resource";
    MISSING_PARAM = "E0206" Error "missing parameter":
        "The class, effect or termination cannot do without this parameter. For rules and terminations the reference engine \
         logs a message and ignores the rest of the file; a sprite without it cannot be made.",
        wrong "gate avatar > killIfHasMore limit=3",
        right "gate avatar > killIfHasMore resource=gem limit=3";
    BROKEN_CLASS = "E0207" Error "class that the reference engine cannot make sprites of":
        "The class exists, but making a sprite of it always fails.",
        wrong "gem > ResourcePack",
        right "gem > Resource";
    UNKNOWN_PARAM = "W0208" Warning "unknown parameter":
        "Nothing here takes a parameter of this name; letter case counts. The reference engine logs a message and ignores it, \
         and more than 25 messages end a game.",
        wrong "gem > Resource limt=10",
        right "gem > Resource limit=10";
    BAD_VALUE = "E0209" Error "value of the wrong kind":
        "The parameter takes values of another kind. The reference engine ignores such a value, or takes it for nothing.",
        wrong "avatar rat > killSprite scoreChange=abc",
        right "avatar rat > killSprite scoreChange=-1";
    IGNORED_VALUE = "W0210" Warning "value that is ignored":
        "The value does not fit the field that the reference engine keeps the parameter in: a fraction where it keeps a whole \
         number, a number where it keeps a text. It ignores the value without a word, and the default stays.",
        wrong "rat > RandomNPC cooldown=1.5",
        right "rat > RandomNPC cooldown=2";
    UNKNOWN_COLOUR = "W0211" Warning "unknown colour":
        "Colours are names in capital letters. The sprite keeps the colour of its class.",
        wrong "gem > Immovable color=GREN",
        right "gem > Immovable color=GREEN";
    UNDECLARED = "E0212" Error "unknown sprite":
        "No line of SpriteSet declares a sprite of this name; letter case counts. In rules and terminations the reference \
         engine logs a message and ignores the rest of the file.",
        wrong "avatar rock > killSprite",
        right "avatar wall > killSprite";
    NO_RESOURCE = "W0213" Warning "sprite that is not a resource":
        "Only sprites of class Resource can be held. Of any other the limit is 0, so nobody ever holds one.",
        wrong "gate avatar > killIfHasMore resource=wall limit=1",
        right "gate avatar > killIfHasMore resource=gem limit=1";

    NEVER_MADE = "W0214" Warning "sprite that never appears":
        "No character of the level mapping stands for the sprite, no sprite makes it, and no rule that can run does. A name \
         was forgotten, or the sprite is left over.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n        ore > Immovable\n    LevelMapping\n        g > gem",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n        ore > Immovable\n    LevelMapping\n        g > gem\n        o > ore";
    NEVER_MOVES = "W0215" Warning "sprite that never moves by itself":
        "Under grid physics a step is `speed` times the size of a cell, cut to whole pixels: a speed that makes less than a \
         pixel moves nobody, and a missile of speed 0 stays. Neither does anybody move whose cooldown is longer than a play. \
         To go slowly, move a whole cell every few ticks.",
        wrong "rat > RandomNPC speed=0.001",
        right "rat > RandomNPC speed=1 cooldown=8";
    NEVER_HELD = "W0216" Warning "resource that nobody ever holds":
        "A rule or a weapon asks for a resource, but no rule lets anybody have one: nobody collects it, and no \
         `changeResource` gives any.",
        wrong "BasicGame\n    SpriteSet\n        key > Resource\n        gate > Door\n    InteractionSet\n        gate avatar > \
               killIfOtherHasMore resource=key limit=1\n    LevelMapping\n        k > key\n        g > gate",
        right "BasicGame\n    SpriteSet\n        key > Resource\n        gate > Door\n    InteractionSet\n        gate avatar > \
               killIfOtherHasMore resource=key limit=1\n        key avatar > collectResource\n    LevelMapping\n        k > key\n        g > gate";
    NOT_COLLECTED = "N0217" Note "resource that nobody collects":
        "The sprite is a Resource, but no rule lets anybody hold it, and nobody is asked for it. It may be meant to be \
         collected; if it is only to be touched, Immovable says so.",
        wrong "BasicGame\n    SpriteSet\n        gem > Resource\n    InteractionSet\n        gem avatar > killSprite\n    \
               LevelMapping\n        g > gem",
        right "BasicGame\n    SpriteSet\n        gem > Resource\n    InteractionSet\n        gem avatar > collectResource\n    \
               LevelMapping\n        g > gem";

    // ---- Level mapping ---------------------------------------------------------------------------------------------

    MAPPING_CHARACTER = "E0301" Error "more than one character in the level mapping":
        "One character of the level stands for one or more sprites. Of a longer word the reference engine takes the first \
         character and ignores the rest.",
        wrong "LevelMapping\n    gg > gem",
        right "LevelMapping\n    g > gem";

    MAPPING_ARROW = "E0302" Error "mapping without `>`":
        "A mapping is a character, `>`, and names of sprites. The second word is never read, whatever it is.",
        wrong "LevelMapping\n    g gem",
        right "LevelMapping\n    g > gem";
    MAPPING_TWICE = "W0303" Warning "character mapped twice":
        "The later line replaces the earlier one.",
        wrong "LevelMapping\n    g > gem\n    g > rat",
        right "LevelMapping\n    g > gem rat";

    UNUSED_CHARACTER = "N0304" Note "character that no level has":
        "The level mapping has a line for a character that occurs in none of the levels checked with the game.",
        wrong "", right "";

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

    UNKNOWN_EFFECT = "E0404" Error "unknown effect":
        "No effect has this name; letter case counts. The reference engine logs a message and ignores the rest of the file.",
        wrong "avatar wall > stepBak",
        right "avatar wall > stepBack";
    TIME_PLACE = "E0405" Error "`TIME` in the wrong place":
        "A rule is timed if `TIME` stands first or second. Further behind it ends the reading of the file.",
        wrong "avatar wall TIME > killSprite timer=5",
        right "avatar TIME > killSprite timer=5";
    TIMER_WITHOUT_SPRITE = "W0406" Warning "timer for an unknown sprite":
        "The effect of the timer runs without a sprite, and most effects do nothing then.",
        wrong "ratt TIME > spawn stype=gem timer=5",
        right "rat TIME > spawn stype=gem timer=5";
    RULES_FIRST = "E0407" Error "rule before the sprites":
        "The blocks are read in the order of the file. Rules can only be read when the sprites are known.",
        wrong "BasicGame\n    InteractionSet\n        avatar wall > stepBack\n    SpriteSet\n        gem > Immovable",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    InteractionSet\n        avatar wall > stepBack";
    NEVER_FIRES = "W0408" Warning "rule that never fires":
        "Both sprites stay where the level puts them, and no character of the level stands for both, so that they never meet.",
        wrong "floor wall > killSprite",
        right "floor avatar > killSprite";

    ENDLESS_TIMER = "E0409" Error "timer that never lets time pass":
        "A repeating timer needs a `timer` of 1 or more. Otherwise it is due again as soon as it has run, and the reference \
         engine never finishes the tick.",
        wrong "TIME rat > killSprite repeating=True",
        right "TIME rat > killSprite repeating=True timer=10";

    HIDDEN = "W0410" Warning "rule hidden behind an earlier one":
        "Sprites are compared anew for each rule, in the order of the rules. Once an earlier rule has killed the first \
         sprite, or has put it back where it came from, the two no longer meet, and a later rule for the same pair never \
         runs. Write the rule that kills or puts back last.",
        wrong "gem rat > killSprite\ngem rat > collectResource",
        right "gem rat > collectResource";
    EDGE_TWICE = "W0411" Warning "several rules for a sprite and `EOS`":
        "GVGAI keeps one list of rules for the edge of the screen for each sprite, and runs the whole list once for each line \
         with `EOS` that names the sprite: two lines run each effect twice, three lines three times.",
        wrong "rat EOS > stepBack\nrat EOS > killSprite",
        right "rat EOS > stepBack";
    WRONG_SIDE = "W0412" Warning "sprites of a rule in the wrong order":
        "`collectResource` adds the first sprite to what the second holds; `changeResource`, `killIfHasLess`, \
         `killIfHasMore` and the spawning effects look at what the first sprite holds, `killIfOtherHasMore` and \
         `collectResourceIfHeld` at what the second holds. Here the sprite on that side cannot hold any, or is none that can \
         be collected.",
        wrong "avatar gem > collectResource",
        right "gem avatar > collectResource";

    // ---- Terminations ----------------------------------------------------------------------------------------------

    UNKNOWN_END = "E0501" Error "unknown termination":
        "No termination has this name; letter case counts. The reference engine logs a message and ignores the rest of the \
         file.",
        wrong "SpriteCount stype=gem limit=0 win=True",
        right "SpriteCounter stype=gem limit=0 win=True";

    END_NEVER = "W0502" Warning "termination that never holds":
        "The number of sprites or ticks that the termination waits for cannot be reached.",
        wrong "SpriteCounter stype=rat limit=-1 win=True",
        right "SpriteCounter stype=rat limit=0 win=True";
    END_ALWAYS = "W0503" Warning "termination that always holds":
        "The termination holds from the first tick on, so that the game is over before anybody can act. Mostly the sprite it \
         counts never appears, or the limit is wrong.",
        wrong "SpriteCounterMore stype=rat limit=0 win=True",
        right "SpriteCounterMore stype=rat limit=3 win=True";
    NO_END = "W0504" Warning "game without an end":
        "No termination ends the game. A play goes on until the cap on ticks, 2,000 unless the game says otherwise, and is \
         lost.",
        wrong "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    LevelMapping\n        r > rat",
        right "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    LevelMapping\n        r > rat\n    TerminationSet\n        \
               Timeout limit=500 win=True";
    NO_WIN = "N0505" Note "game that nobody can win":
        "No termination has `win=True`, so that every play is lost.",
        wrong "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    LevelMapping\n        r > rat\n    TerminationSet\n        \
               Timeout limit=500 win=False",
        right "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    LevelMapping\n        r > rat\n    TerminationSet\n        \
               Timeout limit=500 win=True";

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
    UNMAPPED = "W0604" Warning "character that stands for nothing":
        "The mapping has no line for this character, so that its cell stays empty. The reference engine logs a message for \
         each, and more than 25 messages end a game.",
        wrong "", right "";
    NO_AVATAR = "E0605" Error "level without an avatar":
        "No character of the level stands for an avatar, so that nobody can play.",
        wrong "", right "";
    EXTRA_AVATARS = "W0606" Warning "level with more avatars than players":
        "The first avatars play, in the order of the rows. The reference engine removes the others.",
        wrong "", right "";
    UNMAKEABLE = "E0607" Error "sprite that cannot be made":
        "A character of the level stands for a sprite that cannot be made: nobody declared it, or its class is unknown, or a \
         parameter is missing that its class needs.",
        wrong "", right "";
    MESSAGE_LIMIT = "W0608" Warning "messages that end the game":
        "The reference engine logs a message for each line that it drops, each parameter that it does not know, and each \
         character of a level that stands for nothing. When it has logged more than 25, it ends the game at the end of the \
         tick, and nobody wins. Here such a game goes on, unless it is compiled or replayed in compatible mode.",
        wrong "", right "";
    OVER_AT_ONCE = "W0609" Warning "level that is over after one tick":
        "A termination holds when the level begins, and nothing can change that in the first tick: there is nothing to play. \
         Mostly a sprite that is counted is not in the level.",
        wrong "", right "";
    OUT_OF_REACH = "N0610" Note "goal that cannot be reached":
        "A sprite that must go before the game is won stands where the avatar cannot walk: walls that nothing removes are all \
         around it.",
        wrong "", right "";

    // ---- The published grammar: errors of `check --strict` alone ---------------------------------------------------

    STRICT_GAME = "E0701" Error "game line that the published grammar does not have":
        "The published grammar starts a game with one word, the kind of game. Arguments on that line and `GameSpace` are \
         GVGAI's.",
        wrong "BasicGame square_size=10\n    SpriteSet\n        avatar > MovingAvatar",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar";
    BLOCK_TWICE = "E0702" Error "block twice":
        "In the published grammar each block stands at most once. GVGAI reads them all.",
        wrong "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n    SpriteSet\n        gem > Immovable",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n        gem > Immovable";
    STRICT_BLOCK = "E0703" Error "block that the published grammar does not have":
        "The blocks of the published grammar are SpriteSet, LevelMapping, InteractionSet and TerminationSet. ParameterSet is \
         GVGAI's.",
        wrong "GameSpace\n    ParameterSet\n        SPEED > values=0.1:0.1:1.0 value=0.5\n    SpriteSet\n        avatar > MovingAvatar",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar";
    ONE_CHILD = "E0704" Error "category with a single sprite":
        "In the published grammar a sprite with others below it has at least two of them.",
        wrong "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n        thing > Immovable\n            gem >",
        right "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n        gem > Immovable";
    STRICT_CHARACTER = "E0705" Error "level character that is not ASCII":
        "In the published grammar a level character is one ASCII character.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n    LevelMapping\n        é > gem",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    LevelMapping\n        e > gem";
    STRICT_MAPPING = "E0706" Error "level character without a sprite":
        "In the published grammar a level character stands for one sprite or more.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n    LevelMapping\n        g >",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    LevelMapping\n        g > gem";
    SEVERAL_PARTNERS = "E0707" Error "rule with more than two sprites":
        "In the published grammar a rule names two sprites. GVGAI reads more as the first with each of the others.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n        rat > RandomNPC\n        owl > RandomNPC\n    \
               InteractionSet\n        rat gem owl > stepBack",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n        rat > RandomNPC\n        owl > RandomNPC\n    \
               InteractionSet\n        rat gem > stepBack\n        rat owl > stepBack";
    STRICT_NAME = "E0708" Error "name that the sprite block does not have":
        "In the published grammar a rule names sprites and categories of the sprite block. `EOS` and `TIME` are words of the \
         engines, and the sprites `wall` and `avatar` that every game of GVGAI has are not declared.",
        wrong "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    InteractionSet\n        rat wall > stepBack",
        right "BasicGame\n    SpriteSet\n        wall > Immovable\n        rat > RandomNPC\n    InteractionSet\n        rat wall > \
               stepBack";
    STRICT_VALUE = "E0709" Error "value that Python cannot parse":
        "In the published grammar a value is a text that Python can parse: a number, a text in quotes, a name, or an \
         expression of them.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable img=2ndgem",
        right "BasicGame\n    SpriteSet\n        gem > Immovable img='2ndgem'";
    STRICT_SELECTION = "E0710" Error "selection, which is an extension":
        "The published grammar has no selections: no braces, no SelectorSet, no `tags`, `requires` and `if`.",
        wrong "BasicGame\n    SpriteSet\n        rat > RandomNPC\n        owl > RandomNPC\n    InteractionSet\n        {rat|owl} rat > stepBack",
        right "BasicGame\n    SpriteSet\n        rat > RandomNPC\n        owl > RandomNPC\n    InteractionSet\n        owl rat > stepBack";

    // ---- The Game Design Language ----------------------------------------------------------------------------------

    GDL_TOO_LARGE = "E0801" Error "module too large":
        "Modules of the Game Design Language are read up to 4 MiB.",
        wrong "", right "";
    GDL_TOO_DEEP = "E0802" Error "form that is nested too deep":
        "Lists and quotes are read up to two hundred deep. A deeper form is left out.",
        wrong "", right "";
    BAD_NUMBER = "E0803" Error "malformed number":
        "What starts with a digit, a sign or a point is a number, and goes on as long as digits, `d`, signs and points follow. \
         Such a run has to be a number or dice. The kernel dialect makes some number of anything.",
        wrong "(define x 5-3)",
        right "(define x (- 5 3))";
    ENDLESS_STRING = "E0804" Error "string without an end":
        "A string ends at the next double quote that has no backslash before it. The kernel dialect takes what there is.",
        wrong "(define x \"west)",
        right "(define x \"west\")";
    EMPTY_QUOTE = "E0805" Error "quote without a form":
        "A quote stands before the form that it quotes. Here a `)` or the end of the module follows it.",
        wrong "(define x ')",
        right "(define x 'y)";
    GDL_STRAY = "E0806" Error "character that no module may have":
        "A module may have any bytes but NUL.",
        wrong "", right "";
    OPEN_COMMENT = "W0807" Warning "comment without an end":
        "A block comment ends at `|#`. Block comments nest: each `#|` inside needs an end of its own. What stands behind the \
         last one that is open is not read.",
        wrong "(define x 1) #| a #| b |#",
        right "(define x 1) #| a #| b |# |#";
    EXTRA_CLOSE = "W0808" Warning "`)` without a list":
        "The parenthesis closes nothing. It reads as nil, a form of its own.",
        wrong "(define x (1 2)))",
        right "(define x (1 2))";
    OPEN_LIST = "W0809" Warning "list without an end":
        "The module ends inside a list. The form is left out; with it goes all that was meant to stand behind it.",
        wrong "(define x (1 2)",
        right "(define x (1 2))";
    NUMBER_FORM = "W0810" Warning "number that hardly means what it says":
        "Numbers with a point are kept in hundredths, so that further digits only make them larger: `1.255` is 1255. A sign or a \
         point without any digit is the number 0.",
        wrong "(define x 1.255)",
        right "(define x 1.25)";
    DICE_LIMIT = "W0811" Warning "dice beyond their limits":
        "Dice are packed into 16 bits: up to 8 dice of 2 to 17 faces, and -128 to 127 added. What is beyond runs into the bits of \
         its neighbours.",
        wrong "(define x 9d6)",
        right "(define x 8d6)";
    LONG_TEXT = "W0812" Warning "text that is cut":
        "Strings and symbols keep 999 bytes.",
        wrong "", right "";
    UNBOUND = "W0813" Warning "symbol without a value":
        "The symbol was not defined before this place, or not at all. It stands for itself. Where that is meant, quote it.",
        wrong "(define fleet (frigate cutter))",
        right "(unit-type frigate)\n(unit-type cutter)\n(define fleet (frigate cutter))";
    USELESS_FORM = "W0814" Warning "useless form":
        "A form of a module does something by the symbol in front of it: `define`, `unit-type`, `table` and so on. Anything else \
         does nothing.",
        wrong "(defin x 5)",
        right "(define x 5)";
    DEFINED_TWICE = "W0815" Warning "symbol defined twice":
        "A symbol that has a value keeps it: the second definition is ignored. In the kernel dialect it is the second that \
         counts. `set` changes a value, `undefine` takes it away.",
        wrong "(define x 5)\n(define x 6)",
        right "(define x 5)\n(set x 6)";
    GIVEN = "N0816" Note "definition that was given from outside":
        "The symbol was given a value on the command line, so that the definition of the module, which is its default, is left \
         out.",
        wrong "", right "";
    CONSTANT = "W0817" Warning "constant that cannot be changed":
        "`true`, `false`, `win`, `non-unit` and the like are constants.",
        wrong "(set true 0)",
        right "(define verity 0)";
    NOT_A_NAME = "W0818" Warning "name that is not a symbol":
        "What is defined, changed, or filled is named by a symbol. Nothing is done.",
        wrong "(define 5 x)",
        right "(define x 5)";
    UNKNOWN_SET = "W0819" Warning "`set` of a symbol that is not defined":
        "`set` changes a global parameter or a symbol with a value. For any other symbol it does what `define` does; in the \
         kernel dialect it does nothing.",
        wrong "(set x 5)",
        right "(define x 5)";
    BAD_OPERAND = "W0820" Warning "operand that is no number":
        "Arithmetic takes numbers and lists of numbers, comparisons take numbers. The result is nil.",
        wrong "(define x (+ 1 \"2\"))",
        right "(define x (+ 1 2))";
    FEW_OPERANDS = "W0821" Warning "too few operands":
        "`*` and `/` take none or two and more, `-` takes one and more. The result is nil.",
        wrong "(define x (/ 5))",
        right "(define x (/ 5 2))";
    UNEVEN_LISTS = "W0822" Warning "lists of different lengths":
        "Lists are added, subtracted, multiplied and divided element by element, and must have one length. The result is nil.",
        wrong "(define x (+ (1 2) (1 2 3)))",
        right "(define x (+ (1 2) (1 2)))";
    BY_ZERO = "W0823" Warning "division by zero":
        "The result is nil.",
        wrong "(define x (/ 5 0))",
        right "(define x (/ 5 1))";
    OVERFLOW = "E0824" Error "result out of range":
        "Numbers have 32 bits. In the kernel dialect they wrap around.",
        wrong "(define x (* 99999 99999))",
        right "(define x (* 9999 9999))";
    NOT_A_LIST = "W0825" Warning "value that is no list":
        "`remove` and `remove-list` take elements out of lists. The result is nil.",
        wrong "(define x (remove 1 1))",
        right "(define x (remove 1 (1 2)))";
    REMOVE_STOPS = "E0826" Error "`remove` that stops the kernel":
        "The kernel of Xconq ends with a fatal error when something is to be removed from what is no list.",
        wrong "", right "";
    UNKNOWN_PROPERTY = "W0827" Warning "unknown property":
        "No type of this kind has a property of this name. It is left out.",
        wrong "(unit-type a (hp-maxx 5))",
        right "(unit-type a (hp-max 5))";
    PROPERTY_FORM = "W0828" Warning "property that cannot be read":
        "A property is a list of its name and its value. After one that is not, the rest of the properties of the type are not \
         read.",
        wrong "(unit-type a hp-max 5)",
        right "(unit-type a (hp-max 5))";
    VALUE_KIND = "W0829" Warning "value of the wrong kind":
        "The property or global parameter takes a number, or a string. It keeps what it had.",
        wrong "(unit-type a (hp-max \"5\"))",
        right "(unit-type a (hp-max 5))";
    VALUE_RANGE = "W0830" Warning "value out of range":
        "Properties, tables and global parameters have ranges. A property takes the low 16 bits of the value, a \
         table nothing, a global parameter the value all the same.",
        wrong "(unit-type a (hp-max 40000))",
        right "(unit-type a (hp-max 30000))";
    NO_TYPES = "W0831" Warning "no type to add to":
        "`add` sets a property of a type or of each type in a list. All must be of one kind.",
        wrong "(unit-type a)\n(add 5 hp-max 5)",
        right "(unit-type a)\n(add a hp-max 5)";
    EXTRA_PART = "W0832" Warning "part that is left out":
        "The form takes no more parts than those before this one.",
        wrong "(unit-type a)\n(add a hp-max 5 6)",
        right "(unit-type a)\n(add a hp-max 5)";
    LIST_LENGTHS = "W0833" Warning "types and values that do not match":
        "A list of values goes with a list of types one by one, and must be as long. To give a list to each type, quote it.",
        wrong "(unit-type a)\n(unit-type b)\n(add (a b) hp-max (1 2 3))",
        right "(unit-type a)\n(unit-type b)\n(add (a b) hp-max (1 2))";
    UNKNOWN_TABLE = "W0834" Warning "unknown table":
        "There is no table of this name.",
        wrong "(unit-type a)\n(table hit-chanse 50)",
        right "(unit-type a)\n(table hit-chance 50)";
    TABLE_INDEX = "W0835" Warning "index of the wrong kind":
        "The indices of a table are types of its two kinds, or lists of them. What is left of the clause is left out.",
        wrong "(unit-type a)\n(table hit-chance (a 1 50))",
        right "(unit-type a)\n(table hit-chance (a a 50))";
    TABLE_VALUE = "W0836" Warning "value that is no number":
        "The entries of a table are numbers. What is left of the clause is left out.",
        wrong "(unit-type a)\n(table hit-chance (a a \"50\"))",
        right "(unit-type a)\n(table hit-chance (a a 50))";
    EMPTY_TABLE = "W0837" Warning "table over no types":
        "A table can be filled when there are types of both its kinds.",
        wrong "(table hit-chance 50)",
        right "(unit-type a)\n(table hit-chance 50)";
    LATE_TYPE = "W0838" Warning "type that comes late":
        "Tables have a row or a column for each type. Types should be defined before the first table over their kind; what is \
         said for all types leaves this one out.",
        wrong "(unit-type a)\n(table hit-chance 50)\n(unit-type b)",
        right "(unit-type a)\n(unit-type b)\n(table hit-chance 50)";
    TURNED_CLAUSE = "N0839" Note "clause with columns before rows":
        "The value has a list for each column where it should have one for each row. As it fits no other way it is read like \
         that; the kernel leaves the clause out.",
        wrong "(unit-type a)\n(unit-type b)\n(unit-type c)\n(table hit-chance ((a b c) (a b) ((1 2 3) (4 5 6))))",
        right "(unit-type a)\n(unit-type b)\n(unit-type c)\n(table hit-chance ((a b c) (a b) ((1 4) (2 5) (3 6))))";
    GDL_TOO_MUCH = "E0840" Error "module that takes too much":
        "Evaluation has limits: on the work it takes, on the size and depth of lists, on types, tables, and modules that load each \
         other.",
        wrong "", right "";
    KERNEL_STOPS = "E0841" Error "arithmetic that stops the kernel":
        "The kernel of Xconq ends with a fatal error here.",
        wrong "", right "";
    MODULE_MISSING = "W0842" Warning "module that is not in the library":
        "A module that another one needs was looked for in the library, as `NAME.g` and as `NAME`. Without it the rest is loaded.",
        wrong "", right "";
    MODULE_AGAIN = "W0843" Warning "module that is loaded already":
        "A module is loaded once.",
        wrong "", right "";
    MODULE_NAME = "W0844" Warning "module that calls itself by another name":
        "The name in `game-module` is not that of the file. The file name counts.",
        wrong "", right "";
    BAD_VARIANT = "W0845" Warning "variant that cannot be read":
        "A variant is a list of its name, its default, and what each value does. `include` sets variants that the module has.",
        wrong "", right "";
    // Games as modules. The examples are whole modules.

    GDL_NO_GAME = "E0850" Error "module without a game":
        "A module that is to be a game has one form `game-module`, which names it and its class.",
        wrong "(unit-type avatar (class MovingAvatar))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))";
    GDL_FORM = "E0851" Error "form of the wrong shape":
        "A form of the game vocabulary has other parts than this one: a rule is `(FIRST SECOND EFFECT)`, a property is `(NAME \
         VALUE)` with one value, and types, terminations and effects have their name first.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar) (speed 0.5 0.6))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar) (speed 0.5))";
    GDL_UNKNOWN = "E0852" Error "unknown form or table":
        "The module has a form or a table that neither the language nor the vocabulary of games knows.",
        wrong "(game-module \"g\")\n(unit-typ avatar (class MovingAvatar))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))";
    GDL_UNDEFINED = "E0853" Error "name that is never defined":
        "Where a number or a truth value is wanted stands a name that has no value: neither the module nor the call defines it.",
        wrong "(game-module \"g\")\n(define pace 0.5)\n(unit-type avatar (class MovingAvatar) (speed pac))",
        right "(game-module \"g\")\n(define pace 0.5)\n(unit-type avatar (class MovingAvatar) (speed pace))";
    GDL_EMPTY = "E0854" Error "category without sprites":
        "A category stands for the types in it. One that has none can neither be met nor placed.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(category vermin)",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(category vermin)\n(unit-type rat (class RandomNPC) (in vermin))";
    GDL_CATEGORY = "E0855" Error "sprite in what is no category":
        "`(in NAME)` puts a type into a category, which `category` defines. A category can be in another, but not in itself.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rat (class RandomNPC) (in avatar))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(category vermin)\n(unit-type rat (class RandomNPC) (in vermin))";
    GDL_KIND = "E0856" Error "wrong kind of type or value":
        "A table wants types of its kind: `interactions` any types, categories and lists of them, the tables of numbers types \
         that `unit-type` defines, and numbers for them.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(terrain-type rock)\n(table damage (rock avatar 1))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rock (class Immovable))\n(table damage (rock avatar 1))";
    GDL_UNEQUAL = "E0857" Error "lists of unequal length":
        "In a clause of a table, or in `add`, a list of values goes with a list of types, one value for each.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rat (class RandomNPC))\n(add (avatar rat) healthPoints (3 2 1))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rat (class RandomNPC))\n(add (avatar rat) healthPoints (3 2))";
    GDL_EXCHANGED = "N0858" Note "values by the second list of types":
        "A list of lists of values goes by the first list of types, one row for each. Here it fits the second list only, and is \
         read that way.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rat (class RandomNPC))\n(unit-type owl (class RandomNPC))\n(table damage ((rat owl avatar) (rat avatar) ((1 2 0) (3 4 0))))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(unit-type rat (class RandomNPC))\n(unit-type owl (class RandomNPC))\n(table damage ((rat owl avatar) (rat avatar) ((1 3) (2 4) (0 0))))";
    GDL_AREA = "E0859" Error "area that does not agree with its rows":
        "An area says its width and its height, and has so many rows with so many characters each.",
        wrong "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(area 3 2 (layout \"A  \" \"  \"))",
        right "(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n(area 3 2 (layout \"A  \" \"   \"))";
    GDL_VARIANT = "E0860" Error "unknown variant or choice":
        "`--variant NAME=VALUE` chooses among what `variants` of `game-module` offers, and so does the default of a variant.",
        wrong "(game-module \"g\" (variants (pace quick (slow (define pace 0.5)) (fast (define pace 1.0)))))\n(unit-type avatar (class MovingAvatar))",
        right "(game-module \"g\" (variants (pace fast (slow (define pace 0.5)) (fast (define pace 1.0)))))\n(unit-type avatar (class MovingAvatar))";
    GDL_GIVEN = "E0861" Error "value from outside that cannot be used":
        "`-D NAME=VALUE` takes a value as GDL has it: a number, a symbol, a string in quotes, or a list.",
        wrong "", right "";
    GDL_UNUSED = "W0862" Warning "value from outside that nothing uses":
        "`-D NAME=VALUE` gives a value to a name that the module defines with `define`. This module does not define it.",
        wrong "", right "";
    GDL_MODULE = "W0863" Warning "unknown property of `game-module`":
        "`game-module` takes its name, a title, the class of the game and its options, and variants.",
        wrong "(game-module \"g\" (tilte \"Game\"))\n(unit-type avatar (class MovingAvatar))",
        right "(game-module \"g\" (title \"Game\"))\n(unit-type avatar (class MovingAvatar))";

    // ---- Selections -----------------------------------------------------------------------------------------------

    NOT_A_TOKEN = "E0901" Error "not a CHOOSE token":
        "A token starts with `CHOOSE:`.",
        wrong "FEAT|ALL", right "CHOOSE:FEAT|ALL";
    UNKNOWN_SUBTOKEN = "E0902" Error "unknown subtoken":
        "`CHOOSE:` is followed by TEMPLATE, LANG, EQUIPMENT, FEAT or ABILITY. `vgdl choose convert` rewrites the \
         names of before.",
        wrong "CHOOSE:FAET|Dodge", right "CHOOSE:FEAT|Dodge";
    NO_ARGUMENTS = "E0903" Error "token without arguments":
        "A subtoken is followed by `|` and a selection, ABILITY by a category before it. A title is not a \
         selection.",
        wrong "CHOOSE:FEAT|TITLE=Pick one", right "CHOOSE:FEAT|Dodge|TITLE=Pick one";
    UNKNOWN_CATEGORY = "E0904" Error "unknown category":
        "ABILITY is followed by a category of abilities that the catalogue has.",
        wrong "CHOOSE:ABILITY||Dodge", right "CHOOSE:ABILITY|FEAT|Dodge";
    EMPTY_SELECTION = "E0905" Error "empty selection":
        "A selection has at least one term. `ALL` selects everything.",
        wrong "CHOOSE:FEAT|", right "CHOOSE:FEAT|ALL";
    EMPTY_ALTERNATIVE = "E0906" Error "empty alternative":
        "A `|` stands between two alternatives, neither first nor last nor twice.",
        wrong "CHOOSE:FEAT|Dodge||Toughness", right "CHOOSE:FEAT|Dodge|Toughness";
    EMPTY_TERM = "E0907" Error "empty term":
        "A `,` stands between two terms, neither first nor last nor twice.",
        wrong "CHOOSE:FEAT|TYPE=Fighter,", right "CHOOSE:FEAT|TYPE=Fighter";
    EMPTY_TYPE = "E0908" Error "type is missing":
        "`TYPE=` is followed by a type.",
        wrong "CHOOSE:FEAT|TYPE=", right "CHOOSE:FEAT|TYPE=Fighter";
    BAD_TYPE_DOTS = "E0909" Error "empty type between dots":
        "Several types after `TYPE=` have one dot between each two, and none at the ends: objects that have all of \
         them.",
        wrong "CHOOSE:FEAT|TYPE=Fighter..General", right "CHOOSE:FEAT|TYPE=Fighter.General";
    UNBALANCED_BRACKET = "E0910" Error "bracket without a partner":
        "Every `[` is closed by a `]`.",
        wrong "CHOOSE:FEAT|PC[TYPE=Fighter", right "CHOOSE:FEAT|PC[TYPE=Fighter]";
    EMPTY_BRACKETS = "E0911" Error "empty brackets":
        "Brackets hold a selection. A qualifier without them is about all objects.",
        wrong "CHOOSE:FEAT|PC[]", right "CHOOSE:FEAT|PC";
    TEXT_AFTER_BRACKET = "E0912" Error "text after a bracket":
        "A `]` is followed by `|`, `,`, another `]`, or nothing.",
        wrong "CHOOSE:FEAT|PC[TYPE=Fighter]TYPE=General", right "CHOOSE:FEAT|PC[TYPE=Fighter],TYPE=General";
    UNKNOWN_QUALIFIER = "E0913" Error "unknown qualifier":
        "Brackets follow a qualifier directly: ANY, PC or QUALIFIED, in upper case.",
        wrong "CHOOSE:FEAT|HAS[TYPE=Fighter]", right "CHOOSE:FEAT|PC[TYPE=Fighter]";
    QUALIFIER_VALUE = "E0914" Error "qualifier with a value":
        "A qualifier has no value. What it is about stands in brackets.",
        wrong "CHOOSE:FEAT|PC=Fighter", right "CHOOSE:FEAT|PC[TYPE=Fighter]";
    NEGATED_KEY = "E0915" Error "negated key":
        "`!` stands before `TYPE=` or a qualifier, not before a key.",
        wrong "CHOOSE:FEAT|!Dodge", right "CHOOSE:FEAT|!PC[Dodge]";
    BAD_PATTERN = "E0916" Error "misplaced `%`":
        "A `%` stands once, at the end: objects whose keys begin with what is before it.",
        wrong "CHOOSE:FEAT|Skill%Focus", right "CHOOSE:FEAT|Skill%";
    EMPTY_TITLE = "E0917" Error "empty title":
        "`TITLE=` in the last place is followed by a text.",
        wrong "CHOOSE:FEAT|Dodge|TITLE=", right "CHOOSE:FEAT|Dodge|TITLE=Pick one";
    SELECTION_TOO_DEEP = "E0918" Error "too many brackets in brackets":
        "Brackets can be nested 64 deep.",
        wrong "", right "";
    SELECTION_TOO_LONG = "E0919" Error "selection too long":
        "Selections are read up to 4 MiB.",
        wrong "", right "";
    KEY_WITH_AND = "E0920" Error "key joined with `,`":
        "Only `--strict` says this, as PCGen does. A key selects one object at most, so other terms joined to it \
         by `,` can only take that away.",
        wrong "CHOOSE:FEAT|Dodge,TYPE=Fighter", right "CHOOSE:FEAT|Dodge|TYPE=Fighter";
    ALL_COMBINED = "E0921" Error "`ALL` joined with other terms":
        "Only `--strict` says this, as PCGen does. `ALL` joined with `|` is `ALL`, and joined with `,` it says \
         nothing.",
        wrong "CHOOSE:FEAT|ALL,TYPE=Fighter", right "CHOOSE:FEAT|TYPE=Fighter";
    NESTED_BRACKETS = "E0922" Error "brackets in brackets":
        "Only `--strict` says this: PCGen does not read brackets inside of brackets.",
        wrong "CHOOSE:FEAT|PC[QUALIFIED[TYPE=Fighter]]", right "CHOOSE:FEAT|PC[TYPE=Fighter],QUALIFIED";
    AT_MOST_ONE = "W0923" Warning "at most one object can match":
        "A key selects one object at most, so other terms joined to it by `,` can only take that away.",
        wrong "CHOOSE:FEAT|Dodge,Toughness", right "CHOOSE:FEAT|Dodge|Toughness";
    EDGE_SPACE = "W0924" Warning "space at the end of a key":
        "White space is part of a key, as any other character is: ` Dodge` is not `Dodge`.",
        wrong "CHOOSE:FEAT|Dodge| Toughness", right "CHOOSE:FEAT|Dodge|Toughness";
    UNKNOWN_KEY = "W0925" Warning "unknown key":
        "No object of the catalogue has this key, so it selects nothing.",
        wrong "", right "";
    UNKNOWN_TYPE = "W0926" Warning "unknown type":
        "No object of the catalogue has this type, so it selects nothing, or with `!` everything.",
        wrong "", right "";
    DEPRECATED_TOKEN = "W0927" Warning "token of an old name":
        "The token has another name now; `vgdl choose convert` rewrites it.",
        wrong "CHOOSE:LANGUAGE|Spoken", right "CHOOSE:LANG|TYPE=Spoken";
    SELECTS_NOTHING = "E0928" Error "selection of no sprite type":
        "A selection in a game has at least one sprite type that it can mean. Categories are none: they stand for \
         the types below them.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy,TYPE=small,boss} avatar > killSprite",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy,TYPE=small} avatar > killSprite";
    UNKNOWN_IN_SELECTION = "E0929" Error "unknown name in a selection":
        "A key is the name of a sprite or category; a type is a tag, a category or a class.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enmy} avatar > killSprite",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy} avatar > killSprite";
    HOLDER_IN_PLACE = "E0930" Error "`PC` or `QUALIFIED` in the place of a sprite":
        "What the avatar holds changes from tick to tick. In the place of a sprite a selection is known before the \
         game begins; `if=` takes the others.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {PC[TYPE=enemy]} avatar > killSprite",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy} avatar > killSprite if={PC[key]}";
    BAD_SELECTOR = "E0931" Error "line of SelectorSet that names nothing":
        "A line of a SelectorSet is a name, `>` and a selection. The name is none of a sprite, and there once.",
        wrong "BasicGame\n    SpriteSet\n        rat > RandomNPC\n        owl > RandomNPC\n    SelectorSet\n        rat > owl",
        right "BasicGame\n    SpriteSet\n        rat > RandomNPC\n        owl > RandomNPC\n    SelectorSet\n        beasts > rat|owl";
    BAD_CONDITION = "E0932" Error "condition without braces":
        "`if=` takes a selection in braces.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        rat avatar > killSprite if=key",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        rat avatar > killSprite if={PC[key]}";
    BAD_REQUIRES = "E0933" Error "requirement that cannot be met":
        "`requires=` takes names of sprites with the amount of each behind `:`, and dots between; without an \
         amount one is enough. What is required is a resource: nothing else can be held.",
        wrong "BasicGame\n    SpriteSet\n        key > Resource\n        door > Immovable requires=key:many",
        right "BasicGame\n    SpriteSet\n        key > Resource\n        door > Immovable requires=key:2";
    TOO_MANY_CHOSEN = "E0934" Error "selections with too many pairs":
        "The two selections of a rule may have 65,536 pairs of types together.",
        wrong "",
        right "";
    SELECTION_IN_MAPPING = "E0935" Error "selection in a level mapping":
        "A level character stands for sprites that are named one by one: a level has to know which to make.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    LevelMapping\n        r > {TYPE=enemy}",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    LevelMapping\n        r > rat";
    UNCLOSED_BRACE = "E0936" Error "brace that is not closed":
        "A selection stands in braces, on one line.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy avatar > killSprite",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        {TYPE=enemy} avatar > killSprite";
    SEVERAL_FOR_ONE = "E0937" Error "several sprites where one is needed":
        "What makes a sprite, pays with a resource or leads to an exit has to know which. A selection of several types \
         stands where sprites are counted, chased or changed.",
        wrong "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        key avatar > transformTo stype={TYPE=enemy}",
        right "BasicGame\n    SpriteSet\n        enemy > Immovable\n            rat > tags=small\n            boss >\n        key > Resource\n        avatar > MovingAvatar\n    InteractionSet\n        key avatar > transformTo stype={TYPE=small}";
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
