//! Probes: what looks at a frame from within, a history or a profile.
//!
//! A frame without one asks whether there is one, once for each pair, type and phase that has something to do, and once for
//! each run of a rule, and nothing else.

use crate::observe::{self, History};
use crate::program::{RuleId, TypeId};
use crate::state::world::Slot;
use crate::step::{Frame, Hit};

/// What looks at a frame.
pub(crate) enum Probe<'a> {
    /// Meetings of avatars are noted.
    History(&'a mut History),
    /// Work is counted, and its time taken.
    Profile(&'a mut Profile),
}

/// What part of a frame time is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A rule: what it tests, its effect, and the search for new neighbours of what it moved.
    Rule(RuleId),
    /// The turns of the sprites of a type.
    Type(TypeId),
    /// The search for sprites that came to share an area.
    Meetings,
    /// Everything else: sprites removed, terminations tested.
    Rest,
}

/// What a part of a frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How often it was begun: each time took a look at the clock.
    pub begun: u64,
    /// Rules: how often sprites that might run it were looked at.
    pub tested: u64,
    /// Rules: how often its effect ran. Types: turns of their sprites.
    pub run: u64,
    /// Time by the clock of the profile.
    pub time: u64,
}

/// Where the time of a play goes: by rule, by sprite type and by what else a frame does. The virtual machine has no clock of
/// its own, so a profile is given one.
#[derive(Clone, Debug)]
pub struct Profile {
    clock: fn() -> u64,
    rules: Vec<Cost>,
    types: Vec<Cost>,
    meetings: Cost,
    rest: Cost,
    /// What is being done, and since when.
    now: Part,
    since: u64,
}

impl Profile {
    /// Nothing yet. `clock` tells the time, in units that are the caller's choice.
    #[must_use]
    pub fn new(clock: fn() -> u64) -> Self {
        let none = Cost::default();
        Self { clock, rules: Vec::new(), types: Vec::new(), meetings: none, rest: none, now: Part::Rest, since: 0 }
    }

    /// Costs of rules, by [`RuleId`]; rules from the end on that were never begun are left out.
    #[must_use]
    pub fn rules(&self) -> &[Cost] {
        &self.rules
    }

    /// Costs of the turns of sprites, by [`TypeId`]; types from the end on that never had a turn are left out.
    #[must_use]
    pub fn types(&self) -> &[Cost] {
        &self.types
    }

    /// Cost of a part.
    #[must_use]
    pub fn cost(&self, part: Part) -> Cost {
        match part {
            Part::Rule(rule) => self.rules.get(rule.index()).copied().unwrap_or_default(),
            Part::Type(kind) => self.types.get(kind.index()).copied().unwrap_or_default(),
            Part::Meetings => self.meetings,
            Part::Rest => self.rest,
        }
    }

    fn cost_mut(&mut self, part: Part) -> &mut Cost {
        let row = |rows: &'_ mut Vec<Cost>, i: usize| {
            if rows.len() <= i {
                rows.resize(i + 1, Cost::default());
            }
        };
        match part {
            Part::Rule(rule) => {
                row(&mut self.rules, rule.index());
                &mut self.rules[rule.index()]
            }
            Part::Type(kind) => {
                row(&mut self.types, kind.index());
                &mut self.types[kind.index()]
            }
            Part::Meetings => &mut self.meetings,
            Part::Rest => &mut self.rest,
        }
    }

    /// Time goes to another part from now on.
    fn turn_to(&mut self, part: Part) {
        let now = (self.clock)();
        let spent = now.saturating_sub(self.since);
        self.cost_mut(self.now).time += spent;
        self.cost_mut(part).begun += 1;
        (self.now, self.since) = (part, now);
    }

    /// A frame begins: the time since the last one is nobody's.
    pub(crate) fn open(&mut self) {
        self.since = (self.clock)();
        self.now = Part::Rest;
        self.rest.begun += 1;
    }

    /// A frame is over.
    pub(crate) fn close(&mut self) {
        let now = (self.clock)();
        self.cost_mut(self.now).time += now.saturating_sub(self.since);
        self.since = now;
    }
}

impl Frame<'_> {
    /// A part of the frame begins. `count` is asked only if anybody wants to know: how many sprites or meetings there are to
    /// look at.
    #[inline]
    pub(crate) fn begin(&mut self, part: Part, count: impl FnOnce(&Self) -> u64) {
        if self.probe.is_some() {
            let count = count(self);
            self.note_begin(part, count);
        }
    }

    #[cold]
    fn note_begin(&mut self, part: Part, count: u64) {
        let Some(Probe::Profile(profile)) = &mut self.probe else { return };
        if count == 0 && matches!(part, Part::Type(_)) {
            return;
        }
        profile.turn_to(part);
        let cost = profile.cost_mut(part);
        match part {
            Part::Rule(_) => cost.tested += count,
            Part::Type(_) => cost.run += count,
            Part::Meetings | Part::Rest => {}
        }
    }

    /// A rule has run.
    #[inline]
    pub(crate) fn note(&mut self, hit: Hit) {
        if self.probe.is_some() {
            self.note_run(hit);
        }
    }

    #[cold]
    fn note_run(&mut self, hit: Hit) {
        match self.probe.take() {
            Some(Probe::History(history)) => {
                if let (Some(a), Some(b)) = (hit.a, hit.b) {
                    observe::note(history, self, a, b);
                }
                self.probe = Some(Probe::History(history));
            }
            Some(Probe::Profile(profile)) => {
                profile.cost_mut(Part::Rule(hit.rule)).run += 1;
                self.probe = Some(Probe::Profile(profile));
            }
            None => {}
        }
    }

    /// A rule has run on a first sprite and these second ones at once: one run, as many meetings.
    #[cold]
    pub(crate) fn note_batch(&mut self, rule: RuleId, a: Slot, met: &[(u64, u32)]) {
        match self.probe.take() {
            Some(Probe::History(history)) => {
                for &(_, b) in met {
                    observe::note(history, self, a, Slot(b));
                }
                self.probe = Some(Probe::History(history));
            }
            Some(Probe::Profile(profile)) => {
                profile.cost_mut(Part::Rule(rule)).run += 1;
                self.probe = Some(Probe::Profile(profile));
            }
            None => {}
        }
    }

    /// Number of sprites of a family, for a probe.
    pub(crate) fn family_count(&self, kind: TypeId) -> u64 {
        u64::try_from(self.count(kind)).unwrap_or(0)
    }
}
