//! How sprites move.

use super::game::Engine;
use super::ontology::{Class, Physics};
use super::play::{Crash, May, Slot, State, truncate};
use crate::state::Rect;

/// Directions, in the order of every choice among the four.
pub(super) const BASE: [(f64, f64); 4] = [(0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 0.0)];

/// `x ** 2` of Python: the C library's `pow`, which is not always `x * x` in the last bit.
fn square(x: f64) -> f64 {
    std::hint::black_box(x).powf(std::hint::black_box(2.0))
}

/// Length of a vector.
pub(super) fn norm((x, y): (f64, f64)) -> f64 {
    (square(x) + square(y)).sqrt()
}

/// A vector of the same direction and length 1; to the right for one without length.
fn unit(v: (f64, f64)) -> (f64, f64) {
    let length = norm(v);
    if length > 0.0 { (v.0 / length, v.1 / length) } else { (1.0, 0.0) }
}

/// What an action is done with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Force {
    /// The sprite's own speed.
    Own,
    /// Another.
    By(f64),
}

impl State {
    /// Moves a sprite by a vector, cut to whole pixels.
    pub(super) fn shift(&mut self, slot: Slot, (dx, dy): (f64, f64)) {
        let id = self.new_rect();
        let mut rect = self.sprites[slot].rect;
        rect.x = rect.x.wrapping_add(truncate(dx));
        rect.y = rect.y.wrapping_add(truncate(dy));
        self.share(slot, rect, id);
    }

    /// Moves a sprite by so much in a direction, if it may move already and the direction is one.
    #[inline]
    pub(super) fn advance(&mut self, slot: Slot, (ox, oy): (f64, f64), step: f64) {
        let body = &mut self.sprites[slot];
        if self.image.kinds[body.kind.index()].cooldown > body.lastmove {
            return;
        }
        // In the rewrite even a step to nowhere is one.
        if (ox, oy) == (0.0, 0.0) && self.image.game.engine == Engine::One {
            return;
        }
        // As `shift`, which is too long a way for what moves in every tick.
        self.rect_ids = self.rect_ids.wrapping_add(1);
        body.rect.x = body.rect.x.wrapping_add(truncate(ox * step));
        body.rect.y = body.rect.y.wrapping_add(truncate(oy * step));
        body.rect_id = self.rect_ids;
        body.lastmove = 0.0;
        let version = &mut self.versions[body.kind.index()];
        *version = version.wrapping_add(1);
        self.changes = self.changes.wrapping_add(1);
    }

    /// Puts a sprite on a rectangle of another, which it shares from then on.
    pub(super) fn share(&mut self, slot: Slot, rect: Rect, id: u32) {
        let body = &mut self.sprites[slot];
        (body.rect, body.rect_id) = (rect, id);
        let kind = body.kind;
        self.changed(kind);
    }

    /// What every sprite does in its turn: it remembers where it was, and moves on by itself.
    pub(super) fn base_update(&mut self, slot: Slot) -> May {
        let kind = &self.image.kinds[self.sprites[slot].kind.index()];
        let (still, physics) = (kind.is_static || kind.only_active, kind.physics);
        let body = &mut self.sprites[slot];
        (body.last, body.last_id) = (body.rect, body.rect_id);
        body.lastmove += 1.0;
        if still {
            return Ok(());
        }
        let Some(orientation) = body.orientation else { return Ok(()) };
        let speed = body.speed;
        if physics == Physics::Grid {
            let speed = speed.unwrap_or(1.0);
            if speed != 0.0 {
                self.advance(slot, orientation, speed * f64::from(self.block));
            }
            return Ok(());
        }
        if self.is_two() {
            return super::two::passive(self, slot);
        }
        if speed == Some(0.0) {
            return Ok(());
        }
        let Some(speed) = speed else { return Crash::new("TypeError", "a speed is wanted that is None") };
        self.advance(slot, orientation, speed);
        let mass = self.kind(slot).mass;
        if physics.gravity() > 0.0 && mass > 0.0 {
            self.active(slot, (0.0, physics.gravity() * mass), Force::Own)?;
        }
        if let Some(speed) = &mut self.sprites[slot].speed {
            *speed *= 1.0 - physics.friction();
        }
        Ok(())
    }

    /// Moves a sprite in a direction (grid physics), or pushes it (continuous physics).
    pub(super) fn active(&mut self, slot: Slot, action: (f64, f64), force: Force) -> May {
        if self.kind(slot).class == Some(Class::Immutable) {
            return Crash::new("TypeError", "an Immutable is to be moved");
        }
        let (physics, mass) = (self.kind(slot).physics, self.kind(slot).mass);
        let own = self.sprites[slot].speed;
        if physics == Physics::Grid {
            let speed = match force {
                Force::Own => own.unwrap_or(1.0),
                Force::By(speed) => speed,
            };
            if speed != 0.0 {
                self.advance(slot, action, speed * f64::from(self.block));
            }
            return Ok(());
        }
        if self.is_two() {
            return super::two::push(self, slot, action, force);
        }
        if mass == 0.0 {
            return Crash::new("ZeroDivisionError", "a force works on a sprite without mass");
        }
        let velocity = self.velocity(slot);
        let v = (action.0 / mass + velocity.0, action.1 / mass + velocity.1);
        let orientation = unit(v);
        let body = &mut self.sprites[slot];
        body.orientation = Some(orientation);
        body.speed = Some(norm(v) / norm(orientation));
        Ok(())
    }

    /// Direction times speed.
    pub(super) fn velocity(&self, slot: Slot) -> (f64, f64) {
        let body = &self.sprites[slot];
        match (body.speed, body.orientation) {
            (Some(speed), Some((x, y))) if speed != 0.0 => (x * speed, y * speed),
            _ => (0.0, 0.0),
        }
    }

    /// A vector of the same direction and length 1; to the right for one without length. The rewrite squares by multiplying.
    pub(super) fn unit(&self, v: (f64, f64)) -> (f64, f64) {
        if !self.is_two() {
            return unit(v);
        }
        let length = (v.0 * v.0 + v.1 * v.1).sqrt();
        if length > 0.0 { (v.0 / length, v.1 / length) } else { (1.0, 0.0) }
    }

    /// How far it has moved since its last turn began, in pixels.
    pub(super) fn lastdirection(&self, slot: Slot) -> (f64, f64) {
        let body = &self.sprites[slot];
        (f64::from(body.rect.x.wrapping_sub(body.last.x)), f64::from(body.rect.y.wrapping_sub(body.last.y)))
    }

    /// Distance of two rectangles as the physics of a sprite has it.
    pub(super) fn distance(&self, physics: Physics, a: Rect, b: Rect) -> f64 {
        let (dx, dy) = (i128::from(a.x) - i128::from(b.x), i128::from(a.y) - i128::from(b.y));
        match physics {
            Physics::Grid => (dx.abs() + dy.abs()) as f64,
            _ => ((dx * dx + dy * dy) as f64).sqrt(),
        }
    }
}
