//! What the JSON of a share says of its run, so that the shares can be joined.

use std::hash::Hasher;

use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher13};

use super::object::{DiagnosticObject, Help};
use super::{Checked, Failure, RepositoryPaths, Start};
use crate::analysis::{FileText, Reported, State};

/// The member `share` of a summary.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Share {
    /// Which share it is, as `--partition` has it.
    pub(super) partition: String,
    /// The program that made it.
    pub(super) version: String,
    /// A hash of all files, and what could not be read.
    pub(super) inputs: String,
    /// A hash of what decides about the reports beside the files.
    pub(super) settings: String,
    /// How many files were found.
    pub(super) found: usize,
    /// What was found, in the order of the run: in all shares the same.
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Part {
    File(FilePart),
    Failure(FailurePart),
}

/// A file that was read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FilePart {
    pub(super) name: String,
    /// The file as the repository knows it.
    pub(super) path: String,
    /// How many puzzles are in it, in all shares.
    pub(super) all: usize,
    /// How many reports of this share are about its head.
    pub(super) head: usize,
    /// The puzzles of this share.
    pub(super) puzzles: Vec<PuzzlePart>,
    /// What is to be reported at its end if every share says so.
    pub(super) undecided: Vec<DiagnosticObject>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzlePart {
    pub(super) line: u32,
    pub(super) name: Option<String>,
    #[serde(with = "state")]
    pub(super) state: State,
    pub(super) positions: u64,
    pub(super) seconds: f64,
    /// How many reports there are of it.
    pub(super) reports: usize,
}

/// What could not be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailurePart {
    pub(super) file: Option<String>,
    pub(super) path: Option<String>,
    pub(super) line: Option<u32>,
    pub(super) reason: String,
}

/// A state by its name.
mod state {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    use crate::analysis::State;

    pub(super) fn serialize<S: Serializer>(state: &State, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(state.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<State, D::Error> {
        let name = String::deserialize(from)?;
        let mut states = State::ALL.into_iter();
        let state = states.find(|state| state.name() == name);
        state.ok_or_else(|| Error::custom("no state of a puzzle"))
    }
}

/// Gathers what is said of a share while it is checked.
#[derive(Debug)]
pub(super) struct Gathered {
    share: Share,
    paths: RepositoryPaths,
    inputs: SipHasher13,
    settings: SipHasher13,
    /// The file at hand.
    file: Option<FilePart>,
}

impl Gathered {
    /// At the start of a run; none where it is not shared.
    pub(super) fn new(start: &Start<'_>, paths: &RepositoryPaths) -> Option<Self> {
        Some(Self {
            share: Share {
                partition: start.partition?.to_string(),
                version: start.version.to_owned(),
                inputs: String::new(),
                settings: String::new(),
                found: start.files,
                parts: Vec::new(),
            },
            paths: paths.clone(),
            inputs: SipHasher13::new(),
            settings: SipHasher13::new(),
            file: None,
        })
    }

    pub(super) fn begin_file(&mut self, file: FileText<'_>) {
        write(&mut self.inputs, file.name);
        write(&mut self.inputs, file.text);
        self.file = Some(FilePart {
            name: file.name.to_string(),
            path: self.paths.name(file.name),
            all: 0,
            head: 0,
            puzzles: Vec::new(),
            undecided: Vec::new(),
        });
    }

    pub(super) fn settings(&mut self, settings: &str) {
        write(&mut self.settings, settings);
    }

    /// Counts a report of the file, so far as one of its head.
    pub(super) fn report(&mut self) {
        if let Some(file) = &mut self.file {
            file.head += 1;
        }
    }

    pub(super) fn passed_over(&mut self) {
        if let Some(file) = &mut self.file {
            file.all += 1;
        }
    }

    pub(super) fn puzzle(&mut self, checked: &Checked<'_>) {
        if let Some(file) = &mut self.file {
            file.all += 1;
            file.head = file.head.saturating_sub(checked.reports.len());
            file.puzzles.push(PuzzlePart {
                line: checked.line,
                name: checked.name.map(str::to_owned),
                state: checked.state,
                positions: checked.positions,
                seconds: checked.time.as_secs_f64(),
                reports: checked.reports.len(),
            });
        }
    }

    pub(super) fn undecided(&mut self, text: FileText<'_>, reported: &Reported) {
        if let Some(file) = &mut self.file {
            file.undecided
                .push(DiagnosticObject::new(text, reported, Help::Line).carrying(text, reported));
        }
    }

    pub(super) fn end_file(&mut self) {
        self.share.parts.extend(self.file.take().map(Part::File));
    }

    pub(super) fn failure(&mut self, failure: &Failure<'_>) {
        write(&mut self.inputs, failure.file.unwrap_or_default());
        write(&mut self.inputs, failure.reason);
        self.share.parts.push(Part::Failure(FailurePart {
            file: failure.file.map(str::to_owned),
            path: failure.file.map(|file| self.paths.name(file)),
            line: failure.line,
            reason: failure.reason.to_owned(),
        }));
    }

    /// At the end of the run.
    pub(super) fn end(self) -> Share {
        let hash = |hasher: &SipHasher13| format!("{:032x}", hasher.finish128().as_u128());
        Share {
            inputs: hash(&self.inputs),
            settings: hash(&self.settings),
            ..self.share
        }
    }
}

fn write(hasher: &mut SipHasher13, text: &str) {
    hasher.write(text.as_bytes());
    // No byte of UTF-8.
    hasher.write_u8(0xFF);
}
