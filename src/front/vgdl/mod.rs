//! The VGDL front: text → layout → grammar → [`tree::Tree`], and back with the printer.

pub mod layout;
mod lint;
pub mod parse;
pub mod print;
pub(crate) mod strict;
pub mod tree;
