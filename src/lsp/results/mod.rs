//! Results of solving and checking, published to the client or requested by it.
//!
//! `diagnostics` are those of a document, sent by `publish` or requested through `pull`. `puzzles`
//! has the state of each proof, and `proofs` publishes changed ones. `prove` waits for proofs; `progress` and `status` report running searches.
//!
//! - A task sends the current state, so no old state follows a newer one.
//! - Unchanged results are not sent again.

mod diagnostics;
pub(super) mod progress;
pub(super) mod proofs;
mod prove;
pub(super) mod publish;
pub(super) mod pull;
mod puzzles;
pub(super) mod status;

use tower_lsp::LspServiceBuilder;

use super::session::Server;

pub(super) use diagnostics::{DiagnosticList, proof};

/// Registers the requests of this module that are not part of [`tower_lsp::LanguageServer`].
pub(super) fn register(builder: LspServiceBuilder<Server>) -> LspServiceBuilder<Server> {
    builder
        .custom_method("carom/puzzles", Server::puzzles)
        .custom_method("carom/prove", Server::prove)
}
