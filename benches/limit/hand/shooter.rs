//! A shooter: `hailguard`.
//!
//! What follows from its rules: everything lies on a grid of half cells, the shot and the panes on whole ones. Clouds only
//! ever move sideways until they bump into an edge, where they come down a row. Hail falls half a cell a tick. A hit pane
//! loses health once for each hailstone, whichever is first.

use vgdl_vm::ontology::Action;

use super::{BLOCK, Hand, Play, Seen, Text};

const HALF: i32 = BLOCK / 2;

/// Ticks between two clouds of a front, and how many it sends.
const CALM: (i32, u8) = (36, 5);
const WILD: (i32, u8) = (60, 3);

/// How likely a cloud drops a hailstone.
const DRIZZLE: f64 = 0.04;
const SQUALL: f64 = 0.05;

/// Points of a pane: three hits.
const PANE_HEALTH: u8 = 3;

const NO_PANE: u8 = u8::MAX;

/// What a level never changes.
struct Level {
    /// Sprites that nothing concerns, for the view.
    scenery: Vec<Seen>,
    width: i32,
    columns: usize,
    avatar_id: u32,
    avatar_y: i32,
    ground_y: i32,
    /// Place and id of each pane.
    panes: Vec<(i32, i32, u32)>,
    /// Number of the pane in each cell.
    pane_at: Vec<u8>,
    /// Hail above this line meets neither glass nor ground nor avatar.
    danger_y: i32,
}

#[derive(Clone, Copy)]
struct Front {
    x: i32,
    y: i32,
    id: u32,
    made: u8,
}

#[derive(Clone, Copy)]
struct Cloud {
    x: i32,
    y: i32,
    dx: i32,
    /// Tick of its next move.
    next: i32,
    /// Tick of its first turn.
    start: i32,
    id: u32,
}

#[derive(Clone, Copy)]
struct Drop {
    x: i32,
    y: i32,
    id: u32,
}

pub(crate) struct Shooter {
    level: &'static Level,
    play: Play,
    avatar_x: i32,
    puff: Option<Drop>,
    hail: Vec<Drop>,
    drizzles: Vec<Cloud>,
    squalls: Vec<Cloud>,
    calm: Vec<Front>,
    wild: Vec<Front>,
    /// Health by pane.
    health: [u8; 32],
    /// Panes that stand: one bit each.
    standing: u32,
    floods: Vec<Drop>,
}

#[inline]
fn meet(x: i32, y: i32, other_x: i32, other_y: i32) -> bool {
    (x - other_x).abs() < BLOCK && (y - other_y).abs() < BLOCK
}

impl Cloud {
    /// A new one: it looks around for a tick, then goes.
    fn new(x: i32, y: i32, dx: i32, tick: i32, id: u32) -> Self {
        Self { x, y, dx, next: tick + 2, start: tick + 1, id }
    }

    /// Moves, if it is time; whether it came down.
    #[inline]
    fn drift(&mut self, tick: i32, cooldown: i32, width: i32) -> bool {
        if tick < self.next {
            return false;
        }
        self.next = tick + cooldown;
        let x = self.x + self.dx;
        if x >= 0 && x + BLOCK <= width {
            self.x = x;
            return false;
        }
        self.y += BLOCK;
        self.dx = -self.dx;
        true
    }
}

impl Shooter {
    /// Clouds and fronts take their turns, and leave new hail; whether a cloud reached the ground.
    #[inline]
    fn weather(&mut self) -> bool {
        let Level { width, ground_y, .. } = *self.level;
        let play = &mut self.play;
        let tick = play.tick;
        let mut low = false;
        for cloud in &mut self.squalls {
            if f64::from(play.rng.next_float()) < SQUALL {
                self.hail.push(Drop { x: cloud.x, y: cloud.y, id: play.id() });
            }
            low |= cloud.drift(tick, 1, width) && cloud.y + BLOCK > ground_y;
        }
        for cloud in &mut self.drizzles {
            if f64::from(play.rng.next_float()) < DRIZZLE && (cloud.start + tick) % 2 == 0 {
                self.hail.push(Drop { x: cloud.x, y: cloud.y, id: play.id() });
            }
            low |= cloud.drift(tick, 2, width) && cloud.y + BLOCK > ground_y;
        }
        for (fronts, clouds, (cooldown, total)) in
            [(&mut self.wild, &mut self.squalls, WILD), (&mut self.calm, &mut self.drizzles, CALM)]
        {
            if fronts.is_empty() {
                continue;
            }
            let due = tick % cooldown == 0;
            for front in &mut *fronts {
                // A draw each tick, whatever comes of it.
                play.rng.next_float();
                if due {
                    clouds.push(Cloud::new(front.x, front.y, HALF, tick, play.id()));
                    front.made += 1;
                }
            }
            if due {
                fronts.retain(|front| front.made < total);
            }
        }
        low
    }

