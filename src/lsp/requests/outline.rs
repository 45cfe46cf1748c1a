//! The outline, folding ranges and links of a document, cached per puzzle.

use tower_lsp::ls_types::{
    DocumentLink, DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location,
    Range, SymbolInformation, SymbolKind,
};

use crate::analysis::{self, Fold, Symbol};
use crate::lsp::documents::{Document, Ranges, Section, ShiftLines};
use crate::lsp::session::State;
use crate::syntax;
use crate::text::{Encoding, Span};

/// Returns the outline of a document, nested if the client supports that.
pub(in crate::lsp) fn symbols(state: &State, document: &Document) -> DocumentSymbolResponse {
    let sections = document.sections.iter();
    let symbols = sections.map(|section| match section.answer_cache() {
        Some(cache) => {
            let symbol = cache
                .symbol
                .get_or_init(|| symbol(section, state.client.encoding));
            symbol.shifted_lines(section.line)
        }
        None => symbol(section, state.client.encoding).shifted_lines(section.line),
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

fn symbol(section: &Section, encoding: Encoding) -> DocumentSymbol {
    let ranges = Ranges::new(&section.read.text, encoding);
    nested(analysis::symbol(&section.view()), &|span| {
        ranges.range(span)
    })
}

fn nested(symbol: Symbol, range: &impl Fn(Span) -> Range) -> DocumentSymbol {
    let children = symbol.children.into_iter();
    let children: Vec<_> = children.map(|child| nested(child, range)).collect();
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
        range: range(symbol.span),
        selection_range: range(symbol.selection),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Returns the folding ranges of a document.
pub(in crate::lsp) fn folds(document: &Document, encoding: Encoding) -> Vec<FoldingRange> {
    let head = &document.head;
    let of_head = head.cache.folds.get_or_init(|| {
        let read = syntax::parse(&head.text);
        let folds = analysis::folds_of_section(&head.text, &read);
        folding_ranges(&head.text, folds, encoding)
    });
    joined(document, of_head, |section| {
        let read = &section.read;
        read.cache.folds.get_or_init(|| {
            let folds = analysis::folds(&read.text, &read.puzzle);
            folding_ranges(&read.text, folds, encoding)
        })
    })
}

/// Joins the values of the head and of each section.
fn joined<'a, T: ShiftLines + 'a>(
    document: &'a Document,
    of_head: &[T],
    of_section: impl Fn(&'a Section) -> &'a Vec<T>,
) -> Vec<T> {
    let mut joined = of_head.to_vec();
    for section in &document.sections {
        let values = of_section(section).iter();
        joined.extend(values.map(|value| value.shifted_lines(section.line)));
    }
    joined
}

fn folding_ranges(text: &str, folds: Vec<Fold>, encoding: Encoding) -> Vec<FoldingRange> {
    let ranges = Ranges::new(text, encoding);
    let folds = folds.into_iter().map(|fold| {
        let range = ranges.range(fold.span);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(if fold.is_comment {
                FoldingRangeKind::Comment
            } else {
                FoldingRangeKind::Region
            }),
            ..FoldingRange::default()
        }
    });
    folds.collect()
}

/// Returns links to the web pages that `source:` lines name.
pub(in crate::lsp) fn links(document: &Document, encoding: Encoding) -> Vec<DocumentLink> {
    let head = &document.head;
    let of_head = head.cache.links.get_or_init(|| {
        let read = syntax::parse(&head.text);
        links_in(&head.text, &read, encoding)
    });
    joined(document, of_head, |section| {
        let read = &section.read;
        let links = &read.cache.links;
        links.get_or_init(|| links_in(&read.text, &read.puzzle.section, encoding))
    })
}

fn links_in(text: &str, read: &syntax::ParsedSection, encoding: Encoding) -> Vec<DocumentLink> {
    let found = analysis::links(text, read);
    if found.is_empty() {
        return Vec::new();
    }
    let ranges = Ranges::new(text, encoding);
    let links = found.into_iter().filter_map(|span| {
        Some(DocumentLink {
            range: ranges.range(span),
            target: Some(span.slice(text).parse().ok()?),
            tooltip: None,
            data: None,
        })
    });
    links.collect()
}
