//! The value of a game for two sides, and of the moves of a line of play.

use super::proof::{ProofSearch, successors};
use super::retrograde::Tablebase;
use super::{Budget, Limit, Stop, Value, Verdict};
use crate::games::Armies;

/// What is known of a position, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<M> {
    /// What is known.
    pub verdict: Verdict,
    /// Of a win or a loss, the principal variation: best play of both sides to
    /// the end. It breaks off where a limit was reached after the value was
    /// known. Empty for a draw, where play may go on for ever.
    pub line: Vec<M>,
    /// Positions searched: the same on every machine.
    pub positions: u64,
}

/// What is known of a position of a line of play and of all moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNode<M> {
    /// What is known of the position, for the side to move.
    pub verdict: Verdict,
    /// All legal moves, always in the same order, and what is known after
    /// each, for the side that moves: the value of the position is that of its
    /// best move.
    pub moves: Vec<(M, Verdict)>,
}

/// A move that throws a win or a draw away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blunder<M> {
    /// What the side to move had.
    pub before: Value,
    /// What it has after the move.
    pub after: Value,
    /// The moves that keep the win or the draw, the best first.
    pub keeps: Vec<M>,
}

impl<M: Copy + PartialEq> LineNode<M> {
    /// What `played` throws away; `None` where it is no blunder, and where
    /// that is not known. A win that takes longer is a win.
    pub fn blunder(&self, played: M) -> Option<Blunder<M>> {
        let before = self.verdict.value()?;
        let (_, after) = self.moves.iter().find(|(m, _)| *m == played)?;
        let after = after.value()?;
        if after >= before || after.same_result(before) {
            return None;
        }
        let values = self
            .moves
            .iter()
            .filter_map(|&(m, verdict)| Some((verdict.value()?, m)));
        let mut keeps: Vec<(Value, M)> = values
            .filter(|(value, _)| value.same_result(before))
            .collect();
        keeps.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        Some(Blunder {
            before,
            after,
            keeps: keeps.into_iter().map(|(_, m)| m).collect(),
        })
    }
}

/// What answers for the states of a duel: a table where one fits, else a
/// search for each of them.
enum Oracle<'d, D: Armies> {
    Table(Tablebase<'d, D>),
    Search {
        search: ProofSearch<'d, D>,
        /// Why there is no table.
        refused: Limit,
    },
}

impl<'d, D: Armies> Oracle<'d, D> {
    fn new(duel: &'d D, wanted: &[D::State], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        match Tablebase::new(duel, wanted, budget) {
            Ok(table) => Ok(Self::Table(table)),
            Err(Stop::Limit(refused)) => Ok(Self::Search {
                search: ProofSearch::new(duel),
                refused,
            }),
            Err(stop) => Err(stop),
        }
    }

    /// What is known of each of `states`, in their order.
    fn verdicts(
        &mut self,
        duel: &D,
        states: &[D::State],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Verdict>, Stop> {
        let mut verdicts = Vec::with_capacity(states.len());
        for (state, left) in states.iter().zip((1..=states.len() as u64).rev()) {
            let glance = ProofSearch::glance(duel, state, Limit::Positions);
            let verdict = match self {
                _ if glance.value().is_some() => glance,
                // A glance may see further than an analysis that was stopped.
                Self::Table(table) => table.verdict(state).combine(glance),
                Self::Search { search, refused } => {
                    // Each of those that are left may have its share.
                    let share = budget.positions_left() / left;
                    let until = budget.positions().saturating_add(share);
                    let verdict = search.prove(state, until, budget)?;
                    verdict.stopped_before_by(*refused)
                }
            };
            verdicts.push(verdict);
        }
        Ok(verdicts)
    }

    fn line(
        &mut self,
        duel: &D,
        state: &D::State,
        value: Value,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<D::Move>, Stop> {
        let table = match self {
            Self::Search { search, .. } => return search.line(state, value, budget),
            Self::Table(table) => table,
        };
        let mut line = Vec::new();
        let (mut state, mut value) = (*state, value);
        while value != Value::Draw {
            let mut successors = successors(duel, &state).into_iter();
            let best = successors.find_map(|(played, next)| {
                let after = table.verdict(&next).value()?;
                (after.before_move() == value).then_some((played, next, after))
            });
            let Some((played, next, after)) = best else {
                break;
            };
            line.push(played);
            (state, value) = (next, after);
        }
        Ok(line)
    }

    fn free(self, budget: &mut Budget<'_>) {
        match self {
            Self::Table(table) => table.free(budget),
            Self::Search { search, .. } => search.free(budget),
        }
    }
}

/// The value of the state `duel` starts from.
///
/// # Errors
///
/// [`Stop::Yield`] only: a limit makes the verdict unknown.
pub fn evaluate<D: Armies>(duel: &D, budget: &mut Budget<'_>) -> Result<Evaluation<D::Move>, Stop> {
    let start = duel.start();
    let counted = budget.positions();
    let mut verdict = ProofSearch::glance(duel, &start, Limit::Positions);
    let mut line = Vec::new();
    if verdict.value().is_none() {
        let mut oracle = Oracle::new(duel, &[start], budget)?;
        let verdicts = oracle.verdicts(duel, &[start], budget)?;
        verdict = verdicts.first().copied().unwrap_or(verdict);
        if let Some(value) = verdict.value() {
            line = oracle.line(duel, &start, value, budget)?;
        }
        oracle.free(budget);
    }
    Ok(Evaluation {
        verdict,
        line,
        positions: budget.positions() - counted,
    })
}

/// What is known of each position of a line of play, from the start to the one
/// after its last move, and of all moves from them. One analysis answers for
/// all of them where it fits the limits.
///
/// The nodes end before the first move that is not legal.
///
/// # Errors
///
/// [`Stop::Yield`] only: a limit makes verdicts unknown.
pub fn evaluate_line<D: Armies>(
    duel: &D,
    line: &[D::Move],
    budget: &mut Budget<'_>,
) -> Result<Vec<LineNode<D::Move>>, Stop> {
    let mut states = vec![duel.start()];
    let mut moves = vec![successors(duel, &duel.start())];
    for played in line {
        let next = moves.last().and_then(|moves| {
            let mut moves = moves.iter();
            moves.find_map(|&(m, next)| (m == *played).then_some(next))
        });
        let Some(next) = next else {
            break;
        };
        states.push(next);
        moves.push(successors(duel, &next));
    }
    let wanted: Vec<D::State> = states
        .iter()
        .copied()
        .chain(moves.iter().flatten().map(|&(_, next)| next))
        .collect();
    let mut oracle = Oracle::new(duel, &wanted, budget)?;
    let verdicts = oracle.verdicts(duel, &wanted, budget)?;
    oracle.free(budget);
    let (of_states, of_moves) = verdicts.split_at(states.len().min(verdicts.len()));
    let mut of_moves = of_moves.iter();
    let nodes = of_states
        .iter()
        .zip(moves)
        .map(|(&verdict, moves)| LineNode {
            verdict,
            moves: moves
                .into_iter()
                .zip(&mut of_moves)
                .map(|((played, _), verdict)| (played, verdict.before_move()))
                .collect(),
        });
    Ok(nodes.collect())
}
