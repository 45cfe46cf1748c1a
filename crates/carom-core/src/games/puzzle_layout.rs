//! Layouts of generated puzzles.

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

/// The options for generating puzzles of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// The number of pieces other than robots.
    pub humans: usize,
    /// The usual number of robots.
    pub robots: usize,
    /// The usual number of squares for each wall, or `None` if boards usually have no walls.
    pub squares_per_wall: Option<usize>,
}
