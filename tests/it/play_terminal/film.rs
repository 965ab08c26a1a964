use std::io::BufReader;

use proptest::prelude::*;
use vgdl::play::film::{Film, Wish};
use vgdl::play::keys::{Key, REPLAY};
use vgdl::play::record;
use vgdl::trace::read::Reader;

use super::{PLAIN, press, session, text};

/// Two plays of the gems.
fn trace() -> String {
    let mut session = session(true);
    press(&mut session, "→→↓←↑....→→→.........r→→→");
    let bytes = record::write(Vec::new(), "", "gems", session.runs()).expect("a trace");
    String::from_utf8(bytes).expect("a text")
}

fn read(trace: &str, run: usize) -> Result<Film, String> {
    Film::read(&mut Reader::new(BufReader::new(trace.as_bytes())), run, 8).map_err(|e| e.to_string())
}

fn film(trace: &str, run: usize) -> Film {
    read(trace, run).expect("a run")
}

fn shown(film: &Film) -> String {
    text(film.scene(), PLAIN, 80, 14)
}

fn sprites(film: &Film) -> Vec<String> {
    film.sprites().map(|(kind, id, line)| format!("{kind} {id} {line}")).collect()
}

#[test]
fn back_and_forth_shows_the_same_sprites() {
    let trace = trace();
    let mut forward = film(&trace, 0);
    let mut states = vec![sprites(&forward)];
    for _ in 0..21 {
        forward.press(Key::Right);
        states.push(sprites(&forward));
    }
    assert!(states.windows(2).any(|two| two[0] != two[1]));
    let mut film = film(&trace, 0);
    for to in [21, 0, 7, 6, 5, 20, 3, 3, 21, 1] {
        film.go(to);
        assert_eq!(sprites(&film), states[to], "{to}");
    }
    film.go(1000);
    assert_eq!(sprites(&film), states[21]);
    assert!(shown(&film).contains("tick 20 (21 of 21)"), "{}", shown(&film));
}

#[test]
fn keys_step_jump_and_play() {
    let mut film = film(&trace(), 0);
    let keys = |film: &mut Film, keys: &[Key]| keys.iter().for_each(|key| assert_eq!(film.press(*key), Wish::None));
    keys(&mut film, &[Key::Char('1'), Key::Char('2')]);
    assert!(shown(&film).contains("tick 12: g goes there"));
    keys(&mut film, &[Key::Char('g')]);
    assert!(shown(&film).contains("tick 12 (13 of 21)"));
    keys(&mut film, &[Key::Char('9'), Key::Char('9'), Key::Char('g')]);
    assert!(shown(&film).contains("the run has no tick 99"));
    keys(&mut film, &[Key::Home, Key::PageDown, Key::Left]);
    assert!(shown(&film).contains("tick 8 (9 of 21)"));
    assert_eq!(film.interval(), None);
    keys(&mut film, &[Key::Char(' ')]);
    assert_eq!(film.interval().map(|t| t.as_millis()), Some(125));
    (0..30).for_each(|_| film.beat());
    assert_eq!(film.interval(), None, "it stops at the end");
    assert!(shown(&film).contains("the end (max_ticks)"), "{}", shown(&film));
    // At the end, play starts again.
    keys(&mut film, &[Key::Char(' ')]);
    assert!(shown(&film).contains("start  of 21 ticks"));
    assert_eq!(film.press(Key::Char('n')), Wish::Run(1));
    assert_eq!(film.press(Key::Char('q')), Wish::Quit);
}

#[test]
fn a_trace_that_breaks_off_is_shown_up_to_there() {
    let trace = trace();
    let lines: Vec<&str> = trace.lines().collect();
    let mut cut = film(&lines[..9].join("\n"), 0);
    cut.press(Key::End);
    assert!(shown(&cut).contains("(6 of 6)") && shown(&cut).contains("it has no end record"), "{}", shown(&cut));
    let mut wrong = lines[..7].to_vec();
    wrong.push("{\"t\":4,\"sc\":[\"0\"],\"w\":[-1],\"o\":0,\"n\":0,\"h\":\"\",\"c\":[\"5 wall\",\"nonsense\"]}");
    let mut wrong = film(&wrong.join("\n"), 0);
    let start = sprites(&wrong);
    wrong.press(Key::End);
    assert!(shown(&wrong).contains("(4 of 4)") && shown(&wrong).contains("line 8: no sprite"), "{}", shown(&wrong));
    wrong.press(Key::Home);
    assert_eq!(sprites(&wrong), start);
}

