//! `check --strict`: each production of the published grammar accepts what it has and rejects what it has not. A test is named
//! after its production.

use vgdl::diag::{Diagnostic, Level};
use vgdl::{Options, Source, check};

/// A game that the published grammar has, with all that it can have.
const GAME: &str = "\
BasicGame
    SpriteSet   # sprites
        wall > Immovable
        thing > color=BLUE
            gem > Resource limit=3 value=0.3e1
            rat > RandomNPC speed=.5 color=RED img='rat'

        avatar > MovingAvatar
    LevelMapping
        w > wall
        A > avatar
        g > gem wall
        r > rat
    InteractionSet
        avatar wall > stepBack
        rat  wall   >   stepBack
        gem avatar > collectResource scoreChange=-1
        thing   rat > killSprite
    TerminationSet
        SpriteCounter stype=gem win=True limit=0
        # no more
        Timeout limit=500 win=False
";

/// Errors of a strict check with a level: their codes.
fn errors_with(game: &str, level: &str) -> Vec<&'static str> {
    let levels = [Source::new("level", level)];
    let checked = check(&Source::new("game", game), &levels, &Options { strict: true, ..Options::default() });
    let errors = checked.diagnostics.iter().filter(|d: &&Diagnostic| d.level == Level::Error);
    errors.map(|d| d.code).collect()
}

fn errors(game: &str) -> Vec<&'static str> {
    errors_with(game, "wwww\nwArg\nwwww\n")
}

/// The game with one piece of it replaced.
fn with(old: &str, new: &str) -> String {
    assert_eq!(GAME.matches(old).count(), 1, "{old}");
    GAME.replace(old, new)
}

/// Changes that the production accepts, and changes that it rejects with a code.
fn production(accepted: &[(&str, &str)], rejected: &[(&str, &str, &str)]) {
    assert_eq!(errors(GAME), [""; 0], "the game itself");
    for (old, new) in accepted {
        assert_eq!(errors(&with(old, new)), [""; 0], "{new}");
    }
    for (old, new, code) in rejected {
        let found = errors(&with(old, new));
        assert!(found.contains(code), "{new}: {found:?}");
    }
}

#[test]
fn game() {
    production(
        &[(
            "    TerminationSet\n        SpriteCounter stype=gem win=True limit=0\n        # no more\n        Timeout limit=500 win=False\n",
            "",
        )],
        &[
            ("BasicGame", "BasicGmae", "E0116"),
            ("BasicGame", "GameSpace", "E0701"),
            ("BasicGame", "BasicGame square_size=10", "E0701"),
            ("    InteractionSet\n", "    InteractionSett\n", "E0103"),
            ("    LevelMapping\n", "    gem > Immovable\n    LevelMapping\n", "W0104"),
        ],
    );
}

#[test]
fn block() {
    production(
        // Any order.
        &[(
            "    LevelMapping\n        w > wall\n        A > avatar\n        g > gem wall\n        r > rat\n    InteractionSet\n        avatar wall > stepBack",
            "    InteractionSet\n        avatar wall > stepBack",
        )],
        &[
            ("    TerminationSet\n", "    InteractionSet\n        gem rat > killSprite\n    TerminationSet\n", "E0702"),
            (
                "    TerminationSet\n",
                "    ParameterSet\n        P > values=1:1:2 value=1\n    TerminationSet\n",
                "E0703",
            ),
            ("    TerminationSet\n", "    terminationset\n", "W0106"),
            ("    TerminationSet\n", "        TerminationSet\n", "W0105"),
        ],
    );
}

#[test]
fn sprite_block() {
    let lines = "        wall > Immovable\n";
    production(&[(lines, "        wall   >   Immovable\n")], &[(lines, "        wall Immovable\n", "E0201")]);
}

#[test]
fn sprite_node() {
    production(
        &[("        avatar > MovingAvatar\n", "        avatar > MovingAvatar speed=1\n")],
        &[("        avatar > MovingAvatar\n", "        avatar > MovingAvatar quick\n", "E0120")],
    );
}

#[test]
fn internal_node() {
    let third = "            rat > RandomNPC speed=.5 color=RED img='rat'\n";
    production(
        &[(third, "            rat > RandomNPC speed=.5\n            owl >  RandomNPC\n")],
        &[
            ("            gem > Resource limit=3 value=0.3e1\n", "", "E0704"),
            // The class of a category is that of the sprites below it.
            ("thing > color=BLUE", "thing > Immovable color=BLUE", "W0205"),
        ],
    );
}

