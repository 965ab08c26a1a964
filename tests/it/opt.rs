//! Neither passes nor short ways change a play: programs as they are and after all passes, looked at from within and not,
//! side by side, tick by tick.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use vgdl::opt::{self, PASSES};
use vgdl::trace::canon;
use vgdl::{Options, Policy, Program, Source, compile};
use vgdl_vm::ontology::{CLASSES, EFFECT_COMMON, EFFECTS, ENDS, Kind, ParamDef, Role, TypeRef};
use vgdl_vm::program::{Level, Mapping, Pair, Rule, RuleId, TypeId};
use vgdl_vm::{Cause, History, Image, Profile, State};

use crate::corpus;
use crate::own::{self, Dice};
use crate::sample::{self, Numbers};

/// What came of a comparison.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    plays: u32,
    ticks: u32,
    /// Sprites and events, to know that something happened.
    events: usize,
    faults: u32,
}

/// Sprites more than at the start with which a play is left: it would only take time.
const CROWD: usize = 12;

/// Everything that can be seen of a state.
pub(crate) fn facts(state: &State, names: &[String], program: &Program) -> (u64, u64, u64, u32, bool, Option<String>) {
    let fault = state.fault().map(|f| f.describe(program));
    (canon::hash(state, names), state.rng_calls(), state.rng_state(), state.messages(), state.is_over(), fault)
}

/// Plays a level of a program as it is and of one that must mean the same.
fn same(plain: &Arc<Image>, quick: &Arc<Image>, level: &Level, seed: i32, ticks: u32, seen: &mut Seen, what: &str) {
    let (mut one, mut two) = match (plain.start(level, seed), quick.start(level, seed)) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(one), Err(two)) => return assert_eq!(one, two, "{what}"),
        (one, two) => panic!("{what}: {:?} and {:?}", one.err(), two.err()),
    };
    let (names, other_names) = (canon::type_names(plain.program()), canon::type_names(quick.program()));
    assert_eq!(names, other_names, "{what}");
    let (mut history, mut other_history) = (History::new(), History::new());
    // Where a profile looks on, the machine takes every step; where nothing does, it may leave out those that are undone.
    let (mut slow, mut profile) = (one.clone(), Profile::new(|| 0));
    let mut fast = two.clone();
    let mut dice = Dice(seed as u64 + 1);
    let most = one.sprite_count() + CROWD;
    let look = |s: &State| facts(s, &names, s.image().program());
    assert_eq!(look(&one), look(&two), "{what}: before the first tick");
    for tick in 0..ticks {
        let actions = dice.actions(&one);
        one.step_recording(&actions, &mut history);
        two.step_recording(&actions, &mut other_history);
        slow.step_profiling(&actions, &mut profile);
        fast.step(&actions);
        // Where a frame is cut off depends on what it costs.
        if [&one, &two, &slow, &fast].iter().any(|s| s.fault().is_some_and(|f| f.cause == Cause::TooMuchWork)) {
            return;
        }
        assert_eq!(look(&one), look(&two), "{what}, seed {seed}: tick {tick}");
        assert_eq!(look(&slow), look(&one), "{what}, seed {seed}: tick {tick}, every step taken");
        assert_eq!(look(&slow), look(&fast), "{what}, seed {seed}: tick {tick}, steps left out");
        seen.ticks += 1;
        if one.is_over() || one.sprite_count() > most {
            break;
        }
    }
    assert_eq!(history, other_history, "{what}, seed {seed}");
    seen.plays += 1;
    seen.events += history.events().len();
    seen.faults += u32::from(one.fault().is_some());
}

/// Compares a program with what the passes make of it, on its own levels and on others.
fn compare(program: Program, others: &[Level], seeds: i32, ticks: u32, seen: &mut Seen, what: &str) {
    let optimised = opt::optimise(program.clone());
    assert_eq!(opt::optimise(optimised.clone()), optimised, "{what}: not all passes had come to an end");
    let plain = Image::load(program).unwrap_or_else(|e| panic!("{what}: {e}"));
    let quick = Image::load(optimised).unwrap_or_else(|e| panic!("{what}, optimised: {e}"));
    for level in plain.program().levels.iter().chain(others) {
        for seed in 0..seeds {
            same(&plain, &quick, level, seed, ticks, seen, what);
        }
    }
}

