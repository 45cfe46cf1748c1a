//! Semantic tokens of documents, and the edits between two answers.

use std::sync::Arc;

use tower_lsp::ls_types::{
    Range, SemanticTokens, SemanticTokensDelta, SemanticTokensFullDeltaResult,
};

use crate::lsp::documents::{Document, TextCache, Tokens, difference, joined, line_ends};
use crate::lsp::session::PublishedTokens;
use crate::syntax;
use crate::text::Encoding;

/// Returns the tokens of a document: of its head, and of each puzzle.
pub(in crate::lsp) fn parts(document: &Document, encoding: Encoding) -> Vec<Arc<Tokens>> {
    let cached = |cache: &TextCache, make: &dyn Fn() -> Tokens| {
        Arc::clone(cache.tokens.get_or_init(|| Arc::new(make())))
    };
    let head = &document.head;
    let head = cached(&head.cache, &|| {
        let lines = line_ends(&head.text);
        let read = syntax::parse(&head.text);
        Tokens::of(&head.text, &read, None, lines, encoding)
    });
    let puzzles = document.sections.iter().map(|section| {
        let read = &section.read;
        cached(&read.cache, &|| {
            let puzzle = &read.puzzle;
            let (tree, game) = (&puzzle.section, puzzle.game);
            Tokens::of(&read.text, tree, game, read.lines, encoding)
        })
    });
    [head].into_iter().chain(puzzles).collect()
}

/// Returns the tokens of the puzzles that overlap a range.
pub(in crate::lsp) fn within(
    document: &Document,
    encoding: Encoding,
    range: Range,
) -> SemanticTokens {
    let parts = parts(document, encoding);
    let lines = document.sections.iter().map(|section| section.line);
    let starts: Vec<u32> = [0].into_iter().chain(lines).collect();
    let from = starts.partition_point(|&start| start <= range.start.line);
    let from = from.saturating_sub(1);
    let to = starts.partition_point(|&start| start <= range.end.line);
    let before = starts.get(from).copied().unwrap_or_default();
    SemanticTokens {
        result_id: None,
        data: joined(parts.get(from..to).unwrap_or_default(), before),
    }
}

impl PublishedTokens {
    /// Returns all tokens, and remembers them for the next difference.
    pub(in crate::lsp) fn full(&mut self, parts: Vec<Arc<Tokens>>) -> SemanticTokens {
        let data = joined(&parts, 0);
        SemanticTokens {
            result_id: Some(self.replace(parts)),
            data,
        }
    }

    /// Returns the edits since the answer `previous`, or all tokens if that is not the last
    /// answer.
    pub(in crate::lsp) fn delta(
        &mut self,
        parts: Vec<Arc<Tokens>>,
        previous: &str,
    ) -> SemanticTokensFullDeltaResult {
        if self.result_id() != previous {
            return self.full(parts).into();
        }
        let edits = difference(&self.parts, &parts);
        SemanticTokensDelta {
            result_id: Some(self.replace(parts)),
            edits,
        }
        .into()
    }
}
