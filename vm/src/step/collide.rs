//! Step 7: rules of pairs of sprites, and how a rule is applied.
//!
//! The reference engine takes, for each rule, the first sprites in order; for each of them the second sprites that it meets
//! *now*, in order; and runs the effect on each that it still meets, as long as the first has not been killed. Sprites made
//! by the rule itself do not take part: their ids are past the `limit` noted at its start.
//!
//! Here meetings are found through what moved: two sprites can only have begun to share an area if one of them came or
//! moved, and those that shared one before are looked at again. Each meeting is filed under the pairs of types that have
//! rules for it, in the order in which rules run; when a rule moves or makes a sprite, its neighbours are looked at at once
//! and new meetings filed. So a frame in which nothing meets costs nothing here. What is filed may be stale: whether two
//! sprites still meet is asked when their turn comes.
//!
//! There are two exceptions. Sprites that stand on ground (platformers, walkers): whether they do is decided by sprites they
//! do not quite meet, so each of them looks at all sprites near it. And crowds: where a pair has too many meetings to write
//! down, each of its first sprites looks around itself, too.

use super::stall::place;
use super::{At, Flow, Frame, Hit};
use crate::image::{NO_RANK, NOT_TIMED, PairPlan};
use crate::probe::Part;
use crate::program::{RuleId, TypeId};
use crate::state::Cause;
use crate::state::Rect;
use crate::state::world::{Body, Late, Meeting, Meetings, NONE, Slot, flag};

/// Runs all pairs.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    if vm.w.touched.is_empty() && im.ground_pairs.is_empty() {
        vm.settle_stalled();
        return Ok(());
    }
    let mut meetings = std::mem::take(&mut vm.w.scratch.meetings);
    let mut met = std::mem::take(&mut vm.w.scratch.met);
    meetings.open(im.pairs.len());
    met.clear();
    vm.begin(Part::Meetings, |_| 0);
    let mut flow = look(vm, &mut meetings, &mut met);
    vm.meeting = true;
    if flow.is_err() || !met.is_empty() || !im.ground_pairs.is_empty() {
        if flow.is_ok() {
            flow = all_pairs(vm, &mut meetings, &mut met);
        }
        if flow.is_err() {
            meetings.clear();
            vm.w.scratch.fresh.clear();
        } else {
            vm.settle_stalled();
        }
        vm.meeting = false;
        // Those that still meet something have to be looked at again.
        for &slot in &met {
            let flags = &mut vm.w.body.own_mut(slot as usize).flags;
            let meets = *flags & flag::MET != 0;
            *flags &= !(flag::MET | flag::IN_MET);
            if meets {
                vm.touch(Slot(slot));
            }
        }
        vm.rule = None;
        vm.actor = None;
    } else {
        vm.settle_stalled();
    }
    vm.meeting = false;
    vm.w.scratch.meetings = meetings;
    vm.w.scratch.met = met;
    flow
}

/// Runs the pairs that have meetings, and those of sprites that stand on ground, in order.
fn all_pairs(vm: &mut Frame<'_>, meetings: &mut Meetings, met: &mut Vec<u32>) -> Flow {
    let im = vm.im;
    let mut grounds = im.ground_pairs.iter().copied().peekable();
    let mut pair = std::mem::take(&mut vm.w.scratch.pair);
    let mut flow = Ok(());
    let mut from = 0;
    loop {
        let at = match (meetings.next(from), grounds.peek().copied()) {
            (None, None) => break,
            (Some(m), Some(g)) => m.min(g),
            (Some(p), None) | (None, Some(p)) => p,
        };
        let plan = &im.pairs[at as usize];
        flow = if plan.grounds {
            grounds.next();
            from_first(vm, plan, at, &Rest::ALL, meetings, met)
        } else {
            let done = if meetings.take(at, &mut pair) {
                run_pair(vm, plan, at, &mut pair, meetings, met)
            } else {
                Ok(Some(Rest::ALL))
            };
            match done {
                Ok(None) => Ok(()),
                Ok(Some(rest)) => {
                    // Each looks around itself, whoever moves meanwhile: nobody may be left out.
                    vm.at = rest.at(at);
                    vm.rouse_all();
                    from_first(vm, plan, at, &rest, meetings, met)
                }
                Err(halt) => Err(halt),
            }
        };
        if flow.is_err() {
            break;
        }
        from = at as usize + 1;
    }
    vm.w.scratch.pair = pair;
    flow
}

