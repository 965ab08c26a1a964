//! Step 7: rules of pairs of sprites, and how a rule is applied.
//!
//! The reference engine takes, for each rule, the first sprites in order; for each of them the second sprites that it meets
//! *now*, in order; and runs the effect on each that it still meets, as long as the first has not been killed. Sprites made
//! by the rule itself do not take part: their ids are past the `limit` noted at its start.
//!
//! Here the sprites met are found through the cells around a sprite. When there are fewer second sprites than first ones,
//! the search starts from the second: it finds the first sprites that meet any, and looks again whenever something moved.

use super::{Flow, Frame, Hit};
use crate::image::{NO_RANK, PairPlan};
use crate::program::{RuleId, TypeId};
use crate::state::Cause;
use crate::state::Rect;
use crate::state::world::{NONE, Slot, flag};

/// Runs all pairs.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    for pair in &im.pairs {
        for &rule in &pair.rules {
            if !im.rule(rule).enabled {
                continue;
            }
            let (first, second) = (vm.count(pair.first), vm.count(pair.second));
            if first == 0 || second == 0 || is_shielded(vm, pair, rule) {
                continue;
            }
            vm.rule = Some(rule);
            let limit = vm.w.next_id;
            if pair.grounds || first <= second {
                from_first(vm, pair, rule, limit)?;
            } else {
                from_second(vm, pair, rule, limit)?;
            }
        }
    }
    vm.rule = None;
    vm.actor = None;
    Ok(())
}

#[inline]
fn is_shielded(vm: &Frame<'_>, pair: &PairPlan, rule: RuleId) -> bool {
    let effect = vm.im.codes[rule.index()];
    vm.w.shields.iter().any(|s| s.first == pair.first && s.second == pair.second && s.effect == effect)
}

/// Takes the first sprites in order.
fn from_first(vm: &mut Frame<'_>, pair: &PairPlan, rule: RuleId, limit: u32) -> Flow {
    let im = vm.im;
    let mut found = std::mem::take(&mut vm.w.scratch.found);
    let mut flow = Ok(());
    'all: for &kind in &im.kind(pair.first).family {
        let stands = im.kind(kind).stands;
        let mut next = vm.w.groups[kind.index()].head;
        while next != NONE {
            let a = Slot(next);
            if vm.w.id[a.index()] >= limit {
                break;
            }
            let rect = vm.w.rect[a.index()];
            if stands {
                stand(vm, a, pair.second, limit, &mut found);
            } else {
                touching(vm, rect, pair.second, limit, &mut found);
            }
            flow = meet(vm, a, rule, &mut found, stands);
            if flow.is_err() {
                break 'all;
            }
            next = vm.w.link[a.index()].next;
        }
    }
    vm.w.scratch.found = found;
    flow
}

/// Finds the first sprites through the second ones.
fn from_second(vm: &mut Frame<'_>, pair: &PairPlan, rule: RuleId, limit: u32) -> Flow {
    let mut firsts = std::mem::take(&mut vm.w.scratch.first);
    let mut found = std::mem::take(&mut vm.w.scratch.found);
    let mut flow = Ok(());
    let mut after = None;
    'again: loop {
        gather_firsts(vm, pair, limit, after, &mut firsts);
        let motion = vm.w.motion;
        for &(key, a) in &firsts {
            let a = Slot(a);
            touching(vm, vm.w.rect[a.index()], pair.second, limit, &mut found);
            flow = meet(vm, a, rule, &mut found, false);
            if flow.is_err() {
                break 'again;
            }
            after = Some(key);
            if vm.w.motion != motion {
                continue 'again;
            }
        }
        break;
    }
    vm.w.scratch.first = firsts;
    vm.w.scratch.found = found;
    flow
}

