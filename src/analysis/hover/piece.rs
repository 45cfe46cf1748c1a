//! Pieces, and the moves of a solution.

use super::fenced;
use crate::analysis::View;
use crate::games::{Move, Position};
use crate::picture;
use crate::syntax::Cell;

/// What a glyph of the board is, and of a piece where each of its moves ends.
pub(super) fn glyph(view: &View<'_>, cell: Cell) -> Option<String> {
    let game = view.puzzle.game?;
    if game.is_piece(cell.glyph)
        && let Some(moves) = moves_of(view, cell.glyph)
    {
        return Some(moves);
    }
    Some(format!(
        "`{}`: {}",
        cell.glyph,
        game.glyph_meaning(cell.glyph)?
    ))
}

/// A piece and where each of its moves ends.
pub(super) fn moves_of(view: &View<'_>, name: char) -> Option<String> {
    let position = view.puzzle.position()?;
    let piece = position.piece(name)?;
    let meaning = position.game().glyph_meaning(name).unwrap_or_default();
    let mut text = format!("`{name}` on {}: {meaning}\n", piece.square);
    for (played, end) in ends(position, name) {
        text.push_str(&format!("\n- `{played}` {end}"));
    }
    if !text.contains("\n- ") {
        text.push_str("\nIt cannot move.");
    }
    Some(text)
}

/// The legal moves of a piece, each with where it ends.
pub(in crate::analysis) fn ends(position: &Position, name: char) -> Vec<(Move, String)> {
    let moves = position.legal_moves().into_iter();
    let moves = moves.filter(|played| played.piece() == Some(name));
    let ends = moves.filter_map(|played| {
        let after = position.play(played).ok()?;
        let end = match after.piece(name) {
            Some(piece) => format!("stops on {}", piece.square),
            None => "leaves the board".to_owned(),
        };
        Some((played, end))
    });
    ends.collect()
}

/// The board after the moves of the solution up to this one.
pub(super) fn after_move(view: &View<'_>, number: usize) -> Option<String> {
    let played = view.puzzle.played.as_ref()?;
    let moves = played.moves.get(..=number)?;
    let mut position = view.puzzle.position()?.clone();
    for &played in moves {
        position = position.play(played).ok()?;
    }
    let last = moves.last()?;
    let mut text = format!("Move {}: `{last}`", number + 1);
    if position.is_solved() {
        text.push_str(", and the puzzle is solved.");
    }
    text.push_str(&fenced(&picture::board(&position)));
    Some(text)
}
