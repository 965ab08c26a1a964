//! The path finder: first steps of shortest paths between cells, as the reference engine breaks ties (GVGAI
//! `tools.pathfinder`).
//!
//! Parents are decided by the order in which equal costs leave a binary heap; the heap is that of `java.util.PriorityQueue`.
//! Paths are found once for a level, from where things stood at its start, and kept by a key that confuses cells beyond the
//! hundredth; both are part of the behaviour.

use std::sync::OnceLock;

use crate::ontology::Dir;

/// Paths of a level.
#[derive(Debug)]
pub(crate) struct Paths {
    columns: i32,
    rows: i32,
    /// By cell, row by row: whether nothing may pass.
    blocked: Box<[bool]>,
    /// Whether only left and right are neighbours.
    sideways: bool,
    /// By cell: the search from it, made when it is first asked for.
    found: Box<[OnceLock<Search>]>,
}

/// Everything reachable from a cell.
#[derive(Debug)]
struct Search {
    /// By cell: number in [`Dir::BASE`] of the first step, or `NO_PATH`.
    first: Box<[u8]>,
    /// Cells in the order in which they were reached.
    order: Box<[u32]>,
}

const NO_PATH: u8 = u8::MAX;

impl Paths {
    /// A map. `sideways`: the avatar has exactly three actions, and paths then go left and right only.
    pub(crate) fn new(columns: i32, rows: i32, blocked: Box<[bool]>, sideways: bool) -> Self {
        let found = blocked.iter().map(|_| OnceLock::new()).collect();
        Self { columns, rows, blocked, sideways, found }
    }

    /// First step of the path from one place to another, both in pixels.
    pub(crate) fn first_step(&self, block: i32, from: (i32, i32), to: (i32, i32)) -> Option<Dir> {
        // Multiplied by the inverse, not divided: some cells come out one too low, as in the reference engine.
        let scale = 1.0 / f64::from(block);
        let id = |(x, y): (i32, i32)| {
            let x = (f64::from(x) * scale) as i32;
            let y = (f64::from(y) * scale) as i32;
            x.wrapping_mul(100).wrapping_add(y)
        };
        let key = id(from).wrapping_mul(10_000).wrapping_add(id(to));
        self.lookup(key)
    }

    /// The path kept under a key: the last one found of those that share it.
    fn lookup(&self, key: i32) -> Option<Dir> {
        if self.columns <= 100 && self.rows <= 100 {
            if key < 0 {
                return None;
            }
            let (from, to) = (key / 10_000, key % 10_000);
            return self.step(from / 100, from % 100, to / 100, to % 100);
        }
        // Sources were searched column by column; later ones replaced earlier ones.
        for x in (0..self.columns).rev() {
            for y in (0..self.rows).rev() {
                let rest = key.wrapping_sub(x.wrapping_mul(100).wrapping_add(y).wrapping_mul(10_000));
                if rest < 0 || rest > self.columns * 100 + self.rows {
                    continue;
                }
                let mut candidates = (0..self.columns)
                    .filter_map(|gx| {
                        let gy = rest - gx * 100;
                        (gy >= 0 && gy < self.rows && self.step(x, y, gx, gy).is_some())
                            .then(|| (gy * self.columns + gx) as u32)
                    })
                    .collect::<Vec<_>>();
                if candidates.len() > 1 {
                    let order = &self.search(x, y)?.order;
                    candidates.sort_by_key(|c| order.iter().position(|o| o == c));
                }
                if let Some(&last) = candidates.last() {
                    let cell = last as i32;
                    return self.step(x, y, cell % self.columns, cell / self.columns);
                }
            }
        }
        None
    }

    fn step(&self, x: i32, y: i32, gx: i32, gy: i32) -> Option<Dir> {
        if gx < 0 || gy < 0 || gx >= self.columns || gy >= self.rows {
            return None;
        }
        match self.search(x, y)?.first[(gy * self.columns + gx) as usize] {
            NO_PATH => None,
            k => Some(Dir::BASE[k as usize]),
        }
    }

