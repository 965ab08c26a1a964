//! Plays as numbers, for programs that learn: planes of cells and features, written into memory of the caller.
//!
//! | form | shape of one state | numbers |
//! |---|---|---|
//! | planes | `[rows, columns, types]` | a byte each: 1 where a sprite of the type touches the cell, else 0 |
//! | bits | `[rows, columns, types / 8, rounded up]` | bit `t % 8` (1 is the lowest) of byte `t / 8` for type `t` |
//! | features | `[k]` | see [`Image::feature_names`] |
//!
//! A type is a [`TypeId`]; a sprite counts for the type it is directly of. A sprite that is not in line with the grid touches
//! several cells; one that is off the level touches none. Killed avatars stay where they are until the play is over, so they
//! are written too; the feature `alive` tells them from others.
//!
//! ```
//! use vgdl_vm::{Image, Viewer};
//!
//! # let program = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/corridor.rs"));
//! // An avatar (type 0) on the left and a gem (type 1) on the right of a corridor of four cells.
//! let image = Image::load(program)?;
//! let state = image.start(&image.program().levels[0], 0)?;
//!
//! let mut planes = vec![0; state.planes_len()];
//! state.write_planes(Viewer::All, &mut planes)?;
//! assert_eq!(planes, [1, 0, 0, 0, 0, 0, 0, 1]);
//!
//! let mut bits = vec![0; state.bits_len()];
//! state.write_bits(Viewer::All, &mut bits)?;
//! assert_eq!(bits, [0b01, 0, 0, 0b10]);
//!
//! let mut features = vec![0.0; image.feature_names().len()];
//! state.write_features(Viewer::All, &mut features)?;
//! let alive = image.feature_names().iter().position(|name| name == "player 0 alive").unwrap();
//! assert_eq!(features[alive], 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::image::{Image, Kind};
use crate::program::TypeId;
use crate::state::board::Board;
use crate::state::world::{flag, opt};
use crate::state::{Rect, State};

/// Who looks: what is hidden from a player is left out of what is written for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody from whom nothing is hidden.
    #[default]
    All,
    /// A player.
    Player(usize),
}

impl Viewer {
    fn sees(self, kind: &Kind) -> bool {
        match self {
            Viewer::All => true,
            Viewer::Player(player) => !kind.hidden_from(player),
        }
    }
}

/// A buffer is not of the size it is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// What it is for.
    pub what: &'static str,
    /// How many entries it has.
    pub found: usize,
    /// How many it is to have.
    pub wanted: usize,
}

impl SizeError {
    pub(crate) fn check(what: &'static str, found: usize, wanted: usize) -> Result<(), SizeError> {
        if found == wanted { Ok(()) } else { Err(SizeError { what, found, wanted }) }
    }
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is room for {} {}, but there are {}", self.found, self.what, self.wanted)
    }
}

impl std::error::Error for SizeError {}

/// Features of the play itself, before those of the players.
const OF_PLAY: [&str; 2] = ["tick", "over"];

/// Features of each player, before what its avatar holds.
const OF_PLAYER: [&str; 8] = ["score", "winner", "alive", "x", "y", "dx", "dy", "health"];

impl Image {
    /// What the features of its states are, in order:
    ///
    /// 1. `tick`: the last tick played, −1 before the first; `over`: 1 once the play is over, else 0;
    /// 2. of each player: `score`; `winner`: −1 undecided, 0 lost, 1 won; `alive`: 1 while its avatar lives; `x`, `y`: the
    ///    avatar's upper left corner, in cells; `dx`, `dy`: its orientation; `health`: its health points; and the amount it
    ///    `holds` of each type that can be held. All are 0 while the player has no avatar;
    /// 3. of each type its `count`: how many sprites directly of it live.
    ///
    /// Names are `tick`, `player 0 score`, `player 0 holds gem`, `count gem` and so on.
    #[must_use]
    pub fn feature_names(&self) -> Vec<String> {
        let mut names = OF_PLAY.map(str::to_owned).to_vec();
        for player in 0..self.program.game.players {
            names.extend(OF_PLAYER.iter().map(|name| format!("player {player} {name}")));
            let held = self.resources.iter().map(|&t| self.program.type_name(t));
            names.extend(held.map(|t| format!("player {player} holds {t}")));
        }
        names.extend((0..self.kinds.len()).map(|t| format!("count {}", self.program.type_name(TypeId(t as u16)))));
        names
    }

