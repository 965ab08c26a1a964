//! Effects that turn sprites into others.

use super::super::sprite::code;
use super::super::{Flow, Frame, Hit};
use super::kill::each_of;
use crate::ontology::effects::operands as op;
use crate::ontology::{Class, TypeRef};
use crate::program::TypeId;
use crate::state::Cause;
use crate::state::world::{NONE, Slot, flag};

/// How a sprite takes another's place.
#[derive(Clone, Copy)]
struct Manner {
    kill_second: bool,
    force_orientation: bool,
}

/// Makes a sprite where another stands.
fn successor(vm: &mut Frame<'_>, old: Slot, kind: TypeRef, force: bool) -> Flow<Option<Slot>> {
    let rect = vm.w.body[old.index()].rect;
    vm.add(kind, rect.x, rect.y, force)
}

/// Turns `old` into `new` if there is one: orientation, last place, what it holds, health and player go over. The new
/// sprite's speed, cooldown and size are its own type's.
fn replace(vm: &mut Frame<'_>, new: Option<Slot>, old: Slot, second: Option<Slot>, manner: Manner) -> Flow {
    let Some(new) = new else { return Ok(()) };
    let (n, o) = (new.index(), old.index());
    let both = vm.w.has(new, flag::ORIENTED) && vm.w.has(old, flag::ORIENTED);
    if manner.force_orientation || (both && vm.w.body[n].ori == (0.0, 0.0)) {
        vm.w.body[n].ori = vm.w.body[o].ori;
    }
    inherit(vm, new, old)?;
    let transformed = hand_over(vm, new, old)?;
    vm.w.mind[n].health = vm.w.mind[o].health;
    retire(vm, old, transformed);
    if manner.kill_second
        && let Some(second) = second
    {
        vm.remove(second);
    }
    Ok(())
}

/// The last place, and what it holds on top of what the new one holds.
fn inherit(vm: &mut Frame<'_>, new: Slot, old: Slot) -> Flow {
    vm.work(vm.im.resources.len())?;
    vm.set_last(new, vm.w.body[old.index()].last);
    for c in 0..vm.im.resources.len() {
        let resource = TypeRef(Some(vm.im.resources[c]));
        let amount = vm.held(old, resource);
        vm.hold(new, resource, amount);
    }
    Ok(())
}

/// The new sprite becomes the avatar of the old one's player. Whether the old one is done with: an avatar that turns into
/// something else is only disabled.
fn hand_over(vm: &mut Frame<'_>, new: Slot, old: Slot) -> Flow<bool> {
    if !vm.im.kind(vm.w.body[old.index()].kind).traits.is_avatar {
        return Ok(true);
    }
    if !vm.im.kind(vm.w.body[old.index()].kind).avatar {
        return Ok(false);
    }
    // A sprite that no player is bound to says 0, and so takes the first player's place.
    let player = vm.w.pilots[vm.w.mind[old.index()].memory[0] as usize].player;
    let bound = vm.w.players[usize::from(player)];
    if bound == NONE {
        return Err(vm.fault(Cause::NoAvatar));
    }
    if !vm.im.kind(vm.w.body[new.index()].kind).avatar {
        return Ok(false);
    }
    let before = vm.w.pilots[vm.w.mind[bound as usize].memory[0] as usize];
    vm.w.players[usize::from(player)] = new.0;
    let pilot = &mut vm.w.pilots[vm.w.mind[new.index()].memory[0] as usize];
    pilot.player = player;
    pilot.score = before.score;
    pilot.winner = before.winner;
    Ok(true)
}

fn retire(vm: &mut Frame<'_>, old: Slot, transformed: bool) {
    if transformed {
        vm.remove(old);
    } else {
        vm.kill(old);
    }
}

pub(crate) fn transform_to(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::TransformTo) -> Flow {
    if vm.w.has(a, flag::DISABLED) {
        return Ok(());
    }
    let new = successor(vm, a, TypeRef(Some(p.stype)), false)?;
    replace(vm, new, a, hit.b, Manner { kill_second: p.kill_second, force_orientation: p.force_orientation })
}

/// One draw, if there is a choice. The candidates are the whole family but the type itself, ancestors included; one that
/// cannot be made is a message, not a fault.
pub(crate) fn transform_to_random_child(vm: &mut Frame<'_>, hit: Hit, a: Slot, p: &op::TransformToRandomChild) -> Flow {
    let im = vm.im;
    let family = &im.kind(p.stype).family;
    if family.len() < 2 {
        return Ok(());
    }
    let k = vm.w.rng.next_int(family.len() as i32 - 1) as usize;
    let Some(&kind) = family.iter().filter(|&&t| t != p.stype).nth(k) else { return Ok(()) };
    let manner = Manner { kill_second: p.kill_second, force_orientation: p.force_orientation };
    let done = successor(vm, a, TypeRef(Some(kind)), false).and_then(|new| replace(vm, new, a, hit.b, manner));
    if done.is_err() {
        vm.w.fault = None;
        vm.message();
    }
    Ok(())
}

