//! The integration tests, one binary.

mod corpus;
mod faults;
mod front;
mod resolve;
mod resolve_corpus;
