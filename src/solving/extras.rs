//! What is worth knowing beside an answer.

use super::Question;
use crate::games::{Position, Removable};
use crate::search::{Answer, Limit, LineNode, Optima, Outcome, Scope};

/// Answers that cost more positions than this are not asked for again with a
/// piece less: a hint must cost little.
const CHEAP: u64 = 20_000;

/// What is worth knowing beside an answer, as far as it was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extras {
    /// What could go without changing the optimum.
    pub redundant: Vec<Removable>,
    /// What is known of each position of the author's line of play and of the
    /// moves from it.
    pub nodes: Vec<LineNode>,
    /// The optimal solutions, or the limit that was reached; nothing where they
    /// show no more than the answer does, or there are none.
    pub optima: Option<Result<Optima, Limit>>,
    /// The limits under which all this is the same.
    pub scope: Scope,
}

impl Extras {
    /// What is found where nothing is wanted.
    pub(super) fn none(answer: &Answer) -> Self {
        Self {
            redundant: Vec::new(),
            nodes: Vec::new(),
            optima: None,
            scope: answer.scope.clone(),
        }
    }

    /// Finds what `question` wants; `solve` answers a position within its
    /// limits, `evaluate` values its line, and `optima` finds the solutions of
    /// so many moves.
    pub(super) fn find(
        question: &Question,
        answer: &Answer,
        mut solve: impl FnMut(&Position) -> Answer,
        evaluate: impl FnOnce() -> (Vec<LineNode>, Scope),
        optima: impl FnOnce(usize) -> (Option<Result<Optima, Limit>>, Scope),
    ) -> Self {
        let mut extras = Self::none(answer);
        if question.wants().redundant_pieces {
            extras.find_redundant(question.position(), answer, &mut solve);
        }
        if question.wants_values() {
            let (nodes, scope) = evaluate();
            extras.nodes = nodes;
            extras.scope = extras.scope.and(&scope);
        }
        if let Some(moves) = moves_of_optima(question, answer) {
            let (found, scope) = optima(moves);
            extras.optima = found;
            extras.scope = extras.scope.and(&scope);
        }
        extras
    }

    /// Whether there is nothing to report.
    pub const fn is_empty(&self) -> bool {
        self.redundant.is_empty() && self.nodes.is_empty() && self.optima.is_none()
    }

    /// Whether no limit was reached that leaves open what was wanted for a
    /// report.
    pub const fn is_settled(&self) -> bool {
        !matches!(self.optima, Some(Err(_)))
    }

    /// What is known of the position after so many moves of the line, and of
    /// the moves from there.
    pub fn node(&self, number: usize) -> Option<&LineNode> {
        self.nodes.get(number)
    }

    fn find_redundant(
        &mut self,
        position: &Position,
        answer: &Answer,
        solve: &mut impl FnMut(&Position) -> Answer,
    ) {
        let Outcome::Solved(solution) = &answer.outcome else {
            return;
        };
        if answer.positions > CHEAP || solution.moves.is_empty() {
            return;
        }
        for removable in position.removable() {
            let Some(without) = position.without(removable) else {
                continue;
            };
            let answer = solve(&without);
            self.scope = self.scope.and(&answer.scope);
            if let Outcome::Solved(other) = answer.outcome
                && other.moves.len() == solution.moves.len()
            {
                self.redundant.push(removable);
            }
        }
    }
}

/// How many moves the optimal solutions have, if they have to be found.
fn moves_of_optima(question: &Question, answer: &Answer) -> Option<usize> {
    let Outcome::Solved(solution) = &answer.outcome else {
        return None;
    };
    let wants = question.wants();
    // It may have been counted, and then the answer says it.
    let is_open = wants.uniqueness && solution.optimal_solutions != Some(1);
    (is_open || wants.movers).then_some(solution.moves.len())
}