pub(crate) fn transform_to_all(vm: &mut Frame<'_>, hit: Hit, p: &op::TransformToAll) -> Flow {
    let manner = Manner { kill_second: p.kill_second, force_orientation: p.force_orientation };
    each_of(vm, p.stype, |vm, old| {
        let new = successor(vm, old, TypeRef(Some(p.stype_to)), true)?;
        replace(vm, new, old, hit.b, manner)?;
        grown(vm, p.stype, p.stype_to, new)
    })
}

/// The reference engine walks the live list: it fails when the list has grown.
fn grown(vm: &mut Frame<'_>, walked: TypeId, made: TypeId, new: Option<Slot>) -> Flow {
    if walked == made && new.is_some() { Err(vm.fault(Cause::MadeOwnType)) } else { Ok(()) }
}

pub(crate) fn transform_if_count(vm: &mut Frame<'_>, hit: Hit, a: Slot, b: Slot, p: &op::TransformIfCount) -> Flow {
    let Some(counted) = p.stype_count.0 else {
        return Err(vm.fault(Cause::UndeclaredType));
    };
    let count = vm.count(counted);
    let met = p.geq <= count && count <= p.leq;
    let manner = Manner { kill_second: p.kill_second, force_orientation: p.force_orientation };
    let state = &mut vm.w.rules[hit.rule.index()];
    (state.apply_score, state.count, state.count_else) = (false, false, false);
    let kind = if met { Some(TypeRef(Some(p.stype))) } else { p.estype };
    if let Some(kind) = kind {
        let new = successor(vm, a, kind, true)?;
        replace(vm, new, a, Some(b), manner)?;
        let state = &mut vm.w.rules[hit.rule.index()];
        (state.apply_score, state.count, state.count_else) = (met, met, !met);
    }
    Ok(())
}

pub(crate) fn transform_to_singleton(
    vm: &mut Frame<'_>,
    _: Hit,
    a: Slot,
    b: Slot,
    p: &op::TransformToSingleton,
) -> Flow {
    each_of(vm, p.stype, |vm, old| {
        let new = successor(vm, old, TypeRef(Some(p.stype_other)), false)?;
        if let Some(new) = new {
            take_place(vm, new, old)?;
        }
        grown(vm, p.stype, p.stype_other, new)
    })?;
    if let Some(new) = successor(vm, a, TypeRef(Some(p.stype)), false)? {
        take_place(vm, new, a)?;
        if p.take_orientation {
            let (x, y) = vm.w.body[b.index()].ori;
            vm.w.body[new.index()].ori = (-x, -y);
            vm.w.set(new, flag::ORIENTED, true);
        }
    }
    Ok(())
}

/// As [`replace`], but the orientation always goes over if both have one, and health does not.
fn take_place(vm: &mut Frame<'_>, new: Slot, old: Slot) -> Flow {
    if vm.w.has(new, flag::ORIENTED) && vm.w.has(old, flag::ORIENTED) {
        vm.w.body[new.index()].ori = vm.w.body[old.index()].ori;
    }
    inherit(vm, new, old)?;
    let transformed = hand_over(vm, new, old)?;
    retire(vm, old, transformed);
    Ok(())
}

pub(crate) fn update_spawn_type(vm: &mut Frame<'_>, hit: Hit, _: Slot, p: &op::UpdateSpawnType) -> Flow {
    let im = vm.im;
    for &kind in &im.kind(p.spawn_point).family {
        let Ok(class) = im.kind(kind).class else { continue };
        if !class.is_a(Class::SpawnPoint) {
            continue;
        }
        each_of(vm, kind, |vm, slot| {
            let Some(b) = hit.b else {
                return Err(vm.fault(Cause::NoSprite));
            };
            if class == Class::BomberRandomMissile {
                let old = vm.w.body[b.index()].kind;
                let n = vm.im.kind(kind).traits.stype_missile.len();
                let list = &mut vm.w.lists.row_mut(slot.index(), vm.im.list_len)[..n];
                if let Some(place) = list.iter_mut().find(|t| **t == Some(old)) {
                    *place = Some(p.stype);
                }
            } else {
                vm.w.mind[slot.index()].memory[2] = code(TypeRef(Some(p.stype)));
            }
            Ok(())
        })?;
    }
    Ok(())
}
