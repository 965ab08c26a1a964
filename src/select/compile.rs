//! Selections to [`Selector`]s: everything is folded but the two questions that only the holder answers.

use super::mistake::{Kind, Mistake};
use super::objects::Objects;
use super::tree::{AllOf, Quality, Selection, Term, What};
use crate::diag::suggest;
use crate::source::Span;
use crate::vm::selector::{Bits, Selector};

/// The selection as sets of objects.
///
/// What it takes is told by [`cost`].
#[must_use]
pub fn compile(selection: &Selection, objects: &Objects) -> Selector {
    any_of(selection, objects).finish()
}

/// How many steps [`compile`] takes: for each term one for each object that has its key or types, and one for each 64 of all.
#[must_use]
pub fn cost(selection: &Selection, objects: &Objects) -> usize {
    let words = objects.len() / 64;
    let of = |term: &Term| match &term.what {
        What::Key(key) => objects.with_key(key).len(),
        What::Prefix(prefix) => objects.with_prefix(prefix).len(),
        What::Types { types, .. } => types.iter().map(|name| words + objects.of_type(name).len()).sum(),
        What::All | What::Qualified { .. } => 0,
    };
    selection.terms().into_iter().fold(0, |sum: usize, term| sum.saturating_add(1 + words + of(term)))
}

/// A name that no object has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown<'s> {
    /// The name.
    pub name: &'s str,
    /// Whether it is a type; else it is a key, or the beginning of one.
    pub is_type: bool,
    /// Where the term stands.
    pub span: Span,
}

impl Unknown<'_> {
    /// The name that was most likely meant.
    #[must_use]
    pub fn closest<'o>(&self, objects: &'o Objects) -> Option<&'o str> {
        if self.is_type {
            suggest::closest(self.name, objects.types().into_iter())
        } else {
            suggest::closest(self.name, objects.keys())
        }
    }

    /// The mistake that it is. `label` says where the name is not.
    #[must_use]
    pub fn mistake(&self, label: String) -> Mistake {
        Mistake::new(if self.is_type { Kind::UnknownType } else { Kind::UnknownKey }, self.span, label)
    }
}

/// Keys, beginnings and types of a selection that no object has, at most a thousand.
#[must_use]
pub fn unknown<'s>(selection: &'s Selection, objects: &Objects) -> Vec<Unknown<'s>> {
    let mut found = Vec::new();
    for term in selection.terms() {
        if found.len() >= 1000 {
            break;
        }
        let span = term.span;
        match &term.what {
            What::Key(name) if !objects.knows(name) => found.push(Unknown { name, is_type: false, span }),
            What::Prefix(name) if objects.with_prefix(name).is_empty() => {
                found.push(Unknown { name, is_type: false, span });
            }
            What::Types { types, .. } => {
                let unknown = types.iter().filter(|name| !objects.knows_type(name));
                found.extend(unknown.map(|name| Unknown { name, is_type: true, span }));
            }
            What::All | What::Key(_) | What::Prefix(_) | What::Qualified { .. } => {}
        }
    }
    found
}

/// A set for each answer to the two questions: neither, held, qualified, both. One stands for four equal ones.
struct Sets(Vec<Bits>);

impl Sets {
    fn finish(self) -> Selector {
        let first = self.0.first().cloned().unwrap_or_default();
        match <[Bits; 4]>::try_from(self.0) {
            Ok(sets) if sets.iter().any(|set| *set != first) => Selector::ByHolder(sets),
            Ok(_) | Err(_) => Selector::Fixed(first),
        }
    }

    fn split(&mut self) {
        if let [one] = &self.0[..] {
            self.0 = vec![one.clone(); 4];
        }
    }

    /// Changes each set by the other's of the same answers.
    fn join(&mut self, other: &Sets, how: impl Fn(&mut Bits, &Bits)) {
        if other.0.len() > 1 {
            self.split();
        }
        match &other.0[..] {
            [one] => self.0.iter_mut().for_each(|set| how(set, one)),
            four => self.0.iter_mut().zip(four).for_each(|(set, other)| how(set, other)),
        }
    }

    /// Empties the sets for all answers to a question but one: bit 0 is held, bit 1 qualified.
    fn only(&mut self, question: usize, answer: bool) {
        self.split();
        for (answers, set) in self.0.iter_mut().enumerate() {
            if (answers >> question & 1 != 0) != answer {
                set.clear();
            }
        }
    }
}

fn any_of(selection: &Selection, objects: &Objects) -> Sets {
    let mut sets = Sets(vec![Bits::none(objects.len())]);
    for AllOf { terms } in &selection.any_of {
        match &terms[..] {
            // Long lists are mostly of single objects: no set is made for each.
            [Term { what: What::Key(key), .. }] => insert(&mut sets, objects.with_key(key)),
            [Term { what: What::Prefix(prefix), .. }] => insert(&mut sets, objects.with_prefix(prefix)),
            [term] => sets.join(&one(term, objects), Bits::or),
            terms => {
                let mut all = Sets(vec![Bits::all(objects.len())]);
                terms.iter().for_each(|term| all.join(&one(term, objects), Bits::and));
                sets.join(&all, Bits::or);
            }
        }
    }
    sets
}

fn insert(sets: &mut Sets, list: &[u32]) {
    for set in &mut sets.0 {
        list.iter().for_each(|&i| set.insert(i as usize));
    }
}

fn one(term: &Term, objects: &Objects) -> Sets {
    let listed = |list: &[u32]| {
        let mut set = Bits::none(objects.len());
        list.iter().for_each(|&i| set.insert(i as usize));
        set
    };
    match &term.what {
        What::All => Sets(vec![Bits::all(objects.len())]),
        What::Key(key) => Sets(vec![listed(objects.with_key(key))]),
        What::Prefix(prefix) => Sets(vec![listed(objects.with_prefix(prefix))]),
        What::Types { not, types } => {
            let mut all = Bits::all(objects.len());
            types.iter().for_each(|name| all.and(&listed(objects.of_type(name))));
            if *not {
                all.invert();
            }
            Sets(vec![all])
        }
        What::Qualified { not, quality, inside } => {
            let mut sets = match inside {
                Some(inside) => any_of(inside, objects),
                None => Sets(vec![Bits::all(objects.len())]),
            };
            match quality {
                Quality::Any if *not => sets = Sets(vec![Bits::none(objects.len())]),
                Quality::Any => {}
                Quality::Held => sets.only(0, !not),
                Quality::Qualified => sets.only(1, !not),
            }
            sets
        }
    }
}
