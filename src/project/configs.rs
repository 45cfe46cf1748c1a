//! The configuration of each file, merged from the `carom.toml` files above it. Nearer
//! files override farther ones, up to one marked as root.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Source;
use super::canonical::CanonicalPaths;
use super::file::MAX_SETTINGS;
use crate::config::{Config, ConfigError, FILE_NAME, Globs, Layer};
use crate::exchange::Format;

/// A malformed or unreadable configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedConfig {
    /// The path of the file.
    pub path: PathBuf,
    /// Its text, if it can be read.
    pub text: String,
    /// Its faults.
    pub error: ConfigError,
}

/// A cache of configurations.
#[derive(Debug, Default)]
pub struct Configs {
    /// The configuration of all files, instead of those that are found.
    only: Option<Arc<Folder>>,
    known: Mutex<ConfigCache>,
}

#[derive(Debug, Default)]
struct ConfigCache {
    paths: CanonicalPaths,
    /// The folders by their canonical paths.
    folders: HashMap<PathBuf, Arc<Folder>>,
    /// The parsed files by path.
    layers: HashMap<PathBuf, Result<Arc<Layer>, Arc<MalformedConfig>>>,
}

/// The configuration of a folder.
#[derive(Debug)]
struct Folder {
    /// The configuration files that apply, the nearest first.
    files: Vec<PathBuf>,
    layers: Result<Vec<Arc<Layer>>, Vec<Arc<MalformedConfig>>>,
    /// The configuration of all its files, unless an override applies to some.
    of_all: Option<Arc<Config>>,
}

impl Configs {
    /// Returns a cache that finds no configuration files.
    #[cfg(feature = "cli")]
    pub fn isolated() -> Self {
        Self::only(None)
    }

    /// Returns a cache that knows only the configuration file at `path`. Its globs are
    /// relative to the current folder.
    #[cfg(feature = "cli")]
    pub fn of_one(path: &Path) -> Self {
        Self::only(Some(path))
    }

    #[cfg(feature = "cli")]
    fn only(path: Option<&Path>) -> Self {
        let here = std::env::current_dir().and_then(|here| here.canonicalize());
        let here = here.unwrap_or_default();
        let layer = path.map(|path| read_with(path, &here, fs::read_to_string(path)));
        let file = path.unwrap_or(Path::new("")).to_owned();
        Self {
            only: Some(Arc::new(Folder::new(&here, file, layer, None))),
            known: Mutex::default(),
        }
    }

    /// Returns the configuration files that apply to all files, or `None` if each folder has
    /// its own.
    #[cfg(feature = "cli")]
    pub fn given(&self) -> Option<&[PathBuf]> {
        self.only.as_ref().map(|only| only.files.as_slice())
    }

    /// Returns the configuration of the current folder.
    ///
    /// # Errors
    ///
    /// Returns the malformed configuration files.
    pub fn here(&self) -> Result<Arc<Config>, Vec<Arc<MalformedConfig>>> {
        self.of_file(Path::new(ANY))
    }

    /// Returns the configuration of a source. Standard input has that of the current
    /// folder.
    ///
    /// # Errors
    ///
    /// Returns the malformed configuration files.
    pub fn of(&self, source: &Source) -> Result<Arc<Config>, Vec<Arc<MalformedConfig>>> {
        match source {
            Source::StandardInput => self.here(),
            Source::File(path) => self.of_file(path),
        }
    }

    /// Returns the configuration of the file at `path`, which need not exist.
    ///
    /// # Errors
    ///
    /// Returns the malformed configuration files.
    pub fn of_file(&self, path: &Path) -> Result<Arc<Config>, Vec<Arc<MalformedConfig>>> {
        let (folder, real) = self.place(path);
        let layers = folder.layers.as_ref().map_err(Clone::clone)?;
        if let Some(config) = &folder.of_all {
            return Ok(Arc::clone(config));
        }
        Ok(Arc::new(merge(layers, &real)))
    }

    /// Returns the configuration of the files in a folder, without overrides.
    ///
    /// # Errors
    ///
    /// Returns the malformed configuration files.
    pub fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, Vec<Arc<MalformedConfig>>> {
        self.of_file(&folder.join(ANY))
    }

    /// Returns the configuration files that apply to the file at `path`, the nearest
    /// first.
    pub fn files(&self, path: &Path) -> Vec<PathBuf> {
        self.place(path).0.files.clone()
    }

