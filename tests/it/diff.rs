//! `vgdl trace diff`: what is named, where, and how it ends.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use vgdl::trace::diff::{Outcome, diff};
use vgdl::trace::read::Reader;
use vgdl::trace::record::{Plan, Recorder};
use vgdl::{Options, Source, compile};
use vgdl_vm::Image;
use vgdl_vm::ontology::Action;

const GAME: &str = "BasicGame square_size=10
    SpriteSet
        rock > Passive color=BROWN
        dog > RandomNPC color=RED cooldown=1
        avatar > MovingAvatar color=BLUE
    LevelMapping
        r > rock
        d > dog
    InteractionSet
        dog wall > stepBack
        avatar wall > stepBack
        rock avatar > bounceForward scoreChange=1
    TerminationSet
        Timeout limit=100 win=True
";

/// A trace of runs with these seeds, line by line.
fn record(game: &str, seeds: &[i32]) -> Vec<Value> {
    let level = Source::new("yard.txt", "wwwwwww\nwA.r..w\nw...d.w\nwwwwwww\n");
    let compiled = compile(&Source::new("game", game), &[level], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let level = program.levels[0].clone();
    let mut recorder = Recorder::new(Vec::new(), "", "yard", &program).expect("memory");
    let image = Image::load(program).expect("a sound program");
    for &seed in seeds {
        let actions = vec![vec![Action::Right, Action::Right, Action::Down, Action::Nil, Action::Left]];
        let plan = Plan { seed, actions, max_ticks: 12, ..Plan::default() };
        recorder.run(&image, &level, &plan).expect("a run");
    }
    let bytes = recorder.finish().expect("memory");
    let lines = std::str::from_utf8(&bytes).expect("text").lines();
    lines.map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn bytes(trace: &[Value]) -> Vec<u8> {
    trace.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// The differences of two traces.
fn compared(one: &[Value], two: &[Value]) -> (Vec<String>, Outcome) {
    let mut lines = Vec::new();
    let (one, two) = (bytes(one), bytes(two));
    let mut report = |line: &str| {
        lines.push(line.to_owned());
        Ok(())
    };
    let outcome = diff(&mut Reader::new(&one[..]), &mut Reader::new(&two[..]), &mut report).expect("two traces");
    assert_eq!(outcome.differences, lines.len() as u64);
    (lines, outcome)
}

/// The place of a tick's record in a trace of one run.
fn tick(trace: &[Value], t: i32) -> usize {
    trace.iter().position(|line| line["t"] == t).expect("a tick")
}

#[test]
fn a_trace_is_the_same_as_itself() {
    let trace = record(GAME, &[1, 2]);
    assert_eq!(compared(&trace, &trace), (Vec::new(), Outcome { runs: 2, ticks: 24, differences: 0 }));
    // Who recorded it is no difference.
    let mut other = trace.clone();
    other[0]["engine"] = json!("another");
    other[0]["types"][1]["params"] = json!({});
    assert_eq!(compared(&trace, &other).1.differences, 0);
}

#[test]
fn what_differs_is_named_with_its_place() {
    let trace = record(GAME, &[1]);
    let changed = |t: i32, field: &str, value: Value| {
        let mut other = trace.clone();
        let at = if t < 0 { 2 } else { tick(&trace, t) };
        other[at][field] = value;
        compared(&trace, &other).0
    };
    assert_eq!(
        changed(5, "sc", json!(["77"])),
        [format!("run 0 tick 5: score: first {}, second 77", score(&trace, 5))]
    );
    assert_eq!(changed(5, "w", json!([1])), ["run 0 tick 5: winner: first -1, second 1"]);
    assert_eq!(changed(5, "w", json!([null])), ["run 0 tick 5: winner: first -1, second gone"]);
    assert_eq!(changed(5, "o", json!(1)), ["run 0 tick 5: over: first 0, second 1"]);
    let calls = trace[tick(&trace, 5)]["n"].clone();
    assert_eq!(changed(5, "n", json!(9999)), [format!("run 0 tick 5: random calls: first {calls}, second 9999")]);
    assert_eq!(changed(5, "exc", json!("x")), ["run 0 tick 5: exception: first no, second yes"]);
    let hash = trace[tick(&trace, 5)]["h"].as_str().expect("a hash").to_owned();
    assert_eq!(changed(5, "h", json!("0\u{1b}")), [format!("run 0 tick 5: hash: first {hash}, second 0\\u{{1b}}")]);
    let mut other = trace.clone();
    let last = other.len() - 1;
    other[last]["rng_state"] = json!("0");
    other[last]["final"] = json!(["5"]);
    let lines = compared(&trace, &other).0;
    assert_eq!(lines.len(), 2);
    assert!(lines[1].starts_with("run 0 at the end: state of the random generator: first "), "{lines:?}");
}

fn score(trace: &[Value], t: i32) -> String {
    trace[tick(trace, t)]["sc"][0].as_str().expect("a score").to_owned()
}

#[test]
fn a_sprite_that_moved_is_named_field_by_field() {
    let trace = record(GAME, &[1]);
    let mut other = trace.clone();
    let entry =
        trace[2]["s"].as_array().expect("sprites").iter().position(|s| s.as_str().is_some_and(|s| s.contains("rock")));
    let entry = entry.expect("a rock");
    let line = trace[2]["s"][entry].as_str().expect("a line").to_owned();
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let id = words[0].clone();
    assert_eq!((&*words[2], &*words[3]), ("30", "10"));
    words[2] = "31".into();
    words[8] = "x3fe0000000000000".into();
    other[2]["s"][entry] = json!(words.join(" "));
    let (lines, _) = compared(&trace, &other);
    let speed = line.split(' ').nth(8).expect("a speed");
    assert_eq!(lines[0], format!("run 0 at the start: sprite {id} (rock): x: first 30, second 31"));
    assert_eq!(lines[1], format!("run 0 at the start: sprite {id} (rock): speed: first {speed}, second 0.5"));
    // It is told again for every tick, until the sprite changes in both.
    assert!(lines[2].starts_with(&format!("run 0 tick 0: sprite {id} (rock): x: first 30")), "{lines:?}");

    other[2]["s"].as_array_mut().expect("sprites").remove(entry);
    let (lines, _) = compared(&trace, &other);
    assert!(lines[0].starts_with(&format!("run 0 at the start: sprite {id} (rock): only the first has it: `rock 30")));
    let (lines, _) = compared(&other, &trace);
    assert!(lines[0].starts_with(&format!("run 0 at the start: sprite {id} (rock): only the second has it: `rock 30")));
}

#[test]
fn a_missing_tick_and_a_missing_end_are_named() {
    let trace = record(GAME, &[1]);
    let mut other = trace.clone();
    other.remove(tick(&trace, 7));
    assert_eq!(compared(&trace, &other).0[0], "run 0 tick 7: only the first has this");
    assert_eq!(compared(&other, &trace).0[0], "run 0 tick 7: only the second has this");
    let short = &trace[..trace.len() - 2];
    let last = "run 0 tick 11: only the first has this";
    let early = &trace[..tick(&trace, 4)];
    let ending = "run 0 at the end: only the second has this";
    assert_eq!(compared(early, &trace).0, ["run 0 ticks 4 to 11: only the second has this", ending]);
    assert_eq!(compared(&trace, short).0, [last, &ending.replace("second", "first")]);
    let two = record(GAME, &[1, 2]);
    assert_eq!(compared(&trace, &two).0, ["run 1: only the second has yard yard"]);
    let (_, outcome) = compared(&trace, &two);
    assert_eq!((outcome.runs, outcome.ticks), (1, 12));
}

#[test]
fn other_games_levels_seeds_and_actions_are_named() {
    let trace = record(GAME, &[1]);
    let blue = record(&GAME.replace("color=RED", "color=PINK"), &[1]);
    assert_eq!(compared(&trace, &blue).0, ["run 0: color of dog: first RED, second PINK"]);
    let chaser = record(&GAME.replace("RandomNPC color=RED cooldown=1", "Passive color=RED"), &[1]);
    let lines = compared(&trace, &chaser).0;
    assert!(lines[0].starts_with("run 0: classes: number "), "{lines:?}");
    assert!(lines[0].ends_with(": first `dog > RandomNPC`, second `dog > Passive`"), "{lines:?}");
    for (field, value, said) in [
        ("game", json!("barn"), "run 0: game: first yard, second barn"),
        ("level", json!("hall"), "run 0: level: first yard, second hall"),
        ("seed", json!(7), "run 0: seed: first 1, second 7"),
        ("players", json!(2), "run 0: players: first 1, second 2"),
        ("block", json!(12), "run 0: pixels per cell: first 10, second 12"),
        ("grid", json!([7, 9]), "run 0: grid: first 7 x 4, second 7 x 9"),
        ("actions", json!(["RRDUL"]), "run 0: action of player 0 in tick 3: first ., second U"),
        ("actions", json!(["RR"]), "run 0: action of player 0 in tick 2: first D, second none"),
        ("load_error", json!("no"), "run 0: run: first starts, second cannot start"),
    ] {
        let mut other = trace.clone();
        other[1][field] = value;
        assert_eq!(compared(&trace, &other).0, [said]);
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let trace = record(GAME, &[1]);
    let mut other = trace.clone();
    other[0]["types"][1]["params"]["\u{1b}[2J"] = json!("\u{1b}[31m");
    other[0]["types"][1]["name"] = json!("\u{7}");
    other[1]["types"].as_array_mut().expect("types").push(json!("\u{7}"));
    let line = trace[2]["s"][0].as_str().expect("a line").replacen(" wall ", " \u{7} ", 1);
    assert!(line.contains('\u{7}'), "{line:?}");
    other[2]["s"][0] = json!(line);
    for (one, two) in [(&trace, &other), (&other, &trace)] {
        let lines = compared(one, two).0;
        assert!(lines.iter().any(|line| line.contains("\\u{1b}[2J of ")), "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains(char::is_control)), "{lines:?}");
    }
}

fn vgdl(arguments: &[&str], folder: &Path) -> (Option<i32>, String) {
    let run =
        Command::new(env!("CARGO_BIN_EXE_vgdl")).args(["trace", "diff"]).args(arguments).current_dir(folder).output();
    let Output { status, stdout, stderr } = run.expect("the program runs");
    (status.code(), format!("{}{}", String::from_utf8_lossy(&stderr), String::from_utf8_lossy(&stdout)))
}

#[test]
fn the_command_says_how_it_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("written");
    let trace = record(GAME, &[1]);
    write("a.jsonl", &bytes(&trace));
    write("b.jsonl", &bytes(&record(GAME, &[2])));
    let whole = bytes(&trace);
    write("cut.jsonl", &whole[..whole.len() - 20]);
    write("empty.jsonl", b"");
    assert_eq!(vgdl(&["a.jsonl", "a.jsonl"], folder.path()), (Some(0), "the same: 1 run, 12 ticks\n".into()));
    let (code, all) = vgdl(&["a.jsonl", "b.jsonl", "--all"], folder.path());
    assert_eq!(code, Some(1));
    assert!(all.starts_with("run 0: seed: first 1, second 2\nrun 0 tick "), "{all}");
    let (code, some) = vgdl(&["a.jsonl", "b.jsonl", "--limit", "2"], folder.path());
    let lines: Vec<&str> = all.lines().collect();
    let count = lines.len() - 1;
    assert_eq!(code, Some(1));
    let last = format!("{count} differences in 1 run, 12 ticks");
    assert_eq!(lines[count], last);
    assert_eq!(some, format!("{}\n{}\nand {} more; --all shows them\n{last}\n", lines[0], lines[1], count - 2));
    for (other, why) in
        [("cut.jsonl", "cut.jsonl: line 16: not a record of a trace"), ("absent.jsonl", "absent.jsonl: cannot be read")]
    {
        let (code, said) = vgdl(&["a.jsonl", other], folder.path());
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(why), "{said}");
    }
    let (code, said) = vgdl(&["empty.jsonl", "empty.jsonl"], folder.path());
    assert_eq!((code, said.contains("it has no runs")), (Some(1), true), "{said}");
    assert_eq!(vgdl(&["a.jsonl", "a.jsonl", "--all", "--limit", "3"], folder.path()).0, Some(2));
}
