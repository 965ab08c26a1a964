//! Selections: the language, its corpus, its laws, and the command.

mod cli;
mod conformance;
mod hostile;
mod laws;
mod parse;
