//! Levels of py-vgdl: lines of characters, all equally long.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::program::Level;
use vgdl_vm::py::{Engine, Game, NameId, TypeDecl};

use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{Source, Span};

/// Levels with more cells are refused.
const MOST_CELLS: usize = 4_000_000;

/// Lines of a level, with the byte that each begins at: empty ones are none.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.split('\n').scan(0, |begin, row| {
        let start = *begin;
        *begin += row.len() + 1;
        Some((start, row))
    });
    numbered.filter(|(_, row)| !row.is_empty())
}

/// A level of a game; none if the reference engine cannot build it. `index` is the place of the source in the list that
/// diagnostics are rendered with.
pub fn level(game: &Game, source: &Source, index: usize, sink: &mut Sink) -> Option<Level> {
    let before = sink.errors();
    let mut found = |d: Diagnostic| sink.push(d.in_source(index));
    let asserts = "the reference engine raises AssertionError when it builds the level";
    let width = rows(&source.text).next().map_or(0, |(_, row)| row.chars().count());
    let height = rows(&source.text).count();
    if source.text.len() > MOST_CELLS || width.saturating_mul(height) > MOST_CELLS {
        found(Diagnostic::error(codes::PY_LARGE, "level too large").help("a level has at most 4,000,000 cells"));
        return None;
    }
    if width < 2 || height < 2 {
        let small = Diagnostic::error(
            codes::PY_SMALL_LEVEL,
            format!("level of {} by {}", count(width, "column"), count(height, "row")),
        );
        found(small.help("write at least two columns and two rows").note(asserts));
        return None;
    }
    let returns = rows(&source.text).find(|(_, row)| row.contains('\r'));
    if let Some((start, row)) = returns {
        let at = start + row.find('\r').unwrap_or_default();
        let warning = Diagnostic::warning(codes::PY_RETURN, "carriage returns in a level").at(Span::new(start, at));
        let warning = warning.label("a carriage return follows, and is one more column");
        found(warning.help("end the lines of the level with line feeds alone"));
    }
    for (start, row) in rows(&source.text) {
        let columns = row.chars().count();
        if columns != width {
            let uneven = Diagnostic::error(codes::PY_RAGGED_LEVEL, "level lines of unequal length")
                .at(Span::new(start, start + row.len()));
            let uneven = uneven.label(format!("{} instead of {width}", count(columns, "column")));
            found(uneven.help("give every line the length of the first").note(asserts));
            break;
        }
    }
    glyphs(game, source, &mut found);
    if sink.errors() > before {
        return None;
    }
    let rows = rows(&source.text).map(|(_, row)| row.to_owned()).collect();
    Some(Level { name: source.name.clone(), rows })
}

/// Looks at what the characters of a level stand for: at the first of each.
fn glyphs(game: &Game, source: &Source, found: &mut impl FnMut(Diagnostic)) {
    let types: FxHashMap<NameId, &TypeDecl> = game.types.iter().map(|t| (t.name, t)).collect();
    let named = |name: &str| game.names.iter().position(|n| n == name).map(|i| vec![NameId(i as u16)]);
    let mapping: FxHashMap<char, &Vec<NameId>> = game.mapping.iter().map(|(glyph, names)| (*glyph, names)).collect();
    let (wall, avatar) = (named("wall"), named("avatar"));
    let mut seen = FxHashSet::default();
    let mut avatars = false;
    for (start, row) in rows(&source.text) {
        for (at, glyph) in row.char_indices() {
            if !seen.insert(glyph) {
                continue;
            }
            let at = Span::new(start + at, start + at + glyph.len_utf8());
            let usual = match glyph {
                'w' => wall.as_ref(),
                'A' => avatar.as_ref(),
                _ => None,
            };
            let Some(names) = mapping.get(&glyph).copied().or(usual) else {
                if !matches!(glyph, ' ' | '\r') {
                    let note = Diagnostic::remark(
                        codes::PY_UNMAPPED,
                        format!("`{}` stands for nothing", glyph.escape_debug()),
                    );
                    found(note.at(at).label("an empty cell").help("map it, or write a space"));
                }
                continue;
            };
            for name in names {
                let word = game.names.get(name.index()).map_or("", String::as_str);
                let Some(decl) = types.get(name) else {
                    let group = game.types.iter().any(|t| t.lineage.contains(name));
                    let wrong = Diagnostic::error(codes::PY_UNMAKEABLE, format!("`{word}` is no sprite type")).at(at);
                    let (label, help) = match group {
                        true => ("stands for a group of types", "map the character to one of the types below it"),
                        false => ("stands for it", "declare it in the SpriteSet"),
                    };
                    found(
                        wrong
                            .label(label)
                            .help(help)
                            .note("the reference engine raises KeyError when it builds the level"),
                    );
                    continue;
                };
                match decl.class {
                    None => {
                        let wrong = Diagnostic::error(codes::PY_NO_CLASS, format!("`{word}` has no class"))
                            .at(at)
                            .label("stands for it");
                        let wrong = wrong.help("name a class in its line, or in a line above it");
                        found(wrong.note("the reference engine raises TypeError when it builds the level"));
                    }
                    Some(class) => avatars |= class.def().is("avatar"),
                }
            }
        }
    }
    if !avatars {
        let none = Diagnostic::warning(codes::PY_NO_AVATAR, "level without an avatar");
        let help = match game.engine {
            Engine::One => "put one in the level: `A`, unless the game maps that character to something else",
            Engine::Two => "put one in the level",
        };
        found(none.help(help));
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
