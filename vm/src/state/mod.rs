//! One play.
//!
//! * [`State`]: what users hold; reads here, the frame itself in `step`
//! * `world`: the memory of a play
//! * `board`: what a level is, apart from its sprites

pub(crate) mod board;
pub(crate) mod column;
mod fault;
mod rect;
mod start;
pub(crate) mod world;

use std::sync::Arc;

pub use fault::{Cause, Fault};
pub use rect::Rect;

use crate::image::Image;
use crate::observe::History;
use crate::ontology::Action;
use crate::probe::{Probe, Profile};
use crate::program::TypeId;
use crate::program::verify::limits;
use crate::step::{self, Frame};
use board::Board;
use world::{Pilot, Slot, World, flag, opt};

/// One play of a level.
///
/// A state is a value: copy it with `clone`, or into an old one with `clone_from`, which only copies memory. The copy has the
/// same random state, so two copies given the same actions stay equal.
#[derive(Debug)]
pub struct State {
    pub(crate) image: Arc<Image>,
    pub(crate) board: Arc<Board>,
    pub(crate) world: World,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { image: Arc::clone(&self.image), board: Arc::clone(&self.board), world: self.world.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.image, &other.image) {
            self.image = Arc::clone(&other.image);
        }
        if !Arc::ptr_eq(&self.board, &other.board) {
            self.board = Arc::clone(&other.board);
        }
        self.world.clone_from(&other.world);
    }
}

/// How a play stands for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Not decided.
    None,
    /// Lost.
    Lost,
    /// Won.
    Won,
}

impl Winner {
    /// The number of the reference engine: −1, 0, 1.
    #[must_use]
    pub const fn code(self) -> i8 {
        match self {
            Winner::None => -1,
            Winner::Lost => 0,
            Winner::Won => 1,
        }
    }
}

/// A sprite as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Sprite<'s> {
    /// Running number: the order in which the play made its sprites. Stable for the sprite's life.
    pub id: u32,
    /// Its type.
    pub type_id: TypeId,
    /// Where it is, in pixels.
    pub rect: Rect,
    /// Its orientation, if it is oriented.
    pub orientation: Option<(f64, f64)>,
    /// Its speed, in cells per tick (grid) or pixels per tick (continuous).
    pub speed: f64,
    /// Its health points.
    pub health: i32,
    /// Whether it is a killed avatar.
    pub disabled: bool,
    /// Whether an avatar made it.
    pub from_avatar: bool,
    resources: &'s [TypeId],
    held: &'s [i32],
}

impl<'s> Sprite<'s> {
    /// What it holds: type and amount, in order of type; nothing is left out that is not zero.
    pub fn resources(&self) -> impl Iterator<Item = (TypeId, i32)> + use<'s> {
        self.resources.iter().copied().zip(self.held.iter().copied()).filter(|&(_, amount)| amount != 0)
    }
}

impl State {
    /// The program it plays.
    #[must_use]
    pub fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// Plays one tick. `actions[i]` is player `i`'s; those that are missing, and those the avatar does not have, are `Nil`.
    /// Does nothing once the play is over.
    #[inline]
    pub fn step(&mut self, actions: &[Action]) {
        self.play(actions, None);
    }

    /// Plays one tick as [`State::step`] does, and adds what the avatars met to a history.
    pub fn step_recording(&mut self, actions: &[Action], history: &mut History) {
        self.play(actions, Some(Probe::History(history)));
    }

    /// Plays one tick as [`State::step`] does, and adds to a profile what it took.
    pub fn step_profiling(&mut self, actions: &[Action], profile: &mut Profile) {
        profile.open();
        self.play(actions, Some(Probe::Profile(profile)));
        profile.close();
    }

    /// Sets from how many meetings of two types on they are not written down but looked for one by one. Changes no play; not
    /// part of the state. For tests.
    #[doc(hidden)]
    pub fn set_crowd(&mut self, meetings: usize) {
        self.world.scratch.meetings.too_many = meetings;
        self.world.scratch.meetings.too_many_in_all = meetings.saturating_mul(4);
    }

    /// Sets how much work a frame may be, where that is less than [`limits::WORK`]. Not part of the state. For tests.
    #[doc(hidden)]
    pub fn set_work(&mut self, steps: u64) {
        self.world.scratch.less_work = limits::WORK.saturating_sub(steps);
    }

    fn play(&mut self, actions: &[Action], probe: Option<Probe<'_>>) {
        if self.world.over {
            return;
        }
        step::step(&mut Frame::new(&self.image, &self.board, &mut self.world, probe), actions);
    }

