//! Semantic tokens of documents.

use tower_lsp::ls_types::{SemanticToken, SemanticTokens};

use crate::analysis;
use crate::lsp::documents::Document;
use crate::syntax;
use crate::text::{Encoding, Span};

/// Returns the tokens of the head and the puzzles that overlap a span.
pub(crate) fn tokens(document: &Document, span: Span, encoding: Encoding) -> SemanticTokens {
    let head = &document.head;
    let mut tokens = Vec::new();
    if span.start <= Span::of(&head.text, &head.text).end {
        tokens = analysis::tokens(&head.text, &syntax::parse(&head.text), None);
    }
    for section in document.sections_in(span) {
        let puzzle = &section.read.puzzle;
        let found = analysis::tokens(&section.read.text, &puzzle.section, puzzle.game);
        tokens.extend(found.into_iter().map(|mut token| {
            token.span = token.span.shifted(section.start);
            token
        }));
    }
    // Positions are relative to the previous token.
    let (mut line, mut column) = (0, 0);
    let data = tokens.into_iter().map(|token| {
        let range = document.range(token.span, encoding);
        let start = range.start;
        let before = if start.line == line { column } else { 0 };
        let delta_line = start.line - line;
        (line, column) = (start.line, start.character);
        SemanticToken {
            delta_line,
            delta_start: column - before,
            length: range.end.character.saturating_sub(column),
            token_type: token.kind as u32,
            token_modifiers_bitset: token.colour.map_or(0, |colour| 1 << colour as u32),
        }
    });
    SemanticTokens { result_id: None, data: data.collect() }
}
