//! Tests of the whole: one binary, one module a subject.

mod container;
mod docs_fresh;
mod list;
mod sample;
mod verify;
