//! Pieces and boards that the formats share.

use std::iter;

use crate::board::{Bitboard, Board, Square};
use crate::exchange::Refusal;
use crate::exchange::record::{Note, PuzzleRecord};
use crate::games::lunar::{Position, Rule, Setup, is_human};
use crate::games::{self, GameRules, Piece};
use crate::text::Span;

/// The number of columns and of rows of a printed card.
pub(super) const SIDE: u8 = 5;

/// The names of humans and of robots, in the order of a text.
pub(super) const HUMANS: &str = "@123456789";
const ROBOTS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Pairs of numbers with their places.
pub(super) type Pairs = Vec<((u32, u32), Span)>;

/// Returns the squares of a card, row by row from the top.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    let row = |rank| (0..SIDE).map(move |file| Square::new(file, rank));
    (0..SIDE).rev().flat_map(row)
}

pub(super) fn middle(board: &Board) -> Square {
    Square::new(board.columns() / 2, board.rows() / 2)
}

/// A board with pieces that have no names, each with its place in the text.
pub(super) struct Card {
    pub(super) board: Board,
    pub(super) is_grouped: bool,
    pub(super) targets: Vec<Square>,
    pub(super) humans: Vec<(Square, Span)>,
    pub(super) robots: Vec<(Square, Span)>,
}

impl Card {
    /// Creates an empty square board with its target in the middle. Returns `None` if there is
    /// no board of this size.
    pub(super) fn new(side: u32) -> Option<Self> {
        let side = usize::try_from(side).ok()?;
        let board = Board::new(side, side).ok()?;
        Some(Self {
            targets: vec![middle(&board)],
            board,
            is_grouped: false,
            humans: Vec::new(),
            robots: Vec::new(),
        })
    }

    /// Returns the puzzle, which spans `span`. Pieces get names in their order; if there are more
    /// robots than letters, none of them is named. `no_human` is the fault of a board without a
    /// human.
    pub(super) fn record(self, span: Span, no_human: Note) -> Result<PuzzleRecord, Note> {
        if let Some((_, place)) = self.humans.get(HUMANS.len()) {
            return Err(Note::new(*place, "more than ten humans"));
        }
        let letters = match self.robots.len() <= ROBOTS.len() {
            true => ROBOTS,
            false => "",
        };
        let robots = letters.chars().chain(iter::repeat(Piece::NAMELESS));
        let humans = HUMANS.chars().zip(&self.humans);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut squares = Vec::new();
        for (name, &(square, place)) in humans.chain(robots.zip(&self.robots)) {
            if pieces.iter().any(|piece| piece.square == square) {
                return Err(Note::new(place, "two robots on one square"));
            }
            pieces.push(Piece { name, square });
            squares.push((square, place));
        }
        let setup = Setup {
            board: self.board,
            rule: Rule::Exit,
            is_grouped: self.is_grouped,
            pieces,
            targets: self.targets,
        };
        let position = setup.position().map_err(|_| no_human)?;
        let mut record = PuzzleRecord::new(span, position.into());
        record.squares = squares;
        Ok(record)
    }
}

/// Returns the squares where humans are drawn. A human that leaves before the first move is drawn
/// where it left the board.
pub(super) fn humans(position: &Position) -> Bitboard {
    let departed = position.departed().iter().map(|human| human.square);
    let is_free = |square: &Square| position.piece_on(*square).is_none();
    position.humans() | departed.filter(is_free).collect()
}

/// Returns the Lunar Lockout position of a puzzle that fits on a card.
///
/// # Errors
///
/// A [`Refusal`] about the first part that does not fit.
pub(super) fn on_card(position: &games::Position) -> Result<&Position, Refusal> {
    let position = without_walls(position)?;
    let board = position.board();
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        return Err(Refusal::size("a board of 5×5", board));
    }
    with_middle(position, "a card has no blocks", "a card has its target on c3")
}

/// Returns a position without blocks and with its only target in the middle.
///
/// # Errors
///
/// A [`Refusal`] with the reason `blocks` or `target`.
pub(super) fn with_middle<'p>(
    position: &'p Position,
    blocks: &str,
    target: &str,
) -> Result<&'p Position, Refusal> {
    let board = position.board();
    if let Some(square) = board.blocks().iter().next() {
        return Err(Refusal::at(square, blocks));
    }
    let mut targets = position.targets().iter();
    match targets.find(|&square| square != middle(board)) {
        Some(square) => Err(Refusal::at(square, target)),
        None => Ok(position),
    }
}

/// Returns the Lunar Lockout position, if the formats of this game can express it.
///
/// # Errors
///
/// A [`Refusal`] for a wall, a solved position, or several humans that have to stay on their
/// targets.
pub(super) fn without_walls(position: &games::Position) -> Result<&Position, Refusal> {
    let games::Position::Lunar(position) = position else {
        return Err(Refusal::new("expected a puzzle of Lunar Lockout"));
    };
    Refusal::of_walls(position.board())?;
    if position.is_solved() {
        return Err(Refusal::new("every human is home already"));
    }
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    match (humans.nth(1), position.rule()) {
        // A single human may also stay on its target, because the puzzle is then solved.
        (Some(second), Rule::Stay) => Err(Refusal::at(
            second.square,
            "in this format humans leave the board (rule `exit`), but several stay here",
        )),
        _ => Ok(position),
    }
}
