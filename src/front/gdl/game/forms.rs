//! The forms of the vocabulary. A builder sees one after the other and holds what they say.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Family;
use super::area::{self, Patch};
use super::numbers::Numbers;
use super::rules::{Rule, at_of, report};
use super::spread::{self, Misfit};
use super::values::{WORD, arrow, bare, inner, name, names, pair, property, span};
use crate::convert::kinds::Owner;
use crate::diag::{Diagnostic, codes, suggest};
use crate::front::gdl::{Kind, Machine, Text, TypeKind, TypeRef, Value, Vocabulary};
use crate::front::vgdl::tree::{Block, Word};
use crate::source::{Source, Span};

/// The forms that games are written with, but for those of the language.
pub(super) const FORMS: [&str; 10] = [
    "game-module",
    "category",
    "unit-type",
    "terrain-type",
    "material-type",
    "termination",
    "mapping",
    "area",
    "parameter",
    "selector",
];

/// The tables of games.
pub(super) const TABLES: [&str; 4] = ["interactions", "score-change", "damage", "hit-chance"];

/// What a `game-module` may say.
const MODULE: [&str; 5] = ["title", "game-class", "messages", "variants", "vgdl"];

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    pub(super) span: Span,
    /// From 1.
    pub(super) number: u32,
}

/// A sprite or a category.
#[derive(Clone, Debug)]
pub(super) struct Sprite {
    pub(super) name: Word,
    pub(super) class: Option<Word>,
    pub(super) args: Vec<Word>,
    /// The name of its category.
    pub(super) above: Option<Word>,
    pub(super) kind: TypeKind,
    /// The class it has if none is given or inherited.
    pub(super) usual: Option<&'static str>,
    pub(super) at: Line,
}

impl Sprite {
    /// Whether it is a category: these are the types of the kind that games have no other use for.
    pub(super) fn is_category(&self) -> bool {
        self.kind == TypeKind::Advance
    }
}

/// A line that is its words: a termination, a mapping, a parameter.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) words: Vec<Word>,
    pub(super) at: Line,
}

/// The game line.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) class: Word,
    pub(super) args: Vec<Word>,
    pub(super) at: Line,
    pub(super) messages: u32,
}

/// A choice between forms.
#[derive(Clone, Debug)]
struct Variant {
    name: Word,
    default: Value,
    choices: Vec<Value>,
}

/// What a module has said so far.
pub(super) struct Builder<'s> {
    source: &'s Source,
    family: &'s Family,
    pub(super) head: Option<Head>,
    pub(super) text: Option<Patch>,
    pub(super) sprites: Vec<Sprite>,
    /// The place of each type's sprite.
    pub(super) places: FxHashMap<TypeRef, usize>,
    pub(super) rules: Vec<Rule>,
    pub(super) numbers: Numbers,
    pub(super) ends: Vec<Plain>,
    pub(super) mapping: Vec<Plain>,
    pub(super) parameters: Vec<Plain>,
    pub(super) selectors: Vec<Plain>,
    /// Blocks behind the sprites, in the order in which they begin, with the places of the forms that begin them.
    pub(super) blocks: Vec<(Block, Line)>,
    /// Areas, as forms: what digits mean is known at the end.
    pub(super) areas: Vec<Value>,
    variants: Vec<Variant>,
    /// Names that the module defines.
    pub(super) defined: FxHashSet<String>,
}

