//! Requests about a text. [`analysis`](crate::analysis) answers them in byte offsets; this module
//! converts the answers to the protocol's types.
//!
//! - Requests change nothing: a change of the text is an edit that the client applies.

pub(super) mod actions;
mod by_command;
pub(super) mod commands;
mod completion;
pub(super) mod features;
mod inline;
pub(super) mod lenses;
mod making;
mod markup;
pub(super) mod navigation;
mod new_puzzle;
pub(super) mod outline;
pub(super) mod tokens;

use tower_lsp::LspServiceBuilder;

use super::session::Server;

pub(super) use by_command::PREVIEW_KIND;
pub(super) use completion::Cursor;
pub(super) use markup::markup;
pub(super) use new_puzzle::NEW_PUZZLE;

/// Registers the requests of this module that are not part of [`tower_lsp::LanguageServer`].
pub(super) fn register(builder: LspServiceBuilder<Server>) -> LspServiceBuilder<Server> {
    builder.custom_method("textDocument/inlineCompletion", Server::inline_completion)
}
