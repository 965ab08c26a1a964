//! A chase with random walkers: `barncat`.
//!
//! What follows from its rules: everything lies on a grid of half cells, which is the unit here; what the level has, on
//! whole ones. Mice and dogs that would run into a wall stay where they are. Dogs and naps are never there together, but for
//! the tick in which the ones become the others. Grain is eaten in the tick in which it is reached, so only a mouse that
//! moved can reach any. The nearest grain of a nibbler stays the same until it moves or some is eaten.

use vgdl_vm::ontology::Action;
use vgdl_vm::rng::JavaRandom;

use super::{BLOCK, DIRS, Hand, Play, Seen, Text, dir_of};

const HALF: i32 = BLOCK / 2;

/// Half cells of the largest level.
const PLACES: usize = 24 * 13 * 4;

/// Ticks between two moves.
const NIBBLER: i32 = 3;
const ROAMER: i32 = 2;
const SHY: i32 = 1;
const DOG: i32 = 2;

/// How often a roamer takes the same direction again.
const ROAMER_REPEATS: u8 = 3;

/// From how near a shy mouse flees: 120 pixels.
const SIGHT: i32 = 120 / HALF;

/// Ticks that dogs nap.
const NAP: i32 = 40;

/// What a level never changes.
struct Level {
    /// Sprites that nothing concerns, for the view.
    scenery: Vec<Seen>,
    columns: usize,
    /// Places where a sprite would touch a wall.
    blocked: [bool; PLACES],
    avatar_id: u32,
}

static NOWHERE: Level = Level { scenery: Vec::new(), columns: 0, blocked: [false; PLACES], avatar_id: 0 };

#[derive(Clone, Copy)]
struct Spot {
    x: i32,
    y: i32,
    id: u32,
}

/// A mouse or a dog.
#[derive(Clone, Copy)]
struct Beast {
    x: i32,
    y: i32,
    /// Tick of its next move.
    next: i32,
    id: u32,
    moved: bool,
    gone: bool,
}

#[derive(Clone, Copy)]
struct Roamer {
    beast: Beast,
    dir: u8,
    repeats: u8,
}

#[derive(Clone, Copy)]
struct Nibbler {
    beast: Beast,
    /// Ways to the nearest grain: how many, and two bits each.
    ways: i32,
    list: u128,
    /// For which grain that is; see `Chase::harvest`.
    harvest: u32,
}

pub(crate) struct Chase {
    level: &'static Level,
    play: Play,
    x: i32,
    y: i32,
    /// Grain that is left, in order of ids.
    grain: Vec<Spot>,
    /// Whether grain lies in a cell.
    grain_at: [bool; PLACES / 4],
    /// Counts the times that grain was eaten.
    harvest: u32,
    bones: Vec<Spot>,
    naps: Vec<Spot>,
    nibblers: Vec<Nibbler>,
    roamers: Vec<Roamer>,
    shys: Vec<Beast>,
    dogs: Vec<Beast>,
    /// Ticks at which naps end.
    alarms: Vec<i32>,
}

#[inline]
fn meet(x: i32, y: i32, other_x: i32, other_y: i32) -> bool {
    (x - other_x).abs() < 2 && (y - other_y).abs() < 2
}

impl Level {
    #[inline]
    fn is_blocked(&self, x: i32, y: i32) -> bool {
        self.blocked[y as usize * 2 * self.columns + x as usize]
    }
}

impl Beast {
    /// One that came in this tick, −1 for before the first.
    fn new(x: i32, y: i32, tick: i32, rest: i32, id: u32) -> Self {
        Self { x, y, next: tick + rest, id, moved: false, gone: false }
    }

    /// Moves, if it is time. 0 for no direction.
    #[inline]
    fn go(&mut self, level: &Level, tick: i32, rest: i32, dir: usize) {
        self.moved = false;
        if tick < self.next || dir == 0 {
            return;
        }
        self.next = tick + rest;
        let (x, y) = (self.x + DIRS[dir].0, self.y + DIRS[dir].1);
        if !level.is_blocked(x, y) {
            (self.x, self.y, self.moved) = (x, y, true);
        }
    }

