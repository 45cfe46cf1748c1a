//! What is asked of the solver, and what comes back.

use std::time::Instant;

use super::diagnostics::{blunders, find_redundant, report_redundant};
use super::{Diagnostic, Identity, Puzzle};
use crate::games::{Move, Position, Removable};
use crate::search::{self, Budget, CancelFlag, LineNode, MemoryPool, Watch, Yielded};

pub use crate::search::{Answer, Limit, Outcome};

/// A position, and how much its answer may cost.
#[derive(Clone, Debug)]
pub struct Question {
    position: Position,
    identity: Identity,
    max_positions: u64,
    /// Of a game for two sides, the author's line of play.
    line: Vec<Move>,
    /// Whether the moves are to be valued though there is no line.
    values_moves: bool,
}

/// What is worth knowing beside the answer.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    redundant: Vec<Removable>,
    nodes: Vec<LineNode>,
}

impl Extras {
    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.redundant.is_empty() && self.nodes.is_empty()
    }

    /// What is known of the position after so many moves of the line, and of
    /// the moves from there.
    pub fn node(&self, number: usize) -> Option<&LineNode> {
        self.nodes.get(number)
    }

    /// The reports on the puzzle that was asked about.
    pub fn diagnostics(&self, puzzle: &Puzzle) -> Vec<Diagnostic> {
        let mut diagnostics = blunders(puzzle, &self.nodes);
        diagnostics.extend(report_redundant(puzzle, &self.redundant));
        diagnostics
    }
}

/// What a search may use while it runs.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// The memory of all searches.
    pub pool: &'a MemoryPool,
    /// Where memory is short, a lower turn goes first.
    pub turn: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Whether to stop.
    pub cancel: &'a CancelFlag,
    /// Who looks on.
    pub watch: &'a Watch,
}

impl Question {
    /// The question that a puzzle asks; none where it is malformed.
    pub fn new(puzzle: &Puzzle, identity: Identity, max_positions: u64) -> Option<Self> {
        let position = puzzle.position()?;
        let played = puzzle.played.as_ref().filter(|_| position.game().is_duel());
        Some(Self {
            position: position.clone(),
            identity,
            max_positions,
            line: played
                .map(|played| played.moves.clone())
                .unwrap_or_default(),
            values_moves: false,
        })
    }

    /// The question that also asks, of a game for two sides, what each first
    /// move is worth: who writes a line of play wants to know. It costs as much
    /// as the answer does.
    #[must_use]
    pub fn with_move_values(mut self) -> Self {
        self.values_moves = self.position.game().is_duel();
        self
    }

    /// Where the question is filed: equal questions have equal identities.
    pub const fn identity(&self) -> Identity {
        self.identity
    }

    /// The number of positions to search at the most.
    pub const fn max_positions(&self) -> u64 {
        self.max_positions
    }

    /// The question with a lower limit, if `positions` is one.
    #[must_use]
    pub fn with_at_most(&self, positions: u64) -> Self {
        let mut question = self.clone();
        question.max_positions = question.max_positions.min(positions);
        question
    }

    /// Whether one asks for nothing that the other does not ask for. Mirrored puzzles
    /// share an identity, but not the moves of a solution.
    pub fn is_same(&self, other: &Self) -> bool {
        self.has_same_answer(other) && self.line == other.line
    }

    /// Whether the answers are the same, whatever is worth knowing beside them.
    pub fn has_same_answer(&self, other: &Self) -> bool {
        self.max_positions == other.max_positions && self.position == other.position
    }

    /// Searches for the answer.
    ///
    /// # Errors
    ///
    /// [`Yielded`] where the memory is needed elsewhere: ask again later.
    pub fn answer(&self, means: &Means<'_>) -> Result<Answer, Yielded> {
        self.solve(&self.position, means)
    }

    /// What is worth knowing beside the answer: what could go without changing
    /// it, where that costs little, and what the moves of a line are worth.
    pub fn extras(&self, answer: &Answer, means: &Means<'_>) -> Extras {
        let redundant = find_redundant(&self.position, answer, |position| {
            self.solve(position, means).ok()
        });
        let nodes = if self.line.is_empty() && !self.values_moves {
            Some(Vec::new())
        } else {
            let mut budget = self.budget(means);
            let nodes = search::evaluate_line(&self.position, &self.line, &mut budget);
            nodes.ok().flatten()
        };
        Extras {
            redundant,
            nodes: nodes.unwrap_or_default(),
        }
    }

    fn budget<'a>(&self, means: &Means<'a>) -> Budget<'a> {
        Budget::new(means.pool, means.turn, self.max_positions)
            .with_deadline(means.deadline)
            .with_cancel(means.cancel.clone())
            .with_watch(means.watch.clone())
    }

    fn solve(&self, position: &Position, means: &Means<'_>) -> Result<Answer, Yielded> {
        search::solve(position, &mut self.budget(means))
    }
}
