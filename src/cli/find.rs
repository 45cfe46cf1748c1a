//! `carom find`: finds puzzles by their identity.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::thread;

use clap::Args;

use super::input::{Paths, view};
use super::parallel::map_in_order;
use super::session::configured_format;
use super::{Status, output};
use crate::exchange::{Format, SourceFile};
use crate::project::{Failure, File, in_order_of_paths};
use crate::solving::Identity;
use crate::words::{escape_controls, join_list};

/// Find a puzzle by its identity, even turned, mirrored or recoloured
#[derive(Args, Clone, Debug)]
#[command(after_help = "Exit status: 1 where no puzzle has that identity.

Examples:
  carom find 04991dedcf03c4ca
  carom find 0499 levels")]
pub(super) struct Arguments {
    /// Find this identity (from `stats`, `solve --format json` or an editor), or at least its
    /// first 4 digits
    #[arg(value_name = "ID")]
    identity: Beginning,
    #[command(flatten)]
    paths: Paths,
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
            Ok(find(&file, format, &arguments.identity))
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
        let beginning = &arguments.identity.0;
        let identities = join_list(identities, "and");
        output::say(&format!("{beginning} is how several begin: {identities}"));
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
