//! Rules: line by line, for every two sprites that touch.

use super::game::{NameId, Rule};
use super::image::{Image, Partner};
use super::play::{Crash, List, May, Slot, State};
use super::{effects, ontology::Effect};

/// Runs all rules of a tick.
pub(super) fn all(state: &mut State, image: &Image) -> May {
    state.cache.fill(None);
    state.lists.clear();
    for (rule, partner) in image.game.rules.iter().zip(&image.partners) {
        match *partner {
            Partner::Edge | Partner::Any => edge(state, rule)?,
            Partner::Name(second) => pair(state, rule, second)?,
        }
    }
    Ok(())
}

/// The list of a name and its length, as this tick first asked for it.
pub(super) fn list(state: &mut State, name: NameId) -> (List, usize) {
    if let Some(known) = state.cache[name.index()] {
        return known;
    }
    let found = match state.image.types[name.index()].filter(|t| state.was_made[t.index()]) {
        Some(kind) => (List::Of(kind), state.groups[kind.index()].len()),
        None => {
            let family = &state.image.families[name.index()];
            let mut slots = Vec::new();
            for kind in state.walk.iter().filter(|kind| family.contains(kind)) {
                slots.extend_from_slice(&state.groups[kind.index()]);
            }
            let length = slots.len();
            state.lists.push(slots);
            (List::Fresh(state.lists.len() - 1), length)
        }
    };
    state.cache[name.index()] = Some(found);
    found
}

impl State {
    pub(super) fn members(&self, list: List) -> &Vec<Slot> {
        match list {
            List::Of(kind) => &self.groups[kind.index()],
            List::Fresh(place) => &self.lists[place],
        }
    }

    /// Writes down the places in a list of what a sprite overlaps.
    pub(super) fn touching(&self, slot: Slot, list: List, places: &mut Vec<usize>) {
        places.clear();
        // Every sprite is a block wide and high.
        let ([x, y], block) = (self.corners[slot], self.block.unsigned_abs());
        for (place, &other) in self.members(list).iter().enumerate() {
            let [a, b] = self.corners[other];
            if x.wrapping_sub(a).unsigned_abs() < block && y.wrapping_sub(b).unsigned_abs() < block {
                places.push(place);
            }
        }
    }

    /// Whether a sprite is wholly on the screen.
    pub(super) fn is_inside(&self, slot: Slot) -> bool {
        let r = self.sprites[slot].rect;
        let within = |at: i32, size: i32, cells: i32| {
            at >= 0 && i64::from(at) + i64::from(size) <= i64::from(cells) * i64::from(self.block)
        };
        within(r.x, r.w, self.grid.0) && within(r.y, r.h, self.grid.1)
    }

    /// What the tick knows of the lists a sprite is in is no longer so.
    pub(super) fn forget_lists(&mut self, slot: Slot) {
        if self.is_two() {
            return;
        }
        let kind = self.sprites[slot].kind;
        for i in 0..self.image.kinds[kind.index()].lineage.len() {
            let name = self.image.kinds[kind.index()].lineage[i];
            self.cache[name.index()] = None;
        }
    }
}

/// A rule of sprites that leave the screen.
fn edge(state: &mut State, rule: &Rule) -> May {
    let (first, _) = list(state, rule.first);
    let mut i = 0;
    while let Some(&slot) = state.members(first).get(i) {
        i += 1;
        if !state.is_inside(slot) {
            // Here points are an option of the effect, which takes none.
            if rule.raises || rule.score != 0.0 {
                return Crash::new("TypeError", "an option is given that the effect does not take");
            }
            effects::run(state, &rule.effect, slot, None)?;
        }
    }
    Ok(())
}

/// A rule of two sprites.
fn pair(state: &mut State, rule: &Rule, second: NameId) -> May {
    let (list1, length1) = list(state, rule.first);
    let (list2, length2) = list(state, second);
    // The shorter list is the outer one; of equal ones the second.
    let swapped = length1 >= length2;
    let (outer, inner) = if swapped { (list2, list1) } else { (list1, list2) };
    let mut touched = std::mem::take(&mut state.touched);
    let mut i = 0;
    let mut done = Ok(());
    'all: while let Some(&a) = state.members(outer).get(i) {
        i += 1;
        state.touching(a, inner, &mut touched);
        for &place in &touched {
            let Some(&b) = state.members(inner).get(place) else { continue };
            if a == b {
                continue;
            }
            state.score += rule.score;
            let (s, p) = if swapped { (b, a) } else { (a, b) };
            if state.sprites[s].dead == 0 {
                done = match rule.raises {
                    true => {
                        Crash::new("TypeError", "an option is given that the effect does not take, or one is missing")
                    }
                    false => effects::run(state, &rule.effect, s, Some(p)),
                };
                if done.is_err() {
                    break 'all;
                }
            }
        }
    }
    state.touched = touched;
    done
}

/// Whether an effect works on a partner, which the edge of the screen is not.
pub(super) fn needs_partner(effect: &Effect) -> bool {
    use Effect::*;
    matches!(
        effect,
        BounceForward {}
            | ConveySprite {}
            | WindGust {}
            | AttractGaze { .. }
            | BounceDirection { .. }
            | WallBounce { .. }
            | WallStop { .. }
            | KillIfSlow { .. }
            | KillIfFromAbove {}
            | CollectResource {}
            | KillIfOtherHasMore { .. }
            | KillIfOtherHasLess { .. }
            | PullWithIt {}
            | TeleportToExit {}
    )
}
