//! Tests of the whole: one binary, one module a subject.

mod cli;
mod container;
mod corpus;
mod docs_fresh;
mod faults;
mod front;
mod list;
mod resolve;
mod resolve_corpus;
mod sample;
mod trace;
mod verify;
