//! What may be written where.

use vgdl::editor::{Completions, Kind};
use vgdl_vm::ontology::{CLASSES, COLOURS, EFFECTS, ENDS};

use super::{edited, marked};

/// The texts offered, in order.
fn texts(found: &Completions) -> Vec<&str> {
    found.items.iter().map(|item| item.text.as_str()).collect()
}

fn of_kind(found: &Completions, kind: Kind) -> Vec<&str> {
    found.items.iter().filter(|item| item.kind == kind).map(|item| item.name.as_str()).collect()
}

/// What is offered where `new` stands for `old`, with what gives way.
fn offered(old: &str, new: &str) -> (Completions, String) {
    let (document, offset) = edited(old, new);
    let found = document.complete(offset);
    let replaced = document.source().slice(found.replace).to_owned();
    (found, replaced)
}

const SPRITES: [&str; 8] = ["rock", "thing", "coin", "foe", "ghost", "gate", "avatar", "bolt"];

fn sprites_and_wall() -> Vec<&'static str> {
    SPRITES.into_iter().chain(["wall"]).collect()
}

#[test]
fn behind_the_arrow_of_a_sprite_come_classes() {
    let all: Vec<&str> = CLASSES.iter().map(|c| c.name).collect();
    for (new, replaced) in
        [("rock > ‸", ""), ("rock > Imm‸", "Imm"), ("rock > ‸Imm", "Imm"), ("rock > ‸ color=GRAY", "")]
    {
        let (found, old) = offered("rock > Immovable color=GRAY", new);
        assert_eq!((of_kind(&found, Kind::Class), old.as_str()), (all.clone(), replaced), "{new}");
        assert_eq!(found.items[0].kind, Kind::Class);
        assert!(found.complete);
    }
    let class = offered("rock > Immovable", "rock > ‸").0.items.into_iter().find(|i| i.name == "Missile");
    assert_eq!(class.map(|c| c.doc).as_deref(), Some("Flies in its orientation."));
}

#[test]
fn behind_the_class_come_its_parameters_first() {
    let (found, _) = offered("gate > Portal stype=coin", "gate > Portal ‸");
    assert_eq!(texts(&found)[0], "stype=");
    assert!(of_kind(&found, Kind::Class).is_empty());
    assert_eq!(found.items[0].detail, "Portal: sprite, must be given");
    // What is given is not offered again.
    let (found, _) = offered("gate > Portal stype=coin", "gate > Portal stype=coin ‸");
    let names = of_kind(&found, Kind::Parameter);
    assert!(!names.contains(&"stype") && names.contains(&"speed") && !names.contains(&"ammo"));
    // What does nothing comes last.
    assert_eq!(names.last(), Some(&"name"));
}

#[test]
fn a_class_from_above_gives_parameters() {
    let (found, _) = offered("ghost > cooldown=2", "ghost > ‸");
    assert_eq!(found.items[0].kind, Kind::Parameter);
    assert_eq!(texts(&found)[..2], ["stype=", "fleeing="]);
    assert!(!of_kind(&found, Kind::Class).is_empty());
    // Nothing is above: any class may come, with any parameter.
    let (found, _) = offered("        thing >\n", "        thing > ‸\n");
    assert!(of_kind(&found, Kind::Parameter).contains(&"ammo"));
}

#[test]
fn a_key_that_has_its_sign_gets_no_second() {
    let (found, old) = offered("foe > Chaser stype=avatar", "foe > Chaser st‸ype=avatar");
    assert_eq!(old, "stype");
    assert!(texts(&found).contains(&"stype") && !texts(&found).contains(&"stype="));
}

