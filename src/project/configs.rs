//! The configuration of each file, merged from the `carom.toml` files above it. Nearer
//! files override farther ones, up to one marked as root.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::canonical::CanonicalPaths;
use super::staged::StagedSettings;
use super::{Source, reason};
use crate::config::{Config, ConfigError, FILE_NAME, Globs, Layer, MAX_FILE_SIZE};
use crate::exchange::Format;
use crate::limited;

/// A malformed or unreadable configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedConfig {
    /// The path of the file.
    pub path: PathBuf,
    /// Its text, if it can be read.
    pub text: String,
    /// Its first fault.
    pub error: ConfigError,
}

/// A cache of configurations. It reads each `carom.toml` once.
#[derive(Debug, Default)]
pub struct Configs {
    /// The configuration of all files, instead of those that are found.
    given: Option<Option<Arc<ConfigFile>>>,
    /// The configuration files in the git index, which replace those on disk.
    staged: Option<Arc<StagedSettings>>,
    cache: Mutex<ConfigCache>,
}

#[derive(Debug, Default)]
struct ConfigCache {
    paths: CanonicalPaths,
    /// The nearest configuration file of each folder, by the canonical path of the folder.
    folders: HashMap<PathBuf, Option<Arc<ConfigFile>>>,
    /// The configuration files by path.
    files: BTreeMap<PathBuf, Arc<ConfigFile>>,
    /// The size of their texts.
    size: usize,
}

/// The size limit of all configuration files together. Globs take up to 30 times their size in
/// memory.
const MAX_SIZE: usize = 1 << 20;

/// A `carom.toml` with those above it.
#[derive(Debug)]
struct ConfigFile {
    path: PathBuf,
    layer: Result<Layer, Arc<MalformedConfig>>,
    /// The nearest file above, unless this one is a root.
    above: Option<Arc<Self>>,
    /// The settings of the files that no override matches.
    config: Arc<Config>,
}

impl Configs {
    /// Returns a cache that finds no configuration files.
    pub fn isolated() -> Self {
        Self { given: Some(None), ..Self::default() }
    }

    /// Returns a cache that reads configuration files from the git index.
    #[cfg(feature = "cli")]
    pub fn staged(settings: Arc<StagedSettings>) -> Self {
        Self { staged: Some(settings), ..Self::default() }
    }

    /// Returns a cache that knows only the configuration file at `path`. Its globs are
    /// relative to the current folder.
    pub fn of_one(path: &Path) -> Self {
        let here = std::env::current_dir().and_then(dunce::canonicalize);
        let text = limited::read(path, MAX_FILE_SIZE);
        let file = ConfigFile::read(path, &here.unwrap_or_default(), text, None);
        Self { given: Some(Some(Arc::new(file))), ..Self::default() }
    }

    /// Returns the configuration file that applies to all files, `None` inside if there is none,
    /// or `None` if each folder has its own.
    pub fn given(&self) -> Option<Option<&Path>> {
        let given = self.given.as_ref()?;
        Some(given.as_ref().map(|file| file.path.as_path()))
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
        let (file, path) = self.place(path);
        file.map_or_else(|| Ok(Arc::default()), |file| file.config_of(&path))
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
        let file = self.place(path).0;
        let files = file.iter().flat_map(|file| file.chain());
        files.map(|file| file.path.clone()).collect()
    }

    /// Returns the format of the file at `path`, if its configuration sets a foreign one.
    pub fn format_of(&self, path: &Path) -> Option<&'static Format> {
        let (file, path) = self.place(path);
        let layers = file.iter().flat_map(|file| file.layers());
        let format = layers.into_iter().find_map(|layer| layer.format_of(&path))?;
        (!format.is_own()).then_some(format)
    }

    /// Returns the globs of files in other formats, from the configurations read so
    /// far.
    pub fn sources(&self) -> Vec<Globs> {
        let cache = self.lock();
        let layers = cache.files.values().filter_map(|file| file.layer.as_ref().ok());
        layers.flat_map(|layer| layer.sources().cloned()).collect()
    }

    /// Whether the configuration includes the file at `path`. A malformed one excludes
    /// nothing: it is reported when the file is read.
    pub fn take(&self, path: &Path) -> bool {
        let (file, path) = self.place(path);
        let config = file.and_then(|file| file.config_of(&path).ok());
        config.is_none_or(|config| config.includes(&path))
    }

    /// Clears the cache.
    pub fn forget(&self) {
        *self.lock() = ConfigCache::default();
    }

    /// Returns the malformed configuration files so far, sorted by path.
    pub fn malformed(&self) -> Vec<Arc<MalformedConfig>> {
        let cache = self.lock();
        let given = self.given.iter().flatten();
        let files = given.chain(cache.files.values());
        files.filter_map(|file| file.layer.as_ref().err().cloned()).collect()
    }

    /// Returns the nearest configuration file of a file, and the path of the file in its
    /// canonical folder.
    fn place(&self, path: &Path) -> (Option<Arc<ConfigFile>>, PathBuf) {
        let mut cache = self.lock();
        let path = cache.paths.beside(path);
        let file = match &self.given {
            Some(given) => given.clone(),
            None => {
                let folder = path.parent().unwrap_or(Path::new(""));
                cache.nearest(folder, self.staged.as_deref())
            }
        };
        (file, path)
    }

    fn lock(&self) -> MutexGuard<'_, ConfigCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file name that matches only globs for all puzzle files.
const ANY: &str = "*.carom";

