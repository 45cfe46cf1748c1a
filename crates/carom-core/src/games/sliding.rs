//! Puzzles in which one sliding piece has to stop on a target.

use super::Diagonal;
use crate::board::{Bitboard, Board};

/// A puzzle in which pieces slide and one of them, the active piece, has to stop on a target.
/// The other pieces are blockers, which are alike.
///
/// It does not say where the pieces are: a backward search looks at all their positions.
#[derive(Clone, Debug)]
pub struct SlidingPuzzle {
    /// The board with its blocks and walls.
    pub board: Board,
    /// Whether the border stops a slide. If not, a piece cannot slide off the board.
    pub border_stops: bool,
    /// The diagonals that deflect the active piece.
    pub active_diagonals: Vec<Diagonal>,
    /// The diagonals that deflect blockers.
    pub blocker_diagonals: Vec<Diagonal>,
    /// The squares where the active piece has to stop.
    pub targets: Bitboard,
    /// The index of the active piece among the pieces of the position.
    pub active: usize,
    /// Whether the active piece must have moved along both axes.
    pub needs_both_axes: bool,
    /// Whether consecutive slides of one piece count as one move.
    pub is_grouped: bool,
    /// Whether the active piece may start on a target.
    pub may_start_on_target: bool,
}
