//! What is to be done to win: a plan of the roughest kind, made anew for each decision.
//!
//! A termination that wins wants sprites to go or to come ([`Want`]). A rule brings that about if the avatar, or what it
//! shoots or pushes, meets a sprite ([`Means`]); what the rule needs, and what stands in the way, is wanted first. A state is
//! judged by the number of things still wanted and the way to the nearest one that can be done at once. Nothing here knows a
//! game; where a game is about something else there is no plan, and agents look ahead without.

use std::sync::Arc;

use vgdl_vm::ontology::{Action, End};
use vgdl_vm::program::TypeId;
use vgdl_vm::{Category, Image, State};

use super::field::{FAR, Ground};
use super::judge::{count, is_a};
use super::means::{Actor, Means, Need, Powers, members};

/// Wants of a plan, at most.
const MOST_WANTS: usize = 24;

/// Ways to bring something about that are looked at for a plan, at most.
const MOST_EFFORT: usize = 160;

/// Portals that are thought of, at most.
const MOST_PORTALS: usize = 64;

/// Things in the way that are thought of, at most.
const MOST_BARRIERS: usize = 4;

/// Wants within wants, at most.
const DEEPEST: usize = 8;

/// Larger levels have no plans: ways would take too long to find.
const MOST_CELLS: usize = 1 << 14;

/// Cells that a shot flies at most, as far as plans go.
const RANGE: usize = 12;

/// What a cell costs beside one that can kill and may come.
const NEAR_DANGER: u32 = 4;

/// What a cell costs where the avatar may die, where something can be pushed, and where something can be done away with.
const DANGER: u32 = 12;
const BARRED: u32 = 20;
const PUSH: u32 = 4;
const REMOVE: u32 = 2;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
enum What {
    /// At most so many sprites of a family.
    Few(TypeId, i32),
    /// At least so many.
    Many(TypeId, i32),
    /// The avatar holds so much; it pays the second number of it.
    Held(TypeId, i32, i32),
    /// No sprite of this very type in a cell.
    Gone(TypeId, usize),
}

/// Resources that are wanted for more than one thing, at most: what is paid for one is missing for the next.
const MOST_PAID: usize = 8;

/// What is to be paid for the wants looked at so far.
#[derive(Default)]
struct Bill([Option<(TypeId, i32)>; MOST_PAID]);

impl Bill {
    /// What is to be paid of something; adds to it.
    fn add(&mut self, what: TypeId, amount: i32) -> i32 {
        for entry in &mut self.0 {
            match entry {
                Some((t, sum)) if *t == what => {
                    let before = *sum;
                    *sum = sum.saturating_add(amount);
                    return before;
                }
                Some(_) => {}
                None => {
                    *entry = Some((what, amount));
                    return 0;
                }
            }
        }
        0
    }
}

/// Something wanted, and how it is brought about.
#[derive(Debug)]
struct Want {
    what: What,
    /// What it needs first.
    first: Vec<usize>,
    /// Distance of each cell from where it can be done; empty if there is no such place.
    far: Vec<u32>,
    /// What is pushed there, and how many pushes that takes from each cell.
    push: Option<(TypeId, Vec<u32>)>,
}

/// A plan, and what it was made from.
#[derive(Debug, Default)]
pub(super) struct Aim {
    powers: Powers,
    /// Game, player and type of the avatar that the powers are of.
    of: Option<(Arc<Image>, TypeId, usize)>,
    ground: Ground,
    wants: Vec<Want>,
    /// The wants that win.
    top: Vec<usize>,
    /// What a want counts as, in cells.
    step: f64,
    /// The avatar's cell, and distances from it, while a plan is made.
    here: usize,
    reach: Vec<u32>,
    /// Ways to bring something about that may still be looked at.
    effort: usize,
    /// Whether it is a plan to win, not only for points.
    wins: bool,
}

