//! Layouts that a generator changes step by step until they are puzzles.

use fastrand::Rng;

use super::options::GeneratorOptions;
use super::pattern::Pattern;
use crate::board::{Board, Direction, Square};
use crate::games::{Position, PuzzleLayout};

/// The most motifs that are drawn for one board. Some fall on others, or are too large.
const MOST_MOTIFS: usize = 200;

/// The most walls without copies, in percent. In public collections, a quarter of the boards has
/// none, the median is 30 and the upper quartile 56.
const MOST_SINGLE: usize = 50;

/// A few walls that touch each other, each a square and a side.
type Motif = Vec<(Square, Direction)>;

/// The squares of pieces, walls and a target on a board without blocks.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The board without walls.
    empty: Board,
    /// The first piece has to reach the target.
    pieces: Vec<Square>,
    target: Square,
    has_fixed_target: bool,
    /// The walls without their copies.
    motifs: Vec<Motif>,
    /// Walls without copies: designed boards are seldom quite symmetric.
    single: Vec<Motif>,
    /// The copies of walls.
    pattern: Pattern,
}

impl Candidate {
    /// Creates a random layout, or returns `None` if there are too few squares.
    pub(super) fn random(options: &GeneratorOptions, random: &mut Rng) -> Option<Self> {
        let (columns, rows) = options.size;
        let pieces = options.robots + options.humans();
        if pieces == 0 || pieces >= columns * rows {
            return None;
        }
        let empty = Board::new(columns, rows).ok()?;
        let most = match (options.walls, options.walls()) {
            (Some(walls), _) => walls,
            (None, usual) => random.usize(usual - usual / 4..=usual),
        };
        // The style of other boards may have no symmetry.
        let pattern = match options.keeps_style() && options.symmetry.is_none() {
            true => Pattern::default(),
            false => Pattern::random(options.symmetry, &empty, random),
        };
        let mut candidate = Self {
            pieces: Vec::new(),
            target: Square::new(0, 0),
            has_fixed_target: options.target.is_some(),
            motifs: Vec::new(),
            single: Vec::new(),
            pattern,
            empty,
        };
        candidate.target = options.target.unwrap_or_else(|| candidate.square(random));
        match options.has_symmetric_pieces() {
            true => candidate.place_symmetric(options, random)?,
            false => {
                for _ in 0..pieces {
                    let square = candidate.free_square(random);
                    let square = candidate.copy_of_last(random).unwrap_or(square);
                    candidate.pieces.push(square);
                }
            }
        }
        let single = match options.symmetry {
            None if random.u8(0..4) > 0 => random.usize(0..=most * MOST_SINGLE / 100),
            _ => 0,
        };
        candidate.add_walls(most, single, random);
        Some(candidate)
    }

    /// Returns a free copy of the last square with a piece, or `None` for half of the pieces.
    fn copy_of_last(&self, random: &mut Rng) -> Option<Square> {
        let last = self.pieces.last().filter(|_| random.bool())?;
        let copies = self.pattern.squares(&self.empty, *last).into_iter();
        random.choice(copies.filter(|copy| !self.pieces.contains(copy)).collect::<Vec<_>>())
    }

    /// Places the pieces so that they look the same under the pattern. Returns `None` if they do
    /// not fit.
    fn place_symmetric(&mut self, options: &GeneratorOptions, random: &mut Rng) -> Option<()> {
        let orbit = |candidate: &Self, square| candidate.pattern.squares(&candidate.empty, square);
        let is_fixed = |square: &Square| orbit(self, *square).iter().all(|copy| copy == square);
        let fixed: Vec<Square> = self.empty.squares().filter(is_fixed).collect();
        if !self.has_fixed_target {
            self.target = random.choice(fixed.iter().copied())?;
        } else if !fixed.contains(&self.target) {
            return None;
        }
        for _ in 0..options.humans() {
            let mut free = fixed.clone();
            free.retain(|square| *square != self.target && !self.pieces.contains(square));
            let square = random.choice(free)?;
            self.pieces.push(square);
        }
        let all = options.humans() + options.robots;
        for _ in 0..MOST_MOTIFS {
            let mut copies = orbit(self, self.free_square(random));
            copies.sort_unstable();
            copies.dedup();
            let is_free = copies.iter().all(|copy| !self.pieces.contains(copy));
            if is_free && self.pieces.len() + copies.len() <= all {
                self.pieces.append(&mut copies);
            }
        }
        (self.pieces.len() == all).then_some(())
    }

