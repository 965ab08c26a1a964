//! Traces: the canonical text, the reader on hostile input, the recorder, and a verifier that notices every lie.

use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use vgdl::source::Source;
use vgdl::trace::canon::{self, Fnv};
use vgdl::trace::read::{LONGEST_LINE, Reader, Record, Sprites};
use vgdl::trace::record::{Plan, Recorder};
use vgdl::trace::show::{Choice, ShowError, show};
use vgdl::trace::verify::{Games, Opened, Outcome, Refusal, Report, verify};
use vgdl::{Options, compile};
use vgdl_vm::Image;
use vgdl_vm::ontology::Action;
use vgdl_vm::program::Level;

/// Bugs wander, the avatar collects gems: random calls, moves, deaths and points.
pub(crate) const GAME: &str = "\
BasicGame square_size=10
    SpriteSet
        floor > Immovable
        gem > Immovable color=YELLOW
        bug > RandomNPC
    LevelMapping
        . > floor
        A > floor avatar
        g > floor gem
        b > floor bug
    InteractionSet
        avatar wall > stepBack
        bug wall > stepBack
        gem avatar > killSprite scoreChange=2
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
        Timeout limit=40 win=False
";

pub(crate) const LEVEL: &str = "\
wwwwwww
wA.g.bw
w..b.gw
wwwwwww
";

fn opened(game: &str) -> (Arc<Image>, Level) {
    let compiled = compile(&Source::new("gems.txt", game), &[Source::new("gems_lvl0.txt", LEVEL)], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let image = Image::load(program).expect("a sound program");
    let level = image.program().levels[0].clone();
    (image, level)
}

/// A game in memory, or none.
struct One(Opened);

impl Games for One {
    fn open(&mut self, _: &str, _: &str, _: &str) -> Opened {
        self.0.clone()
    }
}

fn recorded(seed: i32, ticks: u32) -> Vec<Value> {
    recorded_of(GAME, seed, ticks)
}

fn recorded_of(game: &str, seed: i32, ticks: u32) -> Vec<Value> {
    let (image, level) = opened(game);
    let mut recorder = Recorder::new(Vec::new(), "own", "gems", image.program()).unwrap();
    let actions = vec!["RR.LDLRULRDLR".chars().map(|c| Action::from_letter(c).unwrap()).collect()];
    let plan = Plan { script: 0, style: "hand".into(), seed, actions, max_ticks: ticks };
    recorder.run(&image, &level, &plan).unwrap();
    let bytes = recorder.finish().unwrap();
    bytes.split(|&b| b == b'\n').filter(|l| !l.is_empty()).map(|l| serde_json::from_slice(l).unwrap()).collect()
}

fn bytes(lines: &[Value]) -> Vec<u8> {
    lines.iter().flat_map(|l| format!("{l}\n").into_bytes()).collect()
}

fn reports_with(lines: &[u8], games: &mut dyn Games) -> Vec<Report> {
    let mut reports = Vec::new();
    verify(&mut Reader::new(lines), games, &mut |r| reports.push(r));
    reports
}

fn reports(lines: &[Value]) -> Vec<Report> {
    reports_with(&bytes(lines), &mut One(Ok(opened(GAME))))
}

/// The one report of a trace that must be refused.
fn refused(lines: &[Value]) -> String {
    let reports = reports(lines);
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(matches!(reports[0].outcome, Outcome::Failed(_)), "passed: {}", reports[0]);
    reports[0].to_string()
}

fn kind<'v>(lines: &'v mut [Value], k: &str) -> &'v mut Value {
    lines.iter_mut().find(|l| l["k"] == k).unwrap()
}

fn tick(lines: &mut [Value], t: i64) -> &mut Value {
    lines.iter_mut().find(|l| l["k"].is_null() && l["t"] == t).unwrap()
}

#[test]
fn numbers_are_integers_or_bits() {
    for (number, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-17.0, "-17"),
        (8_999_999_999_999_999.0, "8999999999999999"),
        (-8_999_999_999_999_999.0, "-8999999999999999"),
        (9e15, "x433ff973cafa8000"),
        (0.8, "x3fe999999999999a"),
        (-0.5, "xbfe0000000000000"),
        (f64::NAN, "x7ff8000000000000"),
        (f64::NEG_INFINITY, "xfff0000000000000"),
    ] {
        assert_eq!(canon::number_text(number), text);
    }
    for n in [0, 7, -10, i64::MAX, i64::MIN] {
        let mut out = Vec::new();
        canon::integer(&mut out, n);
        assert_eq!(String::from_utf8(out).unwrap(), n.to_string());
    }
}

