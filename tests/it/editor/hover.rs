//! What a word means.

use vgdl::editor::Hover;
use vgdl_vm::ontology::{CLASSES, EFFECTS, ENDS};

use super::{GAME, edited, marked};

/// The text at the mark, with what it is about.
fn hover(old: &str, new: &str) -> (String, String) {
    let (document, offset) = edited(old, new);
    let Hover { span, text } = document.hover(offset).unwrap_or_else(|| panic!("nothing at {new}"));
    (document.source().slice(span).to_owned(), text)
}

fn says(old: &str, new: &str, about: &str, parts: &[&str]) {
    let (word, text) = hover(old, new);
    assert_eq!(word, about, "{new}");
    for part in parts {
        assert!(text.contains(part), "{new}: {part} is not in\n{text}");
    }
}

#[test]
fn classes_effects_and_terminations_are_explained() {
    says("rock > Immovable", "rock > Immo‸vable", "Immovable", &["**Immovable** — sprite class", "Stays where it is."]);
    says("> collectResource", "> ‸collectResource", "collectResource", &["— effect", "parameters of every effect"]);
    says("MultiSpriteCounter", "MultiSpriteCounter‸", "MultiSpriteCounter", &["— termination", "stype2"]);
    // Whatever `vgdl explain` says.
    for (line, name) in CLASSES
        .iter()
        .map(|c| ("    SpriteSet\n        a > ‸", c.name))
        .chain(EFFECTS.iter().map(|e| ("    InteractionSet\n        a b > ‸", e.name)))
        .chain(ENDS.iter().map(|e| ("    TerminationSet\n        ‸", e.name)))
    {
        let (document, offset) = marked(&format!("BasicGame\n{line}{name}\n"));
        let text = document.hover(offset).expect("a text").text;
        let topic = vgdl::explain::find(name)[0].text();
        let (_, rest) = topic.split_once("\n\n").expect("a text below the title");
        assert!(text.contains(rest.trim_end()), "{name}");
    }
}

#[test]
fn a_parameter_has_its_type_and_its_default_in_the_class() {
    says(
        "speed=0.5",
        "sp‸eed=0.5",
        "speed",
        &["**speed** — parameter of every sprite: number, 1 if not given", "Cells per tick"],
    );
    says("limit=3", "‸limit=3", "limit", &["parameter of Resource: whole number, 2 if not given"]);
    says("killSecond=True", "kill‸Second=True", "killSecond", &["parameter of transformTo: True or False"]);
    says("scoreChange=2", "scoreChange‸=2", "scoreChange", &["of every effect"]);
    says("timer=10", "timer‸=10", "timer", &["Ticks until it runs"]);
    says("ftype=spawn stype=foe", "ftype=spawn sty‸pe=foe", "stype", &["parameter of spawn"]);
    says("stype1=coin", "stype‸1=coin", "stype1", &["parameter of MultiSpriteCounter"]);
    says("square_size=20", "‸square_size=20", "square_size", &["parameter of the game line", "Pixels per cell"]);
    // At a value that has no meaning of its own, the parameter.
    says("square_size=20", "square_size=2‸0", "square_size=20", &["Pixels per cell"]);
}

#[test]
fn words_that_are_values_are_explained() {
    says("color=GOLD", "color=GO‸LD", "GOLD", &["— colour", "Red 250"]);
    says("singleton=True", "orientation=D‸UP", "DUP", &["**UP** — direction"]);
    says("ftype=spawn", "ftype=sp‸awn", "spawn", &["**spawn** — effect"]);
    says("foe EOS", "foe E‸OS", "EOS", &["edge of the screen"]);
    says("c > rock coin", "‸c > rock coin", "c", &["Stands for `rock`, `coin`."]);
}

#[test]
fn a_sprite_has_its_number_class_kin_and_parameters() {
    let parts = [
        "**ghost** — sprite 6, Chaser",
        "Moves towards the closest `stype`.",
        "Declared in line 7.",
        "Below `thing`, `foe`.",
        "In levels: `h`.",
        "| `stype` | `avatar` | 6, inherited |",
        "| `cooldown` | `2` | 7 |",
    ];
    says("ghost > cooldown", "gh‸ost > cooldown", "ghost", &parts);
    says("avatar ghost >", "avatar ghost‸ >", "ghost", &parts);
    says("h > ghost", "h > ‸ghost", "ghost", &parts);
    says("stype2=foe", "stype2=fo‸e", "foe", &["**foe** — sprite 5", "Above `ghost`."]);
    says("stype=bolt,coin", "stype=bolt,co‸in", "coin", &["**coin**", "Resource"]);
    says("obs=wall,rock", "obs=wa‸ll,rock", "wall", &["Every game has it."]);
    says("g > gate", "g > ga‸te2", "gate2", &["does not declare"]);
}

#[test]
fn what_is_wrong_comes_with_its_explanation() {
    let (word, text) = hover("rock > Immovable", "rock > Imo‸vable");
    assert_eq!(word, "Imovable");
    assert!(text.starts_with("**error[E0202]** unknown sprite class `Imovable`\n\n"), "{text}");
    let doc = vgdl::diag::codes::find("E0202").expect("a code").text;
    assert!(text.contains(&doc.split_whitespace().collect::<Vec<_>>().join(" ")), "{text}");
    // Below what the word means.
    let (_, text) = hover("rock > Immovable", "rock > Immovable speed=fa‸st");
    assert!(text.contains("parameter of every sprite") && text.contains("\n---\n\n**error["), "{text}");
}

#[test]
fn a_code_in_a_comment_is_explained() {
    says("# remark", "# vgdl: allow(W02‸08)", "W0208", &["**W0208** — diagnostic"]);
}

#[test]
fn the_rest_means_nothing() {
    for (old, new) in [
        ("# remark", "# re‸mark"),
        ("SpriteSet", "Sprite‸Set"),
        ("c > rock", "c ‸> rock"),
        ("\n        rock >", "\n   ‸     rock >"),
    ] {
        let (document, offset) = edited(old, new);
        assert_eq!(document.hover(offset), None, "{new}");
    }
    let (document, _) = edited("# remark", "‸");
    assert_eq!(document.hover(GAME.len() + 99), None);
}

#[test]
fn game_parameters_are_explained() {
    let (document, at) = marked(
        "GameSpace\n  ParameterSet\n    SPEED > values=1:1:5 string=Pace value=2\n  SpriteSet\n    a > Missile speed=SP‸EED\n",
    );
    let text = document.hover(at).expect("a text").text;
    assert!(text.contains("**SPEED** — game parameter\n\nPace\n"), "{text}");
    assert!(text.contains("a whole number from 1 to 5") && text.contains("`2`") && text.contains("line 3"), "{text}");
}
