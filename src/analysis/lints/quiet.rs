//! Puzzles of which nothing is to be reported.

use crate::analysis::{Puzzle, State};
use crate::solving::{Answer, Identity};
use crate::text::Span;

/// A puzzle of which nothing is to be reported but what it repeats: all that a
/// run has to know of it. Places count from the start of its own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// Its name, if it has one, and where that stands.
    pub name: Option<(String, Span)>,
    /// Where its first line stands.
    pub header: Span,
    /// What makes it the same as another.
    pub identity: Identity,
    /// What is known of its answer: all there is to know.
    pub state: State,
    /// The positions that its search went through.
    pub positions: u64,
}

impl Quiet {
    /// What a run has to know of a puzzle of which it reports nothing, if that
    /// was read of a puzzle file and is settled.
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

    /// The name, if the puzzle has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref().map(|(name, _)| name.as_str())
    }
}
