//! Sprites that are put back where they were: rocks on the ground, animals in front of a wall.
//!
//! In the reference engine such a sprite moves in its turn, meets something, and a `stepBack` puts it back. That costs most
//! of what a tick costs, and changes nothing. So a sprite whose step meets only what puts it back, and cannot move itself,
//! stays where it is: it is *stalled*. Its step is kept as long as anything might notice the difference:
//!
//! * what comes to the place it would have stepped on finds its mark in the cells there ([`Cell::ghost`]);
//! * what comes to the place where it still is finds it in its cell;
//! * rules that run on sprites wherever they are ([`Image::wide`]) and rules that run before sprites meet.
//!
//! In all these cases a stalled sprite is *roused*: if the rule that puts it back has not had its turn yet, it takes its
//! step after all and is looked at like any other.
//!
//! A sprite that would try the same step in each of its turns (a rock, not an animal) stays stalled over ticks: it is
//! *asleep*, and costs nothing. It also wakes when what stops it goes.
//!
//! [`Cell::ghost`]: crate::state::world::Cell::ghost
//! [`Image::wide`]: crate::image::Image::wide

use super::Frame;
use super::near::Around;
use crate::image::Kind;
use crate::probe::Probe;
use crate::state::Rect;
use crate::state::world::{Body, NONE, Slot, flag};

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

