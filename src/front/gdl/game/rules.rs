//! `(table interactions [add] (FIRST SECOND EFFECT)...)`: rules in order.

use super::forms::{Builder, Line};
use super::spread::{Misfit, spread};
use super::values::{WORD, arrow, bare, inner, name, names, pair, property, span, split};
use crate::convert::kinds::Owner;
use crate::diag::{Diagnostic, codes};
use crate::front::gdl::{Kind, Machine, Value};
use crate::front::vgdl::tree::Word;
use crate::resolve::TIMER;

/// A rule: who meets whom, and what happens.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// The first sprite.
    pub(super) first: Word,
    /// The second, or several that share one effect.
    pub(super) seconds: Vec<Word>,
    /// The effect's name, then its arguments.
    pub(super) effect: Vec<Word>,
    /// Where it stands.
    pub(super) at: Line,
}

/// A module makes no more rules than this; the resolver has a limit of its own.
const MAX_RULES: usize = 1 << 17;

/// Whether a value is one effect.
fn is_effect(value: &Value) -> bool {
    value.as_list().is_none() || value.head().is_some_and(|head| *head == "effect")
}

/// Whether a list is an effect with properties that lacks the word `effect`.
fn is_bare(value: &Value) -> bool {
    let property = |item: &Value| item.as_list().is_some() && !is_effect(item);
    value.head().is_some() && value.as_list().is_some_and(|list| list.len() > 1 && list.iter().skip(1).all(property))
}

impl Builder<'_> {
    /// The table, without its name.
    pub(super) fn interactions(&mut self, machine: &mut Machine, items: &[Value]) {
        let mut clauses = items;
        match items {
            [first, rest @ ..] if first.as_symbol().is_some_and(|s| *s == "add") => clauses = rest,
            _ => self.rules.clear(),
        }
        for clause in clauses {
            match clause.as_list() {
                Some([]) => {}
                None if clause.as_str().is_some() => {}
                Some([first, second, effect]) => {
                    let parts = [first, second, effect].map(Clone::clone);
                    self.clause(machine, clause, &parts);
                }
                Some([_, _, _, extra, ..]) => {
                    let found =
                        Diagnostic::error(codes::GDL_FORM, "rule with more than three parts").label("one too many");
                    machine.push(
                        found.help("write `(FIRST SECOND EFFECT)`; arguments stand in `(effect NAME (P V)...)`"),
                        extra.at,
                    );
                }
                _ => {
                    let found = Diagnostic::error(codes::GDL_FORM, "rule that is not three parts").label("not a rule");
                    machine.push(found.help("write `(FIRST SECOND EFFECT)`"), clause.at);
                }
            }
        }
    }

    fn clause(&mut self, machine: &mut Machine, clause: &Value, parts: &[Value; 3]) {
        let [first, second, effect] = parts.each_ref().map(|part| machine.eval(part));
        let at = self.line(clause.at.span);
        let Some(firsts) = side(machine, &first, clause, false) else { return };
        let Some(seconds) = side(machine, &second, clause, true) else { return };
        let len = |value: &Value, n: usize| value.as_list().map(|_| n);
        let spread = spread(len(&first, firsts.len()), len(&second, seconds.len()), &effect, &is_effect);
        let (entries, exchanged) = match spread {
            Ok(entries) => entries,
            Err(_) if is_bare(&effect) => {
                effect_words(machine, &effect, clause);
                return;
            }
            Err(misfit) => return report(machine, &misfit, &effect, clause),
        };
        if exchanged {
            note_exchange(machine, &effect);
        }
        if self.rules.len() + entries.len() > MAX_RULES {
            return report(machine, &Misfit::TooMany, &effect, clause);
        }
        // A clause has one effect mostly, for all its pairs.
        let mut last: Option<(&Value, Option<Vec<Word>>)> = None;
        for (i, j, value) in entries {
            let words = match &last {
                Some((same, words)) if std::ptr::eq(*same, value) => words.clone(),
                _ => {
                    let words = effect_words(machine, value, clause);
                    last = Some((value, words.clone()));
                    words
                }
            };
            if let (Some(first), Some(seconds), Some(effect)) =
                (firsts.get(i).and_then(|f| f.first()), seconds.get(j), words)
            {
                let size = 2 + seconds.len() + effect.len();
                if !machine.spend(size as u64 * WORD, clause.at) {
                    return;
                }
                self.rules.push(Rule { first: first.clone(), seconds: seconds.clone(), effect, at });
            }
        }
    }
}

