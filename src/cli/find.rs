//! `carom find`: finds puzzles by their identity, their title or their features.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;

use super::cache::CacheFlags;
use super::convert::work::format_of;
use super::input::{Paths, view};
use super::limits::LimitFlags;
use super::parallel::map_in_order;
use super::rate::{RateFormat, rate};
use super::ratings::{Filters, RatedPuzzle};
use super::session::configured_format;
use super::{Status, output};
use crate::exchange::{self, Format, SourceFile};
use crate::project::{Failure, File, in_order_of_paths};
use crate::solving::Identity;
use crate::words::{escape_controls, join_list};

/// Find puzzles by identity, even rotated or mirrored, by title or by features
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Copies of a puzzle are listed below the first of them. Without a title or an identity,
filters select puzzles by their features, which `carom explain making-puzzles` defines.

Exit status: 1 if no puzzle is found.

Examples:
  carom find stopper
  carom find 04991dedcf03c4ca
  carom find 0499 levels
  carom find --game ricochet --moves 8..10 --unique --sort walk --count 5 levels
  carom find --sort quality --count 30 --to carom levels > best.carom"
)]
pub(super) struct Arguments {
    /// Find this part of a title, or this identity or at least its first four digits (from
    /// `stats`, `solve --format json` or an editor); not with filters
    #[arg(value_name = "ID|TITLE")]
    text: Option<String>,
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    filters: Filters,
    /// Write the puzzles that pass the filters in this format
    #[arg(long, value_enum, default_value_t = RateFormat::Text, help_heading = "Filters")]
    format: RateFormat,
    /// Write the puzzles that are found as a puzzle file
    #[arg(long, value_name = "FORMAT", value_parser = ["carom"], conflicts_with = "format")]
    to: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

/// An identity or a title, in lower case.
#[derive(Clone, Debug)]
struct Pattern(String);

impl Pattern {
    /// Whether it is the start of an identity, with at least four digits.
    fn matches_identity(&self, identity: Option<Identity>) -> bool {
        self.0.len() >= 4
            && identity.is_some_and(|identity| identity.to_string().starts_with(&self.0))
    }