impl Vocabulary for Builder<'_> {
    fn form(&mut self, machine: &mut Machine, head: &str, form: &Value) -> bool {
        let items = form.as_list().unwrap_or_default().to_vec();
        let rest = items.get(1..).unwrap_or_default();
        let at = self.line(form.at.span);
        match head {
            "game-module" => self.module(machine, form, rest),
            "category" => self.sprite(machine, form, rest, TypeKind::Advance, None),
            "unit-type" => self.sprite(machine, form, rest, TypeKind::Unit, None),
            "terrain-type" => self.sprite(machine, form, rest, TypeKind::Terrain, Some("Immovable")),
            "material-type" => self.sprite(machine, form, rest, TypeKind::Material, Some("Resource")),
            "add" => self.add(machine, form, rest),
            "table" => return self.table(machine, form, rest),
            "termination" => {
                self.begin(Block::Ends, at);
                if let Some(words) = self.owned(machine, form, rest, |name| Owner::End(name)) {
                    self.ends.push(Plain { words, at });
                }
            }
            "parameter" => {
                self.begin(Block::Parameters, at);
                if let Some(mut words) = self.owned(machine, form, rest, |_| Owner::Parameter) {
                    words.insert(1.min(words.len()), arrow(form.at.span));
                    self.parameters.push(Plain { words, at });
                }
            }
            "selector" => {
                self.begin(Block::Selectors, at);
                match rest {
                    [named, choice] if name(named).is_some() && choice.as_str().is_some() => {
                        let text = |v: &Value| name(v).unwrap_or_default();
                        let (named, choice) = (bare(text(named), named.at.span), bare(text(choice), choice.at.span));
                        self.selectors.push(Plain { words: vec![named, arrow(at.span), choice], at });
                    }
                    _ => self.misshapen(
                        machine,
                        "selector of the wrong shape",
                        form,
                        "write `(selector NAME \"SELECTION\")`",
                    ),
                }
            }
            "mapping" => {
                self.begin(Block::Mapping, at);
                rest.iter().for_each(|entry| self.glyph(machine, entry));
            }
            "area" => self.areas.push(form.clone()),
            // Xconq's global parameters mean nothing here.
            "set" => machine.set_symbol(form),
            "define" => {
                self.defined.extend(rest.first().and_then(name));
                return false;
            }
            _ => return self.unknown(machine, head, form),
        }
        true
    }
}

impl<'s> Builder<'s> {
    pub(super) fn new(source: &'s Source, family: &'s Family) -> Self {
        Self {
            source,
            family,
            head: None,
            text: None,
            sprites: Vec::new(),
            places: FxHashMap::default(),
            rules: Vec::new(),
            numbers: Numbers::default(),
            ends: Vec::new(),
            mapping: Vec::new(),
            parameters: Vec::new(),
            selectors: Vec::new(),
            blocks: Vec::new(),
            areas: Vec::new(),
            variants: Vec::new(),
            defined: FxHashSet::default(),
        }
    }

    /// Where a form stands.
    pub(super) fn line(&self, span: Span) -> Line {
        Line { span, number: self.source.line_column(span.start).0 }
    }

    /// The form that a block begins with is its first.
    pub(super) fn begin(&mut self, block: Block, at: Line) {
        if !self.blocks.iter().any(|(b, _)| *b == block) {
            self.blocks.push((block, at));
        }
    }

    /// A form of another vocabulary, or one that is misspelt.
    fn unknown(&mut self, machine: &mut Machine, head: &str, form: &Value) -> bool {
        let language = ["undefine", "if", "else", "end-if"];
        if language.contains(&head) {
            return false;
        }
        let known = FORMS.into_iter().chain(["define", "add", "table", "set"]).chain(language);
        let found =
            Diagnostic::error(codes::GDL_UNKNOWN, format!("unknown form `{head}`")).label("not a form of games");
        let at = form.as_list().and_then(<[Value]>::first).map_or(form.at, |h| h.at);
        let found = match suggest::closest(head, known) {
            Some(close) => found.help(format!("did you mean `{close}`?")),
            None if head == "include" => found.help("a game is one module: write the forms of the other one into it"),
            None => found.help(format!("the forms of games are {}", FORMS.join(", "))),
        };
        machine.sink.mistake(found.in_source(at.source as usize).at(at.span));
        true
    }

    /// A finding about a form that is not what it should be.
    fn misshapen(&self, machine: &mut Machine, title: &str, at: &Value, help: &str) {
        let found = Diagnostic::error(codes::GDL_FORM, title).label("not what belongs here").help(help);
        machine.push(found, at.at);
    }

    // ---- The module ------------------------------------------------------------------------------------------------

