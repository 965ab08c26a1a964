//! What was written: the lines of a game file as a tree of indentation, nothing interpreted yet.
//!
//! A [`Tree`] is an arena in file order. The parent of a line is the nearest earlier *kept* line with a strictly smaller
//! column (GVGAI `Parser`; py-vgdl `tools.py`), so the tree alone says which engine would see which line where.

use crate::source::Span;

/// Index of a node in [`Tree::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// The blocks of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// The game line, and every line before the first block header.
    Game,
    /// `SpriteSet`
    Sprites,
    /// `LevelMapping`
    Mapping,
    /// `InteractionSet`
    Rules,
    /// `TerminationSet`
    Ends,
    /// `ParameterSet`
    Parameters,
    /// `SelectorSet`
    Selectors,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Kept lines in file order. Node 0, if any, is the root (the game line).
    pub nodes: Vec<Node>,
    /// Lines that were lost, with the reason; the parser has reported each as a diagnostic.
    pub dropped: Vec<Dropped>,
    /// Comments that stand on lines of their own, in file order (for the printer).
    pub comments: Vec<Comment>,
    /// Lines of sprites in the order in which their types are numbered and drawn; empty if that is the order of the lines,
    /// as it is in game files.
    pub sequence: Vec<NodeId>,
}

/// One kept line.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The line it belongs to; `None` for the root alone.
    pub parent: Option<NodeId>,
    /// Lines that belong to it, in file order.
    pub children: Vec<NodeId>,
    /// Number of leading white-space characters as the dialect counts them.
    pub indent: u32,
    /// Line number, from 1.
    pub line: u32,
    /// The block in force at this line (a header line counts to the block it opens), whatever its place in the tree.
    pub block: Block,
    /// Whether this line is a block header: its whole content is a block's name in any letter case.
    pub header: bool,
    /// First to last character of the content, without comment and trailing space.
    pub span: Span,
    /// The content cut at white space.
    pub words: Vec<Word>,
    /// The comment at the end of the line, from its `#`.
    pub comment: Option<Span>,
}

/// One word of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// How it reads.
    pub form: Form,
}

/// How a word reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A name.
    Bare,
    /// `>` alone.
    Arrow,
    /// `key=value`. A value ends at a second `=`, what follows is lost (GVGAI splits at every `=`).
    Arg {
        /// The text before `=`.
        key: String,
        /// Where the key stands.
        key_span: Span,
        /// The text between the first and the second `=`.
        value: String,
        /// Where the value stands.
        value_span: Span,
    },
}

/// A line that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// First to last character of its content.
    pub span: Span,
    /// Line number, from 1.
    pub line: u32,
    /// The block in force.
    pub block: Block,
    /// Why.
    pub why: DropReason,
}

/// Why a line was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropReason {
    /// No earlier line has a smaller column, and the tree has a root already.
    NoParent,
    /// `key=` without a value, or `=` alone.
    EmptyValue,
    /// A rule without `>`.
    NoArrow,
    /// A rule without an effect after `>`.
    NoEffect,
    /// Deeper than the limit of nesting.
    TooDeep,
    /// Anything else the grammar does not know.
    Malformed,
}

/// A comment on a line of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// From `#` to the end of the line.
    pub span: Span,
    /// Line number, from 1.
    pub line: u32,
}

impl Block {
    /// The blocks that have a header.
    pub const WITH_HEADER: [Self; 6] =
        [Self::Sprites, Self::Mapping, Self::Rules, Self::Ends, Self::Parameters, Self::Selectors];

    /// How its header is spelled; the game line has none.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "",
            Self::Sprites => "SpriteSet",
            Self::Mapping => "LevelMapping",
            Self::Rules => "InteractionSet",
            Self::Ends => "TerminationSet",
            Self::Parameters => "ParameterSet",
            Self::Selectors => "SelectorSet",
        }
    }
}

impl Tree {
    /// The root, or `None` for a file without a kept line.
    #[must_use]
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The children of a node, in file order.
    pub fn children<'t>(&'t self, node: &'t Node) -> impl Iterator<Item = &'t Node> + 't {
        node.children.iter().map(|&c| self.node(c))
    }

    /// Whether both have the same lines with the same words in the same places. Positions, spacing, width of indentation
    /// and comments do not matter.
    #[must_use]
    pub fn same_shape(&self, other: &Self) -> bool {
        let same = |a: &Node, b: &Node| {
            (a.parent, a.block, a.header) == (b.parent, b.block, b.header)
                && a.words.len() == b.words.len()
                && a.words.iter().zip(&b.words).all(|(a, b)| a.same_shape(b))
        };
        self.nodes.len() == other.nodes.len() && self.nodes.iter().zip(&other.nodes).all(|(a, b)| same(a, b))
    }

    /// Lines that are not indented like the first line of the same parent. The reference logs a message for each
    /// (GVGAI `Node.insert`).
    pub fn uneven(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| self.eldest(node).is_some_and(|eldest| eldest.indent != node.indent))
    }

    /// The first line of the same parent.
    #[must_use]
    pub fn eldest(&self, node: &Node) -> Option<&Node> {
        let parent = self.nodes.get(node.parent?.0 as usize)?;
        self.nodes.get(parent.children.first()?.0 as usize)
    }

    /// How many messages GVGAI logs while it builds this tree: one for each uneven line, one for each lost one. (More than
    /// 25 messages, later ones included, end a game.)
    #[must_use]
    pub fn messages(&self) -> usize {
        let too_deep = self.dropped.iter().filter(|d| d.why == DropReason::TooDeep).count();
        self.uneven().count() + self.dropped.len() - too_deep
    }
}

impl Word {
    /// Whether both read the same, wherever they stand.
    #[must_use]
    pub fn same_shape(&self, other: &Self) -> bool {
        let form = match (&self.form, &other.form) {
            (Form::Bare, Form::Bare) | (Form::Arrow, Form::Arrow) => true,
            (Form::Arg { .. }, Form::Arg { .. }) => self.arg() == other.arg(),
            _ => false,
        };
        form && self.text == other.text
    }

    /// Key and value, if the word is an argument.
    #[must_use]
    pub fn arg(&self) -> Option<(&str, &str)> {
        match &self.form {
            Form::Arg { key, value, .. } => Some((key, value)),
            Form::Bare | Form::Arrow => None,
        }
    }
}
