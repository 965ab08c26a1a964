//! The game that the lines of a text mean.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use vgdl_vm::ontology::{COLOURS, Colour};
use vgdl_vm::py::ontology::{Arguments, Attr, Class, EFFECTS, Effect, End, Physics};
use vgdl_vm::py::{Ending, Engine, Game, NameId, Rule, TypeDecl, Value};

use super::layout::{Lines, Node, lines};
use super::value::{Py, evaluate};

/// Sprite lines deeper than this in each other are refused.
const DEEPEST: usize = 100;

/// What is wrong with a text, or worth knowing.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Whether the reference engine cannot load the game.
    pub error: bool,
    /// Line number, from 1.
    pub line: u32,
    /// What is wrong: a short phrase.
    pub what: String,
    /// What to write, or what the reference engine makes of it.
    pub help: String,
}

/// The game of a text; without one if there is an error. `old` is whether values are read as by Python 2.
#[must_use]
pub fn read(text: &str, engine: Engine, old: bool) -> (Option<Game>, Vec<Found>) {
    let mut reader = Reader::new(engine, old);
    match lines(text) {
        Ok(lines) => reader.game(&lines),
        Err(misplaced) => reader.error(
            misplaced.line,
            "indentation does not match",
            format!("indent by {} columns like the line above it, not by {}", misplaced.columns.1, misplaced.columns.0),
        ),
    }
    let failed = reader.found.iter().any(|f| f.error);
    (if failed { None } else { Some(reader.finish()) }, reader.found)
}

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

struct Reader {
    engine: Engine,
    old: bool,
    found: Vec<Found>,
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

impl Reader {
    fn new(engine: Engine, old: bool) -> Self {
        let mut reader = Self {
            engine,
            old,
            found: Vec::new(),
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
                reader.define(id, Leaf { class: Some(class), options, lineage: vec![id] });
            }
        }
        reader
    }

    fn error(&mut self, line: u32, what: impl Into<String>, help: impl Into<String>) {
        self.found.push(Found { error: true, line, what: what.into(), help: help.into() });
    }

    fn warning(&mut self, line: u32, what: impl Into<String>, help: impl Into<String>) {
        self.found.push(Found { error: false, line, what: what.into(), help: help.into() });
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
        self.order.retain(|n| *n != id);
        self.order.push(id);
    }

