//! The memory of a play: sprites in slots, with an array for each kind of access (body, mind, links, held), groups by type,
//! and the cells they stand in.
//!
//! A *slot* is a place for a sprite; slots of killed sprites are used again. A *group* is the list of the sprites of one
//! type, in order of creation, which is also the order of their ids. Everything is plain memory: a copy is a few block copies.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::image::Image;
use crate::program::TypeId;
use crate::rng::JavaRandom;
use crate::state::column::{ByType, Column, SCENERY};
use crate::state::{Fault, Rect};

/// Index of a sprite in the slot arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot(pub(crate) u32);

impl Slot {
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// No slot: end of a list.
pub(crate) const NONE: u32 = u32::MAX;

/// The sprites of one type: first its scenery, then the others, each in order of creation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// First of the scenery.
    pub(crate) scenery: u32,
    pub(crate) head: u32,
    pub(crate) tail: u32,
    pub(crate) count: i32,
    /// Killed avatars among them.
    pub(crate) disabled: i32,
    /// Sprites that are not wholly on the screen.
    pub(crate) outside: i32,
}

impl Group {
    pub(crate) const EMPTY: Group = Group { scenery: NONE, head: NONE, tail: NONE, count: 0, disabled: 0, outside: 0 };
}

/// What moves and meets: what every frame looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Where it is.
    pub(crate) rect: Rect,
    /// Where it was when its turn of this tick began.
    pub(crate) last: Rect,
    pub(crate) ori: (f64, f64),
    pub(crate) speed: f64,
    /// `clock - stamp` is the number of ticks since its last move (see `Frame::clock` and [`Body::idle`]).
    pub(crate) stamp: i32,
    pub(crate) id: u32,
    pub(crate) kind: TypeId,
    /// Place of the type's bit in a word (see `Kind::bit`).
    pub(crate) fold: u8,
    pub(crate) flags: u32,
}

/// What only some rules and classes look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mind {
    pub(crate) gravity: f64,
    /// Angle in radians.
    pub(crate) rotation: f64,
    pub(crate) health: i32,
    pub(crate) max_health: i32,
    /// Updates left to live; negative for ever.
    pub(crate) ttl: i32,
    /// What its class remembers; see `Frame::remember`.
    pub(crate) memory: [i32; 4],
}

/// Neighbours in the group and in the cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links {
    pub(crate) prev: u32,
    pub(crate) next: u32,
    pub(crate) cell_prev: u32,
    pub(crate) cell_next: u32,
    /// The cell of its upper left corner, clamped to the level; `NONE` if no rule cares where it is.
    pub(crate) cell: u32,
}

impl Body {
    pub(crate) const NEW: Body = Body {
        rect: Rect { x: 0, y: 0, w: 0, h: 0 },
        last: Rect { x: 0, y: 0, w: 0, h: 0 },
        ori: (0.0, 0.0),
        speed: 0.0,
        stamp: 0,
        id: 0,
        kind: TypeId(0),
        fold: 0,
        flags: flag::GONE,
    };

    /// Ticks since its last move, by the clock of its type. Games may start it anywhere, and it wraps around as in Java.
    #[inline]
    pub(crate) fn idle(&self, clock: i32) -> i32 {
        clock.wrapping_sub(self.stamp)
    }

    /// Sets the ticks since its last move.
    #[inline]
    pub(crate) fn set_idle(&mut self, clock: i32, ticks: i32) {
        self.stamp = clock.wrapping_sub(ticks);
    }

    /// Its type, folded.
    #[inline]
    pub(crate) fn bit(&self) -> u64 {
        1 << (self.fold & 63)
    }

    /// Whether it shares an area with a place, or would if it is stalled and took its step.
    #[inline]
    pub(crate) fn may_be_in(&self, place: Rect) -> bool {
        self.rect.intersects(place) || (self.flags & flag::STALLED != 0 && self.last.intersects(place))
    }
}

impl Mind {
    pub(crate) const NEW: Mind =
        Mind { gravity: 0.0, rotation: 0.0, health: 0, max_health: 0, ttl: -1, memory: [0; 4] };
}

impl Links {
    pub(crate) const NEW: Links = Links { prev: NONE, next: NONE, cell_prev: NONE, cell_next: NONE, cell: NONE };
}

