//! Falling rocks: `rootcellar`.
//!
//! What follows from its rules: everything lies on whole cells. All rocks are there from the start and fall in odd ticks, so
//! that is when they can meet things; a rock that did not fall in this tick does nothing. Haze and spores keep the tick at
//! which they end instead of an age.

use vgdl_vm::ontology::Action;

use super::{BLOCK, DIRS, Hand, Play, Seen, Text, dir_of, orientation};

/// Cells of the largest level.
const CELLS: usize = 264;

/// Rocks of the level that has most.
const ROCKS: usize = 16;

/// Tick at which the play is lost.
const LIMIT: i32 = 1000;

/// What the avatar can carry, and what the burrow asks for.
const CARRIES: i32 = 20;
const WANTED: i32 = 5;

const AVATAR_HEALTH: i32 = 4;

/// Ticks between two moves of a beetle, and how often it takes the same direction again.
const BEETLE_REST: i32 = 3;
const BEETLE_REPEATS: u8 = 2;

/// How likely a spore spreads to a side, in which tick of its life, and when it ends.
const SPREAD: f64 = 0.8;
const SPORE_SPREADS: i32 = 2;
const SPORE_ENDS: i32 = 5;

/// When haze ends.
const HAZE_ENDS: i32 = 8;

const WALL: u16 = 1;
const SOIL: u16 = 2;
const TRUFFLE: u16 = 4;
const BURROW: u16 = 8;
const PUFFBALL: u16 = 16;
/// Rocks of a cell are counted in steps of this.
const ROCK: u16 = 32;
/// What a rock rests on.
const FIRM: u16 = WALL | SOIL | TRUFFLE | BURROW;

/// What a level never changes.
struct Level {
    /// Sprites that nothing concerns, for the view.
    scenery: Vec<Seen>,
    width: usize,
    /// By direction: how far the next cell is.
    steps: [isize; 5],
    avatar_id: u32,
    /// Place and id.
    soil: Vec<(usize, u32)>,
    burrows: Vec<(usize, u32)>,
}

#[derive(Clone, Copy)]
struct Thing {
    at: usize,
    id: u32,
    gone: bool,
}

#[derive(Clone, Copy)]
struct Beetle {
    at: usize,
    last: usize,
    /// Tick of its next move.
    next: i32,
    id: u32,
    dir: u8,
    repeats: u8,
    gone: bool,
}

/// A spore or haze.
#[derive(Clone, Copy)]
struct Cloud {
    at: usize,
    id: u32,
    /// The tick at whose end it ends.
    ends: i32,
}

pub(crate) struct Rocks {
    level: &'static Level,
    play: Play,
    at: usize,
    faces: usize,
    health: i32,
    truffles_held: i32,
    grid: [u16; CELLS],
    rocks: Vec<Thing>,
    beetles: Vec<Beetle>,
    truffles: Vec<Thing>,
    puffballs: Vec<Thing>,
    spores: Vec<Cloud>,
    haze: Vec<Cloud>,
    burrows: usize,
}

