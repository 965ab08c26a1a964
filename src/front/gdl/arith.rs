//! Arithmetic as the page has it: numbers, and lists of numbers element by element.

use super::machine::Machine;
use super::value::{Kind, Place, Value};
use crate::diag::codes;

/// `+ - * /`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Why two numbers have no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoResult {
    ByZero,
    Overflow,
}

impl Op {
    pub(super) fn name(self) -> &'static str {
        ["+", "-", "*", "/"][self as usize]
    }

    /// The exact result.
    fn exact(self, a: i32, b: i32) -> Result<i64, NoResult> {
        let (a, b) = (i64::from(a), i64::from(b));
        match self {
            Op::Add => Ok(a + b),
            Op::Subtract => Ok(a - b),
            Op::Multiply => Ok(a * b),
            Op::Divide if b == 0 => Err(NoResult::ByZero),
            Op::Divide => Ok(a / b),
        }
    }

    /// The result in 32 bits.
    pub(super) fn checked(self, a: i32, b: i32) -> Result<i32, NoResult> {
        i32::try_from(self.exact(a, b)?).map_err(|_| NoResult::Overflow)
    }

    /// The result, wrapped around.
    pub(super) fn wrapping(self, a: i32, b: i32) -> Result<i32, NoResult> {
        Ok(self.exact(a, b)? as i32)
    }
}

/// The first value in an operand that is neither a number nor a list of such.
fn no_number(value: &Value) -> Option<&Value> {
    match &value.kind {
        Kind::Number(_) => None,
        Kind::List(list) => list.iter().find_map(no_number),
        _ => Some(value),
    }
}

/// Why an expression has no value.
enum Trouble {
    Operand(Value),
    Lengths(Value, Value),
    No(NoResult),
    /// Said already.
    Said,
}

impl Machine {
    /// `(OP X...)`
    pub(super) fn arithmetic(&mut self, op: Op, rest: &[Value], at: Place) -> Value {
        let operands: Vec<Value> = rest.iter().map(|item| self.eval(item)).filter(|value| !value.is_nil()).collect();
        match self.combine_all(op, operands, at) {
            Ok(value) => value.placed(at),
            Err(trouble) => {
                self.tell(op, trouble, at);
                Value::nil(at)
            }
        }
    }

    fn combine_all(&mut self, op: Op, operands: Vec<Value>, at: Place) -> Result<Value, Trouble> {
        let mut lists = operands.iter().filter(|value| value.as_list().is_some());
        let size: u64 =
            operands.iter().map(|v| if let Kind::List(list) = &v.kind { u64::from(list.size()) } else { 1 }).sum();
        if !self.spend(size, at) {
            return Err(Trouble::Said);
        }
        if let Some(wrong) = operands.iter().find_map(no_number) {
            return Err(Trouble::Operand(wrong.clone()));
        }
        if let Some(first) = lists.next() {
            let length = |v: &Value| v.as_list().map_or(0, <[Value]>::len);
            if let Some(other) = lists.find(|other| length(other) != length(first)) {
                return Err(Trouble::Lengths(first.clone(), other.clone()));
            }
        }
        let mut operands = operands.into_iter();
        let (first, second) = (operands.next(), operands.next());
        match (op, first, second) {
            (_, Some(first), Some(second)) => {
                let mut result = self.combine(op, &first, &second, at)?;
                for operand in operands {
                    result = self.combine(op, &result, &operand, at)?;
                }
                Ok(result)
            }
            (Op::Add, None, _) => Ok(Value::number(0, at)),
            (Op::Multiply, None, _) => Ok(Value::number(1, at)),
            (Op::Add, Some(one), None) => Ok(one),
            (Op::Subtract, Some(one), None) => self.combine(op, &Value::number(0, at), &one, at),
            (Op::Subtract | Op::Multiply | Op::Divide, ..) => {
                self.too_few(op, at);
                Err(Trouble::Said)
            }
        }
    }

    /// Two numbers, a number with each element of a list, or two lists element by element.
    fn combine(&mut self, op: Op, a: &Value, b: &Value, at: Place) -> Result<Value, Trouble> {
        if !self.spend(16, at) {
            return Err(Trouble::Said);
        }
        let items = match (a.as_number(), b.as_number(), a.as_list(), b.as_list()) {
            (Some(x), Some(y), ..) => {
                return op.checked(x, y).map(|n| Value::number(n, at)).map_err(Trouble::No);
            }
            (Some(_), _, _, Some(list)) => list.iter().map(|item| self.combine(op, a, item, at)).collect(),
            (_, Some(_), Some(list), _) => list.iter().map(|item| self.combine(op, item, b, at)).collect(),
            (_, _, Some(x), Some(y)) if x.len() == y.len() => {
                x.iter().zip(y).map(|(a, b)| self.combine(op, a, b, at)).collect()
            }
            (_, _, Some(_), Some(_)) => return Err(Trouble::Lengths(a.clone(), b.clone())),
            (None, _, None, _) => return Err(Trouble::Operand(a.clone())),
            _ => return Err(Trouble::Operand(b.clone())),
        };
        let items: Result<Vec<Value>, Trouble> = items;
        let items = items?;
        Ok(self.list(items, at))
    }

    pub(super) fn too_few(&mut self, op: Op, at: Place) {
        let title = format!("too few operands for `{}`", op.name());
        self.warn(codes::FEW_OPERANDS, title, at, "the result is nil");
    }

    pub(super) fn bad_operand(&mut self, name: &str, operand: &Value, at: Place) {
        let title = format!("operand of `{name}` that is no number");
        let label = format!("{}: the result is nil", self.brief(operand));
        self.warn(codes::BAD_OPERAND, title, if operand.at == Place::default() { at } else { operand.at }, label);
    }

    pub(super) fn uneven(&mut self, op: Op, a: usize, b: usize, at: Place) {
        let title = format!("lists of different lengths for `{}`", op.name());
        self.warn(codes::UNEVEN_LISTS, title, at, format!("{a} and {b} elements: the result is nil"));
    }

    pub(super) fn by_zero(&mut self, at: Place) {
        self.warn(codes::BY_ZERO, "division by zero", at, "the result is nil");
    }

    fn tell(&mut self, op: Op, trouble: Trouble, at: Place) {
        match trouble {
            Trouble::Operand(operand) => self.bad_operand(op.name(), &operand, at),
            Trouble::Lengths(a, b) => {
                let length = |v: &Value| v.as_list().map_or(0, <[Value]>::len);
                self.uneven(op, length(&a), length(&b), at);
            }
            Trouble::No(NoResult::ByZero) => self.by_zero(at),
            Trouble::No(NoResult::Overflow) => {
                let title = format!("result of `{}` that is out of range", op.name());
                self.error(codes::OVERFLOW, title, at, "numbers have 32 bits");
            }
            Trouble::Said => {}
        }
    }
}
