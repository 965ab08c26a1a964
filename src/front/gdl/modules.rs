//! Modules that name others: base modules, includes, variants; found in a library.
//!
//! What happens in which order is told by `module.c` and `interp_game_module` of Xconq.

use rustc_hash::FxHashMap;

use super::Encoding;
use super::machine::{Machine, Vocabulary};
use super::value::{Place, Text, TypeKind, Value};
use crate::diag::{Diagnostic, codes};
use crate::source::Source;

/// Modules load each other no deeper than this.
const MAX_NESTING: usize = 30;

/// Texts that loading a module may read, together.
const MAX_BYTES: usize = 64 << 20;

/// The game that gives types to a module that has none.
const STANDARD: &str = "standard";

/// Finds a module by its name: what diagnostics call it, and its bytes.
pub type Find = Box<dyn Fn(&str) -> Option<(String, Vec<u8>)>>;

/// A module by its name.
#[derive(Default)]
struct Module {
    name: String,
    forms: Option<Vec<Value>>,
    base: Option<Text>,
    default_base: Option<Text>,
    variants: Vec<Variant>,
    open: bool,
    loaded: bool,
}

/// A named choice that a module offers.
#[derive(Clone)]
struct Variant {
    id: Text,
    default: i32,
    /// The further numbers of a default that has several.
    more: Vec<i32>,
    cases: Vec<Value>,
    used: bool,
}

/// The modules of a machine.
#[derive(Default)]
pub(super) struct Modules {
    find: Option<Find>,
    list: Vec<Module>,
    index: FxHashMap<String, usize>,
    /// The module whose forms are interpreted, with those that asked for it before.
    nested: Vec<usize>,
    main: Option<usize>,
    bytes: usize,
}

impl Machine {
    /// Gives the machine a library. Without one, `include` and base modules are kept as data.
    pub fn set_library(&mut self, find: Find) {
        self.modules.find = Some(find);
    }

    /// Loads a module of the library, with what it is based on and what it includes. The variants of modules that it includes are
    /// set; its own are left to whoever plays. `false`: there is no such module.
    pub fn load(&mut self, name: &str, vocabulary: &mut dyn Vocabulary) -> bool {
        let module = self.module(name);
        self.modules.main = Some(module);
        if !self.can_open(module) {
            return false;
        }
        self.describe(module);
        self.load_module(module, None, vocabulary);
        true
    }

    /// The index of a module, known or new.
    fn module(&mut self, name: &str) -> usize {
        let modules = &mut self.modules;
        if let Some(&index) = modules.index.get(name) {
            return index;
        }
        let index = modules.list.len();
        modules.list.push(Module { name: name.to_owned(), ..Module::default() });
        modules.index.insert(name.to_owned(), index);
        index
    }

    fn at(&mut self, module: usize) -> Option<&mut Module> {
        self.modules.list.get_mut(module)
    }

    /// Reads the text of a module, once. `false`: there is none.
    fn can_open(&mut self, module: usize) -> bool {
        let Some(found) = self.modules.list.get(module) else { return false };
        if found.forms.is_some() {
            return true;
        }
        let text = self.modules.find.as_ref().and_then(|find| find(&found.name));
        let Some((path, bytes)) = text else { return false };
        self.modules.bytes += bytes.len();
        if self.modules.bytes > MAX_BYTES {
            self.stop();
            let title = format!("modules of more than {} MiB in all", MAX_BYTES >> 20);
            self.sink.push(Diagnostic::error(codes::GDL_TOO_MUCH, title));
            return false;
        }
        let (text, encoding) = Encoding::decode(bytes);
        let forms = self.read_source(Source::new(path, text), encoding);
        if let Some(module) = self.at(module) {
            module.forms = Some(forms);
        }
        true
    }

    /// Takes what the first form of a module says about it, and nothing else.
    fn describe(&mut self, module: usize) {
        if self.modules.list.get(module).is_none_or(|m| m.open || m.loaded) || !self.can_open(module) {
            return;
        }
        let first = self.modules.list.get(module).and_then(|m| m.forms.as_ref()?.first().cloned());
        if let Some(form) = first.filter(|form| form.head().is_some_and(|head| *head == "game-module")) {
            self.modules.nested.push(module);
            self.describe_form(&form);
            self.modules.nested.pop();
        }
    }

