//! Steps 9 and 11: terminations and the time limit.

use super::{Flow, Frame};
use crate::ontology::End;
use crate::program::{Ending, TypeId};
use crate::state::Cause;
use crate::state::world::NONE;

/// Tests terminations in order until one is done.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    // All but Timeout look at the number of living sprites alone.
    let unchanged = !vm.w.census && !im.has_stop;
    vm.w.census = false;
    for (i, ending) in im.program.ends.iter().enumerate() {
        if vm.w.over {
            break;
        }
        if unchanged && !matches!(ending.end, End::Timeout { .. }) {
            continue;
        }
        let verdict = done(vm, ending).inspect_err(|_| {
            if let Some(fault) = &mut vm.w.fault {
                fault.end = u16::try_from(i).ok();
            }
        })?;
        let Some(verdict) = verdict else { continue };
        vm.w.over = true;
        vm.w.ended_by = u16::try_from(i).ok();
        for (&avatar, won) in vm.w.players.iter().zip(verdict) {
            if avatar != NONE {
                let pilot = vm.w.mind[avatar as usize].memory[0] as usize;
                vm.w.pilots[pilot].winner = i8::from(won);
            }
        }
    }
    Ok(())
}

/// Whether it is done, and which players then win.
fn done(vm: &mut Frame<'_>, ending: &Ending) -> Flow<Option<[bool; 2]>> {
    let limit = ending.limit;
    let done = match ending.end {
        End::SpriteCounter { stype } => vm.alive(stype) <= limit && vm.w.can_end,
        End::SpriteCounterMore { stype } => vm.alive(stype) >= limit && vm.w.can_end,
        End::MultiSpriteCounter { stype1, stype2, stype3, min } => {
            let sum = sum(vm, [stype1, stype2, stype3]);
            vm.w.can_end && (sum == limit || (min && sum > limit))
        }
        End::MultiSpriteCounterSubTypes { stype1, sub_types } => {
            let sum = sum(vm, [stype1, None, None]);
            vm.w.can_end && sum == limit && stype1.map_or(0, |t| types_alive(vm, t)) == sub_types
        }
        End::StopCounter { stype1, stype2, stype3, min } => {
            let sum = sum(vm, [stype1, stype2, stype3]);
            vm.w.can_end = if min { sum <= limit } else { sum != limit };
            false
        }
        End::Timeout { .. } => vm.w.tick >= limit,
    };
    if !done {
        return Ok(None);
    }
    let mut verdict = [false; 2];
    for (to, from) in verdict.iter_mut().zip(&ending.win) {
        *to = *from;
    }
    if ending.count_score {
        verdict = highest_score(vm)?;
    }
    if let End::Timeout { use_counter: true, compare, ref limits } = ending.end {
        verdict = by_counters(vm, compare, limits)?;
    }
    Ok(Some(verdict))
}

fn sum(vm: &Frame<'_>, types: [Option<TypeId>; 3]) -> i32 {
    types.into_iter().flatten().map(|t| vm.alive(t)).sum()
}

/// Number of types of a family that live: with sprites alive in the type's own family, and some directly of it.
pub(crate) fn types_alive(vm: &Frame<'_>, kind: TypeId) -> i32 {
    vm.im.kind(kind).family.iter().filter(|&&t| vm.alive(t) > 0 && vm.w.groups[t.index()].count > 0).count() as i32
}

/// The players with the highest score win; nobody does if all have none.
fn highest_score(vm: &mut Frame<'_>) -> Flow<[bool; 2]> {
    let players = vm.im.program.game.players as usize;
    let mut scores = [0; 2];
    for (player, score) in scores.iter_mut().enumerate().take(players) {
        let avatar = vm.w.players[player];
        if avatar == NONE {
            return Err(vm.fault(Cause::NoAvatar));
        }
        *score = vm.w.pilots[vm.w.mind[avatar as usize].memory[0] as usize].score;
    }
    // The maximum starts from the first player's score, and scores of zero never raise it.
    let scores = &scores[..players];
    let max = scores.iter().skip(1).filter(|&&s| s != 0).fold(scores[0], |max, &s| max.max(s));
    let none = scores.iter().all(|&s| s == 0);
    let mut verdict = [false; 2];
    for (won, &score) in verdict.iter_mut().zip(scores) {
        *won = !none && score == max;
    }
    Ok(verdict)
}

/// `Timeout` with `use_counter`. Without `compare` the reference engine keeps the last player's verdict only, and gives it to
/// the first.
fn by_counters(vm: &mut Frame<'_>, compare: bool, limits: &crate::ontology::Score) -> Flow<[bool; 2]> {
    let players = vm.im.program.game.players as usize;
    let counters = &vm.w.counters;
    if compare {
        let Some(&first) = counters.first() else {
            return Err(vm.fault(Cause::NoCounter));
        };
        let same = counters.iter().all(|&c| c == first);
        return Ok([!same, same && players > 1]);
    }
    if players != counters.len() {
        return Ok([false; 2]);
    }
    if limits.0.len() < players || limits.0.iter().any(Option::is_none) {
        return Err(vm.fault(Cause::ShortLimits));
    }
    Ok([Some(counters[players - 1]) == limits.0[players - 1], false])
}

/// Step 11: the time limit.
pub(crate) fn time_out(vm: &mut Frame<'_>) -> Flow {
    if vm.w.tick < vm.im.program.game.max_ticks {
        return Ok(());
    }
    vm.w.over = true;
    for player in 0..vm.im.program.game.players as usize {
        let avatar = vm.w.players[player];
        if avatar == NONE {
            return Err(vm.fault(Cause::NoAvatar));
        }
        let pilot = &mut vm.w.pilots[vm.w.mind[avatar as usize].memory[0] as usize];
        if pilot.winner != 1 {
            pilot.winner = 0;
        }
    }
    Ok(())
}
