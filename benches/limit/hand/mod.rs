//! Four of our own games, each written by hand in Rust for speed and for nothing else: what the virtual machine could reach
//! at best.
//!
//! Each module knows one game description by heart: its constants, its rules and what follows from them for the levels in
//! `examples/games`. Only levels are read. [`proof`] compares each of them with the virtual machine tick by tick.

pub(crate) mod chase;
pub(crate) mod proof;
pub(crate) mod pusher;
pub(crate) mod rocks;
pub(crate) mod shooter;

use vgdl_vm::Rect;
use vgdl_vm::ontology::Action;
use vgdl_vm::rng::JavaRandom;

/// Pixels per cell in all four games.
pub(crate) const BLOCK: i32 = 20;

/// A game written by hand.
pub(crate) trait Hand: Sized {
    /// Name of the game.
    const NAME: &str;
    /// Text of the game.
    const TEXT: &str;
    /// Texts of its levels.
    const LEVELS: &[&str];
    /// Levels for the proof alone, where what seldom happens does happen.
    const TRIALS: &[&str];
    /// Names of its types, by number.
    const TYPES: &[&str];
    /// Those that no sprite is directly of.
    const ABSTRACT: &[&str];

    /// A level before its first tick. What a level never changes is kept for as long as the program runs.
    fn new(level: &str) -> Self;

    /// Becomes a copy of the first state of the same level, with another seed. Memory is used again.
    fn restart(&mut self, first: &Self, seed: i32);

    /// Plays one tick. Must not be called once the play is over.
    fn step(&mut self, action: Action);

    /// What all games count.
    fn play(&self) -> &Play;

    /// Every sprite, in any order.
    fn sprites(&self, out: &mut Vec<Seen>);
}

/// What all games count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    pub(crate) tick: i32,
    pub(crate) over: bool,
    /// −1 not decided, 0 lost, 1 won.
    pub(crate) winner: i8,
    /// Whether the avatar was killed.
    pub(crate) dead: bool,
    pub(crate) score: i32,
    pub(crate) next_id: u32,
    pub(crate) rng: JavaRandom,
}

impl Play {
    /// Before the first tick; `next_id` sprites are there.
    pub(crate) fn new(next_id: u32) -> Self {
        Self { tick: -1, over: false, winner: -1, dead: false, score: 0, next_id, rng: JavaRandom::new(0) }
    }

    /// The same with another seed.
    #[inline]
    pub(crate) fn seeded(self, seed: i32) -> Self {
        Self { rng: JavaRandom::new(seed), ..self }
    }

    /// Id of a new sprite.
    #[inline]
    pub(crate) fn id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    /// Tests the ends of a tick: the first that is true decides whether the play is won. Tick 2,000 ends every play.
    #[inline]
    pub(crate) fn end(&mut self, ends: &[(bool, bool)]) {
        if let Some(&(_, won)) = ends.iter().find(|(done, _)| *done) {
            self.over = true;
            self.winner = i8::from(won);
        }
        if self.tick >= 2000 {
            self.over = true;
            self.winner = self.winner.max(0);
        }
    }
}

/// A sprite as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) kind: u16,
    pub(crate) id: u32,
    pub(crate) rect: Rect,
    pub(crate) orientation: Option<(f64, f64)>,
    pub(crate) speed: f64,
    pub(crate) health: i32,
    pub(crate) disabled: bool,
    pub(crate) from_avatar: bool,
    /// What it holds: type and amount.
    pub(crate) held: Option<(u16, i32)>,
}

impl Seen {
    /// A sprite that does nothing, with its corner at a pixel.
    pub(crate) fn at(kind: u16, id: u32, x: i32, y: i32) -> Self {
        Self {
            kind,
            id,
            rect: Rect { x, y, w: BLOCK, h: BLOCK },
            orientation: None,
            speed: 0.0,
            health: 0,
            disabled: false,
            from_avatar: false,
            held: None,
        }
    }
}

/// A level as a rectangle of characters.
pub(crate) struct Text<'t> {
    rows: Vec<&'t [u8]>,
    pub(crate) width: usize,
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let width = rows[0].len();
        assert!(rows.iter().all(|row| row.len() == width), "the rows of the level differ in length");
        Self { rows, width }
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Column, row and character of each cell, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        self.rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &c)| (x, y, c)))
    }

    /// The games whose sprites never look where they go need a wall around the level.
    pub(crate) fn assert_walled(&self) {
        let edge = |x, y| x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height();
        assert!(self.cells().all(|(x, y, c)| c == b'w' || !edge(x, y)), "the level has no wall around it");
    }
}

/// Directions by number, 0 for none: up, left, down, right, in the order in which the games draw them.
pub(crate) const DIRS: [(i32, i32); 5] = [(0, 0), (0, -1), (-1, 0), (0, 1), (1, 0)];

/// The number of the direction of an action.
#[inline]
pub(crate) fn dir_of(action: Action) -> usize {
    match action {
        Action::Up => 1,
        Action::Left => 2,
        Action::Down => 3,
        Action::Right => 4,
        _ => 0,
    }
}

/// A direction as an orientation.
pub(crate) fn orientation(dir: usize) -> Option<(f64, f64)> {
    let (x, y) = DIRS[dir];
    Some((f64::from(x), f64::from(y)))
}
