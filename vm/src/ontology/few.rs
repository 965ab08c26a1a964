//! A list that mostly has one entry.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list that mostly has one entry, and then takes no memory of its own. It reads as a slice, and is written as one.
#[derive(Clone)]
pub struct Few<T>(Entries<T>);

#[derive(Clone)]
enum Entries<T> {
    One([T; 1]),
    /// None, or several.
    Many(Box<[T]>),
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Entries::One(entry) => entry,
            Entries::Many(entries) => entries,
        }
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(entries: Vec<T>) -> Self {
        Self(match <[T; 1]>::try_from(entries) {
            Ok(entry) => Entries::One(entry),
            Err(entries) => Entries::Many(entries.into()),
        })
    }
}

impl<T, const N: usize> From<[T; N]> for Few<T> {
    fn from(entries: [T; N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<T: Clone> From<&[T]> for Few<T> {
    fn from(entries: &[T]) -> Self {
        entries.iter().cloned().collect()
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut entries = entries.into_iter();
        let Some(first) = entries.next() else { return Self(Entries::Many(Box::default())) };
        let Some(second) = entries.next() else { return Self(Entries::One([first])) };
        Self(Entries::Many([first, second].into_iter().chain(entries).collect()))
    }
}

impl<'a, T> IntoIterator for &'a Few<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for Few<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Few<T> {}

impl<T: fmt::Debug> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize> Serialize for Few<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
    type Value = Few<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Few<T>, A::Error> {
        let Some(first) = from.next_element()? else { return Ok(Vec::new().into()) };
        let Some(second) = from.next_element()? else { return Ok(Few(Entries::One([first]))) };
        let mut entries = vec![first, second];
        while let Some(entry) = from.next_element()? {
            entries.push(entry);
        }
        Ok(entries.into())
    }
}
