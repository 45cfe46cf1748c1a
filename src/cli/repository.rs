//! The repository of the current folder.

use std::env;

use crate::project::{Failure, Revision, Source};
use crate::report::RepositoryPaths;

/// Returns paths relative to the root of the repository: `GITHUB_WORKSPACE`, or the
/// root of the git repository.
pub(super) fn paths(sources: &[Result<Source, Failure>]) -> RepositoryPaths {
    let Ok(here) = env::current_dir() else {
        return RepositoryPaths::default();
    };
    let workspace = env::var_os("GITHUB_WORKSPACE").filter(|path| !path.is_empty());
    // The path of the current folder has no links, so that of the root must have none.
    let workspace = workspace.and_then(|path| dunce::canonicalize(path).ok());
    let root = workspace.as_deref().or_else(|| Revision::root(&here));
    let files = sources.iter().filter_map(|source| match source {
        Ok(Source::File(path)) => Some(path.strip_prefix(".").unwrap_or(path)),
        _ => None,
    });
    RepositoryPaths::new(&here, root).with_files(files)
}
