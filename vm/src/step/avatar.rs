//! Step 3: avatars. None of them draws a random number.

use super::physics::{Movement, Vector, normalise};
use super::sprite::decode;
use super::{Flow, Frame};
use crate::ontology::{Action, Class, Dir, TypeRef};
use crate::probe::Part;
use crate::state::world::{Slot, flag, opt};
use crate::trig;

/// Moves the avatars of all players.
pub(crate) fn all(vm: &mut Frame<'_>, actions: &[Action]) -> Flow {
    for player in 0..vm.im.program.game.players as usize {
        let Some(avatar) = opt(vm.w.players[player]) else { continue };
        if vm.w.has(avatar, flag::DISABLED) {
            continue;
        }
        vm.actor = Some(avatar);
        let i = avatar.index();
        vm.w.body[i].last = vm.w.body[i].rect;
        vm.w.body[i].stamp = vm.w.body[i].stamp.wrapping_sub(1);
        vm.begin(Part::Type(vm.w.body[i].kind), |_| 1);
        let kind = vm.im.kind(vm.w.body[i].kind);
        let Ok(class) = kind.class else { continue };
        let action = match actions.get(player).copied().unwrap_or_default() {
            Action::Escape => {
                vm.w.over = true;
                Action::Nil
            }
            action if kind.actions.contains(&action) => action,
            _ => Action::Nil,
        };
        act(vm, avatar, class, action)?;
    }
    vm.actor = None;
    Ok(())
}

fn act(vm: &mut Frame<'_>, a: Slot, class: Class, action: Action) -> Flow {
    match class {
        Class::FlakAvatar => {
            if walk(vm, a, action)? == Movement::Still && action == Action::Use {
                drop_shot(vm, a)?;
            }
        }
        Class::OrientedAvatar => {
            walk_oriented(vm, a, action)?;
        }
        Class::ShootAvatar => {
            if walk_oriented(vm, a, action)? == Movement::Still {
                shoot(vm, a, class, action)?;
            }
        }
        Class::ShootOnlyAvatar => {
            coast(vm, a)?;
            let key = Class::ShootOnlyAvatar.actions().iter().position(|&k| k == action);
            if let Some(k) = key.filter(|&k| k < shots(vm, a) && has_ammo(vm, a, k)) {
                let dir = normalise(vm.w.body[a.index()].ori);
                shot(vm, a, k, dir)?;
            }
        }
        Class::MissileAvatar => {
            vm.passive(a)?;
        }
        Class::OngoingAvatar => {
            steer(vm, a, action);
            vm.passive(a)?;
        }
        Class::OngoingShootAvatar => {
            let steered = steer(vm, a, action);
            vm.passive(a)?;
            if !steered {
                shoot(vm, a, class, action)?;
            }
        }
        Class::OngoingTurningAvatar => ongoing_turning(vm, a, action)?,
        Class::AimedAvatar => {
            if walk_oriented(vm, a, action)? == Movement::Still {
                shoot(vm, a, class, action)?;
            }
            shoot(vm, a, class, action)?;
            aim(vm, a, action);
            thrust(vm, a, action == Action::Up, action == Action::Down)?;
        }
        Class::SpaceshipAvatar => {
            coast(vm, a)?;
            shoot(vm, a, class, action)?;
            shoot(vm, a, class, action)?;
            rotate(vm, a, action);
            thrust(vm, a, action == Action::Up, action == Action::Down)?;
        }
        Class::CarAvatar => {
            coast(vm, a)?;
            rotate(vm, a, action);
            drive(vm, a, action)?;
        }
        Class::LanderAvatar => {
            coast(vm, a)?;
            rotate(vm, a, action);
            thrust(vm, a, action == Action::Up, false)?;
        }
        Class::BirdAvatar => fly(vm, a, action)?,
        Class::PlatformerAvatar => {
            run_and_jump(vm, a, action)?;
            vm.w.set(a, flag::GROUNDED, false);
        }
        Class::WizardAvatar => {
            run_and_jump(vm, a, action)?;
            place_blocks(vm, a, action)?;
            vm.w.set(a, flag::GROUNDED, false);
        }
        _ => {
            walk(vm, a, action)?;
        }
    }
    Ok(())
}

/// The passive move of avatars that are not under grid physics.
fn coast(vm: &mut Frame<'_>, a: Slot) -> Flow {
    if vm.im.kind(vm.w.body[a.index()].kind).traits.physicstype != 0 {
        vm.passive(a)?;
    }
    Ok(())
}