    fn module(&mut self, machine: &mut Machine, form: &Value, rest: &[Value]) {
        let at = self.line(form.at.span);
        if let Some(earlier) = &self.head {
            let found = Diagnostic::error(codes::GDL_FORM, "second `game-module`").label("a module is one game");
            machine.push(found.related(earlier.at.span, "the first one"), form.at);
            return;
        }
        let mut head = Head { class: bare("BasicGame", form.at.span), args: Vec::new(), at, messages: 0 };
        if rest.first().and_then(name).is_none() {
            self.misshapen(machine, "`game-module` without a name", form, "write `(game-module \"NAME\" ...)`");
        }
        for property in rest.iter().skip(1) {
            let items = property.as_list().unwrap_or_default().to_vec();
            let rest = items.get(1..).unwrap_or_default();
            match property.head().map(Text::text).as_deref() {
                Some("title") => {}
                Some("game-class") => {
                    if let Some(mut words) = self.owned(machine, property, rest, |_| Owner::Game) {
                        head.args = words.split_off(1.min(words.len()));
                        head.class = words.pop().unwrap_or(head.class);
                    }
                }
                Some("messages") => match rest {
                    [n] => {
                        head.messages =
                            machine.eval(n).as_number().and_then(|n| u32::try_from(n).ok()).unwrap_or(0).min(10_000)
                    }
                    _ => self.misshapen(machine, "`messages` without a number", property, "write `(messages NUMBER)`"),
                },
                Some("variants") => rest.iter().for_each(|v| self.variant(machine, v)),
                Some("vgdl") => self.text = area::embedded(machine, property),
                other => {
                    let known = other.and_then(|name| suggest::closest(name, MODULE.into_iter()));
                    let found = Diagnostic::warning(codes::GDL_MODULE, "property that `game-module` does not take");
                    let found = found.label("ignored");
                    machine.push(
                        match known {
                            Some(close) => found.help(format!("did you mean `{close}`?")),
                            None => found.help(format!("it takes {}", MODULE.join(", "))),
                        },
                        property.at,
                    );
                }
            }
        }
        self.head = Some(head);
    }

    /// The words of a form that is a name and properties.
    fn owned(
        &self,
        machine: &mut Machine,
        form: &Value,
        rest: &[Value],
        owner: fn(&str) -> Owner<'_>,
    ) -> Option<Vec<Word>> {
        let what = form.head().map(|h| h.text().into_owned()).unwrap_or_default();
        let value = rest.first().map(|first| machine.eval(first));
        let named = value.as_ref().and_then(|value| match &value.kind {
            Kind::Type(of) => Some(machine.type_name(*of).text().into_owned()),
            _ => name(value),
        });
        let (Some(value), Some(named)) = (value, named.filter(|n| !n.is_empty())) else {
            let at = rest.first().unwrap_or(form);
            self.misshapen(
                machine,
                &format!("`{what}` without a name"),
                at,
                &format!("write `({what} NAME (P V)...)`"),
            );
            return None;
        };
        let mut words = vec![bare(named.clone(), inner(machine, &value, &named, form))];
        for item in rest.iter().skip(1) {
            if let Some((key, value)) = pair(machine, item) {
                words.extend(property(machine, &key, &value, owner(&named), form));
            }
        }
        Some(words)
    }

    // ---- Sprites ---------------------------------------------------------------------------------------------------

    fn sprite(
        &mut self,
        machine: &mut Machine,
        form: &Value,
        rest: &[Value],
        kind: TypeKind,
        usual: Option<&'static str>,
    ) {
        let Some((first, properties)) = rest.split_first() else {
            return self.misshapen(machine, "type without a name", form, "write its name first");
        };
        let Some(named) = name(first).filter(|n| !n.is_empty()) else {
            return self.misshapen(machine, "type without a name", first, "write a symbol, or a string");
        };
        let at = self.line(form.at.span);
        let name_span = inner(machine, first, &named, form);
        let of = machine.new_type(kind, &named.as_str().into(), form.at);
        let mut sprite =
            Sprite { name: bare(named, name_span), class: None, args: Vec::new(), above: None, kind, usual, at };
        for item in properties {
            if machine.is_stopped() {
                break;
            }
            if let Some((key, value)) = pair(machine, item) {
                let twice = sprite.args.iter().find(|w| w.arg().map(|a| a.0) == name(&key).as_deref()).map(|w| w.span);
                set(machine, &mut sprite, &key, &value, form);
                if let Some(earlier) = twice {
                    let title = format!("argument `{}` twice", name(&key).unwrap_or_default());
                    let found = Diagnostic::warning(codes::KEY_TWICE, title).label("this one counts");
                    let found = found.related(earlier, "this one does not").help("remove one of them");
                    machine.push(found, key.at);
                }
            }
        }
        self.places.insert(of, self.sprites.len());
        self.sprites.push(sprite);
    }

