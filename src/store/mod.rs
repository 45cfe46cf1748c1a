//! Answers that are kept between runs, in one file that any number of
//! processes share.
//!
//! A [`Disk`] is a [`Store`](crate::solving::Store) like the one in memory:
//! what comes out of it is what a search would find. What it keeps is an SQLite
//! database in the user's cache folder (`place`). An entry is a question
//! (`key`), what was found (`record`), and a checksum over both:
//!
//! - The question is the position to the last square and name, what is wanted
//!   beside its answer, and the version of the searches and of carom. It is
//!   kept whole and compared whole.
//! - What was found is kept with its scope, and
//!   [`Question::is_served`](crate::solving::Question::is_served) decides
//!   whether it serves other limits. What the clock cut short is not kept.
//! - An entry whose checksum is wrong, or that does not read, is as good as
//!   none; and a solution is replayed by the rules before it is believed.
//!
//! Entries are written by a thread of its own, many at a time (`writer`). Where
//! the file cannot be used, the store warns once, and then is as one that keeps
//! nothing: losing it costs time and no answer. `docs/cache.md` tells more.

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
