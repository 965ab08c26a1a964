//! Tables of numbers over two kinds of types.

use rustc_hash::FxHashMap;

use super::machine::{Machine, numberish};
use super::names::{TableName, XCONQ};
use super::value::{Kind, Place, TypeKind, Value};
use crate::diag::{Diagnostic, codes};

/// How many entries all tables may have together.
pub const MAX_ENTRIES: usize = 32 << 20;

/// A table that is used.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it is.
    pub name: TableName,
    /// How many rows it has.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Its entries, row by row.
    pub entries: Vec<i16>,
}

/// The tables that are used, by their index in the table of names.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    used: FxHashMap<usize, Table>,
    entries: usize,
}

/// One index of a clause.
enum Index<'a> {
    One(&'a Value),
    Many(&'a [Value]),
}

impl<'a> Index<'a> {
    fn of(value: &'a Value) -> Self {
        match value.as_list() {
            Some(items) => Index::Many(items),
            None => Index::One(value),
        }
    }

    fn items(&self) -> &'a [Value] {
        match self {
            Index::One(value) => std::slice::from_ref(value),
            Index::Many(items) => items,
        }
    }
}

/// A clause that is given up; all was said.
struct Skipped;

impl Machine {
    /// `(table NAME [add] ITEM...)`
    pub(super) fn table_form(&mut self, form: &Value) {
        let word = self.argument(form, 1);
        let Some(name) = word.as_symbol() else {
            self.warn(codes::NOT_A_NAME, "table without a name", word.at, "a symbol belongs here; nothing is done");
            return;
        };
        // For the use of Xconq alone.
        if name.bytes().starts_with(b"zz-") {
            return;
        }
        let Some(index) = XCONQ.tables.index(&name.text()) else {
            let mut found = Diagnostic::warning(codes::UNKNOWN_TABLE, format!("unknown table `{name}`"));
            found.help = self.suggest(name, XCONQ.tables.names());
            self.push(found.label("nothing is done"), word.at);
            return;
        };
        let items = form.as_list().and_then(|items| items.get(2..)).unwrap_or_default();
        let adds = items.first().and_then(Value::as_symbol).is_some_and(|word| *word == "add");
        let items = items.get(usize::from(adds)..).unwrap_or_default();
        // A table is worked on outside of the machine, which evaluates meanwhile.
        let Some(mut table) = self.take_table(index, !adds, word.at) else { return };
        for item in items {
            if self.is_stopped() {
                break;
            }
            self.table_item(&mut table, item);
        }
        self.tables.used.insert(index, table);
    }

    /// The table, of the size that there are types for. `fresh`: all its entries are the default.
    fn take_table(&mut self, index: usize, fresh: bool, at: Place) -> Option<Table> {
        let name = *XCONQ.tables.rows.get(index)?;
        let [rows, columns] = name.kinds.map(|kind| self.types(kind));
        for (kind, count) in name.kinds.into_iter().zip([rows, columns]) {
            if count == 0 {
                let title = format!("table `{}` over no types", name.name);
                self.warn(codes::EMPTY_TABLE, title, at, format!("there is no {} type yet", kind.name()));
                return None;
            }
        }
        let size = rows * columns;
        if !self.spend(size as u64, at) {
            return None;
        }
        let old = self.tables.used.remove(&index);
        self.tables.entries += size - old.as_ref().map_or(0, |old| old.entries.len()).min(size);
        if self.tables.entries > MAX_ENTRIES {
            self.stop();
            let title = format!("tables with more than {MAX_ENTRIES} entries");
            self.error(codes::GDL_TOO_MUCH, title, at, "there is no room for this one");
            return None;
        }
        name.kinds.iter().for_each(|kind| self.types.freeze(*kind));
        let default = name.default as i16;
        match old {
            Some(old) if !fresh && (old.rows, old.columns) == (rows, columns) => Some(old),
            Some(old) if !fresh => {
                // There are more types than before.
                let mut entries = vec![default; size];
                for (to, from) in entries.chunks_mut(columns).zip(old.entries.chunks(old.columns.max(1))) {
                    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
                }
                Some(Table { name, rows, columns, entries })
            }
            _ => Some(Table { name, rows, columns, entries: vec![default; size] }),
        }
    }

