//! Tree to game: names, inheritance, values and order, exactly as the reference engine takes them.
//!
//! Blocks are read in this order (GVGAI `VGDLParser.parseGame`):
//!
//! 1. the game line;
//! 2. every `ParameterSet` ([`params`]);
//! 3. the other blocks in file order: `SpriteSet` ([`classes`]), `InteractionSet` ([`rules`]), `TerminationSet` ([`ends`]),
//!    `LevelMapping` ([`mapping`]). The first line in them that the engine cannot build ends the reading: it logs one message,
//!    and the rest of the file counts for nothing.
//!
//! Under [`Policy::Compat`] that is what such a line means here too. By default it is an error, and reading goes on, so
//! that one run reports every mistake.

mod args;
mod classes;
mod ends;
mod java;
mod levels;
mod mapping;
mod messages;
mod params;
mod rules;
mod select;

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::Dialect;
use vgdl_vm::ontology::{Kind, ParamDef, Role, Value};
use vgdl_vm::program::verify::limits;
use vgdl_vm::program::{MAX_SPRITES, MAX_TICKS, TypeId};

use crate::diag::{Diagnostic, Policy, Sink, codes, suggest};
use crate::front::vgdl::tree::{Block, Form, Node, Tree};
use crate::game::{Game, GameClass, Header};
use crate::source::{Source, Span};
use args::Given;

/// A line with more arguments is refused.
pub(crate) const MAX_ARGS: usize = 256;

/// Most bytes of a value: the virtual machine takes no longer texts and no longer lists.
pub(crate) const MAX_VALUE: usize = limits::TEXT;

/// Entries that the lists of a game may have together: lineages, families, parameters, rules of pairs. Hostile files grow
/// them by the square of their length.
pub(crate) const MAX_ENTRIES: usize = 4 << 20;

/// Names compared with unknown ones, all in all.
const MAX_LOOKS: usize = 1 << 20;

/// Sprite types and rules are numbered with 16 bits.
pub(crate) const MAX_IDS: usize = u16::MAX as usize;

/// Reading stops here: the rest of the file counts for nothing.
struct Stop;

/// The state of one resolution.
struct Resolver<'t, 's> {
    tree: &'t Tree,
    sink: &'s mut Sink,
    /// Type of each name.
    registry: FxHashMap<&'t str, TypeId>,
    /// Name of each type.
    names: Vec<&'t str>,
    /// Lines of sprites and what follows from them.
    sprites: classes::Sprites<'t>,
    /// Pair (first, second) to its place in `game.pairs`, and type to its rules for edges.
    pair_places: FxHashMap<(TypeId, TypeId), usize>,
    edge_rules: FxHashMap<TypeId, Vec<vgdl_vm::program::RuleId>>,
    /// Lines of mappings, and the place of each character among them.
    glyph_lines: Vec<mapping::GlyphLine<'t>>,
    glyphs: FxHashMap<char, usize>,
    /// Parameters by name.
    parameters: FxHashMap<&'t str, usize>,
    /// Starts of the places that were reported: values that are inherited or used twice are reported once.
    reported: FxHashSet<u32>,
    /// Selections, and what they select.
    selections: select::Selections<'t>,
    /// Entries left of [`MAX_ENTRIES`].
    entries: usize,
    /// Names that may still be looked at for suggestions.
    looks: usize,
    /// Whether the limit was reported.
    full: bool,
    /// Whether a SpriteSet was read.
    sprites_read: bool,
    game: Game,
}

/// A name between backticks, unless it has some.
fn tick(name: &str) -> String {
    if name.contains('`') { name.to_owned() } else { format!("`{name}`") }
}

