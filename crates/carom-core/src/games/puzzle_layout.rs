//! Layouts of generated puzzles.

use super::Position;
use crate::board::{Board, Square};

/// A board with the squares of its pieces and a target, which a game turns into a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleLayout {
    /// The board.
    pub board: Board,
    /// The piece that has to reach the target, then the other pieces. All squares differ.
    pub pieces: Vec<Square>,
    /// The target.
    pub target: Square,
}

/// The weights of a linear estimate of the difficulty, 0 for the easiest and 100 for the hardest of
/// the labels by authors to which it was fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreWeights {
    /// The weight of each move as it is written.
    pub moves: f64,
    /// The weight of each change from one piece to another.
    pub switches: f64,
    /// Added to the sum.
    pub constant: f64,
}

/// Lays out a puzzle under rules.
pub type LayOut = fn(&PuzzleLayout, HasRule<'_>) -> Option<Position>;

/// Lays out a random puzzle under rules, with a source of random numbers.
pub type RandomPrintedPuzzle = fn(HasRule<'_>, &mut dyn FnMut(usize) -> usize) -> Option<Position>;

/// Whether the rules include this word of a `rules` line.
pub type HasRule<'a> = &'a dyn Fn(&str) -> bool;

/// The generator of a game's puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// The number of pieces other than robots.
    pub humans: usize,
    /// The usual number of robots.
    pub robots: usize,
    /// Whether boards usually have walls.
    pub has_walls: bool,
    /// Returns the puzzle of a layout, or `None` if the layout does not fit.
    pub lay_out: LayOut,
    /// The boards of the printed game, for games that have boards of tiles.
    pub printed: Option<PrintedBoards>,
}

/// The boards of a printed game, which are made of tiles.
#[derive(Clone, Copy, Debug)]
pub struct PrintedBoards {
    /// Returns a random puzzle. The second function returns a random number below its argument.
    pub puzzle: RandomPrintedPuzzle,
    /// Returns the names of the symbols that are targets of one robot.
    pub targets: fn() -> Vec<&'static str>,
}
