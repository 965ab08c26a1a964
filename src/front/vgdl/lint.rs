//! What the tree alone tells about mistakes: lost lines, misspelt and misplaced blocks, indentation, and lines whose words
//! cannot mean anything. Names and values are the resolver's business.

use std::ops::Range;

use super::layout::{Layout, Tabs, columns, is_space};
use super::parse::{MAX_DEPTH, lacks_value};
use super::tree::{Block, DropReason, Dropped, Form, Node, NodeId, Tree};
use crate::diag::{Diagnostic, Sink, codes, suggest};
use crate::source::{Source, Span};

/// What the reference does with a line it cannot build.
const LOGGED: &str = "GVGAI logs a message and goes on without this line";

/// Reports everything the tree tells.
pub(super) fn report(tree: &Tree, source: &Source, layout: &Layout, tabs: Tabs, sink: &mut Sink) {
    let Some(root) = tree.root() else {
        if tree.dropped.is_empty() {
            let empty = Diagnostic::error(codes::EMPTY_FILE, "empty game file");
            sink.push(empty.help("start with a game line, `BasicGame`, and write the blocks below it, indented"));
        }
        lost_lines(tree, source, &[], sink);
        return;
    };
    if root.header {
        let name = &first(root).text;
        let missing = Diagnostic::error(codes::NO_GAME_LINE, "no game line").at(root.span);
        let missing = missing.label(format!("the file starts with `{name}`"));
        sink.push(missing.help("write `BasicGame` as the first line, and the blocks below it, indented"));
        // Where the other lines stand says nothing without a game line above them.
        lost_lines(tree, source, &[], sink);
        return;
    }
    let misread = misread_tabs(tree, source, layout, tabs);
    let next_header = next_headers(tree);
    let mut shadows = Vec::new();
    let mut tops: Vec<u32> = vec![0; tree.nodes.len()];
    let mut after_misread = false;
    for (i, node) in tree.nodes.iter().enumerate().skip(1) {
        let parent = node.parent.map_or(0, |p| p.0 as usize);
        tops[i] = if parent == 0 { i as u32 } else { tops[parent] };
        let top = &tree.nodes[tops[i] as usize];
        if let Some((stops, other)) = misread[i] {
            if !after_misread {
                sink.push(tab(node, &tree.nodes[parent], stops, &tree.nodes[other], layout, tabs));
            }
            after_misread = true;
            continue;
        }
        after_misread = false;
        if node.header {
            header(node, root, &tree.nodes[parent], sink);
        } else if parent == 0 {
            if no_block(node, root, sink) {
                shadows.push(node.line..next_header[i]);
            }
        } else if top.header {
            if std::ptr::eq(&tree.nodes[parent], top) {
                words(node, source, sink);
            } else if top.block != Block::Sprites {
                too_deep(tree, node, top, sink);
            } else if node.block == Block::Sprites {
                words(node, source, sink);
            }
        }
        uneven(tree, node, sink);
    }
    lost_lines(tree, source, &shadows, sink);
}

/// The first word of a node; every node has one.
fn first(node: &Node) -> &super::tree::Word {
    &node.words[0]
}

// ---- Blocks --------------------------------------------------------------------------------------------------------

fn header(node: &Node, root: &Node, parent: &Node, sink: &mut Sink) {
    let right = node.block.name();
    let name = &first(node).text;
    if !std::ptr::eq(parent, root) {
        let title = format!("block `{name}` in the wrong place");
        let found = Diagnostic::warning(codes::MISPLACED_BLOCK, title).at(node.span);
        // Mostly the fault is the line above: indented less than the lines of its block, it takes what follows as its own.
        let help = if parent.header || parent.parent != Some(NodeId(0)) {
            format!("indent it less, so that it stands directly below `{}`", first(root).text)
        } else {
            format!("indent line {} more, or this one less", parent.line)
        };
        let label = format!("not directly below the game line `{}`", first(root).text);
        let found = found.label(label).related(parent.span, "belongs to this line");
        sink.push(found.help(help).note("GVGAI skips blocks that stand anywhere else"));
    } else if name != right {
        let found = Diagnostic::warning(codes::BLOCK_CASE, format!("block `{name}` in the wrong letter case"));
        let found = found.at(node.span).label("not used as a block");
        sink.push(found.help(format!("write `{right}`")).note("GVGAI skips blocks in another letter case"));
    }
}

