//! Messages, from the first to the last.
//!
//! `transport` reads and writes them, and `serve` passes each to its handler in
//! `handlers`; `execute` has the commands. `capabilities` says what the server can do; `settings`, `sources` and
//! `workspace` follow what the client says of its settings, files and folders.
//!
//! - A handler runs up to its first `await` before the next message is looked at.
//! - A panic costs one answer, and a client that is gone (`parent`) ends the server.

mod capabilities;
mod execute;
mod handlers;
mod parent;
mod serve;
mod settings;
mod sources;
mod transport;
mod workspace;

pub(crate) use serve::run;
pub use serve::run_answering;
