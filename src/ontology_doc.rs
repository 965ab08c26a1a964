//! Reference pages made from the ontology's tables.
//!
//! [`page`] is `docs/ontology.md`; the tables of `docs/bytecode.md` are made by [`instructions`], [`terminations`] and
//! [`limits`], that of `docs/robustness.md` by [`reading_limits`]. A test compares the committed pages with these texts.

use std::fmt::{self, Write};

use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::sprites::BASE_PARAMS;
use vgdl_vm::ontology::{
    Action, Arg, CLASSES, COLOURS, Class, Dir, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, Effect, EffectName, End, Kind,
    Needs, ParamDef, Role, Score, SpriteParam, Traits, TypeRef, Value,
};
use vgdl_vm::program::verify::limits as most;
use vgdl_vm::program::{RuleId, TypeId, container};

use crate::{files, resolve};

use crate::list::plain;

/// The reference page of everything that a game file can name.
#[must_use]
pub fn page() -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut out);
    out
}

/// The table of effects as instructions: code, name, operands, meaning.
#[must_use]
pub fn instructions() -> String {
    let mut out = String::from("| code | effect | needs | operands | meaning |\n|--:|---|---|---|---|\n");
    for (code, def) in (0..).zip(EFFECTS) {
        let operands = operands(def.params, &effect_defaults(code));
        let _ = writeln!(out, "| {code} | `{}` | {} | {operands} | {} |", def.name, needs(def.needs), cell(def.doc));
    }
    out
}

/// The table of terminations: code, name, operands, meaning.
#[must_use]
pub fn terminations() -> String {
    let mut out = String::from("| code | termination | operands | meaning |\n|--:|---|---|---|\n");
    for (code, def) in (0..).zip(ENDS) {
        let operands = operands(def.params, &end_defaults(code));
        let _ = writeln!(out, "| {code} | `{}` | {operands} | {} |", def.name, cell(def.doc));
    }
    out
}

/// The table of the verifier's limits.
#[must_use]
pub fn limits() -> String {
    let rows: &[(&str, String)] = &[
        ("sprite types", most::TYPES.to_string()),
        ("entries of all lineages and families", most::RELATIONS.to_string()),
        ("combinations of types of the families of all pairs", most::COMBINATIONS.to_string()),
        ("rules", most::RULES.to_string()),
        ("pairs, edges, timers, terminations, each", most::ENTRIES.to_string()),
        ("mentions of rules in pairs and edges", most::MENTIONS.to_string()),
        ("players", most::PLAYERS.to_string()),
        ("counters", most::COUNTERS.to_string()),
        ("entries of a list (sprites, points, words for players)", most::LIST.to_string()),
        ("sprites of one level character", most::GLYPH_SPRITES.to_string()),
        ("bytes of a name or text", most::TEXT.to_string()),
        ("levels", most::LEVELS.to_string()),
        ("cells of a level", most::CELLS.to_string()),
        ("cells of a level's side", most::SIDE.to_string()),
        ("pixels per cell", most::BLOCK.to_string()),
        ("pixels of a level's side", most::PIXELS.to_string()),
        ("`wMult`, `hMult`", most::SCALE.to_string()),
        ("ticks between two runs of a repeating timer", most::TIMER.to_string()),
        ("`max_ticks`", most::TICKS.to_string()),
        ("`max_sprites`, and sprites of a play at a time", most::SPRITES.to_string()),
        ("rules of a play that wait for their tick", most::WAITING.to_string()),
        (
            "sprites of a play, times the game's resources or its longest list to make sprites from",
            most::ROWS.to_string(),
        ),
        ("steps of a frame: rules run, sprites looked at for them", most::WORK.to_string()),
        ("cells of a level with a path finder", most::PATH_CELLS.to_string()),
        ("bytes of the whole payload", container::MAX_PAYLOAD.to_string()),
    ];
    let mut out = String::from("| what | most |\n|---|--:|\n");
    for (what, most) in rows {
        let _ = writeln!(out, "| {what} | {most} |");
    }
    out
}

