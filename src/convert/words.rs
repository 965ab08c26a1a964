//! Values of VGDL as words of GDL: numbers, symbols and strings that read back as the same value.

use super::kinds::Shape;
use crate::front::gdl::is_reserved;
use crate::resolve::{parse_double, parse_int};

/// Most bytes of one string.
const STRING: usize = 999;

/// The value of a parameter. `shape` is that of the parameter, `None` if nothing takes it.
pub(super) fn value(shape: Option<Shape>, text: &str) -> String {
    let number = match shape {
        Some(Shape::Whole) => whole(text),
        Some(Shape::Fraction) => fraction(text),
        Some(Shape::Truth) => truth(text),
        Some(Shape::Wholes) => list(text, whole).or_else(|| whole(text)),
        Some(Shape::Truths) => list(text, truth).or_else(|| truth(text)),
        Some(Shape::Types) => list(text, |name| is_symbol(name).then(|| name.to_owned())),
        Some(Shape::Text) => Some(string(text)),
        Some(Shape::Name | Shape::Type) | None => None,
    };
    number.unwrap_or_else(|| word(text))
}

/// A whole number that is written as GDL writes it. The least one has no positive counterpart, which GDL reads first.
fn whole(text: &str) -> Option<String> {
    let n = parse_int(text).filter(|&n| n != i32::MIN)?;
    (n.to_string() == text).then(|| text.to_owned())
}

/// A number that is so many hundredths, to the last bit.
fn fraction(text: &str) -> Option<String> {
    let value = parse_double(text).filter(|v| v.is_finite())?;
    let hundredths = (value * 100.0).round();
    if hundredths.abs() > f64::from(i32::MAX) {
        return None;
    }
    let n = hundredths as i32;
    if hundredths_text(n).parse() != Ok(value) || (value == 0.0 && value.is_sign_negative()) {
        return None;
    }
    let text = hundredths_text(n);
    // Without a point it would be hundredths.
    Some(if text.contains('.') || n == 0 { text } else { text + ".0" })
}

/// So many hundredths as VGDL has them: `80` is `0.8`, `100` is `1`.
pub(crate) fn hundredths_text(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, rest) = (n.unsigned_abs() / 100, n.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        r if r.is_multiple_of(10) => format!("{sign}{whole}.{}", r / 10),
        r => format!("{sign}{whole}.{r:02}"),
    }
}

/// True or False, spelled like that.
fn truth(text: &str) -> Option<String> {
    match text {
        "True" => Some("true".to_owned()),
        "False" => Some("false".to_owned()),
        _ => None,
    }
}

/// Values between commas as a list, if there are several and each can be said.
fn list(text: &str, one: impl Fn(&str) -> Option<String>) -> Option<String> {
    let values: Vec<String> = text.split(',').map(one).collect::<Option<_>>()?;
    (values.len() > 1).then(|| format!("({})", values.join(" ")))
}

/// The name of a parameter, which is never evaluated.
pub(super) fn key(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { string(text) }
}

/// A word as a symbol, or as a string where a symbol would mean something else.
pub(super) fn word(text: &str) -> String {
    if is_symbol(text) { text.to_owned() } else { string(text) }
}

/// Whether a word reads as the symbol of this name, with no value but itself or a type.
fn is_symbol(text: &str) -> bool {
    is_plain(text) && !is_reserved(text) && text != "effect"
}

/// Whether a word reads as the symbol of this name.
fn is_plain(text: &str) -> bool {
    let tame =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'/' | b'.' | b':' | b'*' | b'+' | b'?' | b'!');
    let first = text.as_bytes().first();
    first.is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
        && text.len() <= STRING
        && text.bytes().all(tame)
        && text != "nil"
}

/// A text in quotes. One that is longer than a string may be is a list of pieces.
pub(super) fn string(text: &str) -> String {
    if text.len() <= STRING {
        return quoted(text);
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(STRING);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, more) = rest.split_at(end);
        pieces.push(quoted(piece));
        rest = more;
    }
    format!("({})", pieces.join(" "))
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_hundredths_or_texts() {
        let written = |text| value(Some(Shape::Fraction), text);
        for (text, gdl) in [
            ("0.8", "0.8"),
            ("0.80", "0.8"),
            ("1", "1.0"),
            ("0", "0"),
            ("0.02", "0.02"),
            ("-2.5", "-2.5"),
            ("12", "12.0"),
            ("0.005", "\"0.005\""),
            ("-0.0", "\"-0.0\""),
            ("1e9", "\"1e9\""),
            ("1e3", "1000.0"),
            ("NaN", "NaN"),
            ("fast", "fast"),
            ("0.1f", "0.1"),
        ] {
            assert_eq!(written(text), gdl, "{text}");
        }
    }

    #[test]
    fn hundredths_have_no_idle_digits() {
        for (n, text) in
            [(0, "0"), (2, "0.02"), (80, "0.8"), (100, "1"), (-5, "-0.05"), (-250, "-2.5"), (1005, "10.05")]
        {
            assert_eq!(hundredths_text(n), text);
        }
    }

    #[test]
    fn words_with_a_meaning_are_in_quotes() {
        for (text, gdl) in [
            ("rat", "rat"),
            ("win", "\"win\""),
            ("5", "\"5\""),
            ("a(b", "\"a(b\""),
            ("a\"b", "\"a\\\"b\""),
            (">", "\">\""),
        ] {
            assert_eq!(word(text), gdl);
        }
        assert_eq!(value(Some(Shape::Types), "a,b"), "(a b)");
        assert_eq!(value(Some(Shape::Types), "a,,b"), "\"a,,b\"");
        assert_eq!(value(Some(Shape::Truth), "True"), "true");
        assert_eq!(value(Some(Shape::Truth), "true"), "\"true\"");
        assert_eq!(value(Some(Shape::Whole), "+5"), "\"+5\"");
    }

    #[test]
    fn long_texts_are_lists_of_pieces() {
        let text = "é".repeat(600);
        let out = string(&text);
        assert!(out.starts_with("(\"") && out.matches('"').count() == 4, "{out}");
    }
}
