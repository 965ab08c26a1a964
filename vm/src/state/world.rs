//! The memory of a play: sprites in structure-of-arrays slots, groups by type, and the cells they stand in.
//!
//! A *slot* is a place for a sprite; slots of killed sprites are used again. A *group* is the list of the sprites of one
//! type, in order of creation, which is also the order of their ids. Everything is plain memory: a copy is a few block copies.

use crate::program::TypeId;
use crate::rng::JavaRandom;
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

/// The sprites of one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) head: u32,
    pub(crate) tail: u32,
    pub(crate) count: i32,
    /// Killed avatars among them.
    pub(crate) disabled: i32,
}

/// Neighbours in a list of slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) prev: u32,
    pub(crate) next: u32,
}

/// A sprite's place in the grid: the cell of its upper left corner, clamped to the level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) prev: u32,
    pub(crate) next: u32,
    pub(crate) cell: u32,
}

/// Facts about a sprite that are true or false.
pub(crate) mod flag {
    /// It has an orientation.
    pub(crate) const ORIENTED: u16 = 1;
    /// It spends its next passive move without moving.
    pub(crate) const FIRST: u16 = 2;
    /// It is a killed avatar.
    pub(crate) const DISABLED: u16 = 4;
    /// It is in the kill list.
    pub(crate) const KILLED: u16 = 8;
    /// It stands on solid ground.
    pub(crate) const GROUNDED: u16 = 16;
    /// An avatar made it.
    pub(crate) const FROM_AVATAR: u16 = 32;
    /// It is in the list of moved sprites.
    pub(crate) const MOVED: u16 = 64;
    /// Its rectangle is not exactly one cell of the grid.
    pub(crate) const MISFIT: u16 = 128;
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

/// What rules change about themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleState {
    pub(crate) apply_score: bool,
    pub(crate) count: bool,
    pub(crate) count_else: bool,
    /// `subtractHealthPoints`: the points of a killing hit count.
    pub(crate) killing: bool,
    /// `pullWithIt`: the last tick in which it ran.
    pub(crate) last_tick: i32,
}

/// A rule waiting for its tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) next: i32,
    pub(crate) rule: u16,
    /// Type of the sprites it runs on.
    pub(crate) on: Option<TypeId>,
    pub(crate) timer: i32,
    pub(crate) repeating: bool,
    /// The rule whose points it also gives (that of the `addTimer` line).
    pub(crate) scored_as: u16,
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
    /// Whether counting terminations may end the game.
    can_end: bool,
    messages: u32,
    rng: JavaRandom,
    /// Id of the next sprite.
    next_id: u32,
    /// The reference engine's count of sprites; may stray from the truth.
    num_sprites: i32,
    /// Grows with every change of a rectangle.
    motion: u32,
    /// Sprites that are not exactly one cell of the grid.
    misfits: u32,
    /// Largest width and height of any sprite so far.
    max_size: (i32, i32),
    /// Slots of the players' avatars.
    players: [u32; 2],
    fault: Option<Box<Fault>>,

    /// Where each sprite is.
    rect: Vec<Rect>,
    /// Where it was when its turn of this tick began.
    last: Vec<Rect>,
    ori: Vec<(f64, f64)>,
    speed: Vec<f64>,
    /// `clock - stamp` is the number of ticks since its last move (see `Frame::clock`).
    stamp: Vec<i32>,
    kind: Vec<TypeId>,
    flags: Vec<u16>,
    id: Vec<u32>,
    health: Vec<i32>,
    max_health: Vec<i32>,
    /// Updates left to live; negative for ever.
    ttl: Vec<i32>,
    gravity: Vec<f64>,
    /// Angle in radians.
    rotation: Vec<f64>,
    /// What its class remembers; see the accessors in `step`.
    memory: Vec<[i32; 4]>,
    /// Amounts held: one row a slot, one column a resource of the image.
    held: Vec<i32>,
    /// Neighbours in the group.
    link: Vec<Link>,
    /// Neighbours in the cell.
    place: Vec<Place>,

    /// By type.
    groups: Vec<Group>,
    /// By type: whether one was made already.
    made: Vec<bool>,
    /// First sprite of each cell, row by row.
    cells: Vec<u32>,
    /// Slots to be removed at the end of the tick.
    kills: Vec<u32>,
    /// Slots of resting sprites whose last rectangle has to be set at the next tick.
    moved: Vec<u32>,
    /// Slots to use again.
    free: Vec<u32>,
    shields: Vec<Shield>,
    /// Ordered by tick.
    waiting: Vec<Waiting>,
    /// By rule.
    rules: Vec<RuleState>,
    /// Rule and slot of what was pulled this tick.
    pulled: Vec<(u16, u32)>,
    counters: Vec<i32>,
    pilots: Vec<Pilot>,
    trackers: Vec<Tracker>,
    /// Types that bombers draw from: one row a slot, as long as the longest list of the image.
    lists: Vec<Option<TypeId>>,
}

