//! Transformations into the same puzzle or an equivalent one.

mod resize;
mod symmetry;

pub(crate) use self::resize::resize;

use super::removal::{removal, without_line};
use crate::analysis::View;
use crate::analysis::editor::occurrences::{
    Occurrence, Role, Subject, occurrences_of, subject_at, subjects,
};
use crate::analysis::edits::claims::changed_claims;
use crate::analysis::lints::checks::solution::play;
use crate::analysis::model::setup::notation;
use crate::analysis::model::view::{field_span, words};
use crate::board::Square;
use crate::games::{BoardObject, Diagonal, Removable};
use crate::picture;
use crate::search::Outcome;
use crate::solving::Minimal;
use crate::syntax::{self, BoardStyle, Drawing, Key};
use crate::text::{Edit, Span};
use crate::words::{count, join_list};

/// Returns the transformations of a puzzle. Those of a piece are for the piece at `offset`.
pub fn transforms(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let mut found = symmetry::transforms(view);
    found.extend(respelled(view));
    found.extend(drawn_tiles(view));
    found.extend(minimised(view));
    found.extend(swaps(view, offset));
    // A transformation that changes nothing is not offered: a board may be its own mirror image.
    for transform in &mut found {
        let edits = &mut transform.edits;
        edits.retain(|edit| edit.span.slice(view.text) != edit.replacement);
    }
    found.retain(|transform| !transform.edits.is_empty());
    found
}

/// A transformation that the user can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform {
    /// Its title, an imperative.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
    /// What they change besides the board, as a clause in the past tense.
    pub also: Option<String>,
}

impl Transform {
    fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, also: None }
    }
}

/// Returns the drawn board and its span, if there is no comment in it.
fn plain_board<'a>(view: &View<'a>) -> Option<(&'a syntax::BoardText, Span)> {
    let board = view.puzzle.section.board()?;
    let span = board.span()?;
    (board.is_regular && !span.slice(view.text).contains(';')).then_some((board, span))
}

/// Returns the edit that replaces the drawn board.
fn redraw(view: &View<'_>, span: Span, drawing: &Drawing) -> Edit {
    let before = view.text.get(..span.start as usize).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let separator = format!("{}{line}", view.puzzle.line_end());
    let rows: Vec<String> = drawing.lines().collect();
    Edit::replace(span, rows.join(&separator))
}

fn respelled(view: &View<'_>) -> Option<Transform> {
    let (board, span) = plain_board(view)?;
    let mut walls = board.rows.iter();
    if walls.any(|row| !row.right_walls.is_empty() || !row.lower_walls.is_empty())
        || board.width() < 2
    {
        return None;
    }
    let (title, spelling) = match board.style {
        BoardStyle::Spaced => ("write the board compact", BoardStyle::Compact),
        BoardStyle::Compact => ("write the board spaced", BoardStyle::Spaced),
    };
    let drawing = Drawing { style: spelling, ..Drawing::from(board) };
    Some(Transform::new(title, vec![redraw(view, span, &drawing)]))
}

fn swaps(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let is_place = |occurrence: &Occurrence| occurrence.role == Role::Place;
    let place = |subject: &Subject| occurrences_of(view, subject).into_iter().find(is_place);
    let found = subject_at(view, offset).and_then(|subject| {
        let here = place(&subject)?;
        Some((subject.name()?, here, subject))
    });
    let Some((name, here, subject)) = found else {
        return Vec::new();
    };
    if !here.span.touches(offset) {
        return Vec::new();
    }
    let others = subjects(view).into_iter().filter(|other| *other != subject);
    let swaps = others.filter_map(|other| {
        let there = place(&other)?;
        let other = other.name()?;
        // The claims stay, because the answer of the new puzzle is not known.
        let edits = vec![
            Edit::replace(here.span, other.as_str()),
            Edit::replace(there.span, name.as_str()),
        ];
        Some(Transform::new(format!("swap {name} with {other}"), edits))
    });
    swaps.collect()
}

