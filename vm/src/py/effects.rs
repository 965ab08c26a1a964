//! What rules do. `s` is the first sprite, `p` the second.

use super::game::NameId;
use super::image::Named;
use super::ontology::{Effect, Physics};
use super::physics::{BASE, Force, norm};
use super::play::{Crash, May, Slot, State, truncate};
use crate::state::Rect;

/// Runs an effect; without a partner at the edge of the screen.
pub(super) fn run(state: &mut State, effect: &Effect, s: Slot, p: Option<Slot>) -> May {
    let Some(p) = p.or(if super::collide::needs_partner(effect) { None } else { Some(s) }) else {
        return Crash::new("AttributeError", "the effect works on a second sprite, which the edge is not");
    };
    match *effect {
        Effect::KillSprite {} => state.kill(s)?,
        Effect::CloneSprite {} => {
            let rect = state.sprites[s].rect;
            let name = state.kind(s).lineage.last().copied();
            state.create(name, f64::from(rect.x), f64::from(rect.y))?;
        }
        Effect::TransformTo { stype } => {
            let rect = state.sprites[s].rect;
            if state.is_full() {
                return Crash::new("TypeError", "the sprite limit is reached");
            }
            if let Some(new) = state.create(stype, f64::from(rect.x), f64::from(rect.y))? {
                if state.kind(new).oriented_class && state.kind(s).oriented_class {
                    state.sprites[new].orientation = state.sprites[s].orientation;
                }
                state.kill(s)?;
            }
        }
        Effect::StepBack {} => step_back(state, s),
        Effect::UndoAll {} => {
            state.work(state.sprites.len())?;
            for t in 0..state.groups.len() {
                for i in 0..state.groups[t].len() {
                    let slot = state.groups[t][i];
                    step_back(state, slot);
                }
            }
        }
        Effect::BounceForward {} => {
            let direction = state.unit(state.lastdirection(p));
            state.active(s, direction, Force::Own)?;
            state.forget_lists(s);
        }
        Effect::ConveySprite {} => {
            let (direction, strength) = (state.unit(facing(state, p)?), state.kind(p).strength);
            keeping(state, s, direction, strength)?;
            state.forget_lists(s);
        }
        Effect::WindGust {} => {
            let strength = state.kind(p).strength;
            let strength = [strength, strength + 1.0, strength - 1.0][state.rng.choose(3)];
            if strength != 0.0 {
                let direction = state.unit(facing(state, p)?);
                // What it keeps is a copy.
                let last = state.sprites[s].last;
                state.active(s, direction, Force::By(strength))?;
                let id = state.new_rect();
                let body = &mut state.sprites[s];
                (body.last, body.last_id) = (last, id);
                state.forget_lists(s);
            }
        }
        Effect::SlipForward { prob } => {
            if prob > state.rng.random() {
                let direction = state.unit(facing(state, s)?);
                keeping(state, s, direction, 1.0)?;
                state.forget_lists(s);
            }
        }
        Effect::AttractGaze { prob } => {
            if prob > state.rng.random() {
                state.sprites[s].orientation = Some(facing(state, p)?);
            }
        }
        Effect::TurnAround {} => {
            step_back(state, s);
            for _ in 0..2 {
                state.sprites[s].lastmove = state.kind(s).cooldown;
                state.active(s, BASE[2], Force::Own)?;
            }
            reverse(state, s)?;
            state.forget_lists(s);
        }
        Effect::ReverseDirection {} => reverse(state, s)?,
        Effect::FlipDirection {} => state.sprites[s].orientation = Some(BASE[state.rng.choose(4)]),
        Effect::BounceDirection { friction } => {
            step_back(state, s);
            let (a, b) = (centre(state, s), centre(state, p));
            let n = state.unit((b.0 - a.0, b.1 - a.1));
            let o = facing(state, s)?;
            let d = n.0 * o.0 + n.1 * o.1;
            state.sprites[s].orientation = Some((-2.0 * d * n.0 + o.0, -2.0 * d * n.1 + o.1));
            slow(state, s, friction)?;
        }
        Effect::WallBounce { friction } => {
            if !once(state, s, 0) {
                return Ok(());
            }
            slow(state, s, friction)?;
            step_back(state, s);
            let (x, y) = facing(state, s)?;
            state.sprites[s].orientation = Some(if beside(state, s, p) { (-x, y) } else { (x, -y) });
        }
        Effect::WallStop { friction } => {
            if !once(state, s, 1) {
                return Ok(());
            }
            step_back(state, s);
            let (x, y) = facing(state, s)?;
            let left = 1.0 - friction;
            let o = if beside(state, s, p) { (0.0, y * left) } else { (x * left, 0.0) };
            let Some(speed) = state.sprites[s].speed else { return Crash::new("TypeError", "a speed is None") };
            let orientation = state.unit(o);
            let body = &mut state.sprites[s];
            body.speed = Some(norm(o) * speed);
            body.orientation = Some(orientation);
        }
        Effect::KillIfSlow { limitspeed } => {
            let speed = if state.kind(s).is_static {
                state.sprites[p].speed
            } else if state.kind(p).is_static {
                state.sprites[s].speed
            } else {
                let (a, b) = (state.velocity(s), state.velocity(p));
                Some(norm((a.0 - b.0, a.1 - b.1)))
            };
            // None is smaller than every number.
            if speed.is_none_or(|speed| speed < limitspeed) {
                state.kill(s)?;
            }
        }
        Effect::KillIfFromAbove {} => {
            let below = state.sprites[s].last.y > state.sprites[p].last.y;
            if below && state.sprites[p].rect.y > state.sprites[p].last.y {
                state.kill(s)?;
            }
        }
        Effect::KillIfAlive {} => {
            if state.sprites[p].dead == 0 || p == s {
                state.kill(s)?;
            }
        }
        Effect::CollectResource {} => collect(state, s, p)?,
        Effect::ChangeResource { resource, value } => {
            if let Some(name) = resource {
                change(state, s, name, value);
            }
        }
        Effect::SpawnIfHasMore { resource, stype, limit } => {
            if amount(state, s, resource) >= limit {
                let rect = state.sprites[s].rect;
                state.create(stype, f64::from(rect.x), f64::from(rect.y))?;
            }
        }
        Effect::KillIfHasMore { resource, limit } => {
            if amount(state, s, resource) >= limit {
                state.kill(s)?;
            }
        }
        Effect::KillIfOtherHasMore { resource, limit } => {
            if amount(state, p, resource) >= limit {
                state.kill(s)?;
            }
        }
        Effect::KillIfHasLess { resource, limit } => {
            if amount(state, s, resource) <= limit {
                state.kill(s)?;
            }
        }
        Effect::KillIfOtherHasLess { resource, limit } => {
            if amount(state, p, resource) <= limit {
                state.kill(s)?;
            }
        }
        Effect::WrapAround { offset } => wrap(state, s, offset)?,
        Effect::PullWithIt {} => pull(state, s, p)?,
        Effect::TeleportToExit {} => {
            let exits = match state.kind(p).stype {
                Named::Name(name) => state.sprites_of(name),
                Named::Nothing | Named::Foreign => Vec::new(),
            };
            if exits.is_empty() {
                return Crash::new("IndexError", "there is no exit");
            }
            let exit = exits[state.rng.choose(exits.len())];
            let (rect, id) = (state.sprites[exit].rect, state.sprites[exit].rect_id);
            state.share(s, rect, id);
            state.sprites[s].lastmove = 0.0;
        }
        // Only the rewrite has these, and runs them itself.
        Effect::KillBoth {}
        | Effect::SpendResource { .. }
        | Effect::SpendAvatarResource { .. }
        | Effect::KillOthers { .. }
        | Effect::KillIfAvatarWithoutResource { .. }
        | Effect::AvatarCollectResource {}
        | Effect::TransformOthersTo { .. }
        | Effect::NullEffect {} => return Crash::new("NameError", "the original has no such effect"),
    }
    Ok(())
}

