//! Answers of the library in the types of the protocol.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation,
    DiagnosticSeverity, DocumentSymbol, Documentation, HoverContents, Location, MarkupContent, MarkupKind,
    NumberOrString, SymbolKind, TextEdit, Uri,
};
use vgdl::diag::{self, Level};
use vgdl::editor::{self, Completions, Kind};
use vgdl::source::{Source, Span};

use super::place::Units;

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// A finding. The help and the notes stand below what is wrong.
pub(super) fn diagnostic(found: &diag::Diagnostic, source: &Source, uri: &Uri, units: Units) -> Diagnostic {
    let related = found.related.iter().map(|(span, text)| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: units.range(source, *span) },
        message: text.clone(),
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: units.range(source, found.span.unwrap_or_default()),
        severity: Some(match found.level {
            Level::Error => DiagnosticSeverity::ERROR,
            Level::Warning => DiagnosticSeverity::WARNING,
            Level::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.to_owned())),
        source: Some("vgdl".to_owned()),
        message: found.text(),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

pub(super) fn hover(hover: editor::Hover, source: &Source, units: Units) -> lsp_types::Hover {
    let range = Some(units.range(source, hover.span));
    lsp_types::Hover { contents: HoverContents::Markup(markdown(hover.text)), range }
}

pub(super) fn completions(found: Completions, source: &Source, units: Units) -> CompletionList {
    let range = units.range(source, found.replace);
    let items = found.items.into_iter().enumerate().map(|(i, item)| CompletionItem {
        kind: Some(match item.kind {
            Kind::Word => CompletionItemKind::KEYWORD,
            Kind::Class => CompletionItemKind::CLASS,
            Kind::Effect => CompletionItemKind::FUNCTION,
            Kind::End => CompletionItemKind::EVENT,
            Kind::Parameter => CompletionItemKind::PROPERTY,
            Kind::Sprite => CompletionItemKind::VARIABLE,
            Kind::Value => CompletionItemKind::VALUE,
            Kind::Colour => CompletionItemKind::COLOR,
            Kind::GameParameter => CompletionItemKind::CONSTANT,
        }),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: (!item.doc.is_empty()).then(|| Documentation::MarkupContent(markdown(item.doc))),
        // Clients sort by the alphabet; the library has the most likely first.
        sort_text: Some(format!("{i:05}")),
        filter_text: Some(item.name.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: item.text })),
        label: item.name,
        ..CompletionItem::default()
    });
    CompletionList { is_incomplete: !found.complete, items: items.collect() }
}

/// The outline, nested.
pub(super) fn symbols(list: Vec<editor::Symbol>, source: &Source, units: Units) -> Vec<DocumentSymbol> {
    let mut nested: Vec<Option<DocumentSymbol>> = Vec::with_capacity(list.len());
    nested.extend(list.iter().map(|symbol| Some(nestable(symbol, source, units))));
    let mut roots = Vec::new();
    // Children come behind their parents: from the last to the first, each is complete when it is put into its parent.
    for (i, symbol) in list.iter().enumerate().rev() {
        let Some(mut done) = nested.get_mut(i).and_then(Option::take) else { continue };
        if let Some(children) = &mut done.children {
            children.reverse();
        }
        match symbol.parent.and_then(|p| nested.get_mut(p)).and_then(Option::as_mut) {
            Some(parent) => parent.children.get_or_insert_default().push(done),
            None => roots.push(done),
        }
    }
    roots.reverse();
    roots
}

fn nestable(symbol: &editor::Symbol, source: &Source, units: Units) -> DocumentSymbol {
    use editor::SymbolKind as Is;
    #[allow(deprecated, reason = "the structure has a field that nobody should use")]
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
        kind: match symbol.kind {
            Is::Game => SymbolKind::MODULE,
            Is::Block => SymbolKind::NAMESPACE,
            Is::Sprite => SymbolKind::CLASS,
            Is::Rule => SymbolKind::FUNCTION,
            Is::End => SymbolKind::EVENT,
            Is::Glyph => SymbolKind::KEY,
            Is::Parameter => SymbolKind::CONSTANT,
        },
        tags: None,
        deprecated: None,
        range: units.range(source, symbol.span),
        selection_range: units.range(source, symbol.name_span),
        children: None,
    }
}

pub(super) fn edits(spans: &[Span], new: &str, source: &Source, units: Units) -> Vec<TextEdit> {
    spans.iter().map(|&span| TextEdit { range: units.range(source, span), new_text: new.to_owned() }).collect()
}
