//! Remarks that silence: `# vgdl: allow(W0208)` at the end of a line, or on a line of its own above it.

use std::collections::BTreeMap;

use super::{Diagnostic, Level, codes};
use crate::front::vgdl::layout::lines_of;
use crate::source::{Source, Span};

/// What stands in a remark before its codes.
const MARK: &str = "vgdl:";

/// A code that a line allows.
struct Allowed {
    code: &'static str,
    at: Span,
    used: bool,
}

/// Takes out of `found` what the game's text allows, and adds what is wrong with the remarks.
/// `comment`: the character that comments begin with.
pub(crate) fn apply(game: &Source, comment: char, found: &mut Vec<Diagnostic>) {
    if !game.text.contains(MARK) {
        return;
    }
    let mut lines: BTreeMap<u32, Vec<Allowed>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut pending: Vec<Allowed> = Vec::new();
    for (i, (start, line)) in lines_of(&game.text).enumerate() {
        let number = i as u32 + 1;
        let (content, comment) = line.split_once(comment).map_or((line, None), |(c, rest)| (c, Some(rest)));
        let blank = content.trim_matches([' ', '\t', '\u{FEFF}']).is_empty();
        let here = comment.map_or_else(Vec::new, |c| remark(c, start + content.len() + 1, &mut wrong));
        pending.extend(here);
        if !blank && !pending.is_empty() {
            lines.insert(number, std::mem::take(&mut pending));
        }
    }
    let errors = found.iter().any(|d| d.level == Level::Error);
    found.retain(|d| {
        let Some(span) = d.span.filter(|_| d.source == 0 && d.level != Level::Error) else { return true };
        let Some(allowed) = lines.get_mut(&game.line_column(span.start).0) else { return true };
        let mut kept = true;
        for allow in allowed.iter_mut().filter(|a| a.code == d.code) {
            allow.used = true;
            kept = false;
        }
        kept
    });
    // Lints are silent about games with errors.
    if !errors {
        for allow in lines.into_values().flatten().chain(pending).filter(|a| !a.used) {
            let title = format!("nothing here gives {}", allow.code);
            let idle = Diagnostic::remark(codes::UNUSED_ALLOW, title).at(allow.at);
            wrong.push(idle.label("silences nothing").help("remove it"));
        }
    }
    if !wrong.is_empty() {
        found.extend(wrong);
        found.sort_by_key(|d| (d.source, d.span.map(|s| s.start)));
    }
}

/// The codes that a comment allows. `start` is the place behind its `#`.
fn remark(comment: &str, start: usize, wrong: &mut Vec<Diagnostic>) -> Vec<Allowed> {
    let text = comment.trim_start_matches([' ', '\t', '#', ';']);
    let Some(rest) = text.strip_prefix(MARK) else { return Vec::new() };
    let at = start + (comment.len() - text.len());
    let whole = Span::new(at, at + text.trim_end().len());
    let order = rest.trim();
    let list = order.strip_prefix("allow").map(str::trim_start).and_then(|l| l.strip_prefix('('));
    let Some(list) = list.and_then(|l| l.strip_suffix(')')) else {
        let found = Diagnostic::warning(codes::BAD_ALLOW, "remark for `vgdl` that says nothing").at(whole);
        wrong.push(found.label("not understood").help("write `# vgdl: allow(W0208)`, with the codes to silence"));
        return Vec::new();
    };
    let mut allowed = Vec::new();
    for piece in list.split(',') {
        let name = piece.trim();
        // Pieces are parts of the comment: their distance is their place in it.
        let offset = piece.as_ptr() as usize - comment.as_ptr() as usize + (piece.len() - piece.trim_start().len());
        let span = Span::new(start + offset, start + offset + name.len());
        match codes::find(name) {
            Some(code) => allowed.push(Allowed { code: code.code, at: span, used: false }),
            None => {
                let found = Diagnostic::warning(codes::BAD_ALLOW, format!("no diagnostic has the code `{name}`"));
                let close = super::suggest::closest(name, codes::ALL.iter().map(|c| c.code));
                wrong.push(found.at(span).label("unknown").help(match close {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => "`vgdl explain --list` lists the codes".to_owned(),
                }));
            }
        }
    }
    allowed
}
