//! The spans of the parts of a puzzle in a text of a foreign format.

use crate::board::{Direction, Square};
use crate::syntax::Key;
use crate::text::Span;

/// The spans of the parts of a puzzle in the text that it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The span for diagnostics about the whole puzzle.
    pub head: Span,
    /// The values of keys.
    pub keys: Vec<(Key, Span)>,
    /// The keys whose values are numbers that are written there digit by digit.
    pub numbers: Vec<Key>,
    /// The moves of the solution, if each has a span.
    pub moves: Vec<Span>,
    /// The squares that are drawn or listed. Of several spans of a square, the first counts.
    pub squares: Vec<(Square, Span)>,
    /// The walls that are drawn or listed, each as a square and its side. Of several spans of a
    /// wall, the first counts.
    pub walls: Vec<(Square, Direction, Span)>,
}
