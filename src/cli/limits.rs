//! The limits of searches.

use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueHint};

use super::output;
use crate::config::{Config, MAX_MEMORY, MAX_POSITIONS, Size};
use crate::search::Spill;
use crate::solving;
use crate::words::display_path;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct Limits {
    /// Limit the positions of each puzzle [default: 200000000]
    #[arg(long, value_name = "N", value_parser = count)]
    max_positions: Option<u64>,
    /// Limit the memory of all searches together, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE")]
    max_memory: Option<Size>,
    /// Continue searches that exceed the memory in temporary files of this folder
    #[arg(
        long,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        value_parser = PathBufValueParser::new().try_map(roomy)
    )]
    spill: Option<PathBuf>,
    /// Limit the time of each puzzle, such as 30s; answers then depend on the machine
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Set the number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    jobs: Option<NonZeroUsize>,
}

impl Limits {
    /// Returns the number of threads.
    pub(super) fn jobs(&self, config: &Config) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs
            .or(config.jobs.get().copied())
            .unwrap_or_else(cores)
    }

    /// Whether answers may depend on the speed or the disk of the machine.
    pub(super) fn depend_on_machine(&self, config: &Config) -> bool {
        self.of(config).time.is_some() || self.spill.is_some()
    }

    /// Returns the temporary files for searches that exceed the memory. The first error
    /// there is printed as a warning.
    pub(super) fn spill(&self) -> Option<Spill> {
        let folder = self.spill.clone()?;
        let name = display_path(&folder);
        let open = move || nameless(&folder);
        let warn = move |error: &io::Error| {
            output::warn(&format!("cannot write to {name}: {error}"));
        };
        Some(Spill::new(open, warn))
    }

    /// Returns the limits of a puzzle: those of the flags, then those of its configuration.
    pub(super) fn of(&self, config: &Config) -> solving::Limits {
        let max_positions = self.max_positions.or(config.max_positions.get().copied());
        let max_memory = self.max_memory.or(config.max_memory.get().copied());
        let configured_time = config.time_limit.get().map(|time| time.0);
        solving::Limits {
            max_positions: max_positions.unwrap_or(MAX_POSITIONS),
            max_memory: max_memory.map_or(MAX_MEMORY, |Size(bytes)| bytes),
            time: self.time_limit.or(configured_time),
        }
    }
}

/// Creates a file without a name, which the system removes in any case.
fn nameless(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}

/// Checks that a folder can be written, before a long search needs it.
fn roomy(folder: PathBuf) -> Result<PathBuf, String> {
    let refused = |why: &str| format!("{why}; name a folder that exists and can be written");
    match nameless(&folder) {
        Ok(_) => Ok(folder),
        Err(error) if is_no_folder(&error) => Err(refused("no such folder")),
        Err(error) => Err(refused(&format!("cannot write: {error}"))),
    }
}

fn is_no_folder(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Parses a number; `_` and `,` may separate its digits.
fn count(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let number = digits.parse();
    number.map_err(|_| "expected a whole number".to_owned())
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse();
    number.map_err(|_| "expected 1 or more; without `--jobs`, all cores are used".to_owned())
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn a_number_may_be_grouped() {
        assert_eq!(count("200_000"), Ok(200_000));
        assert!(count("many").is_err());
    }
}
