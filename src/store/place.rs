//! Where the file is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// What the names of the files begin with.
const STEM: &str = "answers-";

/// How the database is laid out. It is part of the file's name, so that an
/// older and a newer carom each have their own file.
pub(super) const LAYOUT: i32 = 1;

/// The folder for carom in the user's cache folder, as the system has it;
/// nothing where the user has no home.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(strategy.cache_dir().join("carom"))
}

/// The folder of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    folder: PathBuf,
}

impl Place {
    /// The store in `folder`, which need not exist.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The database.
    pub fn file(&self) -> PathBuf {
        self.folder.join(format!("{STEM}{LAYOUT}.sqlite"))
    }

    /// Everything in the folder that is named as carom names it: the databases
    /// of all layouts, what the library keeps beside them, and what a killed
    /// process left behind.
    ///
    /// # Errors
    ///
    /// Where the folder is there and cannot be read.
    pub(super) fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let is_ours = name.to_str().is_some_and(is_ours);
            if is_ours && entry.file_type()?.is_file() {
                files.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }
}

fn is_ours(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(STEM) else {
        return false;
    };
    let mut parts = rest.splitn(2, '.');
    let layout = parts.next().unwrap_or_default();
    let kinds = ["sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal"];
    match parts.next() {
        Some("new") => true,
        Some(kind) => layout.parse::<u32>().is_ok() && kinds.contains(&kind),
        None => false,
    }
}

/// The beginning and the end of the name of a database that is not in its
/// place yet.
pub(super) const UNFINISHED: (&str, &str) = (STEM, ".new");

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_our_own_names_are_ours() {
        for name in [
            "answers-1.sqlite",
            "answers-12.sqlite-wal",
            "answers-x4Yz.new",
        ] {
            assert!(is_ours(name), "{name}");
        }
        for name in ["answers.sqlite", "answers-1.carom", "answers-x.sqlite", ""] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
