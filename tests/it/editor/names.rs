//! Where names are declared and used.

use super::{GAME, edited, marked};

/// The lines, from 1, in which what is marked is named.
fn lines(old: &str, new: &str) -> Vec<u32> {
    let (document, offset) = edited(old, new);
    let spans = document.references(offset, true);
    spans.iter().map(|s| document.source().line_column(s.start).0).collect()
}

#[test]
fn a_sprite_is_found_wherever_it_is_named() {
    let coin = [5, 8, 9, 9, 14, 15, 16, 17, 20, 23];
    for (old, new) in [
        ("coin > Resource", "‸coin > Resource"),
        ("Portal stype=coin", "Portal stype=co‸in"),
        ("stype=bolt,coin", "stype=bolt,‸coin"),
        ("ammo=coin", "ammo=coin‸"),
        ("transformTo stype=coin", "transformTo stype=c‸oin"),
        ("coin avatar >", "c‸oin avatar >"),
        ("resource=coin", "resource=c‸oin"),
        ("stype1=coin", "stype1=c‸oin"),
        ("c > rock coin", "c > rock c‸oin"),
    ] {
        assert_eq!(lines(old, new), coin, "{new}");
    }
    assert_eq!(lines("obs=wall,rock", "obs=wall,ro‸ck"), [1, 3, 12, 22, 23]);
    assert_eq!(lines("obs=wall,rock", "obs=wa‸ll,rock"), [1, 12]);
    assert_eq!(lines("ftype=spawn stype=foe", "ftype=spawn stype=fo‸e"), [6, 13, 16, 20, 25]);
}

#[test]
fn the_declaration_may_be_left_out() {
    let (document, offset) = edited("h > ghost", "h > gh‸ost");
    assert_eq!(document.references(offset, true).len(), 3);
    assert_eq!(document.references(offset, false).len(), 2);
}

#[test]
fn the_definition_is_the_line_that_counts() {
    let (document, offset) = edited("stype2=foe", "stype2=f‸oe");
    let span = document.definition(offset).expect("a place");
    assert_eq!((document.source().slice(span), document.source().line_column(span.start)), ("foe", (6, 13)));
    let twice = "BasicGame\n  SpriteSet\n    a > Passive\n    a > Missile\n  LevelMapping\n    x > a‸\n";
    let (document, offset) = marked(twice);
    assert_eq!(document.definition(offset).map(|s| document.source().line_column(s.start).0), Some(4));
}

#[test]
fn what_is_no_name_has_none() {
    for (old, new) in [
        ("foe EOS", "foe E‸OS"),
        ("coin TIME", "coin T‸IME"),
        ("stepBack\n        foe", "step‸Back\n        foe"),
        ("color=GOLD", "color=GO‸LD"),
        ("# remark", "# ‸rock"),
        ("stype=bolt,coin", "img=‸coin"),
        ("Portal stype=coin", "Portal stype=‸RED"),
        ("Portal stype=coin", "Portal stype=‸12"),
    ] {
        let (document, offset) = edited(old, new);
        assert_eq!(document.references(offset, true), [], "{new}");
        assert_eq!(document.definition(offset), None, "{new}");
    }
}

#[test]
fn lines_that_are_lost_name_sprites_all_the_same() {
    // Without an effect; too deep; an argument without a value.
    let text = GAME.replace(
        "coin avatar > collectResource scoreChange=2",
        "coin avatar >\n            coin wall > killSprite\n        coin wall > killSprite limit=",
    );
    let offset = text.find("coin > Resource").expect("its line");
    let document = super::document(&text);
    assert_eq!(document.references(offset, true).len(), 12);
}

#[test]
fn game_parameters_are_names_too() {
    let text = "GameSpace\n  ParameterSet\n    P > values=1:1:5 value=2\n  SpriteSet\n    a > Missile speed=P cooldown=P‸\n    P > Passive\n";
    let (document, offset) = marked(text);
    assert_eq!(document.references(offset, true).len(), 3);
    assert_eq!(document.definition(offset).map(|s| document.source().line_column(s.start)), Some((3, 5)));
}
