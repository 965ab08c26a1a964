//! Step 9: growers, a class of our own.
//!
//! They act when all meetings are over and the killed are gone: while an avatar moves it stands in the wall that it is about
//! to dig, and its own cell looks free.

use super::{Flow, Frame, update};
use crate::image::Grower;
use crate::probe::Part;
use crate::state::Rect;
use crate::state::world::{NONE, Slot};

/// All growers alive take turns, in order of creation: one draw each, another if it grows.
pub(crate) fn run(vm: &mut Frame<'_>) -> Flow {
    let Some(growers) = &vm.w.growers else { return Ok(()) };
    // What is made in this step comes behind.
    let last = growers.list.len();
    vm.work(last)?;
    // A profile books all of it on the first type.
    vm.begin(Part::Type(vm.im.growers[0].kind), |_| last as u64);
    let mut next = 0;
    while let Some((grower, slot)) = search(vm, &mut next, last) {
        grow(vm, grower, slot)?;
    }
    vm.actor = None;
    vm.begin(Part::Rest, |_| 0);
    vm.w.close_ranks();
    Ok(())
}

/// Draws for growers from a place of the list on, until one grows.
fn search<'i>(vm: &mut Frame<'i>, next: &mut usize, last: usize) -> Option<(&'i Grower, Slot)> {
    let list = vm.w.growers.as_ref().map_or(&[][..], |g| &g.list[..last]);
    let mut rng = vm.w.rng;
    let mut found = None;
    for &(slot, which) in &list[*next..] {
        *next += 1;
        if slot == NONE {
            continue;
        }
        let grower = &vm.im.growers[which as usize];
        if grower.births > 0 && vm.w.mind[slot as usize].memory[0] >= grower.births {
            continue;
        }
        if rng.next_53() < grower.threshold {
            found = Some((grower, Slot(slot)));
            break;
        }
    }
    vm.w.rng = rng;
    found
}

fn grow(vm: &mut Frame<'_>, grower: &Grower, slot: Slot) -> Flow {
    let (board, rect) = (vm.board, vm.w.body.own(slot.index()).rect);
    let (column, row) = (board.column(rect.x), board.row(rect.y));
    let mut free = [(0, 0); 8];
    let mut n = 0;
    for &(dx, dy) in grower.around {
        let (column, row) = (column + dx, row + dy);
        let on_level = (0..board.columns).contains(&column) && (0..board.rows).contains(&row);
        if on_level && is_free(vm, grower, column, row)? {
            free[n] = (column, row);
            n += 1;
        }
    }
    if n == 0 {
        return Ok(());
    }
    let (column, row) = free[vm.w.rng.next_int(n as i32) as usize];
    vm.actor = Some(slot);
    if vm.add(grower.makes, column * board.block, row * board.block, false)?.is_some() {
        let births = &mut vm.w.mind[slot.index()].memory[0];
        *births = births.wrapping_add(1);
    }
    Ok(())
}

/// Whether a cell holds nothing but what is grown over. A killed avatar takes no room.
fn is_free(vm: &mut Frame<'_>, grower: &Grower, column: i32, row: i32) -> Flow<bool> {
    let (board, cell) = (vm.board, vm.board.index(column, row));
    let here = &vm.w.cells[cell];
    if vm.w.misfits == 0 {
        if here.all() == 0 {
            return Ok(true);
        }
        // A stalled sprite is listed as scenery where it would step.
        if here.ghost == NONE && here.all() & grower.takes_room != 0 {
            return Ok(false);
        }
    }
    let place = Rect { x: column * board.block, y: row * board.block, w: board.block, h: board.block };
    if !vm.work_around(place) {
        return Ok(false);
    }
    let (mut free, mut seen) = (true, 0);
    vm.visit(place, u64::MAX, |slot| {
        seen += 1;
        let body = &vm.w.body[slot as usize];
        free &= grower.over[body.kind.index()] || !body.rect.intersects(place) || !update::is_live(vm, Slot(slot));
    });
    // Crowds of growers around crowds of sprites: each looks at each.
    vm.work(seen)?;
    Ok(free)
}
