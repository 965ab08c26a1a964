//! Sets of numbers as bits, and selections compiled to them.
//!
//! A selection chooses among numbered objects. All that it can ask about an object is fixed, but for two things: whether the
//! holder has it, and whether the holder qualifies for it. So every selection, however long, is four constant sets, one for
//! each answer to the two questions; a selection that asks neither is one. Evaluating takes a few ANDs, ORs and AND-NOTs a
//! word, and for a single object one look.

use serde::{Deserialize, Serialize};

/// A set of numbers below a size, a bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bits {
    size: u32,
    /// Bits beyond the size are 0.
    words: Vec<u64>,
}

impl Bits {
    /// The empty set.
    #[must_use]
    pub fn none(size: usize) -> Self {
        Self { size: size as u32, words: vec![0; size.div_ceil(64)] }
    }

    /// The set of all numbers below the size.
    #[must_use]
    pub fn all(size: usize) -> Self {
        let mut all = Self { size: size as u32, words: vec![u64::MAX; size.div_ceil(64)] };
        all.trim();
        all
    }

    fn trim(&mut self) {
        let rest = self.size % 64;
        if let Some(last) = self.words.last_mut().filter(|_| rest > 0) {
            *last &= (1 << rest) - 1;
        }
    }

    /// One more than the largest number there may be.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// Whether a number is in it.
    #[inline]
    #[must_use]
    pub fn has(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 != 0)
    }

    /// Makes it a set of numbers below another size; what is beyond is lost.
    pub fn resize(&mut self, size: usize) {
        self.size = size as u32;
        self.words.resize(size.div_ceil(64), 0);
        self.trim();
    }

    /// Adds a number; does nothing beyond the size.
    pub fn insert(&mut self, i: usize) {
        if i < self.size()
            && let Some(word) = self.words.get_mut(i / 64)
        {
            *word |= 1 << (i % 64);
        }
    }

    /// Takes a number out.
    pub fn remove(&mut self, i: usize) {
        if let Some(word) = self.words.get_mut(i / 64) {
            *word &= !(1 << (i % 64));
        }
    }

    /// Puts every number in.
    pub fn fill(&mut self) {
        self.words.fill(u64::MAX);
        self.trim();
    }

    /// Takes every number out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether it has no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many numbers it has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers in it, from the least.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(w, &word)| {
            let rest = |left: &u64| Some(left & (left - 1)).filter(|left| *left != 0);
            let words = std::iter::successors(Some(word).filter(|left| *left != 0), rest);
            words.map(move |left| w * 64 + left.trailing_zeros() as usize)
        })
    }

    /// Keeps what is in both.
    pub fn and(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    /// Adds what is in the other.
    pub fn or(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    /// Takes out what is in the other.
    pub fn and_not(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// Changes to the set of those that are not in it.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
    }

    /// Whether it is a set of numbers below a size, as decoded ones may not be.
    fn is_sound(&self, size: usize) -> bool {
        let rest = self.size % 64;
        self.size() == size
            && self.words.len() == size.div_ceil(64)
            && (rest == 0 || self.words.last().is_none_or(|last| last >> rest == 0))
    }
}

/// A compiled selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selector {
    /// The same objects, whoever asks.
    Fixed(Bits),
    /// What it selects among the objects that the holder has neither got nor qualifies for; has got; qualifies for; both.
    ByHolder([Bits; 4]),
}

impl Selector {
    /// Writes the objects that it selects for a holder to `out`. All sets must be of its size.
    pub fn select(&self, held: &Bits, qualified: &Bits, out: &mut Bits) {
        match self {
            Self::Fixed(set) => out.clone_from(set),
            Self::ByHolder(sets) => {
                out.size = sets[0].size;
                out.words.clear();
                out.words.extend(words(sets, held, qualified));
            }
        }
    }

    /// Whether it selects an object.
    #[inline]
    #[must_use]
    pub fn selects(&self, i: usize, held: &Bits, qualified: &Bits) -> bool {
        match self {
            Self::Fixed(set) => set.has(i),
            Self::ByHolder(sets) => sets[usize::from(held.has(i)) | usize::from(qualified.has(i)) << 1].has(i),
        }
    }

