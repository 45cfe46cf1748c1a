//! The client's folders, and the puzzles that several files of a folder share.
//!
//! The server compares the files that `carom check FOLDER` would select, open or not. Other files
//! are compared with none.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::document::{Document, WorkspaceFile};
use crate::analysis::Duplicates;
use crate::project::{Configs, Walk};
use crate::solving::Identity;
use crate::words::path_name;

/// The client's folders.
#[derive(Default)]
pub(crate) struct Folders {
    pub(crate) paths: Vec<PathBuf>,
    /// The puzzles of the files of each folder.
    repeats: HashMap<Arc<Path>, Duplicates<Arc<Path>, ()>>,
}

impl Folders {
    pub(crate) fn contains(&self, path: &Path) -> bool {
        self.paths.iter().any(|folder| path.starts_with(folder))
    }

    /// Returns the name of a file in messages: its path relative to its folder.
    pub(crate) fn name(&self, path: &Path) -> Arc<str> {
        let mut folders = self.paths.iter();
        let inner = folders.find_map(|folder| path.strip_prefix(folder).ok());
        path_name(inner.unwrap_or(path)).into()
    }

    /// Returns the outermost folder that contains a file.
    fn outermost(&self, path: &Path) -> Option<&Path> {
        let holding = self.paths.iter().filter(|folder| path.starts_with(folder));
        let folder = holding.min_by_key(|folder| folder.as_os_str().len())?;
        Some(folder)
    }

    /// Whether a file is selected in its folder.
    pub(crate) fn finds(&self, path: &Path, configs: &Configs) -> bool {
        let folder = self.outermost(path);
        folder.is_some_and(|folder| Walk::new(folder, configs).with_foreign_files().finds(path))
    }

    /// Whether the folder at `path` is searched for files.
    pub(crate) fn enters(&self, path: &Path, configs: &Configs) -> bool {
        let folder = self.outermost(path);
        folder.is_some_and(|folder| Walk::new(folder, configs).enters(path))
    }

    /// Returns a file that is selected in its folder, with the folder.
    pub(crate) fn home(&self, path: &Path) -> Option<WorkspaceFile> {
        Some(WorkspaceFile { folder: self.outermost(path)?.into(), path: path.into() })
    }

    /// Adds the puzzles of a file.
    pub(crate) fn insert(&mut self, document: &Document) {
        let Some(home) = &document.home else {
            return;
        };
        let repeats = self.repeats.entry(Arc::clone(&home.folder)).or_default();
        for identity in document.identities() {
            repeats.insert(&home.path, identity, || ());
        }
    }

    /// Removes the puzzles of a file.
    pub(crate) fn remove(&mut self, document: &Document) {
        if let Some(home) = &document.home
            && let Some(repeats) = self.repeats.get_mut(&home.folder)
        {
            for identity in document.identities() {
                repeats.remove(&home.path, identity);
            }
        }
    }

    /// Changes a document. Returns the other files that share or have shared a puzzle with it.
    pub(crate) fn update<T>(
        &mut self,
        document: &mut Document,
        change: impl FnOnce(&mut Document) -> T,
    ) -> (BTreeSet<Arc<Path>>, T) {
        let mut others = self.neighbours(document);
        self.remove(document);
        let result = change(document);
        self.insert(document);
        others.append(&mut self.neighbours(document));
        (others, result)
    }

    /// Returns the other files that share a puzzle with a document.
    pub(crate) fn neighbours(&self, document: &Document) -> BTreeSet<Arc<Path>> {
        let home = document.home.as_ref();
        let neighbours = home.and_then(|home| {
            let repeats = self.repeats.get(&home.folder)?;
            Some(repeats.neighbours(&home.path))
        });
        neighbours.unwrap_or_default()
    }

    /// Returns the puzzles of a document that also occur in other files, if any.
    pub(crate) fn shared(&self, document: &Document) -> Option<&FxHashSet<Identity>> {
        let home = document.home.as_ref()?;
        self.repeats.get(&home.folder)?.shared(&home.path)
    }

    /// Returns the first file with a puzzle, if it is another file.
    pub(crate) fn first_elsewhere(
        &self,
        document: &Document,
        identity: Identity,
    ) -> Option<&Arc<Path>> {
        let home = document.home.as_ref()?;
        let repeats = self.repeats.get(&home.folder)?;
        let (first, ()) = repeats.elsewhere(&home.path, identity)?;
        Some(first)
    }

    /// Returns the next file with a puzzle, if the document is the first one.
    pub(crate) fn next_elsewhere(
        &self,
        document: &Document,
        identity: Identity,
    ) -> Option<Arc<Path>> {
        let home = document.home.as_ref()?;
        let repeats = self.repeats.get(&home.folder)?;
        let is_first = repeats.elsewhere(&home.path, identity).is_none();
        let next = repeats.others(&home.path, identity).next();
        next.filter(|_| is_first).cloned()
    }

    /// Removes all puzzles.
    pub(crate) fn clear(&mut self) {
        self.repeats.clear();
    }
}