impl Aim {
    /// Makes the plan of a state.
    pub(super) fn begin(&mut self, state: &State, player: usize) {
        self.wants.clear();
        self.top.clear();
        self.effort = MOST_EFFORT;
        let (columns, rows) = state.grid();
        let Some(avatar) = state.avatar_sprite(player).filter(|_| columns * rows <= MOST_CELLS) else { return };
        let program = state.image().program();
        let same = |(image, kind, of): &(Arc<Image>, TypeId, usize)| {
            Arc::ptr_eq(image, state.image()) && (*kind, *of) == (avatar.type_id, player)
        };
        if !self.of.as_ref().is_some_and(same) {
            self.powers = Powers::of(program, avatar.type_id, player);
            self.of = Some((Arc::clone(state.image()), avatar.type_id, player));
        }
        self.ground = self.survey(state, player);
        let Some(here) = self.ground.cell(avatar.rect, state.block()) else { return };
        self.here = here;
        self.step = 2.0 * (columns + rows) as f64;
        self.reach = self.ground.distances(&[here]);
        // The termination that takes the fewest things.
        let mut best: Option<(f64, Vec<Want>, Vec<usize>)> = None;
        for ending in program.ends.iter().filter(|e| e.win.get(player).copied().unwrap_or(false)) {
            self.wants.clear();
            let goals = goals(state, &ending.end, ending.limit);
            let top: Vec<usize> = goals.into_iter().filter_map(|what| self.want(state, player, what, 0)).collect();
            if top.is_empty() {
                continue;
            }
            let work: f64 = top.iter().map(|&i| self.cost(state, player, i)).sum();
            if best.as_ref().is_none_or(|b| work < b.0) {
                best = Some((work, std::mem::take(&mut self.wants), top));
            }
        }
        self.wants.clear();
        self.wins = best.is_some();
        match best {
            Some((_, wants, top)) => (self.wants, self.top) = (wants, top),
            None => self.seek_points(state, player),
        }
    }

    /// Whether it is a plan to win, not only for points.
    pub(super) fn wins(&self) -> bool {
        self.wins
    }

    /// Where nothing that can be done wins, points are wanted, but not for what must not become fewer.
    fn seek_points(&mut self, state: &State, player: usize) {
        let gains = self.powers.means.iter().filter(|m| m.points > 0 && m.removes && !keeps(state, player, m.target));
        let mut targets: Vec<TypeId> = gains.map(|m| m.target).collect();
        targets.dedup();
        for target in targets {
            if count(state, target) > 0 && self.wants.len() < MOST_WANTS {
                let top = self.want(state, player, What::Few(target, 0), 0);
                self.top.extend(top);
            }
        }
    }

    /// What entering each cell costs.
    fn survey(&self, state: &State, player: usize) -> Ground {
        let program = state.image().program();
        let mut ground = Ground::of(state, self.powers.diagonals);
        for t in (0..program.types.len()).map(|i| TypeId(i as u16)) {
            let contact = &self.powers.contacts[t.index()];
            let pushed = self.powers.pushed[t.index()];
            let safe = contact.unless.is_some_and(|(r, n)| held(state, player, r) >= n);
            let cost = match (contact.stops, contact.kills && !safe) {
                // It can be done away with, or pushed.
                (true, _) if pushed => PUSH,
                (true, _) => {
                    match self.removers(state, t).map(|m| (self.missing(state, player, m), m.needs.len())).min() {
                        Some((0, 0)) => REMOVE,
                        // It takes something that is to be kept for it.
                        Some((0, _)) => BARRED + 1,
                        Some(_) => BARRED + 2 * (ground.columns + ground.rows) as u32,
                        None => FAR,
                    }
                }
                // What moves is somewhere else by then.
                (_, true) if contact.unless.is_some() => BARRED + 2 * (ground.columns + ground.rows) as u32,
                (_, true) => DANGER,
                _ if self.spoils(state, player, t) => DANGER,
                _ => continue,
            };
            for sprite in state.sprites_of(t) {
                let Some(cell) = ground.cell(sprite.rect, state.block()) else { continue };
                ground.cost[cell] = ground.cost[cell].max(cost);
                if cost == DANGER && matches!(state.category(&sprite), Category::Npc | Category::Movable) {
                    for step in ground.steps() {
                        if let Some(near) = ground.beside(cell, *step) {
                            ground.cost[near] = ground.cost[near].max(NEAR_DANGER);
                        }
                    }
                }
            }
        }
        for &(gate, exit) in &self.powers.portals {
            for from in cells(state, &ground, gate) {
                ground.portals.extend(cells(state, &ground, exit).into_iter().map(|to| (from, to)));
                if ground.portals.len() > MOST_PORTALS {
                    ground.portals.truncate(MOST_PORTALS);
                    return ground;
                }
            }
        }
        ground
    }

