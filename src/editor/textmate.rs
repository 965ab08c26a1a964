//! The TextMate grammar, which colours texts in editors: made from the tables of the ontology.
//!
//! `editors/vscode/syntaxes/vgdl.tmLanguage.json` is this text; a test compares both. The grammar knows blocks, so that the
//! first word of a line is a sprite in one and a termination in the other.

use serde_json::{Value, json};
use vgdl_vm::ontology::words::{Constant, constant};
use vgdl_vm::ontology::{CLASSES, COLOURS, Dir, EFFECTS, ENDS};

use super::names::PLACES;
use crate::front::vgdl::tree::Block;

/// A word starts here, and ends there: white space, the ends of the line, and the `#` of a comment.
const START: &str = r"(?<=^|\s)";
const END: &str = r"(?=\s|#|$)";

/// The grammar, as JSON.
#[must_use]
pub fn grammar() -> String {
    let blocks = Block::WITH_HEADER.map(|block| json!({ "include": format!("#{}", block.name()) }));
    let mut patterns = vec![json!({ "include": "#comment" })];
    patterns.extend(blocks);
    patterns.push(json!({ "include": "#game" }));
    let mut repository = json!({
        "comment": { "name": "comment.line.number-sign.vgdl", "match": "#.*$" },
        "arrow": { "name": "keyword.operator.arrow.vgdl", "match": format!("{START}>(?=\\s|#|$)") },
        "game": {
            "match": r"^\s*(BasicGame|GameSpace)(?=\s|#|$)(.*)$",
            "captures": {
                "1": { "name": "storage.type.game.vgdl" },
                "2": { "patterns": includes(&["comment", "argument"]) },
            },
        },
        "argument": {
            "match": r"(?<=\s)([^\s=#>]+)(=)([^\s=#]*)",
            "captures": {
                "1": { "name": "variable.parameter.vgdl" },
                "2": { "name": "keyword.operator.assignment.vgdl" },
                "3": { "patterns": includes(&["truth", "number", "constant", "effect-value", "comma", "name"]) },
            },
        },
        "truth": { "name": "constant.language.boolean.vgdl", "match": "(?<=[=,:])(?i:true|false)(?=[,:]|\\s|#|$)" },
        "number": {
            "name": "constant.numeric.vgdl",
            "match": r"(?<=[=,:])[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?(?=[,:]|\s|#|$)",
        },
        "constant": {
            "name": "support.constant.vgdl",
            "match": format!("(?<=[=])({})(?=\\s|#|$)", constants().join("|")),
        },
        "effect-value": {
            "name": "support.function.effect.vgdl",
            "match": format!("(?<==)({})(?=\\s|#|$)", names(EFFECTS.iter().map(|e| e.name))),
        },
        "comma": { "name": "punctuation.separator.vgdl", "match": "[,:]" },
        "name": { "name": "variable.other.vgdl", "match": "[^\\s=#,:]+" },
        "class": {
            "name": "support.class.vgdl",
            "match": format!("{START}({}){END}", names(CLASSES.iter().map(|c| c.name))),
        },
        "effect": {
            "name": "support.function.effect.vgdl",
            "match": format!("{START}({}){END}", names(EFFECTS.iter().map(|e| e.name))),
        },
        "termination": {
            "match": format!(r"^\s*({}){END}", names(ENDS.iter().map(|e| e.name))),
            "captures": { "1": { "name": "support.function.termination.vgdl" } },
        },
        "place": {
            "name": "constant.language.vgdl",
            "match": format!("{START}(?i:{}){END}", names(PLACES.iter().map(|p| p.0))),
        },
        "declaration": {
            "match": r"^\s*([^\s#]+)(?=\s)",
            "captures": { "1": { "name": "entity.name.type.sprite.vgdl" } },
        },
        "glyph": {
            "match": r"^\s*([^\s#])(?=\s)",
            "captures": { "1": { "name": "constant.character.vgdl" } },
        },
        "parameter": {
            "match": r"^\s*([^\s#]+)(?=\s)",
            "captures": { "1": { "name": "entity.name.constant.vgdl" } },
        },
        "sprite": { "name": "variable.other.sprite.vgdl", "match": r"(?<=^|\s)[^\s#=>]+(?=\s|#|$)" },
    });
    if let Value::Object(map) = &mut repository {
        map.extend(Block::WITH_HEADER.map(|block| (block.name().to_owned(), of_block(block))));
    }
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "VGDL",
        "scopeName": "source.vgdl",
        "fileTypes": ["vgdl"],
        "patterns": patterns,
        "repository": repository,
    });
    // Strings and lists: nothing that serialisation could refuse.
    let mut text = serde_json::to_string_pretty(&grammar).unwrap_or_default();
    text.push('\n');
    text
}

/// A block: from its header to the next.
fn of_block(block: Block) -> Value {
    let lines: &[&str] = match block {
        Block::Sprites => &["comment", "declaration", "arrow", "argument", "class"],
        Block::Rules => &["comment", "arrow", "argument", "place", "effect", "sprite"],
        Block::Ends => &["comment", "termination", "argument"],
        Block::Mapping => &["comment", "glyph", "arrow", "sprite"],
        Block::Parameters => &["comment", "parameter", "arrow", "argument"],
        Block::Selectors => &["comment", "declaration", "arrow"],
        Block::Game => &[],
    };
    let any = names(Block::WITH_HEADER.iter().map(|b| b.name()));
    json!({
        "begin": format!(r"^\s*(?i:({}))(?=\s*(#.*)?$)", block.name()),
        "beginCaptures": { "1": { "name": "keyword.control.block.vgdl" } },
        "end": format!(r"(?=^\s*(?i:{any})\s*(#.*)?$)"),
        "patterns": includes(lines),
    })
}

fn includes(names: &[&str]) -> Value {
    names.iter().map(|name| json!({ "include": format!("#{name}") })).collect()
}

/// Alternatives, in the order of the tables: what follows a name in the grammar tells longer ones from shorter ones.
fn names(list: impl Iterator<Item = &'static str>) -> String {
    list.collect::<Vec<_>>().join("|")
}

/// Words that are values by themselves.
fn constants() -> Vec<String> {
    let dirs = [Dir::Up, Dir::Down, Dir::Left, Dir::Right, Dir::None, Dir::Nil];
    let prefixed = |dir: Dir| {
        let long = format!("D{}", dir.name());
        let known = constant(&long) == Some(Constant::Dir(dir));
        std::iter::once(dir.name().to_owned()).chain(known.then_some(long))
    };
    let colours = COLOURS.iter().map(|c| c.0.to_owned());
    dirs.into_iter().flat_map(prefixed).chain(colours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names stand in the grammar's expressions as they are.
    #[test]
    fn names_need_no_escapes() {
        let all =
            CLASSES.iter().map(|c| c.name).chain(EFFECTS.iter().map(|e| e.name)).chain(ENDS.iter().map(|e| e.name));
        for name in all {
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name}");
        }
        assert!(constants().iter().all(|c| c.chars().all(|c| c.is_ascii_uppercase())));
    }
}
