//! Families of puzzles, for a census of all their positions.

use super::{Game, Position, PuzzleLayout};
use crate::board::{Board, Square};

/// The maximum number of robots of a family: the number of names.
const MOST_ROBOTS: u8 = 26;

/// The selection of families of a game. A game refuses an option that it does not support.
#[derive(Clone, Debug, Default)]
pub struct FamilyOptions {
    /// The columns and rows.
    pub size: Option<(usize, usize)>,
    /// The names of printed faces, from top left clockwise; empty for all boards.
    pub tiles: Vec<String>,
    /// A square or the name of a symbol.
    pub target: Option<String>,
    /// The fewest robots.
    pub least_robots: Option<u32>,
    /// The most robots.
    pub most_robots: Option<u32>,
}

/// Returns the families that options select.
///
/// # Errors
///
/// A message if an option does not fit the game.
pub type FindFamilies = fn(&FamilyOptions) -> Result<Vec<Family>, String>;

/// All positions of a number of robots on one board with one target.
#[derive(Clone, Debug)]
pub struct Family {
    /// The game.
    pub game: Game,
    /// The name of the board: `5x5`, or the names of printed faces.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The target. A piece that has to reach it, other than a robot, does not start there.
    pub target: Square,
    /// The number of pieces other than robots.
    pub humans: u8,
    /// The number of robots.
    pub robots: u8,
    /// A word of a `rules` line, if the rules are not the default.
    pub rule: Option<&'static str>,
    /// Whether its minimal positions are counted.
    pub counts_minimal: bool,
}

impl FamilyOptions {
    /// Returns the numbers of robots, or those from `least` to `most` without a request.
    ///
    /// # Errors
    ///
    /// A message if there are no such numbers.
    pub(super) fn robots(&self, least: u8, most: u8) -> Result<impl Iterator<Item = u8>, String> {
        let number =
            |number: Option<u32>| number.map(|number| u8::try_from(number).unwrap_or(u8::MAX));
        let is_given = self.least_robots.is_some() || self.most_robots.is_some();
        let first = number(self.least_robots).unwrap_or(if is_given { 1 } else { least });
        let last = number(self.most_robots).unwrap_or(most.max(first));
        match first >= 1 && last <= MOST_ROBOTS {
            true => Ok(first..=last),
            false => Err(format!("a family has 1 to {MOST_ROBOTS} robots")),
        }
    }
}

impl Family {
    /// Returns the family with one robot less, if the minimal positions are counted. It is needed
    /// to find them.
    pub fn smaller(&self) -> Option<Self> {
        Some(Self {
            robots: self.robots.checked_sub(1).filter(|_| self.counts_minimal)?,
            ..self.clone()
        })
    }

    /// Returns one position of the family, or `None` if the pieces do not fit.
    pub fn position(&self) -> Option<Position> {
        let blocks = self.board.blocks();
        let free = self
            .board
            .squares()
            .filter(|&square| !blocks.contains(square) && square != self.target);
        let mut pieces: Vec<Square> = free.collect();
        pieces.push(self.target);
        let number = usize::from(self.humans) + usize::from(self.robots);
        if pieces.len() < number || self.robots > MOST_ROBOTS {
            return None;
        }
        pieces.truncate(number);
        let layout = PuzzleLayout { board: self.board.clone(), pieces, target: self.target };
        self.game.lay_out(&layout, &|word| self.rule == Some(word))
    }
}
