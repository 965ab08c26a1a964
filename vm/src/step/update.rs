//! Step 4: all sprites but avatars.

use super::near::Partners;
use super::{Flow, Frame, npc, produce, walker};
use crate::image::{Kind, updates_as_base};
use crate::ontology::{Class, Dir, TypeRef};
use crate::probe::Part;
use crate::program::TypeId;
use crate::state::world::{NONE, Slot, flag};
use crate::state::{Cause, Rect};

/// Updates types in reverse drawing order.
pub(crate) fn all(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    for &kind in &im.turns {
        let k = im.kind(kind);
        vm.w.cursor = k.turn;
        let Ok(class) = k.class else { continue };
        vm.begin(Part::Type(kind), |vm| vm.w.groups[kind.index()].count as u64);
        if k.traits.physicstype == 0 && k.traits.time_to_live < 0 && updates_as_base(class) {
            glide(vm, kind, k)?;
            continue;
        }
        if matches!(class, Class::SpawnPoint | Class::Bomber) && k.traits.physicstype == 0 && k.traits.time_to_live < 0
        {
            produce::turns(vm, kind, k)?;
            continue;
        }
        if class.is_a(Class::RandomNPC) {
            npc::turns(vm, kind, k, class)?;
            continue;
        }
        // Scenery does nothing, so the list of the others is the whole.
        let mut next = vm.w.groups[kind.index()].head;
        while next != NONE {
            let slot = Slot(next);
            let before = vm.w.groups[kind.index()].tail;
            let body = vm.w.body.own_mut(slot.index());
            vm.turn = body.id;
            body.last = body.rect;
            vm.actor = Some(slot);
            one(vm, slot, class)?;
            if vm.w.groups[kind.index()].tail != before {
                // The list that is being walked has grown (GVGAI: `ConcurrentModificationException`).
                return Err(vm.fault(Cause::MadeOwnType));
            }
            next = vm.w.links[slot.index()].next;
        }
    }
    vm.w.cursor = -1;
    vm.actor = None;
    vm.begin(Part::Rest, |_| 0);
    Ok(())
}

/// The turns of a type whose sprites only move along their orientation, under grid physics. Says the same as
/// [`Frame::passive`] for each, with what is common to the type kept at hand.
fn glide(vm: &mut Frame<'_>, kind: TypeId, k: &Kind) -> Flow {
    if k.traits.is_static || k.traits.only_active {
        return rest(vm, kind);
    }
    let mut glide = Glide::new(vm, k);
    let mut next = vm.w.groups[kind.index()].head;
    while next != NONE {
        let slot = Slot(next);
        let body = vm.w.body.own_mut(slot.index());
        next = vm.w.links.own(slot.index()).next;
        if body.flags & flag::STALLED != 0 {
            continue;
        }
        vm.turn = body.id;
        body.last = body.rect;
        glide.one(vm, slot, k)?;
    }
    Ok(())
}

/// How the sprites of a type move along their orientation.
pub(crate) struct Glide {
    /// Orientation and speed of the sprite before: sprites of a type mostly share them, and so the step.
    of: ((f64, f64), f64),
    /// The step, if there is any.
    step: Option<(i32, i32)>,
    clock: i32,
    partners: Partners,
}

impl Glide {
    pub(crate) fn new(vm: &Frame<'_>, k: &Kind) -> Self {
        Self { of: ((f64::NAN, f64::NAN), f64::NAN), step: None, clock: vm.clock_of(k), partners: vm.partners(k) }
    }

    /// Sprites were made.
    pub(crate) fn note_new(&mut self, vm: &Frame<'_>, k: &Kind) {
        self.partners = vm.partners(k);
    }

