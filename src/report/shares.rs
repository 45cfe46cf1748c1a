//! The shares of a run, joined.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::carried::known_text;
use super::json::SummaryLine;
use super::object::DiagnosticObject;
use super::share::{FilePart, Part, PuzzlePart, Share};
use super::{Checked, Failure, RepositoryPaths, Sinks, Start};
use crate::analysis::{FileText, Reported};
use crate::project::Partition;
use crate::text::LineIndex;
use crate::words::{escape_controls, join_list};

/// All shares of a run, of the same files under the same settings. A run that
/// was not shared would have said the same.
#[derive(Debug)]
pub struct Shares {
    version: String,
    found: usize,
    parts: Vec<Joined>,
    paths: RepositoryPaths,
}

/// Why shares cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disjoint(String);

impl fmt::Display for Disjoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Disjoint {}

/// A part of the run, from all shares.
#[derive(Debug)]
enum Joined {
    File(Box<JoinedFile>),
    Failure {
        file: Option<String>,
        line: Option<u32>,
        reason: String,
    },
}

#[derive(Debug)]
struct JoinedFile {
    name: Arc<str>,
    /// As much of it as is known.
    text: String,
    head: Vec<Reported>,
    /// By their lines.
    puzzles: BTreeMap<u32, (PuzzlePart, Vec<Reported>)>,
    end: Vec<Reported>,
}

/// What `check --format json` wrote of one share.
struct Written<'a> {
    /// The file that it stands in.
    name: &'a str,
    partition: Partition,
    share: Share,
    reports: std::vec::IntoIter<DiagnosticObject>,
}

impl Shares {
    /// Joins what was written of each share, given by the names of the files it
    /// stands in. `version` is the program that joins them.
    ///
    /// # Errors
    ///
    /// Where a share is missing or there twice, and where two are not of the
    /// same run: of other files, of other settings, or made by another version.
    pub fn join(version: &str, files: &[(String, String)]) -> Result<Self, Disjoint> {
        let written = files.iter().map(|(name, text)| Written::read(name, text));
        let mut written = written.collect::<Result<Vec<_>, _>>()?;
        agree(version, &written)?;
        written.sort_unstable_by_key(|written| written.partition.share());
        let first = written
            .first()
            .ok_or_else(|| Disjoint("no share was given".to_owned()))?;
        let (found, count) = (first.share.found, first.share.parts.len());
        let mut paths = BTreeMap::new();
        let parts = (0..count).map(|place| Joined::of(&mut written, place, &mut paths));
        let parts = parts.collect::<Result<_, _>>()?;
        for written in &written {
            let is_whole = written.share.parts.len() == count && written.reports.len() == 0;
            is_whole
                .then_some(())
                .ok_or_else(|| damaged(written.name))?;
        }
        Ok(Self {
            version: version.to_owned(),
            found,
            parts,
            paths: RepositoryPaths::known(paths),
        })
    }

    /// How the repository knows the files of the run.
    pub const fn paths(&self) -> &RepositoryPaths {
        &self.paths
    }

    /// Tells what a run that was not shared would have told.
    ///
    /// # Errors
    ///
    /// As the first reporter that cannot write.
    pub fn tell(&self, sinks: &mut Sinks<'_>) -> io::Result<()> {
        sinks.begin(&Start {
            version: &self.version,
            command: "check",
            files: self.found,
            is_fixing: false,
            partition: None,
        })?;
        for part in &self.parts {
            match part {
                Joined::File(file) => file.tell(sinks)?,
                Joined::Failure { file, line, reason } => sinks.failure(&Failure {
                    file: file.as_deref(),
                    line: *line,
                    reason,
                })?,
            }
        }
        Ok(())
    }

