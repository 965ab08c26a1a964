//! Sprites that move by themselves: at random, towards others, away from them, along paths.

use super::physics::{Movement, step_length};
use super::{Flow, Frame};
use crate::image::Kind;
use crate::ontology::{Class, Dir, TypeList, TypeRef};
use crate::program::TypeId;
use crate::state::world::{NONE, Slot, flag, opt};
use crate::state::{Cause, Rect};

/// One draw: one of four sides.
#[inline]
pub(crate) fn random_dir(vm: &mut Frame<'_>) -> Dir {
    Dir::BASE[vm.w.rng.next_int(4) as usize]
}

/// The direction kept for `cons` moves; then one draw for another.
#[inline]
fn random_move(vm: &mut Frame<'_>, slot: Slot, kind: &Kind) -> Dir {
    let memory = &mut vm.w.mind[slot.index()].memory;
    if memory[0] < kind.traits.cons {
        memory[0] += 1;
        return kept(memory[1]);
    }
    let k = vm.w.rng.next_int(4);
    (memory[0], memory[1]) = (0, k + 1);
    Dir::BASE[k as usize & 3]
}

/// A kept direction: 0 for none yet, else one more than its number.
#[inline]
fn kept(previous: i32) -> Dir {
    if previous == 0 { Dir::None } else { Dir::BASE[(previous - 1) as usize & 3] }
}

/// The turns of a type of animals, that do not make others.
pub(crate) fn turns(vm: &mut Frame<'_>, kind: TypeId, k: &Kind, class: Class) -> Flow {
    let t = &k.traits;
    let wanders = class == Class::RandomNPC;
    let chases = matches!(class, Class::Chaser | Class::Fleeing);
    let (cooldown, clock, block) = (t.cooldown, vm.clock_of(k), vm.board.block);
    // Sprites of a type mostly share their speed, and so the length of a step.
    let (mut speed, mut step) = (f64::NAN, 0);
    let target = if chases { only_target(vm, kind, k) } else { None };
    let mut next = vm.w.groups[kind.index()].head;
    while next != NONE {
        let slot = Slot(next);
        next = vm.w.links.own(slot.index()).next;
        let body = vm.w.body.own_mut(slot.index());
        vm.turn = body.id;
        body.last = body.rect;
        if !k.steps || body.flags & flag::ORIENTED != 0 || !(wanders || chases) {
            update(vm, slot, k, class)?;
            continue;
        }
        vm.actor = Some(slot);
        body.flags &= if t.is_static || t.only_active { u32::MAX } else { !flag::FIRST };
        let waits = cooldown > body.idle(clock);
        if body.speed != speed {
            speed = body.speed;
            step = step_length(speed, block);
        }
        let dir = match target {
            Some(target) => {
                let rect = body.rect;
                let dir = towards_one(vm, rect, target, t.fleeing, f64::from(t.max_distance), false);
                dir.unwrap_or_else(|| random_move(vm, slot, k))
            }
            None if wanders => random_move(vm, slot, k),
            None => {
                let rect = body.rect;
                towards_closest(vm, rect, k)?.unwrap_or_else(|| random_move(vm, slot, k))
            }
        };
        if waits || dir == Dir::None || step == 0 {
            continue;
        }
        vm.take_step(slot, k, dir, step, clock)?;
    }
    Ok(())
}

/// The turn of a sprite whose class is one of those here.
#[inline]
pub(crate) fn update(vm: &mut Frame<'_>, slot: Slot, kind: &Kind, class: Class) -> Flow {
    vm.actor = Some(slot);
    match class {
        Class::Chaser | Class::Fleeing => chase(vm, slot, kind, false),
        Class::LOSChaser => chase(vm, slot, kind, true),
        Class::PathChaser => path_chase(vm, slot),
        Class::AlternateChaser => alternate(vm, slot),
        Class::RandomAltChaser => random_or(vm, slot, alternate),
        Class::PathAltChaser => path_alternate(vm, slot),
        Class::RandomPathAltChaser => random_or(vm, slot, path_alternate),
        _ => random(vm, slot, kind),
    }
}

fn go(vm: &mut Frame<'_>, slot: Slot, dir: Dir) -> Flow {
    let _: Movement = vm.active_dir(slot, dir, vm.w.body[slot.index()].speed)?;
    Ok(())
}

fn random(vm: &mut Frame<'_>, slot: Slot, kind: &Kind) -> Flow {
    vm.passive_of(slot, kind)?;
    let dir = random_move(vm, slot, kind);
    vm.active_of(slot, kind, dir.vector(), vm.w.body[slot.index()].speed)?;
    Ok(())
}

