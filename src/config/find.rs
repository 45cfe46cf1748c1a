//! Where configurations lie: in files named `carom.toml`, in a folder or above
//! it.

use std::path::{Path, PathBuf};

/// The name of the configuration's file.
pub const FILE_NAME: &str = "carom.toml";

/// The configuration files in `folder` and above it, the nearest first.
pub fn above(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let candidates = folder.ancestors().map(|above| above.join(FILE_NAME));
    candidates.filter(|path| path.is_file())
}
