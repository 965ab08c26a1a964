//! Lists that give each type of a kind a value.

use super::machine::Machine;
use super::value::{Kind, Place, TypeKind, Value};
use crate::diag::codes;

impl Machine {
    /// The values of a list for the types of a kind, in their order; `None` where it says nothing. The list has numbers, which go
    /// with the types one after the other, and pairs `(TYPES VALUE)`: a type or a list of types, and a value or a list of values
    /// that go with them one by one. Later ones replace earlier ones, and a number behind a pair goes with the type behind the
    /// pair's last. The list itself is not evaluated, its numbers, types and values are.
    pub fn type_values(&mut self, kind: TypeKind, list: &Value) -> Vec<Option<i32>> {
        let mut values: Vec<Option<i32>> = vec![None; self.types(kind)];
        let mut next = 0;
        for item in list.as_list().unwrap_or_default() {
            match &item.kind {
                Kind::List(parts) => {
                    let part = |i: usize| parts.get(i).cloned().unwrap_or_else(|| Value::nil(item.at));
                    let (types, value) = (self.eval(&part(0)), self.eval(&part(1)));
                    self.pair(kind, &mut values, &mut next, &types, &value, item.at);
                }
                _ => {
                    let value = self.eval(item);
                    self.put(kind, &mut values, next, &value, item.at);
                    next += 1;
                }
            }
        }
        values
    }

    fn pair(
        &mut self,
        kind: TypeKind,
        values: &mut [Option<i32>],
        next: &mut usize,
        types: &Value,
        value: &Value,
        at: Place,
    ) {
        let one = std::slice::from_ref(types);
        let types = types.as_list().unwrap_or(one);
        let each = value.as_list().filter(|_| !value.is_nil());
        if let Some(each) = each.filter(|each| each.len() != types.len()) {
            let label = format!("{} values for {} types: this is left out", each.len(), types.len());
            self.warn(codes::LIST_LENGTHS, "types and values that do not match", at, label);
            return;
        }
        for (i, of) in types.iter().enumerate() {
            let Some(of) = of.as_type().filter(|of| of.kind == kind) else {
                let title = format!("value that is no {} type", kind.name());
                let label = format!("{}: this is left out", self.brief(of));
                self.warn(codes::NO_TYPES, title, at, label);
                continue;
            };
            let index = of.index as usize;
            let value = each.and_then(|each| each.get(i)).unwrap_or(value);
            self.put(kind, values, index, value, at);
            *next = index + 1;
        }
    }

    fn put(&mut self, kind: TypeKind, values: &mut [Option<i32>], index: usize, value: &Value, at: Place) {
        match (value.as_number(), values.get_mut(index)) {
            (Some(n), Some(place)) => *place = Some(n),
            (None, _) => {
                let label = format!("{}: this is left out", self.brief(value));
                self.warn(codes::TABLE_VALUE, "value of a type that is no number", at, label);
            }
            (Some(_), None) => {
                let title = format!("more values than there are {} types", kind.name());
                self.warn(codes::EXTRA_PART, title, at, "this is left out");
            }
        }
    }
}
