//! Ricochet Robots as the search sees it.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::relaxed::RelaxedMoves;
use super::slides::{Rest, Turns};
use super::{Position, runner};
use crate::board::{Axes, Bitboard, Direction, Lines, Square, Stops};
use crate::games::{self, Move, Puzzle, RunnerPuzzle, SlideFrom, Visitor, sorted};

/// A robot: its square, the axes along which it has moved where `bounce` asks
/// for them (else both), and under `no-rebound` the direction it rested in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Robot(u16);

impl Robot {
    const fn new(square: Square, axes: Axes, rested: Option<Direction>) -> Self {
        let rested = match rested {
            None => 0,
            Some(direction) => 1 + direction as u16,
        };
        Self(square.to_u8() as u16 | (axes.bits() as u16) << 8 | rested << 10)
    }

    const fn square(self) -> Square {
        let [low, _] = self.0.to_le_bytes();
        Square::from_index(low)
    }

    const fn axes(self) -> Axes {
        let [_, high] = self.0.to_le_bytes();
        Axes::from_bits(high)
    }

    const fn rested(self) -> Option<Direction> {
        match (self.0 >> 10).to_le_bytes() {
            [0, _] => None,
            [direction, _] => Some(Direction::from_index(direction - 1)),
        }
    }
}

/// A position of `N` robots without names: robots that are alike, which are
/// neighbours here, are in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State<const N: usize>([Robot; N]);

impl<const N: usize> Hash for State<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for robots in self.0.chunks(4) {
            let word = robots
                .iter()
                .fold(0, |word, robot| word << 16 | u64::from(robot.0));
            hasher.write_u64(word);
        }
    }
}

/// What robots that are alike share: they have the same slides, and all of
/// them can solve the puzzle or none.
struct Kind {
    /// On a board with diagonals.
    turns: Option<Turns>,
    /// Of the robots that can solve the puzzle.
    relaxed: Option<RelaxedMoves>,
}

/// A puzzle of `N` robots.
struct RicochetPuzzle<const N: usize> {
    position: Position,
    start: State<N>,
    stops: Stops,
    kinds: Vec<Kind>,
    /// The kind of each robot of a state, and the range of its like.
    kind_of: [usize; N],
    alike: [(usize, usize); N],
    /// The first slot of the robots that can solve the puzzle: they come last.
    first_solver: usize,
    target: Square,
    no_rebound: bool,
}

/// Hands `visitor` the position as a puzzle of so many robots.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    match position.robots().len() {
        0 | 1 => visitor.visit_puzzle(&RicochetPuzzle::<1>::new(position)),
        2 => visitor.visit_puzzle(&RicochetPuzzle::<2>::new(position)),
        3 => visitor.visit_puzzle(&RicochetPuzzle::<3>::new(position)),
        4 => visitor.visit_puzzle(&RicochetPuzzle::<4>::new(position)),
        5 => visitor.visit_puzzle(&RicochetPuzzle::<5>::new(position)),
        6 => visitor.visit_puzzle(&RicochetPuzzle::<6>::new(position)),
        7 => visitor.visit_puzzle(&RicochetPuzzle::<7>::new(position)),
        _ => visitor.visit_puzzle(&RicochetPuzzle::<8>::new(position)),
    }
}

/// Robots with equal keys are alike: whether it can solve the puzzle, and its
/// name where there are diagonals it alone passes through.
type KindKey = (bool, Option<char>);

