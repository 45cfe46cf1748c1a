//! Converts files to another format.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use super::ConvertOptions;
use super::record::Recorder;
use crate::analysis::{Diagnostic, FileDiagnostic, Lint, Severity};
use crate::cli::input::view;
use crate::cli::{Status, output};
use crate::exchange::{Draft, Form, Lost, Note, Refusal, recognise};
use crate::project::{Failure, File, Source};
use crate::report::{Reporter, Text};
use crate::words::{count, escape_controls, join_list};

/// A converted puzzle.
pub(super) struct Piece {
    /// The name of its file: its slug if it has one, otherwise its name.
    pub(super) name: Option<String>,
    pub(super) text: String,
    /// The information that the target format cannot hold.
    lost: Vec<Lost>,
}

/// The puzzles of a file.
pub(super) struct Group {
    /// The file, as it is shown.
    file: String,
    /// The folders of the file below the one that was named.
    pub(super) folder: PathBuf,
    /// The name of the file without what it ends in.
    pub(super) stem: String,
    pub(super) pieces: Vec<Piece>,
    /// Whether the whole file was converted.
    pub(super) is_whole: bool,
}

/// The result of a conversion.
#[derive(Default)]
pub(super) struct Converted {
    pub(super) groups: Vec<Group>,
    status: Option<Status>,
    is_check: bool,
}

impl Converted {
    /// The exit status.
    pub(super) fn status(&self) -> Status {
        self.status.unwrap_or(Status::Clean)
    }

    pub(super) fn raise(&mut self, status: Status) {
        self.status = Some(self.status().max(status));
    }

    /// The number of puzzles that are written.
    pub(super) fn puzzles(&self) -> usize {
        let whole = self.groups.iter().filter(|group| group.is_whole);
        whole.map(|group| group.pieces.len()).sum()
    }

    /// Names what the new form has no place for.
    /// Files may be `named` after puzzles.
    pub(super) fn tell_losses(&self, to: &Form, named: bool) -> io::Result<()> {
        let (mut out, _) = output::results();
        for Group { file, pieces, .. } in &self.groups {
            let mut losses: BTreeMap<&Lost, usize> = BTreeMap::new();
            for lost in pieces.iter().flat_map(|piece| &piece.lost) {
                *losses.entry(lost).or_default() += 1;
            }
            let lost = losses.into_iter();
            let lost = lost.filter(|(lost, _)| !named || **lost != Lost::Name);
            let lost: Vec<String> = lost
                .map(|(lost, times)| match times {
                    1 => lost.to_string(),
                    _ => format!("{lost} ({})", count(times, "puzzle")),
                })
                .collect();
            if lost.is_empty() {
                continue;
            }
            let line = format!(
                "{}: {} has no place for {}",
                escape_controls(file),
                to.name,
                join_list(lost, "and")
            );
            if self.is_check {
                writeln!(out, "{line}")?;
            } else {
                output::say(&format!("warning: {line}"));
            }
        }
        out.flush()
    }
}

/// A conversion.
pub(super) struct Work<'a> {
    pub(super) options: &'a ConvertOptions,
    /// The source format; `None` to detect it.
    pub(super) from: Option<&'static Form>,
    pub(super) to: &'a Form,
    pub(super) recorder: Option<Recorder<'a>>,
}

