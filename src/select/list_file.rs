//! PCGen's list files, as far as selections go: the CHOOSE tokens in them, and the objects that they declare.
//!
//! A line declares an object: fields with tabs between, the first of which is the key. A field `KEY:k` gives another key,
//! `TYPE:a.b` types, and one that starts with `PRE` or `!PRE` a requirement.

use super::catalogue::Declared;
use super::convert;
use super::mistake::Mistake;
use super::token::START;
use crate::source::Source;

/// A CHOOSE token in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'t> {
    /// The token.
    pub token: &'t str,
    /// Byte at which it begins.
    pub at: usize,
}

/// Every field of a file that is not in a comment, with its place.
fn fields(text: &str) -> impl Iterator<Item = Found<'_>> {
    let mut line_at = 0;
    text.split_inclusive('\n').flat_map(move |line| {
        let mut at = line_at;
        line_at += line.len();
        let content = if line.starts_with('#') { "" } else { line.trim_end_matches(['\n', '\r']) };
        content.split_inclusive('\t').map(move |field| {
            let found = Found { token: field.trim_end_matches('\t'), at };
            at += field.len();
            found
        })
    })
}

/// The CHOOSE tokens of a file, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = Found<'_>> {
    fields(text).filter(|field| field.token.starts_with(START))
}

/// A file with its old tokens rewritten.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Converted {
    /// The text.
    pub text: String,
    /// What was rewritten: the old token's place and the new one.
    pub changed: Vec<(usize, String)>,
    /// Old tokens that cannot be read, with their places; they were left as they are.
    pub failed: Vec<(usize, Mistake)>,
}

/// Rewrites the old tokens of a file.
#[must_use]
pub fn convert_all(source: &Source) -> Converted {
    let mut made = Converted::default();
    let mut done = 0;
    for Found { token, at } in tokens(&source.text) {
        match convert::convert(token) {
            Ok(None) => {}
            Ok(Some(new)) => {
                made.text.push_str(source.text.get(done..at).unwrap_or_default());
                made.text.push_str(&new);
                done = at + token.len();
                made.changed.push((at, new));
            }
            Err(mistake) => made.failed.push((at, mistake)),
        }
    }
    made.text.push_str(source.text.get(done..).unwrap_or_default());
    made
}

/// The objects of a file. A line that says where the file is from declares none; `Key.MOD` adds to an object of before.
#[must_use]
pub fn objects(text: &str) -> Vec<Declared> {
    let mut objects: Vec<Declared> = Vec::new();
    let mut places = rustc_hash::FxHashMap::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t').map(str::trim).filter(|field| !field.is_empty());
        let Some(name) = fields.next().filter(|name| !name.starts_with("SOURCE")) else { continue };
        let rest: Vec<&str> = fields.collect();
        let value = |start: &str| rest.iter().find_map(|field| field.strip_prefix(start));
        let (key, more) = match name.strip_suffix(".MOD") {
            Some(key) => (key, true),
            None => (value("KEY:").unwrap_or(name), false),
        };
        let place = *places.entry(key.to_owned()).or_insert_with(|| {
            objects.push(Declared { key: key.to_owned(), ..Declared::default() });
            objects.len() - 1
        });
        let Some(object) = objects.get_mut(place) else { continue };
        if !more {
            (object.types, object.requirements) = (Vec::new(), Vec::new());
        }
        for field in &rest {
            if let Some(types) = field.strip_prefix("TYPE:") {
                object.types.extend(types.split('.').filter(|name| !name.is_empty()).map(str::to_owned));
            } else if field.trim_start_matches('!').starts_with("PRE") {
                object.requirements.push((*field).to_owned());
            } else if let Some(category) = field.strip_prefix("CATEGORY:") {
                object.category = Some(category.to_owned());
            }
        }
    }
    objects
}
