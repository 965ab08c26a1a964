//! Registration, classes, inheritance, families, order.

use vgdl::Policy;
use vgdl_vm::ontology::{Class, SpriteParam, Value};
use vgdl_vm::program::{TypeId, Unmakeable};

use super::{found, id, is_error, names, only, program, with_sprites};

#[test]
fn a_class_from_above_replaces_the_one_on_the_line_but_not_for_lines_below() {
    let text = with_sprites("a > Immovable\n    b > Missile\n        c >\navatar > MovingAvatar\n");
    let program = program(&text);
    let class = |name| program.types[id(&program, name).index()].class;
    assert_eq!([class("a"), class("b"), class("c")], [Ok(Class::Immovable), Ok(Class::Immovable), Ok(Class::Missile)]);
    assert_eq!(found(&text), [("W0205", 4, 17)]);
}

#[test]
fn a_family_is_the_lineage_and_then_the_families_of_children() {
    let program = program(&with_sprites("top > Missile\n    left >\n        leaf >\n    right >\n"));
    let family = |name| names(&program, &program.types[id(&program, name).index()].family);
    assert_eq!(family("top"), ["top", "left", "leaf", "right"]);
    assert_eq!(family("left"), ["top", "left", "leaf"]);
    assert_eq!(family("leaf"), ["top", "left", "leaf"]);
    assert_eq!(family("right"), ["top", "right"]);
    assert_eq!(names(&program, &program.types[id(&program, "leaf").index()].lineage), ["top", "left", "leaf"]);
}

#[test]
fn the_order_has_leaves_alone_and_the_avatar_last() {
    let text = with_sprites("avatar > MovingAvatar\ntop > Missile\n    leaf >\nwall > Immovable\ntail > Passive\n");
    let program = program(&text);
    assert_eq!(names(&program, &program.order), ["leaf", "wall", "tail", "avatar"]);
}

#[test]
fn a_second_sprite_set_repeats_wall_and_avatar_in_the_order() {
    let text = "BasicGame\n    SpriteSet\n        a > Passive\n    SpriteSet\n        b > Passive\n";
    let game = super::game(text);
    // wall, avatar, a, wall, avatar, b: the place of the second avatar is never written, and holds the first type.
    let order: Vec<_> = game.order.iter().filter_map(|&id| game.ty(id)).map(|t| t.name.as_str()).collect();
    assert_eq!(order, ["wall", "a", "wall", "b", "wall", "avatar"]);
    // The virtual machine does not run it, and that is an error that says so.
    assert!(is_error(text, Policy::Compat));
}

#[test]
fn a_later_line_of_the_same_name_counts_and_keeps_the_number() {
    let text = with_sprites("a > Missile\nb > Passive\na > Immovable\n");
    let program = program(&text);
    assert_eq!(id(&program, "a").0, 2);
    assert_eq!(program.types[2].class, Ok(Class::Immovable));
    assert_eq!(names(&program, &program.order), ["wall", "b", "a", "avatar"]);
    assert_eq!(found(&text), [("W0204", 5, 9)]);
}

#[test]
fn a_line_below_one_of_its_own_name_replaces_it() {
    let game = super::game(&with_sprites("a > Missile speed=2\n    a > speed=3\n"));
    let speed = game.types[2].params.iter().find(|p| p.param == SpriteParam::Speed);
    assert_eq!(speed.map(|p| &p.value), Some(&Value::Double(3.0)));
    assert_eq!(game.types[2].lineage, [TypeId(2), TypeId(2)]);
}

#[test]
fn singleton_marks_the_line_it_stands_on() {
    let program = program(&with_sprites("shot > Missile singleton=TRUE\n    sam >\n    other > singleton=1\n"));
    let marked = |name| program.types[id(&program, name).index()].singleton;
    assert_eq!([marked("shot"), marked("sam"), marked("other")], [true, false, false]);
}

