//! What the rewrite (2.0) does otherwise: everything that is not here is as in the original.
//!
//! 1. The time grows by one.
//! 2. The kill list is emptied: what is on it left its list when it was killed.
//! 3. The sprites that live now are updated, in the order of the types.
//! 4. Rules run, line by line: each of the first sprites, in order, with what it touches of the second ones.
//! 5. Terminations are tested, in order. There is no tick after the end.

use super::classes;
use super::game::{NameId, TypeId};
use super::image::{Image, Named, Partner};
use super::ontology::{Class, Effect, End, Physics};
use super::physics::{BASE, Force};
use super::play::{Crash, Keys, List, May, Slot, State};
use super::{collide, effects};

/// Stamps of the stops of the two axes, after those that both engines have.
const HORIZONTAL: usize = 1;
const VERTICAL: usize = 3;

/// A tick.
pub(super) fn tick(state: &mut State, image: &Image, keys: Keys) -> May {
    if !image.declared.contains(&keys) {
        return Crash::new("AssertionError", "the avatar does not have this action");
    }
    state.time = state.time.saturating_add(1);
    state.clear_kills();
    let mut queue = std::mem::take(&mut state.scratch.queue);
    queue.clear();
    let turns = state.groups.iter().zip(&image.kinds).filter(|(_, kind)| !kind.idle);
    queue.extend(turns.flat_map(|(group, _)| group));
    let mut done = Ok(());
    for &slot in &queue {
        done = update(state, slot, keys);
        if done.is_err() {
            break;
        }
    }
    state.scratch.queue = queue;
    done?;
    rules(state, image)?;
    for end in &image.game.ends {
        let met = match &end.end {
            End::ResourceCounter { stype, limit } => {
                let avatar = first_avatar(state)?;
                held(state, avatar, *stype).unwrap_or(0.0) >= *limit
            }
            other => state.is_met(other),
        };
        if met {
            (state.ended, state.won) = (true, end.win);
            state.score += end.score;
            break;
        }
    }
    Ok(())
}

fn held(state: &State, slot: Slot, name: Option<NameId>) -> Option<f64> {
    state.sprites[slot].held.iter().find(|(n, _)| Some(*n) == name).map(|(_, amount)| *amount)
}

/// The first sprite of the first group of avatars, dead ones included.
fn first_avatar(state: &State) -> May<Slot> {
    let groups = state.walk.iter().map(|t| (t, &state.groups[t.index()]));
    for (kind, live) in groups {
        let avatar = state.image.kinds[kind.index()].class.is_some_and(|c| c.def().is("avatar"));
        // Of dead avatars nothing is kept but that they were there.
        match live.first() {
            Some(&slot) if avatar => return Ok(slot),
            None if avatar => {
                let dead = state.corpses.iter().find(|s| state.sprites[**s].kind == *kind);
                if let Some(&slot) = dead {
                    return Ok(slot);
                }
            }
            _ => {}
        }
    }
    Crash::new("IndexError", "there is no avatar")
}

/// The number in the id of a sprite that is about to be made.
pub(super) fn number(state: &State, kind: TypeId) -> u32 {
    match state.image.singleton[state.image.game.types[kind.index()].name.index()] {
        true => 0,
        false => (state.groups[kind.index()].len() as u32).wrapping_add(state.dead_of[kind.index()]).wrapping_add(1),
    }
}

/// Kills a sprite at once.
pub(super) fn kill(state: &mut State, slot: Slot) -> May {
    state.kills.push(slot);
    state.sprites[slot].dead += 1;
    bury(state, slot)
}

/// Kills a sprite without a note on the kill list.
fn remove(state: &mut State, slot: Slot) -> May {
    bury(state, slot)?;
    state.lost.push(slot);
    Ok(())
}

