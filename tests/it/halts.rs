//! Faults: where the reference engine throws in the middle of a tick, a play ends on that tick and says why.

use std::path::Path;
use std::sync::Arc;

use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Cause, Image, State};

use crate::cli::Place;

/// A conformance case, played by a script until it is over.
fn played(name: &str, seed: i32, script: &str) -> State {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/gvgai/games");
    let read = |file: String| Source::new(file.clone(), std::fs::read_to_string(folder.join(&file)).expect(&file));
    let (game, level) = (read(format!("{name}.txt")), read(format!("{name}_lvl0.txt")));
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let image = Image::load(compile(&game, &[level], &options).program.expect(name)).expect(name);
    play(&image, seed, script)
}

fn play(image: &Arc<Image>, seed: i32, script: &str) -> State {
    let mut state = image.start(&image.program().levels[0], seed).expect("a level that starts");
    let mut script = script.chars().filter_map(Action::from_letter);
    while !state.is_over() {
        let action = script.next().unwrap_or_default();
        state.step(&[action, action]);
    }
    state
}

fn described(state: &State) -> String {
    state.fault().expect("a fault").describe(state.image().program())
}

#[test]
fn a_fault_names_cause_rule_line_and_sprite() {
    for (name, wanted) in [
        (
            "sprite-SpawnPoint-own-type",
            "tick 0: a sprite was made of the very type whose sprites were having their turn; sprite `hive` of line 4, \
             number 11",
        ),
        (
            "sprite-SpawnPoint-no-stype",
            "tick 0: a sprite is wanted that nobody declared; sprite `hive` of line 4, number 11",
        ),
        (
            "sprite-PathChaser-no-obs",
            "tick 0: a path is sought, but the game line has no obs; sprite `hound` of line 4, number 12",
        ),
        (
            "effect-TIME-spawn-own",
            "tick 4: a sprite was made of the very type whose sprites were having their turn; rule `cloneSprite` of line \
             9; sprite `a`, number 9",
        ),
        (
            "parse-missing-avatar",
            "tick 4: a player without an avatar would have scored or been judged; rule `reverseDirection` of line 10; \
             sprite `gem`, number 8",
        ),
        ("generated/332", "tick 30: limits has not one number for each player; rule `Timeout` of line 32"),
    ] {
        assert_eq!(described(&played(name, 3, "")), wanted, "{name}");
    }
}

#[test]
fn the_state_stays_readable_and_still_after_a_fault() {
    let mut state = played("effect-TIME-spawn-own", 3, "");
    assert!(state.is_over() && state.actions(0).is_empty());
    assert_eq!(state.fault().map(|f| f.cause), Some(Cause::MadeOwnType));
    let look = |state: &State| {
        let sprites: Vec<_> = state.sprites().map(|s| (s.id, s.type_id, s.rect)).collect();
        (state.tick(), state.score(0), state.winner(0), state.rng_state(), sprites)
    };
    let before = look(&state);
    assert!(!before.4.is_empty());
    state.step(&[Action::Right]);
    assert_eq!(look(&state), before, "a step after the end does nothing");
    let copy = state.clone();
    assert_eq!((look(&copy), copy.fault()), (before, state.fault()));
}

const OWN: &str = "BasicGame
    SpriteSet
        hive > SpawnPoint stype=hive cooldown=3
        avatar > MovingAvatar
    LevelMapping
        h > hive
    InteractionSet
        avatar wall > stepBack
    TerminationSet
        Timeout limit=9 win=True
";

#[test]
fn run_reports_a_fault_and_exits_with_1() {
    let place = Place::new();
    place.write("own.txt", OWN);
    place.write("own_lvl0.txt", "wwwww\nwA hw\nwwwww\n");
    let ran = place.run("run own.txt");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let why = "a sprite was made of the very type whose sprites were having their turn";
    assert_eq!(
        ran.err,
        format!("error: the game stopped in tick 0: {why}; sprite `hive` of line 3, number 7\n"),
        "{ran:?}"
    );
    assert!(ran.out.contains("stopped after 1 tick\n"), "{ran:?}");
    let ran = place.run("run own.txt --json");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!(object["over"], true);
    assert_eq!(
        object["fault"],
        serde_json::json!({
            "message": format!("tick 0: {why}; sprite `hive` of line 3, number 7"),
            "cause": why, "tick": 0, "rule": null, "line": 3, "sprite": "hive", "id": 7,
        })
    );
    // Names are lost when they are stripped, not the fault.
    place.run("compile own.txt own_lvl0.txt -o own.vgdlc --strip").fine();
    let ran = place.run("run own.vgdlc");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.err, format!("error: the game stopped in tick 0: {why}; sprite `#2`, number 7\n"));
    // No fault, no entry.
    assert_eq!(place.run("run gems.txt --json").json()["fault"], serde_json::Value::Null);
}

#[test]
fn verify_tells_a_fault_that_the_reference_does_not_have() {
    let place = Place::new();
    place.write("own.txt", OWN.replace("stype=hive", "stype=avatar prob=0"));
    place.write("own_lvl0.txt", "wwwww\nwA hw\nwwwww\n");
    place.run("trace record own.txt -o own.jsonl --ticks 8").fine();
    assert!(place.run("trace verify own.jsonl --games .").fine().ends_with("1 passed, 0 failed\n"));
    place.write("own.txt", OWN);
    let report = place.run("trace verify own.jsonl --games .").wrong();
    assert!(report.contains("ours has a fault in tick 0: a sprite was made"), "{report}");
    assert!(report.contains("sprite `hive` of line 3"), "{report}");
}
