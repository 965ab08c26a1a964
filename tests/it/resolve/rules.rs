//! Pairs, edges, timers, and where reading stops.

use vgdl::Policy;
use vgdl_vm::ontology::{Effect, TypeRef};

use super::{found, id, is_error, names, program, with_ends, with_rules};

fn pairs(program: &vgdl::Program) -> Vec<(Vec<String>, usize)> {
    program.pairs.iter().map(|p| (names(program, &[p.first, p.second]), p.rules.len())).collect()
}

#[test]
fn a_line_is_one_rule_for_all_its_second_sprites() {
    let program = program(&with_rules("rat gem avatar > killSprite\nrat gem > stepBack\n"));
    assert_eq!(program.rules.len(), 2);
    assert_eq!(
        pairs(&program),
        [(vec!["rat".to_owned(), "gem".to_owned()], 2), (vec!["rat".to_owned(), "avatar".to_owned()], 1),]
    );
    assert_eq!(program.pairs[0].rules[0], program.pairs[1].rules[0]);
}

#[test]
fn repeat_enters_a_rule_again() {
    let count = |n: &str| program(&with_rules(&format!("rat gem > killSprite repeat={n}\n"))).pairs[0].rules.len();
    assert_eq!([count("3"), count("0"), count("-2"), count("1.5")], [3, 0, 0, 1]);
}

#[test]
fn an_edge_stands_once_for_each_line_and_holds_all_rules() {
    let program = program(&with_rules("rat EOS > killSprite\ngem eos > stepBack\nEOS rat > turnAround\n"));
    let edges: Vec<_> = program.edges.iter().map(|e| (e.on.0, e.rules.len())).collect();
    let (rat, gem) = (Some(id(&program, "rat")), Some(id(&program, "gem")));
    assert_eq!(edges, [(rat, 2), (gem, 1), (rat, 2)]);
}

#[test]
fn a_time_rule_is_timed_and_first_runs_in_the_first_tick() {
    let program =
        program(&with_rules("TIME rat > spawn stype=gem timer=5\nrat TIME > killSprite timer=7 nextExecution=3\n"));
    let timers: Vec<_> = program.timers.iter().map(|t| (t.on.0, t.timer, t.first)).collect();
    let rat = Some(id(&program, "rat"));
    assert_eq!(timers, [(rat, 5, -1), (rat, 7, 7)]);
    assert!(program.pairs.is_empty());
}

#[test]
fn several_names_behind_time_are_one_timer_for_the_first() {
    let program = program(&with_rules("TIME rat gem > killSprite timer=5\n"));
    assert_eq!(program.timers.len(), 1);
    assert_eq!(program.timers[0].on, TypeRef(Some(id(&program, "rat"))));
}

#[test]
fn names_behind_a_time_in_second_place_share_the_timed_rule() {
    let program = program(&with_rules("rat TIME avatar > wallBounce timer=9\n"));
    assert_eq!(program.timers[0].rule, program.pairs[0].rules[0]);
    // The timer around it is no batch.
    assert!(!program.rules[0].in_batch);
}

#[test]
fn time_in_third_place_stops_the_reading() {
    let text = with_rules("rat avatar TIME > killSprite\ngem avatar > killSprite\n");
    let program = program(&text);
    assert_eq!((program.pairs.len(), program.timers.len(), program.messages), (1, 0, 1));
    assert_eq!(found(&text), [("E0405", 7, 20)]);
}

#[test]
fn a_timer_builds_its_effect_from_the_same_line() {
    let line =
        "rat avatar > addTimer timer=5 ftype=transformToAll stype=gem stypeTo=rat scoreChange=2 killSecond=True\n";
    let program = program(&with_rules(line));
    assert_eq!((program.rules.len(), program.messages), (2, 0));
    let rule = &program.rules[usize::from(program.pairs[0].rules[0].0)];
    let Effect::AddTimer(timer) = &rule.effect else { panic!("{rule:?}") };
    let inner = &program.rules[usize::from(timer.rule.0)];
    let Effect::TransformToAll(all) = &inner.effect else { panic!("{inner:?}") };
    assert_eq!((timer.timer, all.stype, all.kill_second), (5, id(&program, "gem"), true));
    assert_eq!((rule.score.of(0), inner.score.of(0)), (Some(2), Some(2)));
    assert_eq!(found(&with_rules(line)), []);
}

