//! What a level says to a game: characters without meaning, sprites that cannot be made, avatars.

use rustc_hash::FxHashMap;
use vgdl_vm::ontology::{Class, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{Level, TypeId};

use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::front::level::{LevelText, SECOND_HALF};
use crate::game::{Game, SpriteType};
use crate::source::Source;

/// Checks a level against its game. `index` is the place of the source in the list that diagnostics are rendered with.
pub(crate) fn check(game: &Game, text: &LevelText, source: &Source, index: usize, sink: &mut Sink) -> Level {
    let meaning: FxHashMap<char, &[TypeRef]> = game.mapping.iter().map(|g| (g.glyph, &g.types[..])).collect();
    // For each character: how often it occurs, and where first.
    let mut found: FxHashMap<char, (usize, usize, usize)> = FxHashMap::default();
    let mut order = Vec::new();
    let mut avatars = Avatars::new(game);
    for (row, cells) in text.rows.iter().enumerate() {
        for (column, &glyph) in cells.iter().enumerate() {
            let seen = found.entry(glyph).or_insert_with(|| {
                order.push(glyph);
                (0, row, column)
            });
            seen.0 += 1;
            for id in meaning.get(&glyph).copied().unwrap_or_default().iter().filter_map(|t| t.0) {
                avatars.place(game, id, (row, column));
            }
        }
    }
    for glyph in order {
        let Some(&(count, row, column)) = found.get(&glyph) else {
            continue;
        };
        let span = text.span(source, row, column);
        match meaning.get(&glyph) {
            None if matches!(glyph, ' ' | SECOND_HALF) => {}
            None => {
                let unknown = Diagnostic::warning(codes::UNMAPPED, format!("character `{glyph}` stands for nothing"));
                let unknown = unknown.in_source(index).at(span).label(match count {
                    1 => "the cell stays empty".to_owned(),
                    n => format!("its {n} cells stay empty"),
                });
                let mut buffer = [0; 4];
                let name: &str = glyph.encode_utf8(&mut buffer);
                let glyphs: Vec<String> = game.mapping.iter().map(|g| g.glyph.to_string()).collect();
                let close = suggest::closest(name, glyphs.iter().map(String::as_str));
                sink.push(unknown.help(match close {
                    Some(close) => format!("did you mean `{close}`? Else map it: `{glyph} > name`"),
                    None => {
                        format!("map it in LevelMapping, as in `{glyph} > wall`, or write a space")
                    }
                }));
            }
            Some(types) => {
                for ty in types.iter().filter_map(|t| game.ty(t.0?)).filter(|ty| ty.class.is_err()) {
                    let title = format!("sprite `{}` cannot be made", ty.name);
                    let bad = Diagnostic::error(codes::UNMAKEABLE, title).in_source(index).at(span);
                    let label = match &ty.class_name {
                        None => "it has no class".to_owned(),
                        Some(class) => format!("its class is `{class}`"),
                    };
                    sink.mistake(bad.label(label).note("the reference engine crashes when it builds this level"));
                }
            }
        }
    }
    avatars.report(game, text, source, index, sink);
    Level { name: source.name.clone(), rows: text.rows.iter().map(|r| r.iter().collect()).collect() }
}

/// Counts avatars as the level is built.
struct Avatars {
    /// Whether sprites of each type are avatars.
    is: Vec<bool>,
    /// Singletons that have been made.
    made: Vec<bool>,
    count: usize,
    /// The first that no player is left for.
    extra: Option<(usize, usize)>,
}

impl Avatars {
    fn new(game: &Game) -> Self {
        Self {
            is: game.types.iter().map(is_avatar).collect(),
            made: vec![false; game.types.len()],
            count: 0,
            extra: None,
        }
    }

    fn place(&mut self, game: &Game, id: TypeId, at: (usize, usize)) {
        if self.is.get(id.index()) != Some(&true) {
            return;
        }
        let Some(ty) = game.ty(id) else { return };
        let mut refused = false;
        for &above in &ty.lineage {
            if game.ty(above).is_some_and(|t| t.singleton)
                && let Some(made) = self.made.get_mut(above.index())
            {
                refused |= std::mem::replace(made, true);
            }
        }
        if !refused {
            self.count += 1;
            if self.count == usize::from(game.header.players) + 1 {
                self.extra = Some(at);
            }
        }
    }

    fn report(&self, game: &Game, text: &LevelText, source: &Source, index: usize, sink: &mut Sink) {
        let players = usize::from(game.header.players);
        if self.count < players {
            let title = match self.count {
                0 => "level without an avatar".to_owned(),
                n => format!("level with {n} avatar for {players} players"),
            };
            let missing = Diagnostic::error(codes::NO_AVATAR, title).in_source(index);
            let avatar = |g: &&crate::game::Glyph| {
                g.types.iter().filter_map(|t| t.0).any(|id| self.is.get(id.index()) == Some(&true))
            };
            sink.mistake(match game.mapping.iter().rfind(avatar) {
                Some(g) => missing.help(format!("place the avatar with `{}`", g.glyph)),
                None => missing.help("map a character to an avatar in LevelMapping"),
            });
        }
        if let Some((row, column)) = self.extra {
            let title = format!("level with {} avatars for {players} players", self.count);
            let extra = Diagnostic::warning(codes::EXTRA_AVATARS, title).in_source(index);
            let extra = extra.at(text.span(source, row, column)).label("this avatar is removed, and those behind it");
            sink.push(extra.help("place one avatar for each player"));
        }
    }
}

/// Whether sprites of a type count as avatars.
pub(crate) fn is_avatar(ty: &SpriteType) -> bool {
    let given = ty.params.iter().find(|p| p.param == SpriteParam::IsAvatar);
    match (given.map(|p| &p.value), ty.class) {
        (_, Err(_)) => false,
        (Some(Value::Bool(b)), Ok(_)) => *b,
        (_, Ok(class)) => Class::is_avatar(class),
    }
}
