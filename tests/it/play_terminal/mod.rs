//! Playing at a terminal: what keys do to a session, what is recorded of it, what screens show, and the program in a real
//! terminal.

mod film;
mod screens;
mod session;
mod tmux;

use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use vgdl::play::keys::Key;
use vgdl::play::screen::{Colours, Face, Scene, draw};
use vgdl::play::session::{Session, Setup, Stage};
use vgdl::{Options, Source, compile};
use vgdl_vm::Image;

use crate::own;
use crate::trace::{GAME, LEVEL};

/// A second level of the gems: wider than most screens, and without bugs, so nothing is random.
const WIDE: &str = "\
wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
wA.....g...............................................................................gw
wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
";

/// Characters alone.
const PLAIN: Face = Face { colours: Colours::None, ascii: true };

fn stage(game: &str, name: &str, level: &str) -> Result<Stage, String> {
    let compiled = compile(&Source::new("game", game), &[Source::new(name, level)], &Options::default());
    let image = Image::load(compiled.program.ok_or("it does not compile")?).map_err(|e| e.to_string())?;
    let level = image.program().levels[0].clone();
    Ok(Stage { image, level })
}

/// The gems, which have two levels.
fn gems(number: usize) -> Result<Stage, String> {
    match number {
        0 => stage(GAME, "gems_lvl0.txt", LEVEL),
        1 => stage(GAME, "gems_lvl1.txt", WIDE),
        _ => Err(format!("there is no level {number}")),
    }
}

fn setup(turns: bool) -> Setup {
    Setup { game: "gems".to_owned(), number: Some(0), seed: 5, turns, speed: 8 }
}

fn session(turns: bool) -> Session {
    Session::new(gems(0).expect("a level"), setup(turns), Box::new(gems)).expect("the level starts")
}

/// A level of one of our own games, by turns.
fn of_own(name: &str, level: usize) -> Session {
    let game = own::games().into_iter().find(|game| game.name == name).expect("the game");
    let image: Arc<Image> = game.image();
    let level = image.program().levels[level].clone();
    let setup = Setup { game: name.to_owned(), number: None, ..setup(true) };
    Session::new(Stage { image, level }, setup, Box::new(gems)).expect("the level starts")
}

/// Presses keys: a character for each, with `<` for Backspace and arrows for the arrows.
fn press(session: &mut Session, keys: &str) {
    for c in keys.chars() {
        session.press(match c {
            '<' => Key::Backspace,
            '↑' => Key::Up,
            '↓' => Key::Down,
            '←' => Key::Left,
            '→' => Key::Right,
            '⇥' => Key::Tab,
            c => Key::Char(c),
        });
    }
}

fn buffer(scene: Scene<'_>, face: Face, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| draw(scene, face, frame.area(), frame.buffer_mut())).expect("a frame");
    terminal.backend().buffer().clone()
}

/// The characters of a screen.
fn text(scene: Scene<'_>, face: Face, width: u16, height: u16) -> String {
    let buffer = buffer(scene, face, width, height);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned() + "\n";
    (0..height).map(row).collect()
}
