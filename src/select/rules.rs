//! What a selection should not say: the combinations that PCGen forbids, and what is hardly meant.

use super::mistake::{Kind, Mistake};
use super::parse::cut;
use super::tree::{Selection, Term, What};

/// Nobody reads more than this.
const MOST: usize = 1000;

fn tell(found: &mut Vec<Mistake>, kind: Kind, term: &Term, label: impl FnOnce() -> String) {
    if found.len() < MOST {
        found.push(Mistake::new(kind, term.span, label()));
    }
}

/// How a part may be joined with others (PCGen `GroupingState`).
#[derive(Clone, Copy, PartialEq)]
enum Joins {
    /// With anything.
    Any,
    /// A key: by `|` alone.
    Or,
    /// `ALL`: not at all.
    No,
}

/// What PCGen forbids, the first thousand of it: a key joined with `,`, `ALL` joined with anything, brackets in brackets. In order of place.
#[must_use]
pub fn strict(selection: &Selection) -> Vec<Mistake> {
    let mut found = Vec::new();
    joins(selection, 0, &mut found);
    found.sort_by_key(|mistake| mistake.span.start);
    found
}

/// What is allowed and hardly meant: a key joined with `,`, a key with a space at its end. In order of place.
#[must_use]
pub fn lints(selection: &Selection) -> Vec<Mistake> {
    let mut found = strict(selection);
    found.retain(|mistake| mistake.kind == Kind::KeyWithAnd);
    found.iter_mut().for_each(|mistake| mistake.kind = Kind::AtMostOne);
    for term in selection.terms() {
        if let What::Key(key) = &term.what
            && key.trim() != key
        {
            tell(&mut found, Kind::EdgeSpace, term, || format!("the space is part of the key `{}`", cut(key)));
        }
    }
    found.sort_by_key(|mistake| mistake.span.start);
    found
}

fn joins(selection: &Selection, depth: usize, found: &mut Vec<Mistake>) -> Joins {
    let alone = selection.only().is_some();
    let mut last = Joins::Any;
    for all_of in &selection.any_of {
        for term in &all_of.terms {
            last = join(term, depth, found);
            if last == Joins::Or && all_of.terms.len() > 1 {
                let label = || format!("`{}` is one object: at most one can match", cut(&term.to_string()));
                tell(found, Kind::KeyWithAnd, term, label);
            }
            if last == Joins::No && !alone {
                tell(found, Kind::AllCombined, term, || "joined with other terms".to_owned());
            }
        }
    }
    if alone { last } else { Joins::Any }
}

fn join(term: &Term, depth: usize, found: &mut Vec<Mistake>) -> Joins {
    match &term.what {
        What::All => Joins::No,
        What::Key(_) => Joins::Or,
        What::Prefix(_) | What::Types { .. } | What::Qualified { inside: None, .. } => Joins::Any,
        What::Qualified { not, inside: Some(inside), .. } => {
            if depth > 0 {
                tell(found, Kind::NestedBrackets, term, || "these stand in brackets themselves".to_owned());
            }
            match joins(inside, depth + 1, found) {
                // A qualifier frees `ALL`, and a negated one a key as well.
                Joins::Or if !not => Joins::Or,
                Joins::Or | Joins::Any | Joins::No => Joins::Any,
            }
        }
    }
}
