//! The published grammar as errors (`check --strict`): what the tree tells of every departure from it.
//!
//! Departures that are errors anyway have their own codes and are reported where they always are; those that are warnings
//! become errors ([`LIFTED`]). The rest is here.

use rustc_hash::{FxHashMap, FxHashSet};

use super::parse;
use super::tree::{Block, Form, Node, NodeId, Tree};
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::Span;

/// Warnings that are departures: lines and blocks in the wrong place, levels that are not rectangles.
pub(crate) const LIFTED: [&str; 6] = [
    codes::STRAY_LINE,
    codes::MISPLACED_BLOCK,
    codes::BLOCK_CASE,
    codes::TOO_DEEP_IN_BLOCK,
    codes::RAGGED_LEVEL,
    codes::CLASS_OVERRIDDEN,
];

/// Reports departures.
pub(crate) fn report(tree: &Tree, sink: &mut Sink) {
    let Some(root) = tree.root() else { return };
    game(root, sink);
    let mut seen: FxHashMap<Block, Span> = FxHashMap::default();
    let names = sprite_names(tree, root);
    for (i, node) in tree.nodes.iter().enumerate().skip(1) {
        let Some(parent) = node.parent else { continue };
        let top = parent == NodeId(0);
        if top && node.header {
            block(node, &mut seen, sink);
        }
        if node.header || top {
            continue;
        }
        selections(node, sink);
        let in_block = tree.node(parent).header;
        match node.block {
            Block::Sprites => internal_node(node, NodeId(i as u32), tree, sink),
            Block::Mapping if in_block => char_mapping(node, sink),
            Block::Rules if in_block => collision(node, &names, sink),
            _ => {}
        }
        if node.block != Block::Parameters && node.block != Block::Mapping {
            option_values(node, sink);
        }
    }
}

fn error(code: &'static str, title: impl Into<String>, at: Span) -> Diagnostic {
    Diagnostic::error(code, title).at(at).note("the published grammar does not have it (--strict)")
}

/// Parameters that selections ask, or are.
const SELECTION_PARAMS: [&str; 3] = ["tags", "requires", "if"];

/// No selections.
fn selections(node: &Node, sink: &mut Sink) {
    for word in &node.words {
        let extends = match word.arg() {
            Some((key, value)) => SELECTION_PARAMS.contains(&key) || value.starts_with('{'),
            None => word.text.starts_with('{'),
        };
        if extends {
            let found = error(codes::STRICT_SELECTION, "selection, which is an extension", word.span);
            sink.push(found.label("selections of sprites are an extension").help("name the sprites one by one"));
        }
    }
}

/// game: `GameType` alone.
fn game(root: &Node, sink: &mut Sink) {
    let mut words = root.words.iter();
    let Some(kind) = words.next() else { return };
    if kind.text == "GameSpace" {
        let found = error(codes::STRICT_GAME, "kind of game that is GVGAI's alone", kind.span);
        sink.push(found.label("the grammar knows `BasicGame`").help("write `BasicGame`"));
    }
    if let Some((first, last)) = words.next().map(|w| (w, words.next_back().unwrap_or(w))) {
        let found = error(codes::STRICT_GAME, "argument on the game line", first.span.to(last.span));
        sink.push(found.label("the game line is one word").help(format!("write `{}` alone", kind.text)));
    }
}

/// block: four kinds, each at most once.
fn block(node: &Node, seen: &mut FxHashMap<Block, Span>, sink: &mut Sink) {
    let name = node.block.name();
    if node.block == Block::Selectors {
        let found = error(codes::STRICT_SELECTION, format!("block `{name}`, which is an extension"), node.span);
        sink.push(found.label("selections of sprites are an extension").help("name the sprites one by one"));
    } else if node.block == Block::Parameters {
        let found = error(codes::STRICT_BLOCK, format!("block `{name}` is GVGAI's alone"), node.span);
        sink.push(found.label("not a block of the grammar").help("write the values where they are used"));
    } else if let Some(first) = seen.get(&node.block) {
        let found = error(codes::BLOCK_TWICE, format!("block `{name}` twice"), node.span);
        sink.push(found.label("each block stands once").related(*first, "first here").help("write its lines there"));
    } else {
        seen.insert(node.block, node.span);
    }
}

