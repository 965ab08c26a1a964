//! Tests of the whole: one binary, one module a subject.

mod cli;
mod conformance;
mod container;
mod corpora;
mod corpus;
mod docs_commands;
mod docs_dialects;
mod docs_fresh;
mod docs_language;
mod families;
mod faults;
mod front;
mod halts;
mod list;
mod messages;
mod opt;
mod own;
mod play;
mod resolve;
mod resolve_corpus;
mod sample;
mod stages;
mod trace;
mod verify;