fn sum(all: impl IntoIterator<Item = Seen>) -> Seen {
    all.into_iter().fold(Seen::default(), |a, b| Seen {
        plays: a.plays + b.plays,
        ticks: a.ticks + b.ticks,
        events: a.events + b.events,
        faults: a.faults + b.faults,
    })
}

/// How often each pass changes something.
fn changed<'p>(programs: impl Iterator<Item = &'p Program>) -> BTreeMap<&'static str, usize> {
    let mut found: BTreeMap<&str, usize> = PASSES.iter().map(|p| (p.name, 0)).collect();
    for program in programs {
        for change in opt::changes(program.clone()) {
            *found.entry(change.pass.name).or_default() += 1;
        }
    }
    found
}

#[test]
fn our_own_games_play_the_same() {
    let games: Vec<_> = own::games().iter().map(|g| (g.name.clone(), g.program())).collect();
    let seen = games.par_iter().map(|(name, program)| {
        let mut seen = Seen::default();
        compare(program.clone(), &[], 4, 300, &mut seen, name);
        seen
    });
    let seen = sum(seen.collect::<Vec<_>>());
    assert!(seen.plays >= 60 && seen.events > 1000, "{seen:?}");
}

#[test]
fn random_programs_play_the_same() {
    let programs: Vec<Program> = (0..1500)
        .map(|seed| {
            let mut numbers = Numbers(seed);
            let mut program = numbers.program();
            // Sound sprites of sane sizes in most places, so that plays last.
            for decl in &mut program.types {
                decl.params.retain(|(p, _)| !matches!(p.def().name, "wMult" | "hMult" | "timeToLive" | "is_avatar"));
            }
            program.messages = 0;
            program.levels.clear();
            // Twins.
            for i in (3..program.rules.len()).step_by(3) {
                let twin = &program.rules[i - 1];
                if !matches!(twin.effect, vgdl_vm::ontology::Effect::AddTimer(_)) {
                    program.rules[i] = twin.clone();
                }
            }
            program
        })
        .collect();
    let seen: Vec<Seen> = programs
        .par_iter()
        .enumerate()
        .map(|(i, program)| {
            let mut seen = Seen::default();
            let mut numbers = Numbers(i as u64);
            let level = random_level(&mut numbers, &program.mapping);
            compare(program.clone(), &[level], 1, 40, &mut seen, &format!("program {i}"));
            seen
        })
        .collect();
    let seen = sum(seen);
    assert!(seen.plays > 500 && seen.ticks > 2500 && seen.faults > 25, "{seen:?}");
    let changed = changed(programs.iter());
    assert!(changed.iter().all(|(_, &n)| n > 50), "{changed:?}");
}

fn random_level(numbers: &mut Numbers, mapping: &[Mapping]) -> Level {
    let mut glyph = || match numbers.below(3) {
        0 => mapping[numbers.below(mapping.len())].glyph,
        _ => ' ',
    };
    let rows = (0..7).map(|_| (0..9).map(|_| glyph()).collect()).collect();
    Level { name: "random".into(), rows }
}

/// A game as text: random classes in a random tree, random rules, few of them faulty.
struct Writer {
    numbers: Numbers,
    types: Vec<String>,
}