    /// The first `old` hailstones fall; each meets what it can. Whether one met the shot.
    #[inline]
    fn fall(&mut self, old: usize) -> bool {
        let level = self.level;
        let mut stopped = false;
        let mut broken = 0_u32;
        let mut keep = 0;
        for i in 0..self.hail.len() {
            let mut drop = self.hail[i];
            if i < old {
                drop.y += HALF;
            }
            let mut gone = false;
            if drop.y + BLOCK > level.danger_y {
                if drop.y + BLOCK > level.ground_y {
                    gone = true;
                }
                let (left, right) = (drop.x / BLOCK, (drop.x + BLOCK - 1) / BLOCK);
                let (top, bottom) = (drop.y / BLOCK, (drop.y + BLOCK - 1) / BLOCK);
                for row in top..=bottom {
                    for column in left..=right {
                        let pane = level.pane_at[row as usize * level.columns + column as usize];
                        if pane == NO_PANE || self.standing >> pane & 1 == 0 {
                            continue;
                        }
                        gone = true;
                        let health = &mut self.health[usize::from(pane) & 31];
                        if *health > 0 {
                            *health -= 1;
                            if *health == 0 {
                                broken |= 1 << pane;
                                self.play.score -= 2;
                            }
                        }
                    }
                }
                if meet(drop.x, drop.y, self.avatar_x, level.avatar_y) {
                    self.play.score -= 1;
                    self.play.dead = true;
                }
            }
            if !gone
                && let Some(puff) = &self.puff
                && meet(drop.x, drop.y, puff.x, puff.y)
            {
                gone = true;
                stopped = true;
                self.play.score += 1;
            }
            self.hail[keep] = drop;
            keep += usize::from(!gone);
        }
        self.hail.truncate(keep);
        self.standing &= !broken;
        stopped
    }

    /// The shot meets clouds; whether it met any.
    #[inline]
    fn hit(&mut self, puff: Drop) -> bool {
        let before = self.play.score;
        let play = &mut self.play;
        self.drizzles.retain(|cloud| {
            let hit = meet(cloud.x, cloud.y, puff.x, puff.y);
            play.score += 2 * i32::from(hit);
            !hit
        });
        self.squalls.retain(|cloud| {
            let hit = meet(cloud.x, cloud.y, puff.x, puff.y);
            if hit {
                play.score += 1;
                self.drizzles.push(Cloud::new(cloud.x, cloud.y, cloud.dx, play.tick, play.id()));
            }
            !hit
        });
        self.play.score != before
    }

    /// Clouds on the ground become floods.
    #[cold]
    fn flood(&mut self) {
        let ground_y = self.level.ground_y;
        for clouds in [&mut self.drizzles, &mut self.squalls] {
            clouds.retain(|cloud| {
                let lands = cloud.y + BLOCK > ground_y;
                if lands {
                    self.floods.push(Drop { x: cloud.x, y: cloud.y, id: self.play.id() });
                }
                !lands
            });
        }
    }
}

impl Hand for Shooter {
    const NAME: &str = "hailguard";
    const TEXT: &str = include_str!("../../../examples/games/hailguard.vgdl");
    const LEVELS: &[&str] = &[
        include_str!("../../../examples/games/hailguard_lvl0.txt"),
        include_str!("../../../examples/games/hailguard_lvl1.txt"),
        include_str!("../../../examples/games/hailguard_lvl2.txt"),
    ];
    const TRIALS: &[&str] = &[];
    const TYPES: &[&str] = &[
        "wall",
        "avatar",
        "sky",
        "ground",
        "flood",
        "glass",
        "front",
        "calmFront",
        "wildFront",
        "puff",
        "hail",
        "cloud",
        "drizzle",
        "squall",
    ];
    const ABSTRACT: &[&str] = &["wall", "front", "cloud"];

    fn new(level: &str) -> Self {
        let text = Text::new(level);
        let last_row = text.height() - 1;
        assert!(text.cells().all(|(_, y, c)| (c == b'=') == (y == last_row)), "the last row is not the ground");
        let mut level = Level {
            scenery: Vec::new(),
            width: text.width as i32 * BLOCK,
            columns: text.width,
            avatar_id: 0,
            avatar_y: 0,
            ground_y: last_row as i32 * BLOCK,
            panes: Vec::new(),
            pane_at: vec![NO_PANE; text.width * text.height()],
            danger_y: last_row as i32 * BLOCK,
        };
        let (mut calm, mut wild) = (Vec::new(), Vec::new());
        let mut id = 0;
        let mut avatar_x = 0;
        for (column, row, glyph) in text.cells() {
            let (x, y) = (column as i32 * BLOCK, row as i32 * BLOCK);
            if glyph == b'=' {
                level.scenery.push(Seen::at(3, id, x, y));
                id += 1;
                continue;
            }
            level.scenery.push(Seen::at(2, id, x, y));
            id += 1;
            match glyph {
                b'.' => continue,
                b'c' => calm.push(Front { x, y, id, made: 0 }),
                b's' => wild.push(Front { x, y, id, made: 0 }),
                b'g' => {
                    level.pane_at[row * text.width + column] = level.panes.len() as u8;
                    level.panes.push((x, y, id));
                    level.danger_y = level.danger_y.min(y);
                }
                b'A' => {
                    (avatar_x, level.avatar_y, level.avatar_id) = (x, y, id);
                    level.danger_y = level.danger_y.min(y);
                }
                _ => panic!("a character without meaning"),
            }
            id += 1;
        }
        assert!(level.panes.len() <= 32, "too many panes");
        let standing = ((1_u64 << level.panes.len()) - 1) as u32;
        Self {
            level: Box::leak(Box::new(level)),
            play: Play::new(id),
            avatar_x,
            puff: None,
            hail: Vec::new(),
            drizzles: Vec::new(),
            squalls: Vec::new(),
            calm,
            wild,
            health: [PANE_HEALTH; 32],
            standing,
            floods: Vec::new(),
        }
    }

