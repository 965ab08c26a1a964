//! Compiler of the Video Game Description Language.
pub mod diag;
pub mod draw;
pub mod front;
pub mod source;
pub mod trace;