/// Gives `p` the amount of `s`.
pub(super) fn collect(state: &mut State, s: Slot, p: Slot) -> May {
    if !state.kind(s).is_resource {
        return Crash::new("AssertionError", "what is collected is no resource");
    }
    let (name, amount) = (state.kind(s).resource, state.kind(s).amount);
    change(state, p, name, amount);
    Ok(())
}

/// Where a sprite faces.
fn facing(state: &State, slot: Slot) -> May<(f64, f64)> {
    match state.sprites[slot].orientation {
        Some(orientation) => Ok(orientation),
        None => Crash::new("AttributeError", "the sprite faces nowhere"),
    }
}

fn step_back(state: &mut State, slot: Slot) {
    let (rect, id) = (state.sprites[slot].last, state.sprites[slot].last_id);
    state.share(slot, rect, id);
}

fn reverse(state: &mut State, slot: Slot) -> May {
    let (x, y) = facing(state, slot)?;
    state.sprites[slot].orientation = Some((-x, -y));
    Ok(())
}

/// Moves a sprite that keeps where it was before.
fn keeping(state: &mut State, slot: Slot, direction: (f64, f64), strength: f64) -> May {
    let (last, id) = (state.sprites[slot].last, state.sprites[slot].last_id);
    state.active(slot, direction, Force::By(strength))?;
    let body = &mut state.sprites[slot];
    (body.last, body.last_id) = (last, id);
    Ok(())
}

