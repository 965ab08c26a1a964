//! Pass `fold`: values that can be written in a shorter way, and terminations that earlier ones make idle.

use vgdl_vm::ontology::{Effect, End, Role, Score};
use vgdl_vm::program::{Ending, Program};

use super::Pass;
use super::unpopulated::retain_ends;

/// Writes constants in their shortest form, and removes terminations that can never come to bear.
///
/// * Points for players that do not exist are never read, and a list of equal numbers reads as its first number does.
///   Numbers that are no numbers stay: they are messages.
/// * Counters that do not exist are never changed.
/// * Parameters that every engine ignores go, unless the class cannot do without them.
/// * A termination with the condition of an earlier one never has its turn, since the play is over by then; where a
///   `StopCounter` may change its mind between the two, both stay. One that allows the end at all numbers, as the play does
///   from the start, says nothing, if no other `StopCounter` says more.
pub(super) const PASS: Pass = Pass { name: "fold", about: "writes constants in their shortest form", run };

fn run(program: &mut Program) -> bool {
    let players = usize::from(program.game.players);
    let counters = usize::from(program.game.counters);
    let mut changed = false;
    for rule in &mut program.rules {
        changed |= shorten(&mut rule.score, players);
        if let Effect::SubtractHealthPoints(p) = &mut rule.effect {
            changed |= shorten(&mut p.score_if_killed, players);
        }
        for list in [&mut rule.counter, &mut rule.counter_else] {
            changed |= if counters == 0 { set(list, Score::zero()) } else { shorten(list, counters) };
        }
        if counters == 0 {
            changed |= set(&mut rule.count, true) | set(&mut rule.count_else, true);
        }
    }
    for decl in &mut program.types {
        let Ok(class) = decl.class else { continue };
        let before = decl.params.len();
        decl.params.retain(|(param, _)| param.def().role != Role::Inert || class.required().any(|r| r == *param));
        changed |= decl.params.len() != before;
    }
    for ending in &mut program.ends {
        let wins = ending.win.iter().take(players).rposition(|&won| won).map_or(0, |last| last + 1);
        changed |= wins != ending.win.len();
        ending.win.truncate(wins);
    }
    changed | drop_idle_ends(program)
}

fn set<T: PartialEq>(place: &mut T, value: T) -> bool {
    let changed = *place != value;
    *place = value;
    changed
}

/// Cuts a list to those who read it, and to its first number if all are the same.
fn shorten(list: &mut Score, readers: usize) -> bool {
    let read = &list.0[..list.0.len().min(readers.max(1))];
    let short = match read.split_first() {
        Some((first, rest)) if rest.iter().all(|n| n == first) => &read[..1],
        _ => read,
    };
    if short.len() == list.0.len() {
        return false;
    }
    list.0 = short.into();
    true
}

fn drop_idle_ends(program: &mut Program) -> bool {
    let before = program.ends.len();
    let stops = |e: &Ending| matches!(e.end, End::StopCounter { .. });
    let allows = |e: &Ending| match e.end {
        End::StopCounter { stype1: None, stype2: None, stype3: None, min } => {
            if min {
                e.limit >= 0
            } else {
                e.limit != 0
            }
        }
        _ => false,
    };
    if program.ends.iter().any(stops) {
        if program.ends.iter().filter(|e| stops(e)).all(allows) {
            retain_ends(program, |e| !stops(e));
        }
    } else {
        // By condition: sorted, so that many terminations cost no more than few.
        let mut seen = std::collections::BTreeSet::new();
        retain_ends(program, |e| condition(e).is_none_or(|c| seen.insert(c)));
    }
    program.ends.len() != before
}

/// A termination's condition, but for the number of types that live, which is a number as well.
fn condition(ending: &Ending) -> Option<(u8, [Option<u16>; 3], i32, i32)> {
    let code = ending.end.code();
    let id = |t: Option<vgdl_vm::program::TypeId>| t.map(|t| t.0);
    let (types, more) = match ending.end {
        End::SpriteCounter { stype } | End::SpriteCounterMore { stype } => ([Some(stype.0), None, None], 0),
        End::MultiSpriteCounter { stype1, stype2, stype3, min } => ([id(stype1), id(stype2), id(stype3)], min.into()),
        End::MultiSpriteCounterSubTypes { stype1, sub_types } => ([id(stype1), None, None], sub_types),
        // Whether it is done depends on the tick alone.
        End::Timeout { .. } => ([None; 3], 0),
        End::StopCounter { .. } => return None,
    };
    Some((code, types, more, ending.limit))
}
