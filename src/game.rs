//! What was meant: the game after names, inheritance and values are resolved, with the places it was written at.
//!
//! Index spaces are those of the program ([`TypeId`], [`RuleId`]); lists that hold nothing but indices are the program's own
//! types. A `Game` adds names, lines and spans: what lowering, listings, lints and printers need.

use std::fmt;

use vgdl_vm::Dialect;
use vgdl_vm::ontology::{Arg, Class, EFFECTS, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{Edge, Level, Pair, RuleId, Timer, TypeId, Unmakeable};
use vgdl_vm::selector::Selector;

use crate::source::Span;

/// A resolved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Whose rules it follows.
    pub dialect: Dialect,
    /// What the game line says.
    pub header: Header,
    /// Parameters of a `GameSpace`, in file order.
    pub parameters: Vec<Parameter>,
    /// Sprite types, by [`TypeId`]: in order of registration.
    pub types: Vec<SpriteType>,
    /// Types that are drawn and updated, in drawing order.
    pub order: Vec<TypeId>,
    /// What level characters stand for, in order of first definition.
    pub mapping: Vec<Glyph>,
    /// Rules, by [`RuleId`]: one for each line, and one more for the effect inside an `addTimer`.
    pub rules: Vec<Rule>,
    /// Pairs of types with their rules, in order of first definition.
    pub pairs: Vec<Pair>,
    /// Types with rules for leaving the screen, one entry for each line.
    pub edges: Vec<Edge>,
    /// Rules that run at set times, in order of insertion. `first` is −1 for those that run in the first tick.
    pub timers: Vec<Timer>,
    /// Terminations, in order.
    pub ends: Vec<Ending>,
    /// Levels, already read.
    pub levels: Vec<Level>,
    /// What types require of who is to qualify for them: the type, what it requires, and how much of that.
    pub requires: Vec<(TypeId, TypeId, i32)>,
    /// Messages that the reference engine logs when it reads the game file.
    pub messages: u32,
}

/// The game line.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// `BasicGame` or `GameSpace`.
    pub class: GameClass,
    /// Where the line stands.
    pub span: Span,
    /// Pixels per cell; `None` to derive it from the level.
    pub square_size: Option<i32>,
    /// Number of players.
    pub players: u8,
    /// Number of counters.
    pub counters: u16,
    /// How keys are read from a human.
    pub key_handler: Option<String>,
    /// Types that block the path finder; `None` for no path finder.
    pub obstacles: Option<Vec<TypeRef>>,
    /// More sprites than this, and no new one is made.
    pub max_sprites: i32,
    /// The tick that ends a play at the latest.
    pub max_ticks: i32,
}

/// The kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameClass {
    /// A game as it stands.
    BasicGame,
    /// A game with parameters.
    GameSpace,
}

/// A parameter of a `GameSpace`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Line that declares it, from 1.
    pub line: u32,
    /// What it is for, in words; empty if the line does not say.
    pub title: String,
    /// What values it may take.
    pub range: Range,
    /// The text it is replaced by; `None` while it has no value.
    pub text: Option<String>,
    /// Whether its value was given, with the call or on its line, and is not one that stands in for a missing value.
    pub given: bool,
}

/// What values a parameter may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers.
    Int {
        /// The least.
        min: i32,
        /// From one to the next.
        step: i32,
        /// The largest.
        max: i32,
    },
    /// Numbers.
    Double {
        /// The least.
        min: f64,
        /// From one to the next.
        step: f64,
        /// The largest.
        max: f64,
    },
    /// Two truth values.
    Bool(bool, bool),
    /// A name alone: it stands for the empty text.
    Nothing,
}

