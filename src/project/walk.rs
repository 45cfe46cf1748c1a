//! Finds the puzzle files below a folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::overrides::Override;
use ignore::{DirEntry, WalkBuilder};

use super::failure::display;
use super::file::MAX_SETTINGS;
use super::{Configs, Failure, reason};
use crate::words::escape_controls;

/// The extension of puzzle files.
const EXTENSION: &str = "carom";

/// The files that a walk finds.
#[derive(Debug, Default)]
pub struct Found {
    /// The puzzle files and the failures.
    pub files: Vec<Result<PathBuf, Failure>>,
    /// Files that look like puzzle files, with the reason why they are skipped.
    pub skipped: Vec<Failure>,
}

/// A walk through a folder. It honours ignore files (those of git only inside a repository), and
/// skips hidden files, pipes, devices, and files that the configuration excludes. It does not
/// follow links to folders. It follows links to files only if they lead into the folder or another
/// trusted path: a link may come from the branch of a stranger, and lead to a secret.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    pub(super) folder: PathBuf,
    pub(super) configs: &'a Configs,
    /// Whether to include ignored and hidden files.
    pub(super) takes_ignored: bool,
    /// Excludes files that match these globs.
    pub(super) excluded: Override,
    /// The extensions of the files.
    pub(super) extensions: Vec<&'static str>,
    /// Whether to include files whose configuration names another format.
    pub(super) takes_forms: bool,
    /// The canonical paths that links may lead to.
    pub(super) trusted: Vec<PathBuf>,
}

impl<'a> Walk<'a> {
    /// Creates a walk through `folder`.
    pub fn new(folder: &Path, configs: &'a Configs) -> Self {
        Self {
            folder: folder.to_owned(),
            configs,
            takes_ignored: false,
            excluded: Override::empty(),
            extensions: vec![EXTENSION],
            takes_forms: false,
            trusted: dunce::canonicalize(folder).into_iter().collect(),
        }
    }

    /// Also follows links that lead into these paths.
    #[must_use]
    pub fn trusting(mut self, paths: &[PathBuf]) -> Self {
        self.trusted.extend(paths.iter().filter_map(|path| dunce::canonicalize(path).ok()));
        self
    }

    /// Also includes files whose configuration names another format.
    #[must_use]
    pub fn with_foreign_files(self) -> Self {
        Self { takes_forms: true, ..self }
    }

    /// Returns the puzzle files sorted by path. Failures are broken links, unreadable folders, and
    /// folders whose ignore file is too large or not a regular file.
    pub fn files(&self) -> Vec<Result<PathBuf, Failure>> {
        self.search().files
    }

    /// Returns the [`files`](Self::files), and those that are skipped.
    pub fn search(&self) -> Found {
        let mut found = Found::default();
        let skip =
            |path: &Path, reason: &str| Failure::new(display(path), format!("skipped: {reason}"));
        let failures = self.visit(
            |_| true,
            |entry| {
                let path = entry.path();
                let is_folder_link = entry.path_is_symlink() && path.is_dir();
                if !self.names(path) && !is_folder_link {
                    if self.extensions == [EXTENSION] && has_capitals(path) {
                        let reason = "the extension is not `.carom` in lower case";
                        found.skipped.push(skip(path, reason));
                    }
                } else if self.is_skipped_link(entry) {
                    let reason = "the link leads out of the given paths";
                    found.skipped.push(skip(path, reason));
                } else if is_folder_link {
                    // The walk finds the folder itself.
                } else if path.is_file() {
                    if self.configs.take(path) {
                        found.files.push(Ok(path.to_owned()));
                    }
                } else if entry.path_is_symlink() && !path.exists() {
                    let failure = Failure::new(display(path), "the link leads nowhere");
                    found.files.push(Err(failure));
                }
            },
        );
        found.files.extend(failures.into_iter().map(Err));
        found
    }

    /// Whether the walk finds the file at `path`. Reads only the folders on the way to
    /// it.
    pub fn finds(&self, path: &Path) -> bool {
        self.names(path)
            && self.entry(path).is_some_and(|entry| path.is_file() && !self.is_skipped_link(&entry))
            && self.configs.take(path)
    }

    /// Whether the walk enters the folder at `path`.
    pub fn enters(&self, path: &Path) -> bool {
        let kind = self.entry(path).and_then(|entry| entry.file_type());
        kind.is_some_and(|kind| kind.is_dir())
    }

    /// Returns the entry that the walk finds at `path`.
    fn entry(&self, path: &Path) -> Option<DirEntry> {
        let wanted = path.to_owned();
        let mut found = None;
        let is_on_the_way = move |path: &Path| wanted.starts_with(path);
        self.visit(is_on_the_way, |entry| {
            if entry.path() == path {
                found = Some(entry.clone());
            }
        });
        found
    }

    fn is_skipped_link(&self, entry: &DirEntry) -> bool {
        let target = entry.path_is_symlink().then(|| dunce::canonicalize(entry.path()));
        // A broken link is a mistake, and cannot reveal a secret.
        let Some(Ok(target)) = target else {
            return false;
        };
        !self.trusted.iter().any(|path| target.starts_with(path))
    }