/// A line directly below the game line that is no block. Whether it was meant as one.
fn no_block(node: &Node, root: &Node, sink: &mut Sink) -> bool {
    let joined = node.words.iter().take(3).map(|w| w.text.as_str()).collect::<String>();
    let names = Block::WITH_HEADER.iter().map(|b| b.name());
    let close = (node.words.len() <= 3).then(|| suggest::closest(&joined, names)).flatten();
    if node.words.len() > 1 && close.is_none() {
        let stray = Diagnostic::warning(codes::STRAY_LINE, "line outside of any block").at(node.span);
        let stray = stray.label(format!("hangs directly below `{}`", first(root).text));
        sink.push(stray.help("indent it more than the header of its block").note("GVGAI skips the line"));
        return false;
    }
    let text = node.words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ");
    let unknown = Diagnostic::error(codes::UNKNOWN_BLOCK, format!("unknown block `{text}`")).at(node.span);
    let unknown = unknown.label("GVGAI skips it and the lines below it");
    sink.mistake(unknown.help(match close {
        Some(name) => format!("did you mean `{name}`?"),
        None => "the blocks are SpriteSet, LevelMapping, InteractionSet, TerminationSet and ParameterSet".to_owned(),
    }));
    true
}

/// For each node the line of the next header behind it.
fn next_headers(tree: &Tree) -> Vec<u32> {
    let mut next = u32::MAX;
    let mut lines: Vec<u32> = Vec::with_capacity(tree.nodes.len());
    for node in tree.nodes.iter().rev() {
        lines.push(next);
        if node.header {
            next = node.line;
        }
    }
    lines.reverse();
    lines
}

// ---- Indentation ---------------------------------------------------------------------------------------------------

fn columns_of(n: u32) -> String {
    if n == 1 { "1 column".to_owned() } else { format!("{n} columns") }
}

/// A line below a line of a block that has no levels. The lines beside it share its report.
fn too_deep(tree: &Tree, node: &Node, top: &Node, sink: &mut Sink) {
    let Some(parent) = node.parent.map(|p| tree.node(p)) else {
        return;
    };
    let below_a_line = parent.parent.is_some_and(|p| std::ptr::eq(tree.node(p), top)) && !parent.header;
    let eldest = tree.eldest(node).is_some_and(|e| std::ptr::eq(e, node));
    if !below_a_line || !eldest {
        return;
    }
    let found = Diagnostic::warning(codes::TOO_DEEP_IN_BLOCK, "line indented too deep").at(node.span);
    let others = parent.children.len() - 1;
    let label = match others {
        0 => "lost, as it belongs to the line above".to_owned(),
        1 => "lost, as it belongs to the line above; so is another line".to_owned(),
        n => format!("lost, as it belongs to the line above; so are {n} other lines"),
    };
    let help = format!("indent it by {} instead of {}", columns_of(parent.indent), node.indent);
    let note = format!("in {} only lines directly below the header are read", top.block.name());
    sink.push(found.label(label).related(parent.span, "belongs to this line").help(help).note(note));
}

/// A line indented otherwise than the first of its parent and than the one before it.
fn uneven(tree: &Tree, node: &Node, sink: &mut Sink) {
    let Some(parent) = node.parent.map(|p| tree.node(p)) else {
        return;
    };
    let Some(eldest) = tree.eldest(node) else {
        return;
    };
    if eldest.indent == node.indent {
        return;
    }
    let at = parent.children.partition_point(|c| tree.node(*c).line < node.line);
    let before = at.checked_sub(1).and_then(|i| parent.children.get(i)).map(|c| tree.node(*c));
    if before.is_some_and(|b| b.indent == node.indent) {
        return;
    }
    let found = Diagnostic::warning(codes::UNEVEN, "uneven indentation").at(node.span);
    let label = format!("{}, and belongs to `{}`", columns_of(node.indent), first(parent).text);
    let related = format!("the first line there has {}", columns_of(eldest.indent));
    let help = format!("indent it by {}", columns_of(eldest.indent));
    sink.push(found.label(label).related(eldest.span, related).help(help).note("GVGAI logs a message"));
}

/// For each node: whether it would have another parent if tabs were counted otherwise, with the distance of tab stops and
/// that parent.
fn misread_tabs(tree: &Tree, source: &Source, layout: &Layout, tabs: Tabs) -> Vec<Option<(u32, usize)>> {
    let mut misread = vec![None; tree.nodes.len()];
    let leads: Vec<&str> = tree.nodes.iter().map(|n| source.slice(layout.lead(n.line))).collect();
    if !leads.iter().any(|l| l.contains('\t')) {
        return misread;
    }
    for stops in [8, 4, 1].into_iter().filter(|s| *s != tabs.stops()) {
        // The lines that are open, with their columns; the root stays.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for (i, lead) in leads.iter().enumerate() {
            let column = columns(lead, stops);
            while open.len() > 1 && open.last().is_some_and(|(c, _)| *c >= column) {
                open.pop();
            }
            let parent = open.last().map_or(0, |(_, p)| *p);
            open.push((column, i));
            let actual = tree.nodes[i].parent.map_or(0, |p| p.0 as usize);
            if parent != actual && lead.contains('\t') && misread[i].is_none() {
                misread[i] = Some((stops, parent));
            }
        }
    }
    misread
}

