//! `carom cache`, and the flags of the cache.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::FalseyValueParser;
use clap::{Args, Subcommand};

use super::{Status, interrupt, output};
use crate::config::{CACHE_SIZE, Size};
use crate::project::{Configs, Source};
use crate::store::{Cache, CacheFile, Warn, default_folder};
use crate::words::{display_path, escape_controls, group_digits};

/// The flags of the cache.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Cache")]
pub(super) struct CacheFlags {
    /// Keep answers in this folder [default: `carom` in the user's cache folder]
    #[arg(long, value_name = "DIR", env = "CAROM_CACHE_DIR", hide_env_values = true)]
    cache_dir: Option<PathBuf>,
    /// Do not use or keep answers of other runs
    #[arg(
        long,
        env = "CAROM_NO_CACHE",
        hide_env_values = true,
        value_parser = FalseyValueParser::new()
    )]
    no_cache: bool,
    /// Drop the least recently used answers beyond this size [default: 256MiB]
    #[arg(long, value_name = "SIZE")]
    cache_size: Option<Size>,
}

impl CacheFlags {
    /// Returns the cache of a run, if there is one. Prints a warning if it cannot be used.
    pub(super) fn cache(&self, configs: &Configs) -> Option<Arc<Cache>> {
        // The warning stays on one line, although it contains the name of the file.
        let warn = |warning: &str| output::warn(&escape_controls(warning));
        self.cache_warning(configs, Box::new(warn))
    }

    /// Returns the cache of a run, if there is one. `warn` receives the reason if it cannot
    /// be used.
    pub(super) fn cache_warning(&self, configs: &Configs, warn: Warn) -> Option<Arc<Cache>> {
        if self.no_cache {
            return None;
        }
        let folder = self.cache_dir.clone().or_else(default_folder)?;
        let configured = || {
            // The run itself reports malformed configurations.
            configs.here().ok()?.cache.max_size
        };
        let max_size = self.cache_size.or_else(configured).map_or(CACHE_SIZE, |Size(bytes)| bytes);
        let cache = Arc::new(Cache::new(folder, max_size, warn));
        interrupt::keep(&cache);
        Some(cache)
    }
}

/// Opens the answers of a source. Standard input has none.
pub(super) fn open(cache: Option<&Arc<Cache>>, source: &Source) -> Option<Arc<CacheFile>> {
    match source {
        Source::File(path) => cache.map(|cache| cache.open(path)),
        Source::StandardInput => None,
    }
}

/// Show or clear the cache of answers
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: carom cache info")]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Keep answers in this folder [default: `carom` in the user's cache folder]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        env = "CAROM_CACHE_DIR",
        hide_env_values = true
    )]
    cache_dir: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Subcommand)]
enum Command {
    /// Print the folder, the number of cached answers and their size
    #[command(after_help = "Example: carom cache info")]
    Info,
    /// Delete all cached answers
    #[command(after_help = "Example: carom cache clear")]
    Clear,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let Some(folder) = arguments.cache_dir.clone().or_else(default_folder) else {
        return Err(io::Error::other("there is no folder for a cache: say `--cache-dir`"));
    };
    let failure = |error| output::named(&folder, &error);
    match arguments.command {
        Command::Info => {
            let info = Cache::info(&folder).map_err(failure)?;
            let (mut out, _) = output::results();
            writeln!(out, "folder: {}", display_path(&folder))?;
            writeln!(out, "files: {}", group_digits(info.files))?;
            writeln!(out, "answers: {}", group_digits(info.entries))?;
            writeln!(out, "size: {}", size(info.size))?;
            out.flush()?;
        }
        Command::Clear => Cache::clear(&folder).map_err(failure)?,
    }
    Ok(Status::Clean)
}

/// Formats a size, such as `1.5 MiB`.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(power, _)| bytes >> power > 0) {
        Some((power, unit)) => {
            let tenths = (u128::from(bytes) * 10) >> power;
            format!("{}.{} {unit}", tenths / 10, tenths % 10)
        }
        None => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_human_readable() {
        assert_eq!(size(1023), "1023 B");
        assert_eq!(size(1536), "1.5 KiB");
        assert_eq!(size(256 << 20), "256.0 MiB");
        assert_eq!(size(5 << 40), "5120.0 GiB");
    }
}
