//! Walkers: platform creatures.

use super::{Flow, Frame, avatar};
use crate::state::world::{Slot, flag};

/// One draw if it has to pick a side.
pub(crate) fn walk(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let i = slot.index();
    let t = &vm.im.kind(vm.w.body[i].kind).traits;
    if t.airsteering || vm.w.body[i].rect.x == vm.w.body[i].last.x {
        let x = vm.w.body[i].ori.0;
        let side = if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            [-1.0, 1.0][vm.w.rng.next_int(2) as usize]
        };
        vm.w.body[i].ori = (side, 0.0);
        vm.active(slot, (side, 0.0), t.max_speed)?;
    }
    vm.w.body[i].speed = t.max_speed;
    vm.w.set(slot, flag::GROUNDED, false);
    Ok(())
}

/// The reference engine draws the jump from a generator without a seed; here it is the play's own, and nothing is drawn
/// where the probability leaves no choice.
pub(crate) fn walk_and_jump(vm: &mut Frame<'_>, slot: Slot) -> Flow {
    vm.passive(slot)?;
    let i = slot.index();
    let p = vm.im.kind(vm.w.body[i].kind).traits.probability;
    if vm.w.has(slot, flag::GROUNDED) && (p >= 1.0 || (p > 0.0 && p > vm.w.rng.next_double())) {
        avatar::jump(vm, slot)?;
    } else {
        vm.active(slot, vm.w.body[i].ori, vm.w.body[i].speed)?;
    }
    vm.w.set(slot, flag::GROUNDED, false);
    Ok(())
}
