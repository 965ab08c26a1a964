//! How sprites move: grid physics and continuous physics.
//!
//! Positions are whole pixels. Grid physics moves by `trunc(speed × cell)` pixels; continuous physics by `trunc(speed)`, and
//! forces change speed and orientation. Everything else is `f64`, rounded nowhere.

use super::{Flow, Frame};
use crate::image::Kind;
use crate::ontology::Dir;
use crate::state::Rect;
use crate::state::world::{Slot, flag};

/// What a move came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Movement {
    /// It stayed.
    Still,
    /// It moved.
    Move,
    /// It turned instead.
    Rotate,
}

/// Pixels of a step on the grid that is not passive. A speed of 0 is that of a cell a step.
#[inline]
pub(crate) fn step_length(speed: f64, block: i32) -> i32 {
    let step = (if speed == 0.0 { 1.0 } else { speed } * f64::from(block)) as i32;
    if step == 0 { speed as i32 } else { step }
}

/// A vector of two numbers.
pub(crate) type Vector = (f64, f64);

/// Its length.
#[inline]
pub(crate) fn length(v: Vector) -> f64 {
    (v.0 * v.0 + v.1 * v.1).sqrt()
}

/// The vector of length 1 in its direction; (0, 0) for (0, 0).
#[inline]
pub(crate) fn normalise(v: Vector) -> Vector {
    let length = length(v);
    if length == 0.0 { (0.0, 0.0) } else { (v.0 / length, v.1 / length) }
}

