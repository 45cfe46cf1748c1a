//! Removes all idle objects.

use super::rewriting::Transform;
use crate::analysis::View;
use crate::analysis::edits::removal::removal;
use crate::games::{Move, Position, Removable};
use crate::solving::Minimal;
use crate::syntax::Key;
use crate::text::Edit;
use crate::words::{count, join_list, join_words};

/// Returns the transformation, if idle objects were found.
pub(super) fn transform(view: &View<'_>) -> Option<Transform> {
    minimise(view, view.extras?.minimal.as_ref()?)
}

/// Removes walls, pieces and blocks that were found idle one after the other. Replaces the author's
/// solution if it no longer solves the puzzle. Returns `None` if the text does not place one of
/// them, such as a wall of a tile.
pub fn minimise(view: &View<'_>, minimal: &Minimal) -> Option<Transform> {
    let mut edits = removal(view.text, view.puzzle, &minimal.gone)?;
    let position = view.puzzle.position()?.clone();
    let mut gone = minimal.gone.iter();
    let left = gone.try_fold(position, |position, &one| position.without(one))?;
    if let (Some(played), Some(field)) = (
        &view.puzzle.played,
        view.puzzle.section.field(Key::Solution),
    ) && played.solved_after.is_some()
        && !solves(left, &played.moves)
    {
        edits.push(Edit::replace(
            field.value_span,
            join_words(&minimal.solution),
        ));
    }
    let title = format!(
        "minimise: remove all that is idle, {}",
        count_removed(&minimal.gone)
    );
    Some(Transform::new(title, edits))
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

/// Whether the first moves are legal and solve the puzzle. Later moves are ignored.
fn solves(mut position: Position, moves: &[Move]) -> bool {
    for &played in moves {
        if position.is_solved() {
            return true;
        }
        match position.play(played) {
            Ok(next) => position = next,
            Err(_) => return false,
        }
    }
    position.is_solved()
}
