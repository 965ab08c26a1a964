//! Virtual machine of vgdl.

mod dialect;
mod image;
pub mod ontology;
pub mod program;
mod state;
pub(crate) mod step;

pub use dialect::Dialect;
pub use image::{Image, StartError};
pub use program::verify::VerifyError;
pub use state::{Fault, Rect, Sprite, State, Winner};
