//! Rules hidden behind earlier ones: collisions are looked up anew for each rule, so what an earlier rule has killed or put
//! back does not meet again.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::program::{Pair, RuleId, TypeId};

use super::Subject;
use super::meet::Places;
use crate::diag::{Diagnostic, Sink, codes};
use crate::opt::dead_rules;

/// Reports them.
pub(super) fn report(on: &Subject<'_>, places: &Places, sink: &mut Sink) {
    let kills = dead_rules::sure_kills(on.program);
    let mut told = Told { done: FxHashSet::default(), sink };
    // The place of each pair: rules of one that comes later see what is left.
    let place_of: FxHashMap<(TypeId, TypeId), usize> =
        on.program.pairs.iter().enumerate().map(|(i, p)| ((p.first, p.second), i)).collect();
    for (i, pair) in on.program.pairs.iter().enumerate() {
        if let Some(&at) = kills.get(&i) {
            let killer = pair.rules[at];
            for (id, rule) in on.rules(pair).skip_while(|(id, _)| *id != killer).skip(1) {
                if !rule.in_batch {
                    told.tell(on, pair, id, killer, "is dead by then");
                }
            }
        }
        let Some(back) = on.rules(pair).position(|(_, r)| on.puts_back(r)) else {
            continue;
        };
        if !parted(on, places, pair) {
            continue;
        }
        let mut rules = on.rules(pair).skip(back);
        let Some((blocker, _)) = rules.next() else { continue };
        for (id, rule) in rules {
            // A second one is another line that says the same.
            if !on.puts_back(rule) {
                told.tell(on, pair, id, blocker, "has been put back by then");
            }
        }
        if let Some(&j) = place_of.get(&(pair.second, pair.first)).filter(|&&j| j > i) {
            let turned = &on.program.pairs[j];
            for (id, _) in on.rules(turned) {
                told.tell(on, turned, id, blocker, "has been put back by then");
            }
        }
    }
}

/// Whether the sprites of a pair are apart at the start of each tick, so that one of the first that is put back leaves the
/// second: those stay in their places, the first come there by their own steps alone, and levels put them elsewhere.
fn parted(on: &Subject<'_>, places: &Places, pair: &Pair) -> bool {
    let own = |id: TypeId| places.own_steps.get(id.index()) == Some(&true);
    let apart = |a: TypeId, b: TypeId| {
        !on.game.mapping.iter().any(|g| {
            let has = |id| g.types.iter().any(|t| t.0 == Some(id));
            has(a) && has(b)
        })
    };
    let (first, second) = (on.family(pair.first), on.family(pair.second));
    // Long families are not worth it.
    first.len() * second.len() * on.game.mapping.len() <= 10_000
        && on.members(pair.second).all(|b| places.fixed.get(b.index()) == Some(&true))
        && on.members(pair.first).all(|a| own(a) && on.members(pair.second).all(|b| a != b && apart(a, b)))
}

struct Told<'s> {
    /// A line is reported once.
    done: FxHashSet<RuleId>,
    sink: &'s mut Sink,
}

impl Told<'_> {
    fn tell(&mut self, on: &Subject<'_>, pair: &Pair, id: RuleId, behind: RuleId, why: &str) {
        let (Some(rule), Some(earlier)) = (on.game.rule(id), on.game.rule(behind)) else {
            return;
        };
        if rule.span == earlier.span || !self.done.insert(id) {
            return;
        }
        let (first, second) = (on.name(pair.first), on.name(pair.second));
        let title = format!("rule hidden behind an earlier `{}`", earlier.effect_name());
        let found = Diagnostic::warning(codes::HIDDEN, title).at(rule.effect_span);
        let found = found.label(format!("never runs for `{first}` and `{second}`: the sprite {why}"));
        let found = found.related(earlier.effect_span, "runs first");
        let found =
            found.help(format!("write the `{}` line before the `{}` line", rule.effect_name(), earlier.effect_name()));
        self.sink.push(found.note("sprites are compared anew for each rule, in the order of the rules"));
    }
}
