//! A cache of the puzzles without diagnostics, file by file. `check` does not
//! parse such puzzles again.
//!
//! The key covers the text of the file and all settings that influence its diagnostics. Duplicates
//! depend on other files, so each run finds them again.

use std::env;
use std::fs;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use siphasher::sip128::SipHasher13;

use crate::analysis::{CachedClean, State};
use crate::config::Config;
use crate::project::File;
use crate::solving::Identity;
use crate::store::CacheFile;
use crate::text::Span;

/// A cache of clean puzzles.
#[derive(Clone, Copy)]
pub(in crate::cli) struct CleanCache<'a> {
    /// Returns all settings that influence the diagnostics of a file, and the version of the
    /// program. Returns `None` if the diagnostics also depend on the machine.
    pub(in crate::cli) settings: &'a (dyn Fn(&Config) -> Option<String> + Sync),
}

/// A serialized clean puzzle: its name and the span of the name, the span of its header, its
/// identity, whether it is solvable, and the number of positions that its search took.
#[derive(Serialize, Deserialize)]
struct Record(Option<(String, u32, u32)>, (u32, u32), u128, bool, u64);

/// Distinguishes builds of the same version by the size and the time of the
/// executable.
pub(in crate::cli) fn program_version() -> Option<String> {
    let metadata = fs::metadata(env::current_exe().ok()?).ok()?;
    let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {}", metadata.len(), written.as_nanos()))
}

impl CleanCache<'_> {
    /// Loads the clean puzzles of a file: an entry for each puzzle, `None` if it
    /// is not clean.
    pub(super) fn load(
        &self,
        cache: &CacheFile,
        file: &File,
        config: &Config,
    ) -> Option<Vec<Option<CachedClean>>> {
        let kept = cache.recall(&self.key(file, config)?)?;
        let records: Vec<Option<Record>> = serde_json::from_slice(&kept).ok()?;
        let puzzles = records.into_iter().map(|record| record.map(Record::read));
        Some(puzzles.collect())
    }

    /// Saves the clean puzzles of a file.
    pub(super) fn save(
        &self,
        cache: &CacheFile,
        file: &File,
        config: &Config,
        puzzles: &[Option<CachedClean>],
    ) {
        let records = puzzles.iter().map(|clean| clean.as_ref().map(Record::of));
        let records: Vec<Option<Record>> = records.collect();
        if let (Some(key), Ok(bytes)) = (self.key(file, config), serde_json::to_vec(&records)) {
            cache.keep(&key, &bytes);
        }
    }

    /// Returns the cache key. Its 128-bit hash of the text is assumed to have no collisions.
    fn key(&self, file: &File, config: &Config) -> Option<Vec<u8>> {
        let mut key = (self.settings)(config)?.into_bytes();
        let text = SipHasher13::new().hash(file.text.as_bytes()).as_u128();
        key.extend(file.text.len().to_le_bytes());
        key.extend(text.to_le_bytes());
        Some(key)
    }
}

impl Record {
    fn of(clean: &CachedClean) -> Self {
        let name = clean.name.as_ref();
        Self(
            name.map(|(name, span)| (name.clone(), span.start, span.end)),
            (clean.header.start, clean.header.end),
            clean.identity.to_bits(),
            clean.state == State::Solved,
            clean.positions,
        )
    }

    fn read(self) -> CachedClean {
        let Self(name, (start, end), identity, is_solved, positions) = self;
        CachedClean {
            name: name.map(|(name, start, end)| (name, Span::new(start, end))),
            header: Span::new(start, end),
            identity: Identity::from_bits(identity),
            state: match is_solved {
                true => State::Solved,
                false => State::Unsolvable,
            },
            positions,
        }
    }
}
