//! Sprites: registration, classes, inheritance of parameters, families, drawing order (GVGAI `VGDLParser._parseSprites`,
//! `Game.initSprites`).
//!
//! * A name keeps the number of its first line; its last line replaces what the earlier ones said.
//! * A class that comes from above replaces the one on the line itself. What a line hands down is the class written on it.
//! * Parameters are merged key by key: what is nearer counts. `singleton` marks a type only on its own line.
//! * A type's family is its lineage, then the families of its children.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::{CLASSES, Class, Kind, SPRITE_PARAMS, SpriteParam, Value};
use vgdl_vm::program::{TypeId, Unmakeable};

use super::args::{Given, Literal};
use super::select::class_takes_several;
use super::{MAX_ARGS, Resolver, Stop};
use crate::diag::{Diagnostic, codes, suggest};
use crate::front::vgdl::tree::{Block, Form, Node, NodeId, Word};
use crate::game::{Param, SpriteType};
use crate::source::Span;

/// The lines of sprites so far.
#[derive(Default)]
pub(super) struct Sprites<'t> {
    /// The last line of each type.
    lines: FxHashMap<TypeId, Line<'t>>,
    /// Types without lines below them, in order of their last one; places that were given up are empty.
    order: Vec<Option<TypeId>>,
    /// Where each type stands in `order`, first place first.
    places: FxHashMap<TypeId, VecDeque<usize>>,
    /// Types whose own line says `singleton=True`.
    singletons: FxHashSet<TypeId>,
    /// Marks of the last merge that saw a type.
    seen: Vec<u32>,
    merges: u32,
}

/// A line of a sprite.
struct Line<'t> {
    node: &'t Node,
    name: Span,
    class: Option<&'t Word>,
    lineage: Vec<TypeId>,
    family: Vec<TypeId>,
    args: Vec<Given<'t>>,
    inner: bool,
}

/// What selections ask of a type.
pub(super) struct Facts<'r> {
    /// Whether lines hang below it.
    pub(super) inner: bool,
    /// The categories that it is in.
    pub(super) lineage: &'r [TypeId],
    pub(super) tags: Option<&'r str>,
    pub(super) class: Option<&'r str>,
}

/// What a line hands down.
struct Inherited<'t> {
    class: Option<&'t Word>,
    args: Vec<Given<'t>>,
    lineage: Vec<TypeId>,
}

/// Public fields of the reference engine's sprites that no text can set.
const FIELDS: [&str; 8] = ["physics", "rect", "lastrect", "itypes", "resources", "images", "image", "size"];

/// Such fields of single classes.
const CLASS_FIELDS: &[(Class, &[&str])] = &[
    (Class::MovingAvatar, &["actions", "actionsNIL", "player", "lastMovementType"]),
    (Class::ShootAvatar, &["ammos", "ammoId", "stypes", "itype"]),
    (Class::WizardAvatar, &["stypes", "itype"]),
    (Class::AlternateChaser, &["itype1", "itype2"]),
];

/// Whether sprites of a class take an argument of this name, or ignore it without a message.
fn is_field(class: Class, key: &str) -> bool {
    class.param(key).is_some()
        || FIELDS.contains(&key)
        || CLASS_FIELDS.iter().any(|&(c, fields)| class.is_a(c) && fields.contains(&key))
}

/// The predefined class and parameters of `wall` and `avatar`.
fn predefined(name: &str) -> Option<Class> {
    match name {
        "wall" => Some(Class::Immovable),
        "avatar" => Some(Class::MovingAvatar),
        _ => None,
    }
}

