//! Forms: what a module says to do, one after the other.

use super::machine::{Machine, STEP, Unbound, Vocabulary, numberish, wants};
use super::names::{Holds, XCONQ};
use super::value::{Place, Text, TypeKind, Value};
use crate::diag::{Diagnostic, codes};
use crate::source::Span;

impl Machine {
    /// Reads the module and interprets all its forms.
    pub fn run(&mut self, vocabulary: &mut dyn Vocabulary) {
        for form in self.forms() {
            self.interpret(&form, vocabulary);
        }
    }

    /// Interprets one form.
    pub fn interpret(&mut self, form: &Value, vocabulary: &mut dyn Vocabulary) {
        if self.stopped || !self.spend(STEP, form.at) {
            return;
        }
        let Some(head) = form.head().cloned() else {
            if self.reading {
                self.useless(form);
            }
            return;
        };
        let name = head.text();
        let parts = form.as_list().unwrap_or_default();
        match &*name {
            "if" => {
                let test = self.argument(form, 1);
                let value = self.eval(&test);
                self.reading = value.as_number() == Some(1);
                self.open_if = Some(form.at);
                if let (Unbound::Keep, Some(name)) = (self.unbound, value.as_symbol()) {
                    let title = format!("`{name}` has no value");
                    self.warn(codes::UNBOUND, title, test.at, "this is not 1: the forms behind it are left out");
                }
                return;
            }
            "else" => {
                self.reading = !self.reading;
                return;
            }
            "end-if" => {
                (self.reading, self.open_if) = (true, None);
                return;
            }
            _ if !self.reading => return,
            _ => {}
        }
        if vocabulary.form(self, &name, form) {
            return;
        }
        match &*name {
            "define" => self.define(form),
            "set" => self.set(form),
            "undefine" => self.undefine(form),
            "unit-type" => self.type_form(TypeKind::Unit, form),
            "material-type" => self.type_form(TypeKind::Material, form),
            "terrain-type" => self.type_form(TypeKind::Terrain, form),
            "advance-type" => self.type_form(TypeKind::Advance, form),
            "add" => self.add(form),
            "table" => self.table_form(form),
            "include" => self.include(form, vocabulary),
            "game-module" => self.game_module(form, vocabulary),
            // Terrain on a map asks for terrain types.
            "area" if parts.iter().any(|part| part.head().is_some_and(|head| *head == "terrain")) => {
                self.default_game(TypeKind::Terrain, vocabulary);
            }
            "unit" => {
                self.default_game(TypeKind::Unit, vocabulary);
                self.types.freeze(TypeKind::Unit);
            }
            _ if KEPT.contains(&&*name) => {}
            _ => {
                self.default_game(TypeKind::Unit, vocabulary);
                // What starts with a unit type places a unit: data of a world.
                let bound = self.symbols.get(&head).and_then(|b| b.value.as_ref()).and_then(Value::as_type);
                let unit = bound.is_some_and(|of| of.kind == TypeKind::Unit) || self.types.is_unit_named(&head);
                if unit {
                    self.types.freeze(TypeKind::Unit);
                } else {
                    debug_assert!(!parts.is_empty());
                    self.useless(form);
                }
            }
        }
    }

    fn useless(&mut self, form: &Value) {
        let title = format!("useless form `{}`", self.brief(form));
        let mut found = Diagnostic::warning(codes::USELESS_FORM, title).label("this does nothing");
        if let Some(head) = form.head() {
            found.help = self.suggest(head, FORMS.iter().chain(KEPT).copied());
        }
        self.push(found, form.at);
    }

    /// An argument of a form; nil where it is missing.
    pub(super) fn argument(&self, form: &Value, i: usize) -> Value {
        form.as_list().and_then(|items| items.get(i)).cloned().unwrap_or_else(|| Value::nil(form.at))
    }

    /// The name that a form defines or changes.
    fn variable(&mut self, form: &Value) -> Option<(Text, Place)> {
        let var = self.argument(form, 1);
        match var.as_symbol() {
            Some(name) => Some((name.clone(), var.at)),
            None => {
                let title = "name that is not a symbol";
                self.warn(codes::NOT_A_NAME, title, var.at, "a symbol belongs here; nothing is done");
                None
            }
        }
    }

