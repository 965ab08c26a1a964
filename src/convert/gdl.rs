//! A tree as a module of GDL. What a module has no form for is left to [`embedded`], which puts the whole text into one.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::slice::Iter;

use vgdl_vm::ontology::Class;

use super::kinds::Owner;
use super::words::{key as key_word, string, value, word};
use crate::front::level::{LevelText, SECOND_HALF};
use crate::front::vgdl::tree::{Block, Comment, Form, Node, Tree, Word};
use crate::resolve::TIMER;
use crate::source::Source;

/// What is written.
pub(super) struct Written<'w> {
    /// The lines of the game.
    pub(super) tree: &'w Tree,
    /// The text that its comments are taken from, if it has such.
    pub(super) comments: Option<&'w Source>,
    /// The name of the module.
    pub(super) name: &'w str,
    /// How many messages the reference engine logs about its lines.
    pub(super) messages: usize,
    /// The levels.
    pub(super) levels: &'w [LevelText],
}

/// The module; `None` if some line has no form that says the same.
pub(super) fn module(written: &Written<'_>) -> Option<String> {
    let Written { tree, name, messages, .. } = *written;
    let root = tree.root()?;
    let (class, rest) = root.words.split_first()?;
    let mut out = Out { text: String::new(), source: written.comments, comments: tree.comments.iter().peekable() };
    out.comments_above(root);
    let mut head = format!("(game-module {}", string(name));
    let _ = write!(head, "\n  (game-class {}{})", word(&class.text), params(rest, Owner::Game));
    if messages > 0 {
        let _ = write!(head, "\n  (messages {messages})");
    }
    out.line(0, &(head + ")"), root);
    let mut sprites = 0;
    let mut tables = 0;
    for top in tree.children(root).filter(|top| top.header) {
        // A header in another letter case opens nothing.
        let Some(block) =
            Block::WITH_HEADER.into_iter().find(|b| top.words.first().is_some_and(|w| w.text == b.name()))
        else {
            continue;
        };
        out.text.push('\n');
        out.comments_above(top);
        match block {
            Block::Sprites => {
                sprites += 1;
                out.sprites(tree, top)?;
            }
            Block::Rules => {
                tables += 1;
                out.rules(tree, top, tables > 1)?;
            }
            Block::Ends => out.ends(tree, top)?,
            Block::Mapping => out.mapping(tree, top)?,
            Block::Parameters => out.parameters(tree, top)?,
            Block::Selectors => out.selectors(tree, top)?,
            Block::Game => {}
        }
    }
    if sprites > 1 {
        return None;
    }
    out.rest();
    for level in written.levels {
        out.text.push('\n');
        area(&mut out.text, level);
    }
    Some(out.text)
}

/// A module that has the text of a game in it, line by line.
pub(super) fn embedded(source: &Source, name: &str, levels: &[LevelText]) -> String {
    let mut out = format!("(game-module {}\n  (vgdl", string(name));
    for (_, line) in crate::front::vgdl::layout::lines_of(&source.text) {
        let _ = write!(out, "\n    {}", string(line));
    }
    out.push_str("))\n");
    for level in levels {
        out.push('\n');
        area(&mut out, level);
    }
    out
}

/// A level. Lengths count cells, as in level files.
fn area(out: &mut String, level: &LevelText) {
    let _ = write!(out, "(area {} {} (layout", level.width, level.height());
    for row in &level.rows {
        let row: String = row.iter().filter(|&&c| c != SECOND_HALF).collect();
        let _ = write!(out, "\n  {}", string(&row));
    }
    out.push_str("))\n");
}

/// ` (key value)` for each argument.
fn params(words: &[Word], owner: Owner<'_>) -> String {
    let mut out = String::new();
    for (key, text) in words.iter().filter_map(Word::arg) {
        let _ = write!(out, " ({} {})", key_word(key), value(owner.shape(key), text));
    }
    out
}

/// The last name of some words that is no argument: the class of a sprite, the effect of a rule.
fn last_name(words: &[Word]) -> Option<&Word> {
    words.iter().rfind(|w| w.form == Form::Bare)
}

/// The module so far.
struct Out<'w> {
    text: String,
    source: Option<&'w Source>,
    comments: Peekable<Iter<'w, Comment>>,
}

