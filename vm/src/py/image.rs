//! A game that is ready to run.

use std::sync::Arc;

use super::game::{Engine, Game, NameId, TypeId, Value};
use super::ontology::{Attr, Class, Effect, End, Physics};
use crate::program::verify::VerifyError;

/// Most names of a game.
const MOST_NAMES: usize = 1 << 15;

/// Most sprites that a game may want to make.
const MOST_CREATIONS: u32 = 1_000_000;

/// Most names of a lineage, and of a level character.
const MOST_IN_LIST: usize = 256;

/// What an option that names sprites means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// No option.
    Nothing,
    /// The sprites of a name.
    Name(NameId),
    /// A value that names nothing: Python made an object of it.
    Foreign,
}

impl Named {
    /// The name, as it is given to the making of sprites.
    pub(super) fn name(self) -> Option<NameId> {
        match self {
            Named::Name(name) => Some(name),
            Named::Nothing | Named::Foreign => None,
        }
    }
}

/// What the second sprite of a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Partner {
    /// A sprite of a name.
    Name(NameId),
    /// The edge of the screen.
    Edge,
    /// Anything, as long as the first sprite is on the screen (2.0).
    Any,
}

/// What the sprites of a type start with, and what never changes for them.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) class: Option<Class>,
    pub(super) lineage: Vec<NameId>,
    pub(super) coloured: bool,
    pub(super) oriented_class: bool,
    pub(super) is_resource: bool,
    pub(super) is_static: bool,
    pub(super) only_active: bool,
    pub(super) physics: Physics,
    pub(super) speed: Option<f64>,
    pub(super) orientation: Option<(f64, f64)>,
    pub(super) cooldown: f64,
    pub(super) mass: f64,
    pub(super) strength: f64,
    pub(super) stype: Named,
    pub(super) limit: f64,
    pub(super) amount: f64,
    /// `None`: the value is false, and the class takes that for none.
    pub(super) prob: Option<f64>,
    pub(super) total: Option<f64>,
    pub(super) spreadprob: f64,
    pub(super) noise: f64,
    pub(super) angle: f64,
    pub(super) ammo: Option<NameId>,
    pub(super) airsteering: bool,
    pub(super) alternate_keys: bool,
    pub(super) fleeing: bool,
    /// What it is called as a resource.
    pub(super) resource: NameId,
    pub(super) jump_strength: f64,
    /// Whether an option is given that the class gives its base itself: no sprite of it can be made (1.0).
    pub(super) clashes: bool,
    /// Whether its sprites stay as they are, whatever happens: they need no turn.
    pub(super) idle: bool,
}

/// A game that was checked, in the form that runs. Shared by all plays.
#[derive(Debug)]
pub struct Image {
    pub(super) game: Game,
    pub(super) kinds: Vec<Kind>,
    /// By name: the type of which sprites can be made.
    pub(super) types: Vec<Option<TypeId>>,
    /// By name: the types that are in it.
    pub(super) families: Vec<Vec<TypeId>>,
    /// By name: whether at most one sprite may live.
    pub(super) singleton: Vec<bool>,
    /// By name: the most that a sprite holds of it.
    pub(super) limits: Vec<f64>,
    /// By type: hash of its name in Python 2.7.
    pub(super) hashes: Vec<i64>,
    pub(super) avatar: Option<NameId>,
    /// By rule.
    pub(super) partners: Vec<Partner>,
    /// Whether sprites may share a rectangle with others.
    pub(super) shares: bool,
    /// What may be done in a tick (2.0).
    pub(super) declared: Vec<super::Keys>,
    /// `food`, `nest`, `moving`, `pacman`: what the class `AStarChaser` looks for.
    pub(super) maze: [Option<NameId>; 4],
}