/// The table of what reading is limited to, with the code or the beginning of the sentence that tells of more.
#[must_use]
pub fn reading_limits() -> String {
    use crate::diag::{Sink, codes};
    use crate::front::{gdl, level, vgdl::parse};
    use crate::trace::read;
    let code = |code: &str| format!("`{code}`");
    let rows: &[(&str, String, String)] = &[
        ("bytes of any file", files::LARGEST.to_string(), "cannot read FILE: it has more than 64 MiB".to_owned()),
        ("bytes of a game text", parse::MAX_BYTES.to_string(), code(codes::TOO_LARGE)),
        ("levels of indentation", parse::MAX_DEPTH.to_string(), code(codes::TOO_DEEP)),
        ("different arguments of a line", resolve::MAX_ARGS.to_string(), code(codes::TOO_LARGE)),
        ("bytes of a value", resolve::MAX_VALUE.to_string(), code(codes::TOO_LARGE)),
        ("sprites that are read", resolve::MAX_IDS.to_string(), code(codes::TOO_LARGE)),
        ("sprites of a program", most::TYPES.to_string(), code(codes::REFUSED)),
        ("rules, terminations, each", resolve::MAX_IDS.to_string(), code(codes::TOO_LARGE)),
        (
            "entries of all families, parameters and lists of rules",
            resolve::MAX_ENTRIES.to_string(),
            code(codes::TOO_LARGE),
        ),
        ("cells of a level", level::MAX_CELLS.to_string(), code(codes::LARGE_LEVEL)),
        (
            "bytes of a compiled program",
            container::MAX_PAYLOAD.to_string(),
            "the file claims N bytes of program".to_owned(),
        ),
        ("bytes of a module of GDL", gdl::MAX_BYTES.to_string(), code(codes::GDL_TOO_LARGE)),
        ("lists and quotes of GDL in each other", gdl::MAX_DEPTH.to_string(), code(codes::GDL_TOO_DEEP)),
        ("values in a list of GDL, written out", gdl::MAX_SIZE.to_string(), code(codes::GDL_TOO_MUCH)),
        ("types of a kind", gdl::MAX_TYPES.to_string(), code(codes::GDL_TOO_MUCH)),
        ("entries of all tables of GDL", gdl::MAX_ENTRIES.to_string(), code(codes::GDL_TOO_MUCH)),
        ("bytes of a line of a trace", read::LONGEST_LINE.to_string(), "longer than 16 MiB".to_owned()),
        ("sprites of a trace at a time", read::MOST_SPRITES.to_string(), "more than 1048576 sprites".to_owned()),
        ("diagnostics that are shown", Sink::CAP.to_string(), code(codes::TOO_MANY)),
    ];
    let mut out = String::from("| what | most | beyond that |\n|---|--:|---|\n");
    for (what, most, told) in rows {
        let _ = writeln!(out, "| {what} | {most} | {told} |");
    }
    out
}

fn write_page(out: &mut String) -> fmt::Result {
    out.push_str(
        "# Ontology\n\n\
         Everything that a game file can name: sprite classes, effects, terminations, and the words of their parameters. This\n\
         page is made from the tables in `vm/src/ontology/`; do not edit it, run `VGDL_BLESS=1 cargo test --test it docs_fresh`.\n\n\
         Contents: [sprites](#sprites) · [effects](#effects) · [terminations](#terminations) · [words](#words)\n",
    );
    sprites(out)?;
    effects(out)?;
    ends(out)?;
    words(out)
}

