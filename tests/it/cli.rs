//! The program: exit codes, messages, and what it prints.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::trace::{GAME, LEVEL};

/// A folder with the game `gems` and one level, and the program run in it.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a folder"));
        place.write("gems.txt", GAME);
        place.write("gems_lvl0.txt", LEVEL);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file")
    }

    pub(crate) fn run(&self, arguments: &str) -> Ran {
        let program = Path::new(env!("CARGO_BIN_EXE_vgdl"));
        let output = Command::new(program).args(arguments.split_whitespace()).current_dir(self.0.path()).output();
        Ran::of(output.expect("the program runs"))
    }
}

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let ran = Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        // Neither stream is a terminal.
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "colours: {ran:?}");
        ran
    }

    /// The output of a run that went well.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// The complaint of a run whose input was wrong.
    #[track_caller]
    pub(crate) fn wrong(self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        format!("{}{}", self.err, self.out)
    }

    pub(crate) fn json(self) -> Value {
        let out = self.fine();
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"))
    }
}

#[test]
fn usage_that_is_wrong_exits_with_2() {
    let place = Place::new();
    for arguments in [
        "",
        "nonsense",
        "run",
        "run gems.txt --nonsense",
        "run gems.txt --seed x",
        "run gems.txt --ticks -1",
        "compile gems.txt --param nonsense",
        "check gems.txt --format xml",
        "check gems.txt --dialect klingon",
        "bench gems.txt --seconds 0",
        "bench gems.txt --seconds nan",
        "explain",
        "explain Missile --list",
        "fmt gems.txt --check --stdout",
        "trace verify gems.txt",
        "trace nonsense",
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments}: {ran:?}");
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{arguments}: {ran:?}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let place = Place::new();
    for command in [
        "check",
        "compile",
        "run",
        "trace record",
        "trace verify",
        "trace show",
        "trace replay",
        "play",
        "disasm",
        "explain",
        "fmt",
        "lsp",
        "bench",
    ] {
        let help = place.run(&format!("{command} --help")).fine();
        assert!(help.contains(&format!("Example: vgdl {command} ")), "{command}: {help}");
    }
}

