//! Compiler of the Video Game Description Language.
pub mod diag;
pub mod draw;
pub mod explain;
pub mod files;
pub mod front;
pub mod list;
pub mod ontology_doc;
pub mod source;
pub mod trace;