fn tab(node: &Node, parent: &Node, stops: u32, other: &Node, layout: &Layout, tabs: Tabs) -> Diagnostic {
    let counted = match tabs {
        Tabs::OneColumn => "a tab counts as one column".to_owned(),
        Tabs::Stops8 => "a tab goes to the next multiple of eight".to_owned(),
    };
    let lead = layout.lead(node.line);
    let label = format!("{}, so this line belongs to `{}`", columns_of(node.indent), first(parent).text);
    let with = if stops == 1 { "a tab as one column".to_owned() } else { format!("tab stops of {stops} columns") };
    Diagnostic::warning(codes::TAB, "tab that changes the meaning")
        .at(lead)
        .label(label)
        .help(format!("indent with spaces: with {with} the line would belong to `{}`", first(other).text))
        .note(counted)
}

// ---- Words ---------------------------------------------------------------------------------------------------------

/// A line in its place whose words cannot mean what they seem to.
fn words(node: &Node, source: &Source, sink: &mut Sink) {
    match node.block {
        Block::Mapping => mapping(node, sink),
        Block::Rules => rule(node, source, sink),
        Block::Game | Block::Sprites | Block::Ends | Block::Parameters | Block::Selectors => {}
    }
    for (i, word) in node.words.iter().enumerate() {
        if let Form::Arg { key, value, .. } = &word.form
            && key.is_empty()
        {
            let before = node.words.get(i.wrapping_sub(1)).filter(|w| i > 1 && w.form == Form::Bare);
            let at = before.map_or(word.span, |b| b.span.to(word.span));
            let key = before.map_or("key", |b| b.text.as_str());
            sink.mistake(space(at, key, value).note("GVGAI reads an argument without a name, and ignores it"));
        }
    }
}

fn space(at: Span, key: &str, value: &str) -> Diagnostic {
    Diagnostic::error(codes::SPACE_BESIDE_EQUALS, "space beside `=`")
        .at(at)
        .label("an argument has no space in it")
        .help(format!("write `{key}={value}`"))
}

fn mapping(node: &Node, sink: &mut Sink) {
    let word = first(node);
    let Some(c) = word.text.chars().next().filter(|c| word.text.len() > c.len_utf8()) else {
        return;
    };
    let found = Diagnostic::error(codes::MAPPING_CHARACTER, "more than one character in the level mapping");
    let help = match word.text.split_once('>') {
        Some((_, name)) => format!("put a space on either side of `>`: `{c} > {name}`"),
        None => format!("map a single character, such as `{c}`"),
    };
    let found = found.at(word.span).label("one character stands for a cell").help(help);
    sink.mistake(found.note(format!("GVGAI takes the first character, `{c}`")));
}

fn rule(node: &Node, source: &Source, sink: &mut Sink) {
    match node.words.iter().position(|w| w.form == Form::Arrow) {
        None => sink.mistake(no_arrow(node.span, source, "GVGAI skips the line")),
        Some(1) => {
            let word = first(node);
            let found = Diagnostic::error(codes::ONE_SPRITE, "rule with a single sprite").at(word.span);
            let help = format!("write two sprites before `>`, as in `{} wall > ...`; the edge is `EOS`", word.text);
            let found = found.label("a rule is about a pair of sprites").help(help);
            sink.mistake(found.note("GVGAI logs a message and stops reading at this line"));
        }
        Some(_) => {}
    }
}

// ---- Lost lines ----------------------------------------------------------------------------------------------------

/// Reports lost lines, but for those below an unknown block, which was reported already.
fn lost_lines(tree: &Tree, source: &Source, shadows: &[Range<u32>], sink: &mut Sink) {
    let headless = tree.root().is_some_and(|root| root.header);
    for lost in &tree.dropped {
        if headless && lost.why == DropReason::NoParent {
            continue;
        }
        let shadow = shadows.partition_point(|s| s.start <= lost.line).checked_sub(1).and_then(|i| shadows.get(i));
        if shadow.is_some_and(|s| s.contains(&lost.line)) {
            continue;
        }
        let found = match lost.why {
            DropReason::NoParent => outside(lost, tree, source),
            DropReason::EmptyValue => empty_value(lost, source),
            DropReason::NoArrow => no_arrow(lost.span, source, LOGGED),
            DropReason::NoEffect => no_effect(lost, source),
            DropReason::TooDeep => {
                let found = Diagnostic::error(codes::TOO_DEEP, "too many levels of indentation").at(lost.span);
                found.help(format!("nest lines at most {MAX_DEPTH} levels deep"))
            }
            DropReason::Malformed => malformed(lost),
        };
        sink.mistake(found);
    }
}

