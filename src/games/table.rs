//! The one table of games.

use std::fmt;

use super::{DuelVisitor, Slide, lunar, ricochet, slider};
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
    /// Of Slider.
    Slider(slider::Position),
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A named piece slides: Lunar Lockout and Ricochet Robots.
    Slide(Slide),
    /// A piece steps or its side passes: Slider.
    Slider(slider::Move),
}

impl From<slider::Move> for Move {
    fn from(played: slider::Move) -> Self {
        Self::Slider(played)
    }
}

/// Why a move is against the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// It is a move of another game.
    OtherGame(Game),
    /// In Lunar Lockout.
    Lunar(lunar::Illegal),
    /// In Ricochet Robots.
    Ricochet(ricochet::Illegal),
    /// In Slider.
    Slider(slider::Illegal),
}

impl Position {
    /// The game this is a position of.
    pub const fn game(&self) -> Game {
        match self {
            Self::Lunar(_) => Game::Lunar,
            Self::Ricochet(_) => Game::Ricochet,
            Self::Slider(_) => Game::Slider,
        }
    }

    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        match self {
            Self::Lunar(position) => position.board(),
            Self::Ricochet(position) => position.board(),
            Self::Slider(position) => position.board(),
        }
    }

    /// Whether the puzzle is solved or, of two sides, whether the game is over.
    pub fn is_solved(&self) -> bool {
        match self {
            Self::Lunar(position) => position.is_solved(),
            Self::Ricochet(position) => position.is_solved(),
            Self::Slider(position) => position.end().is_some(),
        }
    }

    /// All legal moves, always in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let slides = match self {
            Self::Lunar(position) => position.legal_moves(),
            Self::Ricochet(position) => position.legal_moves(),
            Self::Slider(position) => {
                return position
                    .legal_moves()
                    .into_iter()
                    .map(Move::Slider)
                    .collect();
            }
        };
        slides.into_iter().map(Move::Slide).collect()
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
            (Self::Slider(position), Move::Slider(played)) => position
                .play(played)
                .map(Self::Slider)
                .map_err(Illegal::Slider),
            (_, Move::Slide(_) | Move::Slider(_)) => Err(Illegal::OtherGame(self.game())),
        }
    }

    /// Hands `visitor` a position of a game for two sides as a duel to be
    /// searched; `None` of a game for one.
    pub fn visit_duel<V: DuelVisitor>(&self, visitor: V) -> Option<V::Output> {
        match self {
            Self::Slider(position) => Some(slider::visit_duel(position, visitor)),
            Self::Lunar(_) | Self::Ricochet(_) => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(slide) => slide.fmt(f),
            Self::Slider(played) => played.fmt(f),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherGame(game) => write!(f, "this is no move of {}", game.title()),
            Self::Lunar(illegal) => illegal.fmt(f),
            Self::Ricochet(illegal) => illegal.fmt(f),
            Self::Slider(illegal) => illegal.fmt(f),
        }
    }
}
