//! Whether two selections select the same, whatever the objects and the holder.
//!
//! What is asked about one object is asked about its key, its types, and the holder. Keys exclude each other, so each key that is
//! named is a case of its own, and so is “another key” behind each beginning that is named. In each case what is left are
//! questions that are independent of each other: a boolean function, compared as a decision diagram.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::tree::{Quality, Selection, Term, What};

/// The comparison would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the selections ask too many questions to be compared")]
pub struct TooLarge;

/// Most questions: types, and the two about the holder.
const QUESTIONS: usize = 256;

/// Most steps.
const STEPS: usize = 1 << 22;

/// Whether two selections select the same for every catalogue and holder.
///
/// # Errors
/// The comparison would take too long: there are selections for which no short way is known.
pub fn equivalent(a: &Selection, b: &Selection) -> Result<bool, TooLarge> {
    let mut questions = FxHashMap::default();
    let mut cases = vec![Case { key: "", named: false }];
    let (ours, theirs) = (a.terms(), b.terms());
    for term in ours.iter().chain(&theirs) {
        match &term.what {
            What::Key(key) => cases.push(Case { key, named: true }),
            What::Prefix(prefix) => cases.push(Case { key: prefix, named: false }),
            What::Types { types, .. } => {
                for name in types {
                    let next = questions.len() as u32 + 2;
                    questions.entry(name.as_str()).or_insert(next);
                }
            }
            What::All | What::Qualified { .. } => {}
        }
    }
    cases.sort_unstable();
    cases.dedup();
    if questions.len() + 2 > QUESTIONS {
        return Err(TooLarge);
    }
    let mut diagram = Diagram { questions, steps: 0, ..Diagram::default() };
    for case in cases {
        if diagram.selection(a, case)? != diagram.selection(b, case)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is known of an object's key: what it is, or how it begins (and that it is none of those named).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Case<'s> {
    key: &'s str,
    named: bool,
}

/// A function: a node, or one of two constants.
type Function = u32;
const FALSE: Function = 0;
const TRUE: Function = 1;
const HELD: u32 = 0;
const QUALIFIED: u32 = 1;

/// Decision diagrams in which equal functions are the same node.
#[derive(Default)]
struct Diagram<'s> {
    questions: FxHashMap<&'s str, u32>,
    /// Question, function if the answer is no, function if it is yes. The constants have no entry: node `i + 2` is here.
    nodes: Vec<(u32, Function, Function)>,
    known: FxHashMap<(u32, Function, Function), Function>,
    chosen: FxHashMap<(Function, Function, Function), Function>,
    steps: usize,
}

impl<'s> Diagram<'s> {
    fn node(&mut self, question: u32, no: Function, yes: Function) -> Function {
        if no == yes {
            return no;
        }
        let nodes = &mut self.nodes;
        *self.known.entry((question, no, yes)).or_insert_with(|| {
            nodes.push((question, no, yes));
            nodes.len() as u32 + 1
        })
    }

    fn question(&mut self, question: u32) -> Function {
        self.node(question, FALSE, TRUE)
    }

    fn top(&self, f: Function) -> (u32, Function, Function) {
        (f as usize).checked_sub(2).and_then(|i| self.nodes.get(i)).copied().unwrap_or((u32::MAX, f, f))
    }

    /// `if f then g else h`. Recurses once a question.
    fn choose(&mut self, f: Function, g: Function, h: Function) -> Result<Function, TooLarge> {
        match (f, g, h) {
            (TRUE, ..) => return Ok(g),
            (FALSE, ..) => return Ok(h),
            (_, TRUE, FALSE) => return Ok(f),
            _ if g == h => return Ok(g),
            _ => {}
        }
        if let Some(&known) = self.chosen.get(&(f, g, h)) {
            return Ok(known);
        }
        self.step()?;
        let tops = [f, g, h].map(|function| self.top(function));
        let question = tops.iter().map(|top| top.0).min().unwrap_or(u32::MAX);
        let part = |i: usize, yes: bool| {
            let (asks, no_part, yes_part) = tops[i];
            match asks == question {
                true if yes => yes_part,
                true => no_part,
                false => [f, g, h][i],
            }
        };
        let no = self.choose(part(0, false), part(1, false), part(2, false))?;
        let yes = self.choose(part(0, true), part(1, true), part(2, true))?;
        let made = self.node(question, no, yes);
        self.chosen.insert((f, g, h), made);
        Ok(made)
    }

    fn step(&mut self) -> Result<(), TooLarge> {
        self.steps += 1;
        if self.steps > STEPS { Err(TooLarge) } else { Ok(()) }
    }

    fn selection(&mut self, selection: &'s Selection, case: Case<'_>) -> Result<Function, TooLarge> {
        let mut any = FALSE;
        for all_of in &selection.any_of {
            let mut all = TRUE;
            for term in &all_of.terms {
                self.step()?;
                let term = self.term(term, case)?;
                all = self.choose(all, term, FALSE)?;
            }
            any = self.choose(any, TRUE, all)?;
        }
        Ok(any)
    }

    fn term(&mut self, term: &'s Term, case: Case<'_>) -> Result<Function, TooLarge> {
        let constant = |yes: bool| if yes { TRUE } else { FALSE };
        match &term.what {
            What::All => Ok(TRUE),
            What::Key(key) => Ok(constant(case.named && case.key == key)),
            What::Prefix(prefix) => Ok(constant(case.key.starts_with(prefix.as_str()))),
            What::Types { not, types } => {
                let mut all = TRUE;
                for name in types {
                    let question = self.questions.get(name.as_str()).copied().unwrap_or(u32::MAX);
                    let asked = self.question(question);
                    all = self.choose(all, asked, FALSE)?;
                }
                if *not { self.choose(all, FALSE, TRUE) } else { Ok(all) }
            }
            What::Qualified { not, quality, inside } => {
                let inside = match inside {
                    Some(inside) => self.selection(inside, case)?,
                    None => TRUE,
                };
                let asked = match quality {
                    Quality::Any => TRUE,
                    Quality::Held => self.question(HELD),
                    Quality::Qualified => self.question(QUALIFIED),
                };
                if *not { self.choose(asked, FALSE, inside) } else { self.choose(asked, inside, FALSE) }
            }
        }
    }
}
