//! A puzzle with its pieces on other squares.

use super::actions::{insert_solution, record_moves};
use super::board_editor::{EditOperation, apply_and_read};
use super::claims::changed_claims;
use crate::analysis::model::setup::piece_id;
use crate::analysis::{AnswerState, FileHead, Puzzle, View};
use crate::games::{Piece, Position};
use crate::solving::Answer;
use crate::syntax::{Key, parse};
use crate::text::{Edit, Span, apply, lines};

/// A puzzle with another start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restarted {
    /// Its text.
    pub text: String,
    /// What is changed besides the board, as a clause in the past tense.
    pub also: Option<String>,
}

/// Moves the pieces of the puzzle of `view` to where they are in `position`. Its claims follow
/// `answer`, that of the new start, if those of the old start are proved; missing ones are added.
/// `file` is the head of the puzzle's file.
///
/// # Errors
///
/// The reason if the text cannot be changed.
pub fn with_start(
    view: &View<'_>,
    file: &FileHead,
    position: &Position,
    answer: &Answer,
) -> Result<Restarted, String> {
    let (_, moved) = moved_to(view.text.to_owned(), view.puzzle.clone(), file, position)?;
    let claims = changed_claims(view, moved.played.as_ref(), Some(answer));
    let also = claims.in_words();
    let text = apply(view.text, &claims.edits);
    let puzzle = Puzzle::read(&text, file);
    let (text, puzzle) = moved_to(text, puzzle, file, position)?;
    let is_missing = |key| puzzle.section.field(key).is_none();
    let moved = View::new(&text, &puzzle, AnswerState::Answer(answer));
    let mut added = Vec::new();
    if is_missing(Key::Moves) && is_missing(Key::Result) {
        added.extend(record_moves(&moved));
    }
    if is_missing(Key::Solution) {
        added.extend(insert_solution(&moved));
    }
    added.sort_unstable();
    Ok(Restarted { text: apply(&text, &added), also })
}

/// Moves the pieces of a puzzle.
fn moved_to(
    mut text: String,
    mut puzzle: Puzzle,
    file: &FileHead,
    position: &Position,
) -> Result<(String, Puzzle), String> {
    while let Some(operation) = next_operation(&puzzle, position) {
        let (edited, read) = apply_and_read(&text, &puzzle, file, &operation)?;
        text = apply(&text, &edited.edits);
        puzzle = read;
    }
    Ok((text, puzzle))
}

/// Returns the text of a puzzle without its comments, which are about another start. Comments for
/// carom stay.
pub fn without_comments(text: &str) -> String {
    let edits = parse(text).comments.into_iter().filter_map(|body| {
        let before = text.get(..body.start as usize)?;
        let content = before.get(..before.rfind(';')?)?.trim_end_matches([' ', '\t']);
        let start = Span::of(text, content).end;
        let is_alone = content.is_empty() || content.ends_with(['\n', '\r']);
        let line = lines(text).find(|line| line.span.touches(body.start))?;
        let edit = match is_alone {
            true => Edit::delete(Span::new(line.span.start, line.next_start())),
            false => Edit::delete(Span::new(start, line.span.end)),
        };
        (!body.slice(text).starts_with("carom:")).then_some(edit)
    });
    apply(text, &edits.collect::<Vec<_>>())
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
