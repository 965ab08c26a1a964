//! Effects that make sprites. Two draws each, but for `cloneSprite` and `spawnIfCounterSubTypes`.

use super::super::{Flow, Frame, Hit, ends};
use crate::ontology::effects::operands as op;
use crate::ontology::{Dir, TypeRef};
use crate::program::TypeId;
use crate::state::world::Slot;

/// Makes a sprite where another stands.
fn make_at(vm: &mut Frame<'_>, at: Slot, kind: TypeId) -> Flow {
    let rect = vm.w.body[at.index()].rect;
    vm.add(TypeRef(Some(kind)), rect.x, rect.y, false)?;
    Ok(())
}

/// Two draws: whether it comes to pass.
fn happens(vm: &mut Frame<'_>, prob: f64) -> bool {
    vm.w.rng.next_double() < prob
}

pub(crate) fn clone_sprite(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::CloneSprite) -> Flow {
    make_at(vm, a, vm.w.body[a.index()].kind)
}

pub(crate) fn spawn(vm: &mut Frame<'_>, _: Hit, a: Slot, p: &op::Spawn) -> Flow {
    if happens(vm, p.prob) { make_at(vm, a, p.stype) } else { Ok(()) }
}

pub(crate) fn spawn_behind(vm: &mut Frame<'_>, _: Hit, _: Slot, b: Slot, p: &op::SpawnBehind) -> Flow {
    if happens(vm, p.prob)
        && let Some((x, y)) = vm.last_position(b)
    {
        vm.add(TypeRef(Some(p.stype)), x, y, false)?;
    }
    Ok(())
}

/// Makes a sprite one cell beside another, or beside where that was.
fn beside(vm: &mut Frame<'_>, b: Slot, dir: Dir, stype: TypeRef, step_back: bool, prob: f64) -> Flow {
    if !happens(vm, prob) {
        return Ok(());
    }
    let rect = vm.w.body[b.index()].rect;
    let base = if step_back { vm.last_position(b) } else { Some((rect.x, rect.y)) };
    if let Some((x, y)) = base {
        let (dx, dy) = dir.vector();
        let (dx, dy) = (dx as i32 * vm.board.block, dy as i32 * vm.board.block);
        vm.add(stype, x.saturating_add(dx), y.saturating_add(dy), false)?;
    }
    Ok(())
}

pub(crate) fn spawn_above(vm: &mut Frame<'_>, _: Hit, _: Slot, b: Slot, p: &op::SpawnAbove) -> Flow {
    beside(vm, b, Dir::Up, p.stype, p.step_back, p.prob)
}

pub(crate) fn spawn_below(vm: &mut Frame<'_>, _: Hit, _: Slot, b: Slot, p: &op::SpawnBelow) -> Flow {
    beside(vm, b, Dir::Down, p.stype, p.step_back, p.prob)
}

pub(crate) fn spawn_left(vm: &mut Frame<'_>, _: Hit, _: Slot, b: Slot, p: &op::SpawnLeft) -> Flow {
    beside(vm, b, Dir::Left, p.stype, p.step_back, p.prob)
}

pub(crate) fn spawn_right(vm: &mut Frame<'_>, _: Hit, _: Slot, b: Slot, p: &op::SpawnRight) -> Flow {
    beside(vm, b, Dir::Right, p.stype, p.step_back, p.prob)
}

pub(crate) fn spawn_if_has_more(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::SpawnIfHasMore) -> Flow {
    vm.score(hit, false);
    let resource = TypeRef(Some(p.resource));
    if happens(vm, p.prob) && vm.held(a, resource) >= p.limit {
        make_at(vm, a, p.stype)?;
        vm.score(hit, true);
        vm.hold(a, resource, p.spend.wrapping_neg());
    }
    Ok(())
}

pub(crate) fn spawn_if_has_less(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::SpawnIfHasLess) -> Flow {
    vm.score(hit, false);
    if happens(vm, p.prob) && vm.held(a, TypeRef(Some(p.resource))) <= p.limit {
        make_at(vm, a, p.stype)?;
        vm.score(hit, true);
    }
    Ok(())
}

pub(crate) fn spawn_if_counter_sub_types(
    vm: &mut Frame<'_>,
    hit: Hit,
    a: Slot,
    p: &op::SpawnIfCounterSubTypes,
) -> Flow {
    let met = vm.alive(p.stype_count) == p.limit && ends::types_alive(vm, p.stype_count) / 2 == p.sub_types;
    vm.score(hit, false);
    vm.w.rules[hit.rule.index()].count = false;
    make_at(vm, a, if met { p.stype } else { p.estype })?;
    if met {
        vm.score(hit, true);
        vm.w.rules[hit.rule.index()].count = true;
    }
    Ok(())
}
