//! Squares on which no piece can ever stand.

use crate::analysis::{Diagnostic, Lint, Puzzle};
use crate::board::{Bitboard, Direction, Square};
use crate::games::Border;
use crate::syntax::Key;
use crate::words::count;

/// Returns a diagnostic of these squares, at the first of them in the text.
pub(super) fn unreachable_area(puzzle: &Puzzle, unreachable: Bitboard) -> Option<Diagnostic> {
    let placed = puzzle.placed.as_ref()?;
    // If the border does not stop pieces, most squares cannot be reached.
    if placed.position.scene().border == Border::Open {
        return None;
    }
    // Nor can the inner squares of a board that is not furnished yet.
    let board = placed.position.board();
    if board.blocks().is_empty() && board.all_walls().next().is_none() {
        return None;
    }
    // A human that starts on a target was there, although it has left the board.
    let is_piece = |square| {
        placed
            .pieces
            .iter()
            .any(|(piece, _)| piece.square == square)
    };
    let unreachable: Bitboard = unreachable.iter().filter(|&at| !is_piece(at)).collect();
    let runs = runs(unreachable);
    let &(first, _) = runs.first()?;
    let tiles = puzzle.section.field(Key::Tiles);
    let tiles = tiles.map_or_else(|| puzzle.header_span(), |field| field.key_span);
    let span = placed.cell(first).unwrap_or(tiles);
    let runs = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let runs: Vec<String> = runs.collect();
    let number = count(unreachable.len() as u64, "square");
    let message = format!("no piece can ever stand on {number}: {}", runs.join(", "));
    Some(Diagnostic::new(Lint::UnreachableArea, span, message))
}

/// Returns the first and last square of each run of neighbouring squares, in reading order.
fn runs(squares: Bitboard) -> Vec<(Square, Square)> {
    let mut sorted: Vec<Square> = squares.iter().collect();
    sorted.sort_unstable_by_key(|square| (u8::MAX - square.row(), square.column()));
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in sorted {
        match runs.last_mut() {
            Some((_, last)) if last.step(Direction::Right) == Some(square) => *last = square,
            _ => runs.push((square, square)),
        }
    }
    runs
}
