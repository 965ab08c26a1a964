//! Games of py-vgdl as people meet them: diagnostics, the dialect told from the text, Python source, compiled files.

use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use vgdl::diag::{self, Level, codes};
use vgdl::dialect::{Rules, detect};
use vgdl::front::py::{self, embedded};
use vgdl::source::Source;
use vgdl_vm::program::Program;
use vgdl_vm::program::container::ContainerError;
use vgdl_vm::py::{Engine, Game, Image, Keys, Mode, State};

use crate::corpus;
use crate::fuzz::bodies::{HEADER, file};

/// The flag of such games in the header of a container.
const IS_PY: u16 = 4;

const ONE: Rules = Rules::Py(Engine::One);
const TWO: Rules = Rules::Py(Engine::Two);

/// The codes that a game gives, with a level if there is one.
fn codes_of(game: &str, level: Option<&str>, engine: Engine) -> Vec<&'static str> {
    let levels: Vec<Source> = level.map(|text| Source::new("level", text)).into_iter().collect();
    let found = py::compile(&Source::new("game", game), &levels, engine, false);
    found.diagnostics.iter().map(|d| d.code).collect()
}

/// What is drawn of a game.
fn drawn(game: &str, engine: Engine) -> String {
    let game = Source::new("game.txt", game);
    let found = py::compile(&game, &[], engine, false);
    diag::render::render(&found.diagnostics, &[&game], false)
}

fn run(words: &[&str], folder: &Path) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_vgdl")).args(words).current_dir(folder).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn examples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/py-vgdl")
}

#[test]
fn the_examples_of_codes_give_them_and_put_right_they_do_not() {
    let mut shown = 0;
    for code in
        codes::ALL.iter().filter(|c| c.code[1..].starts_with("10") && !(c.wrong.is_empty() && c.right.is_empty()))
    {
        assert!(codes_of(code.wrong, None, Engine::One).contains(&code.code), "{}", code.code);
        let right = codes_of(code.right, None, Engine::One);
        assert!(!right.contains(&code.code), "{}: {right:?}", code.code);
        shown += 1;
    }
    assert!(shown >= 25, "{shown}");
}

#[test]
fn codes_without_an_example_are_given() {
    let game = "BasicGame\n  SpriteSet\n    pair >\n      gem > Immovable\n    none >\n  LevelMapping\n    g > pair\n    n > none\n    \
                x > gem";
    let level = |text: &str| codes_of(game, Some(text), Engine::One);
    assert!(level("wAw\nww\n").contains(&codes::PY_RAGGED_LEVEL));
    assert!(level("wA\n").contains(&codes::PY_SMALL_LEVEL));
    assert!(level("wA\ngw\n").contains(&codes::PY_UNMAKEABLE));
    assert!(level("wA\nnw\n").contains(&codes::PY_NO_CLASS));
    assert!(level("wA\r\nww\r\n").contains(&codes::PY_RETURN));
    assert!(level("wA\n?w\n").contains(&codes::PY_UNMAPPED));
    assert!(level("ww\nww\n").contains(&codes::PY_NO_AVATAR));
    assert_eq!(level("\nwA\n\nxw\n"), [""; 0]);
    assert!(level(&"w".repeat(4_000_001)).contains(&codes::PY_LARGE));
    let missile = "BasicGame\n  SpriteSet\n    m > RandomMissile\n  LevelMapping\n    m > m";
    assert!(codes_of(missile, Some("mm\nmm\n"), Engine::Two).contains(&codes::PY_BAD_START));
    let deep: String = (0..120).map(|i| format!("{}s{i} > Immovable\n", " ".repeat(4 + i))).collect();
    assert!(codes_of(&format!("BasicGame\n  SpriteSet\n{deep}"), None, Engine::One).contains(&codes::PY_TOO_DEEP));
    let two = |text: &str| codes_of(text, None, Engine::Two);
    assert!(two("BasicGame\n  TerminationSet\n    Timeout limit=3").contains(&codes::PY_NO_WIN));
    assert!(two("BasicGame\n  SpriteSet\n    a > Immovable\n    a > Passive").contains(&codes::PY_REDEFINED));
}

