//! Boards as lines of text. All code that writes a board uses this module.

use super::tree::{BoardStyle, BoardText, Row, Wall};

/// A board as characters and walls, independent of any game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The style of the rows. A compact board has no walls.
    pub style: BoardStyle,
    /// The rows, from the top.
    pub rows: Vec<DrawnRow>,
}

/// A row of a [`Drawing`]. Walls are given by cell numbers, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnRow {
    /// The cells from the left.
    pub cells: Vec<char>,
    /// The cells with a wall to their right.
    pub right_walls: Vec<usize>,
    /// The cells with a wall below them.
    pub lower_walls: Vec<usize>,
    /// The cells whose lower wall joins that of the next cell.
    pub joins: Vec<usize>,
}

impl Drawing {
    /// Returns the lines from the top, without indentation.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().flat_map(|row| {
            let walls = match self.style {
                BoardStyle::Spaced => row.wall_row(),
                BoardStyle::Compact => None,
            };
            [row.row(self.style)].into_iter().chain(walls)
        })
    }

    /// Replaces each glyph.
    #[must_use]
    pub fn map(mut self, glyph: impl Fn(char) -> char) -> Self {
        for cell in self.rows.iter_mut().flat_map(|row| &mut row.cells) {
            *cell = glyph(*cell);
        }
        self
    }
}

impl DrawnRow {
    /// Returns the line of cells.
    pub fn row(&self, style: BoardStyle) -> String {
        if style == BoardStyle::Compact {
            return self.cells.iter().collect();
        }
        let mut line = Vec::with_capacity(2 * self.cells.len());
        for &cell in &self.cells {
            line.extend([cell, ' ']);
        }
        // The border follows the last cell.
        line.pop();
        put(&mut line, '|', self.right_walls.iter().map(|cell| 2 * cell + 1));
        line.into_iter().collect()
    }

    /// Returns the line of walls below the cells, if there are any.
    pub fn wall_row(&self) -> Option<String> {
        let mut line = vec![' '; (2 * self.cells.len()).saturating_sub(1)];
        put(&mut line, '-', self.lower_walls.iter().map(|cell| 2 * cell));
        put(&mut line, '-', self.joins.iter().map(|cell| 2 * cell + 1));
        let end = line.iter().rposition(|&character| character == '-')? + 1;
        line.truncate(end);
        Some(line.into_iter().collect())
    }
}

fn put(line: &mut [char], wall: char, places: impl Iterator<Item = usize>) {
    for place in places {
        if let Some(character) = line.get_mut(place) {
            *character = wall;
        }
    }
}

impl From<&BoardText> for Drawing {
    fn from(board: &BoardText) -> Self {
        Self { style: board.style, rows: board.rows.iter().map(DrawnRow::from).collect() }
    }
}

impl From<&Row> for DrawnRow {
    fn from(row: &Row) -> Self {
        let numbers = |walls: &[Wall]| walls.iter().map(|wall| wall.cell).collect();
        Self {
            cells: row.cells.iter().map(|cell| cell.glyph).collect(),
            right_walls: numbers(&row.right_walls),
            lower_walls: numbers(&row.lower_walls),
            joins: numbers(&row.joins),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_between_their_cells() {
        let row = DrawnRow {
            cells: "abcd".chars().collect(),
            right_walls: vec![0, 3],
            lower_walls: vec![1, 2],
            joins: vec![1],
        };
        let drawing = |style| Drawing { style, rows: vec![row.clone(), DrawnRow::default()] };
        let lines: Vec<String> = drawing(BoardStyle::Spaced).lines().collect();
        assert_eq!(lines, ["a|b c d", "  ---", ""]);
        let lines: Vec<String> = drawing(BoardStyle::Compact).lines().collect();
        assert_eq!(lines, ["abcd", ""]);
    }
}
