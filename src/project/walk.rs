//! Finds the puzzle files below a folder.

use std::path::{Path, PathBuf};

use ignore::overrides::Override;
use ignore::{DirEntry, WalkBuilder};

use super::failure::display;
use super::{Configs, Failure};
use crate::words::escape_controls;

/// The extension of puzzle files.
const EXTENSION: &str = "carom";

/// A walk through a folder. It honours ignore files (those of git only inside a
/// repository), and skips hidden files, pipes, devices, and files that the
/// configuration excludes. It follows links to files, but not to folders.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    folder: PathBuf,
    configs: &'a Configs,
    takes_ignored: bool,
    excluded: Override,
    /// The extensions of the files.
    extensions: Vec<&'static str>,
    /// Whether to include files whose configuration names another format.
    takes_forms: bool,
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
        }
    }

    /// Includes files whose configuration names another format.
    #[must_use]
    pub const fn with_forms(mut self, takes_forms: bool) -> Self {
        self.takes_forms = takes_forms;
        self
    }

    /// Sets whether to include ignored and hidden files.
    #[must_use]
    pub const fn taking_ignored(mut self, takes_ignored: bool) -> Self {
        self.takes_ignored = takes_ignored;
        self
    }

    /// Excludes files that match these globs.
    #[must_use]
    pub fn excluding(mut self, excluded: Override) -> Self {
        self.excluded = excluded;
        self
    }

    /// Sets the extensions of the files.
    #[must_use]
    pub fn with_extensions(mut self, extensions: &[&'static str]) -> Self {
        self.extensions = extensions.to_vec();
        self
    }

    /// Returns the puzzle files sorted by path. Unreadable folders and broken links are
    /// failures.
    pub fn files(&self) -> impl Iterator<Item = Result<PathBuf, Failure>> + use<'a> {
        let configs = self.configs;
        let names = self.clone();
        let is_named = move |entry: &DirEntry| names.names(entry.path());
        self.builder().build().filter_map(move |entry| match entry {
            Ok(entry) if is_named(&entry) && entry.path().is_file() => {
                let path = entry.into_path();
                configs.take(&path).then_some(Ok(path))
            }
            Ok(entry) if is_named(&entry) && is_dangling(&entry) => {
                let path = display(entry.path());
                Some(Err(Failure::new(path, "the link leads nowhere")))
            }
            Ok(_) => None,
            Err(error) => Some(Err(not_walked(&error))),
        })
    }

    /// Whether the walk finds the file at `path`. Reads only the folders on the way to
    /// it.
    pub fn finds(&self, path: &Path) -> bool {
        self.names(path)
            && self.entry(path).is_some_and(|_| path.is_file())
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
        let mut builder = self.builder();
        builder.filter_entry(move |entry| wanted.starts_with(entry.path()));
        let mut found = builder.build().filter_map(Result::ok);
        found.find(|entry| entry.path() == path)
    }

    /// Whether the name of a file matches.
    pub fn names(&self, path: &Path) -> bool {
        let extension = path.extension();
        let is_named = extension.is_some_and(|found| {
            let mut extensions = self.extensions.iter();
            extensions.any(|wanted| found == *wanted)
        });
        is_named || self.takes_forms && self.configs.form_of(path).is_some()
    }

    fn builder(&self) -> WalkBuilder {
        let mut builder = WalkBuilder::new(&self.folder);
        builder
            .standard_filters(!self.takes_ignored)
            .overrides(self.excluded.clone())
            .sort_by_file_name(std::cmp::Ord::cmp);
        builder
    }
}

/// Whether a path has the name of a puzzle file.
pub fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|found| found == EXTENSION)
}

/// Converts an error of the walker. Its message already names the path.
fn not_walked(error: &ignore::Error) -> Failure {
    Failure::unnamed(escape_controls(&error.to_string()))
}

fn is_dangling(entry: &DirEntry) -> bool {
    entry.path_is_symlink() && !entry.path().exists()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_found_alone_where_it_is_found_among_all() {
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
        let found: Vec<PathBuf> = walk.files().map(Result::unwrap).collect();
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
