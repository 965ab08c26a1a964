//! Game to program: names and spans go, numbers stay.
//!
//! Everything here follows the tables; no effect, class or termination has a branch of its own.

use vgdl_vm::Dialect;
use vgdl_vm::ontology::{Arg, EFFECT_COMMON, Effect, End, Score, Value, find_param};
use vgdl_vm::program::{Debug, Ending, GameLine, Mapping, Program, Rule, TypeDecl};

use crate::game::{self, Game};

/// Lowers a game. `None` if an argument does not fit the tables, which the resolver has seen to.
///
/// `message_limit`: whether more than 25 messages end the game. `debug`: the name of the source, to keep names and lines.
pub(crate) fn lower(game: &Game, message_limit: bool, debug: Option<&str>) -> Option<Program> {
    let Dialect::Gvgai = game.dialect;
    let header = &game.header;
    Some(Program {
        dialect: game.dialect,
        game: GameLine {
            square_size: header.square_size,
            players: header.players,
            counters: header.counters,
            obstacles: header.obstacles.clone(),
            max_sprites: header.max_sprites,
            max_ticks: header.max_ticks,
        },
        types: game.types.iter().map(type_decl).collect(),
        order: game.order.clone(),
        mapping: game.mapping.iter().map(|g| Mapping { glyph: g.glyph, types: g.types.clone() }).collect(),
        rules: game.rules.iter().map(rule).collect::<Option<_>>()?,
        pairs: game.pairs.clone(),
        edges: game.edges.clone(),
        timers: game.timers.clone(),
        ends: game.ends.iter().map(ending).collect::<Option<_>>()?,
        messages: game.messages,
        message_limit,
        levels: game.levels.clone(),
        requires: game.requires.clone(),
        debug: debug.map(|source| Debug {
            source: source.to_owned(),
            types: game.types.iter().map(|t| t.name.clone()).collect(),
            type_lines: game.types.iter().map(|t| t.line).collect(),
            rule_lines: game.rules.iter().map(|r| r.line).collect(),
            end_lines: game.ends.iter().map(|e| e.line).collect(),
        }),
    })
}

fn type_decl(ty: &game::SpriteType) -> TypeDecl {
    let defaults = ty.class.ok().map(vgdl_vm::ontology::Class::traits);
    // What equals the default goes, but for sprites and colours: there "none" reads like one of them.
    let differs = |p: &&game::Param| {
        matches!(p.value, Value::Type(_) | Value::Colour(_))
            || defaults.as_ref().is_none_or(|d| d.get(p.param) != p.value)
    };
    TypeDecl {
        class: ty.class,
        lineage: ty.lineage.as_slice().into(),
        family: ty.family.as_slice().into(),
        singleton: ty.singleton,
        resource_limit: ty.resource_limit,
        params: ty.params.iter().filter(differs).map(|p| (p.param, p.value.clone())).collect(),
        messages: ty.messages,
    }
}

/// The argument of this name, or else its default.
fn flag(args: &[Arg], name: &str, default: bool) -> bool {
    match value(args, name) {
        Some(&Value::Bool(b)) => b,
        _ => default,
    }
}

fn score(args: &[Arg], name: &str) -> Score {
    match value(args, name) {
        Some(Value::Ints(score)) => score.clone(),
        _ => Score::zero(),
    }
}

fn value<'a>(args: &'a [Arg], name: &str) -> Option<&'a Value> {
    args.iter().find(|a| a.name == name).map(|a| &a.value)
}

fn rule(rule: &game::Rule) -> Option<Rule> {
    let effect = Effect::build(rule.effect, &rule.args).ok()??;
    let default = |name| find_param(EFFECT_COMMON, name).and_then(|p| p.default) == Some("true");
    let flag = |name| flag(&rule.args, name, default(name));
    // A timer is never a batch by itself, whatever its effect is.
    let batch = effect.def().batch && !rule.timed;
    Some(Rule {
        score: score(&rule.args, "scoreChange"),
        apply_score: flag("applyScore"),
        enabled: flag("enabled"),
        in_batch: self::flag(&rule.args, "inBatch", batch),
        count: flag("count"),
        count_else: flag("countElse"),
        counter: score(&rule.args, "counter"),
        counter_else: score(&rule.args, "counterElse"),
        condition: rule.condition.clone(),
        effect,
    })
}

fn ending(end: &game::Ending) -> Option<Ending> {
    Some(Ending {
        end: End::build(end.end, &end.args).ok()??,
        limit: match value(&end.args, "limit") {
            Some(&Value::Int(n)) => n,
            _ => 0,
        },
        win: match value(&end.args, "win") {
            Some(Value::Bools(win)) => win.to_vec(),
            _ => Vec::new(),
        },
        count_score: flag(&end.args, "count_score", false),
    })
}
