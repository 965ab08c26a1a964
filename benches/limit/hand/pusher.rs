//! A box pusher: `geysers`.
//!
//! What follows from its rules: everything lies on whole cells, so a place is the number of a cell. Nothing can happen
//! unless a floe slides, a crate lies where another thing is, or the avatar enters a cell that is not empty.

use vgdl_vm::ontology::Action;

use super::{BLOCK, DIRS, Hand, Play, Seen, Text, dir_of, orientation};

/// Cells of the largest level.
const CELLS: usize = 160;

/// Tick at which the play is lost.
const LIMIT: i32 = 500;

const WALL: u8 = 1;
const GRATE: u8 = 2;
const GEYSER: u8 = 4;
const CRATE: u8 = 8;
const ICE: u8 = 16;

/// What a level never changes.
struct Level {
    /// Sprites that nothing concerns, for the view.
    scenery: Vec<Seen>,
    width: usize,
    /// By direction: how far the next cell is.
    steps: [isize; 5],
    avatar_id: u32,
    /// Place and id.
    geysers: Vec<(usize, u32)>,
}

#[derive(Clone, Copy)]
struct Thing {
    at: usize,
    /// Where it was when the tick began.
    last: usize,
    id: u32,
    /// Floes: where to.
    dir: usize,
    /// Floes: whether they wait for a tick before they slide.
    fresh: bool,
    gone: bool,
}

pub(crate) struct Pusher {
    level: &'static Level,
    play: Play,
    at: usize,
    last: usize,
    faces: usize,
    /// What is in each cell; floes and the avatar left out.
    grid: [u8; CELLS],
    crates: Vec<Thing>,
    ices: Vec<Thing>,
    floes: Vec<Thing>,
    geysers: usize,
    /// Whether a crate lies where another thing is.
    uneasy: bool,
}

impl Thing {
    fn new(at: usize, id: u32) -> Self {
        Self { at, last: at, id, dir: 0, fresh: false, gone: false }
    }
}

fn any_at(things: &[Thing], at: usize) -> bool {
    things.iter().any(|t| t.at == at)
}

impl Pusher {
    /// A floe becomes a block of ice.
    fn freeze(&mut self, floe: usize) {
        let Thing { at, last, .. } = self.floes[floe];
        self.floes[floe].gone = true;
        self.ices.push(Thing { last, ..Thing::new(at, self.play.id()) });
    }

    /// Everything goes back to where it was.
    fn undo(&mut self) {
        self.at = self.last;
        for thing in self.crates.iter_mut().chain(&mut self.ices).chain(&mut self.floes) {
            thing.at = thing.last;
        }
    }

    /// A tick in which things may meet. `dir` is where the avatar went.
    fn meet(&mut self, dir: usize) {
        let level = self.level;
        for thing in self.crates.iter().chain(&self.ices) {
            self.grid[thing.at] &= !(CRATE | ICE);
        }
        for floe in &mut self.floes {
            if floe.fresh {
                floe.fresh = false;
            } else {
                floe.at = floe.at.wrapping_add_signed(level.steps[floe.dir]);
            }
        }
        if self.grid[self.at] & (WALL | GRATE) != 0 {
            self.at = self.last;
        }
        self.stop_floes();
        self.stop_ices();
        // The avatar sets ice adrift, floes turn to where it faces, and it stays outside.
        for i in 0..self.ices.len() {
            let Thing { at, last, .. } = self.ices[i];
            if at == self.at {
                self.ices[i].gone = true;
                self.floes.push(Thing { last, fresh: true, ..Thing::new(at, self.play.id()) });
            }
        }
        for floe in self.floes.iter_mut().filter(|f| f.at == self.at && !f.gone) {
            self.play.rng.next_double();
            floe.dir = self.faces;
        }
        if any_at(&self.floes, self.at) {
            self.at = self.last;
        }
        self.push_crates(if self.at == self.last { 0 } else { dir });
        self.plug_geysers();
        for (things, bit) in [(&mut self.crates, CRATE), (&mut self.ices, ICE), (&mut self.floes, 0)] {
            things.retain_mut(|t| {
                t.last = t.at;
                !t.gone
            });
            for thing in things {
                self.grid[thing.at] |= bit;
            }
        }
        let crates = &self.crates;
        self.uneasy = crates
            .iter()
            .enumerate()
            .any(|(i, c)| self.grid[c.at] & (WALL | GRATE | ICE) != 0 || any_at(&crates[i + 1..], c.at));
    }

