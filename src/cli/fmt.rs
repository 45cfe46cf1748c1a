//! `carom fmt`: rewrites files in the standard layout.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

use super::diff::diff;
use super::input::{Paths, ReportedConfigs, view};
use super::parallel::map_in_order;
use super::progress::ProgressDisplay;
use super::replace::{is_replaceable, rewrite};
use super::{Status, output};
use crate::analysis::{FileDiagnostic, Formatted, Severity, UnformattedPuzzle, format};
use crate::project::{Failure, File, Source};
use crate::report::{Reporter, Text};
use crate::text::{LineEnd, LineEnding};
use crate::words::{count, escape_controls, group_digits};

/// Rewrite files in the standard layout
#[derive(Args, Clone, Debug)]
#[command(after_help = "A puzzle with syntax errors is reported and left unchanged.

Examples:
  carom fmt                format all .carom files below the current folder
  carom fmt --check        list the files that would change
  carom fmt - < a.carom    format standard input to standard output")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// List the files that would change, without writing
    #[arg(long)]
    check: bool,
    /// Show the changes without writing them
    #[arg(long)]
    diff: bool,
}

impl Arguments {
    const fn is_writing(&self) -> bool {
        !self.check && !self.diff
    }
}

/// A file and its formatted text.
struct FormattedFile {
    file: File,
    formatted: Formatted,
    /// A line ending of the file that its configuration forbids.
    forbidden: Option<LineEnd>,
}

impl FormattedFile {
    fn is_changed(&self) -> bool {
        self.formatted.text != self.file.text
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (out, is_coloured) = output::results();
    let sources = arguments.paths.sources();
    let is_stream = matches!(sources.as_slice(), [Ok(Source::StandardInput)]);
    let progress = ProgressDisplay::new(output::is_interactive(), "files");
    progress.set_total(sources.len());
    let mut printer =
        Printer { arguments, out, is_coloured, progress: &progress, tally: Tally::default() };
    let configs = arguments.paths.configs();
    let mut reported = ReportedConfigs::default();
    let result = map_in_order(
        thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        sources.into_iter().flat_map(|source| {
            let source = source.map_err(|failure| vec![failure]).and_then(|source| {
                match configs.of(&source) {
                    Ok(config) => Ok((config, source)),
                    Err(malformed) => Err(reported.failures(malformed)),
                }
            });
            match source {
                Ok(source) => vec![Ok(source)],
                Err(failures) => failures.into_iter().map(Err).collect(),
            }
        }),
        |_, source| {
            let done = source.and_then(|(config, source)| {
                if arguments.is_writing() {
                    is_replaceable(&source)?;
                }
                let file = arguments.paths.read(source)?;
                let ending = config.format.line_ending.unwrap_or_default();
                lay_out(arguments, file, ending)
            });
            progress.step(1);
            done
        },
        |done| printer.print(done),
    );
    progress.finish();
    result?;
    printer.out.flush()?;
    // The formatted text of standard input already goes to standard output.
    if !is_stream {
        output::say(&printer.tally.summary(arguments));
    }
    Ok(printer.tally.status)
}

fn lay_out(
    arguments: &Arguments,
    file: File,
    ending: LineEnding,
) -> Result<FormattedFile, Failure> {
    let format = |file: &File| format(&file.text, ending);
    let (file, formatted) = match &file.source {
        Source::File(_) if arguments.is_writing() => rewrite(&arguments.paths, file, format)?,
        _ => {
            let formatted = format(&file);
            (file, formatted)
        }
    };
    Ok(FormattedFile { forbidden: ending.violation(&file.text), file, formatted })
}

/// The numbers of files and puzzles of a run.
#[derive(Default)]
struct Tally {
    status: Status,
    changed: usize,
    unchanged: usize,
    /// Puzzles left unchanged because of syntax errors.
    left: usize,
}

impl Tally {
    fn summary(&self, arguments: &Arguments) -> String {
        let changed = count(self.changed, "file") + arguments.paths.implied_folder();
        let (did, did_not) = if arguments.is_writing() {
            ("changed", "unchanged")
        } else {
            ("would change", "would not")
        };
        let unchanged = group_digits(self.unchanged);
        let mut summary = format!("{changed} {did}, {unchanged} {did_not}");
        if self.left > 0 {
            let left = count(self.left, "puzzle");
            summary.push_str(&format!("; {left} skipped because of syntax errors"));
        }
        summary
    }
}

/// Prints the results in order.
struct Printer<'a, W> {
    arguments: &'a Arguments,
    out: W,
    is_coloured: bool,
    progress: &'a ProgressDisplay,
    tally: Tally,
}

impl<W: Write> Printer<'_, W> {
    fn print(&mut self, done: Result<FormattedFile, Failure>) -> io::Result<()> {
        let done = match done {
            Ok(done) => done,
            Err(failure) => {
                self.progress.suspend(|| output::error(&failure));
                self.raise(Status::Failed);
                return Ok(());
            }
        };
        if !done.formatted.left.is_empty() {
            self.raise(Status::Faulty);
            let more = done.formatted.more_left;
            self.tally.left += done.formatted.left.len() + more;
            let progress = self.progress;
            progress.suspend(|| {
                let mut left = done.formatted.left.iter();
                left.try_for_each(|left| print_skipped(&done.file, left))?;
                if more > 0 {
                    let (name, more) = (&done.file.name, count(more, "more puzzle"));
                    output::error(&format!("{name}: skipped {more} with syntax errors"));
                }
                Ok::<(), io::Error>(())
            })?;
        }
        if done.file.source == Source::StandardInput && self.arguments.is_writing() {
            return self.out.write_all(done.formatted.text.as_bytes());
        }
        if !done.is_changed() {
            self.tally.unchanged += 1;
            return Ok(());
        }
        self.tally.changed += 1;
        if self.arguments.check {
            self.raise(Status::Faulty);
        }
        let progress = self.progress;
        if self.arguments.diff {
            let (name, old, new) = (&done.file.name, &done.file.text, &done.formatted.text);
            progress.suspend(|| diff(name, old, new, &mut self.out, self.is_coloured))
        } else if self.arguments.check {
            let name = escape_controls(&done.file.name);
            progress.suspend(|| {
                if let Some(end) = done.forbidden {
                    let end = end.name();
                    output::say(&format!(
                        "{name}: has {end} line endings, unlike `format.line-ending` in carom.toml"
                    ));
                }
                writeln!(self.out, "{name}")
            })
        } else {
            Ok(())
        }
    }

    fn raise(&mut self, status: Status) {
        self.tally.status = self.tally.status.max(status);
    }
}

/// Prints the syntax errors of a skipped puzzle.
fn print_skipped(file: &File, left: &UnformattedPuzzle) -> io::Result<()> {
    let stderr = output::stderr();
    let is_coloured = output::is_interactive();
    let mut reporter = Text::new(stderr, io::sink(), is_coloured);
    for diagnostic in &left.diagnostics {
        let reported = FileDiagnostic {
            diagnostic: diagnostic.clone(),
            severity: Severity::Error,
            puzzle: None,
        };
        reporter.report(view(file), &reported)?;
    }
    let subject = match (&left.name, left.header) {
        (Some(name), _) => format!("puzzle {name:?}"),
        (None, Some(header)) => {
            format!("the puzzle at line {}", file.index.line(header.start) + 1)
        }
        (None, None) => "the text before the first puzzle".to_owned(),
    };
    output::error(&format!(
        "{}: skipped {subject}: fix its syntax errors first",
        escape_controls(&file.name)
    ));
    Ok(())
}
