//! The state of a machine as JSON: answers to probes, and all that loading a module has set.

use super::json;
use super::machine::Machine;
use super::names::{Holds, XCONQ};
use super::number::{Dice, Interpolated, interpolate};
use super::sha256;
use super::value::{Kind, Place, Text, TypeKind, TypeRef, Value};

/// Modules with more entries in their tables that are not the default have none of them listed.
const LISTED: usize = 3000;

/// Longer lists are only counted in listings.
const LONGEST: u32 = 2000;

/// Lists behind so many bytes of a listing are only counted.
const MOST_BYTES: usize = 16 << 20;

/// Dumps have no more values in them; those that are beyond are null.
const MOST: u64 = 1 << 26;

/// How many warnings a dump shows.
const SHOWN: usize = 50;

impl Machine {
    /// A value as JSON.
    #[must_use]
    pub fn json(&self, value: &Value) -> String {
        let mut out = String::new();
        json::write(&mut out, value, &|of| self.internal_name(of));
        out
    }

    /// A value as JSON, or null if there are no longer so many left.
    fn json_within(&self, value: &Value, left: &mut u64) -> String {
        let size = if let Kind::List(list) = &value.kind { u64::from(list.size()) } else { 1 };
        match left.checked_sub(size) {
            Some(rest) => {
                *left = rest;
                self.json(value)
            }
            None => "null".to_owned(),
        }
    }

    /// The name that a type goes by in dumps.
    fn internal_name(&self, of: TypeRef) -> Text {
        let property = if of.kind == TypeKind::Unit { "name-internal" } else { "name" };
        let internal = self.property(of, property).and_then(|value| value.as_str().cloned());
        internal.filter(|name| !name.bytes().is_empty()).unwrap_or_else(|| self.type_name(of))
    }

    /// The type that a symbol is bound to.
    fn type_named(&self, name: &str) -> Option<TypeRef> {
        self.value_of(name)?.as_type()
    }

    /// Answers a probe: `sym NAME`, `table NAME`, `uprop TYPE PROPERTY` (and `mprop`, `tprop`, `aprop`), `gvar NAME`,
    /// `interp INPUT NAME`, `dice1 N`, `dice2 N`.
    ///
    /// # Errors
    /// A sentence: there is no such probe.
    pub fn probe(&mut self, probe: &str) -> Result<String, String> {
        let (what, rest) = probe.split_once(' ').unwrap_or((probe, ""));
        let number = |text: &str| text.parse::<i32>().map_err(|_| format!("`{text}` in `{probe}` is not a number"));
        Ok(match what {
            "sym" => match self.value_of(rest).cloned().or_else(|| self.all_types(&rest.into(), Place::default())) {
                Some(value) => self.json(&value),
                None => "{\"unbound\":1}".to_owned(),
            },
            "gvar" => self.global(rest).map_or_else(|| "{\"noglobal\":1}".to_owned(), |value| self.json(&value)),
            "table" => match self.table(rest) {
                Some(table) => {
                    let rows: Vec<String> =
                        table.entries.chunks(table.columns.max(1)).map(|row| format!("[{}]", joined(row))).collect();
                    format!("[{}]", rows.join(","))
                }
                None if XCONQ.tables.get(rest).is_none() => "{\"notable\":1}".to_owned(),
                None => "{\"unallocated\":1}".to_owned(),
            },
            "uprop" | "mprop" | "tprop" | "aprop" => {
                let (name, property) = rest.split_once(' ').unwrap_or((rest, ""));
                match self.type_named(name).filter(|of| what.starts_with(of.kind.letter())) {
                    Some(of) => self
                        .property(of, property)
                        .map_or_else(|| "{\"noprop\":1}".to_owned(), |value| self.json(&value)),
                    None => "{\"notype\":1}".to_owned(),
                }
            }
            "interp" => {
                let (input, name) = rest.split_once(' ').unwrap_or((rest, ""));
                let input = number(input)?;
                let list = self.value_of(name).cloned().unwrap_or_else(|| Value::nil(Place::default()));
                match interpolate(input, &list, self.dialect) {
                    Interpolated::Below => "[-1,0]".to_owned(),
                    Interpolated::Inside(n) => format!("[0,{n}]"),
                    Interpolated::Above => "[1,0]".to_owned(),
                }
            }
            "dice1" | "dice2" => {
                let n = number(rest)?;
                let dice = if what == "dice1" { Dice::decode(n) } else { Dice::decode_second(n) };
                format!("[{},{},{}]", dice.count, dice.faces, dice.addend)
            }
            _ => return Err(format!("there is no probe `{what}`")),
        })
    }

    /// All that is set, as one object.
    #[must_use]
    pub fn dump(&self, module: &str, warnings: &[String]) -> String {
        let mut out = format!("{{\"module\":{}", json::quoted(module.as_bytes()));
        let mut left = MOST;
        for kind in TypeKind::ALL {
            let types: Vec<String> =
                (0..self.types(kind)).map(|i| self.dump_type(TypeRef { kind, index: i as u32 }, &mut left)).collect();
            out += &format!(",\"{}\":[{}]", kind.name(), types.join(","));
        }
        out += &self.dump_tables();
        let mut globals = Vec::new();
        for row in &XCONQ.globals.rows {
            let set = self.globals.get(row.name).cloned();
            let value = set.unwrap_or_else(|| super::types::default(row.holds));
            if differs(row.holds, &value) {
                globals.push(format!("{}:{}", json::quoted(row.name.as_bytes()), self.json_within(&value, &mut left)));
            }
        }
        out += &format!(",\"globals\":{{{}}}", globals.join(","));
        let shown: Vec<String> = warnings.iter().take(SHOWN).map(|text| json::quoted(text.as_bytes())).collect();
        out + &format!(",\"warning_count\":{},\"warnings\":[{}]}}", self.sink.warnings(), shown.join(","))
    }