#[test]
fn a_run_that_is_not_there_is_told() {
    let trace = trace();
    let why = |trace: &str, run| read(trace, run).err().expect("no film");
    assert_eq!(why(&trace, 2), "it has 2 runs; the first is number 0");
    let one: String = trace.lines().take(3).map(|line| format!("{line}\n")).collect();
    assert_eq!(why(&one, 5), "it has 1 run: number 0");
    assert_eq!(why("", 0), "it has no runs");
    let first = trace.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(why(&first, 0), "the run has no initial state");
    assert!(why("nonsense", 0).starts_with("line 1: not a record"));
    let huge = first.replace("\"grid\":[7,4]", "\"grid\":[18446744073709551615,4]");
    assert!(why(&huge, 0).ends_with("cells of 10 pixels is not shown"), "{}", why(&huge, 0));
}

#[test]
fn what_is_kept_of_a_run_has_an_end() {
    let trace = trace();
    let mut lines: Vec<String> = trace.lines().take(3).map(str::to_owned).collect();
    // A sprite whose line is long: each place that the film can go back to has a copy of it.
    let long = format!("avatar {}", "x".repeat(15 << 20));
    let mut init: serde_json::Value = serde_json::from_str(&lines[2]).expect("a record");
    init["s"] = serde_json::json!([format!("1 {long}")]);
    lines[2] = init.to_string();
    let tick = |t| format!(r#"{{"t":{t},"sc":["0"],"w":[-1],"o":0,"n":0,"h":""}}"#);
    lines.extend((0..40_000).map(tick));
    let mut film = film(&lines.join("\n"), 0);
    film.go(usize::MAX);
    assert!(shown(&film).contains("more is not shown: 256 MiB are read"), "{}", shown(&film));
}

#[test]
fn golden_traces_are_shown_forwards_and_backwards() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let traces = crate::corpus::files(&folder, &|name| name.ends_with(".jsonl.gz"));
    assert!(traces.len() > 10, "{traces:?}");
    for path in traces {
        let open = || Film::read(&mut Reader::open(&path).expect("a trace"), 0, 8);
        // A run that the reference engine could not start has nothing to show.
        let Ok(mut film) = open() else { continue };
        film.go(usize::MAX);
        let end = sprites(&film);
        assert!(shown(&film).contains("the end (") || shown(&film).contains("the game stopped: "), "{}", shown(&film));
        film.go(7);
        let mut again = open().expect("it was read before");
        (0..7).for_each(|tick| again.go(tick + 1));
        assert_eq!(sprites(&film), sprites(&again), "{}", path.display());
        film.go(usize::MAX);
        assert_eq!(sprites(&film), end, "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    #[test]
    fn a_damaged_trace_does_not_panic(
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), "[0-9a-z\"\\[\\],: -]{0,3}"), 1..6),
    ) {
        let mut trace = trace();
        for (place, with) in damage {
            let at = place.index(trace.len());
            if trace.is_char_boundary(at) && trace.is_char_boundary(at + 1) {
                trace.replace_range(at..at + 1, &with);
            }
        }
        if let Ok(mut film) = read(&trace, 0) {
            let start = sprites(&film);
            film.press(Key::End);
            let _ = shown(&film);
            film.press(Key::Home);
            prop_assert_eq!(sprites(&film), start);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]
    #[test]
    fn no_keys_and_no_sizes_panic(
        keys in proptest::collection::vec(
            proptest::sample::select(REPLAY.iter().flat_map(|row| row.keys).map(|(key, _)| *key).collect::<Vec<_>>()), 0..60),
        width in 0u16..100,
        height in 0u16..30,
    ) {
        let mut film = film(&trace(), 0);
        for key in keys {
            film.press(key);
            film.beat();
            let _ = text(film.scene(), PLAIN, width, height);
        }
    }
}
