//! Layouts that a generator changes step by step until they are puzzles.

use fastrand::Rng;

use super::options::GeneratorOptions;
use crate::board::{Board, Direction, Square};
use crate::games::{Position, PuzzleLayout};

/// The squares of pieces, walls and a target on a board without blocks.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    columns: u8,
    rows: u8,
    /// The first piece has to reach the target.
    pieces: Vec<Square>,
    target: Square,
    /// Each wall is a square and a side, up or right.
    walls: Vec<(Square, Direction)>,
}

impl Candidate {
    /// Creates a random layout, or returns `None` if there are too few squares.
    pub(super) fn random(options: &GeneratorOptions, random: &mut Rng) -> Option<Self> {
        let (columns, rows) = options.size;
        let humans = options.game.generation()?.humans;
        let pieces = options.robots.checked_add(humans)?;
        let squares = columns.checked_mul(rows)?;
        if pieces == 0 || pieces >= squares {
            return None;
        }
        let mut candidate = Self {
            columns: u8::try_from(columns).ok()?,
            rows: u8::try_from(rows).ok()?,
            pieces: Vec::new(),
            target: Square::new(0, 0),
            walls: Vec::new(),
        };
        for _ in 0..pieces {
            let square = candidate.free_square(random);
            candidate.pieces.push(square);
        }
        candidate.target = candidate.square(random);
        let walls = match options.is_symmetric {
            true => options.walls() / 2,
            false => options.walls(),
        };
        // More walls would fall on places that have one.
        for _ in 0..walls.min(2 * squares) {
            let wall = candidate.wall(random);
            candidate.walls.push(wall);
        }
        Some(candidate)
    }

    /// Whether it has no walls.
    pub(super) const fn has_no_walls(&self) -> bool {
        self.walls.is_empty()
    }

    /// Returns the target.
    pub(super) const fn target(&self) -> Square {
        self.target
    }

    /// Returns a layout with one random change.
    pub(super) fn changed(&self, random: &mut Rng) -> Self {
        let mut changed = self.clone();
        match random.u8(0..10) {
            0..=5 => {
                let square = changed.free_square(random);
                let piece = random.usize(0..changed.pieces.len());
                changed.pieces[piece] = square;
            }
            6..=8 if !changed.walls.is_empty() => {
                let place = changed.wall(random);
                let wall = random.usize(0..changed.walls.len());
                changed.walls[wall] = place;
            }
            _ => changed.target = changed.square(random),
        }
        changed
    }

    /// Returns the position, or `None` if the pieces and the target do not fit.
    pub(super) fn position(&self, options: &GeneratorOptions) -> Option<Position> {
        let has_rule = |word: &str| options.rules.iter().any(|rule| rule == word);
        let layout = PuzzleLayout {
            board: self.board(options)?,
            pieces: self.pieces.clone(),
            target: self.target,
        };
        options.game.lay_out(&layout, &has_rule)
    }

    fn board(&self, options: &GeneratorOptions) -> Option<Board> {
        let mut board = Board::new(usize::from(self.columns), usize::from(self.rows)).ok()?;
        for &(square, direction) in &self.walls {
            board.add_wall(square, direction);
            if options.is_symmetric {
                let (column, row) = (square.column(), square.row());
                let opposite = Square::new(self.columns - 1 - column, self.rows - 1 - row);
                board.add_wall(opposite, direction.opposite());
            }
        }
        Some(board)
    }

    fn square(&self, random: &mut Rng) -> Square {
        Square::new(random.u8(0..self.columns), random.u8(0..self.rows))
    }

    fn free_square(&self, random: &mut Rng) -> Square {
        loop {
            let square = self.square(random);
            if !self.pieces.contains(&square) {
                return square;
            }
        }
    }

    /// Returns a random wall between two squares.
    fn wall(&self, random: &mut Rng) -> (Square, Direction) {
        match self.rows == 1 || self.columns > 1 && random.bool() {
            true => {
                let column = random.u8(0..self.columns.saturating_sub(1).max(1));
                (Square::new(column, random.u8(0..self.rows)), Direction::Right)
            }
            false => {
                let row = random.u8(0..self.rows.saturating_sub(1).max(1));
                (Square::new(random.u8(0..self.columns), row), Direction::Up)
            }
        }
    }
}
