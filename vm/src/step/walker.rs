//! Walkers: platform creatures.

use super::{Flow, Frame, avatar};
use crate::state::world::{Slot, flag};

/// One draw if it has to pick a side.
pub(crate) fn walk(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let i = slot.index();
    let t = &vm.im.kind(vm.w.kind[i]).traits;
    if t.airsteering || vm.w.rect[i].x == vm.w.last[i].x {
        let x = vm.w.ori[i].0;
        let side = if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            [-1.0, 1.0][vm.w.rng.next_int(2) as usize]
        };
        vm.w.ori[i] = (side, 0.0);
        vm.active(slot, (side, 0.0), t.max_speed)?;
    }
    vm.w.speed[i] = t.max_speed;
    vm.w.set(slot, flag::GROUNDED, false);
    Ok(())
}

/// The reference engine draws the jump from a generator without a seed; here it is the play's own, and nothing is drawn
/// where the probability leaves no choice.
pub(crate) fn walk_and_jump(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let i = slot.index();
    let p = vm.im.kind(vm.w.kind[i]).traits.probability;
    if vm.w.has(slot, flag::GROUNDED) && (p >= 1.0 || (p > 0.0 && p > vm.w.rng.next_double())) {
        avatar::jump(vm, slot)?;
    } else {
        vm.active(slot, vm.w.ori[i], vm.w.speed[i])?;
    }
    vm.w.set(slot, flag::GROUNDED, false);
    Ok(())
}
