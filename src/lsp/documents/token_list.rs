//! Semantic tokens of parts of a text, and how they are joined and compared.

use std::sync::Arc;

use tower_lsp::ls_types::{Range, SemanticToken, SemanticTokensEdit};

use super::ranges::Ranges;
use crate::analysis::{self, Game};
use crate::syntax::ParsedSection;
use crate::text::Encoding;

/// The tokens of a part of the text: the head or a puzzle.
#[derive(Debug, PartialEq)]
pub(in crate::lsp) struct Tokens {
    /// Positions are relative to the previous token; the first is relative to the start of the
    /// part.
    tokens: Vec<SemanticToken>,
    /// The number of lines from the last token to the end of the part, or of the whole part without
    /// tokens.
    rest: u32,
}

impl Tokens {
    /// Returns the tokens of a part with `lines` lines.
    pub(in crate::lsp) fn of(
        text: &str,
        read: &ParsedSection,
        game: Option<Game>,
        lines: u32,
        encoding: Encoding,
    ) -> Self {
        let ranges = Ranges::new(text, encoding);
        let (mut line, mut column) = (0, 0);
        let tokens = analysis::tokens(text, read, game).into_iter();
        let tokens = tokens.map(|token| {
            let Range { start, end } = ranges.range(token.span);
            let delta_line = start.line - line;
            let before = if delta_line == 0 { column } else { 0 };
            (line, column) = (start.line, start.character);
            SemanticToken {
                delta_line,
                delta_start: column - before,
                length: end.character.saturating_sub(column),
                token_type: token.kind as u32,
                token_modifiers_bitset: token.colour.map_or(0, |colour| 1 << colour as u32),
            }
        });
        Self {
            tokens: tokens.collect(),
            rest: lines.saturating_sub(line),
        }
    }
}

/// Joins the tokens of consecutive parts. The first part starts `before` lines after the previous
/// token.
pub(in crate::lsp) fn joined(parts: &[Arc<Tokens>], before: u32) -> Vec<SemanticToken> {
    let mut lines = before;
    let mut joined = Vec::new();
    for part in parts {
        let Some((first, rest)) = part.tokens.split_first() else {
            lines += part.rest;
            continue;
        };
        joined.push(SemanticToken {
            delta_line: first.delta_line + lines,
            ..*first
        });
        joined.extend_from_slice(rest);
        lines = part.rest;
    }
    joined
}

/// Returns one edit from the first to the last changed token. Each token is five numbers.
pub(in crate::lsp) fn difference(
    old: &[Arc<Tokens>],
    new: &[Arc<Tokens>],
) -> Vec<SemanticTokensEdit> {
    let is_same =
        |(one, other): &(&Arc<Tokens>, &Arc<Tokens>)| Arc::ptr_eq(one, other) || one == other;
    let before = old.iter().zip(new).take_while(is_same).count();
    let (same, old) = old.split_at(before);
    let new = new.get(before..).unwrap_or_default();
    let after = old.iter().rev().zip(new.iter().rev());
    let mut after = after.take_while(is_same).count();
    // The position of the next token is relative to the one before it.
    let behind = new.get(new.len() - after..).unwrap_or_default();
    after -= behind
        .iter()
        .take_while(|part| part.tokens.is_empty())
        .count();
    after = after.saturating_sub(1);
    let start: usize = same.iter().map(|part| part.tokens.len()).sum();
    let empty = same.iter().rev();
    let lines = empty.take_while(|part| part.tokens.is_empty());
    let lines: u32 = lines.map(|part| part.rest).sum();
    let last = same.iter().rfind(|part| !part.tokens.is_empty());
    let lines = lines + last.map_or(0, |part| part.rest);
    let changed = |parts: &[Arc<Tokens>]| {
        let changed = parts.get(..parts.len() - after).unwrap_or_default();
        joined(changed, lines)
    };
    edits(start, &changed(old), &changed(new))
}

/// Returns one edit of the tokens from index `start`.
fn edits(start: usize, old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let is_same = |pair: &(&SemanticToken, &SemanticToken)| pair.0 == pair.1;
    let before = old.iter().zip(new).take_while(is_same).count();
    let (old, new) = (
        old.get(before..).unwrap_or_default(),
        new.get(before..).unwrap_or_default(),
    );
    let after = old.iter().rev().zip(new.iter().rev());
    let after = after.take_while(is_same).count();
    let removed = old.len() - after;
    let data = new.get(..new.len() - after).unwrap_or_default();
    if removed == 0 && data.is_empty() {
        return Vec::new();
    }
    let numbers = |tokens: usize| u32::try_from(tokens * 5).unwrap_or(u32::MAX);
    vec![SemanticTokensEdit {
        start: numbers(start + before),
        delete_count: numbers(removed),
        data: Some(data.to_vec()),
    }]
}
