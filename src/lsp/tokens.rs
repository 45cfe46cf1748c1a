//! Semantic tokens, and what changed in them.

use tower_lsp::ls_types::{
    SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit,
    SemanticTokensFullDeltaResult, Uri,
};

use super::document::Document;
use super::state::State;
use crate::analysis::{self, Token};
use crate::syntax;
use crate::text::Span;

/// The tokens of a document.
pub(super) fn all(state: &State, document: &Document) -> Vec<SemanticToken> {
    let head = &document.head.text;
    let mut tokens = Vec::new();
    let mut last = (0, 0);
    let mut add = |start: u32, found: Vec<Token>| {
        for token in found {
            let span: Span = token.span.shifted(start);
            let range = document.range(span, state.encoding);
            let (line, column) = (range.start.line, range.start.character);
            let delta_line = line - last.0;
            tokens.push(SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 {
                    column - last.1
                } else {
                    column
                },
                length: range.end.character.saturating_sub(column),
                token_type: token.kind as u32,
                token_modifiers_bitset: token.colour.map_or(0, |colour| 1 << colour as u32),
            });
            last = (line, column);
        }
    };
    add(0, analysis::tokens(head, &syntax::parse(head), None));
    for section in &document.sections {
        let puzzle = &section.read.puzzle;
        let text = &section.read.text;
        add(
            section.start,
            analysis::tokens(text, &puzzle.section, puzzle.game),
        );
    }
    tokens
}

/// Remembers what is sent, so that the next answer may be a difference.
pub(super) fn remember(state: &mut State, uri: Uri, data: Vec<SemanticToken>) -> SemanticTokens {
    let number = state
        .tokens
        .get(&uri)
        .and_then(|(id, _)| id.parse::<u64>().ok());
    let id = number
        .map_or(0, |number| number.wrapping_add(1))
        .to_string();
    state.tokens.insert(uri, (id.clone(), data.clone()));
    SemanticTokens {
        result_id: Some(id),
        data,
    }
}

/// What changed since the answer `previous`; all tokens where that is not
/// known.
pub(super) fn delta(
    state: &mut State,
    uri: Uri,
    previous: &str,
    tokens: Vec<SemanticToken>,
) -> SemanticTokensFullDeltaResult {
    let old = state.tokens.get(&uri).filter(|(id, _)| id == previous);
    let Some((_, old)) = old.cloned() else {
        return SemanticTokensFullDeltaResult::Tokens(remember(state, uri, tokens));
    };
    let edits = difference(&old, &tokens);
    let tokens = remember(state, uri, tokens);
    SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
        result_id: tokens.result_id,
        edits,
    })
}

/// One edit from the first token that differs to the last. Each token is five
/// numbers.
fn difference(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let same = |pair: &(&SemanticToken, &SemanticToken)| pair.0 == pair.1;
    let before = old.iter().zip(new).take_while(same).count();
    let (old, new) = (
        old.get(before..).unwrap_or_default(),
        new.get(before..).unwrap_or_default(),
    );
    let after = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    let removed = old.len() - after;
    let data = new.get(..new.len() - after).unwrap_or_default();
    if removed == 0 && data.is_empty() {
        return Vec::new();
    }
    let numbers = |tokens: usize| u32::try_from(tokens * 5).unwrap_or(u32::MAX);
    vec![SemanticTokensEdit {
        start: numbers(before),
        delete_count: numbers(removed),
        data: Some(data.to_vec()),
    }]
}
