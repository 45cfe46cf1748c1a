//! The search model of Tilt.

use std::ops::ControlFlow;

use super::{Position, Tilt};
use crate::board::{Bitboard, Direction, Square};
use crate::games::{GameRules, Move, Position as AnyPosition, SearchHints, SearchModel, Visitor};

/// The squares of the green pieces and of the blue ones.
type State = [Bitboard; 2];

struct TiltPuzzle {
    start: State,
    holes: Bitboard,
    /// For each direction and square, where a lone piece stops or falls.
    ends: [[Square; 256]; 4],
    /// For each square, the fewest tilts until a piece there falls, if it may stop everywhere.
    tilts: [Option<u32>; 256],
}

/// Calls `visitor` with the search model of the position.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    visitor.visit_puzzle(&TiltPuzzle::new(position))
}

/// Returns for each square the fewest tilts until a piece there falls, if it may stop on each
/// square of its way. `None` if it never falls.
fn relaxed_tilts(position: &Position) -> [Option<u32>; 256] {
    let mut tilts = [None; 256];
    let mut waiting = position.board().area() & !position.holes;
    let mut near = position.holes;
    for number in 0.. {
        near.iter().for_each(|square| tilts[square.index()] = Some(number));
        let mut before = Bitboard::EMPTY;
        for (direction, free) in Direction::ALL.into_iter().zip(position.board().free()) {
            let mut way = near;
            while !way.is_empty() {
                // A piece comes from no hole.
                way = way.shifted(direction.opposite()) & free & !position.holes;
                before |= way;
            }
        }
        near = before & waiting;
        waiting &= !near;
        if near.is_empty() {
            break;
        }
    }
    tilts
}

impl TiltPuzzle {
    fn new(position: &Position) -> Self {
        let mut ends = [[Square::from_index(0); 256]; 4];
        for from in position.board().squares() {
            for (direction, ends) in Direction::ALL.into_iter().zip(&mut ends) {
                let way = position.way(from, direction, Bitboard::EMPTY);
                ends[from.index()] = way[way.len() - 1];
            }
        }
        let (start, holes, tilts) = (position.pieces, position.holes, relaxed_tilts(position));
        Self { start, holes, ends, tilts }
    }

    /// Returns the state after a tilt, or `None` if the tilt is illegal.
    #[inline]
    fn tilted(&self, state: &State, direction: Direction) -> Option<State> {
        let [green, blue] = *state;
        let mut order: Vec<Square> = (green | blue).iter().collect();
        // The foremost piece goes first.
        if matches!(direction, Direction::Up | Direction::Right) {
            order.reverse();
        }
        let back = direction.opposite();
        let (mut next, mut occupied) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
        for from in order {
            let is_blue = blue.contains(from);
            let mut end = self.ends[direction.index()][from.index()];
            if self.holes.contains(end) {
                if is_blue {
                    return None;
                }
                continue;
            }
            // The pieces before it are at rest, one behind the other.
            while !occupied.insert(end) {
                end = end.step(back).expect("there is room behind the pieces at rest");
            }
            next[usize::from(is_blue)].insert(end);
        }
        (next != *state).then_some(next)
    }
}

impl SearchModel for TiltPuzzle {
    type State = State;
    type Move = Direction;

    fn start(&self) -> State {
        self.start
    }

    fn successors<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Direction, State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for direction in Direction::ALL {
            if let Some(next) = self.tilted(state, direction) {
                visit(direction, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_solved(&self, [green, _]: &State) -> bool {
        green.is_empty()
    }

    /// A tilt brings each green piece nearer by at most one.
    fn lower_bound(&self, [green, _]: &State) -> Option<u32> {
        green.iter().try_fold(0, |most, square| Some(most.max(self.tilts[square.index()]?)))
    }

    fn name_moves(&self, _position: &AnyPosition, played: &[Direction]) -> Vec<Move> {
        played.iter().map(|&direction| Tilt(direction).into()).collect()
    }
}

impl SearchHints for TiltPuzzle {}
