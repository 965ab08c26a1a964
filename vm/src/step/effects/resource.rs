//! Resources, shields and timers.

use super::super::{Flow, Frame, Hit, timers};
use crate::ontology::effects::operands as op;
use crate::ontology::{Class, TypeRef};
use crate::state::Cause;
use crate::state::world::{Shield, Slot, Waiting};

/// The resource that a sprite is: its type, its value and the most that can be held. `None` if it is none.
fn resource(vm: &mut Frame<'_>, a: Slot) -> Flow<Option<(TypeRef, i32, i32)>> {
    let id = vm.w.body[a.index()].kind;
    let kind = vm.im.kind(id);
    if !kind.traits.is_resource {
        return Ok(None);
    }
    if !kind.class.is_ok_and(|c| c.is_a(Class::Resource)) {
        return Err(vm.fault(Cause::NotAResource));
    }
    let limit = vm.im.program.types[id.index()].resource_limit;
    Ok(Some((TypeRef(Some(id)), kind.traits.value, limit)))
}

pub(crate) fn collect_resource(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, p: &op::CollectResource) -> Flow {
    let Some((resource, value, limit)) = resource(vm, a)? else { return Ok(()) };
    let held = vm.held(b, resource);
    let room = held < limit;
    vm.score(hit, room);
    if room {
        vm.hold(b, resource, value.min(limit.wrapping_sub(held)));
        if p.kill_resource {
            vm.remove(a);
        }
    }
    Ok(())
}

pub(crate) fn collect_resource_if_held(
    vm: &mut Frame<'_>,
    hit: Hit,
    a: Slot,
    b: Slot,
    p: &op::CollectResourceIfHeld,
) -> Flow {
    let Some((resource, value, limit)) = resource(vm, a)? else { return Ok(()) };
    vm.score(hit, false);
    if vm.held(b, p.held) < p.value {
        return Ok(());
    }
    if vm.held(b, resource).wrapping_add(value) <= limit {
        vm.score(hit, true);
        vm.hold(b, resource, value);
    }
    if p.kill_resource {
        vm.kill(a);
    }
    Ok(())
}

pub(crate) fn change_resource(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, p: &op::ChangeResource) -> Flow {
    let Some(resource) = p.resource.0 else {
        return Err(vm.fault(Cause::UndeclaredType));
    };
    let limit = vm.im.program.types[resource.index()].resource_limit;
    let fits = vm.held(a, p.resource).wrapping_add(p.value) <= limit;
    vm.score(hit, fits);
    if fits {
        vm.hold(a, p.resource, p.value);
        if p.kill_resource {
            vm.remove(b);
        }
    }
    Ok(())
}

pub(crate) fn shield_from(vm: &mut Frame<'_>, _: Hit, a: Slot, p: &op::ShieldFrom) -> Flow {
    if let Some(effect) = p.ftype.0 {
        vm.work(vm.w.shields.len())?;
        let shield = Shield { first: vm.w.body[a.index()].kind, second: p.stype, effect };
        if !vm.w.shields.contains(&shield) {
            vm.w.shields.push(shield);
        }
    }
    Ok(())
}

pub(crate) fn add_timer(vm: &mut Frame<'_>, hit: Hit, p: &op::AddTimer) -> Flow {
    let waiting = Waiting {
        next: vm.w.tick.wrapping_add(p.timer),
        rule: p.rule.0,
        on: None,
        timer: p.timer,
        repeating: p.repeating,
        scored_as: hit.rule.0,
        turn: 0,
    };
    timers::plan(vm, waiting)
}
