//! Navigation: symbols, selection, highlights, references, definition, rename.

use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, LinkedEditingRanges, Location, OneOf, Position,
    PrepareRenameResponse, Range, SelectionRange, SymbolKind, WorkspaceEdit, WorkspaceSymbol,
};

use crate::analysis::{self, Lint, Occurrence, RelatedPlace, Role};
use crate::lsp::documents::{Document, Section};
use crate::lsp::results::DiagnosticList;
use crate::lsp::session::{PositionContext, State};
use crate::text::{Encoding, Span};

/// Returns the puzzles of all documents whose names contain the letters of `query` in order.
pub(crate) fn workspace_symbols(state: &State, query: &str) -> Vec<WorkspaceSymbol> {
    let mut documents: Vec<&Document> = state.workspace.documents.values().collect();
    documents.sort_unstable_by(|one, other| one.uri.as_str().cmp(other.uri.as_str()));
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for document in documents {
        for section in &document.sections {
            let symbol = analysis::symbol(&section.view());
            let name = symbol.name.to_lowercase();
            let mut letters = name.chars();
            if !query.chars().all(|wanted| letters.any(|letter| letter == wanted)) {
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
                    document.range(span, state.client.encoding),
                )),
                data: None,
            });
        }
    }
    found
}

pub(crate) fn selection_range(
    document: &Document,
    position: Position,
    encoding: Encoding,
) -> Option<SelectionRange> {
    let offset = document.text.offset(position, encoding)?;
    let number = document.section_at(offset);
    let mut spans = match number.and_then(|number| document.sections.get(number)) {
        Some(section) => {
            let spans = analysis::selection(&section.view(), offset - section.start);
            let shifted = spans.into_iter().map(|span| span.shifted(section.start));
            shifted.collect()
        }
        None => Vec::new(),
    };
    let whole = Span::new(0, document.len());
    if spans.last() != Some(&whole) {
        spans.push(whole);
    }
    // The whole document is there, so there is at least one range.
    spans.into_iter().rev().fold(None, |parent, span| {
        Some(SelectionRange { range: document.range(span, encoding), parent: parent.map(Box::new) })
    })
}

impl PositionContext<'_> {
    fn occurrences(&self) -> Vec<(Range, Occurrence)> {
        let Some((section, offset)) = self.puzzle() else {
            return Vec::new();
        };
        let occurrences = analysis::occurrences(&section.view(), offset).into_iter();
        occurrences.map(|occurrence| (self.range(section, occurrence.span), occurrence)).collect()
    }

    fn range(&self, section: &Section, span: Span) -> Range {
        self.document.range(span.shifted(section.start), self.encoding)
    }

    fn location(&self, range: Range) -> Location {
        Location::new(self.document.uri.clone(), range)
    }
}

pub(crate) fn highlights(place: &PositionContext<'_>) -> Vec<DocumentHighlight> {
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

pub(crate) fn references(place: &PositionContext<'_>, with_place: bool) -> Vec<Location> {
    let found = place.occurrences().into_iter();
    let wanted = found.filter(|(_, occurrence)| with_place || occurrence.role != Role::Place);
    wanted.map(|(range, _)| place.location(range)).collect()
}

/// Returns the square of a piece in the text, or the first occurrence of a duplicate.
pub(crate) fn definition(place: &PositionContext<'_>) -> Option<Location> {
    let (section, offset) = place.puzzle()?;
    if let Some(span) = analysis::definition(&section.view(), offset) {
        return Some(place.location(place.range(section, span)));
    }
    let header = section.read.puzzle.header_span();
    if !header.touches(offset) {
        return None;
    }
    let diagnostics = DiagnosticList::of(place.state, place.document);
    let duplicate = diagnostics.all.iter().find(|reported| {
        let diagnostic = &reported.diagnostic;
        let is_duplicate = matches!(diagnostic.lint, Lint::DuplicatePuzzle | Lint::DuplicateName);
        // The hint on the first one leads to later ones.
        let related = diagnostic.related.first();
        let is_first = related.is_some_and(|related| related.message == "duplicate");
        is_duplicate && !is_first && diagnostic.span.touches(place.offset)
    });
    let related = duplicate?.diagnostic.related.first();
    let RelatedPlace::Elsewhere(first) = &related?.place else {
        return None;
    };
    let document = diagnostics.document_of(first);
    let range = document.range(first.span, place.encoding);
    Some(Location::new(document.uri.clone(), range))
}

/// Returns the range to rename, with the name if the text differs from it.
pub(crate) fn prepare_rename(place: &PositionContext<'_>) -> Option<PrepareRenameResponse> {
    let (section, offset) = place.puzzle()?;
    let found = analysis::renamable(&section.view(), offset)?;
    let range = place.range(section, found.span);
    let is_plain = found.span.slice(&section.read.text) == found.name;
    Some(match is_plain {
        true => PrepareRenameResponse::Range(range),
        false => PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: found.name },
    })
}

pub(crate) fn rename(place: &PositionContext<'_>, new: &str) -> Result<WorkspaceEdit, String> {
    let (section, offset) = place.puzzle().ok_or("no puzzle here")?;
    let edits = analysis::rename(&section.view(), offset, new)?;
    Ok(place.state.workspace_edit(place.document, &section.shifted(edits)))
}

/// Returns the ranges that change with the one under the cursor: the same piece or item, spelled
/// the same.
pub(crate) fn linked_ranges(place: &PositionContext<'_>) -> Option<LinkedEditingRanges> {
    let (section, offset) = place.puzzle()?;
    let found = analysis::occurrences(&section.view(), offset);
    let mut spans: Vec<Span> = found.iter().map(|occurrence| occurrence.span).collect();
    spans.sort_unstable();
    spans.dedup();
    let text = &section.read.text;
    let here = *spans.iter().find(|span| span.touches(offset))?;
    spans.retain(|span| span.slice(text) == here.slice(text));
    let range = |span: &Span| place.document.range(span.shifted(section.start), place.encoding);
    (spans.len() > 1).then(|| LinkedEditingRanges {
        ranges: spans.iter().map(range).collect(),
        word_pattern: None,
    })
}
