//! `carom fmt`: files in the standard layout.

use std::io::{self, Write};

use clap::Args;
use similar::TextDiff;

use super::fix::write;
use super::input::{File, Paths};
use super::{Status, output};
use crate::analysis::{Reported, Severity, format};
use crate::report::{Reporter, Text};

/// Rewrite files in the standard layout
#[derive(Args, Clone, Debug)]
#[command(after_help = "A file with syntax errors is reported and left as it is.

Examples:
  carom fmt                every .carom file below this folder
  carom fmt --check        list what would change, write nothing
  carom fmt - < deck.carom write the layout of standard input to standard output")]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// List the files that would change, and write nothing
    #[arg(long)]
    check: bool,
    /// Show what would change, and write nothing
    #[arg(long)]
    diff: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, is_coloured) = output::results();
    let mut status = Status::Clean;
    for source in arguments.paths.sources() {
        let file = source.and_then(|source| arguments.paths.read(source));
        let ended = match file {
            Ok(file) => file_status(arguments, &file, &mut out, is_coloured)?,
            Err(failure) => {
                output::complain(&failure);
                Status::Failed
            }
        };
        status = status.max(ended);
    }
    out.flush()?;
    Ok(status)
}

fn file_status(
    arguments: &Arguments,
    file: &File,
    out: &mut impl Write,
    is_coloured: bool,
) -> io::Result<Status> {
    let formatted = match format(&file.text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            refuse(file, diagnostics)?;
            return Ok(Status::Faulty);
        }
    };
    let is_changed = formatted != file.text;
    if arguments.diff && is_changed {
        diff(file, &formatted, out, is_coloured)?;
    }
    if arguments.check || arguments.diff {
        if !is_changed {
            return Ok(Status::Clean);
        }
        if !arguments.diff {
            writeln!(out, "{}", file.name)?;
        }
        // `--diff` alone shows, `--check` also judges.
        return Ok(if arguments.check {
            Status::Faulty
        } else {
            Status::Clean
        });
    }
    if let Err(failure) = write(file, &formatted) {
        output::complain(&failure);
        return Ok(Status::Failed);
    }
    Ok(Status::Clean)
}

/// Shows what hides the layout of a file.
fn refuse(file: &File, diagnostics: Vec<crate::analysis::Diagnostic>) -> io::Result<()> {
    let stderr = anstream::stderr();
    let is_coloured = output::is_interactive();
    let mut reporter = Text::new(stderr, io::sink(), is_coloured);
    for diagnostic in diagnostics {
        let reported = Reported {
            diagnostic,
            severity: Severity::Error,
            puzzle: None,
        };
        reporter.report(file.view(), &reported)?;
    }
    output::complain(&format!(
        "{}: not formatted: the layout cannot be told where the syntax is wrong",
        file.name
    ));
    Ok(())
}

fn diff(file: &File, formatted: &str, out: &mut impl Write, is_coloured: bool) -> io::Result<()> {
    let diff = TextDiff::from_lines(file.text.as_str(), formatted);
    let mut unified = diff.unified_diff();
    unified.header(&file.name, &file.name);
    for line in unified.to_string().lines() {
        let colour = match line.as_bytes().first() {
            Some(b'+') => "\u{1b}[32m",
            Some(b'-') => "\u{1b}[31m",
            Some(b'@') => "\u{1b}[36m",
            _ => "",
        };
        if is_coloured && !colour.is_empty() {
            writeln!(out, "{colour}{line}\u{1b}[0m")?;
        } else {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