/// With probability `epsilon` a random step (two draws and one), else the other update (two draws and its own).
fn random_or(vm: &mut Frame<'_>, slot: Slot, other: fn(&mut Frame<'_>, Slot) -> Flow) -> Flow {
    let epsilon = vm.im.kind(vm.w.body[slot.index()].kind).traits.epsilon;
    if vm.w.rng.next_double() < epsilon {
        vm.passive(slot)?;
        let dir = random_dir(vm);
        go(vm, slot, dir)
    } else {
        other(vm, slot)
    }
}

/// Chasers and those that flee. One draw.
fn chase(vm: &mut Frame<'_>, slot: Slot, kind: &Kind, must_see: bool) -> Flow {
    vm.passive_of(slot, kind)?;
    let t = &kind.traits;
    let max_distance = f64::from(t.max_distance);
    let mut targets = std::mem::take(&mut vm.w.scratch.targets);
    let found = closest(vm, slot, must_see, &mut targets);
    let dir = found.map(|()| choices(vm, slot, &targets, t.fleeing, max_distance));
    vm.w.scratch.targets = targets;
    let dir = dir?.unwrap_or_else(|| random_move(vm, slot, kind));
    vm.active_of(slot, kind, dir.vector(), vm.w.body[slot.index()].speed)?;
    Ok(())
}

/// Where the target of all sprites of a type is, if there is but one and it stays there during their turns.
fn only_target(vm: &Frame<'_>, kind: TypeId, k: &Kind) -> Option<Rect> {
    let stype = k.traits.stype.0?;
    let group = &vm.w.groups[stype.index()];
    (group.count == 1 && group.head != NONE && stype != kind).then(|| vm.w.body.own(group.head as usize).rect)
}

fn path_chase(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let mut targets = std::mem::take(&mut vm.w.scratch.targets);
    let found = closest(vm, slot, false, &mut targets);
    let target = targets.first().copied();
    vm.w.scratch.targets = targets;
    found?;
    let i = slot.index();
    let dir = match target {
        Some(target) => {
            let goal = vm.w.body[target as usize].rect;
            let dir = path(vm, vm.w.body[i].rect, (goal.x, goal.y))?;
            vm.w.mind[i].memory[0] = vm.im.kind(vm.w.body[i].kind).traits.cons;
            dir.unwrap_or(Dir::None)
        }
        None => random_move(vm, slot, vm.im.kind(vm.w.body[i].kind)),
    };
    go(vm, slot, dir)
}

/// First step of the path from a sprite to a place.
fn path(vm: &mut Frame<'_>, from: Rect, to: (i32, i32)) -> Flow<Option<Dir>> {
    match &vm.board.paths {
        Some(paths) => {
            // Where there is no way, every cell may be looked at.
            vm.work((vm.board.columns * vm.board.rows) as usize)?;
            Ok(paths.first_step(vm.board.block, (from.x, from.y), to))
        }
        None => Err(vm.fault(Cause::NoPathFinder)),
    }
}

impl Frame<'_> {
    /// Counts a step for each sprite of some types.
    fn work_on(&mut self, types: &[TypeId]) -> Flow {
        self.work(types.iter().map(|kind| self.w.groups[kind.index()].count.unsigned_abs() as usize).sum())
    }
}

/// The closest sprites of the type it chases, in order: those that are directly of it, else those of its family.
fn closest(vm: &mut Frame<'_>, slot: Slot, must_see: bool, targets: &mut Vec<u32>) -> Flow {
    targets.clear();
    let im = vm.im;
    let Some(stype) = im.kind(vm.w.body[slot.index()].kind).traits.stype.0 else {
        return Err(vm.fault(Cause::UndeclaredType));
    };
    let looks = kept(vm.w.mind[slot.index()].memory[1]);
    if must_see && looks == Dir::None {
        return Ok(());
    }
    let rect = vm.w.body[slot.index()].rect;
    let sees = |other: Rect| match looks {
        _ if !must_see => true,
        Dir::Down => other.x == rect.x && other.y >= rect.y,
        Dir::Up => other.x == rect.x && other.y <= rect.y,
        Dir::Left => other.x <= rect.x && other.y == rect.y,
        _ => other.x >= rect.x && other.y == rect.y,
    };
    let continuous = vm.continuous(slot);
    let mut best = f64::MAX;
    vm.work_on(&im.kind(stype).family)?;
    if vm.w.groups[stype.index()].count > 0 {
        nearest(vm, stype, rect, continuous, sees, &mut best, targets);
    } else {
        for &kind in &im.kind(stype).family {
            nearest(vm, kind, rect, continuous, sees, &mut best, targets);
        }
    }
    Ok(())
}

