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
    /// The termination that was tested, if any: its place in the program.
    pub end: Option<u16>,
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
    /// More sprites than [`limits::SPRITES`](crate::program::verify::limits::SPRITES) at a time, than a hundred times the cap
    /// (the reference engine's count sinks below the truth), or than 32 bits can number.
    TooManySprites,
    /// More rules than [`limits::WAITING`](crate::program::verify::limits::WAITING) wait for their tick.
    TooManyTimers,
    /// The frame takes more than [`limits::WORK`](crate::program::verify::limits::WORK) steps: a crowd of sprites in which each
    /// rule runs for each two, and changes all.
    TooMuchWork,
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
            Cause::TooManySprites => "there are too many sprites",
            Cause::TooManyTimers => "too many rules wait for their tick",
            Cause::TooMuchWork => "the frame takes too long: too many sprites have to do with each other",
            Cause::ShortLimits => "limits has not one number for each player",
        })
    }
}

impl Fault {
    /// Name of the effect or termination at fault, if any.
    #[must_use]
    pub fn rule_name(&self, program: &Program) -> Option<&'static str> {
        let rule = self.rule.and_then(|rule| program.rules.get(rule.index())).map(|r| r.effect.def().name);
        rule.or_else(|| Some(program.ends.get(usize::from(self.end?))?.end.def().name))
    }

    /// Line of the rule or termination at fault, else of the sprite, where it is known.
    #[must_use]
    pub fn line(&self, program: &Program) -> Option<u32> {
        let debug = program.debug.as_ref()?;
        let line = match (self.rule, self.end, self.sprite) {
            (Some(rule), _, _) => program.rule_line(rule),
            (None, Some(end), _) => debug.end_lines.get(usize::from(end)).copied(),
            (None, None, Some((kind, _))) => debug.type_lines.get(kind.index()).copied(),
            (None, None, None) => None,
        };
        line.filter(|&line| line > 0)
    }

    /// One sentence with names and, where known, the line of the rule.
    #[must_use]
    pub fn describe(&self, program: &Program) -> String {
        let mut text = format!("tick {}: {}", self.tick, self.cause);
        if let Cause::Unmakeable(kind, _) = self.cause {
            text += &format!(" (`{}`)", program.type_name(kind));
        }
        let line = self.line(program).map_or(String::new(), |line| format!(" of line {line}"));
        let rule = self.rule_name(program);
        if let Some(name) = rule {
            text += &format!("; rule `{name}`{line}");
        }
        if let Some((kind, id)) = self.sprite {
            let line = if rule.is_none() { line } else { String::new() };
            text += &format!("; sprite `{}`{line}, number {id}", program.type_name(kind));
        }
        text
    }
}
