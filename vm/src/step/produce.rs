//! Spawn points and bombers. One draw each update, whether it is time for a product or not.

use super::sprite::{code, decode};
use super::update::Glide;
use super::{Flow, Frame, npc, update};
use crate::image::Kind;
use crate::ontology::{Dir, TypeRef};
use crate::program::TypeId;
use crate::state::Cause;
use crate::state::world::{NONE, Slot};

/// Whether it is time for a product. Notes the tick of the first update.
#[inline]
fn due(vm: &mut Frame<'_>, slot: Slot, kind: &Kind) -> bool {
    let t = &kind.traits;
    let start = &mut vm.w.mind[slot.index()].memory[0];
    if *start == -1 {
        *start = vm.w.tick;
    }
    // Mostly it is the draw that says no.
    f64::from(vm.w.rng.next_float()) < t.prob && (*start).wrapping_add(vm.w.tick) % t.cooldown == 0
}

/// The turns of a type whose sprites make others and move along their orientation, if at all, under grid physics. Says the
/// same as [`spawn_point`] for each.
pub(crate) fn turns(vm: &mut Frame<'_>, kind: TypeId, k: &Kind) -> Flow {
    let t = &k.traits;
    let moves = !t.is_static && !t.only_active;
    let mut glide = Glide::new(vm, k);
    let mut next = vm.w.groups[kind.index()].head;
    while next != NONE {
        let slot = Slot(next);
        let body = vm.w.body.own_mut(slot.index());
        body.last = body.rect;
        if due(vm, slot, k) {
            vm.actor = Some(slot);
            let before = vm.w.groups[kind.index()].tail;
            product(vm, slot, decode(vm.w.mind[slot.index()].memory[2]))?;
            if vm.w.groups[kind.index()].tail != before {
                // Once it has moved, the walk over the list fails.
                if moves {
                    glide.one(vm, slot, k)?;
                }
                return Err(vm.fault(Cause::MadeOwnType));
            }
            glide.note_new(vm, k);
        }
        if moves {
            glide.one(vm, slot, k)?;
        }
        if t.total > 0 && vm.w.mind[slot.index()].memory[1] >= t.total {
            vm.kill(slot);
        }
        next = vm.w.links.own(slot.index()).next;
    }
    Ok(())
}

fn product(vm: &mut Frame<'_>, slot: Slot, kind: TypeRef) -> Flow {
    let i = slot.index();
    let rect = vm.w.body[i].rect;
    if let Some(new) = vm.add(kind, rect.x, rect.y, false)? {
        vm.w.mind[i].memory[1] = vm.w.mind[i].memory[1].wrapping_add(1);
        let spawnorientation = vm.im.kind(vm.w.body[i].kind).traits.spawnorientation;
        if spawnorientation != Dir::None {
            vm.w.body[new.index()].ori = spawnorientation.vector();
        } else if vm.w.body[new.index()].ori == (0.0, 0.0) {
            vm.w.body[new.index()].ori = vm.w.body[i].ori;
        }
    }
    Ok(())
}

/// The base update, then the end after `total` products.
fn finish(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    update::base(vm, slot)?;
    let i = slot.index();
    let total = vm.im.kind(vm.w.body[i].kind).traits.total;
    if total > 0 && vm.w.mind[i].memory[1] >= total {
        vm.kill(slot);
    }
    Ok(())
}

pub(crate) fn spawn_point(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    if due(vm, slot, vm.im.kind(vm.w.body[slot.index()].kind)) {
        let kind = decode(vm.w.mind[slot.index()].memory[2]);
        product(vm, slot, kind)?;
    }
    finish(vm, slot)
}

pub(crate) fn random_bomber(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let dir = npc::random_dir(vm);
    vm.active_dir(slot, dir, vm.w.body[slot.index()].speed)?;
    spawn_point(vm, slot)
}

/// One more draw: which type.
pub(crate) fn bomber_random_missile(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let i = slot.index();
    let n = vm.im.kind(vm.w.body[i].kind).traits.stype_missile.len();
    if n == 0 {
        return Err(vm.fault(Cause::NothingToChoose));
    }
    let k = vm.w.rng.next_int(n as i32) as usize;
    vm.w.mind[i].memory[2] = code(TypeRef(vm.w.lists.row(i, vm.im.list_len)[k]));
    spawn_point(vm, slot)
}

pub(crate) fn multi(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    if due(vm, slot, vm.im.kind(vm.w.body[slot.index()].kind)) {
        let im = vm.im;
        for &kind in &im.kind(vm.w.body[slot.index()].kind).traits.stypes {
            product(vm, slot, kind)?;
        }
    }
    finish(vm, slot)
}
