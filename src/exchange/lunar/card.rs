//! Printed cards: five by five squares without walls, and the target in the middle.

use crate::board::{Bitboard, Board, Square};
use crate::exchange::Refusal;
use crate::games::lunar::{Position, Rule, Setup, is_human};
use crate::games::{self, Piece};

/// The number of columns and of rows.
pub(super) const SIDE: u8 = 5;

const CENTRE: Square = Square::new(2, 2);

/// Returns the squares of a card, row by row from the top.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    let row = |rank| (0..SIDE).map(move |file| Square::new(file, rank));
    (0..SIDE).rev().flat_map(row)
}

/// Returns the position of a card with these pieces, which must have different squares and names.
/// Returns `None` if no piece is a human.
pub(super) fn position(pieces: Vec<Piece>) -> Option<games::Position> {
    let setup = Setup {
        board: Board::new(usize::from(SIDE), usize::from(SIDE)).ok()?,
        rule: Rule::Exit,
        is_grouped: false,
        pieces,
        targets: vec![CENTRE],
    };
    setup.position().ok().map(Into::into)
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
        let (files, ranks) = (board.columns(), board.rows());
        let reason = format!("expected a board of 5×5, found {files}×{ranks}");
        return Err(Refusal::new(reason));
    }
    if let Some(square) = board.blocks().iter().next() {
        return Err(Refusal::at(square, "a card has no blocks"));
    }
    let mut targets = position.targets().iter();
    if let Some(square) = targets.find(|&square| square != CENTRE) {
        return Err(Refusal::at(square, "a card has its target on c3"));
    }
    Ok(position)
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
    let board = position.board();
    let mut squares = board.squares();
    if let Some(square) = squares.find(|&square| !board.walls(square).is_empty()) {
        return Err(Refusal::at(square, "the format has no walls"));
    }
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
