//! Terminations: when a game is over.
//!
//! `alive(t)` is the number of sprites of type `t` and the types of its family, killed avatars not counted.

use serde::{Deserialize, Serialize};

use super::value::operand;
use super::{Arg, BuildError, Kind, Operand, ParamDef, Role, Score, Value};
use crate::program::TypeId;

/// A row of the termination table.
#[derive(Clone, Debug)]
pub struct EndDef {
    /// Name as written in game files.
    pub name: &'static str,
    /// Parameters of its own; [`END_COMMON`] has those of all.
    pub params: &'static [ParamDef],
    /// When it is done.
    pub doc: &'static str,
}

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

macro_rules! ends {
    ($($(#[doc = $doc:literal])+
       $op:literal $var:ident ($($(#[doc = $pdoc:literal])+ $field:ident $pname:literal: $ty:ty = $default:tt,)*);)+) => {
        /// The condition of a termination. Variants are in the order of their codes; codes are appended, never reused.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum End {
            $($(#[doc = $doc])+ $var { $($(#[doc = $pdoc])+ $field: $ty,)* },)+
        }

        /// The terminations, at the place of their code.
        pub const ENDS: &[EndDef] = &[
            $(EndDef {
                name: stringify!($var),
                params: &[$(ParamDef {
                    name: $pname,
                    kind: <$ty as Operand>::KIND,
                    default: default_text!($default),
                    doc: concat!($($pdoc),+),
                    role: Role::Rules,
                },)*],
                doc: concat!($($doc),+),
            },)+
        ];

        const CODES: &[u8] = &[$($op),+];
        const _: () = {
            let mut i = 0;
            while i < CODES.len() {
                assert!(CODES[i] as usize == i, "codes of terminations are contiguous");
                i += 1;
            }
        };

        impl End {
            /// Builds the termination of a code from its arguments.
            ///
            /// # Errors
            /// An argument of the wrong kind, or one missing that must be given.
            pub fn build(code: u8, args: &[Arg]) -> Result<Option<End>, BuildError> {
                Ok(Some(match code {
                    $($op => End::$var { $($field: operand::<$ty>(args, $pname, default!($default))?,)* },)+
                    _ => return Ok(None),
                }))
            }

            /// Its code: the place of its row in [`ENDS`].
            #[must_use]
            pub fn code(&self) -> u8 {
                match self {
                    $(End::$var { .. } => $op,)+
                }
            }

            /// Calls `visit` with the name and value of each argument, until it fails.
            ///
            /// # Errors
            /// What `visit` failed with.
            pub fn each_arg<E>(&self, mut visit: impl FnMut(&'static str, Value) -> Result<(), E>) -> Result<(), E> {
                match self {
                    $(End::$var { $($field),* } => {
                        $(visit($pname, $field.to_value())?;)*
                    })+
                }
                Ok(())
            }

            /// Its arguments, all of them, with their names.
            #[must_use]
            pub fn args(&self) -> Vec<Arg> {
                match self {
                    $(End::$var { $($field),* } => vec![$(Arg { name: $pname, value: $field.to_value() }),*],)+
                }
            }
        }
    };
}

/// Parameters that every termination takes.
pub const END_COMMON: &[ParamDef] = &[
    ParamDef {
        name: "limit",
        kind: Kind::Int,
        default: Some("0"),
        doc: "The number it compares with: sprites, or ticks for Timeout.",
        role: Role::Rules,
    },
    ParamDef {
        name: "win",
        kind: Kind::Bools,
        default: Some("False"),
        doc: "Whether the player wins: one word for each player; a player without one loses.",
        role: Role::Rules,
    },
    ParamDef {
        name: "count_score",
        kind: Kind::Bool,
        default: Some("false"),
        doc: "Whether the players with the highest score win instead.",
        role: Role::Rules,
    },
];

ends! {
    /// Done when at most `limit` sprites are alive. `alive(stype) <= limit`
    0 SpriteCounter (
        /// The type counted.
        stype "stype": TypeId = required,
    );
    /// Done when at least `limit` sprites are alive. `alive(stype) >= limit`
    1 SpriteCounterMore (
        /// The type counted.
        stype "stype": TypeId = required,
    );
    /// Done when `limit` sprites of up to three types are alive. `alive(stype1) + alive(stype2) + alive(stype3) = limit`
    2 MultiSpriteCounter (
        /// A type counted.
        stype1 "stype1": Option<TypeId> = None,
        /// A type counted.
        stype2 "stype2": Option<TypeId> = None,
        /// A type counted.
        stype3 "stype3": Option<TypeId> = None,
        /// Whether more than `limit` will do as well.
        min "min": bool = false,
    );
    /// Done when `limit` sprites of a type are alive, of `subTypesNum` different types. `alive(stype1) = limit and types alive = subTypesNum`
    3 MultiSpriteCounterSubTypes (
        /// The type counted.
        stype1 "stype1": Option<TypeId> = None,
        /// The number of types.
        sub_types "subTypesNum": i32 = (-1),
    );
    /// Never done; allows the counting terminations to end the game, or forbids it. `may end := alive(stype1) + … ≠ limit`
    4 StopCounter (
        /// A type counted.
        stype1 "stype1": Option<TypeId> = None,
        /// A type counted.
        stype2 "stype2": Option<TypeId> = None,
        /// A type counted.
        stype3 "stype3": Option<TypeId> = None,
        /// Whether it allows the end up to `limit` sprites, not at all numbers but `limit`.
        min "min": bool = false,
    );
    /// Done at tick `limit`. `tick >= limit`
    5 Timeout (
        /// Whether the counters decide who wins.
        use_counter "use_counter": bool = false,
        /// Whether player 1 wins when the counters differ, else the others.
        compare "compare": bool = false,
        /// What the counters are compared with, one number for each player.
        limits "limits": Score = (Score::zero()),
    );
}

impl End {
    /// Its row.
    #[must_use]
    pub fn def(&self) -> &'static EndDef {
        &ENDS[self.code() as usize]
    }
}

impl EndDef {
    /// The code of the termination of this name.
    #[must_use]
    pub fn code(name: &str) -> Option<u8> {
        ENDS.iter().position(|e| e.name == name).map(|i| i as u8)
    }
}
