//! Tables of numbers, and what they do to rules: `score-change`, `damage` and `hit-chance`, unit by unit.

use rustc_hash::FxHashMap;

use super::forms::{Builder, Line, Sprite};
use super::rules::{Rule, at_of, note_exchange, report};
use super::spread::{MAX_PAIRS, spread};
use super::values::{WORD, argument, bare};
use crate::convert::words::hundredths_text;
use crate::diag::{Diagnostic, codes};
use crate::front::gdl::number::Dice;
use crate::front::gdl::{Machine, Place, TypeKind, TypeRef, Value};
use crate::front::vgdl::tree::Word;
use crate::resolve::parse_int;

/// A number for each ordered pair of units.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// What pairs have that are not among `entries`; `None` for the table's own default.
    all: Option<(i32, Line)>,
    entries: FxHashMap<(usize, usize), (i32, Line)>,
}

/// The three tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    score: Table,
    damage: Table,
    chance: Table,
}

impl Numbers {
    fn named(&mut self, name: &str) -> &mut Table {
        match name {
            "damage" => &mut self.damage,
            "hit-chance" => &mut self.chance,
            _ => &mut self.score,
        }
    }

    fn is_empty(&self) -> bool {
        [&self.score, &self.damage].iter().all(|t| t.all.is_none() && t.entries.is_empty())
    }
}

impl Table {
    fn get(&self, pair: (usize, usize)) -> Option<(i32, Line)> {
        self.entries.get(&pair).copied().or(self.all)
    }
}

