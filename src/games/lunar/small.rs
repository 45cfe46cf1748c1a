//! Lunar Lockout on a small board as the search sees it.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::small_board::{NEVER, Set, Slides, SmallBoard, singles};
use super::{Position, Rule};
use crate::board::{Direction, Square};
use crate::games::{self, Move, Puzzle, SlideFrom};

/// A position without names: where humans stand that have not left, and robots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    humans: Set,
    robots: Set,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(u64::from(self.humans) << Set::BITS | u64::from(self.robots));
    }
}

/// A puzzle on a board whose squares fit a word.
pub(super) struct SmallPuzzle {
    start: State,
    board: SmallBoard,
    targets: Set,
    /// The squares on which a human that stops leaves.
    exits: Set,
    /// For each square the moves that a human needs from there at least, or
    /// [`NEVER`].
    moves_home: [u8; Set::BITS as usize],
}

impl SmallPuzzle {
    /// Returns the puzzle, if its board is small enough.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let board = SmallBoard::new(position.board())?;
        let humans = board.set(position.humans());
        let robots = board.set(position.robots());
        let targets = board.set(position.targets());
        Some(Self {
            start: State { humans, robots },
            targets,
            exits: match position.rule() {
                Rule::Exit => targets,
                Rule::Stay => 0,
            },
            moves_home: board.moves_home(humans | robots, targets),
            board,
        })
    }

    /// Returns the slides among the pieces of a state.
    #[inline]
    fn slides(&self, state: &State) -> [(Direction, Slides); 4] {
        let occupied = state.humans | state.robots;
        Direction::ALL.map(|direction| (direction, self.board.slides(occupied, direction)))
    }

    /// Visits the slides of some of the pieces, all of them humans or robots.
    #[inline]
    fn visit<B>(
        &self,
        pieces: Set,
        slides: &[(Direction, Slides); 4],
        mut visit: impl FnMut(SlideFrom, Set, Set) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let movers = slides.iter().fold(0, |all, (_, slides)| all | slides.movers);
        for from in singles(pieces & movers) {
            let square = self.board.square(from);
            for &(direction, slides) in slides {
                if from & slides.movers != 0 {
                    let stop = self.board.stop(from, slides, direction);
                    visit(SlideFrom { square, direction }, from, stop)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Puzzle for SmallPuzzle {
    type State = State;
    type Move = SlideFrom;

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(SlideFrom, State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let slides = self.slides(state);
        for pieces in [state.humans, state.robots] {
            self.visit(pieces, &slides, |played, from, stop| {
                let mut next = *state;
                if from & state.humans != 0 {
                    next.humans ^= from | stop & !self.exits;
                } else {
                    next.robots ^= from | stop;
                }
                visit(played, next)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn looks_ahead(&self) -> bool {
        // With more of them there are too many orders.
        self.start.humans.is_power_of_two()
    }

    #[inline]
    fn may_bring_nearer<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Only humans have a bound.
        self.visit(state.humans, &self.slides(state), |_, from, stop| {
            let humans = state.humans ^ (from | stop & !self.exits);
            visit(State { humans, ..*state })
        })
    }

    fn is_solved(&self, state: &State) -> bool {
        // Those that have left are home too.
        state.humans & !self.targets == 0
    }

    // A set of one has the number of its square.
    #[expect(clippy::indexing_slicing)]
    #[inline]
    fn lower_bound(&self, state: &State) -> Option<u32> {
        // Each move brings one human one move nearer at best.
        singles(state.humans)
            .map(|human| self.moves_home[human.trailing_zeros() as usize])
            .try_fold(0, |sum, moves| {
                (moves != NEVER).then(|| sum + u32::from(moves))
            })
    }

    fn origin(played: &SlideFrom) -> Option<Square> {
        Some(played.square)
    }

    fn name_moves(&self, position: &games::Position, played: &[SlideFrom]) -> Option<Vec<Move>> {
        position.name_slides(played)
    }
}
