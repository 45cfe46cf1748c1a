//! Layouts that a generator makes.

use crate::board::{Board, Square};

/// A board with the squares of its pieces and a target, from which a game makes a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleLayout {
    /// The board.
    pub board: Board,
    /// The piece that has to reach the target, and then the others. All squares differ.
    pub pieces: Vec<Square>,
    /// The target.
    pub target: Square,
}

/// A score of difficulty from 0 to 100: a sum of features, fitted to labels that authors gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreWeights {
    /// For each move, as it is written.
    pub moves: f64,
    /// For each piece that moves.
    pub pieces: f64,
    /// For each change from one piece to another.
    pub switches: f64,
    /// Added to the sum.
    pub constant: f64,
}

/// How a game's puzzles are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// The pieces that are no robots.
    pub humans: usize,
    /// The usual number of robots.
    pub robots: usize,
    /// The usual number of squares for each wall, or `None` if boards usually have no walls.
    pub squares_per_wall: Option<usize>,
}