/// The first sprites, after a place in their order, that meet any second sprite.
fn gather_firsts(vm: &Frame<'_>, pair: &PairPlan, limit: u32, after: Option<u64>, out: &mut Vec<(u64, u32)>) {
    out.clear();
    for &kind in &vm.im.kind(pair.second).family {
        let mut next = vm.w.groups[kind.index()].head;
        while next != NONE {
            let b = Slot(next);
            if vm.w.id[b.index()] >= limit {
                break;
            }
            scan(vm, vm.w.rect[b.index()], pair.first, limit, |key, a| {
                if a != b.0 && after.is_none_or(|after| key > after) {
                    out.push((key, a));
                }
            });
            next = vm.w.link[b.index()].next;
        }
    }
    if out.len() > 1 {
        out.sort_unstable();
        out.dedup();
    }
}

/// The sprites of a family that share an area with a rectangle, in order.
fn touching(vm: &Frame<'_>, rect: Rect, family: TypeId, limit: u32, out: &mut Vec<(u64, u32)>) {
    out.clear();
    scan(vm, rect, family, limit, |key, slot| out.push((key, slot)));
    if out.len() > 1 {
        out.sort_unstable();
    }
}

/// Calls `visit` with order and slot of each sprite of a family that shares an area with a rectangle.
#[inline]
fn scan(vm: &Frame<'_>, rect: Rect, family: TypeId, limit: u32, mut visit: impl FnMut(u64, u32)) {
    let board = vm.board;
    let mut cell = |cell: i32| {
        let mut next = vm.w.cells[cell as usize];
        while next != NONE {
            let i = next as usize;
            let rank = vm.im.rank(family, vm.w.kind[i]);
            if rank != NO_RANK && vm.w.id[i] < limit && vm.w.rect[i].intersects(rect) {
                visit((u64::from(rank) << 32) | u64::from(vm.w.id[i]), next);
            }
            next = vm.w.place[i].next;
        }
    };
    if vm.w.misfits == 0 && rect.w == board.block && rect.h == board.block {
        // Everything is exactly one cell, and so is this: only what stands in the same cell can meet it.
        cell(board.cell(rect.x, rect.y) as i32);
        return;
    }
    // A sprite is listed in the cell of its upper left corner, so look as far up and left as the largest one reaches.
    let (max_w, max_h) = vm.w.max_size;
    let left = board.column(rect.x.saturating_sub(max_w - 1));
    let right = board.column(rect.x.saturating_add(rect.w - 1));
    let top = board.row(rect.y.saturating_sub(max_h - 1));
    let bottom = board.row(rect.y.saturating_add(rect.h - 1));
    for row in top..=bottom {
        for column in left..=right {
            cell(row * board.columns + column);
        }
    }
}

/// What a sprite that stands on ground meets. Each sprite near it is asked in order, also those it does not quite meet: they
/// may be the ground it stands on.
fn stand(vm: &mut Frame<'_>, a: Slot, family: TypeId, limit: u32, out: &mut Vec<(u64, u32)>) {
    let rect = vm.w.rect[a.index()];
    out.clear();
    if rect.w <= 0 || rect.h <= 0 {
        return;
    }
    let reach = Rect { h: rect.h.saturating_add(GROUND), ..rect };
    let mut near = std::mem::take(&mut vm.w.scratch.first);
    near.clear();
    scan(vm, reach, family, limit, |key, slot| near.push((key, slot)));
    near.sort_unstable();
    for &(key, b) in &near {
        if b != a.0 && ground_intersects(vm, a, Slot(b)) {
            out.push((key, b));
        }
    }
    vm.w.scratch.first = near;
}

/// Pixels below its feet at which a platformer feels the ground.
const GROUND: i32 = 3;

/// Whether the two meet; and notes whether the second is ground under the first (GVGAI `VGDLSprite.groundIntersects`).
fn ground_intersects(vm: &mut Frame<'_>, a: Slot, b: Slot) -> bool {
    let (rect, last) = (vm.w.rect[a.index()], vm.w.last[a.index()]);
    let (other, other_last) = (vm.w.rect[b.index()], vm.w.last[b.index()]);
    let solid = vm.im.kind(vm.w.kind[b.index()]).traits.solid;
    if solid && !vm.w.has(a, flag::GROUNDED) {
        let below = Rect { y: rect.y.wrapping_add(GROUND), ..rect };
        let higher = f64::from(other_last.y) > f64::from(last.y) + f64::from(rect.h / 2);
        let falling = rect.y > last.y;
        if below.intersects(other) && higher && falling {
            vm.w.set(a, flag::GROUNDED, true);
        }
    }
    rect.intersects(other)
}

