//! Level characters.

use vgdl_vm::ontology::TypeRef;

use super::{found, id, program, with_sprites};

fn with_mapping(lines: &str) -> String {
    with_sprites("gem > Passive\navatar > MovingAvatar\n") + "    LevelMapping\n" + &super::indented(lines)
}

#[test]
fn wall_and_avatar_are_mapped_unless_told_otherwise() {
    let program = program(&with_mapping("g > gem\nA > gem avatar\n"));
    let glyphs: Vec<_> = program.mapping.iter().map(|m| (m.glyph, m.types.len())).collect();
    assert_eq!(glyphs, [('w', 1), ('A', 2), ('g', 1)]);
}

#[test]
fn a_later_line_replaces_the_earlier() {
    let text = with_mapping("g > gem\ng > wall gem\n");
    assert_eq!(program(&text).mapping[2].types.len(), 2);
    assert_eq!(found(&text), [("W0303", 7, 9)]);
}

#[test]
fn the_second_word_is_never_read() {
    let text = with_mapping("g gem wall\n");
    let program = program(&text);
    assert_eq!(program.mapping[2].types, [TypeRef(Some(id(&program, "wall")))]);
    assert_eq!(found(&text), [("E0302", 6, 11)]);
}

#[test]
fn the_equals_sign_is_a_character_like_any_other() {
    let program = program(&with_mapping("= > gem\n"));
    assert_eq!(program.mapping[2].glyph, '=');
}

#[test]
fn a_sprite_may_be_declared_after_its_mapping() {
    let text = "BasicGame\n    LevelMapping\n        g > gem\n    SpriteSet\n        gem > Passive\n";
    let program = program(text);
    assert_eq!(program.mapping[2].types, [TypeRef(Some(id(&program, "gem")))]);
    assert_eq!(found(text), []);
}

#[test]
fn a_sprite_nobody_declared_is_kept_and_reported() {
    let text = with_mapping("g > gem ore\n");
    assert_eq!(program(&text).mapping[2].types[1], TypeRef(None));
    assert_eq!(found(&text), [("E0212", 6, 17)]);
}
