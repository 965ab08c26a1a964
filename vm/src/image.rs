//! The loaded form of a program: verified, dense, immutable, shared by all plays.

use std::fmt;
use std::sync::Arc;

use crate::ontology::effects::operands;
use crate::ontology::{Class, Effect, Traits, TypeRef, Value};
use crate::program::verify::{VerifyError, verify};
use crate::program::{Level, Program, Rule, RuleId, TypeId, Unmakeable};
use crate::state::State;

/// A verified program, ready to run.
#[derive(Debug)]
pub struct Image {
    pub(crate) program: Program,
    /// By type.
    pub(crate) kinds: Vec<Kind>,
    /// Types whose sprites have something to do in a tick, in the order of their turns.
    pub(crate) turns: Vec<TypeId>,
    /// Pairs of types with rules, in order.
    pub(crate) pairs: Vec<PairPlan>,
    /// By type and type: place of the second in the family of the first, `NO_RANK` if it is not in it. Only the rows of
    /// types that stand in a pair are filled; see [`Image::rank`].
    ranks: Vec<u16>,
    /// By type: its row in `ranks`.
    rank_rows: Vec<u16>,
    /// Types that can be held, by column.
    pub(crate) resources: Vec<TypeId>,
    /// By rule: which effect it is.
    pub(crate) codes: Vec<u8>,
    /// Length of the longest list that a bomber draws from.
    pub(crate) list_len: usize,
}

/// Not in the family.
pub(crate) const NO_RANK: u16 = u16::MAX;

/// A sprite type, ready to be made and updated.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) class: Result<Class, Unmakeable>,
    pub(crate) traits: Traits,
    /// Whether its class is one of the avatar classes.
    pub(crate) avatar: bool,
    /// Place in the order in which types are drawn; −1 if its sprites are never updated.
    pub(crate) turn: i32,
    /// Whether its sprites have a turn of their own each tick: ticks count for their cooldown.
    pub(crate) ticks: bool,
    /// Whether its turn does nothing but note where its sprites are.
    pub(crate) rests: bool,
    /// Column of what is held of it.
    pub(crate) column: Option<u16>,
    /// Types whose families are limited to one sprite and hold this type.
    pub(crate) singletons: Box<[TypeId]>,
    pub(crate) family: Box<[TypeId]>,
    /// Whether meeting solid sprites decides if it stands on the ground.
    pub(crate) stands: bool,
}

/// Rules of two types.
#[derive(Debug)]
pub(crate) struct PairPlan {
    pub(crate) first: TypeId,
    pub(crate) second: TypeId,
    pub(crate) rules: Box<[RuleId]>,
    /// Whether any first sprite may be one that stands on ground.
    pub(crate) grounds: bool,
}

/// Why a level cannot be started: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(pub String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

