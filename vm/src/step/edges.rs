//! Step 6: rules of sprites that left the screen.

use super::collide::apply;
use super::{Flow, Frame, Hit, update};
use crate::probe::Part;
use crate::state::{Cause, Rect};

/// Runs all edges. A type with several lines has several entries, each with all its rules; so they run that many times.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    if vm.w.outside == 0 && !im.faulty_edges {
        return Ok(());
    }
    let screen = Rect { x: 0, y: 0, w: vm.board.width, h: vm.board.height };
    for edge in &im.program.edges {
        let Some(on) = edge.on.0 else {
            return Err(vm.fault(Cause::UndeclaredType));
        };
        for &rule in &edge.rules {
            if !im.rule(rule).enabled {
                continue;
            }
            vm.rule = Some(rule);
            vm.begin(Part::Rule(rule), |vm| {
                im.kind(on).family.iter().map(|t| vm.w.groups[t.index()].outside as u64).sum()
            });
            for &kind in &im.kind(on).family {
                if vm.w.groups[kind.index()].outside == 0 {
                    continue;
                }
                let tail = vm.w.groups[kind.index()].tail;
                let mut next = vm.w.first_of(kind);
                while let Some(slot) = next {
                    if !screen.contains(vm.w.body[slot.index()].rect) && update::is_live(vm, slot) {
                        vm.rouse_all();
                        vm.actor = Some(slot);
                        apply(vm, Hit { rule, a: Some(slot), b: None })?;
                        if vm.w.groups[kind.index()].tail != tail {
                            // The list that is being walked has grown: the reference engine logs that and leaves it.
                            vm.message();
                            break;
                        }
                    }
                    next = vm.w.next_of(slot);
                }
            }
        }
    }
    vm.rule = None;
    vm.actor = None;
    Ok(())
}
