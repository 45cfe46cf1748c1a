//! The files on disk below the client's folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration, Uri,
    WatchKind,
};

use crate::lsp::session::{Shared, State, file_path};
use crate::project::{File, Source, Walk};

/// Reads the puzzle files below all folders that are not open.
pub(super) fn scan(shared: &Shared) {
    scan_with(shared, read);
    shared.edited.notify_one();
}

/// Takes in what `read` finds in the files below all folders, unless other files
/// are meant before the end: whoever changes that scans anew.
fn scan_with(shared: &Shared, read: impl Fn(&Path) -> Option<String>) {
    let (folders, configs, moves) = {
        let state = shared.lock();
        let folders = state.folders.paths.clone();
        (folders, Arc::clone(&state.configs), state.moves)
    };
    for folder in folders {
        let walk = Walk::new(&folder, &configs).with_forms(true);
        // What cannot be read has no puzzles to show.
        for path in walk.files().into_iter().filter_map(Result::ok) {
            let Some(uri) = Uri::from_file_path(&path) else {
                continue;
            };
            loop {
                let loads = shared.lock().loads;
                let text = read(&path);
                // The lock is taken for each file anew, so nobody waits for all.
                let mut state = shared.lock();
                if state.moves != moves {
                    return;
                }
                // What was told meanwhile may be newer than what was read.
                if state.loads == loads {
                    put(&mut state, &uri, &path, text.as_deref());
                    break;
                }
            }
        }
    }
}

/// What clients tell of that others changed.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    /// Whether there is a file of puzzles among it.
    pub(super) is_file: bool,
    /// Whether other files may be meant.
    pub(super) is_elsewhere: bool,
}

/// Takes in what stands now where something came, changed or went. Of a folder
/// that comes or goes, clients may tell alone, and not of the files in it; and of
/// much that is no affair of ours.
pub(super) fn take_in(shared: &Shared, uris: impl Iterator<Item = Uri>) -> Told {
    let mut told = Told::default();
    let mut gone = HashSet::new();
    for uri in uris {
        let Some(path) = file_path(&uri) else {
            load(&mut shared.lock(), &uri);
            told.is_file = true;
            continue;
        };
        if path.ends_with(crate::config::FILE_NAME) {
            told.is_elsewhere = true;
        } else if path.is_dir() {
            // Looking at it once is enough.
            if !told.is_elsewhere {
                let state = shared.lock();
                told.is_elsewhere = state.folders.enter(&path, &state.configs);
            }
        } else {
            let mut state = shared.lock();
            let is_known = state.documents.contains_key(&uri) || state.at_path(&path).is_some();
            if is_known
                || Walk::new(&path, &state.configs)
                    .with_forms(true)
                    .names(&path)
            {
                load(&mut state, &uri);
                told.is_file = true;
            }
            drop(state);
            if !path.exists() {
                gone.insert(path);
            }
        }
    }
    if !gone.is_empty() && forget_below(&mut shared.lock(), &gone) {
        told.is_elsewhere = true;
    }
    told
}

/// Forgets the files below folders that are no more; whether there were any.
fn forget_below(state: &mut State, gone: &HashSet<PathBuf>) -> bool {
    let documents = state.documents.values();
    let closed = documents.filter(|document| document.version.is_none());
    let below: Vec<Uri> = closed
        .filter(|document| {
            let path = file_path(&document.uri);
            path.is_some_and(|path| path.ancestors().skip(1).any(|one| gone.contains(one)))
        })
        .map(|document| document.uri.clone())
        .collect();
    for uri in &below {
        load(state, uri);
    }
    !below.is_empty()
}

/// Reads a file that is not open; forgets it where it is no more, or is none
/// of the files that a walk finds.
pub(super) fn load(state: &mut State, uri: &Uri) {
    state.loads += 1;
    match file_path(uri) {
        Some(path) => {
            // Asked first: a pipe or a device that is no such file may have no end.
            let is_found = state.folders.find(&path, &state.configs);
            let text = is_found.then(|| read(&path)).flatten();
            put(state, uri, &path, text.as_deref());
        }
        None => state.close(uri),
    }
}

fn read(path: &Path) -> Option<String> {
    let file = File::read(Source::File(path.to_owned()), "-").ok()?;
    Some(file.text)
}

/// Takes in what stands in a file, unless it is open.
fn put(state: &mut State, uri: &Uri, path: &Path, text: Option<&str>) {
    let known = state.documents.get(uri).or_else(|| state.at_path(path));
    if known.is_some_and(|document| document.version.is_some()) {
        return;
    }
    // Nothing is asked again of what is as it was.
    if let (Some(known), Some(text)) = (known, text)
        && known.uri == *uri
        && known.home.is_some()
        && known.rope == text
    {
        return;
    }
    match text {
        Some(text) => state.load(uri.clone(), text),
        None => state.close(uri),
    }
}

