//! What a project sets: the levels of lints, what a search may spend, and which
//! files are meant.
//!
//! A `carom.toml` is read into a [`Layer`], an editor's `carom.*` settings into
//! a [`Config`], by one table of [settings](SETTINGS), so that they mean the
//! same. What holds for a file is the [`Config`] of all layers above it: the
//! nearest wins, key by key.

mod broken;
mod globs;
mod kind;
mod layer;
mod read;
mod schema;
mod setting;
mod settings;
mod size;
mod tree;
mod value;

pub use broken::{Broken, Fault};
pub use globs::Globs;
pub use kind::{Answers, Kind};
pub use layer::{FILE_NAME, Layer};
pub use schema::schema;
pub use setting::{CACHE_SIZE, MAX_MEMORY, MAX_POSITIONS, SETTINGS, Scope, Setting};
pub use settings::{Config, Held, Name, Place};
pub use size::bytes;
pub use value::Value;

#[cfg(test)]
mod tests;