/// What is left to do of a pair.
struct Rest {
    /// Rules before this one are done.
    rule: usize,
    /// Of this one, first sprites up to this place are done, and sprites from this id on take no part.
    begun: Option<(u64, u32)>,
}

impl Rest {
    const ALL: Rest = Rest { rule: 0, begun: None };

    /// Where it begins.
    fn at(&self, pair: u16) -> At {
        match self.begun {
            Some((first, _)) => At { pair: i32::from(pair), rule: self.rule as u32, first },
            None => At { pair: i32::from(pair) - 1, rule: u32::MAX, first: u64::MAX },
        }
    }
}

/// Runs the rules of a pair on its meetings; what is left to do where these get too many.
fn run_pair(
    vm: &mut Frame<'_>,
    plan: &PairPlan,
    at: u16,
    pair: &mut Vec<Meeting>,
    meetings: &mut Meetings,
    met: &mut Vec<u32>,
) -> Flow<Option<Rest>> {
    let im = vm.im;
    let mut found = std::mem::take(&mut vm.w.scratch.found);
    let mut late = std::mem::take(&mut vm.w.scratch.late);
    let mut flow = Ok(None);
    sort(pair);
    'rules: for (r, &rule) in plan.rules.iter().enumerate() {
        if !im.rule(rule).enabled || is_shielded(vm, plan, rule) {
            continue;
        }
        vm.rule = Some(rule);
        vm.begin(Part::Rule(rule), |_| pair.len() as u64);
        let limit = vm.w.next_id;
        let sorted = pair.len();
        let mut k = 0;
        // The next first sprite: of those known from the start, or of those that came in late.
        while let Some(Meeting { first, a, .. }) = earlier(pair[..sorted].get(k), late.peek()) {
            found.clear();
            let me = &vm.w.body[a as usize];
            let (id, rect) = (me.id, me.rect);
            while let Some(m) = pair[..sorted].get(k).filter(|m| m.first == first) {
                k += 1;
                let other = &vm.w.body[m.b as usize];
                // A meeting that is filed twice counts once.
                let twice = found.last().is_some_and(|&(_, b)| b == m.b);
                if !twice && other.id < limit && other.rect.intersects(rect) {
                    found.push((m.second, m.b));
                }
            }
            if late.peek().is_some_and(|m| m.0.first == first) {
                while let Some(m) = late.peek().filter(|m| m.0.first == first).map(|m| m.0) {
                    late.pop();
                    let other = &vm.w.body[m.b as usize];
                    if other.id < limit && other.rect.intersects(rect) {
                        found.push((m.second, m.b));
                    }
                }
                found.sort_unstable();
                found.dedup();
            }
            if found.is_empty() || id >= limit {
                continue;
            }
            vm.at = At { pair: i32::from(at), rule: r as u32, first };
            if let Err(halt) = meet(vm, Slot(a), rule, &mut found, false) {
                flow = Err(halt);
                break 'rules;
            }
            if !vm.w.scratch.fresh.is_empty() {
                if let Err(halt) = look_again(vm, at, meetings, met) {
                    flow = Err(halt);
                    break 'rules;
                }
                // Meetings of this very pair join in: those of first sprites still to come now, all of them for later rules.
                // Sprites that the rule has made take no part in it.
                let known = pair.len();
                if !meetings.join(at, pair) {
                    flow = Ok(Some(Rest { rule: r, begun: Some((first, limit)) }));
                    break 'rules;
                }
                let joins = |m: &&Meeting| m.first > first && (m.first as u32) < limit && (m.second as u32) < limit;
                late.extend(pair[known..].iter().filter(joins).map(|&m| Late(m)));
            }
        }
        if pair.len() > sorted {
            sort(pair);
        }
    }
    late.clear();
    vm.w.scratch.late = late;
    vm.w.scratch.found = found;
    flow
}

