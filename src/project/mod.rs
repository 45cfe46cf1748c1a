//! The files of a project and their configurations.
//!
//! [`Walk`] finds the puzzle files below a folder, [`File`] reads one, and [`Configs`]
//! finds the `carom.toml` files for it. The command line and the server share them, so
//! they agree on files and settings. A [`Revision`] holds the files at a git revision,
//! and [`Staged`] those in the git index.

mod canonical;
mod configs;
mod failure;
mod file;
mod revision;
mod selection;
mod source;
mod staged;
mod uri;
mod walk;

pub use configs::{Configs, MalformedConfig};
pub use failure::{Failure, reason};
pub(crate) use file::MAX_FILE;
pub use file::{File, is_stdin_a_file, persist, persist_if};
pub use revision::Revision;
pub use selection::{Selected, Selection, in_order_of_paths, sources};
pub use source::Source;
pub use staged::Staged;
pub use uri::{file_uri, uri_path};
pub use walk::{Found, Walk, is_puzzle_file};