/// The members of a side of a rule. A member has several words only on the second side, where a string names several.
fn side(machine: &mut Machine, value: &Value, clause: &Value, several: bool) -> Option<Vec<Vec<Word>>> {
    let one = [value.clone()];
    let items = value.as_list().unwrap_or(&one).to_vec();
    let mut members = Vec::with_capacity(items.len());
    for item in items {
        let words = match &item.kind {
            Kind::Symbol(_) | Kind::Type(_) | Kind::Str(_) => names(machine, &item, clause),
            Kind::Number(_) | Kind::List(_) | Kind::End => Vec::new(),
        };
        if words.is_empty() || (words.len() > 1 && !several) || words.iter().any(|w| w.text == ">") {
            let shown = machine.brief(&item);
            let found =
                Diagnostic::error(codes::GDL_KIND, "what is no type in `interactions`").label(format!("`{shown}`"));
            let help = match &item.kind {
                Kind::List(_) => "lists are joined with `append`, as in `(append A B)`",
                _ => "name a type, a category, or a list of them",
            };
            machine.push(found.help(help), at_of(&item, clause));
            return None;
        }
        members.push(words);
    }
    Some(members)
}

/// The place of a value, or of the clause it is used in.
pub(super) fn at_of(value: &Value, clause: &Value) -> crate::front::gdl::Place {
    if value.at.source == 0 { value.at } else { clause.at }
}

/// A clause whose lists do not fit.
pub(super) fn report(machine: &mut Machine, misfit: &Misfit, value: &Value, clause: &Value) {
    let (title, label, help) = match misfit {
        Misfit::ListForOne => (
            "list of values for one pair".to_owned(),
            "a list".to_owned(),
            "write one value, or a list of types for the values",
        ),
        Misfit::Unequal(values, types) => {
            let (a, b) = (if *values == 1 { "" } else { "s" }, if *types == 1 { "" } else { "s" });
            (
                "lists of unequal length".to_owned(),
                format!("{values} value{a} for {types} type{b}"),
                "give each type its value",
            )
        }
        Misfit::TooMany => (
            "clause with too many pairs".to_owned(),
            "too many".to_owned(),
            "name a category in the place of its members",
        ),
    };
    let found = Diagnostic::error(codes::GDL_UNEQUAL, title).label(label).help(help);
    machine.push(found, at_of(value, clause));
}

/// Values that only fit with their roles exchanged.
pub(super) fn note_exchange(machine: &mut Machine, value: &Value) {
    let found = Diagnostic::remark(codes::GDL_EXCHANGED, "values read by the second list of types");
    machine.push(found.label("these lists go with the first list of types, one for each of the second"), value.at);
}

/// The words of an effect.
fn effect_words(machine: &mut Machine, value: &Value, clause: &Value) -> Option<Vec<Word>> {
    let bad = |machine: &mut Machine, value: &Value| {
        let shown = machine.brief(value);
        let found = Diagnostic::error(codes::GDL_FORM, "rule without an effect").label(format!("`{shown}` is none"));
        machine.push(found.help("write the name of an effect, or `(effect NAME (P V)...)`"), at_of(value, clause));
        None
    };
    match &value.kind {
        Kind::Symbol(text) => Some(vec![bare(text.text(), span(value, clause))]),
        Kind::Type(of) => Some(vec![bare(machine.type_name(*of).text(), span(value, clause))]),
        Kind::Str(text) => {
            let text = text.text().into_owned();
            let words = split(&text, inner(machine, value, &text, clause));
            if words.iter().any(|w| w.arg().is_none()) { Some(words) } else { bad(machine, value) }
        }
        Kind::List(list) if is_effect(value) => {
            let Some((effect, rest)) = list.get(1).and_then(|e| Some((e, name(e)?))) else {
                return bad(machine, value);
            };
            let properties = list.get(2..).unwrap_or_default();
            let inner = properties.iter().find_map(|p| match p.as_list()? {
                [key, value] if name(key)? == "ftype" => name(value),
                _ => None,
            });
            let mut words = vec![bare(rest.clone(), span(effect, clause))];
            for item in properties {
                // Values have been evaluated; what is left is their own value.
                let Some((key, value)) = evaluated(machine, item) else { continue };
                words.extend(property(
                    machine,
                    &key,
                    &value,
                    Owner::Rule(&rest, inner.as_deref().filter(|_| rest == TIMER)),
                    clause,
                ));
            }
            Some(words)
        }
        Kind::Number(_) | Kind::List(_) | Kind::End => bad(machine, value),
    }
}

/// The pair of a property whose value has been evaluated.
fn evaluated(machine: &mut Machine, item: &Value) -> Option<(Value, Value)> {
    match item.as_list() {
        Some([key, value]) => Some((key.clone(), value.clone())),
        // Reports what is wrong.
        _ => pair(machine, item),
    }
}

/// The arrow of a rule, at its place.
pub(super) fn rule_arrow(rule: &Rule) -> Word {
    arrow(rule.at.span)
}