    fn game(&mut self, lines: &Lines) {
        let Some(&root) = lines.roots.first() else {
            return self.error(1, "no game", "begin with a line such as `BasicGame`");
        };
        if let Some(&other) = lines.roots.get(1) {
            let line = lines.nodes[other].line;
            self.warning(
                line,
                "a second game",
                "only the first game of a text is read; indent the line to make it part of it",
            );
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
                    let close = crate::diag::suggest::closest(other, blocks.into_iter());
                    let help = close
                        .map_or("there are SpriteSet, LevelMapping, InteractionSet and TerminationSet".into(), |c| {
                            format!("did you mean `{c}`?")
                        });
                    self.warning(node.line, format!("unknown block `{other}`: it is not read"), help);
                }
            }
        }
    }

    fn game_line(&mut self, node: &Node) {
        let Some((_, options)) = self.definition(node, &node.text, false) else { return };
        for (key, value) in options {
            match (key.as_str(), &value) {
                ("block_size", Py::Int(n)) => self.block_size = i32::try_from(*n).ok(),
                ("MAX_SPRITES", Py::Int(n)) => self.max_sprites = u32::try_from(*n).unwrap_or(0),
                (
                    "block_size" | "frame_rate" | "load_save_enabled" | "default_mapping" | "title" | "MAX_SPRITES",
                    _,
                ) => {}
                _ => self.warning(node.line, format!("unknown parameter `{key}` of the game"), "it is not read"),
            }
        }
    }

    /// What a definition says: its class, if it begins with one, and its options.
    fn definition(&mut self, node: &Node, text: &str, wants_class: bool) -> Option<(Option<String>, Options)> {
        let mut pieces = text.split(' ').filter(|p| !p.is_empty()).peekable();
        let class = pieces.next_if(|p| !p.contains('=')).map(str::to_owned);
        if class.is_none() && wants_class {
            self.error(node.line, "no name before the options", "write a class or an effect, then its options");
            return None;
        }
        let mut options = Options::new();
        for piece in pieces {
            let mut parts = piece.split('=');
            match (parts.next(), parts.next(), parts.next()) {
                (Some(key), Some(value), None) => {
                    let value = evaluate(value, self.old);
                    options.retain(|(k, _)| k != key);
                    options.push((key.to_owned(), value));
                }
                _ => {
                    self.error(
                        node.line,
                        format!("`{piece}` is no option"),
                        "write `name=value`, without spaces and with one `=`",
                    );
                    return None;
                }
            }
        }
        Some((class, options))
    }

    /// The two sides of the one `>` of a line.
    fn sides<'t>(&mut self, node: &Node, text: &'t str) -> Option<(&'t str, &'t str)> {
        let mut parts = text.split('>').map(str::trim);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(left), Some(right), None) => Some((left, right)),
            _ => {
                self.error(node.line, "a line without exactly one `>`", "write `name > what it is`");
                None
            }
        }
    }

    fn sprite(&mut self, lines: &Lines, id: usize, above: &Inherited) {
        let node = &lines.nodes[id];
        if above.lineage.len() >= DEEPEST {
            return self.error(
                node.line,
                "sprites too deep in each other",
                format!("at most {DEEPEST} levels are read"),
            );
        }
        let Some((name, text)) = self.sides(node, &node.text) else { return };
        let Some((class, options)) = self.definition(node, text, false) else { return };
        let mut own = above.clone();
        if let Some(class) = class {
            match Class::named(&class) {
                Some(found) if self.has(found) => own.class = Some(found),
                _ => {
                    let known = vgdl_vm::py::ontology::CLASSES.iter().map(|c| c.name);
                    let help = crate::diag::suggest::closest(&class, known)
                        .map_or("`vgdl explain --list` lists the classes".to_owned(), |c| {
                            format!("did you mean `{c}`?")
                        });
                    return self.error(node.line, format!("unknown sprite class `{class}`"), help);
                }
            }
        }
        let id = self.name(name);
        own.lineage.push(id);
        for (key, value) in options {
            if key == "singleton" {
                if value == Py::Bool(true) || value == Py::Int(1) || value == Py::Float(1.0) {
                    self.singletons.push(id);
                }
                continue;
            }
            if self.engine == Engine::Two && key == "physicstype" && matches!(value, Py::Physics(Physics::NoFriction)) {
                self.error(node.line, "no such physics", "the rewrite has no NoFrictionPhysics");
            }
            let looks = matches!(key.as_str(), "color" | "img" | "shrinkfactor" | "draw_arrow");
            if !looks && Attr::named(&key).is_none() {
                self.warning(node.line, format!("unknown option `{key}`"), "no rule looks at it");
            }
            own.options.retain(|(k, _)| *k != key);
            own.options.push((key, value));
        }
        if node.children.is_empty() {
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
            return self.error(node.line, format!("`{glyph}` is not one character"), "map one character to sprites");
        };
        let names = names.split(' ').filter(|n| !n.is_empty()).map(|n| self.name(n)).collect();
        self.mapping.insert(glyph, names);
    }

    fn rule(&mut self, node: &Node) {
        if !node.text.contains('>') {
            return self.warning(node.line, "a line without `>`", "it is not read; write `sprite sprite > effect`");
        }
        let Some((names, text)) = self.sides(node, &node.text) else { return };
        let names: Vec<&str> = names.split(' ').filter(|n| !n.is_empty()).collect();
        if self.engine == Engine::Two
            && let [first, ref others @ ..] = names[..]
        {
            // One rule for each partner.
            others.iter().for_each(|second| self.rule_of(node, first, second, text));
            return;
        }
        let [first, second] = names[..] else {
            return self.error(
                node.line,
                format!("a rule of {} sprites", names.len()),
                "name two sprites, or a sprite and `EOS`",
            );
        };
        self.rule_of(node, first, second, text);
    }

    fn rule_of(&mut self, node: &Node, first: &str, second: &str, text: &str) {
        let Some((Some(effect), options)) = self.definition(node, text, true) else { return };
        // In the original, points for leaving the screen are an option of the effect, which takes none.
        let edge = second == "EOS" && self.engine == Engine::One;
        let mut score = 0.0;
        let mut raises = false;
        let mut rest = Options::new();
        for (key, value) in options {
            match (key.as_str(), &value) {
                ("scoreChange", value) => match number(value) {
                    Some(n) if !edge => score = n,
                    _ => raises = true,
                },
                _ => rest.push((key, value)),
            }
        }
        let Some(def) = EFFECTS.iter().find(|e| e.name == effect) else {
            let help = crate::diag::suggest::closest(&effect, EFFECTS.iter().map(|e| e.name))
                .map_or("`vgdl explain --list` lists the effects".to_owned(), |c| format!("did you mean `{c}`?"));
            return self.error(node.line, format!("unknown effect `{effect}`"), help);
        };
        if let Some((key, _)) = rest.iter().find(|(key, _)| def.params.iter().all(|(name, ..)| name != key)) {
            let what = format!("`{effect}` takes no `{key}`");
            self.warning(node.line, what, "the reference engine stops with a TypeError when the rule first runs");
            raises = true;
        }
        if edge && raises && rest.is_empty() {
            let help = "the reference engine stops with a TypeError when a sprite leaves the screen";
            self.warning(node.line, "points for leaving the screen", help);
        }
        let mut arguments = Given { reader: self, options: &rest };
        let built = Effect::build(&effect, &mut arguments).flatten();
        let effect = built.unwrap_or_else(|| {
            let what = format!("an option of `{effect}` is missing, or no number");
            self.warning(node.line, what, "the reference engine stops with a TypeError when the rule first runs");
            raises = true;
            Effect::KillSprite {}
        });
        let (first, second) = (self.name(first), self.name(second));
        self.rules.push(Rule { first, second, effect, score, raises });
    }

    fn ending(&mut self, node: &Node) {
        let Some((Some(class), options)) = self.definition(node, &node.text, true) else { return };
        let given = |key: &str| options.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
        let limit = match given("limit") {
            None => Some(0.0),
            Some(value) => number(&value),
        };
        let Some(limit) = limit else {
            return self.error(node.line, "a limit that is no number", "write `limit=` and a number");
        };
        let win = |usual: bool| given("win").map_or(usual, |value| self::value(&value, |_| NameId(0)).is_true());
        let two = self.engine == Engine::Two;
        if two && class != "MultiSpriteCounter" && given("win").is_none() {
            return self.error(node.line, format!("`{class}` without `win=`"), "write `win=True` or `win=False`");
        }
        let score = given("scoreChange").and_then(|v| number(&v)).unwrap_or(0.0);
        let takes: &[&str] = match class.as_str() {
            "Timeout" if two => &["limit", "win", "scoreChange"],
            "SpriteCounter" | "ResourceCounter" if two => &["limit", "win", "stype", "scoreChange"],
            "Timeout" => &["limit", "win"],
            "SpriteCounter" => &["limit", "win", "stype"],
            _ => &[],
        };
        if let Some((key, _)) = options.iter().find(|(k, _)| !takes.is_empty() && !takes.contains(&k.as_str())) {
            return self.error(
                node.line,
                format!("`{class}` takes no `{key}`"),
                format!("it takes {}", takes.join(", ")),
            );
        }
        let ending = match class.as_str() {
            "Timeout" => Ending { end: End::Timeout { limit }, win: win(false), score },
            "SpriteCounter" => {
                let stype = given("stype").and_then(|value| self.sprite_of(&value));
                Ending { end: End::SpriteCounter { stype, limit }, win: win(true), score }
            }
            "MultiSpriteCounter" => {
                let win = win(true);
                let counted = options.iter().filter(|(k, _)| k != "limit" && k != "win");
                let stypes = counted.map(|(_, value)| self.sprite_of(value)).collect();
                Ending { end: End::MultiSpriteCounter { stypes, limit }, win, score: 0.0 }
            }
            "ResourceCounter" if two => {
                let stype = given("stype").and_then(|value| self.sprite_of(&value));
                Ending { end: End::ResourceCounter { stype, limit }, win: win(true), score }
            }
            other => {
                let known = ["Timeout", "SpriteCounter", "MultiSpriteCounter"];
                let help = crate::diag::suggest::closest(other, known.into_iter())
                    .map_or("there are Timeout, SpriteCounter and MultiSpriteCounter".to_owned(), |c| {
                        format!("did you mean `{c}`?")
                    });
                return self.error(node.line, format!("unknown termination `{other}`"), help);
            }
        };
        self.ends.push(ending);
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
        let mut order = self.order.clone();
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

fn number(value: &Py) -> Option<f64> {
    match value {
        Py::Int(n) => Some(*n as f64),
        Py::Float(x) => Some(*x),
        Py::Bool(b) => Some(f64::from(u8::from(*b))),
        _ => None,
    }
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

/// The options of a rule, as operands are built from them.
struct Given<'r> {
    reader: &'r mut Reader,
    options: &'r Options,
}

impl Given<'_> {
    fn get(&self, name: &str) -> Option<Py> {
        self.options.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone())
    }
}

impl Arguments for Given<'_> {
    fn number(&mut self, name: &'static str) -> Option<f64> {
        number(&self.get(name)?)
    }
    fn number_or(&mut self, name: &'static str, default: f64) -> Option<f64> {
        self.get(name).map_or(Some(default), |value| number(&value))
    }
    fn name(&mut self, name: &'static str) -> Option<Option<NameId>> {
        let value = self.get(name)?;
        Some(self.reader.sprite_of(&value))
    }
    fn name_or(&mut self, name: &'static str, default: &'static str) -> Option<Option<NameId>> {
        let value = self.get(name).unwrap_or_else(|| Py::Text(default.to_owned()));
        Some(self.reader.sprite_of(&value))
    }
}
