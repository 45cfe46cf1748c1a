//! The parts of a puzzle that can be folded.

use crate::analysis::Puzzle;
use crate::analysis::editor::symbols;
use crate::syntax::{FieldValue, ParsedSection};
use crate::text::Span;

/// A part that can be folded, from its first line to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The part.
    pub span: Span,
    /// Whether it is a comment.
    pub is_comment: bool,
}

/// Returns the folds of a puzzle: the puzzle, its board, its long values and its comments.
pub fn folds(text: &str, puzzle: &Puzzle) -> Vec<Fold> {
    let mut folds = vec![Fold { span: symbols::whole(puzzle), is_comment: false }];
    folds.extend(folds_of_section(text, &puzzle.section));
    folds
}

/// Returns the folds of a section's values and comments.
pub fn folds_of_section(text: &str, section: &ParsedSection) -> Vec<Fold> {
    let long = section.fields.iter().filter(|field| {
        matches!(field.value, FieldValue::Board(_)) || has_line_end(field.value_span.slice(text))
    });
    let mut folds: Vec<Fold> = long
        .map(|field| Fold {
            span: crate::analysis::model::view::field_span(field),
            is_comment: false,
        })
        .collect();
    // Comments on consecutive lines fold together.
    let mut block: Option<Span> = None;
    for &comment in &section.comments {
        let joined = block.filter(|block| {
            let between = Span::new(block.end, comment.start).slice(text);
            let ends = between.matches('\n').count().max(between.matches('\r').count());
            ends == 1 && between.trim_matches([' ', '\t', '\r', '\n']) == ";"
        });
        match joined {
            Some(joined) => block = Some(joined.cover(comment)),
            None => {
                folds.extend(block.map(comment_fold));
                block = Some(comment);
            }
        }
    }
    folds.extend(block.map(comment_fold));
    folds.retain(|fold| has_line_end(fold.span.slice(text)));
    folds
}

const fn comment_fold(span: Span) -> Fold {
    Fold { span, is_comment: true }
}

fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r'])
}
