//! The game that the lines of a text mean.

mod rules;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::{COLOURS, Colour};
use vgdl_vm::py::ontology::{Attr, Class, Physics};
use vgdl_vm::py::{Ending, Engine, Game, NameId, Rule, TypeDecl, Value};

use super::layout::{Lines, Node, lines};
use super::value::{Py, evaluate, number};
use crate::diag::suggest::closest;
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::Span;

/// Sprite lines deeper than this in each other are refused.
const DEEPEST: usize = 100;

/// A line has no more options than this, those of the lines above it included, and a rule no more partners.
const MOST_IN_LINE: usize = 100;

/// Larger texts are refused, in bytes.
const LARGEST: usize = 16 << 20;

/// Options of the game.
const GAME: [&str; 6] = ["block_size", "frame_rate", "load_save_enabled", "default_mapping", "title", "MAX_SPRITES"];

/// Options of sprites that say how they look, or that other engines know: no rule looks at them.
const LOOKS: [&str; 10] = [
    "color",
    "img",
    "shrinkfactor",
    "draw_arrow",
    "hidden",
    "invisible",
    "autotiling",
    "randomtiling",
    "frameRate",
    "rotateInPlace",
];

/// The game of a text; none if there is an error. `old` is whether values are read as by Python 2.
pub fn read(text: &str, engine: Engine, old: bool, sink: &mut Sink) -> Option<Game> {
    let before = sink.errors();
    if text.len() > LARGEST {
        sink.push(Diagnostic::error(codes::PY_LARGE, "text too large").help("game files are read up to 16 MiB"));
        return None;
    }
    let mut reader = Reader::new(engine, old, sink);
    match lines(text) {
        Ok(lines) => reader.game(&lines),
        Err(misplaced) => {
            let (found, wanted) = misplaced.columns;
            let wrong = Diagnostic::error(codes::PY_INDENTATION, "indentation that does not match");
            let wrong = wrong.at(misplaced.span).label(format!("indented by {found} columns"));
            let wrong = wrong.related(misplaced.first, format!("belongs to the same line: indented by {wanted}"));
            reader.found(wrong.help(format!("indent it by {wanted} columns")).note(raised("AssertionError")));
        }
    }
    reader.look_up();
    let game = reader.finish();
    (sink.errors() == before).then_some(game)
}

/// What the reference engine makes of an error.
fn raised(class: &str) -> String {
    format!("the reference engine raises {class} when it reads the game")
}

/// What it makes of an argument that does not fit.
const TYPE_ERROR: &str = "the reference engine raises TypeError when the rule first runs";

type Options = Vec<(String, Py)>;

/// What a sprite line says, with what it has from the lines above it.
#[derive(Clone, Default)]
struct Inherited {
    class: Option<Class>,
    options: Options,
    lineage: Vec<NameId>,
}

/// A type as it was defined last.
#[derive(Clone)]
struct Leaf {
    class: Option<Class>,
    options: Options,
    lineage: Vec<NameId>,
}

struct Reader<'s> {
    engine: Engine,
    old: bool,
    sink: &'s mut Sink,
    /// Where a line defines each type.
    places: FxHashMap<NameId, Span>,
    /// Names that every sprite line has, groups included.
    declared: FxHashSet<NameId>,
    /// Where sprites are named that should be declared.
    named: Vec<(NameId, Span)>,
    names: Vec<String>,
    ids: FxHashMap<String, NameId>,
    /// Types in the order in which they are updated.
    order: Vec<NameId>,
    /// Types in the order of their first definition.
    first: Vec<NameId>,
    leaves: FxHashMap<NameId, Leaf>,
    singletons: Vec<NameId>,
    mapping: BTreeMap<char, Vec<NameId>>,
    rules: Vec<Rule>,
    ends: Vec<Ending>,
    max_sprites: u32,
    block_size: Option<i32>,
}

impl<'s> Reader<'s> {
    fn new(engine: Engine, old: bool, sink: &'s mut Sink) -> Self {
        let mut reader = Self {
            engine,
            old,
            sink,
            places: FxHashMap::default(),
            declared: FxHashSet::default(),
            named: Vec::new(),
            names: Vec::new(),
            ids: FxHashMap::default(),
            order: Vec::new(),
            first: Vec::new(),
            leaves: FxHashMap::default(),
            singletons: Vec::new(),
            mapping: BTreeMap::new(),
            rules: Vec::new(),
            ends: Vec::new(),
            max_sprites: 10_000,
            block_size: None,
        };
        if engine == Engine::One {
            let coloured = |class, colour: Option<&str>| {
                let colour = colour.map(|c| ("color".to_owned(), Py::Text(c.to_owned())));
                (class, colour.into_iter().collect())
            };
            for (name, (class, options)) in [
                ("wall", coloured(Class::Immovable, Some("DARKGRAY"))),
                ("avatar", coloured(Class::MovingAvatar, None)),
            ] {
                let id = reader.name(name);
                reader.declared.insert(id);
                reader.define(id, Leaf { class: Some(class), options, lineage: vec![id] });
            }
        }
        reader
    }

