//! The language server: a thin shell over [`analysis`](crate::analysis).
//!
//! Modules in reading order; each uses only those above it:
//!
//! | module | contents |
//! |---|---|
//! | `documents` | texts split into puzzles, and conversion of positions |
//! | `session` | the state of a session, and requests to the solver |
//! | `results` | diagnostics and proofs, published or requested |
//! | `requests` | requests about a text |
//! | `panel` | requests of a board view next to the text |
//! | `preview` | the same board view in a browser |
//! | `protocol` | messages: transport, dispatch and handlers |
//!
//! - Document state changes before a handler's first `await`, so that edits keep their order. No
//!   lock is held across an `await`. Only commands that report whether their edit was applied await
//!   the client, and nothing else waits for them.
//! - A panic costs the puzzle it is about, and is logged (`guarded`).

mod documents;
mod guarded;
mod panel;
mod preview;
mod protocol;
mod requests;
mod results;
mod session;

#[cfg(fuzzing)]
pub use documents::assert_edits_equal_reopening;
pub(crate) use preview::PreviewOptions;
pub(crate) use protocol::{preview_file, run};
pub(crate) use session::PreviewedFile;