    /// Number of the last tick played; −1 before the first.
    #[must_use]
    pub fn tick(&self) -> i32 {
        self.world.tick
    }

    /// Whether the play has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.world.over
    }

    /// Index in [`Program::ends`](crate::program::Program::ends) of the termination that ended it, if one did.
    #[must_use]
    pub fn ended_by(&self) -> Option<usize> {
        self.world.ended_by.map(usize::from)
    }

    /// Why it ended in the middle of a tick, if it did.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.world.fault.as_deref()
    }

    /// Number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        usize::from(self.image.program.game.players)
    }

    fn pilot(&self, player: usize) -> Option<&Pilot> {
        let slot = opt(*self.world.players.get(player)?)?;
        self.world.pilots.get(self.world.mind[slot.index()].memory[0] as usize)
    }

    /// Score of a player; `None` when its avatar is gone for good.
    #[must_use]
    pub fn score(&self, player: usize) -> Option<i64> {
        Some(self.pilot(player)?.score)
    }

    /// Score of a player as a result is reported: one who won has at least 1.
    #[must_use]
    pub fn final_score(&self, player: usize) -> Option<i64> {
        let pilot = self.pilot(player)?;
        Some(if pilot.winner == 1 && pilot.score <= 0 { 1 } else { pilot.score })
    }

    /// How the play stands for a player; `None` when its avatar is gone for good.
    #[must_use]
    pub fn winner(&self, player: usize) -> Option<Winner> {
        Some(match self.pilot(player)?.winner {
            0 => Winner::Lost,
            1 => Winner::Won,
            _ => Winner::None,
        })
    }

    /// Random numbers drawn so far: calls of the generator's `next`.
    #[must_use]
    pub fn rng_calls(&self) -> u64 {
        self.world.rng.calls()
    }

    /// State of the random generator: 48 bits.
    #[must_use]
    pub fn rng_state(&self) -> u64 {
        self.world.rng.state()
    }

    /// Messages that the reference engine would have logged so far.
    #[must_use]
    pub fn messages(&self) -> u32 {
        self.world.messages
    }

    /// Pixels per cell.
    #[must_use]
    pub fn block(&self) -> i32 {
        self.board.block
    }

    /// Columns and rows of the level.
    #[must_use]
    pub fn grid(&self) -> (usize, usize) {
        (self.board.columns as usize, self.board.rows as usize)
    }

    /// Sprite id of a player's avatar; `None` when it has none.
    #[must_use]
    pub fn avatar(&self, player: usize) -> Option<u32> {
        opt(*self.world.players.get(player)?).map(|slot| self.world.body[slot.index()].id)
    }

    /// Number of sprites.
    #[must_use]
    pub fn sprite_count(&self) -> usize {
        self.world.groups.iter().map(|g| g.count as usize).sum()
    }

    /// Number of sprites that are directly of a type.
    #[must_use]
    pub fn count(&self, kind: TypeId) -> usize {
        self.world.groups.get(kind.index()).map_or(0, |g| g.count as usize)
    }

    /// Every sprite: by type, then by id.
    pub fn sprites(&self) -> impl Iterator<Item = Sprite<'_>> {
        (0..self.world.groups.len()).flat_map(|t| self.sprites_of(TypeId(t as u16)))
    }

    /// The sprites that are directly of a type, by id.
    pub fn sprites_of(&self, kind: TypeId) -> impl Iterator<Item = Sprite<'_>> {
        let first = if kind.index() < self.world.groups.len() { self.world.first_of(kind) } else { None };
        std::iter::successors(first, |&slot| self.world.next_of(slot)).map(|slot| self.sprite(slot))
    }

    pub(crate) fn sprite(&self, slot: Slot) -> Sprite<'_> {
        let (i, w) = (slot.index(), &self.world);
        let columns = self.image.resources.len();
        Sprite {
            id: w.body[i].id,
            type_id: w.body[i].kind,
            rect: w.body[i].rect,
            orientation: w.has(slot, flag::ORIENTED).then_some(w.body[i].ori),
            speed: w.body[i].speed,
            health: w.mind[i].health,
            disabled: w.has(slot, flag::DISABLED),
            from_avatar: w.has(slot, flag::FROM_AVATAR),
            resources: &self.image.resources,
            held: w.held.row(i, columns),
        }
    }

    /// The actions a player's avatar has, `Nil` last; none once the play is over.
    #[must_use]
    pub fn actions(&self, player: usize) -> &[Action] {
        match self.world.players.get(player).copied().and_then(opt) {
            Some(slot) if !self.world.over => &self.image.kind(self.world.body[slot.index()].kind).actions,
            _ => &[],
        }
    }
}
