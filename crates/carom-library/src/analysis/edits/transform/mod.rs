//! Transformations into the same puzzle or an equivalent one.

mod minimise;
mod resize;
mod rewriting;
mod spelling;
mod swap;
mod symmetry;
mod tiles;

pub use minimise::{count_removed, minimise};
pub(crate) use resize::resize;
pub use rewriting::Transform;

use crate::analysis::View;

/// Returns the transformations of a puzzle. Those of a piece are for the piece at `offset`.
pub fn transforms(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let mut found = symmetry::transforms(view);
    found.extend(spelling::transform(view));
    found.extend(tiles::transform(view));
    found.extend(minimise::transform(view));
    found.extend(swap::transforms(view, offset));
    // A transformation that changes nothing is not offered: a board may be its own mirror image.
    for transform in &mut found {
        let edits = &mut transform.edits;
        edits.retain(|edit| edit.span.slice(view.text) != edit.replacement);
    }
    found.retain(|transform| !transform.edits.is_empty());
    found
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
            (
                "  board:\n    + @ +\n    . 0 .\n  solution: @↑\n",
                true,
                false,
            ),
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