impl Rocks {
    /// All rocks fall where nothing firm is below; the numbers of those that did.
    #[inline]
    fn fall<'m>(&mut self, moved: &'m mut [u8; ROCKS]) -> &'m mut [u8] {
        let width = self.level.width;
        let mut n = 0;
        for (i, rock) in self.rocks.iter_mut().enumerate() {
            let below = rock.at + width;
            if self.grid[below] & FIRM == 0 {
                self.grid[rock.at] -= ROCK;
                self.grid[below] += ROCK;
                rock.at = below;
                moved[n] = i as u8;
                n += 1;
            }
        }
        // One that came to lie on another goes back, the upper ones first: so the one above it may lie on it from then on.
        let mut keep = 0;
        for k in 0..n {
            let i = moved[k];
            if self.grid[self.rocks[usize::from(i)].at] >= 2 * ROCK {
                self.lift(i);
            } else {
                moved[keep] = i;
                keep += 1;
            }
        }
        &mut moved[..keep]
    }

    /// A rock goes back up.
    #[inline]
    fn lift(&mut self, rock: u8) {
        let rock = &mut self.rocks[usize::from(rock)];
        self.grid[rock.at] -= ROCK;
        rock.at -= self.level.width;
        self.grid[rock.at] += ROCK;
    }

    #[inline]
    fn roam(&mut self) {
        let tick = self.play.tick;
        for beetle in &mut self.beetles {
            if beetle.repeats < BEETLE_REPEATS {
                beetle.repeats += 1;
            } else {
                beetle.dir = self.play.rng.next_int(4) as u8 + 1;
                beetle.repeats = 0;
            }
            beetle.last = beetle.at;
            if tick >= beetle.next && beetle.dir != 0 {
                beetle.next = tick + BEETLE_REST;
                let there = beetle.at.wrapping_add_signed(self.level.steps[usize::from(beetle.dir)]);
                beetle.at = there;
            }
        }
    }

    fn spread(&mut self) {
        let tick = self.play.tick;
        for spore in &self.spores {
            if spore.ends - SPORE_ENDS + SPORE_SPREADS != tick {
                continue;
            }
            for step in &self.level.steps[1..] {
                if self.play.rng.next_double() < SPREAD {
                    let at = spore.at.wrapping_add_signed(*step);
                    // In wall or soil it ends at once.
                    let ends = if self.grid[at] & (WALL | SOIL) != 0 { tick } else { tick + HAZE_ENDS };
                    self.haze.push(Cloud { at, id: self.play.id(), ends });
                }
            }
        }
        self.spores.retain(|spore| spore.ends != tick);
    }

    /// Puffballs under rocks or the avatar burst; whether any did.
    #[inline]
    fn burst(&mut self, rocks_moved: bool) -> bool {
        let mut any = false;
        if rocks_moved {
            for i in 0..self.puffballs.len() {
                if self.grid[self.puffballs[i].at] >= ROCK {
                    self.open(i);
                    any = true;
                }
            }
        }
        if self.grid[self.at] & PUFFBALL != 0 {
            for i in 0..self.puffballs.len() {
                if self.puffballs[i].at == self.at && !self.puffballs[i].gone {
                    self.open(i);
                    any = true;
                }
            }
        }
        any
    }

    #[cold]
    fn open(&mut self, puffball: usize) {
        let at = self.puffballs[puffball].at;
        self.puffballs[puffball].gone = true;
        self.spores.push(Cloud { at, id: self.play.id(), ends: self.play.tick + SPORE_ENDS });
        self.play.score += 1;
    }

    /// A beetle leaves a truffle.
    #[cold]
    fn leave_truffle(&mut self, beetle: usize, points: i32) {
        self.beetles[beetle].gone = true;
        self.truffles.push(Thing { at: self.beetles[beetle].at, id: self.play.id(), gone: false });
        self.play.score += points;
    }

    /// Beetles stay out of what is firm and die under rocks and in haze. Returns how many rocks did not go back.
    #[inline]
    fn beetles_meet(&mut self, moved: &mut [u8]) -> usize {
        for beetle in &mut self.beetles {
            if self.grid[beetle.at] != 0 {
                beetle.at = beetle.last;
            }
        }
        let old = self.truffles.len();
        for i in 0..self.beetles.len() {
            if self.grid[self.beetles[i].at] >= ROCK {
                self.leave_truffle(i, 3);
            }
        }
        let mut keep = 0;
        for k in 0..moved.len() {
            let at = self.rocks[usize::from(moved[k])].at;
            if self.beetles.iter().any(|b| b.at == at) {
                self.lift(moved[k]);
            } else {
                moved[keep] = moved[k];
                keep += 1;
            }
        }
        if !self.haze.is_empty() {
            for i in 0..self.beetles.len() {
                let Beetle { at, gone, .. } = self.beetles[i];
                if !gone && self.haze.iter().any(|h| h.at == at) {
                    self.leave_truffle(i, 2);
                }
            }
        }
        for truffle in &self.truffles[old..] {
            self.grid[truffle.at] |= TRUFFLE;
        }
        keep
    }

    #[inline]
    fn avatar_meets(&mut self, last: usize, moved: &[u8]) {
        if self.grid[self.at] & WALL != 0 || self.grid[self.at] >= ROCK {
            self.at = last;
            // Those that lie there without having fallen do no harm.
            if self.grid[last] >= ROCK {
                let fell = moved.iter().filter(|&&i| self.rocks[usize::from(i)].at == last).count();
                self.play.score -= fell as i32;
                self.play.dead |= fell > 0;
            }
        }
        for beetle in &self.beetles {
            if beetle.at == self.at {
                self.play.score -= 1;
                self.play.dead = true;
            }
        }
        for haze in &self.haze {
            if haze.at == self.at {
                self.health -= 1;
                self.play.dead |= self.health <= 0;
            }
        }
        let here = self.grid[self.at];
        if here & (SOIL | TRUFFLE | BURROW) != 0 {
            self.grid[self.at] &= !SOIL;
            if here & TRUFFLE != 0 {
                self.collect();
            }
            if here & BURROW != 0 && self.truffles_held >= WANTED {
                self.grid[self.at] &= !BURROW;
                self.burrows -= 1;
                self.play.score += 10;
            }
        }
    }

    fn collect(&mut self) {
        let at = self.at;
        let mut left = false;
        self.truffles.retain(|truffle| {
            let taken = truffle.at == at && self.truffles_held < CARRIES;
            if taken {
                self.truffles_held += 1;
                self.play.score += 2;
            }
            left |= truffle.at == at && !taken;
            !taken
        });
        if !left {
            self.grid[at] &= !TRUFFLE;
        }
    }
}

