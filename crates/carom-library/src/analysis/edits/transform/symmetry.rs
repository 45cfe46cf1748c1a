//! Rotates and mirrors a board with its squares and its solution.

use super::{Transform, plain_board, redraw};
use crate::analysis::View;
use crate::analysis::model::setup::notation;
use crate::analysis::model::view::places;
use crate::board::{Square, Symmetry};
use crate::games::{Game, Position};
use crate::picture;
use crate::syntax::{FieldValue, Key, MoveText};
use crate::text::{Edit, Span};

/// Keys whose words are glyphs.
const GLYPHS: [Key; 4] = [Key::Diagonals, Key::ToMove, Key::Hand, Key::OpponentHand];

pub(super) fn transforms(view: &View<'_>) -> Vec<Transform> {
    let Some(position) = view.puzzle.position() else {
        return Vec::new();
    };
    let turn = Symmetry::QUARTER_TURN;
    let turned = [
        ("turn the puzzle a quarter clockwise", turn, 1),
        ("turn the puzzle upside down", turn.then(turn), 2),
        ("turn the puzzle a quarter back", turn.then(turn).then(turn), 3),
    ];
    let offers = turned.into_iter().map(|(title, symmetry, turns)| (title, symmetry, Some(turns)));
    let mirrored = match position.to_move() {
        None => ("mirror the puzzle left to right", Symmetry::MIRROR, None),
        Some(_) => ("exchange the sides", Symmetry::DIAGONAL, None),
    };
    let transforms = offers.chain([mirrored]).filter_map(|(title, symmetry, turns)| {
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
    if !position.is_kept_by(symmetry) {
        return None;
    }
    let mut edits = match view.puzzle.section.field(Key::Tiles) {
        // Rotated tiles are tiles again, but there are none for a mirrored board.
        Some(_) => turned_tiles(view, turns?),
        None => vec![redrawn(view, position, symmetry)?],
    };
    let laid = Places { game: position.game(), position, symmetry };
    edits.extend(laid.defaults(view));
    for field in &view.puzzle.section.fields {
        match &field.value {
            FieldValue::Words(_) | FieldValue::Groups(_) if field.key != Some(Key::Tiles) => {
                for word in places(field) {
                    edits.extend(laid.word(word.span, &word.text, field.key));
                }
            }
            FieldValue::Moves(tokens) => {
                for token in tokens {
                    edits.extend(laid.token(token));
                }
            }
            _ => {}
        }
    }
    Some(edits)
}

fn turned_tiles(view: &View<'_>, turns: usize) -> Vec<Edit> {
    let words = crate::analysis::model::view::words_of(&view.puzzle.section, Key::Tiles);
    let mut turned = words.clone();
    turned.rotate_right(turns % words.len().max(1));
    let pairs =
        words.into_iter().zip(turned).map(|(old, new)| Edit::replace(old.span, new.text.clone()));
    pairs.collect()
}

/// Returns the drawn board after the transformation.
fn redrawn(view: &View<'_>, position: &Position, symmetry: Symmetry) -> Option<Edit> {
    let (drawn, span) = plain_board(view)?;
    let placed = view.puzzle.placed.as_ref()?;
    let old = position.board();
    let new = symmetry.board(old);
    let glyph = |square: Square| {
        let mut cells = placed.cells.iter();
        let cell = cells.find(|(old_square, _)| symmetry.square(old, *old_square) == square);
        let glyph = cell.and_then(|(_, span)| span.slice(view.text).chars().next());
        position.game().transform_glyph(symmetry, glyph.unwrap_or('.'))
    };
    let drawing = picture::drawing(&new, drawn.style, glyph);
    Some(redraw(view, span, &drawing))
}

struct Places<'a> {
    game: Game,
    position: &'a Position,
    symmetry: Symmetry,
}

impl Places<'_> {
    /// Transforms a square or a glyph: a diagonal, a side, a tile.
    fn word(&self, span: Span, text: &str, key: Option<Key>) -> Option<Edit> {
        let new = match text.parse::<Square>() {
            Ok(square) => {
                let there = self.symmetry.square(self.position.board(), square);
                there.to_string()
            }
            Err(_) if GLYPHS.contains(&key?) => {
                let glyphs =
                    text.chars().map(|glyph| self.game.transform_glyph(self.symmetry, glyph));
                glyphs.collect()
            }
            Err(_) => return None,
        };
        (new != text).then(|| Edit::replace(span, new))
    }

    /// Returns lines for missing keys whose default value would change.
    fn defaults(&self, view: &View<'_>) -> Vec<Edit> {
        let is_given = |key| view.puzzle.section.field(key).is_some();
        let mut lines = Vec::new();
        if let Some(player) = self.position.player()
            && !is_given(Key::Player)
        {
            let there = self.symmetry.square(self.position.board(), player);
            lines.push(format!("{}: {there}", Key::Player.name()));
        }
        if let Some(side) = self.position.to_move()
            && !is_given(Key::ToMove)
        {
            let side = self.game.transform_glyph(self.symmetry, side);
            lines.push(format!("{}: {side}", Key::ToMove.name()));
        }
        let edits = lines.iter().map(|line| view.puzzle.insert_key(line));
        edits.collect()
    }

    /// Transforms a move: its square or line, its direction and its walk.
    fn token(&self, token: &MoveText) -> Option<Edit> {
        let played = (notation(self.game).read_move)(token).ok()?;
        let laid = self.position.transform_move(played, self.symmetry)?;
        (laid != played).then(|| Edit::replace(token.span, laid.to_string()))
    }
}