impl Builder<'_> {
    /// A table of numbers, without its name.
    pub(super) fn number_table(&mut self, machine: &mut Machine, table: &str, items: &[Value]) {
        let mut items = items;
        match items {
            [first, rest @ ..] if first.as_symbol().is_some_and(|s| *s == "add") => items = rest,
            _ => *self.numbers.named(table) = Table::default(),
        }
        for item in items {
            let at = self.line(item.at.span);
            match item.as_list() {
                Some([]) => {}
                None if item.as_str().is_some() => {}
                None => match machine.eval(item).as_number() {
                    Some(n) => {
                        in_range(machine, table, n, item);
                        *self.numbers.named(table) = Table { all: Some((n, at)), entries: FxHashMap::default() };
                    }
                    None => {
                        let found = Diagnostic::error(codes::GDL_KIND, format!("item of `{table}` that is no number"));
                        machine.push(found.label("neither a number nor a clause").help("write `(I J V)`"), item.at);
                    }
                },
                Some([i, j, value]) => {
                    let parts = [i, j, value].map(Clone::clone);
                    self.number_clause(machine, table, item, &parts, at);
                }
                Some(_) => {
                    let found =
                        Diagnostic::error(codes::GDL_FORM, format!("clause of `{table}` that is not three parts"));
                    machine.push(found.label("not `(I J V)`").help("write `(I J V)`"), item.at);
                }
            }
        }
    }

    fn number_clause(&mut self, machine: &mut Machine, table: &str, clause: &Value, parts: &[Value; 3], at: Line) {
        let [first, second, value] = parts.each_ref().map(|part| machine.eval(part));
        let Some(firsts) = self.units(machine, table, &first, clause) else { return };
        let Some(seconds) = self.units(machine, table, &second, clause) else { return };
        let len = |value: &Value, n: usize| value.as_list().map(|_| n);
        let number = |v: &Value| v.as_list().is_none();
        match spread(len(&first, firsts.len()), len(&second, seconds.len()), &value, &number) {
            Err(misfit) => report(machine, &misfit, &value, clause),
            Ok((entries, exchanged)) => {
                if exchanged {
                    note_exchange(machine, &value);
                }
                if self.numbers.named(table).entries.len() + entries.len() > MAX_PAIRS {
                    return super::forms::too_many(machine, &value, clause);
                }
                if !machine.spend(entries.len() as u64 * 16, clause.at) {
                    return;
                }
                let mut last = None;
                for (i, j, value) in entries {
                    let (Some(&i), Some(&j)) = (firsts.get(i), seconds.get(j)) else { continue };
                    let Some(n) = value.as_number() else {
                        let shown = machine.brief(value);
                        let found = Diagnostic::error(codes::GDL_KIND, format!("value of `{table}` that is no number"));
                        machine.push(found.label(format!("`{shown}`")).help("write a number"), at_of(value, clause));
                        return;
                    };
                    // A value is judged once, for all its pairs.
                    if last != Some(n) {
                        in_range(machine, table, n, &value.placed(at_of(value, clause)));
                        last = Some(n);
                    }
                    self.numbers.named(table).entries.insert((i, j), (n, at));
                }
            }
        }
    }

    /// The units that an index of a clause names.
    fn units(&self, machine: &mut Machine, table: &str, value: &Value, clause: &Value) -> Option<Vec<usize>> {
        let one = [value.clone()];
        let items = value.as_list().unwrap_or(&one).to_vec();
        if !machine.spend(items.len() as u64 * 16, clause.at) {
            return None;
        }
        let mut units = Vec::with_capacity(items.len());
        for item in items {
            let unit = machine.type_of(&item).filter(|of: &TypeRef| of.kind == TypeKind::Unit);
            match unit.and_then(|of| self.places.get(&of)) {
                Some(&place) => units.push(place),
                None => {
                    let shown = machine.brief(&item);
                    let label = match machine.type_of(&item).map(|of| of.kind) {
                        Some(TypeKind::Terrain) => format!("`{shown}` is a terrain type"),
                        Some(TypeKind::Material) => format!("`{shown}` is a material type"),
                        Some(TypeKind::Advance) => format!("`{shown}` is a category"),
                        Some(TypeKind::Unit) | None => format!("`{shown}` is no type"),
                    };
                    let found =
                        Diagnostic::error(codes::GDL_KIND, format!("wrong kind of type in `{table}`")).label(label);
                    machine.push(found.help("the table is for types that `unit-type` defines"), at_of(&item, clause));
                    return None;
                }
            }
        }
        Some(units)
    }

    /// What the tables of numbers do to the rules, now that all are known.
    pub(super) fn apply_numbers(
        &mut self,
        machine: &mut Machine,
        leaves: &FxHashMap<&str, Vec<usize>>,
        sprites: &[Sprite],
    ) {
        if self.numbers.is_empty() {
            return;
        }
        let rules = std::mem::take(&mut self.rules);
        let mut left = MAX_PAIRS;
        for rule in rules {
            self.score_rule(machine, rule, leaves, sprites, &mut left);
        }
        let mut pairs: Vec<((usize, usize), (i32, Line))> =
            self.numbers.damage.entries.iter().map(|(k, v)| (*k, *v)).collect();
        if let Some(all) = self.numbers.damage.all.filter(|(n, _)| *n != 0) {
            let unit: Vec<usize> =
                self.places.iter().filter(|(of, _)| of.kind == TypeKind::Unit).map(|(_, i)| *i).collect();
            if unit.len().saturating_mul(unit.len()) > MAX_PAIRS {
                let found = Diagnostic::error(codes::GDL_UNEQUAL, "damage between too many units").at(all.1.span);
                machine.sink.push(found.label("too many pairs").help("name the pairs that matter"));
                return;
            }
            let rest = unit.iter().flat_map(|&i| unit.iter().map(move |&j| (i, j)));
            pairs.extend(rest.filter(|pair| !self.numbers.damage.entries.contains_key(pair)).map(|pair| (pair, all)));
        }
        pairs.sort_unstable_by_key(|(pair, _)| *pair);
        for ((i, j), (n, at)) in pairs {
            if let (Some(hitter), Some(hit)) = (sprites.get(i), sprites.get(j)) {
                let chance = self.numbers.chance.get((i, j)).map_or(100, |(n, _)| n);
                if !machine.spend(6 * WORD, Place { source: 0, span: at.span }) {
                    return;
                }
                self.damage_rule((hitter, hit), n, chance, at);
            }
        }
    }

    /// A rule for one pair of units: the second loses health.
    fn damage_rule(&mut self, (hitter, hit): (&Sprite, &Sprite), n: i32, chance: i32, at: Line) {
        if n == 0 || chance <= 0 {
            return;
        }
        // Dice are packed in 16 bits: what has more is a number.
        let plain = Dice { count: 0, faces: 0, addend: n };
        let dice = if i16::try_from(n).is_ok() { Dice::decode(n) } else { plain };
        let number = |key: &str, n: i32| argument(key, at.span, n.to_string(), at.span);
        let mut effect = vec![bare("subtractHealthPoints", at.span), number("value", dice.addend)];
        if dice.count != 0 || chance < 100 {
            effect = vec![bare("strike", at.span), number("value", dice.addend)];
        }
        if dice.count != 0 {
            effect.extend([number("dice", dice.count), number("faces", dice.faces)]);
        }
        if chance < 100 {
            effect.push(argument("prob", at.span, hundredths_text(chance), at.span));
        }
        self.rules.push(Rule {
            first: bare(hit.name.text.clone(), at.span),
            seconds: vec![bare(hitter.name.text.clone(), at.span)],
            effect,
            at,
        });
    }

    /// Adds what `score-change` says to a rule. A rule for categories is split where it says something for some of their
    /// members only.
    fn score_rule(
        &mut self,
        machine: &mut Machine,
        rule: Rule,
        leaves: &FxHashMap<&str, Vec<usize>>,
        sprites: &[Sprite],
        left: &mut usize,
    ) {
        let score = &self.numbers.score;
        let none = score.all.is_none() && score.entries.is_empty();
        let of = |word: &Word| leaves.get(word.text.as_str()).map_or(&[][..], Vec::as_slice);
        let firsts = of(&rule.first);
        let pairs: usize = rule.seconds.iter().map(|s| of(s).len().saturating_mul(firsts.len())).sum();
        if none || pairs == 0 {
            self.rules.push(rule);
            return;
        }
        let Some(rest) = left.checked_sub(pairs) else {
            let found = Diagnostic::error(codes::GDL_UNEQUAL, "scores for too many pairs").at(rule.at.span);
            machine.sink.push(found.label("too many pairs"));
            return;
        };
        *left = rest;
        let value = |i: usize, j: usize| {
            let unit = |i: usize| sprites.get(i).is_some_and(|s| s.kind == TypeKind::Unit);
            score.get((i, j)).filter(|_| unit(i) && unit(j)).map_or(0, |(n, _)| n)
        };
        let mut values = rule.seconds.iter().flat_map(of).flat_map(|&j| firsts.iter().map(move |&i| (i, j)));
        let first = values.next().map_or(0, |(i, j)| value(i, j));
        if values.all(|(i, j)| value(i, j) == first) {
            let mut rule = rule;
            if first != 0 {
                add_score(machine, &mut rule, first);
            }
            self.rules.push(rule);
            return;
        }
        let size = pairs.saturating_mul(2 + rule.effect.len());
        if !machine.spend((size as u64).saturating_mul(WORD), Place { source: 0, span: rule.at.span }) {
            return;
        }
        let mut split = Vec::with_capacity(pairs);
        for second in &rule.seconds {
            for &i in firsts {
                for &j in of(second) {
                    let (Some(a), Some(b)) = (sprites.get(i), sprites.get(j)) else { continue };
                    let member = |s: &Sprite, word: &Word| bare(s.name.text.clone(), word.span);
                    let (first, seconds) = (member(a, &rule.first), vec![member(b, second)]);
                    let mut one = Rule { first, seconds, effect: rule.effect.clone(), at: rule.at };
                    let n = value(i, j);
                    if n != 0 {
                        add_score(machine, &mut one, n);
                    }
                    split.push(one);
                }
            }
        }
        self.rules.extend(split);
    }
}

