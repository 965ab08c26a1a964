//! What an avatar can bring about, read off the rules of a program.

use vgdl_vm::ontology::{Class, Effect, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{Program, Rule, TypeId};
use vgdl_vm::selector::Bits;

use super::judge::is_a;
use crate::opt::reach::{made, makes};

/// What meets what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Actor {
    /// The avatar.
    Avatar,
    /// What it shoots, of this type.
    Shot(TypeId),
    /// What it can push, of this type.
    Pushed(TypeId),
    /// Anything else, of this type.
    Other(TypeId),
}

/// One way to bring something about.
#[derive(Clone, Debug)]
pub(super) struct Means {
    pub(super) actor: Actor,
    /// Family of the sprites that the actor has to meet.
    pub(super) target: TypeId,
    /// Whether one of these goes.
    pub(super) removes: bool,
    /// Types of which a sprite comes.
    pub(super) makes: Vec<TypeId>,
    /// What the avatar gets, and how much.
    pub(super) gives: Option<(TypeId, i32)>,
    /// What it must hold, and how much of that it has no longer afterwards.
    pub(super) needs: Vec<Need>,
    /// Points for it.
    pub(super) points: i32,
}

/// Something that the avatar must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) what: TypeId,
    pub(super) amount: i32,
    /// How much of it is paid.
    pub(super) paid: i32,
}

/// What becomes of an avatar that meets a type.
#[derive(Clone, Debug, Default)]
pub(super) struct Contact {
    /// It cannot go there.
    pub(super) stops: bool,
    /// It goes there and dies, unless it holds this.
    pub(super) kills: bool,
    pub(super) unless: Option<(TypeId, i32)>,
}

/// All of it, for an avatar of a type.
#[derive(Clone, Debug, Default)]
pub(super) struct Powers {
    pub(super) means: Vec<Means>,
    /// By type.
    pub(super) contacts: Vec<Contact>,
    /// By type: whether the avatar can push it.
    pub(super) pushed: Vec<bool>,
    /// Types that stop what the avatar shoots.
    pub(super) screens: Vec<bool>,
    /// Portals that the avatar can take: their type, and the type of the exits.
    pub(super) portals: Vec<(TypeId, TypeId)>,
    pub(super) diagonals: bool,
}

impl Powers {
    pub(super) fn of(program: &Program, avatar: TypeId, player: usize) -> Self {
        let n = program.types.len();
        let decl = &program.types[avatar.index()];
        let mut shots = Vec::new();
        let mut ammunition = Vec::new();
        for (param, value) in &decl.params {
            if param.is_ammunition() {
                ammunition.extend(types(value).map(|what| Need { what, amount: 1, paid: 1 }));
            } else if decl.class.is_ok_and(|class| makes(class, *param)) {
                shots.extend(types(value));
            }
        }
        let diagonals = decl.class.is_ok_and(Class::may_move_diagonally)
            && decl.params.iter().any(|(p, v)| *p == SpriteParam::Directions && *v == Value::Int(8));
        let mut powers = Self {
            contacts: vec![Contact::default(); n],
            pushed: vec![false; n],
            screens: vec![false; n],
            diagonals,
            ..Self::default()
        };
        let mine = |family| is_a(program, avatar, family);
        let rules = || {
            let pairs = program.pairs.iter();
            pairs.flat_map(|p| p.rules.iter().map(move |r| (p.first, p.second, &program.rules[r.index()])))
        };
        for (first, second, rule) in rules().filter(|(_, _, r)| r.enabled) {
            match (mine(first), mine(second)) {
                (true, false) => powers.note_contact(program, first, second, rule),
                (false, true) if matches!(rule.effect, Effect::BounceForward(_)) => {
                    members(program, first).for_each(|t| powers.pushed[t.index()] = true);
                }
                _ => {}
            }
            if shots.iter().any(|&shot| is_a(program, shot, first)) && removes_first(&rule.effect) {
                members(program, second).for_each(|t| powers.screens[t.index()] = true);
            }
        }
        for (first, second, rule) in rules().filter(|(_, _, r)| r.enabled) {
            let actor = |family: TypeId| {
                if mine(family) {
                    Actor::Avatar
                } else if let Some(&shot) = shots.iter().find(|&&shot| is_a(program, shot, family)) {
                    Actor::Shot(shot)
                } else if members(program, family).any(|t| powers.pushed[t.index()]) {
                    Actor::Pushed(family)
                } else {
                    Actor::Other(family)
                }
            };
            let sides = [(first, second, removes_first(&rule.effect)), (second, first, removes_second(&rule.effect))];
            for (i, (target, by, removes)) in sides.into_iter().enumerate() {
                let actor = actor(by);
                // Nobody wants to lose the avatar.
                if mine(target) || (actor == Actor::Avatar && sides[1 - i].2 && !turns(program, &rule.effect)) {
                    continue;
                }
                let made: Vec<TypeId> = made(&rule.effect).iter().flat_map(types).collect();
                let gives = match &rule.effect {
                    Effect::CollectResource(_) | Effect::CollectResourceIfHeld(_) if i == 0 => Some((target, 1)),
                    Effect::ChangeResource(p) if i == 1 && p.value > 0 => p.resource.0.map(|r| (r, p.value)),
                    _ => None,
                };
                let gives = gives.filter(|_| actor == Actor::Avatar);
                if !removes && made.is_empty() && gives.is_none() {
                    continue;
                }
                let mut needs = needs(program, rule, i == 1);
                if actor != Actor::Avatar {
                    needs.clear();
                }
                if matches!(actor, Actor::Shot(_)) {
                    needs.extend(&ammunition);
                }
                let points = rule.score.of(player).unwrap_or(0);
                powers.means.push(Means { actor, target, removes, makes: made, gives, needs, points });
            }
        }
        powers
    }

