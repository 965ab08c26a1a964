//! The VGDL front end: trees, diagnostics, the printer.

mod diagnostics;
mod hostile;
mod messages;
mod print;
pub(crate) mod tree;

use vgdl::diag::{Diagnostic, Policy, Sink};
use vgdl::front::vgdl::layout::Tabs;
use vgdl::front::vgdl::parse::parse;
use vgdl::front::vgdl::tree::Tree;
use vgdl::source::Source;

/// Parses a text with GVGAI's tabs.
pub(crate) fn parsed(text: &str, policy: Policy) -> (Tree, Source, Vec<Diagnostic>) {
    let source = Source::new("game.txt", text);
    let mut sink = Sink::new(policy);
    let tree = parse(&source, Tabs::OneColumn, &mut sink);
    (tree, source, sink.into_vec())
}
