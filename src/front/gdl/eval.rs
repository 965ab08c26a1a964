//! Evaluation: what an expression is worth. Functions on lists are here; `arith`, `kernel` and `compare` have the others.

use super::machine::{Machine, STEP, Unbound};
use super::value::{Kind, Text, Value};
use crate::diag::{Diagnostic, codes};

/// The functions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Quote,
    List,
    Append,
    Remove,
    RemoveList,
    Arithmetic(super::arith::Op),
    Compare(super::compare::Relation),
    And,
    Or,
    Not,
}

/// Their names.
const FUNCTIONS: &[(&str, Function)] = {
    use super::arith::Op;
    use super::compare::Relation;
    &[
        ("quote", Function::Quote),
        ("list", Function::List),
        ("append", Function::Append),
        ("remove", Function::Remove),
        ("remove-list", Function::RemoveList),
        ("+", Function::Arithmetic(Op::Add)),
        ("-", Function::Arithmetic(Op::Subtract)),
        ("*", Function::Arithmetic(Op::Multiply)),
        ("/", Function::Arithmetic(Op::Divide)),
        ("=", Function::Compare(Relation::Equal)),
        ("/=", Function::Compare(Relation::Differ)),
        ("<", Function::Compare(Relation::Less)),
        ("<=", Function::Compare(Relation::AtMost)),
        (">", Function::Compare(Relation::Greater)),
        (">=", Function::Compare(Relation::AtLeast)),
        ("and", Function::And),
        ("or", Function::Or),
        ("not", Function::Not),
    ]
};

/// Whether a name is that of a function.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

impl Machine {
    /// The value of an expression. It has the place of the expression; the elements of a list keep the places where they were
    /// written.
    pub fn eval(&mut self, expr: &Value) -> Value {
        if !self.spend(STEP, expr.at) {
            return Value::nil(expr.at);
        }
        match &expr.kind {
            Kind::Number(_) | Kind::Str(_) | Kind::Type(_) | Kind::End => expr.clone(),
            Kind::Symbol(name) => self.eval_symbol(name, expr),
            Kind::List(items) if items.is_empty() => expr.clone(),
            Kind::List(items) => {
                if !self.call(expr.at) {
                    return Value::nil(expr.at);
                }
                let value = match self.function(expr) {
                    Some(function) => self.apply(function, expr, items),
                    None if expr.head().is_some_and(|head| self.is_structure(head)) => self.eval_structure(expr, items),
                    None => self.eval_items(items, expr),
                };
                self.calls -= 1;
                value
            }
        }
    }

    /// The function that a list calls: its first element is an unbound symbol that names one.
    pub(super) fn function(&self, expr: &Value) -> Option<Function> {
        let name = expr.head()?;
        if self.is_bound(name) {
            return None;
        }
        FUNCTIONS.iter().find(|(known, _)| *name == **known).map(|(_, function)| *function)
    }

    pub(super) fn eval_symbol(&mut self, name: &Text, expr: &Value) -> Value {
        if let Some(value) = self.symbols.get(name).and_then(|b| b.value.as_ref()) {
            return value.placed(expr.at);
        }
        if let Some(value) = self.all_types(name, expr.at) {
            return value;
        }
        if self.unbound == Unbound::Warn {
            let title = format!("`{name}` has no value");
            let found = Diagnostic::warning(codes::UNBOUND, title).label("it stands for itself");
            let known = self.symbols.iter().filter(|(_, b)| b.value.is_some());
            let help = if self.sink.warnings() > 50 {
                None
            } else {
                // Sorted, so that the suggestion does not hang on the order of a map.
                let mut names: Vec<&str> =
                    known.filter_map(|(name, _)| std::str::from_utf8(name.bytes()).ok()).collect();
                names.sort_unstable();
                self.suggest(name, names.into_iter())
            };
            self.push(Diagnostic { help, ..found }, expr.at);
        }
        expr.clone()
    }

    /// A list of the values of the elements.
    fn eval_items(&mut self, items: &[Value], expr: &Value) -> Value {
        let values = items.iter().map(|item| self.eval(item)).collect();
        self.list(values, expr.at)
    }

    /// `(NAME ITEM (P V)...)` with each `V` evaluated.
    fn eval_structure(&mut self, expr: &Value, items: &[Value]) -> Value {
        let mut parts: Vec<Value> = items.iter().take(2).cloned().collect();
        for item in items.iter().skip(2) {
            let part = match item.as_list() {
                Some([key, values @ ..]) => {
                    let mut pair = vec![key.clone()];
                    pair.extend(values.iter().map(|value| self.eval(value)));
                    self.list(pair, item.at)
                }
                _ => item.clone(),
            };
            parts.push(part);
        }
        self.list(parts, expr.at)
    }

