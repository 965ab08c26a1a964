//! Rules that never fire: of sprites that cannot exist, or that cannot meet.

use vgdl_vm::ontology::{Class, Effect, SpriteParam, TypeRef};
use vgdl_vm::program::{Program, Rule, RuleId, TypeDecl, TypeId};

use super::{Subject, mentioned};
use crate::diag::{Diagnostic, Sink, codes};
use crate::opt::reach::{made, makes};
use crate::source::Span;

/// Work that looking for pairs in one cell may take: hostile games have long mappings and long families.
const BUDGET: usize = 1_000_000;

/// Parameters that may make a sprite move that does not by its class.
const SETS_OFF: [SpriteParam; 6] = [
    SpriteParam::IsStatic,
    SpriteParam::IsAvatar,
    SpriteParam::Speed,
    SpriteParam::Orientation,
    SpriteParam::PhysicsType,
    SpriteParam::Gravity,
];

/// Where sprites can be.
pub(super) struct Places {
    /// By type: whether its sprites stay where levels put them, in one cell each.
    pub(super) fixed: Vec<bool>,
    /// By type: whether sprites of it may be made in a play.
    pub(super) made: Vec<bool>,
    /// By type: whether its sprites are all put there by levels, fill one cell, and are moved by nothing but themselves and
    /// `stepBack`.
    pub(super) own_steps: Vec<bool>,
}

impl Places {
    pub(super) fn of(on: &Subject<'_>) -> Self {
        let program = on.program;
        let mut made_types = rustc_hash::FxHashSet::default();
        for (i, ty) in program.types.iter().enumerate() {
            let Ok(class) = ty.class else { continue };
            let named = ty.params.iter().filter(|(param, _)| makes(class, *param));
            named.for_each(|(_, value)| made_types.extend(mentioned(value)));
            if class.makes_its_own() {
                made_types.insert(TypeId(i as u16));
            }
            if class == Class::OngoingTurningAvatar {
                // Without `spawnBehind` it leaves sprites of the first type.
                made_types.insert(TypeId(0));
            }
        }
        program.rules.iter().flat_map(|r| made(&r.effect)).for_each(|value| made_types.extend(mentioned(&value)));
        made_types.extend(first_types(program, |r| matches!(r.effect, Effect::CloneSprite(_))));
        let made = on.families_of(made_types);
        let moved = on.families_of(first_types(program, moves).collect());
        let odd = |t: &TypeDecl| t.params.iter().any(|(p, _)| matches!(p, SpriteParam::WMult | SpriteParam::HMult));
        let own_steps: Vec<bool> =
            program.types.iter().enumerate().map(|(i, t)| !made[i] && !moved[i] && !odd(t)).collect();
        let fixed = program.types.iter().zip(&own_steps).map(|(ty, own)| {
            let Ok(class) = ty.class else { return true };
            let changed = ty.params.iter().any(|(p, _)| SETS_OFF.contains(p));
            let rests = class.traits().is_static || matches!(class, Class::Passive | Class::Resource);
            *own && rests && !class.is_avatar() && !changed
        });
        Places { fixed: fixed.collect(), made, own_steps }
    }

    /// Whether no sprite of a family leaves its place.
    pub(super) fn all_fixed(&self, on: &Subject<'_>, id: TypeId) -> bool {
        on.family(id).iter().all(|id| self.fixed.get(id.index()) == Some(&true))
    }
}

/// Types whose sprites are the first of a rule: of a pair, at the edge, at a set time.
fn first_types(program: &Program, which: impl Fn(&Rule) -> bool) -> impl Iterator<Item = TypeId> {
    let is = |id: &RuleId| program.rules.get(id.index()).is_none_or(&which);
    let mut first: Vec<TypeId> = program.pairs.iter().filter(|p| p.rules.iter().any(is)).map(|p| p.first).collect();
    first.extend(program.edges.iter().filter(|e| e.rules.iter().any(is)).filter_map(|e| e.on.0));
    first.extend(program.timers.iter().filter(|t| is(&t.rule)).filter_map(|t| t.on.0));
    first.into_iter()
}

