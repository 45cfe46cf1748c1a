//! What an editor draws of a whole document: its outline, what may be folded, and
//! its links. What each puzzle adds is kept.

use tower_lsp::ls_types::{
    DocumentLink, DocumentSymbol, FoldingRange, FoldingRangeKind, Location, Range,
    SymbolInformation, SymbolKind,
};

use crate::analysis::{self, Fold, Symbol};
use crate::lsp::documents::fragment::Fragment;
use crate::lsp::documents::{Document, Ranges, Section};
use crate::lsp::session::State;
use crate::syntax;
use crate::text::{Encoding, Span};

/// The outline of a document, as JSON.
pub(in crate::lsp) fn write_symbols(state: &State, document: &Document, json: &mut Vec<u8>) {
    json.push(b'[');
    for section in &document.sections {
        let make = || symbol(state, document, section);
        section.shown(
            |shown| &shown.symbols,
            make,
            |symbol| symbol.write(section.line, json),
        );
    }
    json.push(b']');
}

fn symbol(state: &State, document: &Document, section: &Section) -> Fragment {
    let ranges = Ranges::new(&section.read.text, state.encoding);
    let symbol = analysis::symbol(&section.view());
    if state.client.nests_symbols() {
        return Fragment::of([nested(symbol, &|span| ranges.range(span))]);
    }
    #[expect(deprecated, reason = "the protocol's struct has this field")]
    let flat = SymbolInformation {
        name: symbol.name,
        kind: SymbolKind::CLASS,
        tags: None,
        deprecated: None,
        location: Location::new(document.uri.clone(), ranges.range(symbol.span)),
        container_name: symbol.detail,
    };
    Fragment::of([flat])
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

/// What of a document may be folded, as JSON.
pub(in crate::lsp) fn write_folds(state: &State, document: &Document, json: &mut Vec<u8>) {
    json.push(b'[');
    let head = &document.head;
    let of_head = head.kept.folds.get_or_init(|| {
        let read = syntax::parse(&head.text);
        let folds = analysis::folds_of_section(&head.text, &read);
        folding_ranges(&head.text, folds, state.encoding)
    });
    of_head.write(0, json);
    for section in &document.sections {
        let read = &section.read;
        let folds = read.kept.folds.get_or_init(|| {
            let folds = analysis::folds(&read.text, &read.puzzle);
            folding_ranges(&read.text, folds, state.encoding)
        });
        folds.write(section.line, json);
    }
    json.push(b']');
}

fn folding_ranges(text: &str, folds: Vec<Fold>, encoding: Encoding) -> Fragment {
    let ranges = Ranges::new(text, encoding);
    Fragment::of(folds.into_iter().map(|fold| {
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
    }))
}

/// The pages that the sources of a file are on, as JSON.
pub(in crate::lsp) fn write_links(state: &State, document: &Document, json: &mut Vec<u8>) {
    json.push(b'[');
    let head = &document.head;
    let of_head = head.kept.links.get_or_init(|| {
        let read = syntax::parse(&head.text);
        links(&head.text, &read, state.encoding)
    });
    of_head.write(0, json);
    for section in &document.sections {
        let read = &section.read;
        let links = read
            .kept
            .links
            .get_or_init(|| links(&read.text, &read.puzzle.section, state.encoding));
        links.write(section.line, json);
    }
    json.push(b']');
}

fn links(text: &str, read: &syntax::ParsedSection, encoding: Encoding) -> Fragment {
    let found = analysis::links(text, read);
    if found.is_empty() {
        return Fragment::default();
    }
    let ranges = Ranges::new(text, encoding);
    Fragment::of(found.into_iter().filter_map(|span| {
        Some(DocumentLink {
            range: ranges.range(span),
            target: Some(span.slice(text).parse().ok()?),
            tooltip: None,
            data: None,
        })
    }))
}
