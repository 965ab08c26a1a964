//! Tests of the whole: one binary, one module a subject.

mod cli;
mod conformance;
mod container;
mod corpora;
mod corpus;
mod docs_dialects;
mod docs_fresh;
mod docs_language;

mod families;
mod front;
mod halts;
mod list;
mod messages;
mod sample;
mod trace;
mod verify;
