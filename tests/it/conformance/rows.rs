//! Every row of the ontology has a conformance case that proves it.
//!
//! What a game uses is read from its compiled program. A use proves a row if the trace can tell the game from the same game
//! without it: without the effect, the termination, the `EOS` or `TIME` lines, or with the parameter at its default. For a
//! class a sprite of it must have lived on a level.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use vgdl::source::Source;
use vgdl::trace::read::{Reader, Record};
use vgdl::trace::verify::Games as _;
use vgdl::{Options, compile};
use vgdl_vm::Image;
use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::{
    Action, Arg, CLASSES, Class, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, Effect, EffectDef, EffectName, End, Role,
    SPRITE_PARAMS, Score, SpriteParam, TypeRef, Value,
};
use vgdl_vm::program::{Program, TypeId, Unmakeable};

use super::{Cases, Found, replay, tells, traces};

/// Extensions of ours: there is no reference to measure. The tests of caves hold them to their own.
const OURS: (Class, [SpriteParam; 5]) = (
    Class::Grower,
    [SpriteParam::Directions, SpriteParam::Neighbours, SpriteParam::Over, SpriteParam::Births, SpriteParam::Requires],
);

/// Another: conditions of rules, which the tests of selections hold to theirs.
const CONDITION: &str = "if";

/// Effects of ours, which have tests of their own (`gdl_games`).
const OUR_EFFECTS: [&str; 1] = ["strike"];

