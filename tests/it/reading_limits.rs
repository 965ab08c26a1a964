//! What is larger than may be read is told of with the code that `docs/robustness.md` names.

use vgdl::front::level;
use vgdl::front::vgdl::parse::{MAX_BYTES, MAX_DEPTH};
use vgdl::{Options, Source, check};
use vgdl_vm::program::verify::limits;

/// Codes of a game and a level.
fn codes(game: String, level: Option<String>) -> Vec<&'static str> {
    let levels: Vec<Source> = level.into_iter().map(|l| Source::new("level", l)).collect();
    check(&Source::new("game", game), &levels, &Options::default()).diagnostics.iter().map(|d| d.code).collect()
}

const GAME: &str = "BasicGame\n SpriteSet\n  avatar > MovingAvatar\n LevelMapping\n  A > avatar\n";

#[track_caller]
fn game(code: &str, fits: String, exceeds: String) {
    assert!(!codes(fits, None).contains(&code), "{code} of what fits");
    assert!(codes(exceeds, None).contains(&code), "{code}");
}

#[test]
fn one_more_is_told_of_with_the_code_of_the_page() {
    let bytes = |n: usize| format!("{GAME}{}", "#".repeat(n - GAME.len()));
    game("E0115", bytes(MAX_BYTES), bytes(MAX_BYTES + 1));
    let nested = |n: usize| {
        let lines: String = (2..n).map(|i| format!("{}s{i} > Missile\n", " ".repeat(i))).collect();
        format!("BasicGame\n SpriteSet\n{lines}")
    };
    game("E0113", nested(MAX_DEPTH), nested(MAX_DEPTH + 1));
    let arguments = |n: usize| {
        let words: String = (0..n).map(|i| format!(" k{i}=1")).collect();
        format!("BasicGame\n SpriteSet\n  s > Missile{words}\n")
    };
    game("E0115", arguments(256), arguments(257));
    let value = |n: usize| format!("BasicGame\n SpriteSet\n  s > Missile img={}\n", "x".repeat(n));
    game("E0115", value(limits::TEXT), value(limits::TEXT + 1));
    let sprites = |n: usize| {
        format!("BasicGame\n SpriteSet\n{}", (2..n).map(|i| format!("  s{i} > Missile\n")).collect::<String>())
    };
    game("E0129", sprites(limits::TYPES), sprites(limits::TYPES + 1));
    game("E0115", sprites(65535), sprites(65536));
    let ends = |n: usize| format!("{GAME} TerminationSet\n{}", "  Timeout limit=1\n".repeat(n));
    game("E0115", ends(65535), ends(65536));
    let rules = |n: usize| format!("{GAME} InteractionSet\n{}", "  avatar wall > stepBack\n".repeat(n));
    game("E0115", rules(65535), rules(65536));
}

#[test]
fn a_level_of_one_row_more_is_told_of() {
    let rows = |n: usize| Some(format!("A{}\n", " ".repeat(1999)).repeat(n));
    assert!(!codes(GAME.to_owned(), rows(level::MAX_CELLS / 2000)).contains(&"E0603"));
    assert!(codes(GAME.to_owned(), rows(level::MAX_CELLS / 2000 + 1)).contains(&"E0603"));
}
