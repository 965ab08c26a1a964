//! Tests of the whole: one binary, one module a subject.

mod container;
mod sample;
mod verify;