    /// A value in a listing. Lists share their elements, so that all of them together may be longer than any file.
    fn listed(&self, value: &Value, before: usize) -> String {
        match &value.kind {
            Kind::List(list) if list.size() > LONGEST || before > MOST_BYTES => {
                format!("a list with {} values in it", list.size())
            }
            _ => self.show(value),
        }
    }

    /// What is bound, defined and set, for people: a line each.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for (name, value) in self.bindings() {
            let at = value.at;
            let symbol = self.show(&Value::symbol(name.clone(), at));
            match value.as_type() {
                // Types are listed below; another name of one is a binding like any other.
                Some(of) if self.type_name(of) == *name => {}
                _ => out += &format!("{symbol} = {}\n", self.listed(value, out.len())),
            }
        }
        for kind in TypeKind::ALL {
            for index in 0..self.types(kind) as u32 {
                let of = TypeRef { kind, index };
                out += &format!("{}-type {}", kind.name(), self.show(&Value::of_type(of, Place::default())));
                let set = self.types.get(of).map(|t| &t.set);
                for (i, row) in XCONQ.properties(kind).rows.iter().enumerate() {
                    let own = row.name == "name-internal" || row.name == "name";
                    if let Some(value) =
                        set.and_then(|set| set.get(&i)).filter(|value| !(own && self.is_name(of, value)))
                    {
                        out += &format!(" ({} {})", row.name, self.listed(value, out.len()));
                    }
                }
                out.push('\n');
            }
        }
        for table in self.tables_used().into_iter().filter_map(|name| self.table(name)) {
            out += &format!("table {} (default {}):\n", table.name.name, table.name.default);
            for (index, row) in table.entries.chunks(table.columns.max(1)).enumerate() {
                let of = TypeRef { kind: table.name.kinds[0], index: index as u32 };
                out += &format!("  {}: {}\n", self.show(&Value::of_type(of, Place::default())), joined(row));
            }
        }
        for row in &XCONQ.globals.rows {
            if let Some(value) = self.globals.get(row.name) {
                out += &format!("global {} = {}\n", row.name, self.listed(value, out.len()));
            }
        }
        out
    }

    /// Whether a value is the name that a type was defined with.
    fn is_name(&self, of: TypeRef, value: &Value) -> bool {
        value.as_str() == Some(&self.type_name(of))
    }

    fn dump_type(&self, of: TypeRef, left: &mut u64) -> String {
        let mut set = Vec::new();
        for row in &XCONQ.properties(of.kind).rows {
            let Some(value) = self.property(of, row.name) else { continue };
            if differs(row.holds, &value) {
                set.push(format!("{}:{}", json::quoted(row.name.as_bytes()), self.json_within(&value, left)));
            }
        }
        format!("{{{}}}", set.join(","))
    }

    fn dump_tables(&self) -> String {
        let tables: Vec<_> =
            self.tables_used().into_iter().filter_map(|name| Some((name, self.table(name)?))).collect();
        let differ = |default: i32, entries: &[i16]| entries.iter().filter(|&&n| i32::from(n) != default).count();
        let all: usize = tables.iter().map(|(_, table)| differ(table.name.default, &table.entries)).sum();
        let mut shown = Vec::new();
        for (name, table) in &tables {
            let count = differ(table.name.default, &table.entries);
            let sum = sha256::hex(joined(&table.entries).as_bytes());
            let mut text = format!(
                "{}:{{\"rows\":{},\"cols\":{},\"non_default\":{count},\"sha256\":\"{sum}\"",
                json::quoted(name.as_bytes()),
                table.rows,
                table.columns
            );
            if all <= LISTED {
                let entries = table.entries.iter().enumerate().filter(|&(_, &n)| i32::from(n) != table.name.default);
                let columns = table.columns.max(1);
                let entries: Vec<String> =
                    entries.map(|(i, n)| format!("[{},{},{n}]", i / columns, i % columns)).collect();
                text += &format!(",\"entries\":[{}]", entries.join(","));
            }
            shown.push(text + "}");
        }
        format!(",\"tables\":{{{}}}", shown.join(","))
    }
}

/// Whether a value is shown: strings unless they are empty, anything else unless it is the default.
fn differs(holds: Holds, value: &Value) -> bool {
    match (holds, &value.kind) {
        (Holds::Number { default, .. }, Kind::Number(n)) => *n != default,
        (Holds::Text(_), Kind::Str(text)) => !text.bytes().is_empty(),
        _ => !value.is_nil(),
    }
}

fn joined(entries: &[i16]) -> String {
    let mut out = String::with_capacity(entries.len() * 2);
    for (i, n) in entries.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        out += &n.to_string();
    }
    out
}
