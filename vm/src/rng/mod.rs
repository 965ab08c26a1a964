//! Random generators, as values: a state carries its own.

mod java;

pub use java::JavaRandom;
pub(crate) use java::threshold;
