//! One play: its sprites, how it starts, and what is read from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::game::{Engine, NameId, TypeId};
use super::image::{Image, Kind};
use super::ontology::End;
use crate::image::StartError;
use crate::program::Level;
use crate::rng::{Choice, Mt19937};
use crate::state::Rect;

/// Keys that are held during a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(pub u16);

impl Keys {
    /// The names of the keys, bit by bit from the lowest.
    pub const NAMES: [&'static str; 10] = ["UP", "DOWN", "LEFT", "RIGHT", "SPACE", "W", "S", "A", "D", "ESCAPE"];

    /// The key of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Keys> {
        Keys::NAMES.iter().position(|n| *n == name).map(|i| Keys(1 << i))
    }

    /// Both.
    #[must_use]
    pub fn and(self, other: Keys) -> Keys {
        Keys(self.0 | other.0)
    }

    pub(super) fn has(self, name: &str) -> bool {
        Keys::named(name).is_some_and(|key| self.0 & key.0 != 0)
    }
}

/// How a play is run: what of the reference engine is not part of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// How Python chooses.
    pub choice: Choice,
    /// Whether groups are walked in the order of Python 2.7's dictionaries instead of the order in which they were made.
    pub hash_order: bool,
    /// Whether the loop is that of `tick()`: what was killed stays, and a tick that ends the game does nothing else.
    pub tick_loop: bool,
    /// Whether an avatar is put on a free cell if the level has none.
    pub randomize_avatar: bool,
}

/// The exception that the reference engine raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Its class.
    pub class: &'static str,
    /// What went wrong, as half a sentence.
    pub why: &'static str,
}

impl Crash {
    #[cold]
    pub(super) fn new<T>(class: &'static str, why: &'static str) -> Result<T, Crash> {
        Err(Crash { class, why })
    }
}

/// What may end in an exception.
pub(super) type May<T = ()> = Result<T, Crash>;

/// Most sprites of a play: neither engine has such a limit, but memory has one.
const MOST_SPRITES: usize = 1_000_000;

/// Most steps of a tick: meetings, effects, and what they walk through. A tick of as many takes seconds.
const MOST_WORK: u64 = 1 << 28;

/// Index of a sprite in [`State::sprites`].
pub(super) type Slot = usize;

/// A sprite.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) kind: TypeId,
    /// Number of its creation.
    pub(super) serial: u32,
    pub(super) rect: Rect,
    pub(super) last: Rect,
    /// Which rectangle `rect` and `last` are: sprites may share one, and one effect changes rectangles in place.
    pub(super) rect_id: u32,
    pub(super) last_id: u32,
    pub(super) orientation: Option<(f64, f64)>,
    pub(super) speed: Option<f64>,
    pub(super) lastmove: f64,
    /// Number in its id (2.0).
    pub(super) number: u32,
    /// Force that gravity has on it (2.0).
    pub(super) passive: (f64, f64),
    /// How often it is on the kill list.
    pub(super) dead: u32,
    /// Flicker: its age. Producers: products.
    pub(super) count: f64,
    /// Ticks of the last bounce, stop, pull and vertical stop.
    pub(super) stamps: [i32; 4],
    /// What it holds, by name.
    pub(super) held: Vec<(NameId, f64)>,
}

/// A list of sprites that a rule walks.
#[derive(Clone, Copy, Debug)]
pub(super) enum List {
    /// The list of a type itself.
    Of(TypeId),
    /// One of its own, in [`State::lists`].
    Fresh(usize),
}

/// Where the sprites of a list are, in its order, as long as nothing has changed.
#[derive(Debug, Default)]
pub(super) struct Spots {
    pub(super) version: u64,
    pub(super) x: Vec<i32>,
    pub(super) y: Vec<i32>,
    /// The least and the greatest of each.
    pub(super) bounds: Bounds,
}

/// The corners that are furthest to the left, right, top and bottom.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

/// What a tick needs beside the state: no part of it, and not copied.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By name: the list and its length, as far as this tick has asked for it.
    pub(super) cache: Vec<Option<(List, usize)>>,
    pub(super) lists: Vec<Vec<Slot>>,
    /// How many of `lists` this tick has made.
    pub(super) listed: usize,
    /// By type, and then by list of `lists`: where its sprites are.
    pub(super) spots: [Vec<Spots>; 2],
    /// Indices of what one sprite touches.
    pub(super) touched: Vec<usize>,
    /// Who has a turn (2.0).
    pub(super) queue: Vec<Slot>,
    /// Sprites and directions that a chaser may choose from.
    pub(super) targets: Vec<Slot>,
    pub(super) options: Vec<(f64, f64)>,
}