    fn found(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    fn name(&mut self, name: &str) -> NameId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        // More names than that are refused when the game is loaded.
        let id = NameId(u16::try_from(self.names.len()).unwrap_or(u16::MAX));
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    fn define(&mut self, id: NameId, leaf: Leaf) {
        if self.leaves.insert(id, leaf).is_none() {
            self.first.push(id);
        }
        self.order.push(id);
    }

    fn game(&mut self, lines: &Lines) {
        let Some(&root) = lines.roots.first() else {
            let none = Diagnostic::error(codes::PY_NO_GAME, "no game in the text");
            return self.found(none.help("begin with a line such as `BasicGame`").note(raised("IndexError")));
        };
        if let Some(&other) = lines.roots.get(1) {
            let second =
                Diagnostic::warning(codes::PY_SECOND_GAME, "second game in the text").at(lines.nodes[other].whole());
            let second = second
                .label("is not indented, so it begins another game")
                .related(lines.nodes[root].whole(), "the game");
            self.found(second.help("indent it to make it part of the game; only the first game is read"));
        }
        self.game_line(&lines.nodes[root]);
        for &block in &lines.nodes[root].children {
            let node = &lines.nodes[block];
            let children = || node.children.iter().map(|&c| &lines.nodes[c]);
            match node.text.as_str() {
                // The rewrite reads over what follows on that line.
                text if text == "SpriteSet" || (self.engine == Engine::Two && text.starts_with("SpriteSet")) => {
                    node.children.iter().for_each(|&c| self.sprite(lines, c, &Inherited::default()))
                }
                "LevelMapping" => children().for_each(|n| self.map(n)),
                "InteractionSet" => children().for_each(|n| self.rule(n)),
                "TerminationSet" => children().for_each(|n| self.ending(n)),
                other => {
                    let blocks = ["SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet"];
                    let unknown =
                        Diagnostic::warning(codes::PY_UNKNOWN_BLOCK, format!("unknown block `{}`", short(other)));
                    let help = close(
                        other,
                        blocks.into_iter(),
                        "there are SpriteSet, LevelMapping, InteractionSet and TerminationSet",
                    );
                    self.found(unknown.at(node.whole()).label("not read, with all that belongs to it").help(help));
                    continue;
                }
            }
            if !node.text.starts_with("SpriteSet") {
                children().for_each(|line| self.lost(lines, line));
            }
        }
    }

    /// Lines that belong to one that takes none.
    fn lost(&mut self, lines: &Lines, node: &Node) {
        if let Some(&child) = node.children.first() {
            let lost = Diagnostic::warning(codes::PY_LOST_LINE, "line that is not read").at(lines.nodes[child].whole());
            let lost =
                lost.label("belongs to the line above, which takes no lines").related(node.whole(), "the line above");
            self.found(lost.help("indent the two lines alike"));
        }
    }

    fn game_line(&mut self, node: &Node) {
        let Some((_, options)) = self.definition(node, &node.text, false) else { return };
        for (key, value) in options {
            match (key.as_str(), &value) {
                ("block_size", Py::Int(n)) => self.block_size = i32::try_from(*n).ok(),
                ("MAX_SPRITES", Py::Int(n)) => self.max_sprites = u32::try_from(*n).unwrap_or(0),
                (key, _) if GAME.contains(&key) => {}
                _ => {
                    let unknown = Diagnostic::warning(
                        codes::PY_GAME_OPTION,
                        format!("unknown option `{}` of the game", short(&key)),
                    );
                    let unknown = unknown.at(option(node, &key)).label("not read");
                    self.found(unknown.help(close(&key, GAME.into_iter(), "remove it")));
                }
            }
        }
    }

    /// What a definition says: its class, if it begins with one, and its options.
    fn definition(&mut self, node: &Node, text: &str, wants_class: bool) -> Option<(Option<String>, Options)> {
        let mut pieces = text.split(' ').filter(|p| !p.is_empty()).peekable();
        let class = pieces.next_if(|p| !p.contains('=')).map(str::to_owned);
        if class.is_none() && wants_class {
            let what = if text.len() == node.text.len() { "a termination" } else { "an effect" };
            let none = Diagnostic::error(codes::PY_NO_NAME, "no name before the options").at(node.span(text));
            let none = none.label(format!("begins with an option, or is empty: {what} is missing"));
            self.found(none.help(format!("write {what}, then its options")).note(raised("TypeError")));
            return None;
        }
        let mut options = Options::new();
        for piece in pieces {
            if options.len() >= MOST_IN_LINE {
                self.too_long(node.span(text), "options");
                return None;
            }
            let mut parts = piece.split('=');
            match (parts.next(), parts.next(), parts.next()) {
                (Some(key), Some(value), None) => {
                    let value = self.looked_at(node.span(value), key, evaluate(value, self.old));
                    options.retain(|(k, _)| k != key);
                    options.push((key.to_owned(), value));
                }
                _ => {
                    let wrong =
                        Diagnostic::error(codes::PY_BAD_OPTION, "option without exactly one `=`").at(node.span(piece));
                    let label = if piece.contains('=') { "has several" } else { "has none" };
                    let help = "write `name=value`, with one `=` and without spaces";
                    self.found(wrong.label(label).help(help).note(raised("ValueError")));
                    return None;
                }
            }
        }
        Some((class, options))
    }

    /// The value of an option, after a look at whether it names what it seems to.
    fn looked_at(&mut self, span: Span, key: &str, value: Py) -> Py {
        let names = key.starts_with("stype") || matches!(key, "resource" | "ammo" | "res_type");
        match &value {
            Py::Object(word) if names => {
                let found =
                    Diagnostic::warning(codes::PY_BUILTIN, format!("`{}` means something to Python", short(word)));
                let found = found.at(span).label("names no sprites");
                self.found(found.help("give the sprite a name that neither Python nor the engine knows"));
            }
            // What is held has a name, too, which some options of sprites take.
            Py::Text(name) if matches!(key, "resource" | "res_type") => {
                let name = self.name(name);
                self.declared.insert(name);
            }
            Py::Text(name) if key.starts_with("stype") => {
                let name = self.name(name);
                self.named.push((name, span));
            }
            _ => {}
        }
        value
    }

    /// Looks for sprites that are named and nowhere declared.
    fn look_up(&mut self) {
        // A game with errors has more to say.
        let named = if self.sink.has_errors() { Vec::new() } else { std::mem::take(&mut self.named) };
        let mut said = FxHashSet::default();
        for (id, span) in named {
            // Looking for close names is dear, and nobody reads more.
            if said.len() > Sink::CAP {
                break;
            }
            let name = &self.names[id.index().min(self.names.len() - 1)];
            if self.declared.contains(&id) || name == "EOS" || name == "ANY" || !said.insert(id) {
                continue;
            }
            let known = self.names.iter().enumerate().filter(|(i, _)| self.declared.contains(&NameId(*i as u16)));
            let found = Diagnostic::warning(codes::PY_UNKNOWN_NAME, format!("no sprite is called `{}`", short(name)));
            let help = close(name, known.map(|(_, n)| n.as_str()), "declare it in the SpriteSet");
            self.found(found.at(span).label("not declared in the SpriteSet").help(help));
        }
    }

    /// Complains about a line that says more than can be meant.
    fn too_long(&mut self, at: Span, what: &str) {
        let long = Diagnostic::error(codes::PY_LARGE, "line too long").at(at);
        self.found(long.label(format!("more than {MOST_IN_LINE} {what}")).help("write less in a line"));
    }

    /// The two sides of the one `>` of a line.
    fn sides<'t>(&mut self, node: &Node, text: &'t str) -> Option<(&'t str, &'t str)> {
        let mut parts = text.split('>').map(str::trim);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(left), Some(right), None) => Some((left, right)),
            _ => {
                let wrong = Diagnostic::error(codes::PY_ARROW, "line without exactly one `>`").at(node.span(text));
                let (label, class) = match text.contains('>') {
                    true => ("has several", "ValueError"),
                    false => ("has none", "AssertionError, or ValueError,"),
                };
                self.found(wrong.label(label).help("write a name, `>`, and what it is").note(raised(class)));
                None
            }
        }
    }

    fn sprite(&mut self, lines: &Lines, id: usize, above: &Inherited) {
        let node = &lines.nodes[id];
        if above.lineage.len() >= DEEPEST {
            let deep = Diagnostic::error(codes::PY_TOO_DEEP, "sprites too deep in each other").at(node.whole());
            return self.found(deep.label(format!("more than {DEEPEST} levels deep")).help("indent less"));
        }
        let Some((name, text)) = self.sides(node, &node.text) else { return };
        let Some((class, options)) = self.definition(node, text, false) else { return };
        let mut own = above.clone();
        if let Some(class) = class {
            match Class::named(&class) {
                Some(found) if self.has(found) => own.class = Some(found),
                _ => {
                    let known = vgdl_vm::py::ontology::CLASSES.iter().filter(|c| self.has(c.class)).map(|c| c.name);
                    let help = close(&class, known, "`vgdl explain --list` lists the classes");
                    let unknown =
                        Diagnostic::error(codes::PY_UNKNOWN_CLASS, format!("unknown sprite class `{}`", short(&class)));
                    let unknown = unknown.at(first_word(node, text)).label("not in this dialect");
                    return self.found(unknown.help(help).note(raised("NameError")));
                }
            }
        }
        let place = node.span(name);
        let id = self.name(name);
        self.declared.insert(id);
        own.lineage.push(id);
        for (key, value) in options {
            if key == "singleton" {
                if value == Py::Bool(true) || value == Py::Int(1) || value == Py::Float(1.0) {
                    self.singletons.push(id);
                }
                continue;
            }
            if self.engine == Engine::Two && key == "physicstype" && value == Py::Physics(Physics::NoFriction) {
                let none = Diagnostic::error(codes::PY_UNKNOWN_CLASS, "no such physics in this dialect")
                    .at(option(node, &key));
                self.found(none.label("only the original has it").help("write `physicstype=ContinuousPhysics`"));
            }
            if !LOOKS.contains(&key.as_str()) && Attr::named(&key).is_none() {
                let unknown = Diagnostic::warning(codes::PY_UNUSED_OPTION, format!("unknown option `{}`", short(&key)));
                let known = Attr::ALL.iter().map(|(_, name, _)| *name).chain(["singleton"]).chain(LOOKS);
                self.found(unknown.at(option(node, &key)).label("no rule looks at it").help(close(
                    &key,
                    known,
                    "remove it",
                )));
            }
            own.options.retain(|(k, _)| *k != key);
            own.options.push((key, value));
        }
        if own.options.len() > MOST_IN_LINE {
            return self.too_long(place, "options");
        }
        if node.children.is_empty() {
            if let Some(before) = self.places.insert(id, place) {
                let title = format!("`{}` is defined twice", short(name));
                let twice = match self.engine {
                    Engine::One => Diagnostic::warning(codes::PY_DEFINED_TWICE, title).label("this definition counts"),
                    Engine::Two => {
                        Diagnostic::error(codes::PY_REDEFINED, title).label("a type is defined once in this dialect")
                    }
                };
                let twice = twice.at(place).related(before, "defined here first");
                self.found(twice.help("give one of them another name, or remove one"));
            }
            let Inherited { class, options, lineage } = own;
            return self.define(id, Leaf { class, options, lineage });
        }
        for &child in &node.children {
            self.sprite(lines, child, &own);
        }
    }

    fn has(&self, class: Class) -> bool {
        let def = class.def();
        if self.engine == Engine::One { def.one } else { def.two }
    }

    fn map(&mut self, node: &Node) {
        let Some((glyph, names)) = self.sides(node, &node.text) else { return };
        let mut chars = glyph.chars();
        let (Some(glyph), None) = (chars.next(), chars.next()) else {
            let wrong = Diagnostic::error(codes::PY_GLYPH, "not one character").at(node.span(glyph));
            let label =
                if glyph.is_empty() { "nothing stands before the `>`" } else { "one character is mapped in a line" };
            return self
                .found(wrong.label(label).help("write a line for each character").note(raised("AssertionError")));
        };
        let names = names.split(' ').filter(|n| !n.is_empty()).map(|n| self.named(node, n)).collect();
        self.mapping.insert(glyph, names);
    }

    /// A name that should be declared.
    fn named(&mut self, node: &Node, name: &str) -> NameId {
        let id = self.name(name);
        self.named.push((id, node.span(name)));
        id
    }

    /// The name that a value is; none for what Python makes an object of.
    fn sprite_of(&mut self, value: &Py) -> Option<NameId> {
        match value {
            Py::Text(name) => Some(self.name(name)),
            _ => None,
        }
    }

    fn finish(&mut self) -> Game {
        let mut limits = Vec::new();
        for id in self.first.clone() {
            let leaf = self.leaves[&id].clone();
            if !leaf.class.is_some_and(|c| c.def().is("resource")) {
                continue;
            }
            let given = |key: &str| leaf.options.iter().find(|(k, _)| k == key).map(|(_, v)| v);
            let name = given("res_type").cloned().and_then(|v| self.sprite_of(&v)).unwrap_or(id);
            if let Some(limit) = given("limit").and_then(number) {
                limits.retain(|(n, _)| *n != name);
                limits.push((name, limit));
            }
        }
        // The last definition of a type gives it its place.
        let mut later = FxHashSet::default();
        let mut order: Vec<NameId> = self.order.iter().rev().copied().filter(|id| later.insert(*id)).collect();
        order.reverse();
        if self.engine == Engine::One {
            let avatar = self.name("avatar");
            order.retain(|n| *n != avatar);
            order.push(avatar);
        }
        let mut types = Vec::with_capacity(order.len());
        for name in order {
            let leaf = self.leaves[&name].clone();
            let colour = leaf.options.iter().find(|(k, _)| k == "color").map(|(_, v)| v.clone());
            let coloured = colour.as_ref().is_some_and(|v| self::value(v, |_| NameId(0)).is_true());
            let mut options = Vec::new();
            for (key, given) in &leaf.options {
                if let Some(attr) = Attr::named(key) {
                    options.push((attr, self::value(given, |text| self.name(text))));
                }
            }
            let colour = colour.and_then(|v| colour_of(&v));
            types.push(TypeDecl { name, class: leaf.class, lineage: leaf.lineage, options, colour, coloured });
        }
        Game {
            engine: self.engine,
            types,
            singletons: self.singletons.clone(),
            limits,
            mapping: self.mapping.iter().map(|(c, names)| (*c, names.clone())).collect(),
            rules: std::mem::take(&mut self.rules),
            ends: std::mem::take(&mut self.ends),
            max_sprites: self.max_sprites,
            block_size: self.block_size,
            levels: Vec::new(),
            names: self.names.clone(),
        }
    }
}

