//! The search model of Lunar Lockout on a board of any size.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::reach::UNREACHABLE;
use super::slides::SlideStops;
use super::small::SmallPuzzle;
use super::{Position, Rule, is_human};
use crate::board::{Bitboard, OccupiedLines, Square};
use crate::games::{
    GameRules, GroupedPuzzle, Move, Position as AnyPosition, SearchHints, SearchModel, SlideFrom,
    Visitor, sorted,
};

/// A position of at most `N` pieces without names: the sorted squares of the humans, then those
/// of the robots, then zeros.
///
/// A human that has left the board is stored on the first target: under `exit` no piece at rest is
/// on a target.
#[derive(Clone, Copy, Eq)]
pub(super) struct State<const N: usize>([u8; N]);

// Compares word by word. The derived implementation calls a function of the C library.
impl<const N: usize> PartialEq for State<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (words, rest) = self.0.as_chunks::<8>();
        let (other_words, other_rest) = other.0.as_chunks::<8>();
        let mut differing = 0;
        for (&word, &other) in words.iter().zip(other_words) {
            differing |= u64::from_ne_bytes(word) ^ u64::from_ne_bytes(other);
        }
        differing == 0 && rest == other_rest
    }
}

impl<const N: usize> Hash for State<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (words, rest) = self.0.as_chunks();
        for &word in words {
            hasher.write_u64(u64::from_ne_bytes(word));
        }
        for &byte in rest {
            hasher.write_u8(byte);
        }
    }
}

/// A puzzle of at most `N` pieces.
pub(super) struct LunarPuzzle<const N: usize> {
    start: State<N>,
    humans: usize,
    pieces: usize,
    /// Under `exit`, the square of humans that have left the board: the first target.
    away: Option<Square>,
    targets: Bitboard,
    stops: SlideStops,
    last_moved: Option<Square>,
}

/// Calls `visitor` with the smallest states that hold the position.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    let pieces = position.pieces().len();
    if position.grouping().is_grouped() {
        return match pieces {
            0..=8 => visitor.visit_grouped(&LunarPuzzle::<8>::new(position)),
            9..=24 => visitor.visit_grouped(&LunarPuzzle::<24>::new(position)),
            _ => visitor.visit_grouped(&LunarPuzzle::<256>::new(position)),
        };
    }
    if let Some(puzzle) = SmallPuzzle::new(position) {
        return visitor.visit_puzzle(&puzzle);
    }
    match pieces {
        0..=8 => visitor.visit_puzzle(&LunarPuzzle::<8>::new(position)),
        9..=16 => visitor.visit_puzzle(&LunarPuzzle::<16>::new(position)),
        17..=24 => visitor.visit_puzzle(&LunarPuzzle::<24>::new(position)),
        25..=40 => visitor.visit_puzzle(&LunarPuzzle::<40>::new(position)),
        _ => visitor.visit_puzzle(&LunarPuzzle::<256>::new(position)),
    }
}

impl<const N: usize> LunarPuzzle<N> {
    pub(super) fn new(position: &Position) -> Self {
        let mut squares = [0; N];
        let humans = position.humans();
        let robots = position.robots();
        for (slot, square) in squares.iter_mut().zip(humans.iter().chain(robots.iter())) {
            *slot = square.to_u8();
        }
        let targets = position.targets();
        let pieces = position.pieces();
        Self {
            start: State(squares),
            humans: pieces.iter().filter(|piece| is_human(piece.name)).count(),
            pieces: pieces.len(),
            away: match position.rule() {
                Rule::Exit => targets.iter().next(),
                Rule::Stay => None,
            },
            targets,
            stops: SlideStops::new(position),
            last_moved: position.grouping().last_moved(),
        }
    }

    fn is_away(&self, slot: usize, square: Square) -> bool {
        slot < self.humans && Some(square) == self.away
    }