#[test]
fn files_that_are_not_there_are_named_in_one_sentence() {
    let place = Place::new();
    for command in [
        "check",
        "compile",
        "run",
        "disasm",
        "fmt",
        "bench",
        "trace show",
        "trace record -o x.jsonl",
        "run gems.txt --level",
        "check gems.txt --level",
        "run gems.txt --agent",
    ] {
        let ran = place.run(&format!("{command} absent/file"));
        let complaint = ran.err.clone();
        ran.wrong();
        assert!(complaint.contains("absent/file"), "{command}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{command}: {complaint}");
        assert!(!complaint.contains("os error"), "{command}: {complaint}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    let place = Place::new();
    place.write("bad.txt", b"Basic\xff\n");
    let complaint = place.run("check bad.txt").wrong();
    assert!(complaint.contains("bad.txt is not a text in UTF-8: byte 5"), "{complaint}");
    assert!(!place.run("check bad.txt --compat").err.contains("UTF-8"));
    // For programs it is a diagnostic like any other.
    for (file, message) in [("bad.txt", "UTF-8"), ("absent.txt", "no such file")] {
        let ran = place.run(&format!("check {file} --format json"));
        let report: Value = serde_json::from_str(&ran.out).expect("one object");
        let found = &report["diagnostics"][0];
        assert_eq!((ran.code, &found["file"], &found["line"]), (Some(1), &file.into(), &Value::Null), "{report}");
        assert!(found["message"].as_str().is_some_and(|m| m.contains(message)), "{report}");
    }
}

#[test]
fn check_is_silent_about_a_sound_game_and_exact_about_a_faulty_one() {
    let place = Place::new();
    assert_eq!(place.run("check gems.txt --level gems_lvl0.txt").fine(), "gems.txt: nothing wrong\n");
    assert_eq!(place.run("check gems.txt --quiet").fine(), "");
    let report = place.run("check gems.txt --level gems_lvl0.txt --format json").json();
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(0), "{report}");
    place.write("faulty.txt", GAME.replace("RandomNPC", "RandomNPD"));
    let complaint = place.run("check faulty.txt").wrong();
    assert!(complaint.contains("faulty.txt:5") && complaint.contains("RandomNPC"), "{complaint}");
    let ran = place.run("check faulty.txt --format json");
    assert_eq!(ran.code, Some(1));
    let report: Value = serde_json::from_str(&ran.out).expect("one object");
    assert_eq!((&report["diagnostics"][0]["level"], &report["diagnostics"][0]["line"]), (&"error".into(), &5.into()));
    assert_eq!(ran.err, "");
}

#[test]
fn a_compiled_game_plays_like_its_source() {
    let place = Place::new();
    place.write("gems_lvl1.txt", LEVEL.replace("b", "."));
    let wrote = place.run("compile gems.txt gems_lvl0.txt gems_lvl1.txt").fine();
    let length = std::fs::metadata(place.path("gems.vgdlc")).expect("it was written").len();
    assert!(wrote.starts_with(&format!("wrote gems.vgdlc: {length} bytes, 5 types")), "{wrote}");
    assert!(wrote.ends_with("3 rules, 2 endings, 2 levels\n"), "{wrote}");
    let mut hashes = Vec::new();
    for options in ["--seed 5", "--seed -5", "--level 1 --seed 5 --ticks 7"] {
        let played = |file: &str| {
            let mut object = place.run(&format!("run {file} {options} --agent random --json")).json();
            object["game"].take();
            object
        };
        let object = played("gems.txt");
        assert_eq!(object, played("gems.vgdlc"), "{options}");
        assert!(object["ticks"].as_u64() > Some(5), "{object}");
        hashes.push(object["hash"].clone());
        for key in ["score", "winner", "over", "rng_calls", "scores", "winners"] {
            assert!(!object[key].is_null(), "{key}: {object}");
        }
    }
    hashes.dedup();
    assert_eq!(hashes.len(), 3, "seed and level make a difference");
    // A level of its own for a compiled game.
    let own = place.run("run gems.vgdlc --level gems_lvl1.txt --seed 5 --ticks 7 --agent random --json").json();
    assert_eq!(own["hash"], hashes[2]);
    let complaint = place.run("run gems.vgdlc --level 2").wrong();
    assert!(complaint.contains("gems.vgdlc has 2 levels: 0 to 1"), "{complaint}");
}

#[test]
fn run_draws_the_level_and_says_how_it_ended() {
    let place = Place::new();
    place.write("moves.txt", "RR");
    let shown = place.run("run gems.txt --agent moves.txt --ticks 2").fine();
    assert!(shown.starts_with("wwwwwww\nw..A"), "{shown}");
    assert!(shown.ends_with("score 2: not over after 2 ticks\n"), "{shown}");
    let shown = place.run("run gems.txt").fine();
    assert!(shown.ends_with("score 0: lost after 41 ticks\n"), "{shown}");
    let frames = place.run("run gems.txt --draw --ticks 3").fine();
    assert_eq!(frames.matches("tick ").count(), 3, "{frames}");
    place.write("moves.txt", "RR\nRx");
    let complaint = place.run("run gems.txt --agent moves.txt").wrong();
    assert!(complaint.contains("moves.txt:2:2: `x` is no action"), "{complaint}");
}

#[test]
fn a_level_that_is_not_there_is_a_hint_to_name_one() {
    let place = Place::new();
    std::fs::rename(place.path("gems_lvl0.txt"), place.path("other.txt")).expect("renamed");
    let ran = place.run("run gems.txt");
    assert!(ran.code == Some(2) && ran.err.contains("gems_lvl0.txt") && ran.err.contains("--level"), "{ran:?}");
    place.run("run gems.txt --level other.txt").fine();
}

#[test]
fn damaged_compiled_files_are_refused() {
    let place = Place::new();
    place.run("compile gems.txt gems_lvl0.txt -o good.vgdlc").fine();
    let good = std::fs::read(place.path("good.vgdlc")).expect("it was written");
    place.run("check good.vgdlc").fine();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    let damages: [&[u8]; 5] = [b"", b"BasicGame\n", &good[..good.len() / 2], &flipped, &[&good[..], b"\0"].concat()];
    for damage in damages {
        place.write("bad.vgdlc", damage);
        for command in ["run", "check", "disasm", "bench --seconds 0.1"] {
            let complaint = place.run(&format!("{command} bad.vgdlc")).wrong();
            assert!(complaint.contains("bad.vgdlc") && complaint.lines().count() == 1, "{complaint}");
        }
    }
}

#[test]
fn disasm_lists_a_game() {
    let place = Place::new();
    let list = place.run("disasm gems.txt").fine();
    assert!(list.contains("killSprite") && list.contains("RandomNPC") && list.lines().count() > 15, "{list}");
}

#[test]
fn traces_recorded_here_verify_and_lies_do_not() {
    let place = Place::new();
    let wrote = place.run("trace record gems.txt --runs 3 --seed 8 --ticks 25 -o gems.jsonl.gz").fine();
    assert!(wrote.starts_with("wrote gems.jsonl.gz: 3 runs, "), "{wrote}");
    let verified = place.run("trace verify --games . gems.jsonl.gz").fine();
    assert_eq!(verified.lines().filter(|l| l.starts_with("ok ")).count(), 3, "{verified}");
    assert!(verified.ends_with("3 passed, 0 failed\n"), "{verified}");
    place.run("trace record gems.txt --seed 8 --ticks 25 -o gems.jsonl").fine();
    let text = place.read("gems.jsonl");
    place.write("lie.jsonl", text.replace("\"seed\":8", "\"seed\":9"));
    place.write("gone.jsonl", text.replace("\"game\":\"gems\"", "\"game\":\"gone\""));
    place.write("outside.jsonl", text.replace("\"game\":\"gems\"", "\"game\":\"../gems\""));
    place.write("skip.jsonl", text.replace("\"seed\":8", "\"det\":0,\"seed\":8"));
    place.write("empty.jsonl", "");
    for (file, message) in [
        ("lie.jsonl", "FAIL lie.jsonl: gems gems_lvl0 script 0 (random): tick "),
        ("gone.jsonl", "no game gone.txt"),
        ("outside.jsonl", "`../gems` is no name of a file"),
        ("skip.jsonl", "0 passed, 0 failed, 1 skipped\n"),
        ("empty.jsonl", "it has no runs"),
        ("absent.jsonl", "no such file"),
        ("gems.txt", "line 1: not a record of a trace"),
    ] {
        let printed = place.run(&format!("trace verify --games . {file}")).wrong();
        assert!(printed.contains(message), "{file}: {printed}");
        assert!(printed.lines().last().is_some_and(|l| l.starts_with("0 passed, ")), "{file}: {printed}");
    }
    // One good file does not make up for a bad one, and files stay in order.
    let printed = place.run("trace verify --games . gems.jsonl lie.jsonl gems.jsonl.gz skip.jsonl").wrong();
    let words: Vec<&str> = printed.lines().filter_map(|l| l.split(' ').next()).filter(|w| !w.is_empty()).collect();
    assert_eq!(words, ["ok", "FAIL", "ok", "ok", "ok", "skip", "4"], "{printed}");
    let shown = place.run("trace show gems.jsonl --tick 0").fine();
    assert!(shown.contains("gems gems_lvl0, script 0 (random), seed 8") && shown.contains("wwwwwww"), "{shown}");
    assert!(place.run("trace show gems.jsonl --run 1").wrong().contains("it has 1 run"));
}

#[test]
fn explain_knows_names_and_guesses_misspelt_ones() {
    let place = Place::new();
    assert!(place.run("explain Missile").fine().starts_with("Missile — sprite class\n"));
    assert!(place.run("explain RED").fine().contains("colour"));
    assert!(place.run("explain E0101").fine().contains("empty game file"));
    assert!(place.run("explain Misile").wrong().contains("did you mean `Missile`?"));
    assert!(place.run("explain qqqqqqqqqqq").wrong().contains("--list"));
    let list = place.run("explain --list").fine();
    assert!(list.contains("killSprite") && list.contains("SpriteCounter") && list.contains("E0101"), "{list}");
    assert_eq!(place.run("explain --missing --dialect gvgai").fine(), "");
}

#[test]
fn fmt_lays_out_once_and_loses_nothing() {
    let place = Place::new();
    place.write("mess.txt", GAME.replace("    ", "  ").replace("bug >", "bug   >"));
    assert!(place.run("fmt mess.txt --check").wrong().contains("mess.txt would change"));
    let printed = place.run("fmt mess.txt --stdout").fine();
    assert_eq!(place.run("fmt mess.txt").fine(), "rewrote mess.txt\n");
    assert_eq!(place.read("mess.txt"), printed);
    assert_eq!(place.run("fmt mess.txt --check").fine(), "");
    assert_eq!(place.run("fmt mess.txt").fine(), "");
    place.run("check mess.txt").fine();
    let faulty = GAME.replace("avatar wall > stepBack", "avatar wall stepBack");
    place.write("faulty.txt", &faulty);
    assert!(place.run("fmt faulty.txt").wrong().contains("line 12"));
    assert_eq!(place.read("faulty.txt"), faulty);
}

#[test]
fn bench_measures() {
    let place = Place::new();
    let object = place.run("bench gems.txt --seconds 0.2 --json").json();
    for key in ["ticks_per_second", "ns_per_tick", "copies_per_second", "compile_us", "load_us"] {
        assert!(object[key].as_f64().is_some_and(|x| x > 0.0 && x.is_finite()), "{key}: {object}");
    }
    place.run("compile gems.txt gems_lvl0.txt").fine();
    assert!(place.run("bench gems.vgdlc --seconds 0.1 --json").json()["compile_us"].is_null());
    assert!(place.run("bench gems.vgdlc --seconds 0.1").fine().contains("ticks/s"));
}

#[test]
fn bench_tells_where_the_time_goes_and_compares() {
    let place = Place::new();
    let table = place.run("bench gems.txt --seconds 0.1 --profile").fine();
    for word in ["rules tested/s", "effects run/s", "killSprite", "RandomNPC", "share"] {
        assert!(table.contains(word), "{word}: {table}");
    }
    let object = place.run("bench gems.txt --seconds 0.1 --json").json();
    let rows = |part: &str| object["profile"][part].as_array().expect("rows").clone();
    assert!(rows("rules").iter().all(|r| r["line"].as_u64() > Some(0) && r["tested"].as_u64() >= r["run"].as_u64()));
    let parts = ["rules", "classes", "others"].map(rows).concat();
    let shares: f64 = parts.iter().map(|r| r["share"].as_f64().expect("a share")).sum();
    assert!((shares - 1.0).abs() < 1e-6, "{shares}");
    let text = place.run("bench gems.txt --seconds 0.1 --json").fine();
    place.write("old.json", &text);
    let compared = place.run("bench old.json --compare old.json --json").json();
    assert_eq!(compared["ratios"]["ticks_per_second"], 1.0);
    let table = place.run("bench gems.txt --compare old.json --seconds 0.1").fine();
    assert!(table.contains("ticks/s") && table.contains("killSprite") && !table.contains("by turns"), "{table}");
    let table = place.run("bench gems.txt --compare gems.txt --seconds 0.1").fine();
    assert!(table.contains("played by turns"), "{table}");
    place.write("none.json", "{}");
    assert!(place.run("bench gems.txt --compare none.json").wrong().contains("none.json is not a result"));
}

#[test]
fn programs_are_optimised_unless_told_otherwise() {
    let place = Place::new();
    let game = "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n        rock > Passive\n        ghost > Passive\n    \
                InteractionSet\n        rock avatar > killSprite\n        rock avatar > stepBack\n        \
                ghost avatar > killSprite\n    TerminationSet\n        SpriteCounter stype=rock limit=0 win=True\n    \
                LevelMapping\n        r > rock\n";
    place.write("rocks.txt", game);
    place.write("rocks_lvl0.txt", "wwwww\nwA rw\nwwwww\n");
    assert!(place.run("disasm rocks.txt -O0").fine().contains("p1  ghost avatar"));
    let quick = place.run("disasm rocks.txt").fine();
    assert!(!quick.contains("p1  ghost avatar") && !quick.contains("stepBack"), "{quick}");
    let passes = place.run("disasm rocks.txt --passes").fine();
    assert!(passes.contains("pass unpopulated: ") && passes.contains("-  p1  ghost avatar"), "{passes}");
    assert!(passes.lines().any(|l| l.starts_with('-') && l.contains("stepBack")), "{passes}");
    let run = |options: &str| place.run(&format!("run rocks.txt --agent random --ticks 60 --json {options}")).json();
    assert_eq!(run("-O0"), run("-O1"));
    assert_eq!(place.run("run rocks.txt -O2").code, Some(2));
}

#[test]
fn check_denies_and_allows_by_code() {
    let place = Place::new();
    place.write("w.txt", "BasicGame square_size=9\n    SpriteSet\n        gem > Resource limt=3 color=GREN\n");
    assert_eq!(place.run("check w.txt").code, Some(0));
    let denied = place.run("check w.txt --deny warnings");
    assert_eq!(denied.code, Some(1));
    assert!(denied.out.contains("error[W0208]") && denied.out.contains("2 errors"), "{}", denied.out);
    let one = place.run("check w.txt --deny W0211");
    assert_eq!(one.code, Some(1));
    assert!(one.out.contains("warning[W0208]") && one.out.contains("error[W0211]"), "{}", one.out);
    let allowed = place.run("check w.txt --allow W0208 --allow w0211 --deny warnings");
    assert_eq!((allowed.code, allowed.out.as_str()), (Some(0), "w.txt: nothing wrong\n"));
    let strict = place.run("check w.txt --strict");
    assert!(strict.code == Some(1) && strict.out.contains("error[E0701]"), "{}", strict.out);
    for (usage, said) in [
        ("check w.txt --deny W9999", "no diagnostic has this code"),
        ("check w.txt --allow W028", "did you mean"),
        ("check w.txt --strict --compat", "cannot be used with"),
    ] {
        let run = place.run(usage);
        assert!(run.code == Some(2) && run.err.contains(said), "{usage}: {run:?}");
    }
}

#[test]
fn fmt_counts_tabs_as_check_does() {
    let place = Place::new();
    place.write("t.txt", "BasicGame\n    SpriteSet\n        gem > Immovable\n\tore > Immovable\n");
    assert!(place.run("fmt t.txt --stdout").out.contains("\n        ore > Immovable"));
    // For GVGAI the tab is one column, and the line hangs directly below the game line.
    assert!(place.run("fmt t.txt --stdout --compat").out.contains("\n    ore > Immovable"));
}

/// A crowd in which each meeting changes all of it, with the cap of every game: its first frame once took minutes, and `check`
/// played it. Now nothing that reads a game plays it, and the frame is over with a fault.
#[test]
fn a_game_whose_frames_take_too_long_is_checked_and_ends() {
    let place = Place::new();
    let found = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/found/text/crowd"));
    let found = found.expect("the input");
    let (game, level) = found.split_once('\0').expect("a game and a level");
    place.write("crowd.txt", game);
    place.write("crowd_lvl0.txt", level);
    let check = place.run("check crowd.txt --level crowd_lvl0.txt --compat");
    assert_eq!(check.code, Some(0), "{check:?}");
    let run = place.run("run crowd.txt --compat --json --quiet");
    assert!(run.code == Some(1) && run.out.contains("the frame takes too long"), "{run:?}");
}
