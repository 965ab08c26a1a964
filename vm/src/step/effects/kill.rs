//! Effects that kill, and those on health and score.

use super::super::physics::{Vector, length, normalise};
use super::super::{Flow, Frame, Hit};
use crate::ontology::TypeRef;
use crate::ontology::effects::operands as op;
use crate::program::TypeId;
use crate::state::Cause;
use crate::state::world::{NONE, Slot, flag};

pub(crate) fn kill_sprite(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::KillSprite) -> Flow {
    vm.kill(a);
    Ok(())
}

pub(crate) fn kill_both(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::KillBoth) -> Flow {
    vm.kill(a);
    vm.kill(b);
    Ok(())
}

pub(crate) fn kill_all(vm: &mut Frame<'_>, _: Hit, p: &op::KillAll) -> Flow {
    let mut next = vm.w.first_of(p.stype);
    while let Some(slot) = next {
        vm.work(1)?;
        vm.kill(slot);
        next = vm.w.next_of(slot);
    }
    Ok(())
}

pub(crate) fn kill_if_alive(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::KillIfAlive) -> Flow {
    if !vm.w.has(b, flag::KILLED) {
        vm.kill(a);
    }
    Ok(())
}

/// Kills the first sprite and gives the points, if so.
fn kill_if(vm: &mut Frame<'_>, hit: Hit, a: Slot, condition: bool) -> Flow {
    vm.score(hit, condition);
    if condition {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn kill_if_from_above(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, _: &op::KillIfFromAbove) -> Flow {
    let (last_a, last_b, now_b) = (vm.w.body[a.index()].last, vm.w.body[b.index()].last, vm.w.body[b.index()].rect);
    let above = f64::from(last_a.y) > f64::from(last_b.y) + f64::from(now_b.h / 2);
    kill_if(vm, hit, a, above && now_b.y > last_b.y)
}

/// The directions the two moved in, added; `None` if the first did not move.
fn meeting(vm: &Frame<'_>, a: Slot, b: Slot) -> Option<Vector> {
    let v = normalise(vm.last_direction(a));
    let w = normalise(vm.last_direction(b));
    if v == (0.0, 0.0) { None } else { Some((v.0 + w.0, v.1 + w.1)) }
}

pub(crate) fn kill_if_frontal(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, _: &op::KillIfFrontal) -> Flow {
    let frontal = meeting(vm, a, b).is_none_or(|sum| sum == (0.0, 0.0));
    kill_if(vm, hit, a, frontal)
}

pub(crate) fn kill_if_not_frontal(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, _: &op::KillIfNotFrontal) -> Flow {
    let sideways = meeting(vm, a, b).is_none_or(|sum| sum != (0.0, 0.0));
    kill_if(vm, hit, a, sideways)
}

pub(crate) fn kill_if_has_less(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::KillIfHasLess) -> Flow {
    let less = vm.held(a, TypeRef(Some(p.resource))) <= p.limit;
    kill_if(vm, hit, a, less)
}

pub(crate) fn kill_if_has_more(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::KillIfHasMore) -> Flow {
    let more = vm.held(a, TypeRef(Some(p.resource))) >= p.limit;
    kill_if(vm, hit, a, more)
}

pub(crate) fn kill_if_other_has_more(
    vm: &mut Frame<'_>,
    hit: Hit,
    a: Slot,
    b: Slot,
    p: &op::KillIfOtherHasMore,
) -> Flow {
    let more = vm.held(b, p.resource) >= p.limit;
    if more && p.subtract {
        vm.hold(b, p.resource, p.limit.wrapping_neg());
    }
    kill_if(vm, hit, a, more)
}

/// Speed of the one that can move; of both against each other, the length of the difference of their orientations.
fn relative_speed(vm: &Frame<'_>, a: Slot, b: Slot) -> f64 {
    let is_static = |s: Slot| vm.im.kind(vm.w.body[s.index()].kind).traits.is_static;
    if is_static(a) {
        vm.w.body[b.index()].speed
    } else if is_static(b) {
        vm.w.body[a.index()].speed
    } else {
        let (v, w) = (vm.w.body[a.index()].ori, vm.w.body[b.index()].ori);
        length((v.0 - w.0, v.1 - w.1))
    }
}

pub(crate) fn kill_if_fast(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, p: &op::KillIfFast) -> Flow {
    if relative_speed(vm, a, b) > p.limspeed {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn kill_if_slow(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, p: &op::KillIfSlow) -> Flow {
    if relative_speed(vm, a, b) < p.limspeed {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn kill_if_not_upright(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::KillIfNotUpright) -> Flow {
    const TURN: f64 = 2.0 * std::f64::consts::PI;
    let angle = (vm.w.mind[a.index()].rotation + TURN) % TURN;
    if !(angle > 4.4 && angle < 5.0) {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn subtract_health_points(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::SubtractHealthPoints) -> Flow {
    let mut target = a;
    if let Some(stype) = p.stype {
        // The first sprite of the last type of the family that has any.
        for &kind in &vm.im.kind(stype).family {
            if let Some(first) = vm.w.first_of(kind) {
                target = first;
            }
        }
    }
    let health = &mut vm.w.mind[target.index()].health;
    *health = health.wrapping_sub(p.value);
    let killing = *health <= p.limit;
    vm.w.rules[hit.rule.index()].killing = killing;
    if killing {
        vm.kill(target);
    }
    Ok(())
}

pub(crate) fn strike(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::Strike) -> Flow {
    let hits = p.prob >= 1.0 || vm.w.rng.next_double() < p.prob;
    vm.score(hit, hits);
    if !hits {
        return Ok(());
    }
    let faces = p.faces.clamp(1, 17);
    let mut points = p.value;
    for _ in 0..p.dice.clamp(0, 8) {
        points = points.wrapping_add(vm.w.rng.next_int(faces));
    }
    let health = &mut vm.w.mind[a.index()].health;
    *health = health.wrapping_sub(points);
    if *health <= p.limit {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn add_health_points(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::AddHealthPoints) -> Flow {
    let i = a.index();
    let health = vm.w.mind[i].health.wrapping_add(p.value);
    let fits = health < vm.im.kind(vm.w.body[i].kind).traits.limit_health_points;
    vm.score(hit, fits);
    if fits {
        vm.w.mind[i].health = health;
        vm.w.mind[i].max_health = vm.w.mind[i].max_health.max(health);
        kill_second(vm, hit, p.kill_second);
    }
    Ok(())
}

pub(crate) fn add_health_points_to_max(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::AddHealthPointsToMax) -> Flow {
    let i = a.index();
    let limit = vm.im.kind(vm.w.body[i].kind).traits.limit_health_points;
    let health = vm.w.mind[i].health.wrapping_add(p.value);
    vm.w.mind[i].health = if health < limit { health } else { limit };
    vm.w.mind[i].max_health = vm.w.mind[i].max_health.max(vm.w.mind[i].health);
    vm.score(hit, true);
    kill_second(vm, hit, p.kill_second);
    Ok(())
}

fn kill_second(vm: &mut Frame<'_>, hit: Hit, wanted: bool) {
    if wanted && let Some(b) = hit.b {
        vm.kill(b);
    }
}

pub(crate) fn remove_score(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::RemoveScore) -> Flow {
    match p.stype {
        TypeRef(None) => clear_score(vm, hit, a, p.kill_second),
        TypeRef(Some(stype)) => each_of(vm, stype, |vm, slot| clear_score(vm, hit, slot, p.kill_second)),
    }
}

fn clear_score(vm: &mut Frame<'_>, hit: Hit, slot: Slot, kill_second: bool) -> Flow {
    let i = slot.index();
    let kind = vm.im.kind(vm.w.body[i].kind);
    if !kind.traits.is_avatar {
        return Ok(());
    }
    if !kind.avatar {
        return Err(vm.fault(Cause::NotAnAvatar));
    }
    let pilot = vm.w.mind[i].memory[0] as usize;
    vm.w.pilots[pilot].score = 0;
    if kill_second && let Some(b) = hit.b {
        vm.remove(b);
    }
    Ok(())
}

/// Calls `run` on each sprite that is directly of a type, those it makes left out.
pub(crate) fn each_of(vm: &mut Frame<'_>, kind: TypeId, mut run: impl FnMut(&mut Frame<'_>, Slot) -> Flow) -> Flow {
    let last = vm.w.groups[kind.index()].tail;
    if last == NONE {
        return Ok(());
    }
    let mut next = vm.w.first_of(kind);
    while let Some(slot) = next {
        vm.work(1)?;
        run(vm, slot)?;
        if slot.0 == last {
            break;
        }
        next = vm.w.next_of(slot);
    }
    Ok(())
}