#[test]
fn the_hash_is_fnv_1a() {
    let hash = |text: &str| {
        let mut fnv = Fnv::default();
        text.bytes().for_each(|b| fnv.write(&[b]));
        let mut whole = Fnv::default();
        whole.write(text.as_bytes());
        assert_eq!(fnv, whole);
        canon::hash_text(fnv.value())
    };
    assert_eq!(hash(""), "cbf29ce484222325");
    assert_eq!(hash("a"), "af63dc4c8601ec8c");
    assert_eq!(hash("foobar"), "85944171f73967e8");
}

#[test]
fn a_recorded_trace_verifies() {
    let lines = recorded(3, 100);
    let reports = reports(&lines);
    assert_eq!(reports.len(), 1);
    let ticks = lines.iter().filter(|l| l["k"].is_null()).count();
    assert!(ticks > 10);
    assert_eq!(reports[0].outcome, Outcome::Passed { ticks: ticks as u32, remark: None }, "{}", reports[0]);
    assert_eq!(reports[0].to_string(), format!("own/gems gems_lvl0 script 0 (hand): {ticks} ticks"));
}

#[test]
fn the_deltas_of_a_recorded_trace_give_its_hashes() {
    let lines = bytes(&recorded(5, 30));
    let mut reader = Reader::new(lines.as_slice());
    let (mut sprites, mut checked) = (Sprites::default(), 0);
    while let Some(record) = reader.next_record().unwrap() {
        let (head, hash) = match record {
            Record::Run(run) => {
                sprites = Sprites::new(&run.types);
                continue;
            }
            Record::Init(init) => {
                init.s.iter().for_each(|s| sprites.put(s).unwrap());
                ("T -1 0\nP 0 0 -1\n".to_owned(), init.h)
            }
            Record::Tick(tick) => {
                sprites.apply(&tick).unwrap();
                let player = format!("P 0 {} {}\n", tick.sc[0].as_deref().unwrap(), tick.w[0].unwrap());
                (format!("T {} {}\n{player}", tick.t, tick.o), tick.h)
            }
            Record::Game(_) | Record::End(_) => continue,
        };
        let mut fnv = Fnv::default();
        fnv.write(head.as_bytes());
        sprites.iter().for_each(|(_, _, line)| fnv.write(format!("{line}\n").as_bytes()));
        assert_eq!(canon::hash_text(fnv.value()), hash);
        checked += 1;
    }
    assert!(checked > 10);
}

#[test]
fn a_wrong_tick_is_named() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change, &str); 8] = [
        ("hash", |t| t["h"] = json!("0123456789abcdef"), "tick 7: hash: expected 0123456789abcdef"),
        ("random calls", |t| t["n"] = json!(t["n"].as_u64().unwrap() + 1), "tick 7: random calls"),
        ("score", |t| t["sc"] = json!(["99"]), "tick 7: score"),
        ("no score", |t| t["sc"] = json!([null]), "tick 7: score"),
        ("winner", |t| t["w"] = json!([1]), "tick 7: winner"),
        ("over", |t| t["o"] = json!(1), "tick 7: over"),
        ("exception", |t| t["exc"] = json!("java.lang.Oops"), "tick 7: ours goes on where the reference throws"),
        ("number", |t| t["t"] = json!(8), "tick 8 follows tick 6"),
    ];
    for (what, change, message) in changes {
        let mut lines = recorded(3, 20);
        change(tick(&mut lines, 7));
        let report = refused(&lines);
        assert!(report.contains(message), "{what}: {report}");
        assert!(report.contains("own/gems gems_lvl0 script 0"), "{what}: {report}");
    }
}