impl Scratch {
    fn new(image: &Image) -> Self {
        let spots = image.kinds.iter().map(|_| Spots::default()).collect();
        Self { cache: vec![None; image.game.names.len()], spots: [spots, Vec::new()], ..Self::default() }
    }
}

macro_rules! state {
    ($($(#[doc = $doc:literal])* $field:ident: $ty:ty,)+) => {
        /// One play of a level. Copy it with `clone`, or into an old one with `clone_from`, which keeps its memory.
        #[derive(Debug)]
        pub struct State {
            $($(#[doc = $doc])* pub(super) $field: $ty,)+
            pub(super) scratch: Scratch,
        }

        impl Clone for State {
            fn clone(&self) -> Self {
                Self { $($field: self.$field.clone(),)+ scratch: Scratch::new(&self.image) }
            }

            fn clone_from(&mut self, other: &Self) {
                if !Arc::ptr_eq(&self.image, &other.image) {
                    self.scratch = Scratch::new(&other.image);
                }
                $(self.$field.clone_from(&other.$field);)+
                // Versions of another play say nothing about this one.
                self.scratch.spots[0].iter_mut().for_each(|spots| spots.version = 0);
            }
        }
    };
}

state! {
    image: Arc<Image>,
    mode: Mode,
    rng: Mt19937,
    block: i32,
    grid: (i32, i32),
    sprites: Vec<Body>,
    /// Slots of sprites that are gone.
    free: Vec<Slot>,
    /// The sprites of each type, in order.
    groups: Vec<Vec<Slot>>,
    /// Types of which sprites were ever made, in the order of their first.
    made: Vec<TypeId>,
    was_made: Vec<bool>,
    /// The order in which groups are walked.
    walk: Vec<TypeId>,
    kills: Vec<Slot>,
    creations: u32,
    serial: u32,
    rect_ids: u32,
    time: i32,
    score: f64,
    ended: bool,
    won: bool,
    crash: Option<Crash>,
    /// By type: grows whenever a sprite of it moves, comes or goes.
    versions: Vec<u64>,
    /// Grows whenever any does.
    changes: u64,
    /// Steps that are left of the tick.
    work_left: u64,
    /// By type: how many are dead, the numbers of those that may be destroyed yet, and the numbers of ids that were (2.0).
    dead_of: Vec<u32>,
    graves: Vec<Vec<u32>>,
    gone: Vec<Vec<u32>>,
    /// The first avatar of each type that died, as it was then (2.0).
    corpses: Vec<Slot>,
    /// Sprites that left their list without a note on the kill list (2.0).
    lost: Vec<Slot>,
}

/// A sprite as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Sprite<'s> {
    /// Number of its creation: stable for its life.
    pub serial: u32,
    /// Its type.
    pub type_id: TypeId,
    /// Where it is, in pixels.
    pub rect: Rect,
    /// Where it faces, if it has a direction.
    pub orientation: Option<(f64, f64)>,
    /// Its speed, if it has one.
    pub speed: Option<f64>,
    /// What it holds, by name; what it once was asked for is there, too.
    pub resources: &'s [(NameId, f64)],
}

impl State {
    /// The start of a level.
    ///
    /// # Errors
    /// A level that the reference engine cannot build.
    pub fn start(image: &Arc<Image>, level: &Level, seed: i64, mode: Mode) -> Result<State, StartError> {
        let wrong = |why: String| Err(StartError(why));
        let rows: Vec<Vec<char>> = level.rows.iter().filter(|r| !r.is_empty()).map(|r| r.chars().collect()).collect();
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|r| r.len() != width) {
            return wrong("its lines are not equally long".into());
        }
        if width < 2 || rows.len() < 2 {
            return wrong("it needs at least two columns and two rows".into());
        }
        let (columns, lines) =
            (i32::try_from(width).unwrap_or(i32::MAX), i32::try_from(rows.len()).unwrap_or(i32::MAX));
        // 800 / 2 is the largest block: no level is wider or higher than 32 bits can count.
        if width.saturating_mul(rows.len()) > 4_000_000 {
            return wrong("it has more than 4,000,000 cells".into());
        }
        let block = match image.game.block_size {
            // Whatever the game line says, the original fills its window.
            _ if image.game.engine == Engine::One => (800 / columns.max(lines)).max(2),
            Some(block) => block.clamp(1, 4096),
            None => 1,
        };
        if columns.checked_mul(block).is_none() || lines.checked_mul(block).is_none() {
            return wrong(format!("cells of {block} pixels make it too large"));
        }
        let types = image.kinds.len();
        let mut state = State {
            rng: Mt19937::new(seed, mode.choice),
            image: Arc::clone(image),
            mode,
            block,
            grid: (columns, lines),
            sprites: Vec::new(),
            free: Vec::new(),
            groups: vec![Vec::new(); types],
            made: Vec::new(),
            was_made: vec![false; types],
            walk: Vec::new(),
            kills: Vec::new(),
            creations: 0,
            serial: 0,
            rect_ids: 0,
            time: 0,
            score: 0.0,
            ended: false,
            won: false,
            crash: None,
            scratch: Scratch::new(image),
            versions: vec![1; types],
            changes: 1,
            work_left: MOST_WORK,
            dead_of: vec![0; types],
            graves: vec![Vec::new(); types],
            gone: vec![Vec::new(); types],
            corpses: Vec::new(),
            lost: Vec::new(),
        };
        let named = |name: &str| image.game.names.iter().position(|n| n == name).map(|i| NameId(i as u16));
        // Of several entries for a character the last counts.
        let mapping: BTreeMap<char, &Vec<NameId>> = image.game.mapping.iter().map(|(c, names)| (*c, names)).collect();
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.iter().enumerate() {
                let usual = match glyph {
                    'w' => named("wall").map(|n| vec![n]),
                    'A' => image.avatar.map(|n| vec![n]),
                    _ => None,
                };
                let mapped = mapping.get(glyph).map(|names| names.to_vec());
                for name in mapped.or(usual).unwrap_or_default() {
                    let Some(kind) = image.types[name.index()] else {
                        return wrong(format!("`{glyph}` stands for `{}`, which is no sprite type", image.name(name)));
                    };
                    if image.kinds[kind.index()].class.is_none() {
                        return wrong(format!("`{}` has no class", image.name(name)));
                    }
                    let (px, py) = (x as i32 * block, y as i32 * block);
                    state.create(Some(name), f64::from(px), f64::from(py)).map_err(|e| StartError(e.why.into()))?;
                }
            }
        }
        if mode.randomize_avatar {
            state.randomize_avatar().map_err(|e| StartError(e.why.into()))?;
        }
        state.creations = 0;
        state.kills.clear();
        if state.is_two() {
            for i in 0..types {
                if !state.was_made[i] {
                    state.walk.push(TypeId(i as u16));
                }
                state.was_made[i] = true;
            }
        }
        Ok(state)
    }

    fn randomize_avatar(&mut self) -> May {
        let image = Arc::clone(&self.image);
        let Some(avatar) = image.avatar else { return Ok(()) };
        let lives = self.groups.iter().flatten().any(|&s| self.kind(s).class.is_some_and(|c| c.def().is("avatar")));
        if lives {
            return Ok(());
        }
        let free = self.free_cells();
        if free.is_empty() {
            return Crash::new("IndexError", "no cell is free for the avatar");
        }
        let (x, y) = free[self.rng.choose(free.len())];
        self.create(Some(avatar), f64::from(x), f64::from(y)).map(|_| ())
    }

    /// The upper left corners of cells that no sprite touches, column by column.
    pub(super) fn free_cells(&self) -> Vec<(i32, i32)> {
        let (columns, rows) = self.grid;
        let mut taken = vec![false; (columns * rows) as usize];
        for &slot in self.groups.iter().flatten() {
            let r = self.sprites[slot].rect;
            let from = |at: i32| at.div_euclid(self.block).max(0);
            let to = |end: i32, cells: i32| end.saturating_sub(1).div_euclid(self.block).min(cells - 1);
            for column in from(r.x)..=to(r.x.saturating_add(r.w), columns) {
                for row in from(r.y)..=to(r.y.saturating_add(r.h), rows) {
                    taken[(column * rows + row) as usize] = true;
                }
            }
        }
        let cell = |i: usize| ((i as i32 / rows) * self.block, (i as i32 % rows) * self.block);
        taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(i, _)| cell(i)).collect()
    }

    pub(super) fn kind(&self, slot: Slot) -> &Kind {
        &self.image.kinds[self.sprites[slot].kind.index()]
    }

    /// Notes that a sprite of a type has moved, come or gone.
    #[inline]
    pub(super) fn changed(&mut self, kind: TypeId) {
        let version = &mut self.versions[kind.index()];
        *version = version.wrapping_add(1);
        self.changes = self.changes.wrapping_add(1);
    }

    /// A new rectangle.
    pub(super) fn new_rect(&mut self) -> u32 {
        self.rect_ids = self.rect_ids.wrapping_add(1);
        self.rect_ids
    }

    /// Draws a colour, as the making of a sprite without one does.
    pub(super) fn draw_colour(&mut self) {
        for _ in 0..3 {
            self.rng.choose(4);
        }
    }

    /// How many sprites of a name live.
    pub(super) fn count(&self, name: Option<NameId>) -> i64 {
        let Some(name) = name else { return 0 };
        if self.is_two() {
            return self.image.families[name.index()].iter().map(|t| self.groups[t.index()].len() as i64).sum();
        }
        let killed: i64 = self.kills.iter().filter(|&&s| self.kind(s).lineage.contains(&name)).count() as i64;
        let there: usize = match self.image.types[name.index()].filter(|t| self.was_made[t.index()]) {
            Some(kind) => self.groups[kind.index()].len(),
            None => self.image.families[name.index()].iter().map(|t| self.groups[t.index()].len()).sum(),
        };
        there as i64 - killed
    }

    /// Whether so many sprites were made that there are no more. The rewrite has no such limit.
    pub(super) fn is_full(&self) -> bool {
        !self.is_two() && self.creations > self.image.game.max_sprites
    }

    /// Counts steps of a tick.
    #[inline]
    pub(super) fn work(&mut self, steps: usize) -> May {
        match self.work_left.checked_sub(steps as u64) {
            Some(left) => {
                self.work_left = left;
                Ok(())
            }
            None => Crash::new("RuntimeError", "the tick takes too long: too many sprites have to do with each other"),
        }
    }

    /// Whether the rewrite is followed.
    pub(super) fn is_two(&self) -> bool {
        self.image.game.engine == Engine::Two
    }

    /// Makes a sprite of a type; `None` if there may be no more, or no other.
    pub(super) fn create(&mut self, name: Option<NameId>, x: f64, y: f64) -> May<Option<Slot>> {
        let image = Arc::clone(&self.image);
        if self.is_full() {
            return Ok(None);
        }
        let Some(id) = name.and_then(|n| image.types[n.index()]) else {
            return Crash::new("KeyError", "a sprite is wanted of a type that nobody declared");
        };
        if self.sprites.len() - self.free.len() >= MOST_SPRITES {
            return Crash::new("MemoryError", "there are too many sprites");
        }
        let kind = &image.kinds[id.index()];
        let two = self.is_two();
        self.work(kind.lineage.len() + self.kills.len())?;
        // The rewrite looks at the type itself alone.
        for &name in kind.lineage.iter().rev().take(if two { 1 } else { usize::MAX }) {
            let there = if two { self.groups[id.index()].len() as i64 } else { self.count(Some(name)) };
            if image.singleton[name.index()] && there > 0 {
                return Ok(None);
            }
        }
        let Some(class) = kind.class else {
            return Crash::new("TypeError", "a sprite is wanted that has no class");
        };
        let mut body = Body {
            kind: id,
            serial: self.serial,
            rect: Rect { x: truncate(x), y: truncate(y), w: self.block, h: self.block },
            last: Rect { x: 0, y: 0, w: 0, h: 0 },
            rect_id: self.new_rect(),
            last_id: 0,
            orientation: kind.orientation,
            speed: kind.speed,
            lastmove: 0.0,
            dead: 0,
            count: 0.0,
            stamps: [-1; 4],
            number: 0,
            passive: (0.0, 0.0),
            held: Vec::new(),
        };
        (body.last, body.last_id) = (body.rect, body.rect_id);
        super::classes::construct(self, class, kind, &mut body)?;
        if two {
            body.number = super::two::number(self, id);
            self.gone[id.index()].retain(|&n| n != body.number);
        } else if !kind.coloured {
            self.draw_colour();
        }
        self.serial = self.serial.wrapping_add(1);
        self.creations = self.creations.saturating_add(1);
        let slot = match self.free.pop() {
            Some(slot) => {
                self.sprites[slot] = body;
                slot
            }
            None => {
                self.sprites.push(body);
                self.sprites.len() - 1
            }
        };
        self.groups[id.index()].push(slot);
        self.changed(id);
        if !self.was_made[id.index()] {
            self.was_made[id.index()] = true;
            self.made.push(id);
            if self.mode.hash_order {
                let hashes: Vec<i64> = self.made.iter().map(|t| image.hashes[t.index()]).collect();
                self.walk = super::order::walk(&hashes).into_iter().map(|i| self.made[i]).collect();
            } else {
                self.walk.push(id);
            }
        }
        Ok(Some(slot))
    }

    pub(super) fn kill(&mut self, slot: Slot) -> May {
        if self.is_two() {
            return super::two::kill(self, slot);
        }
        self.kills.push(slot);
        self.sprites[slot].dead += 1;
        Ok(())
    }

    /// Plays a tick with the keys that are held. Does nothing once the play is over.
    pub fn step(&mut self, keys: Keys) {
        if self.ended || self.crash.is_some() {
            return;
        }
        self.work_left = MOST_WORK;
        if let Err(crash) = self.tick(keys) {
            self.crash = Some(crash);
        }
    }

    fn tick(&mut self, keys: Keys) -> May {
        if self.is_two() {
            let image = Arc::clone(&self.image);
            return super::two::tick(self, &image, keys);
        }
        self.time = self.time.saturating_add(1);
        if !self.mode.tick_loop {
            self.purge();
        }
        let image = Arc::clone(&self.image);
        // The first criterion of every game: somebody leaves it.
        let met = if keys.has("ESCAPE") { Some(false) } else { self.met() };
        (self.ended, self.won) = (met.is_some(), met == Some(true));
        if self.ended && self.mode.tick_loop {
            return Ok(());
        }
        for t in 0..self.groups.len() {
            let kind = &image.kinds[t];
            let Some(class) = kind.class.filter(|_| !kind.idle) else { continue };
            let mut i = 0;
            while let Some(&slot) = self.groups[t].get(i) {
                super::classes::update(self, slot, class, keys)?;
                i += 1;
            }
        }
        super::collide::all(self, &image)
    }

    /// Takes what was killed out of its list.
    fn purge(&mut self) {
        if self.kills.is_empty() {
            return;
        }
        let mut kills = std::mem::take(&mut self.kills);
        for &slot in &kills {
            let body = &mut self.sprites[slot];
            if body.dead > 0 {
                body.dead = 0;
                let kind = body.kind;
                self.groups[kind.index()].retain(|&s| s != slot);
                self.changed(kind);
                self.free.push(slot);
            }
        }
        kills.clear();
        self.kills = kills;
    }

    /// Whether the first criterion that is met wins the game, if one is.
    fn met(&self) -> Option<bool> {
        self.image.game.ends.iter().find(|end| self.is_met(&end.end)).map(|end| end.win)
    }

    pub(super) fn is_met(&self, end: &End) -> bool {
        match end {
            End::Timeout { limit } => f64::from(self.time) >= *limit,
            End::SpriteCounter { stype, limit } => self.count(*stype) as f64 <= *limit,
            End::MultiSpriteCounter { stypes, limit } => {
                stypes.iter().map(|s| self.count(*s)).sum::<i64>() as f64 == *limit
            }
            // Of the rewrite alone, which has its own way to look at it.
            End::ResourceCounter { .. } => false,
        }
    }

    /// The image it plays.
    #[must_use]
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// Number of the last tick; 0 before the first.
    #[must_use]
    pub fn time(&self) -> i32 {
        self.time
    }

    /// The score.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.score
    }

    /// The score as the reference engine reports it at the end: a game that is won gives at least 1.
    #[must_use]
    pub fn final_score(&self) -> f64 {
        let counts = self.ended && self.won && !self.mode.tick_loop && self.image.game.engine == Engine::One;
        if counts && self.score <= 0.0 { 1.0 } else { self.score }
    }

    /// Whether the game has ended, and whether it was won.
    #[must_use]
    pub fn end(&self) -> Option<bool> {
        self.ended.then_some(self.won)
    }

    /// The exception that ended the play in the middle of a tick.
    #[must_use]
    pub fn crash(&self) -> Option<Crash> {
        self.crash
    }

    /// Pixels per cell.
    #[must_use]
    pub fn block(&self) -> i32 {
        self.block
    }

    /// Columns and rows.
    #[must_use]
    pub fn grid(&self) -> (i32, i32) {
        self.grid
    }

    /// Calls of `random()` and of `getrandbits()` so far.
    #[must_use]
    pub fn rng_calls(&self) -> (u64, u64) {
        self.rng.calls()
    }

    /// The sprites that live, type by type in the order of their lists.
    pub fn sprites(&self) -> impl Iterator<Item = Sprite<'_>> {
        self.groups.iter().flatten().map(|&s| &self.sprites[s]).filter(|b| b.dead == 0).map(|b| Sprite {
            serial: b.serial,
            type_id: b.kind,
            rect: b.rect,
            orientation: b.orientation,
            speed: b.speed,
            resources: &b.held,
        })
    }
}

/// A number as a coordinate: cut towards zero; what 32 bits cannot hold becomes the lowest number, as x86 processors have it.
#[inline]
pub(super) fn truncate(x: f64) -> i32 {
    if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 } else { i32::MIN }
}
