//! Codes of games and levels: `00` to `07`.

use super::{Code, Level};

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
}