impl Work<'_> {
    /// Converts the sources.
    pub(super) fn convert(
        &self,
        sources: Vec<Result<Source, Failure>>,
        converted: &mut Converted,
    ) -> io::Result<()> {
        let ConvertOptions { paths, check, .. } = self.options;
        converted.is_check = *check;
        for source in sources {
            let is_named = source.as_ref().is_ok_and(|source| paths.names(source));
            let is_output = |source: &Source| self.is_output(source);
            if !is_named && source.as_ref().is_ok_and(is_output) {
                continue;
            }
            let file = match source.and_then(|source| paths.read(source)) {
                Ok(file) => file,
                Err(failure) => {
                    output::complain(&failure);
                    converted.raise(Status::Failed);
                    continue;
                }
            };
            let is_of = |form: &&Form| (form.recognises)(&file.text);
            let found = match self.from {
                // A folder may hold a README, too.
                Some(form) if !is_named => Some(form).filter(is_of),
                Some(form) => Some(form),
                None => form_of(&file),
            };
            match found {
                Some(form) => self.file(&file, form, converted)?,
                None if is_named => {
                    let reason = "no form is recognised in it; name one with `--from`";
                    output::complain(&Failure::new(&*file.name, reason));
                    converted.raise(Status::Faulty);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Whether a file stands where another run wrote: in a folder of its own
    /// among what is read, or as the one file of its name.
    fn is_output(&self, source: &Source) -> bool {
        let ConvertOptions { paths, .. } = self.options;
        let (Source::File(path), Some(output)) = (source, self.options.output()) else {
            return false;
        };
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_default();
        let output = normal(&absolute(output));
        // A folder that is named is read, though it be written to as well.
        let is_named = |given: &Path| normal(&absolute(given)).starts_with(&output);
        let given = paths.folders();
        !given.iter().any(|given| is_named(given)) && normal(&absolute(path)).starts_with(output)
    }

    fn file(&self, file: &File, from: &Form, converted: &mut Converted) -> io::Result<()> {
        let Some(read) = from.read else {
            return Ok(());
        };
        let mut reading = read(&file.text);
        tell(file, &reading.faults, Severity::Error)?;
        tell(file, &reading.warnings, Severity::Warning)?;
        if reading.drafts.is_empty() && reading.faults.is_empty() {
            let name = escape_controls(&file.name);
            output::say(&format!("warning: {name}: no puzzle stands in it"));
        }
        let stem = stem(&file.source);
        name_drafts(&mut reading.drafts, from, stem.as_deref());
        if let Some(recorder) = &self.recorder {
            let (drafts, unsettled) = recorder.fill(reading.drafts)?;
            reading.drafts = drafts;
            if unsettled > 0 {
                let unsettled = count(unsettled, "puzzle");
                let name = escape_controls(&file.name);
                output::say(&format!(
                    "warning: {name}: {unsettled} not settled within the limits"
                ));
            }
        }
        let mut group = Group {
            file: file.name.to_string(),
            folder: self.options.paths.folder_within(&file.source),
            stem: stem.unwrap_or_else(|| "puzzle".to_owned()),
            pieces: Vec::new(),
            is_whole: reading.faults.is_empty(),
        };
        for draft in reading.drafts {
            match self.to.written(&draft) {
                Ok(written) => {
                    let slug = draft.own("x-slug").map(str::to_owned);
                    group.pieces.push(Piece {
                        name: slug.or_else(|| draft.name.clone()),
                        text: written.text,
                        lost: written.lost,
                    });
                }
                Err(refusal) => {
                    group.is_whole = false;
                    self.refused(file, &draft, &refusal);
                }
            }
        }
        if !group.is_whole {
            converted.raise(Status::Faulty);
        }
        converted.groups.push(group);
        Ok(())
    }

    fn refused(&self, file: &File, draft: &Draft, refusal: &Refusal) {
        let subject = match &draft.name {
            Some(name) => format!("{name:?}"),
            None => "the puzzle".to_owned(),
        };
        let refusal = format!("{subject} cannot be written as {}: {refusal}", self.to.name);
        output::complain(&Failure {
            line: Some(file.index.line(draft.head.start) + 1),
            ..Failure::new(&*file.name, refusal)
        });
    }
}

/// Removes `.` and `..` from a path.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            step => normal.push(step),
        }
    }
    normal
}

/// Detects the format of a file by its name, then by its contents.
fn form_of(file: &File) -> Option<&'static Form> {
    let is_carom = match &file.source {
        Source::File(path) => path.extension().is_some_and(|found| found == "carom"),
        Source::StandardInput => false,
    };
    if is_carom {
        return crate::exchange::form("carom");
    }
    recognise(&file.text)
}

fn stem(source: &Source) -> Option<String> {
    match source {
        Source::File(path) => Some(Path::new(path).file_stem()?.to_string_lossy().into_owned()),
        Source::StandardInput => None,
    }
}

/// Names puzzles without a name after their file. Where they could have one,
/// they have none because nobody gave them one.
fn name_drafts(drafts: &mut [Draft], from: &Form, stem: Option<&str>) {
    let Some(stem) = stem.filter(|_| !from.keeps.all) else {
        return;
    };
    let is_one = drafts.len() == 1;
    for (number, draft) in (1..).zip(drafts) {
        draft.name.get_or_insert_with(|| match is_one {
            true => stem.to_owned(),
            false => format!("{stem} {number}"),
        });
    }
}

/// Shows notes with the lines they are about.
fn tell(file: &File, notes: &[Note], severity: Severity) -> io::Result<()> {
    let (out, is_coloured) = output::messages();
    let mut reporter = Text::new(out, io::sink(), is_coloured);
    for note in notes {
        let mut diagnostic = Diagnostic::new(Lint::Syntax, note.span, &*note.message);
        diagnostic.help.clone_from(&note.help);
        let reported = FileDiagnostic {
            diagnostic,
            severity,
            puzzle: None,
        };
        reporter.report(view(file), &reported)?;
    }
    Ok(())
}
