//! Findings about lines of VGDL, said about forms: what to write is shown as a module has it.

use vgdl_vm::ontology::words::constant;

use crate::diag::{Diagnostic, codes, suggest};
use crate::front::gdl::is_reserved;
use crate::source::Source;

/// Words about blocks and lines, and what they are in a module.
const WORDS: &[(&str, &str)] = &[
    ("not declared in SpriteSet", "not defined in this module"),
    ("declare it in SpriteSet, as in", "define it, as in"),
    ("map it in LevelMapping, as in", "map it, as in"),
    ("in LevelMapping", "with `mapping`"),
    ("write a SpriteSet below the game line", "define types, as in `(unit-type avatar (class MovingAvatar))`"),
    ("write SpriteSet above InteractionSet", "define the types first"),
    ("write a TerminationSet with a termination", "write a termination"),
    ("name a sprite of SpriteSet", "name a type of this module"),
    ("write classes on the innermost lines alone", "give classes to the types in it alone"),
    ("neither this line nor one above it names a class", "neither it nor its category has a class"),
    ("write a class, as in", "give it a class, as in"),
    ("separated by commas without spaces", "in a list"),
    ("the first line names the kind of game", "`game-class` names the kind of game"),
    ("`value=` on its line", "a `(value V)` of its own"),
    ("this line replaces the earlier one", "this definition replaces the earlier one"),
    ("this line counts", "this entry counts"),
];

/// What becomes of the rest of a game file is no news about a module.
const FILES: [&str; 2] = ["GVGAI logs a message and reads no further", "GVGAI skips this line"];

/// Says a finding about forms.
pub(super) fn translate(found: &mut Diagnostic) {
    found.note = found.note.take().and_then(|note| {
        let kept: Vec<&str> = note.lines().filter(|line| !FILES.iter().any(|f| line.starts_with(f))).collect();
        (!kept.is_empty()).then(|| kept.join("\n"))
    });
    for text in [Some(&mut found.message), Some(&mut found.label), found.help.as_mut()].into_iter().flatten() {
        *text = say(text);
    }
    found.related.iter_mut().for_each(|(_, text)| *text = say(text));
}

/// A value of the wrong kind that is a symbol: a name that nobody gave a value.
pub(super) fn undefined(found: &mut Diagnostic, source: &Source, defined: &[String]) {
    let Some(name) = found.span.filter(|_| found.code == codes::BAD_VALUE).map(|span| source.slice(span)) else {
        return;
    };
    if is_reserved(name) || defined.iter().any(|d| d == name) {
        return;
    }
    let symbol = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let truth = ["true", "false"].iter().any(|t| name.eq_ignore_ascii_case(t));
    // A string's place is what is inside its quotation marks.
    let quoted =
        found.span.is_some_and(|s| source.text.get(..s.start as usize).is_some_and(|before| before.ends_with('"')));
    if !symbol || truth || quoted || constant(name).is_some() || name.contains(char::is_whitespace) {
        return;
    }
    found.code = codes::GDL_UNDEFINED;
    found.message = format!("`{name}` is never defined");
    found.help = Some(match suggest::closest(name, defined.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("write a value, or `(define {name} VALUE)` above"),
    });
}

fn say(text: &str) -> String {
    let mut out = text.to_owned();
    for (line, form) in WORDS {
        if out.contains(line) {
            out = out.replace(line, form);
        }
    }
    // Every second piece stands between backticks.
    if !out.contains('`') {
        return out;
    }
    let pieces: Vec<String> =
        out.split('`').enumerate().map(|(i, piece)| if i % 2 == 1 { code(piece) } else { piece.to_owned() }).collect();
    pieces.join("`")
}

/// A line, or a part of one, as a form.
fn code(text: &str) -> String {
    if text.starts_with('(') {
        return text.to_owned();
    }
    let words: Vec<&str> = text.split(' ').collect();
    let properties = |words: &[&str]| -> String { words.iter().map(|w| format!(" {}", argument(w))).collect() };
    match words.iter().position(|w| *w == ">") {
        Some(1) if words[0].chars().count() == 1 && words.len() > 2 => {
            format!("(\"{}\" {})", words[0], words[2..].join(" "))
        }
        Some(1) if words.len() > 2 => {
            format!("(unit-type {} (class {}){})", words[0], words[2], properties(&words[3..]))
        }
        Some(2) if words.len() == 4 => format!("({} {} {})", words[0], words[1], words[3]),
        Some(2) if words.len() > 4 => {
            format!("({} {} (effect {}{}))", words[0], words[1], words[3], properties(&words[4..]))
        }
        None if words.len() == 1 => argument(text),
        None if words.iter().skip(1).all(|w| w.contains('=')) => {
            format!("(termination {}{})", words[0], properties(&words[1..]))
        }
        _ => text.to_owned(),
    }
}

/// `key=value` as a property.
fn argument(word: &str) -> String {
    match word.split_once('=') {
        Some((key, "")) if is_key(key) => format!("({key} …)"),
        Some((key, value)) if is_key(key) && !value.starts_with('=') => format!("({key} {})", value.replace(',', " ")),
        _ => word.to_owned(),
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_said_as_forms() {
        for (line, form) in [
            ("did you mean `rat`?", "did you mean `rat`?"),
            (
                "declare it in SpriteSet, as in `rat > Immovable`",
                "define it, as in `(unit-type rat (class Immovable))`",
            ),
            ("write `stype=` and the name of a sprite", "write `(stype …)` and the name of a sprite"),
            ("remove `speed=3`", "remove `(speed 3)`"),
            ("as in `gem avatar > collectResource`", "as in `(gem avatar collectResource)`"),
            ("as in `Timeout limit=1000 win=True`", "as in `(termination Timeout (limit 1000) (win True))`"),
            ("else map it: `x > name`", "else map it: `(\"x\" name)`"),
        ] {
            assert_eq!(say(line), form);
        }
    }
}