/// Keeps the sprites of a type that are closest so far.
fn nearest(
    vm: &Frame<'_>,
    kind: TypeId,
    rect: Rect,
    continuous: bool,
    sees: impl Fn(Rect) -> bool,
    best: &mut f64,
    targets: &mut Vec<u32>,
) {
    let mut next = vm.w.first_of(kind);
    while let Some(other) = next {
        let place = vm.w.body[other.index()].rect;
        if sees(place) {
            let distance = Frame::distance(continuous, rect, place);
            if distance < *best {
                *best = distance;
                targets.clear();
                targets.push(other.0);
            } else if distance == *best {
                targets.push(other.0);
            }
        }
        next = vm.w.next_of(other);
    }
}

/// The directions that lead from one place to another, or away from it: one bit for each of `Dir::BASE`. One pixel up is
/// closer if the target is above, and farther if it is not; so for the other sides. That holds for either distance, since
/// only one of the two coordinates changes.
#[inline]
fn leads(from: Rect, to: Rect, fleeing: bool) -> u32 {
    let closer = u32::from(to.y < from.y)
        | u32::from(to.x < from.x) << 1
        | u32::from(to.y > from.y) << 2
        | u32::from(to.x > from.x) << 3;
    if fleeing { !closer & 15 } else { closer }
}

/// Whether something is near enough; −1 stands for any distance.
#[inline]
fn in_reach(distance: f64, max_distance: f64) -> bool {
    max_distance == -1.0 || distance <= max_distance
}

/// [`choices`] for one target.
#[inline]
fn towards_one(
    vm: &mut Frame<'_>,
    from: Rect,
    to: Rect,
    fleeing: bool,
    max_distance: f64,
    continuous: bool,
) -> Option<Dir> {
    let leads = leads(from, to, fleeing);
    if leads == 0 || !in_reach(Frame::distance(continuous, from, to), max_distance) {
        return None;
    }
    let place = vm.w.rng.next_int(i32::from(COUNTS[leads as usize & 15]));
    Some(nth(leads, place as u32))
}

/// Number of directions, by their bits.
const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// The directions, by their bits. A table: which one it is would be hard to predict for a branch.
const PICKS: [[Dir; 4]; 16] = {
    let mut picks = [[Dir::None; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut k, mut n) = (0, 0);
        while k < 4 {
            if bits >> k & 1 != 0 {
                picks[bits][n] = Dir::BASE[k];
                n += 1;
            }
            k += 1;
        }
        bits += 1;
    }
    picks
};

/// One of some directions.
#[inline]
fn nth(leads: u32, place: u32) -> Dir {
    PICKS[leads as usize & 15][place as usize & 3]
}

/// [`closest`] and [`choices`] in one, on the grid, for one that need not see its targets.
fn towards_closest(vm: &mut Frame<'_>, rect: Rect, k: &Kind) -> Flow<Option<Dir>> {
    let (im, t) = (vm.im, &k.traits);
    let Some(stype) = t.stype.0 else {
        return Err(vm.fault(Cause::UndeclaredType));
    };
    let alone = [stype];
    let types = if vm.w.groups[stype.index()].count > 0 { &alone[..] } else { &im.kind(stype).family[..] };
    vm.work_on(types)?;
    let far = |to: Rect| i64::from(rect.x.abs_diff(to.x)) + i64::from(rect.y.abs_diff(to.y));
    let mut best = i64::MAX;
    each_of(vm, types, |to| best = best.min(far(to)));
    if !in_reach(best as f64, f64::from(t.max_distance)) {
        return Ok(None);
    }
    // The directions of all that are as close, in a row; one is drawn by its place.
    let mut count = 0;
    let leads = |to: Rect| if far(to) == best { leads(rect, to, t.fleeing) } else { 0 };
    each_of(vm, types, |to| count += i32::from(COUNTS[leads(to) as usize & 15]));
    if count == 0 {
        return Ok(None);
    }
    let mut place = vm.w.rng.next_int(count);
    let mut chosen = None;
    each_of(vm, types, |to| {
        let leads = leads(to);
        let count = i32::from(COUNTS[leads as usize & 15]);
        if (0..count).contains(&place) {
            chosen = Some(nth(leads, place as u32));
        }
        place -= count;
    });
    Ok(chosen)
}

/// Calls `visit` with the place of each sprite of some types.
#[inline]
fn each_of(vm: &Frame<'_>, types: &[TypeId], mut visit: impl FnMut(Rect)) {
    for &kind in types {
        let mut next = vm.w.first_of(kind);
        while let Some(other) = next {
            visit(vm.w.body[other.index()].rect);
            next = vm.w.next_of(other);
        }
    }
}

