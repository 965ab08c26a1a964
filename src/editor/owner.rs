//! What a line is about, and the parameters that it takes for that: rows of the ontology.

use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::sprites::BASE_PARAMS;
use vgdl_vm::ontology::{
    Class, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, EffectDef, EndDef, Kind, ParamDef, Role, SPRITE_PARAMS,
    SpriteParam,
};

use crate::{explain, resolve};

/// What a line is about, as far as it says so.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    /// The game line.
    Game,
    /// A sprite of this class.
    Sprite(Option<Class>),
    /// A rule.
    Rule {
        /// Its effect.
        effect: Option<&'static EffectDef>,
        /// The effect inside a timer.
        inner: Option<&'static EffectDef>,
        /// Whether it runs at set times.
        timed: bool,
    },
    /// A termination.
    End(Option<&'static EndDef>),
    /// A parameter of a `GameSpace`.
    Parameter,
}

/// A parameter that a line takes.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) def: &'static ParamDef,
    /// Whose it is, in words.
    pub(super) whose: String,
    /// The class that sets its default.
    class: Option<(SpriteParam, Class)>,
}

impl Taken {
    fn of(def: &'static ParamDef, whose: impl Into<String>) -> Self {
        Self { def, whose: whose.into(), class: None }
    }

    /// What values it takes, and its default.
    pub(super) fn values(&self) -> String {
        match self.class {
            Some((param, class)) => explain::takes_in(param, class),
            None => explain::takes(self.def),
        }
    }
}

/// What the lines of a `ParameterSet` take.
const PARAMETER_KEYS: &[ParamDef] = &[
    key("values", "What it may be: `low:step:high`, or two truth values, `True:False`."),
    key("value", "The value it has unless another is given with the call."),
    key("string", "What it is for, in words."),
];

const fn key(name: &'static str, doc: &'static str) -> ParamDef {
    ParamDef { name, kind: Kind::Text, default: Some("None"), doc, role: Role::Rules }
}

/// Whether values of a kind name sprites.
pub(super) fn names_sprites(kind: Kind) -> bool {
    matches!(kind, Kind::Type | Kind::OptType | Kind::LooseType | Kind::Types)
}

/// Whether values of a kind are pieces between commas.
pub(super) fn is_list(kind: Kind) -> bool {
    matches!(kind, Kind::Types | Kind::Ints | Kind::Bools)
}

/// The effect of this name.
pub(super) fn effect(name: &str) -> Option<&'static EffectDef> {
    EFFECTS.get(usize::from(EffectDef::code(name)?))
}

/// The termination of this name.
pub(super) fn end(name: &str) -> Option<&'static EndDef> {
    ENDS.get(usize::from(EndDef::code(name)?))
}

impl Owner {
    /// The parameters that the line takes: first its own, last those of all such lines. Where it does not say what it is
    /// about, those of all that it may be about.
    pub(super) fn params(self) -> Vec<Taken> {
        let all = |list: &'static [ParamDef], whose: &'static str| list.iter().map(move |p| Taken::of(p, whose));
        let mut taken: Vec<Taken> = match self {
            Owner::Game => all(resolve::GAME_PARAMS, "the game line").collect(),
            Owner::Parameter => all(PARAMETER_KEYS, "game parameters").collect(),
            Owner::Sprite(None) => all(SPRITE_PARAMS, "sprites").collect(),
            Owner::Sprite(Some(class)) => {
                let whose = |p: SpriteParam| {
                    let of = class.lineage().find(|c| c.params.contains(&p)).map(|c| c.name);
                    of.unwrap_or("every sprite")
                };
                let taken =
                    |p: SpriteParam| Taken { def: p.def(), whose: whose(p).to_owned(), class: Some((p, class)) };
                class.params().map(taken).collect()
            }
            Owner::Rule { effect, inner, timed } => {
                let own = effect.into_iter().chain(inner).flat_map(|e| all(e.params, e.name));
                let time = if timed || inner.is_some() { TIME_PARAMS } else { &[] };
                own.chain(all(time, "rules at set times")).chain(all(EFFECT_COMMON, "every effect")).collect()
            }
            Owner::End(end) => {
                let own = end.into_iter().flat_map(|e| all(e.params, e.name));
                own.chain(all(END_COMMON, "every termination")).collect()
            }
        };
        // Some names stand for one parameter in this class and for another in that one.
        let mut seen = rustc_hash::FxHashSet::default();
        taken.retain(|t| seen.insert(t.def.name));
        taken
    }

