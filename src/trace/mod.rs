//! Traces: what a play did, tick by tick, as a file.
//!
//! A trace is JSON, one record a line, often gzip'ed. Golden traces record the reference engine; ours are in the same format.
//!
//! | record | when | holds |
//! |---|---|---|
//! | [`GameRecord`] | once | what the game is made of |
//! | [`RunRecord`] | once a run | level, seed, actions, types |
//! | [`InitRecord`] | after it | every sprite before tick 0, and the hash |
//! | [`TickRecord`] | each tick | scores, winners, random calls, hash, sprites added, changed and removed |
//! | [`EndRecord`] | last | why it ended, final scores, state of the random generator |
//!
//! * [`canon`]: the canonical text of a state and its hash
//! * [`mod@read`]: reader, and the states rebuilt from the changes
//! * [`mod@verify`]: replays a trace and compares every tick
//! * [`folder`]: finds the games
//! * [`mod@diff`]: compares two traces
//! * [`record`]: writes traces of our own plays
//! * [`show`]: a trace for people

pub mod canon;
mod compare;
pub mod diff;
pub mod folder;
pub mod read;
pub mod record;
mod records;
pub mod show;
pub mod verify;

pub use records::{EndRecord, GameRecord, InitRecord, RunRecord, TickRecord, TypeRecord, Why};