    fn restart(&mut self, first: &Self, seed: i32) {
        self.play = first.play.seeded(seed);
        self.avatar_x = first.avatar_x;
        self.puff = first.puff;
        self.hail.clone_from(&first.hail);
        self.drizzles.clone_from(&first.drizzles);
        self.squalls.clone_from(&first.squalls);
        self.calm.clone_from(&first.calm);
        self.wild.clone_from(&first.wild);
        self.health = first.health;
        self.standing = first.standing;
        self.floods.clone_from(&first.floods);
    }

    #[inline]
    fn step(&mut self, action: Action) {
        let level = self.level;
        self.play.tick += 1;
        let mut shot = false;
        match action {
            Action::Left => self.avatar_x = (self.avatar_x - BLOCK).max(0),
            Action::Right => self.avatar_x = (self.avatar_x + BLOCK).min(level.width - BLOCK),
            Action::Use if self.puff.is_none() => {
                self.puff = Some(Drop { x: self.avatar_x, y: level.avatar_y, id: self.play.id() });
                shot = true;
            }
            _ => {}
        }
        let old = self.hail.len();
        let low = self.weather();
        if !shot && let Some(puff) = &mut self.puff {
            puff.y -= BLOCK;
            if puff.y < 0 {
                self.puff = None;
            }
        }
        let mut spent = false;
        if let Some(puff) = self.puff {
            let pane = level.pane_at[(puff.y / BLOCK) as usize * level.columns + (puff.x / BLOCK) as usize];
            spent = pane != NO_PANE && self.standing >> pane & 1 == 1;
        }
        spent |= self.fall(old);
        if let Some(puff) = self.puff {
            spent |= self.hit(puff);
            if spent {
                self.puff = None;
            }
        }
        if low {
            self.flood();
        }
        let clouds = self.calm.len() + self.wild.len() + self.drizzles.len() + self.squalls.len();
        let dead = self.play.dead;
        self.play.end(&[
            (dead, false),
            (self.standing == 0, false),
            (!self.floods.is_empty(), false),
            (clouds == 0, true),
        ]);
    }

    fn play(&self) -> &Play {
        &self.play
    }

    fn sprites(&self, out: &mut Vec<Seen>) {
        let level = self.level;
        out.extend_from_slice(&level.scenery);
        let avatar = Seen::at(1, level.avatar_id, self.avatar_x, level.avatar_y);
        out.push(Seen { speed: 1.0, disabled: self.play.dead, ..avatar });
        for (i, &(x, y, id)) in level.panes.iter().enumerate() {
            if self.standing >> i & 1 == 1 {
                out.push(Seen { health: i32::from(self.health[i]), ..Seen::at(5, id, x, y) });
            }
        }
        out.extend(self.floods.iter().map(|f| Seen::at(4, f.id, f.x, f.y)));
        out.extend(self.calm.iter().map(|f| Seen::at(7, f.id, f.x, f.y)));
        out.extend(self.wild.iter().map(|f| Seen::at(8, f.id, f.x, f.y)));
        let puff = |p: &Drop| Seen {
            orientation: Some((0.0, -1.0)),
            speed: 1.0,
            from_avatar: true,
            ..Seen::at(9, p.id, p.x, p.y)
        };
        out.extend(self.puff.iter().map(puff));
        let hail = |h: &Drop| Seen { orientation: Some((0.0, 1.0)), speed: 0.5, ..Seen::at(10, h.id, h.x, h.y) };
        out.extend(self.hail.iter().map(hail));
        for (kind, clouds) in [(12, &self.drizzles), (13, &self.squalls)] {
            let cloud = |c: &Cloud| Seen {
                orientation: Some((f64::from(c.dx.signum()), 0.0)),
                speed: 0.5,
                ..Seen::at(kind, c.id, c.x, c.y)
            };
            out.extend(clouds.iter().map(cloud));
        }
    }
}
