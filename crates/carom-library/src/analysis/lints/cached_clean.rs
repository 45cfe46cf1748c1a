//! Puzzles that the cache knows to be clean.

use crate::analysis::{Puzzle, State};
use crate::solving::{Answer, Identity};
use crate::text::Span;

/// A puzzle that the cache knows to be clean: it can only have diagnostics about duplicates. Spans
/// are relative to its own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedClean {
    /// Its name, if it has one, and the span of the name.
    pub name: Option<(String, Span)>,
    /// The span of its first line.
    pub header: Span,
    /// Its identity.
    pub identity: Identity,
    /// The state of its answer.
    pub state: State,
    /// The number of positions that its search took.
    pub positions: u64,
}

impl CachedClean {
    /// Returns the entry for a clean puzzle of a puzzle file whose answer is settled.
    pub fn of(puzzle: &Puzzle, answer: &Answer) -> Option<Self> {
        let is_whole = puzzle.origin.is_none() && answer.outcome.is_settled();
        let name = puzzle.section.header.as_ref();
        let name = name.and_then(|header| header.name.as_ref());
        is_whole.then_some(Self {
            name: name.map(|name| (name.value.clone(), name.span)),
            header: puzzle.header_span(),
            identity: puzzle.identity?,
            state: State::of(answer),
            positions: answer.positions,
        })
    }

    /// Returns the name, if the puzzle has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref().map(|(name, _)| name.as_str())
    }
}
