//! Passes that make a program smaller without changing a play: program to program, one file a pass.
//!
//! What may not change is everything that can be seen of a play: every sprite with its id, scores and winners, the tick and
//! manner of the end, the number of random draws, the messages of the reference engine, the history of meetings, and what a
//! fault says. So a rule goes only where it can never run; one that runs without an effect stays, as its points, its
//! meetings and its faults are seen. Types are never removed or renumbered: their numbers are known outside.
//!
//! * `dead_rules`: rules that can never run
//! * `unpopulated`: what waits for sprites that can never exist
//! * `fold`: values that can be written in a shorter way
//! * `share`: equal rules become one
//! * `show`: what a pass changed, as lines of listings
//! * `reach`: which types can have sprites at all

pub(crate) mod dead_rules;
mod fold;
pub(crate) mod reach;
mod share;
mod show;
pub(crate) mod unpopulated;

use vgdl_vm::ontology::Effect;
use vgdl_vm::program::{Program, RuleId, verify};

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Does it; whether the program changed.
    run: fn(&mut Program) -> bool,
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[unpopulated::PASS, dead_rules::PASS, fold::PASS, share::PASS];

/// Most times that all passes run. Each round but the last removes something, and few rounds find more than the first did.
const ROUNDS: usize = 8;

/// Runs all passes until none changes anything. A program that the verifier refuses comes back as it was.
#[must_use]
pub fn optimise(mut program: Program) -> Program {
    if verify::verify(&program).is_ok() {
        run(&mut program);
    }
    program
}

/// What one run of a pass changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The pass.
    pub pass: Pass,
    /// The program it was given.
    pub before: Program,
    /// The program it made of that.
    pub after: Program,
}

/// Does what [`optimise`] does, and tells what each pass changed.
#[must_use]
pub fn changes(program: Program) -> Vec<Change> {
    let mut changes = Vec::new();
    if verify::verify(&program).is_err() {
        return changes;
    }
    let mut after = program;
    for _ in 0..ROUNDS {
        let found = changes.len();
        for &pass in PASSES {
            let before = after.clone();
            if (pass.run)(&mut after) {
                changes.push(Change { pass, before, after: after.clone() });
            }
        }
        if changes.len() == found {
            break;
        }
    }
    changes
}

/// Runs all passes on a verified program.
pub(crate) fn run(program: &mut Program) {
    for _ in 0..ROUNDS {
        // Every pass has its turn: no short cut.
        if PASSES.iter().fold(false, |changed, pass| (pass.run)(program) | changed) {
            continue;
        }
        break;
    }
}

/// Gives rules new numbers: `place[i]` is the new number of rule `i`, which `keep[i]` says to keep. Rules that go must not
/// be mentioned, but for those that have another's number.
fn renumber(program: &mut Program, keep: &[bool], place: &[RuleId]) {
    let mut kept = keep.iter().copied();
    program.rules.retain(|_| kept.next().unwrap_or(true));
    if let Some(debug) = &mut program.debug {
        let mut kept = keep.iter().copied();
        debug.rule_lines.retain(|_| kept.next().unwrap_or(true));
    }
    let new = |id: &mut RuleId| {
        if let Some(&place) = place.get(id.index()) {
            *id = place;
        }
    };
    program.pairs.iter_mut().flat_map(|p| &mut p.rules).for_each(new);
    program.edges.iter_mut().flat_map(|e| &mut e.rules).for_each(new);
    program.timers.iter_mut().for_each(|t| new(&mut t.rule));
    for rule in &mut program.rules {
        if let Effect::AddTimer(timer) = &mut rule.effect {
            new(&mut timer.rule);
        }
    }
}

/// Whether a rule that runs at set times also stands in a pair or an edge. Each run there puts off the next one in the queue
/// of timers, which is not put in order again: then what waits in the queue matters even if it does nothing.
fn postpones(program: &Program) -> bool {
    let mut timed = vec![false; program.rules.len()];
    program.timers.iter().for_each(|t| timed[t.rule.index()] = true);
    let mentions = program.pairs.iter().flat_map(|p| &p.rules).chain(program.edges.iter().flat_map(|e| &e.rules));
    mentions.into_iter().any(|id| timed[id.index()])
}

/// Removes rules that nothing mentions; whether there were any.
fn sweep(program: &mut Program) -> bool {
    let mut keep = vec![false; program.rules.len()];
    let mentions = program.pairs.iter().flat_map(|p| &p.rules).chain(program.edges.iter().flat_map(|e| &e.rules));
    let mut open: Vec<RuleId> = mentions.copied().chain(program.timers.iter().map(|t| t.rule)).collect();
    while let Some(id) = open.pop() {
        let (Some(kept), Some(rule)) = (keep.get_mut(id.index()), program.rules.get(id.index())) else { continue };
        if !std::mem::replace(kept, true)
            && let Effect::AddTimer(timer) = &rule.effect
        {
            open.push(timer.rule);
        }
    }
    if keep.iter().all(|&k| k) {
        return false;
    }
    let mut next = 0usize;
    let place: Vec<RuleId> = keep
        .iter()
        .map(|&k| {
            let id = RuleId(next as u16);
            next += usize::from(k);
            id
        })
        .collect();
    renumber(program, &keep, &place);
    true
}
