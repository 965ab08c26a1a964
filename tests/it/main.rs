//! Tests of the whole: one binary, one module a subject.

mod cli;
mod container;
mod corpus;
mod docs_commands;
mod docs_fresh;
mod faults;
mod front;
mod list;
mod own;
mod play;
mod resolve;
mod resolve_corpus;
mod sample;
mod stages;
mod trace;
mod verify;
