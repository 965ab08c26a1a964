//! What may be written at a place.

use vgdl_vm::ontology::words::{Constant, constant};
use vgdl_vm::ontology::{CLASSES, COLOURS, Dir, EFFECTS, ENDS, Kind as Values, ParamDef, Role};

use super::Document;
use super::lines::{Line, argument};
use super::names::{PLACES, What, rule};
use super::owner::{Owner, Taken, end, is_common, is_list, names_sprites};
use crate::explain::Topic;
use crate::front::vgdl::tree::Block;
use crate::source::Span;

/// What may be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What is written there so far, and gives way.
    pub replace: Span,
    /// What may be written, the most likely first.
    pub items: Vec<Completion>,
    /// Whether this is all; else it is what starts like the text there.
    pub complete: bool,
}

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What it is called.
    pub name: String,
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// A word or two about it.
    pub detail: String,
    /// What it means, in Markdown; may be empty.
    pub doc: String,
}

/// What kind of thing may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name of the language: a block, a kind of game, `>`, `EOS`.
    Word,
    /// A sprite class.
    Class,
    /// An effect.
    Effect,
    /// A termination.
    End,
    /// A parameter.
    Parameter,
    /// A sprite.
    Sprite,
    /// A value.
    Value,
    /// A colour.
    Colour,
    /// A parameter of a `GameSpace`.
    GameParameter,
}

/// More are not sent at once: then those that start like the text at the place are.
const MOST: usize = 1000;

/// The place that is typed at.
struct Spot<'d> {
    index: usize,
    line: &'d Line,
    offset: usize,
    /// Number of words before it.
    at: usize,
    /// The word that is being typed.
    word: Option<Span>,
}

impl Completion {
    fn new(kind: Kind, name: &str, detail: impl Into<String>, doc: impl Into<String>) -> Self {
        Self { name: name.to_owned(), text: name.to_owned(), kind, detail: detail.into(), doc: doc.into() }
    }

    fn topic(kind: Kind, topic: &Topic, doc: &str) -> Self {
        Self::new(kind, topic.name(), topic.kind(), doc.trim())
    }

    fn word(name: &str, detail: &str) -> Self {
        Self::new(Kind::Word, name, detail, "")
    }
}

impl Document {
    /// What may be written at a place.
    #[must_use]
    pub fn complete(&self, offset: usize) -> Completions {
        let nothing = Completions { replace: Span::new(offset, offset), items: Vec::new(), complete: true };
        let Some((index, line)) = self.lines.at(offset) else { return nothing };
        if Self::in_comment(line, offset) || offset > line.span.end as usize {
            return nothing;
        }
        let (at, word) = match line.word_at(offset) {
            Ok(at) => (at, line.words.get(at).copied()),
            Err(at) => (at, None),
        };
        let spot = Spot { index, line, offset, at, word };
        let found = self.at(&spot);
        self.cut(found, offset)
    }

    /// Leaves out what does not start like the text at the place, if there is much.
    fn cut(&self, mut found: Completions, offset: usize) -> Completions {
        if found.items.len() > MOST {
            let typed = self.source.text.get(found.replace.start as usize..offset).unwrap_or_default().to_lowercase();
            found.items.retain(|item| item.name.to_lowercase().starts_with(&typed));
            found.items.truncate(MOST);
            found.complete = false;
        }
        found
    }

