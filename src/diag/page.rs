//! The reference page of diagnostics, `docs/diagnostics.md`, made from the table of codes. A test compares the committed page
//! with this text.

use std::fmt::Write as _;

use super::codes;

/// What stands before the codes.
const HEAD: &str = include_str!("page.md");

/// Blocks of codes, by their first two digits.
const BLOCKS: &[(&str, &str)] = &[
    ("00", "The list itself"),
    ("01", "Lines and blocks"),
    ("02", "Sprites and values"),
    ("03", "Level mapping"),
    ("04", "Rules"),
    ("05", "Terminations"),
    ("06", "Levels"),
    ("07", "The published grammar (`--strict`)"),
    ("08", "Game Design Language"),
    ("09", "Selections"),
    ("10", "Games of py-vgdl"),
];

/// The page.
#[must_use]
pub fn page() -> String {
    let mut out = HEAD.to_owned();
    for &(digits, title) in BLOCKS {
        let mut block: Vec<&codes::Code> = codes::ALL.iter().filter(|c| c.code.get(1..3) == Some(digits)).collect();
        if block.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n## {title}");
        block.sort_by_key(|c| c.code.get(1..));
        for code in block {
            let _ = writeln!(out, "\n### {}: {}\n\n{}", code.code, code.title, code.text);
            if !code.wrong.is_empty() {
                let _ = writeln!(out, "\nWrong:\n\n```text\n{}\n```", code.wrong);
            }
            if !code.right.is_empty() {
                let _ = writeln!(out, "\nRight:\n\n```text\n{}\n```", code.right);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_a_block() {
        let page = page();
        for code in codes::ALL {
            assert_eq!(page.matches(&format!("\n### {}: ", code.code)).count(), 1, "{}", code.code);
        }
    }
}
