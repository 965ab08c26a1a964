//! Games in two notations.

mod corpus;
mod errors;
mod families;
mod field;
mod hostile;
mod tables;

use vgdl::diag::render::render;
use vgdl::{Diagnostic, Options, Source, check};

/// A module with these forms in it, and an avatar.
fn module(forms: &str) -> Source {
    let text = format!("(game-module \"g\")\n(unit-type avatar (class MovingAvatar))\n{forms}\n");
    Source::new("g.gdl", text)
}

/// What is found in a module.
fn found(source: &Source) -> Vec<Diagnostic> {
    check(source, &[], &Options::default()).diagnostics
}

/// What people see of it.
fn shown(source: &Source) -> String {
    render(&found(source), &[source], false)
}

/// The codes of what is found.
fn codes(source: &Source) -> Vec<&'static str> {
    found(source).iter().map(|d| d.code).collect()
}
