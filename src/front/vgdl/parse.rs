//! Text to [`Tree`]: runs the grammar and turns its tokens into an arena.
//!
//! This file alone names pest. The grammar keeps the indentation on its stack and tells each level it closes and opens, so
//! nesting costs no recursion, there or here.

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use super::layout::{Layout, Tabs};
use super::lint;
use super::tree::{Block, Comment, DropReason, Dropped, Form, Node, NodeId, Tree, Word};
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::{Source, Span};

/// The derived parser; its items carry no documentation.
mod grammar {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/vgdl.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Lines nested deeper than this are lost, so that later stages may recurse over the tree.
pub const MAX_DEPTH: usize = 100;

/// Longer texts are refused.
pub const MAX_BYTES: usize = 16 << 20;

/// Reads a game text. Never fails: a line that cannot be read costs itself alone, and is reported.
#[must_use]
pub fn parse(source: &Source, tabs: Tabs, sink: &mut Sink) -> Tree {
    if source.text.len() > MAX_BYTES {
        let title = format!("game file of {} bytes", source.text.len());
        sink.push(Diagnostic::error(codes::TOO_LARGE, title).help(format!("at most {MAX_BYTES} bytes are read")));
        return Tree::default();
    }
    let layout = Layout::new(&source.text, tabs);
    let mut builder = Builder { layout: &layout, tree: Tree::default(), open: Vec::new(), block: Block::Game };
    match Grammar::parse(Rule::file, &layout.text) {
        Ok(tokens) => builder.file(tokens),
        // The grammar has an alternative for every line. Should it ever refuse one, the whole file is lost, loudly.
        Err(e) => {
            let title = "text that the grammar does not know";
            sink.push(Diagnostic::error(codes::MALFORMED, title).note(e.variant.message().into_owned()));
            return Tree::default();
        }
    }
    let tree = builder.tree;
    lint::report(&tree, source, &layout, tabs, sink);
    tree
}

/// Whether a value is one that the published grammar has.
pub(super) fn is_option_value(text: &str) -> bool {
    Grammar::parse(Rule::option_value, text).is_ok()
}

/// Builds the tree line by line.
struct Builder<'a> {
    layout: &'a Layout,
    tree: Tree,
    /// The line above, its parent, and so on; the root is at the bottom. `None` is a line that was too deep to keep.
    open: Vec<Option<NodeId>>,
    block: Block,
}

/// Where a line hangs.
#[derive(Clone, Copy)]
enum Place {
    /// Below what is open, after so many columns.
    Inside(u32),
    /// Not deeper than the root.
    Outside,
}

