//! The configuration of each file: the nearest `carom.toml` above it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::input::{Failure, Source};
use crate::config::{self, Config};
use crate::report;
use crate::text::LineIndex;

/// Configurations, each read once.
#[derive(Debug, Default)]
pub(super) struct Configs {
    /// None where one cannot be used, which was told then.
    read: Mutex<HashMap<PathBuf, Option<Arc<Config>>>>,
}

impl Configs {
    /// The configuration of the folder that the command was started in.
    ///
    /// # Errors
    ///
    /// All that is wrong with it; the second time it is asked for, nothing.
    pub(super) fn here(&self) -> Result<Arc<Config>, Vec<Failure>> {
        self.of_folder(Path::new("."))
    }

    /// The configuration of a file. Standard input has that of the folder that
    /// the command was started in.
    ///
    /// # Errors
    ///
    /// As for [`here`](Self::here).
    pub(super) fn of(&self, source: &Source) -> Result<Arc<Config>, Vec<Failure>> {
        match source {
            Source::StandardInput => self.here(),
            Source::File(path) => self.of_folder(path.parent().unwrap_or(Path::new("."))),
        }
    }

    fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, Vec<Failure>> {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        // Without its real path nothing is above a folder.
        let Ok(folder) = folder.canonicalize() else {
            return Ok(Arc::default());
        };
        let Some(path) = config::find(&folder) else {
            return Ok(Arc::default());
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(&path) {
            return known.clone().ok_or_else(Vec::new);
        }
        let config = read_file(&path);
        read.insert(path, config.as_ref().ok().map(Arc::clone));
        config
    }
}

fn read_file(path: &Path) -> Result<Arc<Config>, Vec<Failure>> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| vec![Failure::new(&name, super::input::reason(&error))])?;
    let config = Config::from_toml(&text).map_err(|broken| {
        let faults = broken.faults.into_iter();
        let failures = faults.map(|fault| {
            let span = fault.span.clone();
            Failure {
                line: span.map(|span| line_of(&text, span.start)),
                drawn: Some(report::draw_fault(&name, &text, &fault)),
                ..Failure::new(&name, fault.to_string())
            }
        });
        failures.collect::<Vec<_>>()
    })?;
    Ok(Arc::new(config))
}

/// The line of a byte, from 1.
fn line_of(text: &str, byte: usize) -> u32 {
    let byte = u32::try_from(byte).unwrap_or(u32::MAX);
    LineIndex::new(text).line(byte) + 1
}
