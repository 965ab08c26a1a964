use ratatui::style::{Color, Modifier};
use vgdl::play::screen::{Colours, Face, LEAST};

use super::{PLAIN, buffer, of_own, press, session, text};

#[test]
fn a_level_with_two_columns_a_cell() {
    let mut session = of_own("geysers", 0);
    press(&mut session, "→↓");
    insta::assert_snapshot!(text(session.scene(), PLAIN, 60, 16));
}

#[test]
fn a_level_wider_than_the_screen_scrolls_with_the_avatar() {
    let mut session = session(true);
    press(&mut session, "n");
    insta::assert_snapshot!("wide_at_the_start", text(session.scene(), PLAIN, 30, 9));
    press(&mut session, &"→".repeat(36));
    insta::assert_snapshot!("wide_in_the_middle", text(session.scene(), PLAIN, 30, 9));
}

#[test]
fn two_players() {
    let mut session = of_own("acornrace", 0);
    press(&mut session, "a");
    insta::assert_snapshot!(text(session.scene(), PLAIN, 64, 18));
}

#[test]
fn the_keys() {
    let mut session = session(true);
    press(&mut session, "?");
    insta::assert_snapshot!("keys", text(session.scene(), PLAIN, 80, 30));
    press(&mut session, "↓↓");
    insta::assert_snapshot!("keys_on_a_small_screen", text(session.scene(), PLAIN, 40, 10));
    press(&mut session, "x");
    assert!(!text(session.scene(), PLAIN, 40, 10).contains("goes back"));
    let mut diagonal = of_own("caves", 0);
    press(&mut diagonal, "?");
    assert!(text(diagonal.scene(), PLAIN, 80, 40).contains("y u b n"));
}

#[test]
fn the_keys_do_not_scroll_beyond_their_end() {
    let mut session = session(true);
    let shown = |session: &vgdl::play::session::Session| text(session.scene(), PLAIN, 40, 12);
    press(&mut session, "?");
    let start = shown(&session);
    for _ in 0..100 {
        press(&mut session, "↓");
        shown(&session);
    }
    let end = shown(&session);
    assert!(end.contains("q Esc Ctrl-C"), "{end}");
    press(&mut session, "↑");
    assert_ne!(shown(&session), end);
    for _ in 0..100 {
        press(&mut session, "↑");
    }
    assert_eq!(shown(&session), start);
}

#[test]
fn the_end_of_a_play() {
    let mut session = of_own("geysers", 0);
    press(&mut session, super::tmux::WON);
    insta::assert_snapshot!("won", text(session.scene(), PLAIN, 50, 16));
    let mut lost = of_own("geysers", 0);
    press(&mut lost, "↑→→↓↓→→↑→→");
    assert!(text(lost.scene(), PLAIN, 50, 16).contains("lost after"), "{}", text(lost.scene(), PLAIN, 50, 16));
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let session = session(true);
    let (w, h) = LEAST;
    assert!(text(session.scene(), PLAIN, w, h).contains("gems"));
    assert_eq!(text(session.scene(), PLAIN, w - 1, h).lines().next(), Some("too small: 20 x 8"));
    assert!(text(session.scene(), PLAIN, w, h - 1).starts_with("too small: 20 x 8 is\nthe least"));
    assert_eq!(text(session.scene(), PLAIN, 1, 1), "t\n");
    assert_eq!(text(session.scene(), PLAIN, 0, 3), "\n\n\n");
}

#[test]
fn cells_are_filled_with_the_colours_of_their_sprites() {
    let session = of_own("geysers", 0);
    let cell = |colours, x: u16, y: u16| {
        let buffer = buffer(session.scene(), Face { colours, ascii: false }, 24, 14);
        let cell = &buffer[(x, y)];
        (cell.symbol().to_owned(), cell.bg, cell.fg)
    };
    // The level is as wide as the screen: its first row is the third of the screen.
    let wall = |bg, fg| ("w".to_owned(), bg, fg);
    assert_eq!(cell(Colours::Full, 0, 2), wall(Color::Rgb(30, 30, 30), Color::Rgb(255, 255, 255)));
    assert_eq!(cell(Colours::Indexed, 0, 2), wall(Color::Indexed(234), Color::Indexed(231)));
    assert_eq!(cell(Colours::None, 0, 2), wall(Color::Reset, Color::Reset));
    // The second column of a cell has its colour, too.
    assert_eq!(cell(Colours::Full, 1, 2), (" ".to_owned(), Color::Rgb(30, 30, 30), Color::Rgb(255, 255, 255)));
    let plain = buffer(session.scene(), PLAIN, 24, 14);
    assert!(plain.content().iter().all(|c| c.bg == Color::Reset && c.fg == Color::Reset));
    assert!(plain[(0, 0)].modifier.contains(Modifier::BOLD));
}

#[test]
fn the_environment_tells_the_colours() {
    for (no_color, colorterm, term, wanted) in [
        (None, Some("truecolor"), Some("xterm-256color"), Colours::Full),
        (None, Some("24bit"), None, Colours::Full),
        (None, None, Some("xterm-direct"), Colours::Full),
        (None, None, Some("screen-256color"), Colours::Indexed),
        (None, Some(""), None, Colours::Indexed),
        (None, None, Some("vt100"), Colours::None),
        (Some("1"), Some("truecolor"), Some("xterm"), Colours::None),
        (Some(""), Some("truecolor"), Some("xterm"), Colours::Full),
    ] {
        assert_eq!(Colours::promised(no_color, colorterm, term), wanted, "{no_color:?} {colorterm:?} {term:?}");
    }
}

#[test]
fn characters_that_a_column_does_not_hold_are_not_shown() {
    let game = crate::trace::GAME.replace("g > floor gem", "宝 > floor gem");
    let level = crate::trace::LEVEL.replace('g', "宝");
    let stage = super::stage(&game, "level", &level).expect("a level");
    let session =
        vgdl::play::session::Session::new(stage, super::setup(true), Box::new(super::gems)).expect("the level starts");
    for ascii in [false, true] {
        let shown = text(session.scene(), Face { colours: Colours::None, ascii }, 40, 12);
        assert!(shown.contains("? gem") && !shown.contains('宝'), "{shown}");
    }
}
