//! One frame.
//!
//! The order is the reference engine's (GVGAI `Game.gameCycle`); it decides every tie, so each step has a number here and
//! one call in [`step`].
//!
//! 1. The tick counts up.
//! 2. Resting sprites that something moved in the last tick note where they are.
//! 3. Each player's avatar moves, in order of players.
//! 4. All other sprites are updated: types in reverse drawing order, sprites in order of creation. A sprite made meanwhile
//!    is updated in this tick if its type's turn is still to come.
//! 5. Rules that wait for this tick run.
//! 6. Rules of sprites that left the screen run.
//! 7. Rules of pairs of sprites run: pairs in order of first mention, rules in order, first sprites in order, second sprites
//!    in order.
//! 8. Killed sprites are removed, shields end.
//! 9. Growers grow (an extension).
//! 10. Terminations are tested in order.
//! 11. Too many messages end the game, where the program says so.
//! 12. The last tick there may be (2,000, unless the game line says otherwise) ends the game.
//!
//! Where the reference engine throws an exception the play ends with a fault ([`Halt`]), and the rest of the frame is left
//! out. Randomness is drawn in steps 4 to 7 and 9 only, by the sprites and effects whose docs say so.

mod avatar;
mod collide;
mod condition;
mod edges;
pub(crate) mod effects;
mod ends;
mod grow;
mod near;
mod npc;
pub(crate) mod path;
mod physics;
mod produce;
mod sprite;
mod stall;
pub(crate) mod timers;
mod update;
mod walker;

pub(crate) use condition::Holder;
pub(crate) use stall::{At, Stalled, place};

use crate::image::Image;
use crate::ontology::Action;
use crate::probe::{Part, Probe};
use crate::program::RuleId;
use crate::program::verify::limits;
use crate::state::board::Board;
use crate::state::world::{NONE, Slot, World};
use crate::state::{Cause, Fault};

/// More messages than this end the game, where the program says so.
pub const MAX_MESSAGES: u32 = 25;

/// A play at work: what is fixed, and what changes.
pub(crate) struct Frame<'a> {
    pub(crate) im: &'a Image,
    pub(crate) board: &'a Board,
    pub(crate) w: &'a mut World,
    /// The rule that runs, for faults.
    pub(crate) rule: Option<RuleId>,
    /// The sprite that acts, for faults.
    pub(crate) actor: Option<Slot>,
    /// Whether meetings are being looked at: whatever moves now has to look around itself.
    pub(crate) meeting: bool,
    /// Which ones, for sprites that are stalled.
    pub(crate) at: At,
    /// Whether sprites may be stalled.
    pub(crate) stalls: bool,
    /// While sprites are updated: id of the sprite whose turn it is, if its type may be stalled.
    pub(crate) turn: u32,
    /// Steps that the frame may still take.
    pub(crate) left: u64,
    /// What looks on, if anything does.
    pub(crate) probe: Option<Probe<'a>>,
}

/// The sprites a rule runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) rule: RuleId,
    pub(crate) a: Option<Slot>,
    pub(crate) b: Option<Slot>,
}

/// The play is over with a fault, which the world holds.
#[derive(Debug)]
pub(crate) struct Halt;

/// Whether the frame goes on.
pub(crate) type Flow<T = ()> = Result<T, Halt>;

/// Plays one frame.
pub(crate) fn step(vm: &mut Frame<'_>, actions: &[Action]) {
    if vm.probe.is_some() {
        // What is counted and told is what the reference engine does.
        vm.at = At::AFTER;
        vm.rouse_all();
        vm.at = At::BEFORE;
    } else {
        // The reference engine throws where it misses an avatar.
        let players = usize::from(vm.im.program.game.players);
        vm.stalls = !vm.w.players[..players].contains(&NONE);
    }
    vm.w.tick += 1; // 1
    if frame(vm, actions).is_err() {
        vm.rouse_all();
        vm.w.over = true;
    }
}

fn frame(vm: &mut Frame<'_>, actions: &[Action]) -> Flow {
    vm.settle(); // 2
    vm.w.cursor = i32::MAX;
    avatar::all(vm, actions)?; // 3
    update::all(vm)?; // 4
    timers::run(vm)?; // 5
    edges::run(vm)?; // 6
    collide::run(vm)?; // 7
    vm.begin(Part::Rest, |_| 0);
    vm.clear(); // 8
    grow::run(vm)?; // 9
    vm.work(1)?; // Where work ran out nobody looked any more.
    ends::run(vm)?; // 10
    if vm.im.program.message_limit && vm.w.messages > MAX_MESSAGES {
        vm.w.over = true; // 11
        vm.w.messages = 0;
    }
    ends::time_out(vm) // 12
}

impl<'a> Frame<'a> {
    /// A frame to be played, or a level to be built.
    pub(crate) fn new(im: &'a Image, board: &'a Board, w: &'a mut World, probe: Option<Probe<'a>>) -> Self {
        let (rule, actor, at) = (None, None, At::BEFORE);
        let left = limits::WORK.saturating_sub(w.scratch.less_work);
        Self { im, board, w, rule, actor, meeting: false, at, stalls: false, turn: 0, left, probe }
    }
}

impl Frame<'_> {
    /// The reference engine logs a message here.
    #[cold]
    pub(crate) fn message(&mut self) {
        self.w.messages = self.w.messages.saturating_add(1);
    }

    /// Counts steps of work, so that no frame takes for ever.
    #[inline]
    pub(crate) fn work(&mut self, steps: usize) -> Flow {
        match self.left.checked_sub(steps as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                // An effect that goes on after a fault does not get far.
                self.left = 0;
                Err(self.fault(Cause::TooMuchWork))
            }
        }
    }

    /// An effect was given sprites that it cannot work with: a message, nothing else.
    #[cold]
    pub(crate) fn misuse(&mut self) -> Flow {
        self.message();
        Ok(())
    }

    /// An effect that does not check ran without a sprite.
    #[cold]
    pub(crate) fn without_sprite(&mut self) -> Flow {
        Err(self.fault(Cause::NoSprite))
    }

    /// Ends the play where the reference engine throws an exception.
    #[cold]
    pub(crate) fn fault(&mut self, cause: Cause) -> Halt {
        let sprite = self.actor.map(|s| (self.w.body[s.index()].kind, self.w.body[s.index()].id));
        self.w.fault = Some(Box::new(Fault { tick: self.w.tick, cause, rule: self.rule, end: None, sprite }));
        Halt
    }
}