impl Hand for Rocks {
    const NAME: &str = "rootcellar";
    const TEXT: &str = include_str!("../../../examples/games/rootcellar.vgdl");
    const LEVELS: &[&str] = &[
        include_str!("../../../examples/games/rootcellar_lvl0.txt"),
        include_str!("../../../examples/games/rootcellar_lvl1.txt"),
        include_str!("../../../examples/games/rootcellar_lvl2.txt"),
    ];
    const TRIALS: &[&str] = &[
        "\
wwwwwww
wA.o..w
w..e.tw
w-b-t.w
wtt.t.w
wwwwwww
",
        "\
wwwww
wA.ew
w...w
wwwww
",
    ];
    const TYPES: &[&str] =
        &["wall", "avatar", "tunnel", "soil", "burrow", "truffle", "puffball", "spore", "haze", "rock", "beetle"];
    const ABSTRACT: &[&str] = &[];

    fn new(level: &str) -> Self {
        let text = Text::new(level);
        text.assert_walled();
        let width = text.width;
        let steps = DIRS.map(|(x, y)| y as isize * width as isize + x as isize);
        let mut level =
            Level { scenery: Vec::new(), width, steps, avatar_id: 0, soil: Vec::new(), burrows: Vec::new() };
        let mut grid = [0; CELLS];
        let (mut rocks, mut beetles, mut truffles, mut puffballs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut avatar, mut id) = (0, 0);
        for (x, y, glyph) in text.cells() {
            let at = y * width + x;
            let seen = |kind, id| Seen::at(kind, id, x as i32 * BLOCK, y as i32 * BLOCK);
            match glyph {
                b'.' => {
                    level.soil.push((at, id));
                    grid[at] = SOIL;
                    id += 1;
                    continue;
                }
                b'w' => {
                    level.scenery.push(seen(0, id));
                    grid[at] = WALL;
                    id += 1;
                    continue;
                }
                _ => level.scenery.push(seen(2, id)),
            }
            id += 1;
            match glyph {
                b'-' => continue,
                b'e' => {
                    level.burrows.push((at, id));
                    grid[at] = BURROW;
                }
                b't' => {
                    truffles.push(Thing { at, id, gone: false });
                    grid[at] = TRUFFLE;
                }
                b'p' => {
                    puffballs.push(Thing { at, id, gone: false });
                    grid[at] = PUFFBALL;
                }
                b'o' => {
                    rocks.push(Thing { at, id, gone: false });
                    grid[at] = ROCK;
                }
                b'b' => {
                    let next = BEETLE_REST - 1;
                    beetles.push(Beetle { at, last: at, next, id, dir: 0, repeats: 0, gone: false });
                }
                b'A' => (avatar, level.avatar_id) = (at, id),
                _ => panic!("a character without meaning"),
            }
            id += 1;
        }
        assert!(rocks.len() <= ROCKS, "too many rocks");
        Self {
            burrows: level.burrows.len(),
            level: Box::leak(Box::new(level)),
            play: Play::new(id),
            at: avatar,
            faces: 4,
            health: AVATAR_HEALTH,
            truffles_held: 0,
            grid,
            rocks,
            beetles,
            truffles,
            puffballs,
            spores: Vec::new(),
            haze: Vec::new(),
        }
    }

