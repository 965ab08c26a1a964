//! Pass `unpopulated`: pairs, edges, timers and terminations of types that can never have sprites.

use vgdl_vm::ontology::{End, TypeRef};
use vgdl_vm::program::{Ending, Program, TypeId};

use super::reach::Reach;
use super::{Pass, postpones};

/// Removes what waits for sprites that can never exist.
///
/// A pair, edge or timer runs a rule once for each sprite of its types' families, so without sprites it does nothing. A
/// termination counts them, so their number is 0; a name in a sum of numbers goes, and a termination that then can never be
/// done goes too. Edges stay as they are where one of them is a fault, as the fault names the rule looked at last, and timers
/// where the queue of timers is not in order.
pub(super) const PASS: Pass =
    Pass { name: "unpopulated", about: "removes what waits for sprites that can never exist", run };

fn run(program: &mut Program) -> bool {
    let reach = Reach::of(program);
    let size = |p: &Program| (p.pairs.len(), p.edges.len(), p.timers.len(), p.ends.len());
    let before = size(program);
    let meets = |t: TypeId| reach.may_meet(TypeRef(Some(t)));
    program.pairs.retain(|p| !p.rules.is_empty() && meets(p.first) && meets(p.second));
    if program.edges.iter().all(|e| e.on.0.is_some()) {
        program.edges.retain(|e| !e.rules.is_empty() && reach.may_meet(e.on));
    }
    if !postpones(program) {
        program.timers.retain(|t| reach.may_meet(t.on));
    }
    let mut changed = false;
    for ending in &mut program.ends {
        changed |= forget(&mut ending.end, &reach);
    }
    retain_ends(program, |ending| can_be_done(ending, &reach));
    if let Some(obstacles) = &mut program.game.obstacles {
        let before = obstacles.len();
        // The path finder's map is drawn when a level is built; names nobody declared stand nowhere.
        obstacles.retain(|t| t.0.is_some_and(|t| reach.populated.get(t.index()).copied().unwrap_or(true)));
        changed |= obstacles.len() != before;
    }
    changed | (size(program) != before)
}

/// Keeps some of the terminations, and their lines.
pub(super) fn retain_ends(program: &mut Program, mut keep: impl FnMut(&Ending) -> bool) {
    let keep: Vec<bool> = program.ends.iter().map(&mut keep).collect();
    let mut kept = keep.iter().copied();
    program.ends.retain(|_| kept.next().unwrap_or(true));
    if let Some(debug) = &mut program.debug {
        let mut kept = keep.iter().copied();
        debug.end_lines.retain(|_| kept.next().unwrap_or(true));
    }
}

/// Takes types that stay empty out of sums.
fn forget(end: &mut End, reach: &Reach) -> bool {
    let (types, rest) = match end {
        End::MultiSpriteCounter { stype1, stype2, stype3, .. } | End::StopCounter { stype1, stype2, stype3, .. } => {
            (Some(stype1), vec![stype2, stype3])
        }
        End::MultiSpriteCounterSubTypes { stype1, .. } => (Some(stype1), vec![]),
        End::SpriteCounter { .. } | End::SpriteCounterMore { .. } | End::Timeout { .. } => (None, vec![]),
    };
    let mut changed = false;
    for slot in types.into_iter().chain(rest) {
        if slot.is_some_and(|t| !reach.may_meet(TypeRef(Some(t)))) {
            *slot = None;
            changed = true;
        }
    }
    changed
}

/// Whether a termination can ever be done, or do anything else. Numbers of sprites are 0 or more.
pub(crate) fn can_be_done(ending: &Ending, reach: &Reach) -> bool {
    let limit = ending.limit;
    match ending.end {
        End::SpriteCounter { .. } => limit >= 0,
        End::SpriteCounterMore { stype } => limit <= 0 || reach.may_meet(TypeRef(Some(stype))),
        End::MultiSpriteCounter { stype1: None, stype2: None, stype3: None, min } => limit == 0 || (min && limit < 0),
        End::MultiSpriteCounter { min, .. } => limit >= 0 || min,
        End::MultiSpriteCounterSubTypes { stype1: None, sub_types } => limit == 0 && sub_types == 0,
        End::MultiSpriteCounterSubTypes { sub_types, .. } => limit >= 0 && sub_types >= 0,
        End::StopCounter { .. } | End::Timeout { .. } => true,
    }
}
