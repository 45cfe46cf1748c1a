//! Hover, inlay hints and formatting.

use tower_lsp::ls_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range, TextEdit};

use crate::analysis;
use crate::config::AnswerPlaces;
use crate::lsp::documents::Document;
use crate::lsp::session::{PositionContext, State};
use crate::syntax;
use crate::text::{Edit, Encoding, LineEnding, Span};

/// Returns the hover in Markdown, and its range if it contains the position, as clients expect.
pub(crate) fn hover(place: &PositionContext<'_>) -> Option<(String, Option<Range>)> {
    let (hover, start) = match place.puzzle() {
        Some((section, offset)) => {
            let hover = analysis::hover(&section.view(), offset)?;
            (hover, section.start)
        }
        None => {
            let section = syntax::parse(&place.document.head.text);
            (analysis::hover_head(&section, place.offset)?, 0)
        }
    };
    let span = hover.span.shifted(start);
    let range = || place.document.range(span, place.encoding);
    Some((hover.markdown, span.touches(place.offset).then(range)))
}

pub(crate) fn hints(document: &Document, span: Span, state: &State) -> Vec<InlayHint> {
    let encoding = state.client.encoding;
    // Answers are shown once unless configured otherwise.
    let shows_answer = match document.config.editor.answers {
        Some(places) => places != AnswerPlaces::Lens,
        None => !state.client.capabilities.shows_lenses(),
    };
    let hints = document.sections_in(span).flat_map(|section| {
        let hints = analysis::hints(&section.view(), shows_answer).into_iter();
        hints.map(|hint| InlayHint {
            position: document.position(section.start.saturating_add(hint.offset), encoding),
            label: InlayHintLabel::String(hint.label),
            kind: None,
            text_edits: None,
            tooltip: hint.tooltip.map(InlayHintTooltip::String),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    hints.collect()
}

pub(crate) fn formatting(
    document: &Document,
    range: Option<Range>,
    encoding: Encoding,
) -> Vec<TextEdit> {
    if document.format.is_some() {
        return Vec::new();
    }
    let text = &document.text;
    let span = range.map(|range| document.text.span(range, encoding));
    // The editor decides on the line endings of its documents.
    let edits = analysis::formatting(text, LineEnding::Auto, span);
    document.text_edits(&edits, encoding)
}

/// Returns the edits for the last typed key.
pub(crate) fn on_type_formatting(place: &PositionContext<'_>, key: &str) -> Vec<TextEdit> {
    let PositionContext { document, offset, .. } = *place;
    let from = document.typed.start(&document.text, offset);
    let section_at = |offset| document.sections.get(document.section_at(offset)?);
    let start = section_at(from).map_or(0, |section| section.start);
    let end = match section_at(offset) {
        Some(section) => section.end(),
        None => Span::from_range(0..document.head.text.len()).end,
    };
    let text = Span::new(start, end).slice(&document.text);
    let edits = syntax::typed(text, from - start, offset - start, key == "\n").into_iter();
    let edits: Vec<Edit> = edits
        .map(|mut edit| {
            edit.span = edit.span.shifted(start);
            edit
        })
        .collect();
    document.text_edits(&edits, place.encoding)
}
