//! What avatars do in their turn.

use super::game::NameId;
use super::image::Named;
use super::ontology::Class;
use super::physics::{BASE, Force};
use super::play::{Crash, Keys, May, Slot, State};
use crate::trig;

const UP: (f64, f64) = BASE[0];
const LEFT: (f64, f64) = BASE[1];
const DOWN: (f64, f64) = BASE[2];
const RIGHT: (f64, f64) = BASE[3];

/// What the keys mean: a direction along each axis, the horizontal one first.
#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    horizontal: Option<(f64, f64)>,
    vertical: Option<(f64, f64)>,
}

impl Wish {
    fn read(keys: Keys, alternate: bool) -> Wish {
        let [right, left, up, down] = if alternate { ["D", "A", "W", "S"] } else { ["RIGHT", "LEFT", "UP", "DOWN"] };
        let one = |first: &str, then: &str, a, b| {
            if keys.has(first) {
                Some(a)
            } else if keys.has(then) {
                Some(b)
            } else {
                None
            }
        };
        Wish { horizontal: one(right, left, RIGHT, LEFT), vertical: one(up, down, UP, DOWN) }
    }

    fn first(self) -> Option<(f64, f64)> {
        self.horizontal.or(self.vertical)
    }

    fn has(self, direction: (f64, f64)) -> bool {
        self.horizontal == Some(direction) || self.vertical == Some(direction)
    }
}

pub(super) fn update(state: &mut State, slot: Slot, class: Class, keys: Keys) -> May {
    let wish = Wish::read(keys, state.kind(slot).alternate_keys);
    let space = keys.has("SPACE");
    match class {
        Class::HorizontalAvatar => sideways(state, slot, wish, [LEFT, RIGHT]),
        Class::VerticalAvatar => sideways(state, slot, wish, [UP, DOWN]),
        Class::FlakAvatar => {
            sideways(state, slot, wish, [LEFT, RIGHT])?;
            if let (true, stype @ (Named::Name(_) | Named::Foreign)) = (space, state.kind(slot).stype) {
                let rect = state.sprites[slot].rect;
                state.create(stype.name(), f64::from(rect.x), f64::from(rect.y))?;
            }
            Ok(())
        }
        Class::OrientedAvatar => oriented(state, slot, wish),
        Class::RotatingAvatar => rotating(state, slot, wish),
        Class::RotatingFlippingAvatar | Class::NoisyRotatingFlippingAvatar => flipping(state, slot, wish),
        Class::ShootAvatar => {
            oriented(state, slot, wish)?;
            let ammo = state.kind(slot).ammo;
            let loaded = ammo.is_none_or(|ammo| held(state, slot, ammo).is_some_and(|n| n > 0.0));
            if loaded { shoot(state, slot, space) } else { Ok(()) }
        }
        Class::AimedAvatar => aimed(state, slot, wish, space),
        Class::AimedFlakAvatar => {
            aimed(state, slot, wish, space)?;
            match wish.first() {
                Some(direction) if direction == LEFT || direction == RIGHT => state.active(slot, direction, Force::Own),
                _ => Ok(()),
            }
        }
        Class::InertialAvatar => moving(state, slot, wish),
        Class::MarioAvatar => mario(state, slot, wish, space),
        _ => moving(state, slot, wish),
    }
}

fn held(state: &State, slot: Slot, name: NameId) -> Option<f64> {
    state.sprites[slot].held.iter().find(|(n, _)| *n == name).map(|(_, amount)| *amount)
}

fn moving(state: &mut State, slot: Slot, wish: Wish) -> May {
    state.base_update(slot)?;
    wish.first().map_or(Ok(()), |direction| state.active(slot, direction, Force::Own))
}

fn sideways(state: &mut State, slot: Slot, wish: Wish, ways: [(f64, f64); 2]) -> May {
    state.base_update(slot)?;
    match wish.first() {
        Some(direction) if ways.contains(&direction) => state.active(slot, direction, Force::Own),
        _ => Ok(()),
    }
}

fn oriented(state: &mut State, slot: Slot, wish: Wish) -> May {
    let before = state.sprites[slot].orientation;
    state.sprites[slot].orientation = Some((0.0, 0.0));
    moving(state, slot, wish)?;
    let moved = state.lastdirection(slot);
    state.sprites[slot].orientation = if moved.0.abs() + moved.1.abs() > 0.0 { Some(moved) } else { before };
    Ok(())
}