/// The meeting that is looked at first.
#[inline]
fn earlier(known: Option<&Meeting>, late: Option<&Late>) -> Option<Meeting> {
    match (known, late) {
        (Some(m), Some(l)) => Some(if m.first <= l.0.first { *m } else { l.0 }),
        (Some(m), None) => Some(*m),
        (None, late) => late.map(|l| l.0),
    }
}

/// Puts the meetings of a pair in the order in which they are looked at.
fn sort(pair: &mut [Meeting]) {
    let place = |m: &Meeting| (m.first, m.second);
    if !pair.is_sorted_by_key(place) {
        pair.sort_unstable_by_key(place);
    }
}

#[inline]
fn is_shielded(vm: &Frame<'_>, pair: &PairPlan, rule: RuleId) -> bool {
    let effect = vm.im.codes[rule.index()];
    vm.w.shields.iter().any(|s| s.first == pair.first && s.second == pair.second && s.effect == effect)
}

/// Looks at the neighbours of all sprites that came, moved or met others since the last tick, and files their meetings.
fn look(vm: &mut Frame<'_>, meetings: &mut Meetings, met: &mut Vec<u32>) -> Flow {
    let mut k = 0;
    while let Some(&slot) = vm.w.touched.get(k) {
        k += 1;
        look_around(vm, slot, Rect::default(), 0, meetings, met)?;
    }
    vm.w.touched.clear();
    Ok(())
}

/// Looks at the neighbours of all sprites that came or moved while meetings were looked at, and files their new meetings:
/// those of pairs from `from` on.
fn look_again(vm: &mut Frame<'_>, from: u16, meetings: &mut Meetings, met: &mut Vec<u32>) -> Flow {
    let mut k = 0;
    while let Some(&(slot, old)) = vm.w.scratch.fresh.get(k) {
        k += 1;
        look_around(vm, slot, old, from, meetings, met)?;
    }
    vm.w.scratch.fresh.clear();
    Ok(())
}

/// Files the meetings of a sprite, but for those it met where it was.
fn look_around(
    vm: &mut Frame<'_>,
    slot: u32,
    old: Rect,
    from: u16,
    meetings: &mut Meetings,
    met: &mut Vec<u32>,
) -> Flow {
    vm.work(1)?;
    let body = vm.w.body.own_mut(slot as usize);
    body.flags &= !flag::TOUCHED;
    // The slot may be free, or have another sprite by now.
    if body.flags & (flag::GONE | flag::IN_CELL) != flag::IN_CELL {
        return Ok(());
    }
    let me = *body;
    let kind = vm.im.kind(me.kind);
    let wanted = kind.partners & vm.w.present;
    if wanted == 0 {
        return Ok(());
    }
    let small = vm.fits(&me) && vm.all_small();
    if !small && !vm.work_around(me.rect) {
        return vm.work(1);
    }
    let mut noticed = std::mem::take(&mut vm.w.scratch.noticed);
    let mut any = false;
    let mut seen = 0;
    let mut meet = |other: u32| {
        seen += 1;
        if other == slot {
            return;
        }
        let you = &vm.w.body[other as usize];
        if you.flags & flag::STALLED != 0
            && you.bit() & wanted != 0
            && you.may_be_in(me.rect)
            && vm.notices(kind, you, other)
        {
            noticed.push(other);
        }
        if !you.rect.intersects(me.rect) {
            return;
        }
        let all = vm.im.meets(kind, you.kind);
        any |= !all.is_empty();
        // Where both have moved, the other's old place is what they might not have shared.
        if you.rect.intersects(old) && you.flags & flag::TOUCHED == 0 {
            return;
        }
        for meets in all {
            if meets.pair < from {
                continue;
            }
            let mine = place(meets.rank, me.id);
            let yours = place(meets.other_rank, you.id);
            let meeting = if meets.swapped {
                Meeting { first: yours, second: mine, a: other, b: slot }
            } else {
                Meeting { first: mine, second: yours, a: slot, b: other }
            };
            meetings.file(meets.pair, meeting);
        }
    };
    let mut look = |index: usize, covered: bool| {
        let ghost = vm.w.cells[index].ghost;
        if covered && ghost != NONE {
            meet(ghost);
        }
        vm.each_in(index, covered, wanted, &mut meet);
    };
    if small {
        let around = vm.around(vm.w.links.own(slot as usize).cell, me.flags);
        around.covered().iter().for_each(|&cell| look(cell as usize, true));
        around.others().iter().for_each(|&cell| look(cell as usize, false));
    } else {
        vm.each_cell(me.rect, look);
    }
    vm.left = vm.left.saturating_sub(seen);
    if any {
        let flags = &mut vm.w.body.own_mut(slot as usize).flags;
        if *flags & flag::IN_MET == 0 {
            met.push(slot);
        }
        *flags |= flag::MET | flag::IN_MET;
    }
    noticed.drain(..).for_each(|other| vm.rouse_one(Slot(other)));
    vm.w.scratch.noticed = noticed;
    Ok(())
}