    /// Whether it is a part of a title.
    fn matches_title(&self, title: Option<&str>) -> bool {
        title.is_some_and(|title| title.to_lowercase().contains(&self.0))
    }
}

/// A puzzle that was found.
struct Match {
    identity: Option<Identity>,
    by_identity: bool,
    /// Its place and title.
    place: String,
    /// Where it begins in its file.
    offset: u32,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if arguments.filters.is_given() {
        return find_by_features(arguments);
    }
    match arguments.text.as_deref().filter(|text| !text.is_empty()) {
        Some(text) => find_pattern(arguments, &Pattern(text.to_lowercase())),
        None => {
            let reason = "give an identity, a title or filters; `carom find --help` has examples";
            Err(io::Error::other(reason))
        }
    }
}

fn find_by_features(arguments: &Arguments) -> io::Result<Status> {
    // Without a title, the first argument is a path too.
    let paths = arguments.paths.with_first(arguments.text.as_deref());
    let ratings = rate(&paths, &arguments.limits, &arguments.cache)?;
    let (puzzles, mut status) = (arguments.filters.select(ratings.puzzles), ratings.status);
    match arguments.to {
        Some(_) => status = status.max(write_deck(&texts_of(&paths, &puzzles))?),
        None => arguments.format.write(&puzzles)?,
    }
    match puzzles.is_empty() {
        true => Ok(status.max(Status::Faulty)),
        false => Ok(status),
    }
}

/// The text of a puzzle to write, or the failure if carom's format cannot hold it.
type Writable = Result<String, Failure>;

fn unwritable(place: &str) -> Failure {
    Failure::unnamed(format!("{place}: no puzzle file can hold it"))
}

fn texts_of(paths: &Paths, puzzles: &[RatedPuzzle]) -> Vec<Writable> {
    let configs = paths.configs();
    let mut texts: HashMap<&str, HashMap<u32, String>> = HashMap::new();
    let of_puzzle = puzzles.iter().map(|puzzle| {
        let text = puzzle.source.as_ref().and_then(|file| {
            let of_file = texts.entry(&puzzle.file);
            let of_file = of_file.or_insert_with(|| {
                texts_by_offset(file, configured_format(&configs, &file.source))
            });
            of_file.get(&puzzle.offset).cloned()
        });
        text.ok_or_else(|| {
            unwritable(&format!("{}:{}", escape_controls(&puzzle.file), puzzle.line))
        })
    });
    of_puzzle.collect()
}

/// Returns the puzzles of a file as carom texts with the keys that the file sets for all, by where
/// they begin.
fn texts_by_offset(file: &File, format: Option<&'static Format>) -> HashMap<u32, String> {
    let read = format.or_else(|| format_of(file)).and_then(|format| format.read);
    let records = read.map(|read| read(&file.text).records).unwrap_or_default();
    let carom = exchange::format("carom");
    let texts = records
        .iter()
        .filter_map(|record| Some((record.head.start, carom?.export(record).ok()?.text)));
    texts.collect()
}

/// Writes puzzles as a puzzle file, and reports those that cannot be written.
fn write_deck(puzzles: &[Writable]) -> io::Result<Status> {
    let texts: Vec<&str> = puzzles.iter().flatten().map(String::as_str).collect();
    let (mut out, _) = output::results();
    out.write_all(texts.join("\n").as_bytes())?;
    out.flush()?;
    let mut status = Status::Clean;
    for failure in puzzles.iter().filter_map(|puzzle| puzzle.as_ref().err()) {
        output::error(failure);
        status = Status::Failed;
    }
    Ok(status)
}

fn find_pattern(arguments: &Arguments, pattern: &Pattern) -> io::Result<Status> {
    let mut status = Status::Clean;
    // The places of each puzzle, in the order of the first ones.
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut numbers: HashMap<Identity, usize> = HashMap::new();
    let mut identities = BTreeSet::new();
    let mut deck = Vec::new();
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
            let found = find(&file, format, pattern);
            let mut texts = match arguments.to.is_some() && !found.is_empty() {
                true => texts_by_offset(&file, format),
                false => HashMap::new(),
            };
            let with_text = found.into_iter().map(|found| {
                let text = texts.remove(&found.offset);
                (found, text)
            });
            Ok(with_text.collect())
        },
        |result: Result<Vec<(Match, Option<String>)>, Failure>| {
            for (Match { identity, by_identity, place, .. }, text) in
                result.unwrap_or_else(|failure| {
                    output::error(&failure);
                    status = Status::Failed;
                    Vec::new()
                })
            {
                identities.extend(identity.filter(|_| by_identity));
                let next = found.len();
                let number =
                    identity.map_or(next, |identity| *numbers.entry(identity).or_insert(next));
                match found.get_mut(number) {
                    Some(places) => places.push(place),
                    None => {
                        deck.push(text.ok_or_else(|| unwritable(&place)));
                        found.push(vec![place]);
                    }
                }
            }
            Ok(())
        },
    );
    let Ok(()) = result;
    if arguments.to.is_some() {
        status = status.max(write_deck(&deck)?);
    }
    let (mut out, _) = output::results();
    let listed = found.iter().filter(|_| arguments.to.is_none());
    for (number, place) in listed.flat_map(|places| places.iter().enumerate()) {
        let indent = if number > 0 { "  also " } else { "" };
        writeln!(out, "{indent}{place}")?;
    }
    out.flush()?;
    if identities.len() > 1 {
        let identities = join_list(identities, "and");
        let digits = escape_controls(&pattern.0);
        output::say(&format!("`{digits}` is ambiguous: it matches {identities}"));
    }
    if found.is_empty() {
        status = status.max(Status::Faulty);
    }
    Ok(status)
}

/// Returns the puzzles of a file that match a pattern.
fn find(file: &File, format: Option<&Format>, pattern: &Pattern) -> Vec<Match> {
    let deck = SourceFile::split(&file.text, format);
    let found = deck.sections.iter().filter_map(|section| {
        let puzzle = section.read(&file.text, &deck.head);
        let by_identity = pattern.matches_identity(puzzle.identity);
        (by_identity || pattern.matches_title(puzzle.name())).then(|| {
            let header = puzzle.place(section.offset());
            let line = view(file).place(header.start).line + 1;
            let name = escape_controls(puzzle.name().unwrap_or_default());
            let place = format!("{}:{line} {name}", escape_controls(&file.name));
            let place = place.trim_end().to_owned();
            Match { identity: puzzle.identity, by_identity, place, offset: header.start }
        })
    });
    found.collect()
}
