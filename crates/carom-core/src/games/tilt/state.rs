//! The search model of Tilt.

use std::ops::ControlFlow;

use super::{Position, Tilt};
use crate::board::{Bitboard, Direction, SmallBitboard, Square, SquareSet};
use crate::games::{GameRules, Move, Position as AnyPosition, Puzzle, SearchHints, Visitor};

/// The squares of the green pieces and of the blue ones.
type State<S> = [S; 2];

/// A puzzle on a board that `S` can hold.
struct TiltPuzzle<S> {
    start: State<S>,
    holes: S,
    /// For each direction and square, where a lone piece stops or falls.
    ends: [[Square; 256]; 4],
    /// For each square, the fewest tilts until a piece there falls, if it may stop everywhere.
    tilts: [Option<u32>; 256],
}

/// Calls `visitor` with the smallest states that hold the position.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    let board = position.board();
    if board.columns() <= 8 && board.rows() <= 8 {
        visitor.visit_puzzle(&TiltPuzzle::<SmallBitboard>::new(position))
    } else {
        visitor.visit_puzzle(&TiltPuzzle::<Bitboard>::new(position))
    }
}

/// Returns the squares of a lone piece that slides until a hole or an obstacle.
fn way(position: &Position, from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    std::iter::successors(Some(from), move |&square| {
        let next = position.board().step(square, direction).ok();
        next.filter(|_| !position.holes().contains(square))
    })
}

/// Returns for each square the fewest tilts until a piece there falls, if it may stop on each
/// square of its way. `None` if it never falls.
fn relaxed_tilts(position: &Position) -> [Option<u32>; 256] {
    let mut tilts = [None; 256];
    let mut near = position.holes();
    for number in 0.. {
        near.iter().for_each(|square| tilts[square.index()] = Some(number));
        let is_next = |&from: &Square| {
            let mut ways = Direction::ALL.into_iter().flat_map(|to| way(position, from, to));
            tilts[from.index()].is_none() && ways.any(|square| near.contains(square))
        };
        near = position.board().squares().filter(is_next).collect();
        if near.is_empty() {
            break;
        }
    }
    tilts
}

impl<S: SquareSet> TiltPuzzle<S> {
    fn new(position: &Position) -> Self {
        let set = |squares: Bitboard| squares.iter().fold(S::EMPTY, |set, at| set | S::single(at));
        let mut ends = [[Square::from_index(0); 256]; 4];
        for (from, to) in
            position.board().squares().flat_map(|from| Direction::ALL.map(|to| (from, to)))
        {
            ends[to.index()][from.index()] =
                way(position, from, to).last().expect("at least the start");
        }
        Self {
            start: position.by_colour().map(set),
            holes: set(position.holes()),
            ends,
            tilts: relaxed_tilts(position),
        }
    }

    /// Returns the state after a tilt, or `None` if the tilt is illegal.
    #[inline]
    fn tilted(&self, state: &State<S>, direction: Direction) -> Option<State<S>> {
        let [green, blue] = *state;
        let mut order: Vec<Square> = (green | blue).squares().collect();
        // The foremost piece goes first.
        if matches!(direction, Direction::Up | Direction::Right) {
            order.reverse();
        }
        let back = direction.opposite();
        let (mut next, mut occupied) = ([S::EMPTY; 2], S::EMPTY);
        for from in order {
            let colour = usize::from(S::single(from).meets(blue));
            let mut end = S::single(self.ends[direction.index()][from.index()]);
            if end.meets(self.holes) {
                if colour == 1 {
                    return None;
                }
                continue;
            }
            // The pieces before it are at rest, one behind the other.
            while end.meets(occupied) {
                end = end.shifted(back);
            }
            occupied = occupied | end;
            next[colour] = next[colour] | end;
        }
        (next != *state).then_some(next)
    }
}

impl<S: SquareSet> Puzzle for TiltPuzzle<S> {
    type State = State<S>;
    type Move = Direction;

    fn start(&self) -> State<S> {
        self.start
    }

    fn successors<B>(
        &self,
        state: &State<S>,
        mut visit: impl FnMut(Direction, State<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for direction in Direction::ALL {
            if let Some(next) = self.tilted(state, direction) {
                visit(direction, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_solved(&self, [green, _]: &State<S>) -> bool {
        *green == S::EMPTY
    }

    /// A tilt brings each green piece nearer by at most one.
    fn lower_bound(&self, [green, _]: &State<S>) -> Option<u32> {
        green.squares().try_fold(0, |most, square| Some(most.max(self.tilts[square.index()]?)))
    }

    fn name_moves(&self, _position: &AnyPosition, played: &[Direction]) -> Vec<Move> {
        played.iter().map(|&direction| Tilt(direction).into()).collect()
    }
}

impl<S: SquareSet> SearchHints for TiltPuzzle<S> {}
