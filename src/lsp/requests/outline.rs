//! The outline, folding ranges and links of a document.

use tower_lsp::ls_types::{
    DocumentLink, DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location,
    SymbolInformation, SymbolKind,
};

use crate::analysis::{self, Symbol};
use crate::lsp::documents::Document;
use crate::lsp::session::State;
use crate::syntax;
use crate::text::Encoding;

/// Returns the outline of a document, nested if the client supports that.
pub(crate) fn symbols(state: &State, document: &Document) -> DocumentSymbolResponse {
    let encoding = state.client.encoding;
    let sections = document.sections.iter();
    let symbols = sections.map(|section| {
        let symbol = analysis::symbol(&section.view());
        nested(document, section.start, symbol, encoding)
    });
    if state.client.capabilities.nests_symbols() {
        return DocumentSymbolResponse::Nested(symbols.collect());
    }
    #[expect(deprecated, reason = "the protocol's struct has this field")]
    let flat = symbols.map(|symbol| SymbolInformation {
        name: symbol.name,
        kind: symbol.kind,
        tags: None,
        deprecated: None,
        location: Location::new(document.uri.clone(), symbol.range),
        container_name: symbol.detail,
    });
    DocumentSymbolResponse::Flat(flat.collect())
}

/// Converts a symbol of the puzzle that starts at `start`.
fn nested(document: &Document, start: u32, symbol: Symbol, encoding: Encoding) -> DocumentSymbol {
    let children = symbol.children.into_iter();
    let children: Vec<_> = children.map(|child| nested(document, start, child, encoding)).collect();
    #[expect(deprecated, reason = "the protocol's struct has this field")]
    DocumentSymbol {
        name: symbol.name,
        detail: symbol.detail,
        kind: match symbol.kind {
            analysis::SymbolKind::Puzzle => SymbolKind::CLASS,
            analysis::SymbolKind::Key => SymbolKind::PROPERTY,
        },
        tags: None,
        deprecated: None,
        range: document.range(symbol.span.shifted(start), encoding),
        selection_range: document.range(symbol.selection.shifted(start), encoding),
        children: (!children.is_empty()).then_some(children),
    }
}

pub(crate) fn folds(document: &Document) -> Vec<FoldingRange> {
    let head = &document.head.text;
    let of_head = analysis::folds_of_section(head, &syntax::parse(head));
    let of_puzzles = document.sections.iter().flat_map(|section| {
        let folds = analysis::folds(&section.read.text, &section.read.puzzle);
        folds.into_iter().map(|mut fold| {
            fold.span = fold.span.shifted(section.start);
            fold
        })
    });
    let folds = of_head.into_iter().chain(of_puzzles);
    let ranges = folds.map(|fold| FoldingRange {
        start_line: document.text.line(fold.span.start),
        end_line: document.text.line(fold.span.end),
        kind: Some(match fold.is_comment {
            true => FoldingRangeKind::Comment,
            false => FoldingRangeKind::Region,
        }),
        ..FoldingRange::default()
    });
    ranges.collect()
}

/// Returns links to the web pages that `source:` lines name.
pub(crate) fn links(document: &Document, encoding: Encoding) -> Vec<DocumentLink> {
    let head = &document.head.text;
    let of_head = analysis::links(head, &syntax::parse(head));
    let of_puzzles = document.sections.iter().flat_map(|section| {
        let links = analysis::links(&section.read.text, &section.read.puzzle.section);
        links.into_iter().map(|span| span.shifted(section.start))
    });
    let spans = of_head.into_iter().chain(of_puzzles);
    let links = spans.filter_map(|span| {
        Some(DocumentLink {
            range: document.range(span, encoding),
            target: Some(span.slice(&document.text).parse().ok()?),
            tooltip: None,
            data: None,
        })
    });
    links.collect()
}