    /// `(add TYPES P V)`
    fn add(&mut self, machine: &mut Machine, form: &Value, rest: &[Value]) {
        let [objects, key, expr] = rest else {
            return self.misshapen(
                machine,
                "`add` that is not three parts",
                form,
                "write `(add TYPES PARAMETER VALUE)`",
            );
        };
        let listed = machine.eval(objects).as_list().is_some();
        let types = match machine.eval_objects(objects) {
            Ok(types) => types,
            Err(others) => {
                for other in others {
                    let shown = machine.brief(&other);
                    let found =
                        Diagnostic::error(codes::GDL_KIND, "`add` to what is no type").label(format!("`{shown}`"));
                    machine.push(found.help("name types that are defined above"), at_of(&other, form));
                }
                return;
            }
        };
        let quoted = expr.head().is_some_and(|h| *h == "quote");
        let value = machine.eval(expr);
        let whole = |_: &Value| quoted || !listed;
        let entries = match spread::spread(listed.then_some(types.len()), None, &value, &whole) {
            Ok((entries, _)) => entries,
            Err(misfit) => return report(machine, &misfit, &value, form),
        };
        for (i, _, value) in entries {
            if !machine.spend(WORD, form.at) {
                return;
            }
            let place = types.get(i).and_then(|(of, _)| self.places.get(of)).copied();
            if let Some(sprite) = place.and_then(|p| self.sprites.get_mut(p)) {
                set(machine, sprite, key, value, form);
            }
        }
    }

    // ---- Tables and lines ------------------------------------------------------------------------------------------

    fn table(&mut self, machine: &mut Machine, form: &Value, rest: &[Value]) -> bool {
        let at = self.line(form.at.span);
        let Some((which, items)) = rest.split_first() else {
            self.misshapen(machine, "`table` without a name", form, "write `(table NAME (I J V)...)`");
            return true;
        };
        let named = name(which).unwrap_or_default();
        match named.as_str() {
            "interactions" => {
                self.begin(Block::Rules, at);
                self.interactions(machine, items);
            }
            "score-change" | "damage" | "hit-chance" => {
                self.begin(Block::Rules, at);
                self.number_table(machine, &named, items);
            }
            _ => {
                let found = Diagnostic::error(codes::GDL_UNKNOWN, format!("unknown table `{named}`"))
                    .label("not a table of games");
                let found = match suggest::closest(&named, TABLES.into_iter()) {
                    Some(close) => found.help(format!("did you mean `{close}`?")),
                    None => found.help(format!("the tables of games are {}", TABLES.join(", "))),
                };
                machine.sink.mistake(found.in_source(which.at.source as usize).at(which.at.span));
            }
        }
        true
    }

    /// `("c" TYPE...)`
    fn glyph(&mut self, machine: &mut Machine, entry: &Value) {
        let help = "write `(\"c\" TYPE...)`, the character in quotes";
        let Some((key, types)) = entry.as_list().and_then(<[Value]>::split_first) else {
            return self.misshapen(machine, "mapping that is no list", entry, help);
        };
        let text = match &key.kind {
            Kind::Number(n @ 0..=9) => Some(n.to_string()),
            _ => name(key),
        };
        let Some(text) = text.filter(|t| t.chars().count() == 1) else {
            return self.misshapen(machine, "mapping without its character", key, help);
        };
        let at = self.line(entry.at.span);
        let mut words = vec![bare(text, span(key, entry)), arrow(key.at.span)];
        for expr in types {
            let value = machine.eval(expr);
            if value.as_number().is_some() {
                let found = Diagnostic::error(codes::GDL_KIND, "what is no type in `mapping`").label("a number");
                machine.push(found.help("name the types that the character stands for"), value.at);
                continue;
            }
            words.extend(names(machine, &value, entry));
        }
        self.mapping.push(Plain { words, at });
    }

    // ---- Variants --------------------------------------------------------------------------------------------------

    /// `(NAME DEFAULT (VALUE FORM...)...)`
    fn variant(&mut self, machine: &mut Machine, form: &Value) {
        match form.as_list() {
            Some([named, default, choices @ ..])
                if name(named).is_some() && choices.iter().all(|c| c.as_list().is_some_and(|c| !c.is_empty())) =>
            {
                let text = name(named).unwrap_or_default();
                self.variants.push(Variant {
                    name: bare(text, named.at.span),
                    default: default.clone(),
                    choices: choices.to_vec(),
                });
            }
            _ => {
                self.misshapen(machine, "variant of the wrong shape", form, "write `(NAME DEFAULT (VALUE FORM...)...)`")
            }
        }
    }