#[test]
fn leaf() {
    let line = "        avatar > MovingAvatar\n";
    production(
        // The class may be an ancestor's.
        &[(
            line,
            "        avatar > MovingAvatar\n        food > Immovable\n            pea >\n            bun > color=RED\n",
        )],
        &[
            (line, "        avatar > MovingAvatar\n        pea > color=GREEN\n", "E0203"),
            (line, "        avatar > MovingAvatr\n", "E0202"),
        ],
    );
}

#[test]
fn level_block() {
    production(
        &[("        r > rat\n", "        r > rat\n        . > gem\n")],
        &[("        r > rat\n", "        r > rat\n            s > rat\n", "W0107")],
    );
}

#[test]
fn char_mapping() {
    production(
        &[("r > rat", "r > rat gem avatar"), ("r > rat", "= > rat")],
        &[
            ("r > rat", "rr > rat", "E0301"),
            ("r > rat", "é > rat", "E0705"),
            ("r > rat", "r >", "E0706"),
            ("r > rat", "r > rta", "E0212"),
            ("r > rat", "r rat", "E0302"),
        ],
    );
}

#[test]
fn collision_block() {
    let line = "        thing   rat > killSprite\n";
    production(
        &[(line, "        thing rat > killSprite scoreChange=1\n")],
        &[
            (line, "        thing rat wall > killSprite\n", "E0707"),
            (line, "        thing EOS > killSprite\n", "E0708"),
            (line, "        rat TIME > killSprite timer=3\n", "E0708"),
            (line, "        thing rta > killSprite\n", "E0212"),
            (line, "        thing > killSprite\n", "E0403"),
            (line, "        thing rat killSprite\n", "E0401"),
            (line, "        thing rat >\n", "E0402"),
            (line, "        thing rat > killSprit\n", "E0404"),
        ],
    );
    // `wall` is in every game of GVGAI, but not in this one's sprite block.
    assert_eq!(errors(&GAME.replace("        wall > Immovable\n", "")), ["E0708", "E0708"]);
}

#[test]
fn termination_block() {
    let line = "        Timeout limit=500 win=False\n";
    production(
        &[(line, "        Timeout win=False   limit=500\n")],
        &[
            (line, "        Timeuot limit=500 win=False\n", "E0501"),
            (line, "        Timeout limit=500\n            Timeout limit=600\n", "W0107"),
        ],
    );
}

#[test]
fn args() {
    production(
        &[("limit=3 value=0.3e1", "limit=3    value=1"), ("limit=3 value=0.3e1", "")],
        &[
            ("limit=3 value=0.3e1", "limit = 3", "E0112"),
            ("limit=3 value=0.3e1", "limit=3 value= 1", "E0112"),
            ("limit=3 value=0.3e1", "limit=", "E0111"),
            ("limit=3 value=0.3e1", "limit=3=4", "E0122"),
        ],
    );
}

#[test]
fn option_value() {
    for value in ["0.3e4", "'text'", "\"text\"", "True", "BLUE", "-1", "1,-2", "img/floor", "a.b", "3*-4", ".5", "5."] {
        assert_eq!(errors(&with("color=BLUE", &format!("img={value}"))), [""; 0], "{value}");
    }
    for value in ["2nd", "a-", "50%", "a:b", "'text", "1..2", "!x", "a..b", "*"] {
        let found = errors(&with("color=BLUE", &format!("img={value}")));
        assert_eq!(found, ["E0709"], "{value}");
    }
}

#[test]
fn comment() {
    production(
        &[("# no more", "#"), ("# no more", "### > = ###"), ("   # sprites", ""), ("r > rat", "r > rat# a rat")],
        // `#` starts a comment wherever it stands, so it can be no level character.
        &[("thing   rat > killSprite", "thing   rat #> killSprite", "E0401")],
    );
}

#[test]
fn level() {
    assert_eq!(errors_with(GAME, "wwww\nwArg\n"), [""; 0]);
    assert_eq!(errors_with(GAME, "wwww\nwArgw\n"), ["W0602"]);
    assert_eq!(errors_with(GAME, "wwww\nwA\n"), ["W0602"]);
}

#[test]
fn without_strict_departures_compile() {
    let text = with("BasicGame", "BasicGame square_size=10").replace("thing   rat >", "thing rat EOS >");
    assert!(!check(&Source::new("game", text.as_str()), &[], &Options::default()).has_errors());
    assert_eq!(errors(&text), ["E0701", "E0707", "E0708"]);
}