fn sprites(out: &mut String) -> fmt::Result {
    out.push_str(
        "\n## Sprites\n\n\
         A sprite takes the parameters of its class, of the classes that one refines, and those of every sprite.\n\n\
         ### Parameters of every sprite\n\n",
    );
    let base = Traits::base();
    sprite_params(out, BASE_PARAMS, &base)?;
    for def in CLASSES {
        let parent = def.parent.map_or_else(Traits::base, Class::traits);
        let traits = def.class.traits();
        writeln!(out, "\n### {}\n\n{}", def.name, def.doc.trim())?;
        match def.parent {
            Some(parent) => write!(out, "\nClass {}, refines {}.", def.class as u8, parent.def().name)?,
            None => write!(out, "\nClass {}.", def.class as u8)?,
        }
        let changed: Vec<String> = def
            .class
            .params()
            .filter(|p| !def.params.contains(p) && traits.get(*p) != parent.get(*p))
            .map(|p| format!("`{}={}`", p.def().name, shown(&traits.get(p))))
            .collect();
        if !changed.is_empty() {
            write!(out, " Starts with {}.", changed.join(", "))?;
        }
        if def.class.is_avatar() {
            let names: Vec<String> = def.class.actions().iter().map(|a| format!("`{}`", a.name())).collect();
            write!(out, " Actions: {}.", names.join(", "))?;
        }
        out.push('\n');
        if !def.params.is_empty() {
            out.push('\n');
            sprite_params(out, def.params, &traits)?;
        }
        for param in def.required {
            writeln!(out, "\n`{}` must be given.", param.def().name)?;
        }
    }
    Ok(())
}

fn sprite_params(out: &mut String, params: &[SpriteParam], traits: &Traits) -> fmt::Result {
    table_head(out);
    for &param in params {
        let def = param.def();
        let default = match param {
            SpriteParam::Color => "any".to_owned(),
            _ => shown(&traits.get(param)),
        };
        row(out, def, &default)?;
    }
    Ok(())
}

fn effects(out: &mut String) -> fmt::Result {
    out.push_str(
        "\n## Effects\n\n\
         `a` is the first sprite of the rule and `b` the second; `a.pos` is a sprite's place, `a.prev` the place it had when its\n\
         turn began, `a.dir` its orientation, `a.hp` its health points, `R[a, r]` what it holds of resource `r`; `:=` sets.\n\n\
         ### Parameters of every effect\n\n",
    );
    common(out, EFFECT_COMMON)?;
    out.push_str("\n### Parameters of rules with `TIME`, and of `addTimer`\n\n");
    common(out, TIME_PARAMS)?;
    for (code, def) in (0..).zip(EFFECTS) {
        writeln!(out, "\n### {}\n\n{}", def.name, def.doc.trim())?;
        write!(out, "\nEffect {code}, needs {}.", needs(def.needs))?;
        out.push_str(if def.sets_score { " It decides each time whether its score counts.\n" } else { "\n" });
        own_params(out, def.params, &effect_defaults(code))?;
    }
    Ok(())
}

fn ends(out: &mut String) -> fmt::Result {
    out.push_str(
        "\n## Terminations\n\n\
         `alive(t)` is the number of sprites of type `t` and its family, killed avatars not counted.\n\n\
         ### Parameters of every termination\n\n",
    );
    common(out, END_COMMON)?;
    for (code, def) in (0..).zip(ENDS) {
        writeln!(out, "\n### {}\n\n{}\n\nTermination {code}.", def.name, def.doc.trim())?;
        own_params(out, def.params, &end_defaults(code))?;
    }
    Ok(())
}

fn words(out: &mut String) -> fmt::Result {
    out.push_str("\n## Words\n\n### Directions\n\n| name | vector |\n|---|---|\n");
    for dir in [Dir::Up, Dir::Down, Dir::Left, Dir::Right, Dir::None, Dir::Nil] {
        let (x, y) = dir.vector();
        writeln!(out, "| `{}` | ({x}, {y}) |", dir.name())?;
    }
    out.push_str("\n`y` grows downwards. A `D` before the name changes nothing: `DUP` is `UP`.\n");
    out.push_str("\n### Colours\n\n| name | red, green, blue |\n|---|---|\n");
    for (name, [r, g, b]) in COLOURS {
        writeln!(out, "| `{name}` | {r}, {g}, {b} |")?;
    }
    out.push_str("\n### Actions\n\n| name | letter in traces |\n|---|---|\n");
    for action in Action::ALL {
        writeln!(out, "| `{}` | `{}` |", action.name(), action.letter())?;
    }
    Ok(())
}

fn common(out: &mut String, params: &[ParamDef]) -> fmt::Result {
    table_head(out);
    for def in params {
        let default = match def.default {
            Some("true") => "True",
            Some("false") => "False",
            other => other.unwrap_or("must be given"),
        };
        row(out, def, default)?;
    }
    Ok(())
}