/// Calls `found` with place and slot of each sprite of a family that shares an area with a rectangle.
#[inline]
fn scan(vm: &mut Frame<'_>, rect: Rect, family: TypeId, limit: u32, mut found: impl FnMut(u64, u32)) {
    if !vm.work_around(rect) {
        return;
    }
    let mut seen = 0;
    vm.visit(rect, u64::MAX, |slot| {
        seen += 1;
        let other = &vm.w.body[slot as usize];
        let rank = vm.im.rank(family, other.kind);
        if rank != NO_RANK && other.id < limit && other.rect.intersects(rect) {
            found(place(rank, other.id), slot);
        }
    });
    vm.left = vm.left.saturating_sub(seen);
}

/// Runs the rules of a pair whose first sprites look around themselves: takes them in order.
fn from_first(
    vm: &mut Frame<'_>,
    plan: &PairPlan,
    at: u16,
    rest: &Rest,
    meetings: &mut Meetings,
    met: &mut Vec<u32>,
) -> Flow {
    let im = vm.im;
    let mut found = std::mem::take(&mut vm.w.scratch.found);
    let mut flow = Ok(());
    'all: for (r, &rule) in plan.rules.iter().enumerate().skip(rest.rule) {
        let begun = rest.begun.filter(|_| r == rest.rule);
        if begun.is_none() && (!im.rule(rule).enabled || is_shielded(vm, plan, rule)) {
            continue;
        }
        vm.rule = Some(rule);
        vm.at = At { pair: i32::from(at), rule: 0, first: 0 };
        vm.begin(Part::Rule(rule), |vm| vm.family_count(plan.first));
        let (done, limit) = begun.map_or((None, vm.w.next_id), |(place, limit)| (Some(place), limit));
        for (rank, &kind) in im.kind(plan.first).family.iter().enumerate() {
            let stands = im.kind(kind).stands;
            let mut next = vm.w.first_of(kind);
            while let Some(a) = next.filter(|a| vm.w.body[a.index()].id < limit) {
                let Body { rect, id, .. } = vm.w.body[a.index()];
                if done.is_some_and(|done| place(rank as u16, id) <= done) {
                    next = vm.w.next_of(a);
                    continue;
                }
                if stands {
                    stand(vm, a, plan.second, limit, &mut found);
                } else {
                    found.clear();
                    scan(vm, rect, plan.second, limit, |place, slot| found.push((place, slot)));
                    found.retain(|&(_, b)| b != a.0);
                    found.sort_unstable();
                }
                flow = vm.work(1).and_then(|()| meet(vm, a, rule, &mut found, stands));
                if flow.is_err() {
                    break 'all;
                }
                next = vm.w.next_of(a);
            }
        }
    }
    vm.w.scratch.found = found;
    vm.begin(Part::Meetings, |_| 0);
    flow.and(look_again(vm, at.saturating_add(1), meetings, met))
}

