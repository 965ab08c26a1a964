//! Rules: line by line, for every two sprites that touch.

use super::game::{NameId, Rule};
use super::image::{Image, Partner};
use super::play::{Crash, List, May, Slot, Spots, State};
use super::{effects, ontology::Effect};

/// Sprites that are looked at together.
const CHUNK: usize = 16;

/// Runs all rules of a tick.
pub(super) fn all(state: &mut State, image: &Image) -> May {
    state.forget_all();
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
            let place = state.listed;
            if place == state.lists.len() {
                state.lists.push(Vec::new());
                state.spots[1].push(Spots::default());
            }
            state.listed += 1;
            let slots = &mut state.lists[place];
            slots.clear();
            for kind in state.walk.iter().filter(|kind| family.contains(kind)) {
                slots.extend_from_slice(&state.groups[kind.index()]);
            }
            state.spots[1][place].version = 0;
            (List::Fresh(place), slots.len())
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
    pub(super) fn touching(&mut self, slot: Slot, list: List, places: &mut Vec<usize>) {
        places.clear();
        let (rect, block) = (self.sprites[slot].rect, self.block);
        let Spots { x, y, .. } = self.spots(list);
        // Every sprite is a block wide and high.
        let touches = |x: i32, y: i32| {
            let (dx, dy) = (rect.x.wrapping_sub(x), rect.y.wrapping_sub(y));
            (dx < block) & (dx > -block) & (dy < block) & (dy > -block)
        };
        for (chunk, (x, y)) in x.chunks(CHUNK).zip(y.chunks(CHUNK)).enumerate() {
            // Mostly none does: what only looks whether any does can look at several at once.
            if !x.iter().zip(y).fold(false, |any, (&x, &y)| any | touches(x, y)) {
                continue;
            }
            for (place, (&x, &y)) in x.iter().zip(y).enumerate() {
                if touches(x, y) {
                    places.push(chunk * CHUNK + place);
                }
            }
        }
    }

    /// Where the sprites of a list are.
    fn spots(&mut self, list: List) -> &Spots {
        let (spots, version, slots) = match list {
            List::Of(kind) => {
                (&mut self.spots[0][kind.index()], self.versions[kind.index()], &self.groups[kind.index()])
            }
            List::Fresh(place) => (&mut self.spots[1][place], self.changes, &self.lists[place]),
        };
        if spots.version != version {
            spots.version = version;
            spots.x.clear();
            spots.y.clear();
            spots.x.extend(slots.iter().map(|&s| self.sprites[s].rect.x));
            spots.y.extend(slots.iter().map(|&s| self.sprites[s].rect.y));
        }
        spots
    }

    /// Begins a tick in which no list is known yet.
    pub(super) fn forget_all(&mut self) {
        self.cache.fill(None);
        self.listed = 0;
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
    // Of what is there now: a list may have grown since its length was taken.
    if state.members(list1).is_empty() || state.members(list2).is_empty() {
        return Ok(());
    }
    let (outer, inner) = if swapped { (list2, list1) } else { (list1, list2) };
    let mut touched = std::mem::take(&mut state.touched);
    let mut i = 0;
    let mut done = Ok(());
    'all: while let Some(&a) = state.members(outer).get(i) {
        i += 1;
        state.touching(a, inner, &mut touched);
        done = state.work(1 + touched.len() + state.members(inner).len() / CHUNK);
        if done.is_err() {
            break;
        }
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
