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
        let [file, rank] = sides.map(|side| u8::try_from(self.below(side)).unwrap());
        Square::new(file, rank)
    }

    /// A runner of any axes where one may come that started at `home`.
    pub(super) fn runner(&mut self, home: Square) -> (Square, Axes) {
        let any = self.square([16, 16]);
        let axes = Axes::ALL[self.below(4)];
        let runner = match axes {
            Axes::NONE => home,
            Axes::HORIZONTAL => Square::new(any.column(), home.row()),
            Axes::VERTICAL => Square::new(home.column(), any.row()),
            _ => any,
        };
        (runner, axes)
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
        let runners = if self.below(3) == 0 { pieces.len() } else { 1 };
        let needs_both_axes = self.below(2) == 0;
        let stops = SlideTable::new(&board);
        let goals = std::iter::once(*goal).collect();
        let bound = Arc::new(ActiveRobotHeuristic::new(goals, &stops, needs_both_axes));
        let puzzle = |&runner: &Square| {
            // Some have slid before.
            let axes = if needs_both_axes {
                Axes::ALL[self.below(6) % 4]
            } else {
                Axes::BOTH
            };
            let helpers = pieces.iter().copied().filter(|one| *one != runner);
            ActiveRobotPuzzle::new(
                stops.clone(),
                (runner, axes),
                helpers.collect(),
                bound.clone(),
            )
        };
        let puzzles = pieces.iter().take(runners).map(puzzle).collect();
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
    /// Whether slides, each played square by square, bring a runner to a goal,
    /// with the last of them.
    pub(super) fn is_solved_by(&self, slides: &[SlideFrom]) -> bool {
        self.puzzles.iter().any(|puzzle| {
            let start = (puzzle.start(), puzzle.axes());
            self.is_solved_from(start, puzzle.blockers(), slides)
        })
    }

    /// Whether they do so from this state of a runner and its helpers.
    pub(super) fn is_solved_from(
        &self,
        (mut runner, mut axes): (Square, Axes),
        helpers: &[Square],
        slides: &[SlideFrom],
    ) -> bool {
        let mut helpers = helpers.to_vec();
        let is_home = |runner, axes| axes == Axes::BOTH && self.goals().contains(runner);
        for slide in slides {
            let mut stop = slide.square;
            while let Ok(next) = self.board.step(stop, slide.direction)
                && next != runner
                && !helpers.contains(&next)
            {
                stop = next;
            }
            let helper = helpers.iter_mut().find(|helper| **helper == slide.square);
            if is_home(runner, axes) || stop == slide.square {
                return false;
            }
            match helper {
                Some(helper) => *helper = stop,
                None if runner == slide.square => {
                    runner = stop;
                    axes = axes.union(Axes::of(slide.direction));
                }
                None => return false,
            }
        }
        is_home(runner, axes)
    }

    /// The goals, the same for all runners.
    fn goals(&self) -> Bitboard {
        let bounds = self.puzzles.iter().map(ActiveRobotPuzzle::heuristic);
        bounds
            .map(ActiveRobotHeuristic::goals)
            .next()
            .unwrap_or_default()
    }
}