impl Image {
    /// Checks a game and makes it ready to run: the one door.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn load(game: Game) -> Result<Arc<Image>, VerifyError> {
        verify(&game)?;
        let names = game.names.len();
        let mut types = vec![None; names];
        let mut families = vec![Vec::new(); names];
        for (i, decl) in game.types.iter().enumerate() {
            let id = TypeId(i as u16);
            types[decl.name.index()] = Some(id);
            let mut seen = Vec::new();
            for name in &decl.lineage {
                if !seen.contains(name) {
                    seen.push(*name);
                    families[name.index()].push(id);
                }
            }
        }
        let mut singleton = vec![false; names];
        game.singletons.iter().for_each(|n| singleton[n.index()] = true);
        // What nobody declared: 2 in the original, no limit in the rewrite.
        let usual = if game.engine == Engine::One { 2.0 } else { f64::INFINITY };
        let mut limits = vec![usual; names];
        game.limits.iter().for_each(|(n, limit)| limits[n.index()] = *limit);
        let named = |name: &str| game.names.iter().position(|n| n == name).map(|i| NameId(i as u16));
        let mut kinds: Vec<Kind> = game.types.iter().map(|t| kind(t, game.engine)).collect();
        for kind in &mut kinds {
            let changes = |rule: &super::Rule| rule.effect.changes_first() && kind.lineage.contains(&rule.first);
            kind.idle = kind.rests() && !game.rules.iter().any(changes);
        }
        let hashes = game.types.iter().map(|t| super::order::hash(&game.names[t.name.index()])).collect();
        let (avatar, maze) = (named("avatar"), ["food", "nest", "moving", "pacman"].map(named));
        let two = game.engine == Engine::Two;
        let partner = |rule: &super::Rule| match game.names[rule.second.index()].as_str() {
            "EOS" => Partner::Edge,
            "ANY" if two => Partner::Any,
            _ => Partner::Name(rule.second),
        };
        let shares = game.rules.iter().any(|rule| matches!(rule.effect, Effect::TeleportToExit {}));
        let partners = game.rules.iter().map(partner).collect();
        let avatars = game.types.iter().filter_map(|t| t.class).find(|c| c.def().is("avatar"));
        let declared = avatars.map(super::two::actions).unwrap_or_default();
        Ok(Arc::new(Image {
            shares,
            partners,
            declared,
            kinds,
            types,
            families,
            singleton,
            limits,
            hashes,
            avatar,
            maze,
            game,
        }))
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of a type.
    #[must_use]
    pub fn type_name(&self, id: TypeId) -> &str {
        self.game.types.get(id.index()).map_or("", |t| self.name(t.name))
    }

    /// A name.
    #[must_use]
    pub fn name(&self, id: NameId) -> &str {
        self.game.names.get(id.index()).map_or("", String::as_str)
    }
}

/// Checks that every number is in range.
fn verify(game: &Game) -> Result<(), VerifyError> {
    let wrong = |why: &str| Err(VerifyError(why.to_owned()));
    if game.max_sprites > MOST_CREATIONS {
        return wrong("MAX_SPRITES is more than 1,000,000");
    }
    if game.names.len() > MOST_NAMES || game.types.len() > MOST_NAMES {
        return wrong("the game has too many names");
    }
    if game.types.iter().any(|t| t.lineage.len() > MOST_IN_LIST)
        || game.mapping.iter().any(|m| m.1.len() > MOST_IN_LIST)
    {
        return wrong("the game has a list of more than 256 names");
    }
    let known = |n: &NameId| n.index() < game.names.len();
    let lineages = game.types.iter().all(|t| {
        let options = t.options.iter().all(|(_, v)| !matches!(v, Value::Name(n) if !known(n)));
        known(&t.name) && t.lineage.iter().all(known) && t.lineage.last() == Some(&t.name) && options
    });
    let mut seen = vec![false; game.names.len()];
    let twice = game.types.iter().any(|t| known(&t.name) && std::mem::replace(&mut seen[t.name.index()], true));
    let rules =
        game.rules.iter().all(|r| known(&r.first) && known(&r.second) && r.effect.names().iter().flatten().all(known));
    let ends = game.ends.iter().all(|e| match &e.end {
        End::Timeout { .. } => true,
        End::SpriteCounter { stype, .. } => stype.as_ref().is_none_or(known),
        End::MultiSpriteCounter { stypes, .. } => stypes.iter().flatten().all(known),
        End::ResourceCounter { stype, .. } => stype.as_ref().is_none_or(known),
    });
    let others = game.singletons.iter().all(known)
        && game.limits.iter().all(|(n, _)| known(n))
        && game.mapping.iter().all(|(_, names)| names.iter().all(known));
    match lineages && !twice && rules && ends && others {
        true => Ok(()),
        false => wrong("the game names something that it does not have"),
    }
}

impl Kind {
    /// Whether a turn changes nothing but when it moved last, as long as nothing else moves or turns it.
    fn rests(&self) -> bool {
        use Class::*;
        let plain = matches!(
            self.class,
            Some(
                Immutable
                    | Immovable
                    | Passive
                    | Resource
                    | ResourcePack
                    | SpriteProducer
                    | Portal
                    | OrientedSprite
                    | Conveyor
                    | Missile
            )
        );
        plain && (self.is_static || self.only_active || self.orientation.is_none())
    }
}

impl Effect {
    /// Whether it may move or turn the first sprite, other than to where it was.
    fn changes_first(&self) -> bool {
        use Effect::*;
        !matches!(
            self,
            KillSprite {}
                | KillBoth {}
                | CloneSprite {}
                | TransformTo { .. }
                | StepBack {}
                | UndoAll {}
                | KillIfSlow { .. }
                | KillIfFromAbove {}
                | KillIfAlive {}
                | CollectResource {}
                | ChangeResource { .. }
                | SpawnIfHasMore { .. }
                | KillIfHasMore { .. }
                | KillIfOtherHasMore { .. }
                | KillIfHasLess { .. }
                | KillIfOtherHasLess { .. }
                | SpendResource { .. }
                | SpendAvatarResource { .. }
                | KillOthers { .. }
                | KillIfAvatarWithoutResource { .. }
                | AvatarCollectResource {}
                | TransformOthersTo { .. }
                | NullEffect {}
        )
    }

