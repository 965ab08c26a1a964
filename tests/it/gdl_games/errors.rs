//! What is wrong with a module is told at its form, in the words of modules.

use vgdl::Source;
use vgdl::diag::codes;

use super::{codes, module, shown};

/// Every code of games in GDL that has examples is given by the wrong one alone.
#[test]
fn every_code_is_given_by_its_example_and_not_by_the_right_one() {
    let mut tried = 0;
    for code in codes::ALL.iter().filter(|c| ("E0850".."E0900").contains(&&*format!("E{}", &c.code[1..]))) {
        if code.wrong.is_empty() {
            continue;
        }
        let given = |text: &str| codes(&Source::new("g.gdl", text)).contains(&code.code);
        assert!(given(code.wrong), "{}: {:?}", code.code, shown(&Source::new("g.gdl", code.wrong)));
        assert!(!given(code.right), "{}: {:?}", code.code, shown(&Source::new("g.gdl", code.right)));
        let right = vgdl::check(&Source::new("g.gdl", code.right), &[], &vgdl::Options::default());
        assert!(!right.has_errors(), "{}: {:?}", code.code, right.diagnostics);
        tried += 1;
    }
    assert!(tried >= 12, "{tried}");
}

/// Whether what people see has these lines in it, in order.
fn says(forms: &str, lines: &[&str]) {
    let text = shown(&module(forms));
    let mut rest = text.as_str();
    for line in lines {
        match rest.split_once(line) {
            Some((_, behind)) => rest = behind,
            None => panic!("no {line:?} in\n{text}"),
        }
    }
}

#[test]
fn an_unknown_class_is_told_at_its_name() {
    says(
        "(unit-type rat (class RandomNCP))",
        &[
            "error[E0202]: unknown sprite class `RandomNCP`",
            "g.gdl:3:23",
            "^^^^^^^^^ not a class of sprites",
            "did you mean `RandomNPC`?",
        ],
    );
}

#[test]
fn an_unknown_effect_is_told_at_its_name() {
    says(
        "(table interactions (avatar wall stepBak))",
        &["error[E0404]: unknown effect `stepBak`", "g.gdl:3:34", "^^^^^^^ not an effect", "did you mean `stepBack`?"],
    );
}

#[test]
fn an_unknown_parameter_is_told_at_its_name() {
    says(
        "(unit-type rat (class RandomNPC) (coldown 3))",
        &[
            "warning[W0208]: unknown parameter `coldown`",
            "g.gdl:3:35",
            "`RandomNPC` does not take it",
            "did you mean `cooldown`?",
        ],
    );
}

#[test]
fn a_parameter_of_another_class_is_told_at_its_name() {
    says(
        "(terrain-type rock (prob 0.5))",
        &["warning[W0208]: unknown parameter `prob`", "`Immovable` does not take it", "remove `(prob 0.5)`"],
    );
}

#[test]
fn a_name_that_is_never_defined_is_told_where_it_stands() {
    says(
        "(unit-type burrow (class SpawnPoint) (stype ratt))\n(unit-type rat (class RandomNPC))",
        &["error[E0212]: unknown sprite `ratt`", "g.gdl:3:45", "not defined in this module", "did you mean `rat`?"],
    );
    says(
        "(define lives 3)\n(add avatar healthPoints livs)",
        &["error[E0853]: `livs` is never defined", "g.gdl:4:26", "^^^^", "did you mean `lives`?"],
    );
    says(
        "(table interactions (avatar zebra stepBack))",
        &[
            "unknown sprite `zebra`",
            "not defined in this module",
            "define it, as in `(unit-type zebra (class Immovable))`",
        ],
    );
}

#[test]
fn a_category_without_leaves_is_told_at_its_name() {
    says(
        "(category vermin (class RandomNPC))",
        &["error[E0854]: category `vermin` without sprites", "g.gdl:3:11", "nothing is in it", "(in vermin)"],
    );
}

#[test]
fn a_type_of_the_wrong_kind_is_told_at_its_name() {
    says(
        "(terrain-type rock)\n(table damage (rock avatar 3))",
        &["error[E0856]: wrong kind of type in `damage`", "g.gdl:4:16", "`rock` is a terrain type"],
    );
    says("(table interactions (5 avatar stepBack))", &["error[E0856]: what is no type in `interactions`", "`5`"]);
}

#[test]
fn lists_of_unequal_length_are_told_at_the_values() {
    says(
        "(unit-type rat (class RandomNPC))\n(table interactions ((rat avatar) wall (stepBack killSprite undoAll)))",
        &["error[E0857]: lists of unequal length", "g.gdl:4:40", "3 values for 2 types"],
    );
    says("(add (avatar) speed (0.5 0.6))", &["error[E0857]: lists of unequal length", "2 values for 1 type"]);
}

