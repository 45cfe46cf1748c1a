//! The configuration of each file: what the `carom.toml` files above it say,
//! the nearest first, up to one that is the root.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Source;
use crate::config::{self, Broken, Config, Globs, Layer};
use crate::exchange::Form;

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
    /// By folder, as it is named.
    folders: HashMap<PathBuf, Arc<Folder>>,
    /// By configuration file.
    read: HashMap<PathBuf, Result<Arc<Layer>, Arc<Unusable>>>,
}

/// What configures the files of a folder.
#[derive(Debug)]
struct Folder {
    /// Its real path.
    path: PathBuf,
    /// The configuration files that have a say, the nearest first.
    files: Vec<PathBuf>,
    layers: Result<Vec<Arc<Layer>>, Vec<Arc<Unusable>>>,
    /// The configuration of all its files, where it is one.
    of_all: Option<Arc<Config>>,
}

impl Configs {
    /// The configuration of the folder that the process was started in.
    ///
    /// # Errors
    ///
    /// The configuration files that cannot be used.
    pub fn here(&self) -> Result<Arc<Config>, Vec<Arc<Unusable>>> {
        self.of_file(Path::new(ANY))
    }

    /// The configuration of a source. Standard input has that of the folder
    /// that the process was started in.
    ///
    /// # Errors
    ///
    /// The configuration files that cannot be used.
    pub fn of(&self, source: &Source) -> Result<Arc<Config>, Vec<Arc<Unusable>>> {
        match source {
            Source::StandardInput => self.here(),
            Source::File(path) => self.of_file(path),
        }
    }

    /// The configuration of the file at `path`, which need not exist.
    ///
    /// # Errors
    ///
    /// The configuration files that cannot be used.
    pub fn of_file(&self, path: &Path) -> Result<Arc<Config>, Vec<Arc<Unusable>>> {
        let (folder, real) = self.place(path);
        let layers = folder.layers.as_ref().map_err(Clone::clone)?;
        if let Some(config) = &folder.of_all {
            return Ok(Arc::clone(config));
        }
        Ok(Arc::new(merge(layers, &real)))
    }

    /// The configuration of a folder's files that no override names.
    ///
    /// # Errors
    ///
    /// The configuration files that cannot be used.
    pub fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, Vec<Arc<Unusable>>> {
        self.of_file(&folder.join(ANY))
    }

    /// The configuration files that have a say in the file at `path`, the
    /// nearest first.
    pub fn files(&self, path: &Path) -> Vec<PathBuf> {
        self.place(path).0.files.clone()
    }

    /// The form that the file at `path` is of, where the nearest configuration
    /// that says something of it says that it is no puzzle file.
    pub fn form_of(&self, path: &Path) -> Option<&'static Form> {
        let (folder, real) = self.place(path);
        let layers = folder.layers.as_ref().ok()?;
        let form = layers.iter().find_map(|layer| layer.form_of(&real))?;
        (!form.is_own()).then_some(form)
    }

    /// The files that the configurations read so far say to be of other forms.
    pub fn sources(&self) -> Vec<Globs> {
        let known = self.lock();
        let layers = known.read.values().flatten();
        let mut sources: Vec<Globs> = layers.flat_map(|layer| layer.sources().cloned()).collect();
        sources.sort_by(|one, other| {
            (one.folder(), one.written()).cmp(&(other.folder(), other.written()))
        });
        sources
    }

    /// Whether the file at `path` is taken of its folder. What cannot be used
    /// leaves nothing out: it is told when the file is to be read.
    pub fn take(&self, path: &Path) -> bool {
        let (_, real) = self.place(path);
        self.of_file(path)
            .map_or(true, |config| config.takes(&real))
    }

    /// Forgets what was read, so that it is read again as it is then.
    pub fn forget(&self) {
        *self.lock() = Known::default();
    }

    /// The configuration files that were read and cannot be used, in the order
    /// of their paths.
    pub fn unusable(&self) -> Vec<Arc<Unusable>> {
        let known = self.lock();
        let results = known.read.values();
        let mut unusable: Vec<Arc<Unusable>> = results
            .filter_map(|read| read.as_ref().err().cloned())
            .collect();
        unusable.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        unusable
    }

    /// The folder of a file, and the file's path in it from the top.
    fn place(&self, path: &Path) -> (Arc<Folder>, PathBuf) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = self.lock().folder(folder.unwrap_or(Path::new(".")));
        let real = folder.path.join(path.file_name().unwrap_or_default());
        (folder, real)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a file that globs mean only if they mean all puzzle files.
const ANY: &str = "*.carom";

