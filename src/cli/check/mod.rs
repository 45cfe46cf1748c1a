//! `carom check`: every diagnostic of every puzzle.

mod fix;
mod options;
mod run;
mod watch;

use std::io::{self, Write};

use super::input::verbose_reporter;
use super::session::configured_format;
use super::since::Since;
use super::{Status, output, repository};
use crate::exchange::SourceFile;
use crate::project::{Failure, Source, reason};
use crate::report::Reporter;
use crate::words::{count, display_path, path_name};

use fix::{FixCache, FixedFiles};
pub(super) use options::CheckOptions;
use options::FixOptions;
use run::Check;

pub(super) fn run(options: &CheckOptions) -> io::Result<Status> {
    match options.watch {
        true => watch::watch(options),
        false => run_once(options),
    }
}

fn run_once(options: &CheckOptions) -> io::Result<Status> {
    let at_line = options.paths.at_line(options.from.format())?.map(|(paths, puzzle)| {
        let mut narrowed = options.clone();
        narrowed.paths = paths;
        narrowed.puzzle = Some(puzzle);
        narrowed
    });
    let options = at_line.as_ref().unwrap_or(options);
    if options.staged {
        options.paths.stage(options.from.format())?;
    }
    if options.files {
        return list(options);
    }
    let fixes = options.fixes()?;
    if let Some(fixes) = fixes
        && options.diff
    {
        return show_diff(options, fixes);
    }
    let sources = options.sources();
    let mut outputs = options.reports.open(&sources)?;
    let standard = || match fixes {
        // Standard output receives the fixed text of standard input.
        Some(_) if options.paths.has_standard_input() => output::messages(),
        _ => output::results(),
    };
    let paths = repository::paths(&sources);
    let folder = options.paths.implied_folder();
    let mut reporters =
        outputs.reporters(standard, &paths, folder, options.partition, fixes.is_some());
    reporters.extend(verbose_reporter());
    let status = match fixes {
        Some(fixes) => fix_and_check(options, fixes, reporters),
        None => check(options, sources, reporters),
    }?;
    outputs.persist()?;
    Ok(status)
}

/// Prints the files that would be checked.
fn list(options: &CheckOptions) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    let mut fail = |failure: &Failure| {
        output::error(failure);
        status = Status::Failed;
    };
    let sources = options.sources();
    let since = match Since::of(options, &sources) {
        Ok(since) => since,
        Err(failure) => {
            fail(&failure);
            return Ok(status);
        }
    };
    let configs = options.paths.configs();
    for source in sources {
        let source = source.and_then(|source| {
            let Some(since) = &since else {
                return Ok(Some(source));
            };
            let file = options.paths.read(source.clone())?;
            // A malformed configuration is reported by `check` itself.
            let config = configs.of(&source).unwrap_or_default();
            let format = options.from.format().or_else(|| configured_format(&configs, &source));
            let split = SourceFile::split(&file.text, format);
            Ok(since.news(&file, &split, &config).any().then_some(source))
        });
        match source {
            Ok(None) => {}
            Ok(Some(Source::StandardInput)) => writeln!(out, "-")?,
            Ok(Some(Source::File(path))) => {
                let path = path.strip_prefix(".").unwrap_or(&path);
                let is_found = match options.staged {
                    true => options.paths.read(Source::File(path.to_owned())).map(drop),
                    false => path
                        .metadata()
                        .map(drop)
                        .map_err(|error| Failure::new(path_name(path), reason(&error))),
                };
                match is_found {
                    Ok(()) => writeln!(out, "{}", display_path(path))?,
                    Err(failure) => fail(&failure),
                }
            }
            Err(failure) => fail(&failure),
        }
    }
    out.flush()?;
    Ok(status)
}

/// Prints the changes of `--fix`, and returns the status of the files as they are.
fn show_diff(options: &CheckOptions, fixes: FixOptions<'_>) -> io::Result<Status> {
    let cache = FixCache::new(options);
    let mut files = FixedFiles::default();
    let (changed, fixes) = fix::show_diff(options, fixes, &mut files, &cache)?;
    let (changed, fixes) = (count(changed, "file"), count(fixes, "fix"));
    output::say(&format!("{changed} would change by {fixes}"));
    files.revert();
    let read = Box::new(|source| files.read(options, source));
    let mut check = Check::new(options, Vec::new());
    check.memory = cache.memory;
    check.run(options.sources(), Some(read), cache.cache)
}

/// Fixes the files, and checks them afterwards.
fn fix_and_check(
    options: &CheckOptions,
    fixes: FixOptions<'_>,
    reporters: Vec<Box<dyn Reporter + '_>>,
) -> io::Result<Status> {
    let cache = FixCache::new(options);
    let mut files = FixedFiles::default();
    let outcome = fix::fix(options, fixes, &mut files, &cache)?;
    fix::report_unfixable(outcome.unfixable);
    // Files are read again, because another program may have saved them.
    files.forget();
    let read = Box::new(|source| files.read(options, source));
    let mut check = Check::new(options, reporters);
    check.fixed = outcome;
    check.memory = cache.memory;
    check.run(options.sources(), Some(read), cache.cache)
}

/// Checks the files as they are.
fn check(
    options: &CheckOptions,
    sources: Vec<Result<Source, Failure>>,
    reporters: Vec<Box<dyn Reporter + '_>>,
) -> io::Result<Status> {
    Check::new(options, reporters).run(sources, None, options.cache())
}
