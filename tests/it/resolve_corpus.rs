//! Every golden trace starts with what the reference engine made of the game text. The same text must give the same here:
//! types with all their parameters, drawing order, mapping, rules in order with all their parameters, terminations, and
//! the number of messages logged.
//!
//! Not compared, as a program does not hold them: looks (`hidden` and `invisible` apart), fields that only change while a game
//! runs (`lastrect`, `prevAction`, `lastMovementType`, `start`, …), remarks (`is_stochastic`, `is_kill_effect`, `hashCode`),
//! and the text of names that no line declares.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use vgdl::game::Game;
use vgdl::{Options, Policy, Program, Source, check, compile};
use vgdl_vm::ontology::{Class, Dir, Effect, SpriteParam, Traits, TypeRef, Value};
use vgdl_vm::program::{Rule, RuleId, TypeDecl};

use crate::corpus::{files, read, shared};

/// Folder of traces, folder of games, number of games in it.
const SETS: [(&str, &str, usize); 6] = [
    ("traces/gvgai/gridphysics", "games/gvgai/gridphysics", 122),
    ("traces/gvgai/contphysics", "games/gvgai/contphysics", 12),
    ("traces/gvgai/contphysics_strict", "games/gvgai/contphysics", 12),
    ("traces/gvgai/2player", "games/gvgai/2player", 60),
    ("micro/gvgai/traces", "micro/gvgai/games", 308),
    ("generated/gvgai/traces", "generated/gvgai/games", 519),
];

#[test]
fn games_mean_what_the_reference_engine_makes_of_them() {
    let Some(shared) = shared() else { return };
    let mut failures = Vec::new();
    let mut runs = 0;
    for (traces, games, expected) in SETS {
        let mut compared = 0;
        for file in files(&shared.join(traces), &|name| name.ends_with(".jsonl.gz")) {
            for (record, levels) in records(&file) {
                let name = record["game"].as_str().expect("a game").to_owned();
                let path = shared.join(games).join(format!("{name}.txt"));
                let mut found = Vec::new();
                compare(&record, &path, &mut found);
                for run in &levels {
                    runs += 1;
                    compare_messages(run, &path, &mut found);
                }
                failures.extend(found.into_iter().map(|f| format!("{games}/{name}: {f}")));
                compared += 1;
            }
        }
        println!("{traces}: {compared} games compared");
        assert_eq!(compared, expected, "games in {traces}");
    }
    println!("messages of {runs} runs compared");
    assert!(runs >= 1200, "{runs} runs");
    let shown: Vec<_> = failures.iter().take(60).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), shown.join("\n"));
}

/// The `game` records of a file, each with the first `run` record of each level that belongs to it.
fn records(file: &Path) -> Vec<(Json, Vec<Json>)> {
    let bytes = std::fs::File::open(file).expect("a trace file");
    let mut records: Vec<(Json, Vec<Json>)> = Vec::new();
    for line in std::io::BufReader::new(flate2::read::GzDecoder::new(bytes)).lines() {
        let line = line.expect("a line of text");
        if line.starts_with(r#"{"k":"game""#) {
            records.push((serde_json::from_str(&line).expect("JSON"), Vec::new()));
        } else if line.starts_with(r#"{"k":"run""#) {
            let run: Json = serde_json::from_str(&line).expect("JSON");
            let (_, runs) = records.last_mut().expect("a game before its runs");
            if !runs.iter().any(|r| r["level"] == run["level"]) {
                runs.push(run);
            }
        }
    }
    records
}

fn compatible() -> Options {
    Options { policy: Policy::Compat, ..Options::default() }
}

