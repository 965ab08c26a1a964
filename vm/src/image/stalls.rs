//! Which types stall others, read off the rules (see `step::stall`).

use super::{Image, Kind, NOT_TIMED, updates_as_base};
use crate::ontology::effects::Alters;
use crate::ontology::{Class, Effect};
use crate::program::{RuleId, TypeId};

impl Kind {
    /// Whether the one thing its sprites do in a turn is to move by steps of the grid.
    fn may_stall(&self) -> bool {
        if self.avatar {
            return self.steps
                && self.class.is_ok_and(|c| {
                    matches!(
                        c,
                        Class::MovingAvatar
                            | Class::HorizontalAvatar
                            | Class::VerticalAvatar
                            | Class::OrientedAvatar
                            | Class::ShootAvatar
                            | Class::FlakAvatar
                    )
                });
        }
        !self.rests
            && self.turn >= 0
            && self.traits.physicstype == 0
            && self.traits.time_to_live < 0
            && self.class.is_ok_and(|c| c.is_a(Class::RandomNPC) || c == Class::RandomMissile || updates_as_base(c))
    }
}

impl Image {
    /// Notes which types stall others (see `step::stall`).
    pub(super) fn note_stalls(&mut self, alters: &[Alters]) {
        self.puts_back = (self.program.rules.iter().zip(&self.worthless).zip(&self.timed))
            .map(|((rule, worthless), &timed)| {
                matches!(&rule.effect, Effect::StepBack(p) if !p.pixel_perfect)
                    && rule.enabled
                    && rule.condition.is_none()
                    && !rule.in_batch
                    && *worthless
                    && timed == NOT_TIMED
            })
            .collect();
        let shields = self.program.rules.iter().any(|r| matches!(r.effect, Effect::ShieldFrom(_)));
        if shields || self.kinds.len() > 64 || self.program.game.counters != 0 {
            return;
        }
        // What rests and cannot be moved.
        let mut firm: Vec<bool> = self.kinds.iter().map(|k| k.rests).collect();
        // What may be stalled: nothing looks at its place but rules of pairs.
        let mut may: Vec<bool> = self.kinds.iter().map(|k| k.may_stall()).collect();
        let clear = |list: &mut [bool], family: &[TypeId]| family.iter().for_each(|t| list[t.index()] = false);
        let moves = |rule: &RuleId| alters[rule.index()].moves_first;
        for pair in &self.pairs {
            let (firsts, seconds) = (&self.kinds[pair.first.index()].family, &self.kinds[pair.second.index()].family);
            if pair.rules.iter().any(moves) {
                clear(&mut firm, firsts);
            }
            if pair.grounds {
                clear(&mut may, firsts);
                clear(&mut may, seconds);
            }
        }
        let on = self.program.edges.iter().filter_map(|e| Some((e.on.0?, e.rules.as_slice())));
        let timed = self.program.timers.iter().filter_map(|t| Some((t.on.0?, std::slice::from_ref(&t.rule))));
        for (on, rules) in on.chain(timed) {
            if rules.iter().any(moves) {
                clear(&mut firm, &self.kinds[on.index()].family);
            }
        }
        for kind in self.kinds.iter().filter(|k| k.class.is_ok_and(|c| c.is_a(Class::RandomNPC))) {
            for chased in std::iter::once(&kind.traits.stype).chain(&kind.traits.stype1).filter_map(|t| t.0) {
                clear(&mut may, &self.kinds[chased.index()].family);
            }
        }
        let puts_back: Vec<bool> = self
            .pairs
            .iter()
            .map(|p| !p.rules.is_empty() && p.rules.iter().all(|r| self.puts_back[r.index()]))
            .collect();
        let n = self.kinds.len();
        let types =
            |with: &dyn Fn(usize) -> bool| (0..n).filter(|&b| with(b)).fold(0, |all, b| all | self.kinds[b].bit);
        let stops: Vec<(u64, u64)> = (0..n)
            .map(|a| {
                let kind = &self.kinds[a];
                if !may[a] || kind.partners == 0 {
                    return (0, 0);
                }
                // Every rule they have puts the one back; two of one type put each other back, one after the other.
                let put_back = |b: usize| {
                    let meets = self.meets(kind, TypeId(b as u16));
                    !meets.is_empty() && meets.iter().all(|m| (!m.swapped || a == b) && puts_back[usize::from(m.pair)])
                };
                (types(&|b| firm[b] && put_back(b)), types(&|b| may[b] && put_back(b)))
            })
            .collect();
        let (all_stops, all_leaned_on) = stops.iter().fold((0, 0), |all, s| (all.0 | s.0, all.1 | s.1));
        for (kind, (stalled_by, leans_on)) in self.kinds.iter_mut().zip(stops) {
            (kind.stalled_by, kind.leans_on) = (stalled_by, leans_on);
            kind.leaned_on = kind.bit & all_leaned_on != 0;
            kind.stops = kind.bit & all_stops != 0;
            kind.sleeps = stalled_by != 0 && !kind.avatar && kind.class.is_ok_and(updates_as_base);
        }
        let sleepers = self.kinds.iter().filter(|k| k.sleeps).fold(0, |all, k| all | k.leans_on);
        for kind in &mut self.kinds {
            kind.carries_sleepers = kind.bit & sleepers != 0;
        }
    }
}