#[test]
fn a_mistake_is_shown_where_it_is_behind_tabs_too() {
    let game = "BasicGame\n\tSpriteSet\n\t\tgem\t>\tImovable color=GOLD\n\tInteractionSet\n\t\tavatar\twall\t> stepBack stype=wall\n\
                \tTerminationSet\n\t\tTimeout limit=100 win=false\n";
    insta::assert_snapshot!(drawn(game, Engine::One));
}

#[test]
fn lost_lines_and_names_are_shown() {
    let game = "BasicGame\n  SpriteSet\n    exit > Immovable\n    hole > Portal stype=exit sped=2\n  InteractionSet\n    \
                avatar holle > teleportToExit\n      avatar wall > stepBack\n    avatar EOS > killSprite scoreChange=-1\n";
    insta::assert_snapshot!(drawn(game, Engine::One));
}

#[test]
fn games_of_two_dialects_at_once_are_refused_with_a_line_of_each() {
    let game = Source::new(
        "game.txt",
        "BasicGame\n  SpriteSet\n    a > AStarChaser\n  InteractionSet\n    a wall > flipDirection\n    a wall > addHealthPoints value=1\n",
    );
    let mixed = detect(&game.text, Rules::Gvgai).expect_err("no dialect");
    insta::assert_snapshot!(diag::render::render(&[*mixed], &[&game], false));
}

/// The dialect that is told of a text.
fn told(text: &str) -> Option<Rules> {
    detect(text, Rules::Gvgai).ok().map(|told| told.rules)
}

#[test]
fn every_public_game_of_gvgai_is_told() {
    let Some(shared) = corpus::shared() else { return };
    let games = corpus::files(&shared.join("games/gvgai"), &corpus::is_game);
    let other: Vec<_> = games.iter().filter(|path| told(&corpus::read(path)) != Some(Rules::Gvgai)).collect();
    assert!(other.is_empty(), "{other:?}");
    assert!(games.len() > 150, "{}", games.len());
}

#[test]
fn games_of_py_vgdl_are_told_unless_all_dialects_read_them() {
    let Some(shared) = corpus::shared() else { return };
    // Nothing in these is of one dialect only.
    let any = |folder: &str| match folder {
        "1.0" => "aliens boulderdash chase dodge frogs missilecommand portals survivezombies",
        "2.0" => "chase gapworld",
        "micro" => {
            "alias_portal axes builtinname errors extratick grouporder hunters invaders missiles namecollision singleton_group \
             spreader"
        }
        _ => "",
    };
    for (folder, rules) in [("1.0", ONE), ("micro", ONE), ("2.0", TWO), ("micro2", TWO)] {
        for path in corpus::files(&shared.join("games/py-vgdl").join(folder), &corpus::is_game) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let expected = match any(folder).split(' ').any(|n| n == name) {
                true => Some(Rules::Gvgai),
                // A class of GVGAI, and a physics of py-vgdl: it loads nowhere.
                false if name == "platformer" => None,
                false => Some(rules),
            };
            assert_eq!(told(&corpus::read(&path)), expected, "{folder}/{name}");
        }
    }
}

#[test]
fn every_public_game_loads_as_in_its_engine() {
    let Some(shared) = corpus::shared() else { return };
    let mut loaded = 0;
    for (folder, engine) in
        [("1.0", Engine::One), ("micro", Engine::One), ("2.0", Engine::Two), ("micro2", Engine::Two)]
    {
        let folder = shared.join("games/py-vgdl").join(folder);
        for path in corpus::files(&folder, &corpus::is_game) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let levels = corpus::files(&folder, &|n| n.starts_with(&format!("{name}_lvl")));
            let levels: Vec<Source> =
                levels.iter().map(|p| Source::new(p.display().to_string(), corpus::read(p))).collect();
            let game = Source::new(name.as_str(), corpus::read(&path));
            let found = py::compile(&game, &levels, engine, false);
            let errors: Vec<_> = found.diagnostics.iter().filter(|d| d.level == Level::Error).collect();
            assert_eq!(errors.is_empty(), !["platformer", "gapworld"].contains(&name.as_str()), "{name}: {errors:?}");
            let Some(image) = found.image else { continue };
            assert_eq!(Game::from_bytes(&image.game().to_bytes()).as_ref(), Ok(image.game()), "{name}");
            loaded += 1;
        }
    }
    assert!(loaded >= 65, "{loaded}");
}