    /// Returns the format of the file at `path`, if its configuration sets a foreign one.
    pub fn format_of(&self, path: &Path) -> Option<&'static Format> {
        let (folder, real) = self.place(path);
        let layers = folder.layers.as_ref().ok()?;
        let format = layers.iter().find_map(|layer| layer.format_of(&real))?;
        (!format.is_own()).then_some(format)
    }

    /// Returns the globs of files in other formats, from the configurations read so
    /// far.
    pub fn sources(&self) -> Vec<Globs> {
        let known = self.lock();
        let layers = known.layers.values().flatten();
        let mut sources: Vec<Globs> = layers.flat_map(|layer| layer.sources().cloned()).collect();
        sources.sort_by(|one, other| {
            (one.folder(), one.patterns()).cmp(&(other.folder(), other.patterns()))
        });
        sources
    }

    /// Whether the configuration includes the file at `path`. A malformed one excludes
    /// nothing: it is reported when the file is read.
    pub fn take(&self, path: &Path) -> bool {
        let (_, real) = self.place(path);
        self.of_file(path)
            .map_or(true, |config| config.includes(&real))
    }

    /// Clears the cache.
    pub fn forget(&self) {
        *self.lock() = ConfigCache::default();
    }

    /// Returns the malformed configuration files so far, sorted by path.
    pub fn malformed(&self) -> Vec<Arc<MalformedConfig>> {
        let known = self.lock();
        let results = known.layers.values();
        let results = results.filter_map(|read| read.as_ref().err().cloned());
        let only = self
            .only
            .iter()
            .filter_map(|only| only.layers.as_ref().err());
        let mut malformed: Vec<Arc<MalformedConfig>> =
            results.chain(only.flatten().cloned()).collect();
        malformed.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        malformed
    }

    /// Returns the folder of a file, and the path of the file in its canonical folder.
    fn place(&self, path: &Path) -> (Arc<Folder>, PathBuf) {
        let mut known = self.lock();
        let path = known.paths.beside(path);
        if let Some(only) = &self.only {
            return (Arc::clone(only), path);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        (known.folder(folder), path)
    }

    fn lock(&self) -> MutexGuard<'_, ConfigCache> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file name that matches only globs for all puzzle files.
const ANY: &str = "*.carom";

impl ConfigCache {
    /// Finds and reads the configuration file of a folder, and adds those of the folders
    /// above it.
    fn folder(&mut self, path: &Path) -> Arc<Folder> {
        if let Some(folder) = self.folders.get(path) {
            return Arc::clone(folder);
        }
        // A folder that does not exist has no canonical path, and so nothing above it.
        let above = path.parent().filter(|_| path.is_absolute());
        let above = above.map(|above| self.folder(above));
        let file = path.join(FILE_NAME);
        let layer = (path.is_absolute() && file.is_file()).then(|| {
            let layer = self.layers.entry(file.clone());
            layer.or_insert_with_key(|file| read(file)).clone()
        });
        let folder = Arc::new(Folder::new(path, file, layer, above.as_deref()));
        self.folders.insert(path.to_owned(), Arc::clone(&folder));
        folder
    }
}

impl Folder {
    /// Creates the configuration of the folder at `path` from that of its own `file`, if it
    /// has one, and that of the folder above it.
    fn new(
        path: &Path,
        file: PathBuf,
        layer: Option<Result<Arc<Layer>, Arc<MalformedConfig>>>,
        above: Option<&Self>,
    ) -> Self {
        let is_root = matches!(&layer, Some(Ok(layer)) if layer.is_root);
        let above = above.filter(|_| !is_root);
        let Some(layer) = layer else {
            return Self {
                files: above.map(|above| above.files.clone()).unwrap_or_default(),
                layers: above.map_or(Ok(Vec::new()), |above| above.layers.clone()),
                of_all: above.map_or_else(|| Some(Arc::default()), |above| above.of_all.clone()),
            };
        };
        let mut files = vec![file];
        files.extend(above.iter().flat_map(|above| above.files.iter().cloned()));
        let layers = match (layer, above.map(|above| &above.layers)) {
            (Ok(layer), None) => Ok(vec![layer]),
            (Ok(layer), Some(Ok(above))) => Ok([&[layer], above.as_slice()].concat()),
            (Ok(_), Some(Err(above))) => Err(above.clone()),
            (Err(own), Some(Err(above))) => Err([&[own], above.as_slice()].concat()),
            (Err(own), _) => Err(vec![own]),
        };
        let layered = layers.as_deref().unwrap_or_default();
        let of_all = if layered.iter().any(|layer| layer.has_overrides()) {
            None
        } else {
            Some(Arc::new(merge(layered, &path.join(ANY))))
        };
        Self {
            files,
            layers,
            of_all,
        }
    }
}

/// Merges layers for a file. The nearest comes first.
fn merge(layers: &[Arc<Layer>], path: &Path) -> Config {
    let configs = layers.iter().map(|layer| layer.config(path));
    configs.fold(Config::default(), |near, far| near.or(&far))
}

fn read(path: &Path) -> Result<Arc<Layer>, Arc<MalformedConfig>> {
    read_with(path, path.parent().unwrap_or(path), read_text(path))
}

/// Parses the text of a configuration file, whose globs are relative to `folder`.
fn read_with(
    path: &Path,
    folder: &Path,
    text: io::Result<String>,
) -> Result<Arc<Layer>, Arc<MalformedConfig>> {
    let malformed = |text: &str, error| {
        Arc::new(MalformedConfig {
            path: path.to_owned(),
            text: text.to_owned(),
            error,
        })
    };
    let text = text.map_err(|error| malformed("", ConfigError::from(error)))?;
    let layer = Layer::read(path, folder, &text).map_err(|error| malformed(&text, error))?;
    Ok(Arc::new(layer))
}

/// Reads a configuration file. Messages about it quote its lines. So a link must lead to another
/// configuration file, and not to a file with secrets.
fn read_text(path: &Path) -> io::Result<String> {
    let target = path.canonicalize()?;
    let name = target.file_name().unwrap_or_default();
    if !name.to_string_lossy().ends_with(FILE_NAME) {
        let message = format!("the link leads to a file that is not named {FILE_NAME}");
        return Err(io::Error::other(message));
    }
    if fs::metadata(path)?.len() > MAX_SETTINGS {
        return Err(io::Error::other("the file is larger than 1 MiB"));
    }
    fs::read_to_string(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_config_wins_key_by_key() {
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
            Ok((
                config.max_positions.get().copied(),
                config.max_memory.get().map(|size| size.0),
            ))
        };
        let outer = folder.path().join("a.carom");
        assert_eq!(limits(&outer), Ok((Some(1), Some(1))));
        let inner = inner.join("a.carom");
        assert_eq!(limits(&inner), Ok((Some(2), Some(1))));
        // A configuration is cached until `forget`.
        write("one/carom.toml", "root = true\n");
        assert_eq!(limits(&inner), Ok((Some(2), Some(1))));
        configs.forget();
        assert_eq!(limits(&inner), Ok((None, None)));
        // Each malformed file is reported, and other files are not affected.
        write("one/carom.toml", "\n[limit]\n");
        write("one/two/carom.toml", "colour = 1\n");
        configs.forget();
        assert_eq!(limits(&outer), Ok((Some(1), Some(1))));
        let malformed: Vec<Arc<MalformedConfig>> = limits(&inner).unwrap_err();
        let texts: Vec<&str> = malformed.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["colour = 1\n", "\n[limit]\n"]);
        let mut sorted = malformed;
        sorted.sort_by(|one, other| one.path.cmp(&other.path));
        assert_eq!(configs.malformed(), sorted);
    }

    #[test]
    fn override_applies_to_its_files_only() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("hard");
        fs::create_dir_all(&inner).unwrap();
        let text = "root = true\nexclude = [\"hard/old.*\"]\nlimits.jobs = 2\n\
                    [[overrides]]\npaths = [\"hard/x.carom\"]\nlimits.max-positions = 3\n";
        fs::write(folder.path().join("carom.toml"), text).unwrap();
        let configs = Configs::default();
        let limit = |path: &Path| configs.of_file(path).unwrap().max_positions.get().copied();
        assert_eq!(limit(&inner.join("x.carom")), Some(3));
        assert_eq!(limit(&inner.join("y.carom")), None);
        assert_eq!(configs.of_folder(&inner).unwrap().max_positions.get(), None);
        assert!(configs.take(&inner.join("x.carom")));
        assert!(!configs.take(&inner.join("old.carom")));
    }
}
