//! Random generators, as values: a state carries its own.

mod java;
mod mt19937;

pub use java::JavaRandom;
pub(crate) use java::threshold;
pub use mt19937::{Choice, Mt19937};
