//! Rules: line by line, for every two sprites that touch.

use super::game::{NameId, Rule};
use super::image::{Image, Partner};
use super::play::{Bounds, Crash, List, May, Slot, Spots, State};
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
    if let Some(known) = state.scratch.cache[name.index()] {
        return known;
    }
    let found = match state.image.types[name.index()].filter(|t| state.was_made[t.index()]) {
        Some(kind) => (List::Of(kind), state.groups[kind.index()].len()),
        None => {
            let family = &state.image.families[name.index()];
            let place = state.scratch.listed;
            if place == state.scratch.lists.len() {
                state.scratch.lists.push(Vec::new());
                state.scratch.spots[1].push(Spots::default());
            }
            state.scratch.listed += 1;
            let slots = &mut state.scratch.lists[place];
            slots.clear();
            for kind in state.walk.iter().filter(|kind| family.contains(kind)) {
                slots.extend_from_slice(&state.groups[kind.index()]);
            }
            state.scratch.spots[1][place].version = 0;
            (List::Fresh(place), slots.len())
        }
    };
    state.scratch.cache[name.index()] = Some(found);
    found
}

impl Bounds {
    /// Whether what is within may touch what is within others.
    fn near(self, other: Bounds, block: i32) -> bool {
        let apart = |a: i32, b: i32| a.saturating_sub(b) >= block;
        !(apart(self.left, other.right)
            || apart(other.left, self.right)
            || apart(self.top, other.bottom)
            || apart(other.top, self.bottom))
    }
}

impl State {
    pub(super) fn members(&self, list: List) -> &Vec<Slot> {
        match list {
            List::Of(kind) => &self.groups[kind.index()],
            List::Fresh(place) => &self.scratch.lists[place],
        }
    }

    /// Writes down the places in a list of what a sprite overlaps.
    pub(super) fn touching(&mut self, slot: Slot, list: List, places: &mut Vec<usize>) {
        places.clear();
        let (rect, block) = (self.sprites[slot].rect, self.block);
        let Spots { x, y, bounds, .. } = self.look(list);
        if !bounds.near(Bounds { left: rect.x, right: rect.x, top: rect.y, bottom: rect.y }, block) {
            return;
        }
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
    pub(super) fn look(&mut self, list: List) -> &Spots {
        let (spots, version, slots) = match list {
            List::Of(kind) => {
                (&mut self.scratch.spots[0][kind.index()], self.versions[kind.index()], &self.groups[kind.index()])
            }
            List::Fresh(place) => (&mut self.scratch.spots[1][place], self.changes, &self.scratch.lists[place]),
        };
        if spots.version != version {
            spots.version = version;
            spots.x.resize(slots.len(), 0);
            spots.y.resize(slots.len(), 0);
            let mut bounds = Bounds { left: i32::MAX, right: i32::MIN, top: i32::MAX, bottom: i32::MIN };
            for ((x, y), &slot) in spots.x.iter_mut().zip(&mut spots.y).zip(slots) {
                let rect = &self.sprites[slot].rect;
                (*x, *y) = (rect.x, rect.y);
                (bounds.left, bounds.right) = (bounds.left.min(rect.x), bounds.right.max(rect.x));
                (bounds.top, bounds.bottom) = (bounds.top.min(rect.y), bounds.bottom.max(rect.y));
            }
            spots.bounds = bounds;
        }
        spots
    }

    /// Begins a tick in which no list is known yet.
    pub(super) fn forget_all(&mut self) {
        self.scratch.cache.fill(None);
        self.scratch.listed = 0;
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
            self.scratch.cache[name.index()] = None;
        }
    }
}

/// A rule of sprites that leave the screen.
fn edge(state: &mut State, rule: &Rule) -> May {
    let (first, _) = list(state, rule.first);
    let Bounds { left, right, top, bottom } = state.look(first).bounds;
    let within = |least: i32, most: i32, cells: i32| least >= 0 && most <= (cells - 1) * state.block;
    if within(left, right, state.grid.0) && within(top, bottom, state.grid.1) {
        return Ok(());
    }
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

/// Whether a sprite of one list may touch one of another, as they are now: a list may have grown since its length was taken.
pub(super) fn may_touch(state: &mut State, first: List, second: List) -> bool {
    if state.members(first).is_empty() || state.members(second).is_empty() {
        return false;
    }
    let (bounds, block) = (state.look(first).bounds, state.block);
    state.look(second).bounds.near(bounds, block)
}

/// A rule of two sprites.
fn pair(state: &mut State, rule: &Rule, second: NameId) -> May {
    let (list1, length1) = list(state, rule.first);
    let (list2, length2) = list(state, second);
    // The shorter list is the outer one; of equal ones the second.
    let swapped = length1 >= length2;
    if !may_touch(state, list1, list2) {
        return Ok(());
    }
    let (outer, inner) = if swapped { (list2, list1) } else { (list1, list2) };
    let mut touched = std::mem::take(&mut state.scratch.touched);
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
    state.scratch.touched = touched;
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
