//! A game of py-vgdl as the compiler writes it: names, types, rules, terminations.

use serde::{Deserialize, Serialize};

use super::ontology::{Attr, Class, Effect, End, Physics};
use crate::ontology::Colour;
use crate::program::Level;

/// Index of a name in [`Game::names`]: a sprite type, a group of types, or a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NameId(pub u16);

/// Index of a sprite type in [`Game::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TypeId(pub u16);

impl NameId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl TypeId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Which engine is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Engine {
    /// The original.
    #[default]
    One,
    /// The rewrite.
    Two,
}

/// A value that an option has: what Python makes of its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// `None`
    None,
    /// `True` or `False`
    Bool(bool),
    /// A number.
    Number(f64),
    /// A pair of numbers, such as a direction.
    Pair(f64, f64),
    /// A text that names something in the game, or could.
    Name(NameId),
    /// A class of physics.
    Physics(Physics),
    /// A colour, or anything else with no part in the rules; it is true.
    Object,
    /// Anything that counts as false: an empty text, list or tuple.
    Empty,
}

impl Value {
    /// Whether it counts as true.
    #[must_use]
    pub fn is_true(&self) -> bool {
        match self {
            Value::None | Value::Empty => false,
            Value::Bool(b) => *b,
            Value::Number(n) => *n != 0.0,
            Value::Pair(..) | Value::Name(_) | Value::Physics(_) | Value::Object => true,
        }
    }

    /// As a number: truth values are 0 and 1.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Number(n) => Some(*n),
            Value::Bool(b) => Some(f64::from(u8::from(*b))),
            _ => None,
        }
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Whose rules it follows.
    pub engine: Engine,
    /// Every name.
    pub names: Vec<String>,
    /// Types of which sprites can be made, in the order in which they are updated.
    pub types: Vec<TypeDecl>,
    /// Names of which at most one sprite may live.
    pub singletons: Vec<NameId>,
    /// Most that a sprite holds of a resource, where it is declared.
    pub limits: Vec<(NameId, f64)>,
    /// What level characters stand for.
    pub mapping: Vec<(char, Vec<NameId>)>,
    /// Rules, in order.
    pub rules: Vec<Rule>,
    /// Terminations, in order.
    pub ends: Vec<Ending>,
    /// Pixels per cell, where the game says so and its engine listens.
    pub block_size: Option<i32>,
    /// More creations than this, and no sprite is made.
    pub max_sprites: u32,
    /// Levels that come with it.
    pub levels: Vec<Level>,
}

/// A sprite type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDecl {
    /// Its name.
    pub name: NameId,
    /// Its class; `None` if no line gives it one.
    pub class: Option<Class>,
    /// Names of the lines it is in, outermost first, itself last.
    pub lineage: Vec<NameId>,
    /// Its options, those of the lines above it included.
    pub options: Vec<(Attr, Value)>,
    /// How it is drawn.
    pub colour: Option<Colour>,
    /// Whether it has a colour, be it one that pictures know or not: sprites without one draw random numbers for it.
    pub coloured: bool,
}

/// A rule: what happens to sprites of a name when they meet sprites of another, or leave the screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Name of the first sprite.
    pub first: NameId,
    /// Name of the second; `EOS` is the edge of the screen.
    pub second: NameId,
    /// What happens.
    pub effect: Effect,
    /// Points.
    pub score: f64,
    /// An option that the effect does not take, or takes too little: the reference engine raises when it runs.
    pub raises: bool,
}

/// A termination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// When it is met.
    pub end: End,
    /// Whether the game is won then.
    pub win: bool,
    /// Points.
    pub score: f64,
}
