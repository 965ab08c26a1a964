//! Bouncing off walls and paddles.

use super::super::physics::{Vector, length, normalise};
use super::super::{Flow, Frame, Hit};
use super::motion::{against, put_back};
use crate::image::NOT_TIMED;
use crate::ontology::Effect;
use crate::ontology::effects::operands as op;
use crate::program::RuleId;
use crate::state::Rect;
use crate::state::world::Slot;
use crate::trig;

fn velocity(vm: &Frame<'_>, slot: Slot) -> Vector {
    let (speed, ori) = (vm.w.body[slot.index()].speed, vm.w.body[slot.index()].ori);
    if speed == 0.0 { (0.0, 0.0) } else { (ori.0 * speed, ori.1 * speed) }
}

/// Keeps the part of its motion that `v` has; it is never slower than its gravity.
fn keep(vm: &mut Frame<'_>, slot: Slot, v: Vector) {
    let i = slot.index();
    vm.w.body[i].ori = normalise(v);
    let speed = length(v) * vm.w.body[i].speed;
    vm.w.body[i].speed = if speed < vm.w.mind[i].gravity { vm.w.mind[i].gravity } else { speed };
}

pub(crate) fn wall_stop(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::WallStop) -> Flow {
    vm.set_rect(a, against(vm, a, b))?;
    let (at, wall) = (vm.w.body[a.index()].rect.centre(), vm.w.body[b.index()].rect.centre());
    let ori = vm.w.body[a.index()].ori;
    let beside = (at.0 - wall.0).abs() > (at.1 - wall.1).abs();
    keep(vm, a, if beside { (0.0, ori.1) } else { (ori.0, 0.0) });
    Ok(())
}

/// The side on which a sprite hits a rectangle: (horizontally, vertically).
fn side(vm: &Frame<'_>, a: Slot, wall: Rect) -> (bool, bool) {
    let (rect, last) = (vm.w.body[a.index()].rect, vm.w.body[a.index()].last);
    let shared = rect.intersection(wall);
    let (horizontal, vertical) = (rect.h == shared.h, rect.w == shared.w);
    if horizontal || vertical {
        return (horizontal, vertical);
    }
    let v = velocity(vm, a);
    let gap = |v: f64, from: i32, size: i32, to: i32, to_size: i32| {
        let distance = if v == 0.0 {
            from.wrapping_sub(to)
        } else if v > 0.0 {
            from.wrapping_add(size).wrapping_sub(to)
        } else {
            to.wrapping_add(to_size).wrapping_sub(from)
        };
        (f64::from(distance.wrapping_abs()) / v).abs()
    };
    let across = gap(v.0, last.x, rect.w, wall.x, wall.w);
    let down = gap(v.1, last.y, rect.h, wall.y, wall.h);
    (across < down, down < across)
}

fn bounce(vm: &mut Frame<'_>, a: Slot, wall: Rect) {
    let (horizontal, vertical) = side(vm, a, wall);
    let (x, y) = vm.w.body[a.index()].ori;
    vm.w.body[a.index()].ori = if vertical {
        (x, -y)
    } else if horizontal {
        (-x, y)
    } else {
        (-x, -y)
    };
}

fn reverse(vm: &mut Frame<'_>, a: Slot, wall: Rect) {
    let (_, vertical) = side(vm, a, wall);
    let x = vm.w.body[a.index()].ori.0;
    keep(vm, a, if vertical { (x, 0.0) } else { (-x, 0.0) });
}

pub(crate) fn wall_bounce(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::WallBounce) -> Flow {
    if vm.w.mind[a.index()].gravity > 0.0 {
        vm.active(a, (0.0, -1.0), 0.0)?;
    }
    bounce(vm, a, vm.w.body[b.index()].rect);
    put_back(vm, a)?;
    put_back(vm, b)
}

pub(crate) fn wall_reverse(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, _: &op::WallReverse) -> Flow {
    reverse(vm, a, vm.w.body[b.index()].rect);
    put_back(vm, a)?;
    put_back(vm, b)
}

