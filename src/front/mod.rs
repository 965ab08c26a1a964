//! Fronts: text to tree.

pub mod gdl;
pub mod level;
pub mod py;
pub mod vgdl;
