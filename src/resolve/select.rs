//! Selections of sprite types: `{TYPE=enemy,!TYPE=boss}` in the place of a sprite, lines of a `SelectorSet`, and conditions.
//!
//! What is selected among are the types without lines below them. A type is found by its name, by those of the categories
//! that it is in and its own as types, by its tags, and by its class and what that refines. In the two places of a rule a
//! selection stands for each of its types in turn; where one type is wanted it is a *set*: a type of its own behind the others,
//! with no sprites, whose family are the types selected.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::effects::RESOURCE_ARGS;
use vgdl_vm::ontology::{CLASSES, Class, ClassDef, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{RuleId, TypeId, Unmakeable};
use vgdl_vm::selector::{Bits, Selector};

use super::args::Given;
use super::classes::Facts;
use super::{MAX_IDS, Resolver};
use crate::diag::{Diagnostic, codes};
use crate::front::vgdl::tree::{Block, Form, Node, Word};
use crate::game::SpriteType;
use crate::select::objects::Objects;
use crate::select::{Quality, Selection, What, compile, cost, parse_spaced, unknown};
use crate::source::Span;

/// Most pairs of types of the two selections of a rule.
const MOST_PAIRS: usize = 1 << 16;

/// What there is of selections.
#[derive(Default)]
pub(super) struct Selections<'t> {
    /// Lines of `SelectorSet`s.
    named: FxHashMap<&'t str, &'t Word>,
    /// The types as objects, and which of them have no lines below them; made when first asked for.
    catalogue: Option<(Objects, Bits)>,
    /// Types that each text selects, once it was looked at.
    known: FxHashMap<(u32, String), Option<Vec<TypeId>>>,
    /// What types require, by place.
    required: BTreeMap<u32, (TypeId, Span)>,
    /// Sets by their types.
    by_types: FxHashMap<Vec<TypeId>, TypeId>,
    /// Sets by number: text, place and types.
    sets: FxHashMap<TypeId, (String, Span, Vec<TypeId>)>,
}

/// A selection as it is written, with braces or without.
fn inside(text: &str) -> Option<&str> {
    match text.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}'),
        None => Some(text),
    }
}

