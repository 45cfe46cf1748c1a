//! Rewriting a puzzle into the same puzzle, or one like it.

mod minimise;
mod rewriting;
mod spelling;
mod swap;
mod symmetry;
mod tiles;

pub use rewriting::Transform;

use super::View;

/// The rewritings of a puzzle; of those that need a piece, the ones for the
/// piece at `offset`.
pub fn transforms(view: &View<'_>, offset: u32) -> Vec<Transform> {
    let mut found = symmetry::transforms(view);
    found.extend(spelling::transform(view));
    found.extend(tiles::transform(view));
    found.extend(minimise::transform(view));
    found.extend(swap::transforms(view, offset));
    found
}
