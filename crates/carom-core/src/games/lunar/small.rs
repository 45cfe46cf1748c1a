//! The search model of Lunar Lockout on a small board.

use std::ops::ControlFlow;

use super::reach::UNREACHABLE;
use super::small_board::{Set, SmallBoard};
use super::{Position, Rule};
use crate::board::{Direction, Square};
use crate::games::{GameRules, Move, Position as AnyPosition, SearchHints, SearchModel, SlideFrom};

/// A position without names: the low half holds the squares of the humans on the board, the
/// high half those of the robots.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct State(u64);

impl State {
    const fn new(humans: Set, robots: Set) -> Self {
        Self(humans as u64 | (robots as u64) << Set::BITS)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low half")]
    const fn humans(self) -> Set {
        self.0 as Set
    }

    const fn robots(self) -> Set {
        (self.0 >> Set::BITS) as Set
    }
}

/// A puzzle on a board whose squares fit into a word.
pub(super) struct SmallPuzzle {
    start: State,
    board: SmallBoard,
    targets: Set,
    /// The squares on which a human leaves the board when it stops.
    exits: Set,
    /// For each square a lower bound on the moves of a human to a target, or [`UNREACHABLE`].
    relaxed_distances: [u8; Set::BITS as usize],
}

impl SmallPuzzle {
    /// Returns the puzzle, if its board is small enough.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let board = SmallBoard::new(position.board())?;
        let humans = board.set(position.humans());
        let robots = board.set(position.robots());
        let targets = board.set(position.targets());
        Some(Self {
            start: State::new(humans, robots),
            targets,
            exits: match position.rule() {
                Rule::Exit => targets,
                Rule::Stay => 0,
            },
            relaxed_distances: board.relaxed_distances(humans | robots, targets),
            board,
        })
    }

    /// Visits the slides of the pieces in `some`: first humans, then robots, ordered by square.
    #[inline]
    fn slides_of<B>(
        &self,
        some: State,
        state: &State,
        mut visit: impl FnMut(SlideFrom, State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let slides = self.board.slides(state.humans() | state.robots());
        let [up, right, down, left] = &slides;
        let movers = up.movers | right.movers | down.movers | left.movers;
        let mut waiting = state.0 & some.0 & State::new(movers, movers).0;
        while waiting != 0 {
            let piece = waiting & waiting.wrapping_neg();
            waiting ^= piece;
            // Humans are in the low half.
            let half = piece.trailing_zeros() & Set::BITS;
            let exits = if half == 0 { self.exits } else { 0 };
            let State(from) = State(piece >> half);
            let from = State(from).humans();
            let square = self.board.square(from);
            let mut slide = |direction, stop: Set| {
                let next = State(state.0 ^ piece | u64::from(stop & !exits) << half);
                visit(SlideFrom { square, direction }, next)
            };
            if up.movers & from != 0 {
                slide(Direction::Up, self.board.stop_above(from, up))?;
            }
            if right.movers & from != 0 {
                slide(Direction::Right, self.board.stop_right(from, right))?;
            }
            if down.movers & from != 0 {
                slide(Direction::Down, self.board.stop_below(from, down))?;
            }
            if left.movers & from != 0 {
                slide(Direction::Left, self.board.stop_left(from, left))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl SearchModel for SmallPuzzle {
    type State = State;
    type Move = SlideFrom;

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State,
        visit: impl FnMut(SlideFrom, State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(State(u64::MAX), state, visit)
    }

    fn is_solved(&self, state: &State) -> bool {
        // Humans that have left the board have reached a target.
        state.humans() & !self.targets == 0
    }

    // A square has a number below that of the bits.
    #[inline]
    fn lower_bound(&self, state: &State) -> Option<u32> {
        // Each move shortens the distance of one human by at most one.
        let (mut humans, mut sum) = (state.humans(), 0);
        while humans != 0 {
            let moves = self.relaxed_distances[humans.trailing_zeros() as usize];
            if moves == UNREACHABLE {
                return None;
            }
            sum += u32::from(moves);
            humans &= humans - 1;
        }
        Some(sum)
    }

    fn origin(played: &SlideFrom) -> Option<Square> {
        Some(played.square)
    }

    fn name_moves(&self, position: &AnyPosition, played: &[SlideFrom]) -> Vec<Move> {
        position.name_slides(played).expect("the slides of a search are legal")
    }
}

impl SearchHints for SmallPuzzle {
    fn looks_ahead(&self) -> bool {
        // With more humans there are too many orders of moves.
        self.start.humans().is_power_of_two()
    }

    #[inline]
    fn may_bring_nearer<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Only humans have a distance.
        self.slides_of(State::new(Set::MAX, 0), state, |_, next| visit(next))
    }
}