impl Image {
    /// Verifies a program and makes it ready to run: the one door.
    ///
    /// # Errors
    /// The first thing that is wrong with the program.
    pub fn load(program: Program) -> Result<Arc<Image>, VerifyError> {
        verify(&program)?;
        let resources = resources(&program);
        let kinds = kinds(&program, &resources);
        let turns =
            program.order.iter().rev().copied().filter(|t| kinds[t.index()].ticks && !kinds[t.index()].rests).collect();
        let pairs = program
            .pairs
            .iter()
            .map(|p| PairPlan {
                first: p.first,
                second: p.second,
                rules: p.rules.clone().into(),
                grounds: kinds[p.first.index()].family.iter().any(|t| kinds[t.index()].stands),
            })
            .collect();
        let (ranks, rank_rows) = ranks(&program);
        let codes = program.rules.iter().map(|r| r.effect.code()).collect();
        let list_len = kinds.iter().map(|k| k.traits.stype_missile.len()).max().unwrap_or(0);
        Ok(Arc::new(Image { program, kinds, turns, pairs, ranks, rank_rows, resources, codes, list_len }))
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Starts a play of a level.
    ///
    /// # Errors
    /// A level that is empty, too large, or asks for sprites that cannot be made.
    pub fn start(self: &Arc<Self>, level: &Level, seed: i32) -> Result<State, StartError> {
        State::start(self, level, seed)
    }

    #[inline]
    pub(crate) fn kind(&self, id: TypeId) -> &Kind {
        &self.kinds[id.index()]
    }

    #[inline]
    pub(crate) fn rule(&self, id: RuleId) -> &Rule {
        &self.program.rules[id.index()]
    }

    /// Place of a type in the family of another; `NO_RANK` if it is not in it.
    #[inline]
    pub(crate) fn rank(&self, family: TypeId, kind: TypeId) -> u16 {
        self.ranks[self.rank_rows[family.index()] as usize * self.kinds.len() + kind.index()]
    }
}

/// Types that can be held: whatever is collected, changed or asked for.
fn resources(program: &Program) -> Vec<TypeId> {
    let mut held = vec![false; program.types.len()];
    let mut note = |value: &Value| match value {
        Value::Type(TypeRef(Some(t))) => held[t.index()] = true,
        Value::Types(list) => list.iter().filter_map(|t| t.0).for_each(|t| held[t.index()] = true),
        _ => {}
    };
    for rule in &program.rules {
        for arg in rule.effect.args() {
            if matches!(arg.name, "resource" | "heldResource") {
                note(&arg.value);
            }
        }
    }
    for decl in &program.types {
        for (param, value) in &decl.params {
            if param.def().name == "ammo" {
                note(value);
            }
        }
    }
    for (i, decl) in program.types.iter().enumerate() {
        if decl.class.is_ok_and(|c| c.is_a(Class::Resource)) {
            held[i] = true;
        }
    }
    (0..held.len()).filter(|&i| held[i]).map(|i| TypeId(i as u16)).collect()
}

fn kinds(program: &Program, resources: &[TypeId]) -> Vec<Kind> {
    // What effects of this program may do to sprites that seem to rest.
    let changes_speed = program.rules.iter().any(|r| {
        matches!(
            r.effect,
            Effect::HalfSpeed(_)
                | Effect::IncreaseSpeedToAll(_)
                | Effect::DecreaseSpeedToAll(_)
                | Effect::SetSpeedForAll(_)
                | Effect::WallStop(_)
                | Effect::WallReverse(_)
        )
    });
    let orients = program.rules.iter().any(|r| {
        matches!(r.effect, Effect::TransformToSingleton(operands::TransformToSingleton { take_orientation: true, .. }))
    });
    let mut turn = vec![-1; program.types.len()];
    for (i, t) in program.order.iter().enumerate() {
        turn[t.index()] = i as i32;
    }
    program
        .types
        .iter()
        .enumerate()
        .map(|(i, decl)| {
            let class = decl.class;
            let mut traits = class.map_or_else(|_| Traits::base(), Class::traits);
            for (param, value) in &decl.params {
                traits.set(*param, value);
            }
            traits.cooldown = traits.cooldown.max(1);
            traits.is_oriented |= traits.orientation != crate::ontology::Dir::None;
            if traits.max_health_points == 0 {
                traits.max_health_points = traits.health_points;
            }
            traits.health_points = traits.health_points.min(traits.max_health_points);
            let avatar = class.is_ok_and(Class::is_avatar);
            let ticks = turn[i] >= 0 && !avatar;
            let still = traits.is_static
                || traits.only_active
                || (traits.physicstype == 0
                    && ((traits.speed == 0.0 && !changes_speed) || (!traits.is_oriented && !orients)));
            Kind {
                class,
                avatar,
                turn: turn[i],
                ticks,
                rests: ticks && still && traits.time_to_live < 0 && class.is_ok_and(updates_as_base),
                column: resources.binary_search(&TypeId(i as u16)).ok().map(|c| c as u16),
                singletons: decl.lineage.iter().copied().filter(|t| program.types[t.index()].singleton).collect(),
                family: decl.family.clone().into(),
                stands: class.is_ok_and(|c| {
                    matches!(c, Class::PlatformerAvatar | Class::WizardAvatar | Class::Walker | Class::WalkerJumper)
                }),
                traits,
            }
        })
        .collect()
}

/// Whether a turn of this class is a passive move and the end of its life, nothing else.
pub(crate) fn updates_as_base(class: Class) -> bool {
    matches!(
        class,
        Class::Immovable
            | Class::Passive
            | Class::Door
            | Class::Conveyor
            | Class::Resource
            | Class::ResourcePack
            | Class::SpriteProducer
            | Class::Portal
            | Class::Missile
            | Class::ErraticMissile
    )
}

fn ranks(program: &Program) -> (Vec<u16>, Vec<u16>) {
    let n = program.types.len();
    let mut ranks = Vec::new();
    let mut rows = vec![NO_RANK; n];
    for side in program.pairs.iter().flat_map(|p| [p.first, p.second]) {
        if rows[side.index()] != NO_RANK {
            continue;
        }
        rows[side.index()] = (ranks.len() / n) as u16;
        let start = ranks.len();
        ranks.resize(start + n, NO_RANK);
        for (rank, member) in program.types[side.index()].family.iter().enumerate() {
            ranks[start + member.index()] = rank as u16;
        }
    }
    (ranks, rows)
}