/// Takes a sprite out of its list; it is remembered among the dead.
fn bury(state: &mut State, slot: Slot) -> May {
    let (kind, number) = (state.sprites[slot].kind.index(), state.sprites[slot].number);
    if state.gone[kind].contains(&number) {
        return Crash::new("KeyError", "a sprite is killed whose id has gone with another");
    }
    let Some(place) = state.groups[kind].iter().position(|&s| s == slot) else {
        return Crash::new("ValueError", "a sprite is killed that does not live");
    };
    state.groups[kind].remove(place);
    state.changed(TypeId(kind as u16));
    state.dead_of[kind] = state.dead_of[kind].wrapping_add(1);
    let class = state.image.kinds[kind].class;
    if matches!(class, Some(Class::Flicker | Class::OrientedFlicker | Class::Spreader)) {
        state.graves[kind].push(number);
    }
    let first = !state.corpses.iter().any(|s| state.sprites[*s].kind.index() == kind);
    if first && class.is_some_and(|c| c.def().is("avatar")) {
        let copy = state.sprites[slot].clone();
        state.sprites.push(copy);
        state.corpses.push(state.sprites.len() - 1);
    }
    Ok(())
}

/// Removes a sprite, and all that have the same id, without a trace.
fn destroy(state: &mut State, slot: Slot) {
    let (kind, number) = (state.sprites[slot].kind.index(), state.sprites[slot].number);
    state.kills.push(slot);
    state.sprites[slot].dead += 1;
    if state.gone[kind].contains(&number) {
        return;
    }
    state.gone[kind].push(number);
    let before = state.graves[kind].len();
    state.graves[kind].retain(|&n| n != number);
    let destroyed = (before - state.graves[kind].len()) as u32;
    state.dead_of[kind] = state.dead_of[kind].wrapping_sub(destroyed);
    let mut list = std::mem::take(&mut state.groups[kind]);
    list.retain(|&s| {
        let goes = state.sprites[s].number == number;
        if goes && s != slot {
            state.lost.push(s);
        }
        !goes
    });
    state.groups[kind] = list;
    state.changed(TypeId(kind as u16));
}

impl State {
    /// Empties the kill list. Nothing names any more what was killed in the last tick.
    fn clear_kills(&mut self) {
        // What is on both lists is freed once.
        for slot in self.lost.drain(..) {
            if self.sprites[slot].dead == 0 {
                self.free.push(slot);
            }
        }
        for slot in self.kills.drain(..) {
            if std::mem::take(&mut self.sprites[slot].dead) > 0 {
                self.free.push(slot);
            }
        }
    }
}

/// A sprite's turn.
fn update(state: &mut State, slot: Slot, keys: Keys) -> May {
    use Class::*;
    let Some(class) = state.kind(slot).class else { return Ok(()) };
    match class {
        Flicker | OrientedFlicker => flicker(state, slot),
        Spreader => {
            flicker(state, slot)?;
            if state.sprites[slot].count == 2.0 {
                for _ in BASE {
                    if state.rng.random() < state.kind(slot).spreadprob {
                        return Crash::new("AttributeError", "a sprite has no `name`");
                    }
                }
            }
            Ok(())
        }
        Immutable => Ok(()),
        AStarChaser => Crash::new("NameError", "`AStarWorld` is not known there"),
        _ if class.def().is("avatar") => avatar(state, slot, class, keys),
        _ => classes::update(state, slot, class, keys),
    }
}

fn flicker(state: &mut State, slot: Slot) -> May {
    state.base_update(slot)?;
    state.sprites[slot].count += 1.0;
    if state.sprites[slot].count >= state.kind(slot).limit {
        destroy(state, slot);
    }
    Ok(())
}

/// What the keys mean to an avatar: the keys of one of its actions, as many of those that are held as there is an action for.
fn action(keys: Keys, known: &[Keys]) -> Keys {
    let fits = known.iter().copied().filter(|k| k.0 & keys.0 == k.0);
    fits.max_by_key(|k| k.0.count_ones()).unwrap_or_default()
}

/// The direction of an action; opposite keys cancel each other.
fn vector(action: Keys) -> (f64, f64) {
    let one = |name: &str| f64::from(u8::from(action.has(name)));
    (one("RIGHT") - one("LEFT"), one("DOWN") - one("UP"))
}

