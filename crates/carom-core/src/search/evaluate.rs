//! The values of positions of a game for two sides.

use super::limits::{Budget, Limit};
use super::proof::{ProofSearch, successors};
use super::retrograde::Tablebase;
use super::value::{Value, Verdict};
use crate::board::SquareSet;
use crate::games::{Duel, DuelEnd, DuelState, Move, Position, SearchModel, Visitor};

/// The verdict of a position, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The verdict.
    pub verdict: Verdict,
    /// The principal variation: best play of both sides. It leads to the end of a win or a
    /// loss, and of a draw to the end or the first repetition, which proves that play may go on
    /// for ever. Empty if a limit was reached after the value was known.
    pub line: Vec<Move>,
    /// Positions searched: the same on every machine.
    pub positions: u64,
}

/// The verdicts of a position of a line of play and of all moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNode {
    /// The verdict of the position, for the side to move.
    pub verdict: Verdict,
    /// All legal moves, always in the same order, and what is known after
    /// each, for the side that moves: the value of the position is that of its
    /// best move.
    pub moves: Vec<(Move, Verdict)>,
}

/// A move that throws a win or a draw away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blunder {
    /// The verdict for the side to move before the move.
    pub before: Value,
    /// Its verdict after the move.
    pub after: Value,
    /// The moves that keep the win or the draw, the best first.
    pub keeps: Vec<Move>,
}

impl LineNode {
    /// The loss of value by `played`; `None` where it is no blunder, and where
    /// that is not known. A win that takes longer is a win.
    pub fn blunder(&self, played: Move) -> Option<Blunder> {
        let before = self.verdict.value()?;
        let (_, after) = self.moves.iter().find(|(m, _)| *m == played)?;
        let after = after.value()?;
        if after >= before || after.same_result(before) {
            return None;
        }
        let values = self.moves.iter().filter_map(|&(m, verdict)| Some((verdict.value()?, m)));
        let mut keeps: Vec<(Value, Move)> =
            values.filter(|(value, _)| value.same_result(before)).collect();
        keeps.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        Some(Blunder { before, after, keeps: keeps.into_iter().map(|(_, m)| m).collect() })
    }
}

/// The evaluator of the states of a duel: a table if it fits into the limits, or else a search for
/// each state.
enum Oracle<'d, S: SquareSet> {
    Table(Tablebase<'d, S>),
    Search(ProofSearch<'d, S>),
}

impl<'d, S: SquareSet> Oracle<'d, S> {
    fn new(duel: &'d Duel<S>, wanted: &[DuelState<S>], budget: &mut Budget<'_>) -> Self {
        match Tablebase::new(duel, wanted, budget) {
            Ok(table) => Self::Table(table),
            Err(_) => Self::Search(ProofSearch::new(duel)),
        }
    }

    /// Returns the verdict of each of `states`, in their order.
    fn verdicts(
        &mut self,
        duel: &Duel<S>,
        states: &[DuelState<S>],
        budget: &mut Budget<'_>,
    ) -> Vec<Verdict> {
        let mut verdicts = Vec::with_capacity(states.len());
        for (state, left) in states.iter().zip((1..=states.len() as u64).rev()) {
            let static_verdict = ProofSearch::static_verdict(duel, state, Limit::Positions);
            let verdict = match self {
                _ if static_verdict.value().is_some() => static_verdict,
                // The state alone may say more than an analysis that was stopped.
                Self::Table(table) => table.verdict(state).combine(static_verdict),
                Self::Search(search) => {
                    // The states that are left may search equally many positions.
                    let until = match left {
                        1 => u64::MAX,
                        _ => budget.positions() + budget.positions_left() / left,
                    };
                    search.prove(state, until, budget)
                }
            };
            verdicts.push(verdict);
        }
        verdicts
    }

    /// Best play of both sides to the end or, in a draw, to a repetition; empty where that is
    /// not known.
    fn line(
        &mut self,
        duel: &Duel<S>,
        state: &DuelState<S>,
        value: Value,
        budget: &mut Budget<'_>,
    ) -> Vec<Move> {
        let table = match self {
            Self::Search(search) => return search.line(state, value, budget),
            Self::Table(table) => table,
        };
        if value == Value::Draw {
            return drawn_line(duel, state, &|next| table.value(next) == Some(Value::Draw));
        }
        let mut line = Vec::new();
        let (mut state, mut value) = (*state, value);
        while !matches!(value, Value::Draw | Value::Win(0) | Value::Loss(0)) {
            let mut successors = successors(duel, &state).into_iter();
            let best = successors.find_map(|(played, next)| {
                let after = table.value(&next)?;
                (after.before_move() == value).then_some((played, next, after))
            });
            let (played, next, after) = best.expect("a settled value has a move that keeps it");
            line.push(played);
            (state, value) = (next, after);
        }
        line
    }
}

/// The most plies of a draw whose shortest line to a repetition is looked for.
const MOST_DRAWN_PLIES: usize = 12;

/// The most states that are looked at for a shortest drawn line.
const MOST_DRAWN_STATES: usize = 20_000;

/// Returns moves that keep a draw until a state repeats or the game ends.
fn drawn_line<S: SquareSet>(
    duel: &Duel<S>,
    start: &DuelState<S>,
    is_draw: &dyn Fn(&DuelState<S>) -> bool,
) -> Vec<Move> {
    let mut path = DrawnPath {
        duel,
        is_draw,
        states: vec![*start],
        moves: Vec::new(),
        states_left: MOST_DRAWN_STATES,
    };
    for plies in 1..=MOST_DRAWN_PLIES {
        if path.closes_within(plies) {
            return path.moves;
        }
    }
    // There are finitely many states, so any play that keeps the draw repeats one.
    while !path.extend() {}
    path.moves
}

/// A path of states that are all draws.
struct DrawnPath<'d, S: SquareSet> {
    duel: &'d Duel<S>,
    is_draw: &'d dyn Fn(&DuelState<S>) -> bool,
    states: Vec<DuelState<S>>,
    moves: Vec<Move>,
    states_left: usize,
}

