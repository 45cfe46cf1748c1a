//! The one table of games.

use std::fmt;

use super::{PuzzleVisitor, RunnerPuzzle, Slide, SlideFrom, lunar, ricochet, rush};
use crate::board::{Board, Square, Symmetry};

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

    /// The game with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The words that a `rules` line of this game takes.
    pub const fn rule_words(self) -> &'static [&'static str] {
        match self {
            Self::Lunar => lunar::Rule::WORDS,
            Self::Ricochet => ricochet::Rules::WORDS,
            Self::Slider | Self::Rush => &[],
        }
    }

    /// Two words of a `rules` line that cannot both hold.
    pub const fn contradicting_rules(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Lunar => Some(("exit", "stay")),
            Self::Ricochet => Some(("bounce", "direct")),
            Self::Slider | Self::Rush => None,
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

/// Something that may be taken off a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removable {
    /// The piece of this name.
    Piece(char),
    /// The block on this square.
    Block(Square),
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

    /// What keeps the puzzle from being solved, as a clause.
    pub fn what_is_missing(&self) -> String {
        match self {
            Self::Lunar(position) => position.what_is_missing(),
            Self::Ricochet(position) => position.what_is_missing(),
            Self::Rush(position) => position.what_is_missing(),
        }
    }

    /// What could go without spoiling the puzzle: every robot that no target
    /// waits for, and every block.
    pub fn removable(&self) -> Vec<Removable> {
        let pieces = match self {
            Self::Lunar(position) => position.removable(),
            Self::Ricochet(position) => position.removable(),
            Self::Rush(_) => Vec::new(),
        };
        let blocks = self.board().blocks().iter().map(Removable::Block);
        let pieces = pieces.into_iter().map(Removable::Piece);
        pieces.chain(blocks).collect()
    }

    /// The position without a piece or block; nothing where it is not there.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        match self {
            Self::Lunar(position) => position.without(removable).map(Self::Lunar),
            Self::Ricochet(position) => position.without(removable).map(Self::Ricochet),
            Self::Rush(_) => None,
        }
    }

    /// The same bytes for two positions exactly if they are the same puzzle:
    /// mirrored, turned, or with letters exchanged.
    pub fn canonical(&self) -> Vec<u8> {
        let images = Symmetry::ALL.into_iter().map(|symmetry| match self {
            Self::Lunar(position) => position.image(symmetry),
            Self::Ricochet(position) => position.image(symmetry),
            Self::Rush(position) => position.image(symmetry),
        });
        let mut canonical = images.min().unwrap_or_default();
        canonical.insert(0, self.game() as u8);
        canonical
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
