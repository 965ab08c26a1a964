//! Programs with changed fields: each is refused with a sentence, or plays as long as it likes without a panic, in bounded
//! memory. The bytes of a program are changed by `fuzz/bodies.rs`; here it is its meaning: any number, word, list or choice in
//! it, whatever the compiler would write.
//!
//! `VGDL_MUTANTS=N` tries N programs instead of a few thousand.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde_json::Value as Json;
use vgdl::{Options, Policy, Source, compile, list};
use vgdl_vm::program::Program;
use vgdl_vm::program::verify::limits;
use vgdl_vm::{Image, StartError};

use crate::corpus;
use crate::own::{self, Dice};
use crate::sample::{self, Numbers};

/// Ticks that are played.
const TICKS: i32 = 100;
/// A play that has more sprites is left: it would take long, not more memory than it may.
const CROWD: usize = 3000;
/// Most sprites of a play, but for programs that set a limit below.
const CAP: i32 = 4000;

/// Programs to start from, as trees.
fn seeds() -> Vec<(String, Json)> {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut programs: Vec<(String, Program)> =
        own::games().iter().map(|game| (game.name.clone(), game.program())).collect();
    programs.push(("sample".to_owned(), sample::program()));
    let mut games = corpus::files(&tests.join("conformance/gvgai/games"), &corpus::is_game);
    games.extend(corpus::files(&tests.join("stages/in"), &|name| name.ends_with(".vgdl")));
    games.push(tests.join("it/fuzz/rich.vgdl"));
    for path in games {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let level = path.with_file_name(format!("{name}_lvl0.txt"));
        if !level.is_file() {
            continue;
        }
        let (game, level) = (corpus::read(&path), corpus::read(&level));
        let options = Options { policy: Policy::Compat, ..Options::default() };
        let compiled = compile(&Source::new(name.as_str(), game), &[Source::new("level", level)], &options);
        programs.extend(compiled.program.map(|program| (name, program)));
    }
    let tree = |program: &Program| serde_json::to_value(program).expect("a tree");
    programs.iter().map(|(name, program)| (name.clone(), tree(program))).collect()
}

/// A place in a tree, by the numbers of the children on the way.
type Place = Vec<usize>;

fn child(tree: &Json, at: usize) -> Option<&Json> {
    match tree {
        Json::Array(list) => list.get(at),
        Json::Object(map) => map.values().nth(at),
        _ => None,
    }
}

fn child_mut(tree: &mut Json, at: usize) -> Option<&mut Json> {
    match tree {
        Json::Array(list) => list.get_mut(at),
        Json::Object(map) => map.values_mut().nth(at),
        _ => None,
    }
}

fn size(tree: &Json) -> usize {
    match tree {
        Json::Array(list) => list.len(),
        Json::Object(map) => map.len(),
        _ => 0,
    }
}

fn at_place<'t>(tree: &'t mut Json, place: &[usize]) -> Option<&'t mut Json> {
    place.iter().try_fold(tree, |tree, &at| child_mut(tree, at))
}

/// A random place: down the tree, now and then not to its end. Long lists hide nothing: each field of a program is as likely.
fn place(tree: &Json, numbers: &mut Numbers) -> Place {
    let (mut place, mut here) = (Vec::new(), tree);
    while size(here) > 0 && (place.is_empty() || numbers.below(6) > 0) {
        let at = numbers.below(size(here));
        place.push(at);
        here = child(here, at).expect("a child");
    }
    place
}

const INTS: [i64; 22] = [
    0,
    1,
    -1,
    2,
    3,
    5,
    100,
    255,
    256,
    4095,
    4096,
    65535,
    65536,
    1_000_000_000,
    1_000_000_001,
    i32::MAX as i64 - 1,
    i32::MAX as i64,
    i32::MIN as i64,
    i32::MIN as i64 + 1,
    -2,
    -1000,
    40,
];

/// Doubles that have a form in a tree of JSON; the others are put in by [`doubles`].
const DOUBLES: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1e-308,
    5e-324,
    1e308,
    -1e308,
    256.0,
    257.0,
    1e9,
    -1e9,
    2147483648.0,
    0.999_999_999_9,
    1e18,
];

/// Changes one place of a tree.
fn change(tree: &mut Json, donor: &Json, numbers: &mut Numbers) {
    let at = place(tree, numbers);
    // A part of another program that may fit: what stands in the same place.
    let fitting = at.iter().try_fold(donor, |tree, &at| child(tree, at % size(tree).max(1))).cloned();
    let Some(value) = at_place(tree, &at) else { return };
    match value {
        Json::Number(n) if n.is_f64() && numbers.below(8) > 0 => *value = DOUBLES[numbers.below(DOUBLES.len())].into(),
        Json::Number(n) => {
            let near = n.as_i64().unwrap_or(0) + numbers.below(5) as i64 - 2;
            *value = if numbers.below(3) == 0 { near.into() } else { INTS[numbers.below(INTS.len())].into() };
        }
        Json::Bool(b) => *b = !*b,
        Json::Null => *value = INTS[numbers.below(INTS.len())].into(),
        Json::String(text) => match numbers.below(5) {
            0 => text.clear(),
            1 => *text = text.chars().rev().collect(),
            2 => *text = text.repeat(1 + numbers.below(40)),
            3 => *text = ["\u{1F600}", "A", " ", "\0", "Up", "Missile", "RandomNpc"][numbers.below(7)].to_owned(),
            _ => *text = "x".repeat([1, limits::TEXT, limits::TEXT + 1][numbers.below(3)]),
        },
        Json::Array(list) => match numbers.below(7) {
            0 => list.clear(),
            1 if !list.is_empty() => drop(list.remove(numbers.below(list.len()))),
            2 if !list.is_empty() => {
                let again = list[numbers.below(list.len())].clone();
                let times = [1, 1, 2, 64, 257][numbers.below(5)];
                list.extend(std::iter::repeat_n(again, times));
            }
            3 if list.len() > 1 => {
                let (a, b) = (numbers.below(list.len()), numbers.below(list.len()));
                list.swap(a, b);
            }
            4 => list.reverse(),
            5 => list.extend(fitting.as_ref().and_then(Json::as_array).into_iter().flatten().cloned()),
            _ => *value = fitting.unwrap_or(Json::Null),
        },
        Json::Object(_) => *value = fitting.unwrap_or(Json::Null),
    }
}