    /// How many features its states have.
    #[must_use]
    pub fn features_len(&self) -> usize {
        let players = usize::from(self.program.game.players);
        OF_PLAY.len() + players * (OF_PLAYER.len() + self.resources.len()) + self.kinds.len()
    }
}

impl State {
    /// Bytes of its planes.
    #[must_use]
    pub fn planes_len(&self) -> usize {
        let (columns, rows) = self.grid();
        rows * columns * self.image.kinds.len()
    }

    /// Bytes of its planes with eight types to a byte.
    #[must_use]
    pub fn bits_len(&self) -> usize {
        let (columns, rows) = self.grid();
        rows * columns * self.image.kinds.len().div_ceil(8)
    }

    /// Writes which types touch which cells: `[rows, columns, types]`, a byte each.
    ///
    /// # Errors
    /// The buffer has not exactly [`State::planes_len`] bytes; nothing is written.
    pub fn write_planes(&self, viewer: Viewer, out: &mut [u8]) -> Result<(), SizeError> {
        SizeError::check("bytes of planes", out.len(), self.planes_len())?;
        self.fill_planes(viewer, None, out);
        Ok(())
    }

    /// Writes which types touch which cells: `[rows, columns, bytes]`, a bit each, type 0 in the lowest.
    ///
    /// # Errors
    /// The buffer has not exactly [`State::bits_len`] bytes; nothing is written.
    pub fn write_bits(&self, viewer: Viewer, out: &mut [u8]) -> Result<(), SizeError> {
        SizeError::check("bytes of bits", out.len(), self.bits_len())?;
        self.fill_bits(viewer, None, out);
        Ok(())
    }

    /// Writes the features that [`Image::feature_names`] names. Types that are hidden from the viewer count 0.
    ///
    /// # Errors
    /// The buffer has not exactly [`Image::features_len`] entries; nothing is written.
    pub fn write_features(&self, viewer: Viewer, out: &mut [f32]) -> Result<(), SizeError> {
        SizeError::check("features", out.len(), self.image.features_len())?;
        self.fill_features(viewer, out);
        Ok(())
    }

    /// [`State::write_planes`] into a buffer of the right size, in which the scenery is to be seen if `scenery` says so.
    pub(crate) fn fill_planes(&self, viewer: Viewer, scenery: Option<&[u8]>, out: &mut [u8]) {
        let types = self.image.kinds.len();
        match scenery {
            Some(scenery) => out.copy_from_slice(scenery),
            None => out.fill(0),
        }
        self.each_cell(viewer, scenery.is_none(), |cell, kind| out[cell * types + kind] = 1);
    }

    /// [`State::write_bits`] into a buffer of the right size, over scenery as in `fill_planes`.
    pub(crate) fn fill_bits(&self, viewer: Viewer, scenery: Option<&[u8]>, out: &mut [u8]) {
        let bytes = self.image.kinds.len().div_ceil(8);
        match scenery {
            Some(scenery) => out.copy_from_slice(scenery),
            None => out.fill(0),
        }
        self.each_cell(viewer, scenery.is_none(), |cell, kind| out[cell * bytes + kind / 8] |= 1 << (kind % 8));
    }

