//! Boards as text in the `.carom` format.

use crate::board::{Board, Direction, Square};
use crate::games::Position;
use crate::syntax::{BoardStyle, Drawing, DrawnRow};

/// Returns the board of `position` with its pieces, one line per row.
pub fn board(position: &Position) -> String {
    // The ways of tiles join.
    let style = if position.game().has_floor() {
        BoardStyle::Spaced
    } else {
        BoardStyle::Compact
    };
    let drawing = drawing(position.board(), style, |square| position.glyph(square));
    drawing.lines().collect::<Vec<_>>().join("\n")
}

/// Returns the rows of a spaced board and its wall lines, from the top.
pub fn rows(board: &Board, glyph: impl Fn(Square) -> char) -> Vec<String> {
    drawing(board, BoardStyle::Spaced, glyph).lines().collect()
}

/// Returns a drawing of `board` with its walls and the given glyphs.
pub fn drawing(board: &Board, style: BoardStyle, glyph: impl Fn(Square) -> char) -> Drawing {
    let row = |rank: u8| {
        let squares = || (0..board.columns()).map(|file| Square::new(file, rank));
        let walls = |direction| {
            let walled = squares().filter(|&square| board.walls(square).contains(direction));
            walled.map(|square| square.column().into()).collect()
        };
        DrawnRow {
            cells: squares().map(&glyph).collect(),
            right_walls: walls(Direction::Right),
            lower_walls: walls(Direction::Down),
            joins: Vec::new(),
        }
    };
    Drawing {
        style,
        rows: (0..board.rows()).rev().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_drawn_between_their_squares() {
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
