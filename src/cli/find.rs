//! `carom find`: finds puzzles by their identity or by their features.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use clap::Args;

use super::cache::CacheFlags;
use super::input::{Paths, view};
use super::limits::Limits;
use super::parallel::map_in_order;
use super::rate::{RateFormat, rate, write_json, write_table};
use super::ratings::{Filters, RatedDatabase};
use super::session::configured_format;
use super::{Status, output};
use crate::exchange::{Format, SourceFile};
use crate::project::{Failure, File, in_order_of_paths};
use crate::solving::Identity;
use crate::words::{escape_controls, join_list};

/// Find puzzles by identity, even rotated or mirrored, or by their features
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without filters, the first argument is an identity. `carom explain making-puzzles` defines the
features.

Exit status: 1 if no puzzle is found.

Examples:
  carom find 04991dedcf03c4ca
  carom find 0499 levels
  carom find --game ricochet --moves 8..10 --unique --sort walk --count 5 levels
  carom find --database levels.db --moves 8.. --sort score     of `carom rate --database`"
)]
pub(super) struct Arguments {
    /// Find this identity (from `stats`, `solve --format json` or an editor), or at least its
    /// first 4 digits; not with filters
    #[arg(value_name = "ID")]
    identity: Option<String>,
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    filters: Filters,
    /// Search this database of `carom rate --database` instead of files
    #[arg(long, value_name = "FILE", help_heading = "Filters")]
    database: Option<PathBuf>,
    /// Write the puzzles that pass the filters in this format
    #[arg(long, value_enum, default_value_t = RateFormat::Text, help_heading = "Filters")]
    format: RateFormat,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The first digits of an identity.
#[derive(Clone, Debug)]
struct Beginning(String);

impl FromStr for Beginning {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_of_digits = text.chars().all(|digit| digit.is_ascii_hexdigit());
        if !is_of_digits || !(4..=16).contains(&text.len()) {
            return Err("an identity has 16 hexadecimal digits, of which 4 may do");
        }
        Ok(Self(text.to_ascii_lowercase()))
    }
}

impl Beginning {
    fn is_of(&self, identity: &str) -> bool {
        identity.starts_with(&self.0)
    }
}

/// A puzzle that was found.
struct Match {
    identity: Identity,
    /// Its place and name.
    place: String,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if arguments.filters.is_given() || arguments.database.is_some() {
        return find_by_features(arguments);
    }
    let identity = arguments.identity.as_deref();
    match identity.map(str::parse) {
        Some(Ok(beginning)) => find_identity(arguments, &beginning),
        Some(Err(reason)) => {
            let identity = escape_controls(identity.unwrap_or_default());
            output::complain(&format!("`{identity}` is no identity: {reason}"));
            Ok(Status::Failed)
        }
        None => {
            output::complain(&"give an identity or filters; `carom find --help` has examples");
            Ok(Status::Failed)
        }
    }
}

fn find_by_features(arguments: &Arguments) -> io::Result<Status> {
    let filters = &arguments.filters;
    let (puzzles, status) = match &arguments.database {
        Some(path) => {
            let found = RatedDatabase::open(path).and_then(|database| database.select(filters));
            match found {
                Ok(found) => (found, Status::Clean),
                Err(reason) => {
                    output::complain(&reason);
                    return Ok(Status::Failed);
                }
            }
        }
        None => {
            // Without an identity, the first argument is a path too.
            let paths = arguments.paths.with_first(arguments.identity.as_deref());
            let (rated, status) = rate(&paths, &arguments.limits, &arguments.cache)?;
            (filters.select(rated), status)
        }
    };
    let (mut out, _) = output::results();
    match arguments.format {
        RateFormat::Text => write_table(&mut out, &puzzles)?,
        RateFormat::Json => write_json(&mut out, &puzzles)?,
    }
    out.flush()?;
    match puzzles.is_empty() {
        true => Ok(status.max(Status::Faulty)),
        false => Ok(status),
    }
}

fn find_identity(arguments: &Arguments, beginning: &Beginning) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    let mut places = Vec::new();
    let mut identities = BTreeSet::new();
    let sources = in_order_of_paths(arguments.paths.sources_of(None));
    let configs = arguments.paths.configs();
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let result: Result<(), Infallible> = map_in_order(
        jobs,
        sources.into_iter(),
        |_, source| {
            let source = source?;
            let format = configured_format(&configs, &source);
            let file = arguments.paths.read(source)?;
            Ok(find(&file, format, beginning))
        },
        |result: Result<Vec<Match>, Failure>| {
            match result {
                Ok(found) => {
                    for Match { identity, place } in found {
                        identities.insert(identity);
                        places.push(place);
                    }
                }
                Err(failure) => {
                    output::complain(&failure);
                    status = Status::Failed;
                }
            }
            Ok(())
        },
    );
    let Ok(()) = result;
    for place in &places {
        writeln!(out, "{place}")?;
    }
    out.flush()?;
    if identities.len() > 1 {
        let identities = join_list(identities, "and");
        let beginning = &beginning.0;
        output::say(&format!(
            "`{beginning}` is ambiguous: it matches {identities}"
        ));
    }
    if places.is_empty() {
        status = status.max(Status::Faulty);
    }
    Ok(status)
}

/// Returns the puzzles of a file whose identity starts with `digits`.
fn find(file: &File, format: Option<&Format>, beginning: &Beginning) -> Vec<Match> {
    let deck = SourceFile::split(&file.text, format);
    let found = deck.sections.iter().filter_map(|section| {
        let puzzle = section.read(&file.text, &deck.head);
        let identity = puzzle.identity?;
        let is_meant = beginning.is_of(&identity.to_string());
        let place = || {
            let header = puzzle.place(section.offset());
            let line = view(file).place(header.start).line + 1;
            let name = escape_controls(puzzle.name().unwrap_or_default());
            let place = format!("{}:{line} {name}", escape_controls(&file.name));
            place.trim_end().to_owned()
        };
        is_meant.then(|| Match {
            identity,
            place: place(),
        })
    });
    found.collect()
}
