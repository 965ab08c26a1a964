//! What tables, types and lines of a module mean, told in VGDL.

use vgdl::convert::To;
use vgdl::{Options, Source, check, compile, convert};
use vgdl_vm::Image;
use vgdl_vm::ontology::Action;

use super::module;

/// The game as VGDL.
fn text(source: &Source) -> String {
    let converted = convert(source, &[], &Options::default(), To::Vgdl, "g");
    converted.text.unwrap_or_else(|| panic!("{:?} {:?}", converted.unsayable, converted.diagnostics))
}

/// The lines of a block, without indentation.
fn block(forms: &str, name: &str) -> Vec<String> {
    let text = text(&module(forms));
    let lines = text.lines().skip_while(|l| l.trim() != name).skip(1).take_while(|l| l.starts_with("        "));
    lines.map(|l| l.trim().to_owned()).collect()
}

const HERD: &str = "(category vermin (class RandomNPC))\n(unit-type rat (in vermin))\n(unit-type crow (in vermin))\n\
                    (terrain-type crop)\n";

fn rules(forms: &str) -> Vec<String> {
    block(&format!("{HERD}{forms}"), "InteractionSet")
}

#[test]
fn a_table_begins_anew_unless_it_adds() {
    let first = "(table interactions (avatar wall stepBack))\n";
    assert_eq!(rules(&format!("{first}(table interactions (rat wall undoAll))")), ["rat wall > undoAll"]);
    let both = rules(&format!("{first}(table interactions add (rat wall undoAll))"));
    assert_eq!(both, ["avatar wall > stepBack", "rat wall > undoAll"]);
}

#[test]
fn lists_go_with_lists() {
    assert_eq!(rules("(table interactions ((rat crow) (wall EOS) stepBack))").len(), 4);
    assert_eq!(
        rules("(table interactions ((rat crow) wall (stepBack (effect turnAround (scoreChange 2)))))"),
        ["rat wall > stepBack", "crow wall > turnAround scoreChange=2"]
    );
    assert_eq!(
        rules("(table interactions ((rat crow) (avatar crop) ((killSprite stepBack) undoAll)))"),
        ["rat avatar > killSprite", "rat crop > stepBack", "crow avatar > undoAll", "crow crop > undoAll"]
    );
}

#[test]
fn a_string_is_vgdl_text() {
    assert_eq!(
        rules("(table interactions (rat \"wall crop\" \"killSprite scoreChange=-1\"))"),
        ["rat wall crop > killSprite scoreChange=-1"]
    );
}

#[test]
fn selections_are_strings() {
    let forms = "(selector foes \"TYPE=vermin, !TYPE=rat\")\n(table interactions (avatar \"{TYPE=vermin, !TYPE=rat}\" stepBack) \
                 (foes avatar (effect killSprite (if \"{PC}\"))))\n(termination SpriteCounter (stype \"{TYPE=vermin}\"))";
    assert_eq!(rules(forms), ["avatar {TYPE=vermin, !TYPE=rat} > stepBack", "foes avatar > killSprite if={PC}"],);
    let text = "BasicGame\n    SpriteSet\n        foe > Immovable tags=a\n        avatar > MovingAvatar\n    SelectorSet\n        \
                bad > TYPE=a\n    InteractionSet\n        avatar {TYPE=a} bad wall > stepBack\n";
    let game = Source::new("g.vgdl", text);
    let written = convert(&game, &[], &Options::default(), To::Gdl, "g").text.expect("a text");
    assert!(written.contains("(selector bad \"TYPE=a\")") && written.contains("\"{TYPE=a} bad wall\""), "{written}");
}

#[test]
fn an_effect_has_values_that_are_worked_out() {
    assert_eq!(
        rules(
            "(define n 3)\n(define hurt (effect killSprite (scoreChange (* n 2))))\n(table interactions (avatar rat hurt))"
        ),
        ["avatar rat > killSprite scoreChange=6"]
    );
}

#[test]
fn scores_are_added_to_every_rule_of_a_pair() {
    let rule = "(table interactions (rat avatar (effect killSprite (scoreChange 1))) (crow avatar stepBack))\n";
    assert_eq!(
        rules(&format!("{rule}(table score-change (rat avatar 4) (crow avatar -2))")),
        ["rat avatar > killSprite scoreChange=5", "crow avatar > stepBack scoreChange=-2"]
    );
}

#[test]
fn a_rule_for_a_category_is_split_where_scores_differ() {
    let rule = "(table interactions (vermin avatar killSprite))\n";
    assert_eq!(
        rules(&format!("{rule}(table score-change ((rat crow) avatar 2))")),
        ["vermin avatar > killSprite scoreChange=2"]
    );
    assert_eq!(
        rules(&format!("{rule}(table score-change (crow avatar 2))")),
        ["rat avatar > killSprite", "crow avatar > killSprite scoreChange=2"]
    );
}

#[test]
fn damage_is_a_rule_on_the_second_type() {
    assert_eq!(
        rules("(table damage ((rat crow) avatar (1 2)) (avatar rat 5))\n(table hit-chance (crow avatar 0))"),
        ["rat avatar > subtractHealthPoints value=5", "avatar rat > subtractHealthPoints value=1"]
    );
}

#[test]
fn dice_and_chance_are_strikes() {
    assert_eq!(
        rules("(table damage (rat avatar 2d6+1) (crow avatar 3))\n(table hit-chance (crow avatar 25%))"),
        ["avatar rat > strike value=1 dice=2 faces=6", "avatar crow > strike value=3 prob=0.25"]
    );
    assert_eq!(
        rules("(table damage (rat avatar 1d2))\n(table hit-chance 50)"),
        ["avatar rat > strike value=0 dice=1 faces=2 prob=0.5"]
    );
}