    fn define(&mut self, form: &Value) {
        let expr = self.argument(form, 2);
        let value = self.eval(&expr);
        let Some((name, at)) = self.variable(form) else { return };
        if let Some(more) = form.as_list().and_then(|items| items.get(3)).filter(|_| !self.dialect.is_kernel()) {
            let found =
                Diagnostic::warning(codes::EXTRA_PART, format!("part of the definition of `{name}` that is left out"));
            let found = found.label("nothing may follow the value").help("put several values into a list");
            self.push(found, more.at);
        }
        let binding = self.symbols.get(&name);
        let before = binding.and_then(|b| b.value.as_ref()).map(|value| value.at);
        if binding.is_some_and(|b| b.given) && !self.dialect.is_kernel() {
            let title = format!("`{name}` is defined from outside");
            let found = Diagnostic::remark(codes::GIVEN, title).label("this definition is only the default");
            self.push(found, at);
            return;
        }
        if let Some(before) = before {
            let title = format!("`{name}` is defined already");
            let kernel = self.dialect.is_kernel();
            let label = if kernel { "this definition counts" } else { "this definition is ignored" };
            let mut found = Diagnostic::warning(codes::DEFINED_TWICE, title).label(label);
            if before.source == at.source && before.span != Span::default() {
                found = found.related(before.span, "its value comes from here");
            }
            self.push(found.help("write `set` to change a value"), at);
            if !kernel {
                return;
            }
        }
        self.rebind(&name, value, at);
    }

    fn set(&mut self, form: &Value) {
        let expr = self.argument(form, 2);
        let value = self.eval(&expr);
        let Some((name, at)) = self.variable(form) else { return };
        if let Some(global) = XCONQ.globals.get(&name.text()) {
            let global = *global;
            self.set_global(global.name, global.holds, &value, at);
            return;
        }
        self.set_value(name, value, at, XCONQ.globals.names());
    }

    /// `(set S X)` where there are no global parameters.
    pub(super) fn set_symbol(&mut self, form: &Value) {
        let expr = self.argument(form, 2);
        let value = self.eval(&expr);
        if let Some((name, at)) = self.variable(form) {
            self.set_value(name, value, at, std::iter::empty());
        }
    }

    fn set_value(&mut self, name: Text, value: Value, at: Place, known: impl Iterator<Item = &'static str>) {
        if self.is_bound(&name) {
            self.rebind(&name, value, at);
            return;
        }
        let kernel = self.dialect.is_kernel();
        let label = if kernel { "nothing is done" } else { "this defines it" };
        let mut found = Diagnostic::warning(codes::UNKNOWN_SET, format!("`{name}` is not defined")).label(label);
        let defined = self.order.iter().take(1000).filter_map(|name| std::str::from_utf8(name.bytes()).ok());
        let mut known: Vec<&str> = known.map(|name| -> &str { name }).collect();
        known.extend(defined);
        found.help = self.suggest(&name, known.into_iter());
        self.push(found, at);
        if !kernel {
            self.rebind(&name, value, at);
        }
    }

    fn set_global(&mut self, name: &'static str, holds: Holds, value: &Value, at: Place) {
        let stored = match holds {
            Holds::Any(_) => Some(value.clone()),
            Holds::Text(_) => value.as_str().map(|_| value.clone()),
            Holds::Number { low, high, .. } => {
                let number = numberish(value);
                if let Some(n) = number.filter(|n| !(low..=high).contains(n)) {
                    let title = format!("value {n} out of the range of `{name}`");
                    self.warn(codes::VALUE_RANGE, title, value.at, format!("it takes {low} to {high}"));
                }
                number.map(|n| Value::number(n, value.at))
            }
        };
        match stored {
            Some(value) => drop(self.globals.insert(name, value)),
            None => {
                let (title, label) = (format!("value of the wrong kind for `{name}`"), wants(holds));
                self.warn(codes::VALUE_KIND, title, if value.is_nil() { at } else { value.at }, label);
            }
        }
    }

    fn undefine(&mut self, form: &Value) {
        let Some((name, _)) = self.variable(form) else { return };
        if let Some(binding) = self.symbols.get_mut(&name) {
            (binding.value, binding.lazy) = (None, false);
        }
    }
}

/// The forms of the language.
const FORMS: &[&str] = &[
    "define",
    "set",
    "undefine",
    "unit-type",
    "material-type",
    "terrain-type",
    "advance-type",
    "add",
    "table",
    "include",
    "game-module",
    "if",
    "else",
    "end-if",
];

/// Forms that build worlds, sides and units: data, which nothing here looks at.
const KEPT: &[&str] = &[
    "world",
    "area",
    "side",
    "side-defaults",
    "doctrine",
    "independent-units",
    "player",
    "scorekeeper",
    "evt",
    "exu",
    "unit",
    "unit-defaults",
    "namer",
    "imf",
    "print",
];
