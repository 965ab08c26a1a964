//! Arrays by slot, in two parts: scenery that no rule can change, shared by all states of a play, and the rest.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// An array by slot. The first slots are the scenery's: they are read-only and shared, so a copy of a state does not copy
/// them.
#[derive(Debug)]
pub(crate) struct Column<T> {
    fixed: Arc<[T]>,
    own: Vec<T>,
}

impl<T> Column<T> {
    pub(crate) fn new(fixed: Vec<T>, own: Vec<T>) -> Self {
        Self { fixed: fixed.into(), own }
    }

    /// Number of slots.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.fixed.len() + self.own.len()
    }

    /// What a slot has that is no scenery.
    #[inline]
    pub(crate) fn own(&self, slot: usize) -> &T {
        &self.own[slot.wrapping_sub(self.fixed.len())]
    }

    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        self.own.push(value);
    }
}

impl<T: Copy> Column<T> {
    /// A row of a column that has several values a slot.
    #[inline]
    pub(crate) fn row(&self, slot: usize, width: usize) -> &[T] {
        let start = slot * width;
        let n = self.fixed.len();
        if start < n { &self.fixed[start..start + width] } else { &self.own[start - n..start - n + width] }
    }

    /// A row of a slot that is no scenery.
    #[inline]
    pub(crate) fn row_mut(&mut self, slot: usize, width: usize) -> &mut [T] {
        let start = slot * width - self.fixed.len();
        &mut self.own[start..start + width]
    }

    /// Makes room for another slot.
    #[inline]
    pub(crate) fn push_row(&mut self, value: T, width: usize) {
        self.own.resize(self.own.len() + width, value);
    }

    /// Everything, in one vector.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        self.fixed.iter().chain(&self.own).copied().collect()
    }
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self::new(Vec::new(), Vec::new())
    }
}

impl<T: Copy> Clone for Column<T> {
    fn clone(&self) -> Self {
        Self { fixed: Arc::clone(&self.fixed), own: self.own.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.fixed, &other.fixed) {
            self.fixed = Arc::clone(&other.fixed);
        }
        self.own.clone_from(&other.own);
    }
}

impl<T> Index<usize> for Column<T> {
    type Output = T;

    #[inline]
    fn index(&self, slot: usize) -> &T {
        let n = self.fixed.len();
        if slot < n { &self.fixed[slot] } else { &self.own[slot - n] }
    }
}

impl<T> IndexMut<usize> for Column<T> {
    /// Scenery is never written: `Image::load` counts only what no instruction of the program can change.
    #[inline]
    fn index_mut(&mut self, slot: usize) -> &mut T {
        let n = self.fixed.len();
        &mut self.own[slot.wrapping_sub(n)]
    }
}
