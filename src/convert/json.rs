//! A game as JSON: what was meant, with names in the place of numbers. docs/gdl-games.md describes it.

use serde_json::{Map, Value as Json, json};
use vgdl_vm::ontology::{Arg, COLOURS, EFFECTS, ENDS, TypeRef, Value};
use vgdl_vm::program::{RuleId, TypeId};

use crate::game::{Game, GameClass, Parameter, Range, SpriteType};

/// The version of the description.
const VERSION: u32 = 1;

/// The game, with a line end.
pub(super) fn write(game: &Game, name: &str) -> String {
    let describe = Describe { game };
    // Strings, numbers and lists: nothing that serialisation could refuse.
    serde_json::to_string_pretty(&describe.game(name)).unwrap_or_default() + "\n"
}

struct Describe<'g> {
    game: &'g Game,
}

impl Describe<'_> {
    fn game(&self, name: &str) -> Json {
        let game = self.game;
        let header = &game.header;
        json!({
            "format": "vgdl-game",
            "version": VERSION,
            "name": name,
            "dialect": game.dialect.name(),
            "game": {
                "class": match header.class {
                    GameClass::BasicGame => "BasicGame",
                    GameClass::GameSpace => "GameSpace",
                },
                "square_size": header.square_size,
                "players": header.players,
                "counters": header.counters,
                "key_handler": header.key_handler,
                "obstacles": header.obstacles.as_ref().map(|list| self.refs(list)),
                "max_sprites": header.max_sprites,
                "max_ticks": header.max_ticks,
            },
            "parameters": game.parameters.iter().map(parameter).collect::<Vec<_>>(),
            "sprites": game.types.iter().map(|t| self.sprite(t)).collect::<Vec<_>>(),
            "order": self.names(&game.order),
            "mapping": game.mapping.iter().map(|g| json!({
                "glyph": g.glyph.to_string(), "sprites": self.refs(&g.types),
            })).collect::<Vec<_>>(),
            "rules": game.rules.iter().map(|r| json!({
                "effect": r.effect_name(), "args": self.args(&r.args), "timed": r.timed, "line": r.line,
            })).collect::<Vec<_>>(),
            "pairs": game.pairs.iter().map(|p| json!({
                "first": self.name(p.first), "second": self.name(p.second), "rules": rules(&p.rules),
            })).collect::<Vec<_>>(),
            "edges": game.edges.iter().map(|e| json!({ "sprite": self.reference(e.on), "rules": rules(&e.rules) }))
                .collect::<Vec<_>>(),
            "timers": game.timers.iter().map(|t| json!({
                "rule": t.rule.0, "sprite": self.reference(t.on), "timer": t.timer, "first": t.first,
                "repeating": t.repeating,
            })).collect::<Vec<_>>(),
            "terminations": game.ends.iter().map(|e| json!({
                "class": ENDS.get(usize::from(e.end)).map(|d| d.name), "args": self.args(&e.args), "line": e.line,
            })).collect::<Vec<_>>(),
            "levels": game.levels.iter().map(|l| json!({ "name": l.name, "rows": l.rows })).collect::<Vec<_>>(),
        })
    }

    fn sprite(&self, ty: &SpriteType) -> Json {
        let above = ty.lineage.split_last().map_or(&[][..], |(_, above)| above);
        let params: Map<String, Json> =
            ty.params.iter().map(|p| (p.param.def().name.to_owned(), self.value(&p.value))).collect();
        json!({
            "name": ty.name,
            "line": ty.line,
            "class": ty.class_name,
            "playable": ty.class.is_ok(),
            "category": ty.inner,
            "above": self.names(above),
            "family": self.names(&ty.family),
            "singleton": ty.singleton,
            "resource_limit": ty.resource_limit,
            "params": params,
        })
    }

    fn args(&self, args: &[Arg]) -> Json {
        args.iter().map(|a| (a.name.to_owned(), self.value(&a.value))).collect::<Map<_, _>>().into()
    }

    fn value(&self, value: &Value) -> Json {
        match value {
            Value::Int(n) => json!(n),
            // JSON has no infinity and no NaN.
            Value::Double(v) if v.is_finite() => json!(v),
            Value::Double(v) => json!(v.to_string()),
            Value::Bool(b) => json!(b),
            Value::Dir(dir) => json!(dir.name()),
            Value::Colour(colour) => json!(COLOURS.get(usize::from(colour.0)).map(|c| c.0)),
            Value::Text(text) => json!(text),
            Value::Type(ty) => self.reference(*ty),
            Value::Types(list) => self.refs(list),
            Value::Effect(name) => json!(name.0.and_then(|c| EFFECTS.get(usize::from(c))).map(|e| e.name)),
            Value::Rule(rule) => json!({ "rule": rule.0 }),
            Value::Ints(score) => json!(score.0.iter().collect::<Vec<_>>()),
            Value::Bools(list) => json!(list),
        }
    }

    fn name(&self, id: TypeId) -> Json {
        json!(self.game.ty(id).map(|t| &t.name))
    }

    fn reference(&self, ty: TypeRef) -> Json {
        ty.0.map_or(Json::Null, |id| self.name(id))
    }

    fn names(&self, ids: &[TypeId]) -> Vec<Json> {
        ids.iter().map(|&id| self.name(id)).collect()
    }

    fn refs(&self, list: &[TypeRef]) -> Json {
        list.iter().map(|&t| self.reference(t)).collect::<Vec<_>>().into()
    }
}

fn rules(list: &[RuleId]) -> Vec<u16> {
    list.iter().map(|r| r.0).collect()
}

fn parameter(p: &Parameter) -> Json {
    let [min, step, max] = match p.range {
        Range::Int { min, step, max } => [json!(min), json!(step), json!(max)],
        Range::Double { min, step, max } => [json!(min), json!(step), json!(max)],
        Range::Bool(..) | Range::Nothing => [Json::Null, Json::Null, Json::Null],
    };
    json!({
        "name": p.name, "title": p.title, "kind": p.range.kind(), "min": min, "step": step, "max": max,
        "value": p.text.as_deref().filter(|_| p.given),
    })
}