fn compare(record: &Json, path: &Path, found: &mut Vec<String>) {
    let source = Source::new(path.display().to_string(), read(path));
    let compiled = compile(&source, &[], &compatible());
    let game = check(&source, &[], &compatible()).game;
    let (program, game) = match (record.get("error"), compiled.program, game) {
        (Some(_), None, _) => return,
        (Some(error), Some(_), _) => {
            return found.push(format!("compiles, but the reference cannot load it: {error}"));
        }
        (None, Some(program), Some(game)) => (program, game),
        (None, _, _) => return found.push(format!("does not compile: {:?}", compiled.diagnostics)),
    };
    let mut same = |what: &str, here: Json, there: &Json| {
        if here != *there {
            found.push(format!("{what}: {here} here, {there} there"));
        }
    };
    same("players", program.game.players.into(), &record["players"]);
    same("counters", program.game.counters.into(), &record["counters"]);
    same("key handler", game.header.key_handler.clone().into(), &record["key_handler"]);
    same("messages", program.messages.into(), &record["messages"].as_array().expect("messages").len().into());
    let order: Vec<u16> = program.order.iter().map(|id| id.0).collect();
    same("drawing order", order.into(), &record["sprite_order"]);
    same("number of types", program.types.len().into(), &record["types"].as_array().expect("types").len().into());
    let game_types = &game.types;
    for (ty, (decl, there)) in
        game_types.iter().zip(program.types.iter().zip(record["types"].as_array().expect("types")))
    {
        compare_type(&program, decl, ty, there, &mut |what, here, there| {
            same(&format!("type {} {what}", ty.name), here, there);
        });
    }
    compare_mapping(&program, &game, record, &mut same);
    let pairs: Vec<Json> = (record["interactions"].as_array().expect("interactions").iter())
        .filter(|p| !p[2].as_array().expect("effects").is_empty())
        .cloned()
        .collect();
    let ours: Vec<_> = program.pairs.iter().filter(|p| !p.rules.is_empty()).collect();
    same("number of pairs", ours.len().into(), &pairs.len().into());
    for (pair, there) in ours.iter().zip(&pairs) {
        let what = format!("pair {} {}", program.type_name(pair.first), program.type_name(pair.second));
        same(&what, vec![pair.first.0, pair.second.0].into(), &vec![there[0].clone(), there[1].clone()].into());
        compare_rules(&program, &pair.rules, &there[2], &what, &mut same);
    }
    let edges = record["eos"].as_array().expect("eos");
    same("number of edges", program.edges.len().into(), &edges.len().into());
    for (edge, there) in program.edges.iter().zip(edges) {
        same("edge", edge.on.0.map_or(-1, |id| i64::from(id.0)).into(), &there[0]);
        compare_rules(&program, &edge.rules, &there[1], "edge", &mut same);
    }
    compare_timers(&program, &record["time_effects"], &mut same);
    compare_ends(&program, &record["terminations"], &mut same);
}

type Same<'s> = dyn FnMut(&str, Json, &Json) + 's;

/// A double as traces print it.
fn number(value: f64) -> Json {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        format!("{}", value as i64).into()
    } else {
        format!("x{:016x}", value.to_bits()).into()
    }
}

fn direction(dir: Dir) -> Json {
    let (x, y) = dir.vector();
    vec![number(x), number(y)].into()
}

/// A list of the numbers of types; −1 for one that nobody declared.
fn ids(list: &[TypeRef]) -> Json {
    list.iter().map(|t| t.0.map_or(-1, |id| i64::from(id.0))).collect::<Vec<_>>().into()
}