    /// Interprets all forms of a module, unless that was begun before. `wanted`: a warning there if it cannot be.
    fn load_module(&mut self, module: usize, wanted: Option<Place>, vocabulary: &mut dyn Vocabulary) {
        if self.types(TypeKind::Unit) == 0 {
            self.describe(module);
            let base = self.modules.list.get(module).and_then(|m| m.default_base.clone());
            if let Some(base) = base {
                self.load_default_base(&base, wanted.unwrap_or_default(), vocabulary);
            }
        }
        let Some(found) = self.modules.list.get(module) else { return };
        if found.open || found.loaded {
            if let Some(at) = wanted {
                let title =
                    format!("module `{}` is {} already", found.name, if found.open { "open" } else { "loaded" });
                self.warn(codes::MODULE_AGAIN, title, at, "it is not loaded again");
            }
            return;
        }
        if !self.can_open(module) {
            if let Some(at) = wanted {
                self.missing(module, at);
            }
            return;
        }
        if self.modules.nested.len() >= MAX_NESTING {
            self.stop();
            let title = format!("modules that load each other more than {MAX_NESTING} deep");
            self.sink.push(Diagnostic::error(codes::GDL_TOO_MUCH, title));
            return;
        }
        let forms = self.at(module).and_then(|m| {
            m.open = true;
            m.forms.clone()
        });
        self.modules.nested.push(module);
        for form in forms.iter().flatten() {
            self.interpret(form, vocabulary);
        }
        self.modules.nested.pop();
        if let Some(module) = self.at(module) {
            (module.open, module.loaded) = (false, true);
        }
    }

    /// A base module that stands in for the types of one that has none.
    fn load_default_base(&mut self, base: &Text, at: Place, vocabulary: &mut dyn Vocabulary) {
        // A module that names itself would come here again and again.
        if self.modules.nested.len() >= MAX_NESTING {
            return;
        }
        let module = self.module(&base.text());
        // While it is looked at it counts as one more that is open.
        self.modules.nested.push(module);
        self.load_module(module, Some(at), vocabulary);
        self.modules.nested.pop();
    }

    fn missing(&mut self, module: usize, at: Place) {
        let name = self.modules.list.get(module).map_or("", |m| m.name.as_str());
        let title = format!("no module `{name}` in the library");
        self.warn(codes::MODULE_MISSING, title, at, "it is left out");
    }

    /// A form needs types of a kind: if there are none, those of the standard game are taken.
    pub(super) fn default_game(&mut self, kind: TypeKind, vocabulary: &mut dyn Vocabulary) {
        if self.modules.find.is_none() || self.types(kind) > 0 || self.is_stopped() {
            return;
        }
        let main = self.modules.main.and_then(|main| self.modules.list.get(main));
        let name =
            main.and_then(|m| m.default_base.as_ref()).map_or_else(|| STANDARD.to_owned(), |b| b.text().into_owned());
        let module = self.module(&name);
        let at = Place::default();
        if self.modules.nested.len() >= MAX_NESTING {
            return;
        }
        self.describe(module);
        let base = self.modules.list.get(module).and_then(|m| m.default_base.clone());
        if let Some(base) = base {
            self.load_default_base(&base, at, vocabulary);
        }
        self.load_module(module, Some(at), vocabulary);
    }

    // ---- Forms -----------------------------------------------------------------------------------------------------

    /// `(include NAME (VARIANT VALUE)...)`
    pub(super) fn include(&mut self, form: &Value, vocabulary: &mut dyn Vocabulary) {
        if self.modules.find.is_none() {
            return;
        }
        let word = self.argument(form, 1);
        let Some(name) = word.as_symbol().or_else(|| word.as_str()) else {
            self.warn(codes::NOT_A_NAME, "module without a name", word.at, "a symbol or a string belongs here");
            return;
        };
        let module = self.module(&name.text());
        if !self.can_open(module) {
            // The kernel says nothing.
            if !self.dialect.is_kernel() {
                self.missing(module, word.at);
            }
            return;
        }
        self.load_module(module, None, vocabulary);
        if self.modules.list.get(module).is_some_and(|m| m.loaded) {
            let settings = form.as_list().and_then(|items| items.get(2..)).unwrap_or_default();
            self.choose(module, settings, vocabulary);
        }
    }

