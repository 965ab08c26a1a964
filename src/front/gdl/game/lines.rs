//! What was read of a module, as the lines of a tree.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Module;
use super::area::Patch;
use super::forms::{Builder, Line, Plain, Sprite};
use super::rules::{Rule, rule_arrow};
use super::values::{arrow, bare};
use crate::diag::{Diagnostic, Sink, codes};
use crate::front::gdl::Machine;
use crate::front::vgdl::layout::Tabs;
use crate::front::vgdl::parse::{MAX_DEPTH, parse};
use crate::front::vgdl::tree::{Block, DropReason, Dropped, Form, Node, NodeId, Tree, Word};
use crate::source::Span;

impl Builder<'_> {
    /// The tree of what was read.
    pub(super) fn finish(mut self, machine: &mut Machine, tabs: Tabs) -> Module {
        let areas = self.patches(machine);
        let mut defined: Vec<String> = std::mem::take(&mut self.defined).into_iter().collect();
        defined.sort_unstable();
        let tree = match self.text.take() {
            Some(text) => embedded(&text, machine, tabs),
            None => self.tree(machine),
        };
        Module { tree, areas, defined }
    }

    fn tree(&mut self, machine: &mut Machine) -> Tree {
        let mut tree = Tree::default();
        let Some(head) = self.head.take() else {
            let found = Diagnostic::error(codes::GDL_NO_GAME, "module without a game");
            machine.sink.push(found.help("start with `(game-module \"NAME\" (game-class BasicGame))`"));
            return tree;
        };
        let mut words = vec![head.class];
        words.extend(head.args);
        let root = push(&mut tree, None, Block::Game, words, head.at, 0);
        tree.dropped.extend((0..head.messages).map(|_| Dropped {
            span: head.at.span,
            line: head.at.number,
            block: Block::Game,
            why: DropReason::Malformed,
        }));
        let sprites = std::mem::take(&mut self.sprites);
        let family = Hierarchy::of(&sprites, machine);
        let leaves = family.leaves(&sprites);
        self.apply_numbers(machine, &leaves, &sprites);
        let parameters =
            self.blocks.iter().filter(|(block, _)| *block == Block::Parameters).copied().collect::<Vec<_>>();
        for (block, at) in parameters {
            self.block(&mut tree, root, block, at);
        }
        if let Some(first) = sprites.first() {
            let top = header(&mut tree, root, Block::Sprites, first.at);
            family.lines(&sprites, &mut tree, top);
        }
        for (block, at) in self.blocks.clone() {
            if block != Block::Parameters {
                self.block(&mut tree, root, block, at);
            }
        }
        tree
    }

    /// A block of lines without lines below them.
    fn block(&mut self, tree: &mut Tree, root: NodeId, block: Block, at: Line) {
        let top = header(tree, root, block, at);
        let plain = |tree: &mut Tree, lines: Vec<Plain>| {
            for Plain { words, at } in lines {
                push(tree, Some(top), block, words, at, 8);
            }
        };
        match block {
            Block::Rules => {
                for rule in std::mem::take(&mut self.rules) {
                    let arrow = rule_arrow(&rule);
                    let Rule { first, seconds, effect, at } = rule;
                    let words = std::iter::once(first).chain(seconds).chain([arrow]).chain(effect).collect();
                    push(tree, Some(top), block, words, at, 8);
                }
            }
            Block::Ends => plain(tree, std::mem::take(&mut self.ends)),
            Block::Mapping => plain(tree, std::mem::take(&mut self.mapping)),
            Block::Parameters => plain(tree, std::mem::take(&mut self.parameters)),
            Block::Selectors => plain(tree, std::mem::take(&mut self.selectors)),
            Block::Game | Block::Sprites => {}
        }
    }
}

/// Adds a line.
fn push(tree: &mut Tree, parent: Option<NodeId>, block: Block, words: Vec<Word>, at: Line, indent: u32) -> NodeId {
    let id = NodeId(tree.nodes.len() as u32);
    if let Some(parent) = parent.and_then(|p| tree.nodes.get_mut(p.0 as usize)) {
        parent.children.push(id);
    }
    tree.nodes.push(Node {
        parent,
        children: Vec::new(),
        indent,
        line: at.number,
        block,
        header: false,
        span: at.span,
        words,
        comment: None,
    });
    id
}