impl Known {
    fn folder(&mut self, path: &Path) -> Arc<Folder> {
        if let Some(folder) = self.folders.get(path) {
            return Arc::clone(folder);
        }
        let folder = Arc::new(self.look(path));
        self.folders.insert(path.to_owned(), Arc::clone(&folder));
        folder
    }

    /// Looks for the configuration files of a folder, and reads them.
    fn look(&mut self, path: &Path) -> Folder {
        let (mut files, mut layers, mut unusable) = (Vec::new(), Vec::new(), Vec::new());
        // Without its real path nothing is above a folder.
        let real = path.canonicalize().ok();
        let above = real.as_deref().map(config::above);
        for file in above.into_iter().flatten() {
            files.push(file.clone());
            let layer = self.read.entry(file);
            match layer.or_insert_with_key(|file| read(file)) {
                Ok(layer) => {
                    layers.push(Arc::clone(layer));
                    if layer.is_root {
                        break;
                    }
                }
                Err(broken) => unusable.push(Arc::clone(broken)),
            }
        }
        let path = real.unwrap_or_else(|| path.to_owned());
        let of_all = if layers.iter().any(|layer| layer.has_overrides()) {
            None
        } else {
            Some(Arc::new(merge(&layers, &path.join(ANY))))
        };
        Folder {
            path,
            files,
            layers: match unusable.is_empty() {
                true => Ok(layers),
                false => Err(unusable),
            },
            of_all,
        }
    }
}

/// What layers say of a file, of which the nearest comes first.
fn merge(layers: &[Arc<Layer>], path: &Path) -> Config {
    let configs = layers.iter().map(|layer| layer.of(path));
    configs.fold(Config::default(), |near, far| near.or(&far))
}

fn read(path: &Path) -> Result<Arc<Layer>, Arc<Unusable>> {
    let unusable = |text: &str, broken| {
        Arc::new(Unusable {
            path: path.to_owned(),
            text: text.to_owned(),
            broken,
        })
    };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| unusable("", Broken::from(error)))?;
    let layer = Layer::read(path, &text).map_err(|broken| unusable(&text, broken))?;
    Ok(Arc::new(layer))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_nearest_wins_key_by_key_up_to_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("one/two");
        fs::create_dir_all(&inner).unwrap();
        let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
        write(
            "carom.toml",
            "root = true\n[limits]\nmax-positions = 1\nmax-memory = 1\n",
        );
        write("one/carom.toml", "[limits]\nmax-positions = 2\n");
        let configs = Configs::default();
        let limits = |path: &Path| {
            let config = configs.of_file(path)?;
            Ok((config.max_positions(), config.max_memory()))
        };
        let outer = folder.path().join("a.carom");
        assert_eq!(limits(&outer), Ok((Some(1), Some(1))));
        let inner = inner.join("a.carom");
        assert_eq!(limits(&inner), Ok((Some(2), Some(1))));
        // What was read stands until it is forgotten.
        write("one/carom.toml", "root = true\n");
        assert_eq!(limits(&inner), Ok((Some(2), Some(1))));
        configs.forget();
        assert_eq!(limits(&inner), Ok((None, None)));
        // Each file that cannot be used is named, and no other file suffers.
        write("one/carom.toml", "\n[limit]\n");
        write("one/two/carom.toml", "colour = 1\n");
        configs.forget();
        assert_eq!(limits(&outer), Ok((Some(1), Some(1))));
        let unusable: Vec<Arc<Unusable>> = limits(&inner).unwrap_err();
        let texts: Vec<&str> = unusable.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["colour = 1\n", "\n[limit]\n"]);
        let mut sorted = unusable;
        sorted.sort_by(|one, other| one.path.cmp(&other.path));
        assert_eq!(configs.unusable(), sorted);
    }

    #[test]
    fn an_override_is_for_the_files_that_it_means() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("hard");
        fs::create_dir_all(&inner).unwrap();
        let text = "root = true\nexclude = [\"hard/old.*\"]\nlimits.jobs = 2\n\
                    [[overrides]]\npaths = [\"hard/x.carom\"]\nlimits.max-positions = 3\n";
        fs::write(folder.path().join("carom.toml"), text).unwrap();
        let configs = Configs::default();
        let limit = |path: &Path| configs.of_file(path).unwrap().max_positions();
        assert_eq!(limit(&inner.join("x.carom")), Some(3));
        assert_eq!(limit(&inner.join("y.carom")), None);
        assert_eq!(configs.of_folder(&inner).unwrap().max_positions(), None);
        assert!(configs.take(&inner.join("x.carom")));
        assert!(!configs.take(&inner.join("old.carom")));
    }
}
