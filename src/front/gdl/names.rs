//! The names of Xconq: properties of types, global parameters, tables; with ranges and defaults. They are rows of `names.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::value::TypeKind;

/// What a property or a global parameter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A number from `low` to `high`.
    Number {
        /// The least.
        low: i32,
        /// What it is until it is set.
        default: i32,
        /// The greatest.
        high: i32,
    },
    /// A string, with what it is until it is set.
    Text(&'static str),
    /// Any value; until it is set a list of these symbols, mostly none.
    Any(&'static str),
}

/// A property or a global parameter.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub holds: Holds,
}

/// A table of numbers.
#[derive(Clone, Copy, Debug)]
pub struct TableName {
    /// Its name.
    pub name: &'static str,
    /// The kinds of its rows and of its columns.
    pub kinds: [TypeKind; 2],
    /// The least value.
    pub low: i32,
    /// What entries are until they are set.
    pub default: i32,
    /// The greatest value.
    pub high: i32,
    /// Whether its values are dice, and under which convention (1 or 2).
    pub dice: u8,
}

/// Rows with an index by name.
#[derive(Debug)]
pub struct Names<T: 'static> {
    /// In the order of the file.
    pub rows: Vec<T>,
    names: Vec<&'static str>,
    index: FxHashMap<&'static str, usize>,
}

impl<T> Names<T> {
    fn new(rows: Vec<(&'static str, T)>) -> Self {
        let index = rows.iter().enumerate().map(|(i, (name, _))| (*name, i)).collect();
        let names = rows.iter().map(|(name, _)| *name).collect();
        Self { rows: rows.into_iter().map(|(_, row)| row).collect(), names, index }
    }

    /// The index of a name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The row of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.rows.get(self.index(name)?)
    }

    /// All names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<'_, T> {
        self.names.iter().copied()
    }
}

/// All of them.
#[derive(Debug)]
pub struct Schema {
    properties: [Names<Name>; 4],
    /// Global parameters.
    pub globals: Names<Name>,
    /// Tables.
    pub tables: Names<TableName>,
}

impl Schema {
    /// The properties of a kind of types.
    #[must_use]
    pub fn properties(&self, kind: TypeKind) -> &Names<Name> {
        &self.properties[kind as usize]
    }
}

/// The names of Xconq.
pub static XCONQ: LazyLock<Schema> = LazyLock::new(|| read(include_str!("names.tsv")));

/// Rows that cannot be read are left out; a test says that there are none.
fn read(text: &'static str) -> Schema {
    let mut properties = [const { Vec::new() }; 4];
    let (mut globals, mut tables) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let (Some(what), Some(name)) = (cells.next(), cells.next()) else { continue };
        let cells: Vec<&'static str> = cells.collect();
        if what == "table" {
            tables.extend(table(name, &cells).map(|row| (name, row)));
            continue;
        }
        let Some(holds) = holds(&cells) else { continue };
        let row = (name, Name { name, holds });
        match TypeKind::ALL.into_iter().find(|kind| kind.name() == what) {
            Some(kind) => properties[kind as usize].push(row),
            None => globals.push(row),
        }
    }
    Schema { properties: properties.map(Names::new), globals: Names::new(globals), tables: Names::new(tables) }
}

fn holds(cells: &[&'static str]) -> Option<Holds> {
    match *cells {
        ["int", low, default, high] => {
            Some(Holds::Number { low: low.parse().ok()?, default: default.parse().ok()?, high: high.parse().ok()? })
        }
        ["string", default] => Some(Holds::Text(default)),
        ["object"] => Some(Holds::Any("")),
        ["object", symbols] => Some(Holds::Any(symbols)),
        _ => None,
    }
}

fn table(name: &'static str, cells: &[&'static str]) -> Option<TableName> {
    let [kinds, low, default, high, dice] = *cells else { return None };
    let mut kinds = kinds.chars().map(TypeKind::of_letter);
    Some(TableName {
        name,
        kinds: [kinds.next()??, kinds.next()??],
        low: low.parse().ok()?,
        default: default.parse().ok()?,
        high: high.parse().ok()?,
        dice: dice.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let rows = include_str!("names.tsv").lines().filter(|l| !l.starts_with('#')).count();
        let read: usize = TypeKind::ALL.into_iter().map(|kind| XCONQ.properties(kind).rows.len()).sum();
        assert_eq!(read + XCONQ.globals.rows.len() + XCONQ.tables.rows.len(), rows);
        assert_eq!((XCONQ.tables.rows.len(), XCONQ.globals.rows.len()), (321, 115));
    }
}