impl ConfigCache {
    /// Returns the nearest configuration file of a folder: its own, or that of the folder above.
    fn nearest(
        &mut self,
        folder: &Path,
        staged: Option<&StagedSettings>,
    ) -> Option<Arc<ConfigFile>> {
        // A folder that does not exist has no canonical path, and so nothing above it.
        if !folder.is_absolute() {
            return None;
        }
        let is_new = |above: &&Path| !self.folders.contains_key(*above);
        let new: Vec<&Path> = folder.ancestors().take_while(is_new).collect();
        let known = new.last().map_or(Some(folder), |top| top.parent());
        let mut nearest = known.and_then(|known| self.folders.get(known)).cloned().flatten();
        for folder in new.into_iter().rev() {
            nearest = self.nearest_below(folder, nearest, staged);
            self.folders.insert(folder.to_owned(), nearest.clone());
        }
        nearest
    }

    /// Returns the configuration file of a folder, or the nearest one of the folder above it.
    fn nearest_below(
        &mut self,
        folder: &Path,
        above: Option<Arc<ConfigFile>>,
        staged: Option<&StagedSettings>,
    ) -> Option<Arc<ConfigFile>> {
        let path = folder.join(FILE_NAME);
        let text = match staged.and_then(|staged| staged.get(&path)) {
            Some(Some(contents)) => Ok(contents.to_vec()),
            None if path.is_file() => read(&path),
            _ => return above,
        };
        self.size += text.as_ref().map_or(0, Vec::len);
        let text = text.and_then(|text| match self.size <= MAX_SIZE {
            true => Ok(text),
            false => Err(io::Error::other("more than 1 MiB with the other configuration files")),
        });
        let file = Arc::new(ConfigFile::read(&path, folder, text, above));
        self.files.insert(path, Arc::clone(&file));
        Some(file)
    }
}

impl ConfigFile {
    /// Reads a configuration file, whose globs are relative to `folder`.
    fn read(
        path: &Path,
        folder: &Path,
        text: io::Result<Vec<u8>>,
        above: Option<Arc<Self>>,
    ) -> Self {
        let text = text.and_then(|text| String::from_utf8(text).map_err(io::Error::other));
        let (text, layer) = match text {
            Ok(text) => {
                let layer = Layer::parse(folder, &text);
                (text, layer)
            }
            Err(error) => (String::new(), Err(ConfigError::new(reason(&error)))),
        };
        let layer =
            layer.map_err(|error| Arc::new(MalformedConfig { path: path.to_owned(), text, error }));
        let above = above.filter(|_| !layer.as_ref().is_ok_and(|layer| layer.is_root));
        let mut config = Config::default();
        if let Ok(layer) = &layer {
            layer.fill(&mut config, &folder.join(ANY));
        }
        if let Some(above) = &above {
            config.fill(&above.config);
        }
        Self { path: path.to_owned(), layer, above, config: Arc::new(config) }
    }

    /// Returns the file and those above it, the nearest first.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |file| file.above.as_deref())
    }

    /// Returns the settings of the file at `path`.
    fn config_of(&self, path: &Path) -> Result<Arc<Config>, Vec<Arc<MalformedConfig>>> {
        let malformed: Vec<_> =
            self.chain().filter_map(|file| file.layer.as_ref().err()).cloned().collect();
        if !malformed.is_empty() {
            return Err(malformed);
        }
        if !self.layers().any(Layer::has_overrides) {
            return Ok(Arc::clone(&self.config));
        }
        let mut config = Config::default();
        for layer in self.layers() {
            layer.fill(&mut config, path);
        }
        Ok(Arc::new(config))
    }

    /// Returns the settings of each file that is not malformed, the nearest first.
    fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.chain().filter_map(|file| file.layer.as_ref().ok())
    }
}

/// Reads a configuration file. Messages about it quote its lines. So a link must lead to another
/// configuration file, and not to a file with secrets.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let target = dunce::canonicalize(path)?;
    let name = target.file_name().unwrap_or_default();
    if !name.to_string_lossy().ends_with(FILE_NAME) {
        let message = format!("the link leads to a file that is not named {FILE_NAME}");
        return Err(io::Error::other(message));
    }
    limited::read(path, MAX_FILE_SIZE)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn all_files_are_limited_together() {
        let folder = tempfile::tempdir().unwrap();
        let configs = Configs::default();
        let mut accepted = 0;
        for number in 0..40 {
            let inner = folder.path().join(number.to_string());
            fs::create_dir(&inner).unwrap();
            let comment = "a".repeat(50_000);
            fs::write(inner.join(FILE_NAME), format!("# {comment}\n")).unwrap();
            accepted += usize::from(configs.of_file(&inner.join("x.carom")).is_ok());
        }
        assert_eq!(accepted, MAX_SIZE / 50_000);
    }

    #[test]
    fn nearest_config_wins_key_by_key() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("one/two");
        fs::create_dir_all(&inner).unwrap();
        let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
        write("carom.toml", "root = true\n[limits]\nmax-positions = 1\nmax-memory = 1\n");
        write("one/carom.toml", "[limits]\nmax-positions = 2\n");
        let configs = Configs::default();
        let limits = |path: &Path| {
            let config = configs.of_file(path)?;
            Ok((config.limits.max_positions, config.limits.max_memory.map(|size| size.0)))
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
        let limit = |path: &Path| configs.of_file(path).unwrap().limits.max_positions;
        assert_eq!(limit(&inner.join("x.carom")), Some(3));
        assert_eq!(limit(&inner.join("y.carom")), None);
        assert_eq!(configs.of_folder(&inner).unwrap().limits.max_positions, None);
        assert!(configs.take(&inner.join("x.carom")));
        assert!(!configs.take(&inner.join("old.carom")));
    }
}
