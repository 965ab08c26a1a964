//! Codes of games of py-vgdl: `10`.

use super::{Code, Level};

#[rustfmt::skip]
codes! {
    // ---- Games of py-vgdl -----------------------------------------------------------------------------------------

    PY_NO_GAME = "E1001" Error "no game in the text":
        "A game begins with a line such as `BasicGame`. The reference engine raises IndexError for a text without lines.",
        wrong "# nothing", right "BasicGame";
    PY_INDENTATION = "E1002" Error "indentation that does not match":
        "Lines that belong to the same line are indented alike, by as many columns as the first of them. Tabs reach to the next \
         multiple of eight. The reference engine raises AssertionError.",
        wrong "BasicGame\n    SpriteSet\n  LevelMapping", right "BasicGame\n    SpriteSet\n    LevelMapping";
    PY_SECOND_GAME = "W1003" Warning "second game in a text":
        "Only the first game of a text is read. A line that is not indented begins another one.",
        wrong "BasicGame\nSpriteSet\n    gem > Immovable", right "BasicGame\n    SpriteSet\n        gem > Immovable";
    PY_UNKNOWN_BLOCK = "W1004" Warning "unknown block":
        "A game has the blocks SpriteSet, LevelMapping, InteractionSet and TerminationSet. Any other line, and what belongs to \
         it, is not read.",
        wrong "BasicGame\n    SpiteSet\n        gem > Immovable", right "BasicGame\n    SpriteSet\n        gem > Immovable";
    PY_LOST_LINE = "W1005" Warning "line that is not read":
        "A rule has a `>`, and no lines belong to a rule, a line of the level mapping or a termination. The reference engine \
         goes on without a word.",
        wrong "BasicGame\n    InteractionSet\n        avatar wall stepBack",
        right "BasicGame\n    InteractionSet\n        avatar wall > stepBack";
    PY_GAME_OPTION = "W1006" Warning "unknown option of the game":
        "The reference engine prints a warning and goes on without it.",
        wrong "BasicGame square_size=30", right "BasicGame frame_rate=30";
    PY_BAD_OPTION = "E1007" Error "option without exactly one `=`":
        "An option is a name, `=` and a value, without spaces. The reference engine raises ValueError.",
        wrong "BasicGame\n    SpriteSet\n        gem > Missile speed = 1", right "BasicGame\n    SpriteSet\n        gem > Missile speed=1";
    PY_ARROW = "E1008" Error "line without exactly one `>`":
        "Lines of the SpriteSet and of the LevelMapping have one `>`, and rules have no second one. The reference engine raises \
         ValueError, or AssertionError for a sprite without one.",
        wrong "BasicGame\n    SpriteSet\n        gem Immovable", right "BasicGame\n    SpriteSet\n        gem > Immovable";
    PY_NO_NAME = "E1009" Error "no name before the options":
        "A rule names its effect before the options, a termination its class. The reference engine raises TypeError.",
        wrong "BasicGame\n    TerminationSet\n        limit=100", right "BasicGame\n    TerminationSet\n        Timeout limit=100";
    PY_UNKNOWN_CLASS = "E1010" Error "unknown sprite class":
        "The first word behind the `>`, if it has no `=`, names a class of the dialect. The reference engine raises NameError.",
        wrong "BasicGame\n    SpriteSet\n        gem > Imovable", right "BasicGame\n    SpriteSet\n        gem > Immovable";
    PY_UNKNOWN_EFFECT = "E1011" Error "unknown effect":
        "The first word behind the `>` of a rule names an effect of the dialect. The reference engine raises NameError.",
        wrong "BasicGame\n    InteractionSet\n        avatar wall > stopBack",
        right "BasicGame\n    InteractionSet\n        avatar wall > stepBack";
    PY_UNKNOWN_END = "E1012" Error "unknown termination":
        "The first word of a termination names its class. The reference engine raises NameError.",
        wrong "BasicGame\n    TerminationSet\n        TimeOut limit=100", right "BasicGame\n    TerminationSet\n        Timeout limit=100";
    PY_TOO_DEEP = "E1013" Error "sprites too deep in each other":
        "Sprites are read up to 100 levels deep.",
        wrong "", right "";
    PY_GLYPH = "E1014" Error "not one character":
        "A line of the LevelMapping is one character, `>` and names of sprites. The reference engine raises AssertionError.",
        wrong "BasicGame\n    LevelMapping\n        gg > gem\n    SpriteSet\n        gem > Immovable",
        right "BasicGame\n    LevelMapping\n        g > gem\n    SpriteSet\n        gem > Immovable";
    PY_PARTNERS = "E1015" Error "rule without two sprites":
        "A rule names two sprites, or a sprite and `EOS`. The original engine reads more of them and fails with ValueError when \
         the level is built; in the rewrite a rule may have several partners.",
        wrong "BasicGame\n    InteractionSet\n        avatar > stepBack",
        right "BasicGame\n    InteractionSet\n        avatar wall > stepBack";
    PY_END_OPTION = "E1016" Error "option that a termination does not take":
        "Options of a termination are arguments of a call. The reference engine raises TypeError for any other.",
        wrong "BasicGame\n    TerminationSet\n        Timeout limit=100 stype=avatar",
        right "BasicGame\n    TerminationSet\n        Timeout limit=100";
    PY_LIMIT = "E1017" Error "limit that is no number":
        "The limit of a termination is compared with a number. With a value of another kind the reference engine raises \
         TypeError in the first tick.",
        wrong "BasicGame\n    TerminationSet\n        Timeout limit=many", right "BasicGame\n    TerminationSet\n        Timeout limit=100";
    PY_UNUSED_OPTION = "W1018" Warning "option that no rule looks at":
        "The reference engine keeps every option of a sprite, known or not. One that is misspelt changes nothing.",
        wrong "BasicGame\n    SpriteSet\n        gem > Missile sped=2", right "BasicGame\n    SpriteSet\n        gem > Missile speed=2";
    PY_EFFECT_OPTION = "W1019" Warning "option that an effect does not take":
        "Options of a rule are arguments of a call. The reference engine raises TypeError when the rule first runs, so the game \
         stops there.",
        wrong "BasicGame\n    InteractionSet\n        avatar wall > stepBack stype=wall",
        right "BasicGame\n    InteractionSet\n        avatar wall > transformTo stype=wall";
    PY_EFFECT_OPERAND = "W1020" Warning "option of an effect that is missing or of the wrong kind":
        "The reference engine raises TypeError when the rule first runs, so the game stops there.",
        wrong "BasicGame\n    InteractionSet\n        avatar wall > changeResource",
        right "BasicGame\n    InteractionSet\n        avatar wall > changeResource resource=wall";
    PY_EDGE_SCORE = "W1021" Warning "points for leaving the screen":
        "The original engine passes `scoreChange` of a rule with `EOS` to the effect, which does not take it: it raises TypeError \
         when a sprite leaves the screen.",
        wrong "BasicGame\n    InteractionSet\n        avatar EOS > killSprite scoreChange=-1",
        right "BasicGame\n    InteractionSet\n        avatar EOS > killSprite";
    PY_BUILTIN = "W1022" Warning "value that means something to Python":
        "Values are expressions of Python, and a name that Python or the engine knows is what it is there: the function `exit`, \
         not the sprites of that name. So it names no sprites. Call the sprite otherwise.",
        wrong "BasicGame\n    SpriteSet\n        exit > Immovable\n        hole > Portal stype=exit",
        right "BasicGame\n    SpriteSet\n        way > Immovable\n        hole > Portal stype=way";
    PY_TRUE_TEXT = "W1023" Warning "text that counts as true":
        "Python writes `True` and `False`. Any other word is a text, and texts count as true: `win=false` wins.",
        wrong "BasicGame\n    TerminationSet\n        Timeout limit=100 win=false",
        right "BasicGame\n    TerminationSet\n        Timeout limit=100 win=False";
    PY_UNKNOWN_NAME = "W1024" Warning "sprite that nobody declared":
        "No line of the SpriteSet has this name, so there are never any such sprites. Where one is to be made, the reference \
         engine raises KeyError.",
        wrong "BasicGame\n    InteractionSet\n        avatar gem > stepBack",
        right "BasicGame\n    SpriteSet\n        gem > Immovable\n    InteractionSet\n        avatar gem > stepBack";
    PY_DEFINED_TWICE = "W1025" Warning "sprite defined twice":
        "The last definition of a type counts, and gives it its place in the order in which sprites are updated and drawn. The \
         rewrite refuses a second definition.",
        wrong "BasicGame\n    SpriteSet\n        gem > Immovable\n        gem > Passive",
        right "BasicGame\n    SpriteSet\n        gem > Passive";
    PY_REFUSED = "E1026" Error "game that the virtual machine does not run":
        "The game has more names, types or sprites than can be counted.",
        wrong "BasicGame MAX_SPRITES=9999999", right "BasicGame MAX_SPRITES=10000";
    PY_LARGE = "E1027" Error "text too large":
        "Game files are read up to 16 MiB, levels up to 4,000,000 cells.",
        wrong "", right "";
    PY_NO_WIN = "E1028" Error "termination without `win=`":
        "In the rewrite Timeout, SpriteCounter and ResourceCounter have to say whether the game is won. It raises TypeError.",
        wrong "", right "";
    PY_REDEFINED = "E1029" Error "second definition of a sprite":
        "In the rewrite a type is defined once.",
        wrong "", right "";

    PY_RAGGED_LEVEL = "E1031" Error "level lines of unequal length":
        "All lines of a level are equally long, but for empty ones, which are left out. The reference engine raises \
         AssertionError.",
        wrong "", right "";
    PY_SMALL_LEVEL = "E1032" Error "level too small":
        "A level has at least two columns and two rows. The reference engine raises AssertionError.",
        wrong "", right "";
    PY_UNMAKEABLE = "E1033" Error "character that stands for no sprite type":
        "A name behind a character of the LevelMapping is that of a type: a line of the SpriteSet to which no other lines belong. \
         The reference engine raises KeyError when such a character is in a level.",
        wrong "", right "";
    PY_NO_CLASS = "E1034" Error "sprite without a class in a level":
        "Neither the sprite's line nor the lines above it name a class. The reference engine raises TypeError when one is to be \
         made.",
        wrong "", right "";
    PY_RETURN = "W1035" Warning "carriage returns in a level":
        "Lines of a level end at line feeds. A carriage return before it is one more column, without a sprite.",
        wrong "", right "";
    PY_UNMAPPED = "N1036" Note "character that stands for nothing":
        "The cell is empty, like that of a space.",
        wrong "", right "";
    PY_NO_AVATAR = "W1037" Warning "level without an avatar":
        "No key does anything in it.",
        wrong "", right "";
    PY_BAD_START = "E1038" Error "level that cannot be built":
        "The reference engine raises an exception while it makes the sprites of the level.",
        wrong "", right "";

    PY_DIALECT = "N1041" Note "dialect that was told from the text":
        "Some words of the text are of one dialect only, so that is how the game is read. `--dialect` says it outright.",
        wrong "", right "";
    PY_MIXED = "E1042" Error "words of different dialects in one game":
        "No engine reads the game: one line has a word that only one dialect knows, another line one that only another knows. \
         Choose one with `--dialect`, to be told what does not belong there.",
        wrong "", right "";
}
