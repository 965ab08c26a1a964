//! The texts that are open, and the levels beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use vgdl::editor::Document;
use vgdl::source::Source;
use vgdl::{Options, files};

use super::place::Units;

/// Most levels that are looked for beside a game.
const MOST_LEVELS: usize = 100;

/// A text that is open.
pub(super) struct Text {
    pub(super) version: i32,
    source: Source,
    /// The text read as a game, unless it has changed since.
    document: Option<Document>,
}

/// The texts that are open, by address.
#[derive(Default)]
pub(super) struct Texts {
    open: BTreeMap<String, Text>,
}

impl Texts {
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        let name = item.uri.as_str().to_owned();
        let source = Source::new(name.as_str(), item.text);
        self.open.insert(name, Text { version: item.version, source, document: None });
    }

    /// Closes a text; whether it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> bool {
        self.open.remove(uri.as_str()).is_some()
    }

    /// Changes a text, one change after another; whether it is open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        units: Units,
    ) -> bool {
        let Some(text) = self.open.get_mut(uri.as_str()) else {
            return false;
        };
        for change in changes {
            let new = match change.range {
                None => change.text,
                Some(range) => {
                    let span = units.span(&text.source, range);
                    let mut new = std::mem::take(&mut text.source.text);
                    new.replace_range(span.range(), &change.text);
                    new
                }
            };
            text.source = Source::new(uri.as_str(), new);
        }
        text.version = version;
        text.document = None;
        true
    }

    pub(super) fn get(&self, uri: &str) -> Option<&Text> {
        self.open.get(uri)
    }

    /// The addresses of the open games.
    pub(super) fn games(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str).filter(|uri| level_of(uri).is_none())
    }

    /// Forgets what was read of a game: a level of it has changed.
    pub(super) fn reread(&mut self, uri: &str) {
        if let Some(text) = self.open.get_mut(uri) {
            text.document = None;
        }
    }

    /// An open game, read and checked with the levels beside it. Levels are no games.
    pub(super) fn document(&mut self, uri: &str, options: &Options) -> Option<&Document> {
        if level_of(uri).is_some() {
            return None;
        }
        if self.open.get(uri)?.document.is_none() {
            let levels = self.levels(uri, options);
            let text = self.open.get_mut(uri)?;
            text.document = Some(Document::new(text.source.clone(), levels, options));
        }
        self.open.get(uri)?.document.as_ref()
    }

    /// The levels beside a game: open ones as they stand in the editor, others as they stand on the disk. Their names are
    /// their addresses.
    fn levels(&self, game: &str, options: &Options) -> Vec<Source> {
        let mut levels = Vec::new();
        for number in 0..MOST_LEVELS {
            let uri = level_uri(game, number);
            let level = match self.open.get(&uri) {
                Some(open) => Some(open.source.clone()),
                None => read(&uri, options.policy == vgdl::Policy::Compat),
            };
            match level {
                Some(level) => levels.push(level),
                // Some games count from 1.
                None if number == 0 => {}
                None => break,
            }
        }
        levels
    }
}

/// A text on the disk, if it can be read.
fn read(uri: &str, lossy: bool) -> Option<Source> {
    let path = path(uri)?;
    if !path.is_file() {
        return None;
    }
    let text = files::text(&path, files::read(&path).ok()?, lossy).ok()?;
    Some(Source::new(uri, text))
}

/// An address without the ending of its file name.
fn stem(uri: &str) -> &str {
    let name = uri.rfind('/').map_or(0, |i| i + 1);
    match uri.get(name..).and_then(|n| n.rfind('.')) {
        Some(dot) => uri.get(..name + dot).unwrap_or(uri),
        None => uri,
    }
}

/// The address of a level beside a game.
fn level_uri(game: &str, number: usize) -> String {
    format!("{}_lvl{number}.txt", stem(game))
}

/// The stem of the game that a level belongs to, if this is the address of a level.
fn level_of(uri: &str) -> Option<&str> {
    let (game, number) = uri.strip_suffix(".txt")?.rsplit_once("_lvl")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(game)
}

/// Whether a level belongs to a game.
pub(super) fn belongs(level: &str, game: &str) -> bool {
    level_of(level) == Some(stem(game))
}

/// The path of a `file:` address.
fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // A host is of no use here; most addresses have none.
    let path = rest.get(rest.find('/')?..)?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, rest @ ..] = left {
        left = rest;
        let digit = |i: usize| rest.get(i).and_then(|&b| (b as char).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                left = rest.get(2..).unwrap_or_default();
            }
            _ => bytes.push(*first),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/games` is `c:/games` where drives have letters.
    let drive = path.get(1..3).is_some_and(|d| d.ends_with(':') && d.starts_with(|c: char| c.is_ascii_alphabetic()));
    Some(PathBuf::from(if cfg!(windows) && drive { path.get(1..).unwrap_or(&path) } else { &path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_stand_beside_their_game() {
        assert_eq!(level_uri("file:///a.b/my%20game.vgdl", 3), "file:///a.b/my%20game_lvl3.txt");
        assert_eq!(level_uri("untitled:a", 0), "untitled:a_lvl0.txt");
        assert!(belongs("file:///a.b/x_lvl12.txt", "file:///a.b/x.vgdl"));
        assert!(!belongs("file:///a.b/x_lvl12.txt", "file:///a.b/y.vgdl"));
        for no in ["file:///x_lvl.txt", "file:///x_lvl1.vgdl", "file:///x_lvl1a.txt", "x.txt", ""] {
            assert_eq!(level_of(no), None, "{no}");
        }
    }

    #[test]
    fn addresses_are_paths() {
        assert_eq!(path("file:///a%20b/c%C3%A9.txt"), Some(PathBuf::from("/a b/cé.txt")));
        assert_eq!(path("file://host/a%2"), Some(PathBuf::from("/a%2")));
        for no in ["untitled:a", "file://", "file:///%FF", ""] {
            assert_eq!(path(no), None, "{no}");
        }
    }
}