impl Frame<'_> {
    /// What becomes of the step of a sprite to a place: `cell` and `flags` tell how it would lie there. It is of the size of
    /// a cell and stays on the level, as all sprites are at most.
    #[inline]
    pub(crate) fn step(&mut self, slot: Slot, kind: &Kind, wanted: u64, to: Rect, cell: u32, flags: u32) -> Step {
        if flags & flag::MISFIT == 0 && self.w.misfits == 0 {
            // Nothing but what is listed in this very cell counts.
            let here = &self.w.cells[cell as usize];
            if (here.own | here.scenery) & wanted == 0 && here.ghost == NONE {
                return Step::Free;
            }
        }
        self.step_near(slot, kind, wanted, to, cell, flags)
    }

    fn step_near(&mut self, slot: Slot, kind: &Kind, wanted: u64, to: Rect, cell: u32, flags: u32) -> Step {
        let (mut stops, mut others) = (false, false);
        let around = self.around(cell, flags);
        self.each_near(slot, to, &around, wanted, |bit, _| {
            stops |= bit & kind.stalled_by != 0;
            others |= bit & !kind.stalled_by != 0;
            !others
        });
        match (stops, others) {
            (_, true) => Step::Meets,
            (false, false) => Step::Free,
            (true, false) if self.stall(slot, kind, wanted, to, &around) => Step::Stalled,
            (true, false) => Step::Meets,
        }
    }

    /// Stalls a sprite before its step onto something that would put it back, if nothing else can come of it.
    fn stall(&mut self, slot: Slot, kind: &Kind, wanted: u64, to: Rect, around: &Around) -> bool {
        let w = &*self.w;
        let body = w.body.own(slot.index());
        let players = usize::from(self.im.program.game.players);
        if w.cursor != kind.turn
            || body.rect != body.last
            || body.flags & flag::KILLED != 0
            || w.players[..players].contains(&NONE)
            || matches!(self.probe, Some(Probe::Profile(_)))
        {
            return false;
        }
        // What it meets where it is it would not meet before it is back.
        let mut meets = false;
        let here = self.around(w.links.own(slot.index()).cell, body.flags);
        self.each_near(slot, body.rect, &here, wanted, |_, _| {
            meets = true;
            false
        });
        if meets {
            return false;
        }
        let body = self.w.body.own_mut(slot.index());
        body.flags |= flag::STALLED;
        body.last = to;
        for &cell in around.covered() {
            self.w.cells[cell as usize].ghost = slot.0;
        }
        self.w.scratch.stalled.push(slot.0);
        true
    }

    /// A stalled sprite is one no longer: the place it would have stepped on, and how it would lie there.
    fn unmark(&mut self, slot: Slot) -> (Rect, u32, u32) {
        let body = self.w.body.own_mut(slot.index());
        self.w.asleep -= u32::from(body.flags & flag::ASLEEP != 0);
        body.flags &= !(flag::STALLED | flag::ASLEEP);
        let to = std::mem::replace(&mut body.last, body.rect);
        let (cell, flags) = self.board.lie(to.x, to.y, body.flags);
        for &cell in self.around(cell, flags).covered() {
            self.w.cells[cell as usize].ghost = NONE;
        }
        (to, cell, flags)
    }

    /// A stalled sprite takes its step after all, unless it had no turn in this tick or has been put back by now.
    pub(crate) fn rouse(&mut self, slot: Slot) {
        let (to, cell, flags) = self.unmark(slot);
        let Body { kind, id, stamp, .. } = *self.w.body.own(slot.index());
        let k = self.im.kind(kind);
        // Turns it had, and how many since the last in which it would have moved.
        let ahead = k.turn == self.w.cursor && id > self.turn;
        let turns = self.clock_of(k) - i32::from(ahead);
        let since = (turns - stamp) % k.traits.cooldown;
        self.w.body.own_mut(slot.index()).stamp = turns - since;
        let moves = since == 0 && !ahead && k.turn >= self.w.cursor;
        if !moves || (self.at != At::BEFORE && self.put_back_at(slot, k, id, to, cell, flags) <= self.at) {
            return;
        }
        let body = self.w.body.own_mut(slot.index());
        body.rect = to;
        let before = std::mem::replace(&mut body.flags, flags);
        self.enter_cell(slot, k, before, flags, cell);
        if flags & flag::TOUCHED == 0 {
            self.list_touched(slot, Rect::default());
        }
    }

    /// When a stalled sprite is put back: at the first of the pairs it has with what it would have met.
    fn put_back_at(&self, slot: Slot, kind: &Kind, id: u32, to: Rect, cell: u32, flags: u32) -> At {
        let mut at = At { pair: i32::MAX, rule: 0, first: 0 };
        self.each_near(slot, to, &self.around(cell, flags), kind.stalled_by, |_, other| {
            // Another that is stalled itself may have left its mark by now; it stops nobody.
            if other != NONE {
                for meets in self.im.meets(kind, self.w.body[other as usize].kind) {
                    let first = (u64::from(meets.rank) << 32) | u64::from(id);
                    at = at.min(At { pair: i32::from(meets.pair), rule: 0, first });
                }
            }
            true
        });
        at
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
                if self.w.has(Slot(next), flag::STALLED) {
                    self.rouse(Slot(next));
                }
                next = self.w.links.own(next as usize).next;
            }
        }
        self.w.scratch.stalled.clear();
    }

    /// Rouses the sprites that are stopped by something in a place, which goes.
    #[inline]
    pub(crate) fn rouse_stopped(&mut self, kind: &Kind, rect: Rect) {
        if self.w.asleep != 0 && kind.stops {
            let mut ghosts = std::mem::take(&mut self.w.scratch.noticed);
            self.each_cell(rect, |cell, covered| {
                if covered {
                    ghosts.push(self.w.cells[cell].ghost);
                }
            });
            for ghost in ghosts.drain(..) {
                if ghost != NONE && self.w.has(Slot(ghost), flag::STALLED) {
                    self.rouse(Slot(ghost));
                }
            }
            self.w.scratch.noticed = ghosts;
        }
    }

    /// Whether a sprite notices another that is stalled.
    #[inline]
    pub(crate) fn notices(&self, rect: Rect, wanted: u64, other: u32) -> bool {
        let you = self.w.body.own(other as usize);
        self.im.kind(you.kind).bit & wanted != 0 && (you.rect.intersects(rect) || you.last.intersects(rect))
    }

    /// All meetings have been looked at: those that are still stalled have been put back. Some sleep on.
    pub(crate) fn settle_stalled(&mut self) {
        self.at = At::AFTER;
        for k in 0..self.w.scratch.stalled.len() {
            let slot = Slot(self.w.scratch.stalled[k]);
            let body = self.w.body.own_mut(slot.index());
            if body.flags & flag::STALLED == 0 {
                continue;
            }
            if self.im.kind(body.kind).sleeps {
                body.flags |= flag::ASLEEP;
                self.w.asleep += 1;
            } else {
                self.unmark(slot);
            }
        }
        self.w.scratch.stalled.clear();
    }
}
