//! A puzzle with its pieces on other squares.

use super::actions::{record_moves, write_solution};
use super::board_editor::{EditOperation, apply_and_read};
use super::removal::without_field;
use crate::analysis::model::setup::piece_id;
use crate::analysis::model::words::solution_line;
use crate::analysis::{AnswerState, FileHead, Puzzle, View};
use crate::games::{Piece, Position};
use crate::solving::Answer;
use crate::syntax::Key;
use crate::text::{Edit, apply};

/// Returns the text of a puzzle with its pieces moved to where they are in `position`, and with
/// the moves and the solution of `answer`. `text` is the puzzle's text, `file` the head of its
/// file.
///
/// # Errors
///
/// The reason if the text cannot be changed.
pub fn with_start(
    text: &str,
    puzzle: &Puzzle,
    file: &FileHead,
    position: &Position,
    answer: &Answer,
) -> Result<String, String> {
    let (mut text, mut puzzle) = (text.to_owned(), puzzle.clone());
    while let Some(operation) = next_operation(&puzzle, position) {
        let (edited, read) = apply_and_read(&text, &puzzle, file, &operation)?;
        text = apply(&text, &edited.edits);
        puzzle = read;
    }
    let view = View::new(&text, &puzzle, AnswerState::Answer(answer));
    let mut edits: Vec<Edit> = record_moves(&view).into_iter().collect();
    match solution_line(answer).filter(|line| !line.is_empty()) {
        Some(line) => edits.extend(write_solution(&view, &line)),
        None => {
            // The solution of the old start says nothing about this one.
            let old = puzzle
                .section
                .field(Key::Solution)
                .map(|field| without_field(&text, &puzzle.section, field));
            edits.extend(old.into_iter().flatten());
        }
    }
    edits.sort_unstable();
    Ok(apply(&text, &edits))
}

/// Returns the next move of a piece towards its square, or `None` if all are there.
fn next_operation(puzzle: &Puzzle, position: &Position) -> Option<EditOperation> {
    let now = puzzle.position()?;
    let mut waiting = now.pieces();
    let mut places = position.pieces();
    places.retain(|place| {
        let found = waiting.iter().position(|piece| piece == place);
        found.map(|found| waiting.swap_remove(found)).is_none()
    });
    let is_free = |place: &Piece| now.pieces().iter().all(|piece| piece.square != place.square);
    let direct = places.iter().filter(|place| is_free(place)).filter_map(|place| {
        let piece = waiting.iter().find(|piece| piece.name == place.name)?;
        Some((*piece, place.square))
    });
    let (piece, to) = direct.into_iter().next().or_else(|| {
        // Pieces that change places need an empty square.
        let board = now.board();
        let mut squares = board.squares();
        let blocks = board.blocks();
        let name = waiting.first()?.name;
        let empty = squares.find(|&square| {
            let is_place = places.iter().any(|place| place.square == square);
            !is_place && !blocks.contains(square) && is_free(&Piece { name, square })
        })?;
        Some((*waiting.first()?, empty))
    })?;
    Some(EditOperation::Move { id: piece_id(now.game(), piece), to: to.to_string() })
}