#[test]
fn a_layout_character_without_mapping_is_told_in_its_row() {
    says(
        "(area 3 2 (layout\n  \"A ?\"\n  \"www\"))",
        &["warning[W0604]: character `?` stands for nothing", "g.gdl:4:6", "map it, as in `(\"?\" wall)`"],
    );
}

#[test]
fn an_area_agrees_with_its_rows() {
    says("(area 3 1 (layout \"A  \" \"   \"))", &["error[E0859]: area of height 1 with 2 rows", "g.gdl:3:9"]);
    says("(area 3 1 (layout \"A   \"))", &["error[E0859]: row of 4 cells in an area of width 3", "too long"]);
    says("(area 3 1 (rle \"A99999999999#\"))", &["error[E0859]: row that cannot be run out"]);
}

#[test]
fn an_unknown_form_is_told_with_the_one_it_is_like() {
    says("(terain-type rock)", &["error[E0852]: unknown form `terain-type`", "did you mean `terrain-type`?"]);
    says(
        "(table interaction (avatar wall stepBack))",
        &["unknown table `interaction`", "did you mean `interactions`?"],
    );
}

#[test]
fn categories_in_each_other_are_told() {
    says("(category a (in b))\n(category b (in a))", &["error[E0855]: category that is in itself"]);
    says("(unit-type rat (class RandomNPC) (in vermn))\n(category vermin)", &["unknown category `vermn`", "`vermin`?"]);
}

#[test]
fn a_remark_silences_a_warning_of_its_line() {
    let silent = "(unit-type rat (class RandomNPC) (coldown 3)) ; vgdl: allow(W0208)";
    assert!(!codes(&module(silent)).contains(&"W0208"));
}

#[test]
fn what_a_game_cannot_include_is_told() {
    says("(include \"common\")", &["error[E0852]: unknown form `include`", "a game is one module"]);
    says("(print 5)", &["error[E0852]: unknown form `print`"]);
}

#[test]
fn a_definition_has_one_value() {
    says(
        "(define both avatar avatar)",
        &["warning[W0832]: part of the definition of `both`", "g.gdl:3:21", "put several values into a list"],
    );
    assert_eq!(codes(&module("(define both (avatar avatar))")), codes(&module("")));
}

#[test]
fn a_condition_without_a_value_is_told() {
    says("(if hard)\n(end-if)", &["warning[W0813]: `hard` has no value", "g.gdl:3:5", "left out"]);
    assert!(!codes(&module("(define hard 0)\n(if hard)\n(end-if)")).contains(&"W0813"));
}

#[test]
fn a_name_with_a_value_of_the_wrong_kind_is_not_called_undefined() {
    for forms in
        ["(termination Timeout (limit 9) (win lose))", "(define pace 7)\n(termination Timeout (limit 9) (win pace))"]
    {
        let found = codes(&module(forms));
        assert!(found.contains(&"E0209") && !found.contains(&"E0853"), "{found:?}");
    }
}

#[test]
fn a_property_that_is_given_twice_is_told() {
    let twice = "(unit-type rat (class RandomNPC) (speed 0.5) (speed 0.6))";
    says(twice, &["warning[W0121]: argument `speed` twice", "g.gdl:3:47", "this one counts"]);
    // What `add` replaces was meant to be.
    let added = "(unit-type rat (class RandomNPC) (speed 0.5))\n(add rat speed 0.6)";
    assert!(!codes(&module(added)).contains(&"W0121"));
}

#[test]
fn a_class_is_one_name() {
    says("(unit-type rat (class \"RandomNPC speed=1\"))", &["error[E0851]: `class` with more than a name"]);
}

#[test]
fn a_chance_is_from_0_to_100() {
    for forms in
        ["(table hit-chance 150)", "(table hit-chance (avatar avatar -1))", "(table hit-chance (avatar avatar 1.5))"]
    {
        says(forms, &["warning[W0830]: value", "it takes 0 to 100"]);
    }
    assert!(!codes(&module("(table hit-chance 100 (avatar avatar 0))")).contains(&"W0830"));
}

#[test]
fn an_effect_that_lacks_its_word_is_told() {
    let lacking = "(table interactions (avatar wall (killSprite (scoreChange -1))))";
    says(lacking, &["error[E0851]: rule without an effect", "g.gdl:3:34", "`(effect NAME (P V)...)`"]);
    says("(table interactions (avatar wall (killSprite stepBack)))", &["error[E0857]: list of values for one pair"]);
}

#[test]
fn a_list_in_a_list_of_types_is_told_with_what_joins_them() {
    let inner = "(define both (avatar wall))\n(table interactions ((avatar both) wall stepBack))";
    says(inner, &["error[E0856]: what is no type in `interactions`", "g.gdl:4:30", "joined with `append`"]);
}
