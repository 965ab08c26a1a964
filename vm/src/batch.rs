//! Many plays of one image, stepped on all cores: what programs that learn want.
//!
//! A [`Batch`] holds `n` plays that all begin with the same state, each with a seed of its own. One call plays a tick of each
//! and writes what came of it into memory of the caller: rewards, what is over, and observations (see
//! [`encode`](crate::encode)). Nothing is allocated meanwhile, and the result does not depend on the number of
//! threads: each play is a value of its own.
//!
//! | buffer | shape | what |
//! |---|---|---|
//! | `rewards` | `[n, players]` | what each player's score changed by in the tick |
//! | `terminated` | `[n]` | the play is over |
//! | `truncated` | `[n]` | the play is not over but older than it may get ([`Batch::set_max_ticks`]) |
//! | `planes`, `bits`, `features` | `[n, …]` | as [`State::write_planes`] and the others write them |
//!
//! The threads are those of the rayon pool that the call is made in: all cores, unless the caller installs another.
//!
//! ```
//! use vgdl_vm::batch::{AutoReset, Batch, Buffers, Views};
//! use vgdl_vm::ontology::Action;
//! use vgdl_vm::{Image, Viewer};
//!
//! # let program = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/corridor.rs"));
//! // An avatar that takes a gem, three cells to the right, for 5 points and wins.
//! let image = Image::load(program)?;
//! let first = image.start(&image.program().levels[0], 0)?;
//! let mut batch = Batch::new(&first, &[10, 11, 12, 13]);
//!
//! let mut rewards = [0.0; 4];
//! let mut terminated = [false; 4];
//! let mut planes = vec![0; 4 * first.planes_len()];
//! for tick in 0..3 {
//!     // The last player stands still.
//!     let actions = [Action::Right, Action::Right, Action::Right, Action::Nil];
//!     let views = Views { planes: &mut planes, ..Views::default() };
//!     let out = Buffers { rewards: &mut rewards, terminated: &mut terminated, views, ..Buffers::default() };
//!     batch.step(&actions, out)?;
//! }
//! assert_eq!(rewards, [5.0, 5.0, 5.0, 0.0]);
//! assert_eq!(terminated, [true, true, true, false]);
//! // What is over has begun anew: the avatar is back on the left.
//! assert_eq!(planes[..first.planes_len()], [1, 0, 0, 0, 0, 0, 0, 1]);
//! assert_eq!(batch.seed(0), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::encode::{SizeError, Viewer};
use crate::ontology::Action;
use crate::state::State;

/// Fewer plays than this are not worth a task of their own.
const TASK: usize = 16;

/// Tasks for each thread, so that one that finishes early finds more to do.
const TASKS_A_THREAD: usize = 4;

/// When a play that is over, or older than it may get, begins anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoReset {
    /// In the same call: rewards and ends are those of its last tick, observations those of its new first state.
    #[default]
    AtOnce,
    /// In the next call, which takes no action for it and gives no reward: its last state is observed.
    NextStep,
    /// Never: it stays as it is when it is over, and goes on when it is only too old.
    Never,
}

/// Many plays of one image.
#[derive(Clone, Debug)]
pub struct Batch {
    first: State,
    plays: Vec<Play>,
    max_ticks: Option<u32>,
    auto_reset: AutoReset,
    eye: Eye,
}

/// How plays are looked at.
#[derive(Clone, Debug)]
struct Eye {
    viewer: Viewer,
    shape: Shape,
    /// Planes and bits of the scenery, which all plays have in common.
    scenery: (Vec<u8>, Vec<u8>),
}

impl Eye {
    fn new(first: &State, viewer: Viewer) -> Eye {
        let shape = Shape {
            players: first.players(),
            planes: first.planes_len(),
            bits: first.bits_len(),
            features: first.image().features_len(),
        };
        Eye { viewer, shape, scenery: first.scenery(viewer) }
    }
}

#[derive(Clone, Debug)]
struct Play {
    state: State,
    seed: i32,
    /// Scores after the last tick.
    scores: [i64; 2],
    /// Whether it ended in the last tick.
    ended: bool,
}

/// Where observations are written; a buffer that is left empty is not wanted.
#[derive(Debug, Default)]
pub struct Views<'b> {
    /// `[n, rows, columns, types]`
    pub planes: &'b mut [u8],
    /// `[n, rows, columns, types / 8, rounded up]`
    pub bits: &'b mut [u8],
    /// `[n, k]`
    pub features: &'b mut [f32],
}

/// Where a step is written to; a buffer that is left empty is not wanted.
#[derive(Debug, Default)]
pub struct Buffers<'b> {
    /// `[n, players]`
    pub rewards: &'b mut [f32],
    /// `[n]`
    pub terminated: &'b mut [bool],
    /// `[n]`
    pub truncated: &'b mut [bool],
    /// Observations.
    pub views: Views<'b>,
}

/// How many entries of each buffer belong to one play.
#[derive(Clone, Copy, Debug)]
struct Shape {
    players: usize,
    planes: usize,
    bits: usize,
    features: usize,
}