/// Runs a rule on a first sprite and the second ones it meets.
fn meet(vm: &mut Frame<'_>, a: Slot, rule: RuleId, met: &mut Vec<(u64, u32)>, stands: bool) -> Flow {
    met.retain(|&(_, b)| b != a.0);
    if met.is_empty() {
        return Ok(());
    }
    vm.actor = Some(a);
    if vm.im.rule(rule).in_batch {
        return batch(vm, a, rule, met);
    }
    for &(_, b) in met.iter() {
        let b = Slot(b);
        if vm.w.has(a, flag::KILLED) {
            return Ok(());
        }
        let meets =
            if stands { ground_intersects(vm, a, b) } else { vm.w.rect[a.index()].intersects(vm.w.rect[b.index()]) };
        if meets {
            apply(vm, Hit { rule, a: Some(a), b: Some(b) })?;
        }
    }
    Ok(())
}

/// Runs a rule, then gives its points and counts its counters.
pub(crate) fn apply(vm: &mut Frame<'_>, hit: Hit) -> Flow {
    let im = vm.im;
    im.rule(hit.rule).effect.run(vm, hit)?;
    if let (Some(a), Some(b)) = (hit.a, hit.b) {
        note(vm, a, b);
    }
    let state = vm.w.rules[hit.rule.index()];
    give(vm, hit.rule, 1, state.apply_score, state.killing, state.count, state.count_else)
}

/// Notes a meeting for whoever wants a history.
#[inline]
fn note(vm: &mut Frame<'_>, a: Slot, b: Slot) {
    if let Some(history) = vm.history.take() {
        crate::observe::note(history, vm, a, b);
        vm.history = Some(history);
    }
}

/// Gives points and counts counters, `times` over.
fn give(
    vm: &mut Frame<'_>,
    rule: RuleId,
    times: i32,
    points: bool,
    killing: bool,
    count: bool,
    count_else: bool,
) -> Flow {
    let im = vm.im;
    let r = im.rule(rule);
    if points {
        let score = if killing { im.killing_score(rule) } else { &r.score };
        for player in 0..im.program.game.players as usize {
            // The reference engine looks at the avatar before the number, so an empty place is a fault even for no points.
            let avatar = vm.w.players[player];
            if avatar == NONE {
                return Err(vm.fault(Cause::NoAvatar));
            }
            let points = score.of(player).unwrap_or_else(|| {
                vm.message();
                0
            });
            let pilot = vm.w.memory[avatar as usize][0] as usize;
            vm.w.pilots[pilot].score += i64::from(points) * i64::from(times);
        }
    }
    if !vm.w.counters.is_empty() {
        for (on, list) in [(count, &r.counter), (count_else, &r.counter_else)] {
            if on {
                for i in 0..vm.w.counters.len() {
                    let by = list.of(i).unwrap_or_else(|| {
                        vm.message();
                        0
                    });
                    vm.w.counters[i] = vm.w.counters[i].wrapping_add(by.wrapping_mul(times));
                }
            }
        }
    }
    Ok(())
}

/// Gives the points of a rule that runs at a set time. What the effect decided about its points does not reach them: the
/// reference engine asks the rule's wrapper, which has its own.
pub(crate) fn give_as_written(vm: &mut Frame<'_>, rule: RuleId, counters: bool) -> Flow {
    let r = vm.im.rule(rule);
    let (count, count_else) = (r.count && counters, r.count_else && counters);
    give(vm, rule, 1, r.apply_score, false, count, count_else)
}

/// Runs a rule on a first sprite and all second ones at once.
fn batch(vm: &mut Frame<'_>, a: Slot, rule: RuleId, met: &mut [(u64, u32)]) -> Flow {
    let times = super::effects::bounce::batch(vm, a, rule, met)?;
    for &(_, b) in met.iter() {
        note(vm, a, Slot(b));
    }
    let state = vm.w.rules[rule.index()];
    give(vm, rule, times, state.apply_score, state.killing, state.count, state.count_else)
}
