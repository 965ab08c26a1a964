//! Texts that a module has in strings: the rows of levels, and the lines of games as VGDL.

use crate::diag::{Diagnostic, codes};
use crate::front::gdl::{Machine, Place, Value};
use crate::source::{Source, Span};

/// All levels of a module have no more cells than this.
pub(super) const MAX_CELLS: usize = 4 * crate::front::level::MAX_CELLS;

/// A text put together of strings, each a line of it.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// The text, with what it is called.
    pub(crate) source: Source,
    /// For each line: where its string stands, and whether the string is written as it reads.
    lines: Vec<(Span, bool)>,
}

impl Patch {
    fn new(name: String, lines: Vec<(String, Span, bool)>) -> Self {
        let mut text = String::new();
        for (line, _, _) in &lines {
            text.push_str(line);
            text.push('\n');
        }
        Self {
            source: Source::new(name, text),
            lines: lines.into_iter().map(|(_, span, exact)| (span, exact)).collect(),
        }
    }

    /// All its lines, in the module.
    pub(crate) fn whole(&self) -> Span {
        let spans = self.lines.iter().map(|(span, _)| *span);
        spans.reduce(Span::to).unwrap_or_default()
    }

    /// A range of the text, in the module.
    pub(crate) fn original(&self, span: Span) -> Span {
        let number = self.source.line_column(span.start).0;
        let start = self.source.line(number).start;
        let Some(&(string, exact)) = self.lines.get(number as usize - 1).or(self.lines.last()) else { return span };
        if !exact {
            return string;
        }
        // The string's text starts behind its quotation mark.
        let inside = |at: u32| (string.start + 1 + at.saturating_sub(start)).min(string.end);
        Span { start: inside(span.start), end: inside(span.end) }
    }
}

/// A string with its place; whether it is written as it reads.
fn literal(machine: &Machine, value: &Value) -> Option<(String, Span, bool)> {
    let text = value.as_str()?.text().into_owned();
    let inner = Span { start: value.at.span.start + 1, end: value.at.span.end.saturating_sub(1) };
    let source = machine.sources().first().filter(|_| value.at.source == 0);
    let exact = source.is_some_and(|s| s.slice(inner) == text);
    Some((text, value.at.span, exact))
}

/// The lines of strings; a list of strings is one line in pieces. `None` and a finding where there is something else.
fn strings(machine: &mut Machine, items: &[Value], what: &str) -> Option<Vec<(String, Span, bool)>> {
    let mut lines = Vec::with_capacity(items.len());
    for item in items {
        let line = match item.as_list() {
            Some(pieces) if !pieces.is_empty() => {
                let texts: Option<String> = pieces.iter().map(|p| p.as_str().map(|t| t.text().into_owned())).collect();
                texts.map(|text| (text, item.at.span, false))
            }
            _ => literal(machine, item),
        };
        match line.filter(|(text, _, _)| !text.contains(['\n', '\r'])) {
            Some(line) => lines.push(line),
            None => {
                let found = Diagnostic::error(codes::GDL_FORM, format!("{what} that is no string of one line"));
                machine.push(found.label("not a string, or one with a line end").help("write each in quotes"), item.at);
                return None;
            }
        }
    }
    Some(lines)
}

/// The text of a game: `(vgdl LINE...)`.
pub(super) fn embedded(machine: &mut Machine, form: &Value) -> Option<Patch> {
    let lines = form.as_list()?.get(1..)?;
    Some(Patch::new("vgdl".to_owned(), strings(machine, lines, "line of a game")?))
}

