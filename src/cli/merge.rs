//! `carom merge`: the report of a run that several machines shared.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::reports::ReportFlags;
use super::{Status, output};
use crate::project::{Failure, File, Source};
use crate::report::{Shares, Sinks};
use crate::words::{display_path, escape_controls};

/// Join the shares of a run into one report
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The shares are what `carom check --partition … --format json` wrote. One that is
missing, doubled or of another run is an error.

Examples:
  carom check --partition hash:1/2 --format json=1.json levels
  carom check --partition hash:2/2 --format json=2.json levels
  carom merge 1.json 2.json
  carom merge *.json --format text --format sarif=carom.sarif"
)]
pub(super) struct Arguments {
    /// The shares, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reports: ReportFlags,
    /// Say nothing but what is reported
    #[arg(short, long)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let read = arguments.files.iter().map(|path| {
        let file = File::read(Source::File(path.clone()), "-").map_err(io::Error::other)?;
        Ok((display_path(path), file.text))
    });
    let read = read.collect::<io::Result<Vec<_>>>()?;
    let shares = Shares::join(output::VERSION, &read).map_err(io::Error::other)?;
    let inputs = arguments.files.iter().cloned();
    let inputs: Vec<Result<Source, Failure>> = inputs.map(|path| Ok(Source::File(path))).collect();
    let mut outputs = arguments.reports.open(&inputs)?;
    let reporters = outputs.reporters(output::results, shares.paths(), arguments.quiet);
    let mut status = Status::Clean;
    for failure in shares.failures() {
        let file = failure
            .file
            .map(|file| format!("{}: ", escape_controls(file)));
        let line = failure.line.map(|line| format!("line {line}: "));
        let (file, line) = (file.unwrap_or_default(), line.unwrap_or_default());
        output::complain(&format!("{file}{line}{}", failure.reason));
        status = Status::Failed;
    }
    let mut sinks = Sinks::new(reporters);
    shares.tell(&mut sinks)?;
    let summary = sinks.end()?;
    outputs.persist()?;
    Ok(if summary.errors > 0 {
        status.max(Status::Faulty)
    } else {
        status
    })
}
