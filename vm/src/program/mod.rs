//! A compiled game: typed instructions and tables, portable and compact.
//!
//! A [`Program`] is what the compiler writes and a `.vgdlc` file holds ([`container`]). It knows no text but names. The one
//! way to run it is [`crate::Image::load`], which verifies it ([`verify`]).

pub mod container;
pub mod verify;

use serde::{Deserialize, Serialize};

use crate::ontology::{Class, Effect, End, Few, Score, SpriteParam, TypeRef, Value};
use crate::selector::Selector;

/// Index of a sprite type in [`Program::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TypeId(pub u16);

/// Index of a rule in [`Program::rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RuleId(pub u16);

impl TypeId {
    /// As an index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl RuleId {
    /// As an index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A compiled game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// Whose rules it follows.
    pub dialect: crate::Dialect,
    /// What the game line says.
    pub game: GameLine,
    /// Sprite types, in order of registration.
    pub types: Vec<TypeDecl>,
    /// Types that are drawn and updated: drawn in this order, updated in the reverse of it.
    pub order: Vec<TypeId>,
    /// What level characters stand for, one entry a character.
    pub mapping: Vec<Mapping>,
    /// Rules, each once; pairs, edges and timers refer to them.
    pub rules: Vec<Rule>,
    /// Pairs of types with rules, in the order in which they first appear.
    pub pairs: Vec<Pair>,
    /// Rules of types that leave the screen, in order; a type appears once for each of its lines.
    pub edges: Vec<Edge>,
    /// Rules that run at set times, in order.
    pub timers: Vec<Timer>,
    /// Terminations, in the order in which they are tested.
    pub ends: Vec<Ending>,
    /// Messages that the reference engine logs when it reads the game.
    pub messages: u32,
    /// Whether more than 25 logged messages end the game, as in the reference engine.
    pub message_limit: bool,
    /// Levels that come with it.
    pub levels: Vec<Level>,
    /// Names and places in the source; may be stripped.
    pub debug: Option<Debug>,
    /// What types require of who is to qualify for them: the type, what it requires, and how much of that. In order of types.
    /// Written apart (see [`container`]).
    #[serde(skip)]
    pub requires: Vec<(TypeId, TypeId, i32)>,
}

/// What the game line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Pixels per cell; `None` to derive it from the level.
    pub square_size: Option<i32>,
    /// Number of players.
    pub players: u8,
    /// Number of counters.
    pub counters: u16,
    /// Types that block the path finder; `None` for no path finder.
    pub obstacles: Option<Vec<TypeRef>>,
    /// More sprites than this, and no new one is made.
    pub max_sprites: i32,
    /// The tick that ends a play at the latest.
    pub max_ticks: i32,
}

impl GameLine {
    /// Pixels per cell of a level of this size. A window of 800 pixels is filled if no size is given, and a cell has at least 2
    /// (GVGAI `Game.buildStringLevel`).
    #[must_use]
    pub fn cell_size(&self, columns: usize, rows: usize) -> i32 {
        let longest = i32::try_from(columns.max(rows).max(1)).unwrap_or(i32::MAX);
        self.square_size.unwrap_or_else(|| (800 / longest).max(2))
    }
}

/// [`GameLine::max_sprites`] of the reference engine, which knows no other (GVGAI `Game.addSprite`).
pub const MAX_SPRITES: i32 = 10_000;

/// [`GameLine::max_ticks`] of the reference engine, which knows no other (GVGAI `CompetitionParameters.MAX_TIMESTEPS`).
pub const MAX_TICKS: i32 = 2000;

/// A sprite type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDecl {
    /// Its class, or why no sprite of it can be made.
    pub class: Result<Class, Unmakeable>,
    /// Its ancestors, outermost first, and itself.
    pub lineage: Few<TypeId>,
    /// The types a mention of it means, in order: its lineage, then the families of its children.
    pub family: Few<TypeId>,
    /// Whether its family is limited to one sprite.
    pub singleton: bool,
    /// The most a sprite can hold of it.
    pub resource_limit: i32,
    /// Parameters that differ from the class's.
    pub params: Vec<(SpriteParam, Value)>,
    /// Messages that the reference engine logs when it makes the first sprite of the type.
    pub messages: u16,
}

