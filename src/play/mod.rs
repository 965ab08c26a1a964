//! Plays for people at a terminal: what happens when a key is pressed, and what the screen shows. Nothing here reads a key,
//! draws on a terminal or asks a clock; `vgdl play` and `vgdl trace replay` do (src/cli/play.rs).
//!
//! * [`keys`]: every key with its meaning, declared once; the help screen and the tables of docs/play.md are made of it
//! * [`session`]: a play in progress: pace, undo, levels, what was played before
//! * [`record`]: what was played, as a trace
//! * [`film`]: a run of a trace, forwards and backwards
//! * [`screen`]: a scene of either, laid out as cells of a terminal

pub mod film;
pub mod keys;
pub mod record;
pub mod screen;
pub mod session;

/// Ticks a second that the keys for the speed go through. A play starts with any number from the first to the last.
pub const SPEEDS: [u16; 13] = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 40, 50];

/// Ticks a second where none are asked for.
pub const USUAL_SPEED: u16 = 8;

/// The next speed up.
#[must_use]
fn faster(speed: u16) -> u16 {
    SPEEDS.into_iter().find(|&s| s > speed).unwrap_or(speed)
}

/// The next speed down.
#[must_use]
fn slower(speed: u16) -> u16 {
    SPEEDS.into_iter().rev().find(|&s| s < speed).unwrap_or(speed)
}

/// `1 tick`, `2 ticks`
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
