//! Pages made from the tables equal the committed ones. `VGDL_BLESS=1` rewrites them.

use std::fs;
use std::path::Path;

use vgdl::ontology_doc::{instructions, limits, page, reading_limits, terminations};
use vgdl_vm::ontology::{CLASSES, EFFECTS, ENDS};

/// Compares a page with what it should be, or writes it.
fn fresh(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("VGDL_BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let line = found.lines().zip(wanted.lines()).take_while(|(a, b)| a == b).count() + 1;
    assert!(found == wanted, "docs/{name} is stale from line {line} on; VGDL_BLESS=1 cargo test --test it docs_fresh");
}

/// The text with what stands between the two markers of a name replaced.
fn replaced(text: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let (before, rest) = text.split_once(&begin).expect("the begin marker");
    let (_, after) = rest.split_once(&end).expect("the end marker");
    assert!(!after.contains(&begin), "one table of this name");
    format!("{before}{begin}{table}{end}{after}")
}

#[test]
fn ontology_page_is_fresh() {
    fresh("ontology.md", &page());
}

#[test]
fn diagnostics_page_is_fresh() {
    fresh("diagnostics.md", &vgdl::diag::page::page());
}

#[test]
fn tables_of_the_bytecode_page_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/bytecode.md");
    let mut text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    for (name, table) in [("instructions", instructions()), ("terminations", terminations()), ("limits", limits())] {
        text = replaced(&text, name, &table);
    }
    fresh("bytecode.md", &text);
}

#[test]
fn the_table_of_the_robustness_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/robustness.md");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    fresh("robustness.md", &replaced(&text, "limits", &reading_limits()));
}

#[test]
fn the_table_of_the_gdl_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gdl.md");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    fresh("gdl.md", &replaced(&text, "dialects", &vgdl::front::gdl::dialect::table()));
}

#[test]
fn the_keys_of_the_page_on_playing_are_fresh() {
    use vgdl::play::keys::{PLAY, REPLAY, table};
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/play.md");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let text = replaced(&text, "play", &table(PLAY));
    fresh("play.md", &replaced(&text, "replay", &table(REPLAY)));
}

#[test]
fn ontology_page_has_every_row_with_its_defaults() {
    let page = page();
    let names = CLASSES.iter().map(|c| c.name).chain(EFFECTS.iter().map(|e| e.name)).chain(ENDS.iter().map(|e| e.name));
    for name in names {
        assert!(page.contains(&format!("\n### {name}\n")), "{name}");
    }
    for row in [
        "| `limspeed` | number | 1.0 | The speed, in cells or pixels per tick. |",
        "| `subTypesNum` | whole number | -1 | Half the number of its types. |",
        "| `stype` | sprite | must be given | Type of the new sprite. |",
        "| `ftype` | effect | must be given | The effect; it takes its parameters from the same line. |",
        "| `limit` | whole number | 2 |",
        "Starts with `speed=1.0`, `is_oriented=True`.",
    ] {
        assert!(page.contains(row), "{row}");
    }
}

#[test]
fn the_table_of_the_playtest_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/playtest.md");
    let text = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    fresh("playtest.md", &replaced(&text, "agents", &vgdl::agents::table()));
}
