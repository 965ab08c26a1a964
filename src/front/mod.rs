//! Fronts: text to tree.

pub mod level;
pub mod vgdl;