impl Frame<'_> {
    /// Whether the sprite's motion is continuous.
    #[inline]
    pub(crate) fn continuous(&self, slot: Slot) -> bool {
        self.im.kind(self.w.body[slot.index()].kind).traits.physicstype == 1
    }

    /// Moves by `dir × speed` pixels, if its cooldown has passed; whether it did.
    #[inline]
    pub(crate) fn update_pos(&mut self, slot: Slot, dir: Vector, speed: i32) -> Flow<bool> {
        let kind = self.im.kind(self.w.body[slot.index()].kind);
        self.go(slot, kind, dir, speed)
    }

    /// [`Frame::update_pos`] for a sprite whose type is at hand.
    #[inline]
    fn go(&mut self, slot: Slot, kind: &Kind, dir: Vector, speed: i32) -> Flow<bool> {
        let clock = self.clock_of(kind);
        let body = &mut self.w.body[slot.index()];
        let mut speed = speed;
        if speed == 0 {
            speed = body.speed as i32;
            if speed == 0 {
                return Ok(false);
            }
        }
        if kind.traits.cooldown > body.idle(clock) || dir.0.abs() + dir.1.abs() == 0.0 {
            return Ok(false);
        }
        let speed = f64::from(speed);
        let Rect { x, y, .. } = body.rect;
        let (x, y) = (x.wrapping_add((dir.0 * speed) as i32), y.wrapping_add((dir.1 * speed) as i32));
        body.stamp = clock;
        self.shift(slot, kind, x, y)?;
        Ok(true)
    }

    /// The move a sprite makes on its own.
    #[inline]
    pub(crate) fn passive(&mut self, slot: Slot) -> Flow<Movement> {
        let kind = self.im.kind(self.w.body[slot.index()].kind);
        self.passive_of(slot, kind)
    }

    /// [`Frame::passive`] for a sprite whose type is at hand.
    #[inline]
    pub(crate) fn passive_of(&mut self, slot: Slot, kind: &Kind) -> Flow<Movement> {
        let t = &kind.traits;
        if t.is_static || t.only_active {
            return Ok(Movement::Still);
        }
        let body = &mut self.w.body[slot.index()];
        if body.flags & flag::FIRST != 0 {
            body.flags &= !flag::FIRST;
            return Ok(Movement::Still);
        }
        if t.physicstype == 1 {
            return self.drift(slot);
        }
        let speed = if body.speed == -1.0 { 1.0 } else { body.speed };
        if speed != 0.0 && body.flags & flag::ORIENTED != 0 {
            let step = (speed * f64::from(self.board.block)) as i32;
            let ori = body.ori;
            if self.go(slot, kind, ori, step)? {
                return Ok(Movement::Move);
            }
        }
        Ok(Movement::Still)
    }

    fn drift(&mut self, slot: Slot) -> Flow<Movement> {
        let i = slot.index();
        let speed = self.w.body[i].speed;
        if speed == 0.0 {
            return Ok(Movement::Still);
        }
        self.update_pos(slot, self.w.body[i].ori, speed as i32)?;
        let (mass, friction) = {
            let t = &self.im.kind(self.w.body[i].kind).traits;
            (t.mass, t.friction)
        };
        let gravity = self.w.mind[i].gravity;
        if gravity > 0.0 && mass > 0.0 && !self.w.has(slot, flag::GROUNDED) {
            self.accelerate(slot, (0.0, gravity * mass), 0.0);
        }
        self.w.body[i].speed *= 1.0 - friction;
        Ok(Movement::Move)
    }

    /// The move a sprite is told to make. `speed` 0 means its own.
    #[inline]
    pub(crate) fn active(&mut self, slot: Slot, action: Vector, speed: f64) -> Flow<Movement> {
        let kind = self.im.kind(self.w.body[slot.index()].kind);
        self.active_of(slot, kind, action, speed)
    }

    /// [`Frame::active`] for a sprite whose type is at hand.
    #[inline]
    pub(crate) fn active_of(&mut self, slot: Slot, kind: &Kind, action: Vector, speed: f64) -> Flow<Movement> {
        let i = slot.index();
        let t = &kind.traits;
        if t.physicstype == 1 {
            return Ok(self.accelerate(slot, action, speed));
        }
        if t.stationary || (!t.rotate_in_place && t.cooldown > self.w.body[i].idle(self.clock_of(kind))) {
            return Ok(Movement::Still);
        }
        let mut speed = speed;
        if speed == 0.0 {
            speed = if self.w.body[i].speed <= 0.0 { 1.0 } else { self.w.body[i].speed };
        }
        if speed != 0.0 && action != (0.0, 0.0) {
            if t.rotate_in_place && self.turn(slot, action) {
                return Ok(Movement::Rotate);
            }
            let step = (speed * f64::from(self.board.block)) as i32;
            if self.go(slot, kind, action, step)? {
                return Ok(Movement::Move);
            }
        }
        Ok(Movement::Still)
    }

    /// [`Frame::active`] at its own speed for a sprite that steps (see `Kind::steps`).
    #[inline]
    pub(crate) fn step_to(&mut self, slot: Slot, kind: &Kind, dir: Dir) -> Flow<Movement> {
        let clock = self.clock_of(kind);
        let block = self.board.block;
        let body = self.w.body.own_mut(slot.index());
        if dir == Dir::None || kind.traits.cooldown > body.idle(clock) {
            return Ok(Movement::Still);
        }
        let step = step_length(body.speed, block);
        if step == 0 {
            return Ok(Movement::Still);
        }
        self.take_step(slot, kind, dir, step, clock)?;
        Ok(Movement::Move)
    }

    /// Takes a step of so many pixels; its cooldown has passed.
    #[inline(always)]
    pub(crate) fn take_step(&mut self, slot: Slot, kind: &Kind, dir: Dir, step: i32, clock: i32) -> Flow {
        let body = self.w.body.own_mut(slot.index());
        body.stamp = clock;
        let (dx, dy) = dir.unit();
        let Rect { x, y, .. } = body.rect;
        let (x, y) = (x.wrapping_add(dx.saturating_mul(step)), y.wrapping_add(dy.saturating_mul(step)));
        // What `shift` asks first, since mostly the answer is yes.
        if self.fits(self.w.body.own(slot.index())) && self.board.holds(x, y) {
            self.slide(slot, kind, x, y);
            return Ok(());
        }
        self.shift(slot, kind, x, y)
    }

    /// Moves one way of four; see [`Frame::active`].
    #[inline]
    pub(crate) fn active_dir(&mut self, slot: Slot, dir: Dir, speed: f64) -> Flow<Movement> {
        self.active(slot, dir.vector(), speed)
    }

    /// A force changes speed and orientation, not the place.
    fn accelerate(&mut self, slot: Slot, action: Vector, speed: f64) -> Movement {
        let i = slot.index();
        let t = &self.im.kind(self.w.body[i].kind).traits;
        let speed = if speed == 0.0 || speed == -1.0 { self.w.body[i].speed } else { speed };
        // The mass goes through single precision (GVGAI `ContinuousPhysics.activeMovement`).
        let mass = f64::from(t.mass as f32);
        let ori = self.w.body[i].ori;
        let v = (action.0 / mass + ori.0 * speed, action.1 / mass + ori.1 * speed);
        let mut length = length(v);
        if t.max_speed != -1.0 {
            length = java_min(length, t.max_speed);
        }
        self.w.body[i].ori = normalise(v);
        self.w.body[i].speed = length;
        if action == (0.0, 0.0) { Movement::Still } else { Movement::Move }
    }

    /// Gives an oriented sprite another orientation; whether it changed.
    #[inline]
    pub(crate) fn turn(&mut self, slot: Slot, dir: Vector) -> bool {
        let i = slot.index();
        if !self.w.has(slot, flag::ORIENTED) || self.w.body[i].ori == dir {
            return false;
        }
        self.w.body[i].ori = dir;
        true
    }

    /// How far it has moved since its turn began, or would have if it were not stalled.
    #[inline]
    pub(crate) fn last_direction(&self, slot: Slot) -> Vector {
        let (mut r, mut l) = (self.w.body[slot.index()].rect, self.w.body[slot.index()].last);
        if self.w.has(slot, flag::STALLED) {
            (r, l) = (l, r);
        }
        (f64::from(r.x.wrapping_sub(l.x)), f64::from(r.y.wrapping_sub(l.y)))
    }

    /// Where it was, if it has left that place altogether.
    #[inline]
    pub(crate) fn last_position(&self, slot: Slot) -> Option<(i32, i32)> {
        let (r, l) = (self.w.body[slot.index()].rect, self.w.body[slot.index()].last);
        if l.intersects(r) { None } else { Some((l.x, l.y)) }
    }

    /// Distance of two rectangles as the sprite's physics has it: of their corners, by the grid or in a straight line.
    #[inline]
    pub(crate) fn distance(continuous: bool, a: Rect, b: Rect) -> f64 {
        let dy = f64::from(a.y) - f64::from(b.y);
        let dx = f64::from(a.x) - f64::from(b.x);
        if continuous { (dy * dy + dx * dx).sqrt() } else { dy.abs() + dx.abs() }
    }
}

/// `Math.min`: NaN if either is.
fn java_min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) }
}
