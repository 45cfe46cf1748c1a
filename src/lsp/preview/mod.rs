//! The preview: the board view in a browser, for editors without a panel of their own.
//!
//! `http` serves the page on the loopback interface, to requests that `access` admits. The page
//! sends the requests of the [panel](super::panel), which `calls` passes to the same handlers, and
//! listens to `events`. `command` starts and opens it. `file` previews a file without an editor.
//!
//! - A client with the address has the rights of an editor's panel, and no others.
//! - The text is the source of truth: an edit of the page goes to the client, as that of a panel, or
//!   to the file.

mod access;
mod calls;
mod command;
mod events;
mod file;
mod http;

use tower_lsp::LspServiceBuilder;

use super::session::Server;
pub(crate) use command::PreviewOptions;

/// Registers the requests of this module that are not part of [`tower_lsp::LanguageServer`].
pub(super) fn register(builder: LspServiceBuilder<Server>) -> LspServiceBuilder<Server> {
    builder.custom_method("carom/focus", Server::focus)
}