impl Out<'_> {
    /// A form, with the comment at the end of the line it comes from.
    fn line(&mut self, depth: usize, form: &str, node: &Node) {
        self.text.extend(std::iter::repeat_n(' ', 2 * depth));
        self.text.push_str(form);
        if let (Some(source), Some(comment)) = (self.source, node.comment) {
            let _ = write!(self.text, "  ;{}", source.slice(comment).trim_start_matches('#'));
        }
        self.text.push('\n');
    }

    /// The comments on lines of their own above a line.
    fn comments_above(&mut self, node: &Node) {
        while let Some(comment) = self.comments.next_if(|c| c.line < node.line) {
            self.comment(comment);
        }
    }

    fn comment(&mut self, comment: &Comment) {
        if let Some(source) = self.source {
            let _ = writeln!(self.text, ";{}", source.slice(comment.span).trim_start_matches('#'));
        }
    }

    /// The comments that are left.
    fn rest(&mut self) {
        while let Some(comment) = self.comments.next() {
            self.comment(comment);
        }
    }

    /// The lines of a block, each with the block it counts to; `None` if one of them opens a block of its own.
    fn lines<'t>(tree: &'t Tree, top: &'t Node, block: Block) -> Option<Vec<&'t Node>> {
        let lines: Vec<&Node> = tree.children(top).collect();
        lines.iter().all(|n| n.block == block && !n.header).then_some(lines)
    }

    fn sprites(&mut self, tree: &Tree, top: &Node) -> Option<()> {
        // Each line with its category and the class from above; the front limits the depth.
        let mut open: Vec<(&Node, Option<&str>, Option<&str>)> = Vec::new();
        let push = |open: &mut Vec<_>, node, above, class| -> Option<()> {
            open.extend(Self::lines(tree, node, Block::Sprites)?.into_iter().rev().map(|n| (n, above, class)));
            Some(())
        };
        push(&mut open, top, None, None)?;
        while let Some((node, above, inherited)) = open.pop() {
            let (name, rest) = node.words.split_first()?;
            if !rest.iter().any(|w| w.form == Form::Arrow) {
                return None;
            }
            let written = last_name(rest).map(|w| w.text.as_str());
            let class = inherited.or(written);
            let inner = !node.children.is_empty();
            let kind = match class.and_then(Class::from_name) {
                _ if inner => "category",
                Some(class) if class.is_a(Class::Resource) => "material-type",
                Some(class) if class.is_a(Class::Immovable) => "terrain-type",
                _ => "unit-type",
            };
            let mut form = format!("({kind} {}", word(&name.text));
            if let Some(class) = written {
                let _ = write!(form, " (class {})", word(class));
            }
            form += &params(rest, Owner::Sprite);
            if let Some(above) = above {
                let _ = write!(form, " (in {})", word(above));
            }
            self.comments_above(node);
            self.line(0, &(form + ")"), node);
            if inner {
                push(&mut open, node, Some(name.text.as_str()), inherited.or(written))?;
            }
        }
        Some(())
    }

    fn rules(&mut self, tree: &Tree, top: &Node, more: bool) -> Option<()> {
        let lines = Self::lines(tree, top, Block::Rules)?;
        self.text.push_str("(table interactions");
        self.text.push_str(if more { " add\n" } else { "\n" });
        for node in lines {
            let (first, rest) = node.words.split_first()?;
            let arrow = rest.iter().position(|w| w.form == Form::Arrow)?;
            let (seconds, behind) = rest.split_at_checked(arrow)?;
            let effect = last_name(behind)?;
            let second = match seconds {
                [] => return None,
                [one] => word(&one.text),
                more => string(&more.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")),
            };
            let inner = behind.iter().filter_map(Word::arg).find(|(key, _)| *key == "ftype").map(|(_, name)| name);
            let inner = inner.filter(|_| effect.text == TIMER);
            let args = params(behind, Owner::Rule(&effect.text, inner));
            let name = word(&effect.text);
            let effect = if args.is_empty() { name } else { format!("(effect {name}{args})") };
            self.comments_above(node);
            self.line(1, &format!("({} {second} {effect})", word(&first.text)), node);
        }
        self.close();
        Some(())
    }

    fn ends(&mut self, tree: &Tree, top: &Node) -> Option<()> {
        for node in Self::lines(tree, top, Block::Ends)? {
            let (class, rest) = node.words.split_first()?;
            self.comments_above(node);
            self.line(
                0,
                &format!("(termination {}{})", word(&class.text), params(rest, Owner::End(&class.text))),
                node,
            );
        }
        Some(())
    }

    fn mapping(&mut self, tree: &Tree, top: &Node) -> Option<()> {
        self.text.push_str("(mapping\n");
        for node in Self::lines(tree, top, Block::Mapping)? {
            let (key, rest) = node.words.split_first()?;
            // A character alone says nothing, and what stands in the place of the arrow is lost.
            let Some((_, names)) = rest.split_first() else { continue };
            let mut form = format!("({}", string(&key.text.chars().take(1).collect::<String>()));
            for name in names {
                let _ = write!(form, " {}", word(&name.text));
            }
            self.comments_above(node);
            self.line(1, &(form + ")"), node);
        }
        self.close();
        Some(())
    }

    fn parameters(&mut self, tree: &Tree, top: &Node) -> Option<()> {
        for node in Self::lines(tree, top, Block::Parameters)? {
            let (name, rest) = node.words.split_first()?;
            let mut form = format!("(parameter {}", word(&name.text));
            for (key, text) in rest.iter().filter_map(Word::arg) {
                let _ = write!(form, " ({} {})", key_word(key), string(text));
            }
            self.comments_above(node);
            self.line(0, &(form + ")"), node);
        }
        Some(())
    }

    fn selectors(&mut self, tree: &Tree, top: &Node) -> Option<()> {
        for node in Self::lines(tree, top, Block::Selectors)? {
            let [name, arrow, choice] = &node.words[..] else { return None };
            if arrow.form != Form::Arrow {
                return None;
            }
            self.comments_above(node);
            self.line(0, &format!("(selector {} {})", word(&name.text), string(&choice.text)), node);
        }
        Some(())
    }

    /// Closes a table behind its last clause, or on a line of its own where a comment would swallow it.
    fn close(&mut self) {
        let last = self.text.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
        if last.contains(';') {
            self.text.push_str("  )\n");
        } else {
            self.text.truncate(self.text.trim_end_matches('\n').len());
            self.text.push_str(")\n");
        }
    }
}