    /// Whether it selects any object.
    #[must_use]
    pub fn any(&self, held: &Bits, qualified: &Bits) -> bool {
        match self {
            Self::Fixed(set) => !set.is_empty(),
            Self::ByHolder(sets) => words(sets, held, qualified).any(|word| word != 0),
        }
    }

    /// Keeps of what it selects only what is in a set.
    pub fn restrict(&mut self, to: &Bits) {
        match self {
            Self::Fixed(set) => set.and(to),
            Self::ByHolder(sets) => sets.iter_mut().for_each(|set| set.and(to)),
        }
    }

    /// Makes its sets those of another size.
    pub fn resize(&mut self, size: usize) {
        match self {
            Self::Fixed(set) => set.resize(size),
            Self::ByHolder(sets) => sets.iter_mut().for_each(|set| set.resize(size)),
        }
    }

    /// Whether it never selects anything, whoever asks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Fixed(set) => set.is_empty(),
            Self::ByHolder(sets) => sets.iter().all(Bits::is_empty),
        }
    }

    /// Whether all its sets are sets of numbers below a size.
    #[must_use]
    pub fn is_sound(&self, size: usize) -> bool {
        match self {
            Self::Fixed(set) => set.is_sound(size),
            Self::ByHolder(sets) => sets.iter().all(|set| set.is_sound(size)),
        }
    }
}

/// The words of what is selected.
fn words<'s>(
    [neither, had, fit, both]: &'s [Bits; 4],
    held: &'s Bits,
    qualified: &'s Bits,
) -> impl Iterator<Item = u64> + 's {
    let sets = neither.words.iter().zip(&had.words).zip(fit.words.iter().zip(&both.words));
    sets.zip(held.words.iter().zip(&qualified.words)).map(|(((neither, had), (fit, both)), (held, qualified))| {
        let unfit = (had & held) | (neither & !held);
        let fit = (both & held) | (fit & !held);
        (fit & qualified) | (unfit & !qualified)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(size: usize, numbers: &[usize]) -> Bits {
        let mut set = Bits::none(size);
        numbers.iter().for_each(|&i| set.insert(i));
        set
    }

    #[test]
    fn a_set_has_what_was_put_in() {
        let mut a = set(130, &[0, 63, 64, 129, 130, 4000]);
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!(a.count(), 4);
        a.invert();
        assert_eq!((a.count(), a.has(129), a.has(130), a.has(5)), (126, false, false, true));
        a.and_not(&Bits::all(130));
        assert!(a.is_empty());
    }

    #[test]
    fn the_three_forms_agree() {
        let sets = [set(70, &[0, 1]), set(70, &[2, 69]), set(70, &[3, 64]), set(70, &[4, 5])];
        let selector = Selector::ByHolder(sets);
        let (held, qualified) = (set(70, &[0, 2, 4, 69]), set(70, &[4, 5, 64, 69]));
        let mut out = Bits::default();
        selector.select(&held, &qualified, &mut out);
        assert_eq!(out.iter().collect::<Vec<_>>(), [1, 2, 4, 64]);
        assert_eq!((0..70).filter(|&i| selector.selects(i, &held, &qualified)).collect::<Vec<_>>(), [1, 2, 4, 64]);
        assert!(selector.any(&held, &qualified));
        assert!(!selector.any(&set(70, &[0, 1]), &Bits::none(70)));
    }

    #[test]
    fn unsound_sets_are_known() {
        assert!(Selector::Fixed(Bits::all(70)).is_sound(70));
        assert!(!Selector::Fixed(Bits::all(70)).is_sound(71));
        assert!(!Selector::Fixed(Bits { size: 70, words: vec![0] }).is_sound(70));
        assert!(!Selector::Fixed(Bits { size: 70, words: vec![0, 1 << 6] }).is_sound(70));
    }
}
