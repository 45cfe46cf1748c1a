//! The options of a generator.

use fastrand::Rng;

use super::puzzle::{POSITIONS, optimum};
use crate::analysis::{MovesRange, setup_of, usual_sizes};
use crate::games::{Game, Position};
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
    /// Whether no wall is removed.
    pub keeps_walls: bool,
    /// Whether the boards are those of the printed game. Then nothing is removed.
    pub is_printed: bool,
    /// What the choice among several puzzles favours.
    pub goal: Option<Goal>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The styles of other puzzles. Each new puzzle has one of them, if there are any.
    styles: Vec<Style>,
}

/// What a generated puzzle takes over from another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style {
    rules: Vec<String>,
    size: (usize, usize),
    robots: usize,
    walls: Option<usize>,
    is_printed: bool,
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
            moves: MovesRange { least: None, most: None },
            is_unique: false,
            is_symmetric: false,
            keeps_walls: false,
            is_printed: false,
            goal: None,
            seed,
            styles: Vec::new(),
        })
    }

    /// Keeps the style of these puzzles of the same game: each new puzzle has the rules, the size,
    /// the number of pieces and the number of walls of one of them, and their numbers of moves.
    pub fn keep_style(&mut self, positions: &[Position]) {
        let mut moves: Vec<u32> = Vec::new();
        for position in positions {
            let board = position.board();
            let size = (usize::from(board.columns()), usize::from(board.rows()));
            let humans = self.game.generation().map_or(0, |usual| usual.humans);
            let rules = setup_of(position).rules().into_iter();
            self.styles.push(Style {
                rules: rules.map(str::to_owned).collect(),
                size,
                robots: position.pieces().len().saturating_sub(humans).max(1),
                walls: Some(board.all_walls().count()),
                is_printed: self.game.has_tiles() && size == (16, 16) && board.blocks().len() == 4,
            });
            let mut left = POSITIONS;
            moves.extend(Some(optimum(position, &mut left)).filter(|&moves| moves > 0));
        }
        self.moves =
            MovesRange { least: moves.iter().min().copied(), most: moves.iter().max().copied() };
    }

    /// Whether the style of other puzzles is kept.
    pub(super) const fn keeps_style(&self) -> bool {
        !self.styles.is_empty()
    }

    /// Returns the style of the puzzles if it is the same for all.
    pub(super) fn style(&self) -> Style {
        Style {
            rules: self.rules.clone(),
            size: self.size,
            robots: self.robots,
            walls: self.walls,
            is_printed: self.is_printed,
        }
    }

    /// Returns the options of a puzzle in a random style of those that are kept.
    pub(super) fn in_style(&self, random: &mut Rng) -> Self {
        let Some(style) = random.choice(&self.styles) else {
            return self.clone();
        };
        let Style { rules, size, robots, walls, is_printed } = style.clone();
        Self { rules, size, robots, walls, is_printed, keeps_walls: true, ..self.clone() }
    }

    /// Returns the most walls.
    pub fn walls(&self) -> usize {
        let (columns, rows) = self.size;
        let usual = self.game.generation();
        let squares_per_wall = usual.and_then(|usual| usual.squares_per_wall);
        self.walls.unwrap_or(squares_per_wall.map_or(0, |squares| columns * rows / squares))
    }
}