#[test]
fn a_timer_that_starts_itself_stops_the_reading() {
    let program = program(&with_rules("rat avatar > addTimer ftype=addTimer\ngem avatar > killSprite\n"));
    assert_eq!((program.rules.len(), program.messages), (0, 1));
}

#[test]
fn reading_stops_at_the_first_line_that_cannot_be_built() {
    for line in [
        "rat avatar > KillSprite",
        "rat avatar > killAll stype=nobody",
        "rat avatar > killAll",
        "rat avatar > killAll stype=5",
        "rat nobody > killSprite",
        "nobody rat > killSprite",
        "nobody EOS > killSprite",
        "rat > killSprite",
        "rat avatar > addTimer ftype=nothing",
        "rat",
    ] {
        let text = with_rules(&format!("gem avatar > killSprite\n{line}\nrat avatar > killSprite\n"))
            + "    TerminationSet\n        Timeout limit=5\n";
        let program = program(&text);
        let rules = program.pairs.iter().filter(|p| p.first == id(&program, "rat")).count();
        assert_eq!((rules, program.ends.len(), program.messages), (0, 0, 1), "{line}");
        assert!(is_error(&text, Policy::Default), "{line}");
    }
}

#[test]
fn by_default_reading_goes_on_and_reports_every_mistake() {
    let text = with_ends("SpriteCount stype=gem\nSpriteCounter stype=gme\n").replace("killSprite", "killSprit");
    assert_eq!(found(&text), [("E0404", 7, 22), ("E0501", 9, 9), ("E0212", 10, 29)]);
}

#[test]
fn names_nobody_declared_are_kept_where_the_effect_allows_them() {
    let program = program(&with_rules("rat avatar > killIfOtherHasMore resource=nothing\n"));
    let Effect::KillIfOtherHasMore(op) = &program.rules[0].effect else { panic!() };
    assert_eq!(op.resource, TypeRef(None));
    assert!(is_error(&with_rules("rat avatar > killIfOtherHasMore resource=nothing\n"), Policy::Default));
}

#[test]
fn unknown_arguments_are_logged_but_for_time_rules() {
    let messages = |line: &str| program(&with_rules(line)).messages;
    assert_eq!(messages("rat avatar > killSprite foo=1 bar=2\n"), 2);
    assert_eq!(messages("rat avatar > killSprite foo=1 foo=2\n"), 1);
    assert_eq!(messages("rat avatar > transformIfCount stype=gem stypeCount=rat foo=1\n"), 2);
    assert_eq!(messages("rat TIME > killSprite foo=1\n"), 0);
    assert_eq!(messages("rat avatar TIME > killSprite foo=1\n"), 2);
    assert_eq!(messages("rat avatar > addTimer ftype=undoAll foo=1\n"), 0);
    assert_eq!(messages("rat avatar > spawn stype=gem itype=3\n"), 0);
}

#[test]
fn wall_bounces_are_batches_unless_told_otherwise() {
    let batch = |args: &str| program(&with_rules(&format!("rat wall > wallBounce {args}\n"))).rules[0].in_batch;
    assert_eq!([batch(""), batch("inBatch=False")], [true, false]);
}

#[test]
fn a_later_sprite_set_loses_the_rules_before_it() {
    let text = with_rules("rat gem > killSprite\nrat EOS > killSprite\nTIME rat > killSprite\n");
    let game = super::game(&(text + "    SpriteSet\n        ore > Passive\n"));
    assert_eq!((game.pairs.len(), game.pairs[0].rules.len()), (1, 0));
    assert_eq!((game.edges.len(), game.edges[0].rules.len()), (1, 0));
    assert!(game.timers.is_empty());
}

#[test]
fn a_repeating_timer_lets_time_pass() {
    for policy in [Policy::Default, Policy::Compat] {
        assert!(is_error(&with_rules("TIME rat > killSprite repeating=True\n"), policy));
        assert!(is_error(&with_rules("rat gem > addTimer ftype=undoAll repeating=True timer=0\n"), policy));
        assert!(!is_error(&with_rules("TIME rat > killSprite repeating=True timer=1\n"), policy));
    }
}

#[test]
fn rules_before_the_sprites_are_an_error_under_both_policies() {
    let text = "BasicGame\n    InteractionSet\n        avatar wall > stepBack\n    SpriteSet\n        gem > Passive\n";
    assert!(is_error(text, Policy::Default));
    assert!(is_error(text, Policy::Compat));
}
