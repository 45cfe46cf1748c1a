//! The configuration of each file: the nearest `carom.toml` above it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::input::{Failure, Source};
use crate::config::{self, Config};
use crate::text::LineIndex;

/// Configurations, each read once.
#[derive(Debug, Default)]
pub(super) struct Configs {
    read: Mutex<HashMap<PathBuf, Result<Arc<Config>, Failure>>>,
}

impl Configs {
    /// The configuration of the folder that the command was started in.
    pub(super) fn here(&self) -> Result<Arc<Config>, Failure> {
        self.of_folder(Path::new("."))
    }

    /// The configuration of a file. Standard input has that of the folder that
    /// the command was started in.
    pub(super) fn of(&self, source: &Source) -> Result<Arc<Config>, Failure> {
        match source {
            Source::StandardInput => self.here(),
            Source::File(path) => self.of_folder(path.parent().unwrap_or(Path::new("."))),
        }
    }

    fn of_folder(&self, folder: &Path) -> Result<Arc<Config>, Failure> {
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
        let config = read.entry(path.clone()).or_insert_with(|| {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path)
                .map_err(|error| Failure::new(&name, super::input::reason(&error)));
            let config = text.and_then(|text| {
                Config::from_toml(&text).map_err(|broken| Failure {
                    line: broken.span.as_ref().map(|span| line_of(&text, span.start)),
                    ..Failure::new(&name, broken.to_string())
                })
            });
            config.map(Arc::new)
        });
        config.clone()
    }
}

/// The line of a byte, from 1.
fn line_of(text: &str, byte: usize) -> u32 {
    let byte = u32::try_from(byte).unwrap_or(u32::MAX);
    LineIndex::new(text).line(byte) + 1
}