/// The line that opens a block. It stands where the first form of the block does.
fn header(tree: &mut Tree, root: NodeId, block: Block, at: Line) -> NodeId {
    let id = push(tree, Some(root), block, vec![bare(block.name(), at.span)], at, 4);
    if let Some(node) = tree.nodes.get_mut(id.0 as usize) {
        node.header = true;
    }
    id
}

/// Which sprites are in which categories.
struct Hierarchy {
    /// For each sprite: those in it, in the order in which they are defined.
    children: Vec<Vec<usize>>,
    /// For each sprite: its category.
    above: Vec<Option<usize>>,
}

impl Hierarchy {
    /// Sorts sprites into their categories, and reports what has none.
    fn of(sprites: &[Sprite], machine: &mut Machine) -> Self {
        let mut named: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (i, sprite) in sprites.iter().enumerate() {
            named.entry(&sprite.name.text).or_default().push(i);
        }
        let mut children = vec![Vec::new(); sprites.len()];
        let mut above = vec![None; sprites.len()];
        for (i, sprite) in sprites.iter().enumerate() {
            let Some(word) = &sprite.above else { continue };
            let found = named.get(word.text.as_str()).and_then(|places| {
                // The last of this name that is defined before, else the first that is defined behind.
                let before = places.partition_point(|&p| p < i);
                places.get(before.wrapping_sub(1)).or(places.get(before))
            });
            match found.and_then(|&p| Some((p, sprites.get(p)?))) {
                Some((place, category)) if category.is_category() => above[i] = Some(place),
                Some((_, other)) => {
                    let title = format!("`{}` is no category", word.text);
                    let found = Diagnostic::error(codes::GDL_CATEGORY, title)
                        .at(word.span)
                        .label("only categories have sprites in them");
                    let found = found.related(other.name.span, "defined here");
                    machine.sink.push(found.help(format!("write `(category {} ...)`", word.text)));
                }
                None => {
                    let found = Diagnostic::error(codes::GDL_CATEGORY, format!("unknown category `{}`", word.text));
                    let known = sprites.iter().filter(|s| s.is_category()).map(|s| s.name.text.as_str());
                    let found = found.at(word.span).label("not defined in this module");
                    machine.sink.push(match crate::diag::suggest::closest(&word.text, known) {
                        Some(close) => found.help(format!("did you mean `{close}`?")),
                        None => found.help(format!("write `(category {})`", word.text)),
                    });
                }
            }
        }
        break_circles(sprites, &mut above, machine);
        for (i, place) in above.iter().enumerate() {
            if let Some(list) = place.and_then(|p: usize| children.get_mut(p)) {
                list.push(i);
            }
        }
        for (i, sprite) in sprites.iter().enumerate() {
            if sprite.is_category() && children.get(i).is_some_and(Vec::is_empty) {
                let title = format!("category `{}` without sprites", sprite.name.text);
                let found = Diagnostic::error(codes::GDL_EMPTY, title).at(sprite.name.span).label("nothing is in it");
                let help = format!("put types into it with `(in {})`, or define it with `unit-type`", sprite.name.text);
                machine.sink.mistake(found.help(help));
            }
        }
        Self { children, above }
    }

