//! `carom convert`: reads and writes foreign formats.

mod destination;
mod record;
mod work;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::cache::{self, CacheFlags};
use super::input::Paths;
use super::limits::Limits;
use super::mend::Record;
use super::run_configs::failures;
use super::{Status, output};
use crate::exchange::{FORMS, Form, form};
use crate::project::Configs;
use crate::words::count;
use destination::Destination;
use record::Recorder;
use work::{Converted, Work};

/// Convert puzzles from and to foreign formats
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Nothing is overwritten: where a file stands already, name another.

Examples:
  carom convert --from skub --to carom puzzles/         a deck of all Markdown files
  carom convert --to carom --record moves,solution -    what is pasted, with its answers
  carom convert --to pddl --output problems/ deck.carom a problem for each puzzle"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Read this format; `auto` recognises the format of each file
    #[arg(long, value_name = "FORM", default_value = "auto", value_parser = sources())]
    from: String,
    /// Write this format
    #[arg(long, value_name = "FORM", value_parser = targets())]
    to: String,
    /// Write to this file or folder; `-` is standard output [default: -]
    #[arg(long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    /// Print what would be lost, without writing
    #[arg(long)]
    check: bool,
    /// Add missing claims, as proved (with `--to carom`)
    #[arg(long, value_name = "KEY", value_enum, value_delimiter = ',')]
    record: Vec<Record>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

impl Arguments {
    /// What is written, if not standard output.
    fn output(&self) -> Option<&Path> {
        let output = self.output.as_deref();
        output.filter(|path| path.as_os_str() != "-")
    }
}

fn sources() -> PossibleValuesParser {
    let readable = FORMS.iter().filter(|form| form.read.is_some());
    let names = readable.map(|form| form.name);
    PossibleValuesParser::new(["auto"].into_iter().chain(names))
}

fn targets() -> PossibleValuesParser {
    let writable = FORMS.iter().filter(|form| form.write.is_some());
    PossibleValuesParser::new(writable.map(|form| form.name))
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let from = form(&arguments.from);
    let Some(to) = form(&arguments.to) else {
        return Err(io::Error::other("no such form"));
    };
    if !arguments.record.is_empty() && to.name != "carom" {
        return Err(io::Error::other("--record goes with `--to carom` only"));
    }
    let config = match Configs::default().here() {
        Ok(config) => config,
        Err(unusable) => {
            for failure in unusable.iter().flat_map(|unusable| failures(unusable)) {
                output::complain(&failure);
            }
            return Ok(Status::Failed);
        }
    };
    let store = || arguments.cache.store(cache::warn());
    let recorder = Recorder::new(&arguments.record, &arguments.limits, &config, store);
    let sources = arguments.paths.sources_ending(extensions(from));
    let mut converted = Converted::default();
    let work = Work {
        arguments,
        from,
        to,
        recorder,
    };
    work.convert(sources, &mut converted)?;
    let destination = Destination::new(arguments.output());
    let is_named_after = destination.names_files_after_puzzles(to);
    converted.place(to, destination.is_one_text());
    let is_written = !arguments.check && destination.write(to, &mut converted)?;
    converted.tell_losses(to, is_named_after)?;
    if is_written && arguments.output().is_some() {
        output::say(&format!("{} written", count(converted.puzzles(), "puzzle")));
    }
    Ok(converted.status())
}

/// What the names of the files of a form end in, or those of any form.
fn extensions(from: Option<&Form>) -> Vec<&'static str> {
    let all = FORMS.iter().filter(|form| form.read.is_some());
    let all = all.filter(|form| from.is_none_or(|from| from.name == form.name));
    let mut extensions: Vec<&str> = all.flat_map(|form| form.extensions).copied().collect();
    extensions.sort_unstable();
    extensions.dedup();
    extensions
}
