//! Turning and mirroring a board with its squares and its solution.

use super::{Transform, plain_board, redraw, spelled};
use crate::analysis::View;
use crate::analysis::view::words;
use crate::board::{Direction, Square, Symmetry};
use crate::games::{Game, Position};
use crate::picture;
use crate::syntax::{Arrow, Key, MoveKind, Value};
use crate::text::{Edit, Span};

pub(super) fn transforms(view: &View<'_>) -> Vec<Transform> {
    let Some(position) = view.puzzle.position() else {
        return Vec::new();
    };
    let turn = Symmetry::QUARTER_TURN;
    let turned = [
        ("turn the puzzle a quarter clockwise", turn, 1),
        ("turn the puzzle upside down", turn.then(turn), 2),
        (
            "turn the puzzle a quarter back",
            turn.then(turn).then(turn),
            3,
        ),
    ];
    let offers = turned
        .into_iter()
        .map(|(title, symmetry, turns)| (title, symmetry, Some(turns)));
    let offers = offers.chain([("mirror the puzzle left to right", Symmetry::MIRROR, None)]);
    let transforms = offers.filter_map(|(title, symmetry, turns)| {
        let edits = edits(view, position, symmetry, turns)?;
        Some(Transform::new(title, edits))
    });
    transforms.collect()
}

fn edits(
    view: &View<'_>,
    position: &Position,
    symmetry: Symmetry,
    turns: Option<usize>,
) -> Option<Vec<Edit>> {
    let game = position.game();
    if !game.may_turn() {
        return None;
    }
    let mut edits = match view.puzzle.section.field(Key::Tiles) {
        // Tiles come back to their own corners when the board is turned, but
        // there are none for a mirrored board.
        Some(_) => turned_tiles(view, turns?),
        None => vec![redrawn(view, position, symmetry)?],
    };
    let places = Places {
        game,
        position,
        symmetry,
    };
    for field in &view.puzzle.section.fields {
        match &field.value {
            Value::Words(_) | Value::Groups(_) if field.key != Some(Key::Tiles) => {
                for word in words(field) {
                    edits.extend(places.word(word.span, &word.text, field.key));
                }
            }
            Value::Moves(moves) => {
                for token in moves {
                    if let MoveKind::Move { arrow, .. } = &token.kind {
                        let there = symmetry.direction(direction(arrow.arrow));
                        edits.push(Edit::replace(arrow.span, there.symbol()));
                    }
                }
            }
            _ => {}
        }
    }
    Some(edits)
}

fn turned_tiles(view: &View<'_>, turns: usize) -> Vec<Edit> {
    let words = crate::analysis::view::words_of(&view.puzzle.section, Key::Tiles);
    let mut turned = words.clone();
    turned.rotate_right(turns % words.len().max(1));
    let pairs = words.into_iter().zip(turned);
    let pairs = pairs.map(|(old, new)| Edit::replace(old.span, new.text.clone()));
    pairs.collect()
}

/// The rows of the drawn board laid down anew.
fn redrawn(view: &View<'_>, position: &Position, symmetry: Symmetry) -> Option<Edit> {
    let (drawn, span) = plain_board(view)?;
    let placed = view.puzzle.placed.as_ref()?;
    let old = position.board();
    let new = symmetry.board(old);
    let glyph = |square: Square| {
        let mut cells = placed.cells.iter();
        let cell = cells.find(|(old_square, _)| symmetry.square(old, *old_square) == square);
        let glyph = cell.and_then(|(_, span)| span.slice(view.text).chars().next());
        position.game().glyph_after(symmetry, glyph.unwrap_or('.'))
    };
    let rows = spelled(picture::rows(&new, glyph), drawn.spelling);
    Some(redraw(view, span, &rows))
}

struct Places<'a> {
    game: Game,
    position: &'a Position,
    symmetry: Symmetry,
}

impl Places<'_> {
    /// A square, or a diagonal of a `diagonals` line.
    fn word(&self, span: Span, text: &str, key: Option<Key>) -> Option<Edit> {
        let new = match text.parse::<Square>() {
            Ok(square) => {
                let there = self.symmetry.square(self.position.board(), square);
                there.to_string()
            }
            Err(_) if key == Some(Key::Diagonals) => {
                let glyphs = text.chars();
                let glyphs = glyphs.map(|glyph| self.game.glyph_after(self.symmetry, glyph));
                glyphs.collect()
            }
            Err(_) => return None,
        };
        (new != text).then(|| Edit::replace(span, new))
    }
}

const fn direction(arrow: Arrow) -> Direction {
    match arrow {
        Arrow::Up => Direction::Up,
        Arrow::Right => Direction::Right,
        Arrow::Down => Direction::Down,
        Arrow::Left => Direction::Left,
    }
}
