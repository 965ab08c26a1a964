//! The machine: what symbols, types, tables and globals are, and the forms that change them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::modules::Modules;
use super::names::Holds;
use super::tables::Tables;
use super::types::Types;
use super::value::{Kind, List, Place, Text, TypeKind, TypeRef, Value};
use super::{Dialect, Encoding, read};
use crate::diag::{Diagnostic, Policy, Sink, codes, suggest};
use crate::source::Source;

/// Values with more in them, written out, are refused.
pub const MAX_SIZE: u32 = 4 << 20;

/// What a machine may do before it stops, in steps of a few nanoseconds.
pub const MAX_WORK: u64 = 300_000_000;

/// The cost of evaluating one value, in such steps.
pub(super) const STEP: u64 = 40;

/// Functions call each other no deeper than this.
pub(super) const MAX_CALLS: u32 = 400;

/// What a symbol without a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unbound {
    /// Itself, with a warning.
    #[default]
    Warn,
    /// Itself.
    Keep,
}

/// What a subject adds to the language.
pub trait Vocabulary {
    /// Sees every form before the language does; `head` is the symbol in front of it. `true`: the form is taken care of.
    fn form(&mut self, machine: &mut Machine, head: &str, form: &Value) -> bool;
}

/// The vocabulary of Xconq itself, which the language knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Xconq;

impl Vocabulary for Xconq {
    fn form(&mut self, _: &mut Machine, _: &str, _: &Value) -> bool {
        false
    }
}

/// Constants, with their values; those of [`SELVES`] stand for themselves.
const CONSTANTS: &[(&str, i32)] = &[
    ("true", 1),
    ("false", 0),
    ("non-unit", -1),
    ("non-material", -1),
    ("non-terrain", -1),
    ("non-advance", -1),
    ("cell", 0),
    ("border", 1),
    ("connection", 2),
    ("coating", 3),
    ("river-x", 10),
    ("valley-x", 11),
    ("road-x", 12),
    ("over-nothing", 0),
    ("over-own", 1),
    ("over-border", 2),
    ("over-all", 3),
    ("win", 1),
    ("lose", -1),
    ("draw", 0),
];

/// Symbols that stand for themselves, and those that do so in the kernel.
const SELVES: &[&str] = &["reset", "usual"];
const KERNEL_SELVES: &[&str] = &["and", "or", "not"];

/// Whether a name means something before anything is defined: no symbol for a thing of one's own.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    name == "nil"
        || CONSTANTS.iter().any(|(constant, _)| *constant == name)
        || SELVES.contains(&name)
        || super::eval::is_function(name)
        || TypeKind::ALL.iter().any(|kind| name.strip_suffix('*') == Some(kind.letter()))
}

/// A symbol that was bound once.
#[derive(Clone, Debug, Default)]
pub(super) struct Binding {
    pub(super) value: Option<Value>,
    constant: bool,
    /// Given from outside, before the module was read.
    pub(super) given: bool,
    /// A list of all types of a kind, made when it was asked for.
    pub(super) lazy: bool,
}

/// State of an interpreter.
pub struct Machine {
    /// Whose reading of the language counts.
    pub dialect: Dialect,
    /// What was found.
    pub sink: Sink,
    /// What a symbol without a value is.
    pub unbound: Unbound,
    sources: Vec<Source>,
    encoding: Encoding,
    pub(super) symbols: FxHashMap<Text, Binding>,
    /// Symbols in the order in which modules first bound them.
    pub(super) order: Vec<Text>,
    pub(super) types: Types,
    pub(super) tables: Tables,
    pub(super) globals: FxHashMap<&'static str, Value>,
    structures: FxHashSet<Text>,
    pub(super) modules: Modules,
    /// Whether forms count, as `if`, `else` and `end-if` say.
    pub(super) reading: bool,
    /// The last `if` that no `end-if` has ended.
    pub(super) open_if: Option<Place>,
    work: u64,
    pub(super) calls: u32,
    pub(super) stopped: bool,
}