/// The place of a sprite's orientation among the four directions, turned by so many steps.
fn turned(state: &State, slot: Slot, steps: usize) -> May<(f64, f64)> {
    let orientation = state.sprites[slot].orientation.unwrap_or((0.0, 0.0));
    match BASE.iter().position(|d| *d == orientation) {
        Some(place) => Ok(BASE[(place + steps) % 4]),
        None => Crash::new("ValueError", "its orientation is none of the four directions"),
    }
}

fn rotating(state: &mut State, slot: Slot, wish: Wish) -> May {
    if wish.has(UP) {
        state.sprites[slot].speed = Some(1.0);
    } else if wish.has(DOWN) {
        state.sprites[slot].speed = Some(-1.0);
    }
    if wish.has(LEFT) {
        state.sprites[slot].orientation = Some(turned(state, slot, 1)?);
    } else if wish.has(RIGHT) {
        state.sprites[slot].orientation = Some(turned(state, slot, 3)?);
    }
    state.base_update(slot)?;
    state.sprites[slot].speed = Some(0.0);
    Ok(())
}

fn flipping(state: &mut State, slot: Slot, mut wish: Wish) -> May {
    let noise = state.kind(slot).noise;
    if wish.first().is_some() && noise > 0.0 && state.rng.random() < noise * 4.0 {
        let direction = BASE[state.rng.choose(4)];
        wish = Wish { horizontal: Some(direction), vertical: None };
    }
    if wish.has(UP) {
        state.sprites[slot].speed = Some(1.0);
    } else if wish.has(DOWN) {
        state.sprites[slot].orientation = Some(turned(state, slot, 2)?);
    } else if wish.has(LEFT) {
        state.sprites[slot].orientation = Some(turned(state, slot, 1)?);
    } else if wish.has(RIGHT) {
        state.sprites[slot].orientation = Some(turned(state, slot, 3)?);
    }
    state.base_update(slot)?;
    state.sprites[slot].speed = Some(0.0);
    Ok(())
}

fn shoot(state: &mut State, slot: Slot, space: bool) -> May {
    let stype = state.kind(slot).stype;
    if !space || stype == Named::Nothing {
        return Ok(());
    }
    let body = &state.sprites[slot];
    let u = state.unit(body.orientation.unwrap_or((0.0, 0.0)));
    let last = body.last;
    let (x, y) = (f64::from(last.x) + u.0 * f64::from(last.w), f64::from(last.y) + u.1 * f64::from(last.h));
    if state.is_full() {
        return Crash::new("TypeError", "the sprite limit is reached");
    }
    if let Some(shot) = state.create(stype.name(), x, y)?
        && state.kind(shot).oriented_class
    {
        state.sprites[shot].orientation = Some(u);
    }
    let ammo = state.kind(slot).ammo;
    if let Some(entry) = ammo.and_then(|a| state.sprites[slot].held.iter_mut().find(|(n, _)| *n == a)) {
        entry.1 -= 1.0;
    }
    Ok(())
}

fn aimed(state: &mut State, slot: Slot, wish: Wish, space: bool) -> May {
    state.base_update(slot)?;
    let direction = wish.first();
    if direction == Some(UP) || direction == Some(DOWN) {
        let angle = state.kind(slot).angle;
        let angle = if direction == Some(UP) { -angle } else { angle };
        let (sin, cos) = (trig::sin(angle), trig::cos(angle));
        let (x, y) = state.sprites[slot].orientation.unwrap_or((0.0, 0.0));
        state.sprites[slot].orientation = Some(state.unit((x * cos - y * sin, x * sin + y * cos)));
    }
    shoot(state, slot, space)
}

fn mario(state: &mut State, slot: Slot, wish: Wish, space: bool) -> May {
    let (x, _) = wish.first().unwrap_or((0.0, 0.0));
    let (strength, airsteering) = (state.kind(slot).strength, state.kind(slot).airsteering);
    let stands = state.sprites[slot].orientation.is_some_and(|o| o.1 == 0.0);
    let force = if space && stands {
        (x * strength.sqrt(), -strength)
    } else if stands || airsteering {
        (x * strength.sqrt(), 0.0)
    } else {
        (0.0, 0.0)
    };
    state.active(slot, force, Force::Own)?;
    state.base_update(slot)
}