// A position has 1 to 8 robots, and `visit` chooses `N` to be their
// number; slots are below `N`.
#[expect(clippy::indexing_slicing)]
impl<const N: usize> RicochetPuzzle<N> {
    fn new(position: &Position) -> Self {
        let target = position.target();
        let rules = position.rules();
        let has_own_diagonal = |name| {
            let mut diagonals = position.diagonals().iter();
            diagonals.any(|diagonal| diagonal.robot == Some(name))
        };
        let key = |name| -> KindKey {
            let solves = target.robot.is_none_or(|robot| robot == name);
            (solves, Some(name).filter(|&name| has_own_diagonal(name)))
        };
        let mut robots: Vec<(KindKey, Robot)> = position
            .pasts()
            .map(|(piece, axes, rested)| {
                let key = key(piece.name);
                let axes = if rules.bounce && key.0 {
                    axes
                } else {
                    Axes::BOTH
                };
                let rested = rested.filter(|_| rules.no_rebound);
                (key, Robot::new(piece.square, axes, rested))
            })
            .collect();
        robots.sort_unstable();

        let mut puzzle = Self {
            position: position.clone(),
            start: State([Robot(0); N]),
            stops: Stops::new(position.board()),
            kinds: Vec::new(),
            kind_of: [0; N],
            alike: [(0, 0); N],
            first_solver: robots.partition_point(|((solves, _), _)| !solves),
            target: target.square,
            no_rebound: rules.no_rebound,
        };
        let mut slot = 0;
        for group in robots.chunk_by(|(a, _), (b, _)| a == b) {
            let Some(&((solves, passes), _)) = group.first() else {
                continue;
            };
            let has_turns = !position.diagonals().is_empty();
            let turns = has_turns.then(|| Turns::new(position, passes));
            let relaxed = solves.then(|| match &turns {
                Some(turns) => RelaxedMoves::turning(position, turns),
                None => RelaxedMoves::straight(position, &puzzle.stops),
            });
            puzzle.kinds.push(Kind { turns, relaxed });
            let (first, end) = (slot, slot + group.len());
            for &(_, robot) in group {
                puzzle.start.0[slot] = robot;
                puzzle.kind_of[slot] = puzzle.kinds.len() - 1;
                puzzle.alike[slot] = (first, end);
                slot += 1;
            }
        }
        puzzle
    }

    fn kind(&self, slot: usize) -> &Kind {
        &self.kinds[self.kind_of[slot]]
    }

    /// The state after the robot of `slot` has become `robot`.
    #[inline]
    fn moved(&self, state: &State<N>, slot: usize, robot: Robot) -> State<N> {
        let State(mut robots) = *state;
        let (first, end) = self.alike[slot];
        sorted::replace(&mut robots[first..end], slot - first, robot);
        State(robots)
    }

    /// Visits the slides of the robots of the slots for which `moves` holds.
    #[inline]
    fn slides_of<B>(
        &self,
        moves: impl Fn(usize) -> bool,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let squares = state.0.iter().map(|robot| robot.square());
        let lines: Lines = squares.clone().collect();
        let occupied: Bitboard = squares.collect();
        for (slot, &robot) in state.0.iter().enumerate() {
            if !moves(slot) {
                continue;
            }
            let square = robot.square();
            let mut others = occupied;
            others.remove(square);
            for (direction, stop) in self.stops.slides(square, &lines) {
                if self.no_rebound && robot.rested() == Some(direction.opposite()) {
                    continue;
                }
                let rest = match &self.kind(slot).turns {
                    Some(turns) => turns.slide(square, direction, others),
                    None => (stop != square).then(|| Rest::straight(stop, direction)),
                };
                let Some(rest) = rest else {
                    continue;
                };
                let axes = robot.axes().and(rest.axes);
                let rested = self.no_rebound.then_some(rest.direction);
                let next = self.moved(state, slot, Robot::new(rest.square, axes, rested));
                visit(SlideFrom { square, direction }, next)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const N: usize> Puzzle for RicochetPuzzle<N> {
    type State = State<N>;
    type Move = SlideFrom;

    fn start(&self) -> State<N> {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State<N>,
        visit: impl FnMut(SlideFrom, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(|_| true, state, visit)
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    #[inline]
    fn may_bring_nearer<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Only they have a bound.
        self.slides_of(
            |slot| slot >= self.first_solver,
            state,
            |_, next| visit(next),
        )
    }

    fn is_solved(&self, state: &State<N>) -> bool {
        let mut robots = state.0.iter().enumerate();
        robots.any(|(slot, robot)| {
            robot.square() == self.target
                && robot.axes() == Axes::BOTH
                && self.kind(slot).relaxed.is_some()
        })
    }

    #[inline]
    fn lower_bound(&self, state: &State<N>) -> Option<u32> {
        let robots = state.0.iter().enumerate().skip(self.first_solver);
        robots
            .filter_map(|(slot, robot)| {
                let relaxed = self.kind(slot).relaxed.as_ref()?;
                relaxed.from(robot.square(), robot.axes())
            })
            .min()
    }

    fn runners(&self) -> Option<Vec<RunnerPuzzle>> {
        runner::runner_puzzles(&self.position)
    }

    fn name_moves(&self, position: &games::Position, played: &[SlideFrom]) -> Option<Vec<Move>> {
        position.name_slides(played)
    }
}