/// What a sprite that stands on ground meets. Each sprite near it is asked in order, also those it does not quite meet: they
/// may be the ground it stands on.
fn stand(vm: &mut Frame<'_>, a: Slot, family: TypeId, limit: u32, out: &mut Vec<(u64, u32)>) {
    let rect = vm.w.body[a.index()].rect;
    out.clear();
    if rect.w <= 0 || rect.h <= 0 {
        return;
    }
    let reach = Rect { h: rect.h.saturating_add(GROUND), ..rect };
    let mut near = std::mem::take(&mut vm.w.scratch.near);
    near.clear();
    scan(vm, reach, family, limit, |key, slot| near.push((key, slot)));
    near.sort_unstable();
    for &(key, b) in &near {
        if b != a.0 && ground_intersects(vm, a, Slot(b)) {
            out.push((key, b));
        }
    }
    vm.w.scratch.near = near;
}

/// Pixels below its feet at which a platformer feels the ground.
const GROUND: i32 = 3;

/// Whether the two meet; and notes whether the second is ground under the first (GVGAI `VGDLSprite.groundIntersects`).
fn ground_intersects(vm: &mut Frame<'_>, a: Slot, b: Slot) -> bool {
    let (rect, last) = (vm.w.body[a.index()].rect, vm.w.body[a.index()].last);
    let (other, other_last) = (vm.w.body[b.index()].rect, vm.w.body[b.index()].last);
    let solid = vm.im.kind(vm.w.body[b.index()].kind).traits.solid;
    if solid && !vm.w.has(a, flag::GROUNDED) {
        let below = Rect { y: rect.y.wrapping_add(GROUND), ..rect };
        let higher = f64::from(other_last.y) > f64::from(last.y) + f64::from(rect.h / 2);
        let falling = rect.y > last.y;
        if below.intersects(other) && higher && falling {
            vm.w.set(a, flag::GROUNDED, true);
        }
    }
    rect.intersects(other)
}

/// Runs a rule on a first sprite and the second ones it meets.
fn meet(vm: &mut Frame<'_>, a: Slot, rule: RuleId, met: &mut [(u64, u32)], stands: bool) -> Flow {
    if met.is_empty() {
        return Ok(());
    }
    vm.actor = Some(a);
    if vm.im.rule(rule).in_batch {
        for &(_, b) in met.iter() {
            vm.rouse_one(Slot(b));
        }
        vm.rouse_one(a);
        return if vm.allows(Hit { rule, a: Some(a), b: None })? { batch(vm, a, rule, met) } else { Ok(()) };
    }
    for &(_, b) in met.iter() {
        let b = Slot(b);
        if vm.w.has(a, flag::KILLED) {
            return Ok(());
        }
        let meets = if stands {
            ground_intersects(vm, a, b)
        } else {
            vm.w.body[a.index()].rect.intersects(vm.w.body[b.index()].rect)
        };
        if meets {
            apply(vm, Hit { rule, a: Some(a), b: Some(b) })?;
        }
    }
    Ok(())
}

/// Runs a rule, then gives its points and counts its counters.
pub(crate) fn apply(vm: &mut Frame<'_>, hit: Hit) -> Flow {
    let im = vm.im;
    if !vm.allows(hit)? {
        return Ok(());
    }
    if im.timed[hit.rule.index()] != NOT_TIMED {
        return apply_timed(vm, hit);
    }
    if im.wide[hit.rule.index()] {
        vm.rouse_all();
    }
    for slot in [hit.a, hit.b].into_iter().flatten() {
        if !vm.w.has(slot, flag::STALLED) {
            continue;
        }
        if !im.puts_back[hit.rule.index()] {
            vm.rouse_one(slot);
        } else if Some(slot) == hit.a {
            // It is where its turn began.
            vm.note(hit);
            return Ok(());
        }
    }
    vm.work(1)?;
    im.rule(hit.rule).effect.run(vm, hit)?;
    vm.note(hit);
    let state = vm.w.rules[hit.rule.index()];
    if im.worthless[hit.rule.index()] && vm.w.counters.is_empty() {
        // No points and no counters: only that every player has an avatar is looked at.
        return if state.apply_score { vm.need_avatars() } else { Ok(()) };
    }
    give(vm, hit.rule, 1, state.apply_score, state.killing, state.count, state.count_else)
}