impl Writer {
    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.numbers.below(list.len())]
    }

    fn name(&mut self) -> String {
        let i = self.numbers.below(self.types.len());
        self.types[i].clone()
    }

    fn value(&mut self, param: &ParamDef) -> String {
        match param.kind {
            // What makes sprites makes few, or plays would take hours.
            _ if param.name == "repeat" => self.pick(&["1", "2"]).to_string(),
            _ if param.name == "prob" => self.pick(&["0.01", "0.05"]).to_string(),
            Kind::Int | Kind::Float => self.pick(&["0", "1", "2", "3", "5", "12"]).to_string(),
            Kind::Double => self.pick(&["0.1", "0.5", "1", "1.0", "2"]).to_string(),
            Kind::Bool => self.pick(&["True", "False"]).to_string(),
            Kind::Direction => self.pick(&["UP", "DOWN", "LEFT", "RIGHT", "NONE"]).to_string(),
            Kind::Colour => self.pick(&["RED", "BLUE"]).to_string(),
            Kind::Text => "x".into(),
            Kind::Type | Kind::OptType | Kind::LooseType => self.name(),
            Kind::Types => {
                let n = 1 + self.numbers.below(3);
                (0..n).map(|_| self.name()).collect::<Vec<_>>().join(",")
            }
            Kind::EffectName => self.pick(EFFECTS).name.into(),
            Kind::Ints => self.pick(&["0", "1", "1,1", "2,-1", "0,0"]).to_string(),
            Kind::Bools => self.pick(&["True", "False", "True,False"]).to_string(),
        }
    }

    fn args(&mut self, params: &[&ParamDef], one_in: usize) -> String {
        let mut text = String::new();
        for param in params {
            if param.default.is_none() || param.name == "prob" || self.numbers.below(one_in) == 0 {
                let value = self.value(param);
                let _ = write!(text, " {}={value}", param.name);
            }
        }
        text
    }

    fn effect(&mut self) -> String {
        const LIKELY: &[&str] = &["killSprite", "stepBack", "killBoth", "transformTo", "spawn", "collectResource"];
        let def = loop {
            let def = if self.numbers.below(3) == 0 {
                let name = *self.pick(LIKELY);
                EFFECTS.iter().find(|e| e.name == name).expect("a row")
            } else {
                self.pick(EFFECTS)
            };
            if !matches!(def.name, "addTimer" | "cloneSprite" | "spawnIfCounterSubTypes") {
                break def;
            }
        };
        let own = self.args(&def.params.iter().collect::<Vec<_>>(), 2);
        let common: Vec<&ParamDef> = EFFECT_COMMON
            .iter()
            .filter(|p| p.role != Role::Inert && def.params.iter().all(|q| q.name != p.name))
            .collect();
        format!("{}{own}{}", def.name, self.args(&common, 8))
    }

    /// A game that often compiles, and a level.
    fn game(seed: u64) -> (String, String) {
        let mut numbers = Numbers(seed);
        let n = 3 + numbers.below(8);
        let types = (0..n).map(|i| format!("t{i}")).collect();
        let mut w = Writer { numbers, types };
        let mut text = String::from("BasicGame square_size=10\n    SpriteSet\n        avatar > ");
        text += ["MovingAvatar", "OrientedAvatar", "FlakAvatar stype=t0", "ShootAvatar stype=t1"][w.numbers.below(4)];
        text.push('\n');
        let mut depth = 0;
        for i in 0..n {
            depth = if i > 0 { w.numbers.below(depth + 2).min(2) } else { 0 };
            let class = loop {
                let def = w.pick(CLASSES);
                if !def.class.is_avatar() && !def.name.starts_with("Path") && !def.name.contains("RandomPath") {
                    break def;
                }
            };
            let params: Vec<&ParamDef> = class.class.params().map(|p| p.def()).collect();
            let required: Vec<&str> = class.class.required().map(|p| p.def().name).collect();
            let mut args = String::new();
            let rare = ["wMult", "hMult", "is_avatar", "is_resource", "timeToLive"];
            for param in params {
                let wanted = required.contains(&param.name)
                    || (w.numbers.below(10) == 0 && !rare.contains(&param.name))
                    || param.name == "stype";
                if wanted {
                    let value = w.value(param);
                    let _ = write!(args, " {}={value}", param.name);
                }
            }
            let _ = writeln!(text, "{}t{i} > {}{args}", " ".repeat(8 + 4 * depth), class.name);
        }
        text += "    InteractionSet\n";
        for _ in 0..2 + w.numbers.below(14) {
            let (a, b) = (w.side(), w.side());
            let b = if w.numbers.below(8) == 0 { "EOS".into() } else { b };
            let effect = w.effect();
            let _ = writeln!(text, "        {a} {b} > {effect}");
        }
        text += "    TerminationSet\n";
        for _ in 0..w.numbers.below(4) {
            let end = w.pick(ENDS);
            let args = w.args(&end.params.iter().collect::<Vec<_>>(), 2);
            let limit = w.pick(&["-1", "0", "0", "1", "3", "30"]).to_string();
            let win = w.pick(&["True", "False"]).to_string();
            let _ = writeln!(text, "        {}{args} limit={limit} win={win}", end.name);
        }
        text += "    LevelMapping\n";
        for glyph in ['a', 'b', 'c', 'd'] {
            let _ = writeln!(text, "        {glyph} > {}", w.name());
        }
        let mut level = String::new();
        for row in 0..8 {
            for column in 0..10 {
                let edge = row == 0 || row == 7 || column == 0 || column == 9;
                level.push(if (row, column) == (4, 5) {
                    'A'
                } else if edge {
                    'w'
                } else {
                    *w.pick(&['a', 'b', 'c', 'd', ' ', ' ', ' ', ' '])
                });
            }
            level.push('\n');
        }
        (text, level)
    }

    fn side(&mut self) -> String {
        match self.numbers.below(4) {
            0 => "avatar".into(),
            1 => "wall".into(),
            _ => self.name(),
        }
    }
}

