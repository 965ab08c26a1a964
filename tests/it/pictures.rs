//! Pictures with images, sequences, heat maps, and the pictures in the docs.

use std::path::Path;
use std::process::{Command, Output};

use vgdl::draw::Looks;
use vgdl::render::images::Images;
use vgdl::render::{Painter, heat, seen};
use vgdl::trace::read::Reader;
use vgdl::visits::{self, Visits};
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::{Action, COLOURS};
use vgdl_vm::{Image, State};

/// A game of these types; `avatar` and `.` for `floor` are there already.
fn start(types: &str, mapping: &str, rules: &str, level: &str) -> State {
    let game = format!(
        "BasicGame square_size=10
    SpriteSet
        floor > Immovable color=BLACK
{types}
    LevelMapping
        . > floor
        A > floor avatar
{mapping}
    InteractionSet
{rules}
    TerminationSet
        Timeout limit=100 win=True
"
    );
    let compiled = compile(&Source::new("game", game), &[Source::new("level", level)], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let level = program.levels[0].clone();
    Image::load(program).expect("a sound program").start(&level, 1).expect("a level")
}

/// Writes a PNG.
fn image(folder: &Path, name: &str, width: u32, pixels: &[[u8; 4]]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, encoded(width, pixels)).expect("written");
}

fn encoded(width: u32, pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, pixels.len() as u32 / width);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(pixels.as_flattened()).expect("memory");
    writer.finish().expect("memory");
    bytes
}

/// What paints a play with the images of a folder, all of them there.
fn painter(state: &State, folder: &Path, cell: u32) -> Painter {
    let looks = Looks::of(state.image().program());
    let (images, problems) = Images::read(folder, &looks, cell).expect("a folder");
    assert_eq!(problems, Vec::<String>::new());
    let (w, h) = state.grid();
    let painter = Painter::new(looks, [w as u64, h as u64], i64::from(state.block()), cell).expect("a picture");
    let mut painter = painter.with_images(images);
    painter.watch(state.tick(), seen(state));
    painter
}

const BLACK: [u8; 3] = [0, 0, 0];

/// A pixel of one colour, seen through or not.
fn dot(n: u8) -> [[u8; 4]; 1] {
    [[n, 2 * n, 255 - n, 255]]
}

fn opaque(n: u8) -> [u8; 3] {
    [n, 2 * n, 255 - n]
}

#[test]
fn tiles_are_chosen_by_the_neighbours_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    for i in 0..16 {
        image(folder.path(), &format!("yard/brick_{i}.png"), 1, &dot(i));
    }
    image(folder.path(), "hero.png", 1, &dot(90));
    let mut state = start(
        "        brick > Immovable img=yard/brick.png autotiling=True\n        avatar > MovingAvatar img=hero",
        "        b > floor brick",
        "        brick avatar > killSprite",
        ".b.A\nbbb.\n.b..\n",
    );
    let mut painter = painter(&state, folder.path(), 1);
    let brick = |n| opaque(n);
    assert_eq!(
        painter.paint_state(&state).rgb(),
        [
            [BLACK, brick(8), BLACK, opaque(90)],
            [brick(2), brick(15), brick(1), BLACK],
            [BLACK, brick(4), BLACK, BLACK],
        ]
        .concat()
    );
    for action in [Action::Down, Action::Left] {
        state.step(&[action]);
        painter.watch(state.tick(), seen(&state));
    }
    // The arm to the right is gone; the middle looks as before.
    let row = painter.paint_state(&state).rgb()[4..8].to_vec();
    assert_eq!(row, [brick(2), brick(15), opaque(90), BLACK]);
}

#[test]
fn images_follow_the_orientation() {
    let folder = tempfile::tempdir().expect("a folder");
    for (i, direction) in ["UP", "DOWN", "LEFT", "RIGHT"].iter().enumerate() {
        image(folder.path(), &format!("hero_{direction}.png"), 1, &dot(i as u8));
    }
    let mut state = start("        avatar > OrientedAvatar orientedImg=hero", "", "", "A..\n...\n");
    let mut painter = painter(&state, folder.path(), 1);
    assert!(painter.paint_state(&state).rgb().contains(&opaque(3)));
    for (action, i) in [(Action::Down, 1), (Action::Right, 3), (Action::Up, 0), (Action::Left, 2)] {
        state.step(&[action]);
        painter.watch(state.tick(), seen(&state));
        assert!(painter.paint_state(&state).rgb().contains(&opaque(i)), "{action:?}");
    }
}

