//! Ways over a level: how far each cell is from the nearest of some.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use vgdl_vm::Rect;
use vgdl_vm::State;

/// Farther than any way.
pub(super) const FAR: u32 = u32::MAX;

/// Cost of entering each cell; [`FAR`] where nothing goes.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) cost: Vec<u32>,
    /// From a cell to where a portal in it leads, in cells, sorted.
    pub(super) portals: Vec<(usize, usize)>,
    pub(super) diagonals: bool,
}

/// Steps to the four neighbours, then to the others.
const STEPS: [(isize, isize); 8] = [(0, -1), (-1, 0), (0, 1), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Ground {
    /// Free ground of a state's size.
    pub(super) fn of(state: &State, diagonals: bool) -> Self {
        let (columns, rows) = state.grid();
        Self { columns, rows, cost: vec![1; columns * rows], portals: Vec::new(), diagonals }
    }

    /// The cell that holds the middle of a rectangle.
    pub(super) fn cell(&self, rect: Rect, block: i32) -> Option<usize> {
        let at = |from: i32, length: i32, cells: usize| {
            let middle = i64::from(from) + i64::from(length / 2);
            usize::try_from(middle.div_euclid(i64::from(block.max(1)))).ok().filter(|&i| i < cells)
        };
        Some(at(rect.y, rect.h, self.rows)? * self.columns + at(rect.x, rect.w, self.columns)?)
    }

    /// The cell next to another.
    pub(super) fn beside(&self, cell: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (cell % self.columns).checked_add_signed(dx).filter(|&x| x < self.columns)?;
        let y = (cell / self.columns).checked_add_signed(dy).filter(|&y| y < self.rows)?;
        Some(y * self.columns + x)
    }

    /// The directions in which one can go.
    pub(super) fn steps(&self) -> &'static [(isize, isize)] {
        if self.diagonals { &STEPS } else { &STEPS[..4] }
    }

    /// How far a walker has to go from each cell to the nearest of some. What it costs to enter these does not count.
    pub(super) fn distances(&self, to: &[usize]) -> Vec<u32> {
        let mut ways = self.ways(to);
        for &cell in to {
            ways[cell] = 0;
        }
        ways
    }

    fn ways(&self, to: &[usize]) -> Vec<u32> {
        let mut far = vec![FAR; self.cost.len()];
        let mut open = BinaryHeap::new();
        for &cell in to {
            far[cell] = 0;
            open.push(Reverse((0, cell)));
        }
        while let Some(Reverse((distance, cell))) = open.pop() {
            if distance > far[cell] {
                continue;
            }
            // Whoever comes from the neighbour enters this cell.
            let enter = if distance == 0 { 1 } else { self.cost[cell] };
            let next = distance.saturating_add(enter);
            if enter == FAR || next == FAR {
                continue;
            }
            let neighbours = self.steps().iter().filter_map(|&step| self.beside(cell, step));
            let gates = self.portals.iter().filter(|&&(_, exit)| exit == cell).map(|&(gate, _)| gate);
            for before in neighbours.chain(gates) {
                if next < far[before] {
                    far[before] = next;
                    open.push(Reverse((next, before)));
                }
            }
        }
        far
    }

    /// The way from a cell to the nearest of some, whose distances are given: the cells that are entered.
    pub(super) fn way(&self, from: usize, far: &[u32]) -> Vec<usize> {
        let (mut at, mut way) = (from, Vec::new());
        while far[at] != 0 && far[at] != FAR && way.len() < self.cost.len() {
            let neighbours = self.steps().iter().filter_map(|&step| self.beside(at, step));
            let exits = self.portals.iter().filter(|&&(gate, _)| gate == at).map(|&(_, exit)| exit);
            let cost = |cell: usize| far[cell].saturating_add(if far[cell] == 0 { 1 } else { self.cost[cell] });
            let Some(next) = neighbours.chain(exits).filter(|&n| far[n] < far[at]).min_by_key(|&n| cost(n)) else {
                break;
            };
            way.push(next);
            at = next;
        }
        way
    }

    /// How many pushes it takes to move something from each cell to the nearest of some, for who stands behind it.
    pub(super) fn pushes(&self, to: &[usize]) -> Vec<u32> {
        let mut far = vec![FAR; self.cost.len()];
        let mut open: std::collections::VecDeque<usize> = to.iter().copied().collect();
        to.iter().for_each(|&cell| far[cell] = 0);
        while let Some(cell) = open.pop_front() {
            for &(dx, dy) in &STEPS[..4] {
                // It came from there, pushed from one cell further.
                let Some(from) = self.beside(cell, (-dx, -dy)) else { continue };
                let Some(stand) = self.beside(from, (-dx, -dy)) else { continue };
                if far[from] == FAR && self.cost[from] != FAR && self.cost[stand] != FAR {
                    far[from] = far[cell] + 1;
                    open.push_back(from);
                }
            }
        }
        far
    }
}
