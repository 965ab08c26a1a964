//! What the explanations of diagnostics call wrong is wrong, and what they call right is right.

use vgdl::diag::codes;
use vgdl::{Options, Source, compile};

/// A whole game around an example.
fn wrap(code: &str, text: &str) -> String {
    let sprites = "        gem > Resource\n        rat > RandomNPC\n        gate > Door\n        floor > Immovable\n";
    let rules = format!("BasicGame\n    SpriteSet\n{sprites}");
    let block = |name: &str| format!("{rules}    {name}\n{}", super::indented(text));
    match code {
        _ if text.starts_with("BasicG") || text.starts_with("GameSpace") => text.to_owned(),
        codes::GAME_PARAM_VALUE | codes::GAME_PARAM_UNSET | codes::GAME_PARAM_RANGE => format!(
            "GameSpace\n    ParameterSet\n{}    SpriteSet\n        gem > Missile speed=SPEED\n",
            super::indented(text)
        ),
        _ if text.starts_with("LevelMapping") || text.starts_with("InteractionSet") => {
            let lines: String = text.lines().map(|l| format!("    {l}\n")).collect();
            rules + &lines
        }
        codes::EXTRA_WORD | codes::UNKNOWN_END | codes::END_NEVER | codes::END_ALWAYS => block("TerminationSet"),
        _ if text.contains("avatar ") || text.contains(" rat ") || code[1..].starts_with("04") => {
            block("InteractionSet")
        }
        _ => super::with_sprites(text),
    }
}

#[test]
fn the_examples_of_resolver_codes_hold() {
    let mut checked = 0;
    for code in codes::ALL.iter().filter(|c| !c.wrong.is_empty() && !["06", "08", "09", "10"].contains(&&c.code[1..3]))
    {
        // The parser's have a test of their own.
        let front = [codes::MAPPING_CHARACTER, codes::NO_ARROW, codes::NO_EFFECT, codes::ONE_SPRITE];
        if code.code[1..] <= *"0115" || front.contains(&code.code) {
            continue;
        }
        let has = |text: &str| {
            let source = Source::new("game", wrap(code.code, text));
            compile(&source, &[], &Options { strict: code.code.starts_with("E07"), ..Options::default() })
                .diagnostics
                .iter()
                .any(|d| d.code == code.code)
        };
        assert!(has(code.wrong), "{}: {}", code.code, wrap(code.code, code.wrong));
        assert!(!has(code.right), "{}: {}", code.code, wrap(code.code, code.right));
        checked += 1;
    }
    assert!(checked >= 52, "{checked}");
}
