//! Arrays by slot, in two parts: scenery that no rule can change, shared by all states of a play, and the rest.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// In the number of a slot: it is scenery.
pub(crate) const SCENERY: usize = 1 << 31;

/// An array by slot. The scenery's slots are read-only and shared, so a copy of a state does not copy them.
#[derive(Debug)]
pub(crate) struct Column<T> {
    fixed: Arc<[T]>,
    own: Vec<T>,
}

impl<T> Column<T> {
    pub(crate) fn new(fixed: Vec<T>, own: Vec<T>) -> Self {
        Self { fixed: fixed.into(), own }
    }

    /// Number of slots of scenery, and of others.
    #[inline]
    pub(crate) fn lens(&self) -> (usize, usize) {
        (self.fixed.len(), self.own.len())
    }

    /// What a slot has that is no scenery.
    #[inline]
    pub(crate) fn own(&self, slot: usize) -> &T {
        &self.own[slot]
    }

    /// [`Column::own`], to be changed.
    #[inline]
    pub(crate) fn own_mut(&mut self, slot: usize) -> &mut T {
        &mut self.own[slot]
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
        let start = (slot & !SCENERY) * width;
        if slot & SCENERY == 0 { &self.own[start..start + width] } else { &self.fixed[start..start + width] }
    }

    /// A row of a slot that is no scenery.
    #[inline]
    pub(crate) fn row_mut(&mut self, slot: usize, width: usize) -> &mut [T] {
        &mut self.own[slot * width..(slot + 1) * width]
    }

    /// Makes room for another slot.
    #[inline]
    pub(crate) fn push_row(&mut self, value: T, width: usize) {
        self.own.resize(self.own.len() + width, value);
    }

    /// Sorts the slots anew: those that are to be scenery, then the others; those that are neither go.
    pub(crate) fn split(&mut self, scenery: &[u32], others: &[u32]) {
        let all = std::mem::take(self);
        let pick = |&slot: &u32| all[slot as usize];
        // Both are made in one piece: their lengths are known.
        *self = Self { fixed: scenery.iter().map(pick).collect(), own: others.iter().map(pick).collect() };
    }

    /// The same for a column of several values a slot.
    pub(crate) fn split_rows(&mut self, width: usize, scenery: &[u32], others: &[u32]) {
        let all = std::mem::take(self);
        let pick = |&slot: &u32| all.row(slot as usize, width).iter().copied();
        let (fixed, own) = (scenery.iter().flat_map(pick).collect(), others.iter().flat_map(pick).collect());
        *self = Self { fixed, own };
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
        if slot & SCENERY == 0 { &self.own[slot] } else { &self.fixed[slot ^ SCENERY] }
    }
}

impl<T> IndexMut<usize> for Column<T> {
    /// Scenery is never written: `Image::load` counts only what no instruction of the program can change.
    #[inline]
    fn index_mut(&mut self, slot: usize) -> &mut T {
        self.own_mut(slot)
    }
}

/// A column whose values are the same for all scenery of one type: one for each type that has any.
#[derive(Debug)]
pub(crate) struct ByType<T> {
    /// By slot of scenery: its place in `values`.
    places: Arc<[u16]>,
    values: Arc<[T]>,
    own: Vec<T>,
}

impl<T: Copy> ByType<T> {
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        self.own.push(value);
    }

    /// Sorts the slots anew, as [`Column::split`] does. `kind`: the type of a slot, one of so many.
    pub(crate) fn split(&mut self, kinds: usize, kind: impl Fn(u32) -> usize, scenery: &[u32], others: &[u32]) {
        let all = std::mem::take(self);
        let mut values = Vec::new();
        let mut place_of = vec![None; kinds];
        let place = |&slot: &u32| {
            *place_of[kind(slot)].get_or_insert_with(|| {
                values.push(all[slot as usize]);
                (values.len() - 1) as u16
            })
        };
        let places = scenery.iter().map(place).collect();
        *self = Self { places, values: values.into(), own: others.iter().map(|&slot| all[slot as usize]).collect() };
    }
}

impl<T> Default for ByType<T> {
    fn default() -> Self {
        Self { places: Arc::default(), values: Arc::default(), own: Vec::new() }
    }
}

impl<T: Copy> Clone for ByType<T> {
    fn clone(&self) -> Self {
        Self { places: Arc::clone(&self.places), values: Arc::clone(&self.values), own: self.own.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.places, &other.places) {
            self.places = Arc::clone(&other.places);
            self.values = Arc::clone(&other.values);
        }
        self.own.clone_from(&other.own);
    }
}

impl<T> Index<usize> for ByType<T> {
    type Output = T;

    #[inline]
    fn index(&self, slot: usize) -> &T {
        if slot & SCENERY == 0 { &self.own[slot] } else { &self.values[usize::from(self.places[slot ^ SCENERY])] }
    }
}

impl<T> IndexMut<usize> for ByType<T> {
    /// Scenery is never written, as in a [`Column`].
    #[inline]
    fn index_mut(&mut self, slot: usize) -> &mut T {
        &mut self.own[slot]
    }
}