/// Facts about a sprite that are true or false.
pub(crate) mod flag {
    /// It has an orientation.
    pub(crate) const ORIENTED: u32 = 1;
    /// It spends its next passive move without moving.
    pub(crate) const FIRST: u32 = 2;
    /// It is a killed avatar.
    pub(crate) const DISABLED: u32 = 4;
    /// It is in the kill list.
    pub(crate) const KILLED: u32 = 8;
    /// It stands on solid ground.
    pub(crate) const GROUNDED: u32 = 16;
    /// An avatar made it.
    pub(crate) const FROM_AVATAR: u32 = 32;
    /// It is in the list of moved sprites.
    pub(crate) const MOVED: u32 = 64;
    /// Its rectangle is not exactly one cell of the grid.
    pub(crate) const MISFIT: u32 = 128;
    /// It is not wholly on the screen.
    pub(crate) const OUTSIDE: u32 = 256;
    /// It is in the list of sprites whose neighbours have to be looked at.
    pub(crate) const TOUCHED: u32 = 512;
    /// The slot is free.
    pub(crate) const GONE: u32 = 1024;
    /// Its left edge is not that of a cell.
    pub(crate) const OFF_X: u32 = 2048;
    /// Its upper edge is not that of a cell.
    pub(crate) const OFF_Y: u32 = 4096;
    /// Some rule cares where it is: it is listed in a cell.
    pub(crate) const IN_CELL: u32 = 8192;
    /// Its turn does nothing but note where it is.
    pub(crate) const RESTS: u32 = 16384;
    /// It is stalled (see `step::stall`): it is where it was, and `last` is where it would step.
    pub(crate) const STALLED: u32 = 32768;
    /// It meets something where it is.
    pub(crate) const MET: u32 = 65536;
    /// It is stalled, and stays so over ticks.
    pub(crate) const ASLEEP: u32 = 131_072;
    /// It is in the list of sprites that met others in this tick.
    pub(crate) const IN_MET: u32 = 262_144;
    /// What stays with a slot when its sprite goes: the lists it is in.
    pub(crate) const LISTED: u32 = MOVED | TOUCHED;
}

/// What only avatars remember.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pilot {
    pub(crate) player: u8,
    pub(crate) winner: i8,
    pub(crate) score: i64,
    /// `CarAvatar`: 0 forwards, 1 backwards.
    pub(crate) facing: f64,
    /// `WizardAvatar`: where it faces.
    pub(crate) facing_dir: (f64, f64),
    /// `WizardAvatar`: tick of the last block.
    pub(crate) last_block_time: i32,
    /// `OngoingTurningAvatar`: what it leaves behind.
    pub(crate) leaves: Option<TypeId>,
    pub(crate) in_use: bool,
}

/// What only path-finding alternate chasers remember.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tracker {
    /// Id of the target, once there is one.
    pub(crate) target: Option<u32>,
    /// Its slot while it lives.
    pub(crate) slot: u32,
    /// Its rectangle when it was removed.
    pub(crate) rect: Rect,
    /// Where a target was when a path was last sought to it.
    pub(crate) known: Option<(i32, i32)>,
    pub(crate) in_use: bool,
}

/// The sprites that grow, so that each tick only those are looked at that do.
#[derive(Debug, Default)]
pub(crate) struct Growers {
    /// Slots in order of creation, with the place of their type in `Image::growers`; `NONE` for one that is gone.
    pub(crate) list: Vec<(u32, u32)>,
    /// How many are gone.
    pub(crate) gone: usize,
}

impl Clone for Growers {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), gone: self.gone }
    }

    fn clone_from(&mut self, other: &Self) {
        self.list.clone_from(&other.list);
        self.gone = other.gone;
    }
}

/// A rule that did not run out of turn.
pub(crate) const IN_TIME: i32 = i32::MAX;

/// What rules change about themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleState {
    pub(crate) apply_score: bool,
    pub(crate) count: bool,
    pub(crate) count_else: bool,
    /// `subtractHealthPoints`: the points of a killing hit count.
    pub(crate) killing: bool,
    /// The tick of its next run, where it ran out of turn: it keeps its place in the queue. Else `IN_TIME`.
    pub(crate) postponed: i32,
    /// `pullWithIt`: the last tick in which it ran.
    pub(crate) last_tick: i32,
}

/// A rule waiting for its tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) next: i32,
    pub(crate) rule: u16,
    /// Type of the sprites it runs on.
    pub(crate) on: Option<TypeId>,
    pub(crate) timer: i32,
    pub(crate) repeating: bool,
    /// The rule whose points it also gives (that of the `addTimer` line).
    pub(crate) scored_as: u16,
    /// Running number.
    pub(crate) turn: u64,
}

/// The greatest is due first: the earliest tick, and of one tick the one that was planned last.
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.next.cmp(&self.next).then(self.turn.cmp(&other.turn))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A shield of a type against an effect of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shield {
    pub(crate) first: TypeId,
    pub(crate) second: TypeId,
    pub(crate) effect: u8,
}