    fn at(&self, spot: &Spot<'_>) -> Completions {
        let line = spot.line;
        let replace = spot.word.unwrap_or(Span::new(spot.offset, spot.offset));
        let of = |items| Completions { replace, items, complete: true };
        if self.is_root(spot.index) {
            return if spot.at == 0 { of(game_kinds()) } else { self.arguments(spot, Owner::Game, Vec::new()) };
        }
        let arrow = line.arrow(&self.source);
        let behind = arrow.is_some_and(|arrow| arrow < spot.at);
        let arrows = || vec![Completion::word(">", "")];
        if spot.at == 0 {
            let mut items = match line.block {
                Block::Sprites => self.undeclared_types(),
                Block::Rules => self.sprites_and_places(),
                Block::Ends => ENDS.iter().map(|e| Completion::topic(Kind::End, &Topic::End(e), e.doc)).collect(),
                Block::Game | Block::Mapping | Block::Parameters | Block::Selectors => Vec::new(),
            };
            if self.may_open_block(spot) {
                items.extend(Block::WITH_HEADER.iter().map(|b| Completion::word(b.name(), "block")));
            }
            return of(items);
        }
        match line.block {
            _ if line.header => of(Vec::new()),
            Block::Game => of(Vec::new()),
            Block::Sprites if behind => {
                let but = spot.word.map(|_| spot.at);
                let written = arrow.and_then(|arrow| line.last_bare(arrow, but, &self.source)).is_some();
                let above = self.class_above(spot.index, line.indent).is_some();
                let class = self.class_of(spot.index, line.indent, but);
                let classes = if written { Vec::new() } else { classes() };
                let mut found = self.arguments(spot, Owner::Sprite(class), classes);
                if above {
                    // The class from above counts: parameters are more likely.
                    found.items.sort_by_key(|item| item.kind == Kind::Class);
                }
                found
            }
            Block::Rules if behind => {
                let but = spot.word.map(|_| spot.at);
                let written = arrow.and_then(|arrow| line.last_bare(arrow, but, &self.source)).is_some();
                let owner = rule(line, but, &self.source);
                if written { self.arguments(spot, owner, Vec::new()) } else { self.arguments(spot, owner, effects()) }
            }
            Block::Rules => {
                let mut items = self.sprites_and_places();
                if spot.at >= 2 && arrow.is_none() {
                    items.insert(0, Completion::word(">", ""));
                }
                of(items)
            }
            Block::Ends => {
                let name = line.words.first().map_or("", |&w| self.source.slice(w));
                self.arguments(spot, Owner::End(end(name)), Vec::new())
            }
            Block::Mapping if behind => of(self.sprites()),
            Block::Parameters if behind => self.arguments(spot, Owner::Parameter, Vec::new()),
            Block::Sprites | Block::Mapping | Block::Parameters | Block::Selectors
                if spot.at == 1 && arrow.is_none_or(|a| a == 1) =>
            {
                of(arrows())
            }
            Block::Sprites | Block::Mapping | Block::Parameters | Block::Selectors => of(Vec::new()),
        }
    }

    /// Parameters that are not given yet, behind `first`; or the values of the one whose value is being typed.
    fn arguments(&self, spot: &Spot<'_>, owner: Owner, first: Vec<Completion>) -> Completions {
        let mut replace = spot.word.unwrap_or(Span::new(spot.offset, spot.offset));
        let mut sign = "=";
        if let Some((key, value)) = spot.word.and_then(|w| argument(w, &self.source)) {
            if spot.offset >= value.start as usize {
                return self.values(spot, owner, key, value);
            }
            (replace, sign) = (key, "");
        }
        let given: Vec<&str> = spot
            .line
            .words
            .iter()
            .filter(|w| Some(**w) != spot.word)
            .filter_map(|&w| argument(w, &self.source).map(|(key, _)| self.source.slice(key)))
            .collect();
        let mut params: Vec<Taken> = owner.params();
        params.retain(|t| !given.contains(&t.def.name));
        // Its own before those of all; what does nothing last.
        params.sort_by_key(|t| (t.def.role == Role::Inert, is_common(t.def)));
        let items = params.iter().map(|taken| {
            let detail = format!("{}: {}", taken.whose, taken.values());
            let item = Completion::new(Kind::Parameter, taken.def.name, detail, taken.def.doc.trim());
            Completion { text: format!("{}{sign}", taken.def.name), ..item }
        });
        let first = if sign.is_empty() { Vec::new() } else { first };
        Completions { replace, items: first.into_iter().chain(items).collect(), complete: true }
    }

    /// What a parameter takes.
    fn values(&self, spot: &Spot<'_>, owner: Owner, key: Span, value: Span) -> Completions {
        let text = self.source.slice(value);
        let within = spot.offset.saturating_sub(value.start as usize).min(text.len());
        let taken = owner.param(self.source.slice(key));
        let kind = taken.as_ref().map(|t| t.def.kind);
        let mut replace = value;
        if kind.is_some_and(|k| is_list(k) || names_sprites(k)) {
            let from = text.get(..within).and_then(|t| t.rfind(',')).map_or(0, |i| i + 1);
            let to = text.get(within..).and_then(|t| t.find(',')).map_or(text.len(), |i| within + i);
            replace = Span::new(value.start as usize + from, value.start as usize + to);
        }
        let mut items = match (&taken, kind) {
            (_, Some(kind)) if names_sprites(kind) => self.sprites(),
            (Some(taken), Some(kind)) => words(kind, taken.def),
            _ => Vec::new(),
        };
        if !matches!(owner, Owner::Game | Owner::Parameter) {
            let names = self.names.declared(What::Parameter).map(|m| self.source.slice(m.span));
            items.extend(names.map(|name| Completion::new(Kind::GameParameter, name, "game parameter", "")));
        }
        Completions { replace, items, complete: true }
    }

