//! Finding one's way through a file, in the protocol's shapes.

use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentLink, DocumentSymbol, DocumentSymbolResponse,
    FoldingRange, FoldingRangeKind, LinkedEditingRanges, Location, OneOf, Position, Range,
    SelectionRange, SymbolInformation, SymbolKind, WorkspaceEdit, WorkspaceSymbol,
};

use super::document::{Document, Section};
use super::edits::workspace_edit;
use super::reports::Reports;
use super::server::Place;
use super::state::State;
use crate::analysis::{self, Occurrence, RelatedPlace, Role, Rule, Symbol};
use crate::syntax;
use crate::text::{Encoding, Span};

pub(super) fn document_symbols(state: &State, document: &Document) -> DocumentSymbolResponse {
    let symbols = document.sections.iter().map(|section| {
        let symbol = analysis::symbol(&section.view());
        (section.start, symbol)
    });
    if state.client.nests_symbols() {
        let nested = symbols.map(|(start, s)| nested(document, start, s, state.encoding));
        return DocumentSymbolResponse::Nested(nested.collect());
    }
    let flat = symbols.map(|(start, symbol)| {
        #[expect(deprecated, reason = "the protocol's struct has this field")]
        SymbolInformation {
            name: symbol.name,
            kind: SymbolKind::CLASS,
            tags: None,
            deprecated: None,
            location: Location::new(
                document.uri.clone(),
                document.range(symbol.span.shifted(start), state.encoding),
            ),
            container_name: symbol.detail,
        }
    });
    DocumentSymbolResponse::Flat(flat.collect())
}

