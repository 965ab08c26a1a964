//! What kind of value a parameter takes, told by its name and by what its line is about.

use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::{
    EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, EffectDef, EndDef, Kind, ParamDef, SPRITE_PARAMS, find_param,
};

use crate::resolve::{GAME_PARAMS, TIMER};

/// What a line is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner<'a> {
    /// The game line.
    Game,
    /// A sprite.
    Sprite,
    /// A rule with the effect of this name, and the effect inside if it is a timer.
    Rule(&'a str, Option<&'a str>),
    /// A termination of this name.
    End(&'a str),
    /// A parameter of a `GameSpace`: all it says are texts.
    Parameter,
}

/// How a value is written in GDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A number in hundredths.
    Fraction,
    /// A whole number.
    Whole,
    /// 1 or 0.
    Truth,
    /// Whole numbers, one for each player or counter.
    Wholes,
    /// 1 or 0, one for each player.
    Truths,
    /// A name of the language: a direction, a colour, an effect.
    Name,
    /// A name of a sprite.
    Type,
    /// Names of sprites.
    Types,
    /// Any text.
    Text,
}

/// Texts that say True or False.
const TRUTH_TEXTS: [&str; 2] = ["hidden", "invisible"];

impl Owner<'_> {
    /// The row of a parameter. One that the line does not take is looked for among those of other such lines.
    pub(crate) fn def(self, key: &str) -> Option<&'static ParamDef> {
        let effect = |name: &str| EFFECTS.get(usize::from(EffectDef::code(name)?)).map(|e| e.params);
        let first = |lists: &[Option<&'static [ParamDef]>]| lists.iter().flatten().find_map(|l| find_param(l, key));
        match self {
            Owner::Game => find_param(GAME_PARAMS, key),
            // By name alone: a test sees to it that rows of one name take values of one shape.
            Owner::Sprite => find_param(SPRITE_PARAMS, key),
            Owner::Parameter => None,
            Owner::Rule(name, inner) => first(&[
                effect(name),
                Some(EFFECT_COMMON),
                Some(TIME_PARAMS),
                inner.filter(|_| name == TIMER).and_then(effect),
            ])
            .or_else(|| EFFECTS.iter().find_map(|e| find_param(e.params, key))),
            Owner::End(name) => {
                let own = EndDef::code(name).and_then(|c| ENDS.get(usize::from(c))).map(|e| e.params);
                first(&[own, Some(END_COMMON)]).or_else(|| ENDS.iter().find_map(|e| find_param(e.params, key)))
            }
        }
    }

    /// The shape of a parameter's values; `None` for one that nothing takes.
    pub(crate) fn shape(self, key: &str) -> Option<Shape> {
        self.def(key).map(shape)
    }
}

/// The shape of a row's values.
pub(crate) fn shape(def: &ParamDef) -> Shape {
    match def.kind {
        Kind::Int | Kind::Float => Shape::Whole,
        Kind::Double => Shape::Fraction,
        Kind::Bool => Shape::Truth,
        Kind::Ints => Shape::Wholes,
        Kind::Bools => Shape::Truths,
        Kind::Direction | Kind::Colour | Kind::EffectName => Shape::Name,
        Kind::Type | Kind::OptType | Kind::LooseType => Shape::Type,
        Kind::Types => Shape::Types,
        Kind::Text if TRUTH_TEXTS.contains(&def.name) => Shape::Truth,
        Kind::Text => Shape::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_sprite_parameters_with_one_name_take_values_that_are_written_alike() {
        let alike = |s| if s == Shape::Types { Shape::Type } else { s };
        for def in SPRITE_PARAMS {
            let first = Owner::Sprite.shape(def.name).expect("a row");
            assert_eq!(alike(first), alike(shape(def)), "{}", def.name);
        }
    }
}