    /// Whether the avatar would do away with what must not become fewer.
    fn spoils(&self, state: &State, player: usize, t: TypeId) -> bool {
        let means = self.powers.means.iter().filter(|m| m.removes && m.actor == Actor::Avatar);
        means.into_iter().any(|m| is_a(state.image().program(), t, m.target)) && keeps(state, player, t)
    }

    /// Ways to do away with sprites of a type by going there or shooting.
    fn removers(&self, state: &State, t: TypeId) -> impl Iterator<Item = &Means> {
        let program = state.image().program();
        let near = |m: &&Means| matches!(m.actor, Actor::Avatar | Actor::Shot(_));
        self.powers.means.iter().filter(|m| m.removes).filter(near).filter(move |m| is_a(program, t, m.target))
    }

    /// How many of the things that something needs are not held.
    fn missing(&self, state: &State, player: usize, means: &Means) -> usize {
        means.needs.iter().filter(|need| held(state, player, need.what) < need.amount).count()
    }

    /// Plans something; `None` if it cannot be brought about.
    fn want(&mut self, state: &State, player: usize, what: What, depth: usize) -> Option<usize> {
        let program = state.image().program();
        if depth > DEEPEST || self.wants.len() >= MOST_WANTS {
            return None;
        }
        let serves = |m: &Means| match what {
            What::Few(t, _) => m.removes && (is_a(program, m.target, t) || is_a(program, t, m.target)),
            What::Gone(t, _) => m.removes && is_a(program, t, m.target),
            What::Many(t, _) => m.makes.iter().any(|&made| is_a(program, made, t)),
            What::Held(t, ..) => m.gives.is_some_and(|(r, _)| r == t),
        };
        let means: Vec<Means> = self.powers.means.iter().filter(|m| serves(m)).cloned().collect();
        let mut best: Option<(f64, Vec<Want>)> = None;
        let start = self.wants.len();
        for means in means {
            let Some(top) = self.by(state, player, what, &means, depth) else {
                self.wants.truncate(start);
                continue;
            };
            let cost = self.cost(state, player, top) + self.nearest(&self.wants[top]);
            let tail = self.wants.split_off(start);
            if best.as_ref().is_none_or(|b| cost < b.0) {
                best = Some((cost, tail));
            }
        }
        let (_, tail) = best?;
        self.wants.extend(tail);
        Some(start)
    }

