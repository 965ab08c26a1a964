//! Compiler of the Video Game Description Language.
pub mod diag;
pub mod front;
pub mod source;