impl<'t> Resolver<'t, '_> {
    /// Reads the lines of every `SelectorSet`. They may stand behind what uses them.
    pub(super) fn selector_sets(&mut self, root: &'t Node) {
        let tree = self.tree;
        let blocks = tree.children(root).filter(|top| top.header && top.block == Block::Selectors);
        for node in blocks.flat_map(|top| tree.children(top)).filter(|node| node.block == Block::Selectors) {
            let wrong = |label: &str| {
                Diagnostic::error(codes::BAD_SELECTOR, "line that names no selection").at(node.span).label(label)
            };
            match &node.words[..] {
                [name, arrow, choice] if arrow.form == Form::Arrow => {
                    if self.selections.named.insert(&name.text, choice).is_some() {
                        self.sink.push(wrong("this name was given before").help("give it another name"));
                    }
                }
                _ => self
                    .sink
                    .push(wrong("no selection").help("write a name, `>` and a selection, as in `foes > TYPE=enemy`")),
            }
        }
    }

    /// Looks at the lines that nothing has used.
    pub(super) fn finish_selectors(&mut self) {
        let mut lines: Vec<(&'t str, &'t Word)> =
            self.selections.named.iter().map(|(name, word)| (*name, *word)).collect();
        lines.sort_unstable_by_key(|(_, word)| word.span.start);
        for (name, word) in lines {
            if self.registry.contains_key(name) {
                let found =
                    Diagnostic::error(codes::BAD_SELECTOR, format!("selection with the name of the sprite `{name}`"));
                self.sink.push(found.at(word.span).label("the sprite is meant by it").help("give it another name"));
            }
            self.select(&word.text, word.span);
        }
    }

    /// Whether a text in the place of a sprite is a selection, or the name of one.
    pub(super) fn is_selection(&self, text: &str) -> bool {
        text.starts_with('{') || (!self.registry.contains_key(text) && self.selections.named.contains_key(text))
    }

    /// The types that a word in a rule means: one, or those of a selection. `None` if that was reported.
    pub(super) fn chosen(&mut self, word: &Word) -> Option<Vec<TypeRef>> {
        if !self.is_selection(&word.text) {
            return Some(vec![self.lookup(&word.text)]);
        }
        let types = self.types_of(&word.text, word.span)?;
        Some(types.into_iter().map(|id| TypeRef(Some(id))).collect())
    }

    /// The one type that a word in a rule means: a set, for a selection.
    pub(super) fn one(&mut self, word: &Word) -> TypeRef {
        if self.is_selection(&word.text) { self.set(&word.text, word.span) } else { self.lookup(&word.text) }
    }

    /// Reports an argument that selects several types where one is needed.
    pub(super) fn one_type(&mut self, given: &Given<'_>, name: &str) {
        if !self.is_selection(&given.value) {
            return;
        }
        let Some(types) = self.types_of(&given.value, given.value_span) else { return };
        if types.len() > 1 && self.reported.insert(given.value_span.start) {
            let title = format!("`{name}` takes one sprite, and {} are selected", types.len());
            let found = Diagnostic::error(codes::SEVERAL_FOR_ONE, title).at(given.value_span);
            let names: Vec<&str> = types.iter().take(3).filter_map(|id| self.names.get(id.index()).copied()).collect();
            let more = if types.len() > 3 { ", …" } else { "" };
            let found = found.label(format!("selects {}{more}", names.join(", ")));
            self.sink.push(found.help("name one of them, or write a line for each"));
        }
    }

    /// The types of an argument that is a selection; none if that was reported.
    pub(super) fn list(&mut self, given: &Given<'_>) -> Vec<TypeRef> {
        let types = self.types_of(&given.value, given.value_span).unwrap_or_default();
        types.into_iter().map(|id| TypeRef(Some(id))).collect()
    }

    /// The set of a selection. Where that was reported, any type will do.
    pub(super) fn set(&mut self, text: &str, span: Span) -> TypeRef {
        let Some(types) = self.types_of(text, span) else { return TypeRef(Some(TypeId(0))) };
        if let [one] = types[..] {
            return TypeRef(Some(one));
        }
        if let Some(&id) = self.selections.by_types.get(&types) {
            return TypeRef(Some(id));
        }
        if self.names.len() >= MAX_IDS || !self.spend(2 * types.len(), span) {
            self.too_large(span, "more than 65535 sprites");
            return TypeRef(Some(TypeId(0)));
        }
        let id = TypeId(self.names.len() as u16);
        // It has a number, but no name that anything could mention.
        self.names.push("");
        self.selections.by_types.insert(types.clone(), id);
        self.selections.sets.insert(id, (text.to_owned(), span, types));
        TypeRef(Some(id))
    }

    /// Whether the two selections of a rule have few enough pairs.
    pub(super) fn few_pairs(&mut self, firsts: usize, seconds: usize, span: Span) -> bool {
        let few = firsts.saturating_mul(seconds) <= MOST_PAIRS;
        if !few {
            let found =
                Diagnostic::error(codes::TOO_MANY_CHOSEN, format!("rule for {firsts} times {seconds} pairs of types"));
            self.sink.push(found.at(span).label(format!("at most {MOST_PAIRS}")).help("select fewer types"));
        }
        few
    }

    /// The types of a selection, or of a name of one.
    fn types_of(&mut self, text: &str, span: Span) -> Option<Vec<TypeId>> {
        // Once the game is too large nothing is selected any more.
        if self.full {
            return None;
        }
        let types = match self.selections.named.get(text).copied() {
            Some(word) if !text.starts_with('{') => self.select(&word.text, word.span),
            Some(_) | None => self.select(text, span),
        }?;
        // A long selection costs its length wherever it is used.
        self.spend(types.len(), span).then_some(types)
    }

    /// The types of a selection, in order. What is wrong with it is reported once.
    fn select(&mut self, text: &str, span: Span) -> Option<Vec<TypeId>> {
        // In games that are not written as VGDL several words may have one place.
        let key = (span.start, text.to_owned());
        if let Some(known) = self.selections.known.get(&key) {
            return known.clone();
        }
        let types = self.select_anew(text, span);
        self.selections.known.insert(key, types.clone());
        types
    }

    fn select_anew(&mut self, text: &str, span: Span) -> Option<Vec<TypeId>> {
        let selection = self.read(text, span)?;
        let asks = |what: &What| matches!(what, What::Qualified { quality: Quality::Held | Quality::Qualified, .. });
        if let Some(term) = selection.terms().into_iter().find(|term| asks(&term.what)) {
            let found = Diagnostic::error(codes::HOLDER_IN_PLACE, "selection that changes from tick to tick");
            let found = found.at(place(text, span, term.span)).label("asks what the avatar holds");
            self.sink.push(found.help("only the condition of a rule may ask that: `if={…}` behind its effect"));
            return None;
        }
        let selector = self.compiled(&selection, text, span)?;
        let Selector::Fixed(set) = selector else { return None };
        Some(set.iter().map(|i| TypeId(i as u16)).collect())
    }

    /// Reads a selection.
    fn read(&mut self, text: &str, span: Span) -> Option<Selection> {
        let Some(inner) = inside(text) else {
            let found = Diagnostic::error(codes::UNCLOSED_BRACE, "brace that is not closed").at(span);
            self.sink.push(found.label("no `}` follows").help("write `}` behind the selection"));
            return None;
        };
        match parse_spaced(inner) {
            Ok(selection) => Some(selection),
            Err(mistake) => {
                self.sink.push(mistake.diagnostic().at(place(text, span, mistake.span)));
                None
            }
        }
    }

    /// Compiles a selection for the types of the game.
    fn compiled(&mut self, selection: &Selection, text: &str, span: Span) -> Option<Selector> {
        self.make_catalogue();
        let (objects, leaves) = self.selections.catalogue.take()?;
        if self.full || !self.spend(cost(selection, &objects), span) {
            self.selections.catalogue = Some((objects, leaves));
            return None;
        }
        let found = unknown(selection, &objects);
        for unknown in &found {
            let kind = if unknown.is_type { "type" } else { "sprite" };
            let title = format!("unknown {kind} `{}` in a selection", unknown.name);
            let diagnostic = Diagnostic::error(codes::UNKNOWN_IN_SELECTION, title).at(place(text, span, unknown.span));
            let looks = self.looks.checked_sub(objects.len());
            self.looks = looks.unwrap_or(0);
            let close = looks.and_then(|_| unknown.closest(&objects));
            self.sink.push(match (close, unknown.is_type) {
                (Some(close), _) => diagnostic.help(format!("did you mean `{close}`?")),
                (None, true) => diagnostic.label("no tag, category or class").help("give sprites the tag with `tags=`"),
                (None, false) => diagnostic.label("not declared in SpriteSet"),
            });
        }
        let mut selector = compile(selection, &objects);
        selector.restrict(&leaves);
        let sound = found.is_empty();
        if sound && selector.is_empty() {
            let found = Diagnostic::error(codes::SELECTS_NOTHING, "selection of no sprite type").at(span);
            let both = selection.any_of.iter().any(|all| all.terms.len() > 1);
            let help = if both {
                "`,` asks for all of its terms: join with `|` what may be either"
            } else {
                "select at least one"
            };
            self.sink.push(found.label("no sprite type is all this").help(help));
        }
        let usable = sound && !selector.is_empty();
        self.selections.catalogue = Some((objects, leaves));
        usable.then_some(selector)
    }

    /// Whether the game has anything of selections.
    pub(super) fn uses_selections(&self) -> bool {
        self.selections.catalogue.is_some()
            || !self.selections.named.is_empty()
            || self.tree.nodes.iter().flat_map(|node| &node.words).any(|word| word.text.contains('{'))
    }

    /// Forgets the types: there are more now.
    pub(super) fn forget_catalogue(&mut self) {
        self.selections.catalogue = None;
    }

    /// Makes objects of the types that were declared so far.
    pub(super) fn make_catalogue(&mut self) {
        if self.selections.catalogue.is_some() {
            return;
        }
        let work = |facts: Facts<'_>| facts.lineage.len() + facts.tags.map_or(0, |tags| 1 + tags.len() / 2);
        let ids = (0..self.names.len()).map(|i| TypeId(i as u16));
        let work = self.names.len() + ids.filter_map(|id| self.facts(id)).map(work).sum::<usize>();
        let span = self.tree.nodes.first().map_or(Span::default(), |node| node.span);
        if !self.spend(work, span) {
            self.selections.catalogue = Some((Objects::default(), Bits::default()));
            return;
        }
        let mut leaves = Bits::none(self.names.len());
        let mut list = Vec::with_capacity(self.names.len());
        let mut categories: BTreeMap<TypeId, Vec<u32>> = BTreeMap::new();
        let mut refined: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (i, name) in self.names.iter().enumerate() {
            let id = TypeId(i as u16);
            let mut types = Vec::new();
            if let Some(facts) = self.facts(id).filter(|_| !self.selections.sets.contains_key(&id)) {
                if facts.inner {
                    categories.entry(id).or_default();
                } else {
                    leaves.insert(i);
                    // `!` stands before types alone: a name is a type as well.
                    categories.entry(id).or_default().push(i as u32);
                    for &above in facts.lineage {
                        categories.entry(above).or_default().push(i as u32);
                    }
                    types.extend(facts.tags.into_iter().flat_map(|tags| tags.split('.')).map(str::to_owned));
                    if let Some(name) = facts.class {
                        let classes = refined.entry(name.to_owned()).or_insert_with(|| classes_of(name));
                        types.extend(classes.iter().cloned());
                    }
                }
            }
            list.push(((*name).to_owned(), types));
        }
        let mut objects = Objects::new(list);
        // Classes are known whether the game has sprites of them or not; a category is a type even without sprites.
        CLASSES.iter().for_each(|def| objects.extend_type(def.name, &[]));
        for (id, below) in categories {
            if let Some(name) = self.names.get(id.index()) {
                objects.extend_type(name, &below);
                objects.add_name(name, below);
            }
        }
        self.selections.catalogue = Some((objects, leaves));
    }

    /// Gives a rule its condition.
    pub(super) fn condition(&mut self, given: &Given<'_>, rule: RuleId) {
        if !given.value.starts_with('{') {
            let found = Diagnostic::error(codes::BAD_CONDITION, "condition without braces").at(given.value_span);
            let found = found.label("not a selection in braces");
            let bare = given.value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let help = if bare {
                format!("write `if={{PC[{}]}}`", given.value)
            } else {
                format!("write `if={{{}}}`", given.value)
            };
            self.sink.push(found.help(help));
            return;
        }
        let (text, span) = (&*given.value, given.value_span);
        let Some(selection) = self.read(text, span) else { return };
        let Some(selector) = self.compiled(&selection, text, span) else { return };
        if matches!(&selector, Selector::Fixed(set) if !set.is_empty()) {
            let inside = inside(text).unwrap_or_default().trim();
            let found = Diagnostic::warning(codes::ALWAYS_HOLDS, "condition that always holds").at(span);
            let found = found.label("it does not ask what the avatar holds or qualifies for");
            self.sink.push(found.help(format!("write `if={{PC[{inside}]}}` if the avatar is to hold it")));
        }
        // It may be four sets of all types.
        if !self.spend(1 + self.names.len() / 8, span) {
            return;
        }
        if let Some(rule) = self.game.rules.get_mut(rule.index()) {
            rule.condition = Some(Box::new(selector));
        }
    }

    /// Gives the conditions the size that they need, now that all types are known.
    pub(super) fn finish_conditions(&mut self) {
        let types = self.game.types.len();
        self.game.rules.iter_mut().filter_map(|rule| rule.condition.as_mut()).for_each(|c| c.resize(types));
        self.game.requires.sort_unstable();
        self.game.requires.dedup();
        self.requirements_that_nobody_meets();
    }

    /// Reports requirements of what no avatar can ever hold.
    fn requirements_that_nobody_meets(&mut self) {
        let required = std::mem::take(&mut self.selections.required);
        if required.is_empty() {
            return;
        }
        // What is held is a Resource, or is named as one.
        let args = self.game.rules.iter().flat_map(|rule| &rule.args);
        let paid = args.filter(|arg| RESOURCE_ARGS.contains(&arg.name)).map(|arg| &arg.value);
        let params = self.game.types.iter().flat_map(|ty| &ty.params);
        let shot = params.filter(|given| given.param.is_ammunition()).map(|given| &given.value);
        let mut named: FxHashSet<TypeId> = FxHashSet::default();
        for value in paid.chain(shot) {
            match value {
                Value::Type(of) => named.extend(of.0),
                Value::Types(list) => named.extend(list.iter().filter_map(|of| of.0)),
                _ => {}
            }
        }
        for (what, span) in required.into_values() {
            let Some(ty) = self.game.types.get(what.index()) else { continue };
            let held = match ty.class {
                Ok(class) => class.is_a(Class::Resource),
                Err(why) => why == Unmakeable::UnknownClass,
            };
            if !held && !named.contains(&what) {
                let title = format!("requirement of `{}`, which nobody can hold", ty.name);
                let found = Diagnostic::error(codes::BAD_REQUIRES, title).at(span).label("no Resource");
                self.sink.push(found.help("name a sprite of the class Resource"));
            }
        }
    }

    /// What a type requires: `key:1.torch:2`.
    pub(super) fn requirements(&mut self, of: TypeId, given: &Given<'_>) {
        let mut at = given.value_span.start as usize;
        for piece in given.value.split('.') {
            let whole = given.value_span.range().len() != given.value.len();
            let span = if whole { given.value_span } else { Span::new(at, at + piece.len()) };
            at += piece.len() + 1;
            let (name, amount) = piece.split_once(':').unwrap_or((piece, "1"));
            let amount = amount.parse::<i32>().ok().filter(|n| *n > 0);
            match (self.lookup(name).0, amount) {
                (Some(what), Some(least)) if !name.is_empty() => {
                    self.game.requires.push((of, what, least));
                    self.selections.required.insert(span.start, (what, span));
                }
                (None, Some(_)) if !name.is_empty() => self.undeclared(name, span),
                _ if self.reported.insert(span.start) => {
                    let found = Diagnostic::error(codes::BAD_REQUIRES, format!("requirement `{piece}`")).at(span);
                    let found = found.label("not a sprite with an amount");
                    self.sink.push(found.help("write a name, `:` and a number from 1, as in `key:2`"));
                }
                _ => {}
            }
        }
    }

    /// The line of a place.
    fn line_at(&self, span: Span) -> u32 {
        let next = self.tree.nodes.partition_point(|node| node.span.start <= span.start);
        next.checked_sub(1).and_then(|i| self.tree.nodes.get(i)).map_or(0, |node| node.line)
    }

    /// The type that stands for a set.
    pub(super) fn set_type(&self, id: TypeId) -> Option<SpriteType> {
        let (text, span, types) = self.selections.sets.get(&id)?;
        Some(SpriteType {
            name: text.clone(),
            line: self.line_at(*span),
            span: *span,
            class: Err(Unmakeable::NoClass),
            class_name: None,
            lineage: vec![id],
            family: std::iter::once(id).chain(types.iter().copied()).collect(),
            inner: true,
            singleton: false,
            resource_limit: 0,
            params: Vec::new(),
            messages: 0,
        })
    }
}