macro_rules! world {
    ($($(#[doc = $doc:literal])* $field:ident: $ty:ty,)+) => {
        /// Everything that changes during a play.
        #[derive(Debug)]
        pub(crate) struct World {
            $($(#[doc = $doc])* pub(crate) $field: $ty,)+
            /// Buffers of the frame; never part of the state.
            pub(crate) scratch: Scratch,
        }

        impl Clone for World {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone(),)+ scratch: Scratch::default() }
            }

            fn clone_from(&mut self, other: &Self) {
                $(self.$field.clone_from(&other.$field);)+
            }
        }
    };
}

world! {
    /// The tick being played, or played last.
    tick: i32,
    /// While sprites are updated: index in the update order of the type whose turn it is. `i32::MAX` before, −1 after.
    cursor: i32,
    over: bool,
    /// The termination that ended the play, if one did.
    ended_by: Option<u16>,
    /// Whether counting terminations may end the game.
    can_end: bool,
    messages: u32,
    rng: JavaRandom,
    /// Id of the next sprite.
    next_id: u32,
    /// The reference engine's count of sprites; may stray from the truth.
    num_sprites: i32,
    /// Whether the number of living sprites of any type has changed since terminations were tested.
    census: bool,
    /// Sprites that are not wholly on the screen.
    outside: i32,
    /// Types of these, folded.
    outside_types: u64,
    /// Sprites listed in cells that are not exactly one cell.
    misfits: u32,
    /// Sprites that are asleep.
    asleep: u32,
    /// Types that have sprites, folded (see `Kind::bit`).
    present: u64,
    /// Largest width and height of any sprite so far.
    max_size: (i32, i32),
    /// Slots of the players' avatars.
    players: [u32; 2],
    fault: Option<Box<Fault>>,

    /// By slot.
    body: Column<Body>,
    /// By slot.
    mind: ByType<Mind>,
    /// By slot.
    links: Column<Links>,
    /// Amounts held: one row a slot, one column a resource of the image.
    held: Column<i32>,
    /// Types that bombers draw from: one row a slot, as long as the longest list of the image.
    lists: Column<Option<TypeId>>,

    /// By slot that is no scenery: what puts the sprite back while it is stalled (see `Image::stop`).
    stops: Vec<u32>,
    /// By type.
    groups: Vec<Group>,
    /// By type: whether one was made already.
    made: Vec<bool>,
    /// Row by row.
    cells: Vec<Cell>,
    /// Slots to be removed at the end of the tick, each once.
    kills: Vec<u32>,
    /// How often in this tick a sprite was killed that had been killed already.
    killed_again: i32,
    /// Slots of resting sprites whose last rectangle has to be set at the next tick.
    moved: Vec<u32>,
    /// Slots of sprites that came, moved or met others since neighbours were last looked at.
    touched: Vec<u32>,
    /// Slots to use again.
    free: Vec<u32>,
    shields: Vec<Shield>,
    /// Rules that wait for their tick; the first that is due on top.
    waiting: BinaryHeap<Waiting>,
    /// How many rules were made to wait so far.
    planned: u64,
    /// By rule.
    rules: Vec<RuleState>,
    /// Rule and slot of what was pulled this tick.
    pulled: Vec<(u16, u32)>,
    counters: Vec<i32>,
    pilots: Vec<Pilot>,
    trackers: Vec<Tracker>,
    /// Growers; none where no type grows.
    growers: Option<Box<Growers>>,
}

/// Buffers of the frame.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Sprites found in the grid: order, slot.
    pub(crate) found: Vec<(u64, u32)>,
    /// Sprites near one that stands on ground: order, slot.
    pub(crate) near: Vec<(u64, u32)>,
    /// Meetings to be looked at in this frame.
    pub(crate) meetings: Meetings,
    /// Those of the pair at hand.
    pub(crate) pair: Vec<Meeting>,
    /// Those that came in while the pair was looked at.
    pub(crate) late: BinaryHeap<Late>,
    /// While meetings are looked at: slots of sprites that came or moved since, and where they were before.
    pub(crate) fresh: Vec<(u32, Rect)>,
    /// Slots that met others.
    pub(crate) met: Vec<u32>,
    /// Sprites that were stalled in this tick.
    pub(crate) stalled: Vec<crate::step::Stalled>,
    /// Those that a sprite notices.
    pub(crate) noticed: Vec<u32>,
    /// Those that something stops.
    pub(crate) stopped: Vec<u32>,
    /// Those that wake, and the steps they take.
    pub(crate) woken: Vec<(u32, Option<Lie>)>,
    /// Targets of a chaser.
    pub(crate) targets: Vec<u32>,
    /// For conditions: what the one who is asked holds.
    pub(crate) holder: crate::step::Holder,
    /// By so much the work of a frame is limited more than for all plays.
    pub(crate) less_work: u64,
}