#[test]
fn wrong_sprites_are_named_with_both_lines() {
    // Another id.
    let mut lines = recorded(3, 20);
    let entry = tick(&mut lines, 7)["c"][0].as_str().unwrap().to_owned();
    let (id, line) = entry.split_once(' ').unwrap();
    tick(&mut lines, 7)["c"][0] = json!(format!("100000 {line}"));
    let report = refused(&lines);
    assert!(report.contains("tick 7: sprite") && report.contains("100000"), "{report}");
    assert!(report.contains(&format!("sprite {id}: expected")), "{report}");
    // Two ids exchanged at the start: the hash does not see ids.
    let mut lines = recorded(3, 20);
    let init = kind(&mut lines, "init");
    let list: Vec<String> = init["s"].as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect();
    let walls: Vec<&String> = list.iter().filter(|s| s.contains(" wall ")).collect();
    let (a, b) = (walls[0].split_once(' ').unwrap(), walls[1].split_once(' ').unwrap());
    let exchanged: Vec<String> = list
        .iter()
        .map(|s| match s {
            s if s == walls[0] => format!("{} {}", b.0, a.1),
            s if s == walls[1] => format!("{} {}", a.0, b.1),
            s => s.clone(),
        })
        .collect();
    init["s"] = json!(exchanged);
    assert!(refused(&lines).contains("at the start: sprite"), "{}", refused(&lines));
    // A change left out, and a removal left out.
    let mut lines = recorded(3, 20);
    tick(&mut lines, 7)["c"] = json!([]);
    assert!(refused(&lines).contains("tick 7: sprite"));
    let mut lines = recorded(3, 40);
    let dying = lines.iter_mut().find(|l| !l["d"].is_null()).expect("a gem is collected");
    let t = dying["t"].clone();
    dying["d"] = json!([]);
    let report = refused(&lines);
    assert!(report.contains(&format!("tick {t}: sprite")) && report.contains("ours none"), "{report}");
}

#[test]
fn a_wrong_beginning_or_end_is_noticed() {
    let changes: [(&str, &str, Value, &str); 16] = [
        ("run", "seed", json!(4), ""),
        ("run", "block", json!(11), "pixels per cell: expected 11, ours 10"),
        ("run", "grid", json!([8, 4]), "grid: expected 8 x 4, ours 7 x 4"),
        ("run", "players", json!(2), "players"),
        ("run", "avatar", json!([0]), "avatar ids"),
        ("run", "types", json!(["wall", "avatar", "floor"]), "types: number 3: expected nothing, ours `gem`"),
        ("run", "actions", json!(["........................"]), "tick"),
        ("run", "actions", json!(["?"]), "no action"),
        ("run", "load_error", json!("java.lang.Oops"), "starts, but the reference cannot"),
        ("init", "h", json!("00"), "at the start: hash"),
        ("end", "ticks", json!(3), "at the end: ticks"),
        ("end", "rng_state", json!("000000000000"), "at the end: state of the random generator"),
        ("end", "rng_calls", json!(0), "at the end: random calls"),
        ("end", "final", json!(["77"]), "at the end: final scores"),
        ("end", "why", json!("max_ticks"), "at the end: reason"),
        ("end", "why", json!("exception"), "exception"),
    ];
    for (record, field, value, message) in changes {
        let mut lines = recorded(3, 100);
        kind(&mut lines, record)[field] = value;
        let report = refused(&lines);
        assert!(report.contains(message), "{record} {field}: {report}");
    }
}

#[test]
fn records_left_out_are_noticed() {
    let whole = recorded(3, 12);
    for left_out in 2..whole.len() {
        let mut lines = whole.clone();
        lines.remove(left_out);
        refused(&lines);
    }
    // Cut after any line behind the run record: it breaks off.
    for length in 2..whole.len() {
        assert!(refused(&whole[..length]).contains("breaks off"));
    }
}

#[test]
fn runs_the_reference_does_not_repeat_are_skipped() {
    let mut lines = recorded(3, 12);
    kind(&mut lines, "run")["det"] = json!(0);
    tick(&mut lines, 5)["h"] = json!("00");
    assert_eq!(reports(&lines)[0].outcome, Outcome::Skipped);
}

#[test]
fn a_run_that_cannot_start_passes_only_if_ours_cannot_either() {
    let run = json!({"k": "run", "game": "g", "level": "g_lvl0", "seed": 1, "load_error": "java.lang.Oops"});
    let outcome = |refusal| reports_with(&bytes(std::slice::from_ref(&run)), &mut One(refusal)).remove(0).outcome;
    assert!(matches!(outcome(Err(Refusal::Faulty("no class".into()))), Outcome::Passed { ticks: 0, .. }));
    assert!(matches!(outcome(Err(Refusal::Missing("no file".into()))), Outcome::Failed(_)));
    assert!(matches!(outcome(Ok(opened(GAME))), Outcome::Failed(_)));
}

