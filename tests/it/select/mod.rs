//! Selections: the language, its corpus, its laws, and the command.

mod bytes;
mod cli;
mod conformance;
mod games;
mod hostile;
mod laws;
mod parse;