#[test]
fn random_games_play_the_same() {
    let games: Vec<Program> = (0..1500)
        .filter_map(|seed| {
            let (game, level) = Writer::game(seed);
            let options = Options { policy: Policy::Compat, ..Options::default() };
            compile(&Source::new("game", game), &[Source::new("level", level)], &options).program
        })
        .collect();
    let seen: Vec<Seen> = games
        .par_iter()
        .enumerate()
        .map(|(i, program)| {
            let mut seen = Seen::default();
            compare(program.clone(), &[], 2, 60, &mut seen, &format!("game {i}"));
            seen
        })
        .collect();
    let seen = sum(seen);
    println!("{} games compile: {seen:?}", games.len());
    assert!(seen.plays > 300 && seen.ticks > 10_000 && seen.events > 1000, "{} games, {seen:?}", games.len());
    let changed = changed(games.iter());
    assert!(["dead_rules", "unpopulated", "fold"].iter().all(|pass| changed[pass] > 50), "{changed:?}");
}

#[test]
fn public_games_play_the_same() {
    let Some(shared) = corpus::shared() else { return };
    let games = corpus::files(&shared.join("games/gvgai"), &corpus::is_game);
    let seen: Vec<Seen> = games
        .par_iter()
        .step_by(3)
        .map(|path| {
            let mut seen = Seen::default();
            let stem = path.file_stem().expect("a name").to_string_lossy();
            let level = path.with_file_name(format!("{stem}_lvl0.txt"));
            if !level.is_file() {
                return seen;
            }
            let options = Options { policy: Policy::Compat, ..Options::default() };
            let level = Source::new("level", corpus::read(&level));
            if let Some(program) = compile(&Source::new("game", corpus::read(path)), &[level], &options).program {
                compare(program, &[], 1, 200, &mut seen, &path.display().to_string());
            }
            seen
        })
        .collect();
    let seen = sum(seen);
    assert!(seen.plays > 30 && seen.ticks > 2000, "{seen:?}");
}

/// Three types: a wall, an avatar and a missile that no level character stands for.
fn small() -> Program {
    let mut program = sample::program();
    program.rules = vec![
        Rule::new(sample::effect("killSprite", &[])),
        Rule::new(sample::effect("stepBack", &[])),
        Rule::new(sample::effect("turnAround", &[])),
    ];
    program.pairs = vec![Pair { first: TypeId(0), second: TypeId(1), rules: vec![RuleId(0), RuleId(1), RuleId(2)] }];
    program.edges.clear();
    program.timers.clear();
    program.ends.clear();
    program.mapping.truncate(2);
    let debug = program.debug.as_mut().expect("names");
    debug.rule_lines = vec![10, 11, 12];
    debug.end_lines.clear();
    program
}