#[test]
fn values_are_of_the_parameters_type() {
    let (found, old) = offered("color=GOLD", "color=GO‸");
    let colours: Vec<&str> = COLOURS.iter().map(|c| c.0).collect();
    assert_eq!((texts(&found), old.as_str()), (colours, "GO"));
    let value = |new: &str| {
        let (found, old) = offered("bolt > Missile singleton=True", new);
        (texts(&found).join(" "), old)
    };
    assert_eq!(value("bolt > Missile singleton=‸").0, "True False");
    assert_eq!(value("bolt > Missile orientation=‸").0, "UP DOWN LEFT RIGHT NONE NIL");
    assert_eq!(value("bolt > Missile physicstype=‸").0, "GRID CONT");
    assert_eq!(value("bolt > Missile hidden=‸").0, "True False");
    assert_eq!(value("bolt > Missile speed=‸").0, "");
    assert_eq!(value("bolt > Missile nonsense=‸").0, "");
    assert_eq!(offered("BasicGame square_size=20", "BasicGame key_handler=‸").0.items[0].text, "Pulse");
}

#[test]
fn sprites_are_values_piece_by_piece() {
    for (new, replaced) in [
        ("stype=‸", ""),
        ("stype=bo‸", "bo"),
        ("stype=bolt,‸", ""),
        ("stype=bolt,co‸in,gate", "coin"),
        ("stype=‸,x", ""),
    ] {
        let (found, old) = offered("stype=bolt,coin", new);
        assert_eq!((of_kind(&found, Kind::Sprite), old.as_str()), (sprites_and_wall(), replaced), "{new}");
    }
    let (found, _) = offered("stype=bolt,coin", "stype=‸");
    let detail = |name: &str| found.items.iter().find(|i| i.name == name).map(|i| i.detail.clone());
    assert_eq!(detail("ghost").as_deref(), Some("Chaser"));
}

#[test]
fn a_rule_names_sprites_then_an_effect() {
    let line = "thing bolt > transformTo stype=coin killSecond=True";
    let (found, _) = offered(line, "‸");
    assert_eq!(of_kind(&found, Kind::Sprite), sprites_and_wall());
    assert_eq!(of_kind(&found, Kind::Word), ["EOS", "TIME"]);
    let (found, old) = offered(line, "thing bo‸");
    assert_eq!((of_kind(&found, Kind::Sprite), old.as_str()), (sprites_and_wall(), "bo"));
    let (found, _) = offered(line, "thing bolt ‸");
    assert_eq!(found.items[0].text, ">");
    let (found, _) = offered(line, "thing bo‸ > transformTo");
    assert!(!texts(&found).contains(&">"));
    let all: Vec<&str> = EFFECTS.iter().map(|e| e.name).collect();
    for new in ["thing bolt > ‸", "thing bolt > trans‸", "thing bolt > ‸ stype=coin", "thing bolt > tr‸ stype=coin"]
    {
        assert_eq!(of_kind(&offered(line, new).0, Kind::Effect), all, "{new}");
    }
}

#[test]
fn an_effect_has_its_parameters() {
    let line = "thing bolt > transformTo stype=coin killSecond=True";
    let (found, _) = offered(line, "thing bolt > transformTo ‸");
    assert_eq!(texts(&found)[0], "stype=");
    assert!(of_kind(&found, Kind::Effect).is_empty());
    let names = of_kind(&found, Kind::Parameter);
    assert!(names.contains(&"scoreChange") && !names.contains(&"timer"));
    assert!(of_kind(&offered(line, "thing TIME > transformTo ‸").0, Kind::Parameter).contains(&"timer"));
    // The effect inside a timer takes its parameters from the same line.
    let (found, _) = offered(line, "thing bolt > addTimer ftype=killIfHasLess ‸");
    let names = of_kind(&found, Kind::Parameter);
    assert!(names.contains(&"resource") && names.contains(&"timer") && !names.contains(&"ftype"));
    assert!(of_kind(&offered(line, "thing bolt > addTimer ftype=‸").0, Kind::Effect).contains(&"spawn"));
    assert_eq!(of_kind(&offered(line, "thing bolt > killIfHasLess resource=‸").0, Kind::Sprite), sprites_and_wall());
}

