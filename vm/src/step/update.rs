//! Step 4: all sprites but avatars.

use super::{Flow, Frame, npc, produce, walker};
use crate::ontology::{Class, Dir, TypeRef};
use crate::probe::Part;
use crate::state::world::{Slot, flag};
use crate::state::{Cause, Rect};

/// Updates types in reverse drawing order.
pub(crate) fn all(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    for &kind in &im.turns {
        let k = im.kind(kind);
        vm.w.cursor = k.turn;
        let Ok(class) = k.class else { continue };
        let mut next = vm.w.first_of(kind);
        if next.is_some() {
            vm.begin(Part::Type(kind), |vm| vm.w.groups[kind.index()].count as u64);
        }
        while let Some(slot) = next {
            let i = slot.index();
            let before = vm.w.groups[kind.index()].tail;
            vm.w.body[i].last = vm.w.body[i].rect;
            vm.actor = Some(slot);
            one(vm, slot, class)?;
            if vm.w.groups[kind.index()].tail != before {
                // The list that is being walked has grown (GVGAI: `ConcurrentModificationException`).
                return Err(vm.fault(Cause::MadeOwnType));
            }
            next = vm.w.next_of(slot);
        }
    }
    vm.w.cursor = -1;
    vm.actor = None;
    vm.begin(Part::Rest, |_| 0);
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
        Class::RandomNPC | Class::RandomInertial => npc::random(vm, slot),
        Class::Chaser | Class::Fleeing => npc::chase(vm, slot, false),
        Class::LOSChaser => npc::chase(vm, slot, true),
        Class::PathChaser => npc::path_chase(vm, slot),
        Class::AlternateChaser => npc::alternate(vm, slot),
        Class::RandomAltChaser => npc::random_or(vm, slot, npc::alternate),
        Class::PathAltChaser => npc::path_alternate(vm, slot),
        Class::RandomPathAltChaser => npc::random_or(vm, slot, npc::path_alternate),
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
