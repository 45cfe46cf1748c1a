//! The repository that the command runs in.

use std::env;
use std::path::PathBuf;

use crate::project::Revision;
use crate::report::RepositoryPaths;

/// Names files by their paths from the root of the repository: the workspace of
/// a GitHub workflow, else the nearest folder above that Git knows.
pub(super) fn paths() -> RepositoryPaths {
    let Ok(here) = env::current_dir() else {
        return RepositoryPaths::default();
    };
    let workspace = env::var_os("GITHUB_WORKSPACE").filter(|path| !path.is_empty());
    // The current folder is known without links, so the root has to be, too.
    let workspace = workspace.and_then(|path| PathBuf::from(path).canonicalize().ok());
    let root = workspace.as_deref().or_else(|| Revision::root(&here));
    RepositoryPaths::new(&here, root)
}