#[test]
fn avatars_that_aim_are_turned() {
    let folder = tempfile::tempdir().expect("a folder");
    // The middle of the right column is marked.
    let mut pixels = [[0, 0, 0, 0]; 9];
    pixels[5] = [9, 8, 7, 255];
    image(folder.path(), "gun.png", 3, &pixels);
    for (direction, at) in [("RIGHT", 5), ("DOWN", 7), ("LEFT", 3), ("UP", 1)] {
        let types =
            format!("        pea > Missile\n        avatar > AimedAvatar stype=pea img=gun orientation={direction}");
        let state = start(&types, "", "        pea EOS > killSprite", "A\n");
        let mut expected = [BLACK; 9];
        expected[at] = [9, 8, 7];
        assert_eq!(painter(&state, folder.path(), 3).paint_state(&state).rgb(), expected, "{direction}");
    }
}

#[test]
fn opacity_is_blended_and_images_are_scaled_and_shrunk() {
    let folder = tempfile::tempdir().expect("a folder");
    image(folder.path(), "glass.png", 1, &[[255, 100, 0, 128]]);
    let (white, red) = ([255, 255, 255, 255], [200, 0, 0, 255]);
    image(folder.path(), "check.png", 2, &[white, red, red, white]);
    let state = start(
        "        glass > Immovable img=glass
        check > Immovable img=check
        small > Immovable img=check shrinkfactor=0.5
        avatar > MovingAvatar img=glass",
        "        g > floor glass\n        c > floor check\n        s > floor small",
        "        avatar check > stepBack",
        "gcsA\n",
    );
    let picture = |cell: u32| painter(&state, folder.path(), cell).paint_state(&state).rgb();
    let (glass, w, r) = ([128, 50, 0], [255; 3], [200, 0, 0]);
    // At one pixel the check is the mean of its four.
    assert_eq!(picture(1)[..2], [glass, [228, 128, 128]]);
    let rows = picture(4);
    let row = |y: usize| &rows[16 * y..][..12];
    let [g, o] = [glass, BLACK];
    assert_eq!(row(0), [g, g, g, g, w, w, r, r, o, o, o, o]);
    assert_eq!(row(1), [g, g, g, g, w, w, r, r, o, w, r, o]);
    assert_eq!(row(2), [g, g, g, g, r, r, w, w, o, r, w, o]);
}

#[test]
fn animations_begin_with_the_sprite() {
    let folder = tempfile::tempdir().expect("a folder");
    for i in 0..3 {
        image(folder.path(), &format!("flame_{i}.png"), 1, &dot(i));
    }
    let mut state = start(
        "        torch > SpawnPoint stype=flame cooldown=4 total=1
        flame > Immovable img=flame frameRate=2
        avatar > MovingAvatar",
        "        t > floor torch\n        f > floor flame",
        "        avatar flame > stepBack",
        "ft.A\n",
    );
    let mut painter = painter(&state, folder.path(), 1);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..14 {
        let row = painter.paint_state(&state).rgb();
        first.push((0..3).find(|&i| row[0] == opaque(i)).expect("a flame"));
        second.extend((0..3).find(|&i| row[1] == opaque(i)));
        state.step(&[]);
        painter.watch(state.tick(), seen(&state));
    }
    // The start, then two ticks each.
    assert_eq!(first, [0, 0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0]);
    assert!(second.len() > 4 && second.len() < 14, "{second:?}");
    assert_eq!(second, first[..second.len()]);
}

#[test]
fn random_tiles_are_chosen_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for i in 0..4 {
        image(folder.path(), &format!("grass_{i}.png"), 1, &dot(i));
    }
    let level = format!("{}A\n", "g".repeat(200));
    let picture = |chance: &str| {
        let types = format!("        grass > Immovable img=grass randomtiling={chance}\n        avatar > MovingAvatar");
        let mut state = start(&types, "        g > grass", "        avatar grass > stepBack", &level);
        let mut painter = painter(&state, folder.path(), 1);
        let before = painter.paint_state(&state).rgb();
        state.step(&[]);
        painter.watch(state.tick(), seen(&state));
        assert_eq!(before, painter.paint_state(&state).rgb());
        (0..4).map(|i| before.iter().filter(|&&p| p == opaque(i)).count()).collect::<Vec<_>>()
    };
    assert_eq!(picture("1.0"), [200, 0, 0, 0]);
    assert!(picture("0.0").iter().all(|&n| n > 30), "{:?}", picture("0.0"));
    assert!(picture("0.8")[0] > 140, "{:?}", picture("0.8"));
}