fn walk(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow<Movement> {
    let kind = vm.im.kind(vm.w.body.own(a.index()).kind);
    let way = action.dir();
    if kind.steps && (way != Dir::None || action.diagonal().is_none()) {
        return vm.step_to(a, kind, way);
    }
    coast(vm, a)?;
    let way = action.diagonal().unwrap_or_else(|| way.vector());
    vm.active_of(a, kind, way, vm.w.body.own(a.index()).speed)
}

/// Walks, and faces where it went.
fn walk_oriented(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow<Movement> {
    let movement = walk(vm, a, action)?;
    if movement == Movement::Move && vm.im.kind(vm.w.body[a.index()].kind).traits.physicstype == 0 {
        vm.w.body[a.index()].ori = normalise(vm.last_direction(a));
    }
    Ok(movement)
}

/// Faces where the player says; whether the player said.
fn steer(vm: &mut Frame<'_>, a: Slot, action: Action) -> bool {
    let steered = action.dir() != Dir::None;
    if steered {
        vm.turn(a, action.dir().vector());
    }
    steered
}

fn ongoing_turning(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow {
    let i = a.index();
    let dir = action.dir().vector();
    if action.dir() != Dir::None && dir.0 * vm.w.body[i].ori.0 + dir.1 * vm.w.body[i].ori.1 == 0.0 {
        vm.turn(a, dir);
    }
    vm.passive(a)?;
    if let Some((x, y)) = vm.last_position(a) {
        let pilot = vm.w.mind[i].memory[0] as usize;
        vm.add(TypeRef(vm.w.pilots[pilot].leaves), x, y, false)?;
    }
    Ok(())
}

/// `FlakAvatar`: makes a sprite where it stands.
fn drop_shot(vm: &mut Frame<'_>, a: Slot) -> Flow {
    let t = &vm.im.kind(vm.w.body[a.index()].kind).traits;
    if let Some(ammo) = t.ammo {
        let amount = vm.held(a, ammo);
        if amount <= if t.min_ammo > -1 { t.min_ammo } else { 0 } {
            return Ok(());
        }
    }
    let rect = vm.w.body[a.index()].rect;
    if let Some(shot) = vm.add(t.stype, rect.x, rect.y, false)? {
        if let Some(ammo) = t.ammo {
            spend(vm, a, ammo, t.ammo_cost);
        }
        vm.w.set(shot, flag::FROM_AVATAR, true);
    }
    Ok(())
}

/// Takes ammunition; unlike other resources it may fall below nothing.
fn spend(vm: &mut Frame<'_>, a: Slot, ammo: TypeRef, cost: i32) {
    if let Some(column) = ammo.0.and_then(|r| vm.im.kind(r).column) {
        let held = &mut vm.w.held.row_mut(a.index(), vm.im.resources.len())[column as usize];
        *held = held.wrapping_sub(cost);
    }
}

/// Number of sprites it can shoot.
fn shots(vm: &Frame<'_>, a: Slot) -> usize {
    vm.im.kind(vm.w.body[a.index()].kind).traits.shots.len()
}

fn has_ammo(vm: &Frame<'_>, a: Slot, k: usize) -> bool {
    let t = &vm.im.kind(vm.w.body[a.index()].kind).traits;
    t.ammos.get(k).is_none_or(|&ammo| vm.held(a, ammo) > 0)
}

/// Shoots the first sprite it has ammunition for.
fn shoot(vm: &mut Frame<'_>, a: Slot, class: Class, action: Action) -> Flow {
    if action != Action::Use {
        return Ok(());
    }
    let Some(k) = (0..shots(vm, a)).find(|&k| has_ammo(vm, a, k)) else {
        return Ok(());
    };
    let dir = if class == Class::SpaceshipAvatar {
        let angle = vm.w.mind[a.index()].rotation;
        (trig::cos(angle), trig::sin(angle))
    } else {
        normalise(vm.w.body[a.index()].ori)
    };
    shot(vm, a, k, dir)
}

fn shot(vm: &mut Frame<'_>, a: Slot, k: usize, dir: Vector) -> Flow {
    let t = &vm.im.kind(vm.w.body[a.index()].kind).traits;
    let (rect, last) = (vm.w.body[a.index()].rect, vm.w.body[a.index()].last);
    let x = (f64::from(rect.x) + dir.0 * f64::from(last.w)) as i32;
    let y = (f64::from(rect.y) + dir.1 * f64::from(last.h)) as i32;
    if let Some(new) = vm.add(t.shots[k], x, y, false)? {
        if vm.w.has(new, flag::ORIENTED) {
            vm.w.body[new.index()].ori = dir;
        }
        if let Some(&ammo) = t.ammos.get(k) {
            spend(vm, a, ammo, 1);
        }
        vm.w.set(new, flag::FROM_AVATAR, true);
    }
    Ok(())
}

/// `AimedAvatar`: turns its orientation by an angle, every tick.
fn aim(vm: &mut Frame<'_>, a: Slot, action: Action) {
    let i = a.index();
    let diff = vm.im.kind(vm.w.body[i].kind).traits.angle_diff;
    let angle = match action {
        Action::Up => -diff,
        Action::Down => diff,
        _ => 0.0,
    };
    let (x, y) = vm.w.body[i].ori;
    let (sin, cos) = (trig::sin(angle), trig::cos(angle));
    vm.w.body[i].ori = (x * cos - y * sin, x * sin + y * cos);
    vm.w.mind[i].rotation = trig::atan2(vm.w.body[i].ori.1, vm.w.body[i].ori.0);
}

fn rotate(vm: &mut Frame<'_>, a: Slot, action: Action) {
    let i = a.index();
    let diff = vm.im.kind(vm.w.body[i].kind).traits.angle_diff;
    match action {
        Action::Left => vm.w.mind[i].rotation -= diff,
        Action::Right => vm.w.mind[i].rotation += diff,
        _ => {}
    }
}

fn thrust(vm: &mut Frame<'_>, a: Slot, forwards: bool, backwards: bool) -> Flow {
    let i = a.index();
    let angle = vm.w.mind[i].rotation;
    let speed = vm.w.body[i].speed;
    if forwards {
        vm.active(a, (trig::cos(angle), trig::sin(angle)), speed)?;
    } else if backwards {
        let angle = angle + trig::HALF_TURN;
        vm.active(a, (trig::cos(angle), trig::sin(angle)), speed)?;
    }
    Ok(())
}

fn drive(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow {
    let i = a.index();
    let pilot = vm.w.mind[i].memory[0] as usize;
    match action {
        Action::Up => vm.w.pilots[pilot].facing = 0.0,
        Action::Down => vm.w.pilots[pilot].facing = 1.0,
        _ => {}
    }
    let angle = vm.w.mind[i].rotation + vm.w.pilots[pilot].facing * trig::HALF_TURN;
    vm.active(a, (trig::cos(angle), trig::sin(angle)), 5.0)?;
    Ok(())
}

fn fly(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow {
    walk_oriented(vm, a, action)?;
    let i = a.index();
    let forwards = if vm.w.body[i].ori.0.abs() < 0.5 { (1.0, 0.0) } else { (0.0, 0.0) };
    if action == Action::Use {
        leap(vm, a)?;
    }
    vm.active(a, forwards, vm.w.body[i].speed)?;
    vm.w.mind[i].rotation = trig::atan2(vm.w.body[i].ori.1, vm.w.body[i].ori.0);
    Ok(())
}

/// An upward force; what speed it had up or down is lost.
pub(crate) fn leap(vm: &mut Frame<'_>, a: Slot) -> Flow {
    let i = a.index();
    let strength = vm.im.kind(vm.w.body[i].kind).traits.jump_strength;
    vm.w.body[i].ori.1 = 0.0;
    vm.active(a, (0.0, -strength), vm.w.body[i].speed)?;
    Ok(())
}

/// Leaps, and leaves the ground by five pixels at once.
pub(crate) fn jump(vm: &mut Frame<'_>, a: Slot) -> Flow {
    leap(vm, a)?;
    let cooldown = vm.im.kind(vm.w.body[a.index()].kind).traits.cooldown;
    vm.set_last_move(a, cooldown);
    vm.update_pos(a, (0.0, -1.0), 5)?;
    Ok(())
}

fn run_and_jump(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow {
    coast(vm, a)?;
    let t = &vm.im.kind(vm.w.body[a.index()].kind).traits;
    let dir = action.dir().vector();
    if dir != (0.0, 0.0) {
        let force = if vm.w.has(a, flag::GROUNDED) {
            (dir.0 * t.ground_speedup_factor, dir.1)
        } else {
            (dir.0 / t.air_slowdown_factor, dir.1)
        };
        vm.active(a, force, vm.w.body[a.index()].speed)?;
    }
    if action == Action::Use && vm.w.has(a, flag::GROUNDED) {
        jump(vm, a)?;
    }
    Ok(())
}

fn place_blocks(vm: &mut Frame<'_>, a: Slot, action: Action) -> Flow {
    let i = a.index();
    let pilot = vm.w.mind[i].memory[0] as usize;
    if action == Action::Up && vm.w.pilots[pilot].last_block_time.wrapping_add(5) <= vm.w.tick {
        vm.active(a, (0.0, 1.0), -1.0)?;
        let (dx, dy) = vm.w.pilots[pilot].facing_dir;
        for k in 0..shots(vm, a) {
            let (rect, last) = (vm.w.body[i].rect, vm.w.body[i].last);
            let x = (f64::from(rect.x) + dx * f64::from(last.w) * 1.2) as i32;
            let y = (f64::from(rect.y) + dy * f64::from(last.h)) as i32;
            let kind = vm.im.kind(vm.w.body[i].kind).traits.shots[k];
            vm.add(kind, x, y, false)?;
        }
        vm.w.pilots[pilot].last_block_time = vm.w.tick;
    }
    match action {
        Action::Left | Action::Right => vm.w.pilots[pilot].facing_dir = action.dir().vector(),
        _ => {}
    }
    Ok(())
}

/// What `teleportToExit` reads from a sprite: the type it leads to.
pub(crate) fn leads_to(vm: &Frame<'_>, slot: Slot) -> Option<TypeRef> {
    let i = slot.index();
    let kind = vm.im.kind(vm.w.body[i].kind);
    let class = kind.class.ok()?;
    if class.is_a(Class::SpawnPoint) {
        return Some(decode(vm.w.mind[i].memory[2]));
    }
    (class == Class::Portal
        || class.is_a(Class::Chaser)
        || matches!(class, Class::PathChaser | Class::Spreader | Class::FlakAvatar))
    .then_some(kind.traits.stype)
}
