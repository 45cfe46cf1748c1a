//! Canonical paths.

use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;

/// A cache of canonical paths. It resolves a folder from the one above it: the system reads a
/// link for each component of a path, so the cost of deep folders would grow with the cube
/// of their depth.
#[derive(Debug, Default)]
pub(super) struct CanonicalPaths {
    folders: FxHashMap<PathBuf, Option<PathBuf>>,
}

impl CanonicalPaths {
    /// Returns the canonical path of a folder, if it exists.
    pub(super) fn folder(&mut self, path: &Path) -> Option<PathBuf> {
        if let Some(canonical) = self.folders.get(path) {
            return canonical.clone();
        }
        let mut components = path.components();
        let last = components.next_back();
        let above = components.as_path();
        let canonical = match last {
            Some(Component::Normal(name))
                if above != Path::new("")
                    && path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) =>
            {
                self.folder(above).map(|above| above.join(name))
            }
            _ => dunce::canonicalize(path).ok(),
        };
        self.folders.insert(path.to_owned(), canonical.clone());
        canonical
    }

    /// Returns the canonical path of a file, or the absolute path if it has none.
    pub(super) fn file(&mut self, path: &Path) -> PathBuf {
        if path.is_symlink() {
            return dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        }
        self.beside(path)
    }

    /// Returns the path of a file in its canonical folder, without following a link at the
    /// end.
    pub(super) fn beside(&mut self, path: &Path) -> PathBuf {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        match (self.folder(folder.unwrap_or(Path::new("."))), path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn paths_use_system_separators() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        symlink("a/b", root.join("link")).unwrap();
        symlink("../..", root.join("a/b/up")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        symlink("c/x.carom", root.join("a/b/y.carom")).unwrap();
        fs::write(root.join("a/b/c/x.carom"), "").unwrap();
        let mut paths = CanonicalPaths::default();
        for path in [
            "a",
            "a/b/c",
            "a/../a/./b",
            "link",
            "link/c",
            "link/..",
            "link/../b",
            "a/b/up/link/c",
            "loop",
            "loop/a",
            "missing/a",
        ] {
            let path = root.join(path);
            assert_eq!(paths.folder(&path), path.canonicalize().ok(), "{path:?}");
        }
        for path in ["a/b/c/x.carom", "link/c/x.carom", "link/y.carom"] {
            let path = root.join(path);
            assert_eq!(paths.file(&path), path.canonicalize().unwrap());
        }
        assert_eq!(
            paths.beside(&root.join("link/y.carom")),
            root.canonicalize().unwrap().join("a/b/y.carom")
        );
        let missing = root.join("missing/a");
        assert_eq!(paths.file(&missing), missing);
    }
}
