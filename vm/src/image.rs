//! The loaded form of a program: verified, dense, immutable, shared by all plays.

mod stalls;

use std::fmt;
use std::sync::Arc;

use crate::ontology::effects::{Alters, RESOURCE_ARGS, operands};
use crate::ontology::{Action, Class, Effect, End, Few, Score, SpriteParam, Traits, TypeRef, Value};
use crate::program::verify::{VerifyError, limits, verify};
use crate::program::{Level, Program, Rule, RuleId, TypeId, Unmakeable};
use crate::rng::threshold;
use crate::state::State;
use crate::step::{At, place};

/// A verified program, ready to run.
#[derive(Debug)]
pub struct Image {
    pub(crate) program: Program,
    /// By type.
    pub(crate) kinds: Vec<Kind>,
    /// Types whose sprites have something to do in a tick, in the order of their turns.
    pub(crate) turns: Vec<TypeId>,
    /// Pairs of types with rules, in order.
    pub(crate) pairs: Vec<PairPlan>,
    /// By type and type: place of the second in the family of the first, `NO_RANK` if it is not in it. Only the rows of
    /// types that stand in a pair are filled; see [`Image::rank`].
    ranks: Vec<u16>,
    /// By type: its row in `ranks`.
    rank_rows: Vec<u16>,
    /// Types that can be held, by column.
    pub(crate) resources: Vec<TypeId>,
    /// By rule: which effect it is.
    pub(crate) codes: Vec<u8>,
    /// By rule: whether it gives no points, ever.
    pub(crate) worthless: Vec<bool>,
    /// By rule: whether it may look at or change sprites other than those it runs on.
    pub(crate) wide: Vec<bool>,
    /// By rule: whether it does nothing but put the first sprite back.
    pub(crate) puts_back: Vec<bool>,
    /// By rule that runs at set times: ticks from one run to the next, 0 if it does not repeat; `NOT_TIMED` for the others.
    pub(crate) timed: Vec<i32>,
    /// Length of the longest list that a bomber draws from.
    pub(crate) list_len: usize,
    /// Most places for sprites that a play may have.
    pub(crate) most_sprites: usize,
    /// By row of a type and by type: where in `meetings` its pairs with the other stand.
    ranges: Vec<Range>,
    meetings: Vec<Meets>,
    /// Pairs whose sprites are all looked at.
    pub(crate) ground_pairs: Vec<u16>,
    /// Whether a termination decides if others may end the game.
    pub(crate) has_stop: bool,
    /// Whether an edge names a type that nobody declared.
    pub(crate) faulty_edges: bool,
    /// Types whose sprites grow.
    pub(crate) growers: Vec<Grower>,
    /// Whether any rule has a condition.
    pub(crate) has_conditions: bool,
}

/// How the sprites of a type grow.
#[derive(Debug)]
pub(crate) struct Grower {
    pub(crate) kind: TypeId,
    pub(crate) makes: TypeRef,
    /// What a draw has to be below for it to grow (see `rng::threshold`).
    pub(crate) threshold: u64,
    /// Cells around a sprite, by column and row from its own.
    pub(crate) around: &'static [(i32, i32)],
    /// Number of sprites that one makes; 0 for no end.
    pub(crate) births: i32,
    /// By type: whether it leaves a cell free.
    pub(crate) over: Box<[bool]>,
    /// Types, each with a bit of its own, that surely take the room of a cell they stand in; none if there are too many types.
    pub(crate) takes_room: u64,
}

/// A rule that does not run at set times.
pub(crate) const NOT_TIMED: i32 = -1;

