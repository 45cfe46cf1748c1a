//! The configuration of each file: the nearest `carom.toml` above it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Source;
use crate::config::{self, Broken, Config};

/// A configuration file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The file.
    pub path: PathBuf,
    /// What stands in it, if it can be read.
    pub text: String,
    /// All that is wrong with it.
    pub broken: Broken,
}

/// Configurations, each looked for and read once.
#[derive(Debug, Default)]
pub struct Configs {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// By folder.
    nearest: HashMap<PathBuf, Option<PathBuf>>,
    /// By configuration file.
    read: HashMap<PathBuf, Result<Arc<Config>, Unusable>>,
}

impl Configs {
    /// The configuration of the folder that the process was started in.
    ///
    /// # Errors
    ///
    /// Where its file cannot be used.
    pub fn here(&self) -> Result<Arc<Config>, Unusable> {
        self.of_folder(Path::new("."))
    }

    /// The configuration of a source. Standard input has that of the folder
    /// that the process was started in.
    ///
    /// # Errors
    ///
    /// Where its file cannot be used.
    pub fn of(&self, source: &Source) -> Result<Arc<Config>, Unusable> {
        match source {
            Source::StandardInput => self.here(),
            Source::File(path) => self.of_file(path),
        }
    }

    /// The configuration of the file at `path`, which need not exist.
    ///
    /// # Errors
    ///
    /// Where its file cannot be used.
    pub fn of_file(&self, path: &Path) -> Result<Arc<Config>, Unusable> {
        self.of_folder(path.parent().unwrap_or(Path::new(".")))
    }

    fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, Unusable> {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let mut known = self.lock();
        let Some(path) = known.nearest(folder) else {
            return Ok(Arc::default());
        };
        let config = known.read.entry(path);
        config
            .or_insert_with_key(|path| read(path).map(Arc::new))
            .clone()
    }

    /// Forgets what was read, so that it is read again as it is then.
    pub fn forget(&self) {
        *self.lock() = Known::default();
    }

    /// The configuration files that were read and cannot be used, in the order
    /// of their paths.
    pub fn unusable(&self) -> Vec<Unusable> {
        let known = self.lock();
        let results = known.read.values();
        let mut unusable: Vec<Unusable> = results
            .filter_map(|read| read.as_ref().err().cloned())
            .collect();
        unusable.sort_by(|one, other| one.path.cmp(&other.path));
        unusable
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The configuration file nearest above a folder.
    fn nearest(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(found) = self.nearest.get(folder) {
            return found.clone();
        }
        // Without its real path nothing is above a folder.
        let real = folder.canonicalize().ok();
        let found = real.and_then(|real| config::find(&real));
        self.nearest.insert(folder.to_owned(), found.clone());
        found
    }
}

fn read(path: &Path) -> Result<Config, Unusable> {
    let unusable = |text: &str, broken| Unusable {
        path: path.to_owned(),
        text: text.to_owned(),
        broken,
    };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| unusable("", Broken::from(error)))?;
    Config::from_toml(&text).map_err(|broken| unusable(&text, broken))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn each_file_has_the_nearest_configuration() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("one/two");
        fs::create_dir_all(&inner).unwrap();
        let outer = folder.path().join("carom.toml");
        fs::write(&outer, "[limits]\nmax-positions = 1\n").unwrap();
        let near = folder.path().join("one/carom.toml");
        fs::write(&near, "[limits]\nmax-positions = 2\n").unwrap();
        let configs = Configs::default();
        let limit = |path: PathBuf| configs.of_file(&path).map(|config| config.max_positions);
        assert_eq!(limit(folder.path().join("a.carom")), Ok(Some(1)));
        assert_eq!(limit(inner.join("a.carom")), Ok(Some(2)));
        fs::write(&near, "\n[limit]\n").unwrap();
        assert_eq!(limit(inner.join("b.carom")), Ok(Some(2)));
        configs.forget();
        let unusable = limit(inner.join("b.carom")).unwrap_err();
        assert_eq!(unusable.text, "\n[limit]\n");
        assert_eq!(configs.unusable(), [unusable]);
    }
}