impl Builder<'_> {
    /// `file`
    fn file(&mut self, tokens: Pairs<'_, Rule>) {
        for part in tokens.flat_map(Pair::into_inner) {
            match part.as_rule() {
                Rule::root | Rule::block => self.section(part),
                _ => self.line(part, Place::Outside),
            }
        }
    }

    /// `root` and `block`: the place of the first line, and the block it opens.
    fn section(&mut self, section: Pair<'_, Rule>) {
        let mut place = Place::Outside;
        for part in section.into_inner() {
            let block = match part.as_rule() {
                Rule::game => Block::Game,
                Rule::sprite_set => Block::Sprites,
                Rule::level_mapping => Block::Mapping,
                Rule::interaction_set => Block::Rules,
                Rule::termination_set => Block::Ends,
                Rule::parameter_set => Block::Parameters,
                Rule::selector_set => Block::Selectors,
                _ => {
                    self.place(&part, &mut place);
                    continue;
                }
            };
            self.block = block;
            for line in part.into_inner() {
                self.line(line, place);
            }
        }
    }

    /// `open` and `outside`
    fn place(&mut self, token: &Pair<'_, Rule>, place: &mut Place) {
        match token.as_rule() {
            Rule::close => drop(self.open.pop()),
            Rule::level => *place = Place::Inside(token.as_str().len() as u32),
            Rule::outside => *place = Place::Outside,
            _ => {}
        }
    }

    /// Any line. `place` is where it hangs unless it says so itself.
    fn line(&mut self, line: Pair<'_, Rule>, mut place: Place) {
        let rule = line.as_rule();
        let at = line.as_span().start();
        match rule {
            Rule::remark => {
                let comment = Comment { span: self.span(&line), line: self.layout.line(at) };
                self.tree.comments.push(comment);
                return;
            }
            Rule::EOI => return,
            _ => {}
        }
        let mut words = Vec::new();
        let mut comment = None;
        for token in line.into_inner() {
            match token.as_rule() {
                Rule::close | Rule::level | Rule::outside => self.place(&token, &mut place),
                Rule::comment => comment = Some(self.span(&token)),
                _ => words.push(self.word(token)),
            }
        }
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return;
        };
        let span = first.span.to(last.span);
        let number = self.layout.line(at);
        let why = match (rule, place) {
            (Rule::lost, _) => lost_reason(&words, self.block),
            (_, Place::Outside) => DropReason::NoParent,
            (_, Place::Inside(_)) if self.open.len() >= MAX_DEPTH => {
                // What hangs below is deeper still; an entry without a node keeps step with the grammar's stack.
                self.open.push(None);
                DropReason::TooDeep
            }
            (_, Place::Inside(indent)) => {
                let header = matches!(
                    rule,
                    Rule::sprite_header
                        | Rule::mapping_header
                        | Rule::interaction_header
                        | Rule::termination_header
                        | Rule::parameter_header
                        | Rule::selector_header
                );
                let id = NodeId(self.tree.nodes.len() as u32);
                let parent = self.open.last().copied().flatten();
                if let Some(parent) = parent.and_then(|p| self.tree.nodes.get_mut(p.0 as usize)) {
                    parent.children.push(id);
                }
                self.open.push(Some(id));
                let block = self.block;
                let children = Vec::new();
                self.tree.nodes.push(Node {
                    parent,
                    children,
                    indent,
                    line: number,
                    block,
                    header,
                    span,
                    words,
                    comment,
                });
                return;
            }
        };
        self.tree.dropped.push(Dropped { span, line: number, block: self.block, why });
    }

    /// `name`, `plain`, `bare`, `arrow` and `arg`
    fn word(&self, token: Pair<'_, Rule>) -> Word {
        let span = self.span(&token);
        let text = token.as_str().to_owned();
        let form = match token.as_rule() {
            Rule::arrow => Form::Arrow,
            Rule::arg => {
                let mut parts = token.into_inner().map(|part| (part.as_str().to_owned(), self.span(&part)));
                let (key, key_span) = parts.next().unwrap_or_default();
                let (value, value_span) = parts.next().unwrap_or_default();
                Form::Arg { key, key_span, value, value_span }
            }
            _ => Form::Bare,
        };
        Word { text, span, form }
    }

    /// Where a token stands in the original text.
    fn span(&self, token: &Pair<'_, Rule>) -> Span {
        let span = token.as_span();
        self.layout.original(span.start(), span.end())
    }
}

/// Why the grammar has no place for a line, in the order in which the reference trips over it.
fn lost_reason(words: &[Word], block: Block) -> DropReason {
    // A rule's words count as arguments only behind its arrow. The first word never does.
    let mut rest = words.get(1..).unwrap_or_default();
    if block == Block::Rules {
        let Some(arrow) = rest.iter().position(|w| w.text == ">") else {
            return DropReason::NoArrow;
        };
        rest = rest.get(arrow + 1..).unwrap_or_default();
    }
    if rest.iter().any(|w| lacks_value(&w.text)) {
        DropReason::EmptyValue
    } else if block == Block::Rules {
        DropReason::NoEffect
    } else {
        DropReason::Malformed
    }
}

/// Whether nothing but `=` follows the first `=` of a word.
pub(super) fn lacks_value(word: &str) -> bool {
    word.split_once('=').is_some_and(|(_, rest)| rest.chars().all(|c| c == '='))
}