/// Why no sprite of a type can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unmakeable {
    /// It has no class.
    NoClass,
    /// Its class does not exist.
    UnknownClass,
    /// A parameter is missing that its class cannot do without.
    MissingParameter,
    /// The reference engine cannot make sprites of its class.
    BrokenClass,
}

/// What a level character stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    /// The character.
    pub glyph: char,
    /// Sprites made in its cell, in order. A name nobody declared is an error when the character occurs.
    pub types: Vec<TypeRef>,
}

/// An effect with what is common to all effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The effect.
    pub effect: Effect,
    /// Points for each player.
    pub score: Score,
    /// Whether points count, before the effect decides.
    pub apply_score: bool,
    /// Whether it runs at all.
    pub enabled: bool,
    /// Whether it is given all second sprites at once.
    pub in_batch: bool,
    /// Whether `counter` is added, before the effect decides.
    pub count: bool,
    /// Whether `counter_else` is added, before the effect decides.
    pub count_else: bool,
    /// Added to the counters.
    pub counter: Score,
    /// Added to the counters too.
    pub counter_else: Score,
    /// The rule acts only while this selects one of the types. Written apart (see [`container`]).
    #[serde(skip)]
    pub condition: Option<Box<Selector>>,
}

impl Rule {
    /// A rule with an effect and nothing else: no points, no counters.
    #[must_use]
    pub fn new(effect: Effect) -> Self {
        Self {
            effect,
            score: Score::zero(),
            apply_score: true,
            enabled: true,
            in_batch: false,
            count: true,
            count_else: true,
            counter: Score::zero(),
            counter_else: Score::zero(),
            condition: None,
        }
    }
}

/// Two types whose sprites may meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Type of the first sprite.
    pub first: TypeId,
    /// Type of the second sprite.
    pub second: TypeId,
    /// Rules, in order.
    pub rules: Vec<RuleId>,
}

/// A type whose sprites may leave the screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// The type; a name nobody declared is a fault when edges are tested.
    pub on: TypeRef,
    /// Rules, in order.
    pub rules: Vec<RuleId>,
}

/// A rule that runs at set times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The rule.
    pub rule: RuleId,
    /// Type of the sprites it runs on; none to run once, without sprites.
    pub on: TypeRef,
    /// Ticks from one run to the next.
    pub timer: i32,
    /// Tick of the first run.
    pub first: i32,
    /// Whether it runs again and again.
    pub repeating: bool,
}

/// A termination with what is common to all terminations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// The condition.
    pub end: End,
    /// The number it compares with.
    pub limit: i32,
    /// Which players win.
    pub win: Vec<bool>,
    /// Whether the players with the highest score win instead.
    pub count_score: bool,
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// Name: the file's.
    pub name: String,
    /// Rows of characters; shorter rows are padded with spaces and longer ones cut to the first one's length.
    pub rows: Vec<String>,
}

/// Names and places in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Debug {
    /// Name of the source.
    pub source: String,
    /// Names of the types, by [`TypeId`].
    pub types: Vec<String>,
    /// Line (from 1) that declares each type; 0 for those that every game has.
    pub type_lines: Vec<u32>,
    /// Line of each rule.
    pub rule_lines: Vec<u32>,
    /// Line of each ending.
    pub end_lines: Vec<u32>,
}

impl Program {
    /// Name of a type; its number where names were stripped.
    #[must_use]
    pub fn type_name(&self, id: TypeId) -> String {
        match self.debug.as_ref().and_then(|d| d.types.get(id.index())) {
            Some(name) => name.clone(),
            None => format!("#{}", id.0),
        }
    }

    /// Line of a rule, where it is known.
    #[must_use]
    pub fn rule_line(&self, id: RuleId) -> Option<u32> {
        self.debug.as_ref()?.rule_lines.get(id.index()).copied()
    }
}
