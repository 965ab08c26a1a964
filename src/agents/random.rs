//! Random choices.

use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::Agent;

/// SplitMix64: the generator of agents. It is not the game's.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number: all 64 bits are random.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of so many things, counted from 0; `None` if there are none.
    pub(super) fn pick(&mut self, of: usize) -> Option<usize> {
        let x = (self.next() >> 16) & 0x7fff_ffff;
        Some(x.checked_rem(of as u64)? as usize)
    }

    /// Whether something happens that happens in so many of 256 cases.
    pub(super) fn happens(&mut self, share: u8) -> bool {
        (self.next() >> 56) < u64::from(share)
    }

    /// Any of a player's actions, all equally likely.
    pub(super) fn action(&mut self, state: &State, player: usize) -> Action {
        let choices = state.actions(player);
        self.pick(choices.len()).and_then(|i| choices.get(i)).copied().unwrap_or_default()
    }
}

/// Takes any of its actions.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl Agent for Random {
    fn choose(&mut self, state: &State, player: usize) -> Action {
        self.0.action(state, player)
    }
}
