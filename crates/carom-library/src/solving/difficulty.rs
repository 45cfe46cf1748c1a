//! Features of a puzzle's difficulty.

use crate::games::{Game, Position};
use crate::search::{PathFacts, Solution, path_facts};

/// Features of the difficulty of a solved puzzle for one player. They are the same for rotated,
/// mirrored and renamed copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The game.
    pub game: Game,
    /// The fewest moves, as the rules of the puzzle count them.
    pub moves: u32,
    /// The moves as they are written; more than `moves` under `grouped`.
    pub written: u32,
    /// Facts about all shortest solutions, as far as they were found.
    pub paths: PathFacts,
}

impl Difficulty {
    /// Returns the features of a position with this optimal solution. Each search is limited to
    /// `max_states` states.
    pub fn of(position: &Position, solution: &Solution, max_states: usize) -> Self {
        Self {
            game: position.game(),
            moves: solution.length,
            written: u32::try_from(solution.moves.len()).expect("fewer than 2³² moves"),
            paths: path_facts(position, solution.length, solution.slides, max_states),
        }
    }

    /// Returns the score from 0 to 100, in games that have one.
    pub fn score(&self) -> Option<u32> {
        score(self.game, self.written, self.switches()?)
    }

    /// Returns the fewest changes from one piece to another. `None` if moves have no pieces.
    pub fn switches(&self) -> Option<u32> {
        self.paths.groups.map(|groups| groups.saturating_sub(1))
    }
}

/// Returns the score from 0 to 100 of a puzzle with this number of moves as they are written, and
/// the fewest changes from one piece to another. `None` for games without a score.
pub fn score(game: Game, written: u32, switches: u32) -> Option<u32> {
    let weights = game.score_weights()?;
    let estimate = weights.moves * f64::from(written)
        + weights.switches * f64::from(switches)
        + weights.constant;
    // The logistic function keeps puzzles apart that are easier or harder than all labels.
    let score = 100.0 / (1.0 + ((50.0 - estimate) / 25.0).exp());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 100"
    )]
    Some(score.round() as u32)
}