#[test]
fn terminations_and_their_parameters() {
    let line = "MultiSpriteCounter stype1=coin stype2=foe win=True";
    let all: Vec<&str> = ENDS.iter().map(|e| e.name).collect();
    assert_eq!(of_kind(&offered(line, "‸").0, Kind::End), all);
    assert_eq!(of_kind(&offered(line, "Multi‸").0, Kind::End), all);
    let (found, _) = offered(line, "MultiSpriteCounter stype1=coin ‸");
    let names = of_kind(&found, Kind::Parameter);
    assert_eq!(names, ["stype2", "stype3", "min", "limit", "win", "count_score"]);
    assert_eq!(texts(&offered(line, "Timeout win=‸").0), ["True", "False"]);
    assert_eq!(texts(&offered(line, "Timeout win=True,‸").0), ["True", "False"]);
    assert_eq!(of_kind(&offered(line, "SpriteCounter stype=‸").0, Kind::Sprite), sprites_and_wall());
}

#[test]
fn a_level_character_stands_for_sprites() {
    assert_eq!(texts(&offered("g > gate", "g ‸").0), [">"]);
    for new in ["g > ‸", "g > ga‸", "g > rock ‸"] {
        assert_eq!(of_kind(&offered("g > gate", new).0, Kind::Sprite), sprites_and_wall(), "{new}");
    }
    assert!(offered("g > gate", "g‸").0.items.is_empty());
}

#[test]
fn the_game_line_and_blocks() {
    let (document, at) = marked("Ba‸");
    assert_eq!(texts(&document.complete(at)), ["BasicGame", "GameSpace"]);
    let (document, at) = marked("‸");
    assert_eq!(texts(&document.complete(at)), ["BasicGame", "GameSpace"]);
    let (found, _) = offered("BasicGame square_size=20", "BasicGame square_size=20 no‸");
    assert_eq!(texts(&found)[..2], ["no_players=", "no_counters="]);
    let blocks = ["SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet", "ParameterSet", "SelectorSet"];
    for text in ["BasicGame\n    ‸", "BasicGame\n    Spr‸\n", "BasicGame\n  SpriteSet\n    a > Passive\n  ‸"] {
        let (document, at) = marked(text);
        assert_eq!(of_kind(&document.complete(at), Kind::Word), blocks, "{text:?}");
    }
    // Deeper than the blocks, or not below the game line.
    for text in ["BasicGame\n  SpriteSet\n    ‸", "BasicGame\n‸", "BasicGame\n  SpriteSet ‸"] {
        let (document, at) = marked(text);
        assert_eq!(of_kind(&document.complete(at), Kind::Word), [""; 0], "{text:?}");
    }
}

#[test]
fn game_parameters_are_values() {
    let text = "GameSpace\n  ParameterSet\n    SPEED > values=1:1:5 ‸\n  SpriteSet\n    a > Missile speed=\n";
    let (document, at) = marked(text);
    assert_eq!(texts(&document.complete(at)), ["value=", "string="]);
    let (document, at) = marked(&text.replace('‸', "").replace("speed=", "speed=‸"));
    assert_eq!(of_kind(&document.complete(at), Kind::GameParameter), ["SPEED"]);
}

#[test]
fn comments_and_faraway_places_have_nothing() {
    assert!(offered("# remark", "# re‸mark").0.items.is_empty());
    let (document, _) = edited("# remark", "‸");
    assert!(document.complete(usize::MAX).items.is_empty());
}

#[test]
fn of_very_many_sprites_those_that_start_alike_come() {
    let mut text = String::from("BasicGame\n  SpriteSet\n");
    for i in 0..3000 {
        text += &format!("    s{i} > Passive\n");
    }
    text += "  LevelMapping\n    x > s29‸\n";
    let (document, at) = marked(&text);
    let found = document.complete(at);
    assert!(!found.complete);
    assert_eq!(found.items.len(), 111);
}