/// What the client is to watch.
pub(super) fn watchers() -> Registration {
    let watcher = |pattern: &str, kind| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind,
    };
    // No pattern means folders alone.
    let all = watcher("**/*", Some(WatchKind::Create | WatchKind::Delete));
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![
            watcher("**/*.carom", None),
            watcher("**/carom.toml", None),
            all,
        ],
    };
    Registration {
        id: "carom/watch".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeMap;
    use std::fs;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::solving::{NoStore, Solver};

    /// Something that happens while `path` is read, of the folders below the other.
    type Event = fn(&Shared, &Path, &Path);

    /// What a handler does that takes in other folders or other files of them.
    fn moved(shared: &Shared, change: impl FnOnce(&mut State)) {
        let mut state = shared.lock();
        change(&mut state);
        state.configs.forget();
        state.move_home();
        drop(state);
        scan(shared);
    }

    fn told(shared: &Shared, path: &Path) {
        load(&mut shared.lock(), &Uri::from_file_path(path).unwrap());
    }

    const EVENTS: [Event; 8] = [
        |_, _, _| {},
        |shared, _, path| {
            moved(shared, |state| {
                let paths = &mut state.folders.paths;
                paths.retain(|folder| !path.starts_with(folder));
            });
        },
        |shared, root, _| moved(shared, |state| state.folders.paths.push(root.join("3"))),
        |shared, root, path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            fs::write(root.join("carom.toml"), format!("exclude = [\"{name}\"]")).unwrap();
            moved(shared, |_| {});
        },
        |shared, _, path| {
            fs::write(path, "; newer\n").unwrap();
            told(shared, path);
        },
        |shared, _, path| {
            fs::remove_file(path).unwrap();
            told(shared, path);
        },
        |shared, root, path| {
            for (folder, name) in [("1", "0.carom"), ("2", "z.carom")] {
                fs::write(root.join(folder).join(name), "; new\n").unwrap();
                told(shared, &root.join(folder).join(name));
            }
            told(shared, path);
        },
        |shared, _, path| {
            let uri = Uri::from_file_path(path).unwrap();
            shared.lock().open(uri.clone(), 1, "; typed\n");
            fs::write(path, "; typed\n").unwrap();
            let mut state = shared.lock();
            state.documents.get_mut(&uri).unwrap().version = None;
            load(&mut state, &uri);
        },
    ];

    /// The files that a walk finds now, with what stands in them.
    fn found(state: &State) -> BTreeMap<PathBuf, String> {
        let folders = state.folders.paths.iter();
        let walks = folders.map(|folder| Walk::new(folder, &state.configs).with_forms(true));
        let paths = walks.flat_map(|walk| walk.files().into_iter().map(Result::unwrap));
        paths
            .map(|path| (path.clone(), read(&path).unwrap()))
            .collect()
    }

    fn known(state: &State) -> BTreeMap<PathBuf, String> {
        let documents = state.documents.iter();
        let known = documents.map(|(uri, document)| {
            assert_eq!(document.version, None);
            (file_path(uri).unwrap(), document.rope.to_string())
        });
        known.collect()
    }

    #[test]
    fn whatever_happens_while_files_are_read_the_files_that_there_are_are_known() {
        let files = [
            "1/a.carom",
            "1/b.carom",
            "2/a.carom",
            "2/c.carom",
            "3/d.carom",
        ];
        for (number, event) in EVENTS.into_iter().enumerate() {
            for at in 0..4 {
                let root = tempfile::tempdir().unwrap();
                let root = root.path().canonicalize().unwrap();
                for file in files {
                    let path = root.join(file);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, format!("; {file}\n")).unwrap();
                }
                let solver = Solver::new(NonZeroUsize::MIN, NoStore);
                let shared = Shared::new(Box::new(|_| {}), NonZeroUsize::MIN, solver, None);
                shared.lock().folders.paths = ["1", "2"].map(|name| root.join(name)).into();
                let reads = Cell::new(0);
                scan_with(&shared, |path| {
                    let text = read(path);
                    if reads.replace(reads.get() + 1) == at {
                        event(&shared, &root, path);
                    }
                    text
                });
                assert!(reads.get() > at);
                let state = shared.lock();
                assert_eq!(known(&state), found(&state), "event {number} at file {at}");
            }
        }
    }
}