/// Whether a rule may take its first sprite from its cell. Whoever has not moved stays if it is put back.
fn moves(rule: &Rule) -> bool {
    match rule.effect {
        Effect::StepBack(_) => false,
        Effect::WaterPhysics(_) => true,
        _ => rule.effect.alters().moves_first,
    }
}

/// Reports them.
pub(super) fn report(on: &Subject<'_>, places: &Places, sink: &mut Sink) {
    if on.mapped {
        nobody(on, sink);
    }
    apart(on, places, sink);
}

/// Pairs, edges and timers of types that never have sprites.
fn nobody(on: &Subject<'_>, sink: &mut Sink) {
    let mut told = rustc_hash::FxHashSet::default();
    let mut tell = |id: RuleId, missing: TypeId| {
        let Some(rule) = on.game.rule(id) else { return };
        let span = on.named(rule, missing);
        if !told.insert(span) {
            return;
        }
        let name = on.name(missing);
        let title = format!("rule that never fires: there is never a `{name}`");
        let found = Diagnostic::warning(codes::NEVER_FIRES, title).at(span);
        let found = found.label("no character of LevelMapping stands for one, and nothing makes one");
        sink.push(found.help(format!("map a character to `{name}`, or remove it from the rule")));
    };
    let never = |id: TypeId| !on.reach.may_meet(TypeRef(Some(id)));
    for pair in &on.program.pairs {
        if let Some(missing) = [pair.first, pair.second].into_iter().find(|&id| never(id)) {
            on.rules(pair).for_each(|(id, _)| tell(id, missing));
        }
    }
    for edge in &on.program.edges {
        if let Some(missing) = edge.on.0.filter(|&id| never(id)) {
            edge.rules.iter().for_each(|&id| tell(id, missing));
        }
    }
    for timer in &on.program.timers {
        if let Some(missing) = timer.on.0.filter(|&id| never(id)) {
            tell(timer.rule, missing);
        }
    }
}

/// Pairs of sprites that stay where levels put them, in different cells.
fn apart(on: &Subject<'_>, places: &Places, sink: &mut Sink) {
    let game = on.game;
    // A type that is not fixed makes its ancestors' families unfixed; look at families once, not once a pair.
    let whole: Vec<bool> = (0..game.types.len()).map(|i| places.all_fixed(on, TypeId(i as u16))).collect();
    let is_whole = |id: TypeId| whole.get(id.index()) == Some(&true);
    let mut budget = BUDGET;
    for pair in game.pairs.iter().filter(|p| is_whole(p.first) && is_whole(p.second) && !p.rules.is_empty()) {
        let met = |id| !on.mapped || on.reach.may_meet(TypeRef(Some(id)));
        // Those of sprites that cannot exist are reported as such.
        if !met(pair.first) || !met(pair.second) {
            continue;
        }
        let (first, second) = (on.family(pair.first), on.family(pair.second));
        let cost: usize = game.mapping.iter().map(|g| g.types.len() + 1).sum::<usize>() * (first.len() + second.len());
        let Some(left) = budget.checked_sub(cost) else {
            return;
        };
        budget = left;
        let shared = game.mapping.iter().any(|g| {
            let types = || g.types.iter().filter_map(|t| t.0);
            let a = types().filter(|id| first.contains(id)).count();
            let b = types().filter(|id| second.contains(id)).count();
            let both = types().filter(|id| first.contains(id) && second.contains(id)).count();
            a > 0 && b > 0 && a + b - both > 1
        });
        if shared {
            continue;
        }
        let mut told = Span::default();
        for rule in pair.rules.iter().filter_map(|&id| game.rule(id)) {
            if rule.span == told {
                continue;
            }
            told = rule.span;
            let (first, second) = (on.name(pair.first), on.name(pair.second));
            let title = format!("rule that never fires: `{first}` and `{second}` cannot meet");
            let found = Diagnostic::warning(codes::NEVER_FIRES, title).at(rule.span);
            let found = found.label("neither ever moves, and no character of LevelMapping stands for both");
            sink.push(found.help("remove it, or name a sprite that moves"));
        }
    }
}
