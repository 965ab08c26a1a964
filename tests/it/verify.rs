//! The verifier: a good program passes, and each way of breaking it has its sentence.

use vgdl_vm::ontology::effects::operands::{AddTimer, ShieldFrom};
use vgdl_vm::ontology::{Colour, Effect, EffectName, Score, SpriteParam, TypeRef, Value};
use vgdl_vm::program::verify::{limits, verify, verify_level};
use vgdl_vm::program::{Level, Mapping, Program, Rule, RuleId, TypeId};

use crate::sample::{self, effect, ty};

type Break = fn(&mut Program);

/// A pair of a type of 2,100 types with itself.
fn with_a_huge_family(p: &mut Program) {
    const TYPES: u16 = 2100;
    for i in p.types.len() as u16..TYPES {
        let mut decl = p.types[0].clone();
        (decl.lineage, decl.family) = ([TypeId(i)].into(), [TypeId(i)].into());
        p.types.push(decl);
    }
    p.types[0].family = (0..TYPES).map(TypeId).collect();
    p.pairs[0].first = TypeId(0);
    p.pairs[0].second = TypeId(0);
}

const BREAKS: &[(Break, &str)] = &[
    // Counts.
    (|p| p.types = vec![p.types[0].clone(); limits::TYPES + 1], "4097 sprite types; 4096 are the most"),
    (|p| p.rules = vec![p.rules[0].clone(); limits::RULES + 1], "65537 rules"),
    (|p| p.pairs = vec![p.pairs[0].clone(); limits::ENTRIES + 1], "65537 pairs"),
    (|p| p.edges = vec![p.edges[0].clone(); limits::ENTRIES + 1], "65537 edges"),
    (|p| p.timers = vec![p.timers[0].clone(); limits::ENTRIES + 1], "65537 timers"),
    (|p| p.ends = vec![p.ends[0].clone(); limits::ENTRIES + 1], "65537 terminations"),
    (|p| p.levels = vec![p.levels[0].clone(); limits::LEVELS + 1], "4097 levels"),
    (|p| p.pairs[0].rules = vec![RuleId(0); limits::MENTIONS], "mention 1048581 rules"),
    (|p| p.types[0].family = vec![TypeId(0); limits::RELATIONS].into(), "families have"),
    (with_a_huge_family, "combine 4410000 types"),
    // The game line.
    (|p| p.game.square_size = Some(0), "square_size is 0; it may be 1 to 4096"),
    (|p| p.game.square_size = Some(-1), "square_size is -1"),
    (|p| p.game.square_size = Some(i32::MAX), "square_size is 2147483647"),
    (|p| p.game.players = 0, "0 players"),
    (|p| p.game.players = 3, "3 players"),
    (|p| p.game.counters = 257, "257 counters"),
    (|p| p.game.obstacles = Some(vec![TypeRef(Some(TypeId(6)))]), "obstacles of the game line names type #6"),
    (|p| p.game.max_sprites = 0, "max_sprites is 0; it may be 1 to 4194304"),
    (|p| p.game.max_sprites = i32::MAX, "max_sprites is 2147483647"),
    (|p| p.game.max_ticks = -1, "max_ticks is -1; it may be 1 to 1000000000"),
    (|p| p.game.max_ticks = i32::MAX, "max_ticks is 2147483647"),
    (|p| p.game.obstacles = Some(vec![TypeRef(None); 257]), "obstacles of the game line has 257 entries"),
    // Types.
    (|p| p.types[0].params.push((SpriteParam::Prob, Value::Double(1.0))), "type #0 (`wall`) has `prob`, which"),
    (|p| p.types[0].params.push((SpriteParam::Solid, Value::Bool(true))), "has `solid` twice"),
    (|p| p.types[0].params[0].1 = Value::Int(1), "`solid` of type #0 (`wall`) is of another kind"),
    (|p| p.types[3].params[0].1 = Value::Int(1), "`speed` of type #3 (`spark`) is of another kind"),
    (
        |p| p.types[5].params.push((SpriteParam::Speed, Value::Int(1))),
        "`speed` of type #5 (`ghost`) is of another kind",
    ),
    (|p| p.types[3].params[2].1 = Value::Colour(Colour(21)), "is colour 21"),
    (|p| p.types[3].params[3].1 = Value::Text("x".repeat(4097)), "`img` of type #3 (`spark`) is longer"),
    (|p| p.types[0].params.push((SpriteParam::WMult, Value::Double(f64::NAN))), "`wMult` of type #0 (`wall`) is NaN"),
    (|p| p.types[0].params.push((SpriteParam::HMult, Value::Double(-0.5))), "is -0.5; it may be 0 to 256"),
    (|p| p.types[0].params.push((SpriteParam::HMult, Value::Double(f64::INFINITY))), "is inf"),
    (|p| p.types[1].params.clear(), "type #1 (`avatar`) lacks `stype`"),
    (|p| p.types[1].params[0].1 = Value::Types(Box::new([])), "`stype` of type #1 (`avatar`) is an empty list"),
    (
        |p| p.types[1].params[0].1 = Value::Types(Box::new([TypeRef(Some(TypeId(9)))])),
        "`stype` of type #1 (`avatar`) names",
    ),
    (|p| p.types[0].resource_limit = 3, "type #0 (`wall`) has a resource limit but"),
    (|p| p.types[5].resource_limit = -1, "type #5 (`ghost`) has a resource limit but"),
    (|p| p.types[3].lineage = vec![].into(), "the lineage of type #3 (`spark`) does not end with it"),
    (|p| p.types[3].lineage = vec![TypeId(3), TypeId(2)].into(), "does not end with it"),
    (|p| p.types[3].family = vec![TypeId(3), TypeId(2)].into(), "does not start with its lineage"),
    (|p| p.types[2].family = vec![TypeId(2), TypeId(6)].into(), "the family of type #2 (`fire`) names type #6"),
    (|p| p.types[2].family = vec![TypeId(2), TypeId(3), TypeId(3)].into(), "has type #3 (`spark`) twice"),
    (
        |p| {
            p.types[3].lineage = vec![TypeId(3), TypeId(3)].into();
            p.types[3].family = vec![TypeId(3), TypeId(3)].into();
        },
        "has type #3 (`spark`) twice",
    ),
    // Order and mapping.
    (|p| p.order[0] = TypeId(6), "the order of types names type #6"),
    (|p| p.order[0] = TypeId(1), "the order of types has type #1 (`avatar`) twice"),
    (|p| p.mapping[1].glyph = 'w', "the level character 'w' is mapped twice"),
    (|p| p.mapping[0].types[0] = TypeRef(Some(TypeId(6))), "the level character 'w' names type #6"),
    (|p| p.mapping.push(Mapping { glyph: 'x', types: vec![TypeRef(None); 65] }), "'x' stands for 65 sprites"),
    // Rules.
    (|p| p.rules[0].effect = effect("killAll", &[("stype", ty(6))]), "`stype` of rule r0 (line 10) names type #6"),
    (
        |p| p.rules[0].effect = effect("undoAll", &[("notStype", Value::Types(vec![TypeRef(None); 257].into()))]),
        "`notStype` of rule r0 (line 10) has 257 entries",
    ),
    (
        |p| p.rules[5].effect = Effect::ShieldFrom(ShieldFrom { stype: TypeId(0), ftype: EffectName(Some(99)) }),
        "`ftype` of rule r5 (line 14) names effect 99",
    ),
    (|p| p.rules[0].score = Score(vec![None; 257].into()), "`scoreChange` of rule r0 (line 10) has 257"),
    (|p| p.rules[0].counter = Score(vec![None; 257].into()), "`counter` of rule r0 (line 10) has 257"),
    (|p| p.rules[0].counter_else = Score(vec![None; 257].into()), "`counterElse` of rule r0 (line 10) has 257"),
    (|p| p.rules[4] = add_timer(5, true, 6), "`ftype` of rule r4 (line 13) names rule r6, but there are 6"),
    (|p| p.rules[4] = add_timer(5, true, 4), "r4 (line 13) is an addTimer that runs another"),
    (|p| p.rules[3] = add_timer(5, false, 4), "r3 (line 13) is an addTimer that runs another"),
    (|p| p.rules[4] = add_timer(0, true, 3), "addTimer of rule r4 (line 13) repeats every 0 ticks: the tick"),
    (|p| p.rules[4] = add_timer(i32::MAX, true, 3), "repeats every 2147483647 ticks; 1000000000"),
    // Pairs, edges, timers, ends.
    (|p| p.pairs[0].first = TypeId(6), "pair p0 names type #6"),
    (|p| p.pairs[1].second = TypeId(6), "pair p1 names type #6"),
    (|p| p.pairs[2].rules[0] = RuleId(6), "pair p2 names rule r6, but there are 6 rules"),
    (|p| p.pairs[2].second = TypeId(0), "the pair of types #1 (`avatar`) and #0 (`wall`) stands there twice"),
    (|p| p.edges[0].on = TypeRef(Some(TypeId(6))), "edge x0 names type #6"),
    (|p| p.edges[0].rules[0] = RuleId(9), "edge x0 names rule r9"),
    (|p| p.timers[0].on = TypeRef(Some(TypeId(6))), "timer t0 names type #6"),
    (|p| p.timers[0].rule = RuleId(9), "timer t0 names rule r9"),
    (|p| p.timers[0].timer = -1, "timer t0 repeats every -1 ticks"),
    (|p| p.ends[0].end = sample::end("SpriteCounter", &[("stype", ty(6))]), "`stype` of termination e0 names type #6"),
    (|p| p.ends[0].win = vec![true; 257], "`win` of termination e0 has 257 entries"),
    // Levels.
    (|p| p.levels[0].rows.clear(), "level `small` has no cells"),
    (|p| p.levels[0].rows[0].clear(), "level `small` has no cells"),
    (|p| p.levels[0].name = "n".repeat(4097), "the name of a level is longer"),
    (|p| p.levels[0].rows[0] = "w".repeat(65537), "level `small` has 65537 by 3 cells"),
    (|p| p.levels[0].rows = vec!["w".repeat(2049); 2048], "2049 by 2048 cells"),
    (
        |p| {
            p.game.square_size = Some(4096);
            p.levels[0].rows[0] = "w".repeat(4097);
        },
        "is 16781312 pixels long with 4096 pixels per cell",
    ),
    // Names.
    (|p| p.debug.as_mut().unwrap().types.push("more".into()), "7 names for 6 types"),
    (|p| p.debug.as_mut().unwrap().type_lines.clear(), "0 lines for 6 types"),
    (|p| p.debug.as_mut().unwrap().rule_lines.push(1), "7 lines for 6 rules"),
    (|p| p.debug.as_mut().unwrap().end_lines.push(1), "3 lines for 2 terminations"),
    (|p| p.debug.as_mut().unwrap().types[0] = "n".repeat(4097), "a name is longer"),
    (|p| p.debug.as_mut().unwrap().source = "n".repeat(4097), "a name is longer"),
    // All together: rows beyond the first's length are cut, but they count.
    (|p| p.levels[0].rows[1] = "w".repeat(8 << 20), "more than the 8388608 there may be"),
];

