//! What earlier runs have found out about whole files: which of their puzzles
//! are quiet, so that a run need not even read those.
//!
//! What is kept depends on the text of a file and on what decides about its
//! reports beside that. Duplicates, of which other files have a say, are found
//! anew in each run.

use std::env;
use std::fs;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use siphasher::sip128::SipHasher13;

use crate::analysis::{CachedClean, State};
use crate::config::Config;
use crate::project::File;
use crate::solving::Identity;
use crate::store::Disk;
use crate::text::Span;

/// For each puzzle of a file, in their order, whether it is quiet, and then
/// what a run has to know of it.
pub(super) type Puzzles = Vec<Option<CachedClean>>;

/// What is known of files.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    /// Where it is kept.
    pub(super) store: &'a Arc<Disk>,
    /// What decides about the reports of a file beside its text, the program
    /// included; nothing where they depend on more, such as the speed of the
    /// machine.
    pub(super) settings: &'a (dyn Fn(&Config) -> Option<String> + Sync),
}

/// What is written of a puzzle: its name, if it has one, where that and its
/// first line start and end, its identity, whether it is solved, and the
/// positions that took.
#[derive(Serialize, Deserialize)]
struct Record(Option<(String, u32, u32)>, (u32, u32), u128, bool, u64);

/// What tells this program from others of the same version, which may report
/// otherwise: the length of its file, and when that was written.
pub(super) fn program() -> Option<String> {
    let metadata = fs::metadata(env::current_exe().ok()?).ok()?;
    let written = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} {}", metadata.len(), written.as_nanos()))
}

impl Known<'_> {
    /// What is known of a file.
    pub(super) fn recall(&self, file: &File, config: &Config) -> Option<Puzzles> {
        let kept = self.store.recall(&self.subject(file, config)?)?;
        let records: Vec<Option<Record>> = serde_json::from_slice(&kept).ok()?;
        let puzzles = records.into_iter().map(|record| record.map(Record::read));
        Some(puzzles.collect())
    }

    /// Keeps what was found out about a file.
    pub(super) fn keep(&self, file: &File, config: &Config, puzzles: &Puzzles) {
        let records = puzzles.iter().map(|quiet| quiet.as_ref().map(Record::of));
        let records: Vec<Option<Record>> = records.collect();
        if let (Some(subject), Ok(bytes)) =
            (self.subject(file, config), serde_json::to_vec(&records))
        {
            self.store.keep(&subject, bytes);
        }
    }

    /// All that decides about what is kept of a file. Of its text that is a hash
    /// that tells all files apart that anybody will write.
    fn subject(&self, file: &File, config: &Config) -> Option<Vec<u8>> {
        let mut subject = (self.settings)(config)?.into_bytes();
        let text = SipHasher13::new().hash(file.text.as_bytes()).as_u128();
        subject.extend(file.text.len().to_le_bytes());
        subject.extend(text.to_le_bytes());
        Some(subject)
    }
}

impl Record {
    fn of(quiet: &CachedClean) -> Self {
        let name = quiet.name.as_ref();
        Self(
            name.map(|(name, span)| (name.clone(), span.start, span.end)),
            (quiet.header.start, quiet.header.end),
            quiet.identity.to_bits(),
            quiet.state == State::Solved,
            quiet.positions,
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
