//! Directions, colours, constants and actions.

use serde::{Deserialize, Serialize};

/// A direction constant. `y` grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dir {
    /// (0, 0): no direction.
    #[default]
    None,
    /// (−1, −1): still to be chosen.
    Nil,
    /// (0, −1)
    Up,
    /// (−1, 0)
    Left,
    /// (0, 1)
    Down,
    /// (1, 0)
    Right,
}

impl Dir {
    /// The order in which random directions are numbered.
    pub const BASE: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Down, Dir::Right];

    /// Vectors, at the places of the variants: a table, since which way animals go is hard to predict for a branch.
    const UNITS: [(i32, i32); 6] = [(0, 0), (-1, -1), (0, -1), (-1, 0), (0, 1), (1, 0)];

    /// Its vector in whole numbers.
    #[inline]
    #[must_use]
    pub const fn unit(self) -> (i32, i32) {
        Self::UNITS[self as usize]
    }

    /// Its vector.
    #[inline]
    #[must_use]
    pub const fn vector(self) -> (f64, f64) {
        let (x, y) = self.unit();
        (x as f64, y as f64)
    }

    /// Its name in game files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Dir::None => "NONE",
            Dir::Nil => "NIL",
            Dir::Up => "UP",
            Dir::Left => "LEFT",
            Dir::Down => "DOWN",
            Dir::Right => "RIGHT",
        }
    }
}

/// A colour: index into [`COLOURS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Colour(pub u8);

/// The colour names with red, green and blue (0–255), as the reference engine defines them. `RANDOM` has a fixed colour
/// here, so that pictures are repeatable.
pub const COLOURS: &[(&str, [u8; 3])] = &[
    ("GREEN", [0, 200, 0]),
    ("BLUE", [0, 0, 200]),
    ("RED", [200, 0, 0]),
    ("GRAY", [90, 90, 90]),
    ("WHITE", [250, 250, 250]),
    ("BROWN", [140, 120, 100]),
    ("BLACK", [0, 0, 0]),
    ("ORANGE", [250, 160, 0]),
    ("YELLOW", [250, 250, 0]),
    ("PINK", [250, 200, 200]),
    ("GOLD", [250, 212, 0]),
    ("LIGHTRED", [250, 50, 50]),
    ("LIGHTORANGE", [250, 200, 100]),
    ("LIGHTBLUE", [50, 100, 250]),
    ("LIGHTGREEN", [50, 250, 50]),
    ("DARKGREEN", [35, 117, 29]),
    ("LIGHTYELLOW", [255, 250, 128]),
    ("LIGHTGRAY", [238, 238, 238]),
    ("DARKGRAY", [30, 30, 30]),
    ("DARKBLUE", [20, 20, 100]),
    ("RANDOM", [128, 64, 160]),
];

/// What a word means as a value, before anything else is tried (the reference engine looks the word up among the
/// constants of its `Types` class).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A direction.
    Dir(Dir),
    /// A whole number.
    Int(i32),
    /// A colour.
    Colour(Colour),
    /// Something no parameter takes (a list, an enumeration): the parameter keeps its default.
    Other,
}

/// Constants that are neither directions nor colours.
const CONSTANTS: &[(&str, Constant)] = &[
    ("GRID", Constant::Int(0)),
    ("CONT", Constant::Int(1)),
    ("PHYSICS_NONE", Constant::Int(-1)),
    ("VGDL_GAME_DEF", Constant::Int(0)),
    ("VGDL_SPRITE_SET", Constant::Int(1)),
    ("VGDL_INTERACTION_SET", Constant::Int(2)),
    ("VGDL_LEVEL_MAPPING", Constant::Int(3)),
    ("VGDL_TERMINATION_SET", Constant::Int(4)),
    ("VGDL_PARAMETER_SET", Constant::Int(5)),
    ("NUM_LEARNING_LEVELS", Constant::Int(5)),
    ("NUM_TRAINING_LEVELS", Constant::Int(3)),
    ("LEARNING_RESULT_DISQ", Constant::Int(-1)),
    ("LEARNING_FINISH_ROUND", Constant::Int(-2)),
    ("SCORE_DISQ", Constant::Int(-1000)),
    ("TYPE_AVATAR", Constant::Int(0)),
    ("TYPE_RESOURCE", Constant::Int(1)),
    ("TYPE_PORTAL", Constant::Int(2)),
    ("TYPE_NPC", Constant::Int(3)),
    ("TYPE_STATIC", Constant::Int(4)),
    ("TYPE_FROMAVATAR", Constant::Int(5)),
    ("TYPE_MOVABLE", Constant::Int(6)),
    ("BASEDIRS", Constant::Other),
    ("DBASEDIRS", Constant::Other),
    ("COLOR_DISC", Constant::Other),
];

