//! `parse(print(t))` has the shape of `t`.

use super::parsed;
use crate::corpus;
use vgdl::diag::Policy;
use vgdl::front::vgdl::print::print;

/// Prints a text, and asserts that its tree comes back and that the printed text is canonical.
fn round_trip(text: &str, name: &str) -> bool {
    let (tree, source, _) = parsed(text, Policy::Compat);
    let Ok(printed) = print(&tree, &source) else {
        assert!(!tree.dropped.is_empty(), "{name}: refused without a lost line");
        return false;
    };
    let (again, source, _) = parsed(&printed, Policy::Compat);
    assert!(tree.same_shape(&again), "{name}: another tree after printing\n{printed}");
    assert_eq!(tree.comments.len(), again.comments.len(), "{name}: comments");
    let comments = |t: &vgdl::front::vgdl::tree::Tree| t.nodes.iter().filter(|n| n.comment.is_some()).count();
    assert_eq!(comments(&tree), comments(&again), "{name}: comments");
    assert_eq!(print(&again, &source).as_deref(), Ok(printed.as_str()), "{name}: printing is not idempotent");
    true
}

#[test]
fn every_public_game_prints_back() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    let mut printed = 0;
    let games = corpus::files(&shared.join("games/gvgai"), &corpus::is_game);
    for path in &games {
        printed += usize::from(round_trip(&corpus::read(path), &path.display().to_string()));
    }
    assert!(games.len() >= 190 && printed == games.len(), "{printed} of {} games", games.len());
}

#[test]
fn every_game_of_our_own_prints_back() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for path in corpus::files(&examples, &|name| name.ends_with(".vgdl")) {
        assert!(round_trip(&corpus::read(&path), &path.display().to_string()), "{}", path.display());
    }
}

#[test]
fn generated_and_micro_games_print_back() {
    let Some(shared) = corpus::shared() else {
        return;
    };
    let mut printed = 0;
    for folder in ["micro/gvgai/games", "generated/gvgai/games", "bugcases", "games/py-vgdl"] {
        for path in corpus::files(&shared.join(folder), &corpus::is_game) {
            printed += usize::from(round_trip(&corpus::read(&path), &path.display().to_string()));
        }
    }
    assert!(printed > 700, "{printed}");
}

#[test]
fn the_layout_is_canonical() {
    let text = "# head\nBasicGame   key=1 # game\n\n\tSpriteSet\n\t   a >  X   # note\n\t      b > \n   # below\n\tTerminationSet # end\n\t\tTimeout\n# tail";
    let (tree, source, _) = parsed(text, Policy::Default);
    insta::assert_snapshot!(print(&tree, &source).unwrap(), @r"
    # head
    BasicGame key=1 # game

        SpriteSet
            a > X # note
                b >

        # below
        TerminationSet # end
            Timeout
            # tail
    ");
}

#[test]
fn a_file_with_lost_lines_is_refused() {
    let (tree, source, _) = parsed("BasicGame\n  SpriteSet\n    a > X img=\n", Policy::Compat);
    let error = print(&tree, &source).unwrap_err();
    assert_eq!(error.line, 3);
    assert!(error.to_string().starts_with("line 3 of game.txt could not be read"));
}
