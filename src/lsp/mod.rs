//! The language server: a thin shell over [`analysis`](crate::analysis).
//!
//! `transport` reads and writes messages, `server` answers them from `state`,
//! which holds each `document` as a rope cut into puzzles. `solver` has the
//! threads that solve the `job`s of its `queue`; `publish` and `progress` send
//! what they find. What an author asks about a puzzle is answered by
//! `analysis`, in byte offsets, and `convert` puts it into the protocol's
//! positions.
//!
//! - Document state changes before a handler's first `await`, so that edits
//!   keep their order. No handler awaits the client, and no lock is held
//!   across an `await`.
//! - A panic costs the puzzle it is about, and is logged.

mod capabilities;
mod commands;
mod convert;
mod document;
mod features;
mod job;
mod markup;
mod navigation;
mod parent;
mod progress;
mod publish;
mod pull;
mod queue;
mod server;
mod session;
mod settings;
mod shared;
mod solution;
mod solver;
mod solving;
mod state;
mod tokens;
mod transport;
mod workspace;

pub(crate) use session::run;
pub use session::run_answering;
pub use solver::Answering;