    /// What could not be done in the run.
    pub fn failures(&self) -> impl Iterator<Item = Failure<'_>> {
        self.parts.iter().filter_map(|part| match part {
            Joined::File(_) => None,
            Joined::Failure { file, line, reason } => Some(Failure {
                file: file.as_deref(),
                line: *line,
                reason,
            }),
        })
    }
}

fn damaged(name: &str) -> Disjoint {
    Disjoint(format!(
        "{name}: what stands in it does not fit together: it was changed"
    ))
}

impl<'a> Written<'a> {
    fn read(name: &'a str, text: &str) -> Result<Self, Disjoint> {
        let lines: Vec<&str> = text.lines().collect();
        let summary = lines.split_last().and_then(|(last, reports)| {
            let line: SummaryLine = serde_json::from_str(last).ok()?;
            Some((line.summary, reports))
        });
        let Some((summary, reports)) = summary else {
            let why = "no summary of `carom check --format json` ends it: it is not whole, or \
                       of another version";
            return Err(Disjoint(format!("{name}: {why}")));
        };
        let Some(share) = summary.share else {
            let why = "it is no share of a run: it was made without `--partition`";
            return Err(Disjoint(format!("{name}: {why}")));
        };
        let reports = reports.iter().map(|line| serde_json::from_str(line));
        let reports: Vec<DiagnosticObject> = reports
            .collect::<Result<_, _>>()
            .map_err(|_| damaged(name))?;
        let partition = share.partition.parse().map_err(|_| damaged(name))?;
        Ok(Self {
            name,
            partition,
            share,
            reports: reports.into_iter(),
        })
    }

    /// The next reports of the share, so many.
    fn reports(&mut self, count: usize) -> Result<Vec<DiagnosticObject>, Disjoint> {
        let reports: Vec<_> = self.reports.by_ref().take(count).collect();
        if reports.len() == count {
            Ok(reports)
        } else {
            Err(damaged(self.name))
        }
    }
}

/// Whether these are the shares of one run, each once.
fn agree(version: &str, written: &[Written<'_>]) -> Result<(), Disjoint> {
    let Some(first) = written.first() else {
        return Ok(());
    };
    let mut seen: BTreeMap<u32, &str> = BTreeMap::new();
    for other in written {
        let name = other.name;
        if other.share.version != version {
            let made = &other.share.version;
            let why = format!("carom {made} made it, and this is carom {version}");
            return Err(Disjoint(format!("{name}: {why}")));
        }
        let differ = |what: &str| {
            let first = first.name;
            Err(Disjoint(format!(
                "{first} and {name} are of two runs: {what}"
            )))
        };
        let (a, b) = (first.partition, other.partition);
        if (a.way(), a.of()) != (b.way(), b.of()) {
            return differ(&format!("one is `{a}`, the other `{b}`"));
        }
        if first.share.inputs != other.share.inputs {
            return differ("the files were not the same, as in another revision");
        }
        if first.share.settings != other.share.settings {
            return differ("levels, limits or other settings were not the same");
        }
        if let Some(before) = seen.insert(other.partition.share(), name) {
            return Err(Disjoint(format!("{before} and {name} are both share {b}")));
        }
    }
    let of = first.partition.of();
    let missing = (1..=of).filter(|share| !seen.contains_key(share));
    // Of thousands, the first will do.
    let missing: Vec<String> = missing
        .take(8)
        .map(|share| format!("{share}/{of}"))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Disjoint(format!(
            "of the run, {} is missing",
            join_list(missing, "and")
        )))
    }
}

