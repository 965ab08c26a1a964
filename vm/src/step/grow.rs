//! Step 9: growers, a class of our own.
//!
//! They act when all meetings are over and the killed are gone: while an avatar moves it stands in the wall that it is about
//! to dig, and its own cell looks free.

use super::{Flow, Frame, update};
use crate::image::Grower;
use crate::probe::Part;
use crate::state::Rect;
use crate::state::world::{NONE, Slot};

/// All growers alive take turns, in order of creation.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let im = vm.im;
    match im.growers.as_slice() {
        [] => Ok(()),
        [only] => one_type(vm, only),
        several => many_types(vm, several),
    }
}

fn one_type(vm: &mut Frame<'_>, grower: &Grower) -> Flow {
    let group = &vm.w.groups[grower.kind.index()];
    let (mut next, last, count) = (group.head, group.tail, group.count);
    vm.begin(Part::Type(grower.kind), |_| count as u64);
    vm.work(count as usize)?;
    while next != NONE {
        let slot = Slot(next);
        turn(vm, grower, slot)?;
        // What is made in this step comes behind.
        next = if slot.0 == last { NONE } else { vm.w.links.own(slot.index()).next };
    }
    vm.actor = None;
    vm.begin(Part::Rest, |_| 0);
    Ok(())
}

/// Several lists, taken together by the ids of their sprites.
fn many_types(vm: &mut Frame<'_>, growers: &[Grower]) -> Flow {
    let mut order = std::mem::take(&mut vm.w.scratch.found);
    order.clear();
    for (i, grower) in growers.iter().enumerate() {
        let mut next = vm.w.groups[grower.kind.index()].head;
        while next != NONE {
            let id = u64::from(vm.w.body.own(next as usize).id);
            order.push((id << 32 | i as u64, next));
            next = vm.w.links.own(next as usize).next;
        }
    }
    order.sort_unstable();
    let mut done = vm.work(order.len());
    for &(key, slot) in &order {
        if done.is_err() {
            break;
        }
        let grower = &growers[(key & u64::from(u32::MAX)) as usize];
        vm.begin(Part::Type(grower.kind), |_| 1);
        done = turn(vm, grower, Slot(slot));
    }
    vm.w.scratch.found = order;
    vm.actor = None;
    vm.begin(Part::Rest, |_| 0);
    done
}

/// One draw; another if it grows.
#[inline]
fn turn(vm: &mut Frame<'_>, grower: &Grower, slot: Slot) -> Flow {
    if grower.births > 0 && vm.w.mind[slot.index()].memory[0] >= grower.births {
        return Ok(());
    }
    if vm.w.rng.next_double() < grower.prob { grow(vm, grower, slot) } else { Ok(()) }
}

fn grow(vm: &mut Frame<'_>, grower: &Grower, slot: Slot) -> Flow {
    let (board, rect) = (vm.board, vm.w.body.own(slot.index()).rect);
    let (column, row) = (board.column(rect.x), board.row(rect.y));
    let mut free = [(0, 0); 8];
    let mut n = 0;
    for &(dx, dy) in grower.around {
        let (column, row) = (column + dx, row + dy);
        let on_level = (0..board.columns).contains(&column) && (0..board.rows).contains(&row);
        if on_level && is_free(vm, grower, column, row) {
            free[n] = (column, row);
            n += 1;
        }
    }
    if n == 0 {
        return Ok(());
    }
    let (column, row) = free[vm.w.rng.next_int(n as i32) as usize % n];
    vm.actor = Some(slot);
    if vm.add(grower.makes, column * board.block, row * board.block, false)?.is_some() {
        let births = &mut vm.w.mind[slot.index()].memory[0];
        *births = births.wrapping_add(1);
    }
    Ok(())
}

/// Whether a cell holds nothing but what is grown over. A killed avatar takes no room.
fn is_free(vm: &mut Frame<'_>, grower: &Grower, column: i32, row: i32) -> bool {
    let (board, cell) = (vm.board, vm.board.index(column, row));
    if vm.w.misfits == 0 && vm.w.cells[cell].all() == 0 {
        return true;
    }
    let place = Rect { x: column * board.block, y: row * board.block, w: board.block, h: board.block };
    vm.work_around(place);
    let mut free = true;
    vm.visit(place, u64::MAX, |slot| {
        let body = &vm.w.body[slot as usize];
        free &= grower.over[body.kind.index()] || !body.rect.intersects(place) || !update::is_live(vm, Slot(slot));
    });
    free
}
