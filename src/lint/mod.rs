//! Lints: what a sound game says that its author hardly meant.
//!
//! They look at games without errors, and change nothing. One file for each kind: [`meet`] rules that never fire, [`hidden`]
//! rules behind others, [`resources`] what is collected and asked for, [`sprites`] sprites that never appear or never move,
//! [`ends`] terminations, [`edges`] the edge of the screen, [`levels`] what levels say about all that.
//!
//! What they claim holds for every play: where they cannot be sure they are silent.

mod edges;
mod ends;
mod hidden;
mod levels;
mod meet;
mod resources;
mod sprites;

use rustc_hash::FxHashSet;
use vgdl_vm::ontology::{Effect, SpriteParam, Value};
use vgdl_vm::program::{Pair, Program, RuleId, TypeDecl, TypeId};

use crate::diag::Sink;
use crate::front::level::LevelText;
use crate::front::vgdl::tree::{Form, Node, Tree};
use crate::game::{Game, Rule, SpriteType};
use crate::opt::dead_rules;
use crate::opt::reach::Reach;
use crate::source::{Source, Span};

/// A level that can be played, with the place of its source in the list that diagnostics are rendered with.
pub(crate) struct LevelSource<'l> {
    pub(crate) index: usize,
    pub(crate) source: &'l Source,
    pub(crate) text: LevelText,
}

/// What lints look at: a game without errors, and the program before any pass.
struct Subject<'s> {
    game: &'s Game,
    program: &'s Program,
    tree: &'s Tree,
    reach: Reach,
    /// Effects that shields may hold off.
    shielded: Vec<u8>,
    /// Whether the game says what levels are made of. A game without a mapping is a sketch: it is no news that nothing of it
    /// can exist.
    mapped: bool,
}

/// Reports them. `program` is `game` lowered and verified.
pub(crate) fn report(game: &Game, program: &Program, tree: &Tree, levels: &[LevelSource<'_>], sink: &mut Sink) {
    let mapped = game.mapping.iter().any(|g| g.span != Span::default());
    let (reach, shielded) = (Reach::of(program), dead_rules::shielded(program));
    let subject = Subject { game, program, tree, reach, shielded, mapped };
    let places = meet::Places::of(&subject);
    meet::report(&subject, &places, sink);
    hidden::report(&subject, &places, sink);
    resources::report(&subject, sink);
    sprites::report(&subject, levels, sink);
    ends::report(&subject, sink);
    edges::report(&subject, sink);
    levels::report(&subject, &places, levels, sink);
}

impl<'s> Subject<'s> {
    fn ty(&self, id: TypeId) -> Option<&'s SpriteType> {
        self.game.ty(id)
    }

    fn name(&self, id: TypeId) -> &'s str {
        self.game.ty(id).map_or("", |t| t.name.as_str())
    }

    fn family(&self, id: TypeId) -> &'s [TypeId] {
        self.game.ty(id).map_or(&[], |t| &t.family)
    }

    /// Whether sprites of just this type can exist.
    fn populated(&self, id: TypeId) -> bool {
        self.reach.populated.get(id.index()) == Some(&true)
    }

    /// The types of a family that sprites can be of.
    fn members(&self, id: TypeId) -> impl Iterator<Item = TypeId> + '_ {
        self.family(id).iter().copied().filter(|&t| self.populated(t))
    }

    /// By type: whether it is in one of these types' families, which are long in hostile games and visited once each.
    fn families_of(&self, types: FxHashSet<TypeId>) -> Vec<bool> {
        let mut inside = vec![false; self.program.types.len()];
        let mut types: Vec<TypeId> = types.into_iter().collect();
        types.sort_unstable();
        for id in types.into_iter().flat_map(|id| self.family(id)) {
            inside[id.index()] = true;
        }
        inside
    }

    /// A pair's rules that are enabled, in order.
    fn rules<'p>(&self, pair: &'p Pair) -> impl Iterator<Item = (RuleId, &'s vgdl_vm::program::Rule)> + use<'s, 'p> {
        let rules = &self.program.rules;
        pair.rules.iter().filter_map(|&id| Some((id, rules.get(id.index())?))).filter(|(_, r)| r.enabled)
    }

    /// Whether a rule puts its first sprite, or all, where it was, each time it runs.
    fn puts_back(&self, rule: &vgdl_vm::program::Rule) -> bool {
        let back = match &rule.effect {
            Effect::StepBack(p) => !p.pixel_perfect,
            Effect::UndoAll(p) => p.not_stype.is_empty(),
            _ => false,
        };
        // Given all second sprites at once it does nothing, and a shield may hold it off.
        back && !rule.in_batch && rule.condition.is_none() && !self.shielded.contains(&rule.effect.code())
    }

    fn node(&self, line: u32) -> Option<&'s Node> {
        let at = self.tree.nodes.binary_search_by_key(&line, |n| n.line).ok()?;
        self.tree.nodes.get(at)
    }

    /// Where a rule's line names a sprite; the whole line if it does not.
    fn named(&self, rule: &Rule, sprite: TypeId) -> Span {
        let words = self.node(rule.line).map_or(&[][..], |n| &n.words);
        let before = words.iter().take_while(|w| w.form != Form::Arrow);
        before.into_iter().find(|w| w.text == self.name(sprite)).map_or(rule.span, |w| w.span)
    }

    /// Where a line gives a parameter its value.
    fn value_span(&self, line: u32, key: &str) -> Option<Span> {
        self.node(line)?.words.iter().rev().find_map(|w| match &w.form {
            Form::Arg { key: k, value_span, .. } if k == key => Some(*value_span),
            _ => None,
        })
    }
}

/// Resources that shooting takes, with the parameter that names each.
fn ammunition(ty: &TypeDecl) -> impl Iterator<Item = (SpriteParam, TypeId)> + '_ {
    let ammo = ty.params.iter().filter(|(p, _)| p.is_ammunition());
    ammo.flat_map(|(p, value)| mentioned(value).map(move |t| (*p, t)))
}

/// The types that a value mentions.
fn mentioned(value: &Value) -> impl Iterator<Item = TypeId> + '_ {
    let one = match value {
        Value::Type(t) => t.0,
        _ => None,
    };
    let many = match value {
        Value::Types(list) => &list[..],
        _ => &[],
    };
    one.into_iter().chain(many.iter().filter_map(|t| t.0))
}
