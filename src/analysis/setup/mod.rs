//! From the tree of a puzzle to a position of its game.
//!
//! Each game reads its own keys and glyphs; a fault of the setup, which names
//! pieces and squares, is mapped back to the text here.

mod lunar;
mod ricochet;
mod rush;
mod slider;
mod source;
mod words;
mod write;

pub(super) use rush::push;
pub(super) use slider::claimed_result;
pub use source::Placed;
pub(super) use source::{Source, takes};
pub use write::{Unwritable, WriteSetup, Written, setup_of, write_puzzle};

use source::size;

use super::Diagnostic;
use crate::games::Game;

/// Reads the puzzle; without a position, the diagnostics say why.
pub(super) fn read(mut source: Source<'_>) -> (Option<Placed>, Vec<Diagnostic>) {
    source.report_foreign_keys();
    let placed = match source.game {
        Game::Lunar => lunar::read(&mut source),
        Game::Ricochet => ricochet::read(&mut source),
        Game::Slider => slider::read(&mut source),
        Game::Rush => rush::read(&mut source),
    };
    (placed, source.diagnostics)
}
