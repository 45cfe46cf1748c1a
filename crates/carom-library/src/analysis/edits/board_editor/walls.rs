//! Adding and removing a wall between two squares.

use crate::analysis::Puzzle;
use crate::analysis::edits::removal::removal;
use crate::analysis::model::setup::LocatedPosition;
use crate::board::{Direction, Square};
use crate::games::Removable;
use crate::syntax::{BoardStyle, BoardText, DrawnRow, Row};
use crate::text::{Edit, Line, Span, lines};

/// Fails with the reason if walls cannot be drawn on a board.
pub(super) fn may_have_walls(placed: &LocatedPosition) -> Result<(), String> {
    if !placed.position.game().has_floor() {
        Err("there are no walls between tiles".to_owned())
    } else if placed.cells.is_empty() {
        Err("the walls of a board that `tiles` make up are printed on them".to_owned())
    } else {
        Ok(())
    }
}

/// Returns the edits that add the wall between two neighbours, or remove it.
pub(super) fn wall(
    text: &str,
    puzzle: &Puzzle,
    placed: &LocatedPosition,
    [one, other]: [Square; 2],
) -> Result<Vec<Edit>, String> {
    may_have_walls(placed)?;
    let board = placed.position.board();
    // A wall belongs to the square on its left or below it.
    let sides = [(one, other), (other, one)].into_iter();
    let side = sides.flat_map(|(from, to)| {
        let sides = [Direction::Right, Direction::Up].into_iter();
        sides.filter_map(move |side| (from.step(side) == Some(to)).then_some((from, side)))
    });
    let (square, side) =
        side.into_iter().next().ok_or_else(|| format!("{one} and {other} are no neighbours"))?;
    let drawn = puzzle.section.board();
    let edits = if board.walls(square).contains(side) {
        removal(text, puzzle, &[Removable::Wall(square, side)])
    } else {
        drawn.and_then(|drawn| added(text, puzzle, drawn, square, side))
    };
    edits.ok_or_else(|| format!("the wall between {one} and {other} has no place in the text"))
}

fn added(
    text: &str,
    puzzle: &Puzzle,
    drawn: &BoardText,
    square: Square,
    side: Direction,
) -> Option<Vec<Edit>> {
    let cell = usize::from(square.column());
    let number = drawn.rows.len().checked_sub(usize::from(square.row()) + 1)?;
    // Draw the rows again with their walls, in the spaced style.
    let mut edits = match drawn.style {
        BoardStyle::Spaced => Vec::new(),
        BoardStyle::Compact => {
            let rows = drawn.rows.iter().enumerate().map(|(at, row)| {
                let mut spaced = DrawnRow::from(row);
                if at == number && side == Direction::Right {
                    spaced.right_walls.push(cell);
                }
                Edit::replace(row.span, spaced.row(BoardStyle::Spaced))
            });
            rows.collect()
        }
    };
    if side == Direction::Up {
        edits.push(under(text, puzzle, drawn.rows.get(number.checked_sub(1)?)?, cell)?);
    } else if edits.is_empty() {
        let cells = &drawn.rows.get(number)?.cells;
        let (left, right) = (cells.get(cell)?, cells.get(cell + 1)?);
        edits.push(Edit::replace(Span::new(left.span.end, right.span.start), "|"));
    }
    Some(edits)
}

/// Returns the edit that draws a wall under a cell: in the line of walls below its row, or on a new
/// line.
fn under(text: &str, puzzle: &Puzzle, row: &Row, cell: usize) -> Option<Edit> {
    let line_of = |span: Span| lines(text).find(|line| line.span.touches(span.start));
    let of_row = line_of(row.span)?;
    let edge = Span::new(of_row.span.start, row.span.start).slice(text);
    let column = edge.chars().count() + 2 * cell;
    let mut walls = row.lower_walls.iter().chain(&row.joins);
    match walls.next() {
        Some(wall) => into_line(text, line_of(wall.span)?, column),
        None => {
            let end = of_row.end.map_or(puzzle.line_end(), |end| end.as_str());
            let blanks = " ".repeat(2 * cell);
            let at = of_row.span.end;
            Some(Edit::insert(at, format!("{end}{edge}{blanks}-")))
        }
    }
}

/// Returns the edit that draws a wall in a column of a line of walls. If a comment is in the way,
/// it moves.
fn into_line(text: &str, line: Line, column: usize) -> Option<Edit> {
    let content = line.span.slice(text);
    let comment = content.find(';').unwrap_or(content.len());
    let (walls, _) = content.split_at_checked(comment)?;
    let walls_end = walls.trim_end().len();
    let at =
        |offset: usize| line.span.start + Span::empty(0).cover(Span::from_range(0..offset)).end;
    // Walls and blanks are one byte each.
    if column < walls_end || column + 1 < comment {
        return Some(Edit::replace(Span::new(at(column), at(column + 1)), "-"));
    }
    let blanks = " ".repeat(column - walls_end);
    let gap = if comment < content.len() { "  " } else { "" };
    Some(Edit::replace(Span::new(at(walls_end), at(comment)), format!("{blanks}-{gap}")))
}
