//! Sprites that are put back where they were: rocks on the ground, animals in front of a wall.
//!
//! In the reference engine such a sprite moves in its turn, meets something, and a `stepBack` puts it back. That costs most
//! of what a tick costs, and changes nothing. So a sprite whose step meets only what puts it back, and cannot move itself,
//! stays where it is: it is *stalled*. Its step is kept as long as anything might notice the difference:
//!
//! * what comes to the place it would have stepped on finds its mark in the cells there ([`Cell::ghost`]), and what comes to
//!   the place where it still is finds it in its cell: both matter if they have rules that run before it is put back;
//! * rules that run on sprites wherever they are ([`Image::wide`]), rules that run before sprites meet, and those that run on
//!   it but do more than put sprites back.
//!
//! In all these cases a stalled sprite is *roused*: if the rule that puts it back has not had its turn yet, it takes its
//! step after all and is looked at like any other.
//!
//! What stops it may also be another stalled sprite, if that is put back before: it is roused with what it stops.
//!
//! A sprite that would try the same step in each of its turns (a rock, not an animal) stays stalled over ticks: it is
//! *asleep*, and costs nothing. It also wakes when what stops it goes.
//!
//! [`Cell::ghost`]: crate::state::world::Cell::ghost
//! [`Image::wide`]: crate::image::Image::wide

use super::Frame;
use crate::image::Kind;
use crate::program::TypeId;
use crate::state::Rect;
use crate::state::world::{Body, Lie, NONE, Slot, flag};

/// Which meetings are being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    /// The pair; −1 before the first.
    pub(crate) pair: i32,
    /// Place of the rule in the pair.
    pub(crate) rule: u32,
    /// Place of the first sprite.
    pub(crate) first: u64,
}

impl At {
    /// Before all meetings.
    pub(crate) const BEFORE: At = At { pair: -1, rule: 0, first: 0 };
    /// After all meetings.
    pub(crate) const AFTER: At = At { pair: i32::MAX, rule: u32::MAX, first: 0 };
}

/// Place of a sprite among those of a family: of its type in the family, then its id.
#[inline]
pub(crate) fn place(rank: u16, id: u32) -> u64 {
    (u64::from(rank) << 32) | u64::from(id)
}

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It would only be undone: the sprite stays where it is.
    Stalled,
    /// It meets nothing.
    Free,
    /// It meets something: the sprite has to look around.
    Meets,
}

/// A sprite that was stalled in this tick: its slot, and cell and flags of the place it would have stepped on.
pub(crate) type Stalled = (u32, u32, u32);

