//! Pass `dead_rules`: rules that can never run.

use std::collections::BTreeMap;

use vgdl_vm::ontology::{Class, Effect};
use vgdl_vm::program::{Program, RuleId, TypeId};

use super::reach::Reach;
use super::{Pass, postpones, sweep};

/// Removes rules that can never run: those that are disabled, those that stand behind a sure kill, and those that nothing
/// mentions.
///
/// A disabled rule is passed over before anything is looked at. A rule behind a sure kill finds the first sprites it would
/// run on killed: the kill ran on every sprite that met another, it moved nothing and made nothing, so whatever meets now
/// met then, and sprites that were killed run no rule but those that are given all second sprites at once. Avatars are
/// only disabled by a kill, walkers feel the ground with every rule, and a shield may hold the kill off: there nothing goes.
pub(super) const PASS: Pass = Pass { name: "dead_rules", about: "removes rules that can never run", run };

fn run(program: &mut Program) -> bool {
    let mut changed = drop_disabled(program);
    changed |= drop_killed(program);
    sweep(program) | changed
}

fn drop_disabled(program: &mut Program) -> bool {
    let in_order = !postpones(program);
    let Program { rules, pairs, edges, timers, .. } = program;
    let enabled = |id: &RuleId| rules.get(id.index()).is_none_or(|r| r.enabled);
    let mut changed = false;
    let lists = pairs.iter_mut().map(|p| &mut p.rules).chain(edges.iter_mut().map(|e| &mut e.rules));
    for list in lists {
        let before = list.len();
        list.retain(enabled);
        changed |= list.len() != before;
    }
    let before = timers.len();
    if in_order {
        timers.retain(|t| enabled(&t.rule));
    }
    changed | (timers.len() != before)
}

fn drop_killed(program: &mut Program) -> bool {
    let kills = sure_kills(program);
    let Program { rules, pairs, .. } = program;
    let mut changed = false;
    for (p, k) in kills {
        let pair = &mut pairs[p];
        let mut place = 0;
        let before = pair.rules.len();
        pair.rules.retain(|id| {
            place += 1;
            place <= k + 1 || rules.get(id.index()).is_none_or(|r| r.in_batch)
        });
        changed |= pair.rules.len() != before;
    }
    changed
}

/// Codes of the effects that shields may hold off.
pub(crate) fn shielded(program: &Program) -> Vec<u8> {
    let shields = program.rules.iter().filter_map(|r| match &r.effect {
        Effect::ShieldFrom(p) => p.ftype.0,
        _ => None,
    });
    shields.collect()
}

/// Pairs with a sure kill that is not their last rule, and its place among their rules.
pub(crate) fn sure_kills(program: &Program) -> BTreeMap<usize, usize> {
    let Program { types, rules, pairs, .. } = program;
    let shielded = shielded(program);
    let kills = |id: &RuleId| {
        rules.get(id.index()).is_some_and(|r| {
            matches!(r.effect, Effect::KillSprite(_) | Effect::KillBoth(_))
                && r.enabled
                && r.condition.is_none()
                && !r.in_batch
                && !shielded.contains(&r.effect.code())
        })
    };
    let mut concerned: BTreeMap<usize, usize> = pairs
        .iter()
        .enumerate()
        .filter_map(|(p, pair)| Some((p, pair.rules.iter().position(kills)?)))
        .filter(|&(p, k)| k + 1 < pairs[p].rules.len())
        .collect();
    if concerned.is_empty() {
        return concerned;
    }
    let reach = Reach::of(program);
    let mortal = |t: &TypeId| {
        types.get(t.index()).is_some_and(|decl| match decl.class {
            Ok(class) => !class.is_avatar() && !class.is_a(Class::Walker),
            Err(_) => true,
        })
    };
    concerned.retain(|&p, _| {
        let family = &types[pairs[p].first.index()].family;
        family.iter().filter(|t| reach.populated[t.index()]).all(mortal)
    });
    concerned
}
