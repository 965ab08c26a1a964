//! Effects on place, orientation and speed.

use super::super::physics::{Vector, normalise};
use super::super::{Flow, Frame, Hit, avatar, npc};
use super::kill::each_of;
use crate::ontology::effects::operands as op;
use crate::ontology::{Dir, TypeRef};
use crate::program::TypeId;
use crate::state::Rect;
use crate::state::world::{Body, Slot, flag};

/// Puts a sprite back where its turn began.
pub(super) fn put_back(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let Body { rect, last, kind, .. } = vm.w.body[slot.index()];
    if (last.w, last.h) == (rect.w, rect.h) && last != rect {
        return vm.shift(slot, vm.im.kind(kind), last.x, last.y);
    }
    vm.set_rect(slot, last)
}

/// Where the first sprite stands against the second, on the side it came from; where it was, if it came from no side.
pub(super) fn against(vm: &Frame<'_>, a: Slot, b: Slot) -> Rect {
    let (rect, last, other) = (vm.w.body[a.index()].rect, vm.w.body[a.index()].last, vm.w.body[b.index()].rect);
    let (now, then) = (rect.centre(), last.centre());
    let dir = normalise((now.0 - then.0, now.1 - then.1));
    if dir == Dir::Down.vector() {
        Rect { y: other.y.wrapping_sub(rect.h), ..rect }
    } else if dir == Dir::Right.vector() {
        Rect { x: other.x.wrapping_sub(rect.w), ..rect }
    } else if dir == Dir::Up.vector() {
        Rect { y: other.y.wrapping_add(other.h), ..rect }
    } else if dir == Dir::Left.vector() {
        Rect { x: other.x.wrapping_add(other.w), ..rect }
    } else {
        last
    }
}

fn reversed(v: Vector) -> Vector {
    (-v.0, -v.1)
}

pub(crate) fn step_back(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::StepBack) -> Flow {
    match hit.b {
        Some(b) if p.pixel_perfect => vm.set_rect(a, against(vm, a, b)),
        _ => put_back(vm, a),
    }
}

pub(crate) fn undo_all(vm: &mut Frame<'_>, _: Hit, p: &op::UndoAll) -> Flow {
    let im = vm.im;
    let spared = |kind: TypeId| p.not_stype.contains(&TypeRef(Some(kind)));
    // Resting sprites stand where they were, but for those listed as moved.
    vm.work(vm.w.moved.len())?;
    for k in 0..vm.w.moved.len() {
        let slot = Slot(vm.w.moved[k]);
        let kind = vm.w.body[slot.index()].kind;
        if im.kind(kind).rests && !spared(kind) {
            put_back(vm, slot)?;
        }
    }
    for &kind in &im.program.order {
        if im.kind(kind).rests || spared(kind) {
            continue;
        }
        let mut next = vm.w.first_of(kind);
        while let Some(slot) = next {
            vm.work(1)?;
            put_back(vm, slot)?;
            next = vm.w.next_of(slot);
        }
    }
    Ok(())
}

pub(crate) fn reverse_direction(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::ReverseDirection) -> Flow {
    vm.w.body[a.index()].ori = reversed(vm.w.body[a.index()].ori);
    Ok(())
}

pub(crate) fn flip_direction(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::FlipDirection) -> Flow {
    vm.w.body[a.index()].ori = npc::random_dir(vm).vector();
    Ok(())
}

pub(crate) fn turn_around(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::TurnAround) -> Flow {
    put_back(vm, a)?;
    let cooldown = vm.im.kind(vm.w.body[a.index()].kind).traits.cooldown;
    for _ in 0..2 {
        vm.set_last_move(a, cooldown);
        vm.active_dir(a, Dir::Down, vm.w.body[a.index()].speed)?;
    }
    vm.w.body[a.index()].ori = reversed(vm.w.body[a.index()].ori);
    Ok(())
}

pub(crate) fn wrap_around(vm: &mut Frame<'_>, _: Hit, a: Slot, p: &op::WrapAround) -> Flow {
    let Rect { x, y, w, h } = vm.w.body[a.index()].rect;
    let (dx, dy) = vm.w.body[a.index()].ori;
    let near = |size: i32| (p.offset * f64::from(size)) as i32;
    let far = |size: i32, screen: i32| (f64::from(screen) - f64::from(size) * (1.0 + p.offset)) as i32;
    let (x, y) = if dx > 0.0 {
        (near(w), y)
    } else if dx < 0.0 {
        (far(w, vm.board.width), y)
    } else if dy > 0.0 {
        (x, near(h))
    } else if dy < 0.0 {
        (x, far(h, vm.board.height))
    } else {
        (x, y)
    };
    vm.move_to(a, x, y)?;
    vm.set_last_move(a, 0);
    Ok(())
}

/// Two draws, if both are oriented.
pub(crate) fn attract_gaze(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, p: &op::AttractGaze) -> Flow {
    if !vm.w.has(a, flag::ORIENTED) || !vm.w.has(b, flag::ORIENTED) || vm.w.rng.next_double() >= p.prob {
        return Ok(());
    }
    let dir = vm.w.body[b.index()].ori;
    vm.w.body[a.index()].ori = dir;
    if p.align {
        let (rect, other) = (vm.w.body[a.index()].rect, vm.w.body[b.index()].rect);
        if dir == Dir::Left.vector() || dir == Dir::Right.vector() {
            return vm.move_to(a, rect.x, other.y);
        }
        return vm.move_to(a, other.x, rect.y);
    }
    Ok(())
}

