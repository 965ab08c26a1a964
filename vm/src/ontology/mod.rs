//! The ontology: every sprite class, effect and termination, declared once.
//!
//! A row gives name, parameters (type, unit, default, doc), and handler. Argument checks, suggestions, lowering, dispatch,
//! the verifier, listings and the reference pages derive from these tables.
//!
//! * [`sprites`]: sprite parameters and classes
//! * [`effects`]: what happens when two sprites meet
//! * [`ends`]: when a game is over
//! * [`words`]: directions, colours, other constants of the language, and actions

// Default of a parameter in a row, as a value and as text; `required` for none.
macro_rules! default {
    (required) => {
        None
    };
    ($default:expr) => {
        Some($default)
    };
}

macro_rules! default_text {
    (required) => {
        None
    };
    ($default:expr) => {
        Some(stringify!($default))
    };
}

pub mod effects;
pub mod ends;
mod few;
pub mod sprites;
mod value;
pub mod words;

pub use effects::{EFFECT_COMMON, EFFECTS, Effect, EffectDef, Needs};
pub use ends::{END_COMMON, ENDS, End, EndDef};
pub use few::Few;
pub use sprites::{CLASSES, Class, ClassDef, SPRITE_PARAMS, SpriteParam, Traits};
pub use value::{Arg, ArgError, BuildError, EffectName, Kind, Operand, Score, TypeList, TypeRef, Value};
pub use words::{Action, COLOURS, Colour, Dir};

/// A parameter of a row.
#[derive(Clone, Debug)]
pub struct ParamDef {
    /// Name as written in game files.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Value when it is not given; `None` if it must be given.
    pub default: Option<&'static str>,
    /// One sentence: meaning and unit.
    pub doc: &'static str,
    /// What the engine does with it.
    pub role: Role,
}

/// What the engine does with a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It changes how the game runs.
    Rules,
    /// It changes how the game looks or what an agent is shown, never how it runs.
    Looks,
    /// The reference engine accepts it and does nothing with it.
    Inert,
}

/// Edit-friendly lookup: the row of a parameter list with this name.
#[must_use]
pub fn find_param<'d>(params: &'d [ParamDef], name: &str) -> Option<&'d ParamDef> {
    params.iter().find(|p| p.name == name)
}