#[test]
fn what_stands_behind_a_sure_kill_goes_and_lines_stay_right() {
    let program = opt::optimise(small());
    assert_eq!(program.pairs[0].rules, [RuleId(0)]);
    assert_eq!(program.debug.expect("names").rule_lines, [10]);
    // A rule that is given all second sprites at once runs on killed ones, too.
    let mut batch = small();
    batch.rules[2].in_batch = true;
    let program = opt::optimise(batch);
    assert_eq!(program.rules.len(), 2);
    assert_eq!(program.pairs[0].rules, [RuleId(0), RuleId(1)]);
    assert_eq!(program.debug.expect("names").rule_lines, [10, 12]);
}

#[test]
fn a_kill_that_is_not_sure_keeps_what_follows() {
    let kept = |program: Program| opt::optimise(program).pairs[0].rules.len();
    // A killed avatar is only disabled.
    let mut avatar = small();
    avatar.pairs[0].first = TypeId(1);
    avatar.pairs[0].second = TypeId(0);
    assert_eq!(kept(avatar), 3);
    // A batch of killSprite does nothing.
    let mut batch = small();
    batch.rules[0].in_batch = true;
    assert_eq!(kept(batch), 3);
    // Some other rule may shield from the kill.
    let mut shield = small();
    let ftype = vgdl_vm::ontology::Value::Effect(vgdl_vm::ontology::EffectName(Some(0)));
    let effect = sample::effect("shieldFrom", &[("stype", sample::ty(1)), ("ftype", ftype)]);
    shield.rules.push(Rule::new(effect));
    shield.pairs.push(Pair { first: TypeId(4), second: TypeId(0), rules: vec![RuleId(3)] });
    shield.debug.as_mut().expect("names").rule_lines.push(13);
    assert_eq!(kept(shield), 3);
}

#[test]
fn types_count_as_empty_only_if_nothing_makes_them() {
    let missile = TypeId(2);
    let waiting = |program: &mut Program| {
        program.pairs = vec![Pair { first: missile, second: TypeId(0), rules: vec![RuleId(1)] }];
        // The shots of the avatar are of the other missile type, whose family is its parent's too.
        program.types[1].params[0].1 = vgdl_vm::ontology::Value::Types(Box::new([TypeRef(Some(TypeId(4)))]));
    };
    let mut program = small();
    waiting(&mut program);
    assert!(opt::optimise(program).pairs.is_empty());
    // The avatar shoots it.
    let mut program = small();
    waiting(&mut program);
    program.types[1].params[0].1 = vgdl_vm::ontology::Value::Types(Box::new([TypeRef(Some(TypeId(3)))]));
    assert_eq!(opt::optimise(program).pairs.len(), 1);
    // A rule that runs makes it; one that is disabled does not.
    for (enabled, pairs) in [(true, 2), (false, 0)] {
        let mut program = small();
        waiting(&mut program);
        let mut rule = Rule::new(sample::effect("transformTo", &[("stype", sample::ty(2))]));
        rule.enabled = enabled;
        program.rules.push(rule);
        program.debug.as_mut().expect("names").rule_lines.push(13);
        program.pairs.push(Pair { first: TypeId(4), second: TypeId(1), rules: vec![RuleId(3)] });
        assert_eq!(opt::optimise(program).pairs.len(), pairs, "{enabled}");
    }
}

#[test]
fn without_lines_equal_rules_share_an_entry() {
    let mut program = small();
    program.rules[2] = program.rules[1].clone();
    program.pairs = vec![
        Pair { first: TypeId(1), second: TypeId(0), rules: vec![RuleId(1)] },
        Pair { first: TypeId(4), second: TypeId(0), rules: vec![RuleId(2), RuleId(0)] },
    ];
    assert_eq!(opt::optimise(program.clone()).rules.len(), 3);
    program.debug = None;
    let shared = opt::optimise(program);
    assert_eq!(shared.rules.len(), 2);
    assert_eq!(shared.pairs[0].rules[0], shared.pairs[1].rules[0]);
}