/// Buffers of the frame.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Sprites found in the grid: order, slot.
    pub(crate) found: Vec<(u64, u32)>,
    /// First sprites of a rule: order, slot.
    pub(crate) first: Vec<(u64, u32)>,
    /// Targets of a chaser.
    pub(crate) targets: Vec<u32>,
    /// Directions a chaser may take.
    pub(crate) choices: Vec<crate::ontology::Dir>,
}

impl World {
    /// Appends a sprite to its group.
    #[inline]
    pub(crate) fn join_group(&mut self, slot: Slot, kind: TypeId) {
        let group = &mut self.groups[kind.index()];
        self.link[slot.index()] = Link { prev: group.tail, next: NONE };
        if group.tail == NONE {
            group.head = slot.0;
        } else {
            self.link[group.tail as usize].next = slot.0;
        }
        group.tail = slot.0;
        group.count += 1;
    }

    /// Takes a sprite out of its group.
    #[inline]
    pub(crate) fn leave_group(&mut self, slot: Slot) {
        let kind = self.kind[slot.index()];
        let Link { prev, next } = self.link[slot.index()];
        let group = &mut self.groups[kind.index()];
        group.count -= 1;
        if self.flags[slot.index()] & flag::DISABLED != 0 {
            group.disabled -= 1;
        }
        if prev == NONE {
            group.head = next;
        } else {
            self.link[prev as usize].next = next;
        }
        if next == NONE {
            self.groups[kind.index()].tail = prev;
        } else {
            self.link[next as usize].prev = prev;
        }
    }

    /// Puts a sprite in a cell.
    #[inline]
    pub(crate) fn join_cell(&mut self, slot: Slot, cell: u32) {
        let head = self.cells[cell as usize];
        self.place[slot.index()] = Place { prev: NONE, next: head, cell };
        if head != NONE {
            self.place[head as usize].prev = slot.0;
        }
        self.cells[cell as usize] = slot.0;
    }

    /// Takes a sprite out of its cell.
    #[inline]
    pub(crate) fn leave_cell(&mut self, slot: Slot) {
        let Place { prev, next, cell } = self.place[slot.index()];
        if prev == NONE {
            self.cells[cell as usize] = next;
        } else {
            self.place[prev as usize].next = next;
        }
        if next != NONE {
            self.place[next as usize].prev = prev;
        }
    }

    /// The sprites of a type, in order. Reads the list as it goes: sprites appended meanwhile are seen.
    #[inline]
    pub(crate) fn first_of(&self, kind: TypeId) -> Option<Slot> {
        opt(self.groups[kind.index()].head)
    }

    /// The sprite after this one in its group.
    #[inline]
    pub(crate) fn next_of(&self, slot: Slot) -> Option<Slot> {
        opt(self.link[slot.index()].next)
    }

    #[inline]
    pub(crate) fn has(&self, slot: Slot, flag: u16) -> bool {
        self.flags[slot.index()] & flag != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, flag: u16, on: bool) {
        if on {
            self.flags[slot.index()] |= flag;
        } else {
            self.flags[slot.index()] &= !flag;
        }
    }
}

#[inline]
pub(crate) fn opt(slot: u32) -> Option<Slot> {
    (slot != NONE).then_some(Slot(slot))
}
