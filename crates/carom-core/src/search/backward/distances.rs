//! The depth of every state, and the only solution of a start.

use super::Start;
use super::combinations::Combinations;
use super::origins::SquareNumbers;
use crate::board::{Axes, Bitboard, Board, Direction, Obstacle, Square};
use crate::games::{SlideFrom, SlidingPuzzle};

/// The depth of a state without a known solution.
const UNKNOWN: u8 = u8::MAX;

/// The depths of the states of a board without diagonals, where each slide is a move.
pub(super) struct Distances {
    board: Board,
    border_stops: bool,
    numbers: SquareNumbers,
    combinations: Combinations,
    axes: usize,
    /// By the set of blockers, the axes of the active piece and its square.
    depths: Vec<u8>,
}

/// A state on the way to the solution.
#[derive(Clone)]
struct State {
    active: Square,
    axes: Axes,
    blockers: Vec<Square>,
}

impl Distances {
    /// Returns the bytes of a table, or `None` if no machine has so many.
    pub(super) fn bytes(sliding: &SlidingPuzzle, blockers: usize) -> Option<u64> {
        let squares = SquareNumbers::new(&sliding.board).len();
        let axes = if sliding.needs_both_axes { 4 } else { 1 };
        Combinations::new(squares, blockers)?.len().checked_mul(axes * squares as u64)
    }

    /// Creates a table without known solutions.
    pub(super) fn new(sliding: &SlidingPuzzle, blockers: usize) -> Option<Self> {
        let numbers = SquareNumbers::new(&sliding.board);
        let combinations = Combinations::new(numbers.len(), blockers)?;
        let axes = if sliding.needs_both_axes { 4 } else { 1 };
        let sets = usize::try_from(combinations.len()).ok()?;
        let len = sets.checked_mul(axes)?.checked_mul(numbers.len())?;
        Some(Self {
            board: sliding.board.clone(),
            border_stops: sliding.border_stops,
            numbers,
            combinations,
            axes,
            depths: vec![UNKNOWN; len],
        })
    }

    /// Notes the depth of a state: the number of its set of blockers, the axes and the square of
    /// the active piece.
    pub(super) fn set(&mut self, rank: usize, axes: usize, active: u8, depth: u32) {
        let index = (rank * self.axes + axes) * self.numbers.len() + usize::from(active);
        // Greater depths do not fit, and stay unknown.
        self.depths[index] = u8::try_from(depth).unwrap_or(UNKNOWN);
    }

    fn depth(&self, state: &State) -> Option<u8> {
        let number = |square| self.numbers.number(square).expect("a piece stands on no block");
        let mut members: Vec<u8> = state.blockers.iter().map(|&square| number(square)).collect();
        members.sort_unstable();
        let rank = usize::try_from(self.combinations.rank(&members))
            .expect("less than the number of depths");
        let axes = if self.axes == 1 { 0 } else { state.axes.index() };
        let active = usize::from(number(state.active));
        let index = (rank * self.axes + axes) * self.numbers.len() + active;
        Some(self.depths[index]).filter(|&depth| depth != UNKNOWN)
    }

    /// Returns the optimal solution of a start of a known depth, if it is the only one.
    pub(super) fn only_solution(&self, start: &Start) -> Option<Vec<SlideFrom>> {
        let mut state =
            State { active: start.active, axes: Axes::NONE, blockers: start.blockers.clone() };
        let mut slides = Vec::new();
        for depth in (0..self.depth(&state)?).rev() {
            let mut nearer = self.successors(&state);
            nearer.retain(|(_, next)| self.depth(next) == Some(depth));
            let (slide, next) = nearer.pop().filter(|_| nearer.is_empty())?;
            slides.push(slide);
            state = next;
        }
        Some(slides)
    }

    fn successors(&self, state: &State) -> Vec<(SlideFrom, State)> {
        let mut occupied: Bitboard = state.blockers.iter().copied().collect();
        occupied.insert(state.active);
        let mut successors = Vec::with_capacity(16);
        for direction in Direction::ALL {
            let mut add = |square: Square, moved: &dyn Fn(&mut State, Square)| {
                if let Some(stop) = self.slide(square, direction, occupied) {
                    let mut next = state.clone();
                    moved(&mut next, stop);
                    successors.push((SlideFrom { square, direction }, next));
                }
            };
            add(state.active, &|next, stop| {
                next.active = stop;
                next.axes = next.axes.union(Axes::of(direction));
            });
            for (place, &square) in state.blockers.iter().enumerate() {
                add(square, &|next, stop| next.blockers[place] = stop);
            }
        }
        successors
    }

    /// Returns the square where a slide ends, or `None` if it is not legal.
    fn slide(&self, from: Square, direction: Direction, occupied: Bitboard) -> Option<Square> {
        let mut at = from;
        loop {
            match self.board.step(at, direction) {
                Ok(next) if !occupied.contains(next) => at = next,
                Err(Obstacle::Border) if !self.border_stops => return None,
                Ok(_) | Err(_) => return (at != from).then_some(at),
            }
        }
    }
}