impl Machine {
    /// A machine about to read a module.
    #[must_use]
    pub fn new(dialect: Dialect, module: Source, encoding: Encoding) -> Self {
        let mut machine = Self {
            dialect,
            sink: Sink::new(Policy::Default),
            unbound: Unbound::Warn,
            sources: vec![module],
            encoding,
            symbols: FxHashMap::default(),
            order: Vec::new(),
            types: Types::default(),
            tables: Tables::default(),
            globals: FxHashMap::default(),
            structures: FxHashSet::default(),
            modules: Modules::default(),
            reading: true,
            open_if: None,
            work: MAX_WORK,
            calls: 0,
            stopped: false,
        };
        let at = Place::default();
        let numbers = CONSTANTS.iter().map(|(name, n)| (*name, Value::number(*n, at)));
        let kernel = if dialect.is_kernel() { KERNEL_SELVES } else { &[] };
        let selves = SELVES.iter().chain(kernel).map(|name| (*name, Value::symbol(*name, at)));
        for (name, value) in numbers.chain(selves) {
            machine.symbols.insert(name.into(), Binding { value: Some(value), constant: true, ..Binding::default() });
        }
        machine
    }

    // ---- Sources and diagnostics -----------------------------------------------------------------------------------

    /// The texts that values come from: the module, then what was given from outside, included or loaded.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Adds a text; its forms as they are read.
    pub fn read_source(&mut self, source: Source, encoding: Encoding) -> Vec<Value> {
        let index = self.sources.len() as u32;
        let forms = read(&source, index, self.dialect, encoding, &mut self.sink);
        self.sources.push(source);
        forms
    }

    /// The forms of the module itself.
    pub fn forms(&mut self) -> Vec<Value> {
        let forms = self.sources.first().map(|source| read(source, 0, self.dialect, self.encoding, &mut self.sink));
        forms.unwrap_or_default()
    }

    /// Adds a finding at a place.
    pub fn push(&mut self, found: Diagnostic, at: Place) {
        self.sink.push(found.in_source(at.source as usize).at(at.span));
    }

    /// Adds a warning.
    pub fn warn(&mut self, code: &'static str, title: impl Into<String>, at: Place, label: impl Into<String>) {
        self.push(Diagnostic::warning(code, title).label(label), at);
    }

    /// Reports an `if` that nothing ends: it may have left out the rest of the module.
    pub fn tell_open_if(&mut self) {
        if let Some(at) = self.open_if.take() {
            let what = if self.reading { "it counts to the end of the module" } else { "all behind it is left out" };
            let found = Diagnostic::warning(codes::OPEN_IF, "`if` without `end-if`").label(what);
            self.push(found.help("write `(end-if)` where it ends"), at);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, code: &'static str, title: impl Into<String>, at: Place, label: impl Into<String>) {
        self.push(Diagnostic::error(code, title).label(label), at);
    }

    /// "Did you mean", for what is mistaken now. Beyond the diagnostics that are kept nobody reads it.
    pub(super) fn suggest<'a>(&self, name: &Text, known: impl Iterator<Item = &'a str>) -> Option<String> {
        if self.sink.warnings() > Sink::CAP {
            return None;
        }
        suggest::closest(&name.text(), known).map(|close| format!("did you mean `{close}`?"))
    }

    /// Nothing more is interpreted.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether something stopped the machine: a limit, or what stops the kernel.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Pays for work. Without means the machine stops, with an error.
    pub(super) fn spend(&mut self, steps: u64, at: Place) -> bool {
        match self.work.checked_sub(steps) {
            Some(left) => self.work = left,
            None if self.stopped => {}
            None => {
                self.stop();
                let title = "module that takes too much work";
                self.error(codes::GDL_TOO_MUCH, title, at, "evaluation stops here");
            }
        }
        !self.stopped
    }

    /// Whether functions may call each other once more; the caller takes `calls` down again.
    pub(super) fn call(&mut self, at: Place) -> bool {
        if self.calls >= MAX_CALLS {
            if !self.stopped {
                self.stop();
                self.error(codes::GDL_TOO_MUCH, "functions that call each other too deep", at, "evaluation stops here");
            }
            return false;
        }
        self.calls += 1;
        true
    }