/// Resolves a tree. `None` if there is no game; the sink says why. `values` are those given for parameters of the game.
pub(crate) fn resolve(tree: &Tree, source: &Source, values: &[(String, String)], sink: &mut Sink) -> Option<Game> {
    let Some(root) = tree.root() else {
        // The front has reported a file without lines. Lines that are all lost are no game either.
        if !sink.has_errors() {
            let found = Diagnostic::error(codes::NO_GAME_LINE, "no game line");
            sink.push(found.help("start with a game line, `BasicGame`"));
        }
        return None;
    };
    if sink.policy() == Policy::Compat {
        hash_lines(source, sink);
    }
    // The front has reported a file that starts with a block.
    if root.header || root.block != Block::Game {
        return None;
    }
    let header = Header {
        class: GameClass::BasicGame,
        span: root.span,
        square_size: None,
        players: 1,
        counters: 0,
        key_handler: None,
        obstacles: None,
        max_sprites: MAX_SPRITES,
        max_ticks: MAX_TICKS,
    };
    let game = Game {
        dialect: Dialect::Gvgai,
        header,
        parameters: Vec::new(),
        types: Vec::new(),
        order: Vec::new(),
        mapping: Vec::new(),
        rules: Vec::new(),
        pairs: Vec::new(),
        edges: Vec::new(),
        timers: Vec::new(),
        ends: Vec::new(),
        levels: Vec::new(),
        requires: Vec::new(),
        messages: u32::try_from(tree.messages()).unwrap_or(u32::MAX),
    };
    let mut resolver = Resolver {
        tree,
        sink,
        registry: FxHashMap::default(),
        names: Vec::new(),
        sprites: classes::Sprites::default(),
        pair_places: FxHashMap::default(),
        edge_rules: FxHashMap::default(),
        glyph_lines: Vec::new(),
        glyphs: FxHashMap::default(),
        parameters: FxHashMap::default(),
        reported: FxHashSet::default(),
        selections: select::Selections::default(),
        entries: MAX_ENTRIES,
        looks: MAX_LOOKS,
        full: false,
        sprites_read: false,
        game,
    };
    resolver.register("wall");
    resolver.register("avatar");
    resolver.game_line(root);
    resolver.parameter_sets(root, values);
    resolver.selector_sets(root);
    // A stop has been reported where it happened.
    let _stopped = resolver.blocks(root).is_err();
    resolver.obstacles(root);
    resolver.finish_sprites();
    resolver.finish_selectors();
    resolver.finish_conditions();
    resolver.finish_mapping();
    resolver.finish_edges();
    Some(resolver.game)
}

pub(crate) use args::is_text;
pub(crate) use java::{parse_double, parse_int};
pub(crate) use levels::{check as check_level, is_avatar};
pub(crate) use messages::check as check_messages;
pub(crate) use rules::TIMER;

/// Lines of nothing but `#`: the reference engine crashes on them.
fn hash_lines(source: &Source, sink: &mut Sink) {
    for (start, line) in crate::front::vgdl::layout::lines_of(&source.text) {
        if !line.is_empty() && line.bytes().all(|b| b == b'#') {
            let title = "line of nothing but `#`";
            let found = Diagnostic::error(codes::UNREADABLE, title).at(Span::new(start, start + line.len()));
            sink.push(
                found.label("the reference engine cannot read this").help("write a space or a word behind the `#`"),
            );
        }
    }
}

/// Parameters of the game line.
pub(crate) const GAME_PARAMS: &[ParamDef] = &[
    game_param("square_size", Kind::Int, "-1", "Pixels per cell; −1 to derive it from the level."),
    game_param("no_players", Kind::Int, "1", "Number of players, 1 or 2."),
    game_param("no_counters", Kind::Int, "0", "Number of counters."),
    game_param("key_handler", Kind::Text, "none", "`Pulse` to read keys one press at a time."),
    game_param("obs", Kind::Types, "none", "Sprites that block the path finder; without it there is none."),
    game_param("max_sprites", Kind::Int, "10000", "More sprites than this, and no new one is made."),
    game_param("max_ticks", Kind::Int, "2000", "The tick that ends a play at the latest."),
];

