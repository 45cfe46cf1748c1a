//! The place of the file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// The prefix of the files' names.
const STEM: &str = "answers-";

/// The suffix of the databases' names.
const DATABASE: &str = ".sqlite";

/// The version of the database's layout. It is part of the file's name, so that older and
/// newer versions of carom each have their own file.
///
/// The name also has a number that grows when a file is found damaged, so that a process with
/// the damaged file open never sees its successor under the same name.
pub(super) const LAYOUT: i32 = 1;

/// Returns carom's folder in the user's cache folder, if there is a home folder.
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
    /// Creates the place in `folder`, which need not exist.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the newest database of this layout.
    pub fn file(&self) -> PathBuf {
        let numbers = fs::read_dir(&self.folder).into_iter().flatten();
        let numbers = numbers.filter_map(|entry| number(entry.ok()?.file_name().to_str()?));
        self.numbered(numbers.max().unwrap_or_default())
    }

    /// Returns the successor of a damaged database, or `None` for one of another layout.
    pub(super) fn successor(&self, damaged: &Path) -> Option<PathBuf> {
        let number = number(damaged.file_name()?.to_str()?)?;
        Some(self.numbered(number.checked_add(1)?))
    }

    fn numbered(&self, number: u32) -> PathBuf {
        let number = match number {
            0 => String::new(),
            number => format!("-{number}"),
        };
        self.folder
            .join(format!("{STEM}{LAYOUT}{number}{DATABASE}"))
    }

    /// Returns all files in the folder with carom's names: databases of all layouts, the
    /// files next to them, and leftovers of killed processes.
    ///
    /// # Errors
    ///
    /// If the folder exists and cannot be read.
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
        files.sort_unstable();
        Ok(files)
    }
}

fn is_ours(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(STEM) else {
        return false;
    };
    let kinds = ["sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal"];
    match rest.split_once('.') {
        Some((_, "new" | "new-journal" | "new-wal" | "new-shm")) => true,
        Some((numbers, kind)) => {
            let mut numbers = numbers.splitn(2, '-');
            kinds.contains(&kind) && numbers.all(|number| number.parse::<u32>().is_ok())
        }
        None => false,
    }
}

/// Returns the number of a database of this layout from its name.
fn number(name: &str) -> Option<u32> {
    let stem = name.strip_suffix(DATABASE)?;
    let number = stem.strip_prefix(&format!("{STEM}{LAYOUT}"))?;
    match number.strip_prefix('-') {
        Some(number) => number.parse().ok().filter(|&number| number > 0),
        None => number.is_empty().then_some(0),
    }
}

/// The prefix and suffix of a database that is being created.
pub(super) const UNFINISHED: (&str, &str) = (STEM, ".new");

#[cfg(test)]
mod tests {
    use super::{Place, is_ours, number};

    #[test]
    fn only_cache_files_are_recognised() {
        for name in [
            "answers-1.sqlite",
            "answers-12.sqlite-wal",
            "answers-12-3.sqlite-shm",
            "answers-x4Yz.new",
            "answers-x4Yz.new-journal",
            "answers-x4Yz.new-wal",
            "answers-x4Yz.new-shm",
        ] {
            assert!(is_ours(name), "{name}");
        }
        for name in [
            "answers.sqlite",
            "answers-1.carom",
            "answers-x.sqlite",
            "answers-1-.sqlite",
            "answers-x4Yz.newer",
            "",
        ] {
            assert!(!is_ours(name), "{name}");
        }
    }

    #[test]
    fn successors_are_numbered_consecutively() {
        let place = Place::new("cache".into());
        let mut file = place.file();
        for expected in 0..3 {
            assert_eq!(
                number(file.file_name().unwrap().to_str().unwrap()),
                Some(expected)
            );
            file = place.successor(&file).unwrap();
        }
        for name in [
            "answers-1-0.sqlite",
            "answers-12.sqlite",
            "answers-1-1.sqlite-wal",
        ] {
            assert_eq!(number(name), None, "{name}");
        }
    }
}