/// Draws one of the directions that lead towards (or away from) any of the targets; `None` if none does.
fn choices(vm: &mut Frame<'_>, slot: Slot, targets: &[u32], fleeing: bool, max_distance: f64) -> Option<Dir> {
    let rect = vm.w.body[slot.index()].rect;
    let continuous = vm.continuous(slot);
    if let [target] = *targets {
        let to = vm.w.body[target as usize].rect;
        return towards_one(vm, rect, to, fleeing, max_distance, continuous);
    }
    // All of them in a row, each target's after those of the one before; one is drawn by its place.
    let leads = |vm: &Frame<'_>, target: u32| {
        let to = vm.w.body[target as usize].rect;
        if in_reach(Frame::distance(continuous, rect, to), max_distance) { leads(rect, to, fleeing) } else { 0 }
    };
    let count = targets.iter().map(|&target| u32::from(COUNTS[leads(vm, target) as usize & 15])).sum::<u32>();
    if count == 0 {
        return None;
    }
    let mut place = vm.w.rng.next_int(count as i32) as u32;
    for &target in targets {
        let leads = leads(vm, target);
        let count = u32::from(COUNTS[leads as usize & 15]);
        if place < count {
            return Some(nth(leads, place));
        }
        place -= count;
    }
    None
}

/// `AlternateChaser`. One draw.
fn alternate(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let mut targets = std::mem::take(&mut vm.w.scratch.targets);
    let found = alternate_targets(vm, slot, false, &mut targets);
    let dir = found.map(|()| choices(vm, slot, &targets, false, -1.0).unwrap_or_else(|| random_dir(vm)));
    vm.w.scratch.targets = targets;
    go(vm, slot, dir?)
}

/// Targets of the alternate chasers. Types are counted in the list `stype1` alone, and one of them is taken; the reference
/// engine takes it with a generator that has no seed, here it is the first. Sprites that are directly of the type come
/// twice.
fn alternate_targets(vm: &mut Frame<'_>, slot: Slot, any: bool, targets: &mut Vec<u32>) -> Flow {
    targets.clear();
    let im = vm.im;
    let list: &TypeList = &im.kind(vm.w.body[slot.index()].kind).traits.stype1;
    let mut chasing = 0;
    for &TypeRef(kind) in list {
        match kind {
            Some(kind) => chasing += vm.count(kind),
            None => return Err(vm.fault(Cause::UndeclaredType)),
        }
    }
    if chasing > 0
        && let Some(&TypeRef(Some(stype))) = list.first()
    {
        let rect = vm.w.body[slot.index()].rect;
        let continuous = vm.continuous(slot);
        let mut best = f64::MAX;
        vm.work_on(&im.kind(stype).family)?;
        for kind in std::iter::once(stype).chain(im.kind(stype).family.iter().copied()) {
            if any {
                let mut next = vm.w.first_of(kind);
                while let Some(other) = next {
                    targets.push(other.0);
                    next = vm.w.next_of(other);
                }
            } else {
                nearest(vm, kind, rect, continuous, |_| true, &mut best, targets);
            }
        }
    }
    if any {
        if targets.is_empty() {
            return Err(vm.fault(Cause::NothingToChoose));
        }
        let chosen = targets[vm.w.rng.next_int(targets.len() as i32) as usize];
        targets.clear();
        targets.push(chosen);
    }
    Ok(())
}

/// `PathAltChaser`: keeps a target until it stands on it. A target that has died stays where it was.
fn path_alternate(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let i = slot.index();
    let tracker = vm.w.mind[i].memory[2] as usize;
    let place = |vm: &Frame<'_>| {
        let t = &vm.w.trackers[tracker];
        t.target?;
        Some(opt(t.slot).map_or(t.rect, |s| vm.w.body[s.index()].rect))
    };
    let target = place(vm);
    if target.is_none_or(|target| vm.w.body[i].rect.contains(target)) {
        let any = vm.im.kind(vm.w.body[i].kind).traits.random_target;
        let mut targets = std::mem::take(&mut vm.w.scratch.targets);
        let found = alternate_targets(vm, slot, any, &mut targets);
        let first = targets.first().copied();
        vm.w.scratch.targets = targets;
        found?;
        let Some(first) = first else {
            let dir = random_dir(vm);
            return go(vm, slot, dir);
        };
        let id = vm.w.body[first as usize].id;
        let t = &mut vm.w.trackers[tracker];
        t.target = Some(id);
        t.slot = first;
    }
    let Some(goal) = place(vm) else { return Ok(()) };
    let goal = (goal.x, goal.y);
    let rect = vm.w.body[i].rect;
    let mut dir = path(vm, rect, goal)?;
    match vm.w.trackers[tracker].known {
        Some(known) if dir.is_none() => dir = path(vm, rect, known)?,
        _ => vm.w.trackers[tracker].known = Some(goal),
    }
    debug_assert!(vm.w.trackers[tracker].slot == NONE || vm.w.trackers[tracker].target.is_some());
    go(vm, slot, dir.unwrap_or(Dir::None))
}
