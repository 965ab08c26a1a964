//! Terminations.

use vgdl_vm::ontology::End;

use super::{found, id, only, program, with_ends};

#[test]
fn terminations_keep_their_order_and_arguments() {
    let program = program(&with_ends(
        "SpriteCounter stype=gem limit=2 win=True,False\nTimeout > limit=9 limits=1,2 count_score=True\n",
    ));
    assert_eq!(program.ends[0].end, End::SpriteCounter { stype: id(&program, "gem") });
    assert_eq!((program.ends[0].limit, &program.ends[0].win[..]), (2, &[true, false][..]));
    assert_eq!((program.ends[1].limit, program.ends[1].count_score), (9, true));
    assert!(program.ends[1].win.is_empty());
}

#[test]
fn reading_stops_at_the_first_line_that_cannot_be_built() {
    for line in [
        "SpriteCount stype=gem",
        "SpriteCounter",
        "SpriteCounter stype=nobody",
        "SpriteCounter stype=5",
        "MultiSpriteCounter stype1=gem stype2=nobody",
        "timeout limit=5",
    ] {
        let program = program(&with_ends(&format!("Timeout limit=3\n{line}\nTimeout limit=5\n")));
        assert_eq!((program.ends.len(), program.messages), (1, 1), "{line}");
    }
}

#[test]
fn numbers_do_not_win() {
    let program = program(&with_ends("Timeout limit=0.5 win=1\n"));
    assert_eq!((program.ends[0].limit, program.ends[0].win.len()), (0, 0));
    assert_eq!(found(&with_ends("Timeout win=1\n")), [("E0209", 9, 21)]);
}

#[test]
fn a_misspelt_truth_value_is_suggested() {
    let only = only(&with_ends("Timeout limit=5 win=Ture\n"));
    assert_eq!(only.help.as_deref(), Some("did you mean `True`?"));
}

#[test]
fn unknown_arguments_are_logged() {
    assert_eq!(program(&with_ends("Timeout limit=5 foo=1 stype=gem\n")).messages, 2);
    assert_eq!(program(&with_ends("SpriteCounter stype=gem itype=1\n")).messages, 0);
}

#[test]
fn the_switch_of_all_games_is_not_supported() {
    assert_eq!(only(&with_ends("Timeout limit=5 canEnd=False\n")).code, "E0127");
}
