//! Types and their properties.

use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Machine, numberish, wants};
use super::names::{Holds, Name, XCONQ};
use super::value::{Kind, Place, Text, TypeKind, TypeRef, Value};
use crate::diag::{Diagnostic, codes};

/// How many types of one kind there may be.
pub const MAX_TYPES: usize = 32767;

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// The name that it was defined with.
    pub name: Text,
    /// The properties that were set, by their index in the table of names.
    pub set: FxHashMap<usize, Value>,
}

/// All types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: [Vec<Type>; 4],
    /// Kinds of which there should be no more types, since tables have been made for them.
    frozen: [bool; 4],
    units: FxHashSet<Text>,
}

impl Types {
    pub(super) fn add(&mut self, kind: TypeKind, name: Text) -> TypeRef {
        let list = &mut self.kinds[kind as usize];
        let index = list.len() as u32;
        if kind == TypeKind::Unit {
            self.units.insert(name.clone());
        }
        list.push(Type { name, set: FxHashMap::default() });
        TypeRef { kind, index }
    }

    /// All of a kind, in the order of their definition.
    #[must_use]
    pub fn of(&self, kind: TypeKind) -> &[Type] {
        &self.kinds[kind as usize]
    }

    /// A type.
    #[must_use]
    pub fn get(&self, of: TypeRef) -> Option<&Type> {
        self.of(of.kind).get(of.index as usize)
    }

    pub(super) fn count(&self, kind: TypeKind) -> usize {
        self.of(kind).len()
    }

    pub(super) fn freeze(&mut self, kind: TypeKind) {
        self.frozen[kind as usize] = true;
    }

    pub(super) fn is_unit_named(&self, name: &Text) -> bool {
        self.units.contains(name)
    }

    fn set(&mut self, of: TypeRef, property: usize, value: Value) {
        if let Some(found) = self.kinds[of.kind as usize].get_mut(of.index as usize) {
            found.set.insert(property, value);
        }
    }
}

/// Whether the properties that follow still count.
type GoOn = bool;

impl Machine {
    /// `(unit-type NAME (P V)...)` and its likes.
    pub(super) fn type_form(&mut self, kind: TypeKind, form: &Value) {
        let word = self.argument(form, 1);
        let Some(name) = word.as_symbol().cloned() else {
            let title = format!("{} type without a name", kind.name());
            self.warn(codes::NOT_A_NAME, title, word.at, "a symbol belongs here; nothing is done");
            return;
        };
        if self.types.frozen[kind as usize] {
            let title = format!("{} type that comes late", kind.name());
            self.warn(codes::LATE_TYPE, title, word.at, "there are tables for this kind already");
        }
        let of = self.new_type(kind, &name, word.at);
        for part in form.as_list().and_then(|items| items.get(2..)).unwrap_or_default() {
            let pair = part.as_list().unwrap_or_default();
            let Some(property) = pair.first().and_then(Value::as_symbol) else {
                let title = "property that is not a list with a name in front";
                let label = "neither this nor what follows is read";
                let found = Diagnostic::warning(codes::PROPERTY_FORM, title).label(label);
                self.push(found.help("write `(NAME VALUE)`"), part.at);
                break;
            };
            // For the use of Xconq alone.
            if property.bytes().starts_with(b"zz-") {
                continue;
            }
            let at = pair.first().map_or(part.at, |word| word.at);
            let value = pair.get(1).cloned().unwrap_or_else(|| Value::nil(part.at));
            if !self.set_property(of, &property.clone(), &value, at) {
                break;
            }
        }
        self.name_type(of, &name, word.at);
    }

    /// A type without a name of its own goes by the symbol; one with another is bound to that as well.
    fn name_type(&mut self, of: TypeRef, symbol: &Text, at: Place) {
        let names = XCONQ.properties(of.kind);
        let text = |machine: &Self, property: Option<usize>| -> Option<Text> {
            machine.types.get(of)?.set.get(&property?)?.as_str().filter(|text| !text.bytes().is_empty()).cloned()
        };
        let (internal, shown) = (names.index("name-internal"), names.index("name"));
        let own = text(self, internal).unwrap_or_else(|| symbol.clone());
        if let Some(internal) = internal {
            self.types.set(of, internal, Value::string(own.clone(), at));
        }
        match text(self, shown) {
            // In the kernel only those of unit types do.
            Some(name) if name != own && (of.kind == TypeKind::Unit || !self.dialect.is_kernel()) => {
                self.bind(name, Value::of_type(of, at));
            }
            Some(_) => {}
            None => {
                if let Some(shown) = shown {
                    self.types.set(of, shown, Value::string(own, at));
                }
            }
        }
    }

