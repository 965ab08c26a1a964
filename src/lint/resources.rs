//! Resources: who collects them, and who is asked for them.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::effects::RESOURCE_ARGS;
use vgdl_vm::ontology::{Class, Effect, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{Pair, Rule, RuleId, TypeId};

use super::{Subject, ammunition};
use crate::diag::{Diagnostic, Sink, codes};
use crate::resolve;
use crate::source::Span;

/// Entries that the table of holders may have: hostile games give many resources to long families.
const BUDGET: usize = 200_000;

/// Reports them.
pub(super) fn report(on: &Subject<'_>, sink: &mut Sink) {
    no_resource(on, sink);
    collected_the_wrong_way_round(on, sink);
    if on.mapped
        && let Some(held) = Holders::of(on)
    {
        asked_for(on, &held, sink);
        given_to_the_wrong_one(on, &held, sink);
        not_collected(on, &held, sink);
    }
}

/// Whether sprites of a type can be held.
fn is_resource(on: &Subject<'_>, id: TypeId) -> bool {
    on.ty(id).is_some_and(|ty| {
        let given = ty.params.iter().find(|p| p.param == SpriteParam::IsResource).map(|p| &p.value);
        given.map_or(ty.class.is_ok_and(|c| c.is_a(Class::Resource)), |v| *v == Value::Bool(true))
    })
}

/// Sprites named as resources that are none.
fn no_resource(on: &Subject<'_>, sink: &mut Sink) {
    let game = on.game;
    for rule in &game.rules {
        for arg in rule.args.iter().filter(|a| RESOURCE_ARGS.contains(&a.name)) {
            let Value::Type(TypeRef(Some(id))) = arg.value else {
                continue;
            };
            let Some(ty) = game.ty(id).filter(|t| t.class_name.is_some() && !t.inner) else {
                continue;
            };
            let given = ty.params.iter().any(|p| p.param == SpriteParam::IsResource);
            if given || ty.class.is_ok_and(|c| c.is_a(Class::Resource)) || ty.class.is_err() {
                continue;
            }
            let title = format!("sprite `{}` is not a resource", ty.name);
            let span = on.value_span(rule.line, arg.name).unwrap_or(rule.span);
            let class = ty.class_name.as_deref().unwrap_or_default();
            let found = Diagnostic::warning(codes::NO_RESOURCE, title).at(span);
            let found = found.label(format!("its class is `{class}`")).related(ty.span, "declared here");
            let known = game.types.iter().filter(|t| t.class.is_ok_and(|c| c.is_a(Class::Resource)) && !t.inner);
            let names: Vec<String> = known.take(5).map(|t| format!("`{}`", t.name)).collect();
            sink.push(match names.is_empty() {
                true => found.help(format!("declare it as `{} > Resource`", ty.name)),
                false => found.help(format!("name a sprite of class Resource, such as {}", names.join(", "))),
            });
        }
    }
}

/// A line with its two sprites in the other order.
fn turned(on: &Subject<'_>, pair: &Pair, rule: &crate::game::Rule) -> String {
    format!("write `{} {} > {}`", on.name(pair.second), on.name(pair.first), rule.effect_name())
}

/// `collectResource` whose first sprite is none that can be collected.
fn collected_the_wrong_way_round(on: &Subject<'_>, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    for pair in &on.program.pairs {
        for (id, rule) in on.rules(pair) {
            if !matches!(rule.effect, Effect::CollectResource(_) | Effect::CollectResourceIfHeld(_)) {
                continue;
            }
            let any = |id: TypeId| on.family(id).iter().any(|&t| is_resource(on, t));
            let Some(rule) = on.game.rule(id).filter(|_| !any(pair.first)) else { continue };
            if !told.insert((id, pair.first)) {
                continue;
            }
            let first = on.name(pair.first);
            let title = format!("`{first}` is collected, but is not a resource");
            let found = Diagnostic::warning(codes::WRONG_SIDE, title).at(on.named(rule, pair.first));
            let found = found.label(format!("the first sprite of `{}` must be a Resource", rule.effect_name()));
            let found = found.note("GVGAI does nothing here, without a word");
            sink.push(match any(pair.second) {
                true => found.help(turned(on, pair, rule)),
                false => found.help(format!("declare it as `{first} > Resource`")),
            });
        }
    }
}

/// Which sprite of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
}

impl Side {
    fn of(self, pair: &Pair) -> TypeId {
        match self {
            Side::First => pair.first,
            Side::Second => pair.second,
        }
    }

    fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Whom a rule asks for how much of what. An amount that everybody has is not asked for.
fn asks(rule: &Rule) -> Option<(Side, TypeId)> {
    match &rule.effect {
        Effect::KillIfHasMore(p) if p.limit > 0 => Some((Side::First, p.resource)),
        Effect::SpawnIfHasMore(p) if p.limit > 0 => Some((Side::First, p.resource)),
        Effect::KillIfHasLess(p) if p.limit >= 0 => Some((Side::First, p.resource)),
        Effect::SpawnIfHasLess(p) if p.limit >= 0 => Some((Side::First, p.resource)),
        Effect::KillIfOtherHasMore(p) if p.limit > 0 => Some((Side::Second, p.resource.0?)),
        Effect::CollectResourceIfHeld(p) if p.value > 0 => Some((Side::Second, p.held.0?)),
        _ => None,
    }
}

/// Who can ever hold what.
struct Holders {
    /// Resource and holder. What one avatar holds the one it turns into holds too, so avatars are one holder.
    held: FxHashSet<(TypeId, TypeId)>,
    by_avatars: FxHashSet<TypeId>,
    /// Resources that somebody holds.
    any: FxHashSet<TypeId>,
    /// Whether sprites other than avatars may turn into others, and take with them what they hold.
    turns: bool,
    /// Resources that a rule would collect if its sprites stood in the other order: that is reported where it is written.
    turned: FxHashSet<TypeId>,
    /// Resources that somebody is asked for, and whom.
    asked: FxHashMap<TypeId, FxHashSet<TypeId>>,
}

fn is_avatar(on: &Subject<'_>, id: TypeId) -> bool {
    on.ty(id).is_some_and(resolve::is_avatar)
}

impl Holders {
    /// `None` if that is too much to find out.
    fn of(on: &Subject<'_>) -> Option<Self> {
        let mut holders = Holders {
            held: FxHashSet::default(),
            by_avatars: FxHashSet::default(),
            any: FxHashSet::default(),
            turns: false,
            turned: FxHashSet::default(),
            asked: FxHashMap::default(),
        };
        let mut budget = BUDGET;
        for pair in &on.program.pairs {
            for (_, rule) in on.rules(pair) {
                let spent = (on.family(pair.first).len() + 1) * (on.family(pair.second).len() + 1);
                budget = budget.checked_sub(spent)?;
                match &rule.effect {
                    Effect::CollectResource(_) | Effect::CollectResourceIfHeld(_) => {
                        for resource in on.members(pair.first).filter(|&t| is_resource(on, t)) {
                            on.members(pair.second).for_each(|by| holders.give(on, resource, by));
                        }
                        if !on.family(pair.first).iter().any(|&t| is_resource(on, t)) {
                            holders.turned.extend(on.members(pair.second).filter(|&t| is_resource(on, t)));
                        }
                    }
                    Effect::ChangeResource(p) if p.value > 0 => {
                        if let Some(resource) = p.resource.0 {
                            on.members(pair.first).for_each(|by| holders.give(on, resource, by));
                        }
                    }
                    Effect::TransformTo(_)
                    | Effect::TransformIfCount(_)
                    | Effect::TransformToRandomChild(_)
                    | Effect::TransformToSingleton(_)
                    | Effect::TransformToAll(_) => {
                        holders.turns |= on.members(pair.first).any(|t| !is_avatar(on, t));
                    }
                    _ => {}
                }
                if let Some((side, resource)) = asks(rule) {
                    holders.asked.entry(resource).or_default().extend(on.family(side.of(pair)));
                }
            }
        }
        for (i, ty) in on.program.types.iter().enumerate() {
            for (_, resource) in ammunition(ty) {
                holders.asked.entry(resource).or_default().insert(TypeId(i as u16));
            }
        }
        Some(holders)
    }

    fn give(&mut self, on: &Subject<'_>, resource: TypeId, by: TypeId) {
        self.any.insert(resource);
        self.held.insert((resource, by));
        if is_avatar(on, by) {
            self.by_avatars.insert(resource);
        }
    }

    /// Whether a sprite of the family may hold it.
    fn holds(&self, on: &Subject<'_>, family: TypeId, resource: TypeId) -> bool {
        self.any.contains(&resource)
            && (self.turns
                || on.family(family).iter().any(|&t| {
                    self.held.contains(&(resource, t)) || (is_avatar(on, t) && self.by_avatars.contains(&resource))
                }))
    }