/// A level: `(area W H (layout ROW...))` or `(area W H (rle ROW...))`. `digits`: digits that are characters of the map.
/// `cells`: how many more cells the module may have.
pub(super) fn area(
    machine: &mut Machine,
    form: &Value,
    number: usize,
    digits: &str,
    cells: &mut usize,
) -> Option<Patch> {
    let items = form.as_list()?.get(1..)?.to_vec();
    let mut sizes = Vec::new();
    let mut rows: Option<Vec<(String, Span, bool)>> = None;
    let wrong = |machine: &mut Machine, title: String, label: &str, at: Place| {
        let found = Diagnostic::error(codes::GDL_AREA, title).label(label);
        machine.push(found.help("write `(area WIDTH HEIGHT (layout ROW...))`, each row a string"), at);
    };
    for item in &items {
        match item.head().map(|h| h.text().into_owned()).as_deref() {
            Some(kind @ ("layout" | "rle")) if rows.is_none() => {
                let list = item.as_list()?.get(1..)?.to_vec();
                let mut lines = strings(machine, &list, "row of an area")?;
                if kind == "rle" {
                    for (text, span, exact) in &mut lines {
                        match expand(text, digits, cells) {
                            Some(row) => (*text, *exact) = (row, false),
                            None => {
                                let at = Place { source: 0, span: *span };
                                wrong(
                                    machine,
                                    "row that cannot be run out".to_owned(),
                                    "too long, or a number without a character",
                                    at,
                                );
                                return None;
                            }
                        }
                    }
                }
                rows = Some(lines);
            }
            _ => {
                let value = machine.eval(item);
                match value.as_number() {
                    Some(n) if sizes.len() < 2 => sizes.push((n, item.at)),
                    _ => wrong(machine, "area with a part that it does not take".to_owned(), "ignored", item.at),
                }
            }
        }
    }
    let ([(width, wide), (height, high)], Some(rows)) = (&sizes[..], rows) else {
        wrong(machine, "area without its size or its rows".to_owned(), "a level needs both", form.at);
        return None;
    };
    if i64::try_from(rows.len()) != Ok(i64::from(*height)) {
        let label = format!("it has {} rows", rows.len());
        machine.push(
            Diagnostic::error(codes::GDL_AREA, format!("area of height {height} with {} rows", rows.len()))
                .label(label),
            *high,
        );
        return None;
    }
    for (row, span, _) in &rows {
        let cells = row.encode_utf16().count();
        if i64::try_from(cells) != Ok(i64::from(*width)) {
            let found = Diagnostic::error(codes::GDL_AREA, format!("row of {cells} cells in an area of width {width}"));
            let label = if (cells as i64) < i64::from(*width) { "too short" } else { "too long" };
            let found = found.label(label).related(wide.span, "the width");
            machine.push(
                found.help("give every row as many characters as the width says"),
                Place { source: 0, span: *span },
            );
            return None;
        }
    }
    Some(Patch::new(format!("area {number}"), rows))
}

/// A row with its runs written out: digits before a character repeat it. A digit that the map knows is written `1` and the
/// digit. `None` if it grows beyond the cells that are left, or ends in a number.
fn expand(text: &str, digits: &str, cells: &mut usize) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (count, c) = match c.to_digit(10) {
            None => (1, c),
            Some(1) if chars.peek().is_some_and(|&next| digits.contains(next)) => (1, chars.next()?),
            Some(first) => {
                let mut count = first as usize;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    chars.next();
                    count = count.saturating_mul(10).saturating_add(digit as usize);
                }
                (count, chars.next()?)
            }
        };
        *cells = cells.checked_sub(count)?;
        out.extend(std::iter::repeat_n(c, count));
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_out(text: &str, digits: &str) -> Option<String> {
        expand(text, digits, &mut 1000)
    }

    #[test]
    fn runs_are_written_out() {
        assert_eq!(run_out("3#.2w", "").as_deref(), Some("###.ww"));
        assert_eq!(run_out("12.", "").as_deref(), Some("............"));
        assert_eq!(run_out("0#a", "").as_deref(), Some("a"));
        assert_eq!(run_out("5", ""), None);
        assert_eq!(run_out("9999999999999999999999#", ""), None);
        assert_eq!(run_out("600#600#", ""), None);
    }

    #[test]
    fn a_digit_of_the_map_stands_behind_a_one() {
        assert_eq!(run_out("15#", "5").as_deref(), Some("5#"));
        assert_eq!(run_out("15#", "").as_deref(), Some("###############"));
        assert_eq!(run_out("2#1515", "5").as_deref(), Some("##55"));
    }
}
