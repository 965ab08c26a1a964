//! Games of py-vgdl: texts whose option values Python evaluates.
//!
//! * [`layout`]: lines, and which belongs to which
//! * [`value`]: what Python makes of the text of an option
//! * [`read`](mod@read): the game that the lines mean

pub mod layout;
pub mod read;
pub mod value;

pub use read::{Found, read};