    /// Whether a sprite of the family is asked for it.
    fn is_asked(&self, on: &Subject<'_>, family: TypeId, resource: TypeId) -> bool {
        self.asked.get(&resource).is_some_and(|asked| {
            on.family(family).iter().any(|t| asked.contains(t))
                || (on.family(family).iter().any(|&t| is_avatar(on, t)) && asked.iter().any(|&t| is_avatar(on, t)))
        })
    }
}

/// Rules, and weapons, that ask for what nobody has, or ask the wrong sprite.
fn asked_for(on: &Subject<'_>, held: &Holders, sink: &mut Sink) {
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for pair in &on.program.pairs {
        for (id, rule) in on.rules(pair) {
            let Some(((side, resource), line)) = asks(rule).zip(on.game.rule(id)) else { continue };
            let known = !is_resource(on, resource) || held.turned.contains(&resource);
            if known || held.holds(on, side.of(pair), resource) {
                continue;
            }
            let (name, asked) = (on.name(resource), on.name(side.of(pair)));
            let span = RESOURCE_ARGS.iter().find_map(|key| on.value_span(line.line, key));
            if !held.any.contains(&resource) {
                let span = span.unwrap_or(line.span);
                if told.insert(span) {
                    sink.push(never_held(on, resource, span));
                }
                continue;
            }
            let other = side.other().of(pair);
            let span = on.named(line, side.of(pair));
            if !told.insert(span) {
                continue;
            }
            let title = format!("`{asked}` is asked for `{name}`, but never has any");
            let found = Diagnostic::warning(codes::WRONG_SIDE, title).at(span);
            let which = if side == Side::First { "first" } else { "second" };
            let found = found.label(format!("`{}` looks at what the {which} sprite holds", line.effect_name()));
            sink.push(match held.holds(on, other, resource) {
                true => found.help(turned(on, pair, line)),
                false => found.help(format!("let it collect some: `{name} {asked} > collectResource`")),
            });
        }
    }
    for (i, ty) in on.program.types.iter().enumerate().filter(|(i, _)| on.populated(TypeId(*i as u16))) {
        let nobody = |r: TypeId| is_resource(on, r) && !held.turned.contains(&r) && !held.any.contains(&r);
        for (param, resource) in ammunition(ty).filter(|(_, r)| nobody(*r)) {
            let written = on.ty(TypeId(i as u16)).and_then(|t| t.params.iter().find(|p| p.param == param));
            if let Some(span) = written.map(|p| p.span).filter(|s| told.insert(*s)) {
                sink.push(never_held(on, resource, span));
            }
        }
    }
}

fn never_held(on: &Subject<'_>, resource: TypeId, span: Span) -> Diagnostic {
    let name = on.name(resource);
    let found = Diagnostic::warning(codes::NEVER_HELD, format!("nobody ever holds `{name}`")).at(span);
    let found = found.label("asked for here, but no rule lets anybody collect it");
    let found = match on.ty(resource).filter(|t| t.line > 0) {
        Some(ty) => found.related(ty.span, "declared here"),
        None => found,
    };
    found.help(format!("let somebody collect it, as in `{name} avatar > collectResource`"))
}

/// `changeResource` that gives to a sprite that nobody asks, and not to the one that is asked.
fn given_to_the_wrong_one(on: &Subject<'_>, held: &Holders, sink: &mut Sink) {
    let mut told: FxHashSet<RuleId> = FxHashSet::default();
    for pair in &on.program.pairs {
        for (id, rule) in on.rules(pair) {
            let Effect::ChangeResource(p) = &rule.effect else { continue };
            let Some((resource, line)) = p.resource.0.zip(on.game.rule(id)) else { continue };
            let avatars = |id: TypeId| on.family(id).iter().any(|&t| is_avatar(on, t));
            let wrong = is_resource(on, resource)
                && !held.turns
                && !avatars(pair.first)
                && !held.is_asked(on, pair.first, resource)
                && (held.is_asked(on, pair.second, resource) || avatars(pair.second));
            if !wrong || !told.insert(id) {
                continue;
            }
            let (first, name) = (on.name(pair.first), on.name(resource));
            let title = format!("`{first}` is given `{name}`, but is never asked for any");
            let found = Diagnostic::warning(codes::WRONG_SIDE, title).at(on.named(line, pair.first));
            let found = found.label("`changeResource` changes what the first sprite holds");
            sink.push(found.help(turned(on, pair, line)));
        }
    }
}

/// Resources that no rule collects and no rule asks for: they are only there to be seen.
fn not_collected(on: &Subject<'_>, held: &Holders, sink: &mut Sink) {
    for (i, ty) in on.game.types.iter().enumerate() {
        let id = TypeId(i as u16);
        let plain = ty.line > 0 && !ty.inner && on.populated(id) && ty.class.is_ok_and(|c| c.is_a(Class::Resource));
        if plain && !held.turned.contains(&id) && !held.any.contains(&id) && !held.asked.contains_key(&id) {
            let found =
                Diagnostic::remark(codes::NOT_COLLECTED, format!("resource `{}` that nobody collects", ty.name));
            let found = found.at(ty.span).label("no rule lets anybody hold it");
            sink.push(found.help(format!("write `{} avatar > collectResource`, or make it Immovable", ty.name)));
        }
    }
}
