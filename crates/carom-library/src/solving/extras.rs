//! Facts about a puzzle besides its answer.

use super::idle::{Effort, Idle, Minimal, Tried};
use super::{Question, Wants};
use crate::board::Bitboard;
use crate::games::{Position, Removable};
use crate::search::{Answer, Limit, LineNode, Optima, Outcome, Scope};

/// The maximum cost of an answer, in positions, up to which the puzzle is solved again without each
/// piece. Hints must be cheap.
const CHEAP: u64 = 20_000;

/// The extras of a question, as far as they were requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Pieces that can be removed without changing the optimum.
    pub redundant: Vec<Removable>,
    /// Walls that can be removed without changing the optimum or the number of optimal
    /// solutions.
    pub idle_walls: Vec<Removable>,
    /// The same for pieces and blocks: single ones, or pairs in which neither is idle alone.
    pub idle_pieces: Vec<Vec<Removable>>,
    /// The puzzle without all idle objects, if there are any and the search is cheap.
    pub minimal: Option<Minimal>,
    /// The squares on which no piece can ever be.
    pub unreachable: Bitboard,
    /// The value of each position of the author's line, and of the moves from it.
    pub nodes: Vec<LineNode>,
    /// The optimal solutions, or the limit that was reached. `None` if they add nothing to
    /// the answer or do not exist.
    pub optima: Option<Result<Optima, Limit>>,
    /// The limits under which the extras are the same.
    pub scope: Scope,
}

impl Extras {
    /// No extras.
    pub(super) fn none(answer: &Answer) -> Self {
        Self {
            redundant: Vec::new(),
            idle_walls: Vec::new(),
            idle_pieces: Vec::new(),
            minimal: None,
            unreachable: Bitboard::EMPTY,
            nodes: Vec::new(),
            optima: None,
            scope: answer.scope.clone(),
        }
    }

    /// Finds the extras of `question`. `solve` answers a position within its limits,
    /// `optimum` finds its optimum and the number of optimal solutions with few positions,
    /// `evaluate` values the line, and `optima` finds the solutions of a given length.
    pub(super) fn find(
        question: &Question,
        answer: &Answer,
        mut solve: impl FnMut(&Position) -> Answer,
        optimum: impl FnMut(&Position) -> Tried,
        evaluate: impl FnOnce() -> (Vec<LineNode>, Scope),
        optima: impl FnOnce(usize) -> (Option<Result<Optima, Limit>>, Scope),
    ) -> Self {
        let mut extras = Self::none(answer);
        let wants = question.wants();
        if is_cheap(answer) {
            if wants.redundant_pieces {
                extras.find_redundant(question, answer, &mut solve);
            }
            extras.find_idle(question, optimum);
        }
        if wants.unreachable_squares
            && let Some(standable) = question.position().standable()
        {
            let board = question.position().board();
            let free = board.squares().filter(|&at| !board.blocks().contains(at));
            extras.unreachable = free.filter(|&at| !standable.contains(at)).collect();
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
        self.redundant.is_empty()
            && self.idle_walls.is_empty()
            && self.idle_pieces.is_empty()
            && self.unreachable.is_empty()
            && self.nodes.is_empty()
            && self.optima.is_none()
    }

    /// Whether no limit was reached, so that the extras are complete.
    pub const fn is_settled(&self) -> bool {
        !matches!(self.optima, Some(Err(_)))
    }

    /// Returns the value of the position after `played` moves of the line, and of the moves
    /// from there.
    pub fn node(&self, number: usize) -> Option<&LineNode> {
        self.nodes.get(number)
    }

    fn find_redundant(
        &mut self,
        question: &Question,
        answer: &Answer,
        solve: &mut impl FnMut(&Position) -> Answer,
    ) {
        let Outcome::Solved(solution) = &answer.outcome else {
            return;
        };
        let position = question.position();
        for removable in position.removable() {
            let may_go = match removable {
                Removable::Piece(_) => true,
                Removable::Block(_) => question.wants().changed_boards,
                Removable::Wall(..) => false,
            };
            let Some(without) = position.without(removable).filter(|_| may_go) else {
                continue;
            };
            let answer = solve(&without);
            self.scope = self.scope.and(&answer.scope);
            if let Outcome::Solved(other) = answer.outcome
                && other.length == solution.length
            {
                self.redundant.push(removable);
            }
        }
    }

    fn find_idle(&mut self, question: &Question, mut solve: impl FnMut(&Position) -> Tried) {
        let Wants { idle_walls, idle_pieces, minimal, changed_boards, .. } = question.wants();
        if !(idle_walls || idle_pieces || minimal) {
            return;
        }
        let position = question.position();
        let Tried { optimum, scope, .. } = solve(position);
        self.scope = self.scope.and(&scope);
        let Some(optimum) = optimum else {
            return;
        };
        let mut idle = Idle::new(&optimum, Effort::for_hints(changed_boards), solve);
        if idle_walls {
            self.idle_walls = idle.walls(position);
        }
        if idle_pieces {
            self.idle_pieces = idle.pieces(position);
        }
        let has_idle = !(self.idle_walls.is_empty() && self.idle_pieces.is_empty());
        if minimal && has_idle {
            self.minimal = idle.minimal(position);
        }
        self.scope = self.scope.and(&idle.scope);
    }
}

/// Whether a puzzle takes at least one move and was cheap enough to solve again.
fn is_cheap(answer: &Answer) -> bool {
    let is_solved =
        matches!(&answer.outcome, Outcome::Solved(solution) if !solution.moves.is_empty());
    is_solved && answer.positions <= CHEAP
}

/// Returns the length of the optimal solutions, if they have to be searched.
fn moves_of_optima(question: &Question, answer: &Answer) -> Option<usize> {
    let Outcome::Solved(solution) = &answer.outcome else {
        return None;
    };
    let wants = question.wants();
    // The answer may already contain the number of solutions.
    let is_open = wants.uniqueness && solution.optimal_solutions != Some(1);
    (is_open || wants.movers).then_some(solution.moves.len())
}
