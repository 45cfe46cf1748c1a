//! The folder of the cache files.

use std::fmt;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::project::{persist, reason};
use crate::words::display_path;

/// A function that reports why answers are not stored.
pub type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// The extension of cache files.
const EXTENSION: &str = "answers";

/// The prefix of a cache file that is being written.
const UNFINISHED: &str = ".unfinished-";

/// The age at which an unfinished file is one of a killed process.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A folder of cache files that all processes share.
pub(super) struct Folder {
    path: PathBuf,
    max_size: u64,
    warn: Warn,
    /// Whether it cannot be written.
    is_off: AtomicBool,
    /// The bytes that may be written before the size of the folder is checked.
    unchecked: AtomicU64,
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Folder").field(&self.path).finish()
    }
}

impl Folder {
    pub(super) const fn new(path: PathBuf, max_size: u64, warn: Warn) -> Self {
        Self { path, max_size, warn, is_off: AtomicBool::new(false), unchecked: AtomicU64::new(0) }
    }

    /// Whether it cannot be written.
    pub(super) fn is_off(&self) -> bool {
        self.is_off.load(Ordering::Relaxed)
    }

    /// Returns the most bytes of one file.
    pub(super) const fn max_file_size(&self) -> u64 {
        self.max_size / 4
    }

    pub(super) fn file(&self, number: u128) -> PathBuf {
        self.path.join(format!("{number:032x}.{EXTENSION}"))
    }

    /// Replaces a cache file.
    pub(super) fn write(&self, path: &Path, bytes: &[u8]) {
        let write = || {
            fs::create_dir_all(&self.path)?;
            self.make_room(bytes.len() as u64)?;
            let mut file = tempfile::Builder::new()
                .prefix(UNFINISHED)
                .suffix(&format!(".{EXTENSION}"))
                .tempfile_in(&self.path)?;
            io::Write::write_all(&mut file, bytes)?;
            persist(file.into_temp_path(), path)
        };
        if let Err(error) = write()
            && !self.is_off.swap(true, Ordering::Relaxed)
        {
            let folder = display_path(&self.path);
            (self.warn)(&format!("answers are not kept in {folder}: {}", reason(&error)));
        }
    }

    /// Before the first write, and again after each twentieth of the maximum size, removes
    /// leftovers of killed processes, and the files that were not used for the longest time if
    /// all together are too large.
    fn make_room(&self, bytes: u64) -> io::Result<()> {
        let take = |unchecked: u64| unchecked.checked_sub(bytes);
        let order = Ordering::Relaxed;
        if self.unchecked.fetch_update(order, order, take).is_ok() {
            return Ok(());
        }
        self.unchecked.store(self.max_size / 20, order);
        let mut files = Vec::new();
        let mut size = bytes;
        for entry in cache_files(&self.path)? {
            // Another process may have removed it.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let used = metadata.modified()?;
            let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
            if !is_unfinished {
                size += metadata.len();
                files.push((used, metadata.len(), entry.path()));
            } else if SystemTime::now().duration_since(used).is_ok_and(|age| age > ABANDONED) {
                remove(&entry.path())?;
            }
        }
        files.sort_unstable();
        for (_, length, path) in files {
            if size <= self.max_size {
                break;
            }
            remove(&path)?;
            size -= length;
        }
        Ok(())
    }
}

/// Returns the cache files of a folder, also those of other versions and unfinished ones.
pub(super) fn cache_files(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_cache_file) && entry.file_type()?.is_file() {
            files.push(entry);
        }
    }
    Ok(files)
}

fn is_cache_file(name: &str) -> bool {
    name.strip_suffix(EXTENSION).and_then(|name| name.strip_suffix('.')).is_some_and(|name| {
        let is_number = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_number || name.starts_with(UNFINISHED)
    })
}

pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
