//! A position as text, in the spelling of the format.

use crate::board::{Board, Direction, Square};
use crate::games::Position;

/// The board of `position` with its pieces, a line a row.
pub fn board(position: &Position) -> String {
    let lines = rows(position.board(), |square| position.glyph(square));
    let text = lines.join("\n");
    // Tiles join up.
    if position.game().has_floor() {
        text
    } else {
        text.replace(' ', "")
    }
}

/// The rows of a spaced board with the walls between them, from the top.
pub fn rows(board: &Board, glyph: impl Fn(Square) -> char) -> Vec<String> {
    let mut lines = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let mut row = String::new();
        let mut walls = String::new();
        for file in 0..board.files() {
            let square = Square::new(file, rank);
            let has_wall = |direction| board.walls(square).contains(direction);
            row.push(glyph(square));
            row.push(if has_wall(Direction::Right) { '|' } else { ' ' });
            walls.push_str(if has_wall(Direction::Down) {
                "- "
            } else {
                "  "
            });
        }
        for line in [row, walls] {
            let line = line.trim_end();
            if !line.is_empty() {
                lines.push(line.to_owned());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_stand_between_their_squares() {
        let mut board = Board::new(3, 2).unwrap();
        board.add_block(Square::new(2, 0));
        board.add_wall(Square::new(0, 1), Direction::Right);
        board.add_wall(Square::new(1, 1), Direction::Down);
        let glyph = |square| {
            if board.blocks().contains(square) {
                '#'
            } else {
                '.'
            }
        };
        assert_eq!(rows(&board, glyph), [".|. .", "  -", ". . #"]);
    }
}
