//! How the cost of a tick grows: worlds of 10² to 10⁶ cells with 10 to 10⁵ sprites, made here, caps lifted.
//!
//! Each family is a kind of world at several sizes. A line gives the time of a tick divided by the sprites that had a turn in
//! it; below a family stands the largest of these numbers divided by the smallest. Where cost grew with anything but what
//! moves, the factor would grow with the sizes.
//!
//! `cargo bench --bench growth [FAMILY]...` measures; with `--test`, as `cargo test` calls it, small worlds are tried once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vgdl::{Options, Source, compile};
use vgdl_vm::{Image, State};

/// A kind of world.
struct Family {
    name: &'static str,
    what: &'static str,
    /// The blocks of the game.
    game: &'static str,
    /// What the sprites with a turn are called.
    movers: &'static [&'static str],
    /// Sizes: cells and sprites placed.
    sizes: &'static [(usize, usize)],
    /// The character of the sprites, and the one that stands beside each of them, or a space.
    glyph: char,
    /// One cell in so many is a wall.
    walls: usize,
    /// Ticks before measuring, and most ticks measured at a time.
    ticks: (u32, u32),
}

const SPARSE: &[(usize, usize)] = &[(100, 10), (1_000, 100), (10_000, 1_000), (100_000, 10_000), (1_000_000, 100_000)];

const DENSE: &[(usize, usize)] = &[(100, 25), (400, 100), (4_000, 1_000), (40_000, 10_000), (400_000, 100_000)];

const FAMILIES: &[Family] = &[
    Family {
        name: "walls",
        what: "ten wanderers in ever larger halls; only the world grows",
        game: "
    SpriteSet
        walker > RandomNPC cooldown=1
    InteractionSet
        walker wall > stepBack
        walker EOS > stepBack
    LevelMapping
        o > walker
",
        movers: &["walker"],
        sizes: &[(100, 10), (1_000, 10), (10_000, 10), (100_000, 10), (1_000_000, 10)],
        glyph: 'o',
        walls: 4,
        ticks: (50, 2_000),
    },
    Family {
        name: "wanderers",
        what: "random walkers among walls, one to ten cells",
        game: "
    SpriteSet
        walker > RandomNPC cooldown=1
    InteractionSet
        walker wall > stepBack
        walker EOS > stepBack
    LevelMapping
        o > walker
",
        movers: &["walker"],
        sizes: SPARSE,
        glyph: 'o',
        walls: 10,
        ticks: (20, 1_000),
    },
    Family {
        name: "crowd",
        what: "random walkers of one type with a rule against themselves, one to four cells",
        game: "
    SpriteSet
        walker > RandomNPC cooldown=1
    InteractionSet
        walker walker > stepBack
        walker EOS > stepBack
    LevelMapping
        o > walker
",
        movers: &["walker"],
        sizes: DENSE,
        glyph: 'o',
        walls: 0,
        ticks: (20, 1_000),
    },
    Family {
        name: "hives",
        what: "spawn points whose missiles die at walls: sprites come and go",
        game: "
    SpriteSet
        hive > SpawnPoint stype=bee cooldown=4 prob=0.5
        bee > Missile orientation=RIGHT speed=1
    InteractionSet
        bee wall > killSprite
        bee EOS > killSprite
    LevelMapping
        o > hive
",
        movers: &["hive", "bee"],
        sizes: SPARSE,
        glyph: 'o',
        walls: 10,
        ticks: (60, 1_000),
    },
    Family {
        name: "growers",
        what: "two kinds of moss that spread and make each other; those that meet older moss die",
        game: "
    SpriteSet
        moss > Spreader stype=lichen spreadprob=0.4 limit=12
        lichen > Spreader stype=moss spreadprob=0.4 limit=12
    InteractionSet
        moss lichen > killSprite
        lichen moss > killSprite
        moss wall > killSprite
        lichen wall > killSprite
        moss EOS > killSprite
        lichen EOS > killSprite
    LevelMapping
        o > moss
",
        movers: &["moss", "lichen"],
        sizes: SPARSE,
        glyph: 'o',
        walls: 20,
        ticks: (0, 12),
    },
];

impl Family {
    fn image(&self, cells: usize, sprites: usize) -> Arc<Image> {
        let game = format!("BasicGame square_size=10 max_sprites=4000000 max_ticks=1000000000{}", self.game);
        let game = Source::new(self.name, game);
        let level = Source::new("level", self.level(cells, sprites));
        let compiled = compile(&game, &[level], &Options::default());
        let program = compiled.program.unwrap_or_else(|| panic!("{}: {:?}", self.name, compiled.diagnostics));
        Image::load(program).expect("a sound program")
    }