impl<'t> Resolver<'t, '_> {
    /// A `SpriteSet`.
    pub(super) fn sprite_set(&mut self, top: &'t Node) -> Result<(), Stop> {
        for name in ["wall", "avatar"] {
            if let Some(&id) = self.registry.get(name) {
                self.sprites.append(id);
            }
        }
        for &id in &self.tree.sequence {
            if let Some(name) = self.tree.node(id).words.first() {
                self.register(&name.text);
            }
        }
        let from_above = Inherited { class: None, args: Vec::new(), lineage: Vec::new() };
        self.siblings(&top.children, &from_above)?;
        self.forget_catalogue();
        // What follows looks at all sprites and pairs so far, once for each block.
        let work = self.sprites.order.len() + self.sprites.lines.len() + self.game.pairs.len();
        if self.sprites_read && !self.spend(work, top.span) {
            return Ok(());
        }
        self.set_order(top.span);
        // Rules and timers of earlier blocks are lost; pairs and edges keep their places.
        self.game.pairs.iter_mut().for_each(|p| p.rules.clear());
        self.edge_rules.clear();
        self.game.timers.clear();
        // A sprite of every resource is made once, and logs what its class does not take.
        let resources = self.sprites.lines.values().filter(|l| class_name(l) == Some("Resource"));
        let unknown: u32 = resources.map(|l| u32::from(unknown_args(Class::Resource, &l.args))).sum();
        self.log(unknown);
        Ok(())
    }

    /// What selections ask of a type; `None` for a name that is no type.
    pub(super) fn facts(&self, id: TypeId) -> Option<Facts<'_>> {
        let Some(line) = self.sprites.lines.get(&id) else {
            let class = predefined(self.names.get(id.index())?)?;
            return Some(Facts { inner: false, lineage: &[], tags: None, class: Some(class.def().name) });
        };
        let tags = line.args.iter().find(|given| given.key == SpriteParam::Tags.def().name);
        Some(Facts {
            inner: line.inner,
            lineage: line.lineage.split_last().map_or(&[], |(_, above)| above),
            tags: tags.map(|given| &*given.value),
            class: class_name(line),
        })
    }

    /// Lines with one parent. Returns their families, one after another. Recurses once a level; the front limits levels.
    fn siblings(&mut self, nodes: &'t [NodeId], above: &Inherited<'t>) -> Result<Vec<Vec<TypeId>>, Stop> {
        let tree = self.tree;
        let mut families = Vec::with_capacity(nodes.len());
        for (i, &id) in nodes.iter().enumerate() {
            let node = tree.node(id);
            if !self.line_of(Block::Sprites, node)? {
                continue;
            }
            let Some((name, rest)) = node.words.split_first() else {
                continue;
            };
            if !rest.iter().any(|w| w.form == Form::Arrow) {
                let found = Diagnostic::error(codes::NO_SPRITE_ARROW, "sprite without `>`").at(node.span);
                let found = found.label(format!("`{}` is not declared", name.text));
                let found = found.help(format!("write `{} > Class`, with a space on either side of `>`", name.text));
                let lost = nodes.len() - i - 1;
                self.sink.mistake(
                    found.note(format!("GVGAI skips this line and the {lost} behind it that share its parent")),
                );
                if self.compatible() {
                    return Ok(families);
                }
                continue;
            }
            families.push(self.sprite(node, name, rest, above)?);
        }
        Ok(families)
    }

    /// A line and those below it. Returns its family.
    fn sprite(
        &mut self,
        node: &'t Node,
        name: &'t Word,
        rest: &'t [Word],
        above: &Inherited<'t>,
    ) -> Result<Vec<TypeId>, Stop> {
        let Some(id) = self.register(&name.text) else {
            self.too_large(node.span, "more than 65535 sprites");
            return Ok(Vec::new());
        };
        let own = self.given(rest);
        if own.iter().any(|g| g.key == "singleton" && g.value.eq_ignore_ascii_case("true")) {
            self.sprites.singletons.insert(id);
        }
        let mut args = above.args.clone();
        for given in own {
            match args.iter_mut().find(|a| a.key == given.key) {
                Some(inherited) => *inherited = given,
                None => args.push(given),
            }
        }
        let mut lineage = above.lineage.clone();
        lineage.push(id);
        if args.len() > MAX_ARGS || !self.spend(args.len() + 2 * lineage.len(), node.span) {
            self.too_large(node.span, "sprite with too many arguments");
            return Ok(Vec::new());
        }
        let written = self.written_class(rest);
        self.class_conflict(written, above.class);
        let inner = !node.children.is_empty();
        let mut family = lineage.clone();
        let down = Inherited { class: written.or(above.class), args: args.clone(), lineage: lineage.clone() };
        let line = Line {
            node,
            name: name.span,
            class: above.class.or(written),
            lineage,
            family: family.clone(),
            args,
            inner,
        };
        if let Some(earlier) = self.sprites.lines.insert(id, line) {
            let twice = Diagnostic::warning(codes::SPRITE_TWICE, format!("sprite `{}` declared twice", name.text));
            let twice = twice
                .at(name.span)
                .label("this line replaces the earlier one")
                .related(earlier.name, "declared here first");
            self.sink.push(twice.help("give one of them another name"));
        }
        if !inner {
            self.sprites.remove(id);
            self.sprites.append(id);
            return Ok(family);
        }
        let children = self.siblings(&node.children, &down)?;
        let more: usize = children.iter().map(Vec::len).sum();
        if self.spend(more, node.span) {
            self.sprites.merge(&mut family, &children, self.names.len());
        }
        // A line below may have the same name: the later one counts.
        if let Some(line) = self.sprites.lines.get_mut(&id).filter(|line| std::ptr::eq(line.node, node)) {
            line.family.clone_from(&family);
        }
        Ok(family)
    }

    /// The class written on a line: the last bare word.
    fn written_class(&mut self, rest: &'t [Word]) -> Option<&'t Word> {
        let mut bare = rest.iter().filter(|w| w.form == Form::Bare).rev();
        let class = bare.next();
        for extra in bare {
            self.extra_word(extra.span, "a sprite has one class, the last word without `=`");
        }
        if let Some(word) = class
            && Class::from_name(&word.text).is_none()
        {
            let unknown = Diagnostic::error(codes::UNKNOWN_CLASS, format!("unknown sprite class `{}`", word.text));
            let unknown = unknown.at(word.span).label("not a class of sprites");
            self.sink.mistake(match suggest::closest(&word.text, CLASSES.iter().map(|c| c.name)) {
                Some(close) => unknown.help(format!("did you mean `{close}`?")),
                None => unknown.help("`vgdl explain` lists the classes"),
            });
        }
        class
    }

    /// A class on the line that one from above replaces.
    fn class_conflict(&mut self, written: Option<&Word>, above: Option<&Word>) {
        if let (Some(written), Some(above)) = (written, above)
            && written.text != above.text
        {
            let found =
                Diagnostic::warning(codes::CLASS_OVERRIDDEN, format!("class `{}` without effect", written.text));
            let found = found.at(written.span).label(format!("the sprite is `{}`, like the one above it", above.text));
            let found = found.related(above.span, "this class replaces it");
            self.sink.push(found.help("write classes on the innermost lines alone"));
        }
    }

    fn compatible(&self) -> bool {
        self.sink.policy() == crate::diag::Policy::Compat
    }

    /// The drawing order: everything but the avatar, then the avatar, once for each player.
    fn set_order(&mut self, span: Span) {
        let Some(&avatar) = self.registry.get("avatar") else {
            return;
        };
        let mut list: Vec<TypeId> = self.sprites.order.iter().flatten().copied().collect();
        if !self.spend(list.len(), span) {
            return;
        }
        if !self.tree.sequence.is_empty() {
            // The last line of a type gives it its place. Those without a line come first.
            let name = |id: &NodeId| self.tree.node(*id).words.first().and_then(|w| self.registry.get(w.text.as_str()));
            let ranks = self.tree.sequence.iter().zip(1..).filter_map(|(id, rank)| Some((*name(id)?, rank)));
            let ranks: FxHashMap<TypeId, usize> = ranks.collect();
            list.sort_by_key(|id| ranks.get(id).copied().unwrap_or(0));
        }
        // Places that nothing is written to hold the first type.
        let mut order = vec![TypeId(0); list.len()];
        order.iter_mut().rev().take(usize::from(self.game.header.players)).for_each(|place| *place = avatar);
        for (place, id) in order.iter_mut().zip(list.into_iter().filter(|&id| id != avatar)) {
            *place = id;
        }
        self.game.order = order;
    }

    /// Makes the types of the game, now that all names are known.
    pub(super) fn finish_sprites(&mut self) {
        if self.uses_selections() {
            self.make_catalogue();
        }
        let mut lines = std::mem::take(&mut self.sprites.lines);
        let mut unknown = Vec::new();
        // Selections in parameters make sets, which are types as well.
        while let Some(&name) = self.names.get(self.game.types.len()) {
            let id = TypeId(self.game.types.len() as u16);
            if let Some(set) = self.set_type(id) {
                self.game.types.push(set);
                continue;
            }
            let made = match lines.remove(&id) {
                Some(line) => self.sprite_type(id, name, line, &mut unknown),
                None => undeclared(id, name),
            };
            self.game.types.push(made);
        }
        for (given, class) in unknown {
            self.unknown_param(&given, class.def().name, class.params().map(|p| p.def().name));
        }
    }

    fn sprite_type(
        &mut self,
        id: TypeId,
        name: &str,
        line: Line<'t>,
        unknown: &mut Vec<(Given<'t>, Class)>,
    ) -> SpriteType {
        let mut made = SpriteType {
            name: name.to_owned(),
            line: line.node.line,
            span: line.name,
            class: Err(Unmakeable::NoClass),
            class_name: line.class.map(|c| c.text.clone()),
            lineage: line.lineage,
            family: line.family,
            inner: line.inner,
            singleton: self.sprites.singletons.contains(&id),
            resource_limit: 0,
            params: Vec::new(),
            messages: 0,
        };
        let Some(word) = line.class else {
            if !line.inner {
                let found =
                    Diagnostic::error(codes::NO_CLASS, format!("sprite `{name}` without a class")).at(line.name);
                let found = found.label("neither this line nor one above it names a class");
                self.sink.mistake(found.help(format!("write a class, as in `{name} > Immovable`")));
            }
            return made;
        };
        let Some(class) = Class::from_name(&word.text) else {
            made.class = Err(Unmakeable::UnknownClass);
            return made;
        };
        made.messages = unknown_args(class, &line.args);
        for mut given in line.args {
            let Some(param) = class.param(given.key) else {
                if !line.inner {
                    unknown.push((given, class));
                }
                continue;
            };
            // A long list is read again for every type below it.
            if !self.spend(given.value.len() / 2, given.value_span) {
                break;
            }
            self.substitute(&mut given);
            if param == SpriteParam::Requires {
                // What it says becomes a table of its own.
                self.requirements(id, &given);
                continue;
            }
            if matches!(param.def().kind, Kind::Type | Kind::OptType | Kind::LooseType)
                && !class_takes_several(class, param)
            {
                self.one_type(&given, param.def().name);
            }
            if let Some(value) = self.convert(param.def(), &given) {
                made.params.push(Param { param, value, span: given.value_span });
            }
        }
        made.class = self.makeable(class, &made, word, line.inner);
        if word.text == "Resource" {
            let limit = made.params.iter().find(|p| p.param == SpriteParam::Limit).map(|p| &p.value);
            made.resource_limit = match limit {
                Some(&Value::Int(limit)) => limit,
                _ => class.traits().limit,
            };
        }
        made
    }

    /// Whether sprites of a type can be made.
    fn makeable(&mut self, class: Class, made: &SpriteType, word: &Word, inner: bool) -> Result<Class, Unmakeable> {
        let missing = class.required().find(|r| !made.params.iter().any(|p| p.param == *r));
        if let Some(param) = missing {
            if !inner {
                let key = SPRITE_PARAMS.get(param as usize).map_or("", |p| p.name);
                let title = format!("sprite `{}` without `{key}`", made.name);
                let found = Diagnostic::error(codes::MISSING_PARAM, title).at(made.span);
                let found = found.label(format!("a {} needs `{key}`", word.text));
                self.sink.mistake(found.help(format!("write `{key}=` and the name of a sprite")));
            }
            return Err(Unmakeable::MissingParameter);
        }
        for given in &made.params {
            self.choose(class, given);
        }
        if class == Class::ResourcePack {
            let found =
                Diagnostic::error(codes::BROKEN_CLASS, "class that the reference engine cannot make sprites of");
            if self.reported.insert(word.span.start) {
                self.sink.mistake(found.at(word.span).label("no game can use it").help("did you mean `Resource`?"));
            }
            return Err(Unmakeable::BrokenClass);
        }
        Ok(class)
    }

    /// Reports a number that an extension of ours has no meaning for.
    fn choose(&mut self, class: Class, given: &Param) {
        let (choices, Value::Int(n)) = (given.param.choices(), &given.value) else { return };
        let name = given.param.def().name;
        let found = if choices.is_empty() || (choices.first() == Some(n)) {
            return;
        } else if !choices.contains(n) {
            let words: Vec<String> = choices.iter().map(i32::to_string).collect();
            let found = Diagnostic::error(codes::BAD_VALUE, format!("`{name}` cannot be {n}")).at(given.span);
            found.help(format!("write {}", words.join(" or ")))
        } else if given.param == SpriteParam::Directions && !class.may_move_diagonally() {
            let title = format!("`{name}={n}` on a {}", class.def().name);
            let found = Diagnostic::warning(codes::IGNORED_VALUE, title).at(given.span);
            found.label("ignored: it moves as its class does").help("only a MovingAvatar moves in eight directions")
        } else {
            return;
        };
        if self.reported.insert(given.span.start) {
            self.sink.push(found);
        }
    }
}

/// The name of a line's class.
fn class_name<'t>(line: &Line<'t>) -> Option<&'t str> {
    line.class.map(|c| c.text.as_str())
}