fn nested(document: &Document, start: u32, symbol: Symbol, encoding: Encoding) -> DocumentSymbol {
    let children = symbol.children.into_iter();
    let children: Vec<_> = children
        .map(|child| nested(document, start, child, encoding))
        .collect();
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

/// The puzzles of all documents whose names hold the letters of `query` in
/// their order.
pub(super) fn workspace_symbols(state: &State, query: &str) -> Vec<WorkspaceSymbol> {
    let mut documents: Vec<&Document> = state.documents.values().collect();
    documents.sort_by(|one, other| one.uri.as_str().cmp(other.uri.as_str()));
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for document in documents {
        for section in &document.sections {
            let symbol = analysis::symbol(&section.view());
            let name = symbol.name.to_lowercase();
            let mut letters = name.chars();
            if !query
                .chars()
                .all(|wanted| letters.any(|letter| letter == wanted))
            {
                continue;
            }
            let span = symbol.selection.shifted(section.start);
            found.push(WorkspaceSymbol {
                name: symbol.name,
                kind: SymbolKind::CLASS,
                tags: None,
                container_name: Some(document.name.to_string()),
                location: OneOf::Left(Location::new(
                    document.uri.clone(),
                    document.range(span, state.encoding),
                )),
                data: None,
            });
        }
    }
    found
}

pub(super) fn folding_ranges(document: &Document, encoding: Encoding) -> Vec<FoldingRange> {
    let head = &document.head.text;
    let head = analysis::folds_of_section(head, &syntax::parse(head));
    let head = head.into_iter().map(|fold| (0, fold));
    let puzzles = document.sections.iter().flat_map(|section| {
        let folds = analysis::folds(&section.read.text, &section.read.puzzle);
        folds.into_iter().map(|fold| (section.start, fold))
    });
    let ranges = head.chain(puzzles).map(|(start, fold)| {
        let range = document.range(fold.span.shifted(start), encoding);
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
    ranges.collect()
}

pub(super) fn selection_range(
    document: &Document,
    position: Position,
    encoding: Encoding,
) -> Option<SelectionRange> {
    let offset = document.offset(position, encoding)?;
    let section = document.section_at(offset);
    let section = section.and_then(|number| document.sections.get(number));
    let mut spans = match section {
        Some(section) => {
            let spans = analysis::selection(&section.view(), offset - section.start);
            let spans = spans.into_iter();
            spans.map(|span| span.shifted(section.start)).collect()
        }
        None => Vec::new(),
    };
    let whole = Span::new(0, document.len());
    if spans.last() != Some(&whole) {
        spans.push(whole);
    }
    let ranges = spans.into_iter().map(|span| document.range(span, encoding));
    let empty = Range::new(position, position);
    let ranges: Vec<Range> = ranges.collect();
    let mut selection = None;
    for range in ranges.into_iter().rev() {
        selection = Some(SelectionRange {
            range,
            parent: selection.map(Box::new),
        });
    }
    selection.or(Some(SelectionRange {
        range: empty,
        parent: None,
    }))
}

impl Place<'_> {
    fn occurrences(&self) -> Vec<(Range, Occurrence)> {
        let Some((section, offset)) = self.puzzle() else {
            return Vec::new();
        };
        let found = analysis::occurrences(&section.view(), offset).into_iter();
        let found = found.map(|occurrence| (self.range(section, occurrence.span), occurrence));
        found.collect()
    }

    fn range(&self, section: &Section, span: Span) -> Range {
        self.document
            .range(span.shifted(section.start), self.encoding)
    }

    fn location(&self, range: Range) -> Location {
        Location::new(self.document.uri.clone(), range)
    }
}

pub(super) fn highlights(place: &Place<'_>) -> Vec<DocumentHighlight> {
    let found = place.occurrences().into_iter();
    let highlights = found.map(|(range, occurrence)| DocumentHighlight {
        range,
        kind: Some(match occurrence.role {
            Role::Place => DocumentHighlightKind::WRITE,
            Role::Move => DocumentHighlightKind::READ,
            Role::Square | Role::Target | Role::Diagonal => DocumentHighlightKind::TEXT,
        }),
    });
    highlights.collect()
}

pub(super) fn references(place: &Place<'_>, with_place: bool) -> Vec<Location> {
    let found = place.occurrences().into_iter();
    let found = found.filter(|(_, occurrence)| with_place || occurrence.role != Role::Place);
    found.map(|(range, _)| place.location(range)).collect()
}

/// Where the piece stands, or of a duplicate the first.
pub(super) fn definition(place: &Place<'_>) -> Option<Location> {
    let (section, offset) = place.puzzle()?;
    if let Some(span) = analysis::definition(&section.view(), offset) {
        return Some(place.location(place.range(section, span)));
    }
    let header = section.read.puzzle.header_span();
    if !header.touches(offset) {
        return None;
    }
    let reports = Reports::of(place.state, place.document);
    let mut first = reports.reported.iter().filter_map(|reported| {
        let diagnostic = &reported.diagnostic;
        let is_repeat = matches!(diagnostic.rule, Rule::DuplicatePuzzle | Rule::DuplicateName);
        let is_here = is_repeat && diagnostic.span.touches(place.offset);
        match diagnostic.related.first().map(|related| &related.place) {
            Some(RelatedPlace::Elsewhere(location)) if is_here => Some(location),
            _ => None,
        }
    });
    let first = first.next()?;
    let document = reports.document_of(first);
    let range = document.range(first.span, place.encoding);
    Some(Location::new(document.uri.clone(), range))
}

pub(super) fn prepare_rename(place: &Place<'_>) -> Option<Range> {
    let (section, offset) = place.puzzle()?;
    let span = analysis::renamable(&section.view(), offset)?;
    Some(place.range(section, span))
}

pub(super) fn rename(place: &Place<'_>, new: &str) -> Result<WorkspaceEdit, String> {
    let (section, offset) = place.puzzle().ok_or("there is no puzzle here")?;
    let edits = analysis::rename(&section.view(), offset, new)?;
    let edits = section.shifted(edits);
    Ok(workspace_edit(
        place.document,
        &edits,
        place.encoding,
        place.state.client.takes_versions(),
    ))
}

/// The places that change with the one under the cursor: those of the same
/// piece or item, where they are written alike.
pub(super) fn linked_ranges(place: &Place<'_>) -> Option<LinkedEditingRanges> {
    let (section, offset) = place.puzzle()?;
    let found = analysis::occurrences(&section.view(), offset);
    let mut spans: Vec<Span> = found.iter().map(|occurrence| occurrence.span).collect();
    spans.sort_unstable();
    spans.dedup();
    let text = &section.read.text;
    let here = *spans.iter().find(|span| span.touches(offset))?;
    spans.retain(|span| span.slice(text) == here.slice(text));
    let range = |span: &Span| {
        let span = span.shifted(section.start);
        place.document.range(span, place.encoding)
    };
    (spans.len() > 1).then(|| LinkedEditingRanges {
        ranges: spans.iter().map(range).collect(),
        word_pattern: None,
    })
}

/// The pages that the sources of a file are on.
pub(super) fn links(document: &Document, encoding: Encoding) -> Vec<DocumentLink> {
    let head = &document.head.text;
    let head = analysis::links(head, &syntax::parse(head)).into_iter();
    let head = head.map(|span| (span, span.slice(&document.head.text)));
    let puzzles = document.sections.iter().flat_map(|section| {
        let found = analysis::links(&section.read.text, &section.read.puzzle.section);
        let found = found.into_iter();
        found.map(|span| (span.shifted(section.start), span.slice(&section.read.text)))
    });
    let links = head.chain(puzzles).filter_map(|(span, page)| {
        Some(DocumentLink {
            range: document.range(span, encoding),
            target: Some(page.parse().ok()?),
            tooltip: None,
            data: None,
        })
    });
    links.collect()
}