    /// A list of values. One that is too deep or too large stops the machine.
    pub fn list(&mut self, items: Vec<Value>, at: Place) -> Value {
        if !self.spend(items.len() as u64, at) {
            return Value::nil(at);
        }
        let list = List::new(items);
        if list.depth() > read::MAX_DEPTH || list.size() > MAX_SIZE {
            self.stop();
            let (title, label) = if list.size() > MAX_SIZE {
                ("list that is too large", format!("it would have {} values in it", list.size()))
            } else {
                ("list that is nested too deep", format!("it would be {} lists deep", list.depth()))
            };
            self.error(codes::GDL_TOO_MUCH, title, at, label);
            return Value::nil(at);
        }
        Value { kind: Kind::List(list), at }
    }

    // ---- Symbols ---------------------------------------------------------------------------------------------------

    /// The value of a symbol, if it has one.
    #[must_use]
    pub fn value_of(&self, name: &str) -> Option<&Value> {
        self.symbols.get(name.as_bytes())?.value.as_ref()
    }

    /// Whether a symbol has a value, the lists of all types included.
    pub(super) fn is_bound(&self, name: &Text) -> bool {
        self.symbols.get(name).is_some_and(|b| b.value.is_some())
    }

    /// The symbols that modules bound and that have a value, in the order in which they were first bound.
    pub fn bindings(&self) -> impl Iterator<Item = (&Text, &Value)> {
        self.order.iter().filter_map(|name| {
            let binding = self.symbols.get(name).filter(|b| !b.lazy)?;
            Some((name, binding.value.as_ref()?))
        })
    }

    /// Gives a symbol a value, whatever it was.
    pub fn bind(&mut self, name: impl Into<Text>, value: Value) {
        let name = name.into();
        if !self.symbols.contains_key(&name) {
            self.order.push(name.clone());
        }
        let binding = self.symbols.entry(name).or_default();
        (binding.value, binding.lazy) = (Some(value), false);
    }

    /// Gives a symbol a value unless it is a constant.
    pub(super) fn rebind(&mut self, name: &Text, value: Value, at: Place) {
        if self.symbols.get(name).is_some_and(|b| b.constant) {
            let title = format!("`{name}` is a constant");
            self.warn(codes::CONSTANT, title, at, "this changes nothing");
            return;
        }
        self.bind(name.clone(), value);
    }

    /// Defines a symbol before the module is read: later definitions of it are ignored, with a note. The text is read and
    /// evaluated as GDL.
    ///
    /// # Errors
    /// A sentence: the name or the text cannot be read, or the text is not one value.
    pub fn define_outside(&mut self, name: &str, text: &str) -> Result<(), String> {
        let mut sink = Sink::new(Policy::Default);
        let source = Source::new(format!("-D {name}"), text);
        let index = self.sources.len() as u32;
        let forms = read(&source, index, self.dialect, Encoding::Utf8, &mut sink);
        let what = sink.as_slice().first().map(|found| format!("the value of `{name}`: {}", found.message));
        if let Some(what) = what {
            return Err(what);
        }
        let [form] = forms.as_slice() else {
            return Err(format!("the value of `{name}` must be one value, not {}", forms.len()));
        };
        if name.is_empty() || is_reserved(name) {
            return Err(format!("`{name}` cannot be defined"));
        }
        self.sources.push(source);
        let value = self.eval(form);
        self.bind(name, value);
        if let Some(binding) = self.symbols.get_mut(name.as_bytes()) {
            binding.given = true;
        }
        Ok(())
    }

    /// Makes `(NAME ITEM (P V)...)` a form that evaluates to itself, but for the `V`s, which are evaluated.
    pub fn structure(&mut self, name: impl Into<Text>) {
        self.structures.insert(name.into());
    }

    pub(super) fn is_structure(&self, name: &Text) -> bool {
        self.structures.contains(name)
    }

