//! The one table of games.

use std::fmt;

use super::{PuzzleVisitor, RunnerPuzzle, Slide, SlideFrom, lunar, ricochet, rush};
use crate::board::Board;

/// A game of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// Lunar Lockout.
    Lunar,
    /// Ricochet Robots.
    Ricochet,
    /// Slider.
    Slider,
    /// X-mas Rush.
    Rush,
}

impl Game {
    /// All games, in the order of the format's description.
    pub const ALL: [Self; 4] = [Self::Lunar, Self::Ricochet, Self::Slider, Self::Rush];

    /// The word after `puzzle`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lunar => "lunar",
            Self::Ricochet => "ricochet",
            Self::Slider => "slider",
            Self::Rush => "rush",
        }
    }

    /// The name on the box.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lunar => "Lunar Lockout",
            Self::Ricochet => "Ricochet Robots",
            Self::Slider => "Slider",
            Self::Rush => "X-mas Rush",
        }
    }
}

/// A legal position of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Of Lunar Lockout.
    Lunar(lunar::Position),
    /// Of Ricochet Robots.
    Ricochet(ricochet::Position),
    /// Of X-mas Rush.
    Rush(rush::Position),
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A named piece slides: Lunar Lockout and Ricochet Robots.
    Slide(Slide),
    /// A push and a walk: X-mas Rush.
    Turn(rush::Turn),
}

/// Why a move is against the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// In Lunar Lockout.
    Lunar(lunar::Illegal),
    /// In Ricochet Robots.
    Ricochet(ricochet::Illegal),
    /// In X-mas Rush.
    Rush(rush::Illegal),
    /// A move of another game.
    OtherGame,
}

impl Position {
    /// The game this is a position of.
    pub const fn game(&self) -> Game {
        match self {
            Self::Lunar(_) => Game::Lunar,
            Self::Ricochet(_) => Game::Ricochet,
            Self::Rush(_) => Game::Rush,
        }
    }

    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        match self {
            Self::Lunar(position) => position.board(),
            Self::Ricochet(position) => position.board(),
            Self::Rush(position) => position.board(),
        }
    }

    /// Whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        match self {
            Self::Lunar(position) => position.is_solved(),
            Self::Ricochet(position) => position.is_solved(),
            Self::Rush(position) => position.is_solved(),
        }
    }

    /// All legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let slides = match self {
            Self::Lunar(position) => position.legal_moves(),
            Self::Ricochet(position) => position.legal_moves(),
            Self::Rush(position) => {
                return position.legal_moves().into_iter().map(Move::Turn).collect();
            }
        };
        slides.into_iter().map(Move::Slide).collect()
    }

    /// The pieces that stand where `slides` set off, sliding one after the
    /// other.
    pub fn name_slides(&self, slides: &[SlideFrom]) -> Option<Vec<Move>> {
        let mut position = self.clone();
        let mut moves = Vec::new();
        for slide in slides {
            let piece = match &position {
                Self::Lunar(position) => position.piece_on(slide.square),
                Self::Ricochet(position) => position.robot_on(slide.square),
                Self::Rush(_) => None,
            }?;
            let named = Move::Slide(Slide {
                piece: piece.name,
                direction: slide.direction,
            });
            position = position.play(named).ok()?;
            moves.push(named);
        }
        Some(moves)
    }

    /// Hands `visitor` the position as a puzzle to be searched.
    pub fn visit_puzzle<V: PuzzleVisitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::Lunar(position) => lunar::visit_puzzle(position, visitor),
            Self::Ricochet(position) => ricochet::visit_puzzle(position, visitor),
            Self::Rush(position) => rush::visit_puzzle(position, visitor),
        }
    }

    /// The position as a choice of puzzles in which one piece runs and the
    /// others help, one of which has to be solved; `None` where it is no such.
    pub fn runner_puzzles(&self) -> Option<Vec<RunnerPuzzle>> {
        match self {
            Self::Lunar(_) | Self::Rush(_) => None,
            Self::Ricochet(position) => ricochet::runner_puzzles(position),
        }
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// Why the move is [`Illegal`].
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        match (self, played) {
            (Self::Lunar(position), Move::Slide(slide)) => position
                .play(slide)
                .map(Self::Lunar)
                .map_err(Illegal::Lunar),
            (Self::Ricochet(position), Move::Slide(slide)) => position
                .play(slide)
                .map(Self::Ricochet)
                .map_err(Illegal::Ricochet),
            (Self::Rush(position), Move::Turn(turn)) => {
                position.play(turn).map(Self::Rush).map_err(Illegal::Rush)
            }
            (Self::Lunar(_) | Self::Ricochet(_), Move::Turn(_))
            | (Self::Rush(_), Move::Slide(_)) => Err(Illegal::OtherGame),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(slide) => slide.fmt(f),
            Self::Turn(turn) => turn.fmt(f),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lunar(illegal) => illegal.fmt(f),
            Self::Ricochet(illegal) => illegal.fmt(f),
            Self::Rush(illegal) => illegal.fmt(f),
            Self::OtherGame => f.write_str("the move belongs to another game"),
        }
    }
}
