//! Cases made after public reports about other engines (`bugcases` of the corpus): each behaves as its page says. What is
//! general about each is tested with inputs of our own in [`kinds`].

mod kinds;

use std::path::PathBuf;
use std::process::Command;

use vgdl::diag::{Diagnostic, Level};
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::{Image, State, Winner};

use crate::corpus;

/// A case: its game and its level.
struct Case {
    game: Source,
    level: Source,
    path: PathBuf,
}

/// The case of this number, with this game file.
fn case(number: &str, file: &str) -> Option<Case> {
    let folder = corpus::shared()?.join("bugcases");
    let mut entries = std::fs::read_dir(&folder).expect("the cases").flatten();
    let found = entries.find(|e| e.file_name().to_string_lossy().starts_with(&format!("{number}-")));
    let folder = found.unwrap_or_else(|| panic!("no case {number}")).path();
    let path = folder.join(file);
    let level = Source::new("level", corpus::read(&folder.join("level.txt")));
    Some(Case { game: Source::new("game", corpus::read(&path)), level, path })
}

impl Case {
    /// What is said of it, but for the point that stands for floor in the levels.
    fn told(&self) -> Vec<Diagnostic> {
        let levels = std::slice::from_ref(&self.level);
        let mut told = vgdl::check(&self.game, levels, &Options::default()).diagnostics;
        told.retain(|d| d.message != "character `.` stands for nothing");
        told
    }

    /// Codes with the places they are told of.
    fn places(&self) -> Vec<(&'static str, u32, u32)> {
        let at = |d: &Diagnostic| self.game.line_column(d.span.map_or(0, |s| s.start));
        self.told().iter().map(|d| (d.code, at(d).0, at(d).1)).collect()
    }

    fn start(&self) -> State {
        start(&self.game, &self.level)
    }
}