impl<S: SquareSet> DrawnPath<'_, S> {
    /// Extends the path by so many plies or fewer to a repetition or the end. Returns whether it
    /// did; otherwise the path is as before.
    fn closes_within(&mut self, plies: usize) -> bool {
        if plies == 0 || self.states_left == 0 {
            return false;
        }
        self.states_left -= 1;
        for (played, next) in successors(self.duel, self.last()) {
            if !(self.is_draw)(&next) {
                continue;
            }
            self.moves.push(played);
            let is_closed = self.states.contains(&next) || self.duel.end(&next).is_some();
            self.states.push(next);
            if is_closed || self.closes_within(plies - 1) {
                return true;
            }
            self.states.pop();
            self.moves.pop();
        }
        false
    }

    /// Extends the path by the first move that keeps the draw. Returns whether that is a
    /// repetition or the end.
    fn extend(&mut self) -> bool {
        let mut successors = successors(self.duel, self.last()).into_iter();
        let next = successors.find(|(_, next)| (self.is_draw)(next));
        let (played, next) = next.expect("a draw has a move that keeps it");
        self.moves.push(played);
        let is_closed = self.states.contains(&next) || self.duel.end(&next).is_some();
        self.states.push(next);
        is_closed
    }

    fn last(&self) -> &DuelState<S> {
        self.states.last().expect("a path has a start")
    }
}

/// Returns the value of a position of a game for two sides, or `None` for a game for one. A limit
/// makes the verdict unknown.
pub fn evaluate(position: &Position, budget: &mut Budget<'_>) -> Option<Evaluation> {
    position.visit(Evaluate { position, budget })
}

/// Returns the verdict of each position of a line of play, from `position` to the one after the
/// last move, and of all moves from them. Returns `None` for a game for one. If it fits into the
/// limits, one analysis serves all positions. The nodes end before the first illegal move. A limit
/// makes verdicts unknown.
pub fn evaluate_line(
    position: &Position,
    line: &[Move],
    budget: &mut Budget<'_>,
) -> Option<Vec<LineNode>> {
    let visitor = EvaluateLine { line, budget };
    position.visit(visitor)
}

