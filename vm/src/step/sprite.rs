//! Making, moving and removing sprites.

use super::stall::Step;
use super::{Flow, Frame};
use crate::image::{Kind, Memory};
use crate::ontology::TypeRef;
use crate::program::TypeId;
use crate::state::world::{Body, Links, Mind, NONE, Pilot, Slot, Tracker, flag};
use crate::state::{Cause, Rect};

impl Frame<'_> {
    /// Makes a sprite, unless the cap or a singleton of its lineage forbids it (`force`: singletons do not).
    pub(crate) fn add(&mut self, kind: TypeRef, x: i32, y: i32, force: bool) -> Flow<Option<Slot>> {
        let Some(kind) = kind.0 else {
            return Err(self.fault(Cause::UndeclaredType));
        };
        if self.w.num_sprites > self.im.program.game.max_sprites {
            self.message();
            return Ok(None);
        }
        let k = self.im.kind(kind);
        if !force && k.singletons.iter().any(|&t| self.count(t) > 0) {
            return Ok(None);
        }
        if let Err(why) = k.class {
            return Err(self.fault(Cause::Unmakeable(kind, why)));
        }
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
        let slot = self.new_slot()?;
        let i = slot.index();
        let w = &mut *self.w;
        let body = &mut w.body[i];
        let mut flags = body.flags & flag::LISTED;
        for (on, bit) in [
            (t.is_oriented, flag::ORIENTED),
            (t.is_first_tick, flag::FIRST),
            (t.on_ground, flag::GROUNDED),
            (t.is_from_avatar, flag::FROM_AVATAR),
            (k.partners != 0, flag::IN_CELL),
            (k.rests, flag::RESTS),
        ] {
            if on {
                flags |= bit;
            }
        }
        let fold = k.bit.trailing_zeros() as u8;
        *body = Body {
            rect,
            last,
            ori: t.orientation.vector(),
            speed: t.speed,
            stamp: 0,
            id: w.next_id,
            kind,
            fold,
            flags,
        };
        w.mind[i] = Mind {
            gravity: t.gravity,
            rotation: t.rotation,
            health: t.health_points,
            max_health: t.max_health_points,
            ttl: t.time_to_live,
            memory: [0; 4],
        };
        w.next_id += 1;
        w.num_sprites = w.num_sprites.wrapping_add(1);
        w.census = true;
        w.held.row_mut(i, self.im.resources.len()).fill(0);
        w.join_group(slot, kind);
        self.note_count(kind);
        let cell = self.note_place(slot);
        if self.may_meet(slot) {
            self.touch(slot);
        }
        if k.partners != 0 {
            self.w.join_cell(slot, cell, k.bit, self.w.has(slot, flag::MISFIT));
        } else {
            self.w.links[i].cell = NONE;
        }
        let clock = self.clock(kind);
        self.w.body[i].set_idle(clock, t.lastmove);
        if last != rect {
            self.note_moved(slot);
        }
        self.remember(slot, first);
        Ok(Some(slot))
    }

    /// What the sprite's class remembers, as it is at the start.
    fn remember(&mut self, slot: Slot, first: bool) {
        let i = slot.index();
        let k = self.im.kind(self.w.body[i].kind);
        let t = &k.traits;
        let memory = &mut self.w.mind[i].memory;
        match k.memory {
            Memory::Plain => {}
            Memory::Grower => self.w.note_grower(self.im, slot, self.w.body[i].kind),
            Memory::Age => memory[0] = t.age,
            Memory::Producer => {
                *memory = [-1, 0, code(t.stype), 0];
                for (to, from) in self.w.lists.row_mut(i, self.im.list_len).iter_mut().zip(t.stype_missile.iter()) {
                    *to = from.0;
                }
            }
            Memory::Pilot => {
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
                memory[0] = place(&mut self.w.pilots, pilot, |p| p.in_use);
            }
            Memory::Tracker => {
                let tracker = Tracker { target: None, slot: NONE, rect: Rect::default(), known: None, in_use: true };
                memory[2] = place(&mut self.w.trackers, tracker, |t| t.in_use);
            }
        }
    }

    /// A place for another sprite. The reference engine's count of sprites, which the cap is held to, sinks below the truth
    /// when a sprite is killed twice; so the number of places has a limit of its own: a hundred times the cap.
    fn new_slot(&mut self) -> Flow<Slot> {
        if self.w.next_id == NONE {
            return Err(self.fault(Cause::TooManySprites));
        }
        if let Some(slot) = self.w.free.pop() {
            return Ok(Slot(slot));
        }
        let (scenery, others) = self.w.body.lens();
        if scenery + others >= self.im.most_sprites {
            return Err(self.fault(Cause::TooManySprites));
        }
        let w = &mut *self.w;
        let slot = Slot(others as u32);
        w.body.push(Body::NEW);
        w.mind.push(Mind::NEW);
        w.links.push(Links::NEW);
        w.stops.push(NONE);
        w.held.push_row(0, self.im.resources.len());
        w.lists.push_row(None, self.im.list_len);
        Ok(slot)
    }

    /// Kills a sprite at the end of the tick. A killed avatar is only disabled: it stays where it is.
    #[inline]
    pub(crate) fn kill(&mut self, slot: Slot) {
        let kind = self.w.body[slot.index()].kind;
        if self.im.kind(kind).avatar {
            if !self.w.has(slot, flag::DISABLED) {
                self.w.set(slot, flag::DISABLED, true);
                self.w.groups[kind.index()].disabled += 1;
                self.w.census = true;
            }
        } else {
            self.remove(slot);
        }
    }

    /// Removes a sprite at the end of the tick, avatar or not.
    #[inline]
    pub(crate) fn remove(&mut self, slot: Slot) {
        if self.w.has(slot, flag::KILLED) {
            self.w.killed_again = self.w.killed_again.wrapping_add(1);
        } else {
            self.w.set(slot, flag::KILLED, true);
            self.w.kills.push(slot.0);
        }
    }

    /// Step 8: removes what was killed, ends shields.
    pub(crate) fn clear(&mut self) {
        // A sprite that was killed twice is counted twice, as in the reference engine.
        let killed = (self.w.kills.len() as i32).wrapping_add(self.w.killed_again);
        self.w.num_sprites = self.w.num_sprites.wrapping_sub(killed);
        self.w.killed_again = 0;
        for k in 0..self.w.kills.len() {
            self.delete(Slot(self.w.kills[k]));
        }
        self.w.kills.clear();
        self.w.shields.clear();
    }

    /// Takes a sprite out of the play at once.
    pub(crate) fn delete(&mut self, slot: Slot) {
        let i = slot.index();
        let Body { id, rect, kind, flags, .. } = self.w.body[i];
        self.w.leave_group(slot);
        self.note_count(kind);
        self.leave_cell(slot, flags & flag::MISFIT != 0);
        if flags & flag::DISABLED != 0 {
            self.w.groups[kind.index()].disabled -= 1;
        }
        self.set_outside(slot, false);
        self.w.census = true;
        self.rouse_stopped(self.im.kind(kind), rect);
        match self.im.kind(kind).memory {
            Memory::Pilot => {
                let pilot = self.w.mind[i].memory[0] as usize;
                self.w.pilots[pilot].in_use = false;
                for player in &mut self.w.players {
                    if *player == slot.0 {
                        *player = NONE;
                    }
                }
                // The reference engine throws where it misses an avatar: nothing may be left out.
                self.rouse_all();
            }
            Memory::Tracker => {
                let tracker = self.w.mind[i].memory[2] as usize;
                self.w.trackers[tracker].in_use = false;
            }
            Memory::Grower => self.w.forget_grower(slot),
            Memory::Plain | Memory::Producer | Memory::Age => {}
        }
        for tracker in &mut self.w.trackers {
            if tracker.in_use && tracker.target == Some(id) {
                tracker.rect = rect;
                tracker.slot = NONE;
            }
        }
        let flags = &mut self.w.body[i].flags;
        *flags = (*flags & flag::LISTED) | flag::GONE;
        self.w.free.push(slot.0);
    }

    /// Takes a sprite out of its cell. `misfit`: whether it was counted as one there.
    #[inline]
    fn leave_cell(&mut self, slot: Slot, misfit: bool) {
        let Links { cell_prev: prev, cell_next: next, cell, .. } = *self.w.links.own(slot.index());
        if cell == NONE {
            return;
        }
        let here = &mut self.w.cells[cell as usize];
        self.w.misfits -= u32::from(misfit);
        if prev == NONE && next == NONE {
            (here.head, here.own, here.out) = (NONE, 0, 0);
        } else {
            self.unlink(cell, prev, next);
        }
    }

    /// Takes a sprite with neighbours out of the list of its cell.
    fn unlink(&mut self, cell: u32, prev: u32, next: u32) {
        let w = &mut *self.w;
        let here = &mut w.cells[cell as usize];
        if prev == NONE {
            here.head = next;
        } else {
            w.links.own_mut(prev as usize).cell_next = next;
        }
        if next != NONE {
            w.links.own_mut(next as usize).cell_prev = prev;
        }
        self.list_types(cell);
    }

    /// Notes the types that are listed in a cell.
    fn list_types(&mut self, cell: u32) {
        let w = &mut *self.w;
        let here = &mut w.cells[cell as usize];
        (here.own, here.out) = (0, 0);
        let mut other = here.head;
        while other != NONE {
            let body = w.body.own(other as usize);
            here.own |= body.bit();
            here.out |= if body.flags & flag::MISFIT == 0 { 0 } else { body.bit() };
            other = w.links.own(other as usize).cell_next;
        }
    }

    /// Step 2: resting sprites that were moved note where they are.
    pub(crate) fn settle(&mut self) {
        for k in 0..self.w.moved.len() {
            let body = &mut self.w.body[self.w.moved[k] as usize];
            body.flags &= !flag::MOVED;
            if body.flags & flag::RESTS != 0 {
                body.last = body.rect;
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
        if rect == self.w.body[i].rect {
            return Ok(());
        }
        let body = &mut self.w.body[i];
        let old = std::mem::replace(&mut body.rect, rect);
        let before = body.flags;
        let kind = self.im.kind(body.kind);
        let cell = self.note_place(slot);
        self.relist(slot, kind, old, before, cell);
        Ok(())
    }

    /// Puts a sprite's corner somewhere else; its type is at hand.
    #[inline]
    pub(crate) fn shift(&mut self, slot: Slot, kind: &Kind, x: i32, y: i32) -> Flow {
        let body = self.w.body.own(slot.index());
        let (old, before) = (body.rect, body.flags);
        if old.h == 0 {
            return Err(self.fault(Cause::NoHeight));
        }
        if (x, y) == (old.x, old.y) {
            return Ok(());
        }
        // Most sprites are as large as a cell and on the screen.
        if self.fits(body) && self.board.holds(x, y) {
            self.slide(slot, kind, x, y);
            return Ok(());
        }
        if before & (flag::OUTSIDE | flag::RESTS) == flag::OUTSIDE && self.stray(slot, kind, x, y) {
            return Ok(());
        }
        let body = self.w.body.own_mut(slot.index());
        (body.rect.x, body.rect.y) = (x, y);
        let cell = self.note_place(slot);
        self.relist(slot, kind, old, before, cell);
        Ok(())
    }

    /// Moves a sprite that is wholly off the level and stays there, if nothing that it has rules with is there too.
    #[inline]
    pub(crate) fn stray(&mut self, slot: Slot, kind: &Kind, x: i32, y: i32) -> bool {
        let (board, body) = (self.board, self.w.body.own_mut(slot.index()));
        let Rect { w, h, .. } = body.rect;
        let off = x >= board.width || y >= board.height || x.saturating_add(w) <= 0 || y.saturating_add(h) <= 0;
        if !off || kind.partners & self.w.outside_types != 0 {
            return false;
        }
        (body.rect.x, body.rect.y) = (x, y);
        if body.flags & flag::IN_CELL != 0 {
            // It is no cell of the grid, as it was none before.
            let before = body.flags;
            body.flags &= !flag::MET;
            self.enter_cell(slot, kind, before, before, board.cell(x, y));
        }
        true
    }

    /// Moves a sprite of the size of a cell that is wholly on the level and stays there.
    #[inline]
    pub(crate) fn slide(&mut self, slot: Slot, kind: &Kind, x: i32, y: i32) {
        let body = self.w.body.own_mut(slot.index());
        let before = body.flags;
        let (cell, flags) = self.board.lie(x, y, before & !flag::MET);
        if before & flag::IN_CELL != 0 {
            let wanted = kind.partners & self.w.present;
            if wanted != 0 {
                let company = if self.all_small() { self.company(cell, flags) } else { (u64::MAX, u64::MAX) };
                if (company.0 | company.1) & wanted != 0 {
                    if kind.stalled_by == 0
                        || !self.stall_among_scenery(slot, kind, wanted, company, (x, y), cell, flags)
                    {
                        self.slide_among(slot, kind, wanted, (x, y), cell, flags);
                    }
                    return;
                }
            }
        }
        self.put(slot, kind, (x, y), cell, before, flags);
    }

    /// [`Frame::slide`] to where something may be.
    #[inline(never)]
    fn slide_among(&mut self, slot: Slot, kind: &Kind, wanted: u64, at: (i32, i32), cell: u32, mut flags: u32) {
        let body = self.w.body.own(slot.index());
        let (old, before) = (body.rect, body.flags);
        let to = Rect { x: at.0, y: at.1, ..old };
        let step = if self.all_small() {
            self.step(slot, kind, wanted, to, cell, flags)
        } else {
            let free = self.work_around(to) && self.company_of(to) & wanted == 0;
            if free { Step::Free } else { Step::Meets }
        };
        match step {
            Step::Stalled => return,
            Step::Meets if flags & flag::TOUCHED == 0 => {
                flags |= flag::TOUCHED;
                self.list(slot, old);
            }
            Step::Meets | Step::Free => {}
        }
        self.put(slot, kind, at, cell, before, flags);
    }

    /// Puts a sprite of the size of a cell in its place, and lists it there.
    #[inline]
    fn put(&mut self, slot: Slot, kind: &Kind, (x, y): (i32, i32), cell: u32, before: u32, flags: u32) {
        let body = self.w.body.own_mut(slot.index());
        (body.rect.x, body.rect.y, body.flags) = (x, y, flags);
        if before & flag::IN_CELL != 0 {
            self.enter_cell(slot, kind, before, flags, cell);
        }
        if flags & flag::RESTS != 0 {
            self.note_moved(slot);
        }
    }

    /// After a sprite got another rectangle: lists it in its cell, among those whose neighbours have to be looked at, and
    /// among resting sprites that were moved.
    fn relist(&mut self, slot: Slot, kind: &Kind, old: Rect, before: u32, cell: u32) {
        let i = slot.index();
        self.w.body[i].flags &= !flag::MET;
        let flags = self.w.body[i].flags;
        if flags & flag::IN_CELL != 0 {
            self.enter_cell(slot, kind, before, flags, cell);
            if flags & flag::TOUCHED == 0 && self.may_meet(slot) {
                self.list_touched(slot, old);
            }
        }
        self.note_moved(slot);
    }

    /// Whether a sprite may meet anything where it is, as far as there is work left to look.
    pub(crate) fn may_meet(&mut self, slot: Slot) -> bool {
        !self.work_around(self.w.body.own(slot.index()).rect) || self.meets_any(slot)
    }

    /// Whether a sprite may meet anything where it is.
    fn meets_any(&self, slot: Slot) -> bool {
        let body = self.w.body.own(slot.index());
        let wanted = self.im.kind(body.kind).partners & self.w.present;
        if wanted == 0 || !self.fits(body) || !self.all_small() {
            return wanted != 0 && self.company_of(body.rect) & wanted != 0;
        }
        let mut meets = false;
        let (cell, flags) = self.board.lie(body.rect.x, body.rect.y, body.flags);
        self.each_near(slot, body.rect, &self.around(cell, flags), wanted, |_| {
            meets = true;
            false
        });
        meets
    }

    /// Lists a sprite in a cell. `before` and `flags` tell how it lay and how it lies; its body says so already.
    #[inline]
    pub(crate) fn enter_cell(&mut self, slot: Slot, kind: &Kind, before: u32, flags: u32, cell: u32) {
        if cell != self.w.links.own(slot.index()).cell {
            self.leave_cell(slot, before & flag::MISFIT != 0);
            self.w.join_cell(slot, cell, kind.bit, flags & flag::MISFIT != 0);
        } else if (before ^ flags) & flag::MISFIT != 0 {
            if flags & flag::MISFIT == 0 {
                self.w.misfits -= 1;
                self.list_types(cell);
            } else {
                self.w.misfits += 1;
                self.w.cells[cell as usize].out |= kind.bit;
            }
        }
    }

    /// Puts a sprite's corner somewhere else.
    #[inline]
    pub(crate) fn move_to(&mut self, slot: Slot, x: i32, y: i32) -> Flow {
        let kind = self.im.kind(self.w.body[slot.index()].kind);
        self.shift(slot, kind, x, y)
    }

    /// Sets where a sprite was.
    #[inline]
    pub(crate) fn set_last(&mut self, slot: Slot, last: Rect) {
        self.w.body[slot.index()].last = last;
        self.note_moved(slot);
    }

    /// A resting sprite is no longer where it was: its last rectangle is set at the next tick.
    #[inline]
    fn note_moved(&mut self, slot: Slot) {
        let body = &mut self.w.body[slot.index()];
        if body.flags & (flag::RESTS | flag::MOVED) == flag::RESTS {
            body.flags |= flag::MOVED;
            self.w.moved.push(slot.0);
        }
    }

    /// A sprite's neighbours have to be looked at.
    #[inline]
    pub(crate) fn touch(&mut self, slot: Slot) {
        let flags = self.w.body[slot.index()].flags;
        if flags & (flag::IN_CELL | flag::TOUCHED) == flag::IN_CELL {
            self.list_touched(slot, Rect::default());
        }
    }

    /// Lists a sprite among those whose neighbours have to be looked at. While meetings are looked at, those it shared an
    /// area with where it was are filed already.
    #[inline]
    pub(crate) fn list_touched(&mut self, slot: Slot, old: Rect) {
        self.w.body[slot.index()].flags |= flag::TOUCHED;
        self.list(slot, old);
    }

    #[inline]
    fn list(&mut self, slot: Slot, old: Rect) {
        if self.meeting {
            self.w.scratch.fresh.push((slot.0, old));
        } else {
            self.w.touched.push(slot.0);
        }
    }

    /// Notes how a sprite lies in the grid, whether it is off the screen, and the largest size; the cell of its corner.
    #[inline]
    fn note_place(&mut self, slot: Slot) -> u32 {
        let board = self.board;
        let body = &mut self.w.body[slot.index()];
        let r = body.rect;
        let (column, row) = (board.column(r.x), board.row(r.y));
        let outside = r.x < 0
            || r.y < 0
            || r.w <= 0
            || r.h <= 0
            || i64::from(r.x) + i64::from(r.w) > i64::from(board.width)
            || i64::from(r.y) + i64::from(r.h) > i64::from(board.height);
        let mut flags = body.flags & !(flag::MISFIT | flag::OFF_X | flag::OFF_Y);
        if outside || r.w != board.block || r.h != board.block {
            flags |= flag::MISFIT;
        } else {
            if r.x != column * board.block {
                flags |= flag::MISFIT | flag::OFF_X;
            }
            if r.y != row * board.block {
                flags |= flag::MISFIT | flag::OFF_Y;
            }
        }
        body.flags = flags;
        if outside != (flags & flag::OUTSIDE != 0) {
            self.set_outside(slot, outside);
        }
        if r.w > self.w.max_size.0 || r.h > self.w.max_size.1 {
            self.w.max_size = (self.w.max_size.0.max(r.w), self.w.max_size.1.max(r.h));
        }
        board.index(column, row) as u32
    }

    /// Notes whether there are any sprites of a type.
    #[inline]
    pub(crate) fn note_count(&mut self, kind: TypeId) {
        let bit = self.im.kind(kind).bit;
        if self.w.groups[kind.index()].count > 0 {
            self.w.present |= bit;
        } else if self.im.kinds.len() <= 64 {
            // Else a bit stands for several types: it is set for good.
            self.w.present &= !bit;
        }
    }

    fn set_outside(&mut self, slot: Slot, on: bool) {
        let body = self.w.body.own_mut(slot.index());
        if on == (body.flags & flag::OUTSIDE != 0) {
            return;
        }
        body.flags ^= flag::OUTSIDE;
        let by = if on { 1 } else { -1 };
        let group = &mut self.w.groups[body.kind.index()];
        group.outside += by;
        self.w.outside += by;
        if on {
            self.w.outside_types |= body.bit();
        } else if group.outside == 0 && self.im.kinds.len() <= 64 {
            self.w.outside_types &= !body.bit();
        }
    }

    /// How many turns sprites of this type have had. The ticks since a sprite's last move are `clock - stamp`; so a sprite
    /// that rests needs no counting.
    #[inline]
    pub(crate) fn clock(&self, kind: TypeId) -> i32 {
        self.clock_of(self.im.kind(kind))
    }

    /// [`Frame::clock`] of a type at hand.
    #[inline]
    pub(crate) fn clock_of(&self, kind: &Kind) -> i32 {
        if kind.ticks { self.w.tick + i32::from(kind.turn >= self.w.cursor) } else { 0 }
    }

    /// Sets the ticks since the sprite's last move.
    #[inline]
    pub(crate) fn set_last_move(&mut self, slot: Slot, ticks: i32) {
        let clock = self.clock(self.w.body[slot.index()].kind);
        self.w.body[slot.index()].set_idle(clock, ticks);
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
            Some(column) => self.w.held.row(slot.index(), self.im.resources.len())[column as usize],
            None => 0,
        }
    }

    /// Changes how much a sprite holds of a resource; never below nothing.
    #[inline]
    pub(crate) fn hold(&mut self, slot: Slot, resource: TypeRef, by: i32) {
        if let Some(column) = resource.0.and_then(|r| self.im.kind(r).column) {
            let held = &mut self.w.held.row_mut(slot.index(), self.im.resources.len())[column as usize];
            *held = held.wrapping_add(by).max(0);
        }
    }
}

/// Puts something in the first place that is free; which it is.
fn place<T>(places: &mut Vec<T>, value: T, in_use: impl Fn(&T) -> bool) -> i32 {
    match places.iter().position(|p| !in_use(p)) {
        Some(place) => {
            places[place] = value;
            place as i32
        }
        None => {
            places.push(value);
            places.len() as i32 - 1
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