#[test]
fn a_compiled_game_plays_as_its_text_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, level) = (examples().join("mine.txt"), examples().join("mine_lvl0.txt"));
    let (game, level) = (game.to_str().expect("a path"), level.to_str().expect("a path"));
    assert_eq!(run(&["compile", game, level, "-o", "mine.vgdlc"], folder.path()).0, 0);
    let play = |what: &str| {
        let (code, out, err) = run(&["run", what, "--agent", "random", "--seed", "7", "--json"], folder.path());
        assert_eq!(code, 0, "{err}");
        let object: serde_json::Value = serde_json::from_str(&out).expect("an object");
        (object["hash"].clone(), object["ticks"].clone(), object["score"].clone())
    };
    let played = play(game);
    assert_eq!(play("mine.vgdlc"), played);
    assert!(played.1.as_u64().is_some_and(|ticks| ticks > 3), "{played:?}");
}

#[test]
fn commands_that_do_not_take_such_games_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = examples().join("mine.txt");
    let game = game.to_str().expect("a path");
    let commands: [&[&str]; 7] = [
        &["query", game, "0", "gem"],
        &["convert", game, "--to", "json"],
        &["fmt", game],
        &["render", game, "-o", "x.png"],
        &["trace", "record", game, "-o", "x.jsonl"],
        &["play", game],
        &["playtest", game],
    ];
    for command in commands {
        let (code, out, err) = run(command, folder.path());
        assert_eq!((code, out.as_str()), (2, ""), "{command:?}: {err}");
        assert!(err.contains("is a game of py-vgdl") && err.lines().count() == 1, "{command:?}: {err}");
    }
}

#[test]
fn games_in_python_source_are_chosen_and_their_places_are_those_of_the_file() {
    let folder = examples();
    let (code, _, err) = run(&["run", "mines.py"], &folder);
    assert_eq!(code, 2);
    assert!(err.contains("`gems_game`, `race_game`"), "{err}");
    let (code, out, _) = run(&["check", "mines.py", "--game", "race_game", "--format", "github"], &folder);
    assert_eq!(code, 0);
    let line =
        corpus::read(&folder.join("mines.py")).lines().position(|l| l.contains("win=false")).expect("a line") + 1;
    assert!(out.contains(&format!("line={line},")) && out.contains("W1023"), "{out}");
    let (code, out, _) =
        run(&["run", "mines.py", "--game", "gems_game", "--level", "1", "--ticks", "3", "--json"], &folder);
    assert_eq!(code, 0);
    assert!(out.contains("\"level\":\"wide_level\""), "{out}");
    let (code, _, err) = run(&["run", "mines.py", "--game", "gems_game", "--level", "2"], &folder);
    assert_eq!((code, err.contains("2 levels: 0 to 1")), (1, true), "{err}");
}

#[test]
fn containers_of_one_kind_are_not_taken_for_the_other() {
    let game = py::compile(&Source::new("game", "BasicGame"), &[], Engine::One, false).image.expect("a game");
    assert_eq!(Program::from_bytes(&game.game().to_bytes()), Err(ContainerError::Kind));
    assert_eq!(Game::from_bytes(&crate::sample::program().to_bytes()), Err(ContainerError::Kind));
}

/// A game with everything that a container holds.
fn sample() -> Game {
    let text = |name: &str| Source::new(name, corpus::read(&examples().join(name)));
    let found = py::compile(&text("mine.txt"), &[text("mine_lvl0.txt")], Engine::One, false);
    found.image.expect("a game").game().clone()
}