fn add_timer(timer: i32, repeating: bool, inner: u16) -> vgdl_vm::program::Rule {
    Rule::new(Effect::AddTimer(AddTimer { timer, repeating, rule: RuleId(inner) }))
}

#[test]
fn good_program_passes() {
    assert_eq!(verify(&sample::program()), Ok(()));
}

#[test]
fn stripped_program_passes() {
    let mut program = sample::program();
    program.debug = None;
    assert_eq!(verify(&program), Ok(()));
    program.pairs[0].first = TypeId(700);
    assert_eq!(verify(&program).unwrap_err().to_string(), "pair p0 names type #700, but there are 6 types");
}

#[test]
fn each_broken_program_is_refused_with_its_sentence() {
    for (change, sentence) in BREAKS {
        let mut program = sample::program();
        change(&mut program);
        match verify(&program) {
            Ok(()) => panic!("accepted, though: {sentence}"),
            Err(e) => assert!(e.0.contains(sentence), "`{e}` instead of `{sentence}`"),
        }
    }
}

#[test]
fn what_the_reference_survives_passes() {
    let changes: &[Break] = &[
        |p| p.rules[4] = add_timer(-1, false, 3),
        |p| p.rules[0].effect = effect("killIfFast", &[("limspeed", Value::Double(f64::NAN))]),
        |p| p.types[3].params[0].1 = Value::Double(f64::INFINITY),
        |p| p.types[4].resource_limit = -1,
        |p| p.mapping[0].types.clear(),
        |p| p.pairs[0].rules.clear(),
        |p| p.levels.clear(),
        |p| p.ends[0].win = vec![true; 9],
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut program = sample::program();
        change(&mut program);
        assert_eq!(verify(&program), Ok(()), "change {i}");
    }
}

#[test]
fn levels_from_elsewhere_are_held_to_the_same_limits() {
    let level = |rows: Vec<String>| Level { name: "a".into(), rows };
    assert_eq!(verify_level(&level(vec!["A".into(), String::new()]), None), Ok(()));
    assert_eq!(verify_level(&level(vec!["A".repeat(2048); 2048]), Some(40)), Ok(()));
    assert!(verify_level(&level(vec![]), None).is_err());
}
