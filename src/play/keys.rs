//! The keys, each declared once.

use std::fmt;
use std::fmt::Write as _;

use vgdl_vm::ontology::Action;

/// A key, as far as terminals tell keys apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// The arrow up.
    Up,
    /// The arrow to the left.
    Left,
    /// The arrow down.
    Down,
    /// The arrow to the right.
    Right,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// Tab.
    Tab,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Ctrl-C.
    Interrupt,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Key::Char(' ') => "Space",
            Key::Char(c) => return f.write_char(*c),
            Key::Up => "Up",
            Key::Left => "Left",
            Key::Down => "Down",
            Key::Right => "Right",
            Key::Enter => "Enter",
            Key::Escape => "Esc",
            Key::Backspace => "Backspace",
            Key::Tab => "Tab",
            Key::Home => "Home",
            Key::End => "End",
            Key::PageUp => "PageUp",
            Key::PageDown => "PageDown",
            Key::Interrupt => "Ctrl-C",
        })
    }
}

/// When a key has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every game.
    Always,
    /// In games of one player.
    Alone,
    /// In games of two players.
    Pair,
    /// While the first player's avatar has the four diagonal moves.
    Diagonals,
}

/// What is asked about a game to tell which keys have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Number of players.
    pub players: usize,
    /// Whether the first player's avatar has the four diagonal moves.
    pub diagonals: bool,
}

impl When {
    fn holds(self, situation: Situation) -> bool {
        match self {
            When::Always => true,
            When::Alone => situation.players < 2,
            When::Pair => situation.players >= 2,
            When::Diagonals => situation.diagonals,
        }
    }
}

/// Keys that do one thing or several like things, and what that is.
#[derive(Clone, Copy, Debug)]
pub struct Row<P: 'static> {
    /// When they do.
    pub when: When,
    /// The keys with their meanings.
    pub keys: &'static [(Key, P)],
    /// What they do, in a few words.
    pub doc: &'static str,
}