/// Loads and plays what is there; nothing of it may panic.
fn play_bytes(bytes: &[u8]) {
    let Ok(game) = Game::from_bytes(bytes) else { return };
    let Ok(image) = Image::load(game) else { return };
    let _ = py::list(image.game());
    for level in &image.game().levels {
        let Ok(mut state) = State::start(&image, level, 1, Mode::default()) else { continue };
        for tick in 0..20 {
            state.step(Keys(1 << (tick % 5)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_containers_do_no_harm(at in any::<prop::sample::Index>(), to in any::<u8>(), cut in any::<prop::sample::Index>()) {
        let bytes = sample().to_bytes();
        let mut payload = bytes[HEADER..].to_vec();
        let at = at.index(payload.len());
        payload[at] = to;
        play_bytes(&file(IS_PY, &payload));
        payload.truncate(cut.index(payload.len()));
        play_bytes(&file(IS_PY, &payload));
        prop_assert!(Game::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
    }

    #[test]
    fn odd_texts_do_no_harm(pieces in prop::collection::vec(piece(), 0..60), old in any::<bool>()) {
        let text = pieces.concat();
        let _ = detect(&text, Rules::Gvgai);
        let source = Source::new("game", text.as_str());
        for engine in [Engine::One, Engine::Two] {
            let found = py::compile(&source, &[Source::new("level", text.as_str())], engine, old);
            for d in &found.diagnostics {
                let inside = d.span.is_none_or(|s| s.start <= s.end && text.get(s.range()).is_some());
                prop_assert!(inside, "{:?} in {text:?}", d);
            }
            prop_assert_eq!(found.image.is_none(), found.diagnostics.iter().any(|d| d.level == Level::Error));
        }
        let python = embedded::find(&text);
        for string in python.games.iter().chain(&python.levels) {
            let end = string.text.len();
            let span = string.in_file(vgdl::source::Span::new(0, end));
            prop_assert!(span.end as usize <= text.len());
        }
    }
}

#[test]
fn huge_texts_are_read_soon_or_refused() {
    let many = |n: usize, piece: &dyn Fn(usize) -> String| (0..n).map(piece).collect::<String>();
    let texts = [
        format!("BasicGame\n  SpriteSet\n    a > Immovable {}", many(300_000, &|i| format!(" o{i}=1"))),
        format!("BasicGame\n  InteractionSet\n    {} > killSprite", "a ".repeat(1_000_000)),
        format!("BasicGame\n  SpriteSet\n{}", many(60_000, &|i| format!("    s{i} > Immovable\n"))),
        format!("BasicGame\n  SpriteSet\n{}", "    a>\n    b>\n".repeat(100_000)),
        format!("BasicGame\n  InteractionSet\n{}", many(30_000, &|i| format!("    n{i} m{i} > killSprite\n"))),
        format!("BasicGame\n{}\n", "\t".repeat(2_000_000)),
        "(".repeat(2_000_000),
        "x".repeat((16 << 20) + 1),
    ];
    let begin = std::time::Instant::now();
    for text in &texts {
        let _ = detect(text, Rules::Gvgai);
        let _ = embedded::find(text);
        for engine in [Engine::One, Engine::Two] {
            let _ = py::compile(&Source::new("game", text.as_str()), &[], engine, false);
        }
    }
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

/// Pieces of games and of Python.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "BasicGame",
        "SpriteSet",
        "InteractionSet",
        "TerminationSet",
        "LevelMapping",
        "\n",
        "\n    ",
        "\n        ",
        "\n\t",
        "\t",
        " ",
        " > ",
        ">",
        "=",
        "avatar",
        "wall",
        "MovingAvatar",
        "Immovable",
        "stepBack",
        "killSprite",
        "transformTo",
        "stype=",
        "limit=",
        "Timeout",
        "SpriteCounter",
        "win=",
        "true",
        "1/2",
        "(1,2)",
        "2**9",
        "'",
        "\"\"\"",
        "'''",
        "\\",
        "x = ",
        "x_level = ",
        "r",
        "(",
        ")",
        "#",
        "é",
        "\u{1f600}",
        "\r",
        "EOS",
        "wA",
        "w w",
        "MAX_SPRITES=",
        "9999999",
        "-",
        "block_size=",
    ];
    prop_oneof![9 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)]
}