/// A place, its cell, and flags that tell how a sprite lies there.
pub(crate) type Lie = (Rect, u32, u32);

/// What is listed in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    /// Types of the sprites, folded (see `Kind::bit`).
    pub(crate) own: u64,
    /// Those of sprites that are not exactly one cell.
    pub(crate) out: u64,
    /// Types of the scenery, folded, and the type of the stalled sprite.
    pub(crate) scenery: u64,
    /// First sprite; scenery left out.
    pub(crate) head: u32,
    /// A stalled sprite that would step here.
    pub(crate) ghost: u32,
}

impl Cell {
    pub(crate) const EMPTY: Cell = Cell { own: 0, out: 0, scenery: 0, head: NONE, ghost: NONE };

    /// Types of all that is listed.
    #[inline]
    pub(crate) fn all(&self) -> u64 {
        self.own | self.scenery
    }
}

/// Two sprites that share an area and may run the rules of a pair of types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Place of the first sprite: 32 bits for the place of its type in the family, 32 for its id.
    pub(crate) first: u64,
    /// Place of the second sprite.
    pub(crate) second: u64,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// A meeting that came in while its pair was looked at; the greatest is looked at first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late(pub(crate) Meeting);

impl Late {
    fn place(&self) -> (u64, u64) {
        (self.0.first, self.0.second)
    }
}

impl PartialEq for Late {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Late {}

impl PartialOrd for Late {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Late {
    fn cmp(&self, other: &Self) -> Ordering {
        other.place().cmp(&self.place())
    }
}

/// Meetings, filed by pair.
#[derive(Debug)]
pub(crate) struct Meetings {
    pairs: Vec<Vec<Meeting>>,
    /// Pairs that have any: one bit each.
    live: Vec<u64>,
    /// Pairs that have more, which are not written down.
    full: Vec<u64>,
    /// So many meetings of a pair are too many to be written down: they would take too much memory.
    pub(crate) too_many: usize,
    /// So many of all pairs together as well.
    pub(crate) too_many_in_all: usize,
    /// How many there are, and how many there is room for.
    written: usize,
    room: usize,
}

impl Default for Meetings {
    fn default() -> Self {
        let (pairs, live, full) = (Vec::new(), Vec::new(), Vec::new());
        Self { pairs, live, full, too_many: 1 << 16, too_many_in_all: 1 << 22, written: 0, room: 0 }
    }
}

impl Meetings {
    /// Makes room for so many pairs.
    #[inline]
    pub(crate) fn open(&mut self, pairs: usize) {
        if self.pairs.len() < pairs {
            self.pairs.resize_with(pairs, Vec::new);
            self.live.resize(pairs.div_ceil(64), 0);
            self.full.resize(pairs.div_ceil(64), 0);
        }
    }

    /// A list that has too many takes no more.
    #[inline]
    pub(crate) fn file(&mut self, pair: u16, meeting: Meeting) {
        let list = &mut self.pairs[pair as usize];
        self.live[pair as usize / 64] |= 1 << (pair % 64);
        if list.len() < self.too_many && self.written < self.too_many_in_all {
            let room = list.capacity();
            list.push(meeting);
            self.room += list.capacity() - room;
            self.written += 1;
        } else {
            self.full[pair as usize / 64] |= 1 << (pair % 64);
        }
    }

    /// The first pair from `from` on that has meetings.
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<u16> {
        let mut word = from / 64;
        let mut bits = self.live.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.live.get(word)?;
        }
        Some((word * 64) as u16 + bits.trailing_zeros() as u16)
    }

    /// Takes the meetings of a pair out, and leaves an empty list. Whether these are all; else they are too many.
    #[inline]
    pub(crate) fn take(&mut self, pair: u16, into: &mut Vec<Meeting>) -> bool {
        into.clear();
        self.join(pair, into)
    }

    /// Moves the meetings of a pair to the end of a list. Whether these are all; else they are too many.
    #[inline]
    pub(crate) fn join(&mut self, pair: u16, into: &mut Vec<Meeting>) -> bool {
        let list = &mut self.pairs[pair as usize];
        let bit = 1 << (pair % 64);
        let all = list.len() < self.too_many && self.full[pair as usize / 64] & bit == 0;
        self.written -= list.len();
        // Lists that change places would have to grow again and again.
        into.append(list);
        if self.room > self.too_many_in_all {
            // It is another list that grows in each tick.
            self.room -= list.capacity();
            *list = Vec::new();
        }
        self.live[pair as usize / 64] &= !bit;
        self.full[pair as usize / 64] &= !bit;
        all && into.len() < self.too_many
    }

