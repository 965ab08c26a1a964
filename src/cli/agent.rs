//! Players: who chooses the actions.

use std::path::Path;

use vgdl::files;
use vgdl_vm::State;
use vgdl_vm::ontology::Action;

use super::Failure;

/// SplitMix64: the generator of random agents. It is not the game's.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Chooses the actions of all players.
pub(crate) enum Agent {
    /// Does nothing.
    Nil,
    /// Any of the actions that a player has, all equally likely; one generator for each player.
    Random(Vec<SplitMix64>),
    /// A script: letters for each player.
    Script(Vec<Vec<Action>>),
}

impl Agent {
    /// The agent that is named: `nil`, `random`, or a file of action letters, one line a player.
    pub(crate) fn named(name: &str, seed: i32, players: usize) -> Result<Self, Failure> {
        Ok(match name {
            "nil" => Agent::Nil,
            "random" => Agent::random(seed, players),
            file => Agent::Script(script(Path::new(file))?),
        })
    }

    /// A random agent.
    pub(crate) fn random(seed: i32, players: usize) -> Self {
        let mut seeds = SplitMix64::new(u64::from(seed.cast_unsigned()));
        Agent::Random((0..players).map(|_| SplitMix64::new(seeds.next())).collect())
    }

    /// The actions of the next tick.
    pub(crate) fn choose(&mut self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        match self {
            Agent::Nil => {}
            Agent::Random(generators) => {
                for (player, generator) in generators.iter_mut().enumerate() {
                    let x = (generator.next() >> 16) & 0x7fff_ffff;
                    let choices = state.actions(player);
                    let n = choices.len() as u64;
                    let pick = if n == 0 { None } else { choices.get((x % n) as usize) };
                    actions.push(pick.copied().unwrap_or_default());
                }
            }
            Agent::Script(scripts) => {
                let tick = usize::try_from(state.tick() + 1).unwrap_or(0);
                actions.extend(scripts.iter().map(|s| s.get(tick).copied().unwrap_or_default()));
            }
        }
    }
}

/// The actions of a file of letters, one line a player.
pub(crate) fn script(path: &Path) -> Result<Vec<Vec<Action>>, Failure> {
    let text = files::read(path).and_then(|bytes| files::text(path, bytes, false)).map_err(Failure::Input)?;
    let mut scripts = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let mut actions = Vec::with_capacity(line.len());
        for (column, letter) in line.trim_end().chars().enumerate() {
            actions.push(Action::from_letter(letter).ok_or_else(|| {
                Failure::Input(format!(
                    "{}:{}:{}: `{}` is no action; write U D L R (moves), A (use), E (leave) or . (nothing)",
                    path.display(),
                    row + 1,
                    column + 1,
                    letter.escape_debug()
                ))
            })?);
        }
        scripts.push(actions);
    }
    Ok(scripts)
}
