//! Nothing that a text can hold makes an answer panic, or take long.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use vgdl::editor::Document;

use super::{GAME, document};

/// Asks everything about every place, places outside of the text and within characters as well.
fn ask(document: &Document) {
    let text = document.source().text.clone();
    let inside = |span: vgdl::source::Span| text.get(span.range()).is_some();
    for offset in (0..text.len() + 3).chain([usize::MAX]) {
        if let Some(hover) = document.hover(offset) {
            assert!(inside(hover.span) && !hover.text.is_empty());
        }
        let found = document.complete(offset);
        assert!(inside(found.replace) || offset > text.len() || !text.is_char_boundary(offset), "{offset} {found:?}");
        assert!(document.definition(offset).is_none_or(inside));
        assert!(document.references(offset, true).into_iter().all(inside));
        if let Ok(spans) = document.rename(offset, "snark") {
            assert!(spans.into_iter().all(inside));
        }
    }
    for symbol in document.symbols() {
        assert!(inside(symbol.span) && inside(symbol.name_span));
    }
}

#[test]
fn every_place_of_a_game_can_be_asked_about() {
    ask(&document(GAME));
    ask(&document(&GAME.replace('\n', "\r\n").replace("coin", "münze").replace("        ", "\t\t")));
}

/// Every beginning of a game is a game that is being typed.
#[test]
fn a_game_can_be_asked_about_while_it_is_typed() {
    for end in 0..=GAME.len() {
        let document = document(&GAME[..end]);
        let _ = document.complete(end);
        let _ = document.hover(end);
        let _ = document.hover(end.saturating_sub(1));
        let _ = document.symbols();
    }
}

const PIECES: &[&str] = &[
    "SpriteSet\n",
    "InteractionSet\n",
    "TerminationSet\n",
    "LevelMapping\n",
    "ParameterSet\n",
    "BasicGame",
    "GameSpace",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "\r",
    " ",
    " ",
    " > ",
    ">",
    "=",
    ",",
    "#",
    "stype=",
    "stype=a,b",
    "color=",
    "values=1:2:3",
    "a",
    "b",
    "avatar",
    "EOS",
    "TIME",
    "Missile",
    "killSprite",
    "addTimer",
    "ftype=",
    "SpriteCounter",
    "é",
    "😀",
    "\u{FEFF}",
    "\u{1}",
    "\u{85}",
    "\u{2028}",
];

proptest! {
    #[test]
    fn any_text_can_be_asked_about(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40)) {
        ask(&document(&pieces.concat()));
    }

    #[test]
    fn any_characters_can_be_asked_about(text in any::<String>()) {
        ask(&document(&text));
    }
}

#[test]
fn large_texts_take_no_time() {
    let mut wide = String::from("BasicGame\n  SpriteSet\n");
    for i in 0..20_000 {
        wide += &format!("    s{i} > Missile img=a\n");
    }
    wide += "  LevelMapping\n    x > s1";
    let line = format!(
        "BasicGame\n  SpriteSet\n    a > Missile {}\n  InteractionSet\n    a a > spawn {}\n",
        "stype=a,a ".repeat(50_000),
        "x ".repeat(100_000)
    );
    let deep: String = (0..3000).map(|i| format!("{:1$}a > b\n", "", i)).collect();
    for text in [wide, line, format!("BasicGame\n SpriteSet\n{deep}")] {
        let start = Instant::now();
        let document = document(&text);
        let read = start.elapsed();
        for offset in [text.len(), text.len() / 2, 40] {
            let _ = document.hover(offset);
            let _ = document.complete(offset);
            let _ = document.rename(offset, "snark");
        }
        let _ = document.symbols();
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{read:?} to read, {took:?} in all");
    }
}