impl Batch {
    /// Plays that begin with a state, one for each seed.
    ///
    /// When a play begins anew its seed grows by the number of plays: plays with seeds in a row never share one. The first
    /// state may be one in the middle of a play.
    #[must_use]
    pub fn new(first: &State, seeds: &[i32]) -> Batch {
        let mut batch = Batch {
            first: first.clone(),
            plays: Vec::with_capacity(seeds.len()),
            max_ticks: None,
            auto_reset: AutoReset::default(),
            eye: Eye::new(first, Viewer::default()),
        };
        let scores = scores(first, [0; 2]);
        batch.plays.extend(seeds.iter().map(|&seed| {
            let mut state = first.clone();
            state.reseed(seed);
            Play { state, seed, scores, ended: false }
        }));
        batch
    }

    /// Sets how many ticks a play may last; then it is truncated. `None`: until the game ends it.
    pub fn set_max_ticks(&mut self, ticks: Option<u32>) {
        self.max_ticks = ticks;
    }

    /// Sets when plays begin anew.
    pub fn set_auto_reset(&mut self, when: AutoReset) {
        self.auto_reset = when;
    }

    /// Sets who looks: whether hidden sprites are observed.
    pub fn set_viewer(&mut self, viewer: Viewer) {
        self.eye = Eye::new(&self.first, viewer);
    }

    /// Number of plays.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plays.len()
    }

    /// Whether there are no plays.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// A play as it stands.
    #[must_use]
    pub fn state(&self, play: usize) -> Option<&State> {
        self.plays.get(play).map(|p| &p.state)
    }

    /// The plays as they stand, in order.
    pub fn states(&self) -> impl ExactSizeIterator<Item = &State> {
        self.plays.iter().map(|p| &p.state)
    }

    /// Seed of a play.
    #[must_use]
    pub fn seed(&self, play: usize) -> Option<i32> {
        self.plays.get(play).map(|p| p.seed)
    }

    /// The state that plays begin with.
    #[must_use]
    pub fn first(&self) -> &State {
        &self.first
    }

    /// Begins a play anew with a seed; whether there is such a play.
    pub fn reset(&mut self, play: usize, seed: i32) -> bool {
        let Some(play) = self.plays.get_mut(play) else { return false };
        play.seed = seed;
        play.restart(&self.first);
        true
    }

    /// Begins every play anew, each with its seed.
    ///
    /// # Errors
    /// There is not one seed for each play; nothing is done.
    pub fn reset_all(&mut self, seeds: &[i32]) -> Result<(), SizeError> {
        SizeError::check("seeds", seeds.len(), self.len())?;
        for (play, &seed) in self.plays.iter_mut().zip(seeds) {
            play.seed = seed;
            play.restart(&self.first);
        }
        Ok(())
    }

    /// Plays a tick of every play. `actions` is `[n, players]`.
    ///
    /// # Errors
    /// The actions or a buffer that is not empty are not of the size they are to have; nothing is played or written.
    pub fn step(&mut self, actions: &[Action], out: Buffers<'_>) -> Result<(), SizeError> {
        let shape = self.eye.shape;
        let n = self.len();
        SizeError::check("actions", actions.len(), n * shape.players)?;
        check("rewards", out.rewards.len(), n * shape.players)?;
        check("ends (terminated)", out.terminated.len(), n)?;
        check("ends (truncated)", out.truncated.len(), n)?;
        out.views.check(n, shape)?;
        let job = Job {
            first: &self.first,
            max_ticks: self.max_ticks,
            auto_reset: self.auto_reset,
            eye: &self.eye,
            plays: i32::try_from(n).unwrap_or(i32::MAX),
            task: task(n),
        };
        job.step(&mut self.plays, actions, out);
        Ok(())
    }

    /// Writes observations of every play as it stands.
    ///
    /// # Errors
    /// A buffer that is not empty is not of the size it is to have; nothing is written.
    pub fn observe(&self, out: Views<'_>) -> Result<(), SizeError> {
        out.check(self.len(), self.eye.shape)?;
        observe(&self.plays, &self.eye, task(self.len()), out);
        Ok(())
    }
}

/// Plays of a task.
fn task(plays: usize) -> usize {
    plays.div_ceil(TASKS_A_THREAD * rayon::current_num_threads().max(1)).max(TASK)
}

/// The scores of all players; those before for players that have no avatar.
fn scores(state: &State, before: [i64; 2]) -> [i64; 2] {
    [0, 1].map(|player| state.score(player).unwrap_or(before[player]))
}

/// Checks the size of a buffer that may be left empty.
fn check(what: &'static str, found: usize, wanted: usize) -> Result<(), SizeError> {
    if found == 0 { Ok(()) } else { SizeError::check(what, found, wanted) }
}

/// Splits a buffer that may be empty: so many entries first.
fn split<T>(buffer: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
    buffer.split_at_mut(at.min(buffer.len()))
}

impl<'b> Views<'b> {
    fn check(&self, plays: usize, shape: Shape) -> Result<(), SizeError> {
        check("bytes of planes", self.planes.len(), plays * shape.planes)?;
        check("bytes of bits", self.bits.len(), plays * shape.bits)?;
        check("features", self.features.len(), plays * shape.features)
    }

