//! Pass `share`: equal rules become one.

use std::collections::BTreeMap;

use vgdl_vm::ontology::Effect;
use vgdl_vm::program::{Program, Rule, RuleId};

use super::{Pass, renumber};

/// Lets equal rules of one line share an entry.
///
/// A rule remembers whether its points and counters count, what it pulled this tick, and whether its last hit killed;
/// effects that decide any of this keep an entry each, and so do rules that run at set times, which remember when. All others only read their entry, so one will do for all. Rules of
/// different lines stay apart, as faults and profiles name the line; without lines there is nothing to keep apart.
pub(super) const PASS: Pass = Pass { name: "share", about: "lets equal rules share an entry", run };

fn run(program: &mut Program) -> bool {
    let mut timed = vec![false; program.rules.len()];
    program.timers.iter().for_each(|t| timed[t.rule.index()] = true);
    let mut first: BTreeMap<(u8, u32), Vec<RuleId>> = BTreeMap::new();
    let mut keep = vec![true; program.rules.len()];
    let mut place = Vec::with_capacity(keep.len());
    let mut next = 0usize;
    for (i, rule) in program.rules.iter().enumerate() {
        let line = program.rule_line(RuleId(i as u16)).unwrap_or(0);
        let alike = first.entry((rule.effect.code(), line)).or_default();
        // Long lists of rules that are alike but not equal are not searched to their end.
        let equal = alike.iter().rev().take(FARTHEST).copied();
        let twin =
            equal.filter(|_| is_stateless(rule) && !timed[i]).find(|id| program.rules.get(id.index()) == Some(rule));
        let id = match twin {
            Some(twin) => {
                keep[i] = false;
                place[twin.index()]
            }
            None => {
                if !timed[i] {
                    alike.push(RuleId(i as u16));
                }
                next += 1;
                RuleId((next - 1) as u16)
            }
        };
        place.push(id);
    }
    if keep.iter().all(|&k| k) {
        return false;
    }
    renumber(program, &keep, &place);
    true
}

/// Rules of one effect and line that a rule is compared with.
const FARTHEST: usize = 64;

/// Whether nothing is remembered about a rule between two runs of it.
fn is_stateless(rule: &Rule) -> bool {
    !rule.effect.def().sets_score && !matches!(rule.effect, Effect::SubtractHealthPoints(_) | Effect::PullWithIt(_))
}
