//! How moves are counted.

use super::{Move, Mover, Position};
use crate::board::Square;

/// The word of a `rules` line for moves in groups, and its meaning.
pub(super) const GROUPED: (&str, &str) =
    ("grouped", "Consecutive slides of one piece count as one move.");

/// How moves are counted: each as one, or under `rules: grouped` consecutive slides of one
/// piece as one. In groups, the piece that moved last is a part of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grouping {
    /// Each move counts as one.
    #[default]
    Single,
    /// Consecutive slides of one piece count as one move.
    Grouped {
        /// The square of the piece that moved last, or `None` if no piece has moved yet or it
        /// has left the board.
        last_moved: Option<Square>,
    },
}

impl Grouping {
    /// Returns the counting at the start of a puzzle.
    pub(super) const fn new(is_grouped: bool) -> Self {
        match is_grouped {
            true => Self::Grouped { last_moved: None },
            false => Self::Single,
        }
    }

    /// Whether consecutive slides of one piece count as one move.
    pub const fn is_grouped(self) -> bool {
        matches!(self, Self::Grouped { .. })
    }

    /// Returns the square of the piece that moved last, where moves are grouped and it is still on
    /// the board.
    pub const fn last_moved(self) -> Option<Square> {
        match self {
            Self::Single => None,
            Self::Grouped { last_moved } => last_moved,
        }
    }

    /// Notes that the piece on this square has moved, or that it has left the board.
    pub(super) const fn set_last_moved(&mut self, square: Option<Square>) {
        if let Self::Grouped { last_moved } = self {
            *last_moved = square;
        }
    }
}

impl Position {
    /// Returns the number of moves that `played` counts as from here: the number of groups under
    /// `rules: grouped`. An illegal move and those after it count as one each.
    pub fn count_moves(&self, played: &[Move]) -> u32 {
        let number =
            |moves: &[Move]| u32::try_from(moves.len()).expect("a line has fewer than 2³² moves");
        if !self.grouping().is_grouped() {
            return number(played);
        }
        let mut position = self.clone();
        let mut count = 0;
        let mut rest = played;
        while let Some((&first, after)) = rest.split_first() {
            count += u32::from(position.starts_group(first));
            rest = after;
            if position.advance(first).is_err() {
                break;
            }
        }
        count + number(rest)
    }

    /// Whether a move counts: not if it continues the group of the move before it.
    fn starts_group(&self, played: Move) -> bool {
        let Move::Slide(slide) = played else {
            return true;
        };
        let square = match slide.piece {
            Mover::Named(name) => self.piece(name).map(|piece| piece.square),
            Mover::At(square) => Some(square),
        };
        square.is_none() || square != self.grouping().last_moved()
    }
}
