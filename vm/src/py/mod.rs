//! py-vgdl: the original dialect of the language, bit for bit.
//!
//! It has little in common with the other dialect but the words: sprites live in lists by type whose order is the order of
//! everything, what was killed goes on until the next tick begins, a rule applies to every two sprites that touched when one
//! of them had its turn, and the generator is Python's. So it has a machine of its own; games, plays and numbers have the
//! same shapes as there.
//!
//! * [`ontology`]: sprite classes, effects, terminations
//! * [`Game`]: what a game is; [`Image`]: a game that is ready to run; [`State`]: one play
//!
//! The order of a tick (`BasicGame.startGame`):
//!
//! 1. The time grows by one: the first tick is tick 1.
//! 2. What was killed is taken out of its list.
//! 3. Terminations are tested, in order; the first that is met ends the game, but the tick is still played.
//! 4. Sprites are updated: type by type in the order of the types, each type in the order of its list.
//! 5. Rules run, line by line.

mod avatar;
mod classes;
mod collide;
mod effects;
mod game;
mod image;
pub mod ontology;
mod order;
mod physics;
mod play;
mod two;

pub use game::{Ending, Engine, Game, NameId, Rule, TypeDecl, TypeId, Value};
pub use image::Image;
pub use play::{Crash, Keys, Mode, Sprite, State};
