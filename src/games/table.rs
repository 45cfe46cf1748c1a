//! The one table of games.

use std::fmt;

use super::{
    DuelVisitor, PuzzleVisitor, RunnerPuzzle, Slide, SlideFrom, lunar, ricochet, rush, slider,
};
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

    /// Whether `.` is floor and `#` a block on its boards, with walls between
    /// the squares.
    pub const fn has_floor(self) -> bool {
        !matches!(self, Self::Rush)
    }

    /// Whether two sides play against each other, so that the answer is a
    /// value and a solution is a line of play.
    pub const fn is_duel(self) -> bool {
        matches!(self, Self::Slider)
    }

    /// The glyph of the standard layout for one that may be typed instead.
    pub fn standard_glyph(self, glyph: char) -> char {
        match self {
            Self::Lunar | Self::Ricochet | Self::Slider => glyph,
            Self::Rush => rush::Tile::from_glyph(glyph).map_or(glyph, rush::Tile::glyph),
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
    /// Of X-mas Rush.
    Rush(rush::Position),
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A named piece slides: Lunar Lockout and Ricochet Robots.
    Slide(Slide),
    /// A piece steps or its side passes: Slider.
    Slider(slider::Move),
    /// A push and a walk: X-mas Rush.
    Turn(rush::Turn),
}

impl From<slider::Move> for Move {
    fn from(played: slider::Move) -> Self {
        Self::Slider(played)
    }
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
    /// It is a move of another game.
    OtherGame(Game),
    /// In Lunar Lockout.
    Lunar(lunar::Illegal),
    /// In Ricochet Robots.
    Ricochet(ricochet::Illegal),
    /// In Slider.
    Slider(slider::Illegal),
    /// In X-mas Rush.
    Rush(rush::Illegal),
}

impl Position {
    /// The game this is a position of.
    pub const fn game(&self) -> Game {
        match self {
            Self::Lunar(_) => Game::Lunar,
            Self::Ricochet(_) => Game::Ricochet,
            Self::Slider(_) => Game::Slider,
            Self::Rush(_) => Game::Rush,
        }
    }

    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        match self {
            Self::Lunar(position) => position.board(),
            Self::Ricochet(position) => position.board(),
            Self::Slider(position) => position.board(),
            Self::Rush(position) => position.board(),
        }
    }

    /// Whether the puzzle is solved or, of two sides, whether the game is over.
    pub fn is_solved(&self) -> bool {
        match self {
            Self::Lunar(position) => position.is_solved(),
            Self::Ricochet(position) => position.is_solved(),
            Self::Slider(position) => position.end().is_some(),
            Self::Rush(position) => position.is_solved(),
        }
    }

    /// What keeps the puzzle from being solved, as a clause.
    pub fn what_is_missing(&self) -> String {
        match self {
            Self::Lunar(position) => position.what_is_missing(),
            Self::Ricochet(position) => position.what_is_missing(),
            // A line of play may break off anywhere.
            Self::Slider(_) => String::new(),
            Self::Rush(position) => position.what_is_missing(),
        }
    }

    /// What could go without spoiling the puzzle: every robot that no target
    /// waits for, and every block.
    pub fn removable(&self) -> Vec<Removable> {
        let pieces = match self {
            Self::Lunar(position) => position.removable(),
            Self::Ricochet(position) => position.removable(),
            Self::Slider(_) | Self::Rush(_) => return Vec::new(),
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
            Self::Slider(_) | Self::Rush(_) => None,
        }
    }

    /// The same bytes for two positions exactly if they are the same puzzle:
    /// mirrored, turned, or with letters exchanged.
    pub fn canonical(&self) -> Vec<u8> {
        let images = Symmetry::ALL.into_iter();
        let mut canonical = match self {
            Self::Lunar(position) => images.map(|symmetry| position.image(symmetry)).min(),
            Self::Ricochet(position) => images.map(|symmetry| position.image(symmetry)).min(),
            Self::Slider(position) => Some(position.canonical()),
            Self::Rush(position) => images.map(|symmetry| position.image(symmetry)).min(),
        }
        .unwrap_or_default();
        canonical.insert(0, self.game() as u8);
        canonical
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
            Self::Rush(position) => {
                return position.legal_moves().into_iter().map(Move::Turn).collect();
            }
        };
        slides.into_iter().map(Move::Slide).collect()
    }

    /// Of a game for two sides, the number of legal moves of each side on this
    /// board, whoever is to move; none of a game for one.
    pub fn mobility(&self) -> Vec<(char, u32)> {
        match self {
            Self::Slider(position) => [slider::Side::H, slider::Side::V]
                .map(|side| (side.glyph(), position.mobility(side).total()))
                .to_vec(),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Rush(_) => Vec::new(),
        }
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
                Self::Slider(_) | Self::Rush(_) => None,
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

    /// Hands `visitor` a position of a game for one as a puzzle to be
    /// searched; `None` of a game for two sides.
    pub fn visit_puzzle<V: PuzzleVisitor>(&self, visitor: V) -> Option<V::Output> {
        match self {
            Self::Lunar(position) => Some(lunar::visit_puzzle(position, visitor)),
            Self::Ricochet(position) => Some(ricochet::visit_puzzle(position, visitor)),
            Self::Rush(position) => Some(rush::visit_puzzle(position, visitor)),
            Self::Slider(_) => None,
        }
    }

    /// The position as a choice of puzzles in which one piece runs and the
    /// others help, one of which has to be solved; `None` where it is no such.
    pub fn runner_puzzles(&self) -> Option<Vec<RunnerPuzzle>> {
        match self {
            Self::Lunar(_) | Self::Slider(_) | Self::Rush(_) => None,
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
            (Self::Slider(position), Move::Slider(played)) => position
                .play(played)
                .map(Self::Slider)
                .map_err(Illegal::Slider),
            (Self::Rush(position), Move::Turn(turn)) => {
                position.play(turn).map(Self::Rush).map_err(Illegal::Rush)
            }
            (_, Move::Slide(_) | Move::Slider(_) | Move::Turn(_)) => {
                Err(Illegal::OtherGame(self.game()))
            }
        }
    }

    /// Hands `visitor` a position of a game for two sides as a duel to be
    /// searched; `None` of a game for one.
    pub fn visit_duel<V: DuelVisitor>(&self, visitor: V) -> Option<V::Output> {
        match self {
            Self::Slider(position) => Some(slider::visit_duel(position, visitor)),
            Self::Lunar(_) | Self::Ricochet(_) | Self::Rush(_) => None,
        }
    }
}

impl Move {
    /// The name of the piece that moves, where moves name pieces.
    pub const fn piece(self) -> Option<char> {
        match self {
            Self::Slide(slide) => Some(slide.piece),
            Self::Slider(_) | Self::Turn(_) => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(slide) => slide.fmt(f),
            Self::Slider(played) => played.fmt(f),
            Self::Turn(turn) => turn.fmt(f),
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
            Self::Rush(illegal) => illegal.fmt(f),
        }
    }
}