impl Frame<'_> {
    /// What becomes of the step of a sprite to a place: `cell` and `flags` tell how it would lie there. It is of the size of
    /// a cell and stays on the level, as all sprites are at most.
    pub(crate) fn step(&mut self, slot: Slot, kind: &Kind, wanted: u64, to: Rect, cell: u32, flags: u32) -> Step {
        let id = self.w.body.own(slot.index()).id;
        let around = self.around(cell, flags);
        // What would put it back first, and the first pair of rules it has with anything else there.
        let (mut back, mut stop, mut first) = (At::AFTER, NONE, i32::MAX);
        self.each_near(slot, to, &around, wanted, |other| {
            let you = &self.w.body[other as usize];
            match self.stop_of(kind, to, you, other, id) {
                Some(by) if self.im.stop_at(by, id) < back => (back, stop) = (self.im.stop_at(by, id), by),
                Some(_) => {}
                None => first = first.min(self.meets_first(kind, you, other)),
            }
            first != -1
        });
        if back != At::AFTER && back.pair < first && self.stall(slot, kind, wanted, to, cell, flags, stop) {
            Step::Stalled
        } else if back == At::AFTER && first == i32::MAX {
            Step::Free
        } else {
            Step::Meets
        }
    }

    /// What puts a sprite back whose step meets another, if that stops it: it cannot move, or is stalled itself and put back
    /// before.
    #[inline]
    fn stop_of(&self, kind: &Kind, to: Rect, you: &Body, other: u32, id: u32) -> Option<u32> {
        let stop = if you.bit() & (kind.stalled_by | kind.leans_on) == 0 { None } else { self.im.stop(kind, you.kind) };
        stop.filter(|&stop| {
            you.bit() & kind.stalled_by != 0
                || (you.flags & flag::STALLED != 0
                    && you.rect.intersects(to)
                    && self.stopped_at(Slot(other)) < self.im.stop_at(stop, id))
        })
    }

    /// The first pair with rules for a sprite of a type and another; −1 if the other is stalled and would run them before it
    /// is put back.
    #[inline]
    fn meets_first(&self, kind: &Kind, you: &Body, other: u32) -> i32 {
        let first = self.im.meets(kind, you.kind).first().map_or(i32::MAX, |m| i32::from(m.pair));
        if you.flags & flag::STALLED != 0 && first <= self.stopped_at(Slot(other)).pair { -1 } else { first }
    }

    /// Whether a sprite of a type would notice that another is stalled.
    #[inline]
    pub(crate) fn notices(&self, kind: &Kind, you: &Body, other: u32) -> bool {
        self.meets_first(kind, you, other) == -1
    }

    /// When a stalled sprite is put back.
    #[inline]
    fn stopped_at(&self, slot: Slot) -> At {
        self.im.stop_at(self.w.stops[slot.index()], self.w.body.own(slot.index()).id)
    }

    /// Stalls a sprite before its step to where there is nothing but scenery that stops it (`own` and `scenery` are its
    /// company there), if there is nothing where it is; whether it does.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "a step, and what its caller knows already")]
    pub(crate) fn stall_among_scenery(
        &mut self,
        slot: Slot,
        kind: &Kind,
        wanted: u64,
        (own, scenery): (u64, u64),
        to: (i32, i32),
        cell: u32,
        flags: u32,
    ) -> bool {
        if own & wanted & !kind.bit != 0
            || scenery & wanted & !kind.stalled_by != 0
            || scenery & kind.stalled_by == 0
            || !self.may_stall(slot, kind, cell, flags)
        {
            return false;
        }
        let mine = kind.bit & wanted;
        let (body, links) = (self.w.body.own(slot.index()), self.w.links.own(slot.index()));
        let (others, around) = self.company(links.cell, body.flags);
        if (others | around) & wanted & !mine != 0 {
            return false;
        }
        if mine != 0 {
            // It is in one of these cells itself.
            let alone = links.cell_next == NONE && links.cell_prev == NONE && self.w.misfits == 0;
            if !alone || cell == links.cell || own & mine != 0 {
                return false;
            }
        }
        let to = Rect { x: to.0, y: to.1, ..body.rect };
        let (mut types, mut stop, mut pair) = (scenery & kind.stalled_by, NONE, u16::MAX);
        while types != 0 {
            let by = self.im.stop(kind, TypeId(types.trailing_zeros() as u16));
            types &= types - 1;
            if let Some(by) = by.filter(|&by| self.im.meeting(by).pair <= pair) {
                (stop, pair) = (by, self.im.meeting(by).pair);
            }
        }
        self.mark(slot, kind, to, cell, flags, stop);
        true
    }

    /// Whether a sprite may stay where it is if its step comes to nothing.
    #[inline]
    fn may_stall(&self, slot: Slot, kind: &Kind, cell: u32, flags: u32) -> bool {
        let body = self.w.body.own(slot.index());
        let turn = if kind.avatar { i32::MAX } else { kind.turn };
        if !self.stalls || self.w.cursor != turn || body.flags & flag::KILLED != 0 || body.rect != body.last {
            return false;
        }
        // A cell has room for one mark.
        let mut free = true;
        self.board.each_covered(cell, flags, |cell| free &= self.w.cells[cell as usize].ghost == NONE);
        free
    }

    /// Stalls a sprite before its step onto something that would put it back, if nothing else can come of it.
    #[expect(clippy::too_many_arguments, reason = "a step, and what undoes it")]
    fn stall(&mut self, slot: Slot, kind: &Kind, wanted: u64, to: Rect, cell: u32, flags: u32, stop: u32) -> bool {
        if !self.may_stall(slot, kind, cell, flags) {
            return false;
        }
        // What it meets where it is it would not meet before it is back.
        let body = self.w.body.own(slot.index());
        let back = self.im.stop_at(stop, body.id);
        let mut first = i32::MAX;
        let here = self.around(self.w.links.own(slot.index()).cell, body.flags);
        self.each_near(slot, body.rect, &here, wanted, |other| {
            first = first.min(self.meets_first(kind, &self.w.body[other as usize], other));
            first > back.pair
        });
        if first <= back.pair {
            return false;
        }
        self.mark(slot, kind, to, cell, flags, stop);
        true
    }

    /// Marks a sprite as stalled.
    #[inline]
    fn mark(&mut self, slot: Slot, kind: &Kind, to: Rect, cell: u32, flags: u32, stop: u32) {
        let body = self.w.body.own_mut(slot.index());
        body.flags |= flag::STALLED;
        body.last = to;
        self.w.stops[slot.index()] = stop;
        let listed = self.w.links.own(slot.index()).cell;
        self.board.each_covered(cell, flags, |at| {
            if at != listed {
                let cell = &mut self.w.cells[at as usize];
                cell.ghost = slot.0;
                cell.scenery |= kind.bit;
            }
        });
        self.w.scratch.stalled.push((slot.0, cell, flags));
    }

    /// A stalled sprite is one no longer: the place it would have stepped on, and how it would lie there.
    fn unmark(&mut self, slot: Slot) -> Lie {
        let body = self.w.body.own(slot.index());
        let to = body.last;
        let (cell, flags) = self.board.lie(to.x, to.y, body.flags & !(flag::STALLED | flag::ASLEEP));
        self.unmark_at(slot, cell, flags);
        (to, cell, flags)
    }

    #[inline]
    fn unmark_at(&mut self, slot: Slot, cell: u32, flags: u32) {
        let body = self.w.body.own_mut(slot.index());
        self.w.asleep -= u32::from(body.flags & flag::ASLEEP != 0);
        body.flags &= !(flag::STALLED | flag::ASLEEP);
        body.last = body.rect;
        let bit = body.bit();
        let listed = self.w.links.own(slot.index()).cell;
        self.board.each_covered(cell, flags, |at| {
            if at != listed {
                let cell = &mut self.w.cells[at as usize];
                cell.ghost = NONE;
                cell.scenery &= !bit;
            }
        });
    }

    /// A stalled sprite, and those it stops, take their steps after all, unless they had no turn in this tick or have been
    /// put back by now.
    pub(crate) fn rouse(&mut self, slot: Slot) {
        let mut woken = std::mem::take(&mut self.w.scratch.woken);
        let mut stopped = std::mem::take(&mut self.w.scratch.stopped);
        woken.clear();
        woken.push((slot.0, self.wake(slot)));
        let mut k = 0;
        while let Some(&(slot, _)) = woken.get(k) {
            k += 1;
            let Body { kind, rect, .. } = *self.w.body.own(slot as usize);
            if self.im.kind(kind).leaned_on && self.work_around(rect) {
                self.find_stopped(rect, &mut stopped);
                for other in stopped.drain(..) {
                    if self.w.has(Slot(other), flag::STALLED) {
                        woken.push((other, self.wake(Slot(other))));
                    }
                }
            }
        }
        self.w.scratch.stopped = stopped;
        for (slot, step) in woken.drain(..) {
            let Some((to, cell, flags)) = step else { continue };
            let body = self.w.body.own_mut(slot as usize);
            let before = body.flags;
            (body.rect, body.flags) = (to, flags);
            let kind = self.im.kind(body.kind);
            self.enter_cell(Slot(slot), kind, before, flags, cell);
            if flags & flag::TOUCHED == 0 {
                self.list_touched(Slot(slot), Rect::default());
            }
        }
        self.w.scratch.woken = woken;
    }

    /// A stalled sprite is one no longer: the step it has to take after all, with how it then lies.
    fn wake(&mut self, slot: Slot) -> Option<Lie> {
        let done = self.at != At::BEFORE && self.stopped_at(slot) <= self.at;
        let (to, cell, flags) = self.unmark(slot);
        let turn = self.turn;
        let cursor = self.w.cursor;
        let k = self.im.kind(self.w.body.own(slot.index()).kind);
        let clock = self.clock_of(k);
        let body = self.w.body.own_mut(slot.index());
        // Turns it had, and how many since the last in which it would have moved.
        let ahead = k.turn == cursor && body.id > turn;
        let turns = clock - i32::from(ahead);
        let since = body.idle(turns) % k.traits.cooldown;
        body.set_idle(turns, since);
        (since == 0 && !ahead && (k.avatar || k.turn >= cursor) && !done).then_some((to, cell, flags))
    }

    /// Lists the stalled sprites that something in a place may stop.
    fn find_stopped(&self, rect: Rect, found: &mut Vec<u32>) {
        let mut note = |other: u32| {
            let you = &self.w.body[other as usize];
            if you.flags & flag::STALLED != 0 && you.last.intersects(rect) {
                found.push(other);
            }
        };
        self.each_cell(rect, |cell, covered| {
            let ghost = self.w.cells[cell].ghost;
            if covered && ghost != NONE {
                note(ghost);
            }
        });
        self.visit(rect, u64::MAX, note);
    }

    /// Rouses a sprite if it is stalled.
    #[inline]
    pub(crate) fn rouse_one(&mut self, slot: Slot) {
        if self.w.has(slot, flag::STALLED) {
            self.rouse(slot);
        }
    }

    /// Rouses all stalled sprites.
    #[inline]
    pub(crate) fn rouse_all(&mut self) {
        if self.w.asleep != 0 || !self.w.scratch.stalled.is_empty() {
            self.rouse_each();
        }
    }

    #[cold]
    fn rouse_each(&mut self) {
        for k in 0..self.im.kinds.len() {
            if self.im.kinds[k].stalled_by == 0 {
                continue;
            }
            let mut next = self.w.groups[k].head;
            while next != NONE {
                self.rouse_one(Slot(next));
                next = self.w.links.own(next as usize).next;
            }
        }
        self.w.scratch.stalled.clear();
    }

    /// Rouses the sprites that are stopped by something in a place, which goes.
    #[inline]
    pub(crate) fn rouse_stopped(&mut self, kind: &Kind, rect: Rect) {
        if self.w.asleep != 0 && kind.stops && self.work_around(rect) {
            let mut stopped = std::mem::take(&mut self.w.scratch.noticed);
            self.find_stopped(rect, &mut stopped);
            stopped.drain(..).for_each(|other| self.rouse_one(Slot(other)));
            self.w.scratch.noticed = stopped;
        }
    }

    /// All meetings have been looked at: those that are still stalled have been put back. Some sleep on.
    pub(crate) fn settle_stalled(&mut self) {
        self.at = At::AFTER;
        for k in 0..self.w.scratch.stalled.len() {
            let (slot, cell, flags) = self.w.scratch.stalled[k];
            let slot = Slot(slot);
            let body = self.w.body.own_mut(slot.index());
            if body.flags & flag::STALLED == 0 {
                continue;
            }
            let kind = self.im.kind(body.kind);
            if kind.sleeps {
                body.flags |= flag::ASLEEP;
                self.w.asleep += 1;
            } else if kind.carries_sleepers {
                self.rouse(slot);
            } else {
                self.unmark_at(slot, cell, flags);
            }
        }
        self.w.scratch.stalled.clear();
    }
}