/// A sprite type.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteType {
    /// Its name.
    pub name: String,
    /// Line that declares it last, from 1; 0 for those that every game has.
    pub line: u32,
    /// Where its name stands there.
    pub span: Span,
    /// Its class, or why no sprite of it can be made.
    pub class: Result<Class, Unmakeable>,
    /// The class's name, after inheritance; it may not exist.
    pub class_name: Option<String>,
    /// Its ancestors, outermost first, and itself.
    pub lineage: Vec<TypeId>,
    /// What a mention of it means: its lineage, then the families of its children.
    pub family: Vec<TypeId>,
    /// Whether lines hang below it.
    pub inner: bool,
    /// Whether its family is limited to one sprite.
    pub singleton: bool,
    /// The most a sprite can hold of it.
    pub resource_limit: i32,
    /// Its parameters after inheritance, as far as its class takes them.
    pub params: Vec<Param>,
    /// Messages that the reference engine logs when it makes the first sprite of the type.
    pub messages: u16,
}

/// A parameter of a sprite type.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Which.
    pub param: SpriteParam,
    /// Its value.
    pub value: Value,
    /// Where the value stands; perhaps on an ancestor's line.
    pub span: Span,
}

/// What a level character stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The character.
    pub glyph: char,
    /// The types, in order.
    pub types: Vec<TypeRef>,
    /// Where the line stands; empty for those that every game has.
    pub span: Span,
}

/// A rule: an effect with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Code of the effect.
    pub effect: u8,
    /// Arguments that were given and taken, those common to all effects included.
    pub args: Vec<Arg>,
    /// Whether it is the effect of a `TIME` line: the timer's own score counts, whatever the effect decides.
    pub timed: bool,
    /// Line, from 1.
    pub line: u32,
    /// Where the line stands.
    pub span: Span,
    /// Where the effect's name stands.
    pub effect_span: Span,
    /// It acts only while this selects one of the types.
    pub condition: Option<Box<Selector>>,
}

/// A termination.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Its code.
    pub end: u8,
    /// Arguments that were given and taken, those common to all terminations included.
    pub args: Vec<Arg>,
    /// Line, from 1.
    pub line: u32,
    /// Where the line stands.
    pub span: Span,
}

/// What a parameter takes, in words.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Int { min, step, max } => write!(f, "a whole number from {min} to {max} in steps of {step}"),
            Range::Double { min, step, max } => write!(f, "a number from {min:?} to {max:?} in steps of {step:?}"),
            Range::Bool(..) => f.write_str("True or False"),
            Range::Nothing => f.write_str("nothing, as it has no `values=`"),
        }
    }
}

impl Range {
    /// The kind of values: `int`, `double`, `bool`, or `none`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Range::Int { .. } => "int",
            Range::Double { .. } => "double",
            Range::Bool(..) => "bool",
            Range::Nothing => "none",
        }
    }
}

impl Rule {
    /// The name of its effect.
    #[must_use]
    pub fn effect_name(&self) -> &'static str {
        EFFECTS.get(usize::from(self.effect)).map_or("", |e| e.name)
    }
}

impl Game {
    /// The same game without places: no spans, no lines, no names of levels. Two games that are equal so mean the same,
    /// wherever they were written.
    #[must_use]
    pub fn without_places(&self) -> Self {
        let mut game = self.clone();
        let none = Span::default();
        game.header.span = none;
        for parameter in &mut game.parameters {
            (parameter.span, parameter.line) = (none, 0);
        }
        for ty in &mut game.types {
            (ty.span, ty.line) = (none, 0);
            ty.params.iter_mut().for_each(|p| p.span = none);
        }
        game.mapping.iter_mut().for_each(|g| g.span = none);
        for rule in &mut game.rules {
            (rule.span, rule.effect_span, rule.line) = (none, none, 0);
        }
        for end in &mut game.ends {
            (end.span, end.line) = (none, 0);
        }
        game.levels.iter_mut().for_each(|l| l.name.clear());
        game
    }

    /// A type.
    #[must_use]
    pub fn ty(&self, id: TypeId) -> Option<&SpriteType> {
        self.types.get(id.index())
    }

    /// A rule.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.rules.get(id.index())
    }
}