#[test]
fn a_fault_passes_in_the_tick_of_the_exception_alone() {
    // A spawn point that makes its own kind: the reference throws when it first does.
    let game = GAME.replace("bug > RandomNPC", "bug > SpawnPoint stype=bug cooldown=1 prob=0.1");
    let late = |seed| Some(recorded_of(&game, seed, 40)).filter(|lines| tick(&mut lines.clone(), 0)["exc"].is_null());
    let lines = (0..20).find_map(late).expect("a play that does not stop at once");
    let faulty = lines.iter().position(|l| !l["exc"].is_null()).expect("the play stops");
    let t = lines[faulty]["t"].as_u64().unwrap();
    assert_eq!((&lines[faulty + 1]["why"], &lines[faulty + 1]["ticks"]), (&json!("exception"), &json!(t)));
    let outcome = |lines: &[Value]| reports_with(&bytes(lines), &mut One(Ok(opened(&game)))).remove(0).outcome;
    assert!(matches!(outcome(&lines), Outcome::Passed { ticks, remark: Some(_) } if u64::from(ticks) == t));
    // What the half-done tick leaves behind does not count.
    let mut other = lines.clone();
    other[faulty]["h"] = json!("00");
    other[faulty + 1]["rng_state"] = json!("00");
    assert!(matches!(outcome(&other), Outcome::Passed { .. }));
    // The reference throws earlier, or not at all.
    let mut early = lines.clone();
    early[faulty - 1]["exc"] = json!("java.lang.Oops");
    early.remove(faulty);
    assert!(matches!(outcome(&early), Outcome::Failed(_)));
    let mut never = lines.clone();
    never[faulty].as_object_mut().unwrap().remove("exc");
    let Outcome::Failed(why) = outcome(&never) else { panic!("passed") };
    assert!(why[0].starts_with(&format!("ours has a fault in tick {t}: ")), "{why:?}");
}

#[test]
fn hostile_traces_are_errors_that_name_the_line() {
    let mut long = b"{\"k\":\"ext\",\"x\":\"".to_vec();
    long.resize(LONGEST_LINE + 10, b'x');
    let deep = [b"{\"k\":".to_vec(), vec![b'['; 100_000]].concat();
    let hostile: [(&str, Vec<u8>, &str); 12] = [
        ("text", b"BasicGame\n".to_vec(), "line 1: not a record"),
        ("second line", b"\n{\"k\":\"ext\"}\n{\"k\":".to_vec(), "line 3: not a record"),
        ("not an object", b"[1,2]".to_vec(), "line 1: not a record"),
        ("unknown kind", b"{\"k\":\"x\\u001b\"}".to_vec(), "line 1: unknown kind of record `x\\u{1b}`"),
        ("no tick", b"{}".to_vec(), "line 1: not a record"),
        (
            "number too large",
            b"{\"k\":\"run\",\"game\":\"g\",\"level\":\"l\",\"seed\":4294967296}".to_vec(),
            "line 1: not a",
        ),
        ("not UTF-8", b"{\"k\":\"\xff\"}".to_vec(), "line 1: not a record"),
        ("nul", vec![0; 100], "line 1: not a record"),
        ("too long", long, "line 1: longer than"),
        ("deep", deep, "line 1: not a record"),
        (
            "tick without run",
            b"{\"t\":0,\"sc\":[],\"w\":[],\"o\":0,\"n\":0,\"h\":\"\"}".to_vec(),
            "line 1: this record belongs",
        ),
        ("init without run", b"{\"k\":\"init\",\"s\":[],\"h\":\"\"}".to_vec(), "line 1: this record belongs"),
    ];
    for (what, bytes, message) in hostile {
        let reports = reports_with(&bytes, &mut One(Ok(opened(GAME))));
        assert_eq!(reports.len(), 1, "{what}");
        assert!(matches!(reports[0].outcome, Outcome::Failed(_)), "{what}");
        let text = reports[0].to_string();
        assert!(text.contains(message), "{what}: {text}");
        let mut out = Vec::new();
        assert!(show(&mut Reader::new(bytes.as_slice()), Choice::default(), &mut out).is_err(), "{what}");
    }
}

#[test]
fn hostile_sprites_fail_their_run() {
    for entry in ["", "x", "1", "-1 wall 0 0 0 0", "99999999999 wall 0", "1 nothing 0 0", "1  wall"] {
        let mut lines = recorded(3, 12);
        tick(&mut lines, 4)["c"] = json!([entry]);
        let report = refused(&lines);
        assert!(report.contains("line "), "{entry}: {report}");
    }
    let mut lines = recorded(3, 12);
    tick(&mut lines, 4)["d"] = json!([4_000_000_000u32]);
    assert!(refused(&lines).contains("is removed but not there"));
}