/// The actions of a class.
pub(super) fn actions(class: Class) -> Vec<Keys> {
    let of = |names: &[&str]| names.iter().filter_map(|n| Keys::named(n)).fold(Keys::default(), Keys::and);
    let mut found: Vec<Keys> = match class {
        Class::HorizontalAvatar | Class::FlakAvatar => vec![of(&["LEFT"]), of(&["RIGHT"])],
        Class::VerticalAvatar => vec![of(&["UP"]), of(&["DOWN"])],
        _ => ["UP", "DOWN", "LEFT", "RIGHT"].iter().map(|k| of(&[k])).collect(),
    };
    found.push(Keys::default());
    match class {
        Class::FlakAvatar
        | Class::ShootAvatar
        | Class::ShootEverywhereAvatar
        | Class::AimedAvatar
        | Class::AimedFlakAvatar => found.push(of(&["SPACE"])),
        Class::MarioAvatar => {
            found.extend([of(&["SPACE"]), of(&["SPACE", "RIGHT"]), of(&["SPACE", "LEFT"])]);
        }
        _ => {}
    }
    found
}

fn avatar(state: &mut State, slot: Slot, class: Class, keys: Keys) -> May {
    use Class::*;
    let action = action(keys, &actions(class));
    let towards = vector(action);
    let straight = BASE.contains(&towards);
    match class {
        RotatingAvatar | RotatingFlippingAvatar | NoisyRotatingFlippingAvatar => {
            Crash::new("AttributeError", "the class has no `_readMultiActions`")
        }
        HorizontalAvatar | VerticalAvatar | FlakAvatar => {
            state.base_update(slot)?;
            let along = if class == VerticalAvatar { towards.0 == 0.0 } else { towards.1 == 0.0 };
            if straight && along {
                state.active(slot, towards, Force::Own)?;
            }
            if class == FlakAvatar
                && keys.has("SPACE")
                && let stype @ (Named::Name(_) | Named::Foreign) = state.kind(slot).stype
            {
                let rect = state.sprites[slot].rect;
                state.create(stype.name(), f64::from(rect.x), f64::from(rect.y))?;
            }
            Ok(())
        }
        OrientedAvatar => oriented(state, slot, action),
        ShootAvatar | ShootEverywhereAvatar => {
            oriented(state, slot, action)?;
            let ammo = state.kind(slot).ammo;
            let loaded = ammo.is_none() || held(state, slot, ammo).is_some_and(|n| n > 0.0);
            if loaded && Some(action) == Keys::named("SPACE") { shoot(state, slot, class) } else { Ok(()) }
        }
        AimedAvatar | AimedFlakAvatar => {
            state.base_update(slot)?;
            shoot(state, slot, class)
        }
        MarioAvatar => mario(state, slot, action),
        _ => {
            state.base_update(slot)?;
            if action == Keys::default() { Ok(()) } else { state.active(slot, towards, Force::Own) }
        }
    }
}

fn oriented(state: &mut State, slot: Slot, action: Keys) -> May {
    let before = state.sprites[slot].orientation;
    state.sprites[slot].orientation = Some((0.0, 0.0));
    state.base_update(slot)?;
    if action != Keys::default() {
        state.active(slot, vector(action), Force::Own)?;
    }
    let moved = state.lastdirection(slot);
    state.sprites[slot].orientation = if moved == (0.0, 0.0) { before } else { Some(moved) };
    Ok(())
}

fn shoot(state: &mut State, slot: Slot, class: Class) -> May {
    let stype = state.kind(slot).stype;
    if stype == Named::Nothing {
        return Ok(());
    }
    let facing = state.unit(state.sprites[slot].orientation.unwrap_or((0.0, 0.0)));
    let directions = if class == Class::ShootEverywhereAvatar { BASE.to_vec() } else { vec![facing] };
    let last = state.sprites[slot].last;
    let mut shots = Vec::with_capacity(directions.len());
    for (x, y) in &directions {
        let at = (f64::from(last.x) + x * f64::from(last.w), f64::from(last.y) + y * f64::from(last.h));
        shots.push(state.create(stype.name(), at.0, at.1)?);
    }
    for (shot, direction) in shots.into_iter().zip(directions) {
        if let Some(shot) = shot
            && state.kind(shot).oriented_class
        {
            state.sprites[shot].orientation = Some(direction);
        }
    }
    let ammo = state.kind(slot).ammo;
    if let Some(entry) = ammo.and_then(|a| state.sprites[slot].held.iter_mut().find(|(n, _)| *n == a)) {
        entry.1 -= 1.0;
    }
    Ok(())
}