fn compare_type(program: &Program, decl: &TypeDecl, ty: &vgdl::game::SpriteType, there: &Json, same: &mut Same<'_>) {
    let list = |ids: &[vgdl_vm::program::TypeId]| -> Json { ids.iter().map(|id| id.0).collect::<Vec<_>>().into() };
    same("name", ty.name.clone().into(), &there["name"]);
    same("class", ty.class_name.clone().into(), &there["class"]);
    same("lineage", list(&decl.lineage), &there["itypes"]);
    same("family", list(&decl.family), &there["subtypes"]);
    same("singleton", decl.singleton.into(), &there["singleton"]);
    same("limit", decl.resource_limit.into(), &there["res_limit"]);
    let resolved = &there["resolved"];
    same("makeable", decl.class.is_ok().into(), &(!resolved.is_null()).into());
    let (Ok(class), false) = (decl.class, resolved.is_null()) else {
        return;
    };
    let mut traits = class.traits();
    for (param, value) in &decl.params {
        assert!(traits.set(*param, value), "{} of another kind", param.def().name);
    }
    finish(&mut traits);
    if let Some(actions) = there.get("actions") {
        // The list with the empty action is its parent's (GVGAI `ShootOnlyAvatar`).
        let class = if class == Class::ShootOnlyAvatar { Class::ShootAvatar } else { class };
        let names = class.actions().iter().map(|a| a.name().trim_start_matches("ACTION_")).chain(["NIL"]);
        same("actions", format!("[{}]", names.collect::<Vec<_>>().join(",")).into(), actions);
    }
    for param in class.params() {
        let name = param.def().name;
        let Some(there) = resolved.get(name) else {
            continue;
        };
        // Remarks that the engine sets itself.
        if matches!(param, SpriteParam::IsStochastic | SpriteParam::Counter | SpriteParam::Name) {
            continue;
        }
        match traits.get(param) {
            Value::Int(n) if param == SpriteParam::MaxDistance => same(name, number(f64::from(n)), there),
            // The numbers of types are compared with the names below.
            Value::Int(_) if matches!(param, SpriteParam::Itype | SpriteParam::AmmoId | SpriteParam::ResourceType) => {}
            Value::Int(n) => same(name, n.into(), there),
            Value::Double(n) => same(name, number(n), there),
            Value::Bool(b) => same(name, b.into(), there),
            Value::Dir(dir) => same(name, direction(dir), there),
            Value::Type(t) => {
                let known = there.as_str().filter(|n| known(program, n));
                same(name, t.0.map(|id| program.type_name(id)).into(), &known.into());
                let number = match param {
                    SpriteParam::Stype => "itype",
                    SpriteParam::Ammo => "ammoId",
                    _ => continue,
                };
                if there.as_str().is_some() {
                    same(number, t.0.map_or(-1, |id| i64::from(id.0)).into(), &resolved[number]);
                }
            }
            Value::Types(list) => {
                let number = match param {
                    SpriteParam::ShotTypes => "itype",
                    SpriteParam::AmmoTypes => "ammoId",
                    SpriteParam::Stype1 => "itype1",
                    SpriteParam::StypeMissile => "itypesMissile",
                    SpriteParam::Stypes => "itypes",
                    _ => continue,
                };
                // A list that is not given is one unknown type, or five zeros.
                if let Some(numbers) = resolved.get(number)
                    && !there.is_null()
                {
                    same(number, ids(&list), numbers);
                }
            }
            Value::Text(_) | Value::Colour(_) => {}
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// What making a sprite does after its parameters are set.
fn finish(traits: &mut Traits) {
    traits.is_oriented |= traits.orientation != Dir::None;
    if traits.max_health_points == 0 {
        traits.max_health_points = traits.health_points;
    }
    traits.health_points = traits.health_points.min(traits.max_health_points);
    traits.cooldown = traits.cooldown.max(1);
}

fn known(program: &Program, name: &str) -> bool {
    program.debug.as_ref().expect("names").types.iter().any(|t| t == name)
}

fn compare_mapping(program: &Program, game: &Game, record: &Json, same: &mut Same<'_>) {
    let there = record["mapping"].as_object().expect("mapping");
    // A mapping line of one word gives the reference a nameless entry.
    let there: Vec<_> = there.iter().filter(|(glyph, _)| glyph.chars().count() == 1).collect();
    same("number of mappings", program.mapping.len().into(), &there.len().into());
    assert_eq!(game.mapping.len(), program.mapping.len());
    for (glyph, names) in there {
        let names: Vec<Json> = names.as_array().expect("names").clone();
        let names: Vec<Option<&str>> = names.iter().map(|n| n.as_str().filter(|n| known(program, n))).collect();
        let ours = program.mapping.iter().find(|m| m.glyph.to_string() == *glyph);
        let ours = ours.map(|m| m.types.iter().map(|t| t.0.map(|id| program.type_name(id))).collect::<Vec<_>>());
        same(&format!("mapping of {glyph}"), ours.into(), &names.into());
    }
}

fn compare_rules(program: &Program, rules: &[RuleId], there: &Json, what: &str, same: &mut Same<'_>) {
    let there = there.as_array().expect("effects");
    same(&format!("{what}: number of rules"), rules.len().into(), &there.len().into());
    for (id, there) in rules.iter().zip(there) {
        compare_rule(program, *id, there, what, same);
    }
}

/// The name of an effect's class.
fn class_of(effect: &Effect) -> String {
    let name = effect.def().name;
    name[..1].to_uppercase() + &name[1..]
}

fn compare_rule(program: &Program, id: RuleId, there: &Json, what: &str, same: &mut Same<'_>) {
    let rule: &Rule = &program.rules[usize::from(id.0)];
    let timed = program.timers.iter().any(|t| t.rule == id) && there["class"] == "TimeEffect";
    let inner = if timed { &there["delegate"] } else { there };
    let what = format!("{what} > {}", rule.effect.def().name);
    same(&what, class_of(&rule.effect).into(), &inner["class"]);
    let fields = &there["f"];
    let mut common = |name: &str, here: Json| same(&format!("{what} {name}"), here, &fields[name]);
    common("count", rule.count.into());
    common("countElse", rule.count_else.into());
    common("applyScore", rule.apply_score.into());
    common("enabled", rule.enabled.into());
    common("inBatch", rule.in_batch.into());
    for (name, score) in [("scoreChange", &rule.score), ("counter", &rule.counter), ("counterElse", &rule.counter_else)]
    {
        same(&format!("{what} {name}"), score_of(score), &text_score(&fields[name]));
    }
    compare_args(program, rule.effect.args(), &inner["f"], &what, same);
}

fn score_of(score: &vgdl_vm::ontology::Score) -> Json {
    score.0.to_vec().into()
}

/// A list of whole numbers as the engine would read it.
fn text_score(text: &Json) -> Json {
    let text = text.as_str().expect("a text");
    let mut pieces: Vec<&str> = text.split(',').collect();
    while pieces.len() > 1 && pieces.last() == Some(&"") {
        pieces.pop();
    }
    pieces.into_iter().map(|p| p.parse::<i32>().ok()).collect::<Vec<_>>().into()
}

fn compare_args(program: &Program, args: Vec<vgdl_vm::ontology::Arg>, fields: &Json, what: &str, same: &mut Same<'_>) {
    for arg in args {
        let Some(there) = fields.get(arg.name) else {
            continue;
        };
        let what = format!("{what} {}", arg.name);
        match arg.value {
            Value::Int(n) => same(&what, n.into(), there),
            Value::Double(n) => same(&what, number(n), there),
            Value::Bool(b) => same(&what, b.into(), there),
            Value::Type(t) => {
                let known = there.as_str().filter(|n| known(program, n));
                same(&what, t.0.map(|id| program.type_name(id)).into(), &known.into());
            }
            Value::Types(list) => {
                let names = list.iter().map(|t| t.0.map(|id| program.type_name(id))).collect::<Vec<_>>();
                let there = there.as_str().map_or_else(Vec::new, |t| t.split(',').collect());
                let there: Vec<_> = there.into_iter().map(|n| Some(n).filter(|n| known(program, n))).collect();
                same(&what, names.into(), &there.into());
            }
            Value::Effect(name) => {
                let name = name.0.map(|c| vgdl_vm::ontology::EFFECTS[usize::from(c)].name);
                let known = there.as_str().filter(|n| vgdl_vm::ontology::EffectDef::code(n).is_some());
                same(&what, name.into(), &known.into());
            }
            Value::Rule(rule) => {
                let name = program.rules[usize::from(rule.0)].effect.def().name;
                same(&what, name.into(), there);
            }
            Value::Ints(score) => same(&what, score_of(&score), &text_score(there)),
            other => panic!("{what}: {other:?}"),
        }
    }
}

fn compare_timers(program: &Program, there: &Json, same: &mut Same<'_>) {
    let there = there.as_array().expect("time effects");
    same("number of timers", program.timers.len().into(), &there.len().into());
    // The queue is sorted by time; of equals the one entered last comes first.
    let mut timers: Vec<_> = program.timers.iter().rev().collect();
    timers.sort_by_key(|t| t.first);
    for (timer, there) in timers.into_iter().zip(there) {
        compare_rule(program, timer.rule, there, "timer", same);
        let f = &there["f"];
        same("timer", timer.timer.into(), &f["timer"]);
        same("timer first", timer.first.into(), &f["nextExecution"]);
        same("timer repeating", timer.repeating.into(), &f["repeating"]);
        same("timer on", timer.on.0.map_or(-1, |id| i64::from(id.0)).into(), &f["itype"]);
    }
}

fn compare_ends(program: &Program, there: &Json, same: &mut Same<'_>) {
    let there = there.as_array().expect("terminations");
    same("number of terminations", program.ends.len().into(), &there.len().into());
    for (end, there) in program.ends.iter().zip(there) {
        let what = format!("end {}", end.end.def().name);
        same(&what, end.end.def().name.into(), &there["class"]);
        let f = &there["f"];
        same(&format!("{what} limit"), end.limit.into(), &f["limit"]);
        same(&format!("{what} count_score"), end.count_score.into(), &f["count_score"]);
        let win = f["win"].as_str().map_or_else(Vec::new, |w| w.split(',').collect());
        let win: Vec<bool> = win.into_iter().map(|w| w.eq_ignore_ascii_case("true")).collect();
        same(&format!("{what} win"), end.win.clone().into(), &win.into());
        compare_args(program, end.end.args(), f, &what, same);
    }
}

/// Messages logged before the first tick: by reading, by building the level, and by making the first sprite of each type.
fn compare_messages(run: &Json, path: &Path, found: &mut Vec<String>) {
    let Some(there) = run.get("warnings").and_then(Json::as_u64).filter(|_| run.get("load_error").is_none()) else {
        return;
    };
    let level = run["level"].as_str().expect("a level");
    let file: PathBuf = path.with_file_name(format!("{level}.txt"));
    let source = Source::new("game", read(path));
    let Some(program) = compile(&source, &[], &compatible()).program else {
        return;
    };
    let text = read(&file);
    let rows: Vec<&str> = text.lines().collect();
    let width = rows.first().map_or(0, |r| r.chars().count());
    let mut made = vec![false; program.types.len()];
    let mut count = u64::from(program.messages);
    let mut avatars = 0;
    for glyph in rows.iter().flat_map(|r| r.chars().take(width)) {
        let Some(mapping) = program.mapping.iter().find(|m| m.glyph == glyph) else {
            count += u64::from(glyph != ' ');
            continue;
        };
        for id in mapping.types.iter().filter_map(|t| t.0) {
            let decl = &program.types[id.index()];
            let alone = decl.lineage.iter().any(|a| {
                program.types[a.index()].singleton && {
                    program.types[a.index()].family.iter().any(|m| made[m.index()])
                }
            });
            if alone {
                continue;
            }
            if !std::mem::replace(&mut made[id.index()], true) {
                count += u64::from(decl.messages);
            }
            let mut traits = decl.class.map(|c| c.traits()).unwrap_or_else(|_| Traits::base());
            for (param, value) in &decl.params {
                traits.set(*param, value);
            }
            avatars += usize::from(traits.is_avatar);
        }
    }
    count += u64::from(avatars > usize::from(program.game.players));
    // Players are bound twice before the first tick, and a level without avatars is a message each time.
    count += 2 * u64::from(avatars == 0);
    if count != there {
        found.push(format!("{level}: {count} messages before tick 0 here, {there} there"));
    }
}
