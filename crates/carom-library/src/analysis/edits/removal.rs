//! Removing pieces, blocks and walls from the text of a puzzle.

use crate::analysis::Puzzle;
use crate::board::Direction;
use crate::games::Removable;
use crate::syntax::{Field, FieldValue, ParsedSection, Row, Wall};
use crate::text::{Edit, Line, Span, lines};

/// Returns the name of an object of a puzzle in a sentence.
pub(crate) fn name(puzzle: &Puzzle, removable: Removable) -> String {
    match removable {
        Removable::Piece(mover) => {
            let words = puzzle.position().map(|position| position.in_words(mover));
            words.unwrap_or_else(|| mover.to_string())
        }
        Removable::Block(square) => format!("the block on {square}"),
        Removable::Wall(square, side) => match square.step(side) {
            Some(other) => format!("the wall between {square} and {other}"),
            None => format!("the wall on {square}"),
        },
    }
}

/// Returns the characters that place an object on the board. Returns `None` if there are none, as
/// for the walls of tiles.
pub(crate) fn place(puzzle: &Puzzle, removable: Removable) -> Option<Span> {
    let placed = puzzle.placed.as_ref()?;
    match removable {
        Removable::Piece(mover) => {
            let game = placed.position.game();
            let mut pieces = placed.pieces();
            pieces.find(|(piece, _)| game.mover(*piece) == mover).map(|(_, span)| span)
        }
        Removable::Block(square) => placed.cell(square),
        Removable::Wall(..) => Some(walls(puzzle, removable)?.first()?.span),
    }
}

/// Returns the edits that remove exactly these objects. Returns `None` if the text does not place
/// one of them.
pub(crate) fn removal(text: &str, puzzle: &Puzzle, gone: &[Removable]) -> Option<Vec<Edit>> {
    let section = &puzzle.section;
    let (mut edits, mut keyed, mut walls_under) = (Vec::new(), Vec::new(), Vec::new());
    for &one in gone {
        let span = place(puzzle, one)?;
        let is_keyed = |field: &&Field| {
            let value = field.value_span;
            let is_list = matches!(field.value, FieldValue::Groups(_));
            is_list && value.start <= span.start && span.end <= value.end
        };
        match one {
            Removable::Wall(_, Direction::Right) => {
                let walls = walls(puzzle, one)?;
                edits.extend(walls.iter().map(|wall| Edit::replace(wall.span, " ")));
            }
            Removable::Wall(..) => walls_under.extend(walls(puzzle, one)?),
            _ if section.fields.iter().any(|field| is_keyed(&field)) => keyed.push(span),
            _ => edits.push(Edit::replace(span, ".")),
        }
    }
    for field in &section.fields {
        edits.extend(without_groups(text, field, &keyed));
    }
    walls_under.extend(loose_joins(puzzle, &walls_under));
    edits.extend(without_characters(text, &walls_under));
    Some(edits)
}

/// Returns the characters that draw a wall.
fn walls(puzzle: &Puzzle, removable: Removable) -> Option<Vec<Wall>> {
    let Removable::Wall(square, side) = removable else {
        return None;
    };
    let rows = &puzzle.section.board()?.rows;
    // A wall above a square is drawn below the square above it.
    let above = if side == Direction::Up { 2 } else { 1 };
    let row = rows.get(rows.len().checked_sub(usize::from(square.row()) + above)?)?;
    let walls = if side == Direction::Up { &row.lower_walls } else { &row.right_walls };
    let is_it = |wall: &&Wall| wall.cell == usize::from(square.column());
    let found: Vec<Wall> = walls.iter().filter(is_it).copied().collect();
    (!found.is_empty()).then_some(found)
}

/// Returns the walls that were drawn only to join removed ones.
fn loose_joins(puzzle: &Puzzle, gone: &[Wall]) -> Vec<Wall> {
    let rows = puzzle.section.board().into_iter().flat_map(|board| &board.rows);
    let loose = rows.flat_map(|row: &Row| {
        let stays = |cell: usize| {
            let mut walls = row.lower_walls.iter();
            walls.any(|wall| wall.cell == cell && !gone.contains(wall))
        };
        let joins = row.joins.iter();
        joins.filter(move |join| !(stays(join.cell) && stays(join.cell + 1)))
    });
    loose.copied().collect()
}