    fn table_item(&mut self, table: &mut Table, item: &Value) {
        match &item.kind {
            Kind::Number(_) => self.fill(table, item),
            Kind::Symbol(name) => {
                let value = self.eval_symbol(name, item);
                self.fill(table, &value);
            }
            Kind::List(parts) if !parts.is_empty() => {
                let part = |i: usize| parts.get(i).cloned().unwrap_or_else(|| Value::nil(item.at));
                let [i, j, value] = [part(0), part(1), part(2)].map(|part| self.eval(&part));
                if let Some(more) = parts.get(3) {
                    let title = format!("part of a clause of `{}` that is left out", table.name.name);
                    self.warn(codes::EXTRA_PART, title, more.at, "nothing may follow the value");
                }
                // What was wrong was said, and what was stored stays.
                let _ = self.clause(table, &i, &j, &value, item.at);
            }
            Kind::List(_) | Kind::Str(_) | Kind::Type(_) | Kind::End => {}
        }
    }

    /// One value for all entries.
    fn fill(&mut self, table: &mut Table, value: &Value) {
        if value.as_number().is_none() {
            let title = format!("clause of `{}` that is no number", table.name.name);
            self.warn(codes::TABLE_VALUE, title, value.at, "this is left out");
            return;
        }
        if let Ok(n) = self.entry(table, value, value.at)
            && self.spend(table.entries.len() as u64, value.at)
        {
            table.entries.fill(n);
        }
    }

    /// `(I J V)`, evaluated.
    fn clause(&mut self, table: &mut Table, i: &Value, j: &Value, value: &Value, at: Place) -> Result<(), Skipped> {
        let (rows, columns) = (Index::of(i), Index::of(j));
        // Elements go with rows if there is a list of them, else with columns.
        let values = value.as_list().filter(|list| !list.is_empty());
        match (&rows, &columns, values) {
            (Index::One(_), Index::One(_), _) => self.store(table, i, j, value, at),
            (Index::One(_), Index::Many(list), values) => {
                self.same_length(table, list, values, at)?;
                for (n, column) in list.iter().enumerate() {
                    let value = values.and_then(|values| values.get(n)).unwrap_or(value);
                    self.store(table, i, column, value, at)?;
                }
                Ok(())
            }
            (Index::Many(list), _, values) => {
                if let Some(values) = values.filter(|v| self.turned(table, list, &columns, v, at)) {
                    return self.turned_clause(table, list, &columns, values, at);
                }
                self.same_length(table, list, values, at)?;
                for (n, row) in list.iter().enumerate() {
                    let value = values.and_then(|values| values.get(n)).unwrap_or(value);
                    self.row(table, row, &columns, value, at)?;
                }
                Ok(())
            }
        }
    }

    /// One row of a clause: an entry, one value for several, or a list of values.
    fn row(
        &mut self,
        table: &mut Table,
        row: &Value,
        columns: &Index<'_>,
        value: &Value,
        at: Place,
    ) -> Result<(), Skipped> {
        let Index::Many(list) = columns else {
            return columns.items().iter().try_for_each(|column| self.store(table, row, column, value, at));
        };
        self.index(table, row, 0, at)?;
        match value.as_list() {
            None => {
                self.entry(table, value, at)?;
                list.iter().try_for_each(|column| self.store(table, row, column, value, at))
            }
            Some(values) => {
                self.same_length(table, list, Some(values).filter(|v| !v.is_empty()), at)?;
                let nil = Value::nil(value.at);
                list.iter()
                    .enumerate()
                    .try_for_each(|(n, column)| self.store(table, row, column, values.get(n).unwrap_or(&nil), at))
            }
        }
    }

    /// Whether the lists of a value go with the columns, and their elements with the rows: in the page dialect alone, and only
    /// if they fit no other way.
    fn turned(&mut self, table: &Table, rows: &[Value], columns: &Index<'_>, values: &[Value], at: Place) -> bool {
        let Index::Many(columns) = columns else { return false };
        let fits = |value: &Value| value.as_list().is_some_and(|inner| inner.len() == rows.len());
        let turned = !self.dialect.is_kernel()
            && values.len() != rows.len()
            && values.len() == columns.len()
            && values.iter().all(fits);
        if turned {
            let title = format!("clause of `{}` with columns before rows", table.name.name);
            let found = Diagnostic::remark(codes::TURNED_CLAUSE, title).label("each list has the values of a column");
            self.push(found, at);
        }
        turned
    }

