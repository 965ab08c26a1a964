//! What editors ask about a text. In the games of these tests `‸` marks the place that is asked about.

mod complete;
mod hostile;
mod hover;
mod names;
mod rename;

use vgdl::editor::Document;
use vgdl::{Options, Source};

/// A game without fault that has some of everything.
pub(crate) const GAME: &str = "\
BasicGame square_size=20 obs=wall,rock
    SpriteSet
        rock > Immovable color=GRAY
        thing >
            coin > Resource limit=3 color=GOLD
            foe > Chaser stype=avatar speed=0.5
                ghost > cooldown=2
        gate > Portal stype=coin
        avatar > ShootAvatar stype=bolt,coin ammo=coin
        bolt > Missile singleton=True
    InteractionSet
        avatar wall rock > stepBack
        foe EOS > stepBack
        thing bolt > transformTo stype=coin killSecond=True
        coin avatar > collectResource scoreChange=2
        coin TIME > addTimer ftype=spawn stype=foe timer=10
        avatar ghost > killIfHasLess resource=coin limit=1
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        MultiSpriteCounter stype1=coin stype2=foe win=True
    LevelMapping
        . > rock # remark
        c > rock coin
        g > gate
        f > foe
        h > ghost
";

/// A text without its mark, and where that was.
pub(crate) fn marked(text: &str) -> (Document, usize) {
    let offset = text.find('‸').expect("a mark");
    (document(&text.replacen('‸', "", 1)), offset)
}

/// The game with `old`, which is in it once, replaced by `new`, which has the mark.
pub(crate) fn edited(old: &str, new: &str) -> (Document, usize) {
    assert_eq!(GAME.matches(old).count(), 1, "{old}");
    marked(&GAME.replace(old, new))
}

pub(crate) fn document(text: &str) -> Document {
    Document::new(Source::new("game.vgdl", text), Vec::new(), &Options::default())
}

#[test]
fn the_game_of_these_tests_is_without_fault() {
    assert_eq!(document(GAME).diagnostics(), []);
}

#[test]
fn levels_are_checked_with_their_game() {
    let levels = vec![Source::new("a", "A.cgfh\n"), Source::new("b", "A?c\n")];
    let document = Document::new(Source::new("game.vgdl", GAME), levels, &Options::default());
    let found: Vec<_> = document.diagnostics().iter().map(|d| (d.source, d.code)).collect();
    assert_eq!(found, [(2, "W0604")]);
    assert_eq!(document.levels().len(), 2);
}

#[test]
fn the_outline_is_nested() {
    let symbols = document(GAME).symbols();
    let find = |name: &str| symbols.iter().position(|s| s.name == name).expect("an entry");
    let parent = |name: &str| symbols[find(name)].parent.map(|p| symbols[p].name.clone());
    assert_eq!(parent("BasicGame"), None);
    assert_eq!(parent("ghost").as_deref(), Some("foe"));
    assert_eq!(parent("foe").as_deref(), Some("thing"));
    assert_eq!(parent("thing").as_deref(), Some("SpriteSet"));
    assert_eq!(parent("SpriteCounter").as_deref(), Some("TerminationSet"));
    assert_eq!(symbols[find("ghost")].detail, "Chaser");
    assert_eq!(symbols[find("c")].detail, "rock coin");
    assert!(symbols.iter().any(|s| s.name == "foe EOS > stepBack"));
    for symbol in &symbols {
        assert!(symbol.span.start <= symbol.name_span.start && symbol.name_span.end <= symbol.span.end, "{symbol:?}");
        if let Some(parent) = symbol.parent.map(|p| &symbols[p]) {
            assert!(parent.span.start <= symbol.span.start && symbol.span.end <= parent.span.end, "{symbol:?}");
        }
    }
}

#[test]
fn remarks_silence_in_editors_as_well() {
    let faulty = GAME.replacen("color=GRAY", "colour=GRAY", 1);
    let codes = |text: &str| document(text).diagnostics().iter().map(|d| d.code).collect::<Vec<_>>();
    assert_eq!(codes(&faulty), ["W0208"]);
    assert_eq!(codes(&faulty.replacen("colour=GRAY", "colour=GRAY # vgdl: allow(W0208)", 1)), [""; 0]);
}

#[test]
fn tabs_count_as_they_do_for_check() {
    // With tab stops of eight the line hangs below `thing`, and is a chaser; with a tab as one column it would not be.
    let text =
        "BasicGame\n    SpriteSet\n      thing > Chaser stype=avatar\n\trat > ‸\n    LevelMapping\n      r > rat\n";
    let (document, at) = marked(text);
    let names: Vec<String> = document.complete(at).items.into_iter().map(|i| i.name).collect();
    // What another class takes is not offered to a chaser.
    let has = |name: &str| names.iter().any(|n| n == name);
    assert!(has("fleeing") && !has("spawnBehind"), "{names:?}");
}