    /// Whether a block may be opened by a word that starts here: as deep as the other headers, below the game line.
    fn may_open_block(&self, spot: &Spot<'_>) -> bool {
        let start = spot.word.map_or(spot.offset, |w| w.start as usize);
        let lead = self.source.text.get(spot.line.span.start as usize..start).unwrap_or_default();
        let column = lead.chars().count() as u32;
        let below = self.lines.root().is_some_and(|(_, root)| column > root.indent);
        below && self.lines.first_header().is_none_or(|header| column <= header.indent)
    }

    /// Every declared sprite, and the types that every game has.
    fn sprites(&self) -> Vec<Completion> {
        let declared = self.names.declared(What::Sprite).map(|m| self.source.slice(m.span));
        let mut items: Vec<Completion> = declared.map(|name| self.sprite_item(name)).collect();
        items.extend(self.undeclared_types());
        items
    }

    fn sprite_item(&self, name: &str) -> Completion {
        let class = self.ty(name).and_then(|ty| ty.class_name.as_deref());
        Completion::new(Kind::Sprite, name, class.unwrap_or("sprite"), "")
    }

    /// Types that every game has, as far as no line declares them.
    fn undeclared_types(&self) -> Vec<Completion> {
        let declared = |name: &str| self.names.of(name).any(|m| m.what == What::Sprite && m.declares);
        let types = self.game.iter().flat_map(|g| &g.types).filter(|ty| ty.line == 0 && !declared(&ty.name));
        types.map(|ty| Completion::new(Kind::Sprite, &ty.name, "every game has it", "")).collect()
    }

    fn sprites_and_places(&self) -> Vec<Completion> {
        let places = PLACES.iter().map(|&(name, doc)| Completion::new(Kind::Word, name, "", doc));
        self.sprites().into_iter().chain(places).collect()
    }
}

fn game_kinds() -> Vec<Completion> {
    ["BasicGame", "GameSpace"].map(|name| Completion::word(name, "kind of game")).into()
}

fn classes() -> Vec<Completion> {
    CLASSES.iter().map(|c| Completion::topic(Kind::Class, &Topic::Class(c), c.doc)).collect()
}

fn effects() -> Vec<Completion> {
    EFFECTS.iter().map(|e| Completion::topic(Kind::Effect, &Topic::Effect(e), e.doc)).collect()
}

/// The words that are values of a kind.
fn words(kind: Values, def: &ParamDef) -> Vec<Completion> {
    let value = |name: &str| Completion::new(Kind::Value, name, kind.name(), "");
    match kind {
        Values::Bool | Values::Bools => ["True", "False"].map(value).into(),
        Values::Direction => {
            [Dir::Up, Dir::Down, Dir::Left, Dir::Right, Dir::None, Dir::Nil].map(|d| value(d.name())).into()
        }
        Values::Colour => {
            let item = |&(name, rgb): &(&'static str, [u8; 3])| {
                Completion::new(Kind::Colour, name, kind.name(), Topic::Colour(name, rgb).summary())
            };
            COLOURS.iter().map(item).collect()
        }
        Values::EffectName => effects(),
        // Their docs name the words that they take.
        Values::Int | Values::Text => {
            let quoted = def.doc.split('`').skip(1).step_by(2);
            let fits = |word: &&str| match constant(word) {
                Some(Constant::Int(_)) => kind == Values::Int,
                Some(_) => false,
                None => kind == Values::Text && word.chars().all(|c| c.is_ascii_alphabetic()),
            };
            quoted.filter(fits).map(value).collect()
        }
        Values::Double | Values::Float | Values::Ints => Vec::new(),
        // Sprites are not words of the language.
        Values::Type | Values::OptType | Values::LooseType | Values::Types => Vec::new(),
    }
}
