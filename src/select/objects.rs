//! The objects that a selection chooses among, found by key, by the beginning of a key, and by type.

use rustc_hash::FxHashMap;

/// Numbered objects. The lists that it answers with are of numbers.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    keys: Vec<String>,
    /// All numbers, by key.
    sorted: Vec<u32>,
    /// Other names, and what they stand for.
    names: FxHashMap<String, Vec<u32>>,
    types: FxHashMap<String, Vec<u32>>,
}

impl Objects {
    /// Objects with these keys and types.
    #[must_use]
    pub fn new<T: Into<String>>(objects: impl IntoIterator<Item = (String, Vec<T>)>) -> Self {
        let mut made = Self::default();
        for (i, (key, types)) in objects.into_iter().enumerate() {
            made.keys.push(key);
            for name in types {
                made.add_type(name, i as u32);
            }
        }
        made.sorted = (0..made.keys.len() as u32).collect();
        let keys = &made.keys;
        made.sorted.sort_by_key(|&i| &keys[i as usize]);
        made
    }

    /// Gives an object one type more. Objects come in order.
    fn add_type(&mut self, name: impl Into<String>, object: u32) {
        let list = self.types.entry(name.into()).or_default();
        if list.last() != Some(&object) {
            list.push(object);
        }
    }

    /// Gives a type to objects, in order, beside those that have it.
    pub fn extend_type(&mut self, name: &str, objects: &[u32]) {
        let list = self.types.entry(name.to_owned()).or_default();
        list.extend(objects);
        list.sort_unstable();
        list.dedup();
    }

    /// Lets a key stand for several objects.
    pub fn add_name(&mut self, name: &str, objects: Vec<u32>) {
        self.names.insert(name.to_owned(), objects);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key of an object.
    #[must_use]
    pub fn key(&self, i: usize) -> &str {
        self.keys.get(i).map_or("", String::as_str)
    }

    /// All keys, and names that stand for several.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.names.keys().map(String::as_str).collect();
        names.sort_unstable();
        self.keys.iter().map(String::as_str).chain(names)
    }

    /// All types, by name.
    #[must_use]
    pub fn types(&self) -> Vec<&str> {
        let mut types: Vec<&str> = self.types.keys().map(String::as_str).collect();
        types.sort_unstable();
        types
    }

    /// Whether a name is a key or stands for several.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains_key(name) || !self.with_key(name).is_empty()
    }

    /// Whether some list of objects has the type, even if it is empty.
    #[must_use]
    pub fn knows_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    /// Objects with a key.
    #[must_use]
    pub fn with_key(&self, key: &str) -> &[u32] {
        match self.names.get(key) {
            Some(list) => list,
            None => self.range(|other| other.cmp(key)),
        }
    }

    /// Objects whose key starts so.
    #[must_use]
    pub fn with_prefix(&self, prefix: &str) -> &[u32] {
        self.range(|other| if other.starts_with(prefix) { std::cmp::Ordering::Equal } else { other.cmp(prefix) })
    }

    /// Objects that have a type.
    #[must_use]
    pub fn of_type(&self, name: &str) -> &[u32] {
        self.types.get(name).map_or(&[], Vec::as_slice)
    }

    fn range(&self, place: impl Fn(&str) -> std::cmp::Ordering) -> &[u32] {
        let start = self.sorted.partition_point(|&i| place(self.key(i as usize)).is_lt());
        let rest = self.sorted.get(start..).unwrap_or_default();
        &rest[..rest.partition_point(|&i| place(self.key(i as usize)).is_eq())]
    }
}
