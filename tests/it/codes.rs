//! Every diagnostic code is given by some text. Codes with a wrong and a right example are tested on those
//! (`resolve/examples.rs`, `front`); here are the others.

use std::process::Command;

use vgdl::diag::codes::{self, ALL};
use vgdl::{Options, Source, check};

/// A game in which everything is well, with one line more in a block.
fn game(block: &str, line: &str) -> String {
    let text = "GameSpace\n    ParameterSet\n    SpriteSet\n        gem > Immovable\n        rat > Missile speed=1\n        \
                bad > ResourcePack\n    InteractionSet\n        avatar wall > stepBack\n    LevelMapping\n        g > gem\n        \
                b > bad\n        z > zoo\n    TerminationSet\n        Timeout limit=100 win=True\n";
    text.replace(&format!("    {block}\n"), &format!("    {block}\n        {line}\n"))
}

/// Game, level, values of parameters.
type Texts = (String, String, Vec<(String, String)>);

/// Texts that give a code.
fn given(code: &str) -> Option<Texts> {
    let plain = game("", "").replace("        z > zoo\n", "").replace("        b > bad\n", "");
    let plain = plain.replace("        bad > ResourcePack\n", "");
    let (level, none) = ("A g\n".to_owned(), Vec::new());
    let set = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    Some(match code {
        codes::TOO_MANY => (game("SpriteSet", &"x\n        ".repeat(1100)), level, none),
        codes::TOO_DEEP => {
            let lines: String = (0..120).map(|i| format!("{}s{i} > Immovable\n", " ".repeat(8 + i))).collect();
            (format!("BasicGame\n    SpriteSet\n{lines}"), level, none)
        }
        codes::TOO_LARGE => (format!("BasicGame # {}", "x".repeat(17 << 20)), level, none),
        codes::UNKNOWN_GAME_PARAM => (plain, level, set("SPEED", "1")),
        codes::GAME_PARAM_TWICE => {
            (game("ParameterSet", "P > values=1:1:3 value=2\n        P > values=1:1:3 value=2"), level, none)
        }
        codes::UNSUPPORTED => (game("TerminationSet", "SpriteCounter stype=gem canEnd=True"), level, none),
        codes::REFUSED => (plain.replacen("GameSpace", "GameSpace max_ticks=0", 1), level, none),
        codes::EMPTY_LEVEL => (plain, String::new(), none),
        codes::LARGE_LEVEL => (plain, ["A"; 4001].map(|a| a.repeat(1000)).join("\n"), none),
        codes::UNMAPPED => (plain, "A?\n".to_owned(), none),
        codes::NO_AVATAR => (plain, "g g\n".to_owned(), none),
        codes::EXTRA_AVATARS => (plain, "A A\n".to_owned(), none),
        codes::UNMAKEABLE => (game("SpriteSet", "zoo > Immovable"), "Ab\n".to_owned(), none),
        codes::MESSAGE_LIMIT => (plain, format!("A{}\n", "?".repeat(60)), none),
        codes::UNUSED_CHARACTER => (plain, "A \n".to_owned(), none),
        codes::OVER_AT_ONCE => {
            (plain.replace("Timeout limit=100", "SpriteCounter stype=gem"), "A  \n".to_owned(), none)
        }
        codes::OUT_OF_REACH => {
            let rules = plain.replace("wall > stepBack\n", "wall > stepBack\n        gem avatar > killSprite\n");
            let text = rules.replace("Timeout limit=100", "SpriteCounter stype=gem limit=0");
            (text, "wwwwwww\nwA w gw\nwwwwwww\n".to_owned(), none)
        }
        _ => return None,
    })
}

#[test]
fn codes_without_an_example_are_given() {
    let mut shown = 0;
    // Other languages have tests of their own for theirs.
    let games = |c: &&codes::Code| !["08", "09", "10"].contains(&&c.code[1..3]);
    for code in ALL.iter().filter(games).filter(|c| c.wrong.is_empty() && c.code != codes::UNREAD) {
        let (game, level, params) = given(code.code).unwrap_or_else(|| panic!("no text gives {}", code.code));
        let options = Options { params, ..Options::default() };
        let found = check(&Source::new("game", game), &[Source::new("level", level)], &options).diagnostics;
        let all: Vec<&str> = found.iter().map(|d| d.code).collect();
        assert!(all.contains(&code.code), "{}: {:?}", code.code, &all[..all.len().min(20)]);
        shown += 1;
    }
    assert!(shown >= 16, "{shown}");
}

#[test]
fn a_file_that_cannot_be_read_is_told_in_every_format() {
    for format in ["json", "sarif", "github"] {
        let run = Command::new(env!("CARGO_BIN_EXE_vgdl")).args(["check", "no-such-file", "--format", format]).output();
        let run = run.expect("the program runs");
        assert_eq!(run.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&run.stdout).contains(codes::UNREAD), "{format}");
    }
}