pub(crate) fn align(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, p: &op::Align) -> Flow {
    if p.orient {
        vm.w.body[a.index()].ori = vm.w.body[b.index()].ori;
    }
    let other = vm.w.body[b.index()].rect;
    vm.move_to(a, other.x, other.y)
}

pub(crate) fn bounce_forward(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::BounceForward) -> Flow {
    let moved = vm.last_direction(b);
    let mut dir = normalise(moved);
    let faces = vm.w.body[b.index()].ori;
    if moved.0 * faces.0 < 0.0 {
        dir.0 = -dir.0;
    }
    if moved.1 * faces.1 < 0.0 {
        dir.1 = -dir.1;
    }
    vm.active(a, dir, vm.w.body[b.index()].speed)?;
    vm.w.body[a.index()].ori = dir;
    Ok(())
}

pub(crate) fn pull_with_it(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, p: &op::PullWithIt) -> Flow {
    let state = &mut vm.w.rules[hit.rule.index()];
    if vm.w.tick > state.last_tick {
        state.last_tick = vm.w.tick;
        vm.w.pulled.retain(|&(rule, _)| rule != hit.rule.0);
    }
    if vm.w.pulled.contains(&(hit.rule.0, a.0)) {
        return Ok(());
    }
    vm.w.pulled.push((hit.rule.0, a.0));
    let last = vm.w.body[a.index()].last;
    let dir = normalise(vm.last_direction(b));
    let continuous = vm.im.kind(vm.w.body[a.index()].kind).traits.physicstype != 0;
    let cell = if continuous { CONTINUOUS_CELL } else { vm.board.block };
    let step = (vm.w.body[b.index()].speed * f64::from(cell)) as i32;
    vm.update_pos(a, dir, step)?;
    let other = vm.w.body[b.index()].rect;
    if continuous {
        let x = vm.w.body[a.index()].rect.x;
        vm.move_to(a, x, other.y.wrapping_sub(other.h))?;
        vm.w.body[a.index()].ori.1 = 0.0;
    }
    vm.set_last(a, last);
    if p.pixel_perfect {
        vm.set_rect(a, vm.w.body[b.index()].rect)?;
    }
    Ok(())
}

/// Cell of continuous physics, in pixels, whatever the game's (GVGAI `ContinuousPhysics`).
const CONTINUOUS_CELL: i32 = 10;

/// One draw, if there is an exit.
pub(crate) fn teleport_to_exit(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::TeleportToExit) -> Flow {
    let Some(TypeRef(Some(exit))) = avatar::leads_to(vm, b) else {
        return vm.misuse();
    };
    let exits = vm.w.groups[exit.index()].count;
    if exits == 0 {
        vm.kill(a);
        return Ok(());
    }
    vm.work(exits as usize)?;
    let mut chosen = vm.w.first_of(exit);
    for _ in 0..vm.w.rng.next_int(exits) {
        chosen = chosen.and_then(|slot| vm.w.next_of(slot));
    }
    let Some(exit) = chosen else { return Ok(()) };
    vm.set_rect(a, vm.w.body[exit.index()].rect)?;
    vm.set_last_move(a, 0);
    if vm.w.has(exit, flag::ORIENTED) {
        vm.w.body[a.index()].ori = vm.w.body[exit.index()].ori;
    }
    Ok(())
}

pub(crate) fn half_speed(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::HalfSpeed) -> Flow {
    vm.w.body[a.index()].speed *= 0.5;
    Ok(())
}

pub(crate) fn water_physics(vm: &mut Frame<'_>, _: Hit, a: Slot, _: &op::WaterPhysics) -> Flow {
    vm.w.mind[a.index()].gravity = 0.2;
    Ok(())
}

/// Changes the speed of every sprite of a family.
fn change_speeds(vm: &mut Frame<'_>, family: TypeId, change: impl Fn(f64) -> f64) -> Flow {
    let im = vm.im;
    for &kind in &im.kind(family).family {
        each_of(vm, kind, |vm, slot| {
            vm.w.body[slot.index()].speed = change(vm.w.body[slot.index()].speed);
            Ok(())
        })?;
    }
    Ok(())
}

pub(crate) fn increase_speed_to_all(vm: &mut Frame<'_>, _: Hit, p: &op::IncreaseSpeedToAll) -> Flow {
    change_speeds(vm, p.stype, |speed| speed + p.value)
}

pub(crate) fn decrease_speed_to_all(vm: &mut Frame<'_>, _: Hit, p: &op::DecreaseSpeedToAll) -> Flow {
    change_speeds(vm, p.stype, |speed| if speed - p.value < 0.0 { 0.0 } else { speed - p.value })
}

pub(crate) fn set_speed_for_all(vm: &mut Frame<'_>, _: Hit, p: &op::SetSpeedForAll) -> Flow {
    change_speeds(vm, p.stype, |_| p.value)
}