fn outside(lost: &Dropped, tree: &Tree, source: &Source) -> Diagnostic {
    let name = tree.root().map_or("", |root| first(root).text.as_str());
    let line = source.slice(lost.span);
    let title = if Block::WITH_HEADER.iter().any(|b| b.name() == line) {
        format!("block `{line}` not indented below the game line")
    } else {
        "line not indented below the game line".to_owned()
    };
    Diagnostic::error(codes::OUTSIDE, title)
        .at(lost.span)
        .label(format!("not deeper than the first line, `{name}`"))
        .help("indent it more than the first line of the file")
        .note(LOGGED)
}

fn empty_value(lost: &Dropped, source: &Source) -> Diagnostic {
    let words = split(lost.span, source);
    let arrow = words.iter().position(|(_, w)| *w == ">").filter(|_| lost.block == Block::Rules).unwrap_or(0);
    let Some(at) = words.iter().skip(1).position(|(_, w)| lacks_value(w)).map(|i| i + 1).filter(|i| *i > arrow) else {
        return malformed(lost);
    };
    let (span, word) = words[at];
    let key = word.trim_end_matches('=');
    let plain = |i: usize| words.get(i).filter(|(_, w)| *w != ">" && !w.contains('='));
    let after = plain(at + 1);
    let found = if key.is_empty() {
        let before = plain(at - 1).filter(|_| at > 1);
        let whole = before.map_or(span, |b| b.0.to(span));
        let whole = after.map_or(whole, |a| whole.to(a.0));
        space(whole, before.map_or("key", |b| b.1), after.map_or("value", |a| a.1))
    } else if let Some((last, value)) = after {
        space(span.to(*last), key, value)
    } else {
        Diagnostic::error(codes::EMPTY_VALUE, format!("argument `{key}` without a value"))
            .at(span)
            .label("nothing follows `=`")
            .help(format!("write a value, as in `{key}=1`, or remove `{word}`"))
    };
    found.note(LOGGED)
}

fn no_arrow(span: Span, source: &Source, note: &str) -> Diagnostic {
    let words = split(span, source);
    let found = Diagnostic::error(codes::NO_ARROW, "rule without `>`").at(span).note(note);
    let names = words.iter().take_while(|(_, w)| !w.contains('=')).count();
    let text = |range: &[(Span, &str)]| range.iter().map(|(_, w)| *w).collect::<Vec<_>>().join(" ");
    let help = if words.iter().any(|(_, w)| w.contains('>')) {
        let spaced = source.slice(span).replace('>', " > ");
        format!("put a space on either side of `>`: `{}`", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
    } else if names >= 3 {
        format!("write `>` before the effect: `{} > {}`", text(&words[..names - 1]), text(&words[names - 1..]))
    } else {
        "write two sprites, `>` and an effect, as in `avatar wall > stepBack`".to_owned()
    };
    found.label("a rule needs `>` between its sprites and its effect").help(help)
}

fn no_effect(lost: &Dropped, source: &Source) -> Diagnostic {
    let words = split(lost.span, source);
    let arrow = words.iter().skip(1).find(|(_, w)| *w == ">").map_or(lost.span, |(span, _)| *span);
    let bare = words.last().is_some_and(|(_, w)| *w == ">");
    Diagnostic::error(codes::NO_EFFECT, "rule without an effect")
        .at(arrow)
        .label(if bare { "nothing follows" } else { "only arguments follow" })
        .help("write the name of an effect behind `>`, as in `> killSprite`")
        .note(LOGGED)
}

fn malformed(lost: &Dropped) -> Diagnostic {
    let found = Diagnostic::error(codes::MALFORMED, "line that cannot be read").at(lost.span);
    let found = found.label(format!("fits nothing in {}", lost.block.name())).note(LOGGED);
    if lost.block == Block::Parameters {
        return found.help("give the parameter its values, as in `SPEED > values=0.1:0.1:1.0`");
    }
    found
}

/// The words of a lost line.
fn split(span: Span, source: &Source) -> Vec<(Span, &str)> {
    let text = source.slice(span);
    let mut words = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return words;
        }
        let start = span.start as usize + (text.len() - rest.len());
        let end = rest.find(is_space).unwrap_or(rest.len());
        words.push((Span::new(start, start + end), &rest[..end]));
        rest = &rest[end..];
    }
}