    /// Planes and bits of nothing but the scenery, which is the same in all states of a play.
    #[cfg(feature = "batch")]
    pub(crate) fn scenery(&self, viewer: Viewer) -> (Vec<u8>, Vec<u8>) {
        let types = self.image.kinds.len();
        let (mut planes, mut bits) = (vec![0; self.planes_len()], vec![0; self.bits_len()]);
        for slot in 0..self.world.body.lens().0 {
            let body = &self.world.body[slot | crate::state::column::SCENERY];
            let t = body.kind.index();
            if viewer.sees(self.image.kind(body.kind)) {
                touched(&self.board, body.rect, |cell| {
                    planes[cell * types + t] = 1;
                    bits[cell * types.div_ceil(8) + t / 8] |= 1 << (t % 8);
                });
            }
        }
        (planes, bits)
    }

    /// [`State::write_features`] into a buffer of the right size.
    pub(crate) fn fill_features(&self, viewer: Viewer, out: &mut [f32]) {
        let w = &self.world;
        let (of_play, out) = out.split_at_mut(OF_PLAY.len());
        of_play.copy_from_slice(&[w.tick as f32, f32::from(u8::from(w.over))]);
        let held = self.image.resources.len();
        let block = self.board.block as f32;
        let (of_players, out) = out.split_at_mut(self.players() * (OF_PLAYER.len() + held));
        for (player, out) in of_players.chunks_exact_mut(OF_PLAYER.len() + held).enumerate() {
            let Some(slot) = opt(w.players[player]) else {
                out.fill(0.0);
                continue;
            };
            let (body, mind) = (&w.body[slot.index()], &w.mind[slot.index()]);
            let pilot = &w.pilots[mind.memory[0] as usize];
            let (dx, dy) = if body.flags & flag::ORIENTED != 0 { body.ori } else { (0.0, 0.0) };
            let (of_avatar, holds) = out.split_at_mut(OF_PLAYER.len());
            of_avatar.copy_from_slice(&[
                pilot.score as f32,
                f32::from(pilot.winner),
                f32::from(u8::from(body.flags & flag::DISABLED == 0)),
                body.rect.x as f32 / block,
                body.rect.y as f32 / block,
                dx as f32,
                dy as f32,
                mind.health as f32,
            ]);
            for (out, &amount) in holds.iter_mut().zip(w.held.row(slot.index(), held)) {
                *out = amount as f32;
            }
        }
        for ((out, group), kind) in out.iter_mut().zip(&w.groups).zip(&self.image.kinds) {
            *out = if viewer.sees(kind) { (group.count - group.disabled) as f32 } else { 0.0 };
        }
    }

    /// Calls `set` with cell (row by row) and type of each sprite that the viewer sees, for each cell it touches.
    #[inline]
    fn each_cell(&self, viewer: Viewer, scenery: bool, mut set: impl FnMut(usize, usize)) {
        let (board, w) = (&*self.board, &self.world);
        for (t, kind) in self.image.kinds.iter().enumerate() {
            if !viewer.sees(kind) {
                continue;
            }
            let mut next = if scenery { w.first_of(TypeId(t as u16)) } else { opt(w.groups[t].head) };
            while let Some(slot) = next {
                touched(board, w.body[slot.index()].rect, |cell| set(cell, t));
                next = w.next_of(slot);
            }
        }
    }
}

/// Calls `set` with each cell of the level that a rectangle shares an area with.
#[inline]
fn touched(board: &Board, rect: Rect, mut set: impl FnMut(usize)) {
    // Most sprites fill a cell.
    if (rect.w, rect.h) == (board.block, board.block) && board.holds(rect.x, rect.y) {
        let (column, row) = (board.column(rect.x), board.row(rect.y));
        if (column * board.block, row * board.block) == (rect.x, rect.y) {
            return set((row * board.columns + column) as usize);
        }
    }
    let (right, bottom) = (rect.x.saturating_add(rect.w), rect.y.saturating_add(rect.h));
    let (left, top) = (rect.x.max(0), rect.y.max(0));
    let (right, bottom) = (right.min(board.width), bottom.min(board.height));
    if left >= right || top >= bottom {
        return;
    }
    let columns = board.column(left)..=board.column(right - 1);
    for row in board.row(top)..=board.row(bottom - 1) {
        for column in columns.clone() {
            set((row * board.columns + column) as usize);
        }
    }
}