/// Puts numbers into a program that no tree can hold.
fn doubles(program: &mut Program, numbers: &mut Numbers) {
    use vgdl_vm::ontology::{Arg, Effect, Value};
    let odd = [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, f64::MAX, f64::MIN];
    if !program.types.is_empty() && numbers.below(2) == 0 {
        let i = numbers.below(program.types.len());
        for (_, value) in program.types[i].params.iter_mut().filter(|(_, v)| matches!(v, Value::Double(_))) {
            *value = Value::Double(odd[numbers.below(odd.len())]);
        }
    } else if !program.rules.is_empty() {
        let i = numbers.below(program.rules.len());
        let effect = &mut program.rules[i].effect;
        let args: Vec<Arg> = effect
            .args()
            .into_iter()
            .map(|a| match a.value {
                Value::Double(_) => Arg { value: Value::Double(odd[numbers.below(odd.len())]), ..a },
                _ => a,
            })
            .collect();
        if let Ok(Some(changed)) = Effect::build(effect.code(), &args) {
            *effect = changed;
        }
    }
}

/// How a program ended up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// It is no program: a word that does not exist, a number out of its field.
    Unread,
    Refused,
    /// A sound program whose level cannot be started.
    Unstarted,
    Played,
}

/// Changes a program a few times and tries it.
fn attempt(seeds: &[(String, Json)], seed: u64) -> End {
    let mut numbers = Numbers(seed);
    let (name, tree) = &seeds[numbers.below(seeds.len())];
    let mut tree = tree.clone();
    let changes = [1, 1, 1, 2, 3, 6][numbers.below(6)];
    for _ in 0..changes {
        let donor = &seeds[numbers.below(seeds.len())].1;
        change(&mut tree, donor, &mut numbers);
    }
    let Ok(mut program) = serde_json::from_value::<Program>(tree) else { return End::Unread };
    if numbers.below(5) == 0 {
        doubles(&mut program, &mut numbers);
    }
    let ended = std::panic::catch_unwind(|| run(program, seed));
    ended.unwrap_or_else(|panic| {
        eprintln!("mutant {seed} of {name}");
        std::panic::resume_unwind(panic);
    })
}

fn run(program: Program, seed: u64) -> End {
    assert!(!list::list(&program).is_empty());
    let mut capped = program.clone();
    match Image::load(program) {
        Err(why) => {
            let sentence = why.to_string();
            assert!(sentence.len() > 10 && sentence.contains(' '), "{sentence}");
            return End::Refused;
        }
        // Bytes of a sound program are read back.
        Ok(image) => {
            let again = Program::from_bytes(&image.program().to_bytes()).expect("what was written");
            assert_eq!(format!("{again:?}"), format!("{:?}", image.program()));
        }
    }
    capped.game.max_sprites = capped.game.max_sprites.min(CAP);
    let image = Image::load(capped).expect("a smaller limit is as sound");
    let mut ended = End::Unstarted;
    let levels = image.program().levels.iter().filter(|l| l.rows[0].len() * l.rows.len() <= 10_000);
    for level in levels.take(2) {
        let mut state = match image.start(level, seed as i32) {
            Ok(state) => state,
            Err(StartError(why)) => {
                assert!(!why.is_empty());
                continue;
            }
        };
        ended = End::Played;
        let mut dice = Dice(seed);
        while state.tick() < TICKS && !state.is_over() && state.sprite_count() <= CROWD {
            let actions = dice.actions(&state);
            state.step(&actions);
        }
        if let Some(fault) = state.fault() {
            assert!(!fault.describe(image.program()).is_empty());
        }
    }
    ended
}

#[test]
fn programs_with_changed_fields_are_refused_or_play() {
    let seeds = seeds();
    assert!(seeds.len() > 100, "{} programs", seeds.len());
    let long = std::env::var("VGDL_MUTANTS").ok().map(|n| n.parse().expect("VGDL_MUTANTS is a number"));
    let tried: u64 = long.unwrap_or(12_000);
    let counts: [AtomicUsize; 4] = Default::default();
    (0..tried).into_par_iter().for_each(|seed| {
        let ended = attempt(&seeds, seed);
        counts[ended as usize].fetch_add(1, Ordering::Relaxed);
    });
    let [unread, refused, unstarted, played] = counts.map(AtomicUsize::into_inner);
    println!("{tried} tried: {unread} no program, {refused} refused, {unstarted} not started, {played} played");
    assert!(refused as u64 > tried / 20 && played as u64 > tried / 5, "{refused} refused, {played} played");
}

/// Trees hold whole programs: what was written is read.
#[test]
fn trees_hold_programs() {
    for (name, tree) in seeds().into_iter().step_by(10) {
        let program: Program = serde_json::from_value(tree.clone()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(serde_json::to_value(&program).expect("a tree"), tree, "{name}");
    }
}
