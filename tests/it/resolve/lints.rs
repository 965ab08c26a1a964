//! Rules that cannot mean what they seem to.

use super::found;

fn game(sprites: &str, rules: &str, mapping: &str) -> String {
    format!(
        "BasicGame\n    SpriteSet\n{}    InteractionSet\n{}    LevelMapping\n{}",
        super::indented(sprites),
        super::indented(rules),
        super::indented(mapping)
    )
}

const SPRITES: &str = "floor > Immovable\ngate > Door\ngem > Resource\nrat > RandomNPC\n";

#[test]
fn sprites_that_never_move_and_share_no_cell_never_meet() {
    assert_eq!(found(&game(SPRITES, "floor wall > killSprite\n", "f > floor\n")), [("W0408", 8, 9)]);
    assert_eq!(found(&game(SPRITES, "floor floor > killSprite\n", "f > floor\n")), [("W0408", 8, 9)]);
}

#[test]
fn sprites_that_can_meet_are_left_alone() {
    for (rules, mapping) in [
        ("floor wall > killSprite", "f > floor wall"),
        ("floor floor > killSprite", "f > floor floor"),
        ("floor rat > killSprite", "f > floor"),
        ("floor wall > killSprite\nrat avatar > spawn stype=floor", "f > floor"),
        ("floor wall > killSprite\nfloor rat > bounceForward", "f > floor"),
        ("floor wall > killSprite\nfloor EOS > wrapAround", "f > floor"),
        ("floor wall > killSprite\nTIME floor > align timer=3", "f > floor"),
    ] {
        assert_eq!(found(&game(SPRITES, rules, mapping)), [], "{rules}");
    }
}

#[test]
fn a_family_meets_if_any_of_it_does() {
    let sprites = "thing >\n    floor > Immovable\n    cart > Missile\n";
    assert_eq!(found(&game(sprites, "thing wall > killSprite\n", "f > floor\n")), []);
    let sprites = "thing > Immovable\n    floor >\n    cart >\n";
    assert_eq!(found(&game(sprites, "thing wall > killSprite\n", "f > floor\nc > cart wall\n")), []);
}

#[test]
fn a_resource_is_of_class_resource() {
    let text = game(SPRITES, "gate avatar > killIfOtherHasMore resource=rat limit=1\n", "f > floor\n");
    assert_eq!(found(&text), [("W0213", 8, 51)]);
    let text = game(SPRITES, "gate avatar > killIfOtherHasMore resource=gem limit=1\n", "f > floor\n");
    assert_eq!(found(&text), []);
}
