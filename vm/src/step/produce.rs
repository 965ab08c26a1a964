//! Spawn points and bombers. One draw each update, whether it is time for a product or not.

use super::sprite::{code, decode};
use super::{Flow, Frame, npc, update};
use crate::ontology::{Dir, TypeRef};
use crate::state::Cause;
use crate::state::world::Slot;

/// Whether it is time for a product. Notes the tick of the first update.
fn due(vm: &mut Frame<'_>, slot: Slot) -> bool {
    let i = slot.index();
    let t = &vm.im.kind(vm.w.kind[i]).traits;
    if vm.w.memory[i][0] == -1 {
        vm.w.memory[i][0] = vm.w.tick;
    }
    let roll = f64::from(vm.w.rng.next_float());
    (vm.w.memory[i][0] + vm.w.tick) % t.cooldown == 0 && roll < t.prob
}

fn product(vm: &mut Frame<'_>, slot: Slot, kind: TypeRef) -> Flow {
    let i = slot.index();
    let rect = vm.w.rect[i];
    if let Some(new) = vm.add(kind, rect.x, rect.y, false)? {
        vm.w.memory[i][1] += 1;
        let spawnorientation = vm.im.kind(vm.w.kind[i]).traits.spawnorientation;
        if spawnorientation != Dir::None {
            vm.w.ori[new.index()] = spawnorientation.vector();
        } else if vm.w.ori[new.index()] == (0.0, 0.0) {
            vm.w.ori[new.index()] = vm.w.ori[i];
        }
    }
    Ok(())
}

/// The base update, then the end after `total` products.
fn finish(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    update::base(vm, slot)?;
    let i = slot.index();
    let total = vm.im.kind(vm.w.kind[i]).traits.total;
    if total > 0 && vm.w.memory[i][1] >= total {
        vm.kill(slot);
    }
    Ok(())
}

pub(crate) fn spawn_point(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    if due(vm, slot) {
        let kind = decode(vm.w.memory[slot.index()][2]);
        product(vm, slot, kind)?;
    }
    finish(vm, slot)
}

pub(crate) fn random_bomber(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let dir = npc::random_dir(vm);
    vm.active_dir(slot, dir, vm.w.speed[slot.index()])?;
    spawn_point(vm, slot)
}

/// One more draw: which type.
pub(crate) fn bomber_random_missile(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    let i = slot.index();
    let n = vm.im.kind(vm.w.kind[i]).traits.stype_missile.len();
    if n == 0 {
        return Err(vm.fault(Cause::NothingToChoose));
    }
    let k = vm.w.rng.next_int(n as i32) as usize;
    vm.w.memory[i][2] = code(TypeRef(vm.w.lists[i * vm.im.list_len + k]));
    spawn_point(vm, slot)
}

pub(crate) fn multi(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    if due(vm, slot) {
        let im = vm.im;
        for &kind in &im.kind(vm.w.kind[slot.index()]).traits.stypes {
            product(vm, slot, kind)?;
        }
    }
    finish(vm, slot)
}