    /// Cells it touches.
    #[inline]
    fn touched(&self, columns: usize) -> impl Iterator<Item = usize> + use<> {
        let (left, right) = (self.x as usize / 2, (self.x as usize).div_ceil(2));
        let (top, bottom) = (self.y as usize / 2, (self.y as usize).div_ceil(2));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }
}

/// A direction drawn from those that are true, or from all if none is.
#[inline]
fn draw(rng: &mut JavaRandom, ways: [bool; 4]) -> usize {
    let n = ways.iter().map(|&way| i32::from(way)).sum();
    if n == 0 {
        return rng.next_int(4) as usize + 1;
    }
    let mut k = rng.next_int(n);
    for (dir, way) in ways.into_iter().enumerate() {
        k -= i32::from(way);
        if k < 0 {
            return dir + 1;
        }
    }
    0
}

/// Where another place is: up, left, down, right.
#[inline]
fn sides(x: i32, y: i32, other_x: i32, other_y: i32) -> [bool; 4] {
    [other_y < y, other_x < x, other_y > y, other_x > x]
}

impl Nibbler {
    fn new(x: i32, y: i32, tick: i32, id: u32) -> Self {
        Self { beast: Beast::new(x, y, tick, NIBBLER, id), ways: 0, list: 0, harvest: u32::MAX }
    }

    /// Finds the nearest grain; of several, all.
    fn look(&mut self, grain: &[Spot]) {
        let (x, y) = (self.beast.x, self.beast.y);
        let mut best = i32::MAX;
        (self.ways, self.list) = (0, 0);
        for spot in grain {
            let distance = (spot.x - x).abs() + (spot.y - y).abs();
            if distance > best {
                continue;
            }
            if distance < best {
                best = distance;
                (self.ways, self.list) = (0, 0);
            }
            for (dir, way) in sides(x, y, spot.x, spot.y).into_iter().enumerate() {
                if way {
                    self.list |= (dir as u128) << (2 * self.ways);
                    self.ways += 1;
                }
            }
        }
    }
}

impl Chase {
    #[inline]
    fn run(&mut self) {
        let level = self.level;
        let (tick, rng) = (self.play.tick, &mut self.play.rng);
        for dog in &mut self.dogs {
            let dir = draw(rng, sides(dog.x, dog.y, self.x, self.y));
            dog.go(level, tick, DOG, dir);
        }
        for shy in &mut self.shys {
            let near = (self.x - shy.x).abs() + (self.y - shy.y).abs() <= SIGHT;
            let ways = sides(shy.x, shy.y, self.x, self.y).map(|towards| near && !towards);
            let dir = draw(rng, ways);
            shy.go(level, tick, SHY, dir);
        }
        for roamer in &mut self.roamers {
            if roamer.repeats < ROAMER_REPEATS {
                roamer.repeats += 1;
            } else {
                roamer.dir = rng.next_int(4) as u8 + 1;
                roamer.repeats = 0;
            }
            roamer.beast.go(level, tick, ROAMER, usize::from(roamer.dir));
        }
        for nibbler in &mut self.nibblers {
            if nibbler.harvest != self.harvest {
                nibbler.look(&self.grain);
                nibbler.harvest = self.harvest;
            }
            let dir = if nibbler.ways == 0 {
                rng.next_int(4) as usize
            } else {
                (nibbler.list >> (2 * rng.next_int(nibbler.ways))) as usize & 3
            };
            nibbler.beast.go(level, tick, NIBBLER, dir + 1);
            if nibbler.beast.moved {
                nibbler.harvest = u32::MAX;
            }
        }
    }

    /// Mice are caught, and eat.
    #[inline]
    fn mice_meet(&mut self) {
        let level = self.level;
        let (x, y) = (self.x, self.y);
        let mut caught = 0;
        let mut hungry = false;
        let nibblers = self.nibblers.iter_mut().map(|n| &mut n.beast);
        for mouse in nibblers.chain(self.roamers.iter_mut().map(|r| &mut r.beast)).chain(&mut self.shys) {
            mouse.gone = meet(mouse.x, mouse.y, x, y);
            caught += i32::from(mouse.gone);
            hungry |= mouse.moved && mouse.touched(level.columns).any(|cell| self.grain_at[cell]);
        }
        if hungry {
            self.eat();
        }
        if caught > 0 {
            self.play.score += 2 * caught;
            self.nibblers.retain(|n| !n.beast.gone);
            self.roamers.retain(|r| !r.beast.gone);
            self.shys.retain(|s| !s.gone);
        }
    }

