//! The integration tests, one binary.

mod corpus;
mod front;
