//! Hover texts of pieces, and of the moves of a solution.

use super::words::fenced;
use crate::analysis::View;
use crate::board::Square;
use crate::games::{Move, Position};
use crate::picture;
use crate::syntax::Cell;

/// Describes a glyph of the board, and the moves of a piece.
pub(super) fn glyph(view: &View<'_>, cell: Cell) -> Option<String> {
    let game = view.puzzle.game?;
    if game.is_piece(cell.glyph)
        && let Some(moves) = moves_of(view, cell.glyph)
    {
        return Some(moves);
    }
    let mut text = format!("`{}`: {}", cell.glyph, game.glyph_meaning(cell.glyph)?);
    if let Some(placed) = &view.puzzle.placed
        && let Some((square, _)) = placed.cells.iter().find(|(_, span)| *span == cell.span)
    {
        text.push_str(&on_square(&placed.position, *square));
    }
    Some(text)
}

/// Describes a square and what is on it.
pub(super) fn square(view: &View<'_>, square: Square) -> Option<String> {
    let position = view.puzzle.position()?;
    if !position.board().contains(square) {
        return None;
    }
    let glyph = position.glyph(square);
    if position.game().is_piece(glyph) {
        return moves_of(view, glyph);
    }
    let meaning = position.game().glyph_meaning(glyph)?;
    let more = on_square(position, square);
    Some(format!("{square}: `{glyph}`, {meaning}{more}"))
}

/// Describes a square without its glyph, and the moves from it.
fn on_square(position: &Position, square: Square) -> String {
    let mut lines = Vec::new();
    if position.player() == Some(square) {
        lines.push("the player stands here".to_owned());
    } else if position
        .reachable()
        .is_some_and(|squares| squares.contains(square))
    {
        lines.push("the player can walk here".to_owned());
    }
    for (at, state) in position.scene().lying() {
        if at == square {
            let quest = if state.is_quest { ", to collect" } else { "" };
            lines.push(format!("`{}` lies here{quest}", state.item.name));
        }
    }
    if position.game().is_nameless(position.glyph(square)) {
        let moves = position.moves_from(square);
        let side = position.to_move();
        for &played in &moves {
            let end = match position.path(played) {
                Some((_, Some(end))) if side.is_some() => format!("goes to {end}"),
                Some((_, Some(end))) => format!("stops on {end}"),
                _ => "leaves the board".to_owned(),
            };
            lines.push(format!("`{played}` {end}"));
        }
        if side.is_some_and(|side| side != position.glyph(square)) {
            lines.push("the other side is to move".to_owned());
        } else if moves.is_empty() {
            lines.push("it cannot move".to_owned());
        }
    }
    let lines = lines.iter().map(|line| format!("\n- {line}"));
    let lines: String = lines.collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\n{lines}")
    }
}

/// Describes an item and its place.
pub(super) fn item(view: &View<'_>, name: &str) -> Option<String> {
    let position = view.puzzle.position()?;
    let scene = position.scene();
    let mut lying = scene.lying();
    if let Some((square, state)) = lying.find(|(_, state)| *state.item.name == *name) {
        let quest = if state.is_quest { ", to collect" } else { "" };
        return Some(format!("`{name}` lies on {square}{quest}"));
    }
    let hands = scene.hands_in_words();
    let hand = hands.iter().find(|hand| {
        let mut words = hand.split([' ', ',']);
        words.any(|word| word == name)
    });
    hand.map(|hand| format!("`{name}` is in a hand: {hand}"))
}

/// Describes a piece and the end of each of its moves.
pub(super) fn moves_of(view: &View<'_>, name: char) -> Option<String> {
    let position = view.puzzle.position()?;
    if !position.game().is_piece(name) {
        return None;
    }
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

/// Returns the legal moves of a piece, each with its end.
pub(crate) fn ends(position: &Position, name: char) -> Vec<(Move, String)> {
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

/// Draws the board after the moves of the solution up to this one.
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
    text.push_str(&fenced(&picture::scene(&position)));
    Some(text)
}
