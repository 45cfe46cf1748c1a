//! Tests of the language server: the built binary over pipes.

use std::path::Path;

use tower_lsp::ls_types::Uri;

use crate::cli::schema;

mod abilities;
mod authoring;
mod board_editor;
mod checks;
pub mod client;
mod completing;
mod configuration;
mod decks;
mod edits;
mod ending;
mod equality;
mod features;
mod folders;
mod foreign;
mod games;
mod kept;
mod lifecycle;
mod making;
mod map;
mod naming;
mod navigation;
mod play;
mod preview;
mod proofs;
mod protocol;
mod pulling;
mod robust;
mod solution;
mod solving;
mod sync;
mod texts;
mod typing;

/// Returns the URI of a file or folder on this system.
pub fn file_uri(path: &Path) -> String {
    Uri::from_file_path(path).unwrap().to_string()
}