/// The cells around one, in the order in which they are numbered: up, left, down, right, as directions are; all eight row by
/// row.
const AROUND_4: [(i32, i32); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
const AROUND_8: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Not in the family.
pub(crate) const NO_RANK: u16 = u16::MAX;

/// A sprite type, ready to be made and updated.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) class: Result<Class, Unmakeable>,
    pub(crate) traits: Traits,
    /// Whether its class is one of the avatar classes.
    pub(crate) avatar: bool,
    /// Place in the order in which types are drawn; −1 if its sprites are never updated.
    pub(crate) turn: i32,
    /// Whether its sprites have a turn of their own each tick: ticks count for their cooldown.
    pub(crate) ticks: bool,
    /// Whether its turn does nothing but note where its sprites are.
    pub(crate) rests: bool,
    /// Whether an active move of its sprites is a step of the grid, and nothing else.
    pub(crate) steps: bool,
    /// Column of what is held of it.
    pub(crate) column: Option<u16>,
    /// Types whose families are limited to one sprite and hold this type.
    pub(crate) singletons: Box<[TypeId]>,
    pub(crate) family: Few<TypeId>,
    /// Whether meeting solid sprites decides if it stands on the ground.
    pub(crate) stands: bool,
    /// Actions of an avatar, `Nil` last.
    pub(crate) actions: Box<[Action]>,
    /// What its sprites remember.
    pub(crate) memory: Memory,
    /// Whether its sprites are hidden: from the first player, from the second.
    hidden: [bool; 2],
    /// Whether nothing in the program can change a sprite of it that is there from the start.
    pub(crate) fixed: bool,
    /// Its place in sets of types: 1 in a word of 64, the same for types that are 64 apart. Sets are used to rule out only.
    pub(crate) bit: u64,
    /// Types it has rules with; empty if no rule cares where it is.
    pub(crate) partners: u64,
    /// Types, folded, of what stops a step of its sprites and changes nothing else (see `step::stall`).
    pub(crate) stalled_by: u64,
    /// Types, folded, whose sprites stop a step of its sprites if they are stalled themselves.
    pub(crate) leans_on: u64,
    /// Whether there are such types for which it is one.
    pub(crate) leaned_on: bool,
    /// Whether any of these stay stalled over ticks.
    pub(crate) carries_sleepers: bool,
    /// Whether its sprites stay stalled over ticks.
    pub(crate) sleeps: bool,
    /// Whether it stops others.
    pub(crate) stops: bool,
    /// Its row in [`Image::meets`].
    row: u32,
}

impl Kind {
    /// Whether its sprites are hidden from a player.
    #[inline]
    pub(crate) fn hidden_from(&self, player: usize) -> bool {
        self.hidden.get(player).copied().unwrap_or_else(|| hidden_from(&self.traits.hidden, player))
    }
}

/// Reads `hidden`: one word for each player; the last also stands for those that are missing.
fn hidden_from(words: &str, player: usize) -> bool {
    words.split(',').take(player.saturating_add(1)).last().is_some_and(|word| word.eq_ignore_ascii_case("true"))
}

/// What sprites of a class remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Nothing, or a counter that starts at 0.
    Plain,
    /// A player and the like.
    Pilot,
    /// When production began, how many were made, of what type.
    Producer,
    /// Its age.
    Age,
    /// Its target.
    Tracker,
    /// How many it made, and its place in the list of growers.
    Grower,
}

impl Memory {
    fn of(class: Class) -> Memory {
        if class.is_avatar() {
            Memory::Pilot
        } else if class.is_a(Class::SpawnPoint) || class == Class::SpawnPointMultiSprite {
            Memory::Producer
        } else if class.is_a(Class::Flicker) {
            Memory::Age
        } else if class.is_a(Class::PathAltChaser) {
            Memory::Tracker
        } else if class == Class::Grower {
            Memory::Grower
        } else {
            Memory::Plain
        }
    }
}

/// Rules of two types.
#[derive(Debug)]
pub(crate) struct PairPlan {
    pub(crate) first: TypeId,
    pub(crate) second: TypeId,
    pub(crate) rules: Few<RuleId>,
    /// Whether any first sprite may be one that stands on ground: then all pairs of sprites are looked at.
    pub(crate) grounds: bool,
}

/// Pairs that two types of sprites have rules in.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    start: u32,
    end: u32,
}

/// A pair that a sprite of one type and a sprite of another have rules in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meets {
    pub(crate) pair: u16,
    /// Whether the other sprite is the first.
    pub(crate) swapped: bool,
    /// Place of the one's type in its family.
    pub(crate) rank: u16,
    /// Place of the other's type in its family.
    pub(crate) other_rank: u16,
}

