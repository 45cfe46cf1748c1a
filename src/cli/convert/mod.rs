//! `carom convert`: reads and writes other puzzle formats.

pub(super) mod work;
mod written;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::destination::Destination;
use super::input::{Paths, readable};
use super::{Status, output};
use crate::exchange::{AUTO, FORMATS, format};
use crate::report::config_failure;
use crate::words::count;
use work::{Converted, Work};

/// Convert puzzles between formats
#[derive(Args, Clone, Debug)]
#[command(after_help = "Existing files are never overwritten.

Examples:
  carom convert --from skub --to carom puzzles/         convert all Markdown files
  carom convert --to carom -                            convert standard input
  carom convert --to pddl --output problems/ deck.carom write one problem per puzzle")]
pub(super) struct ConvertOptions {
    #[command(flatten)]
    paths: Paths,
    /// Read this format; `auto` detects it from the contents of each file
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = readable())]
    from: String,
    /// Write this format
    #[arg(long, value_name = "FORMAT", value_parser = targets())]
    to: String,
    /// Write to this file or folder [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Report what would be lost and write nothing
    #[arg(long)]
    check: bool,
}

impl ConvertOptions {
    /// The output path, unless it is standard output.
    fn output(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| path.as_os_str() != "-")
    }
}

fn targets() -> PossibleValuesParser {
    let writable = FORMATS.iter().filter(|format| format.write.is_some());
    PossibleValuesParser::new(writable.map(|format| format.name))
}

pub(super) fn run(options: &ConvertOptions) -> io::Result<Status> {
    let from = format(&options.from);
    let Some(to) = format(&options.to) else {
        return Err(io::Error::other("unknown format"));
    };
    if let Err(malformed) = options.paths.configs().here() {
        for malformed in malformed {
            output::error(&config_failure(&malformed));
        }
        return Ok(Status::Failed);
    }
    let extensions = from.unwrap_or(&AUTO).extensions;
    let sources = options.paths.sources_ending(extensions.to_vec());
    let mut converted = Converted::default();
    let work = Work { options, from, to };
    work.convert(sources, &mut converted)?;
    let destination = Destination::new(options.output());
    let is_named_after = written::names_files_after_puzzles(&destination, to);
    let is_written = !options.check && written::write(&destination, to, &mut converted)?;
    converted.print_losses(to, is_named_after)?;
    if is_written && options.output().is_some() {
        output::say(&format!("{} written", count(converted.puzzles(), "puzzle")));
    }
    Ok(converted.status)
}
