//! Diagnostics for people: title, source lines with what is underlined, notes and help.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level as Heading, Origin, Renderer, Snippet};

use super::{Diagnostic, Level};
use crate::source::{Source, Span};

/// Places further apart than this many lines are drawn as two excerpts.
const NEAR: u32 = 5;

/// Excerpts longer than this are not drawn, only their place is named.
const LONG: usize = 4096;

/// The diagnostics as text, one after the other, with an empty line between. `colour` adds terminal colours.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &[&Source], colour: bool) -> String {
    render_in_context(diagnostics, sources, colour, 0)
}

/// As [`render`], with so many lines of context above and below what is underlined: for readers who have no editor open on
/// the text.
#[must_use]
pub fn render_in_context(diagnostics: &[Diagnostic], sources: &[&Source], colour: bool, context: u32) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for d in diagnostics {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&renderer.render(&[group(d, sources.get(d.source).copied(), context)]));
        out.push('\n');
    }
    out
}

/// How many errors and warnings there are, in words; empty if there are none.
#[must_use]
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let count = |level| diagnostics.iter().filter(|d| d.level == level).count();
    let words = [(count(Level::Error), "error"), (count(Level::Warning), "warning")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}{}", if n == 1 { "" } else { "s" }));
    words.collect::<Vec<_>>().join(", ")
}

fn group<'a>(d: &'a Diagnostic, source: Option<&'a Source>, context: u32) -> Group<'a> {
    let heading = match d.level {
        Level::Error => Heading::ERROR,
        Level::Warning => Heading::WARNING,
        Level::Note => Heading::NOTE,
    };
    let mut group = Group::with_title(heading.primary_title(d.message.as_str()).id(d.code));
    if let Some(source) = source {
        let mut marks: Vec<Mark<'a>> = Vec::new();
        marks.extend(d.span.map(|span| Mark::new(span, &d.label, AnnotationKind::Primary, source)));
        marks.extend(d.related.iter().map(|(span, text)| Mark::new(*span, text, AnnotationKind::Context, source)));
        if marks.is_empty() {
            group = group.element(Origin::path(source.name.as_str()));
        }
        for excerpt in excerpts(marks) {
            group = draw(group, &excerpt, source, context);
        }
    }
    for note in d.note.iter().flat_map(|n| n.lines()) {
        group = group.element(Heading::NOTE.message(note));
    }
    if let Some(help) = &d.help {
        group = group.element(Heading::HELP.message(help.as_str()));
    }
    group
}

/// A place to underline.
struct Mark<'a> {
    span: Span,
    text: &'a str,
    kind: AnnotationKind,
    first: u32,
    last: u32,
}

impl<'a> Mark<'a> {
    fn new(span: Span, text: &'a str, kind: AnnotationKind, source: &Source) -> Self {
        let first = source.line_column(span.start).0;
        let last = source.line_column(span.end.max(span.start)).0;
        Self { span, text, kind, first, last }
    }
}

/// Gathers marks that are near each other, the excerpt of the first mark first.
fn excerpts(marks: Vec<Mark<'_>>) -> Vec<Vec<Mark<'_>>> {
    let mut excerpts: Vec<Vec<Mark<'_>>> = Vec::new();
    for mark in marks {
        let near =
            |m: &Mark<'_>| mark.first <= m.last.saturating_add(NEAR) && m.first <= mark.last.saturating_add(NEAR);
        match excerpts.iter_mut().find(|e| e.iter().any(near)) {
            Some(excerpt) => excerpt.push(mark),
            None => excerpts.push(vec![mark]),
        }
    }
    excerpts
}

fn draw<'a>(group: Group<'a>, marks: &[Mark<'a>], source: &'a Source, context: u32) -> Group<'a> {
    let (Some(first), Some(last)) = (marks.iter().map(|m| m.first).min(), marks.iter().map(|m| m.last).max()) else {
        return group;
    };
    let (top, bottom) = (first.saturating_sub(context).max(1), last.saturating_add(context));
    let window = source.line(top).to(source.line(bottom));
    let text = source.slice(window);
    if text.len() > LONG && context > 0 {
        return draw(group, marks, source, 0);
    }
    if text.len() > LONG {
        let at = marks.first().map_or(window, |m| m.span);
        let (line, column) = source.line_column(at.start);
        let origin = Origin::path(source.name.as_str()).line(line as usize).char_column(column as usize);
        return group.element(origin);
    }
    let annotation = |m: &Mark<'a>| -> Annotation<'a> {
        let inside = |at: u32| (at.clamp(window.start, window.end) - window.start) as usize;
        let range = inside(m.span.start)..inside(m.span.end.max(m.span.start));
        m.kind.span(range).label((!m.text.is_empty()).then_some(m.text))
    };
    let snippet = Snippet::source(text).line_start(top as usize).path(source.name.as_str()).fold(context == 0);
    group.element(snippet.annotations(marks.iter().map(annotation)))
}