fn vgdl(arguments: &[&str], folder: &Path) -> (Option<i32>, String) {
    let games = crate::own::folder();
    let arguments = arguments.iter().map(|a| a.replace("GAMES", &games.display().to_string()));
    let run = Command::new(env!("CARGO_BIN_EXE_vgdl")).args(arguments).current_dir(folder).output();
    let Output { status, stdout, stderr } = run.expect("the program runs");
    (status.code(), format!("{}{}", String::from_utf8_lossy(&stderr), String::from_utf8_lossy(&stdout)))
}

fn good(arguments: &[&str], folder: &Path) -> String {
    let (code, said) = vgdl(arguments, folder);
    assert_eq!(code, Some(0), "{arguments:?}: {said}");
    said
}

/// A game that names images in every way.
const FAIR: &str = "BasicGame square_size=10
    SpriteSet
        floor > Immovable img=floor randomtiling=0.5
        tent > Immovable img=tent autotiling=True
        lamp > Immovable img=lamp frameRate=3
        cart > RandomNPC orientedImg=cart cooldown=2
        avatar > OrientedAvatar orientedImg=cart shrinkfactor=0.8
    LevelMapping
        . > floor
        t > floor tent
        l > floor lamp
        c > floor cart
        A > floor avatar
    InteractionSet
        cart tent > stepBack
        avatar tent > killSprite
    TerminationSet
        Timeout limit=30 win=True
";

fn fair(folder: &Path) {
    std::fs::write(folder.join("fair.vgdl"), FAIR).expect("written");
    std::fs::write(folder.join("fair_lvl0.txt"), "tttttt\nt.l..t\ntcA.lt\ntttttt\n").expect("written");
    // More colours than a palette holds.
    let picture = |n: u8| (0..=255).map(|i| [i, i ^ n, n.wrapping_mul(i), 255 - i / 2]).collect::<Vec<_>>();
    for (name, series) in [("floor", 3), ("tent", 16), ("lamp", 4)] {
        for i in 0..series {
            image(folder, &format!("art/{name}_{i}.png"), 16, &picture(i));
        }
    }
    for (i, direction) in ["UP", "DOWN", "LEFT", "RIGHT"].iter().enumerate() {
        image(folder, &format!("art/cart_{direction}.png"), 16, &picture(100 + i as u8));
    }
}

#[test]
fn a_trace_and_its_play_give_the_same_pictures_with_images() {
    let folder = tempfile::tempdir().expect("a folder");
    fair(folder.path());
    let play = ["--agent", "random", "--seed", "5", "--ticks", "30"];
    good(&[&["trace", "record", "fair.vgdl", "-o", "fair.jsonl"][..], &play].concat(), folder.path());
    for (name, more) in [("png", &["--tick", "-1"][..]), ("png", &["--tick", "20"]), ("png", &[]), ("gif", &[])] {
        let at = |n: usize| format!("{n}.{name}");
        let images = ["--images", "art", "--cell", "16", "-o"];
        let said = good(&[&["render", "fair.vgdl"], &play[..], &images, &[&at(0)], more].concat(), folder.path());
        assert_eq!(said, format!("wrote 0.{name}\n"));
        good(&[&["render", "fair.vgdl"], &play[..], &images, &[&at(1)], more].concat(), folder.path());
        good(&[&["render", "fair.jsonl"], &images[..], &[&at(2)], more].concat(), folder.path());
        let read = |n| std::fs::read(folder.path().join(at(n))).expect("a picture");
        assert!(read(0) == read(1) && read(0) == read(2), "{name} {more:?}");
        // With images it is another picture than without.
        good(&[&["render", "fair.vgdl"], &play[..], &["--cell", "16", "-o", &at(3)], more].concat(), folder.path());
        assert!(read(0) != read(3), "{name} {more:?}");
    }
}

#[test]
fn a_missing_image_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    fair(folder.path());
    let art = |name: &str| folder.path().join("art").join(name);
    std::fs::remove_file(art("lamp_0.png")).expect("removed");
    std::fs::remove_file(art("cart_LEFT.png")).expect("removed");
    let said = good(&["render", "fair.vgdl", "--images", "art", "-o", "x.gif"], folder.path());
    assert_eq!(
        said,
        "image cart_LEFT.png is not in art; what should show it is drawn in its colour\n\
         image lamp_0.png is not in art; what should show it is drawn in its colour\n\
         wrote x.gif\n"
    );
    assert_eq!(good(&["-q", "render", "fair.vgdl", "--images", "art", "-o", "x.gif"], folder.path()), "");
    let (code, said) = vgdl(&["render", "fair.vgdl", "--images", "nowhere", "-o", "x.gif"], folder.path());
    assert_eq!(code, Some(1));
    assert!(said.contains("there is no folder nowhere with images"), "{said}");
}

