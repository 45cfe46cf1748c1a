//! Random boards for the tests of searches.

use std::sync::Arc;

use crate::board::{Axes, Bitboard, Board, Direction, SlideTable, Square};
use crate::games::{ActiveRobotHeuristic, ActiveRobotPuzzle, SlideFrom};

/// `SplitMix64`, of Steele, Lea and Flood (2014).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    pub(super) fn square(&mut self, sides: [usize; 2]) -> Square {
        let [column, row] = sides.map(|side| u8::try_from(self.below(side)).unwrap());
        Square::new(column, row)
    }

    /// An active robot of any axes where one may come that started at `start`.
    pub(super) fn active(&mut self, start: Square) -> (Square, Axes) {
        let any = self.square([16, 16]);
        let axes = Axes::ALL[self.below(4)];
        let active = match axes {
            Axes::NONE => start,
            Axes::HORIZONTAL => Square::new(any.column(), start.row()),
            Axes::VERTICAL => Square::new(start.column(), any.row()),
            _ => any,
        };
        (active, axes)
    }

    /// A board with so many pieces, one of which has to reach the goal, or any;
    /// or `None` where it came out too full, or solved.
    pub(super) fn sample(&mut self, max_side: usize, pieces: usize) -> Option<Sample> {
        let sides = [(); 2].map(|()| 2 + self.below(max_side - 1));
        let mut board = Board::new(sides[0], sides[1]).unwrap();
        let area = sides[0] * sides[1];
        for _ in 0..[0, area / 16, area / 8][self.below(3)] {
            board.add_block(self.square(sides));
        }
        for _ in 0..[0, area / 12, area / 5][self.below(3)] {
            let square = self.square(sides);
            board.add_wall(square, [Direction::Right, Direction::Up][self.below(2)]);
        }
        let mut squares = Vec::new();
        for _ in 0..20 * (pieces + 1) {
            let square = self.square(sides);
            if !squares.contains(&square) && !board.blocks().contains(square) {
                squares.push(square);
            }
        }
        let (goal, pieces) = squares.get(..=pieces)?.split_first()?;
        let states = if self.below(3) == 0 { pieces.len() } else { 1 };
        let needs_both_axes = self.below(2) == 0;
        let stops = SlideTable::new(&board);
        let goals = std::iter::once(*goal).collect();
        let bound = Arc::new(ActiveRobotHeuristic::new(goals, &stops, needs_both_axes));
        let puzzle = |&active: &Square| {
            // Some have slid before.
            let axes = if needs_both_axes { Axes::ALL[self.below(6) % 4] } else { Axes::BOTH };
            let blockers = pieces.iter().copied().filter(|one| *one != active);
            ActiveRobotPuzzle::new(stops.clone(), (active, axes), blockers.collect(), bound.clone())
        };
        let puzzles = pieces.iter().take(states).map(puzzle).collect();
        Some(Sample { board, puzzles })
    }
}

/// A board, and a puzzle for each piece that may reach the goal.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) puzzles: Vec<ActiveRobotPuzzle>,
}

impl Sample {
    /// Whether slides, each played square by square, bring an active robot to a goal,
    /// with the last of them.
    pub(super) fn is_solved_by(&self, slides: &[SlideFrom]) -> bool {
        self.puzzles.iter().any(|puzzle| {
            let start = (puzzle.start(), puzzle.axes());
            self.is_solved_from(start, puzzle.blockers(), slides)
        })
    }

    /// Whether they do so from this state of an active robot and its blockers.
    pub(super) fn is_solved_from(
        &self,
        (mut active, mut axes): (Square, Axes),
        blockers: &[Square],
        slides: &[SlideFrom],
    ) -> bool {
        let mut blockers = blockers.to_vec();
        let at_goal = |active, axes| axes == Axes::BOTH && self.goals().contains(active);
        for slide in slides {
            let mut stop = slide.square;
            while let Ok(next) = self.board.step(stop, slide.direction)
                && next != active
                && !blockers.contains(&next)
            {
                stop = next;
            }
            let blocker = blockers.iter_mut().find(|blocker| **blocker == slide.square);
            if at_goal(active, axes) || stop == slide.square {
                return false;
            }
            match blocker {
                Some(blocker) => *blocker = stop,
                None if active == slide.square => {
                    active = stop;
                    axes = axes.union(Axes::of(slide.direction));
                }
                None => return false,
            }
        }
        at_goal(active, axes)
    }

    /// The goals, the same for all active robots.
    fn goals(&self) -> Bitboard {
        let bounds = self.puzzles.iter().map(ActiveRobotPuzzle::heuristic);
        bounds.map(ActiveRobotHeuristic::goals).next().unwrap_or_default()
    }
}
