//! Tests of the whole: one binary, one module a subject.

mod cli;
mod conformance;
mod container;
mod corpora;
mod corpus;
mod docs_fresh;
mod faults;
mod front;
mod list;
mod sample;
mod trace;
mod verify;