/// A rule with `TIME` that also stands in a pair: the reference engine runs it through its wrapper, which has points of its
/// own and plans its next run.
#[cold]
fn apply_timed(vm: &mut Frame<'_>, hit: Hit) -> Flow {
    vm.rouse_all();
    vm.work(1)?;
    vm.im.rule(hit.rule).effect.run(vm, hit)?;
    let timer = vm.im.timed[hit.rule.index()];
    if timer > 0 {
        // The queue is not put in order again.
        vm.w.rules[hit.rule.index()].postponed = vm.w.tick.wrapping_add(timer);
    }
    vm.note(hit);
    give_as_written(vm, hit.rule, true)
}

impl Frame<'_> {
    /// The reference engine looks at every player's avatar when points count, even if there are none.
    #[inline]
    fn need_avatars(&mut self) -> Flow {
        let players = usize::from(self.im.program.game.players);
        if self.w.players[..players].contains(&NONE) { Err(self.fault(Cause::NoAvatar)) } else { Ok(()) }
    }
}

/// Gives points and counts counters, `times` over.
fn give(
    vm: &mut Frame<'_>,
    rule: RuleId,
    times: i32,
    points: bool,
    killing: bool,
    count: bool,
    count_else: bool,
) -> Flow {
    let im = vm.im;
    let r = im.rule(rule);
    if points {
        let score = if killing { im.killing_score(rule) } else { &r.score };
        for player in 0..im.program.game.players as usize {
            // The reference engine looks at the avatar before the number, so an empty place is a fault even for no points.
            let avatar = vm.w.players[player];
            if avatar == NONE {
                return Err(vm.fault(Cause::NoAvatar));
            }
            let points = score.of(player).unwrap_or_else(|| {
                vm.message();
                0
            });
            let pilot = vm.w.mind[avatar as usize].memory[0] as usize;
            vm.w.pilots[pilot].score += i64::from(points) * i64::from(times);
        }
    }
    if !vm.w.counters.is_empty() {
        for (on, list) in [(count, &r.counter), (count_else, &r.counter_else)] {
            if on {
                for i in 0..vm.w.counters.len() {
                    let by = list.of(i).unwrap_or_else(|| {
                        vm.message();
                        0
                    });
                    vm.w.counters[i] = vm.w.counters[i].wrapping_add(by.wrapping_mul(times));
                }
            }
        }
    }
    Ok(())
}

/// Gives the points of a rule that runs at a set time. What the effect decided about its points does not reach them: the
/// reference engine asks the rule's wrapper, which has its own.
pub(crate) fn give_as_written(vm: &mut Frame<'_>, rule: RuleId, counters: bool) -> Flow {
    let r = vm.im.rule(rule);
    let (count, count_else) = (r.count && counters, r.count_else && counters);
    give(vm, rule, 1, r.apply_score, false, count, count_else)
}

/// Runs a rule on a first sprite and all second ones at once.
fn batch(vm: &mut Frame<'_>, a: Slot, rule: RuleId, met: &mut [(u64, u32)]) -> Flow {
    vm.work(met.len())?;
    let times = super::effects::bounce::batch(vm, a, rule, met)?;
    if vm.probe.is_some() {
        vm.note_batch(rule, a, met);
    }
    let state = vm.w.rules[rule.index()];
    give(vm, rule, times, state.apply_score, state.killing, state.count, state.count_else)
}