impl<P> Row<P> {
    /// The names of the keys; of many the first and the last.
    #[must_use]
    pub fn names(&self) -> String {
        match self.keys {
            [(first, _), .., (last, _)] if self.keys.len() > 8 => format!("{first} to {last}"),
            keys => keys.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The meaning of a key. Of several rows that have it, the first that holds counts.
#[must_use]
pub fn meaning<P: Copy>(rows: &[Row<P>], situation: Situation, key: Key) -> Option<P> {
    rows.iter()
        .filter(|row| row.when.holds(situation))
        .flat_map(|row| row.keys)
        .find(|(k, _)| *k == key)
        .map(|(_, p)| *p)
}

/// The keys that have a meaning, and what they do: the lines of the help screen.
#[must_use]
pub fn help<P>(rows: &[Row<P>], situation: Situation) -> Vec<(String, &'static str)> {
    rows.iter().filter(|row| row.when.holds(situation)).map(|row| (row.names(), row.doc)).collect()
}

/// What a key does in a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// A player, from 0, chooses an action.
    Act(usize, Action),
    /// A tick in which those who have not chosen do nothing.
    Wait,
    /// So many ticks back.
    Undo(usize),
    /// The level from its start.
    Restart,
    /// The level from its start, with the next seed.
    Reseed,
    /// The next level.
    Next,
    /// The level before.
    Previous,
    /// Stop the clock, or let it run.
    Pause,
    /// One tick a key, or the clock.
    Turns,
    /// More ticks a second.
    Faster,
    /// Fewer ticks a second.
    Slower,
    /// The keys.
    Help,
    /// The end.
    Quit,
}

/// The keys of a play. A diagonal comes before what its key means elsewhere.
pub const PLAY: &[Row<Press>] = &[
    Row {
        when: When::Always,
        keys: &[
            (Key::Up, Press::Act(0, Action::Up)),
            (Key::Left, Press::Act(0, Action::Left)),
            (Key::Down, Press::Act(0, Action::Down)),
            (Key::Right, Press::Act(0, Action::Right)),
        ],
        doc: "move",
    },
    Row {
        when: When::Alone,
        keys: &[
            (Key::Char('w'), Press::Act(0, Action::Up)),
            (Key::Char('a'), Press::Act(0, Action::Left)),
            (Key::Char('s'), Press::Act(0, Action::Down)),
            (Key::Char('d'), Press::Act(0, Action::Right)),
            (Key::Char('k'), Press::Act(0, Action::Up)),
            (Key::Char('h'), Press::Act(0, Action::Left)),
            (Key::Char('j'), Press::Act(0, Action::Down)),
            (Key::Char('l'), Press::Act(0, Action::Right)),
        ],
        doc: "move, too",
    },
    Row {
        when: When::Diagonals,
        keys: &[
            (Key::Char('y'), Press::Act(0, Action::UpLeft)),
            (Key::Char('u'), Press::Act(0, Action::UpRight)),
            (Key::Char('b'), Press::Act(0, Action::DownLeft)),
            (Key::Char('n'), Press::Act(0, Action::DownRight)),
        ],
        doc: "move up left, up right, down left, down right",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char(' '), Press::Act(0, Action::Use))],
        doc: "use: shoot, jump, build, ...",
    },
    Row { when: When::Pair, keys: &[(Key::Char('/'), Press::Act(0, Action::Use))], doc: "use, too" },
    Row {
        when: When::Pair,
        keys: &[
            (Key::Char('w'), Press::Act(1, Action::Up)),
            (Key::Char('a'), Press::Act(1, Action::Left)),
            (Key::Char('s'), Press::Act(1, Action::Down)),
            (Key::Char('d'), Press::Act(1, Action::Right)),
        ],
        doc: "the second player moves",
    },
    Row {
        when: When::Pair,
        keys: &[(Key::Char('f'), Press::Act(1, Action::Use)), (Key::Char('e'), Press::Act(1, Action::Use))],
        doc: "the second player uses",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char('.'), Press::Wait), (Key::Enter, Press::Wait)],
        doc: "wait: a tick in which those who have not chosen do nothing",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char('z'), Press::Undo(1)), (Key::Backspace, Press::Undo(1))],
        doc: "undo a tick",
    },
    Row { when: When::Always, keys: &[(Key::Char('Z'), Press::Undo(10))], doc: "undo ten ticks" },
    Row { when: When::Always, keys: &[(Key::Char('r'), Press::Restart)], doc: "start the level again" },
    Row { when: When::Always, keys: &[(Key::Char('R'), Press::Reseed)], doc: "start it again with the next seed" },
    Row {
        when: When::Always,
        keys: &[(Key::Char('N'), Press::Next), (Key::Char('n'), Press::Next)],
        doc: "next level; only N where n is a move",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char('P'), Press::Previous), (Key::Char('p'), Press::Previous)],
        doc: "level before",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Tab, Press::Pause)],
        doc: "pause, and go on; while paused each key that acts is one tick",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char('t'), Press::Turns)],
        doc: "turns (a tick is played when all have chosen), or so many ticks a second",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Char('+'), Press::Faster), (Key::Char('='), Press::Faster)],
        doc: "more ticks a second",
    },
    Row { when: When::Always, keys: &[(Key::Char('-'), Press::Slower)], doc: "fewer ticks a second" },
    Row { when: When::Always, keys: &[(Key::Char('?'), Press::Help)], doc: "the keys" },
    Row {
        when: When::Always,
        keys: &[(Key::Char('q'), Press::Quit), (Key::Escape, Press::Quit), (Key::Interrupt, Press::Quit)],
        doc: "quit",
    },
];

/// What a key does in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Let it run, or stop it.
    Play,
    /// So many ticks on, or back.
    By(i32),
    /// To the start.
    Start,
    /// To the end.
    End,
    /// A digit of a tick's number.
    Digit(u8),
    /// To the tick whose number was typed.
    Go,
    /// More ticks a second.
    Faster,
    /// Fewer ticks a second.
    Slower,
    /// The next run.
    Next,
    /// The run before.
    Previous,
    /// The keys.
    Help,
    /// The end.
    Quit,
}