    /// Whether the name of a file matches.
    pub fn names(&self, path: &Path) -> bool {
        let extension = path.extension();
        let is_named = extension.is_some_and(|found| {
            let mut extensions = self.extensions.iter();
            extensions.any(|wanted| found == *wanted)
        });
        is_named || self.takes_forms && self.configs.format_of(path).is_some()
    }

    /// Visits the entries that `is_wanted` selects by their paths, and returns the failures.
    fn visit(
        &self,
        is_wanted: impl Fn(&Path) -> bool + Send + Sync + 'static,
        mut visit: impl FnMut(&DirEntry),
    ) -> Vec<Failure> {
        let takes_ignored = self.takes_ignored;
        let mut failures: Vec<Failure> = Vec::new();
        let mut size = 0;
        if !takes_ignored {
            let folder = dunce::canonicalize(&self.folder).unwrap_or_default();
            let folders = folder.ancestors();
            failures.extend(folders.filter_map(|folder| unreadable_ignore_file(folder, &mut size)));
        }
        if !failures.is_empty() {
            return failures;
        }
        let rejected = Arc::new(Mutex::new((Vec::new(), size)));
        let rejecting = Arc::clone(&rejected);
        let mut builder = WalkBuilder::new(&self.folder);
        builder
            .standard_filters(!takes_ignored)
            .overrides(self.excluded.clone())
            .sort_by_file_name(std::cmp::Ord::cmp)
            .filter_entry(move |entry| {
                if !is_wanted(entry.path()) {
                    return false;
                }
                let is_read = !takes_ignored && entry.file_type().is_some_and(|kind| kind.is_dir());
                let (rejected, size) =
                    &mut *rejecting.lock().unwrap_or_else(PoisonError::into_inner);
                let failure = is_read.then(|| unreadable_ignore_file(entry.path(), size)).flatten();
                let is_readable = failure.is_none();
                rejected.extend(failure);
                is_readable
            });
        for entry in builder.build() {
            match entry {
                Ok(entry) => visit(&entry),
                Err(error) => failures.push(failure(&error)),
            }
        }
        let mut rejected = rejected.lock().unwrap_or_else(PoisonError::into_inner);
        failures.append(&mut rejected.0);
        failures
    }
}

/// Returns the failure to visit an entry.
fn failure(error: &ignore::Error) -> Failure {
    let mut inner = error;
    while let ignore::Error::WithDepth { err, .. } = inner {
        inner = err;
    }
    match (inner, error.io_error()) {
        (ignore::Error::WithPath { path, .. }, Some(error)) => {
            Failure::new(display(path), reason(error))
        }
        // The message names the path.
        _ => Failure::unnamed(escape_controls(&error.to_string())),
    }
}

/// Returns the failure of a folder whose ignore files must not be read: the walker would read
/// a pipe or a device forever, and globs take much memory. `size` is the size of the
/// ignore files so far.
fn unreadable_ignore_file(folder: &Path, size: &mut u64) -> Option<Failure> {
    let files = [".ignore", ".gitignore", ".git/info/exclude"].map(|name| folder.join(name));
    files.iter().find_map(|file| {
        let metadata = file.metadata().ok()?;
        *size = size.saturating_add(metadata.len());
        let is_readable = metadata.is_file() && *size <= MAX_SETTINGS;
        (!is_readable).then(|| {
            let reason = "not a regular file, or more than 128 KiB with the other ignore files; its \
                          folder is skipped (`--no-ignore` reads no ignore files)";
            Failure::new(display(file), reason)
        })
    })
}

/// Whether a file has the extension of puzzle files with capital letters.
fn has_capitals(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|found| found != EXTENSION && found.eq_ignore_ascii_case(EXTENSION))
        && path.is_file()
}

/// Whether a path has the name of a puzzle file.
pub fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|found| found == EXTENSION)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn single_file_lookup_agrees_with_folder_walk() {
        let folder = tempfile::tempdir().unwrap();
        let paths = [
            "a.carom",
            "a/b.carom",
            "a/b.txt",
            "a/ignored/c.carom",
            "a/.hidden/d.carom",
            "e/f.carom",
            "e/g.carom",
            "h/i.carom",
        ];
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::create_dir(folder.path().join(".git")).unwrap();
        fs::write(folder.path().join(".gitignore"), "ignored/\n").unwrap();
        fs::write(folder.path().join("e/.ignore"), "g.*\n").unwrap();
        fs::write(folder.path().join("carom.toml"), "exclude = [\"h/\"]\n").unwrap();
        let configs = Configs::default();
        let walk = Walk::new(folder.path(), &configs);
        let found: Vec<PathBuf> = walk.files().into_iter().map(Result::unwrap).collect();
        let expected = ["a/b.carom", "a.carom", "e/f.carom"];
        assert_eq!(found, expected.map(|path| folder.path().join(path)));
        assert!(found.is_sorted());
        for path in paths {
            let path = folder.path().join(path);
            assert_eq!(walk.finds(&path), found.contains(&path), "{path:?}");
        }
        assert!(!walk.finds(&folder.path().join("missing.carom")));
        for inner in ["", "a", "e", "h"] {
            assert!(walk.enters(&folder.path().join(inner)), "{inner}");
        }
        for other in ["a/ignored", "a/.hidden", ".git", "missing", "a.carom", ".."] {
            assert!(!walk.enters(&folder.path().join(other)), "{other}");
        }
    }
}