    /// `(game-module NAME (P V)...)`: what the module is; then its base module is loaded.
    pub(super) fn game_module(&mut self, form: &Value, vocabulary: &mut dyn Vocabulary) {
        let Some(&module) = self.modules.nested.last() else { return };
        self.describe_form(form);
        let base = self.modules.list.get(module).and_then(|m| m.base.clone());
        if let Some(base) = base.filter(|base| !base.bytes().is_empty()) {
            let base = self.module(&base.text());
            if self.modules.list.get(base).is_some_and(|m| !m.loaded) {
                self.load_module(base, None, vocabulary);
            }
        }
    }

    fn describe_form(&mut self, form: &Value) {
        let Some(&module) = self.modules.nested.last() else { return };
        let mut props = form.as_list().and_then(|items| items.get(1..)).unwrap_or_default();
        if let Some((first, rest)) = props.split_first()
            && let Some(name) = first.as_str()
        {
            props = rest;
            let found = self.modules.list.get(module).map_or("", |m| m.name.as_str());
            if *name != *found {
                let title = format!("module `{found}` calls itself `{name}`");
                self.warn(codes::MODULE_NAME, title, first.at, "its file name counts");
            }
        }
        for part in props {
            let pair = part.as_list().unwrap_or_default();
            let Some(name) = pair.first().and_then(Value::as_symbol) else {
                let found =
                    Diagnostic::warning(codes::PROPERTY_FORM, "property that is not a list with a name in front");
                let found = found.label("neither this nor what follows is read");
                self.push(found.help("write `(NAME VALUE)`"), part.at);
                return;
            };
            let text = pair.get(1).and_then(Value::as_str).cloned();
            match &*name.text() {
                "base-module" => {
                    if let Some(module) = self.at(module) {
                        module.base = text;
                    }
                }
                "default-base-module" => {
                    if let Some(module) = self.at(module) {
                        module.default_base = text.filter(|text| !text.bytes().is_empty());
                    }
                }
                "variants" => {
                    let variants = self.variants(pair.get(1..).unwrap_or_default());
                    if let Some(module) = self.at(module) {
                        module.variants = variants;
                    }
                }
                known if MODULE_PROPERTIES.contains(&known) => {}
                _ => {
                    let title = format!("modules have no property `{name}`");
                    let mut found = Diagnostic::warning(codes::UNKNOWN_PROPERTY, title).label("this is left out");
                    found.help = self.suggest(name, MODULE_PROPERTIES.iter().copied());
                    self.push(found, part.at);
                }
            }
        }
    }

    // ---- Variants --------------------------------------------------------------------------------------------------

    /// `NAME`, or `(["TITLE"] NAME ["HELP"] [DEFAULT] (VALUE FORM...)...)`
    fn variants(&mut self, list: &[Value]) -> Vec<Variant> {
        let mut variants = Vec::new();
        for item in list {
            let one = std::slice::from_ref(item);
            let mut parts = item.as_list().unwrap_or(one);
            if let [first, rest @ ..] = parts
                && first.as_str().is_some()
            {
                parts = rest;
            }
            let Some((id, mut parts)) =
                parts.split_first().and_then(|(id, rest)| Some((id.as_symbol()?.clone(), rest)))
            else {
                self.warn(codes::BAD_VARIANT, "variant without a name", item.at, "a symbol belongs in front");
                continue;
            };
            if let [help, rest @ ..] = parts
                && help.as_str().is_some()
            {
                parts = rest;
            }
            let several = id == "world-size" || id == "real-time";
            let mut default = Value::nil(item.at);
            if let [first, rest @ ..] = parts
                && (several || first.is_nil() || first.as_list().is_none())
            {
                default = self.eval(first);
                parts = rest;
            }
            let numbers: Vec<i32> = default.as_list().unwrap_or_default().iter().filter_map(Value::as_number).collect();
            let first = default.as_number().or_else(|| numbers.first().copied()).unwrap_or(0);
            let more = numbers.into_iter().skip(1).collect();
            variants.push(Variant { id, default: first, more, cases: parts.to_vec(), used: false });
        }
        variants
    }

