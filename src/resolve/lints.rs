//! Rules that are well formed but cannot mean what they seem to.

use vgdl_vm::ontology::{Class, EFFECTS, SpriteParam, TypeRef, Value};
use vgdl_vm::program::TypeId;

use super::args::mentioned;
use crate::diag::{Diagnostic, Sink, codes};
use crate::front::vgdl::tree::{Form, Tree};
use crate::game::Game;
use crate::source::Span;

/// Reports them.
pub(super) fn report(game: &Game, tree: &Tree, sink: &mut Sink) {
    resources(game, tree, sink);
    never_fires(game, sink);
}

/// Parameters that name a resource.
const RESOURCES: [&str; 2] = ["resource", "heldResource"];

/// Sprites named as resources that are none.
fn resources(game: &Game, tree: &Tree, sink: &mut Sink) {
    let lines: rustc_hash::FxHashMap<u32, &crate::front::vgdl::tree::Node> =
        tree.nodes.iter().map(|n| (n.line, n)).collect();
    for rule in &game.rules {
        for arg in rule.args.iter().filter(|a| RESOURCES.contains(&a.name)) {
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
            let words = lines.get(&rule.line).map_or(&[][..], |n| &n.words[..]);
            let span = words.iter().rev().find_map(|w| match &w.form {
                Form::Arg { key, value_span, .. } if key == arg.name => Some(*value_span),
                _ => None,
            });
            let title = format!("sprite `{}` is not a resource", ty.name);
            let found = Diagnostic::warning(codes::NO_RESOURCE, title).at(span.unwrap_or(rule.span));
            let class = ty.class_name.as_deref().unwrap_or_default();
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

/// Effects that leave the first sprite of a rule in its cell, if it never moved.
const STILL: [&str; 29] = [
    "killSprite",
    "killBoth",
    "killAll",
    "killIfAlive",
    "killIfFromAbove",
    "killIfFrontal",
    "killIfNotFrontal",
    "killIfHasLess",
    "killIfHasMore",
    "killIfOtherHasMore",
    "killIfFast",
    "killIfSlow",
    "subtractHealthPoints",
    "addHealthPoints",
    "addHealthPointsToMax",
    "removeScore",
    "stepBack",
    "undoAll",
    "spawn",
    "spawnIfHasMore",
    "spawnIfHasLess",
    "transformTo",
    "transformToAll",
    "transformIfCount",
    "collectResource",
    "collectResourceIfHeld",
    "changeResource",
    "shieldFrom",
    "reverseDirection",
];

/// Pairs of sprites that stay where levels put them, in different cells.
fn never_fires(game: &Game, sink: &mut Sink) {
    let fixed = fixed_types(game);
    // A type that is not fixed makes its ancestors' families unfixed; look at families once, not once a pair.
    let whole: Vec<bool> =
        game.types.iter().map(|t| t.family.iter().all(|id| fixed.get(id.index()) == Some(&true))).collect();
    let is_whole = |id: TypeId| whole.get(id.index()) == Some(&true);
    let mut budget = 1_000_000_usize;
    for pair in game.pairs.iter().filter(|p| is_whole(p.first) && is_whole(p.second) && !p.rules.is_empty()) {
        let (Some(first), Some(second)) = (game.ty(pair.first), game.ty(pair.second)) else {
            continue;
        };
        let cost: usize =
            game.mapping.iter().map(|g| g.types.len() + 1).sum::<usize>() * (first.family.len() + second.family.len());
        let Some(left) = budget.checked_sub(cost) else {
            return;
        };
        budget = left;
        let shared = game.mapping.iter().any(|g| {
            let on = |family: &[TypeId]| g.types.iter().filter_map(|t| t.0).filter(|id| family.contains(id)).count();
            let (a, b) = (on(&first.family), on(&second.family));
            let both = g
                .types
                .iter()
                .filter_map(|t| t.0)
                .filter(|i| first.family.contains(i) && second.family.contains(i))
                .count();
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
            let title = format!("rule that never fires: `{}` and `{}` cannot meet", first.name, second.name);
            let found = Diagnostic::warning(codes::NEVER_FIRES, title).at(rule.span);
            let found = found.label("neither ever moves, and no character of LevelMapping stands for both");
            sink.push(found.help("remove it, or name a sprite that moves"));
        }
    }
}

/// Which types have sprites that never move, are all placed by levels, and fill one cell.
fn fixed_types(game: &Game) -> Vec<bool> {
    let mut fixed: Vec<bool> = game
        .types
        .iter()
        .map(|ty| {
            let Ok(class) = ty.class else { return true };
            let changed = ty.params.iter().any(|p| {
                matches!(
                    p.param,
                    SpriteParam::IsStatic | SpriteParam::WMult | SpriteParam::HMult | SpriteParam::IsAvatar
                )
            });
            class.traits().is_static && !class.is_avatar() && !changed
        })
        .collect();
    let mut loosen = |id: TypeId| {
        for member in game.ty(id).map_or(&[][..], |t| &t.family[..]) {
            if let Some(fixed) = fixed.get_mut(member.index()) {
                *fixed = false;
            }
        }
    };
    // Families are long in hostile games: visit each once.
    let mut loose = rustc_hash::FxHashSet::default();
    loose.extend(game.types.iter().flat_map(|t| t.params.iter().flat_map(|p| mentioned(&p.value))));
    loose.extend(game.rules.iter().flat_map(|r| r.args.iter().flat_map(|a| mentioned(&a.value))));
    let moves = |id: &vgdl_vm::program::RuleId| {
        game.rule(*id).and_then(|r| EFFECTS.get(usize::from(r.effect))).is_none_or(|e| !STILL.contains(&e.name))
    };
    loose.extend(game.pairs.iter().filter(|p| p.rules.iter().any(moves)).map(|p| p.first));
    loose.extend(game.edges.iter().filter(|e| e.rules.iter().any(moves)).filter_map(|e| e.on.0));
    loose.extend(game.timers.iter().filter(|t| moves(&t.rule)).filter_map(|t| t.on.0));
    let mut list: Vec<TypeId> = loose.into_iter().collect();
    list.sort_unstable();
    list.into_iter().for_each(&mut loosen);
    fixed
}
