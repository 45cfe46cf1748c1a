//! The language server: a thin shell over [`analysis`](crate::analysis).
//!
//! The rooms in reading order, each of which uses those above it alone:
//!
//! | room | what is in it |
//! |---|---|
//! | `documents` | texts that are cut into puzzles, and where in them things are |
//! | `session` | what is held from the first message on, and what is asked of the solver |
//! | `findings` | reports and proofs, and how the client hears of them though it did not ask |
//! | `requests` | what an editor asks about a text |
//! | `panel` | what a board beside the text shows and does |
//! | `protocol` | messages, from the first to the last |
//!
//! - Document state changes before a handler's first `await`, so that edits
//!   keep their order. No lock is held across an `await`, and no handler awaits
//!   the client but those of the commands that tell whether their edit was
//!   applied, for which nothing else waits.
//! - A panic costs the puzzle it is about, and is logged (`guarded`).

mod documents;
mod findings;
mod guarded;
mod panel;
mod protocol;
mod requests;
mod session;

#[cfg(fuzzing)]
pub use documents::assert_edits_equal_reopening;
pub(crate) use protocol::run;
pub use protocol::run_answering;
