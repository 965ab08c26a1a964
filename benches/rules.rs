//! Effects and classes, one bench a row of the ontology: `rules/effect/<name>` is the time of one application,
//! `rules/class/<name>` that of one update.
//!
//! Each has a small game made from its row. A tick of it is measured in which the rule runs on all of many pairs of sprites,
//! or in which many sprites of the class have their turn, and its time divided by their number; so the search for meetings
//! and the rest of the tick have a share in it. Every measurement begins with the same state: sprites that an effect kills
//! are back.

mod own;

use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use vgdl_vm::ontology::{Arg, CLASSES, Class, Dir, EFFECTS, Effect, EffectName, Kind, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{
    GameLine, Level, MAX_SPRITES, MAX_TICKS, Mapping, Pair, Program, Rule, RuleId, TypeDecl, TypeId,
};
use vgdl_vm::{Dialect, Image, Profile, State};

/// Ticks of a measurement of a class: enough for producers, few enough that what goes away is still there.
const TICKS: u32 = 4;

/// Pairs of sprites, or sprites.
const MANY: usize = 64;

/// The types of every game.
const AVATAR: TypeId = TypeId(0);
const FIRST: TypeId = TypeId(1);
const SECOND: TypeId = TypeId(2);
/// What is made, chased, led to, held: one is there from the start.
const THIRD: TypeId = TypeId(3);

fn decl(id: TypeId, class: Class) -> TypeDecl {
    // A type that made itself would be a fault.
    let other = TypeRef(Some(if id == THIRD { SECOND } else { THIRD }));
    let value = |param: SpriteParam| match param.def().kind {
        Kind::Types => Value::Types(Box::new([other])),
        _ => Value::Type(other),
    };
    let mut params: Vec<(SpriteParam, Value)> = class.required().map(|p| (p, value(p))).collect();
    for param in [SpriteParam::Stype, SpriteParam::Stypes, SpriteParam::StypeMissile, SpriteParam::SpawnBehind] {
        if class.takes(param) && params.iter().all(|(p, _)| *p != param) {
            params.push((param, value(param)));
        }
    }
    TypeDecl {
        class: Ok(class),
        lineage: vec![id].into(),
        family: vec![id].into(),
        singleton: false,
        resource_limit: if class == Class::Resource { 8 } else { 0 },
        params,
        messages: 0,
    }
}

/// A game of these classes. `x` stands for a first and a second sprite, `y` for a first alone.
fn program(first: Class, second: Class, third: Class) -> Program {
    let glyph = |glyph, types: &[TypeId]| Mapping { glyph, types: types.iter().map(|&t| TypeRef(Some(t))).collect() };
    Program {
        dialect: Dialect::Gvgai,
        game: GameLine {
            square_size: Some(10),
            players: 1,
            counters: 0,
            obstacles: Some(vec![]),
            max_sprites: MAX_SPRITES,
            max_ticks: MAX_TICKS,
        },
        types: vec![decl(AVATAR, Class::MovingAvatar), decl(FIRST, first), decl(SECOND, second), decl(THIRD, third)],
        order: vec![THIRD, SECOND, FIRST, AVATAR],
        mapping: vec![glyph('A', &[AVATAR]), glyph('x', &[FIRST, SECOND]), glyph('y', &[FIRST]), glyph('z', &[THIRD])],
        rules: vec![],
        pairs: vec![],
        edges: vec![],
        timers: vec![],
        ends: vec![],
        messages: 0,
        message_limit: false,
        levels: vec![],
        debug: None,
        requires: vec![],
    }
}

/// Every other cell of every other row has the glyph, so that neighbours do not meet.
fn level(glyph: char, many: usize) -> Level {
    let side = 16;
    let mut left = many;
    let mut rows = vec![format!("A{}z{}", " ".repeat(side), " ".repeat(side - 1))];
    for row in 0..side {
        let cell = |column: usize| {
            let here = row % 2 == 1 && column % 4 == 2 && left > 0;
            left -= usize::from(here);
            if here { glyph } else { ' ' }
        };
        rows.push((0..2 * side + 1).map(cell).collect());
    }
    Level { name: "bench".into(), rows }
}

/// The classes under which an effect does the most.
fn cast(effect: &str) -> (Class, Class, Class) {
    let usual = (Class::Missile, Class::Missile, Class::Immovable);
    match effect {
        "collectResource" | "collectResourceIfHeld" => (Class::Resource, usual.1, usual.2),
        "teleportToExit" => (usual.0, Class::Portal, usual.2),
        "updateSpawnType" => (usual.0, usual.1, Class::SpawnPoint),
        _ => usual,
    }
}

/// A game in which an effect runs on every pair of sprites.
fn effect_game(code: usize) -> Program {
    let def = &EFFECTS[code];
    let (first, second, third) = cast(def.name);
    let mut program = program(first, second, third);
    let mut args = Vec::new();
    for param in def.params {
        // What lets the effect come to pass.
        let value = match (param.name, param.kind) {
            ("limspeed", _) if def.name == "killIfFast" => Value::Double(-1.0),
            ("value", Kind::Int) if def.name == "collectResourceIfHeld" => Value::Int(0),
            ("ftype", _) if def.name == "addTimer" => Value::Rule(RuleId(1)),
            ("ftype", _) => Value::Effect(EffectName(Some(0))),
            ("timer", _) => Value::Int(5),
            ("notStype", _) => continue,
            // Not the type that is walked through: the reference engine fails there.
            ("stypeTo" | "stype_other", _) => Value::Type(TypeRef(Some(SECOND))),
            _ if param.default.is_some() => continue,
            _ => Value::Type(TypeRef(Some(THIRD))),
        };
        args.push(Arg { name: param.name, value });
    }
    let effect = Effect::build(code as u8, &args).expect("arguments of its kinds").expect("a row");
    program.rules = vec![Rule::new(effect), Rule::new(Effect::build(0, &[]).expect("no arguments").expect("a row"))];
    program.pairs = vec![Pair { first: FIRST, second: SECOND, rules: vec![RuleId(0)] }];
    if def.name == "transformToRandomChild" {
        program.types[THIRD.index()].family = [THIRD, SECOND].into();
    }
    for id in [FIRST, SECOND] {
        // They stay where they meet, but have orientations, and have not been where they are.
        let params = &mut program.types[id.index()].params;
        params.push((SpriteParam::Speed, Value::Double(0.0)));
        params.push((SpriteParam::Orientation, Value::Dir(Dir::Right)));
    }
    program
}

/// A play at its start, and how many ticks are measured.
struct Case {
    start: State,
    ticks: u32,
    /// What is counted, in those ticks.
    count: u64,
}

impl Case {
    fn new(program: Program, level: &Level, ticks: u32, count: fn(&Profile) -> u64) -> Self {
        let image: Arc<Image> = Image::load(program).expect("a sound program");
        let start = image.start(level, own::SEED).expect("a sound level");
        let mut profile = Profile::new(|| 0);
        let mut state = start.clone();
        for _ in 0..ticks {
            state.step_profiling(&[], &mut profile);
        }
        assert!(state.fault().is_none(), "{:?}", state.fault());
        Self { start, ticks, count: count(&profile) }
    }

    /// The time that so many applications or updates take.
    fn time(&self, state: &mut State, wanted: u64) -> Duration {
        let rounds = wanted.div_ceil(self.count);
        let mut time = Duration::ZERO;
        for _ in 0..rounds {
            state.clone_from(&self.start);
            let begin = Instant::now();
            for _ in 0..self.ticks {
                state.step(&[]);
            }
            time += begin.elapsed();
        }
        time.mul_f64(wanted as f64 / (rounds * self.count) as f64)
    }

    fn bench(&self, c: &mut Criterion, name: &str) {
        let mut group = c.benchmark_group("rules");
        group.sample_size(10).warm_up_time(Duration::from_millis(50)).measurement_time(Duration::from_millis(150));
        let mut state = self.start.clone();
        group.bench_function(name, |b| b.iter_custom(|wanted| self.time(&mut state, wanted)));
    }
}

fn effects(c: &mut Criterion) {
    for (code, def) in EFFECTS.iter().enumerate() {
        let case = Case::new(effect_game(code), &level('x', MANY), 1, |profile| profile.rules()[0].run);
        assert!(case.count >= MANY as u64 / 2, "{} ran {} times", def.name, case.count);
        case.bench(c, &format!("effect/{}", def.name));
    }
}

fn classes(c: &mut Criterion) {
    for def in CLASSES {
        let many = if def.class.is_avatar() { 0 } else { MANY };
        let mut program = program(def.class, Class::Immovable, Class::Immovable);
        if many == 0 {
            program.types[AVATAR.index()] = decl(AVATAR, def.class);
        }
        let count: fn(&Profile) -> u64 = match many {
            0 => |profile| profile.types()[AVATAR.index()].run,
            _ => |profile| profile.types().get(FIRST.index()).map_or(0, |cost| cost.run),
        };
        let mut case = Case::new(program, &level('y', many), TICKS, count);
        // Sprites that rest have no turn: what is measured is how little that costs.
        if case.count == 0 {
            case.count = many as u64 * u64::from(TICKS);
        }
        case.bench(c, &format!("class/{}", def.name));
    }
}

criterion_group!(benches, effects, classes);
criterion_main!(benches);