    /// Interprets the forms of the chosen variants.
    pub(super) fn variants(&mut self, machine: &mut Machine) {
        let variants = std::mem::take(&mut self.variants);
        // Forms behind an `if` without an end do not take them along.
        machine.reading = true;
        for (named, _) in &self.family.variants {
            if !variants.iter().any(|v| v.name.text == *named) {
                let found = Diagnostic::error(codes::GDL_VARIANT, format!("unknown variant `{named}`"));
                let close = suggest::closest(named, variants.iter().map(|v| v.name.text.as_str()));
                machine.sink.push(match close {
                    Some(close) => found.help(format!("did you mean `{close}`?")),
                    None if variants.is_empty() => found.help("the module has no variants"),
                    None => found.help("the variants are those that `game-module` names"),
                });
            }
        }
        for variant in variants {
            let given =
                self.family.variants.iter().rev().find(|(n, _)| *n == variant.name.text).map(|(_, v)| v.as_str());
            let wanted = given.map_or_else(|| show(machine, &variant.default), str::to_owned);
            let shown: Vec<String> =
                variant.choices.iter().filter_map(|c| c.as_list()?.first()).map(|v| show(machine, v)).collect();
            let Some(chosen) = shown.iter().position(|s| *s == wanted).and_then(|i| variant.choices.get(i)) else {
                let title = format!("variant `{}` has no choice `{wanted}`", variant.name.text);
                let found = Diagnostic::error(codes::GDL_VARIANT, title)
                    .at(variant.name.span)
                    .label("one of its choices is wanted");
                machine.sink.push(match suggest::closest(&wanted, shown.iter().map(String::as_str)) {
                    Some(close) => found.help(format!("did you mean `{close}`?")),
                    None => found.help(format!("its choices are {}", shown.join(", "))),
                });
                continue;
            };
            for form in chosen.as_list().unwrap_or_default().iter().skip(1).cloned().collect::<Vec<_>>() {
                machine.interpret(&form, self);
            }
        }
    }

    /// The areas, now that the mapping is known.
    pub(super) fn patches(&mut self, machine: &mut Machine) -> Vec<Patch> {
        let digit = |line: &Plain| line.words.first()?.text.chars().next().filter(char::is_ascii_digit);
        let digits: String = self.mapping.iter().filter_map(digit).collect();
        let mut cells = area::MAX_CELLS;
        let mut patches = Vec::new();
        for form in std::mem::take(&mut self.areas) {
            patches.extend(area::area(machine, &form, patches.len(), &digits, &mut cells));
        }
        patches
    }
}

/// How a choice is called from outside: without quotation marks.
fn show(machine: &Machine, value: &Value) -> String {
    name(value).unwrap_or_else(|| machine.show(value))
}

/// Sets a parameter of a sprite: its class, its category, or an argument, which replaces an earlier one.
fn set(machine: &mut Machine, sprite: &mut Sprite, key: &Value, value: &Value, form: &Value) {
    let named = match &value.kind {
        Kind::Type(of) => Some(machine.type_name(*of).text().into_owned()),
        _ => name(value),
    };
    match (name(key).as_deref(), named) {
        (Some(what @ ("class" | "in")), Some(text)) if text.contains(|c: char| c.is_ascii_whitespace()) => {
            let found = Diagnostic::error(codes::GDL_FORM, format!("`{what}` with more than a name"));
            let found = found.label("several words").help(format!("write `({what} NAME) (P V)...`"));
            machine.push(found, at_of(value, form));
        }
        (Some("class"), Some(class)) => sprite.class = Some(bare(class, span(value, form))),
        (Some("in"), Some(above)) => sprite.above = Some(bare(above, span(value, form))),
        (Some(what @ ("class" | "in")), None) => {
            let found = Diagnostic::error(codes::GDL_FORM, format!("`{what}` without a name")).label("not a name");
            machine.push(found.help(format!("write `({what} NAME)`")), at_of(value, form));
        }
        _ => {
            let Some(word) = property(machine, key, value, Owner::Sprite, form) else { return };
            if !machine.spend(sprite.args.len() as u64 * 4, form.at) {
                return;
            }
            let same = |w: &&mut Word| w.arg().map(|a| a.0) == word.arg().map(|a| a.0);
            match sprite.args.iter_mut().find(same) {
                Some(earlier) => *earlier = word,
                None => sprite.args.push(word),
            }
        }
    }
}

/// Kept in one place: what a clause of a table may be too much for.
pub(super) fn too_many(machine: &mut Machine, value: &Value, clause: &Value) {
    report(machine, &Misfit::TooMany, value, clause);
}
