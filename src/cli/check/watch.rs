//! `check --watch`: checks again whenever a file changes.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use notify::{Event, RecursiveMode, Watcher};

use super::{CheckOptions, run_once};
use crate::cli::{Status, output};
use crate::config::FILE_NAME;
use crate::project::is_puzzle_file;

/// The time without changes after which files count as saved.
const QUIET: Duration = Duration::from_millis(50);

pub(super) fn watch(options: &CheckOptions) -> io::Result<Status> {
    if options.paths.has_standard_input() {
        return Err(io::Error::other("`--watch` needs files or folders"));
    }
    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if let Ok(event) = event
            && !event.kind.is_access()
        {
            let _ = sender.send(event);
        }
    })
    .map_err(io::Error::other)?;
    for path in options.paths.folders() {
        // Editors replace files, so the folder of a file is watched.
        let (folder, mode) = match path.parent() {
            _ if path.is_dir() => (path.as_path(), RecursiveMode::Recursive),
            Some(folder) if folder != Path::new("") => (folder, RecursiveMode::NonRecursive),
            _ => (Path::new("."), RecursiveMode::NonRecursive),
        };
        watcher.watch(folder, mode).map_err(io::Error::other)?;
    }
    loop {
        if io::stdout().is_terminal() {
            let (mut out, _) = output::results();
            // Clear the screen and what was scrolled away.
            write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
            out.flush()?;
        }
        // The options remember what they have read.
        let round = options.clone();
        if let Err(error) = run_once(&round) {
            output::error(&error);
        }
        output::say("waiting for changes; Ctrl-C ends");
        let is_input = |path: &Path| {
            let format = round.from.format();
            is_puzzle_file(path)
                || path.ends_with(FILE_NAME)
                || format.is_some_and(|format| format.has_extension_of(path))
                || round.paths.configs().format_of(path).is_some()
        };
        while let Ok(event) = changes.recv() {
            // After too many changes at once, the system no longer names the files.
            if event.need_rescan() || event.paths.iter().any(|path| is_input(path)) {
                break;
            }
        }
        while changes.recv_timeout(QUIET).is_ok() {}
    }
}