/// Returns the edit that removes these groups from the value of a field, or the whole field if no
/// group remains.
fn without_groups(text: &str, field: &Field, gone: &[Span]) -> Option<Edit> {
    let FieldValue::Groups(groups) = &field.value else {
        return None;
    };
    let spans: Vec<Span> = groups
        .iter()
        .filter_map(|group| {
            let spans = group.iter().map(|word| word.span);
            spans.reduce(Span::cover)
        })
        .collect();
    let stays = |span: &&Span| !gone.contains(span);
    let left: Vec<&str> = spans.iter().filter(stays).map(|span| span.slice(text)).collect();
    let all = spans.iter().copied().reduce(Span::cover)?;
    if left.len() == spans.len() {
        None
    } else if left.is_empty() {
        Some(without_line(text, field.key_span.cover(field.value_span)))
    } else {
        Some(Edit::replace(all, left.join(", ")))
    }
}

/// Returns the edit that removes a span of a line, or the whole line if there is nothing else.
pub(crate) fn without_line(text: &str, span: Span) -> Edit {
    let line = lines(text).find(|line| line.span.start <= span.start && span.end <= line.span.end);
    match line {
        Some(line) => {
            let before = Span::new(line.span.start, span.start).slice(text);
            let after = Span::new(span.end, line.span.end).slice(text);
            if before.trim().is_empty() && after.trim().is_empty() {
                Edit::delete(Span::new(line.span.start, line.next_start()))
            } else {
                Edit::delete(span)
            }
        }
        None => Edit::delete(span),
    }
}

/// Returns the edits that remove the lines of a field, except their comments.
pub fn without_field(text: &str, section: &ParsedSection, field: &Field) -> Vec<Edit> {
    let span = field.key_span.cover(field.value_span);
    let meets = |line: &Line| line.span.start <= span.end && span.start <= line.span.end;
    let edits = lines(text).filter(meets).map(|line| {
        let mut comments = section.comments.iter();
        let has_comment = comments.any(|comment| line.span.touches(comment.start));
        // Comments are listed without their semicolons.
        match line.span.slice(text).find(';').filter(|_| has_comment) {
            Some(at) => {
                let start = line.span.start.max(span.start);
                let at = line.span.start + Span::from_range(0..at).end;
                Edit::delete(Span::new(start.min(at), at))
            }
            None => Edit::delete(Span::new(line.span.start, line.next_start())),
        }
    });
    edits.filter(|edit| !edit.span.is_empty()).collect()
}

/// Returns the edits that replace these characters with blanks, one edit per line. A line without
/// anything else is removed.
fn without_characters(text: &str, gone: &[Wall]) -> Vec<Edit> {
    let edits = lines(text).filter_map(|line| {
        let is_here =
            |wall: &&Wall| line.span.start <= wall.span.start && wall.span.end <= line.span.end;
        let mut spans: Vec<Span> = gone.iter().filter(is_here).map(|wall| wall.span).collect();
        spans.sort_unstable();
        let first = *spans.first()?;
        let (mut rest, mut done) = (String::new(), first.start);
        for span in spans {
            rest.push_str(Span::new(done, span.start).slice(text));
            rest.push(' ');
            done = span.end;
        }
        rest.push_str(Span::new(done, line.span.end).slice(text));
        let before = Span::new(line.span.start, first.start).slice(text);
        if before.trim().is_empty() && rest.trim().is_empty() {
            return Some(Edit::delete(Span::new(line.span.start, line.next_start())));
        }
        // Do not leave blanks at the end of the line.
        let (rest, start) = match rest.trim_end() {
            "" => ("", Span::from_range(0..before.trim_end().len()).end + line.span.start),
            rest => (rest, first.start),
        };
        Some(Edit::replace(Span::new(start, line.span.end), rest))
    });
    edits.collect()
}