    #[cold]
    fn eat(&mut self) {
        let columns = self.level.columns;
        // A nibbler brings a friend for each grain it touches.
        for i in 0..self.nibblers.len() {
            let beast = self.nibblers[i].beast;
            if beast.gone || !beast.moved {
                continue;
            }
            for cell in beast.touched(columns) {
                if self.grain_at[cell] {
                    let id = self.play.id();
                    self.nibblers.push(Nibbler::new(beast.x, beast.y, self.play.tick, id));
                }
            }
        }
        let nibblers = self.nibblers.iter().map(|n| n.beast);
        for mouse in nibblers.chain(self.roamers.iter().map(|r| r.beast)).chain(self.shys.iter().copied()) {
            if mouse.moved {
                mouse.touched(columns).for_each(|cell| self.grain_at[cell] = false);
            }
        }
        let before = self.grain.len();
        self.grain.retain(|g| self.grain_at[g.y as usize / 2 * columns + g.x as usize / 2]);
        self.play.score -= (before - self.grain.len()) as i32;
        self.harvest += 1;
    }

    /// Naps end: their dogs are back in this tick, and so are they.
    #[cold]
    fn wake(&mut self) {
        for nap in &self.naps {
            let id = self.play.id();
            self.dogs.push(Beast::new(nap.x, nap.y, self.play.tick, DOG, id));
        }
    }

    /// The avatar takes a bone; the dogs that nap from now on.
    #[cold]
    fn take_bone(&mut self, bone: usize) {
        self.bones.remove(bone);
        for dog in &mut self.dogs {
            dog.gone = true;
            self.naps.push(Spot { x: dog.x, y: dog.y, id: self.play.id() });
        }
        self.alarms.push(self.play.tick + NAP);
        self.play.score += 1;
    }
}

impl Hand for Chase {
    const NAME: &str = "barncat";
    const TEXT: &str = include_str!("../../../examples/games/barncat.vgdl");
    const LEVELS: &[&str] = &[
        include_str!("../../../examples/games/barncat_lvl0.txt"),
        include_str!("../../../examples/games/barncat_lvl1.txt"),
    ];
    const TRIALS: &[&str] = &[
        "\
wwwwwww
wA.n.gw
w...gsw
wwwwwww
",
        "\
wwwwwwww
wA.w.s.w
wwwwwwww
wg.....w
wwwwwwww
",
    ];
    const TYPES: &[&str] =
        &["wall", "avatar", "straw", "grain", "bone", "nap", "mouse", "nibbler", "roamer", "shy", "dog"];
    const ABSTRACT: &[&str] = &["mouse"];

    fn new(level: &str) -> Self {
        let text = Text::new(level);
        text.assert_walled();
        let columns = text.width;
        let mut level = Level { scenery: Vec::new(), columns, blocked: [false; PLACES], avatar_id: 0 };
        let mut game = Self {
            level: &NOWHERE,
            play: Play::new(0),
            x: 0,
            y: 0,
            grain: Vec::new(),
            grain_at: [false; PLACES / 4],
            harvest: 0,
            bones: Vec::new(),
            naps: Vec::new(),
            nibblers: Vec::new(),
            roamers: Vec::new(),
            shys: Vec::new(),
            dogs: Vec::new(),
            alarms: Vec::new(),
        };
        let mut id = 0;
        for (column, row, glyph) in text.cells() {
            let (x, y) = (2 * column as i32, 2 * row as i32);
            if glyph == b'w' {
                level.scenery.push(Seen::at(0, id, x * HALF, y * HALF));
                id += 1;
                for (x, y) in (-1..2).flat_map(|dx| (-1..2).map(move |dy| (x + dx, y + dy))) {
                    if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                        && x < 2 * columns
                        && y < 2 * text.height()
                    {
                        level.blocked[y * 2 * columns + x] = true;
                    }
                }
                continue;
            }
            level.scenery.push(Seen::at(2, id, x * HALF, y * HALF));
            id += 1;
            match glyph {
                b'.' => continue,
                b'g' => {
                    game.grain.push(Spot { x, y, id });
                    game.grain_at[row * columns + column] = true;
                }
                b'b' => game.bones.push(Spot { x, y, id }),
                b'n' => game.nibblers.push(Nibbler::new(x, y, -1, id)),
                b'r' => {
                    game.roamers.push(Roamer { beast: Beast::new(x, y, -1, ROAMER, id), dir: 0, repeats: 0 });
                }
                b's' => game.shys.push(Beast::new(x, y, -1, SHY, id)),
                b'd' => game.dogs.push(Beast::new(x, y, -1, DOG, id)),
                b'A' => (game.x, game.y, level.avatar_id) = (x, y, id),
                _ => panic!("a character without meaning"),
            }
            id += 1;
        }
        assert!(game.grain.len() <= 32, "too much grain for the list of ways");
        game.play = Play::new(id);
        game.level = Box::leak(Box::new(level));
        game
    }

