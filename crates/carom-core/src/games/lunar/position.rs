//! A legal Lunar Lockout position and the moves from it.

use std::fmt;
use std::sync::Arc;

use super::reach::{AnyBoard, relaxed_distances};
use super::{Setup, state};
use crate::board::{Bitboard, Board, Direction, Obstacle, Square, Symmetry};
use crate::games::board_image::BoardImage;
use crate::games::rules::those_that_apply;
use crate::games::slide::{NAMELESS_ROBOTS, ROBOT};
use crate::games::sliding::{place, sliding_rules};
use crate::games::standable::{Ahead, standable};
use crate::games::{
    Border, GameNotation, GameRules, Grouping, Mover, Obstruction, Piece, Removable, Scene, Slide,
    SlidingPuzzle, Visitor,
};
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
            Self::NoSuchPiece(Mover::At(square)) => {
                write!(f, "there is no robot on {square} at this point")
            }
            Self::HasName(Piece { name, square }) => {
                write!(f, "the piece on {square} is named {name}, which a move must use")
            }
            Self::Departed(piece) => write!(f, "{piece} has already left the board"),
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{} cannot slide {direction}: {by}", piece.in_words(ROBOT))
            }
            Self::NothingStops(Slide { piece, direction }) => {
                let piece = piece.in_words(ROBOT);
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

    /// Returns the rule for humans on targets.
    pub const fn rule(&self) -> Rule {
        self.rule
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
                    Some(piece) => Obstruction::Piece(Self::mover(piece), next),
                },
            };
            return if square == from { Err(Illegal::Blocked(slide, blocker)) } else { Ok(square) };
        }
    }

    fn piece_of(&self, mover: Mover) -> Result<Piece, Illegal> {
        let mut pieces = self.pieces.iter().copied();
        if let Some(piece) = pieces.find(|&piece| Self::mover(piece) == mover) {
            return Ok(piece);
        }
        Err(match mover {
            Mover::Named(name) if self.departed.iter().any(|piece| piece.name == name) => {
                Illegal::Departed(name)
            }
            Mover::Named(_) => Illegal::NoSuchPiece(mover),
            Mover::At(square) => {
                self.piece_on(square).map_or(Illegal::NoSuchPiece(mover), Illegal::HasName)
            }
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

impl GameRules for Position {
    sliding_rules!();

    fn board(&self) -> &Board {
        &self.board
    }

    fn is_solved(&self) -> bool {
        match self.rule {
            Rule::Exit => self.humans().is_empty(),
            Rule::Stay => (self.humans() & !self.targets).is_empty(),
        }
    }

    fn unsolved_reason(&self) -> String {
        let away = self
            .pieces
            .iter()
            .filter(|piece| is_human(piece.name) && !self.targets.contains(piece.square));
        let away: Vec<String> =
            away.map(|piece| format!("{} is on {}", piece.name, piece.square)).collect();
        away.join(", ")
    }

    fn rules_in_words(&self) -> Vec<String> {
        let sentence = match self.rule {
            Rule::Stay => "Humans stay on the board: in the end, all must be on targets.",
            Rule::Exit if self.humans().len() > 1 => {
                "A human that stops on a target leaves the board."
            }
            Rule::Exit => return Vec::new(),
        };
        vec![sentence.to_owned()]
    }

    fn board_in_words(&self) -> Vec<&'static str> {
        those_that_apply(&[
            (self.board.has_walls(), "On this board, walls stop pieces too."),
            (!self.board.blocks().is_empty(), "On this board, blocks stop pieces too."),
            (self.pieces.iter().any(|piece| piece.name == Piece::NAMELESS), NAMELESS_ROBOTS),
        ])
    }

    fn unreachable_reason(&self) -> String {
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

    fn play(&self, slide: Slide) -> Result<Self, Illegal> {
        let mut next = self.clone();
        next.advance(slide)?;
        Ok(next)
    }

    fn advance(&mut self, slide: Slide) -> Result<(), Illegal> {
        let stop = self.destination(slide)?;
        let mut pieces = self.pieces.iter_mut();
        if let Some(piece) = pieces.find(|piece| Self::mover(**piece) == slide.piece) {
            piece.square = stop;
        }
        self.let_humans_depart();
        let rests = self.piece_on(stop).map(|piece| piece.square);
        self.grouping.set_last_moved(rests);
        Ok(())
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        state::visit(self, visitor)
    }

    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let last = self.grouping.last_moved().into_iter().collect();
        let sets = [self.targets, self.humans(), self.robots(), last];
        // The puzzle is solved when its only human is on a target, whether it stays there or not.
        let stays = u8::from(self.rule == Rule::Stay && self.humans().len() > 1);
        let is_grouped = u8::from(self.grouping.is_grouped());
        let image = BoardImage::new(&self.board, symmetry).with_sets(&sets);
        image.bytes(&[stays | is_grouped << 1])
    }

    fn pieces(&self) -> Vec<Piece> {
        self.pieces.clone()
    }

    fn ground(&self, square: Square) -> char {
        if self.targets.contains(square) { '+' } else { '.' }
    }

    fn scene(&self) -> Scene {
        let targets = self.targets.iter();
        Scene {
            targets: targets.map(|square| (square, '+')).collect(),
            border: Border::Open,
            ..Scene::default()
        }
    }

    /// The robots have no targets.
    fn removable(&self) -> Vec<Removable> {
        let robots = self.pieces.iter().filter(|piece| !is_human(piece.name));
        Removable::pieces_and_board(robots.copied().map(Self::mover), &self.board)
    }

    fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        if let Removable::Piece(mover) = removable {
            let at = self.pieces.iter().position(|&piece| Self::mover(piece) == mover)?;
            position.pieces.remove(at);
        } else {
            removable.leave(Arc::make_mut(&mut position.board))?;
        }
        Some(position)
    }

    fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
        let pieces = self.pieces();
        let is_human = |(_, piece): &(usize, &Piece)| is_human(piece.name);
        let mut humans = pieces.iter().enumerate().filter(is_human);
        let (Some((active, _)), []) = (humans.next(), self.departed()) else {
            return Err("a human starts on a target");
        };
        if humans.next().is_some() {
            return Err("it has several humans, and the table of all starts has room for one");
        }
        Ok(SlidingPuzzle {
            board: self.board().clone(),
            border_stops: false,
            active_diagonals: Vec::new(),
            blocker_diagonals: Vec::new(),
            targets: self.targets(),
            active,
            any_active: false,
            needs_both_axes: false,
            is_grouped: self.grouping().is_grouped(),
            may_start_on_target: false,
        })
    }

    fn with_pieces_on(&self, squares: &[Square]) -> Option<Self> {
        let mut setup = Setup::from(self);
        place(&mut setup.pieces, squares)?;
        setup.position().ok()
    }

    /// No piece stops at the border, and under `exit` no human stays on a target.
    fn standable(&self) -> Option<Bitboard> {
        let (board, pieces) = (self.board(), self.pieces());
        let starts: Vec<Square> = pieces.iter().map(|piece| piece.square).collect();
        let leaves = |piece: usize| self.rule() == Rule::Exit && is_human(pieces[piece].name);
        Some(standable(
            &starts,
            |_, square, to| match board.step(square, to) {
                Ok(next) => Ahead::Free(next, to),
                Err(Obstacle::Border) => Ahead::Away,
                Err(Obstacle::Wall | Obstacle::Block(_)) => Ahead::Stop,
            },
            |piece, square| !(leaves(piece) && self.targets().contains(square)),
        ))
    }
}
