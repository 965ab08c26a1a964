//! The records of a trace, as they stand in the file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the game is made of.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct GameRecord {
    /// Version of the format.
    pub fmt: u32,
    /// Who recorded it.
    pub engine: String,
    /// The set the game belongs to: a folder of games.
    pub set: String,
    /// Name of the game: its file name without the ending.
    pub game: String,
    /// Number of players.
    pub players: usize,
    /// Its types, by number.
    pub types: Vec<TypeRecord>,
    /// Numbers of the types that are drawn, in drawing order.
    pub sprite_order: Vec<usize>,
    /// What level characters stand for: names of types.
    pub mapping: BTreeMap<String, Vec<String>>,
    /// Why the game could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A sprite type.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct TypeRecord {
    /// Its number.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Option<String>,
    /// Its parameters as written.
    pub params: BTreeMap<String, serde_json::Value>,
}

/// What a run starts from.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct RunRecord {
    /// Name of the game.
    pub game: String,
    /// The set the game belongs to.
    #[serde(default)]
    pub set: String,
    /// Name of the level: its file name without the ending.
    pub level: String,
    /// Number of the action script.
    #[serde(default)]
    pub script: u32,
    /// How the script was made.
    #[serde(default)]
    pub style: String,
    /// Seed of the random generator.
    pub seed: i32,
    /// 0 when the reference engine itself does not always do the same.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub det: u8,
    /// Why the run could not start; then nothing else is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_error: Option<String>,
    /// Number of players.
    #[serde(default)]
    pub players: usize,
    /// Pixels per cell.
    #[serde(default)]
    pub block: i64,
    /// Columns and rows.
    #[serde(default)]
    pub grid: [u64; 2],
    /// Names of the types, by number.
    #[serde(default)]
    pub types: Vec<String>,
    /// Ticks after which the recording stops.
    #[serde(default)]
    pub max_ticks: u32,
    /// Messages logged before tick 0.
    #[serde(default)]
    pub warnings: u32,
    /// Sprite id of each player's avatar; −1 for none.
    #[serde(default)]
    pub avatar: Vec<i64>,
    /// One letter a tick for each player.
    #[serde(default)]
    pub actions: Vec<String>,
}

fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_one(det: &u8) -> bool {
    *det == 1
}

/// The state before tick 0.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct InitRecord {
    /// Every sprite: its id and its line.
    pub s: Vec<String>,
    /// The hash.
    pub h: String,
}

/// What a tick did.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TickRecord {
    /// The tick.
    pub t: i32,
    /// Score of each player; `None` when its avatar is gone for good.
    pub sc: Vec<Option<String>>,
    /// Winner field of each player.
    pub w: Vec<Option<i8>>,
    /// 1 when the play is over.
    pub o: u8,
    /// Random numbers drawn so far.
    pub n: u64,
    /// The hash.
    pub h: String,
    /// Sprites added or changed: id and line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub c: Vec<String>,
    /// Ids of the sprites removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub d: Vec<u32>,
    /// The exception that ended the run in this tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exc: Option<String>,
}

/// How a run ended.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EndRecord {
    /// Why it ended.
    pub why: Why,
    /// Ticks played to their end.
    pub ticks: u32,
    /// Messages logged.
    #[serde(default)]
    pub warnings: u32,
    /// Scores, after winners got at least 1.
    #[serde(rename = "final")]
    pub scores: Vec<String>,
    /// State of the random generator: 48 bits in hexadecimal.
    pub rng_state: String,
    /// Random numbers drawn.
    pub rng_calls: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The play was over.
    Over,
    /// The recording was not to be longer.
    MaxTicks,
    /// The engine threw an exception.
    Exception,
}

impl Why {
    /// How traces call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Why::Over => "over",
            Why::MaxTicks => "max_ticks",
            Why::Exception => "exception",
        }
    }
}