    fn restart(&mut self, first: &Self, seed: i32) {
        self.play = first.play.seeded(seed);
        (self.x, self.y, self.harvest) = (first.x, first.y, first.harvest);
        self.grain.clone_from(&first.grain);
        self.grain_at = first.grain_at;
        self.bones.clone_from(&first.bones);
        self.naps.clone_from(&first.naps);
        self.nibblers.clone_from(&first.nibblers);
        self.roamers.clone_from(&first.roamers);
        self.shys.clone_from(&first.shys);
        self.dogs.clone_from(&first.dogs);
        self.alarms.clone_from(&first.alarms);
    }

    #[inline]
    fn step(&mut self, action: Action) {
        self.play.tick += 1;
        let (x, y) = DIRS[dir_of(action)];
        let last = (self.x, self.y);
        // All others see it where it wants to be, wall or not.
        (self.x, self.y) = (self.x + 2 * x, self.y + 2 * y);
        self.run();
        let over = self.naps.len();
        let waking = self.alarms.first().is_some_and(|&tick| tick <= self.play.tick);
        if waking {
            self.alarms.remove(0);
            self.wake();
        }
        let napping = self.naps.iter().any(|nap| meet(nap.x, nap.y, self.x, self.y));
        if napping || self.level.is_blocked(self.x, self.y) {
            (self.x, self.y) = last;
        }
        self.mice_meet();
        if let Some(bone) = self.bones.iter().position(|b| (b.x, b.y) == (self.x, self.y)) {
            self.take_bone(bone);
        }
        let mut put_to_sleep = false;
        for dog in &self.dogs {
            put_to_sleep |= dog.gone;
            if meet(dog.x, dog.y, self.x, self.y) {
                self.play.score -= 5;
                self.play.dead = true;
            }
        }
        if put_to_sleep {
            self.dogs.clear();
        }
        if waking {
            self.naps.drain(..over);
        }
        let mice = self.nibblers.len() + self.roamers.len() + self.shys.len();
        let dead = self.play.dead;
        self.play.end(&[(dead, false), (mice == 0, true), (self.grain.is_empty(), false)]);
    }

    fn play(&self) -> &Play {
        &self.play
    }

    fn sprites(&self, out: &mut Vec<Seen>) {
        let level = self.level;
        out.extend_from_slice(&level.scenery);
        let avatar = Seen::at(1, level.avatar_id, self.x * HALF, self.y * HALF);
        out.push(Seen { speed: 1.0, disabled: self.play.dead, ..avatar });
        for (kind, spots) in [(3, &self.grain), (4, &self.bones), (5, &self.naps)] {
            out.extend(spots.iter().map(|s| Seen::at(kind, s.id, s.x * HALF, s.y * HALF)));
        }
        let seen = |kind, b: &Beast| Seen { speed: 0.5, ..Seen::at(kind, b.id, b.x * HALF, b.y * HALF) };
        out.extend(self.nibblers.iter().map(|n| seen(7, &n.beast)));
        out.extend(self.roamers.iter().map(|r| seen(8, &r.beast)));
        out.extend(self.shys.iter().map(|s| seen(9, s)));
        out.extend(self.dogs.iter().map(|d| seen(10, d)));
    }
}