fn mario(state: &mut State, slot: Slot, action: Keys) -> May {
    let (strength, jump, mass, airsteering, still) = {
        let kind = state.kind(slot);
        (kind.strength, kind.jump_strength, kind.mass, kind.airsteering, kind.is_static || kind.only_active)
    };
    let falls = state.sprites[slot].passive.1 != 0.0;
    let x = vector(action).0;
    let active = if action.has("SPACE") && !falls {
        (x * strength, -jump)
    } else if falls && !airsteering {
        (0.0, 0.0)
    } else if falls || x != 0.0 {
        (x * strength, 0.0)
    } else {
        (0.0, 0.0)
    };
    if mass == 0.0 {
        return Crash::new("ZeroDivisionError", "a force works on a sprite without mass");
    }
    let halt = if falls && !airsteering { 0.0 } else { -state.velocity(slot).0 / mass };
    state.active(slot, (active.0 + halt, active.1), Force::Own)?;
    if !still {
        passive(state, slot)?;
    }
    let body = &mut state.sprites[slot];
    (body.last, body.last_id) = (body.rect, body.rect_id);
    body.lastmove += 1.0;
    let (Some(orientation), Some(speed)) = (body.orientation, body.speed) else {
        return Crash::new("TypeError", "a speed is None");
    };
    state.advance(slot, orientation, speed);
    Ok(())
}

/// What continuous physics does on its own: sprites fall.
pub(super) fn passive(state: &mut State, slot: Slot) -> May {
    if state.sprites[slot].orientation.is_none() {
        return Ok(());
    }
    let (physics, mass) = (state.kind(slot).physics, state.kind(slot).mass);
    if physics != Physics::Gravity {
        return Crash::new("AttributeError", "the physics has no gravity");
    }
    if mass > 0.0 {
        let force = (0.0, mass);
        state.sprites[slot].passive = force;
        state.active(slot, force, Force::Own)?;
    }
    Ok(())
}

/// A force on a sprite.
pub(super) fn push(state: &mut State, slot: Slot, force: (f64, f64), speed: Force) -> May {
    let mass = state.kind(slot).mass;
    if mass == 0.0 {
        return Crash::new("ZeroDivisionError", "a force works on a sprite without mass");
    }
    let old = match (speed, state.sprites[slot].orientation) {
        (Force::Own, _) => state.velocity(slot),
        (Force::By(speed), Some((x, y))) => (x * speed, y * speed),
        (Force::By(_), None) => return Crash::new("AttributeError", "the sprite faces nowhere"),
    };
    set_velocity(state, slot, (old.0 + force.0 / mass, old.1 + force.1 / mass));
    Ok(())
}

fn set_velocity(state: &mut State, slot: Slot, (x, y): (f64, f64)) {
    let length = (x * x + y * y).sqrt();
    let body = &mut state.sprites[slot];
    body.speed = Some(length);
    body.orientation = Some(if length == 0.0 { (0.0, 0.0) } else { (x / length, y / length) });
}

/// Runs all rules of a tick.
fn rules(state: &mut State, image: &Image) -> May {
    state.forget_all();
    for (i, rule) in image.game.rules.iter().enumerate() {
        let first = collide::list(state, rule.first).0;
        let partner = image.partners[i];
        let second = match partner {
            Partner::Name(name) => Some(collide::list(state, name).0),
            Partner::Edge | Partner::Any => None,
        };
        let mut at = 0;
        match second {
            None => {
                while let Some(&slot) = state.members(first).get(at) {
                    at += 1;
                    if state.is_inside(slot) != (partner == Partner::Any) {
                        continue;
                    }
                    state.score += rule.score;
                    let done = if rule.raises { raised() } else { run(state, &rule.effect, slot, None) };
                    // What goes wrong anywhere inside is logged, and that is all.
                    if partner == Partner::Edge {
                        done?;
                    }
                }
            }
            Some(second) => pair(state, rule, first, second)?,
        }
    }
    Ok(())
}