    fn split(self, plays: usize, shape: Shape) -> (Views<'b>, Views<'b>) {
        let (planes, planes_) = split(self.planes, plays * shape.planes);
        let (bits, bits_) = split(self.bits, plays * shape.bits);
        let (features, features_) = split(self.features, plays * shape.features);
        (Views { planes, bits, features }, Views { planes: planes_, bits: bits_, features: features_ })
    }

    /// Observes the play that stands at `at`.
    fn write(&mut self, at: usize, state: &State, eye: &Eye) {
        let &Eye { viewer, shape, ref scenery } = eye;
        let part = |width: usize| at * width..(at + 1) * width;
        if let Some(out) = self.planes.get_mut(part(shape.planes)) {
            state.fill_planes(viewer, Some(&scenery.0), out);
        }
        if let Some(out) = self.bits.get_mut(part(shape.bits)) {
            state.fill_bits(viewer, Some(&scenery.1), out);
        }
        if let Some(out) = self.features.get_mut(part(shape.features)) {
            state.fill_features(viewer, out);
        }
    }
}

/// What all plays of a step have in common.
struct Job<'j> {
    first: &'j State,
    max_ticks: Option<u32>,
    auto_reset: AutoReset,
    eye: &'j Eye,
    /// Number of plays.
    plays: i32,
    /// Plays of a task.
    task: usize,
}

impl Job<'_> {
    /// Halves the plays until few are left for a task.
    fn step(&self, plays: &mut [Play], actions: &[Action], out: Buffers<'_>) {
        if plays.len() <= self.task {
            return self.step_some(plays, actions, out);
        }
        let at = plays.len() / 2;
        let (few, rest) = plays.split_at_mut(at);
        let (few_actions, rest_actions) = actions.split_at(at * self.eye.shape.players);
        let (rewards, rewards_) = split(out.rewards, at * self.eye.shape.players);
        let (terminated, terminated_) = split(out.terminated, at);
        let (truncated, truncated_) = split(out.truncated, at);
        let (views, views_) = out.views.split(at, self.eye.shape);
        rayon::join(
            || self.step(few, few_actions, Buffers { rewards, terminated, truncated, views }),
            || {
                let out = Buffers { rewards: rewards_, terminated: terminated_, truncated: truncated_, views: views_ };
                self.step(rest, rest_actions, out);
            },
        );
    }

    fn step_some(&self, plays: &mut [Play], actions: &[Action], mut out: Buffers<'_>) {
        let players = self.eye.shape.players;
        for (i, (play, actions)) in plays.iter_mut().zip(actions.chunks_exact(players)).enumerate() {
            let step = self.step_one(play, actions);
            for (to, from) in out.rewards.iter_mut().skip(i * players).take(players).zip(step.rewards) {
                *to = from;
            }
            if let Some(to) = out.terminated.get_mut(i) {
                *to = step.terminated;
            }
            if let Some(to) = out.truncated.get_mut(i) {
                *to = step.truncated;
            }
            out.views.write(i, &play.state, self.eye);
        }
    }

    fn step_one(&self, play: &mut Play, actions: &[Action]) -> Step {
        if play.ended && self.auto_reset == AutoReset::NextStep {
            self.next(play);
            return Step::default();
        }
        play.state.step(actions);
        let before = play.scores;
        play.scores = scores(&play.state, before);
        let age = i64::from(play.state.tick()) - i64::from(self.first.tick());
        let terminated = play.state.is_over();
        let truncated = !terminated && self.max_ticks.is_some_and(|most| age >= i64::from(most));
        let rewards = [0, 1].map(|p| play.scores[p].wrapping_sub(before[p]) as f32);
        play.ended = terminated || truncated;
        if play.ended && self.auto_reset == AutoReset::AtOnce {
            self.next(play);
        }
        Step { rewards, terminated, truncated }
    }

    /// Begins a play anew with its next seed.
    fn next(&self, play: &mut Play) {
        play.seed = play.seed.wrapping_add(self.plays);
        play.restart(self.first);
    }
}

/// What a tick brought.
#[derive(Default)]
struct Step {
    rewards: [f32; 2],
    terminated: bool,
    truncated: bool,
}

impl Play {
    fn restart(&mut self, first: &State) {
        self.state.clone_from(first);
        self.state.reseed(self.seed);
        self.scores = scores(first, [0; 2]);
        self.ended = false;
    }
}

/// Observes plays, halved until few are left for a task.
fn observe(plays: &[Play], eye: &Eye, task: usize, mut out: Views<'_>) {
    if plays.len() <= task {
        for (i, play) in plays.iter().enumerate() {
            out.write(i, &play.state, eye);
        }
        return;
    }
    let at = plays.len() / 2;
    let (few, rest) = plays.split_at(at);
    let (views, views_) = out.split(at, eye.shape);
    rayon::join(|| observe(few, eye, task, views), || observe(rest, eye, task, views_));
}
