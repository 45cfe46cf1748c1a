//! The client's folders, and which puzzles stand in several files of one.
//!
//! A folder is to the server what a run over it is to `carom check`: the same
//! files are compared, open or not, as long as the walk through the folder finds
//! them. A file elsewhere is compared with none.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::document::{Document, Home};
use crate::analysis::Duplicates;
use crate::project::{Configs, Walk};
use crate::solving::Identity;

/// The client's folders.
#[derive(Default)]
pub(in crate::lsp) struct Folders {
    pub(in crate::lsp) paths: Vec<PathBuf>,
    /// The puzzles of each folder's files.
    repeats: HashMap<Arc<Path>, Duplicates<Arc<Path>, ()>>,
}

impl Folders {
    /// Whether a file lies in one of the folders.
    pub(in crate::lsp) fn hold(&self, path: &Path) -> bool {
        self.paths.iter().any(|folder| path.starts_with(folder))
    }

    /// What messages call a file: its path in its folder.
    pub(in crate::lsp) fn name(&self, path: &Path) -> Arc<str> {
        let mut folders = self.paths.iter();
        let inner = folders.find_map(|folder| path.strip_prefix(folder).ok());
        inner.unwrap_or(path).display().to_string().into()
    }

    /// The outermost of the folders that hold a file.
    fn outermost(&self, path: &Path) -> Option<&Path> {
        let holding = self.paths.iter().filter(|folder| path.starts_with(folder));
        let folder = holding.min_by_key(|folder| folder.as_os_str().len())?;
        Some(folder)
    }

    /// Whether a walk through the folder of a file comes upon it.
    pub(in crate::lsp) fn find(&self, path: &Path, configs: &Configs) -> bool {
        let folder = self.outermost(path);
        folder.is_some_and(|folder| Walk::new(folder, configs).with_forms(true).finds(path))
    }

    /// Whether a walk looks into the folder at `path`.
    pub(in crate::lsp) fn enter(&self, path: &Path, configs: &Configs) -> bool {
        let folder = self.outermost(path);
        folder.is_some_and(|folder| Walk::new(folder, configs).enters(path))
    }

    /// The folder whose files a file is compared with, which is one that a walk
    /// finds.
    pub(in crate::lsp) fn home(&self, path: &Path) -> Option<Home> {
        Some(Home {
            folder: self.outermost(path)?.into(),
            path: path.into(),
        })
    }

    /// Takes the puzzles of a file in.
    pub(in crate::lsp) fn insert(&mut self, document: &Document) {
        let Some(home) = &document.home else {
            return;
        };
        let repeats = self.repeats.entry(Arc::clone(&home.folder)).or_default();
        for identity in document.identities() {
            repeats.insert(&home.path, identity, || ());
        }
    }

    /// Takes the puzzles of a file out.
    pub(in crate::lsp) fn remove(&mut self, document: &Document) {
        if let Some(home) = &document.home
            && let Some(repeats) = self.repeats.get_mut(&home.folder)
        {
            for identity in document.identities() {
                repeats.remove(&home.path, identity);
            }
        }
    }

    /// Takes in what changed in a file; the other files that a puzzle of it
    /// stands in, or has stood in until now.
    pub(in crate::lsp) fn update(&mut self, document: &mut Document) -> BTreeSet<Arc<Path>> {
        let (gone, come) = document.take_turnover();
        let Some(home) = &document.home else {
            return BTreeSet::new();
        };
        let repeats = self.repeats.entry(Arc::clone(&home.folder)).or_default();
        let mut others = BTreeSet::new();
        for identity in gone {
            others.extend(repeats.others(&home.path, identity).cloned());
            repeats.remove(&home.path, identity);
        }
        for identity in come {
            repeats.insert(&home.path, identity, || ());
        }
        others.append(&mut repeats.neighbours(&home.path));
        others
    }

    /// The files that share a puzzle with this one.
    pub(in crate::lsp) fn neighbours(&self, document: &Document) -> BTreeSet<Arc<Path>> {
        let home = document.home.as_ref();
        let neighbours = home.and_then(|home| {
            let repeats = self.repeats.get(&home.folder)?;
            Some(repeats.neighbours(&home.path))
        });
        neighbours.unwrap_or_default()
    }

    /// The puzzles of a document that stand in other files too, if there are
    /// any.
    pub(in crate::lsp) fn shared(&self, document: &Document) -> Option<&FxHashSet<Identity>> {
        let home = document.home.as_ref()?;
        self.repeats.get(&home.folder)?.shared(&home.path)
    }

    /// The first file that a puzzle of a document stands in, if that is
    /// another.
    pub(in crate::lsp) fn first_elsewhere(
        &self,
        document: &Document,
        identity: Identity,
    ) -> Option<&Arc<Path>> {
        let home = document.home.as_ref()?;
        let repeats = self.repeats.get(&home.folder)?;
        let (first, ()) = repeats.elsewhere(&home.path, identity)?;
        Some(first)
    }

    /// Forgets all puzzles.
    pub(in crate::lsp) fn clear(&mut self) {
        self.repeats.clear();
    }
}