    /// The parameter of this name. A name that the line does not take is looked for among those of other such lines.
    pub(super) fn param(self, key: &str) -> Option<Taken> {
        let known = self.params().into_iter().find(|t| t.def.name == key);
        known.or_else(|| match self {
            Owner::Sprite(Some(_)) => Owner::Sprite(None).param(key),
            Owner::Rule { .. } => elsewhere(EFFECTS.iter().map(|e| (e.name, e.params)), key),
            Owner::End(_) => elsewhere(ENDS.iter().map(|e| (e.name, e.params)), key),
            Owner::Sprite(None) | Owner::Game | Owner::Parameter => None,
        })
    }

    /// Whether the values of a key name sprites.
    pub(super) fn key_names_sprites(self, key: &str) -> bool {
        let list = |params: &[ParamDef]| params.iter().find(|p| p.name == key).map(|p| names_sprites(p.kind));
        match self {
            Owner::Game => list(resolve::GAME_PARAMS),
            Owner::Parameter => None,
            // By name alone: no parameter of sprites names sprites in one class and something else in another.
            Owner::Sprite(_) => list(SPRITE_PARAMS),
            Owner::Rule { effect, inner, .. } => {
                let own = effect.into_iter().chain(inner).find_map(|e| list(e.params));
                own.or_else(|| EFFECTS.iter().find_map(|e| list(e.params)))
            }
            Owner::End(end) => {
                let own = end.and_then(|e| list(e.params));
                own.or_else(|| ENDS.iter().find_map(|e| list(e.params)))
            }
        }
        .unwrap_or(false)
    }
}

/// The first parameter of this name in some rows.
fn elsewhere(mut rows: impl Iterator<Item = (&'static str, &'static [ParamDef])>, key: &str) -> Option<Taken> {
    rows.find_map(|(name, params)| Some(Taken::of(params.iter().find(|p| p.name == key)?, name)))
}

/// Whether every sprite takes a parameter.
pub(super) fn is_common(def: &ParamDef) -> bool {
    let base = || BASE_PARAMS.iter().map(|p| p.def());
    base().chain(EFFECT_COMMON).chain(TIME_PARAMS).chain(END_COMMON).any(|p| std::ptr::eq(p, def))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Source};

    #[test]
    fn names_of_sprite_parameters_say_whether_they_name_sprites() {
        for def in SPRITE_PARAMS {
            let same = SPRITE_PARAMS.iter().filter(|p| p.name == def.name);
            assert!(same.clone().all(|p| names_sprites(p.kind) == names_sprites(def.kind)), "{}", def.name);
        }
    }

    /// The keys offered in a `ParameterSet` are those that the compiler knows.
    #[test]
    fn keys_of_game_parameters_are_known_to_the_compiler() {
        let line = |keys: &str| {
            let text = format!("GameSpace\n  ParameterSet\n    P > {keys}\n  SpriteSet\n    avatar > MovingAvatar\n");
            crate::check(&Source::new("game", text), &[], &Options::default()).diagnostics
        };
        assert_eq!(line("values=1:1:5 value=2 string=a"), []);
        assert_eq!(PARAMETER_KEYS.len(), 3);
        let unknown = line("values=1:1:5 valuee=2");
        assert_eq!(unknown[0].code, crate::diag::codes::UNKNOWN_PARAM);
    }

    #[test]
    fn a_line_takes_its_own_parameters_first() {
        let names = |owner: Owner| owner.params().iter().map(|t| t.def.name).collect::<Vec<_>>();
        assert_eq!(names(Owner::Sprite(Some(Class::Portal)))[..2], ["stype", "itype"]);
        assert_eq!(names(Owner::End(end("SpriteCounter"))), ["stype", "limit", "win", "count_score"]);
        let rule = Owner::Rule { effect: effect("transformTo"), inner: None, timed: false };
        assert_eq!(names(rule)[0], "stype");
        assert!(!names(rule).contains(&"timer"));
        let timer = Owner::Rule { effect: effect(resolve::TIMER), inner: effect("spawn"), timed: false };
        assert!(names(timer).contains(&"timer") && names(timer).contains(&"stype"));
    }

    #[test]
    fn defaults_are_those_of_the_class() {
        let speed = |class| Owner::Sprite(class).param("speed").expect("a parameter").values();
        assert_eq!(speed(Some(Class::Missile)), "number, 1 if not given");
        assert_eq!(speed(None), "number, 0.0 if not given");
    }
}