const fn game_param(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> ParamDef {
    ParamDef { name, kind, default: Some(default), doc, role: Role::Rules }
}

/// Fields of the reference engine's games that are no parameters: setting them does nothing, and logs nothing.
const GAME_FIELDS: [&str; 6] = ["humanPlayer", "parameters", "kill_list", "wi", "counter", "ki"];

impl<'t> Resolver<'t, '_> {
    /// Registers a name; a name keeps its first number.
    fn register(&mut self, name: &'t str) -> Option<TypeId> {
        if let Some(&id) = self.registry.get(name) {
            return Some(id);
        }
        let id = TypeId(u16::try_from(self.names.len()).ok().filter(|&n| usize::from(n) < MAX_IDS)?);
        self.registry.insert(name, id);
        self.names.push(name);
        Some(id)
    }

    /// Logs messages of the reference engine.
    fn log(&mut self, messages: u32) {
        self.game.messages = self.game.messages.saturating_add(messages);
    }

    /// A line that ends the reading of the file. By default it is an error, and reading goes on with the next line.
    fn stop(&mut self, diagnostic: Diagnostic) -> Result<(), Stop> {
        let note = "GVGAI logs a message and reads no further: the rest of the file counts for nothing";
        let diagnostic = diagnostic.note(note);
        self.sink.mistake(diagnostic);
        match self.sink.policy() {
            Policy::Default => Ok(()),
            Policy::Compat => {
                self.log(1);
                Err(Stop)
            }
        }
    }

    /// A game that the reference engine cannot load, whatever the policy.
    fn unreadable(&mut self, span: Span, title: impl Into<String>, label: impl Into<String>) {
        let found = Diagnostic::error(codes::UNREADABLE, title).at(span).label(label);
        self.sink.push(found.note("the reference engine cannot read this"));
    }

    /// Something beyond what is read, whatever the policy.
    fn too_large(&mut self, span: Span, title: &str) {
        if !self.full {
            self.full = true;
            self.sink.push(Diagnostic::error(codes::TOO_LARGE, title).at(span).help("make the game smaller"));
        }
    }

    /// Takes entries from what is left; `false` once nothing is.
    fn spend(&mut self, entries: usize, span: Span) -> bool {
        match self.entries.checked_sub(entries) {
            Some(left) if !self.full => {
                self.entries = left;
                true
            }
            _ => {
                self.too_large(span, "game with too many combinations");
                false
            }
        }
    }

    /// The game line.
    fn game_line(&mut self, root: &'t Node) {
        let Some((class, rest)) = root.words.split_first() else {
            return;
        };
        match class.text.as_str() {
            "BasicGame" => {}
            "GameSpace" => self.game.header.class = GameClass::GameSpace,
            name => {
                let unknown = Diagnostic::error(codes::UNKNOWN_GAME, format!("unknown kind of game `{name}`"));
                let unknown = unknown.at(class.span).label("the first line names the kind of game");
                self.sink.push(match suggest::closest(name, ["BasicGame", "GameSpace"].into_iter()) {
                    Some(close) => unknown.help(format!("did you mean `{close}`?")),
                    None => unknown.help("start with `BasicGame`"),
                });
            }
        }
        for word in rest.iter().filter(|w| w.form != Form::Arrow && w.arg().is_none()) {
            self.extra_word(word.span, "arguments are written `key=value`");
        }
        for given in self.given(rest) {
            let Some(def) = vgdl_vm::ontology::find_param(GAME_PARAMS, given.key) else {
                if !GAME_FIELDS.contains(&given.key) {
                    // The arguments are read twice.
                    self.log(2);
                }
                self.unknown_param(&given, &class.text, GAME_PARAMS.iter().map(|p| p.name));
                continue;
            };
            // Sprites are not known yet: see `obstacles`.
            if def.kind == Kind::Types {
                continue;
            }
            match (def.name, self.convert(def, &given)) {
                ("square_size", Some(Value::Int(n))) => self.game.header.square_size = Some(n).filter(|&n| n != -1),
                ("no_players", Some(Value::Int(n))) => match n {
                    1 | 2 => self.game.header.players = n as u8,
                    _ => self.unreadable(
                        given.value_span,
                        format!("game for {n} players"),
                        "one or two players can play",
                    ),
                },
                ("no_counters", Some(Value::Int(n))) => match u16::try_from(n) {
                    Ok(n) => self.game.header.counters = n,
                    Err(_) => {
                        self.unreadable(given.value_span, format!("game with {n} counters"), "at most 65535 counters")
                    }
                },
                ("max_sprites", Some(Value::Int(n))) => {
                    self.game.header.max_sprites = self.cap(&given, n, limits::SPRITES, MAX_SPRITES);
                }
                ("max_ticks", Some(Value::Int(n))) => {
                    self.game.header.max_ticks = self.cap(&given, n, limits::TICKS, MAX_TICKS);
                }
                ("key_handler", Some(Value::Text(text))) => self.game.header.key_handler = Some(text),
                _ => {}
            }
        }
    }

    /// A cap of the game line: a number from 1 to `most`. They are no parameters of the reference engine, which has them
    /// built in.
    fn cap(&mut self, given: &Given<'_>, n: i32, most: i32, default: i32) -> i32 {
        if (1..=most).contains(&n) {
            return n;
        }
        let found = Diagnostic::error(codes::REFUSED, format!("`{}` of {n}", given.key));
        self.sink.push(found.at(given.value_span).label(format!("it may be 1 to {most}")));
        default
    }

    /// The `obs` of the game line.
    fn obstacles(&mut self, root: &'t Node) {
        let Some(def) = vgdl_vm::ontology::find_param(GAME_PARAMS, "obs") else {
            return;
        };
        // `given` has reported what is wrong with the line already.
        let given = root.words.iter().skip(1).filter_map(Given::of).rfind(|g| g.key == def.name);
        if let Some(given) = given
            && let Some(Value::Types(list)) = self.convert(def, &given)
        {
            self.game.header.obstacles = Some(list.into_vec());
        }
    }

    /// The blocks but for parameters, in file order.
    fn blocks(&mut self, root: &'t Node) -> Result<(), Stop> {
        let tree = self.tree;
        for top in tree.children(root) {
            let Some(name) = self.block_name(top) else {
                continue;
            };
            match name {
                "SpriteSet" => {
                    if self.sprite_set(top).is_err() {
                        // Nothing can be made of a game whose sprites were not read to the end.
                        self.unreadable(
                            top.span,
                            "sprites that cannot be read to the end",
                            "this block is not finished",
                        );
                        return Err(Stop);
                    }
                    self.sprites_read = true;
                }
                "InteractionSet" => self.rules_of(top).or_else(|stop| self.without_sprites(top, stop))?,
                "TerminationSet" => self.ends_of(top).or_else(|stop| self.without_sprites(top, stop))?,
                "LevelMapping" => self.mapping_of(top).or_else(|stop| self.without_sprites(top, stop))?,
                _ => {}
            }
        }
        if !self.sprites_read {
            let found = Diagnostic::error(codes::NO_SPRITES, "game without sprites");
            self.sink.push(
                found.help("write a SpriteSet below the game line").note("the reference engine cannot read this"),
            );
        }
        Ok(())
    }

    /// Reading stopped before the sprites were read: the game cannot be loaded.
    fn without_sprites(&mut self, top: &Node, stop: Stop) -> Result<(), Stop> {
        if !self.sprites_read {
            self.unreadable(top.span, "block before SpriteSet", "its sprites are not known yet");
        }
        Err(stop)
    }

    /// The name by which the reference engine knows a line below the game line; `None` for a line that it skips.
    fn block_name(&mut self, top: &'t Node) -> Option<&'t str> {
        let name = top.words.first()?.text.as_str();
        if top.header {
            return Some(name);
        }
        // By default the front has reported the line.
        if self.sink.policy() == Policy::Default {
            return None;
        }
        // Lines without an identifier are fatal to it.
        if top.block == Block::Game || (top.block == Block::Rules && top.words.len() > 1) {
            self.unreadable(top.span, "line outside of any block", "the reference engine crashes on it");
            return None;
        }
        Some(name)
    }

    /// The lines of a block. One that belongs to another kind of block stops the reading.
    fn line_of(&mut self, block: Block, node: &Node) -> Result<bool, Stop> {
        if node.block == block {
            return Ok(true);
        }
        let title = format!("line of another block in {}", block.name());
        let found =
            Diagnostic::error(codes::FOREIGN_LINE, title).at(node.span).label("a block starts in the wrong place");
        self.stop(found.help("indent the header of its block so that it stands directly below the game line"))?;
        Ok(false)
    }

    /// A word that means nothing where it stands.
    fn extra_word(&mut self, span: Span, help: &str) {
        let found = Diagnostic::error(codes::EXTRA_WORD, "word that means nothing here").at(span).label("ignored");
        self.sink.mistake(found.help(help));
    }
}
