//! The configuration of a file: the nearest `carom.toml` above it.

use std::path::{Path, PathBuf};

/// The name of the configuration's file.
pub const FILE_NAME: &str = "carom.toml";

/// The nearest configuration in `folder` or above it.
pub fn find(folder: &Path) -> Option<PathBuf> {
    let candidates = folder.ancestors().map(|above| above.join(FILE_NAME));
    candidates.into_iter().find(|path| path.is_file())
}