    /// The names among its operands.
    fn names(&self) -> [Option<NameId>; 2] {
        match *self {
            Effect::TransformTo { stype } => [stype, None],
            Effect::SpawnIfHasMore { resource, stype, .. } => [resource, stype],
            Effect::ChangeResource { resource, .. }
            | Effect::KillIfHasMore { resource, .. }
            | Effect::KillIfOtherHasMore { resource, .. }
            | Effect::KillIfHasLess { resource, .. }
            | Effect::KillIfOtherHasLess { resource, .. } => [resource, None],
            Effect::SpendResource { target, .. }
            | Effect::SpendAvatarResource { target, .. }
            | Effect::KillOthers { target }
            | Effect::KillIfAvatarWithoutResource { target } => [target, None],
            Effect::TransformOthersTo { target, stype } => [target, stype],
            _ => [None, None],
        }
    }
}

/// What the sprites of a type start with.
fn kind(decl: &super::TypeDecl, engine: Engine) -> Kind {
    use Class::*;
    // The last of several options of a name counts.
    let given = |attr: Attr| decl.options.iter().rev().find(|(a, _)| *a == attr).map(|(_, v)| v);
    // What is false falls back to the class's own value.
    let truly = |attr: Attr| given(attr).filter(|v| v.is_true());
    let number = |attr: Attr| given(attr).and_then(Value::number);
    let flag = |attr: Attr, usual: bool| given(attr).map_or(usual, Value::is_true);
    let class = decl.class;
    let def = class.map(Class::def);
    let is = |word: &str| def.is_some_and(|d| d.is(word));
    let oriented_class = is("oriented");
    let named = |attr: Attr| match given(attr) {
        None | Some(Value::None) => Named::Nothing,
        Some(Value::Name(n)) => Named::Name(*n),
        Some(_) => Named::Foreign,
    };
    let spawner = matches!(class, Some(SpawnPoint | Bomber));
    let prob = match class {
        Some(SpawnPoint | Bomber) => {
            if given(Attr::Prob).is_none() {
                Some(1.0)
            } else {
                truly(Attr::Prob).and_then(Value::number)
            }
        }
        Some(WalkJumper | ErraticMissile) => Some(number(Attr::Prob).unwrap_or(0.1)),
        _ => number(Attr::Prob),
    };
    Kind {
        class,
        lineage: decl.lineage.clone(),
        coloured: decl.coloured || def.is_some_and(|d| d.coloured),
        oriented_class,
        is_resource: is("resource"),
        is_static: flag(Attr::IsStatic, is("static")),
        only_active: flag(Attr::OnlyActive, is("active")),
        physics: match truly(Attr::PhysicsType) {
            Some(Value::Physics(p)) => *p,
            _ => def.map_or(Physics::Grid, |d| d.physics),
        },
        speed: truly(Attr::Speed).and_then(Value::number).or(def.and_then(|d| d.speed)),
        orientation: match given(Attr::Orientation) {
            Some(Value::Pair(x, y)) => Some((*x, *y)),
            _ => oriented_class.then_some((1.0, 0.0)),
        },
        cooldown: truly(Attr::Cooldown).and_then(Value::number).unwrap_or(if spawner { 1.0 } else { 0.0 }),
        mass: number(Attr::Mass).unwrap_or(1.0),
        strength: number(Attr::Strength).unwrap_or(match class {
            Some(MarioAvatar) if engine == Engine::Two => 3.0,
            Some(WalkJumper | MarioAvatar) => 10.0,
            _ => 1.0,
        }),
        jump_strength: number(Attr::JumpStrength).unwrap_or(10.0),
        clashes: match class {
            Some(RandomMissile) => given(Attr::Orientation).is_some() || given(Attr::Speed).is_some(),
            Some(ErraticMissile) => given(Attr::Orientation).is_some(),
            _ => false,
        },
        idle: false,
        stype: named(Attr::Stype),
        limit: number(Attr::Limit).unwrap_or(if is("resource") { 2.0 } else { 1.0 }),
        amount: number(Attr::Amount).unwrap_or(1.0),
        prob,
        total: truly(Attr::Total).and_then(Value::number),
        spreadprob: number(Attr::SpreadProb).unwrap_or(1.0),
        noise: number(Attr::NoiseLevel).unwrap_or(if class == Some(NoisyRotatingFlippingAvatar) { 0.1 } else { 0.0 }),
        angle: number(Attr::AngleDiff).unwrap_or(0.05),
        ammo: match given(Attr::Ammo) {
            Some(Value::Name(n)) => Some(*n),
            _ => None,
        },
        airsteering: flag(Attr::AirSteering, false),
        alternate_keys: flag(Attr::AlternateKeys, false),
        fleeing: flag(Attr::Fleeing, class == Some(Fleeing)),
        resource: match given(Attr::ResType) {
            Some(Value::Name(n)) => *n,
            _ => decl.name,
        },
    }
}
