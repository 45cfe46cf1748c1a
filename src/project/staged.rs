//! The puzzle files in the git index, for `check --staged`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::canonical::CanonicalPaths;
use super::failure::display;
use super::revision::{Index, Revision};
use super::{Configs, Failure, File, Source, is_puzzle_file};
use crate::config::FILE_NAME;
use crate::exchange::Format;

/// The puzzle files and settings in the git indexes of some paths.
#[derive(Debug)]
pub struct Staged {
    settings: Arc<StagedSettings>,
    /// The contents of the puzzle files by path.
    files: BTreeMap<PathBuf, Vec<u8>>,
}

/// The configuration files in git indexes.
#[derive(Debug, Default)]
pub struct StagedSettings {
    /// The roots of the repositories.
    roots: Vec<PathBuf>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl StagedSettings {
    /// Returns the contents of the configuration file at `path`. Returns `None` outside the
    /// repositories, and `None` inside if the index has no such file.
    pub(super) fn get(&self, path: &Path) -> Option<Option<&[u8]>> {
        let is_inside = self.roots.iter().any(|root| path.starts_with(root));
        is_inside.then(|| self.files.get(path).map(Vec::as_slice))
    }
}

impl Staged {
    /// Reads the indexes of the repositories of these paths. `configs` makes the configurations
    /// from the settings there. With a `format`, the files with its extensions are puzzle files
    /// too.
    ///
    /// # Errors
    ///
    /// Fails if a path is in no repository, or git fails.
    pub fn read(
        paths: &[PathBuf],
        format: Option<&Format>,
        configs: impl FnOnce(Arc<StagedSettings>) -> Arc<Configs>,
    ) -> Result<Self, Failure> {
        let mut canonical = CanonicalPaths::default();
        let mut settings = StagedSettings::default();
        let mut indexes = Vec::new();
        for path in paths.iter().filter(|path| path.as_os_str() != "-") {
            let path_there = canonical.file(path);
            let Some(root) = Revision::root(&path_there) else {
                let why = "--staged: the path is in no git repository";
                return Err(Failure::new(display(path), why));
            };
            if !settings.roots.iter().any(|other| other == root) {
                let index = Index::open(root)?;
                settings.files.extend(index.contents(|path| path.ends_with(FILE_NAME))?);
                settings.roots.push(root.to_owned());
                indexes.push(index);
            }
        }
        let settings = Arc::new(settings);
        let configs = configs(Arc::clone(&settings));
        let named: Vec<PathBuf> = paths.iter().map(|path| canonical.beside(path)).collect();
        let is_wanted = |path: &Path| {
            is_puzzle_file(path)
                || format.is_some_and(|format| format.has_extension_of(path))
                || configs.format_of(path).is_some()
                || named.iter().any(|named| named == path)
        };
        let mut files = BTreeMap::new();
        for index in &indexes {
            files.extend(index.contents(is_wanted)?);
        }
        Ok(Self { settings, files })
    }

    /// Returns the contents of the file at `path`, or of the configuration file.
    pub fn contents(&self, path: &Path) -> Option<&[u8]> {
        let path = CanonicalPaths::default().beside(path);
        let settings = || self.settings.get(&path).flatten();
        self.files.get(&path).map(Vec::as_slice).or_else(settings)
    }

    /// Returns the file at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file is not in the index or not UTF-8.
    pub fn file(&self, path: PathBuf) -> Result<File, Failure> {
        match self.contents(&path) {
            Some(contents) => {
                File::of_bytes(&display(&path), Source::File(path), contents.to_vec())
            }
            None => {
                let why = "the file is not in the git index; `git add` stages it";
                Err(Failure::new(display(&path), why))
            }
        }
    }

    /// Returns the files in `folder` that do not exist on disk.
    pub(super) fn not_on_disk(&self, folder: &Path) -> impl Iterator<Item = PathBuf> {
        let root = dunce::canonicalize(folder).unwrap_or_default();
        let inside = self
            .files
            .range(root.clone()..)
            .map_while(move |(path, _)| path.strip_prefix(&root).ok());
        let paths = inside.map(|path| folder.join(path));
        paths.filter(|path| !path.is_file())
    }
}