/// The keys of a replay.
pub const REPLAY: &[Row<Turn>] = &[
    Row { when: When::Always, keys: &[(Key::Char(' '), Turn::Play), (Key::Tab, Turn::Play)], doc: "play, and stop" },
    Row {
        when: When::Always,
        keys: &[(Key::Right, Turn::By(1)), (Key::Char('l'), Turn::By(1)), (Key::Char('.'), Turn::By(1))],
        doc: "a tick on",
    },
    Row {
        when: When::Always,
        keys: &[(Key::Left, Turn::By(-1)), (Key::Char('h'), Turn::By(-1)), (Key::Backspace, Turn::By(-1))],
        doc: "a tick back",
    },
    Row { when: When::Always, keys: &[(Key::Down, Turn::By(10)), (Key::PageDown, Turn::By(10))], doc: "ten ticks on" },
    Row { when: When::Always, keys: &[(Key::Up, Turn::By(-10)), (Key::PageUp, Turn::By(-10))], doc: "ten ticks back" },
    Row { when: When::Always, keys: &[(Key::Home, Turn::Start)], doc: "to the start" },
    Row { when: When::Always, keys: &[(Key::End, Turn::End)], doc: "to the end" },
    Row {
        when: When::Always,
        keys: &[
            (Key::Char('0'), Turn::Digit(0)),
            (Key::Char('1'), Turn::Digit(1)),
            (Key::Char('2'), Turn::Digit(2)),
            (Key::Char('3'), Turn::Digit(3)),
            (Key::Char('4'), Turn::Digit(4)),
            (Key::Char('5'), Turn::Digit(5)),
            (Key::Char('6'), Turn::Digit(6)),
            (Key::Char('7'), Turn::Digit(7)),
            (Key::Char('8'), Turn::Digit(8)),
            (Key::Char('9'), Turn::Digit(9)),
        ],
        doc: "the number of a tick, for g",
    },
    Row { when: When::Always, keys: &[(Key::Char('g'), Turn::Go), (Key::Enter, Turn::Go)], doc: "go to that tick" },
    Row { when: When::Always, keys: &[(Key::Char('n'), Turn::Next)], doc: "next run of the file" },
    Row { when: When::Always, keys: &[(Key::Char('p'), Turn::Previous)], doc: "run before" },
    Row {
        when: When::Always,
        keys: &[(Key::Char('+'), Turn::Faster), (Key::Char('='), Turn::Faster)],
        doc: "more ticks a second",
    },
    Row { when: When::Always, keys: &[(Key::Char('-'), Turn::Slower)], doc: "fewer ticks a second" },
    Row { when: When::Always, keys: &[(Key::Char('?'), Turn::Help)], doc: "the keys" },
    Row {
        when: When::Always,
        keys: &[(Key::Char('q'), Turn::Quit), (Key::Escape, Turn::Quit), (Key::Interrupt, Turn::Quit)],
        doc: "quit",
    },
];

/// The keys as a table of Markdown.
#[must_use]
pub fn table<P>(rows: &[Row<P>]) -> String {
    let mut text = "| keys | what they do |\n|---|---|\n".to_owned();
    for row in rows {
        let keys: Vec<String> = match row.names() {
            names if names.contains(" to ") => vec![names],
            names => names.split(' ').map(|name| format!("`{name}`")).collect(),
        };
        let when = match row.when {
            When::Always => "",
            When::Alone => " (one player)",
            When::Pair => " (two players)",
            When::Diagonals => " (avatars with `directions=8`)",
        };
        let _ = writeln!(text, "| {} | {}{when} |", keys.join(" "), row.doc);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITUATIONS: [Situation; 4] = [
        Situation { players: 1, diagonals: false },
        Situation { players: 1, diagonals: true },
        Situation { players: 2, diagonals: false },
        Situation { players: 2, diagonals: true },
    ];

    /// The keys that hold and have more than one meaning.
    fn twice<P: PartialEq>(rows: &[Row<P>], situation: Situation) -> Vec<Key> {
        let held: Vec<&(Key, P)> = rows.iter().filter(|r| r.when.holds(situation)).flat_map(|r| r.keys).collect();
        let again = |(i, (key, _)): (usize, &&(Key, P))| held[..i].iter().any(|(k, _)| k == key).then_some(*key);
        held.iter().enumerate().filter_map(again).collect()
    }

    #[test]
    fn only_the_diagonal_n_has_a_meaning_besides() {
        for situation in SITUATIONS {
            let wanted: &[Key] = if situation.diagonals { &[Key::Char('n')] } else { &[] };
            assert_eq!(twice(PLAY, situation), wanted, "{situation:?}");
            assert!(twice(REPLAY, situation).is_empty());
        }
        let [plain, diagonal, ..] = SITUATIONS;
        assert_eq!(meaning(PLAY, plain, Key::Char('n')), Some(Press::Next));
        assert_eq!(meaning(PLAY, diagonal, Key::Char('n')), Some(Press::Act(0, Action::DownRight)));
        assert_eq!(meaning(PLAY, plain, Key::Char('y')), None);
    }

    #[test]
    fn each_player_has_the_four_moves_and_use_in_every_situation() {
        for situation in SITUATIONS {
            let held = PLAY.iter().filter(|row| row.when.holds(situation)).flat_map(|row| row.keys);
            let acts: Vec<Press> = held.map(|(_, press)| *press).collect();
            for player in 0..situation.players {
                for action in [Action::Up, Action::Left, Action::Down, Action::Right, Action::Use] {
                    assert!(acts.contains(&Press::Act(player, action)), "{player} {action:?} {situation:?}");
                }
            }
            assert!(!acts.iter().any(|p| matches!(p, Press::Act(player, _) if *player >= situation.players)));
        }
    }

    #[test]
    fn names_of_keys_are_told_apart() {
        let names: Vec<String> = PLAY.iter().map(Row::names).collect();
        assert_eq!(names[0], "Up Left Down Right");
        assert!(names.contains(&"q Esc Ctrl-C".to_owned()), "{names:?}");
        assert!(REPLAY.iter().any(|row| row.names() == "0 to 9"));
    }
}