    fn apply(&mut self, function: Function, expr: &Value, items: &[Value]) -> Value {
        let rest = items.get(1..).unwrap_or_default();
        match function {
            Function::Quote => match rest {
                [] => Value::nil(expr.at),
                [one] => one.clone(),
                [first, ..] if self.dialect.is_kernel() => first.clone(),
                several => self.list(several.to_vec(), expr.at),
            },
            Function::List => self.eval_items(rest, expr),
            Function::Append => self.append(rest, expr),
            Function::Remove => self.remove(expr),
            Function::RemoveList => self.remove_list(expr),
            Function::Arithmetic(op) if self.dialect.is_kernel() => self.kernel_arithmetic(op, rest, expr.at),
            Function::Arithmetic(op) => self.arithmetic(op, rest, expr.at),
            Function::Compare(relation) => self.compare(relation, rest, expr.at),
            Function::And => self.and(rest, expr.at),
            Function::Or => self.or(rest, expr.at),
            Function::Not => self.not(rest, expr.at),
        }
    }

    // ---- Lists -----------------------------------------------------------------------------------------------------

    fn append(&mut self, rest: &[Value], expr: &Value) -> Value {
        let mut items: Vec<Value> = Vec::new();
        for item in rest {
            let value = self.eval(item);
            match &value.kind {
                Kind::List(list) => {
                    if !self.spend(u64::from(list.size()), expr.at) {
                        break;
                    }
                    if self.dialect.is_kernel() {
                        items.extend(list.iter().cloned());
                    } else {
                        flatten(list, &mut items);
                    }
                }
                _ => items.push(value),
            }
        }
        self.list(items, expr.at)
    }

    /// `(remove X L)`
    fn remove(&mut self, expr: &Value) -> Value {
        let (element, list) = (self.argument(expr, 1), self.argument(expr, 2));
        let (element, list) = (self.eval(&element), self.eval(&list));
        let Kind::List(items) = &list.kind else {
            self.no_list("remove", &list);
            return Value::nil(expr.at);
        };
        if !self.spend(u64::from(items.size()), expr.at) {
            return Value::nil(expr.at);
        }
        let kept = items.iter().filter(|item| !item.same(&element)).cloned().collect();
        self.list(kept, expr.at)
    }

    /// Something is to be removed from what is no list.
    fn no_list(&mut self, function: &str, list: &Value) {
        let (title, shown) = (format!("`{function}` from what is no list"), self.brief(list));
        let found = if self.dialect.is_kernel() {
            self.stop();
            Diagnostic::error(codes::REMOVE_STOPS, title).label(format!("{shown}: the kernel stops here"))
        } else {
            Diagnostic::warning(codes::NOT_A_LIST, title).label(format!("{shown}: the result is nil"))
        };
        self.push(found, list.at);
    }

    /// `(remove-list L1 L2)`
    fn remove_list(&mut self, expr: &Value) -> Value {
        let (out, list) = (self.argument(expr, 1), self.argument(expr, 2));
        let (out, list) = (self.eval(&out), self.eval(&list));
        if list.is_nil() {
            return Value::nil(expr.at);
        }
        let Kind::List(out) = &out.kind else {
            let label = format!("{}: the result is nil", self.brief(&out));
            self.warn(codes::NOT_A_LIST, "`remove-list` of what is no list", out.at, label);
            return Value::nil(expr.at);
        };
        // Nothing to remove: the kernel does not look at what it should be removed from.
        if self.dialect.is_kernel() && out.is_empty() {
            return list.placed(expr.at);
        }
        let Kind::List(items) = &list.kind else {
            self.no_list("remove-list", &list);
            return Value::nil(expr.at);
        };
        // Every element is compared with every other.
        let work = u64::from(items.size()).saturating_mul(out.len() as u64).saturating_add(u64::from(out.size()));
        if !self.spend(work, expr.at) {
            return Value::nil(expr.at);
        }
        let kept = items.iter().filter(|item| !out.iter().any(|o| o.same(item))).cloned().collect();
        self.list(kept, expr.at)
    }
}

/// The elements of a list and of the lists in it, to any depth; nil is none.
fn flatten(list: &[Value], out: &mut Vec<Value>) {
    for item in list {
        match item.as_list() {
            Some(inner) => flatten(inner, out),
            None => out.push(item.clone()),
        }
    }
}