    /// Adds motifs until the board has `most` walls, or a few less. The last ones have no copies if
    /// `single` is not 0.
    fn add_walls(&mut self, most: usize, single: usize, random: &mut Rng) {
        let (mut board, mut number) = (self.empty.clone(), 0);
        for round in 0..MOST_MOTIFS {
            if number == most {
                break;
            }
            let motif = self.motif(random);
            // Most walls of designed boards stand alone.
            let is_near = motif.iter().any(|&(square, _)| !board.walls(square).is_empty());
            if is_near && random.u8(0..4) > 0 {
                continue;
            }
            // Copies may not fit any more.
            let has_copies = single == 0 || number + single < most && round < MOST_MOTIFS / 2;
            let pattern = if has_copies { &self.pattern } else { &Pattern::default() };
            let mut with = board.clone();
            for &wall in &motif {
                pattern.add_wall(&mut with, wall);
            }
            let walls = with.all_walls().count();
            if walls > number && walls <= if has_copies { most - single } else { most } {
                (board, number) = (with, walls);
                if has_copies { &mut self.motifs } else { &mut self.single }.push(motif);
            }
        }
    }

    pub(super) const fn has_no_walls(&self) -> bool {
        self.motifs.is_empty() && self.single.is_empty()
    }

    pub(super) const fn target(&self) -> Square {
        self.target
    }

    /// Returns a layout with one piece on another square.
    pub(super) fn with_piece_moved(&self, random: &mut Rng) -> Self {
        let mut moved = self.clone();
        let square = moved.free_square(random);
        let piece = random.usize(0..moved.pieces.len());
        moved.pieces[piece] = square;
        moved
    }

    /// Returns a layout with one random change.
    pub(super) fn changed(&self, random: &mut Rng) -> Self {
        let mut changed = self.clone();
        match random.u8(0..10) {
            0..=5 => changed = self.with_piece_moved(random),
            6..=8 if !changed.motifs.is_empty() => {
                // With as many walls as before, as far as none falls on another.
                let motif = random.usize(0..changed.motifs.len());
                let walls = changed.motifs[motif].len();
                changed.motifs[motif] = self.motif(random);
                changed.motifs[motif].truncate(walls);
            }
            _ if !changed.has_fixed_target => changed.target = changed.square(random),
            _ => {}
        }
        changed
    }

    /// Returns the position, or `None` if the pieces and the target do not fit.
    pub(super) fn position(&self, options: &GeneratorOptions) -> Option<Position> {
        let has_rule = |word: &str| options.rules.iter().any(|rule| rule == word);
        let layout =
            PuzzleLayout { board: self.board(), pieces: self.pieces.clone(), target: self.target };
        options.game.lay_out(&layout, &has_rule)
    }

    fn board(&self) -> Board {
        let mut board = self.empty.clone();
        for &wall in self.motifs.iter().flatten() {
            self.pattern.add_wall(&mut board, wall);
        }
        for &(square, side) in self.single.iter().flatten() {
            board.add_wall(square, side);
        }
        board
    }

    fn square(&self, random: &mut Rng) -> Square {
        Square::new(random.u8(0..self.empty.columns()), random.u8(0..self.empty.rows()))
    }

    fn free_square(&self, random: &mut Rng) -> Square {
        loop {
            let square = self.square(random);
            if !self.pieces.contains(&square) {
                return square;
            }
        }
    }

    /// Returns a single wall, or less often a corner or a line of two walls, as designers draw them.
    fn motif(&self, random: &mut Rng) -> Motif {
        let (columns, rows) = self.pattern.part(&self.empty);
        let square = Square::new(random.u8(0..columns), random.u8(0..rows));
        let upright = if random.bool() { Direction::Right } else { Direction::Left };
        let level = if random.bool() { Direction::Up } else { Direction::Down };
        let next = |to| self.empty.beyond(square, to).unwrap_or(square);
        let mut motif = match random.u8(0..20) {
            0..=2 => vec![(square, upright), (square, level)],
            3 => vec![(square, upright), (next(Direction::Up), upright)],
            4 => vec![(square, level), (next(Direction::Right), level)],
            5..=11 => vec![(square, upright)],
            _ => vec![(square, level)],
        };
        // Not at the border.
        motif.retain(|&(square, side)| self.empty.step(square, side).is_ok());
        motif
    }
}
