//! Tests of the whole: one binary, one module a subject.

mod conformance;
mod container;
mod corpus;
mod docs_fresh;
mod front;
mod list;
mod sample;
mod verify;
