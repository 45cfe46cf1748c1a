//! Converts files to another format.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use super::ConvertOptions;
use crate::analysis::{Diagnostic, FileDiagnostic, Lint, Severity};
use crate::cli::input::view;
use crate::cli::output::FileProblems;
use crate::cli::{Status, output};
use crate::exchange::{Format, Loss, Note, PuzzleRecord, Refusal, recognise};
use crate::project::{Failure, File, Source};
use crate::report::{Reporter, Text};
use crate::words::{count, escape_controls, join_list};

/// A converted puzzle.
pub(super) struct Piece {
    /// The name of its file: its slug if it has one, otherwise its name.
    pub(super) name: Option<String>,
    pub(super) text: String,
    /// The information that the target format cannot hold.
    losses: Vec<Loss>,
}

/// The puzzles of a file.
pub(super) struct Group {
    /// The name of the file in messages.
    file: String,
    /// The folder of the file, relative to the named folder.
    pub(super) folder: PathBuf,
    /// The name of the file without its extension.
    pub(super) stem: String,
    pub(super) pieces: Vec<Piece>,
    /// Whether the whole file was converted.
    pub(super) is_whole: bool,
}

/// The result of a conversion.
#[derive(Default)]
pub(super) struct Converted {
    pub(super) groups: Vec<Group>,
    pub(super) status: Status,
    is_check: bool,
}

impl Converted {
    pub(super) fn raise(&mut self, status: Status) {
        self.status = self.status.max(status);
    }

    /// The number of puzzles to write.
    pub(super) fn puzzles(&self) -> usize {
        let whole = self.groups.iter().filter(|group| group.is_whole);
        whole.map(|group| group.pieces.len()).sum()
    }

    /// Prints what the target format cannot hold. `named` says that file names hold the names of
    /// puzzles.
    pub(super) fn print_losses(&self, to: &Format, named: bool) -> io::Result<()> {
        let (mut out, _) = output::results();
        for Group { file, pieces, .. } in &self.groups {
            let mut counts: BTreeMap<&Loss, usize> = BTreeMap::new();
            for loss in pieces.iter().flat_map(|piece| &piece.losses) {
                *counts.entry(loss).or_default() += 1;
            }
            let losses: Vec<String> = counts
                .into_iter()
                .filter(|(loss, _)| !named || **loss != Loss::Name)
                .map(|(loss, puzzles)| match puzzles {
                    1 => loss.to_string(),
                    _ => format!("{loss} ({})", count(puzzles, "puzzle")),
                })
                .collect();
            if losses.is_empty() {
                continue;
            }
            let line = format!(
                "{}: {} cannot hold {}",
                escape_controls(file),
                to.name,
                join_list(losses, "and")
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
    pub(super) from: Option<&'static Format>,
    pub(super) to: &'a Format,
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
                    output::error(&failure);
                    converted.raise(Status::Failed);
                    continue;
                }
            };
            let is_of = |format: &&Format| (format.recognises)(&file.text);
            let found = match self.from {
                // A folder may also contain a README.
                Some(format) if !is_named => Some(format).filter(is_of),
                Some(format) => Some(format),
                None => format_of(&file),
            };
            match found {
                Some(format) => self.file(&file, format, converted)?,
                None if is_named => {
                    let reason = "cannot detect the format: name it with `--from`";
                    output::error(&file.failure(reason));
                    converted.raise(Status::Faulty);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Whether an earlier run wrote the file: it is in the output folder, or is the output file.
    fn is_output(&self, source: &Source) -> bool {
        let ConvertOptions { paths, .. } = self.options;
        let (Source::File(path), Some(output)) = (source, self.options.output()) else {
            return false;
        };
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_default();
        let output = normal(&absolute(output));
        // A folder given by the user is always read, even if it is also the output folder.
        let is_named = |given: &Path| normal(&absolute(given)).starts_with(&output);
        let given = paths.folders();
        !given.iter().any(|given| is_named(given)) && normal(&absolute(path)).starts_with(output)
    }

    fn file(&self, file: &File, from: &Format, converted: &mut Converted) -> io::Result<()> {
        let Some(mut import) = from.import(&file.text) else {
            return Ok(());
        };
        print_notes(file, &import.faults, Severity::Error)?;
        print_notes(file, &import.warnings, Severity::Warning)?;
        print_notes(file, &import.unchecked, Severity::Warning)?;
        if import.records.is_empty() && import.faults.is_empty() {
            let name = escape_controls(&file.name);
            output::say(&format!("warning: {name}: no puzzles found"));
        }
        let stem = stem(&file.source);
        if let Some(stem) = &stem {
            from.name_after(stem, &mut import.records);
        }
        let mut group = Group {
            file: file.name.to_string(),
            folder: self.options.paths.folder_within(&file.source),
            stem: stem.unwrap_or_else(|| "puzzle".to_owned()),
            pieces: Vec::new(),
            is_whole: import.faults.is_empty(),
        };
        let mut problems = FileProblems::default();
        for record in import.records {
            match self.to.export(&record) {
                Ok(written) => {
                    let slug = record.own_value("x-slug").map(str::to_owned);
                    group.pieces.push(Piece {
                        name: slug.or_else(|| record.name.clone()),
                        text: written.text,
                        losses: written.losses,
                    });
                }
                Err(refusal) => {
                    group.is_whole = false;
                    problems.error(&self.refused(file, &record, &refusal));
                }
            }
        }
        problems.end(&file.name);
        if !group.is_whole {
            converted.raise(Status::Faulty);
        }
        converted.groups.push(group);
        Ok(())
    }

    fn refused(&self, file: &File, record: &PuzzleRecord, refusal: &Refusal) -> Failure {
        let subject = match &record.name {
            Some(name) => format!("{name:?}"),
            None => "the puzzle".to_owned(),
        };
        let refusal = format!("{subject} cannot be written as {}: {refusal}", self.to.name);
        Failure { line: Some(file.index.line(record.head.start) + 1), ..file.failure(refusal) }
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
pub(in crate::cli) fn format_of(file: &File) -> Option<&'static Format> {
    let is_carom = match &file.source {
        Source::File(path) => path.extension().is_some_and(|found| found == "carom"),
        Source::StandardInput => false,
    };
    if is_carom {
        return crate::exchange::format("carom");
    }
    recognise(&file.text)
}

fn stem(source: &Source) -> Option<String> {
    match source {
        Source::File(path) => Some(Path::new(path).file_stem()?.to_string_lossy().into_owned()),
        Source::StandardInput => None,
    }
}

/// Prints notes with the lines they are about.
fn print_notes(file: &File, notes: &[Note], severity: Severity) -> io::Result<()> {
    let (out, is_coloured) = output::messages();
    let mut reporter = Text::new(out, io::sink(), is_coloured);
    for note in notes {
        let mut diagnostic = Diagnostic::new(Lint::Syntax, note.span, &*note.message);
        diagnostic.help.clone_from(&note.help);
        let reported = FileDiagnostic { diagnostic, severity, puzzle: None };
        reporter.report(view(file), &reported)?;
    }
    Ok(())
}