/// A chance is a number of hundredths: what is beyond acts as the nearest one that is.
fn in_range(machine: &mut Machine, table: &str, n: i32, value: &Value) {
    if table == "hit-chance" && !(0..=100).contains(&n) {
        let title = format!("value {n} out of the range of `{table}`");
        machine.warn(codes::VALUE_RANGE, title, value.at, "it takes 0 to 100");
    }
}

/// Adds points to what a rule gives.
fn add_score(machine: &mut Machine, rule: &mut Rule, points: i32) {
    let span = rule.effect.first().map_or(rule.at.span, |w| w.span);
    let Some(word) = rule.effect.iter_mut().rfind(|w| w.arg().is_some_and(|(key, _)| key == "scoreChange")) else {
        rule.effect.push(argument("scoreChange", span, points.to_string(), span));
        return;
    };
    let span = word.span;
    let sums: Option<Vec<String>> = word.arg().and_then(|(_, text)| {
        text.split(',').map(|piece| Some(parse_int(piece)?.checked_add(points)?.to_string())).collect()
    });
    match sums {
        Some(sums) => *word = argument("scoreChange", span, sums.join(","), span),
        None => {
            let found = Diagnostic::error(codes::GDL_KIND, "points that `score-change` cannot be added to").at(span);
            machine.sink.push(found.label("not numbers, or too large ones"));
        }
    }
}