    /// Forgets everything (after a fault).
    pub(crate) fn clear(&mut self) {
        self.pairs.iter_mut().for_each(Vec::clear);
        self.live.fill(0);
        self.full.fill(0);
        self.written = 0;
    }
}

impl World {
    /// Lists a sprite that grows; it remembers where.
    pub(crate) fn note_grower(&mut self, image: &Image, slot: Slot, kind: TypeId) {
        let which = image.growers.iter().position(|g| g.kind == kind);
        if let (Some(which), Some(growers)) = (which, &mut self.growers) {
            self.mind[slot.index()].memory[1] = growers.list.len() as i32;
            growers.list.push((slot.0, which as u32));
        }
    }

    /// Strikes a sprite that grows off the list.
    pub(crate) fn forget_grower(&mut self, slot: Slot) {
        let place = self.mind[slot.index()].memory[1] as usize;
        if let Some(growers) = &mut self.growers
            && let Some(entry) = growers.list.get_mut(place).filter(|e| e.0 == slot.0)
        {
            entry.0 = NONE;
            growers.gone += 1;
        }
    }

    /// Closes the gaps in the list of growers, once they are many.
    pub(crate) fn close_ranks(&mut self) {
        let Some(growers) = self.growers.as_mut().filter(|g| g.gone * 2 > g.list.len()) else { return };
        growers.list.retain(|e| e.0 != NONE);
        growers.gone = 0;
        for (place, &(slot, _)) in growers.list.iter().enumerate() {
            self.mind[slot as usize].memory[1] = place as i32;
        }
    }

    /// Appends a sprite to its group.
    #[inline]
    pub(crate) fn join_group(&mut self, slot: Slot, kind: TypeId) {
        let group = &mut self.groups[kind.index()];
        let links = &mut self.links[slot.index()];
        (links.prev, links.next) = (group.tail, NONE);
        if group.tail == NONE {
            group.head = slot.0;
        } else {
            self.links[group.tail as usize].next = slot.0;
        }
        group.tail = slot.0;
        group.count += 1;
    }

    /// Takes a sprite out of its group.
    #[inline]
    pub(crate) fn leave_group(&mut self, slot: Slot) {
        let Links { prev, next, .. } = self.links[slot.index()];
        let group = &mut self.groups[self.body[slot.index()].kind.index()];
        group.count -= 1;
        if prev == NONE {
            group.head = next;
        } else {
            self.links[prev as usize].next = next;
        }
        if next == NONE {
            group.tail = prev;
        } else {
            self.links[next as usize].prev = prev;
        }
    }

    /// Puts a sprite in a cell.
    #[inline]
    pub(crate) fn join_cell(&mut self, slot: Slot, cell: u32, bit: u64, misfit: bool) {
        let here = &mut self.cells[cell as usize];
        let head = std::mem::replace(&mut here.head, slot.0);
        here.own |= bit;
        here.out |= if misfit { bit } else { 0 };
        let links = self.links.own_mut(slot.index());
        (links.cell_prev, links.cell_next, links.cell) = (NONE, head, cell);
        if head != NONE {
            self.links.own_mut(head as usize).cell_prev = slot.0;
        }
        self.misfits += u32::from(misfit);
    }

    /// The sprites that are directly of a type, in order. The list is read as it goes: sprites appended meanwhile are seen.
    #[inline]
    pub(crate) fn first_of(&self, kind: TypeId) -> Option<Slot> {
        let group = &self.groups[kind.index()];
        opt(if group.scenery == NONE { group.head } else { group.scenery })
    }

    /// The sprite after this one in its group.
    #[inline]
    pub(crate) fn next_of(&self, slot: Slot) -> Option<Slot> {
        let next = self.links[slot.index()].next;
        if next == NONE && slot.index() & SCENERY != 0 {
            return opt(self.groups[self.body[slot.index()].kind.index()].head);
        }
        opt(next)
    }

    #[inline]
    pub(crate) fn has(&self, slot: Slot, flag: u32) -> bool {
        self.body[slot.index()].flags & flag != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, flag: u32, on: bool) {
        let flags = &mut self.body[slot.index()].flags;
        if on {
            *flags |= flag;
        } else {
            *flags &= !flag;
        }
    }
}

#[inline]
pub(crate) fn opt(slot: u32) -> Option<Slot> {
    (slot != NONE).then_some(Slot(slot))
}