/// Why a level cannot be started: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(pub String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

impl Image {
    /// Verifies a program and makes it ready to run: the one door.
    ///
    /// # Errors
    /// The first thing that is wrong with the program.
    pub fn load(program: Program) -> Result<Arc<Image>, VerifyError> {
        verify(&program)?;
        let resources = resources(&program);
        let kinds = kinds(&program, &resources);
        let turns =
            program.order.iter().rev().copied().filter(|t| kinds[t.index()].ticks && !kinds[t.index()].rests).collect();
        let pairs = program
            .pairs
            .iter()
            .map(|p| PairPlan {
                first: p.first,
                second: p.second,
                rules: p.rules.as_slice().into(),
                grounds: kinds[p.first.index()].family.iter().any(|t| kinds[t.index()].stands),
            })
            .collect();
        let (ranks, rank_rows) = ranks(&program);
        let codes = program.rules.iter().map(|r| r.effect.code()).collect();
        let none = |s: &Score| !s.0.is_empty() && s.0.iter().all(|p| *p == Some(0));
        let worthless = program
            .rules
            .iter()
            .map(|r| {
                none(&r.score) && !matches!(&r.effect, Effect::SubtractHealthPoints(p) if !none(&p.score_if_killed))
            })
            .collect();
        let alters: Vec<Alters> = program.rules.iter().map(|r| r.effect.alters()).collect();
        let wide = (program.rules.iter().zip(&alters))
            .map(|(r, alters)| {
                matches!(r.effect, Effect::UndoAll(_) | Effect::TeleportToExit(_)) || !alters.types.is_empty()
            })
            .collect();
        let mut timed = vec![NOT_TIMED; program.rules.len()];
        program.timers.iter().for_each(|t| timed[t.rule.index()] = if t.repeating { t.timer } else { 0 });
        let list_len = kinds.iter().map(|k| k.traits.stype_missile.len()).max().unwrap_or(0);
        let row = resources.len().max(list_len).max(1);
        let most_sprites = program.game.max_sprites.saturating_mul(100).min(limits::SPRITES) as usize;
        let most_sprites = most_sprites.min(limits::ROWS / row);
        let has_stop = program.ends.iter().any(|e| matches!(e.end, End::StopCounter { .. }));
        let faulty_edges = program.edges.iter().any(|e| e.on.0.is_none());
        let has_conditions = program.rules.iter().any(|r| r.condition.is_some());
        let mut image = Image {
            program,
            kinds,
            turns,
            pairs,
            ranks,
            rank_rows,
            resources,
            codes,
            worthless,
            wide,
            puts_back: Vec::new(),
            timed,
            list_len,
            most_sprites,
            ranges: Vec::new(),
            meetings: Vec::new(),
            ground_pairs: Vec::new(),
            has_stop,
            faulty_edges,
            growers: Vec::new(),
            has_conditions,
        };
        image.note_growers();
        image.note_meetings();
        image.note_scenery(&alters);
        image.note_stalls(&alters);
        Ok(Arc::new(image))
    }

    /// Notes which types grow, and how.
    fn note_growers(&mut self) {
        for &kind in &self.program.order {
            let k = &self.kinds[kind.index()];
            if k.class != Ok(Class::Grower) {
                continue;
            }
            let few = self.kinds.len() <= 64;
            let mut over = vec![false; self.kinds.len()];
            for t in k.traits.over.iter().filter_map(|t| t.0) {
                self.kinds[t.index()].family.iter().for_each(|t| over[t.index()] = true);
            }
            self.growers.push(Grower {
                kind,
                makes: TypeRef(k.traits.stype.0.or(Some(kind))),
                threshold: threshold(k.traits.prob),
                around: if k.traits.neighbours == 8 { &AROUND_8 } else { &AROUND_4 },
                births: k.traits.births,
                takes_room: (self.kinds.iter().zip(&over))
                    .filter(|(k, over)| few && !k.avatar && !**over)
                    .fold(0, |all, (k, _)| all | k.bit),
                over: over.into(),
            });
        }
    }

