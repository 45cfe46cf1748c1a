//! A legal Lunar Lockout position and the moves from it.

use std::fmt;
use std::sync::Arc;

use super::reach::{AnyBoard, relaxed_distances};
use crate::board::{Bitboard, Board, Direction, Obstacle, Square};
use crate::games::{Grouping, Mover, Obstruction, Piece, Removable, Slide};
use crate::words::join_list;

/// The rule for a human that stops on a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// It leaves the board. The puzzle is solved when no human remains. A human that starts on a
    /// target leaves before the first move.
    #[default]
    Exit,
    /// It stays as an obstacle. The puzzle is solved when every human is on a target.
    Stay,
}

/// Whether `name` names a human: `@` or `1` to `9`.
pub const fn is_human(name: char) -> bool {
    matches!(name, '@' | '1'..='9')
}

/// Whether `name` names a robot: `A` to `Z`, or `0` for one without a name.
pub const fn is_robot(name: char) -> bool {
    name.is_ascii_uppercase() || name == Piece::NAMELESS
}

impl Rule {
    /// Returns the rule of these words of a `rules` line, and whether moves are grouped.
    pub fn of_words(has_rule: &dyn Fn(&str) -> bool) -> (Self, bool) {
        let rule = match has_rule("stay") {
            true => Self::Stay,
            false => Self::Exit,
        };
        (rule, has_rule("grouped"))
    }
}

/// A legal position. Cheap to clone: the board is shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Arc<Board>,
    rule: Rule,
    targets: Bitboard,
    pieces: Vec<Piece>,
    grouping: Grouping,
    /// The humans that have left the board, each on the target where it left.
    departed: Vec<Piece>,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// There is no such piece.
    NoSuchPiece(Mover),
    /// The move gives the square of a piece that has a name.
    HasName(Piece),
    /// The human has already left the board.
    Departed(char),
    /// An obstacle is next to the piece.
    Blocked(Slide, Obstruction),
    /// There is no obstacle in that direction.
    NothingStops(Slide),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPiece(Mover::Named(name)) => {
                write!(f, "there is no piece {name} on this board")
            }
            Self::NoSuchPiece(Mover::On(square)) => {
                write!(f, "there is no robot on {square} at this point")
            }
            Self::HasName(Piece { name, square }) => {
                write!(
                    f,
                    "the piece on {square} is named {name}, which a move must use"
                )
            }
            Self::Departed(piece) => write!(f, "{piece} has already left the board"),
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{} cannot slide {direction}: {by}", piece.in_words())
            }
            Self::NothingStops(Slide { piece, direction }) => {
                let piece = piece.in_words();
                write!(f, "{piece} cannot slide {direction}: nothing stops it")
            }
        }
    }
}

impl Position {
    pub(super) fn new(
        board: Board,
        (rule, is_grouped): (Rule, bool),
        targets: Bitboard,
        pieces: Vec<Piece>,
    ) -> Self {
        let mut position = Self {
            board: Arc::new(board),
            rule,
            targets,
            pieces,
            grouping: Grouping::new(is_grouped),
            departed: Vec::new(),
        };
        position.let_humans_depart();
        position
    }

    /// Returns the board with its blocks and walls.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rule for humans on targets.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns how moves are counted.
    pub const fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// Returns the targets of the humans.
    pub const fn targets(&self) -> Bitboard {
        self.targets
    }

