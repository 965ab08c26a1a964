//! What becomes of a text: which lines are kept, where they hang, which block is in force.

use super::parsed;
use std::fmt::Write as _;
use vgdl::diag::Policy;
use vgdl::front::vgdl::tree::{Block, DropReason, Form, NodeId, Tree};

/// A tree as text: line, block, place and words of each node, then the lost lines.
pub(crate) fn outline(tree: &Tree) -> String {
    let mut out = String::new();
    let mut depths: Vec<usize> = Vec::new();
    for node in &tree.nodes {
        let depth = node.parent.map_or(0, |p| depths[p.0 as usize] + 1);
        depths.push(depth);
        let words = node.words.iter().map(|w| match &w.form {
            Form::Bare => w.text.clone(),
            Form::Arrow => "→".to_owned(),
            Form::Arg { key, value, .. } => format!("{key}:={value}"),
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let header = if node.header { "*" } else { "" };
        let comment = if node.comment.is_some() { "  #" } else { "" };
        let indent = "    ".repeat(depth);
        writeln!(out, "{:2} {:?}{header} {indent}{words}{comment}", node.line, node.block).unwrap();
    }
    for lost in &tree.dropped {
        writeln!(out, "{:2} {:?} lost: {:?}", lost.line, lost.block, lost.why).unwrap();
    }
    for comment in &tree.comments {
        writeln!(out, "{:2} comment", comment.line).unwrap();
    }
    out
}

fn tree(text: &str) -> Tree {
    parsed(text, Policy::Compat).0
}

/// The words of all kept lines but the game line and the header.
fn kept(block: &str, lines: &str) -> Vec<String> {
    let text = format!("BasicGame\n {block}\n{}", lines.lines().map(|l| format!("  {l}\n")).collect::<String>());
    let nodes = tree(&text).nodes.into_iter().skip(2);
    nodes.map(|n| n.words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")).collect()
}

fn lost(block: &str, line: &str) -> Option<DropReason> {
    tree(&format!("BasicGame\n {block}\n  {line}\n")).dropped.first().map(|d| d.why)
}

#[test]
fn a_small_game() {
    let text = "\
# A small game.
BasicGame square_size=10 # the game line

    SpriteSet
        gem > Resource limit=3 # worth having
        moving >
            avatar > physicstype=CONT MovingAvatar
            rat    > RandomNPC    cooldown=4=5
    LevelMapping
        = > wall
        g > gem rat
    InteractionSet
        # rules
        avatar wall EOS > stepBack
        TIME rat > timer=3 addTimer ftype=x
    TerminationSet
        Timeout limit=20 win=True
";
    insta::assert_snapshot!(outline(&tree(text)));
}

#[test]
fn odd_lines() {
    let text = "\
  BasicGame
      interactionSET # any letter case, any place
    SpriteSet
        a > X =3 ==4 b== c
        a > X b==c d=
          deep > Y
      less > Y
  outside > Y
LevelMapping
      g > gem=
    InteractionSet
        a b > x=1 kill
        a b kill
            deep > Z
        a b= > kill y
        a b > x=1
        a b > x= kill
        alone
        > > > kill
    ParameterSet
        P > string=Text
        Q > R
        S > values=1:2:3
";
    insta::assert_snapshot!(outline(&tree(text)));
}

#[test]
fn line_ends_tabs_and_byte_order_mark() {
    let text = "\u{FEFF}Game\r\n\tSpriteSet\r\t\ta > X\n\n \t  b\u{B}> \u{C}Y # c\r\n";
    let source = vgdl::source::Source::new("game.txt", text);
    let tree = tree(text);
    insta::assert_snapshot!(outline(&tree));
    let last = tree.nodes.last().unwrap();
    assert_eq!(source.slice(last.span), "b\u{B}> \u{C}Y");
    assert_eq!(source.line_column(last.span.start), (5, 5));
    assert_eq!(source.slice(last.comment.unwrap()), "# c");
    assert_eq!(source.line_column(tree.nodes[0].span.start), (1, 1));
}

#[test]
fn every_span_holds_its_text() {
    let text = "Game a=é\r\n\t\u{1}\tSpriteSet\n\t\t\t ä > X  key=väl=x # é\n";
    let source = vgdl::source::Source::new("game.txt", text);
    for node in tree(text).nodes {
        for word in node.words {
            assert_eq!(source.slice(word.span), word.text);
            if let Form::Arg { key, key_span, value, value_span } = word.form {
                assert_eq!([source.slice(key_span), source.slice(value_span)], [key, value]);
            }
        }
    }
}

#[test]
fn a_tab_is_one_column_or_eight() {
    use vgdl::front::vgdl::{layout::Tabs, parse::parse};
    let source = vgdl::source::Source::new("game.txt", "Game\n    SpriteSet\n        a > X\n\tb > X\n");
    let parent = |tabs| parse(&source, tabs, &mut vgdl::diag::Sink::default()).nodes[3].parent;
    assert_eq!(parent(Tabs::OneColumn), Some(NodeId(0)));
    assert_eq!(parent(Tabs::Stops8), Some(NodeId(1)));
}

#[test]
fn a_line_below_a_lost_line_hangs_from_the_line_above() {
    let tree = tree("Game\n SpriteSet\n    a > X\n  lost > X y=\n     below > X\n");
    assert_eq!(tree.dropped.len(), 1);
    assert_eq!(tree.nodes[3].parent, Some(NodeId(2)));
}

#[test]
fn a_lost_header_still_opens_its_block() {
    let tree = tree(" Game\nInteractionSet\n  a b kill\n");
    let lost: Vec<_> = tree.dropped.iter().map(|d| (d.block, d.why)).collect();
    assert_eq!(lost, [(Block::Rules, DropReason::NoParent), (Block::Rules, DropReason::NoArrow)]);
}

#[test]
fn the_first_line_that_can_be_read_is_the_root() {
    let tree = tree("Game x=\n  Game2\nSpriteSet\n    a\n");
    assert_eq!(tree.root().unwrap().words[0].text, "Game2");
    assert_eq!(tree.dropped.iter().map(|d| d.why).collect::<Vec<_>>(), [DropReason::EmptyValue, DropReason::NoParent]);
}

// ---- The productions of the published grammar: what each takes, and what it refuses -----------------------------------

#[test]
fn game() {
    let tree = tree("BasicGame\n    SpriteSet\n    TerminationSet\n");
    assert_eq!(tree.root().unwrap().children.len(), 2);
    assert!(self::tree("").root().is_none());
    assert_eq!(self::tree("BasicGame size=\n").dropped[0].why, DropReason::EmptyValue);
}

#[test]
fn block() {
    for block in Block::WITH_HEADER {
        let node = &tree(&format!("BasicGame\n    {} # comment\n", block.name())).nodes[1];
        assert!(node.header && node.block == block, "{block:?}");
        let node = &tree(&format!("BasicGame\n    {} x\n", block.name())).nodes[1];
        assert!(!node.header && node.block == Block::Game, "{block:?}");
    }
}

#[test]
fn sprite_block() {
    assert_eq!(kept("SpriteSet", "a > X\nb > Y\n"), ["a > X", "b > Y"]);
    assert_eq!(kept("SpriteSet", "LevelMapping\n"), ["LevelMapping"]);
}

#[test]
fn internal_node() {
    let tree = tree("Game\n SpriteSet\n  a >\n   b > X\n   c > X\n  d > X\n");
    assert_eq!(tree.children(&tree.nodes[2]).map(|n| n.words[0].text.as_str()).collect::<Vec<_>>(), ["b", "c"]);
    assert!(tree.nodes[5].children.is_empty());
}

#[test]
fn leaf() {
    assert_eq!(kept("SpriteSet", "name > Class key=value\nname >\n"), ["name > Class key=value", "name >"]);
    assert_eq!(lost("SpriteSet", "name > Class key="), Some(DropReason::EmptyValue));
}

#[test]
fn level_block() {
    assert_eq!(kept("LevelMapping", "a > b\nc > d\n"), ["a > b", "c > d"]);
    assert_eq!(tree("Game\n LevelMapping\n").nodes[1].children, []);
}

#[test]
fn char_mapping() {
    assert_eq!(kept("LevelMapping", "= > wall\n> > x=\n"), ["= > wall", "> > x="]);
    assert_eq!(lost("LevelMapping", "= ="), None);
    assert_eq!(lost("SpriteSet", "= ="), Some(DropReason::EmptyValue));
}

#[test]
fn collision_block() {
    assert_eq!(kept("InteractionSet", "a b > kill x=1\na b c > x=1 kill\na= b= > kill\n").len(), 3);
    assert_eq!(lost("InteractionSet", "a b kill"), Some(DropReason::NoArrow));
    assert_eq!(lost("InteractionSet", "> a kill"), Some(DropReason::NoArrow));
    assert_eq!(lost("InteractionSet", "a b >"), Some(DropReason::NoEffect));
    assert_eq!(lost("InteractionSet", "a b > > x=1"), Some(DropReason::NoEffect));
    assert_eq!(lost("InteractionSet", "a b > kill x="), Some(DropReason::EmptyValue));
}

#[test]
fn termination_block() {
    assert_eq!(kept("TerminationSet", "Timeout limit=3 win=True\n"), ["Timeout limit=3 win=True"]);
    assert_eq!(lost("TerminationSet", "Timeout limit = 3"), Some(DropReason::EmptyValue));
}

#[test]
fn parameter_block() {
    assert_eq!(kept("ParameterSet", "P > values=1:1:5 string=Text\nQ\n").len(), 2);
    assert_eq!(lost("ParameterSet", "P > string=Text"), Some(DropReason::Malformed));
    assert_eq!(lost("ParameterSet", "P > values= string=Text"), Some(DropReason::EmptyValue));
}

#[test]
fn args() {
    let tree = tree("Game a=1 b=c=d e==f =g h\n");
    let args: Vec<_> = tree.nodes[0].words.iter().filter_map(|w| w.arg()).collect();
    assert_eq!(args, [("a", "1"), ("b", "c"), ("e", ""), ("", "g")]);
    for line in ["x a=", "x =", "x a==", "x a = 1", "x a= 1"] {
        assert_eq!(lost("SpriteSet", line), Some(DropReason::EmptyValue), "{line}");
    }
}

#[test]
fn comment() {
    let tree = tree("#\n##\n# a\nGame # b\n  ### c\n  SpriteSet#d\n");
    assert_eq!(tree.comments.iter().map(|c| c.line).collect::<Vec<_>>(), [1, 2, 3, 5]);
    assert!(tree.nodes[0].comment.is_some() && tree.nodes[1].comment.is_some() && tree.nodes[1].header);
    assert!(self::tree("Game\n").nodes[0].comment.is_none());
}