    /// Floes that bump into something freeze.
    fn stop_floes(&mut self) {
        for i in 0..self.floes.len() {
            if self.grid[self.floes[i].at] & WALL != 0 {
                self.freeze(i);
            }
        }
        for i in 0..self.floes.len() {
            if !self.floes[i].gone && any_at(&self.crates, self.floes[i].at) {
                self.freeze(i);
            }
        }
        let old = self.ices.len();
        for i in 0..self.floes.len() {
            if !self.floes[i].gone && any_at(&self.ices[..old], self.floes[i].at) {
                self.freeze(i);
            }
        }
    }

    /// Ice that came to lie on something goes back.
    fn stop_ices(&mut self) {
        for ice in &mut self.ices {
            if self.grid[ice.at] & WALL != 0 {
                ice.at = ice.last;
            }
            if any_at(&self.crates, ice.at) {
                ice.at = ice.last;
            }
        }
        for i in 0..self.ices.len() {
            let at = self.ices[i].at;
            if any_at(&self.ices[..i], at) || any_at(&self.ices[i + 1..], at) {
                self.ices[i].at = self.ices[i].last;
            }
        }
    }

    fn push_crates(&mut self, dir: usize) {
        let step = self.level.steps[dir];
        for c in self.crates.iter_mut().filter(|c| c.at == self.at) {
            c.at = c.at.wrapping_add_signed(step);
        }
        for bit in [WALL, GRATE] {
            for i in 0..self.crates.len() {
                if self.grid[self.crates[i].at] & bit != 0 {
                    self.undo();
                }
            }
        }
        for i in 0..self.crates.len() {
            let at = self.crates[i].at;
            if any_at(&self.crates[..i], at) || any_at(&self.crates[i + 1..], at) {
                self.undo();
            }
        }
        for i in 0..self.crates.len() {
            if any_at(&self.ices, self.crates[i].at) {
                self.undo();
            }
        }
        for c in &mut self.crates {
            if any_at(&self.floes, c.at) {
                c.at = c.last;
            }
        }
        if any_at(&self.crates, self.at) {
            self.at = self.last;
        }
    }

    fn plug_geysers(&mut self) {
        let on_geyser = self.grid[self.at] & GEYSER != 0;
        for thing in self.crates.iter_mut().chain(&mut self.floes) {
            if self.grid[thing.at] & GEYSER != 0 {
                self.grid[thing.at] &= !GEYSER;
                self.geysers -= 1;
                self.play.score += 1;
                thing.gone = true;
            }
        }
        if on_geyser {
            self.play.score -= 1;
            self.play.dead = true;
        }
    }
}

