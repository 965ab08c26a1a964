//! New names.

use std::path::PathBuf;

use rayon::prelude::*;
use vgdl::editor::{CannotRename, Document};
use vgdl::source::Span;
use vgdl::{Options, Policy, Program, Source, compile};

use super::{GAME, document, edited};
use crate::{corpus, own};

/// A text with another word in each of some places.
fn applied(text: &str, spans: &[Span], new: &str) -> String {
    let mut out = text.to_owned();
    for span in spans.iter().rev() {
        out.replace_range(span.range(), new);
    }
    out
}

fn program(text: &str, levels: &[Source]) -> Program {
    let options = Options { strip: true, ..Options::default() };
    let compiled = compile(&Source::new("game", text), levels, &options);
    compiled.program.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

/// Renames each sprite of a game in turn, from the place of each of its mentions; how many there are.
fn renames_keep(game: &str, levels: &[Source]) -> usize {
    let plain = program(game, levels);
    let checked = vgdl::check(&Source::new("game", game), &[], &Options::default()).game.expect("a game");
    let document = Document::new(Source::new("game", game), Vec::new(), &Options::default());
    let mut renamed = 0;
    for ty in checked.types.iter().filter(|ty| !["wall", "avatar"].contains(&ty.name.as_str())) {
        let spans = document.rename(ty.span.start as usize, "snark-9").expect("a name that is free");
        for span in &spans {
            assert_eq!(document.source().slice(*span), ty.name);
            for offset in span.range() {
                assert_eq!(document.rename(offset, "snark-9").as_ref(), Ok(&spans));
            }
        }
        let text = applied(game, &spans, "snark-9");
        assert_eq!(program(&text, levels), plain, "{}: {text}", ty.name);
        // No mention is left, so the old name is free, and going back gives the old text.
        let again = self::document(&text);
        let first = spans.first().expect("a mention").start as usize;
        let back = again.rename(first, &ty.name).expect("the old name is free");
        assert_eq!(applied(&text, &back, &ty.name), game);
        renamed += 1;
    }
    renamed
}

#[test]
fn a_game_stays_the_same_but_for_the_name() {
    assert_eq!(renames_keep(GAME, &[]), 7);
    let mut renamed = 0;
    for game in own::games() {
        renamed += renames_keep(&game.source.text, &game.levels);
    }
    assert!(renamed > 80, "{renamed}");
}

#[test]
fn the_language_keeps_its_words() {
    let (document, offset) = edited("h > ghost", "h > gh‸ost");
    let cannot = |new: &str| document.rename(offset, new).expect_err(new);
    for new in [
        "wall",
        "avatar",
        "EOS",
        "time",
        "spriteset",
        "RED",
        "UP",
        "DUP",
        "GRID",
        "12",
        "1.5",
        "true",
        "False",
        "NaN",
        "addTimer",
    ] {
        assert_eq!(cannot(new), CannotRename::Reserved(new.to_owned()));
    }
    for new in ["", "a b", "a#", "a=b", "a,b", ">", "a\n", "\u{1}", "\u{A0}x", "\u{FEFF}x"] {
        assert_eq!(cannot(new), CannotRename::NotAWord(new.to_owned()));
    }
    assert_eq!(cannot("foe"), CannotRename::Taken("foe".to_owned(), 6));
    assert_eq!(cannot("foe").to_string(), "`foe` is named in line 6 already");
    for new in ["spectre", "Missile", "é", "portal", "x-1", "Ghost"] {
        assert_eq!(document.rename(offset, new).map(|spans| spans.len()), Ok(3), "{new}");
    }
    assert_eq!(document.rename(offset, "ghost"), Ok(Vec::new()));
    let span = document.renamable(offset).expect("a name");
    assert_eq!(document.source().slice(span), "ghost");
}

#[test]
fn only_names_of_the_game_are_renamed() {
    let cannot = |old: &str, new: &str| {
        let (document, offset) = edited(old, new);
        let why = document.rename(offset, "fresh").expect_err(new);
        assert_eq!(document.renamable(offset).as_ref(), Err(&why));
        why
    };
    assert_eq!(cannot("avatar ghost >", "ava‸tar ghost >"), CannotRename::Fixed("avatar".to_owned()));
    assert_eq!(cannot("g > gate", "g > w‸all"), CannotRename::Fixed("wall".to_owned()));
    assert_eq!(cannot("g > gate", "g > ga‸tes"), CannotRename::Undeclared("gates".to_owned()));
    assert_eq!(cannot("rock > Immovable", "rock > Immo‸vable"), CannotRename::Nothing);
    assert_eq!(cannot("# remark", "# ‸rock"), CannotRename::Nothing);
    // A name that nobody declares would be captured.
    let (document, offset) = edited("g > gate", "g > g‸ate spook");
    assert!(matches!(document.rename(offset, "spook"), Err(CannotRename::Taken(..))));
}

#[test]
fn a_game_parameter_gets_a_new_name() {
    let text = "GameSpace\n  ParameterSet\n    P > values=1:1:5 value=2\n  SpriteSet\n    a > Missile speed=P\n    avatar > MovingAvatar cooldown=P\n  InteractionSet\n  TerminationSet\n  LevelMapping\n";
    let document = document(text);
    let spans = document.rename(text.find("P >").expect("its line"), "PACE").expect("a name that is free");
    assert_eq!(spans.len(), 3);
    assert_eq!(program(&applied(text, &spans, "PACE"), &[]), program(text, &[]));
    assert!(matches!(document.rename(spans[0].start as usize, "a"), Err(CannotRename::Taken(..))));
}

/// The same on public games, faults and all. A type that a broken game does not declare is left alone.
#[test]
fn public_games_stay_the_same_but_for_the_name() {
    let Some(shared) = corpus::shared() else { return };
    let options = Options { policy: Policy::Compat, strip: true, ..Options::default() };
    let same = |path: &PathBuf| {
        let game = corpus::read(path);
        let source = |text: &str| Source::new("game", text);
        let Some(plain) = compile(&source(&game), &[], &options).program else { return 0 };
        let document = Document::new(source(&game), Vec::new(), &options);
        let types = vgdl::check(&source(&game), &[], &options).game.expect("a game").types;
        let mut renamed = 0;
        for ty in types.iter().filter(|ty| ty.line > 0) {
            match document.rename(ty.span.start as usize, "snark-9") {
                Ok(spans) => {
                    let text = applied(&game, &spans, "snark-9");
                    let program = compile(&source(&text), &[], &options).program;
                    assert_eq!(program.as_ref(), Some(&plain), "{}: {}", path.display(), ty.name);
                    renamed += 1;
                }
                Err(why) => assert!(matches!(why, CannotRename::Fixed(_)), "{}: {}: {why}", path.display(), ty.name),
            }
        }
        renamed
    };
    let games = corpus::files(&shared.join("games/gvgai"), &corpus::is_game);
    let renamed: usize = games.par_iter().map(same).sum();
    println!("{renamed} sprites of {} games renamed", games.len());
    assert!(renamed > 10 * games.len());
}