/// Plays the line by the rules. That it is not as long as the value says, or
/// does not end the game, is a defect of the search, and then there is no
/// answer. A draw ends in a repetition or the end of the game.
fn replay(position: &Position, evaluation: &Evaluation) {
    let mut positions = vec![position.clone()];
    let play = |position: Position, &played: &Move| {
        let next = position.play(played).ok()?;
        positions.push(next.clone());
        Some(next)
    };
    let last = evaluation.line.iter().try_fold(position.clone(), play);
    let plies = match evaluation.verdict.value() {
        Some(Value::Win(plies) | Value::Loss(plies)) => plies as usize,
        Some(Value::Draw) | None => 0,
    };
    // Whoever moved last has won.
    let is_draw = evaluation.verdict.value() == Some(Value::Draw);
    let is_repeated = || {
        let (last, before) = positions.split_last().expect("it begins with the position");
        let is_whole = before.len() == evaluation.line.len();
        is_whole && (before.contains(last) || last.is_solved())
    };
    let is_right = evaluation.line.is_empty()
        || is_draw && is_repeated()
        || evaluation.line.len() == plies
            && last.and_then(|last| last.visit(EndOfStart)) == Some(DuelEnd::Lost);
    assert!(is_right, "the principal variation is against the rules: {evaluation:?}");
}

struct EndOfStart;

impl Visitor for EndOfStart {
    type Output = Option<DuelEnd>;

    fn visit_puzzle<P: SearchModel>(self, _: &P) -> Option<DuelEnd> {
        None
    }

    fn visit_duel<S: SquareSet>(self, duel: &Duel<S>) -> Option<DuelEnd> {
        duel.end(&duel.start())
    }
}

struct Evaluate<'p, 'b, 'a> {
    position: &'p Position,
    budget: &'b mut Budget<'a>,
}

impl Visitor for Evaluate<'_, '_, '_> {
    type Output = Option<Evaluation>;

    fn visit_puzzle<P: SearchModel>(self, _: &P) -> Self::Output {
        None
    }

    fn visit_duel<S: SquareSet>(self, duel: &Duel<S>) -> Self::Output {
        Some(evaluate_duel(self.position, duel, self.budget))
    }
}

/// The value of `duel`, which is `position` as the search sees it.
pub(super) fn evaluate_duel<S: SquareSet>(
    position: &Position,
    duel: &Duel<S>,
    budget: &mut Budget<'_>,
) -> Evaluation {
    let start = duel.start();
    let counted = budget.positions();
    let mut verdict = ProofSearch::static_verdict(duel, &start, Limit::Positions);
    let mut line = Vec::new();
    if verdict.value().is_none() {
        let mut oracle = Oracle::new(duel, &[start], budget);
        verdict = oracle.verdicts(duel, &[start], budget)[0];
        if let Some(value) = verdict.value() {
            line = oracle.line(duel, &start, value, budget);
        }
    } else if verdict.value() == Some(Value::Draw) && duel.end(&start).is_none() {
        let static_verdict =
            |state: &DuelState<S>| ProofSearch::static_verdict(duel, state, Limit::Positions);
        line = drawn_line(duel, &start, &|next| static_verdict(next).value() == Some(Value::Draw));
    }
    let evaluation = Evaluation { verdict, line, positions: budget.positions() - counted };
    replay(position, &evaluation);
    evaluation
}

struct EvaluateLine<'l, 'b, 'a> {
    line: &'l [Move],
    budget: &'b mut Budget<'a>,
}

impl Visitor for EvaluateLine<'_, '_, '_> {
    type Output = Option<Vec<LineNode>>;

    fn visit_puzzle<P: SearchModel>(self, _: &P) -> Self::Output {
        None
    }

    fn visit_duel<S: SquareSet>(self, duel: &Duel<S>) -> Self::Output {
        let budget = self.budget;
        let mut states = vec![duel.start()];
        let mut moves = vec![successors(duel, &duel.start())];
        for &played in self.line {
            let legal = moves.last().expect("the moves of the start").iter();
            let mut played = legal.filter(|(legal, _)| *legal == played);
            let Some(&(_, next)) = played.next() else {
                break;
            };
            states.push(next);
            moves.push(successors(duel, &next));
        }
        let after = moves.iter().flatten().map(|&(_, next)| next);
        let wanted: Vec<DuelState<S>> = states.iter().copied().chain(after).collect();
        let mut oracle = Oracle::new(duel, &wanted, budget);
        let mut verdicts = oracle.verdicts(duel, &wanted, budget).into_iter();
        let of_states: Vec<Verdict> = verdicts.by_ref().take(states.len()).collect();
        let nodes = of_states.into_iter().zip(moves).map(|(verdict, moves)| LineNode {
            verdict,
            moves: moves
                .into_iter()
                .zip(&mut verdicts)
                .map(|((played, _), verdict)| (played, verdict.before_move()))
                .collect(),
        });
        Some(nodes.collect())
    }
}