#[test]
fn damage_that_no_dice_come_to_is_a_number() {
    assert_eq!(rules("(table damage (rat avatar 100000))"), ["avatar rat > subtractHealthPoints value=100000"]);
}

/// Many pairs at once: about so many strikes hit as the chance says, and each number drawn is accounted for.
#[test]
fn a_strike_hits_as_often_as_its_chance_says() {
    let cells = 4000;
    let play = |chance: &str, damage: &str| {
        let row = "b".repeat(200);
        let rows: String = (0..cells / 200).map(|_| format!(" \"{row}\"")).collect();
        let text = format!(
            "(unit-type bag (class Passive) (healthPoints 1000))\n(unit-type stick (class Passive))\n(mapping (\"b\" bag stick))\n\
             (area 200 {} (layout{rows} \"A{}\"))\n(table interactions (bag stick (effect strike (value 1) (scoreChange 1) {damage} \
             (prob {chance}))))",
            cells / 200 + 1,
            " ".repeat(199)
        );
        let program = compile(&module(&text), &[], &Options::default()).program.expect("a program");
        let image = Image::load(program).expect("sound");
        let mut state = image.start(&image.program().levels[0], 1).expect("a start");
        let before = state.rng_calls();
        state.step(&[Action::Nil]);
        (state.score(0).expect("a player"), state.rng_calls() - before)
    };
    let (hits, draws) = play("0.25", "");
    assert!((900..1100).contains(&hits), "{hits}");
    // A fraction is two draws of the generator.
    assert_eq!(draws, 2 * cells);
    let (hits, draws) = play("0.25", "(dice 3) (faces 6)");
    assert_eq!(draws, 2 * cells + 3 * hits as u64);
    assert_eq!(play("1.0", "(dice 2)"), (cells as i64, 2 * cells));
    assert_eq!(play("0", ""), (0, 2 * cells));
}

#[test]
fn numbers_of_fractions_are_hundredths() {
    let of = |value: &str| block(&format!("(unit-type rat (class RandomNPC) (speed {value}))"), "SpriteSet")[1].clone();
    for value in ["0.5", "50%", "50", "\"0.5\"", "(/ 1.0 2)"] {
        assert_eq!(of(value), "rat > RandomNPC speed=0.5", "{value}");
    }
    assert_eq!(of("\"0.005\""), "rat > RandomNPC speed=0.005");
    assert_eq!(of("1.0"), "rat > RandomNPC speed=1");
}

#[test]
fn truth_values_are_numbers() {
    let ends = block(
        "(termination Timeout (limit 9) (win true))\n(termination Timeout (limit 8) (win (1 0)))",
        "TerminationSet",
    );
    assert_eq!(ends, ["Timeout limit=9 win=True", "Timeout limit=8 win=True,False"]);
}

#[test]
fn kinds_of_types_have_classes_of_their_own() {
    let sprites = block(
        "(terrain-type rock)\n(material-type gold)\n(category doors (class Door))\n(terrain-type gate (in doors))\n\
         (terrain-type pit (class Portal) (stype rock))",
        "SpriteSet",
    );
    assert_eq!(
        sprites[1..],
        ["rock > Immovable", "gold > Resource", "doors > Door", "gate >", "pit > Portal stype=rock"]
    );
}

/// A category may stand anywhere: types are numbered, and drawn, as they are defined.
#[test]
fn sprites_keep_the_order_of_their_definition() {
    let forms = "(unit-type rat (class RandomNPC) (in vermin))\n(terrain-type crop)\n(category vermin)\n\
                 (unit-type crow (class RandomNPC) (in vermin))";
    let game = check(&module(forms), &[], &Options::default()).game.expect("a game");
    let names: Vec<&str> = game.types.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["wall", "avatar", "rat", "crop", "vermin", "crow"]);
    let drawn: Vec<&str> = game.order.iter().map(|id| game.types[id.index()].name.as_str()).collect();
    assert_eq!(drawn, ["wall", "rat", "crop", "crow", "avatar"]);
    let family: Vec<&str> = game.types[4].family.iter().map(|id| game.types[id.index()].name.as_str()).collect();
    assert_eq!(family, ["vermin", "rat", "crow"]);
    // VGDL has no way to say that.
    let converted = convert(&module(forms), &[], &Options::default(), To::Vgdl, "g");
    assert!(converted.text.is_none() && converted.unsayable.is_some());
    // Nor has the writer of modules, which writes categories first; it says so.
    let again = convert(&module(forms), &[], &Options::default(), To::Gdl, "g");
    assert!(again.text.is_none() && again.unsayable.is_some(), "{:?}", again.text);
}

#[test]
fn rows_may_be_run_length_encoded() {
    let maps = "(mapping (\"5\" crop) (\".\" crop))\n(terrain-type crop)\n";
    let level = |area: &str| {
        let game = check(&module(&format!("{maps}{area}")), &[], &Options::default());
        game.game.expect("a game").levels.first().map(|l| l.rows.clone())
    };
    assert_eq!(level("(area 6 2 (rle \"4w.A\" \"6w\"))"), Some(vec!["wwww.A".to_owned(), "wwwwww".to_owned()]));
    assert_eq!(level("(area 4 1 (rle \"15Aw.\"))"), Some(vec!["5Aw.".to_owned()]));
}
