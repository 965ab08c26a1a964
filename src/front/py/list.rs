//! Readable listing of a game of py-vgdl: types, rules and terminations as the virtual machine sees them.

use std::fmt::Write as _;

use vgdl_vm::ontology::COLOURS;
use vgdl_vm::py::ontology::Attr;
use vgdl_vm::py::{Engine, Game, NameId, Value};

/// The listing of a game. Any game has one, verified or not.
#[must_use]
pub fn list(game: &Game) -> String {
    let mut out = String::new();
    let dialect = match game.engine {
        Engine::One => "py-vgdl-1",
        Engine::Two => "py-vgdl-2",
    };
    let _ = writeln!(out, "game of py-vgdl\n  dialect    {dialect}\n  sprites    at most {}", game.max_sprites);
    let names = |list: &[NameId]| list.iter().map(|n| name(game, *n)).collect::<Vec<_>>().join(" ");
    if !game.singletons.is_empty() {
        let _ = writeln!(out, "  singletons {}", names(&game.singletons));
    }
    section(&mut out, "types, in the order of their turns", !game.types.is_empty());
    for (i, decl) in game.types.iter().enumerate() {
        let class = decl.class.map_or("(no class)", |c| c.def().name);
        let _ = write!(out, "  #{i:<3} {:<16} {class}", name(game, decl.name));
        if decl.lineage.len() > 1 {
            let _ = write!(out, "  in {}", names(&decl.lineage[..decl.lineage.len() - 1]));
        }
        for (attr, given) in &decl.options {
            let attr = Attr::ALL.iter().find(|(a, ..)| a == attr).map_or("?", |(_, name, _)| name);
            let _ = write!(out, "  {attr}={}", value(game, given));
        }
        if let Some((colour, _)) = decl.colour.and_then(|c| COLOURS.get(usize::from(c.0))) {
            let _ = write!(out, "  color={colour}");
        } else if game.engine == Engine::One && !decl.coloured && !decl.class.is_some_and(|c| c.def().coloured) {
            out.push_str("  (draws a colour)");
        }
        out.push('\n');
    }
    section(&mut out, "limits of resources", !game.limits.is_empty());
    for (id, limit) in &game.limits {
        let _ = writeln!(out, "  {} at most {limit}", name(game, *id));
    }
    section(&mut out, "level characters", !game.mapping.is_empty());
    for (glyph, of) in &game.mapping {
        let _ = writeln!(out, "  {} > {}", glyph.escape_debug(), names(of));
    }
    section(&mut out, "rules, in the order in which they run", !game.rules.is_empty());
    for (i, rule) in game.rules.iter().enumerate() {
        let second = name(game, rule.second);
        let _ = write!(out, "  r{i:<3} {} {second} > {}", name(game, rule.first), debug(game, &rule.effect));
        if rule.score != 0.0 {
            let _ = write!(out, "  score {}", rule.score);
        }
        out.push_str(if rule.raises { "  raises TypeError\n" } else { "\n" });
    }
    section(&mut out, "terminations", !game.ends.is_empty());
    for (i, end) in game.ends.iter().enumerate() {
        let _ = write!(out, "  e{i:<3} {}  {}", debug(game, &end.end), if end.win { "won" } else { "lost" });
        if end.score != 0.0 {
            let _ = write!(out, "  score {}", end.score);
        }
        out.push('\n');
    }
    section(&mut out, "levels", !game.levels.is_empty());
    for (i, level) in game.levels.iter().enumerate() {
        let _ = writeln!(out, "  l{i:<3} {}  {} rows", level.name.escape_debug(), level.rows.len());
    }
    out
}

fn section(out: &mut String, title: &str, any: bool) {
    if any {
        let _ = writeln!(out, "\n{title}");
    }
}

fn name(game: &Game, id: NameId) -> String {
    game.names.get(id.index()).map_or("?".to_owned(), |n| n.escape_debug().to_string())
}

fn value(game: &Game, value: &Value) -> String {
    match value {
        Value::None => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Number(n) => n.to_string(),
        Value::Pair(x, y) => format!("({x},{y})"),
        Value::Name(id) => name(game, *id),
        Value::Physics(physics) => format!("{physics:?}Physics"),
        Value::Object => "(an object)".into(),
        Value::Empty => "''".into(),
    }
}

/// An effect or a termination as Rust writes it, with names for their numbers.
fn debug(game: &Game, what: &impl std::fmt::Debug) -> String {
    let tidy = |text: &str| {
        let text = text.replace("Some(", "").replace([')', '[', ']'], "");
        text.replace(" { ", " ").replace(" }", "").replace(": ", "=")
    };
    let text = format!("{what:?}");
    let mut pieces = text.split("NameId(");
    let mut out = tidy(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (id, rest) = piece.split_once(')').unwrap_or((piece, ""));
        out += &name(game, id.parse().map_or(NameId(u16::MAX), NameId));
        out += &tidy(rest);
    }
    out
}
