//! Arithmetic as the kernel of Xconq does it, faults included: `eval_arithmetic_expression` in its `lisp.c`.
//!
//! Operands are looked at one by one as they are written. With the first lists of more than two elements, the rest of a list
//! becomes further operands of one expression: `(+ 1 (1 2 3))` is `(2 6)`.

use super::arith::{NoResult, Op};
use super::machine::{Machine, STEP};
use super::value::{Kind, Place, Value};
use crate::diag::codes;

impl Machine {
    /// `(OP X...)`
    pub(super) fn kernel_arithmetic(&mut self, op: Op, rest: &[Value], at: Place) -> Value {
        if !self.spend(STEP, at) || !self.call(at) {
            return Value::nil(at);
        }
        let value = self.kernel_combine_all(op, rest, at);
        self.calls -= 1;
        value.unwrap_or_else(|| Value::nil(at))
    }

    /// `None`: the result is nil, and what there is to say was said.
    fn kernel_combine_all(&mut self, op: Op, rest: &[Value], at: Place) -> Option<Value> {
        let (mut first, mut result) = (None::<Value>, None::<Value>);
        let mut length = None::<usize>;
        for item in rest {
            if item.is_nil() {
                continue;
            }
            let operand = self.kernel_operand(item);
            match (operand.as_number(), operand.as_list()) {
                (Some(_), _) => {}
                (None, Some(list)) if !list.is_empty() => {
                    let wanted = *length.get_or_insert(list.len());
                    if list.len() != wanted {
                        self.uneven(op, wanted, list.len(), at);
                        return None;
                    }
                }
                _ => {
                    self.bad_operand(op.name(), &operand.placed(item.at), at);
                    return None;
                }
            }
            let Some(before) = &first else {
                first = Some(operand);
                continue;
            };
            let left = result.take().unwrap_or_else(|| before.clone());
            result = Some(self.kernel_combine(op, &left, &operand, at)?);
        }
        if result.is_some() {
            return result;
        }
        match (op, first) {
            (Op::Add, None) => Some(Value::number(0, at)),
            (Op::Multiply, None) => Some(Value::number(1, at)),
            (Op::Add, Some(one)) => Some(one.placed(at)),
            (Op::Subtract, Some(one)) => Some(self.kernel_arithmetic(op, &[Value::number(0, at), one], at)),
            (Op::Subtract | Op::Multiply | Op::Divide, _) => {
                self.too_few(op, at);
                None
            }
        }
    }

    /// A symbol's value; the value of a list that starts with a symbol; anything else as it is written.
    fn kernel_operand(&mut self, item: &Value) -> Value {
        match &item.kind {
            Kind::Symbol(name) => self.eval_symbol(name, item),
            Kind::List(_) if item.head().is_some() => self.eval(item),
            _ => item.clone(),
        }
    }

    /// The result so far with the next operand.
    fn kernel_combine(&mut self, op: Op, left: &Value, right: &Value, at: Place) -> Option<Value> {
        match (&left.kind, right.as_number(), &right.kind) {
            (Kind::Number(a), Some(b), _) => match op.wrapping(*a, b) {
                Ok(n) => Some(Value::number(n, at)),
                Err(NoResult::ByZero | NoResult::Overflow) => {
                    self.by_zero(at);
                    None
                }
            },
            (Kind::Number(_), None, Kind::List(list)) => {
                let (head, tail) = list.split_first()?;
                let mut items = vec![self.kernel_arithmetic(op, &[left.clone(), head.clone()], at)];
                if !tail.is_empty() {
                    let mut operands = vec![left.clone()];
                    operands.extend(tail.iter().cloned());
                    self.spend(tail.len() as u64, at);
                    items.push(self.kernel_arithmetic(op, &operands, at));
                }
                Some(self.list(items, at))
            }
            (Kind::List(list), ..) => self.kernel_each(op, list, right, at),
            _ => None,
        }
    }

    /// A list with a number or with a list: the first elements, then the same with what is left of the lists. What is left is
    /// an operand of its own, so that it is a call if a symbol is in front of it.
    fn kernel_each(&mut self, op: Op, left: &[Value], right: &Value, at: Place) -> Option<Value> {
        let (mut left, mut items) = (left, Vec::new());
        let mut others = right.as_list();
        loop {
            let (head, tail) = left.split_first()?;
            let with = match others {
                Some(list) => list.first()?.clone(),
                None => right.clone(),
            };
            items.push(self.kernel_arithmetic(op, &[head.clone(), with], at));
            others = others.map(|list| list.get(1..).unwrap_or_default());
            if tail.is_empty() || self.is_stopped() {
                return Some(self.list(items, at));
            }
            left = tail;
            let call = |list: &[Value]| list.first().is_some_and(|item| item.as_symbol().is_some());
            if call(left) || others.is_some_and(|list| call(list) || list.len() != left.len()) {
                // No longer two lists of one length for certain: as operands they are what they come to.
                self.spend(left.len() as u64, at);
                let rest = others.map_or_else(|| right.clone(), |list| Value::list(list.to_vec(), at));
                let value = self.kernel_arithmetic(op, &[Value::list(left.to_vec(), at), rest], at);
                match &value.kind {
                    Kind::List(more) => items.extend(more.iter().cloned()),
                    _ => {
                        self.stop();
                        let title = "arithmetic that stops the kernel";
                        let label = format!("the rest of the list comes to {}, which is no list", self.brief(&value));
                        self.error(codes::KERNEL_STOPS, title, at, label);
                        return None;
                    }
                }
                return Some(self.list(items, at));
            }
        }
    }
}
