//! Texts made to hurt: nothing panics, nothing takes long, no line disappears.

use super::parsed;
use proptest::prelude::*;
use vgdl::diag::{Policy, Sink, json, render};
use vgdl::front::vgdl::layout::Tabs;
use vgdl::front::vgdl::parse::{MAX_DEPTH, parse};
use vgdl::front::vgdl::print::print;
use vgdl::front::vgdl::tree::DropReason;
use vgdl::source::Source;

/// Every line that is not blank is a node, a lost line or a comment, and only one of them.
fn check(text: &str, tabs: Tabs) {
    let source = Source::new("game.txt", text);
    let mut sink = Sink::default();
    let tree = parse(&source, tabs, &mut sink);
    let nodes = tree.nodes.iter().map(|n| n.line);
    let mut lines: Vec<u32> =
        nodes.chain(tree.dropped.iter().map(|d| d.line)).chain(tree.comments.iter().map(|c| c.line)).collect();
    lines.sort_unstable();
    let visible = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let visible = visible.replace("\r\n", "\n").replace('\r', "\n");
    let numbered = visible.split('\n').zip(1..).filter(|(l, _)| l.chars().any(|c| c > ' '));
    assert_eq!(lines, numbered.map(|(_, n)| n).collect::<Vec<u32>>());

    for (i, node) in tree.nodes.iter().enumerate() {
        assert_eq!(node.parent.is_none(), i == 0);
        if let Some(parent) = node.parent {
            assert!((parent.0 as usize) < i && tree.node(parent).indent < node.indent);
            assert_eq!(tree.node(parent).children.iter().filter(|c| c.0 as usize == i).count(), 1);
        }
        assert!(!node.words.is_empty());
        for word in &node.words {
            assert_eq!(source.slice(word.span), word.text);
        }
    }
    // A mistake for each lost line at least, unless it stands below an unknown block.
    assert!(tree.dropped.is_empty() || sink.has_errors());
    let list = sink.into_vec();
    let text = render::render(&list, &[&source], false);
    assert!(list.is_empty() || text.contains(list[0].code));
    assert!(serde_json::from_str::<serde_json::Value>(&json::report(&list, &[&source], &[])).is_ok());

    if let Ok(printed) = print(&tree, &source) {
        let (again, source, _) = parsed(&printed, Policy::Default);
        assert!(tree.same_shape(&again), "{printed}");
        assert_eq!(print(&again, &source).as_deref(), Ok(printed.as_str()));
    }
}

/// Pieces that lines are made of.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "SpriteSet",
        "levelmapping",
        "InteractionSet",
        "TerminationSet",
        "ParameterSet",
        "InteractionSett",
        "BasicGame",
        ">",
        "=",
        "a=b",
        "a=",
        "==c",
        "values=1",
        "#",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n",
        "\n    ",
        "\n  ",
        "\r\n",
        "\r",
        "\u{B}",
        "\u{1}",
        "\u{FEFF}",
        "a",
        "b",
        "é",
        "😀",
        "\u{85}",
    ];
    prop_oneof![9 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

proptest! {
    #[test]
    fn no_line_disappears(pieces in prop::collection::vec(piece(), 0..60)) {
        check(&pieces.concat(), Tabs::OneColumn);
        check(&pieces.concat(), Tabs::Stops8);
    }

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        check(&text, Tabs::OneColumn);
    }
}

#[test]
fn texts_that_once_failed() {
    for text in [" \u{FEFF}", "\u{85}", "a\u{85} #\u{85}"] {
        check(text, Tabs::OneColumn);
    }
}

#[test]
fn deep_texts() {
    let depth = 1500;
    let mut text: String = (0..depth).map(|i| format!("{:i$}x > y\n", "")).collect();
    text += &(0..depth).rev().map(|i| format!("{:i$}x > y\n", "")).collect::<String>();
    let (tree, _, diagnostics) = parsed(&text, Policy::Default);
    assert_eq!(tree.nodes.len() + tree.dropped.len(), 2 * depth);
    let deepest = tree.nodes.iter().fold(vec![0usize], |mut depths, node| {
        depths.push(node.parent.map_or(1, |p| depths[p.0 as usize + 1] + 1));
        depths
    });
    assert_eq!(deepest.into_iter().max(), Some(MAX_DEPTH));
    assert_eq!(tree.dropped.iter().filter(|d| d.why == DropReason::TooDeep).count(), 2 * (depth - MAX_DEPTH));
    assert_eq!(diagnostics.len(), Sink::CAP + 1);
}

#[test]
fn staircases() {
    // Deeper than the limit each time, and back.
    let text: String = (0..8_000).map(|i| format!("{:w$}x\n", "", w = i % 500)).collect();
    let (tree, _, _) = parsed(&text, Policy::Default);
    assert_eq!(tree.nodes.len() + tree.dropped.len(), 8_000);
}

#[test]
fn wide_texts() {
    let mut text = String::from("BasicGame\n    SpriteSet\n");
    for i in 0..60_000 {
        text += &format!("        s{i} > Immovable img=a\n");
    }
    let (tree, _, diagnostics) = parsed(&text, Policy::Default);
    assert_eq!(tree.nodes[1].children.len(), 60_000);
    assert_eq!(diagnostics, []);
    // Unknown blocks, uneven lines, tabs: nothing looks at all other lines for each.
    let text: String = (0..60_000).map(|i| [" x\n", "   y\n", "\tz\n", "    v w\n"][i % 4]).collect();
    let (tree, _, diagnostics) = parsed(&format!("BasicGame\n{text}"), Policy::Default);
    assert_eq!(tree.nodes.len(), 60_001);
    assert_eq!(diagnostics.len(), Sink::CAP + 1);
}

#[test]
fn long_lines() {
    for word in ["a ", "a", "a=", "> ", "=", "#", "\t"] {
        let count = (1 << 18) / word.len();
        for block in ["SpriteSet", "InteractionSet"] {
            let text = format!("BasicGame\n {block}\n  x {}\n", word.repeat(count));
            let (tree, source, diagnostics) = parsed(&text, Policy::Default);
            assert_eq!(tree.nodes.len() + tree.dropped.len(), 3, "{word:?} {block}");
            assert!(render::render(&diagnostics, &[&source], true).len() < 100_000 + 4 * text.len());
        }
    }
}