fn raised() -> May {
    Crash::new("TypeError", "an option is given that the effect does not take, or one is missing")
}

fn pair(state: &mut State, rule: &super::Rule, first: List, second: List) -> May {
    if !collide::may_touch(state, first, second) {
        return Ok(());
    }
    let mut touched = std::mem::take(&mut state.scratch.touched);
    let mut at = 0;
    let mut done = Ok(());
    'all: while let Some(&s) = state.members(first).get(at) {
        at += 1;
        state.touching(s, second, &mut touched);
        done = state.work(1 + touched.len() + state.members(second).len());
        if done.is_err() {
            break;
        }
        for &place in &touched {
            let Some(&p) = state.members(second).get(place) else {
                done = Crash::new("IndexError", "a list became shorter while it was walked");
                break 'all;
            };
            if s == p {
                continue;
            }
            state.score += rule.score;
            if state.sprites[s].dead == 0 {
                done = if rule.raises { raised() } else { run(state, &rule.effect, s, Some(p)) };
                if done.is_err() {
                    break 'all;
                }
            }
        }
    }
    state.scratch.touched = touched;
    done
}

/// Runs an effect.
fn run(state: &mut State, effect: &Effect, s: Slot, p: Option<Slot>) -> May {
    match *effect {
        Effect::KillBoth {} => {
            kill(state, s)?;
            match p {
                Some(p) => kill(state, p),
                None => Crash::new("AttributeError", "the edge cannot be killed"),
            }
        }
        Effect::CloneSprite {} => Crash::new("AttributeError", "a sprite has no `name`"),
        Effect::TransformTo { stype } => transform(state, s, stype),
        Effect::KillIfSlow { .. } if p.is_some_and(|p| !state.kind(s).is_static && !state.kind(p).is_static) => {
            Crash::new("UnboundLocalError", "the speed of the two is not known")
        }
        Effect::WallStop { .. } => match p {
            Some(p) => wall_stop(state, s, p),
            None => Crash::new("AttributeError", "the edge is no wall"),
        },
        Effect::TeleportToExit {} => {
            let Some(p) = p else { return Crash::new("AttributeError", "the edge has no exit") };
            let exits = match state.kind(p).stype {
                Named::Name(name) => state.image.types[name.index()].map(|t| state.groups[t.index()].clone()),
                Named::Nothing | Named::Foreign => None,
            };
            let exits = exits.unwrap_or_default();
            if exits.is_empty() {
                return Crash::new("IndexError", "there is no exit");
            }
            let exit = exits[state.rng.choose(exits.len())];
            let (rect, id) = (state.sprites[exit].rect, state.sprites[exit].rect_id);
            state.share(s, rect, id);
            state.sprites[s].lastmove = 0.0;
            Ok(())
        }
        Effect::SpendResource { target, amount } => {
            spend(state, s, target, amount);
            Ok(())
        }
        Effect::SpendAvatarResource { target, amount } => {
            let avatar = first_avatar_or(state)?;
            spend(state, avatar, target, amount);
            Ok(())
        }
        Effect::KillOthers { target } => each_of(state, target, remove),
        Effect::KillIfAvatarWithoutResource { target } => {
            let avatar = first_avatar_or(state)?;
            if held(state, avatar, target).is_some_and(|n| n != 0.0) { Ok(()) } else { remove(state, s) }
        }
        Effect::AvatarCollectResource {} => {
            let avatar = first_avatar_or(state)?;
            effects::collect(state, s, avatar)
        }
        Effect::TransformOthersTo { target, stype } => {
            each_of(state, target, |state, slot| transform(state, slot, stype))
        }
        Effect::NullEffect {} => Ok(()),
        _ => effects::run(state, effect, s, p),
    }
}

