//! The VGDL front.
pub mod tree;
