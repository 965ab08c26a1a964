//! The reference engine's limit of messages: games that it would end by it.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::MAX_MESSAGES;
use vgdl_vm::ontology::TypeRef;
use vgdl_vm::program::Level;

use crate::diag::{Diagnostic, Sink, codes};
use crate::game::Game;

/// Warns of a game whose reading alone logs too many messages, else of each level that adds too many. The place of a level
/// in the list that diagnostics are rendered with is one behind its own.
pub(crate) fn check(game: &Game, sink: &mut Sink) {
    if game.messages > MAX_MESSAGES {
        let title = format!("{} messages when the game is read: they end it after its first tick", game.messages);
        sink.push(limit(title).help("correct the lines that are reported here"));
        return;
    }
    let meaning: FxHashMap<char, &[TypeRef]> = game.mapping.iter().map(|g| (g.glyph, &g.types[..])).collect();
    for (i, level) in game.levels.iter().enumerate() {
        let (unmapped, made) = of_level(game, level, &meaning);
        let all = game.messages.saturating_add(unmapped).saturating_add(made);
        if all > MAX_MESSAGES {
            let title = format!("{all} messages when the level is built: they end the game after its first tick");
            let mut parts = Vec::new();
            for (count, what) in [
                (unmapped, "characters that stand for nothing"),
                (made, "parameters that sprites do not have"),
                (game.messages, "lines of the game"),
            ] {
                if count > 0 {
                    parts.push(format!("{count} for {what}"));
                }
            }
            let found = limit(title).in_source(i + 1).note(parts.join(", "));
            sink.push(found.help("map every character, and write spaces where nothing stands"));
        }
    }
}

fn limit(title: String) -> Diagnostic {
    let note =
        format!("GVGAI ends a game that has logged more than {MAX_MESSAGES} messages; here that holds with --compat");
    Diagnostic::warning(codes::MESSAGE_LIMIT, title).note(note)
}

/// Messages for characters without meaning, and for the first sprites of types.
fn of_level(game: &Game, level: &Level, meaning: &FxHashMap<char, &[TypeRef]>) -> (u32, u32) {
    let mut unmapped = 0_u32;
    let mut glyphs = FxHashSet::default();
    let mut placed = Vec::new();
    for glyph in level.rows.iter().flat_map(|row| row.chars()) {
        match meaning.get(&glyph) {
            None if glyph == ' ' => {}
            None => unmapped = unmapped.saturating_add(1),
            Some(types) => {
                // Each character once: levels are large.
                if glyphs.insert(glyph) {
                    placed.extend(types.iter().filter_map(|t| t.0));
                }
            }
        }
    }
    placed.sort_unstable();
    placed.dedup();
    let made = placed.into_iter().filter_map(|id| game.ty(id)).map(|ty| u32::from(ty.messages));
    (unmapped, made.fold(0, u32::saturating_add))
}