/// Whether an argument of an effect asks about all types of a family: counts its sprites, or changes them. Elsewhere it names
/// the one type of what is made, paid or looked for.
pub(super) fn effect_takes_several(effect: &str, arg: &str) -> bool {
    match arg {
        "stypeCount" | "spawnPoint" => true,
        "stype" => matches!(
            effect,
            "subtractHealthPoints"
                | "increaseSpeedToAll"
                | "decreaseSpeedToAll"
                | "setSpeedForAll"
                | "transformToRandomChild"
        ),
        _ => false,
    }
}

/// The same of a parameter of a class: what is chased may be of several types.
pub(super) fn class_takes_several(class: Class, param: SpriteParam) -> bool {
    param == SpriteParam::Stype && (class.is_a(Class::Chaser) || class == Class::PathChaser)
}

/// A class and those that it refines.
fn classes_of(name: &str) -> Vec<String> {
    let class = Class::from_name(name);
    let is = |def: &&ClassDef| Class::from_name(def.name).zip(class).is_some_and(|(of, class)| class.is_a(of));
    CLASSES.iter().filter(is).map(|def| def.name.to_owned()).collect()
}

/// Where a part of a selection stands in the file: the whole of it, if it is written in another way there.
fn place(text: &str, span: Span, part: Span) -> Span {
    if span.range().len() != text.len() {
        return span;
    }
    let start = span.start + u32::from(text.starts_with('{'));
    Span { start: start + part.start, end: start + part.end }
}
