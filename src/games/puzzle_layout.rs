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
