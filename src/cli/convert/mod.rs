//! `carom convert`: reads and writes other puzzle formats.

mod record;
mod work;
mod written;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::cache::{self, CacheFlags};
use super::check::RecordedClaim;
use super::destination::Destination;
use super::input::{Paths, readable};
use super::limits::Limits;
use super::session::PuzzleSolver;
use super::{Status, output};
use crate::exchange::{AUTO, FORMATS, format};
use crate::report::config_failure;
use crate::solving::NoStore;
use crate::words::count;
use record::Recorder;
use work::{Converted, Work};

/// Convert puzzles between formats
#[derive(Args, Clone, Debug)]
#[command(after_help = "Existing files are never overwritten.

Examples:
  carom convert --from skub --to carom puzzles/         convert all Markdown files
  carom convert --to carom --record moves,solution -    convert standard input and solve it
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
    /// With --to carom, add missing claims
    #[arg(long, value_name = "KEY", value_enum, value_delimiter = ',')]
    record: Vec<RecordedClaim>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
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
    if !options.record.is_empty() && to.name != "carom" {
        return Err(io::Error::other("`--record` requires `--to carom`"));
    }
    let config = match options.paths.configs().here() {
        Ok(config) => config,
        Err(malformed) => {
            for malformed in malformed {
                output::complain(&config_failure(&malformed));
            }
            return Ok(Status::Failed);
        }
    };
    let recorder = (!options.record.is_empty()).then(|| Recorder {
        claims: &options.record,
        config: &config,
        solver: PuzzleSolver::new(&options.limits, &config, NoStore, None),
        cache: options.cache.cache(&options.paths.configs(), cache::warn()),
    });
    let extensions = from.unwrap_or(&AUTO).extensions;
    let sources = options.paths.sources_ending(extensions.to_vec());
    let mut converted = Converted::default();
    let work = Work {
        options,
        from,
        to,
        recorder,
    };
    work.convert(sources, &mut converted)?;
    let destination = Destination::new(options.output());
    let is_named_after = written::names_files_after_puzzles(&destination, to);
    let is_written = !options.check && written::write(&destination, to, &mut converted)?;
    converted.print_losses(to, is_named_after)?;
    if is_written && options.output().is_some() {
        output::say(&format!("{} written", count(converted.puzzles(), "puzzle")));
    }
    Ok(converted.status())
}
