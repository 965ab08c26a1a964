//! Games written in GDL: forms to a [`Tree`] of lines, as if the game had been written in VGDL.
//!
//! What comes out goes through the resolver that VGDL games go through: names, values, defaults, checks and lints are shared,
//! and places lead to the forms of the module. docs/gdl-games.md describes the vocabulary.
//!
//! * `forms`: the forms of the vocabulary; it holds what was read so far
//! * `values`: values to words
//! * `rules`: the table `interactions`; `numbers`: tables of numbers, and what they do to rules
//! * `spread`: which values of a table's clause go with which pairs
//! * `area`: levels, and games that a module has as text
//! * `lines`: what was read, as the lines of a tree
//! * `speech`: findings about lines, said about forms

mod area;
mod forms;
mod lines;
mod numbers;
mod rules;
mod speech;
mod spread;
mod values;

use super::{Dialect, Encoding, Machine, Unbound};
use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::front::vgdl::layout::Tabs;
use crate::front::vgdl::tree::Tree;
use crate::source::Source;

use area::Patch;

/// What is chosen of a family of games, from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// Names with their values, as GDL: the module's own definitions of them are ignored.
    pub defines: Vec<(String, String)>,
    /// Names of variants, and what is chosen.
    pub variants: Vec<(String, String)>,
}

impl Family {
    /// Whether nothing is chosen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.defines.is_empty() && self.variants.is_empty()
    }
}

/// A module, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    /// Its game, line by line.
    pub(crate) tree: Tree,
    /// Its levels.
    pub(crate) areas: Vec<Patch>,
    /// The names that it defines, in alphabetical order.
    pub(crate) defined: Vec<String>,
}

impl Module {
    /// Says what was found in the lines of the game as findings about its forms, at their places.
    pub(crate) fn translate(&self, source: &Source, found: &mut [Diagnostic]) {
        for one in found.iter_mut() {
            if let Some(area) = one.source.checked_sub(1).and_then(|i| self.areas.get(i)) {
                one.source = 0;
                one.span = Some(one.span.map_or_else(|| area.whole(), |span| area.original(span)));
                one.related.iter_mut().for_each(|(span, _)| *span = area.original(*span));
            }
            speech::translate(one);
            speech::undefined(one, source, &self.defined);
        }
        found.sort_by_key(|d| (d.source, d.span.map(|s| s.start)));
    }
}

/// Reads the game of a module. Never fails: what makes no sense is reported, and costs itself.
pub(crate) fn read(source: &Source, family: &Family, sink: &mut Sink) -> Module {
    let mut machine = Machine::new(Dialect::Page, source.clone(), Encoding::Utf8);
    machine.sink = Sink::new(sink.policy());
    machine.unbound = Unbound::Keep;
    machine.structure("effect");
    let mut builder = forms::Builder::new(source, family);
    for (name, text) in &family.defines {
        if let Err(why) = machine.define_outside(name, text) {
            machine
                .sink
                .push(Diagnostic::error(codes::GDL_GIVEN, format!("value for `{name}` that cannot be used")).note(why));
        }
    }
    machine.run(&mut builder);
    machine.tell_open_if();
    builder.variants(&mut machine);
    let module = builder.finish(&mut machine, Tabs::from(sink.policy()));
    for name in family.defines.iter().map(|(name, _)| name).filter(|name| !module.defined.contains(*name)) {
        let title = format!("value for `{name}`, which the module does not define");
        let known = module.defined.iter().map(String::as_str);
        let found = Diagnostic::warning(codes::GDL_UNUSED, title);
        machine.sink.push(match suggest::closest(name, known) {
            Some(close) => found.help(format!("did you mean `{close}`?")),
            None => found.help("the names that a module defines with `define` can be given"),
        });
    }
    for found in machine.sink.into_vec() {
        // What was given with the call has no place in the module.
        let found =
            if found.source == 0 { found } else { Diagnostic { source: 0, span: None, related: Vec::new(), ..found } };
        sink.push(found);
    }
    module
}
