//! The cache: the files of a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::time::Duration;
use std::{io, thread};

use etcetera::BaseStrategy;

use crate::limited::{self, MAX_WRITTEN};

use super::file::{CacheFile, read};
use super::folder::{Folder, Warn, cache_files, remove};

/// Returns carom's folder in the user's cache folder, if there is a home folder.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(strategy.cache_dir().join("carom"))
}

/// The contents of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheInfo {
    /// The number of cache files.
    pub files: u64,
    /// The number of their entries.
    pub entries: u64,
    /// Their bytes.
    pub size: u64,
}

/// A cache of the answers of puzzle files.
#[derive(Debug)]
pub struct Cache {
    folder: Arc<Folder>,
    files: Mutex<OpenFiles>,
}

#[derive(Debug, Default)]
struct OpenFiles {
    by_puzzle_file: HashMap<PathBuf, Weak<CacheFile>>,
    /// With more files than this, closed ones are removed.
    most: usize,
}

impl Cache {
    /// Creates a cache in `folder`, which need not exist, limited to about `max_size` bytes.
    /// `warn` is called at most once.
    pub fn new(folder: PathBuf, max_size: u64, warn: Warn) -> Self {
        Self { folder: Arc::new(Folder::new(folder, max_size, warn)), files: Mutex::default() }
    }

    /// Returns the cache file of a puzzle file. It is read when it is first used.
    pub fn open(&self, puzzle_file: &Path) -> Arc<CacheFile> {
        let mut open = self.files();
        let OpenFiles { by_puzzle_file, most } = &mut *open;
        if let Some(file) = by_puzzle_file.get(puzzle_file).and_then(Weak::upgrade) {
            return file;
        }
        if by_puzzle_file.len() > *most {
            by_puzzle_file.retain(|_, file| file.strong_count() > 0);
            *most = 2 * by_puzzle_file.len() + 100;
        }
        let file = CacheFile::new(Arc::clone(&self.folder), puzzle_file.to_owned());
        let file = Arc::new(file);
        by_puzzle_file.insert(puzzle_file.to_owned(), Arc::downgrade(&file));
        file
    }

    /// Writes the new answers of all open files, but waits at most this long.
    pub fn flush(&self, most: Duration) {
        let open = self.files();
        let files: Vec<_> = open.by_puzzle_file.values().filter_map(Weak::upgrade).collect();
        drop(open);
        let (sender, written) = mpsc::sync_channel(1);
        thread::spawn(move || {
            files.iter().for_each(|file| file.write());
            let _ = sender.send(());
        });
        let _ = written.recv_timeout(most);
    }

    /// Returns what is stored in a folder.
    ///
    /// # Errors
    ///
    /// Fails if the folder exists and cannot be read.
    pub fn info(folder: &Path) -> io::Result<CacheInfo> {
        let mut info = CacheInfo::default();
        for entry in cache_files(folder)? {
            let bytes = limited::read_regular(&entry.path(), MAX_WRITTEN).unwrap_or_default();
            info.files += 1;
            info.entries += read(&bytes).map_or(0, |entries| entries.len() as u64);
            info.size += entry.metadata().map_or(0, |metadata| metadata.len());
        }
        Ok(info)
    }

    /// Removes all cache files from a folder, and no others.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn clear(folder: &Path) -> io::Result<()> {
        cache_files(folder)?.iter().try_for_each(|entry| remove(&entry.path()))
    }

    fn files(&self) -> MutexGuard<'_, OpenFiles> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
