//! Lines for the edge of the screen.

use rustc_hash::FxHashMap;
use vgdl_vm::program::TypeId;

use super::Subject;
use crate::diag::{Diagnostic, Sink, codes};

/// Reports types with several lines: the reference engine runs the type's whole list of rules once for each.
pub(super) fn report(on: &Subject<'_>, sink: &mut Sink) {
    // Entries hold the whole list each, in order of the lines.
    let mut lines: FxHashMap<TypeId, (usize, usize)> = FxHashMap::default();
    for (i, edge) in on.program.edges.iter().enumerate() {
        if let Some(id) = edge.on.0 {
            lines.entry(id).or_insert((0, i)).0 += 1;
        }
    }
    let mut several: Vec<(TypeId, usize, usize)> =
        lines.into_iter().filter(|(_, (n, _))| *n > 1).map(|(id, (n, at))| (id, n, at)).collect();
    several.sort_unstable_by_key(|&(_, _, at)| at);
    for (id, n, at) in several {
        let mut rules = on.program.edges[at].rules.iter().filter_map(|&r| on.game.rule(r));
        let (Some(first), Some(second)) = (rules.next(), rules.next()) else { continue };
        let name = on.name(id);
        let title = format!("{n} rules for `{name}` and `EOS`");
        let found = Diagnostic::warning(codes::EDGE_TWICE, title).at(second.span);
        let found = found.label(format!("each of them runs {n} times a tick"));
        let found = found.related(first.span, "the first is here");
        let found = found.help(format!("write one rule for `{name}` and `EOS`"));
        sink.push(found.note("GVGAI runs all rules of a sprite for the edge once for each of its lines"));
    }
}