    /// Returns the pieces on the board, in the order of the text.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the piece on `square`.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().copied().find(|p| p.square == square)
    }

    /// Returns the humans that have left the board, on the targets where they did.
    pub fn departed(&self) -> &[Piece] {
        &self.departed
    }

    /// Returns the squares of the humans still on the board.
    pub fn humans(&self) -> Bitboard {
        let humans = self.pieces.iter().filter(|piece| is_human(piece.name));
        humans.map(|piece| piece.square).collect()
    }

    /// Returns the squares of the robots.
    pub fn robots(&self) -> Bitboard {
        let robots = self.pieces.iter().filter(|piece| !is_human(piece.name));
        robots.map(|piece| piece.square).collect()
    }

    /// Whether every human has reached a target.
    pub fn is_solved(&self) -> bool {
        match self.rule {
            Rule::Exit => self.humans().is_empty(),
            Rule::Stay => (self.humans() & !self.targets).is_empty(),
        }
    }

    /// Returns why the puzzle is not solved yet, as a clause.
    pub fn unsolved_reason(&self) -> String {
        let away = self
            .pieces
            .iter()
            .filter(|piece| is_human(piece.name) && !self.targets.contains(piece.square));
        let away: Vec<String> = away
            .map(|piece| format!("{} is on {}", piece.name, piece.square))
            .collect();
        away.join(", ")
    }

    /// Returns how this puzzle differs from the plain game, in sentences.
    pub fn rules_in_words(&self) -> Vec<String> {
        let sentence = match self.rule {
            Rule::Stay => "Humans stay on the board: in the end, all must be on targets.",
            Rule::Exit if self.humans().len() > 1 => {
                "A human that stops on a target leaves the board."
            }
            Rule::Exit => return Vec::new(),
        };
        vec![sentence.to_owned()]
    }

    /// Returns a clause for the humans that can never stop on a target.
    pub fn unreachable_reason(&self) -> String {
        let board = AnyBoard::new(&self.board);
        let pieces = self.humans() | self.robots();
        let mut near = Bitboard::default();
        relaxed_distances(&board, pieces, self.targets, |squares, _| {
            near |= squares;
        });
        let humans = self.pieces.iter().filter(|piece| is_human(piece.name));
        let (able, unable): (Vec<&Piece>, _) =
            humans.partition(|piece| near.contains(piece.square));
        // Even if a single human can reach a target by this test, it may have no solution.
        let named = if unable.is_empty() { able } else { unable };
        let named = join_list(named.iter().map(|piece| piece.name), "and");
        format!("{named} can never stop on a target")
    }

    /// Returns the robots, which have no targets.
    pub fn removable(&self) -> Vec<Mover> {
        let robots = self.pieces.iter().filter(|piece| !is_human(piece.name));
        robots.map(|piece| piece.mover()).collect()
    }

    /// Returns the position without a robot, a block or a wall.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        match removable {
            Removable::Piece(mover) => {
                let at = self.pieces.iter().position(|&piece| mover.is(piece))?;
                position.pieces.remove(at);
            }
            Removable::Block(_) | Removable::Wall(..) => {
                removable.leave(Arc::make_mut(&mut position.board))?;
            }
        }
        Some(position)
    }

    /// Returns the square where the piece on `from` stops.
    fn slide(&self, from: Square, slide: Slide) -> Result<Square, Illegal> {
        let mut square = from;
        loop {
            let blocker = match self.board.step(square, slide.direction) {
                Err(Obstacle::Border) => return Err(Illegal::NothingStops(slide)),
                Err(obstacle) => Obstruction::Board(obstacle),
                Ok(next) => match self.piece_on(next) {
                    None => {
                        square = next;
                        continue;
                    }
                    Some(piece) => Obstruction::Piece(piece),
                },
            };
            return if square == from {
                Err(Illegal::Blocked(slide, blocker))
            } else {
                Ok(square)
            };
        }
    }

    /// Returns the piece that a move refers to.
    fn piece_of(&self, mover: Mover) -> Result<Piece, Illegal> {
        let mut pieces = self.pieces.iter().copied();
        if let Some(piece) = pieces.find(|&piece| mover.is(piece)) {
            return Ok(piece);
        }
        Err(match mover {
            Mover::Named(name) if self.departed.iter().any(|piece| piece.name == name) => {
                Illegal::Departed(name)
            }
            Mover::Named(_) => Illegal::NoSuchPiece(mover),
            Mover::On(square) => self
                .piece_on(square)
                .map_or(Illegal::NoSuchPiece(mover), Illegal::HasName),
        })
    }

    /// Returns the square where the piece would stop.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn destination(&self, slide: Slide) -> Result<Square, Illegal> {
        let piece = self.piece_of(slide.piece)?;
        self.slide(piece.square, slide)
    }

    /// Returns the squares of a slide from start to end, or none if it is illegal.
    pub fn way(&self, slide: Slide) -> Vec<Square> {
        let (Ok(piece), Ok(stop)) = (self.piece_of(slide.piece), self.destination(slide)) else {
            return Vec::new();
        };
        let next = |square: &Square| match *square == stop {
            true => None,
            false => square.step(slide.direction),
        };
        std::iter::successors(Some(piece.square), next).collect()
    }

    /// Returns the position after `slide`.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn play(&self, slide: Slide) -> Result<Self, Illegal> {
        let mut next = self.clone();
        next.advance(slide)?;
        Ok(next)
    }

    /// Plays `slide` in place. An illegal slide leaves the position unchanged.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub(super) fn advance(&mut self, slide: Slide) -> Result<(), Illegal> {
        let stop = self.destination(slide)?;
        let mut pieces = self.pieces.iter_mut();
        if let Some(piece) = pieces.find(|piece| slide.piece.is(**piece)) {
            piece.square = stop;
        }
        self.let_humans_depart();
        let rests = self.piece_on(stop).map(|piece| piece.square);
        self.grouping.set_last_moved(rests);
        Ok(())
    }

    /// Returns all legal moves, piece by piece, clockwise from up.
    pub fn legal_moves(&self) -> Vec<Slide> {
        let all = self.pieces.iter().flat_map(|piece| {
            Direction::ALL.map(|direction| Slide {
                piece: piece.mover(),
                direction,
            })
        });
        all.filter(|&slide| self.destination(slide).is_ok())
            .collect()
    }

    fn let_humans_depart(&mut self) {
        if self.rule == Rule::Exit {
            let (targets, departed) = (self.targets, &mut self.departed);
            self.pieces.retain(|piece| {
                let home = is_human(piece.name) && targets.contains(piece.square);
                if home {
                    departed.push(*piece);
                }
                !home
            });
        }
    }
}