    /// An avatar is the first sprite of a rule.
    fn note_contact(&mut self, program: &Program, avatar: TypeId, other: TypeId, rule: &Rule) {
        match &rule.effect {
            Effect::StepBack(_) | Effect::UndoAll(_) | Effect::WallStop(_) => {
                members(program, other).for_each(|t| self.contacts[t.index()].stops = true);
            }
            Effect::TeleportToExit(_) => {
                for gate in members(program, other) {
                    let params = &program.types[gate.index()].params;
                    let exits = params.iter().filter(|(p, _)| *p == SpriteParam::Stype).flat_map(|(_, v)| types(v));
                    self.portals.extend(exits.map(|exit| (gate, exit)));
                }
            }
            effect if removes_first(effect) && avatar != other && !turns(program, effect) => {
                let unless = match effect {
                    Effect::KillIfHasLess(p) => Some((p.resource, p.limit.saturating_add(1))),
                    _ => None,
                };
                for t in members(program, other) {
                    self.contacts[t.index()].kills = true;
                    self.contacts[t.index()].unless = unless;
                }
            }
            _ => {}
        }
    }
}

/// The types of a family.
pub(super) fn members(program: &Program, family: TypeId) -> impl Iterator<Item = TypeId> {
    program.types[family.index()].family.iter().copied()
}

/// The types that a value names.
fn types(value: &Value) -> impl Iterator<Item = TypeId> {
    let list: &[TypeRef] = match value {
        Value::Type(one) => std::slice::from_ref(one),
        Value::Types(list) => list,
        _ => &[],
    };
    list.iter().filter_map(|t| t.0)
}

/// Whether an effect turns the avatar into another avatar.
fn turns(program: &Program, effect: &Effect) -> bool {
    let class = |t: TypeId| program.types[t.index()].class;
    matches!(effect, Effect::TransformTo(p) if class(p.stype).is_ok_and(Class::is_avatar))
}

/// Whether an effect may do away with the first sprite.
fn removes_first(effect: &Effect) -> bool {
    match effect {
        Effect::KillSprite(_)
        | Effect::KillBoth(_)
        | Effect::KillIfAlive(_)
        | Effect::KillIfFromAbove(_)
        | Effect::KillIfFrontal(_)
        | Effect::KillIfNotFrontal(_)
        | Effect::KillIfHasLess(_)
        | Effect::KillIfHasMore(_)
        | Effect::KillIfOtherHasMore(_)
        | Effect::KillIfFast(_)
        | Effect::KillIfSlow(_)
        | Effect::Strike(_)
        | Effect::TransformTo(_)
        | Effect::TransformToRandomChild(_)
        | Effect::TransformIfCount(_)
        | Effect::CollectResourceIfHeld(_) => true,
        Effect::CollectResource(p) => p.kill_resource,
        Effect::SubtractHealthPoints(p) => p.stype.is_none(),
        _ => false,
    }
}

/// Whether an effect may do away with the second sprite.
fn removes_second(effect: &Effect) -> bool {
    let asks = effect.def().alters.split_whitespace().any(|word| word == "b?");
    matches!(effect, Effect::KillBoth(_)) || (asks && effect.alters().second)
}

/// What the avatar must hold for a rule to do something; it is the first sprite of it or the second.
fn needs(program: &Program, rule: &Rule, avatar_first: bool) -> Vec<Need> {
    let need = |what: TypeRef, amount, paid| what.0.map(|what| Need { what, amount, paid });
    let own = match &rule.effect {
        Effect::KillIfOtherHasMore(p) if !avatar_first => {
            need(p.resource, p.limit, if p.subtract { p.limit } else { 0 })
        }
        Effect::CollectResourceIfHeld(p) if !avatar_first => need(p.held, p.value, 0),
        Effect::SpawnIfHasMore(p) if avatar_first => need(TypeRef(Some(p.resource)), p.limit, p.spend),
        Effect::KillIfHasMore(p) if avatar_first => need(TypeRef(Some(p.resource)), p.limit, 0),
        _ => None,
    };
    let mut needs: Vec<Need> = own.into_iter().collect();
    let Some(condition) = &rule.condition else { return needs };
    // Who holds nothing qualifies for what requires nothing.
    let n = program.types.len();
    let (none, mut free) = (Bits::none(n), Bits::none(n));
    free.fill();
    program.requires.iter().for_each(|(t, ..)| free.remove(t.index()));
    if condition.any(&none, &free) {
        return needs;
    }
    // One thing held, or one qualification, may do.
    for t in (0..n).map(|i| TypeId(i as u16)) {
        let mut one = none.clone();
        one.insert(t.index());
        if condition.any(&one, &free) {
            needs.push(Need { what: t, amount: 1, paid: 0 });
            return needs;
        }
        let mut qualified = free.clone();
        qualified.insert(t.index());
        if condition.any(&none, &qualified) {
            let required = program.requires.iter().filter(|r| r.0 == t);
            needs.extend(required.map(|&(_, what, amount)| Need { what, amount, paid: 0 }));
            return needs;
        }
    }
    needs
}
