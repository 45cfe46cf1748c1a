//! Requests of a board view next to the text: a `solution` move by move, a `board_editor`, `play`
//! by hand, the what-if `map` of a piece, and `suggestions` for a harder or easier puzzle.
//!
//! - The text is the source of truth: every operation is an edit of it, and the board is drawn from
//!   it.
//! - Long searches run in idle time, and newer requests cancel them.

mod board_editor;
pub(super) mod map;
mod play;
mod solution;
mod suggestions;

use tower_lsp::LspServiceBuilder;

pub(super) use self::board_editor::applied;
use super::session::Server;

/// Registers the requests of this module that are not part of [`tower_lsp::LanguageServer`].
pub(super) fn register(builder: LspServiceBuilder<Server>) -> LspServiceBuilder<Server> {
    builder
        .custom_method("carom/solution", Server::solution)
        .custom_method("carom/board", Server::board)
        .custom_method("carom/play", Server::play)
        .custom_method("carom/map", Server::map)
}
