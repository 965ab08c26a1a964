//! Fronts: text to tree.
pub mod vgdl;