#[test]
fn nearer_parameters_count() {
    let program = program(&with_sprites("shot > Missile speed=0.5 cooldown=3\n    sam > speed=2\n"));
    let params = &program.types[id(&program, "sam").index()].params;
    assert_eq!(params[..], [(SpriteParam::Speed, Value::Double(2.0)), (SpriteParam::Cooldown, Value::Int(3))]);
}

#[test]
fn only_the_class_resource_itself_has_a_limit() {
    let program =
        program(&with_sprites("a > Resource\nb > Resource limit=7\nc > Immovable\n    d > Resource limit=9\n"));
    let limit = |name| program.types[id(&program, name).index()].resource_limit;
    assert_eq!([limit("a"), limit("b"), limit("c"), limit("d")], [2, 7, 0, 0]);
}

#[test]
fn wall_and_avatar_exist_and_lose_their_defaults_when_declared() {
    let text = with_sprites("gem > Passive\n");
    let program = super::program(&text);
    assert_eq!(program.types[0].class, Ok(Class::Immovable));
    assert!(program.types[0].params.contains(&(SpriteParam::Solid, Value::Bool(true))));
    assert_eq!(program.types[1].class, Ok(Class::MovingAvatar));
    let program = super::program(&with_sprites("wall > Immovable\n"));
    assert_eq!(program.types[0].params, []);
}

#[test]
fn messages_are_counted_for_the_first_sprite_and_at_once_for_resources() {
    let text = with_sprites("a > Missile limit=5 foo=1 physics=1\nb > Resource bar=1\n");
    let program = program(&text);
    assert_eq!(program.types[id(&program, "a").index()].messages, 2);
    assert_eq!(program.types[id(&program, "b").index()].messages, 1);
    assert_eq!(program.messages, 1);
}

#[test]
fn a_line_without_arrow_hides_those_behind_it() {
    let text = with_sprites("a > Passive\nb Passive\nc > Passive\n");
    let program = program(&text);
    assert_eq!(program.types.len(), 3);
    assert_eq!(found(&text), [("E0201", 4, 9)]);
}

#[test]
fn sprites_that_cannot_be_made_say_why() {
    let program =
        program(&with_sprites("a > color=RED\nb > Imovable\nc > Portal\nd > ResourcePack\ne > Portal stype=5\n"));
    let why = |name| program.types[id(&program, name).index()].class;
    assert_eq!(why("a"), Err(Unmakeable::NoClass));
    assert_eq!(why("b"), Err(Unmakeable::UnknownClass));
    assert_eq!(why("c"), Err(Unmakeable::MissingParameter));
    assert_eq!(why("d"), Err(Unmakeable::BrokenClass));
    assert_eq!(why("e"), Err(Unmakeable::MissingParameter));
}

#[test]
fn a_category_needs_neither_class_nor_parameters() {
    assert_eq!(found(&with_sprites("top >\n    a > Immovable\nhole > Portal\n    way > stype=a\n")), []);
}

#[test]
fn an_argument_on_a_category_is_reported_once() {
    let text = with_sprites("shot > Missile limt=3\n    a >\n    b >\n");
    assert_eq!(found(&text), [("W0208", 3, 24)]);
}

#[test]
fn the_last_word_is_the_class() {
    let text = with_sprites("a > speed=1 Missile Immovable\n");
    assert_eq!(program(&text).types[2].class, Ok(Class::Immovable));
    assert_eq!(found(&text), [("E0120", 3, 21)]);
}

#[test]
fn a_misspelt_class_is_suggested() {
    let only = only(&with_sprites("a > Misile\n"));
    assert_eq!((only.code, only.help.as_deref()), ("E0202", Some("did you mean `Missile`?")));
}

#[test]
fn a_game_without_sprites_is_an_error_under_both_policies() {
    for policy in [Policy::Default, Policy::Compat] {
        assert!(is_error("BasicGame\n    LevelMapping\n        g > wall\n", policy));
    }
}

#[test]
fn a_block_between_sprites_ends_everything() {
    let text = with_sprites("a > Passive\n    LevelMapping\n");
    assert!(is_error(&text, Policy::Compat));
    assert!(is_error(&text, Policy::Default));
}