    /// The types that are no categories, of each name.
    fn leaves<'s>(&self, sprites: &'s [Sprite]) -> FxHashMap<&'s str, Vec<usize>> {
        let mut leaves: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (i, _) in sprites.iter().enumerate().filter(|(_, s)| !s.is_category()) {
            let mut at = Some(i);
            while let Some(sprite) = at.and_then(|i| sprites.get(i)) {
                leaves.entry(&sprite.name.text).or_default().push(i);
                at = at.and_then(|i| self.above.get(i).copied().flatten());
            }
        }
        leaves
    }

    /// The lines of the sprites, below a header.
    fn lines(&self, sprites: &[Sprite], tree: &mut Tree, top: NodeId) {
        let roots = (0..sprites.len()).filter(|&i| self.above.get(i).is_some_and(Option::is_none));
        // Each sprite with its parent, its indentation, and whether a class comes from above.
        let mut open: Vec<(usize, NodeId, u32, bool)> = roots.map(|i| (i, top, 8, false)).collect();
        open.reverse();
        let mut order = Vec::with_capacity(sprites.len());
        while let Some((i, parent, indent, inherited)) = open.pop() {
            let Some(sprite) = sprites.get(i) else { continue };
            let mut words = vec![sprite.name.clone(), arrow(sprite.at.span)];
            let usual = sprite.usual.filter(|_| !inherited).map(|class| bare(class, sprite.name.span));
            let class = sprite.class.clone().or(usual);
            let has_class = inherited || class.is_some();
            words.extend(class);
            words.extend(sprite.args.iter().cloned());
            let id = push(tree, Some(parent), Block::Sprites, words, sprite.at, indent);
            order.push((i, id));
            let below = self.children.get(i).into_iter().flatten().rev();
            open.extend(below.map(|&c| (c, id, indent + 4, has_class)));
        }
        // Types are numbered and drawn in the order in which they are defined, wherever their category stands.
        if !order.is_sorted() {
            order.sort_unstable();
            tree.sequence = order.into_iter().map(|(_, id)| id).collect();
        }
    }
}

/// Takes sprites out of categories that are in themselves, or too deep in others.
fn break_circles(sprites: &[Sprite], above: &mut [Option<usize>], machine: &mut Machine) {
    // Sprites whose way up is known to end, with its length.
    let mut depth: Vec<Option<usize>> = vec![None; sprites.len()];
    for start in 0..sprites.len() {
        let mut way = Vec::new();
        let mut seen = FxHashSet::default();
        let mut at = Some(start);
        while let Some(i) = at.filter(|&i| depth.get(i).is_some_and(Option::is_none)) {
            if !seen.insert(i) {
                cut(sprites, above, i, machine, "category that is in itself", "it is in a category that is in it");
                break;
            }
            way.push(i);
            at = above.get(i).copied().flatten();
        }
        for &i in way.iter().rev() {
            let up = above.get(i).copied().flatten().and_then(|p| depth.get(p).copied().flatten()).unwrap_or(0);
            if up + 3 >= MAX_DEPTH {
                cut(sprites, above, i, machine, "category that is nested too deep", "one too many");
            }
            let up = if above.get(i).copied().flatten().is_some() { up + 1 } else { 0 };
            if let Some(place) = depth.get_mut(i) {
                *place = Some(up);
            }
        }
    }
}

fn cut(sprites: &[Sprite], above: &mut [Option<usize>], i: usize, machine: &mut Machine, title: &str, label: &str) {
    if let Some(place) = above.get_mut(i) {
        *place = None;
    }
    if let Some(word) = sprites.get(i).and_then(|s| s.above.as_ref()) {
        machine.sink.push(Diagnostic::error(codes::GDL_CATEGORY, title).at(word.span).label(label));
    }
}

/// The tree of a text that a module has in it. Its places are those of the strings.
fn embedded(text: &Patch, machine: &mut Machine, tabs: Tabs) -> Tree {
    let mut sink = Sink::new(machine.sink.policy());
    let mut tree = parse(&text.source, tabs, &mut sink);
    for mut found in sink.into_vec() {
        found.span = found.span.map(|span| text.original(span));
        found.related.iter_mut().for_each(|(span, _)| *span = text.original(*span));
        machine.sink.push(found);
    }
    let module = machine.sources().first().cloned();
    let line = |span: Span| module.as_ref().map_or(0, |m| m.line_column(span.start).0);
    let place = |span: &mut Span| *span = text.original(*span);
    for node in &mut tree.nodes {
        place(&mut node.span);
        node.line = line(node.span);
        node.comment.iter_mut().for_each(place);
        for word in &mut node.words {
            place(&mut word.span);
            if let Form::Arg { key_span, value_span, .. } = &mut word.form {
                place(key_span);
                place(value_span);
            }
        }
    }
    for dropped in &mut tree.dropped {
        place(&mut dropped.span);
        dropped.line = line(dropped.span);
    }
    tree.comments.clear();
    tree
}
