//! The options of a generator.

use crate::analysis::{MovesRange, usual_sizes};
use crate::games::Game;
use crate::solving::Goal;

/// The options of a generator: the properties of its puzzles.
#[derive(Clone, Debug)]
pub struct GeneratorOptions {
    /// A game whose puzzles can be generated.
    pub game: Game,
    /// The words of a `rules` line.
    pub rules: Vec<String>,
    /// The columns and rows.
    pub size: (usize, usize),
    /// The most robots.
    pub robots: usize,
    /// The most walls, or `None` for the usual number on a board of this size.
    pub walls: Option<usize>,
    /// The moves of the shortest solution.
    pub moves: MovesRange,
    /// Whether there is one optimal solution only.
    pub is_unique: bool,
    /// Whether the walls look the same after half a turn. Then none is removed.
    pub is_symmetric: bool,
    /// Whether the boards are those of the printed game. Then nothing is removed.
    pub is_printed: bool,
    /// What the choice among several puzzles favours.
    pub goal: Option<Goal>,
    /// The seed of all random choices.
    pub seed: u64,
}

impl GeneratorOptions {
    /// Returns the usual options of a game, or `None` if its puzzles cannot be generated.
    pub fn new(game: Game, seed: u64) -> Option<Self> {
        let usual = game.generation()?;
        let side = usual_sizes(game).first().copied()?;
        Some(Self {
            game,
            rules: Vec::new(),
            size: (side, side),
            robots: usual.robots,
            walls: None,
            moves: MovesRange {
                least: None,
                most: None,
            },
            is_unique: false,
            is_symmetric: false,
            is_printed: false,
            goal: None,
            seed,
        })
    }

    /// Returns the most walls.
    pub fn walls(&self) -> usize {
        let (columns, rows) = self.size;
        let usual = self.game.generation();
        let squares_per_wall = usual.and_then(|usual| usual.squares_per_wall);
        self.walls
            .unwrap_or(squares_per_wall.map_or(0, |squares| columns * rows / squares))
    }
}