    fn search(&self, x: i32, y: i32) -> Option<&Search> {
        if x < 0 || y < 0 || x >= self.columns || y >= self.rows {
            return None;
        }
        let cell = (y * self.columns + x) as usize;
        if self.blocked[cell] {
            return None;
        }
        Some(self.found[cell].get_or_init(|| self.run(cell as u32)))
    }

    fn run(&self, start: u32) -> Search {
        // Up, down, left, right, with their numbers in `Dir::BASE`.
        const AROUND: [(i32, i32, u8); 4] = [(0, -1, 0), (0, 1, 2), (-1, 0, 1), (1, 0, 3)];
        let around = if self.sideways { &AROUND[2..] } else { &AROUND[..] };
        let mut first = vec![NO_PATH; self.blocked.len()];
        let mut visited = vec![false; self.blocked.len()];
        let mut order = Vec::new();
        let mut heap = Heap::default();
        visited[start as usize] = true;
        heap.push((0, start));
        while let Some((cost, cell)) = heap.pop() {
            if cell != start {
                order.push(cell);
            }
            let (x, y) = (cell as i32 % self.columns, cell as i32 / self.columns);
            for &(dx, dy, k) in around {
                let (nx, ny) = (x + dx, y + dy);
                if nx < 0 || ny < 0 || nx >= self.columns || ny >= self.rows {
                    continue;
                }
                let next = (ny * self.columns + nx) as usize;
                if self.blocked[next] || visited[next] {
                    continue;
                }
                visited[next] = true;
                first[next] = if cell == start { k } else { first[cell as usize] };
                heap.push((cost + 1, next as u32));
            }
        }
        Search { first: first.into(), order: order.into() }
    }
}

/// `java.util.PriorityQueue`: among equal costs, order is whatever its sifting makes of it.
#[derive(Default)]
struct Heap(Vec<(u32, u32)>);

impl Heap {
    fn push(&mut self, item: (u32, u32)) {
        let mut k = self.0.len();
        self.0.push(item);
        while k > 0 {
            let parent = (k - 1) / 2;
            if item.0 >= self.0[parent].0 {
                break;
            }
            self.0[k] = self.0[parent];
            k = parent;
        }
        self.0[k] = item;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let top = *self.0.first()?;
        let item = self.0.pop()?;
        let n = self.0.len();
        if n == 0 {
            return Some(top);
        }
        let mut k = 0;
        while 2 * k + 1 < n {
            let mut child = 2 * k + 1;
            if child + 1 < n && self.0[child].0 > self.0[child + 1].0 {
                child += 1;
            }
            if item.0 <= self.0[child].0 {
                break;
            }
            self.0[k] = self.0[child];
            k = child;
        }
        self.0[k] = item;
        Some(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measured on GVGAI: the first step from a cell to every other.
    #[test]
    fn ties_are_broken_as_in_the_reference_engine() {
        let level = ["wwwwwwwww", "wA......w", "w.....w.w", "w.......w", "w..w....w", "w.......w", "wwwwwwwww"];
        let known = [
            ((4, 3), [".........", ".LLUUUUR.", ".LLUUU.R.", ".LLL.RRR.", ".LL.DRRR.", ".LLDDDRR.", "........."]),
            ((1, 1), [".........", "..RRRRRR.", ".DDDRR.R.", ".DDDDRRR.", ".DD.DRRR.", ".DDDDRRR.", "........."]),
        ];
        let blocked = level.iter().flat_map(|r| r.chars().map(|c| c == 'w')).collect();
        let paths = Paths::new(9, 7, blocked, false);
        for ((x, y), rows) in known {
            for (gy, row) in rows.iter().enumerate() {
                for (gx, want) in row.chars().enumerate() {
                    let got = paths.first_step(10, (x * 10, y * 10), (gx as i32 * 10, gy as i32 * 10));
                    let got = got.map_or('.', |d| d.name().chars().next().unwrap_or('?'));
                    assert_eq!(got, want, "from ({x},{y}) to ({gx},{gy})");
                }
            }
        }
    }
}
