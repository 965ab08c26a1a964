use proptest::prelude::*;
use vgdl::play::keys::{Key, PLAY};
use vgdl::play::record;
use vgdl::trace::folder::verify_file;
use vgdl::trace::verify::Outcome;
use vgdl_vm::Winner;

use super::{PLAIN, gems, of_own, press, session, setup, stage, text};
use crate::own::face;
use crate::trace::{GAME, LEVEL};

/// The message and the rest of a session's screen.
fn screen(session: &vgdl::play::session::Session) -> String {
    text(session.scene(), PLAIN, 80, 20)
}

#[test]
fn by_turns_a_key_is_a_tick() {
    let mut session = session(true);
    assert_eq!(session.state().tick(), -1);
    press(&mut session, "→d.↓");
    assert_eq!(session.state().tick(), 3);
    assert_eq!(session.interval(), None);
    // Keys without a meaning are none.
    assert!(!session.press(Key::Char('%')));
    assert_eq!(session.state().tick(), 3);
}

#[test]
fn an_action_that_the_avatar_does_not_have_takes_no_tick() {
    let mut session = session(true);
    press(&mut session, " ");
    assert_eq!(session.state().tick(), -1);
    assert!(screen(&session).contains("this avatar has no use"));
}

#[test]
fn by_the_clock_the_last_key_before_a_tick_counts() {
    let mut timed = session(false);
    timed.beat();
    assert_eq!((timed.state().tick(), timed.interval()), (-1, None), "the first move begins");
    press(&mut timed, "↓→");
    assert_eq!(timed.state().tick(), -1);
    assert_eq!(timed.interval().map(|t| t.as_millis()), Some(125));
    timed.beat();
    timed.beat();
    let mut turns = session(true);
    press(&mut turns, "→.");
    assert_eq!(face(timed.state()), face(turns.state()));
    // Paused, each action is a tick.
    press(&mut timed, "⇥");
    assert_eq!(timed.interval(), None);
    press(&mut timed, "→");
    press(&mut turns, "→");
    assert_eq!(face(timed.state()), face(turns.state()));
    press(&mut timed, "⇥-");
    assert_eq!(timed.interval().map(|t| t.as_millis()), Some(166));
    press(&mut timed, "?");
    assert_eq!(timed.interval(), None, "time stands while the keys are shown");
}

#[test]
fn undo_is_as_if_it_had_never_been_played() {
    let (mut undone, mut plain) = (session(true), session(true));
    press(&mut undone, "→→↓<<←.zz→→.↑↑Z→↓");
    press(&mut plain, "→↓");
    assert_eq!(face(undone.state()), face(plain.state()));
    press(&mut undone, "<<<<");
    assert_eq!(undone.state().tick(), -1);
    assert!(screen(&undone).contains("this is the start"));
}

#[test]
fn undo_reaches_further_back_than_the_states_that_are_kept() {
    // Nothing ends this one but its caps; 1000 states are kept.
    let game = GAME.replace("Timeout limit=40 win=False", "Timeout limit=1900 win=False");
    let play = |ticks: usize| {
        let stage = stage(&game, "gems_lvl0.txt", LEVEL).expect("a level");
        let mut session =
            vgdl::play::session::Session::new(stage, setup(true), Box::new(gems)).expect("the level starts");
        let keys = ['→', '↓', '←', '↑', '.'];
        (0..ticks).for_each(|i| press(&mut session, &keys[i * i % 5].to_string()));
        session
    };
    let mut far = play(1500);
    assert_eq!(far.state().tick(), 1499);
    for left in (0..1500).rev().step_by(10).skip(1) {
        press(&mut far, "Z");
        if left % 250 == 0 || left < 10 {
            assert_eq!(face(far.state()), face(play(far.state().tick() as usize + 1).state()), "{left}");
        }
    }
    assert!(far.state().tick() < 10);
}

#[test]
fn a_play_that_is_over_can_be_taken_back_and_played_again() {
    let mut session = session(true);
    press(&mut session, &".".repeat(60));
    assert!(session.state().is_over());
    assert_eq!(session.state().winner(0), Some(Winner::Lost));
    let shown = screen(&session);
    assert!(shown.contains("lost after 41 ticks - r again, n next level, z undo, q quit"), "{shown}");
    press(&mut session, "<");
    assert!(!session.state().is_over());
    press(&mut session, "r");
    assert_eq!(session.state().tick(), -1);
    assert!(session.summary().starts_with("gems_lvl0, seed 5: left after 0 ticks"), "{}", session.summary());
    press(&mut session, "R");
    assert!(session.summary().contains("seed 6"));
}