    /// A level about square, with its sprites and walls strewn over it.
    fn level(&self, cells: usize, sprites: usize) -> String {
        let columns = (cells as f64).sqrt().round() as usize;
        let rows = cells.div_ceil(columns);
        let mut dice = Dice(cells as u64);
        let mut grid = vec![' '; rows * columns];
        // The first cell is the avatar's.
        grid[0] = 'A';
        for (count, glyph) in [(sprites, self.glyph), (cells.checked_div(self.walls).unwrap_or(0), 'w')] {
            let mut left = count;
            while left > 0 {
                let at = dice.roll(grid.len());
                if grid[at] == ' ' {
                    grid[at] = glyph;
                    left -= 1;
                }
            }
        }
        let mut text = String::with_capacity(grid.len() + rows);
        for row in grid.chunks(columns) {
            text.extend(row);
            text.push('\n');
        }
        text
    }
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// What was measured of a world.
struct Measured {
    /// Sprites that had a turn, all ticks together.
    turns: u64,
    ticks: u64,
    time: Duration,
    sprites: usize,
    copy: Duration,
}

impl Measured {
    fn ns_per_turn(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.turns.max(1) as f64
    }
}

/// Plays until enough time has passed; the best of several plays counts.
fn measure(family: &Family, image: &Arc<Image>, plays: u32, least: Duration) -> Measured {
    let level = &image.program().levels[0];
    let first = image.start(level, 1).expect("a level that starts");
    let names = (0..image.program().types.len() as u16).map(vgdl_vm::program::TypeId);
    let movers: Vec<_> = names.filter(|&t| family.movers.contains(&image.program().type_name(t).as_str())).collect();
    let count = |state: &State| movers.iter().map(|&t| state.count(t) as u64).sum::<u64>();
    let mut state = first.clone();
    let mut best: Option<Measured> = None;
    for _ in 0..plays {
        let begin = Instant::now();
        state.clone_from(&first);
        let mut found = Measured { turns: 0, ticks: 0, time: Duration::ZERO, sprites: 0, copy: begin.elapsed() };
        for _ in 0..family.ticks.0 {
            state.step(&[]);
        }
        let begin = Instant::now();
        while found.ticks < u64::from(family.ticks.1) && begin.elapsed() < least {
            // Few ticks between two looks at the clock would be measured with it.
            let stretch = if count(&state) < 1000 && family.ticks.0 > 0 { 50 } else { 1 };
            let before = count(&state);
            let tick = Instant::now();
            for _ in 0..stretch {
                state.step(&[]);
            }
            found.time += tick.elapsed();
            found.turns += (before + count(&state)) / 2 * stretch;
            found.ticks += stretch;
        }
        found.sprites = state.sprite_count();
        assert!(state.fault().is_none() && !state.is_over(), "{}: {:?}", family.name, state.fault());
        if best.as_ref().is_none_or(|b| found.ns_per_turn() < b.ns_per_turn()) {
            best = Some(found);
        }
    }
    best.expect("at least one play")
}

#[allow(clippy::print_stdout, reason = "a table for people")]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let trial = arguments.iter().any(|a| a == "--test") || cfg!(debug_assertions);
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let (plays, least) = if trial { (1, Duration::from_millis(1)) } else { (5, Duration::from_millis(300)) };
    for family in FAMILIES.iter().filter(|f| wanted.is_empty() || wanted.iter().any(|w| f.name.contains(w.as_str()))) {
        println!("{}: {}", family.name, family.what);
        println!("       cells     sprites      ns/tick   ns/sprite with a turn     µs/copy");
        let mut all = Vec::new();
        for &(cells, sprites) in family.sizes.iter().filter(|&&(cells, _)| !trial || cells <= 4_000) {
            let image = family.image(cells, sprites);
            let found = measure(family, &image, plays, least);
            let per_tick = found.time.as_secs_f64() * 1e9 / found.ticks.max(1) as f64;
            let copy = found.copy.as_secs_f64() * 1e6;
            let per_turn = found.ns_per_turn();
            println!("{cells:>12}{:>12}{per_tick:>13.0}{per_turn:>24.1}{copy:>12.1}", found.sprites);
            all.push(per_turn);
        }
        let (least, most) = all.iter().fold((f64::MAX, 0.0_f64), |(l, m), &x| (l.min(x), m.max(x)));
        println!("largest / smallest: {:.1}\n", most / least);
    }
}
