//! What a state is worth to a player.

use vgdl_vm::ontology::{Action, End};
use vgdl_vm::program::{Program, TypeId};
use vgdl_vm::{State, Winner};

use super::aim::Aim;

/// Worth of losing, and of winning; everything else lies between.
pub(super) const LOST: f64 = 0.0;
pub(super) const WON: f64 = 1.0;

/// Compares states with the one in which a decision is taken.
///
/// What counts is whether the play is won or lost, then how much there is still to do to win ([`Aim`]), what is left of that
/// whose loss would lose the play, and the score.
#[derive(Default)]
pub(super) struct Judge {
    pub(super) aim: Aim,
    /// Work that is left at the root.
    work: f64,
    /// What doing it is worth.
    drive: f64,
    score: i64,
    health: i32,
    reserves: Vec<Reserve>,
}

/// Sprites that must not become too few.
struct Reserve {
    kind: TypeId,
    limit: i32,
    /// How many there are to lose at the root.
    spare: f64,
}

impl Judge {
    /// A decision is to be taken.
    pub(super) fn begin(&mut self, state: &State, player: usize) {
        self.aim.begin(state, player);
        self.work = self.aim.work(state, player);
        self.drive = if self.aim.wins() { 0.25 } else { 0.1 };
        self.health = state.avatar_sprite(player).map_or(0, |a| a.health);
        self.score = state.score(player).unwrap_or(0);
        self.reserves.clear();
        let program = state.image().program();
        for ending in &program.ends {
            let End::SpriteCounter { stype } = ending.end else { continue };
            let wins = ending.win.get(player).copied().unwrap_or(false);
            let spare = f64::from(count(state, stype).saturating_sub(ending.limit));
            if !wins && spare > 1.0 {
                self.reserves.push(Reserve { kind: stype, limit: ending.limit, spare });
            }
        }
    }

    /// What a state is worth that was reached in so many ticks: from [`LOST`] to [`WON`], sooner is better if it is good.
    pub(super) fn worth(&self, state: &State, player: usize, ticks: u32) -> f64 {
        let late = f64::from(ticks.min(1000)) * 1e-4;
        // What is far off may yet be prevented.
        let lost = LOST + f64::from(ticks.min(40)) * 0.01;
        let avatar = state.avatar_sprite(player).filter(|a| !a.disabled);
        match state.winner(player) {
            Some(Winner::Won) => return WON - late,
            Some(Winner::Lost) => return lost,
            // Over without a winner, by leaving or a fault.
            _ if state.is_over() => return lost + 0.02,
            _ => {}
        }
        let Some(avatar) = avatar else { return lost };
        let hurt = f64::from(self.health.saturating_sub(avatar.health));
        let done = self.work - self.aim.work(state, player);
        let points = state.score(player).unwrap_or(0).saturating_sub(self.score);
        let spent: f64 = self.reserves.iter().map(|r| r.lost(state)).sum();
        0.5 + self.drive * squash(done * 1.5) + 0.05 * squash(points as f64 / 4.0)
            - 0.25 * squash(spent * 3.0)
            - 0.05 * squash(hurt)
    }

    /// The action that leads towards what is to be done next, if one does.
    pub(super) fn hint(&self, state: &State, player: usize) -> Option<Action> {
        self.aim.hint(state, player)
    }
}

impl Reserve {
    /// Share of the reserve that has been lost.
    fn lost(&self, state: &State) -> f64 {
        let spare = f64::from(count(state, self.kind).saturating_sub(self.limit));
        ((self.spare - spare) / self.spare).max(0.0)
    }
}

/// From −1 to 1.
fn squash(x: f64) -> f64 {
    x / (1.0 + x.abs())
}

/// Number of sprites of a family.
pub(super) fn count(state: &State, family: TypeId) -> i32 {
    let types = &state.image().program().types[family.index()].family;
    types.iter().map(|&t| i32::try_from(state.count(t)).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
}

/// Whether a type is of a family.
pub(super) fn is_a(program: &Program, kind: TypeId, family: TypeId) -> bool {
    program.types[family.index()].family.contains(&kind)
}