    /// Returns the state after the piece of `slot` has moved to `stop`.
    #[inline]
    fn moved(&self, state: &State<N>, slot: usize, mut stop: Square) -> State<N> {
        let State(mut squares) = *state;
        let is_human = slot < self.humans;
        if let Some(away) = self.away.filter(|_| self.leaves(slot, stop)) {
            stop = away;
        }
        let (first, end) = if is_human { (0, self.humans) } else { (self.humans, self.pieces) };
        // Pieces of one kind are alike, so they are sorted.
        sorted::replace(&mut squares[first..end], slot - first, stop.to_u8());
        State(squares)
    }

    /// Whether the piece of `slot` leaves the board when it stops on this square.
    #[inline]
    fn leaves(&self, slot: usize, stop: Square) -> bool {
        slot < self.humans && self.away.is_some() && self.targets.contains(stop)
    }

    /// Visits the slides of the pieces in the first `slots`, each with the square where the piece
    /// rests, or `None` if it leaves the board.
    #[inline]
    fn slides_of<B>(
        &self,
        slots: usize,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, Option<Square>, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let squares = &state.0[..self.pieces];
        let mut lines = OccupiedLines::EMPTY;
        for (slot, &square) in squares.iter().enumerate() {
            let square = Square::from_index(square);
            if !self.is_away(slot, square) {
                lines.insert(square);
            }
        }
        for (slot, &square) in squares.iter().enumerate().take(slots) {
            let square = Square::from_index(square);
            if self.is_away(slot, square) {
                continue;
            }
            for (direction, stop) in self.stops.slides(square, &lines) {
                if let Some(stop) = stop {
                    let next = self.moved(state, slot, stop);
                    let leaves = self.leaves(slot, stop);
                    let rests = (!leaves).then_some(stop);
                    visit(SlideFrom { square, direction }, rests, next)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const N: usize> SearchModel for LunarPuzzle<N> {
    type State = State<N>;
    type Move = SlideFrom;

    fn start(&self) -> State<N> {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(self.pieces, state, |slide, _, next| visit(slide, next))
    }

    fn is_solved(&self, state: &State<N>) -> bool {
        let mut humans = state.0[..self.humans].iter();
        humans.all(|&square| self.targets.contains(Square::from_index(square)))
    }

    #[inline]
    fn lower_bound(&self, state: &State<N>) -> Option<u32> {
        // Each move shortens the distance of one human by at most one.
        let humans = state.0[..self.humans].iter();
        humans
            .map(|&square| self.stops.relaxed_distances(Square::from_index(square)))
            .try_fold(0, |sum, moves| (moves != UNREACHABLE).then(|| sum + u32::from(moves)))
    }

    fn origin(played: &SlideFrom) -> Option<Square> {
        Some(played.square)
    }

    fn name_moves(&self, position: &AnyPosition, played: &[SlideFrom]) -> Vec<Move> {
        position.name_slides(played).expect("the slides of a search are legal")
    }
}

impl<const N: usize> SearchHints for LunarPuzzle<N> {
    fn looks_ahead(&self) -> bool {
        // With more humans there are too many orders of moves.
        self.humans == 1
    }

    #[inline]
    fn may_bring_nearer<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Only humans have a distance.
        self.slides_of(self.humans, state, |_, _, next| visit(next))
    }
}

impl<const N: usize> GroupedPuzzle for LunarPuzzle<N> {
    fn last_moved(&self) -> Option<Square> {
        self.last_moved
    }

    fn slides<B>(
        &self,
        state: &State<N>,
        visit: impl FnMut(SlideFrom, Option<Square>, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(self.pieces, state, visit)
    }

    /// Each human that is not on a target has a group of its own.
    fn groups_left(&self, state: &State<N>, last_moved: Option<Square>) -> u32 {
        let humans = state.0[..self.humans].iter().map(|&human| Square::from_index(human));
        let away =
            humans.filter(|&human| !self.targets.contains(human) && last_moved != Some(human));
        away.map(|_| 1).sum()
    }
}
