//! The properties that generated puzzles have.

use crate::analysis::MovesRange;
use crate::games::Game;

/// The properties that generated puzzles have.
#[derive(Clone, Debug)]
pub(crate) struct GeneratorOptions {
    /// A game whose puzzles can be generated.
    pub(crate) game: Game,
    /// The words of a `rules` line.
    pub(crate) rules: Vec<String>,
    /// The columns and rows.
    pub(crate) size: (usize, usize),
    /// The most robots.
    pub(crate) robots: usize,
    /// The most walls.
    pub(crate) walls: usize,
    /// The moves of the shortest solution.
    pub(crate) moves: MovesRange,
    /// Whether there is one optimal solution only.
    pub(crate) is_unique: bool,
    /// Whether the walls look the same after half a turn. Then none is removed.
    pub(crate) is_symmetric: bool,
    /// The seed of all random choices.
    pub(crate) seed: u64,
}