    /// Sets a property of a type. A value of the wrong kind ends the properties of a type that is no unit type.
    fn set_property(&mut self, of: TypeRef, property: &Text, value: &Value, at: Place) -> GoOn {
        let names = XCONQ.properties(of.kind);
        let found = names.index(&property.text()).and_then(|i| Some((i, *names.get(&property.text())?)));
        let Some((index, Name { name, holds })) = found else {
            let title = format!("{} types have no property `{property}`", of.kind.name());
            let mut found = Diagnostic::warning(codes::UNKNOWN_PROPERTY, title).label("this is left out");
            found.help = self.suggest(property, names.names());
            self.push(found, at);
            return true;
        };
        let value = match holds {
            Holds::Any(_) => {
                self.types.set(of, index, value.clone());
                return true;
            }
            Holds::Number { .. } | Holds::Text(_) => self.eval(value),
        };
        let stored = match holds {
            Holds::Number { low, high, .. } => {
                numberish(&value).map(|n| Value::number(self.in_range(name, n, low, high, value.at), value.at))
            }
            Holds::Text(_) | Holds::Any(_) => value.as_str().map(|_| value.clone()),
        };
        match stored {
            Some(value) => {
                self.types.set(of, index, value);
                true
            }
            None => {
                let title = format!("value of the wrong kind for `{name}`");
                self.warn(codes::VALUE_KIND, title, if value.is_nil() { at } else { value.at }, wants(holds));
                of.kind == TypeKind::Unit
            }
        }
    }

    /// A number as a property keeps it: in 16 bits.
    fn in_range(&mut self, name: &str, n: i32, low: i32, high: i32, at: Place) -> i32 {
        if (low..=high).contains(&n) {
            return n;
        }
        let kept = i32::from(n as i16);
        let title = format!("value {n} out of the range of `{name}`");
        self.warn(codes::VALUE_RANGE, title, at, format!("it takes {low} to {high}; {kept} is kept"));
        kept
    }

    /// `(add OBJECTS P X)`
    pub(super) fn add(&mut self, form: &Value) {
        let (objects, property) = (self.argument(form, 1), self.argument(form, 2));
        let types = self.eval(&objects);
        let Some(name) = property.as_symbol().cloned() else {
            let title = "property that is not a symbol";
            self.warn(codes::PROPERTY_FORM, title, property.at, "nothing is done");
            return;
        };
        let items = form.as_list().unwrap_or_default();
        let Some(expr) = items.get(3) else {
            let title = format!("no value for `{name}`");
            self.warn(codes::PROPERTY_FORM, title, form.at, "nothing is done");
            return;
        };
        let quoted = expr.head().is_some_and(|head| *head == "quote");
        let value = if quoted { expr.clone() } else { self.eval(expr) };
        if let Some(more) = items.get(4) {
            self.warn(codes::EXTRA_PART, "part that is left out", more.at, "nothing may follow the value");
        }
        // What the first of a list is, all must be.
        let first = types.as_list().map_or_else(|| types.as_type(), |list| list.first()?.as_type());
        let Some(kind) = first.map(|of| of.kind) else {
            let title = format!("no type that `{name}` could be set for");
            let label = format!("{} is neither a type nor a list of types", self.brief(&types));
            self.warn(codes::NO_TYPES, title, objects.at, label);
            return;
        };
        match (&types.kind, &value.kind) {
            (Kind::List(types), Kind::List(values)) if !quoted && !values.is_empty() => {
                if types.len() != values.len() {
                    let title = format!("lists of different lengths for `{name}`");
                    let label = format!("{} values for {} types: nothing is done", values.len(), types.len());
                    self.warn(codes::LIST_LENGTHS, title, value.at, label);
                    return;
                }
                for (of, value) in types.iter().zip(values.iter()) {
                    if !self.add_one(of, kind, &name, value, property.at) {
                        break;
                    }
                }
            }
            (Kind::List(types), _) => {
                let value = if quoted { self.eval(&value) } else { value };
                for of in types.iter() {
                    if !self.add_one(of, kind, &name, &value, property.at) {
                        break;
                    }
                }
            }
            _ => {
                self.add_one(&types, kind, &name, &value, property.at);
            }
        }
    }

    /// Sets a property of one type of a list. `false`: the others are left.
    fn add_one(&mut self, of: &Value, kind: TypeKind, property: &Text, value: &Value, at: Place) -> bool {
        let Some(of) = of.as_type().filter(|of| of.kind == kind) else {
            let title = format!("value that is no {} type", kind.name());
            let label = format!("{}: this and what follows in the list are left out", self.brief(of));
            self.warn(codes::NO_TYPES, title, of.at, label);
            return false;
        };
        if !self.spend(super::machine::STEP, at) {
            return false;
        }
        if kind != TypeKind::Unit && property.bytes().starts_with(b"zz-") {
            return true;
        }
        let known = XCONQ.properties(kind).index(&property.text()).is_some();
        self.set_property(of, property, value, at);
        known || kind != TypeKind::Unit
    }

    /// A property of a type: what it was set to, or its default. `None`: there is no such property.
    #[must_use]
    pub fn property(&self, of: TypeRef, name: &str) -> Option<Value> {
        let names = XCONQ.properties(of.kind);
        let (index, row) = (names.index(name)?, names.get(name)?);
        let set = self.types.get(of)?.set.get(&index).cloned();
        Some(set.unwrap_or_else(|| default(row.holds)))
    }

    /// A global parameter: what it was set to, or its default. `None`: there is none of this name.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<Value> {
        let row = XCONQ.globals.get(name)?;
        Some(self.globals.get(row.name).cloned().unwrap_or_else(|| default(row.holds)))
    }
}

/// What a property or parameter is until it is set.
pub(super) fn default(holds: Holds) -> Value {
    let at = Place::default();
    match holds {
        Holds::Number { default, .. } => Value::number(default, at),
        Holds::Text(text) => Value::string(text, at),
        Holds::Any(symbols) => {
            Value::list(symbols.split_whitespace().map(|name| Value::symbol(name, at)).collect(), at)
        }
    }
}
