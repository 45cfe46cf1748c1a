//! Requests that no board satisfies, where a search of all boards is cheap.

use itertools::Itertools;

use super::options::GeneratorOptions;
use crate::board::{Board, Direction, Square};
use crate::games::{Position, PuzzleLayout, SlidingPuzzle};
use crate::search::{BackwardSearch, CancelFlag, Watch};

/// The most states of all boards together. They take about a second.
const MOST_STATES: u64 = 20_000_000;

impl GeneratorOptions {
    /// Returns the most moves of all boards with this size and at most these robots and walls, if
    /// that is less than requested, and all of them can be searched quickly.
    pub fn exhausted(&self) -> Option<u32> {
        let least = self.moves.least?;
        let (columns, rows) = self.size;
        if self.is_printed || self.symmetry.is_some() || self.keeps_style() {
            return None;
        }
        let board = Board::new(columns, rows).ok()?;
        let places: Vec<(Square, Direction)> = board
            .squares()
            .flat_map(|square| {
                let sides = [Direction::Up, Direction::Right].into_iter();
                sides.map(move |side| (square, side))
            })
            .filter(|&(square, side)| board.step(square, side).is_ok())
            .collect();
        let humans = self.game.generation()?.humans;
        let numbers = 1.max(humans)..=humans + self.robots;
        let walls = self.walls().min(places.len());
        let mut all = 0_u64;
        for pieces in numbers.clone() {
            let position = self.first_position(&board, pieces, Square::new(0, 0))?;
            let sliding = position.sliding().ok()?;
            let boards = (0..=walls).try_fold(0, |sum: u64, number| {
                sum.checked_add(combinations(places.len(), number)?)
            });
            let states = states(&sliding, pieces - 1)?.checked_mul((columns * rows) as u64)?;
            all = all.checked_add(states.checked_mul(boards?)?)?;
        }
        if all > MOST_STATES {
            return None;
        }
        let mut deepest = 0;
        for pieces in numbers {
            let subsets = (0..=walls).flat_map(|number| places.iter().combinations(number));
            for walls in subsets {
                let mut board = board.clone();
                for &(square, side) in walls {
                    board.add_wall(square, side);
                }
                for target in board.squares() {
                    let position = self.first_position(&board, pieces, target);
                    let Some(position) = position else {
                        continue;
                    };
                    deepest = deepest.max(depth(&position.sliding().ok()?, pieces - 1)?);
                    if deepest >= least {
                        return None;
                    }
                }
            }
        }
        Some(deepest)
    }

    fn first_position(&self, board: &Board, pieces: usize, target: Square) -> Option<Position> {
        let has_rule = |word: &str| self.rules.iter().any(|rule| rule == word);
        // A human does not start on the target.
        let squares = board.squares().filter(|&square| square != target);
        let layout =
            PuzzleLayout { board: board.clone(), pieces: squares.take(pieces).collect(), target };
        self.game.lay_out(&layout, &has_rule)
    }
}

/// Returns the most moves of a start of a board.
fn depth(sliding: &SlidingPuzzle, blockers: usize) -> Option<u32> {
    let mut search = BackwardSearch::new(sliding, blockers, u64::MAX).ok()?;
    let mut deepest = 0;
    loop {
        if search.size().starts > 0 {
            deepest = search.depth();
        }
        if !search.advance(1, &CancelFlag::default(), &Watch::default()) {
            return Some(deepest);
        }
    }
}

/// Returns the number of states of a board, or `None` if there are too many.
fn states(sliding: &SlidingPuzzle, blockers: usize) -> Option<u64> {
    let squares = usize::from(sliding.board.columns()) * usize::from(sliding.board.rows());
    let axes = if sliding.needs_both_axes { 4 } else { 1 };
    combinations(squares, blockers)?.checked_mul(squares as u64 * axes)
}

/// Returns the number of sets of `size` of `count` things, or `None` if there are too many.
fn combinations(count: usize, size: usize) -> Option<u64> {
    (0..size).try_fold(1_u64, |sets, place| {
        let left = u64::try_from(count.checked_sub(place)?).ok()?;
        Some(sets.checked_mul(left)? / (place as u64 + 1))
    })
}