    fn turned_clause(
        &mut self,
        table: &mut Table,
        rows: &[Value],
        columns: &Index<'_>,
        values: &[Value],
        at: Place,
    ) -> Result<(), Skipped> {
        for (column, values) in columns.items().iter().zip(values) {
            for (row, value) in rows.iter().zip(values.as_list().unwrap_or_default()) {
                self.store(table, row, column, value, at)?;
            }
        }
        Ok(())
    }

    fn same_length(
        &mut self,
        table: &Table,
        types: &[Value],
        values: Option<&[Value]>,
        at: Place,
    ) -> Result<(), Skipped> {
        match values {
            Some(values) if values.len() != types.len() => {
                let title = format!("lists of different lengths in `{}`", table.name.name);
                let label = format!("{} values for {} types: the clause is left out", values.len(), types.len());
                self.warn(codes::LIST_LENGTHS, title, at, label);
                Err(Skipped)
            }
            _ => Ok(()),
        }
    }

    fn store(
        &mut self,
        table: &mut Table,
        row: &Value,
        column: &Value,
        value: &Value,
        at: Place,
    ) -> Result<(), Skipped> {
        if !self.spend(8, at) {
            return Err(Skipped);
        }
        let row = self.index(table, row, 0, at)?;
        let column = self.index(table, column, 1, at)?;
        let n = self.entry(table, value, at)?;
        // Types that are defined while the table is worked on have no entries in it.
        if let (true, Some(entry)) = (column < table.columns, table.entries.get_mut(row * table.columns + column)) {
            *entry = n;
        }
        Ok(())
    }

    fn index(&mut self, table: &Table, value: &Value, which: usize, at: Place) -> Result<usize, Skipped> {
        let kind = table.name.kinds.get(which).copied().unwrap_or(TypeKind::Unit);
        match value.as_type().filter(|of| of.kind == kind) {
            Some(of) => Ok(of.index as usize),
            None => {
                let title = format!("index {} of `{}` that is no {} type", which + 1, table.name.name, kind.name());
                let label = format!("{}: what is left of the clause is left out", self.brief(value));
                self.warn(codes::TABLE_INDEX, title, near(value, at), label);
                Err(Skipped)
            }
        }
    }

    fn entry(&mut self, table: &Table, value: &Value, at: Place) -> Result<i16, Skipped> {
        let Some(n) = numberish(value) else {
            let title = format!("value of `{}` that is no number", table.name.name);
            let label = format!("{}: what is left of the clause is left out", self.brief(value));
            self.warn(codes::TABLE_VALUE, title, near(value, at), label);
            return Err(Skipped);
        };
        let TableName { name, low, high, .. } = table.name;
        match i16::try_from(n) {
            Ok(entry) if (low..=high).contains(&n) => Ok(entry),
            _ => {
                let title = format!("value {n} out of the range of `{name}`");
                let label = format!("it takes {low} to {high}; what is left of the clause is left out");
                self.warn(codes::VALUE_RANGE, title, near(value, at), label);
                Err(Skipped)
            }
        }
    }

    /// A table that is used, with a row and a column for each type there is by now.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<Table> {
        let table = self.tables.used.get(&XCONQ.tables.index(name)?)?;
        let [rows, columns] = table.name.kinds.map(|kind| self.types(kind));
        let mut grown = Table { rows, columns, entries: Vec::with_capacity(rows * columns), ..table.clone() };
        for row in 0..rows {
            for column in 0..columns {
                let old = (row < table.rows && column < table.columns)
                    .then(|| table.entries.get(row * table.columns + column).copied());
                grown.entries.push(old.flatten().unwrap_or(table.name.default as i16));
            }
        }
        Some(grown)
    }

    /// The names of the tables that are used, in the order of the table of names.
    #[must_use]
    pub fn tables_used(&self) -> Vec<&'static str> {
        let mut used: Vec<usize> = self.tables.used.keys().copied().collect();
        used.sort_unstable();
        used.into_iter().filter_map(|i| XCONQ.tables.rows.get(i)).map(|row| row.name).collect()
    }
}

/// The place of a value, or that of the clause if it was missing there.
fn near(value: &Value, at: Place) -> Place {
    if value.at == Place::default() { at } else { value.at }
}
