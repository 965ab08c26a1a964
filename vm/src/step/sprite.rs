//! Making, moving and removing sprites.

use super::{Flow, Frame, MAX_SPRITES};
use crate::ontology::{Class, TypeRef};
use crate::program::TypeId;
use crate::state::world::{Link, NONE, Pilot, Place, Slot, Tracker, flag};
use crate::state::{Cause, Rect};

impl Frame<'_> {
    /// Makes a sprite, unless the cap or a singleton of its lineage forbids it (`force`: singletons do not).
    pub(crate) fn add(&mut self, kind: TypeRef, x: i32, y: i32, force: bool) -> Flow<Option<Slot>> {
        let Some(kind) = kind.0 else {
            return Err(self.fault(Cause::UndeclaredType));
        };
        if self.w.num_sprites > MAX_SPRITES {
            self.message();
            return Ok(None);
        }
        let k = self.im.kind(kind);
        if !force && k.singletons.iter().any(|&t| self.count(t) > 0) {
            return Ok(None);
        }
        let class = match k.class {
            Ok(class) => class,
            Err(why) => return Err(self.fault(Cause::Unmakeable(kind, why))),
        };
        let t = &k.traits;
        let block = f64::from(self.board.block);
        let rect = Rect { x, y, w: (block * t.w_mult) as i32, h: (block * t.h_mult) as i32 };
        let first = !self.w.made[kind.index()];
        // The first sprite of a type is constructed, later ones are copies of it (GVGAI `Game.addSprite`): a copy is placed,
        // which divides by its height; the first has not been scaled when its last rectangle is noted.
        let last = if first {
            self.w.made[kind.index()] = true;
            self.w.messages += u32::from(self.im.program.types[kind.index()].messages);
            Rect { x, y, w: self.board.block, h: self.board.block }
        } else if rect.h == 0 {
            return Err(self.fault(Cause::NoHeight));
        } else {
            rect
        };
        let slot = self.new_slot();
        let i = slot.index();
        let w = &mut *self.w;
        w.rect[i] = rect;
        w.last[i] = last;
        w.ori[i] = t.orientation.vector();
        w.speed[i] = t.speed;
        w.kind[i] = kind;
        // A slot that is listed as moved stays listed.
        let mut flags = w.flags[i] & flag::MOVED;
        for (on, bit) in [
            (t.is_oriented, flag::ORIENTED),
            (t.is_first_tick, flag::FIRST),
            (t.on_ground, flag::GROUNDED),
            (t.is_from_avatar, flag::FROM_AVATAR),
        ] {
            if on {
                flags |= bit;
            }
        }
        w.flags[i] = flags;
        w.id[i] = w.next_id;
        w.next_id += 1;
        w.num_sprites += 1;
        w.health[i] = t.health_points;
        w.max_health[i] = t.max_health_points;
        w.ttl[i] = t.time_to_live;
        w.gravity[i] = t.gravity;
        w.rotation[i] = t.rotation;
        let columns = self.im.resources.len();
        w.held[i * columns..(i + 1) * columns].fill(0);
        w.memory[i] = [0; 4];
        w.join_group(slot, kind);
        let cell = self.board.cell(rect.x, rect.y);
        w.join_cell(slot, cell);
        self.w.stamp[i] = self.clock(kind) - t.lastmove;
        self.note_size(slot);
        if last != rect {
            self.note_moved(slot);
        }
        self.remember(slot, class, first);
        Ok(Some(slot))
    }

    /// What the sprite's class remembers, as it is at the start.
    fn remember(&mut self, slot: Slot, class: Class, first: bool) {
        let i = slot.index();
        let t = &self.im.kind(self.w.kind[i]).traits;
        if class.is_avatar() {
            let pilot = Pilot {
                player: 0,
                winner: -1,
                score: 0,
                facing: t.facing,
                facing_dir: t.facing_dir.vector(),
                last_block_time: t.last_block_time,
                // Copies lose what they leave behind: it becomes type 0 (GVGAI `OngoingTurningAvatar.copyTo`).
                leaves: if first { t.spawn_behind.0.or(Some(TypeId(0))) } else { Some(TypeId(0)) },
                in_use: true,
            };
            let place = self.w.pilots.iter().position(|p| !p.in_use).unwrap_or(self.w.pilots.len());
            if place == self.w.pilots.len() {
                self.w.pilots.push(pilot);
            } else {
                self.w.pilots[place] = pilot;
            }
            self.w.memory[i][0] = place as i32;
        } else if class.is_a(Class::SpawnPoint) || class == Class::SpawnPointMultiSprite {
            self.w.memory[i] = [-1, 0, code(t.stype), 0];
            if class == Class::BomberRandomMissile {
                let start = i * self.im.list_len;
                let list = &mut self.w.lists[start..start + t.stype_missile.len()];
                for (to, from) in list.iter_mut().zip(t.stype_missile.iter()) {
                    *to = from.0;
                }
            }
        } else if class.is_a(Class::Flicker) {
            self.w.memory[i][0] = t.age;
        } else if class.is_a(Class::PathAltChaser) {
            let tracker = Tracker { target: None, slot: NONE, rect: Rect::default(), known: None, in_use: true };
            let place = self.w.trackers.iter().position(|t| !t.in_use).unwrap_or(self.w.trackers.len());
            if place == self.w.trackers.len() {
                self.w.trackers.push(tracker);
            } else {
                self.w.trackers[place] = tracker;
            }
            self.w.memory[i][2] = place as i32;
        }
    }

    fn new_slot(&mut self) -> Slot {
        if let Some(slot) = self.w.free.pop() {
            return Slot(slot);
        }
        let w = &mut *self.w;
        let slot = Slot(w.rect.len() as u32);
        w.rect.push(Rect::default());
        w.last.push(Rect::default());
        w.ori.push((0.0, 0.0));
        w.speed.push(0.0);
        w.stamp.push(0);
        w.kind.push(TypeId(0));
        w.flags.push(0);
        w.id.push(0);
        w.health.push(0);
        w.max_health.push(0);
        w.ttl.push(0);
        w.gravity.push(0.0);
        w.rotation.push(0.0);
        w.memory.push([0; 4]);
        w.held.resize(w.held.len() + self.im.resources.len(), 0);
        w.lists.resize(w.lists.len() + self.im.list_len, None);
        w.link.push(Link { prev: NONE, next: NONE });
        w.place.push(Place { prev: NONE, next: NONE, cell: 0 });
        slot
    }

    /// Kills a sprite at the end of the tick. A killed avatar is only disabled: it stays where it is.
    #[inline]
    pub(crate) fn kill(&mut self, slot: Slot) {
        let kind = self.w.kind[slot.index()];
        if self.im.kind(kind).avatar {
            if !self.w.has(slot, flag::DISABLED) {
                self.w.set(slot, flag::DISABLED, true);
                self.w.groups[kind.index()].disabled += 1;
            }
        } else {
            self.remove(slot);
        }
    }

    /// Removes a sprite at the end of the tick, avatar or not.
    #[inline]
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.w.set(slot, flag::KILLED, true);
        self.w.kills.push(slot.0);
    }

    /// Step 8: removes what was killed, ends shields.
    pub(crate) fn clear(&mut self) {
        for k in 0..self.w.kills.len() {
            // A sprite that was killed twice is counted twice, as in the reference engine.
            self.w.num_sprites -= 1;
            let slot = Slot(self.w.kills[k]);
            if self.w.has(slot, flag::KILLED) {
                self.delete(slot);
            }
        }
        self.w.kills.clear();
        self.w.shields.clear();
    }

    /// Takes a sprite out of the play at once.
    pub(crate) fn delete(&mut self, slot: Slot) {
        let i = slot.index();
        self.w.leave_group(slot);
        self.w.leave_cell(slot);
        if self.w.has(slot, flag::MISFIT) {
            self.w.misfits -= 1;
        }
        if let Ok(class) = self.im.kind(self.w.kind[i]).class {
            if class.is_avatar() {
                let pilot = self.w.memory[i][0] as usize;
                self.w.pilots[pilot].in_use = false;
                for player in &mut self.w.players {
                    if *player == slot.0 {
                        *player = NONE;
                    }
                }
            } else if class.is_a(Class::PathAltChaser) {
                let tracker = self.w.memory[i][2] as usize;
                self.w.trackers[tracker].in_use = false;
            }
        }
        let (id, rect) = (self.w.id[i], self.w.rect[i]);
        for tracker in &mut self.w.trackers {
            if tracker.in_use && tracker.target == Some(id) {
                tracker.rect = rect;
                tracker.slot = NONE;
            }
        }
        self.w.flags[i] &= flag::MOVED;
        self.w.free.push(slot.0);
    }

    /// Step 2: resting sprites that were moved note where they are.
    pub(crate) fn settle(&mut self) {
        for k in 0..self.w.moved.len() {
            let i = self.w.moved[k] as usize;
            self.w.flags[i] &= !flag::MOVED;
            if self.im.kind(self.w.kind[i]).rests {
                self.w.last[i] = self.w.rect[i];
            }
        }
        self.w.moved.clear();
    }

    /// Puts a sprite somewhere else.
    #[inline]
    pub(crate) fn set_rect(&mut self, slot: Slot, rect: Rect) -> Flow {
        let i = slot.index();
        if rect.h == 0 {
            return Err(self.fault(Cause::NoHeight));
        }
        let old = self.w.rect[i];
        if rect == old {
            return Ok(());
        }
        self.w.rect[i] = rect;
        self.w.motion = self.w.motion.wrapping_add(1);
        let cell = self.board.cell(rect.x, rect.y);
        if cell != self.w.place[i].cell {
            self.w.leave_cell(slot);
            self.w.join_cell(slot, cell);
        }
        self.note_size(slot);
        self.note_moved(slot);
        Ok(())
    }

    /// Puts a sprite's corner somewhere else.
    #[inline]
    pub(crate) fn move_to(&mut self, slot: Slot, x: i32, y: i32) -> Flow {
        let Rect { w, h, .. } = self.w.rect[slot.index()];
        self.set_rect(slot, Rect { x, y, w, h })
    }

    /// Sets where a sprite was.
    #[inline]
    pub(crate) fn set_last(&mut self, slot: Slot, last: Rect) {
        self.w.last[slot.index()] = last;
        self.note_moved(slot);
    }

    /// A resting sprite is no longer where it was: its last rectangle is set at the next tick.
    #[inline]
    fn note_moved(&mut self, slot: Slot) {
        let i = slot.index();
        if self.im.kind(self.w.kind[i]).rests && self.w.flags[i] & flag::MOVED == 0 {
            self.w.flags[i] |= flag::MOVED;
            self.w.moved.push(slot.0);
        }
    }

    /// Keeps count of the sprites that are not exactly one cell, and of the largest size.
    #[inline]
    fn note_size(&mut self, slot: Slot) {
        let i = slot.index();
        let r = self.w.rect[i];
        let b = self.board.block;
        let fits = r.w == b
            && r.h == b
            && r.x >= 0
            && r.y >= 0
            && r.x < self.board.width
            && r.y < self.board.height
            && r.x % b == 0
            && r.y % b == 0;
        let was_misfit = self.w.flags[i] & flag::MISFIT != 0;
        if fits == was_misfit {
            if fits {
                self.w.flags[i] &= !flag::MISFIT;
                self.w.misfits -= 1;
            } else {
                self.w.flags[i] |= flag::MISFIT;
                self.w.misfits += 1;
            }
        }
        if r.w > self.w.max_size.0 || r.h > self.w.max_size.1 {
            self.w.max_size = (self.w.max_size.0.max(r.w), self.w.max_size.1.max(r.h));
        }
    }

    /// How many turns sprites of this type have had. The ticks since a sprite's last move are `clock - stamp`; so a sprite
    /// that rests needs no counting.
    #[inline]
    pub(crate) fn clock(&self, kind: TypeId) -> i32 {
        let k = self.im.kind(kind);
        if k.ticks { self.w.tick + i32::from(k.turn >= self.w.cursor) } else { 0 }
    }

    /// Ticks since the sprite's last move.
    #[inline]
    pub(crate) fn last_move(&self, slot: Slot) -> i32 {
        self.clock(self.w.kind[slot.index()]) - self.w.stamp[slot.index()]
    }

    /// Sets the ticks since the sprite's last move.
    #[inline]
    pub(crate) fn set_last_move(&mut self, slot: Slot, ticks: i32) {
        self.w.stamp[slot.index()] = self.clock(self.w.kind[slot.index()]) - ticks;
    }

    /// Number of sprites of a type's family, killed ones included.
    #[inline]
    pub(crate) fn count(&self, kind: TypeId) -> i32 {
        self.im.kind(kind).family.iter().map(|t| self.w.groups[t.index()].count).sum()
    }

    /// Number of sprites of a type's family, killed avatars left out.
    #[inline]
    pub(crate) fn alive(&self, kind: TypeId) -> i32 {
        self.im
            .kind(kind)
            .family
            .iter()
            .map(|t| self.w.groups[t.index()].count - self.w.groups[t.index()].disabled)
            .sum()
    }

    /// How much a sprite holds of a resource.
    #[inline]
    pub(crate) fn held(&self, slot: Slot, resource: TypeRef) -> i32 {
        match resource.0.and_then(|r| self.im.kind(r).column) {
            Some(column) => self.w.held[slot.index() * self.im.resources.len() + column as usize],
            None => 0,
        }
    }

    /// Changes how much a sprite holds of a resource; never below nothing.
    #[inline]
    pub(crate) fn hold(&mut self, slot: Slot, resource: TypeRef, by: i32) {
        if let Some(column) = resource.0.and_then(|r| self.im.kind(r).column) {
            let held = &mut self.w.held[slot.index() * self.im.resources.len() + column as usize];
            *held = held.wrapping_add(by).max(0);
        }
    }
}

/// A type as a number to remember; −1 for none.
#[inline]
pub(crate) fn code(t: TypeRef) -> i32 {
    t.0.map_or(-1, |t| i32::from(t.0))
}

/// A type from a number remembered.
#[inline]
pub(crate) fn decode(code: i32) -> TypeRef {
    TypeRef(u16::try_from(code).ok().map(TypeId))
}