fn drawn_tiles(view: &View<'_>) -> Option<Transform> {
    let position = view.puzzle.position()?;
    let tiles = view.puzzle.section.field(Key::Tiles)?;
    let board = position.board();
    let is_block = |square: Square| board.blocks().contains(square);
    let rows = picture::rows(board, |square| if is_block(square) { '#' } else { '.' });
    let separator = format!("{}    ", view.puzzle.line_end());
    let drawn = format!("board:{separator}{}", rows.join(&separator));
    let mut edits = vec![Edit::replace(field_span(tiles), drawn)];
    // A drawn board has no symbols: the target is named by its square.
    if let Some(field) = view.puzzle.section.field(Key::Target) {
        let has_square = words(field).iter().any(|word| word.text.parse::<Square>().is_ok());
        if !has_square {
            let game = position.game();
            let mut squares = board.squares();
            let target = squares.find(|&square| game.is_target(position.ground(square)))?;
            let text = format!("{} {target}", position.ground(target));
            edits.push(Edit::replace(field.value_span, text));
        }
    }
    // A drawn board has no printed diagonals.
    let notation = notation(position.game());
    let diagonals = position.scene().diagonals.into_iter();
    let groups: Vec<String> = diagonals
        .filter_map(|Diagonal { square, kind, robot }| {
            let (_, words) = (notation.keys.keyed)(&BoardObject::Diagonal(kind, robot), square)?;
            Some(words)
        })
        .collect();
    match view.puzzle.section.field(Key::Diagonals) {
        Some(field) if groups.is_empty() => {
            edits.push(without_line(view.text, field_span(field)));
        }
        Some(field) => edits.push(Edit::replace(field.value_span, groups.join(", "))),
        None if groups.is_empty() => {}
        None => {
            let line = format!("{}: {}", Key::Diagonals.name(), groups.join(", "));
            edits.push(view.puzzle.insert_key(&line));
        }
    }
    Some(Transform::new("draw the board of the tiles", edits))
}

/// Returns the transformation, if idle objects were found.
fn minimised(view: &View<'_>) -> Option<Transform> {
    minimise(view, view.extras?.minimal.as_ref()?)
}

/// Removes walls, pieces and blocks that were found idle one after the other. Replaces a solution
/// of the author that no longer solves the puzzle. Returns `None` if the text does not place one of
/// them, such as a wall of a tile, or if the puzzle is not solved.
pub fn minimise(view: &View<'_>, minimal: &Minimal) -> Option<Transform> {
    let mut edits = removal(view.text, view.puzzle, &minimal.gone)?;
    let position = view.puzzle.position()?.clone();
    let left = minimal.gone.iter().try_fold(position, |position, &one| position.without(one))?;
    let mut answer = view.answer()?.clone();
    if let Outcome::Solved(solution) = &mut answer.outcome {
        solution.moves.clone_from(&minimal.solution);
    }
    let tokens = view.puzzle.section.solution().unwrap_or_default();
    let played = play(&left, tokens, &mut Vec::new());
    let claims = changed_claims(view, played.as_ref(), Some(&answer));
    let also = claims.in_words();
    edits.extend(claims.edits);
    let title = format!("minimise: remove all that is idle, {}", count_removed(&minimal.gone));
    Some(Transform { also, ..Transform::new(title, edits) })
}

/// Counts removed objects by kind: `3 pieces and 1 wall`.
pub fn count_removed(gone: &[Removable]) -> String {
    let of = |is_one: fn(&Removable) -> bool, what: &str| {
        let number = gone.iter().filter(|one| is_one(one)).count();
        (number > 0).then(|| count(number as u64, what))
    };
    let parts = [
        of(|one| matches!(one, Removable::Piece(_)), "piece"),
        of(|one| matches!(one, Removable::Block(_)), "block"),
        of(|one| one.is_wall(), "wall"),
    ];
    join_list(parts.into_iter().flatten(), "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnswerState, FileHead, Puzzle};
    use crate::text::{Span, apply};

    /// Returns the titles of the transformations, each of which changes the text.
    fn titles(text: &str) -> Vec<String> {
        let puzzle = Puzzle::read(text, &FileHead::default());
        assert!(puzzle.position().is_some(), "{text}");
        let view = View::new(text, &puzzle, AnswerState::Nothing);
        let mut titles = Vec::new();
        for offset in 0..=text.len() {
            for transform in transforms(&view, Span::from_range(0..offset).end) {
                assert_ne!(apply(text, &transform.edits), text, "{transform:?}");
                titles.push(transform.title);
            }
        }
        titles
    }

    #[test]
    fn edits_without_effect_are_not_offered() {
        let turn = "turn the puzzle upside down";
        let mirror = "mirror the puzzle left to right";
        for (rest, turns, mirrors) in [
            ("  target: b1\n  board:\n    .@.\n", false, false),
            ("  board:\n    + @ +\n    . . .\n", true, false),
            ("  board:\n    0 . +\n    . @ .\n    + . 0\n", false, true),
            ("  board:\n    + @ A\n", true, true),
            ("  board:\n    + @ +\n    . 0 .\n  solution: @↑\n", true, false),
        ] {
            let text = format!("puzzle lunar\n{rest}");
            let titles = titles(&text);
            let is_offered = |title: &str| titles.iter().any(|one| one == title);
            assert_eq!(is_offered(turn), turns, "{text}{titles:?}");
            assert_eq!(is_offered(mirror), mirrors, "{text}{titles:?}");
        }
        // If the board stays the same, the words may still change.
        let tiles = "puzzle ricochet\n  rules: direct\n  robots: R e5\n  target: r c5\n  \
                     tiles: A1F A2B A3F A4B\n";
        assert!(titles(tiles).iter().any(|title| title == turn));
    }
}