/// How many messages making a sprite logs.
fn unknown_args(class: Class, args: &[Given<'_>]) -> u16 {
    args.iter().filter(|g| !is_field(class, g.key)).count() as u16
}

/// A type that every game has and this one does not declare.
fn undeclared(id: TypeId, name: &str) -> SpriteType {
    let class = predefined(name);
    let mut params = Vec::new();
    if class == Some(Class::Immovable) {
        for (param, text) in [(SpriteParam::Color, "DARKGRAY"), (SpriteParam::Solid, "True")] {
            let value = match Literal::read(param.def().name, text) {
                Literal::Colour(colour) => Value::Colour(colour),
                Literal::Bool(b) => Value::Bool(b),
                _ => continue,
            };
            params.push(Param { param, value, span: Span::default() });
        }
    }
    SpriteType {
        name: name.to_owned(),
        line: 0,
        span: Span::default(),
        class: class.ok_or(Unmakeable::NoClass),
        class_name: class.map(|c| c.def().name.to_owned()),
        lineage: vec![id],
        family: vec![id],
        inner: false,
        singleton: false,
        resource_limit: 0,
        params,
        messages: 0,
    }
}

impl Sprites<'_> {
    /// Adds a type at the end of the order.
    fn append(&mut self, id: TypeId) {
        self.places.entry(id).or_default().push_back(self.order.len());
        self.order.push(Some(id));
    }

    /// Takes away the first place of a type.
    fn remove(&mut self, id: TypeId) {
        if let Some(place) = self.places.get_mut(&id).and_then(VecDeque::pop_front)
            && let Some(place) = self.order.get_mut(place)
        {
            *place = None;
        }
    }

    /// Adds to a family those of its children, each type once.
    fn merge(&mut self, family: &mut Vec<TypeId>, children: &[Vec<TypeId>], types: usize) {
        self.merges += 1;
        self.seen.resize(types, 0);
        for &id in family.iter() {
            self.seen[id.index()] = self.merges;
        }
        for &id in children.iter().flatten() {
            let seen = &mut self.seen[id.index()];
            if *seen != self.merges {
                *seen = self.merges;
                family.push(id);
            }
        }
    }
}