    /// Plans something by given means.
    fn by(&mut self, state: &State, player: usize, what: What, means: &Means, depth: usize) -> Option<usize> {
        self.effort = self.effort.checked_sub(1)?;
        let me = self.wants.len();
        self.wants.push(Want { what, first: Vec::new(), far: Vec::new(), push: None });
        let mut first = Vec::new();
        for &Need { what, amount, paid } in &means.needs {
            let held_now = held(state, player, what) >= amount;
            let what = What::Held(what, amount, paid);
            match self.want(state, player, what, depth + 1) {
                Some(want) => first.push(want),
                // What is held already may be lost again.
                None if held_now => {
                    first.push(self.wants.len());
                    self.wants.push(Want { what, first: Vec::new(), far: Vec::new(), push: None });
                }
                None => return None,
            }
        }
        let targets = match what {
            What::Gone(_, cell) => vec![cell],
            _ => cells(state, &self.ground, means.target),
        };
        if targets.is_empty() {
            // It must come first, and is then met wherever that is.
            first.push(self.want(state, player, What::Many(means.target, 1), depth + 1)?);
        }
        match means.actor {
            Actor::Avatar | Actor::Shot(_) => {
                let shoots = means.actor != Actor::Avatar;
                let places = if shoots { self.lines(state, &targets) } else { targets };
                self.wants[me].far = self.ground.distances(&places);
                // What is in the way comes first, and is paid first.
                if let Some(barrier) = self.clear(state, player, me, depth) {
                    first.insert(0, barrier);
                }
            }
            Actor::Pushed(kind) => {
                let pushes = self.ground.pushes(&targets);
                self.wants[me].far = self.behind(state, kind, &pushes)?;
                self.wants[me].push = Some((kind, pushes));
            }
            Actor::Other(kind) => {
                // It acts by itself; it may have to be made.
                first.push(self.want(
                    state,
                    player,
                    What::Many(kind, count(state, kind).saturating_add(1)),
                    depth + 1,
                )?);
            }
        }
        self.wants[me].first = first;
        Some(me)
    }

    /// What stands in the way to where something can be done: the first of it, if it needs something that is missing.
    fn clear(&mut self, state: &State, player: usize, me: usize, depth: usize) -> Option<usize> {
        let program = state.image().program();
        let way = self.ground.way(self.here, &self.wants[me].far);
        let barred = |&cell: &usize| self.ground.cost[cell] > BARRED && self.wants[me].far[cell] > 0;
        let barriers: Vec<usize> = way.into_iter().filter(barred).take(MOST_BARRIERS).collect();
        for cell in barriers {
            for t in (0..program.types.len()).map(|i| TypeId(i as u16)) {
                let contact = self.powers.contacts[t.index()].clone();
                if !(contact.stops || contact.unless.is_some()) || !cells(state, &self.ground, t).contains(&cell) {
                    continue;
                }
                let what = match contact.unless {
                    Some((r, n)) => What::Held(r, n, 0),
                    None => What::Gone(t, cell),
                };
                if let Some(want) = self.want(state, player, what, depth + 1) {
                    return Some(want);
                }
            }
        }
        None
    }