/// The constant of this name.
#[must_use]
pub fn constant(name: &str) -> Option<Constant> {
    let dir = match name {
        "UP" | "DUP" => Some(Dir::Up),
        "DOWN" | "DDOWN" => Some(Dir::Down),
        "LEFT" | "DLEFT" => Some(Dir::Left),
        "RIGHT" | "DRIGHT" => Some(Dir::Right),
        "NONE" | "DNONE" => Some(Dir::None),
        "NIL" | "DNIL" => Some(Dir::Nil),
        _ => None,
    };
    if let Some(dir) = dir {
        return Some(Constant::Dir(dir));
    }
    if let Some(i) = COLOURS.iter().position(|&(n, _)| n == name) {
        return Some(Constant::Colour(Colour(i as u8)));
    }
    CONSTANTS.iter().find(|&&(n, _)| n == name).map(|&(_, c)| c)
}

/// What a player does in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Nothing.
    #[default]
    Nil,
    /// Up.
    Up,
    /// Left.
    Left,
    /// Down.
    Down,
    /// Right.
    Right,
    /// Use: shoot, jump, …
    Use,
    /// Leave the game: it ends this tick without a winner.
    Escape,
    /// Up and to the left; only for avatars with `directions=8`, as the three that follow.
    UpLeft,
    /// Up and to the right.
    UpRight,
    /// Down and to the left.
    DownLeft,
    /// Down and to the right.
    DownRight,
}

impl Action {
    /// Every action: those of the reference engine in its order, then ours.
    pub const ALL: [Action; 11] = [
        Action::Nil,
        Action::Up,
        Action::Left,
        Action::Down,
        Action::Right,
        Action::Use,
        Action::Escape,
        Action::UpLeft,
        Action::UpRight,
        Action::DownLeft,
        Action::DownRight,
    ];

    /// What avatars with `directions=8` can do besides.
    pub const DIAGONALS: [Action; 4] = [Action::UpLeft, Action::UpRight, Action::DownLeft, Action::DownRight];

    /// The letter of traces: `U D L R`, `A` for use, `E` for escape, `.` for nothing; `y u b n`, as roguelikes have them, for
    /// up left, up right, down left, down right.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Action::Nil => '.',
            Action::Up => 'U',
            Action::Left => 'L',
            Action::Down => 'D',
            Action::Right => 'R',
            Action::Use => 'A',
            Action::Escape => 'E',
            Action::UpLeft => 'y',
            Action::UpRight => 'u',
            Action::DownLeft => 'b',
            Action::DownRight => 'n',
        }
    }

    /// The action of a letter of traces. The other keys of roguelikes are understood too: `h j k l` for left, down, up, right.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Action> {
        let letter = match letter {
            'h' => 'L',
            'j' => 'D',
            'k' => 'U',
            'l' => 'R',
            other => other,
        };
        Action::ALL.into_iter().find(|a| a.letter() == letter)
    }

    /// The name of the reference engine, such as `ACTION_UP`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Action::Nil => "ACTION_NIL",
            Action::Up => "ACTION_UP",
            Action::Left => "ACTION_LEFT",
            Action::Down => "ACTION_DOWN",
            Action::Right => "ACTION_RIGHT",
            Action::Use => "ACTION_USE",
            Action::Escape => "ACTION_ESCAPE",
            Action::UpLeft => "ACTION_UP_LEFT",
            Action::UpRight => "ACTION_UP_RIGHT",
            Action::DownLeft => "ACTION_DOWN_LEFT",
            Action::DownRight => "ACTION_DOWN_RIGHT",
        }
    }

    /// Its direction, if it is one of four; none for all others.
    #[must_use]
    pub const fn dir(self) -> Dir {
        match self {
            Action::Up => Dir::Up,
            Action::Left => Dir::Left,
            Action::Down => Dir::Down,
            Action::Right => Dir::Right,
            Action::Nil | Action::Use | Action::Escape => Dir::None,
            Action::UpLeft | Action::UpRight | Action::DownLeft | Action::DownRight => Dir::None,
        }
    }

    /// The vector of a diagonal move.
    #[inline]
    #[must_use]
    pub const fn diagonal(self) -> Option<(f64, f64)> {
        match self {
            Action::UpLeft => Some((-1.0, -1.0)),
            Action::UpRight => Some((1.0, -1.0)),
            Action::DownLeft => Some((-1.0, 1.0)),
            Action::DownRight => Some((1.0, 1.0)),
            _ => None,
        }
    }
}