/// internal node: at least two sprite nodes below it.
fn internal_node(node: &Node, id: NodeId, tree: &Tree, sink: &mut Sink) {
    if let [child] = node.children[..]
        && let Some(name) = node.words.first()
    {
        debug_assert!(tree.node(child).parent == Some(id));
        let found = error(codes::ONE_CHILD, format!("category `{}` with a single sprite", name.text), name.span);
        let found = found.related(tree.node(child).span, "the only one");
        sink.push(found.label("a category has two sprites or more").help("write the sprite without the category"));
    }
}

/// char mapping: `char > sprite_name+`, one ASCII character.
fn char_mapping(node: &Node, sink: &mut Sink) {
    let Some((key, rest)) = node.words.split_first() else { return };
    if !key.text.is_ascii() {
        let found = error(codes::STRICT_CHARACTER, format!("character `{}` is not ASCII", key.text), key.span);
        sink.push(found.label("a level character is an ASCII character").help("choose another character"));
    }
    if rest.iter().all(|w| w.form == Form::Arrow) {
        let found = error(codes::STRICT_MAPPING, format!("character `{}` stands for nothing", key.text), node.span);
        sink.push(found.label("no sprite is named").help(format!("name a sprite, as in `{} > wall`", key.text)));
    }
}

/// Sprites and categories of the sprite blocks.
fn sprite_names<'t>(tree: &'t Tree, root: &Node) -> FxHashSet<&'t str> {
    let blocks = root.children.iter().map(|id| tree.node(*id)).filter(|n| n.header && n.block == Block::Sprites);
    let mut open: Vec<NodeId> = blocks.flat_map(|n| n.children.iter().copied()).collect();
    let mut names = FxHashSet::default();
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        names.extend(node.words.first().map(|w| w.text.as_str()));
        open.extend(&node.children);
    }
    names
}

/// collision: two names of the sprite block before `>`.
fn collision(node: &Node, names: &FxHashSet<&str>, sink: &mut Sink) {
    let before: Vec<_> = node.words.iter().take_while(|w| w.form != Form::Arrow).collect();
    if let [_, _, third, ..] = before[..]
        && let Some(last) = before.last()
    {
        let found = error(codes::SEVERAL_PARTNERS, "rule with more than two sprites", third.span.to(last.span));
        sink.push(found.label("a rule names two sprites").help("write a line for each pair"));
    }
    for word in before.iter().filter(|w| w.form == Form::Bare && !names.contains(w.text.as_str())) {
        // Other names are unknown sprites, and reported as such.
        let what = match word.text.as_str() {
            "EOS" | "TIME" => "a word of the engines",
            "wall" | "avatar" => "built into GVGAI",
            _ => continue,
        };
        let title = format!("`{}` is not in the sprite block", word.text);
        let found = error(codes::STRICT_NAME, title, word.span).label(format!("{what}, not a sprite of this game"));
        sink.push(found.help(match word.text.as_str() {
            "EOS" => "surround the level with sprites instead".to_owned(),
            "TIME" => "count time with a `Timeout`, or with a sprite that makes others".to_owned(),
            name => format!("declare it in SpriteSet, as in `{name} > {}`", class_of(name)),
        }));
    }
}

fn class_of(name: &str) -> &'static str {
    if name == "wall" { "Immovable" } else { "MovingAvatar" }
}

/// option_value: what Python can parse.
fn option_values(node: &Node, sink: &mut Sink) {
    for word in &node.words {
        if let Form::Arg { key, value, value_span, .. } = &word.form
            && !parse::is_option_value(value)
        {
            let found = error(codes::STRICT_VALUE, format!("value of `{key}` that Python cannot parse"), *value_span);
            sink.push(found.label("not a number, a text, a name or an expression of them").help("put it in quotes"));
        }
    }
}
