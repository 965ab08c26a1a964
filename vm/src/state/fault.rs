//! Faults: where the reference engine throws an exception in the middle of a tick.

use std::fmt;

use crate::program::{Program, RuleId, TypeId, Unmakeable};

/// Why a play ended in the middle of a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The tick.
    pub tick: i32,
    /// What went wrong.
    pub cause: Cause,
    /// The rule that ran, if any.
    pub rule: Option<RuleId>,
    /// Type and id of the sprite that acted, if any.
    pub sprite: Option<(TypeId, u32)>,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A sprite of a type nobody declared is wanted.
    UndeclaredType,
    /// A sprite is wanted that cannot be made.
    Unmakeable(TypeId, Unmakeable),
    /// A sprite without height was placed.
    NoHeight,
    /// While the sprites of a type were walked through, one of that type was made.
    MadeOwnType,
    /// An effect ran without the sprite it works on.
    NoSprite,
    /// A player that has no avatar any more would have scored, or be judged.
    NoAvatar,
    /// A sprite that claims to be an avatar is none.
    NotAnAvatar,
    /// A sprite that claims to be a resource is none.
    NotAResource,
    /// A path is sought in a game without `obs` on its game line.
    NoPathFinder,
    /// One of none was to be chosen.
    NothingToChoose,
    /// Counters are compared in a game without counters.
    NoCounter,
    /// `limits` has fewer numbers than there are players, or no numbers.
    ShortLimits,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::UndeclaredType => "a sprite is wanted that nobody declared",
            Cause::Unmakeable(_, Unmakeable::NoClass) => "a sprite is wanted that has no class",
            Cause::Unmakeable(_, Unmakeable::UnknownClass) => "a sprite is wanted whose class does not exist",
            Cause::Unmakeable(_, Unmakeable::MissingParameter) => {
                "a sprite is wanted that lacks a parameter its class needs"
            }
            Cause::Unmakeable(_, Unmakeable::BrokenClass) => "a sprite is wanted of a class that cannot be made",
            Cause::NoHeight => "a sprite without height was placed",
            Cause::MadeOwnType => "a sprite was made of the very type whose sprites were having their turn",
            Cause::NoSprite => "an effect ran without the sprite it works on",
            Cause::NoAvatar => "a player without an avatar would have scored or been judged",
            Cause::NotAnAvatar => "a sprite with is_avatar=True is not of an avatar class",
            Cause::NotAResource => "a sprite with is_resource=True is not of class Resource",
            Cause::NoPathFinder => "a path is sought, but the game line has no obs",
            Cause::NothingToChoose => "one of none was to be chosen",
            Cause::NoCounter => "counters are compared, but the game has none",
            Cause::ShortLimits => "limits has not one number for each player",
        })
    }
}

impl Fault {
    /// One sentence with names and, where known, the line of the rule.
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        let mut text = format!("tick {}: {}", self.tick, self.cause);
        if let Cause::Unmakeable(kind, _) = self.cause {
            text += &format!(" (`{}`)", program.type_name(kind));
        }
        if let Some(rule) = self.rule {
            let name = program.rules.get(rule.index()).map_or("", |r| r.effect.def().name);
            text += &format!("; rule `{name}`");
            if let Some(line) = program.rule_line(rule) {
                text += &format!(" of line {line}");
            }
        }
        if let Some((kind, id)) = self.sprite {
            text += &format!("; sprite `{}` number {id}", program.type_name(kind));
        }
        text
    }
}