    /// Notes which types have rules with which.
    fn note_meetings(&mut self) {
        let n = self.kinds.len();
        let mut rows = 0;
        for (p, pair) in self.pairs.iter().enumerate() {
            if pair.grounds {
                self.ground_pairs.push(p as u16);
            }
            let kinds = &mut self.kinds;
            let sides = [(pair.first, pair.second), (pair.second, pair.first)];
            for (one, other) in sides {
                let bits = self.program.types[other.index()].family.iter().fold(0, |all, b| all | kinds[b.index()].bit);
                for a in &self.program.types[one.index()].family {
                    let kind = &mut kinds[a.index()];
                    if kind.partners == 0 {
                        kind.row = rows;
                        rows += 1;
                    }
                    kind.partners |= bits;
                }
            }
        }
        // What takes room from growers is listed in cells, rules or not; its row stays empty.
        if !self.growers.is_empty() {
            for (i, kind) in self.kinds.iter_mut().enumerate().filter(|(_, k)| k.partners == 0) {
                if self.growers.iter().any(|g| !g.over[i]) {
                    (kind.row, kind.partners) = (rows, kind.bit);
                    rows += 1;
                }
            }
        }
        // Counted first, then put in their places: by type and type, then in the order of pairs.
        let mut ranges = vec![Range::default(); rows as usize * n];
        self.each_meeting(|a, b, _| ranges[a.row as usize * n + b.index()].end += 1);
        let mut count = 0;
        for range in &mut ranges {
            let here = range.end;
            (range.start, range.end) = (count, count);
            count += here;
        }
        let mut meetings = vec![Meets::default(); count as usize];
        self.each_meeting(|a, b, meets| {
            let range = &mut ranges[a.row as usize * n + b.index()];
            meetings[range.end as usize] = meets;
            range.end += 1;
        });
        (self.ranges, self.meetings) = (ranges, meetings);
    }

    /// Calls `visit` with what the sprites of every two types have rules in, in the order of pairs. Sprites that stand on
    /// ground are looked at another way.
    fn each_meeting(&self, mut visit: impl FnMut(&Kind, TypeId, Meets)) {
        for (p, pair) in self.pairs.iter().enumerate().filter(|(_, pair)| !pair.grounds) {
            let firsts = &self.program.types[pair.first.index()].family;
            let seconds = &self.program.types[pair.second.index()].family;
            for (swapped, ones, others) in [(false, firsts, seconds), (true, seconds, firsts)] {
                for (rank, a) in ones.iter().enumerate() {
                    let kind = &self.kinds[a.index()];
                    for (other_rank, &b) in others.iter().enumerate() {
                        // Families have fewer than 2¹⁶ types.
                        let (rank, other_rank) = (rank as u16, other_rank as u16);
                        visit(kind, b, Meets { pair: p as u16, swapped, rank, other_rank });
                    }
                }
            }
        }
    }

    /// Notes the types whose sprites nothing in the program can change.
    fn note_scenery(&mut self, alters: &[Alters]) {
        let n = self.kinds.len();
        let mut fixed: Vec<bool> =
            self.kinds.iter().map(|k| k.rests && k.traits.w_mult == 1.0 && k.traits.h_mult == 1.0).collect();
        // They remember how often they grew.
        self.growers.iter().for_each(|g| fixed[g.kind.index()] = false);
        let mut alter =
            |kinds: &[Kind], t: TypeId| kinds[t.index()].family.iter().for_each(|t| fixed[t.index()] = false);
        for a in alters {
            a.types.iter().for_each(|&t| alter(&self.kinds, t));
        }
        for pair in &self.pairs {
            for rule in &pair.rules {
                if alters[rule.index()].first {
                    alter(&self.kinds, pair.first);
                }
                if alters[rule.index()].second {
                    alter(&self.kinds, pair.second);
                }
            }
        }
        for edge in &self.program.edges {
            edge.on.0.into_iter().for_each(|t| alter(&self.kinds, t));
        }
        for timer in &self.program.timers {
            timer.on.0.into_iter().for_each(|t| alter(&self.kinds, t));
        }
        // Two pieces of scenery that meet would never be looked at: one of them is none.
        for pair in &self.pairs {
            for a in &self.kinds[pair.first.index()].family {
                if fixed[a.index()] && self.kinds[pair.second.index()].family.iter().any(|b| fixed[b.index()]) {
                    fixed[a.index()] = false;
                }
            }
        }
        for (kind, fixed) in self.kinds.iter_mut().zip(fixed).take(n) {
            kind.fixed = fixed;
        }
    }