impl Joined {
    /// The part at this place, from all shares.
    fn of(
        written: &mut [Written<'_>],
        place: usize,
        paths: &mut BTreeMap<String, String>,
    ) -> Result<Self, Disjoint> {
        let mut files = Vec::new();
        let mut failure = None;
        for written in written.iter_mut() {
            match written.share.parts.get(place) {
                Some(Part::File(file)) => files.push(file.clone()),
                Some(Part::Failure(other)) if failure.is_none() => failure = Some(other.clone()),
                Some(Part::Failure(other)) if failure.as_ref() == Some(other) => {}
                _ => return Err(damaged(written.name)),
            }
        }
        match failure {
            None => JoinedFile::of(written, &files, paths).map(|file| Self::File(Box::new(file))),
            Some(failure) if files.is_empty() => {
                paths.extend(failure.file.clone().zip(failure.path));
                Ok(Self::Failure {
                    file: failure.file,
                    line: failure.line,
                    reason: failure.reason,
                })
            }
            Some(_) => Err(Disjoint("the shares do not fit together".to_owned())),
        }
    }
}

impl JoinedFile {
    fn of(
        written: &mut [Written<'_>],
        parts: &[FilePart],
        paths: &mut BTreeMap<String, String>,
    ) -> Result<Self, Disjoint> {
        let Some((first, others)) = parts.split_first() else {
            return Err(Disjoint("no share was given".to_owned()));
        };
        let mut objects = Vec::new();
        let mut head = Vec::new();
        let mut puzzles = BTreeMap::new();
        for (written, part) in written.iter_mut().zip(parts) {
            let damage = || damaged(written.name);
            if (&part.name, part.all) != (&first.name, first.all) {
                return Err(damage());
            }
            let of_head = written.reports(part.head)?;
            head.extend(read(&of_head).ok_or_else(|| damaged(written.name))?);
            objects.extend(of_head);
            for puzzle in &part.puzzles {
                let of_puzzle = written.reports(puzzle.reports)?;
                let reports = read(&of_puzzle).ok_or_else(|| damaged(written.name))?;
                objects.extend(of_puzzle);
                let before = puzzles.insert(puzzle.line, (puzzle.clone(), reports));
                before
                    .is_none()
                    .then_some(())
                    .ok_or_else(|| damaged(written.name))?;
            }
        }
        let damage = || {
            let name = escape_controls(&first.name);
            Disjoint(format!("the shares of {name} do not fit together"))
        };
        if puzzles.len() != first.all {
            return Err(damage());
        }
        let mut end = first.undecided.clone();
        end.retain(|object| others.iter().all(|other| other.undecided.contains(object)));
        let at_end = read(&end).ok_or_else(damage)?;
        objects.extend(end);
        if objects.iter().any(|object| object.file != first.name) {
            return Err(damage());
        }
        let lines = objects.iter().filter_map(|object| object.share.as_ref());
        let text = known_text(lines.flat_map(|carried| &carried.lines)).ok_or_else(damage)?;
        paths.insert(first.name.clone(), first.path.clone());
        Ok(Self {
            name: first.name.as_str().into(),
            text,
            head,
            puzzles,
            end: at_end,
        })
    }

    fn tell(&self, sinks: &mut Sinks<'_>) -> io::Result<()> {
        let index = LineIndex::new(&self.text);
        let file = FileText {
            name: &self.name,
            text: &self.text,
            index: &index,
        };
        sinks.begin_file(file)?;
        let mut head = self.head.iter();
        head.try_for_each(|reported| sinks.report(file, reported))?;
        for (puzzle, reports) in self.puzzles.values() {
            for reported in reports {
                sinks.report(file, reported)?;
            }
            let time = Duration::try_from_secs_f64(puzzle.seconds);
            sinks.puzzle(
                file,
                &Checked {
                    name: puzzle.name.as_deref(),
                    line: puzzle.line,
                    state: puzzle.state,
                    positions: puzzle.positions,
                    time: time.unwrap_or_default(),
                    reports,
                },
            )?;
        }
        let mut end = self.end.iter();
        end.try_for_each(|reported| sinks.report(file, reported))?;
        sinks.end_file(file)
    }
}

/// The reports that these objects were written of.
fn read(objects: &[DiagnosticObject]) -> Option<Vec<Reported>> {
    objects.iter().map(DiagnosticObject::reported).collect()
}
