//! Codes of selections: `09`.

use super::{Code, Level};

#[rustfmt::skip]
codes! {
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
    ALWAYS_HOLDS = "W0938" Warning "condition that always holds":
        "A condition is about the avatar: what it holds (`PC`) and what it qualifies for (`QUALIFIED`). One that asks for neither is the same in every tick. It says nothing about the two sprites of the rule: those are chosen in the rule's first two places.",
        wrong "BasicGame\n    SpriteSet\n        key > Resource\n        door > Immovable\n        avatar > MovingAvatar\n    InteractionSet\n        door avatar > killSprite if={key}",
        right "BasicGame\n    SpriteSet\n        key > Resource\n        door > Immovable\n        avatar > MovingAvatar\n    InteractionSet\n        door avatar > killSprite if={PC[key]}";
}
