//! Messages: transport, dispatch and handlers.
//!
//! `transport` reads and writes messages, and `serve` passes each to its handler in `handlers`;
//! `execute` has the commands. `capabilities` declares what the server supports. `settings`,
//! `sources` and `workspace` handle changes of settings, files and folders.
//!
//! - A handler runs up to its first `await` before the next message is handled.
//! - A panic costs one response. The server ends with its client (`parent`).

mod capabilities;
mod execute;
mod handlers;
mod parent;
mod serve;
mod settings;
mod sources;
mod transport;
mod workspace;

pub(crate) use serve::preview_file;
pub(crate) use serve::run;
