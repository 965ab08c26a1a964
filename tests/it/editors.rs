//! What is in `editors`: made from the tables where it names anything, and consistent. `VGDL_BLESS=1` rewrites the grammar.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use vgdl::editor::textmate::grammar;
use vgdl::front::vgdl::tree::Block;
use vgdl_vm::ontology::{CLASSES, COLOURS, EFFECTS, ENDS};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode")
}

fn json(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn the_grammar_is_fresh() {
    let path = folder().join("syntaxes/vgdl.tmLanguage.json");
    let wanted = grammar();
    if std::env::var_os("VGDL_BLESS").is_some() {
        fs::write(&path, &wanted).expect("a file that can be written");
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "{} is stale; VGDL_BLESS=1 cargo test --test it editors", path.display());
}

/// The alternatives of the only group of names in an expression.
fn alternatives(grammar: &Value, entry: &str) -> Vec<String> {
    let expression = grammar["repository"][entry]["match"].as_str().unwrap_or_else(|| panic!("{entry} has no match"));
    let inside = |group: &str| {
        let list: Vec<String> = group.split('|').map(str::to_owned).collect();
        list.iter().all(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_alphanumeric())).then_some(list)
    };
    let groups = expression.split(['(', ')']).filter(|g| g.contains('|')).filter_map(inside);
    groups.max_by_key(Vec::len).unwrap_or_else(|| panic!("{entry} has no names: {expression}"))
}

#[test]
fn the_grammar_has_every_name_of_the_tables() {
    let grammar = json("syntaxes/vgdl.tmLanguage.json");
    assert_eq!(alternatives(&grammar, "class"), CLASSES.iter().map(|c| c.name).collect::<Vec<_>>());
    assert_eq!(alternatives(&grammar, "effect"), EFFECTS.iter().map(|e| e.name).collect::<Vec<_>>());
    assert_eq!(alternatives(&grammar, "termination"), ENDS.iter().map(|e| e.name).collect::<Vec<_>>());
    let constants = alternatives(&grammar, "constant");
    for name in COLOURS.iter().map(|c| c.0).chain(["UP", "DDOWN", "NIL"]) {
        assert!(constants.iter().any(|c| c == name), "{name}");
    }
    for block in Block::WITH_HEADER {
        let begin = grammar["repository"][block.name()]["begin"].as_str().expect("its start");
        assert!(begin.contains(block.name()), "{begin}");
    }
}

#[test]
fn everything_that_the_grammar_includes_is_there() {
    let grammar = json("syntaxes/vgdl.tmLanguage.json");
    let mut open = vec![&grammar];
    let mut included = 0;
    while let Some(value) = open.pop() {
        if let Some(name) = value.get("include").and_then(Value::as_str) {
            let name = name.strip_prefix('#').expect("an entry of the repository");
            assert!(grammar["repository"].get(name).is_some(), "{name}");
            included += 1;
        }
        match value {
            Value::Array(list) => open.extend(list),
            Value::Object(map) => open.extend(map.values()),
            _ => {}
        }
    }
    assert!(included > 20, "{included}");
}

#[test]
fn the_extension_is_consistent() {
    let package = json("package.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let contributed = &package["contributes"];
    let language = &contributed["languages"][0];
    let grammar = &contributed["grammars"][0];
    assert_eq!(language["id"], "vgdl");
    assert_eq!(grammar["language"], language["id"]);
    assert_eq!(grammar["scopeName"], json("syntaxes/vgdl.tmLanguage.json")["scopeName"]);
    assert_eq!(package["activationEvents"][0], "onLanguage:vgdl");
    for file in [&package["main"], &language["configuration"], &grammar["path"]] {
        let file = file.as_str().expect("a path");
        assert!(folder().join(file).is_file(), "{file}");
    }
    let configuration = json("language-configuration.json");
    assert_eq!(configuration["comments"]["lineComment"], "#");
    let indent = configuration["indentationRules"]["increaseIndentPattern"].as_str().expect("an expression");
    assert!(Block::WITH_HEADER.iter().all(|b| indent.contains(b.name())), "{indent}");
    // Only the library that speaks the protocol, in one version.
    let needs = package["dependencies"].as_object().expect("a list");
    assert_eq!(needs.keys().collect::<Vec<_>>(), ["vscode-languageclient"]);
    assert!(needs.values().all(|v| v.as_str().is_some_and(|v| v.starts_with(|c: char| c.is_ascii_digit()))));
    // What the program is started with is what the package lets people set, and what the program knows.
    let script = fs::read_to_string(folder().join("extension.js")).expect("the script");
    for setting in contributed["configuration"]["properties"].as_object().expect("settings").keys() {
        let name = setting.strip_prefix("vgdl.").expect("a setting of ours");
        assert!(script.contains(&format!("get('{name}')")), "{setting}");
    }
    for command in contributed["commands"].as_array().expect("commands") {
        assert!(script.contains(&format!("'{}'", command["command"].as_str().expect("a name"))), "{command}");
    }
    assert!(script.contains("'lsp', '--compat'") && script.contains("'vscode-languageclient/node'"));
    let readme = fs::read_to_string(folder().join("README.md")).expect("the README");
    assert!(readme.contains(&format!("vgdl-{}.vsix", env!("CARGO_PKG_VERSION"))));
}
