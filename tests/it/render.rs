//! Pictures: what is painted, that the same play gives the same bytes, and what is said where there is nothing to paint.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};

use vgdl::draw::Looks;
use vgdl::render::{Gif, Painter, Picture, Pixels, of_trace, png};
use vgdl::trace::canon;
use vgdl::trace::read::Reader;
use vgdl::trace::record::{Plan, Recorder};
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::{COLOURS, Value};
use vgdl_vm::{Image, State};

const GAME: &str = "BasicGame square_size=4
    SpriteSet
        floor > Immovable color=BROWN
        gem > Immovable color=GOLD shrinkfactor=0.5
        mist > Immovable color=WHITE invisible=True
        avatar > MovingAvatar color=BLUE
    LevelMapping
        . > floor
        g > floor gem
        m > mist
        A > floor avatar
    InteractionSet
        avatar wall > stepBack
    TerminationSet
        Timeout limit=100 win=True
";

fn state() -> State {
    let level = Source::new("level", "w.g\nmA \n");
    let compiled = compile(&Source::new("game", GAME), &[level], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let level = program.levels[0].clone();
    Image::load(program).expect("a sound program").start(&level, 1).expect("a level")
}

fn painter(state: &State, cell: u32) -> Painter {
    let looks = Looks::of(state.image().program());
    let (w, h) = state.grid();
    Painter::new(looks, [w as u64, h as u64], i64::from(state.block()), cell).expect("a picture")
}

/// A picture with a letter for each colour.
fn letters(picture: &Picture) -> String {
    let Pixels::Palette(pixels) = &picture.pixels else { panic!("no palette") };
    let letter = |&p: &u8| match COLOURS[usize::from(p)].0 {
        "DARKGRAY" => '#',
        "BROWN" => '.',
        "GOLD" => 'g',
        "BLUE" => 'A',
        "LIGHTGRAY" => ' ',
        other => panic!("{other}"),
    };
    let rows = pixels.chunks(picture.width as usize);
    rows.map(|row| row.iter().map(letter).collect::<String>() + "|\n").collect()
}

#[test]
fn sprites_are_rectangles_in_their_colours() {
    let mut state = state();
    assert_eq!(
        letters(&painter(&state, 4).paint_state(&state)),
        "####........|\n\
         ####.....gg.|\n\
         ####.....gg.|\n\
         ####........|\n    \
             AAAA    |\n    \
             AAAA    |\n    \
             AAAA    |\n    \
             AAAA    |\n"
    );
    state.step(&[vgdl_vm::ontology::Action::Right]);
    assert_eq!(
        letters(&painter(&state, 2).paint_state(&state)),
        "##....|\n\
         ##...g|\n  \
           ..AA|\n  \
           ..AA|\n"
    );
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    let bytes = || {
        let mut state = state();
        let painter = painter(&state, 8);
        let mut image = Vec::new();
        png(&painter.paint_state(&state), &mut image).expect("memory");
        let mut film = Vec::new();
        let mut gif = Gif::new(&mut film, &painter.paint_state(&state), 10).expect("memory");
        for _ in 0..5 {
            gif.add(&painter.paint_state(&state)).expect("memory");
            state.step(&[]);
        }
        gif.finish().expect("memory");
        (image, film)
    };
    let (image, film) = bytes();
    assert!(image.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(image[16..24], [0, 0, 0, 24, 0, 0, 0, 16]);
    assert!(film.starts_with(b"GIF89a") && film.ends_with(b";"));
    assert_eq!(film.windows(3).filter(|w| *w == b"\x21\xf9\x04").count(), 5);
    assert_eq!(bytes(), (image, film));
}

#[test]
fn what_is_too_large_is_no_picture() {
    let looks = || Looks::of(state().image().program());
    for (grid, cell) in [([0, 5], 8), ([5, 0], 8), ([u64::MAX, 1], 8), ([4000, 1000], 24), ([16_384, 16_384], 1)] {
        assert!(Painter::new(looks(), grid, 10, cell).unwrap_err().contains("makes no picture"), "{grid:?}");
    }
    assert!(Painter::new(looks(), [5, 5], 0, 8).is_err());
}

#[test]
fn a_colour_that_is_written_is_kept() {
    let game = "BasicGame square_size=4
    SpriteSet
        leaf > Immovable color=GREEN img=leaf
        stone > Immovable img=stone
        pebble > Immovable
        avatar > MovingAvatar
    LevelMapping
        l > leaf
        s > stone
        p > pebble
    InteractionSet
        avatar leaf > stepBack
    TerminationSet
        Timeout limit=100 win=True
";
    let compiled = compile(&Source::new("game", game), &[Source::new("level", "lspA\n")], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let green = COLOURS.iter().position(|(name, _)| *name == "GREEN").expect("a colour");
    let names = canon::type_names(&program);
    let given = |name: &str| {
        let kind = names.iter().position(|n| n == name).expect("a type");
        let mut params = program.types[kind].params.iter();
        params.find_map(|(_, value)| if let Value::Colour(c) = value { Some(usize::from(c.0)) } else { None })
    };
    assert_eq!(["leaf", "stone", "pebble", "avatar"].map(given), [Some(green), None, None, None]);
    let level = program.levels[0].clone();
    let state = Image::load(program.clone()).expect("a sound program").start(&level, 1).expect("a level");
    let pixels = painter(&state, 1).paint_state(&state).rgb();
    let are_green: Vec<bool> = pixels.iter().map(|&p| p == COLOURS[green].1).collect();
    assert_eq!(are_green, [true, false, false, false]);
    let mut recorder = Recorder::new(Vec::new(), "", "game", &program).expect("memory");
    recorder.run(state.image(), &level, &Plan::default()).expect("a run");
    let trace = recorder.finish().expect("memory");
    let mut replayed = Vec::new();
    let mut reader = Reader::new(&trace[..]);
    let mut hire = |looks, grid, block| Painter::new(looks, grid, block, 1);
    of_trace(&mut reader, 0, &mut hire, &mut |_, paint| {
        replayed = paint().rgb();
        ControlFlow::Continue(())
    })
    .expect("a trace");
    assert_eq!(replayed, pixels);
}

fn render(arguments: &[&str], folder: &Path) -> Output {
    let games = crate::own::folder();
    let arguments = arguments.iter().map(|a| a.replace("GAMES", &games.display().to_string()));
    let run = Command::new(env!("CARGO_BIN_EXE_vgdl")).arg("render").args(arguments).current_dir(folder).output();
    run.expect("the program runs")
}

#[test]
fn a_trace_and_its_play_give_the_same_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    let record = Command::new(env!("CARGO_BIN_EXE_vgdl"))
        .args(["trace", "record", "--agent", "random", "--seed", "3", "--ticks", "40", "-o", "t.jsonl.gz"])
        .arg(crate::own::folder().join("rootcellar.vgdl"))
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert!(record.status.success());
    let play = ["GAMES/rootcellar.vgdl", "--agent", "random", "--seed", "3", "--ticks", "40", "-o"];
    for (name, tick) in [("png", Some("7")), ("png", Some("-1")), ("png", None), ("gif", None)] {
        let (one, two) = (format!("one.{name}"), format!("two.{name}"));
        let tick: Vec<&str> = tick.map_or_else(Vec::new, |t| vec!["--tick", t]);
        let (first, second) = (["t.jsonl.gz", "-o", &one], [&play[..], &[&two]].concat());
        for arguments in [[&first[..], &tick].concat(), [&second, &tick[..]].concat()] {
            let run = render(&arguments, folder.path());
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        }
        assert!(at(&one) == at(&two), "{name} {tick:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, code, why) in [
        (&["GAMES/caves.vgdl", "-o", "x.jpg"][..], 2, "ends in .png or .gif"),
        (&["GAMES/caves.vgdl", "-o", "x.gif", "--tick", "3"], 2, "a GIF shows all ticks"),
        (&["GAMES/caves.vgdl", "-o", "x.png", "--ticks", "3", "--tick", "9"], 1, "has no tick 9"),
        (&["GAMES/caves.vgdl", "-o", "no/such/x.png", "--ticks", "3"], 1, "cannot write"),
        (&["GAMES/caves.vgdl", "-o", "no/such/x.gif", "--ticks", "3"], 1, "cannot write"),
        (&["GAMES/caves.vgdl", "-o", "x.png", "--level", "1", "--cell", "500"], 1, "makes no picture"),
        (&["absent.jsonl.gz", "-o", "x.png"], 1, "cannot be read"),
        (&["absent.vgdl", "-o", "x.png"], 1, "cannot read"),
    ] {
        let run = render(arguments, folder.path());
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(why), "{arguments:?}: {said}");
    }
}