/// The first level of a game.
fn start(game: &Source, level: &Source) -> State {
    let compiled = compile(game, std::slice::from_ref(level), &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let image = Image::load(program).expect("a sound program");
    image.start(&image.program().levels[0], 0).expect("a level that starts")
}

/// Steps through a script of action letters while the play goes on, and looks at the state after each step: the first has the
/// number 1. Returns the number of steps.
fn play(state: &mut State, script: &str, mut look: impl FnMut(usize, &State)) -> usize {
    for (done, letter) in script.chars().enumerate() {
        if state.is_over() {
            return done;
        }
        state.step(&[action(letter)]);
        look(done + 1, state);
    }
    script.len()
}

fn action(letter: char) -> Action {
    match letter {
        'L' => Action::Left,
        'R' => Action::Right,
        'U' => Action::Up,
        'D' => Action::Down,
        'S' => Action::Use,
        _ => Action::Nil,
    }
}

/// The number of a type.
fn id(state: &State, name: &str) -> TypeId {
    let names = &state.image().program().debug.as_ref().expect("names").types;
    TypeId(names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name}")) as u16)
}

/// The cells of the sprites of just this type.
fn cells(state: &State, name: &str) -> Vec<(i32, i32)> {
    let (kind, block) = (id(state, name), state.block());
    state.sprites_of(kind).map(|s| (s.rect.x / block, s.rect.y / block)).collect()
}

/// How many sprites of a type and its family are alive.
fn family(state: &State, name: &str) -> usize {
    let family = &state.image().program().types[id(state, name).index()].family;
    family.iter().map(|&t| state.count(t)).sum()
}

/// Winner and score of a play that is over.
fn outcome(state: &State) -> (Option<Winner>, Option<i64>) {
    assert!(state.is_over() && state.fault().is_none(), "it is over");
    (state.winner(0), state.score(0))
}

#[test]
fn case_01_a_sprite_counter_with_a_limit_above_zero() {
    let Some(case) = case("01", "game.txt") else { return };
    assert_eq!(case.places(), []);
    let mut state = case.start();
    assert_eq!(play(&mut state, "RRRRR", |_, _| ()), 2);
    assert_eq!(outcome(&state), (Some(Winner::Won), Some(2)));
    assert_eq!(cells(&state, "gem").len(), 1);
}

#[test]
fn case_02_tabs_and_spaces() {
    let Some(case) = case("02", "game.txt") else { return };
    let told = case.told();
    let tab = told.iter().find(|d| d.code == "W0109").expect("the tab is told of");
    assert_eq!(case.game.line_column(tab.span.expect("a place").start), (4, 1));
    assert!(tab.message.contains("tab") && tab.help.as_ref().is_some_and(|h| h.contains("indent with spaces")));
    // Tabs mean what they look like: the gem is there, and is eaten.
    assert!(!case.places().iter().any(|p| p.0 == "W0105"));
    let mut state = case.start();
    assert_eq!(play(&mut state, "RRRR", |_, _| ()), 2);
    assert_eq!(outcome(&state), (Some(Winner::Won), Some(1)));
}

#[test]
fn case_03_a_line_of_nothing_but_a_comment() {
    let Some(case) = case("03", "game.txt") else { return };
    assert_eq!(case.places(), []);
    let mut state = case.start();
    assert_eq!(play(&mut state, "RRRR", |_, _| ()), 2);
    assert_eq!(outcome(&state), (Some(Winner::Won), Some(1)));
}

#[test]
fn case_04_a_falling_rock_that_should_come_to_rest() {
    let Some(case) = case("04", "game.txt") else { return };
    assert_eq!(case.places(), [("W0410", 16, 26)]);
    let mut state = case.start();
    let steps = play(&mut state, "......R.....", |step, s| {
        assert_eq!(cells(s, "resting"), []);
        if (4..=7).contains(&step) {
            assert_eq!(cells(s, "rock"), [(2, 3)], "step {step}");
        }
    });
    assert_eq!(steps, 8);
    assert_eq!(outcome(&state), (Some(Winner::Lost), Some(-1)));
}

#[test]
fn case_04_the_same_the_other_way_round() {
    let Some(case) = case("04", "game-swapped.txt") else { return };
    assert_eq!(case.places(), []);
    let mut state = case.start();
    play(&mut state, "......R......", |step, s| {
        if step >= 4 {
            assert_eq!((cells(s, "resting"), cells(s, "rock")), (vec![(2, 3)], vec![]), "step {step}");
        }
    });
    assert_eq!(state.tick(), 12);
    assert_eq!(outcome(&state), (Some(Winner::Won), Some(0)));
}

#[test]
fn case_05_a_resource_collected_the_wrong_way_round() {
    let Some(case) = case("05", "game.txt") else { return };
    assert_eq!(case.places(), [("W0412", 14, 9)]);
    assert_eq!(case.told()[0].help.as_deref(), Some("write `coin avatar > collectResource`"));
    let mut state = case.start();
    play(&mut state, "RRRRR......", |step, s| {
        assert_eq!((cells(s, "coin").len(), cells(s, "door").len()), (1, 1), "step {step}");
    });
    assert_eq!(state.tick(), 10);
    assert_eq!(outcome(&state), (Some(Winner::Lost), Some(0)));
}

#[test]
fn case_09_a_termination_of_a_sprite_that_nobody_declared() {
    let Some(case) = case("09", "game.txt") else { return };
    assert_eq!(case.places(), [("E0212", 14, 29)]);
    let [found] = &case.told()[..] else { panic!("one finding") };
    assert_eq!((found.level, found.message.as_str()), (Level::Error, "unknown sprite `gme`"));
    assert_eq!(found.help.as_deref(), Some("did you mean `gem`?"));
    assert!(compile(&case.game, &[], &Options::default()).program.is_none());
}

#[test]
fn case_11_several_partners_on_a_line() {
    let Some(case) = case("11", "game.txt") else { return };
    assert_eq!(case.places(), []);
    let mut state = case.start();
    let mut seen = Vec::new();
    play(&mut state, "LLRRRR", |_, s| seen.extend(cells(s, "avatar")));
    assert_eq!(seen, [(0, 1), (0, 1), (1, 1), (2, 1), (3, 1)]);
    assert_eq!(outcome(&state), (Some(Winner::Won), Some(1)));
}

#[test]
fn case_15_type_numbers() {
    let Some(case) = case("15", "game.txt") else { return };
    let mut state = case.start();
    let names = ["wall", "avatar", "zebra", "moving", "ant", "bee", "gem"];
    for (number, name) in (0..).zip(names) {
        assert_eq!(id(&state, name), TypeId(number), "{name}");
    }
    // The termination that counts `moving` counts ants and bees: with none of them left the play would be over.
    play(&mut state, "RRRRRRR", |step, s| {
        assert_eq!((family(s, "moving"), s.is_over()), (2, step == 6), "step {step}")
    });
    // The listing has them by name.
    let output = Command::new(env!("CARGO_BIN_EXE_vgdl")).arg("disasm").arg(&case.path).output().expect("it runs");
    let listing = String::from_utf8_lossy(&output.stdout).into_owned();
    for (number, name) in names.iter().enumerate() {
        let listed = listing.lines().any(|l| l.split_whitespace().take(2).eq([&format!("#{number}"), *name]));
        assert!(listed, "{name}:\n{listing}");
    }
}

#[test]
fn case_18_a_singleton_is_shot_while_one_is_alive() {
    let Some(case) = case("18", "game.txt") else { return };
    assert_eq!(case.places(), []);
    let mut state = case.start();
    let mut shots = Vec::new();
    play(&mut state, "S.S..SS", |_, s| {
        let ids: Vec<u32> = s.sprites_of(id(s, "shot")).map(|shot| shot.id).collect();
        shots.push((cells(s, "shot"), ids));
    });
    let first = shots[0].1.clone();
    assert_eq!(shots[0].0, [(3, 5)], "made at the avatar");
    for (step, (cells, ids)) in (1..).zip(&shots) {
        match step {
            1..=5 => assert_eq!((cells.len(), ids), (1, &first), "step {step}"),
            6 => assert_eq!(cells, &[], "step {step}"),
            _ => assert!(ids.len() == 1 && *ids != first && cells == &[(3, 5)], "step {step}: {cells:?}"),
        }
    }
    assert_eq!(shots.len(), 7);
}
