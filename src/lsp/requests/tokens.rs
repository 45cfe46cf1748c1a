//! Semantic tokens of documents, and what changed in them.

use std::collections::HashMap;
use std::sync::Arc;

use tower_lsp::ls_types::{Range, SemanticTokens, SemanticTokensDelta, Uri};

use crate::lsp::documents::{Document, Kept, Tokens, difference, joined, line_ends};
use crate::lsp::session::Sent;
use crate::syntax;
use crate::text::Encoding;

/// The tokens of a document, part by part.
fn parts(document: &Document, encoding: Encoding) -> Vec<Arc<Tokens>> {
    let kept = |kept: &Kept, make: &dyn Fn() -> Tokens| {
        Arc::clone(kept.tokens.get_or_init(|| Arc::new(make())))
    };
    let head = &document.head;
    let head = kept(&head.kept, &|| {
        let lines = line_ends(&head.text);
        let read = syntax::parse(&head.text);
        Tokens::of(&head.text, &read, None, lines, encoding)
    });
    let puzzles = document.sections.iter().map(|section| {
        let read = &section.read;
        kept(&read.kept, &|| {
            let puzzle = &read.puzzle;
            let (tree, game) = (&puzzle.section, puzzle.game);
            Tokens::of(&read.text, tree, game, read.lines, encoding)
        })
    });
    [head].into_iter().chain(puzzles).collect()
}

/// All tokens of a document. What is sent of it is remembered in `sent`.
pub(in crate::lsp) fn all(
    sent: &mut HashMap<Uri, Sent>,
    document: &Document,
    encoding: Encoding,
) -> SemanticTokens {
    remember(sent, document, parts(document, encoding))
}

/// The tokens of the puzzles that a range meets.
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

/// Remembers what is sent, so that the next answer may be a difference.
fn remember(
    sent: &mut HashMap<Uri, Sent>,
    document: &Document,
    parts: Vec<Arc<Tokens>>,
) -> SemanticTokens {
    let last = sent.get(&document.uri);
    let id = last.map_or(0, |last| last.id.wrapping_add(1));
    let data = joined(&parts, 0);
    sent.insert(document.uri.clone(), Sent { id, parts });
    SemanticTokens {
        result_id: Some(id.to_string()),
        data,
    }
}

/// What changed since the answer `previous`; all tokens where that is not
/// known.
pub(in crate::lsp) fn delta(
    sent: &mut HashMap<Uri, Sent>,
    document: &Document,
    encoding: Encoding,
    previous: &str,
) -> Result<SemanticTokensDelta, SemanticTokens> {
    let parts = parts(document, encoding);
    let last = sent.get_mut(&document.uri);
    let Some(last) = last.filter(|last| last.id.to_string() == previous) else {
        return Err(remember(sent, document, parts));
    };
    let edits = difference(&last.parts, &parts);
    last.id = last.id.wrapping_add(1);
    last.parts = parts;
    Ok(SemanticTokensDelta {
        result_id: Some(last.id.to_string()),
        edits,
    })
}