    /// Sets the variants of a module: those that are named, then all others to their defaults.
    fn choose(&mut self, module: usize, settings: &[Value], vocabulary: &mut dyn Vocabulary) {
        let count = self.modules.list.get(module).map_or(0, |m| m.variants.len());
        if count == 0 {
            return;
        }
        for setting in settings {
            let Some(([name], values)) = setting.as_list().and_then(|items| items.split_at_checked(1)) else {
                continue;
            };
            if !self.spend(count as u64, name.at) {
                return;
            }
            let mut known = false;
            for i in 0..count {
                let variant = self.modules.list.get(module).and_then(|m| m.variants.get(i));
                let Some(variant) = variant.filter(|v| name.as_symbol() == Some(&v.id)).cloned() else { continue };
                known = true;
                let numbers = values.iter().map(|value| self.eval(value).as_number().unwrap_or(0)).collect();
                self.vary(module, i, &variant, numbers, vocabulary);
            }
            if !known {
                self.warn(codes::BAD_VARIANT, "variant that the module does not have", name.at, "this is left out");
            }
        }
        for i in 0..count {
            let variant = self.modules.list.get(module).and_then(|m| m.variants.get(i)).cloned();
            let Some(variant) = variant.filter(|v| !v.used) else { continue };
            let numbers = std::iter::once(variant.default).chain(variant.more.iter().copied()).collect();
            self.vary(module, i, &variant, numbers, vocabulary);
        }
    }

    /// Sets one variant.
    fn vary(&mut self, module: usize, i: usize, variant: &Variant, numbers: Vec<i32>, vocabulary: &mut dyn Vocabulary) {
        if let Some(variant) = self.at(module).and_then(|m| m.variants.get_mut(i)) {
            variant.used = true;
        }
        let value = numbers.first().copied().unwrap_or(variant.default);
        let id = variant.id.text();
        if let Some((_, global)) = VARIANT_GLOBALS.iter().find(|(name, _)| *name == id) {
            self.globals.insert(global, Value::number(value, Place::default()));
            return;
        }
        match &*id {
            // Worlds are not built here.
            "world-size" => {}
            "real-time" => {
                for (global, &seconds) in REAL_TIME_GLOBALS.iter().zip(&numbers) {
                    if seconds > 0 {
                        self.globals.insert(global, Value::number(seconds, Place::default()));
                    }
                }
            }
            _ => {
                for case in &variant.cases {
                    let Some((key, forms)) = case.as_list().and_then(<[Value]>::split_first) else { continue };
                    if self.eval(key).as_number() == Some(value) {
                        self.modules.nested.push(module);
                        for form in forms {
                            self.interpret(form, vocabulary);
                        }
                        self.modules.nested.pop();
                    }
                }
            }
        }
    }
}

/// Properties of `game-module` that only tell about it.
const MODULE_PROPERTIES: &[&str] = &[
    "title",
    "blurb",
    "picture-name",
    "base-module",
    "default-base-module",
    "base-game",
    "filename",
    "instructions",
    "variants",
    "notes",
    "design-notes",
    "version",
    "original-module",
    "original-variants",
    "original-version",
];

/// Variants that set a global parameter.
const VARIANT_GLOBALS: &[(&str, &str)] = &[
    ("world-seen", "terrain-seen"),
    ("see-all", "see-all"),
    ("sequential", "use-side-priority"),
    ("people", "people"),
    ("economy", "economy"),
    ("supply", "supply"),
];

/// What the numbers of the variant `real-time` set.
const REAL_TIME_GLOBALS: [&str; 3] = ["real-time-for-game", "real-time-per-side", "real-time-per-turn"];
