//! Step 5: rules that wait for their tick.
//!
//! The queue is ordered by tick; among equals the one planned last comes first.

use super::collide::give_as_written;
use super::{Flow, Frame, Hit, update};
use crate::probe::Part;
use crate::program::RuleId;
use crate::program::verify::limits;
use crate::state::Cause;
use crate::state::world::{IN_TIME, Waiting};

/// Runs what is due.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    while let Some(&top) = vm.w.waiting.peek() {
        let postponed = vm.w.rules[usize::from(top.rule)].postponed;
        let next = if top.repeating && postponed != IN_TIME { postponed } else { top.next };
        if next > vm.w.tick {
            break;
        }
        vm.work(1)?;
        let mut due = top;
        vm.w.waiting.pop();
        vm.w.rules[usize::from(due.rule)].postponed = IN_TIME;
        let rule = RuleId(due.rule);
        if !im.rule(rule).enabled {
            continue;
        }
        vm.rouse_all();
        vm.rule = Some(rule);
        vm.begin(Part::Rule(rule), |vm| due.on.map_or(1, |on| vm.family_count(on)));
        // Run or not, one that repeats is planned from this tick.
        let planned = vm.w.tick.wrapping_add(due.timer);
        match due.on {
            None => {
                let hit = Hit { rule, a: None, b: None };
                if vm.allows(hit)? {
                    im.rule(rule).effect.run(vm, hit)?;
                    vm.note(hit);
                    give_as_written(vm, RuleId(due.scored_as), false)?;
                }
            }
            Some(on) => {
                for &kind in &im.kind(on).family {
                    let mut next = vm.w.first_of(kind);
                    while let Some(slot) = next {
                        vm.work(1)?;
                        let tail = vm.w.groups[kind.index()].tail;
                        if update::is_live(vm, slot) {
                            vm.actor = Some(slot);
                            let hit = Hit { rule, a: Some(slot), b: None };
                            if vm.allows(hit)? {
                                im.rule(rule).effect.run(vm, hit)?;
                                vm.note(hit);
                                give_as_written(vm, rule, true)?;
                            }
                        }
                        if vm.w.groups[kind.index()].tail != tail {
                            return Err(vm.fault(Cause::MadeOwnType));
                        }
                        next = vm.w.next_of(slot);
                    }
                }
                vm.actor = None;
            }
        }
        if due.repeating {
            due.next = planned;
            plan(vm, due)?;
        }
    }
    vm.rule = None;
    Ok(())
}

/// Puts a rule in the queue, before those of the same tick.
pub(crate) fn plan(vm: &mut Frame<'_>, mut waiting: Waiting) -> Flow {
    if vm.w.waiting.len() >= limits::WAITING {
        return Err(vm.fault(Cause::TooManyTimers));
    }
    waiting.turn = vm.w.planned;
    vm.w.planned += 1;
    vm.w.waiting.push(waiting);
    Ok(())
}