    /// Pairs that sprites of two types have rules in. The first type must have partners.
    #[inline]
    pub(crate) fn meets(&self, a: &Kind, b: TypeId) -> &[Meets] {
        let range = self.ranges[a.row as usize * self.kinds.len() + b.index()];
        &self.meetings[range.start as usize..range.end as usize]
    }

    /// The first pair in which a sprite of one type is put back where it met one of another: its place among all meetings.
    #[inline]
    pub(crate) fn stop(&self, a: &Kind, b: TypeId) -> Option<u32> {
        let range = self.ranges[a.row as usize * self.kinds.len() + b.index()];
        (range.start..range.end).find(|&i| !self.meetings[i as usize].swapped)
    }

    /// A pair from the list of all meetings.
    #[inline]
    pub(crate) fn meeting(&self, i: u32) -> Meets {
        self.meetings[i as usize]
    }

    /// When a sprite runs the rules of a pair as the first.
    #[inline]
    pub(crate) fn stop_at(&self, stop: u32, id: u32) -> At {
        let Meets { pair, rank, .. } = self.meetings[stop as usize];
        At { pair: i32::from(pair), rule: 0, first: place(rank, id) }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Starts a play of a level.
    ///
    /// # Errors
    /// A level that is empty, too large, or asks for sprites that cannot be made.
    pub fn start(self: &Arc<Self>, level: &Level, seed: i32) -> Result<State, StartError> {
        State::start(self, level, seed)
    }

    #[inline]
    pub(crate) fn kind(&self, id: TypeId) -> &Kind {
        &self.kinds[id.index()]
    }

    #[inline]
    pub(crate) fn rule(&self, id: RuleId) -> &Rule {
        &self.program.rules[id.index()]
    }

    /// Place of a type in the family of another; `NO_RANK` if it is not in it.
    #[inline]
    pub(crate) fn rank(&self, family: TypeId, kind: TypeId) -> u16 {
        self.ranks[self.rank_rows[family.index()] as usize * self.kinds.len() + kind.index()]
    }
}

/// Types that can be held: whatever is collected, changed or asked for.
fn resources(program: &Program) -> Vec<TypeId> {
    let mut held = vec![false; program.types.len()];
    let mut note = |value: &Value| match value {
        Value::Type(TypeRef(Some(t))) => held[t.index()] = true,
        Value::Types(list) => list.iter().filter_map(|t| t.0).for_each(|t| held[t.index()] = true),
        _ => {}
    };
    for rule in &program.rules {
        let _ = rule.effect.each_arg(|name, value| {
            if RESOURCE_ARGS.contains(&name) {
                note(&value);
            }
            Ok::<(), std::convert::Infallible>(())
        });
    }
    for decl in &program.types {
        for (param, value) in &decl.params {
            if param.is_ammunition() {
                note(value);
            }
        }
    }
    for (i, decl) in program.types.iter().enumerate() {
        if decl.class.is_ok_and(|c| c.is_a(Class::Resource)) {
            held[i] = true;
        }
    }
    (0..held.len()).filter(|&i| held[i]).map(|i| TypeId(i as u16)).collect()
}

fn kinds(program: &Program, resources: &[TypeId]) -> Vec<Kind> {
    // What effects of this program may do to sprites that seem to rest.
    let changes_speed = program.rules.iter().any(|r| {
        matches!(
            r.effect,
            Effect::HalfSpeed(_)
                | Effect::IncreaseSpeedToAll(_)
                | Effect::DecreaseSpeedToAll(_)
                | Effect::SetSpeedForAll(_)
                | Effect::WallStop(_)
                | Effect::WallReverse(_)
        )
    });
    let orients = program.rules.iter().any(|r| {
        matches!(r.effect, Effect::TransformToSingleton(operands::TransformToSingleton { take_orientation: true, .. }))
    });
    let mut turn = vec![-1; program.types.len()];
    for (i, t) in program.order.iter().enumerate() {
        turn[t.index()] = i as i32;
    }
    program
        .types
        .iter()
        .enumerate()
        .map(|(i, decl)| {
            let class = decl.class;
            let mut traits = class.map_or_else(|_| Traits::base(), Class::traits);
            for (param, value) in &decl.params {
                // Names of pictures and the like are not for the machine.
                if *param == SpriteParam::Hidden || !matches!(value, Value::Text(_)) {
                    traits.set(*param, value);
                }
            }
            traits.cooldown = traits.cooldown.max(1);
            traits.is_oriented |= traits.orientation != crate::ontology::Dir::None;
            if traits.max_health_points == 0 {
                traits.max_health_points = traits.health_points;
            }
            traits.health_points = traits.health_points.min(traits.max_health_points);
            let avatar = class.is_ok_and(Class::is_avatar);
            let ticks = turn[i] >= 0 && !avatar;
            let still = traits.is_static
                || traits.only_active
                || (traits.physicstype == 0
                    && ((traits.speed == 0.0 && !changes_speed) || (!traits.is_oriented && !orients)));
            Kind {
                class,
                avatar,
                turn: turn[i],
                ticks,
                rests: ticks && still && traits.time_to_live < 0 && class.is_ok_and(updates_as_base),
                steps: traits.physicstype == 0 && !traits.stationary && !traits.rotate_in_place,
                column: resources.binary_search(&TypeId(i as u16)).ok().map(|c| c as u16),
                singletons: decl.lineage.iter().copied().filter(|t| program.types[t.index()].singleton).collect(),
                family: decl.family.clone(),
                stands: class.is_ok_and(|c| {
                    matches!(c, Class::PlatformerAvatar | Class::WizardAvatar | Class::Walker | Class::WalkerJumper)
                }),
                actions: match class {
                    Ok(class) if avatar => {
                        let diagonals: &[Action] = if class.may_move_diagonally() && traits.directions == 8 {
                            &Action::DIAGONALS
                        } else {
                            &[]
                        };
                        class.actions().iter().chain(diagonals).copied().chain([Action::Nil]).collect()
                    }
                    Ok(_) | Err(_) => Box::default(),
                },
                memory: class.map_or(Memory::Plain, Memory::of),
                hidden: [0, 1].map(|player| hidden_from(&traits.hidden, player)),
                fixed: false,
                bit: 1 << (i % 64),
                partners: 0,
                stalled_by: 0,
                leans_on: 0,
                leaned_on: false,
                carries_sleepers: false,
                sleeps: false,
                stops: false,
                row: 0,
                traits,
            }
        })
        .collect()
}

/// Whether a turn of this class is a passive move and the end of its life, nothing else (growers grow later).
pub(crate) fn updates_as_base(class: Class) -> bool {
    matches!(
        class,
        Class::Immovable
            | Class::Passive
            | Class::Door
            | Class::Conveyor
            | Class::Resource
            | Class::ResourcePack
            | Class::SpriteProducer
            | Class::Portal
            | Class::Missile
            | Class::ErraticMissile
            | Class::Grower
    )
}

fn ranks(program: &Program) -> (Vec<u16>, Vec<u16>) {
    let n = program.types.len();
    let mut ranks = Vec::new();
    let mut rows = vec![NO_RANK; n];
    for side in program.pairs.iter().flat_map(|p| [p.first, p.second]) {
        if rows[side.index()] != NO_RANK {
            continue;
        }
        rows[side.index()] = (ranks.len() / n) as u16;
        let start = ranks.len();
        ranks.resize(start + n, NO_RANK);
        for (rank, member) in program.types[side.index()].family.iter().enumerate() {
            ranks[start + member.index()] = rank as u16;
        }
    }
    (ranks, rows)
}