/// A row of the ontology, or a parameter of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Class(Class),
    SpriteParam(SpriteParam),
    Effect(&'static str),
    EffectParam(&'static str, &'static str),
    /// A parameter that all effects take.
    CommonParam(&'static str),
    Eos,
    Time,
    TimeParam(&'static str),
    End(&'static str),
    EndParam(&'static str, &'static str),
    /// A parameter that all terminations take.
    EndCommon(&'static str),
    GameParam(&'static str),
}

/// Parameters of sprites that change what agents are shown, never a state: a trace of states cannot prove them.
const SHOWN: [SpriteParam; 3] = [SpriteParam::Portal, SpriteParam::IsNpc, SpriteParam::IsFromAvatar];

/// Parameters that set what a sprite of some class remembers, and that no measured game sets: what they do is the class's rule.
/// See `memories_can_be_set`.
const MEMORIES: [SpriteParam; 5] = [
    SpriteParam::Rotation,
    SpriteParam::OnGround,
    SpriteParam::Facing,
    SpriteParam::LastBlockTime,
    SpriteParam::FacingDir,
];

/// Every row that a case must prove.
fn rows() -> BTreeSet<Row> {
    let mut rows: BTreeSet<Row> = CLASSES.iter().map(|c| Row::Class(c.class)).collect();
    rows.remove(&Row::Class(OURS.0));
    for (code, _) in SPRITE_PARAMS.iter().enumerate().filter(|(_, def)| def.role == Role::Rules) {
        let param = SpriteParam::from_code(code as u8).expect("a code of the table");
        rows.extend(
            (!SHOWN.contains(&param) && !MEMORIES.contains(&param) && !OURS.1.contains(&param))
                .then_some(Row::SpriteParam(param)),
        );
    }
    for def in EFFECTS.iter().filter(|def| !OUR_EFFECTS.contains(&def.name)) {
        rows.insert(Row::Effect(def.name));
        rows.extend(def.params.iter().map(|p| Row::EffectParam(def.name, p.name)));
    }
    rows.extend(
        EFFECT_COMMON.iter().filter(|p| p.role == Role::Rules && p.name != CONDITION).map(|p| Row::CommonParam(p.name)),
    );
    rows.extend([Row::Eos, Row::Time]);
    rows.extend(TIME_PARAMS.iter().filter(|p| p.role == Role::Rules).map(|p| Row::TimeParam(p.name)));
    for def in ENDS {
        rows.insert(Row::End(def.name));
        rows.extend(def.params.iter().map(|p| Row::EndParam(def.name, p.name)));
    }
    rows.extend(END_COMMON.iter().map(|p| Row::EndCommon(p.name)));
    rows.extend(["square_size", "no_players", "no_counters", "obs"].map(Row::GameParam));
    rows
}

/// What stands in the place of a value that cannot be left out.
fn other(value: &Value) -> Option<Value> {
    let wall = TypeRef(Some(TypeId(0)));
    Some(match value {
        Value::Type(_) => Value::Type(wall),
        Value::Types(list) => Value::Types(vec![wall; list.len()].into()),
        Value::Effect(EffectName(code)) => Value::Effect(EffectName(Some(u8::from(*code == Some(0))))),
        // The effect of a timer is the timer's.
        _ => return None,
    })
}

/// The arguments with one of them left out, or exchanged if it cannot be.
fn replaced<T>(args: Vec<Arg>, name: &str, build: impl Fn(&[Arg]) -> Option<T>) -> Option<T> {
    let without: Vec<Arg> = args.iter().filter(|a| a.name != name).cloned().collect();
    build(&without).or_else(|| {
        let with = args.into_iter().map(|a| {
            let value = if a.name == name { other(&a.value)? } else { a.value };
            Some(Arg { name: a.name, value })
        });
        build(&with.collect::<Option<Vec<Arg>>>()?)
    })
}

fn effect_without(effect: &Effect, name: &str) -> Option<Effect> {
    replaced(effect.args(), name, |args| Effect::build(effect.code(), args).ok().flatten())
}

fn end_without(end: &End, name: &str) -> Option<End> {
    replaced(end.args(), name, |args| End::build(end.code(), args).ok().flatten())
}

fn undo_all() -> Effect {
    let code = EffectDef::code("undoAll").expect("an effect");
    Effect::build(code, &[]).expect("no arguments are needed").expect("an effect")
}

/// Removes every rule that `is` takes from pairs, edges and timers.
fn remove_rules(program: &mut Program, is: impl Fn(&Effect) -> bool) {
    let gone: Vec<bool> = program.rules.iter().map(|r| is(&r.effect)).collect();
    let stays = |id: &vgdl_vm::program::RuleId| !gone[id.index()];
    program.pairs.iter_mut().for_each(|p| p.rules.retain(stays));
    program.edges.iter_mut().for_each(|e| e.rules.retain(stays));
    program.timers.retain(|t| stays(&t.rule));
}

/// Takes a row out of a program.
fn remove(program: &mut Program, row: Row) {
    match row {
        // A class is proved by life.
        Row::Class(_) => {}
        Row::SpriteParam(param) => {
            for ty in &mut program.types {
                ty.singleton &= param != SpriteParam::Singleton;
                let needed = ty.class.is_ok_and(|class| class.required().any(|p| p == param));
                for (p, value) in &mut ty.params {
                    if *p == param && needed {
                        *value = other(value).expect("needed parameters are sprites");
                    }
                }
                ty.params.retain(|(p, _)| *p != param || needed);
            }
        }
        // Which effect a timer runs: another one.
        Row::EffectParam("addTimer", "ftype") => {
            let inner: Vec<_> = program
                .rules
                .iter()
                .filter_map(|r| match &r.effect {
                    Effect::AddTimer(timer) => Some(timer.rule.index()),
                    _ => None,
                })
                .collect();
            for rule in inner {
                program.rules[rule].effect = undo_all();
            }
        }
        Row::Effect(name) => remove_rules(program, |e| e.def().name == name),
        Row::EffectParam(effect, name) => {
            for rule in program.rules.iter_mut().filter(|r| r.effect.def().name == effect) {
                if let Some(other) = effect_without(&rule.effect, name) {
                    rule.effect = other;
                }
            }
        }
        Row::CommonParam("prob") => {
            for rule in &mut program.rules {
                if let Some(other) = effect_without(&rule.effect, "prob") {
                    rule.effect = other;
                }
            }
        }
        Row::CommonParam("repeat") => {
            for pair in &mut program.pairs {
                let mut seen = BTreeSet::new();
                pair.rules.retain(|&id| seen.insert(id));
            }
        }
        Row::CommonParam(name) => {
            for rule in &mut program.rules {
                match name {
                    "scoreChange" => rule.score = Score::zero(),
                    "applyScore" => rule.apply_score = true,
                    "enabled" => rule.enabled = true,
                    "count" => rule.count = true,
                    "countElse" => rule.count_else = true,
                    "counter" => rule.counter = Score::zero(),
                    "counterElse" => rule.counter_else = Score::zero(),
                    "inBatch" => rule.in_batch = rule.effect.def().batch,
                    _ => unreachable!("a parameter of all effects that this test does not know: {name}"),
                }
            }
        }
        Row::Eos => program.edges.clear(),
        Row::Time => program.timers.clear(),
        Row::TimeParam(name) => {
            for timer in &mut program.timers {
                match name {
                    "timer" => timer.timer += 1,
                    "nextExecution" => timer.first = -1,
                    "repeating" => timer.repeating = false,
                    _ => unreachable!("a parameter of timers that this test does not know: {name}"),
                }
            }
        }
        Row::End(name) => {
            program.ends.retain(|e| e.end.def().name != name);
            if let Some(debug) = &mut program.debug {
                debug.end_lines.truncate(program.ends.len());
            }
        }
        Row::EndParam(end, name) => {
            for ending in program.ends.iter_mut().filter(|e| e.end.def().name == end) {
                if let Some(other) = end_without(&ending.end, name) {
                    ending.end = other;
                }
            }
        }
        Row::EndCommon(name) => {
            for ending in &mut program.ends {
                match name {
                    "limit" => ending.limit = 0,
                    "win" => ending.win.clear(),
                    "count_score" => ending.count_score = false,
                    _ => unreachable!("a parameter of all terminations that this test does not know: {name}"),
                }
            }
        }
        Row::GameParam("square_size") => program.game.square_size = None,
        Row::GameParam("no_players") => program.game.players = 1,
        Row::GameParam("no_counters") => program.game.counters = 0,
        Row::GameParam("obs") => program.game.obstacles = None,
        Row::GameParam(name) => unreachable!("a parameter of the game line that this test does not know: {name}"),
    }
}

/// A trace and the games it measured.
struct Case {
    trace: PathBuf,
    opened: Found,
}

impl Case {
    fn programs(&self) -> impl Iterator<Item = &Program> {
        self.opened.values().filter_map(|opened| Some(opened.as_ref().ok()?.0.program()))
    }

    /// Whether the trace can tell the game from the game without the row.
    fn proves(&self, row: Row) -> bool {
        let uses = self.programs().any(|program| {
            let mut without = program.clone();
            remove(&mut without, row);
            without != *program
        });
        uses && tells(&self.trace, &self.opened, &|program| remove(program, row))
    }
}

/// The classes of the sprites that live in the runs of a trace.
fn living(trace: &Path) -> BTreeSet<Class> {
    let mut living = BTreeSet::new();
    let mut cases =
        Cases { folder: vgdl::trace::folder::Folder::new(&super::folder().join("games"), false), opened: Found::new() };
    let mut reader = Reader::open(trace).expect("a trace that opens");
    while let Some(record) = reader.next_record().expect("a sound trace") {
        let Record::Run(run) = record else { continue };
        let Ok((image, level)) = cases.open(&run.set, &run.game, &run.level) else { continue };
        let Ok(mut state) = image.start(&level, run.seed) else { continue };
        let scripts: Vec<Vec<_>> = run
            .actions
            .iter()
            .map(|a| a.chars().filter_map(vgdl_vm::ontology::Action::from_letter).collect())
            .collect();
        for tick in 0..=run.max_ticks as usize {
            living.extend(state.sprites().filter_map(|s| image.program().types[s.type_id.index()].class.ok()));
            if state.is_over() {
                break;
            }
            let actions: Vec<_> = scripts.iter().map(|s| s.get(tick).copied().unwrap_or_default()).collect();
            state.step(&actions);
        }
    }
    living
}

#[test]
fn every_row_of_the_ontology_has_a_case_that_proves_it() {
    let cases: Vec<Case> = traces().into_par_iter().map(|trace| Case { opened: replay(&trace).1, trace }).collect();
    let (classes, others): (Vec<Row>, Vec<Row>) = rows().into_iter().partition(|row| matches!(row, Row::Class(_)));
    let alive: BTreeSet<Class> = cases.par_iter().map(|case| living(&case.trace)).flatten_iter().collect();
    let mut missing: Vec<Row> = others.into_par_iter().filter(|&row| !cases.iter().any(|c| c.proves(row))).collect();
    missing.extend(classes.into_iter().filter(|row| match row {
        // Its case proves that it cannot be made: see `a_resource_pack_cannot_be_made`.
        Row::Class(Class::ResourcePack) => false,
        Row::Class(class) => !alive.contains(class),
        _ => true,
    }));
    missing.sort_unstable();
    assert!(missing.is_empty(), "no case proves {missing:#?}");
}

#[test]
fn a_resource_pack_cannot_be_made() {
    let name = "sprite-ResourcePack.jsonl.gz";
    let trace = super::folder().join("traces").join(name);
    let (reports, opened) = replay(&trace);
    assert!(!reports.is_empty());
    for report in &reports {
        assert!(report.to_string().ends_with("neither can start"), "{report}");
    }
    let compiled = opened.values().map(|o| o.as_ref().map(|(image, _)| image.program()));
    for program in compiled {
        let program = program.expect("a game that compiles: only its level asks for the sprite");
        assert!(program.types.iter().any(|t| t.class == Err(Unmakeable::BrokenClass)));
    }
}

/// Where the avatar and the sprites of a type are after some ticks, with and without an argument of the avatar.
fn with_memory(avatar: &str, argument: &str, actions: &[Action]) -> [Vec<(i32, i32)>; 2] {
    [argument, ""].map(|argument| {
        let game = format!(
            "BasicGame square_size=10
    SpriteSet
        floor > Immovable
        brick > Immovable
        avatar > {avatar} physicstype=CONT {argument}
    InteractionSet
        avatar floor > killIfFrontal
    LevelMapping
        . > floor
"
        );
        let level = Source::new("level", "...........\n...........\n.....A.....\n...........\n...........\n");
        let compiled = compile(&Source::new("game", game), &[level], &Options::default());
        let image = Image::load(compiled.program.expect("a game that compiles")).expect("a sound program");
        let mut state = image.start(&image.program().levels[0], 0).expect("a level that starts");
        for &action in actions {
            state.step(&[action]);
        }
        let (avatar, brick) = (TypeId(1), TypeId(3));
        state.sprites().filter(|s| s.type_id == avatar || s.type_id == brick).map(|s| (s.rect.x, s.rect.y)).collect()
    })
}

/// An avatar, an argument, a script, and where everything then is with and without the argument.
type Memory<'a> = (&'a str, &'a str, &'a [Action], [&'a [(i32, i32)]; 2]);

#[test]
fn memories_can_be_set() {
    use Action::{Nil, Up, Use};
    let wizard = "WizardAvatar stype=brick";
    let nils_and_up = [Nil, Nil, Nil, Nil, Nil, Up];
    let cases: [Memory<'_>; 5] = [
        // It drives backwards: 4 pixels a tick and not 6, from its second tick on.
        ("CarAvatar", "facing=1", &[Nil; 4], [&[(62, 20)], &[(68, 20)]]),
        // It starts almost downwards.
        ("CarAvatar", "rotation=1.5", &[Nil; 4], [&[(62, 23)], &[(68, 20)]]),
        // Five ticks must pass after a block. It need not wait for its first one, and the block stands 1.2 cells ahead.
        (wizard, "last_block_time=-9", &[Up], [&[(50, 20), (62, 20)], &[(50, 20)]]),
        (wizard, "facing_dir=LEFT", &nils_and_up, [&[(50, 20), (38, 20)], &[(50, 20), (62, 20)]]),
        // It jumps at once: 5 pixels, then 10.
        ("PlatformerAvatar", "on_ground=True", &[Use, Nil], [&[(50, 5)], &[(50, 20)]]),
    ];
    for (avatar, argument, actions, [with, without]) in cases {
        assert_eq!(with_memory(avatar, argument, actions), [with, without], "{avatar} {argument}");
    }
}