fn own_params(out: &mut String, params: &[ParamDef], defaults: &[Arg]) -> fmt::Result {
    if params.is_empty() {
        return Ok(());
    }
    out.push('\n');
    table_head(out);
    for def in params {
        row(out, def, &default_of(def, defaults))?;
    }
    Ok(())
}

fn table_head(out: &mut String) {
    out.push_str("| parameter | values | default | meaning |\n|---|---|---|---|\n");
}

fn row(out: &mut String, def: &ParamDef, default: &str) -> fmt::Result {
    let role = match def.role {
        Role::Rules => "",
        Role::Looks => " *Looks only.*",
        Role::Inert => " *No effect.*",
    };
    writeln!(out, "| `{}` | {} | {default} | {}{role} |", def.name, def.kind.name(), cell(def.doc))
}

/// Operands in one cell: `name: kind = default`.
fn operands(params: &[ParamDef], defaults: &[Arg]) -> String {
    let mut parts = Vec::new();
    for def in params {
        let kind = def.kind.name();
        parts.push(match def.default {
            Some(_) => format!("`{}`: {kind} = {}", def.name, default_of(def, defaults)),
            None => format!("`{}`: {kind}", def.name),
        });
    }
    parts.join("; ")
}

fn default_of(def: &ParamDef, defaults: &[Arg]) -> String {
    match (def.default, defaults.iter().find(|a| a.name == def.name)) {
        (Some(_), Some(arg)) => shown(&arg.value),
        _ => "must be given".into(),
    }
}

/// A default as pages spell it.
fn shown(value: &Value) -> String {
    match value {
        Value::Type(TypeRef(None)) => "none".into(),
        Value::Types(list) if list.is_empty() => "none".into(),
        Value::Text(text) if text.is_empty() => "none".into(),
        other => plain(other),
    }
}

fn needs(needs: Needs) -> &'static str {
    match needs {
        Needs::Nothing => "nothing",
        Needs::First => "the first sprite",
        Needs::Both => "both sprites",
        Needs::Unchecked => "the first sprite (a fault without it)",
    }
}

/// A doc as the cell of a table.
fn cell(doc: &str) -> String {
    doc.trim().replace('|', "\\|")
}

/// The arguments of an effect of which only those are given that must be.
fn effect_defaults(code: u8) -> Vec<Arg> {
    let params = EFFECTS.get(code as usize).map_or(&[][..], |e| e.params);
    // An effect as an operand is a name for some effects and a rule for others.
    [Value::Effect(EffectName(None)), Value::Rule(RuleId(0))]
        .iter()
        .find_map(|name| Effect::build(code, &required(params, name)).ok().flatten())
        .map(|effect| effect.args())
        .unwrap_or_default()
}

/// The arguments of a termination of which only those are given that must be.
fn end_defaults(code: u8) -> Vec<Arg> {
    let params = ENDS.get(code as usize).map_or(&[][..], |e| e.params);
    let end = End::build(code, &required(params, &Value::Effect(EffectName(None)))).ok().flatten();
    end.map(|end| end.args()).unwrap_or_default()
}

/// Any values for the parameters that must be given.
fn required(params: &[ParamDef], effect_name: &Value) -> Vec<Arg> {
    let any = |kind: Kind| match kind {
        Kind::Int | Kind::Float => Value::Int(0),
        Kind::Double => Value::Double(0.0),
        Kind::Bool => Value::Bool(false),
        Kind::Direction => Value::Dir(Dir::None),
        Kind::Colour => Value::Colour(vgdl_vm::ontology::Colour(0)),
        Kind::Text => Value::Text(String::new()),
        Kind::Type | Kind::OptType | Kind::LooseType => Value::Type(TypeRef(Some(TypeId(0)))),
        Kind::Types => Value::Types(Box::new([])),
        Kind::EffectName => effect_name.clone(),
        Kind::Ints => Value::Ints(Score::zero()),
        Kind::Bools => Value::Bools(Box::new([])),
    };
    params.iter().filter(|p| p.default.is_none()).map(|p| Arg { name: p.name, value: any(p.kind) }).collect()
}