    fn restart(&mut self, first: &Self, seed: i32) {
        self.play = first.play.seeded(seed);
        (self.at, self.faces) = (first.at, first.faces);
        (self.health, self.truffles_held, self.burrows) = (first.health, first.truffles_held, first.burrows);
        self.grid = first.grid;
        self.rocks.clone_from(&first.rocks);
        self.beetles.clone_from(&first.beetles);
        self.truffles.clone_from(&first.truffles);
        self.puffballs.clone_from(&first.puffballs);
        self.spores.clone_from(&first.spores);
        self.haze.clone_from(&first.haze);
    }

    #[inline]
    fn step(&mut self, action: Action) {
        self.play.tick += 1;
        let tick = self.play.tick;
        let dir = dir_of(action);
        let last = self.at;
        if dir != 0 {
            self.at = self.at.wrapping_add_signed(self.level.steps[dir]);
            self.faces = dir;
        }
        self.roam();
        let mut moved = [0; ROCKS];
        let mut moved: &mut [u8] = if tick % 2 == 1 { self.fall(&mut moved) } else { &mut [] };
        if !self.spores.is_empty() {
            self.spread();
        }
        let burst = self.burst(!moved.is_empty());
        if !self.beetles.is_empty() {
            let n = self.beetles_meet(moved);
            moved = &mut moved[..n];
        }
        self.avatar_meets(last, moved);
        self.beetles.retain(|beetle| !beetle.gone);
        self.haze.retain(|haze| haze.ends > tick);
        if burst {
            self.puffballs.retain(|puffball| {
                if puffball.gone {
                    self.grid[puffball.at] &= !PUFFBALL;
                }
                !puffball.gone
            });
        }
        let dead = self.play.dead;
        self.play.end(&[(dead, false), (self.burrows == 0, true), (tick >= LIMIT, false)]);
    }

    fn play(&self) -> &Play {
        &self.play
    }

    fn sprites(&self, out: &mut Vec<Seen>) {
        let level = self.level;
        let seen =
            |kind, id, at| Seen::at(kind, id, (at % level.width) as i32 * BLOCK, (at / level.width) as i32 * BLOCK);
        out.extend_from_slice(&level.scenery);
        out.push(Seen {
            orientation: orientation(self.faces),
            speed: 1.0,
            health: self.health,
            disabled: self.play.dead,
            held: (self.truffles_held > 0).then_some((5, self.truffles_held)),
            ..seen(1, level.avatar_id, self.at)
        });
        for (kind, bit, places) in [(3, SOIL, &level.soil), (4, BURROW, &level.burrows)] {
            let left = places.iter().filter(|&&(at, _)| self.grid[at] & bit != 0);
            out.extend(left.map(|&(at, id)| seen(kind, id, at)));
        }
        for (kind, things) in [(5, &self.truffles), (6, &self.puffballs)] {
            out.extend(things.iter().map(|t| seen(kind, t.id, t.at)));
        }
        for (kind, clouds) in [(7, &self.spores), (8, &self.haze)] {
            out.extend(clouds.iter().map(|c| seen(kind, c.id, c.at)));
        }
        let rock = |t: &Thing| Seen { orientation: Some((0.0, 1.0)), speed: 1.0, ..seen(9, t.id, t.at) };
        out.extend(self.rocks.iter().map(rock));
        out.extend(self.beetles.iter().map(|b| Seen { speed: 1.0, ..seen(10, b.id, b.at) }));
    }
}
