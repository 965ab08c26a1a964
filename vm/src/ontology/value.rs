//! Values of parameters and their kinds.

use serde::{Deserialize, Serialize};

use super::few::Few;
use super::words::{Colour, Dir};
use crate::program::{RuleId, TypeId};

/// What values a parameter takes. The reference engine sets Java fields by reflection; the kind is the field's type,
/// narrowed by what the engine makes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of 32 bits.
    Int,
    /// A number of any form.
    Double,
    /// `maxDistance` alone: a single-precision field, which takes whole numbers only.
    Float,
    /// `True` or `False`.
    Bool,
    /// `UP`, `DOWN`, `LEFT`, `RIGHT`, `NONE`, `NIL`.
    Direction,
    /// A colour name.
    Colour,
    /// Text the rules do not look at.
    Text,
    /// A sprite type that must be declared.
    Type,
    /// A sprite type; may be left out, but must be declared when given.
    OptType,
    /// A sprite type; one nobody declared counts as none.
    LooseType,
    /// Sprite types separated by commas.
    Types,
    /// The name of an effect.
    EffectName,
    /// Whole numbers separated by commas, one for each player or counter.
    Ints,
    /// `True` or `False` separated by commas, one for each player.
    Bools,
}

impl Kind {
    /// How messages and pages call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Int => "whole number",
            Kind::Float => "whole number (stored as float)",
            Kind::Double => "number",
            Kind::Bool => "True or False",
            Kind::Direction => "direction",
            Kind::Colour => "colour",
            Kind::Text => "text",
            Kind::Type | Kind::OptType | Kind::LooseType => "sprite",
            Kind::Types => "sprites separated by commas",
            Kind::EffectName => "effect",
            Kind::Ints => "whole numbers separated by commas",
            Kind::Bools => "True or False separated by commas",
        }
    }

    /// Whether the reference engine keeps this parameter in a text field, so that a value that reads as a number or a
    /// constant never arrives.
    #[must_use]
    pub fn is_text(self) -> bool {
        !matches!(self, Kind::Int | Kind::Float | Kind::Double | Kind::Bool | Kind::Direction | Kind::Colour)
    }
}

/// A sprite type that may be missing: `None` stands for a name nobody declared (−1 in the reference engine).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeRef(pub Option<TypeId>);

/// Sprite types in the order given; each may be a name nobody declared.
pub type TypeList = Box<[TypeRef]>;

/// The value of a parameter in a compiled program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// For [`Kind::Int`] and [`Kind::Float`].
    Int(i32),
    /// For [`Kind::Double`].
    Double(f64),
    /// For [`Kind::Bool`].
    Bool(bool),
    /// For [`Kind::Direction`].
    Dir(Dir),
    /// For [`Kind::Colour`].
    Colour(Colour),
    /// For [`Kind::Text`].
    Text(String),
    /// For [`Kind::Type`], [`Kind::OptType`] and [`Kind::LooseType`].
    Type(TypeRef),
    /// For [`Kind::Types`].
    Types(TypeList),
    /// For [`Kind::EffectName`]: the code of an effect, `None` for a name that no effect has.
    Effect(EffectName),
    /// For [`Kind::EffectName`] where the effect itself is wanted: the rule that holds it.
    Rule(RuleId),
    /// For [`Kind::Ints`].
    Ints(Score),
    /// For [`Kind::Bools`].
    Bools(Box<[bool]>),
}

/// Code of an effect; `None` for a name that no effect has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectName(pub Option<u8>);

/// Whole numbers, one for each player (or counter); the first also stands for those that are missing. `None` is a text
/// that is not a number: it counts as 0, and the reference engine logs a message each time it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score(pub Few<Option<i32>>);

impl Score {
    /// The same number for everybody.
    #[must_use]
    pub fn same(value: i32) -> Self {
        Self([Some(value)].into())
    }

    /// Nothing for anybody.
    #[must_use]
    pub fn zero() -> Self {
        Self::same(0)
    }

    /// The number of player (or counter) `i`.
    #[must_use]
    pub fn of(&self, i: usize) -> Option<i32> {
        self.0.get(i).or(self.0.first()).copied().flatten()
    }
}

/// A Rust type that holds the value of a parameter.
pub trait Operand: Sized {
    /// The kind of parameter it stands for.
    const KIND: Kind;
    /// The operand of a value; `None` if the value is of another kind.
    fn from_value(value: &Value) -> Option<Self>;
    /// Whether a value is of its kind.
    fn fits(value: &Value) -> bool {
        Self::from_value(value).is_some()
    }
    /// The value of an operand.
    fn to_value(&self) -> Value;
}

macro_rules! operand {
    ($ty:ty, $kind:ident, $pat:pat => $out:expr, $self:ident => $back:expr) => {
        impl Operand for $ty {
            const KIND: Kind = Kind::$kind;
            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    $pat => Some($out),
                    _ => None,
                }
            }
            #[allow(unused_variables, reason = "the pattern binds what `from_value` reads")]
            fn fits(value: &Value) -> bool {
                matches!(value, $pat)
            }
            fn to_value(&$self) -> Value {
                $back
            }
        }
    };
}

operand!(i32, Int, Value::Int(v) => *v, self => Value::Int(*self));
operand!(f64, Double, Value::Double(v) => *v, self => Value::Double(*self));
operand!(f32, Float, Value::Int(v) => *v as f32, self => Value::Int(*self as i32));
operand!(bool, Bool, Value::Bool(v) => *v, self => Value::Bool(*self));
operand!(Dir, Direction, Value::Dir(v) => *v, self => Value::Dir(*self));
operand!(Option<Colour>, Colour, Value::Colour(v) => Some(*v), self => Value::Colour(self.unwrap_or(Colour(0))));
operand!(String, Text, Value::Text(v) => v.clone(), self => Value::Text(self.clone()));
operand!(TypeId, Type, Value::Type(TypeRef(Some(v))) => *v, self => Value::Type(TypeRef(Some(*self))));
operand!(Option<TypeId>, OptType, Value::Type(TypeRef(v)) => *v, self => Value::Type(TypeRef(*self)));
operand!(TypeRef, LooseType, Value::Type(v) => *v, self => Value::Type(*self));
operand!(EffectName, EffectName, Value::Effect(v) => *v, self => Value::Effect(*self));
operand!(RuleId, EffectName, Value::Rule(v) => *v, self => Value::Rule(*self));
operand!(Score, Ints, Value::Ints(v) => v.clone(), self => Value::Ints(self.clone()));
operand!(TypeList, Types, Value::Types(v) => v.clone(), self => Value::Types(self.clone()));

/// One argument for [`super::Effect::build`] and [`super::End::build`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// Name of the parameter.
    pub name: &'static str,
    /// Its value, of the parameter's kind.
    pub value: Value,
}

/// Why an argument was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgError {
    /// A value of another kind than the parameter's.
    Kind,
    /// A parameter that must be given is not.
    Missing,
}

/// Why [`super::Effect::build`] or [`super::End::build`] failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// The parameter.
    pub param: &'static str,
    /// What is wrong with it.
    pub why: ArgError,
}

/// Looks an operand up among the arguments: given, else the default, else an error.
pub(super) fn operand<T: Operand>(args: &[Arg], name: &'static str, default: Option<T>) -> Result<T, BuildError> {
    match args.iter().find(|a| a.name == name) {
        Some(arg) => T::from_value(&arg.value).ok_or(BuildError { param: name, why: ArgError::Kind }),
        None => default.ok_or(BuildError { param: name, why: ArgError::Missing }),
    }
}
