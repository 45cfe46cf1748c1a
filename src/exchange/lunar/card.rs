//! What the forms of the printed cards share: five by five squares without
//! walls, and the target in the middle.

use crate::board::{Bitboard, Board, Square};
use crate::exchange::Refusal;
use crate::games::lunar::{Position, Rule, Setup, is_human};
use crate::games::{self, Piece};

/// The number of files and of ranks.
pub(super) const SIDE: u8 = 5;

const CENTRE: Square = Square::new(2, 2);

/// The squares of a card, row by row from the top.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    let row = |rank| (0..SIDE).map(move |file| Square::new(file, rank));
    (0..SIDE).rev().flat_map(row)
}

/// The position of a card with these pieces, which stand on different squares
/// and have different names; none where no human is among them.
pub(super) fn position(pieces: Vec<Piece>) -> Option<games::Position> {
    let setup = Setup {
        board: Board::new(usize::from(SIDE), usize::from(SIDE)).ok()?,
        rule: Rule::Exit,
        pieces,
        targets: vec![CENTRE],
    };
    setup.position().ok().map(Into::into)
}

/// Where humans are drawn: on their squares, and those that are home before the
/// first move where they left.
pub(super) fn humans(position: &Position) -> Bitboard {
    let departed = position.departed().iter().map(|human| human.square);
    let is_free = |square: &Square| position.piece_on(*square).is_none();
    position.humans() | departed.filter(is_free).collect()
}

/// The position of a puzzle that stands on a card.
///
/// # Errors
///
/// What no card has.
pub(super) fn on_card(position: &games::Position) -> Result<&Position, Refusal> {
    let position = without_walls(position)?;
    let board = position.board();
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        let (files, ranks) = (board.columns(), board.rows());
        let reason = format!("a card is 5×5, and this board {files}×{ranks}");
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

/// A position without what none of the forms has.
///
/// # Errors
///
/// A wall, nobody left to bring home, or several that have to stay on their targets.
pub(super) fn without_walls(position: &games::Position) -> Result<&Position, Refusal> {
    let games::Position::Lunar(position) = position else {
        return Err(Refusal::new("this is no puzzle of Lunar Lockout"));
    };
    let board = position.board();
    let mut squares = board.squares();
    if let Some(square) = squares.find(|&square| !board.walls(square).is_empty()) {
        return Err(Refusal::at(square, "this form has no walls"));
    }
    if position.is_solved() {
        return Err(Refusal::new("every human is home already"));
    }
    let mut humans = position.pieces().iter().filter(|p| is_human(p.name));
    match (humans.nth(1), position.rule()) {
        // Alone, a human that stays is as good as one that leaves.
        (Some(second), Rule::Stay) => Err(Refusal::at(
            second.square,
            "in this form humans leave the board (rule `exit`), and here are several that stay",
        )),
        _ => Ok(position),
    }
}