    /// Cells from which a shot in one of four directions hits one of some cells.
    fn lines(&self, state: &State, targets: &[usize]) -> Vec<usize> {
        let program = state.image().program();
        let mut screened = vec![false; self.ground.cost.len()];
        for t in (0..program.types.len()).filter(|&i| self.powers.screens[i]).map(|i| TypeId(i as u16)) {
            state
                .sprites_of(t)
                .filter_map(|s| self.ground.cell(s.rect, state.block()))
                .for_each(|c| screened[c] = true);
        }
        let mut lines = Vec::new();
        for &target in targets {
            for &step in &[(0, -1), (-1, 0), (0, 1), (1, 0)] {
                let next = |&cell: &usize| self.ground.beside(cell, step).filter(|&c| !screened[c]);
                let line = std::iter::successors(next(&target), next).take(RANGE);
                lines.extend(line.filter(|&c| self.ground.cost[c] != FAR));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Distances from where one has to stand to push something of a family the right way: those that are nearest their goal.
    fn behind(&self, state: &State, kind: TypeId, pushes: &[u32]) -> Option<Vec<u32>> {
        let pushed = cells(state, &self.ground, kind);
        let least = pushed
            .iter()
            .filter(|&&c| pushes[c] != FAR && pushes[c] > 0)
            .min_by_key(|&&c| pushes[c].saturating_mul(2).saturating_add(self.reach[c]))?;
        let mut stands = Vec::new();
        for &(dx, dy) in &[(0, -1), (-1, 0), (0, 1), (1, 0)] {
            if let (Some(to), Some(stand)) =
                (self.ground.beside(*least, (dx, dy)), self.ground.beside(*least, (-dx, -dy)))
                && pushes[to] < pushes[*least]
                && self.ground.cost[stand] != FAR
            {
                stands.push(stand);
            }
        }
        let mut ground = self.ground.clone();
        ground.cost[*least] = FAR;
        (!stands.is_empty()).then(|| ground.distances(&stands))
    }

    fn nearest(&self, want: &Want) -> f64 {
        want.far.get(self.here).map_or(0.0, |&far| f64::from(far.min(10_000)))
    }

    /// How much is missing of what is wanted.
    fn lacks(&self, state: &State, player: usize, what: What, bill: &mut Bill) -> i32 {
        match what {
            What::Few(t, n) => count(state, t).saturating_sub(n).max(0),
            What::Many(t, n) => n.saturating_sub(count(state, t)).max(0),
            What::Held(t, n, paid) => {
                let due = bill.add(t, paid);
                due.saturating_add(n).saturating_sub(held(state, player, t)).clamp(0, n.max(0))
            }
            What::Gone(t, cell) => {
                let mut at = state.sprites_of(t).filter_map(|s| self.ground.cell(s.rect, state.block()));
                i32::from(at.any(|c| c == cell))
            }
        }
    }

    /// What it costs, in cells, to bring something about, without the way to where it is done. Calls `open` with each thing
    /// wanted that can be done at once.
    fn tally(&self, state: &State, player: usize, i: usize, bill: &mut Bill, open: &mut dyn FnMut(usize)) -> f64 {
        let want = &self.wants[i];
        let lacks = self.lacks(state, player, want.what, bill);
        if lacks == 0 {
            return 0.0;
        }
        let first: f64 = want.first.iter().map(|&i| self.tally(state, player, i, bill, open)).sum();
        if first == 0.0 {
            open(i);
        }
        f64::from(lacks) * self.step + first
    }

    /// What it costs to bring everything about that is wanted.
    fn tally_all(&self, state: &State, player: usize, open: &mut dyn FnMut(usize)) -> f64 {
        let mut bill = Bill::default();
        self.top.iter().map(|&i| self.tally(state, player, i, &mut bill, open)).sum()
    }

    fn cost(&self, state: &State, player: usize, want: usize) -> f64 {
        self.tally(state, player, want, &mut Bill::default(), &mut |_| {})
    }

    /// What is left to do, in things wanted: less is better.
    pub(super) fn work(&self, state: &State, player: usize) -> f64 {
        if self.top.is_empty() {
            return 0.0;
        }
        let Some(avatar) = state.avatar_sprite(player) else { return 0.0 };
        let cell = self.ground.cell(avatar.rect, state.block());
        let mut way = f64::INFINITY;
        let mut open = |i: usize| {
            let want = &self.wants[i];
            let far = match (&want.push, cell) {
                (_, None) => FAR,
                (None, Some(cell)) => want.far.get(cell).copied().unwrap_or(0),
                (Some((kind, pushes)), Some(cell)) => self.pushing(state, *kind, pushes, &want.far, cell),
            };
            way = way.min(f64::from(far.min(1 << 20)));
        };
        let work = self.tally_all(state, player, &mut open);
        let way = if way.is_finite() { way.min(self.step * 0.95) } else { 0.0 };
        (work + way) / self.step
    }

    /// How far it is to push the nearest of a family where it belongs.
    fn pushing(&self, state: &State, kind: TypeId, pushes: &[u32], stand: &[u32], cell: usize) -> u32 {
        let mut least = FAR;
        for t in members(state.image().program(), kind) {
            for at in state.sprites_of(t).filter_map(|s| self.ground.cell(s.rect, state.block())) {
                least = least.min(pushes[at]);
            }
        }
        // Whoever stands right to push is nearer than any other.
        least.saturating_mul(3).saturating_add(stand.get(cell).copied().unwrap_or(FAR).min(1000))
    }

    /// The action that leads towards what can be done at once.
    pub(super) fn hint(&self, state: &State, player: usize) -> Option<Action> {
        let cell = self.ground.cell(state.avatar_sprite(player)?.rect, state.block())?;
        let mut found: Option<(u32, usize)> = None;
        let mut open = |i: usize| {
            let Some(&far) = self.wants[i].far.get(cell) else { return };
            if found.is_none_or(|(least, _)| far < least) {
                found = Some((far, i));
            }
        };
        self.tally_all(state, player, &mut open);
        let (far, i) = found?;
        let want = &self.wants[i];
        let toward = |to: &[u32], from: u32| {
            let actions = state.actions(player).iter().filter_map(|&a| Some((a, step(a)?)));
            let next = actions.filter_map(|(a, step)| Some((to[self.ground.beside(cell, step)?], a)));
            next.filter(|&(d, _)| d < from).min_by_key(|&(d, _)| d).map(|(_, a)| a)
        };
        match &want.push {
            // Behind it: push.
            Some((_, pushes)) if far == 0 => {
                let actions = state.actions(player).iter().filter_map(|&a| Some((a, step(a)?)));
                let pushing = actions.filter_map(|(a, step)| {
                    let at = self.ground.beside(cell, step)?;
                    Some((pushes[at], pushes[self.ground.beside(at, step)?], a))
                });
                pushing.filter(|&(from, to, _)| to < from).min_by_key(|&(_, to, _)| to).map(|(.., a)| a)
            }
            _ => toward(&want.far, far),
        }
    }
}

/// What a termination that wins wants to be different.
fn goals(state: &State, end: &End, limit: i32) -> Vec<What> {
    match *end {
        End::SpriteCounter { stype } => vec![What::Few(stype, limit)],
        End::SpriteCounterMore { stype } => vec![What::Many(stype, limit)],
        End::MultiSpriteCounter { stype1, stype2, stype3, .. } => {
            let all = [stype1, stype2, stype3].into_iter().flatten();
            let sum: i32 = all.clone().map(|t| count(state, t)).fold(0, i32::saturating_add);
            let more = |t: TypeId| What::Many(t, count(state, t).saturating_add(limit.saturating_sub(sum)));
            let fewer = |t: TypeId| What::Few(t, count(state, t).saturating_sub(sum.saturating_sub(limit)).max(0));
            if sum < limit { all.map(more).collect() } else { all.map(fewer).collect() }
        }
        End::MultiSpriteCounterSubTypes { .. } | End::StopCounter { .. } | End::Timeout { .. } => Vec::new(),
    }
}

/// Whether a player loses when there are too few of a type.
fn keeps(state: &State, player: usize, t: TypeId) -> bool {
    let program = state.image().program();
    let loses = program.ends.iter().filter(|e| !e.win.get(player).copied().unwrap_or(false));
    loses.into_iter().any(|e| matches!(e.end, End::SpriteCounter { stype } if is_a(program, t, stype)))
}

/// What the avatar of a player holds of something.
fn held(state: &State, player: usize, resource: TypeId) -> i32 {
    let avatar = state.avatar_sprite(player);
    avatar.and_then(|a| a.resources().find(|r| r.0 == resource)).map_or(0, |r| r.1)
}

/// The cells in which sprites of a family are.
fn cells(state: &State, ground: &Ground, family: TypeId) -> Vec<usize> {
    let all = members(state.image().program(), family).flat_map(|t| state.sprites_of(t));
    all.filter_map(|s| ground.cell(s.rect, state.block())).collect()
}

/// Where an action leads.
fn step(action: Action) -> Option<(isize, isize)> {
    Some(match action {
        Action::Up => (0, -1),
        Action::Left => (-1, 0),
        Action::Down => (0, 1),
        Action::Right => (1, 0),
        Action::UpLeft => (-1, -1),
        Action::UpRight => (1, -1),
        Action::DownLeft => (-1, 1),
        Action::DownRight => (1, 1),
        Action::Nil | Action::Use | Action::Escape => return None,
    })
}