#[test]
fn hostile_images_cost_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let good_one = encoded(16, &[[1, 2, 3, 255]; 256]);
    let mut huge = Vec::new();
    {
        let mut encoder = png::Encoder::new(&mut huge, 60_000, 60_000);
        encoder.set_color(png::ColorType::Rgba);
        drop(encoder.write_header().expect("memory"));
    }
    let mut wide = Vec::new();
    drop(png::Encoder::new(&mut wide, 4097, 1).write_header().expect("memory"));
    let mut broken = good_one.clone();
    broken[40..50].fill(7);
    for (bytes, why) in [
        (&huge[..], "has 60000 x 60000 pixels; 4096 is the longest side"),
        (&wide, "has 4097 x 1 pixels; 4096 is the longest side"),
        (&good_one[..60], "cannot be read: "),
        (&good_one[..20], "cannot be read: "),
        (&broken, "cannot be read: "),
        (b"\x89PNG\r\n\x1a\n", "cannot be read: "),
        (b"not a picture", "cannot be read: "),
        (b"", "cannot be read: "),
    ] {
        std::fs::write(folder.path().join("x.png"), bytes).expect("written");
        let state = start("        avatar > MovingAvatar img=x color=RED", "", "", "A\n");
        let (images, problems) = Images::read(folder.path(), &Looks::of(state.image().program()), 1).expect("a folder");
        assert_eq!(problems.len(), 1);
        assert!(problems[0].starts_with(&format!("image x.png {why}")), "{problems:?}");
        let painter = Painter::new(Looks::of(state.image().program()), [1, 1], 10, 1).expect("a picture");
        let red = COLOURS.iter().find(|(name, _)| *name == "RED").expect("a colour").1;
        assert_eq!(painter.with_images(images).paint_state(&state).rgb(), [red]);
    }
    // Names do not lead out of the folder.
    std::fs::write(folder.path().join("x.png"), &good_one).expect("written");
    std::fs::create_dir(folder.path().join("in")).expect("a folder");
    for name in ["../x", "/etc/x", "a/../../x"] {
        let state = start(&format!("        avatar > MovingAvatar img={name}"), "", "", "A\n");
        let (_, problems) =
            Images::read(&folder.path().join("in"), &Looks::of(state.image().program()), 1).expect("a folder");
        assert!(problems[0].contains("is not in the folder of images"), "{problems:?}");
    }
}

#[test]
fn a_sequence_has_a_file_for_each_tick() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["render", "GAMES/rootcellar.vgdl", "--agent", "random", "--seed", "3", "--ticks", "12", "-o"];
    let said = good(&[&play[..], &["all%03d.png"]].concat(), folder.path());
    assert_eq!(said, "wrote 13 files, all%03d.png\n");
    good(&[&play[..], &["some%d.png", "--from", "2", "--to", "9", "--every", "3"]].concat(), folder.path());
    let read = |name: &str| std::fs::read(folder.path().join(name)).ok();
    for tick in [-1, 0, 11] {
        good(&[&play[..], &["one.png", "--tick", &tick.to_string()]].concat(), folder.path());
        assert!(read(&format!("all{:03}.png", tick + 1)) == read("one.png"), "{tick}");
    }
    assert!(read("all013.png").is_none());
    for (i, tick) in [2, 5, 8].iter().enumerate() {
        assert!(read(&format!("some{i}.png")).is_some_and(|one| Some(one) == read(&format!("all{:03}.png", tick + 1))));
    }
    assert!(read("some3.png").is_none());
    let (code, said) = vgdl(&[&play[..], &["x%d.png", "--from", "50"]].concat(), folder.path());
    assert_eq!((code, said.contains("has no tick to draw")), (Some(1), true), "{said}");
    for (arguments, why) in [
        (&["x%d.png", "--tick", "3"][..], "shows all ticks"),
        (&["x%d.png", "--heat"], "a heat map is one picture"),
        (&["x.gif", "--heat"], "a heat map is one picture"),
        (&["x.png", "--runs", "3"], "--heat"),
    ] {
        let (code, said) = vgdl(&[&play[..], arguments].concat(), folder.path());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn options_that_say_nothing_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    good(&["trace", "record", "GAMES/geysers.vgdl", "--ticks", "5", "-o", "one.jsonl"], folder.path());
    let game = "GAMES/geysers.vgdl";
    for (file, arguments, why) in [
        ("one.jsonl", &["--level", "1"][..], "--level is about plays"),
        ("one.jsonl", &["--seed", "1"], "--seed is about plays"),
        ("one.jsonl", &["--agent", "random"], "--agent is about plays"),
        ("one.jsonl", &["--ticks", "5"], "--ticks is about plays"),
        ("one.jsonl", &["--heat", "--runs", "5"], "--runs is about plays"),
        (game, &["--run", "0"], "--run is about traces"),
        (game, &["--from", "5"], "--from chooses"),
        (game, &["--to", "5"], "--to chooses"),
        (game, &["--every", "2"], "--every chooses"),
    ] {
        let (code, said) = vgdl(&[&["render", file, "-o", "x.png"], arguments].concat(), folder.path());
        assert_eq!((code, said.contains(why)), (Some(2), true), "{arguments:?}: {said}");
        assert!(!folder.path().join("x.png").exists());
    }
}

