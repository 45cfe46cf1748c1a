//! The files of a project: which there are, what stands in them, and what
//! configures each.
//!
//! A [`Walk`] finds the puzzle files below a folder, [`File`] is one that was
//! read, and [`Configs`] finds what each `carom.toml` says of it. The command
//! line and the server take all three from here, so that they mean the same
//! files and the same limits. A [`Revision`] is what stood in a repository
//! before.

mod configs;
mod failure;
mod file;
mod partition;
mod revision;
mod selection;
mod source;
mod walk;

pub use configs::{Configs, Unusable};
pub use failure::{Failure, reason};
pub use file::File;
pub use partition::{NoPartition, Partition, Way};
pub use revision::Revision;
pub use selection::{Selection, in_order_of_paths, sources};
pub use source::Source;
pub use walk::{Walk, is_puzzle_file};
