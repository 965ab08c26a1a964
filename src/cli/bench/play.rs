//! Plays to measure: an agent, a new play when one is over or after 1,000 ticks.

use std::time::{Duration, Instant};

use vgdl::agents::Team;
use vgdl_vm::ontology::Action;
use vgdl_vm::{Profile, State};

use super::super::Failure;
use super::super::agent::Players;
use super::super::load::Ready;

/// Ticks after which a play is started anew.
const LONGEST: u32 = 1000;

/// Ticks after which a play counts as in its middle.
const MIDDLE: u32 = 100;

/// Ticks between two looks at the clock.
pub(super) const STRIDE: u32 = 256;

/// Plays a level again and again.
pub(super) struct Player<'p> {
    who: &'p Players,
    /// A play is started anew from a copy: building a level draws nothing.
    first: State,
    state: State,
    team: Team,
    actions: Vec<Action>,
    seed: i32,
    age: u32,
    pub(super) ticks: u64,
    pub(super) plays: u64,
    /// Time spent playing.
    pub(super) time: Duration,
}

impl<'p> Player<'p> {
    pub(super) fn new(ready: &Ready, seed: i32, who: &'p Players) -> Result<Self, Failure> {
        let first = ready.start(seed)?;
        if first.is_over() {
            return Err(Failure::Input(format!("level {} is over before it begins", ready.level.name)));
        }
        Ok(Self {
            state: first.clone(),
            team: who.team(first.players(), seed),
            who,
            actions: Vec::with_capacity(first.players()),
            first,
            seed,
            age: 0,
            ticks: 0,
            plays: 1,
            time: Duration::ZERO,
        })
    }

    /// A state in the middle of a play.
    pub(super) fn middle(&self) -> State {
        let mut state = self.first.clone();
        let mut team = self.who.team(state.players(), self.seed);
        let mut actions = Vec::new();
        for _ in 0..MIDDLE {
            if state.is_over() {
                break;
            }
            team.choose(&state, &mut actions);
            state.step(&actions);
        }
        state
    }

    /// Plays so many ticks.
    pub(super) fn play(&mut self, ticks: u32) {
        self.play_with(ticks, |state, actions| state.step(actions));
    }

    /// Plays so many ticks under a profile.
    pub(super) fn play_profiling(&mut self, ticks: u32, profile: &mut Profile) {
        self.play_with(ticks, |state, actions| state.step_profiling(actions, profile));
    }

    #[inline]
    fn play_with(&mut self, ticks: u32, mut step: impl FnMut(&mut State, &[Action])) {
        let begin = Instant::now();
        for _ in 0..ticks {
            if self.state.is_over() || self.age == LONGEST {
                self.seed = self.seed.wrapping_add(1);
                self.state.clone_from(&self.first);
                self.state.reseed(self.seed);
                self.plays += 1;
                self.age = 0;
            }
            self.team.choose(&self.state, &mut self.actions);
            step(&mut self.state, &self.actions);
            self.age += 1;
        }
        self.ticks += u64::from(ticks);
        self.time += begin.elapsed();
    }
}
