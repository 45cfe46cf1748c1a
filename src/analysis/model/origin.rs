//! Where the parts of a puzzle stand in a text of another format.

use crate::board::{Direction, Square};
use crate::syntax::Key;
use crate::text::Span;

/// Where the parts of a puzzle stand in the text that it comes from, from the
/// start of that text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Where reports about the puzzle as a whole go.
    pub head: Span,
    /// The values of keys.
    pub keys: Vec<(Key, Span)>,
    /// Those of them whose values are numbers that stand there digit by digit.
    pub numbers: Vec<Key>,
    /// The moves of the solution, if each has a place of its own.
    pub moves: Vec<Span>,
    /// The squares that are drawn or listed; of several places of a square the
    /// first counts.
    pub squares: Vec<(Square, Span)>,
    /// The walls that are drawn or listed, each by a square and its side; of
    /// several places of a wall the first counts.
    pub walls: Vec<(Square, Direction, Span)>,
}