#[test]
fn a_trace_that_breaks_leaves_no_half_of_a_film() {
    let folder = tempfile::tempdir().expect("a folder");
    good(&["trace", "record", "GAMES/geysers.vgdl", "--ticks", "5", "-o", "one.jsonl"], folder.path());
    let trace = std::fs::read_to_string(folder.path().join("one.jsonl")).expect("a trace");
    let broken: Vec<&str> = trace.lines().take(5).chain(["nonsense"]).collect();
    std::fs::write(folder.path().join("broken.jsonl"), broken.join("\n")).expect("written");
    let (code, said) = vgdl(&["render", "broken.jsonl", "-o", "x.gif"], folder.path());
    assert_eq!((code, said.contains("line 6: not a record")), (Some(1), true), "{said}");
    assert!(!folder.path().join("x.gif").exists());
}

/// Counts the visits that a trace tells of, in the plainest way.
fn counted(trace: &str) -> (Vec<u64>, u64) {
    let (mut counts, mut runs) = (Vec::new(), 0);
    let (mut sprites, mut width) = (std::collections::BTreeMap::new(), 0);
    let mut block = 0;
    for line in trace.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record");
        let (added, removed) = match record["k"].as_str() {
            Some("run") => {
                width = record["grid"][0].as_u64().expect("columns");
                block = record["block"].as_u64().expect("pixels");
                counts.resize((width * record["grid"][1].as_u64().expect("rows")) as usize, 0);
                sprites.clear();
                runs += 1;
                continue;
            }
            Some("init") => (&record["s"], &record["d"]),
            None => (&record["c"], &record["d"]),
            Some(_) => continue,
        };
        for id in removed.as_array().into_iter().flatten() {
            sprites.remove(&id.to_string());
        }
        for entry in added.as_array().into_iter().flatten() {
            let (id, line) = entry.as_str().expect("a line").split_once(' ').expect("an id");
            sprites.insert(id.to_owned(), line.to_owned());
        }
        for line in sprites.values().filter(|line| line.starts_with("avatar ") && !line.contains(" D ")) {
            let words: Vec<&str> = line.split(' ').collect();
            let cell = |i: usize| (words[i].parse::<u64>().expect("pixels") + block / 2) / block;
            counts[(cell(2) * width + cell(1)) as usize] += 1;
        }
    }
    (counts, runs)
}