#[test]
fn levels_follow_each_other_by_number() {
    let mut session = session(true);
    press(&mut session, "p");
    assert!(screen(&session).contains("this is the first level"));
    press(&mut session, "n→");
    assert!(screen(&session).contains("gems  gems_lvl1  seed 5"));
    press(&mut session, "N");
    assert!(screen(&session).contains("there is no level 2"));
    assert_eq!(session.state().tick(), 0, "the play goes on");
    press(&mut session, "P");
    assert!(screen(&session).contains("gems_lvl0"));
    let mut own = of_own("geysers", 0);
    press(&mut own, "n");
    assert!(screen(&own).contains("this level has no number"));
}

#[test]
fn with_two_players_a_tick_waits_for_both() {
    let mut session = of_own("acornrace", 0);
    press(&mut session, "→→");
    assert_eq!(session.state().tick(), -1);
    assert!(screen(&session).contains("player 0  tick 0  score 0  chose right"), "{}", screen(&session));
    press(&mut session, "a");
    assert_eq!(session.state().tick(), 0);
    press(&mut session, "f.");
    assert_eq!(session.state().tick(), 1);
    press(&mut session, ".");
    let letters = |player: usize| -> String {
        session.runs().next().expect("a run").actions[player].iter().map(|a| a.letter()).collect()
    };
    assert_eq!([letters(0), letters(1)], ["R..", "LA."]);
}

#[test]
fn diagonals_are_moves_where_the_avatar_has_them() {
    let mut session = of_own("caves", 0);
    press(&mut session, "n");
    assert_eq!(session.runs().next().expect("a run").actions[0][0].letter(), 'n');
}

#[test]
fn a_recording_is_what_remains_and_verifies() {
    for name in ["played.jsonl", "played.jsonl.gz"] {
        let place = tempfile::tempdir().expect("a folder");
        std::fs::write(place.path().join("gems.txt"), GAME).expect("a file");
        std::fs::write(place.path().join("gems_lvl0.txt"), LEVEL).expect("a file");
        std::fs::write(place.path().join("gems_lvl1.txt"), super::WIDE).expect("a file");
        let mut session = session(true);
        // A play with an undo in it, one of another seed that is undone as a whole, one to its end, and one of another level.
        press(&mut session, "→→↓<←R→<r");
        press(&mut session, &".".repeat(45));
        press(&mut session, "n→→→→→→");
        let path = place.path().join(name);
        std::fs::write(&path, "what was there before").expect("a file");
        record::save(&path, "", "gems", session.runs()).expect("a recording");
        let reports = verify_file(&path, place.path(), true);
        let ticks: Vec<u32> = reports
            .iter()
            .map(|report| match &report.outcome {
                Outcome::Passed { ticks, .. } => *ticks,
                other => panic!("{report}: {other:?}"),
            })
            .collect();
        assert_eq!(ticks, [3, 41, 6]);
        assert_eq!(std::fs::read_dir(place.path()).expect("a folder").count(), 4, "nothing else is left");
    }
}

#[test]
fn what_cannot_be_saved_leaves_what_was_there() {
    let place = tempfile::tempdir().expect("a folder");
    let mut session = session(true);
    press(&mut session, "→");
    for path in [place.path().join("no/folder.jsonl"), place.path().to_owned(), place.path().join("..")] {
        assert!(record::can_save(&path).is_err(), "{}", path.display());
        assert!(record::save(&path, "", "gems", session.runs()).is_err(), "{}", path.display());
    }
    assert_eq!(std::fs::read_dir(place.path()).expect("a folder").count(), 0);
    // Trying leaves a file as it is.
    let path = place.path().join("there.jsonl");
    std::fs::write(&path, "before").expect("a file");
    record::can_save(&path).expect("it can be saved");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "before");
}

/// Any key with a meaning, and some without.
fn keys() -> impl Strategy<Value = Vec<Key>> {
    let mut all: Vec<Key> = PLAY.iter().flat_map(|row| row.keys).map(|(key, _)| *key).collect();
    all.extend([Key::Char('%'), Key::Char('\u{7}'), Key::Home]);
    proptest::collection::vec(proptest::sample::select(all), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn no_keys_and_no_sizes_panic(keys in keys(), width in 0u16..120, height in 0u16..40, turns: bool, which in 0..4) {
        let mut session = match which {
            0 => of_own("acornrace", 0),
            1 => of_own("caves", 1),
            _ => session(turns),
        };
        for (i, key) in keys.into_iter().enumerate() {
            session.press(key);
            session.beat();
            let (width, height) = if i % 3 == 0 { (width, height) } else { (height, width / 3) };
            let shown = text(session.scene(), PLAIN, width, height);
            prop_assert_eq!(shown.lines().count(), usize::from(height));
        }
        // What remains is what was played.
        for run in session.runs() {
            let mut state = run.stage.image.start(&run.stage.level, run.seed).expect("it started before");
            for tick in 0..run.ticks() {
                let actions: Vec<_> = run.actions.iter().map(|list| list[tick]).collect();
                state.step(&actions);
            }
            prop_assert_eq!(usize::try_from(state.tick() + 1), Ok(run.ticks()));
        }
    }
}