    // ---- Types -----------------------------------------------------------------------------------------------------

    /// Defines a type and binds its name. Too many stop the machine.
    pub fn new_type(&mut self, kind: TypeKind, name: &Text, at: Place) -> TypeRef {
        let of = self.types.add(kind, name.clone());
        if self.types.count(kind) > super::types::MAX_TYPES && !self.stopped {
            self.stop();
            let title = format!("more than {} types of a kind", super::types::MAX_TYPES);
            self.error(codes::GDL_TOO_MUCH, title, at, "one too many");
        }
        self.bind(name.clone(), Value::of_type(of, at));
        // The list of all types of the kind is made anew when it is asked for.
        let all = format!("{}*", kind.letter());
        if let Some(binding) = self.symbols.get_mut(all.as_bytes()) {
            binding.value = None;
        }
        of
    }

    /// The name that a type was defined with.
    #[must_use]
    pub fn type_name(&self, of: TypeRef) -> Text {
        self.types.get(of).map_or_else(|| "".into(), |t| t.name.clone())
    }

    /// How many types of a kind there are.
    #[must_use]
    pub fn types(&self, kind: TypeKind) -> usize {
        self.types.count(kind)
    }

    /// The list of all types of a kind, for `u*` and the like.
    pub(super) fn all_types(&mut self, name: &Text, at: Place) -> Option<Value> {
        let letter = name.bytes().strip_suffix(b"*").filter(|rest| rest.len() == 1)?.first()?;
        let kind = TypeKind::of_letter(char::from(*letter))?;
        let count = self.types.count(kind) as u32;
        let items = (0..count).map(|index| Value::of_type(TypeRef { kind, index }, at)).collect();
        let value = self.list(items, at);
        let binding = self.symbols.entry(name.clone()).or_default();
        (binding.value, binding.lazy) = (Some(value.clone()), true);
        Some(value)
    }

    /// The type that a value is. A symbol that was evaluated before the type of its name was defined counts as well: a value
    /// from outside has no others.
    #[must_use]
    pub fn type_of(&self, value: &Value) -> Option<TypeRef> {
        value.as_type().or_else(|| self.symbols.get(value.as_symbol()?)?.value.as_ref()?.as_type())
    }

    /// The types that an expression stands for: a type, or a list of types.
    ///
    /// # Errors
    /// The values that are no types, and nil.
    pub fn eval_objects(&mut self, expr: &Value) -> Result<Vec<(TypeRef, Place)>, Vec<Value>> {
        let value = self.eval(expr);
        let one = [value.clone()];
        let items = if value.is_nil() { &one } else { value.as_list().unwrap_or(&one) };
        let (mut types, mut others) = (Vec::new(), Vec::new());
        if !self.spend(items.len() as u64 * 16, expr.at) {
            return Ok(types);
        }
        for item in items {
            match self.type_of(item) {
                Some(of) => types.push((of, item.at)),
                None => others.push(item.clone()),
            }
        }
        if others.is_empty() { Ok(types) } else { Err(others) }
    }

    /// A value as it is written.
    #[must_use]
    pub fn show(&self, value: &Value) -> String {
        let mut out = String::new();
        value.write(&mut out, &|of| self.type_name(of));
        out
    }

    /// A value as it is written, cut for a diagnostic.
    pub(super) fn brief(&self, value: &Value) -> String {
        const LONGEST: usize = 60;
        if matches!(&value.kind, Kind::List(list) if list.size() > 100) {
            return "a long list".to_owned();
        }
        let text = self.show(value);
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        }
    }
}

/// What a property or parameter takes.
pub(super) fn wants(holds: Holds) -> &'static str {
    match holds {
        Holds::Number { .. } => "it takes a number or a type",
        Holds::Text(_) => "it takes a string",
        Holds::Any(_) => "it takes anything",
    }
}

/// A number, or the index of a type.
pub(super) fn numberish(value: &Value) -> Option<i32> {
    value.as_number().or_else(|| value.as_type().map(|of| of.index as i32))
}
