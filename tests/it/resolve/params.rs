//! Parameters of a `GameSpace`.

use vgdl::{Compiled, Options, Policy, Source, compile};
use vgdl_vm::ontology::{SpriteParam, Value};

use super::is_error;

fn game(parameters: &str, sprite: &str) -> String {
    format!("GameSpace\n    ParameterSet\n        {parameters}\n    SpriteSet\n        a > Missile {sprite}\n")
}

fn compiled(text: &str, params: &[(&str, &str)], policy: Policy) -> Compiled {
    let params = params.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    compile(&Source::new("game", text), &[], &Options { policy, params, ..Options::default() })
}

fn speed(compiled: &Compiled) -> Option<Value> {
    let program = compiled.program.as_ref()?;
    program.types[2].params.iter().find(|p| p.0 == SpriteParam::Speed).map(|p| p.1.clone())
}

#[test]
fn a_name_stands_for_the_value_on_its_line() {
    let text = game("SPEED > values=0.1:0.1:1.0 value=0.5", "speed=SPEED");
    assert_eq!(speed(&compiled(&text, &[], Policy::Default)), Some(Value::Double(0.5)));
}

#[test]
fn a_value_from_outside_comes_first() {
    let text = game("SPEED > values=0.1:0.1:1.0 value=0.5", "speed=SPEED");
    assert_eq!(speed(&compiled(&text, &[("SPEED", "0.7")], Policy::Default)), Some(Value::Double(0.7)));
}

#[test]
fn without_a_value_it_is_an_error_and_compatibly_the_lowest() {
    let text = game("SPEED > values=0.1:0.1:1.0", "speed=SPEED");
    let default = compiled(&text, &[], Policy::Default);
    assert!(default.program.is_none());
    assert_eq!(default.diagnostics[0].code, "E0125");
    assert!(default.diagnostics[0].help.as_ref().is_some_and(|h| h.contains("--param SPEED=VALUE")));
    assert_eq!(speed(&compiled(&text, &[], Policy::Compat)), Some(Value::Double(0.1)));
}

#[test]
fn a_parameter_that_is_not_used_needs_no_value() {
    assert!(compiled(&game("SPEED > values=1:1:5", "speed=2"), &[], Policy::Default).program.is_some());
}

#[test]
fn values_from_outside_are_checked() {
    let text = game("N > values=1:1:5", "speed=N");
    for params in [[("N", "9")], [("N", "x")], [("M", "1")]] {
        assert!(compiled(&text, &params, Policy::Compat).program.is_none(), "{params:?}");
    }
    assert_eq!(speed(&compiled(&text, &[("N", "3")], Policy::Default)), Some(Value::Double(3.0)));
}

#[test]
fn the_mark_of_a_singleton_is_decided_before() {
    let text = game("ONE > values=True:False value=True", "singleton=ONE");
    assert!(!compiled(&text, &[], Policy::Default).program.unwrap().types[2].singleton);
}

#[test]
fn pieces_of_lists_are_replaced() {
    let text = game("N > values=1:1:5 value=4", "speed=1")
        + "    InteractionSet\n        a wall > killSprite scoreChange=N,2,M\n";
    let program = compiled(&text, &[], Policy::Compat).program.unwrap();
    assert_eq!(program.rules[0].score.0[..], [Some(4), Some(2), None]);
}

#[test]
fn a_basic_game_has_no_parameters() {
    let text = game("N > values=1:1:5", "speed=1").replace("GameSpace", "BasicGame");
    assert!(is_error(&text, Policy::Compat));
    assert!(is_error(&text, Policy::Default));
}

#[test]
fn values_of_no_kind_are_an_error_under_both_policies() {
    for policy in [Policy::Compat, Policy::Default] {
        assert!(is_error(&game("N > values=a:b", "speed=1"), policy));
    }
    // Three values that are no numbers cost the line alone.
    assert!(!is_error(&game("N > values=1:x:5", "speed=1"), Policy::Compat));
}
