//! Answers that are stored between runs, in one file that all processes share.
//!
//! A [`Disk`] is a [`Store`](crate::solving::Store): it returns what a search would find. Its
//! file is an SQLite database in the user's cache folder (`place`). An entry is a question
//! (`key`), its result (`record`), and a checksum of both:
//!
//! - The question is the exact position with all names, the requested extras, and the versions of
//!   carom and its searches. It is stored and compared as a whole.
//! - The result has a scope. [`Question::is_served`](crate::solving::Question::is_served) decides
//!   whether it serves other limits. Results cut short by the clock are not stored.
//! - An entry with a wrong checksum, or one that does not parse, counts as missing. A solution is
//!   replayed by the rules before it is used.
//!
//! A thread writes many entries at a time (`writer`). If the file cannot be used, the store warns
//! once and stores nothing. That costs time, but never changes an answer. See `docs/cache.md`.

mod database;
mod disk;
mod fault;
mod key;
mod place;
mod record;
mod state;
mod writer;

pub use database::Facts;
pub use disk::Disk;
pub use fault::Fault;
pub use place::{Place, default_folder};
pub use state::Warn;
