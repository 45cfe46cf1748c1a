//! Names of files relative to the root of a repository.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::words::path_name;

/// Names files by their paths from the root of a repository, with slashes, as code hosts do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryPaths {
    here: PathBuf,
    root: Option<PathBuf>,
    /// The paths that are not UTF-8, by their names in diagnostics.
    not_utf8: HashMap<String, PathBuf>,
}

impl RepositoryPaths {
    /// Creates the names. `here` is the folder that relative names start from, and `root` the root
    /// of the repository, if there is one. Both are absolute.
    pub fn new(here: &Path, root: Option<&Path>) -> Self {
        Self { here: normalised(here), root: root.map(normalised), not_utf8: HashMap::new() }
    }

    /// Adds the files of a run, whose names may not be UTF-8.
    #[must_use]
    pub fn with_files<'a>(mut self, paths: impl Iterator<Item = &'a Path>) -> Self {
        let not_utf8 = paths.filter(|path| path.to_str().is_none());
        self.not_utf8.extend(not_utf8.map(|path| (path_name(path), path.to_owned())));
        self
    }

    /// Returns the path of the file `name` from the root. A file outside the repository, or a name
    /// such as `<stdin>`, keeps its normalised name.
    pub fn path(&self, name: &str) -> PathBuf {
        if name.starts_with('<') {
            return name.into();
        }
        let path = self.not_utf8.get(name).map_or(Path::new(name), |path| path);
        let absolute = normalised(&self.here.join(path));
        let root = self.root.as_ref();
        let inside = root.and_then(|root| absolute.strip_prefix(root).ok());
        inside.map_or_else(|| normalised(path), Path::to_owned)
    }

    /// Returns [`path`](Self::path) with slashes.
    pub fn name(&self, name: &str) -> String {
        path_name(&self.path(name))
    }
}

/// Returns the path without `.` and, where possible, without `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut normalised = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normalised.components().next_back() {
                Some(Component::Normal(_)) => {
                    normalised.pop();
                }
                Some(Component::RootDir) => {}
                _ => normalised.push(".."),
            },
            other => normalised.push(other),
        }
    }
    normalised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_root() {
        let paths = RepositoryPaths::new(Path::new("/r/levels"), Some(Path::new("/r/./x/..")));
        for (name, expected) in [
            ("a.carom", "levels/a.carom"),
            ("./sub//a.carom", "levels/sub/a.carom"),
            ("../b.carom", "b.carom"),
            ("/r/c.carom", "c.carom"),
            ("/elsewhere/./d.carom", "/elsewhere/d.carom"),
            ("../../../../e.carom", "../../../../e.carom"),
            ("<stdin>", "<stdin>"),
        ] {
            assert_eq!(paths.name(name), expected);
        }
    }

    #[test]
    fn without_a_root_names_are_only_normalised() {
        let paths = RepositoryPaths::new(Path::new("/r"), None);
        assert_eq!(paths.name("./a/../b.carom"), "b.carom");
        assert_eq!(paths.name("../b.carom"), "../b.carom");
    }
}