    /// Moves one.
    #[inline(always)]
    pub(crate) fn one(&mut self, vm: &mut Frame<'_>, slot: Slot, k: &Kind) -> Flow {
        let board = vm.board;
        let body = vm.w.body.own_mut(slot.index());
        if body.flags & (flag::FIRST | flag::ORIENTED) != flag::ORIENTED {
            body.flags &= !flag::FIRST;
            return Ok(());
        }
        if k.traits.cooldown > body.idle(self.clock) {
            return Ok(());
        }
        if (body.ori, body.speed) != self.of {
            self.of = (body.ori, body.speed);
            let speed = if body.speed == -1.0 { 1.0 } else { body.speed };
            let mut step = (speed * f64::from(board.block)) as i32;
            if step == 0 {
                step = body.speed as i32;
            }
            let moves = speed != 0.0 && step != 0 && body.ori.0.abs() + body.ori.1.abs() != 0.0;
            let along = |ori: f64| (ori * f64::from(step)) as i32;
            self.step = moves.then(|| (along(body.ori.0), along(body.ori.1)));
        }
        let Some((dx, dy)) = self.step else { return Ok(()) };
        body.stamp = self.clock;
        let (Rect { x, y, w, h }, before) = (body.rect, body.flags);
        let (x, y) = (x.wrapping_add(dx), y.wrapping_add(dy));
        if w != board.block || h != board.block || before & flag::OUTSIDE != 0 || !board.holds(x, y) {
            if h == 0 || before & flag::OUTSIDE == 0 || !vm.stray(slot, k, x, y) {
                vm.actor = Some(slot);
                vm.shift(slot, k, x, y)?;
            }
        } else if match self.partners {
            Partners::None => true,
            Partners::One(place) => !place.intersects(Rect { x, y, w, h }),
            Partners::Some => false,
        } {
            // It meets nothing: all there is to do is to list it elsewhere.
            let (cell, flags) = board.lie(x, y, before & !flag::MET);
            (body.rect.x, body.rect.y, body.flags) = (x, y, flags);
            if before & flag::IN_CELL != 0
                && (cell != vm.w.links.own(slot.index()).cell || (before ^ flags) & flag::MISFIT != 0)
            {
                vm.enter_cell(slot, k, before, flags, cell);
            }
        } else {
            vm.slide(slot, k, x, y);
        }
        Ok(())
    }
}

/// The turns of a type whose sprites stay where they are.
fn rest(vm: &mut Frame<'_>, kind: TypeId) -> Flow {
    let mut next = vm.w.groups[kind.index()].head;
    while next != NONE {
        let body = &mut vm.w.body[next as usize];
        body.last = body.rect;
        next = vm.w.links[next as usize].next;
    }
    Ok(())
}

fn one(vm: &mut Frame<'_>, slot: Slot, class: Class) -> Flow {
    match class {
        Class::Flicker | Class::OrientedFlicker => flicker(vm, slot),
        Class::Spreader => {
            flicker(vm, slot)?;
            if vm.w.mind[slot.index()].memory[0] == 2 { spread(vm, slot) } else { Ok(()) }
        }
        Class::RandomMissile => {
            if vm.w.body[slot.index()].ori == Dir::Nil.vector() {
                vm.w.body[slot.index()].ori = npc::random_dir(vm).vector();
            }
            vm.passive(slot)?;
            Ok(())
        }
        Class::SpawnPoint | Class::Bomber => produce::spawn_point(vm, slot),
        Class::RandomBomber => produce::random_bomber(vm, slot),
        Class::BomberRandomMissile => produce::bomber_random_missile(vm, slot),
        Class::SpawnPointMultiSprite => produce::multi(vm, slot),
        Class::Walker => walker::walk(vm, slot),
        Class::WalkerJumper => walker::walk_and_jump(vm, slot),
        _ => base(vm, slot),
    }
}

/// A passive move, then the end of its life.
#[inline]
pub(crate) fn base(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let ttl = vm.w.mind[slot.index()].ttl;
    if ttl > 0 {
        vm.w.mind[slot.index()].ttl = ttl - 1;
    } else if ttl == 0 {
        vm.kill(slot);
    }
    Ok(())
}

fn flicker(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    base(vm, slot)?;
    let i = slot.index();
    let age = vm.w.mind[i].memory[0];
    if age > vm.im.kind(vm.w.body[i].kind).traits.limit {
        vm.kill(slot);
    }
    vm.w.mind[i].memory[0] = age.wrapping_add(1);
    Ok(())
}

/// Two draws for each of the four sides.
fn spread(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let i = slot.index();
    let t = &vm.im.kind(vm.w.body[i].kind).traits;
    let kind = TypeRef(t.stype.0.or(Some(vm.w.body[i].kind)));
    for dir in Dir::BASE {
        if vm.w.rng.next_double() < t.spreadprob {
            let Rect { x, y, w, h } = vm.w.body[i].last;
            let (dx, dy) = dir.vector();
            let x = (f64::from(x) + dx * f64::from(w)) as i32;
            let y = (f64::from(y) + dy * f64::from(h)) as i32;
            vm.add(kind, x, y, false)?;
        }
    }
    Ok(())
}

/// Whether a sprite is one that others still see: neither killed this tick nor a killed avatar.
#[inline]
pub(crate) fn is_live(vm: &Frame<'_>, slot: Slot) -> bool {
    vm.w.body[slot.index()].flags & (flag::KILLED | flag::DISABLED) == 0
}