#[test]
fn packed_files_are_known_by_their_first_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.any");
    let text = bytes(&recorded(3, 12));
    let count = |path: &std::path::Path| {
        let mut reader = Reader::open(path).unwrap();
        let mut records = 0;
        loop {
            match reader.next_record() {
                Ok(Some(_)) => records += 1,
                Ok(None) => return Ok(records),
                Err(e) => return Err(e.to_string()),
            }
        }
    };
    std::fs::write(&path, &text).unwrap();
    let plain = count(&path).unwrap();
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&text).unwrap();
    let packed = packer.finish().unwrap();
    std::fs::write(&path, &packed).unwrap();
    assert_eq!(count(&path), Ok(plain));
    // Cut off, or damaged in the middle.
    std::fs::write(&path, &packed[..packed.len() / 2]).unwrap();
    assert!(count(&path).unwrap_err().contains("cannot be read"));
    let mut damaged = packed.clone();
    let last = damaged.len() - 6;
    damaged[last] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    assert!(count(&path).is_err());
}

#[test]
fn a_tick_is_shown_with_the_level_drawn() {
    let lines = bytes(&recorded(3, 12));
    let shown = |run, tick| {
        let mut out = Vec::new();
        let result = show(&mut Reader::new(lines.as_slice()), Choice { run, tick, coloured: false }, &mut out);
        (String::from_utf8(out).unwrap(), result)
    };
    let (start, result) = shown(0, Some(-1));
    assert!(result.is_ok());
    assert!(start.contains(LEVEL), "{start}");
    let (moved, result) = shown(0, Some(0));
    assert!(result.is_ok());
    assert!(moved.contains("wwwwwww\nw.A") && moved.contains("score 0"), "{moved}");
    let (whole, result) = shown(0, None);
    assert!(result.is_ok());
    assert!(whole.contains("at the end: "), "{whole}");
    assert!(matches!(shown(0, Some(1000)).1, Err(ShowError::Absent(_))));
    assert!(matches!(shown(1, None).1, Err(ShowError::Absent(_))));
}

#[test]
fn what_a_trace_says_cannot_steer_the_terminal() {
    let mut lines = recorded(3, 4);
    let steer = "\u{1b}[2J";
    for field in ["game", "level", "style"] {
        lines[1][field] = json!(steer);
    }
    let name = lines[1]["types"][0].as_str().expect("a name").to_owned();
    lines[1]["types"][0] = json!(steer);
    lines[2]["s"] = lines[2]["s"]
        .as_array()
        .expect("sprites")
        .iter()
        .map(|s| json!(s.as_str().expect("a line").replacen(&format!(" {name} "), &format!(" {steer} "), 1)))
        .collect();
    lines[3]["sc"] = json!([steer]);
    lines[3]["exc"] = json!(steer);
    lines[3]["c"] = json!([format!("900 {steer} 0 0 10 10 _ _ 1 0 - -")]);
    let last = lines.len() - 1;
    lines[last]["final"] = json!([steer]);
    let shown = |lines: &[Value], tick| {
        let (lines, mut out) = (bytes(lines), Vec::new());
        show(&mut Reader::new(lines.as_slice()), Choice { run: 0, tick, coloured: false }, &mut out).expect("shown");
        String::from_utf8(out).expect("a text")
    };
    let whole = shown(&lines, None) + &shown(&lines, Some(0));
    lines[1]["load_error"] = json!(steer);
    let all = whole + &shown(&lines, None);
    assert!(!all.contains(|c: char| c.is_control() && c != '\n'), "{all}");
    // Three names in each header; the scores, exceptions and legends; the sprite; the end's scores; why it cannot start.
    assert!(all.matches("\\u{1b}[2J").count() >= 15, "{all}");
}

#[test]
fn a_recording_names_the_folder_of_its_game() {
    use std::path::Path;
    use vgdl::trace::folder::set_of;
    assert_eq!(set_of(Path::new("games/gridphysics/zelda.txt")), "gridphysics");
    assert_eq!(set_of(Path::new("/games/zelda.txt")), "games");
    // Folders without a name of their own, or with one that traces may not have.
    for odd in ["zelda.txt", "/zelda.txt", "../zelda.txt", "./zelda.txt", "games/.hidden/zelda.txt"] {
        assert_eq!(set_of(Path::new(odd)), "", "{odd}");
    }
}
