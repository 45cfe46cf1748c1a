//! The ranges to which a selection grows step by step.

use crate::analysis::View;
use crate::analysis::editor::symbols;
use crate::analysis::model::view::{field_span, words};
use crate::syntax::FieldValue;
use crate::text::Span;

/// Returns the ranges around `offset`, the narrowest first.
pub fn selection(view: &View<'_>, offset: u32) -> Vec<Span> {
    let mut ranges = Vec::new();
    if let Some(field) = view.field_at(offset) {
        if field.key_span.touches(offset) {
            ranges.push(field.key_span);
        }
        let words = words(field);
        ranges.extend(words.iter().map(|word| word.span));
        match &field.value {
            FieldValue::Groups(groups) => ranges.extend(groups.iter().filter_map(|group| {
                let spans = group.iter().map(|word| word.span);
                spans.reduce(Span::cover)
            })),
            FieldValue::Moves(moves) => ranges.extend(moves.iter().map(|token| token.span)),
            FieldValue::Board(board) => {
                let rows = board.rows.iter();
                let cells = rows.clone().flat_map(|row| &row.cells);
                ranges.extend(cells.map(|cell| cell.span));
                ranges.extend(rows.map(|row| row.span));
            }
            FieldValue::Text | FieldValue::Words(_) | FieldValue::Claim(_) => {}
        }
        ranges.push(field.value_span);
        ranges.push(field_span(field));
    }
    if let Some(header) = &view.puzzle.section.header {
        ranges.push(header.keyword);
        ranges.extend(header.game.as_ref().map(|game| game.span));
        ranges.extend(header.name.as_ref().map(|name| name.span));
        ranges.push(header.span);
    }
    ranges.push(symbols::whole(view.puzzle));
    ranges.retain(|range| range.touches(offset) && !range.is_empty());
    // Of two ranges with the same end, the narrower is part of the wider.
    ranges.sort_by_key(|range| range.len());
    let mut nested: Vec<Span> = Vec::new();
    for range in ranges {
        let inner = nested.last().copied().unwrap_or(Span::empty(offset));
        if range.start <= inner.start && inner.end <= range.end && range != inner {
            nested.push(range);
        }
    }
    nested
}