/// The word of a text that is most likely meant, or else what to do.
fn close<'a>(word: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> String {
    closest(word, known).map_or_else(|| otherwise.to_owned(), |close| format!("did you mean `{close}`?"))
}

/// A word as messages show it: not at length.
fn short(word: &str) -> String {
    let most = 40;
    match word.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// Where the first word of a part of a line stands.
fn first_word(node: &Node, text: &str) -> Span {
    node.span(text.split(' ').find(|p| !p.is_empty()).unwrap_or(text))
}

/// Where an option stands: the last of that name counts.
fn option(node: &Node, key: &str) -> Span {
    let piece = node.text.split([' ', '>']).rfind(|p| p.strip_prefix(key).is_some_and(|rest| rest.starts_with('=')));
    piece.map_or_else(|| node.whole(), |piece| node.span(piece))
}

/// The colour of the palette that a value is.
fn colour_of(value: &Py) -> Option<Colour> {
    let rgb = match value {
        Py::Sequence(rgb) => rgb.clone(),
        Py::Text(name) => super::value::COLOURS.iter().find(|(n, _)| n == name)?.1.map(Py::Int).to_vec(),
        _ => return None,
    };
    let rgb: Vec<u8> = rgb.iter().filter_map(|c| u8::try_from(number(c)? as i64).ok()).collect();
    COLOURS.iter().position(|(_, known)| *known == rgb[..]).map(|i| Colour(i as u8))
}

/// A value as games keep it; `name` numbers texts.
fn value(value: &Py, mut name: impl FnMut(&str) -> NameId) -> Value {
    match value {
        Py::None => Value::None,
        Py::Bool(b) => Value::Bool(*b),
        Py::Physics(p) => Value::Physics(*p),
        Py::Text(text) if text.is_empty() => Value::Empty,
        Py::Text(text) => Value::Name(name(text)),
        Py::Object(_) => Value::Object,
        Py::Sequence(values) => match values[..] {
            [] => Value::Empty,
            [ref x, ref y] => match (number(x), number(y)) {
                (Some(x), Some(y)) => Value::Pair(x, y),
                _ => Value::Object,
            },
            _ => Value::Object,
        },
        Py::Int(_) | Py::Float(_) => Value::Number(number(value).unwrap_or(0.0)),
    }
}
