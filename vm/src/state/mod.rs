//! One play.

use std::sync::Arc;

use crate::image::Image;
use crate::ontology::Action;
use crate::program::{RuleId, TypeId};

/// One play of a level: plain memory, copied with `clone_from`.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) image: Arc<Image>,
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// How a play stands for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Not decided (−1).
    None,
    /// Lost (0).
    Lost,
    /// Won (1).
    Won,
}

/// Why a play ended in the middle of a tick, where the reference engine throws an exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The tick.
    pub tick: i32,
    /// One sentence.
    pub cause: String,
    /// The rule that ran, if any.
    pub rule: Option<RuleId>,
    /// Type and id of the sprite at fault, if any.
    pub sprite: Option<(TypeId, u32)>,
}

/// A sprite as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Sprite<'s> {
    /// Running number: the order in which the play made its sprites.
    pub id: u32,
    /// Its type.
    pub type_id: TypeId,
    /// Where it is.
    pub rect: Rect,
    /// Its orientation, if it is oriented.
    pub orientation: Option<(f64, f64)>,
    /// Its speed, in cells per tick (grid) or pixels per tick (continuous).
    pub speed: f64,
    /// Its health points.
    pub health: i32,
    /// Whether it is a killed avatar.
    pub disabled: bool,
    /// What it holds: one amount for each resource column of the image.
    held: &'s [i32],
}

impl Sprite<'_> {
    /// What it holds, in order of type; zero amounts left out.
    pub fn resources(&self) -> impl Iterator<Item = (TypeId, i32)> + '_ {
        self.held
            .iter()
            .filter(|&&n| n != 0)
            .map(|&n| (TypeId(0), n))
    }
}

impl State {
    /// The program it plays.
    #[must_use]
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }
    /// Plays one tick. `actions[i]` is player `i`'s; those that are missing are `Nil`. Does nothing once the play is over.
    pub fn step(&mut self, actions: &[Action]) {
        let _ = actions;
    }
    /// Number of the last tick played; −1 before the first.
    #[must_use]
    pub fn tick(&self) -> i32 {
        -1
    }
    /// Whether the play has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        true
    }
    /// Why it ended in the middle of a tick.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        None
    }
    /// Number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        1
    }
    /// Score of a player; `None` when its avatar is gone for good.
    #[must_use]
    pub fn score(&self, player: usize) -> Option<i64> {
        let _ = player;
        None
    }
    /// How the play stands for a player; `None` when its avatar is gone for good.
    #[must_use]
    pub fn winner(&self, player: usize) -> Option<Winner> {
        let _ = player;
        None
    }
    /// Random numbers drawn so far (calls of the generator's `next`).
    #[must_use]
    pub fn rng_calls(&self) -> u64 {
        0
    }
    /// State of the random generator: 48 bits.
    #[must_use]
    pub fn rng_state(&self) -> u64 {
        0
    }
    /// Messages that the reference engine would have logged so far.
    #[must_use]
    pub fn messages(&self) -> u32 {
        0
    }
    /// Pixels per cell.
    #[must_use]
    pub fn block(&self) -> i32 {
        1
    }
    /// Columns and rows of the level.
    #[must_use]
    pub fn grid(&self) -> (usize, usize) {
        (0, 0)
    }
    /// Sprite id of a player's avatar; `None` when it has none.
    #[must_use]
    pub fn avatar(&self, player: usize) -> Option<u32> {
        let _ = player;
        None
    }
    /// Every sprite: by type, then by id.
    pub fn sprites(&self) -> impl Iterator<Item = Sprite<'_>> {
        std::iter::empty()
    }
}
