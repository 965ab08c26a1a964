//! Virtual machine of vgdl.

mod dialect;
mod image;
mod observe;
pub mod ontology;
pub mod program;
pub mod rng;
mod state;
pub(crate) mod step;
mod trig;

pub use dialect::Dialect;
pub use image::{Image, StartError};
pub use observe::{Category, Event, History};
pub use program::verify::VerifyError;
pub use state::{Cause, Fault, Rect, Sprite, State, Winner};