impl Hand for Pusher {
    const NAME: &str = "geysers";
    const TEXT: &str = include_str!("../../../examples/games/geysers.vgdl");
    const LEVELS: &[&str] = &[
        include_str!("../../../examples/games/geysers_lvl0.txt"),
        include_str!("../../../examples/games/geysers_lvl1.txt"),
        include_str!("../../../examples/games/geysers_lvl2.txt"),
    ];
    const TRIALS: &[&str] = &["\
wwwwwwwww
w.......w
w.Acx...w
w.i.c.i.w
w.x.i..ow
w.o..c..w
wwwwwwwww
"];
    const TYPES: &[&str] = &["wall", "avatar", "snow", "grate", "geyser", "crate", "ice", "floe"];
    const ABSTRACT: &[&str] = &[];

    fn new(level: &str) -> Self {
        let text = Text::new(level);
        text.assert_walled();
        let width = text.width;
        let steps = DIRS.map(|(x, y)| y as isize * width as isize + x as isize);
        let mut level = Level { scenery: Vec::new(), width, steps, avatar_id: 0, geysers: Vec::new() };
        let mut grid = [0; CELLS];
        let (mut crates, mut ices) = (Vec::new(), Vec::new());
        let (mut avatar, mut id) = (0, 0);
        for (x, y, glyph) in text.cells() {
            let cell = y * width + x;
            let seen = |kind, id| Seen::at(kind, id, x as i32 * BLOCK, y as i32 * BLOCK);
            if glyph == b'w' {
                level.scenery.push(seen(0, id));
                grid[cell] |= WALL;
                id += 1;
                continue;
            }
            level.scenery.push(seen(2, id));
            id += 1;
            match glyph {
                b'.' => continue,
                b'x' => {
                    level.scenery.push(seen(3, id));
                    grid[cell] |= GRATE;
                }
                b'o' => {
                    level.geysers.push((cell, id));
                    grid[cell] |= GEYSER;
                }
                b'c' => {
                    crates.push(Thing::new(cell, id));
                    grid[cell] |= CRATE;
                }
                b'i' => {
                    ices.push(Thing::new(cell, id));
                    grid[cell] |= ICE;
                }
                b'A' => (avatar, level.avatar_id) = (cell, id),
                _ => panic!("a character without meaning"),
            }
            id += 1;
        }
        let geysers = level.geysers.len();
        Self {
            level: Box::leak(Box::new(level)),
            play: Play::new(id),
            at: avatar,
            last: avatar,
            faces: 4,
            grid,
            crates,
            ices,
            floes: Vec::new(),
            geysers,
            uneasy: false,
        }
    }

    fn restart(&mut self, first: &Self, seed: i32) {
        self.play = first.play.seeded(seed);
        (self.at, self.last, self.faces) = (first.at, first.last, first.faces);
        self.grid = first.grid;
        self.crates.clone_from(&first.crates);
        self.ices.clone_from(&first.ices);
        self.floes.clone_from(&first.floes);
        (self.geysers, self.uneasy) = (first.geysers, first.uneasy);
    }

    #[inline]
    fn step(&mut self, action: Action) {
        self.play.tick += 1;
        let dir = dir_of(action);
        self.last = self.at;
        if dir != 0 {
            self.at = self.at.wrapping_add_signed(self.level.steps[dir]);
            self.faces = dir;
        }
        let there = self.grid[self.at];
        if !self.floes.is_empty() || self.uneasy {
            self.meet(dir);
        } else if there & (WALL | GRATE) != 0 && self.grid[self.last] == 0 {
            self.at = self.last;
        } else if there != 0 {
            self.meet(dir);
        }
        let (dead, tick) = (self.play.dead, self.play.tick);
        self.play.end(&[(dead, false), (self.geysers == 0, true), (tick >= LIMIT, false)]);
    }

    fn play(&self) -> &Play {
        &self.play
    }

    fn sprites(&self, out: &mut Vec<Seen>) {
        let level = self.level;
        let place = |cell| ((cell % level.width) as i32 * BLOCK, (cell / level.width) as i32 * BLOCK);
        let seen = |kind, id, cell| {
            let (x, y) = place(cell);
            Seen::at(kind, id, x, y)
        };
        out.extend_from_slice(&level.scenery);
        let avatar = seen(1, level.avatar_id, self.at);
        out.push(Seen { orientation: orientation(self.faces), speed: 1.0, disabled: self.play.dead, ..avatar });
        let stands = level.geysers.iter().filter(|&&(cell, _)| self.grid[cell] & GEYSER != 0);
        out.extend(stands.map(|&(cell, id)| seen(4, id, cell)));
        out.extend(self.crates.iter().map(|t| seen(5, t.id, t.at)));
        out.extend(self.ices.iter().map(|t| seen(6, t.id, t.at)));
        let floe = |t: &Thing| Seen { orientation: orientation(t.dir), speed: 1.0, ..seen(7, t.id, t.at) };
        out.extend(self.floes.iter().map(floe));
    }
}
