//! Comparisons, `and`, `or` and `not`, and conditions.

use super::machine::Machine;
use super::value::{Kind, Place, Value};

/// `= /= < <= > >=`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Differ,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    fn name(self) -> &'static str {
        ["=", "/=", "<", "<=", ">", ">="][self as usize]
    }

    fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Differ => a != b,
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Greater => a > b,
            Relation::AtLeast => a >= b,
        }
    }
}

impl Machine {
    /// `(RELATION X...)`: whether it holds between all neighbours.
    pub(super) fn compare(&mut self, relation: Relation, rest: &[Value], at: Place) -> Value {
        let mut last = None::<i32>;
        for item in rest {
            let value = match &item.kind {
                // The kernel does not warn of a symbol without a value here.
                Kind::Symbol(name) if self.dialect.is_kernel() && !self.is_bound(name) => item.clone(),
                _ => self.eval(item),
            };
            if value.is_nil() {
                continue;
            }
            let Some(n) = value.as_number() else {
                self.bad_operand(relation.name(), &value.placed(item.at), at);
                return Value::nil(at);
            };
            // What follows a comparison that fails is not looked at.
            if last.is_some_and(|last| !relation.holds(last, n)) {
                return Value::nil(at);
            }
            last = Some(n);
        }
        truth(last.is_some(), at)
    }

    /// `(and X...)`. The kernel comes here only when `and` was undefined, and returns the last operand as it is written.
    pub(super) fn and(&mut self, rest: &[Value], at: Place) -> Value {
        let mut last = Value::nil(at);
        for item in rest {
            last = self.eval(item);
            if last.is_nil() {
                return Value::nil(at);
            }
        }
        match rest.last() {
            Some(item) if self.dialect.is_kernel() => item.clone(),
            _ => last,
        }
    }

    /// `(or X...)`
    pub(super) fn or(&mut self, rest: &[Value], at: Place) -> Value {
        for item in rest {
            let value = self.eval(item);
            if !value.is_nil() {
                return value;
            }
        }
        Value::nil(at)
    }

    /// `(not X)`. In the kernel, where it is undefined first, it is nil for every operand.
    pub(super) fn not(&mut self, rest: &[Value], at: Place) -> Value {
        let Some(item) = rest.first() else { return truth(true, at) };
        if self.dialect.is_kernel() {
            return Value::nil(at);
        }
        let value = self.eval(item);
        truth(value.is_nil(), at)
    }

    /// A condition, where a property takes one: `and` and `or` take their first two operands, `not` its first; nil is
    /// `default`, and `judge` says what anything else is. Nothing is evaluated.
    pub fn condition(&self, expr: &Value, default: bool, judge: &mut dyn FnMut(&Self, &Value) -> bool) -> bool {
        let Some(items) = expr.as_list() else { return judge(self, expr) };
        let nil = Value::nil(expr.at);
        let operand = |i: usize| items.get(i).unwrap_or(&nil);
        match expr.head() {
            _ if items.is_empty() => default,
            Some(head) if *head == "and" => {
                self.condition(operand(1), default, judge) && self.condition(operand(2), default, judge)
            }
            Some(head) if *head == "or" => {
                self.condition(operand(1), default, judge) || self.condition(operand(2), default, judge)
            }
            Some(head) if *head == "not" => !self.condition(operand(1), default, judge),
            _ => judge(self, expr),
        }
    }

    /// What a condition makes of a number, or of a symbol with one: true unless it is 0.
    #[must_use]
    pub fn is_true(&self, value: &Value) -> bool {
        let bound = value.as_symbol().and_then(|name| self.symbols.get(name)?.value.as_ref());
        bound.unwrap_or(value).as_number().is_some_and(|n| n != 0)
    }
}

fn truth(holds: bool, at: Place) -> Value {
    if holds { Value::number(1, at) } else { Value::nil(at) }
}