fn slow(state: &mut State, slot: Slot, friction: f64) -> May {
    match &mut state.sprites[slot].speed {
        Some(speed) => {
            *speed *= 1.0 - friction;
            Ok(())
        }
        None => Crash::new("TypeError", "a speed is None"),
    }
}

/// Whether this has not happened to the sprite in this tick.
pub(super) fn once(state: &mut State, slot: Slot, what: usize) -> bool {
    let time = state.time;
    std::mem::replace(&mut state.sprites[slot].stamps[what], time) != time
}

fn centre(state: &State, slot: Slot) -> (f64, f64) {
    middle(state.sprites[slot].rect)
}

/// The middle of a rectangle, in whole pixels.
pub(super) fn middle(r: Rect) -> (f64, f64) {
    (f64::from(r.x.wrapping_add(r.w >> 1)), f64::from(r.y.wrapping_add(r.h >> 1)))
}

/// Whether two sprites are further apart to the side than in height.
fn beside(state: &State, s: Slot, p: Slot) -> bool {
    let (a, b) = (centre(state, s), centre(state, p));
    (a.0 - b.0).abs() > (a.1 - b.1).abs()
}

/// What a sprite holds; to ask makes an entry.
pub(super) fn amount(state: &mut State, slot: Slot, name: Option<NameId>) -> f64 {
    let Some(name) = name else { return 0.0 };
    let held = &mut state.sprites[slot].held;
    match held.iter().find(|(n, _)| *n == name) {
        Some((_, amount)) => *amount,
        None => {
            held.push((name, 0.0));
            0.0
        }
    }
}

fn change(state: &mut State, slot: Slot, name: NameId, by: f64) {
    let limit = state.image.limits[name.index()];
    let new = (amount(state, slot, Some(name)) + by).min(limit).max(0.0);
    if let Some(entry) = state.sprites[slot].held.iter_mut().find(|(n, _)| *n == name) {
        entry.1 = new;
    }
}

/// Puts a sprite on the other side of the screen. The rectangle itself is changed, whoever shares it.
fn wrap(state: &mut State, slot: Slot, offset: f64) -> May {
    let (x, y) = facing(state, slot)?;
    let (width, height) = (state.grid.0 * state.block, state.grid.1 * state.block);
    let (rect, id) = (state.sprites[slot].rect, state.sprites[slot].rect_id);
    let side = |way: f64, at: i32, size: i32, screen: i32| {
        let size = f64::from(size);
        if way > 0.0 {
            assigned(offset * size)
        } else if way < 0.0 {
            assigned(f64::from(screen) - size * (1.0 + offset))
        } else {
            at
        }
    };
    let (new_x, new_y) = (side(x, rect.x, rect.w, width), side(y, rect.y, rect.h, height));
    // Without teleporting, a sprite shares its rectangle with nothing but its own last one.
    let all = if state.image.shares { 0..state.sprites.len() } else { slot..slot + 1 };
    state.work(all.len())?;
    for sharing in all {
        let body = &mut state.sprites[sharing];
        if body.last_id == id {
            (body.last.x, body.last.y) = (new_x, new_y);
        }
        if body.rect_id == id {
            (body.rect.x, body.rect.y) = (new_x, new_y);
            let kind = body.kind;
            state.changed(kind);
        }
    }
    state.sprites[slot].lastmove = 0.0;
    Ok(())
}

/// A number as it is assigned to a coordinate: rounded, halves away from zero.
fn assigned(x: f64) -> i32 {
    truncate(x.round())
}

fn pull(state: &mut State, s: Slot, p: Slot) -> May {
    if !once(state, s, 2) {
        return Ok(());
    }
    let (last, id) = (state.sprites[s].last, state.sprites[s].last_id);
    let moved = state.lastdirection(p);
    let Some(speed) = state.sprites[p].speed else { return Crash::new("TypeError", "a speed is None") };
    state.advance(s, state.unit(moved), speed * f64::from(state.block));
    if state.kind(s).physics != Physics::Grid {
        let body = &mut state.sprites[s];
        body.speed = Some(speed);
        body.orientation = Some(moved);
    }
    let body = &mut state.sprites[s];
    (body.last, body.last_id) = (last, id);
    Ok(())
}