#[test]
fn a_heat_map_shows_what_a_plain_count_gives() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["GAMES/appledrop.vgdl", "--agent", "random", "--seed", "2", "--runs", "4", "--ticks", "60", "-o"];
    good(&[&["trace", "record"], &play[..], &["t.jsonl"]].concat(), folder.path());
    let said = good(&[&["render", "--heat"], &play[..], &["play.png"]].concat(), folder.path());
    assert!(said.starts_with("wrote play.png: 4 runs, "), "{said}");
    good(&["render", "--heat", "t.jsonl", "-o", "trace.png"], folder.path());
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a picture");
    assert!(read("play.png") == read("trace.png"));
    good(&["render", "--heat", "t.jsonl", "-o", "linear.png", "--scale", "linear"], folder.path());
    assert!(read("play.png") != read("linear.png"));

    let text = String::from_utf8(read("t.jsonl")).expect("text");
    let (counts, runs) = counted(&text);
    let of = |only| visits::of_trace(&mut Reader::new(text.as_bytes()), only).expect("a trace");
    let found = of(None).expect("runs");
    assert_eq!((found.visits.counts(), found.runs as u64, runs), (&counts[..], 4, 4));
    assert!(found.visits.visited() > 3 && found.visits.most() > 10, "{counts:?}");
    let mut sum: Option<Visits> = None;
    for run in 0..4 {
        let one = of(Some(run)).expect("a run");
        assert_eq!((one.runs, one.first), (1, run));
        match &mut sum {
            Some(sum) => sum.merge(&one.visits),
            None => sum = Some(one.visits),
        }
    }
    assert_eq!(sum, Some(found.visits));
    assert!(of(Some(4)).unwrap_err().contains("it has 4 runs"));

    // Two players.
    let play = ["GAMES/acornrace.vgdl", "--agent", "random", "--runs", "2", "--ticks", "60", "-o"];
    good(&[&["trace", "record"], &play[..], &["race.jsonl"]].concat(), folder.path());
    good(&[&["render", "--heat"], &play[..], &["play.png"]].concat(), folder.path());
    good(&["render", "--heat", "race.jsonl", "-o", "trace.png"], folder.path());
    assert!(read("play.png") == read("trace.png"));

    let levels = ["--level", "0", "--level", "1", "--ticks", "5", "-o", "two.jsonl"];
    good(&[&["trace", "record", "GAMES/appledrop.vgdl"], &levels[..]].concat(), folder.path());
    let (code, said) = vgdl(&["render", "--heat", "two.jsonl", "-o", "x.png"], folder.path());
    assert_eq!(code, Some(1));
    assert!(said.contains("several levels: choose one with --run"), "{said}");
    good(&["render", "--heat", "two.jsonl", "--run", "1", "-o", "x.png"], folder.path());
}

#[test]
fn heat_lies_over_the_level() {
    let state = start("        avatar > MovingAvatar color=WHITE", "", "", "A..\n");
    let mut visits = Visits::of(&state).expect("a level");
    visits.add_state(&state);
    let looks = Looks::of(state.image().program());
    let level = Painter::new(looks, [3, 1], 10, 2).expect("a picture").paint_state(&state);
    let over = heat::over(&level, &visits, heat::Scale::Log).rgb();
    // White, and three parts of the colour of one visit.
    let mixed = heat::colour(0).map(|c| ((u32::from(c) * 3 + u32::from(level.rgb()[0][0])) / 4) as u8);
    assert_eq!(over, [mixed, mixed, BLACK, BLACK, BLACK, BLACK].repeat(2));
}

/// The pictures in the docs, and what makes them.
const SHOWN: [(&str, &str); 3] = [
    ("appledrop.gif", "render examples/games/appledrop.vgdl --agent random --seed 4 --ticks 60 --cell 12 -o"),
    ("sunkencrypt.png", "render examples/games/sunkencrypt.vgdl --tick -1 --cell 16 -o"),
    (
        "sunkencrypt-heat.png",
        "render examples/games/sunkencrypt.vgdl --heat --runs 50 --agent random --ticks 300 --cell 16 -o",
    ),
];

/// The page shows these commands, and the pictures in the repository are what they make. `VGDL_BLESS=1` writes them anew.
#[test]
fn the_pictures_in_the_docs_are_what_the_tool_makes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let page = std::fs::read_to_string(root.join("docs/render.md")).expect("a page");
    for (name, command) in SHOWN {
        assert!(page.contains(&format!("vgdl {command} {name}\n")), "{command} {name}");
        assert!(page.contains(&format!("](pictures/{name})")), "{name}");
        let arguments: Vec<&str> = command.split(' ').collect();
        let made = folder.path().join(name);
        good(&[&arguments[..], &[&made.display().to_string()]].concat(), root);
        let made = std::fs::read(made).expect("a picture");
        let kept = root.join("docs/pictures").join(name);
        if std::env::var_os("VGDL_BLESS").is_some() {
            std::fs::create_dir_all(root.join("docs/pictures")).expect("a folder");
            std::fs::write(&kept, &made).expect("written");
        }
        assert!(std::fs::read(kept).expect("a picture") == made, "{name}");
        assert!(made.len() < 60_000, "{name}: {} bytes", made.len());
    }
}
