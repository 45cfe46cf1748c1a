//! Answers that are stored between runs, in one cache file for each puzzle file.
//!
//! A [`Cache`] is a folder. It opens a [`CacheFile`] for a puzzle file, which is a
//! [`Store`](crate::solving::Store): it returns what a search would find. A cache file is read
//! whole and written whole, so the last process that writes it wins. `file` describes its layout.
//!
//! - The key of an entry is a hash of the exact position with all names, the requested extras, and
//!   the versions of carom and its searches. It contains no limits.
//! - A result has a scope, the limits under which it is the same.
//!   [`Question::is_served`](crate::solving::Question::is_served) decides
//!   whether it serves other limits. Results cut short by the clock are not stored.
//! - A file with a wrong checksum counts as missing. A solution is replayed by the rules before it
//!   is used.
//!
//! If the folder cannot be written, the cache warns once and stores nothing. That costs time, but
//! never changes an answer. See `docs/cache.md`.

mod cache;
mod file;
mod folder;
mod record;

pub use cache::{Cache, CacheInfo, default_folder};
pub use file::CacheFile;
pub use folder::Warn;
