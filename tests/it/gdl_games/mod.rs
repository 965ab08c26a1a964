//! Games in two notations.

mod corpus;