/// The avatar; what has none raises.
fn first_avatar_or(state: &State) -> May<Slot> {
    first_avatar(state).or(Crash::new("AttributeError", "there is no avatar"))
}

fn spend(state: &mut State, slot: Slot, name: Option<NameId>, amount: f64) {
    let has = effects::amount(state, slot, name);
    let spent = if amount < has { amount } else { has };
    if let Some(entry) = state.sprites[slot].held.iter_mut().find(|(n, _)| Some(*n) == name) {
        entry.1 -= spent;
    }
}

/// Does something to each sprite of a name: of a type the list itself is walked, so that what leaves it hides the next.
fn each_of(state: &mut State, name: Option<NameId>, mut act: impl FnMut(&mut State, Slot) -> May) -> May {
    let Some(name) = name else { return Ok(()) };
    if let Some(kind) = state.image.types[name.index()] {
        let mut at = 0;
        while let Some(&slot) = state.groups[kind.index()].get(at) {
            at += 1;
            act(state, slot)?;
        }
        return Ok(());
    }
    let family = state.image.families[name.index()].clone();
    let walk = state.walk.iter().filter(|t| family.contains(t));
    let slots: Vec<Slot> = walk.flat_map(|t| state.groups[t.index()].iter().copied()).collect();
    slots.into_iter().try_for_each(|slot| act(state, slot))
}

fn transform(state: &mut State, s: Slot, stype: Option<NameId>) -> May {
    kill(state, s)?;
    let rect = state.sprites[s].rect;
    let Some(new) = state.create(stype, f64::from(rect.x), f64::from(rect.y))? else {
        return Crash::new("AssertionError", "the new sprite was refused");
    };
    if state.kind(new).oriented_class && state.kind(s).oriented_class {
        state.sprites[new].orientation = state.sprites[s].orientation;
    }
    Ok(())
}

/// How far a sprite is to be moved along an axis to leave a wall that it ran into.
fn clip(velocity: f64, own: (i32, i32), wall: (i32, i32)) -> f64 {
    let end = |(at, length): (i32, i32)| i64::from(at) + i64::from(length);
    if velocity > 0.0 { (i64::from(wall.0) - end(own)) as f64 } else { (end(wall) - i64::from(own.0)) as f64 }
}

/// Puts a sprite to the side of a wall that it ran into.
fn wall_stop(state: &mut State, s: Slot, p: Slot) -> May {
    let (rect, last, wall) = (state.sprites[s].rect, state.sprites[s].last, state.sprites[p].rect);
    let delta = state.lastdirection(s);
    if delta == (0.0, 0.0) {
        return Ok(());
    }
    let (from, to) = (effects::middle(last), effects::middle(wall));
    let beside = (to.0 - from.0).abs() > (to.1 - from.1).abs();
    if !effects::once(state, s, if beside { HORIZONTAL } else { VERTICAL }) {
        return Ok(());
    }
    let velocity = state.velocity(s);
    let no_force = || Crash::new("AttributeError", "the sprite knows no passive force");
    let knows = state.kind(s).class == Some(Class::MarioAvatar) || state.sprites[s].passive != (0.0, 0.0);
    let (moved, left) = if beside {
        let clip = clip(velocity.0, (rect.x, rect.w), (wall.x, wall.w));
        if delta.0 == 0.0 {
            return Crash::new("ZeroDivisionError", "the sprite did not move to the side");
        }
        if !knows {
            return no_force();
        }
        state.sprites[s].passive.0 = 0.0;
        ((delta.0 + clip, delta.1), (0.0, velocity.1))
    } else {
        let clip = clip(velocity.1, (rect.y, rect.h), (wall.y, wall.h));
        if delta.1 == 0.0 {
            return Crash::new("ZeroDivisionError", "the sprite did not move up or down");
        }
        if !knows {
            return no_force();
        }
        state.sprites[s].passive.1 = 0.0;
        ((delta.0, delta.1 + clip), (velocity.0, 0.0))
    };
    let id = state.sprites[s].last_id;
    state.share(s, last, id);
    state.shift(s, moved);
    set_velocity(state, s, left);
    Ok(())
}
