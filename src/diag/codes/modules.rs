//! Codes of modules of the Game Design Language: `08`.

use super::{Code, Level};

#[rustfmt::skip]
codes! {
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
    OPEN_IF = "W0864" Warning "`if` without `end-if`":
        "What stands between `(if TEST)` and `(end-if)` counts only if the test is 1. Without an end, that is the rest of the module.",
        wrong "(game-module \"g\")\n(define hard 0)\n(unit-type avatar (class MovingAvatar))\n(if hard)\n(unit-type rat (class RandomNPC))",
        right "(game-module \"g\")\n(define hard 0)\n(unit-type avatar (class MovingAvatar))\n(if hard)\n(unit-type rat (class RandomNPC))\n(end-if)";
}
