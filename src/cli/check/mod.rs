//! `carom check`: every diagnostic of every puzzle.

mod arguments;
mod run;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::answers::form_of;
use super::mend::{self, Files};
use super::since::Since;
use super::{Status, output, repository};
use crate::exchange::Deck;
use crate::project::{Configs, Failure, Partition, Source, reason};
use crate::report::{Reporter, Verbose};
use crate::solving::{Layered, Memory};
use crate::words::count;

pub(super) use arguments::Arguments;
use run::Check;

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    if arguments.files {
        return list(arguments);
    }
    let mending = arguments.mending()?;
    let partition = arguments.partition.get()?;
    let is_whole = mending.is_none() && arguments.since.is_none();
    if partition.is_some() && !is_whole {
        return Err(io::Error::other(
            "`--partition` cannot be combined with `--fix`, `--diff` or `--since`",
        ));
    }
    if let Some(wanted) = mending
        && arguments.diff
    {
        return show(arguments, wanted);
    }
    let mut outputs = arguments.reports.open(&arguments.sources())?;
    let standard = || match mending {
        // The mended text of standard input goes to standard output.
        Some(_) if arguments.paths.has_standard_input() => output::messages(),
        _ => output::results(),
    };
    let mut reporters = outputs.reporters(standard, &repository::paths(), arguments.quiet);
    if arguments.verbose {
        reporters.push(Box::new(Verbose::new(output::stderr())));
    }
    let status = match mending {
        Some(wanted) => mend_and_check(arguments, wanted, reporters),
        None => check(arguments, partition, reporters),
    }?;
    outputs.persist()?;
    Ok(status)
}

/// Lists the files of the run.
fn list(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let mut status = Status::Clean;
    let mut fail = |failure: &Failure| {
        output::complain(failure);
        status = Status::Failed;
    };
    let sources = arguments.sources();
    let since = arguments.since.as_deref();
    let since = match since
        .map(|name| Since::new(name, &sources, arguments.from.form()))
        .transpose()
    {
        Ok(since) => since,
        Err(failure) => {
            fail(&failure);
            return Ok(status);
        }
    };
    let configs = Configs::default();
    for source in sources {
        let source = source.and_then(|source| {
            let Some(since) = &since else {
                return Ok(Some(source));
            };
            let file = arguments.paths.read(source.clone())?;
            // What is wrong with a configuration is told by a check.
            let config = configs.of(&source).unwrap_or_default();
            let form = arguments.from.form();
            let form = form.or_else(|| form_of(&configs, &source));
            let deck = Deck::cut(&file.text, form);
            Ok(since.news(&file, &deck, &config).any().then_some(source))
        });
        match source {
            Ok(None) => {}
            Ok(Some(Source::StandardInput)) => writeln!(out, "-")?,
            Ok(Some(Source::File(path))) => {
                let path = path.strip_prefix(".").unwrap_or(&path);
                match path.metadata() {
                    Ok(_) => write_path(&mut out, path)?,
                    Err(error) => fail(&Failure::new(path.display().to_string(), reason(&error))),
                }
            }
            Err(failure) => fail(&failure),
        }
    }
    out.flush()?;
    Ok(status)
}

/// Writes a path in a line, as it is: whoever reads the list opens the file.
fn write_path(out: &mut impl Write, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        out.write_all(path.as_os_str().as_bytes())?;
        writeln!(out)
    }
    #[cfg(not(unix))]
    writeln!(out, "{}", path.display())
}

/// Shows what mending would change. The status is that of the files as they
/// are.
fn show(arguments: &Arguments, wanted: mend::Wanted<'_>) -> io::Result<Status> {
    let kept = Arc::new(Layered::new(Memory::of_costly(), arguments.store()));
    let mut files = Files::default();
    let (changed, fixes) = mend::show(arguments, wanted, &mut files, &kept)?;
    if !arguments.quiet {
        let (files, fixes) = (count(changed, "file"), count(fixes, "fix"));
        output::say(&format!("{files} would change by {fixes}"));
    }
    files.revert();
    let read = |source| files.read(arguments, source);
    Check::new(arguments, Vec::new()).run(&read, kept)
}

/// Mends the files, and checks them as they are then.
fn mend_and_check(
    arguments: &Arguments,
    wanted: mend::Wanted<'_>,
    reporters: Vec<Box<dyn Reporter + '_>>,
) -> io::Result<Status> {
    let kept = Arc::new(Layered::new(Memory::of_costly(), arguments.store()));
    let mut files = Files::default();
    let outcome = mend::mend(arguments, wanted, &mut files, &kept)?;
    if !arguments.quiet {
        mend::tell_foreign(outcome.foreign);
    }
    // All but standard input is read again: somebody may have saved it.
    files.forget();
    let read = |source| files.read(arguments, source);
    let mut check = Check::new(arguments, reporters);
    check.mended = Some(outcome);
    check.run(&read, kept)
}

/// Checks the files as they are.
fn check(
    arguments: &Arguments,
    partition: Option<Partition>,
    reporters: Vec<Box<dyn Reporter + '_>>,
) -> io::Result<Status> {
    let read = |source| arguments.paths.read(source).map(Arc::new);
    let mut check = Check::new(arguments, reporters);
    check.partition = partition;
    let store = arguments.store();
    // A part of a run is not all of a file.
    let is_whole = partition.is_none() && arguments.since.is_none();
    check.known = store.clone().filter(|_| is_whole);
    check.run(&read, Arc::new(store))
}