/// Runs a rule on all second sprites at once; how many times its points count. Effects that cannot do that do nothing.
pub(crate) fn batch(vm: &mut Frame<'_>, a: Slot, rule: RuleId, met: &mut [(u64, u32)]) -> Flow<i32> {
    if vm.im.timed[rule.index()] != NOT_TIMED {
        // The wrapper of a rule with TIME cannot.
        return Ok(0);
    }
    let hit: fn(&mut Frame<'_>, Slot, Rect) = match vm.im.rule(rule).effect {
        Effect::WallBounce(_) => bounce,
        Effect::WallReverse(_) => reverse,
        _ => return Ok(0),
    };
    let (wall, times) = wall(vm, a, met);
    hit(vm, a, wall);
    put_back(vm, a)?;
    for &(_, b) in met.iter() {
        put_back(vm, Slot(b))?;
    }
    Ok(times)
}

/// What a sprite hits when it hits several: two side by side are one wall of twice the size, of others the closest counts.
fn wall(vm: &Frame<'_>, a: Slot, met: &mut [(u64, u32)]) -> (Rect, i32) {
    let rect = |k: usize, met: &[(u64, u32)]| vm.w.body[met[k].1 as usize].rect;
    match met.len() {
        1 => return (rect(0, met), 1),
        2 => {
            let (one, two) = (rect(0, met), rect(1, met));
            if one.centre().0 == two.centre().0 {
                return (Rect { y: one.y.min(two.y), h: one.h.wrapping_mul(2), ..one }, 2);
            }
            if one.centre().1 == two.centre().1 {
                return (Rect { x: one.x.min(two.x), w: one.w.wrapping_mul(2), ..one }, 2);
            }
        }
        _ => {}
    }
    let centre = vm.w.body[a.index()].last.centre();
    let distance = |b: u32| {
        let (x, y) = vm.w.body[b as usize].last.centre();
        let (dx, dy) = (centre.0 - x, centre.1 - y);
        (dx * dx + dy * dy).sqrt()
    };
    met.sort_by(|one, two| distance(one.1).total_cmp(&distance(two.1)));
    (rect(0, met), 1)
}

pub(crate) fn bounce_direction(vm: &mut Frame<'_>, _: Hit, a: Slot, b: Slot, p: &op::BounceDirection) -> Flow {
    let (rect, last, pad) = (vm.w.body[a.index()].rect, vm.w.body[a.index()].last, vm.w.body[b.index()].rect);
    let v = velocity(vm, a);
    let gap = |from: i32, size: i32, to: i32, to_size: i32| {
        let far = from.wrapping_sub(to.wrapping_add(to_size)).wrapping_abs();
        let near = from.wrapping_add(size).wrapping_sub(to).wrapping_abs();
        f64::from(far.min(near))
    };
    let across = (gap(last.x, rect.w, pad.x, pad.w) / v.0).abs();
    let down = (gap(last.y, rect.h, pad.y, pad.h) / v.1).abs();
    let ((cx, cy), (px, py)) = (rect.centre(), pad.centre());
    let vertical = down < across;
    let (size, off, towards) = if vertical {
        (pad.w, cx - px, if cy < py { 1.0 } else { -1.0 })
    } else if across < down {
        (pad.h, py - cy, if cx > px { 1.0 } else { -1.0 })
    } else {
        vm.w.body[a.index()].ori.0 = -vm.w.body[a.index()].ori.0;
        return Ok(());
    };
    let hit = off / (0.5 * f64::from(size));
    let hit = if hit < 0.0 { hit.max(-1.0) } else { hit.min(1.0) };
    let angle = hit * (p.max_angle * trig::DEGREE);
    let (sin, cos) = (trig::sin(angle), trig::cos(angle));
    vm.w.body[a.index()].ori = normalise(if vertical { (sin, -cos * towards) } else { (cos * towards, -sin) });
    Ok(())
}
