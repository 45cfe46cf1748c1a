//! Puzzle files on disk in the client's folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration, Uri,
    WatchKind,
};

use crate::lsp::session::{Shared, State, document_uri, file_path};
use crate::project::{File, Source, Walk};

/// Reads the puzzle files of all folders, except open ones.
pub(super) fn scan(shared: &Shared) {
    scan_with(shared, read);
    shared.edited.notify_one();
}

/// Reads the files of all folders with `read`. It stops if the set of files changes meanwhile,
/// because each such change starts another scan.
fn scan_with(shared: &Shared, read: impl Fn(&Path) -> Option<String>) {
    let (folders, configs, file_set) = {
        let state = shared.lock();
        let folders = state.workspace.folders.paths.clone();
        (folders, Arc::clone(&state.workspace.configs), state.workspace.file_set)
    };
    for folder in folders {
        let walk = Walk::new(&folder, &configs).with_foreign_files();
        // A file that cannot be read has no puzzles to show.
        for path in walk.files().into_iter().filter_map(Result::ok) {
            let Some(uri) = document_uri(&path) else {
                continue;
            };
            loop {
                let disk = shared.lock().workspace.disk;
                let text = read(&path);
                // Lock once per file, so that no request waits for all files.
                let mut state = shared.lock();
                if state.workspace.file_set != file_set {
                    return;
                }
                // A change that was reported meanwhile may be newer than the text.
                if state.workspace.disk == disk {
                    put(&mut state, &uri, &path, text.as_deref());
                    break;
                }
            }
        }
    }
}

/// The effect of changes on disk.
#[derive(Clone, Copy, Default)]
pub(super) struct FileChanges {
    /// Whether puzzle files have changed.
    pub(super) has_puzzle_files: bool,
    /// Whether the set of files may have changed.
    pub(super) needs_rescan: bool,
}

/// Applies reported changes on disk. Clients may report only a folder that was created or deleted,
/// without its files, and files that do not concern carom.
pub(super) fn apply_file_changes(shared: &Shared, uris: impl Iterator<Item = Uri>) -> FileChanges {
    let mut changes = FileChanges::default();
    let mut removed = HashSet::new();
    for uri in uris {
        let Some(path) = file_path(&uri) else {
            load(&mut shared.lock(), &uri);
            changes.has_puzzle_files = true;
            continue;
        };
        if path.ends_with(crate::config::FILE_NAME) {
            changes.needs_rescan = true;
        } else if path.is_dir() {
            // One rescan is enough.
            if !changes.needs_rescan {
                let state = shared.lock();
                changes.needs_rescan =
                    state.workspace.folders.enters(&path, &state.workspace.configs);
            }
        } else {
            let mut state = shared.lock();
            let is_known =
                state.workspace.documents.contains_key(&uri) || state.at_path(&path).is_some();
            if is_known
                || Walk::new(&path, &state.workspace.configs).with_foreign_files().names(&path)
            {
                load(&mut state, &uri);
                changes.has_puzzle_files = true;
            }
            drop(state);
            if !path.exists() {
                removed.insert(path);
            }
        }
    }
    if !removed.is_empty() && remove_below(&mut shared.lock(), &removed) {
        changes.needs_rescan = true;
    }
    changes
}

/// Removes the files of deleted folders, and returns whether there were any.
fn remove_below(state: &mut State, removed: &HashSet<PathBuf>) -> bool {
    let documents = state.workspace.documents.values();
    let closed = documents.filter(|document| document.version.is_none());
    let below: Vec<Uri> = closed
        .filter(|document| {
            let path = file_path(&document.uri);
            path.is_some_and(|path| path.ancestors().skip(1).any(|folder| removed.contains(folder)))
        })
        .map(|document| document.uri.clone())
        .collect();
    for uri in &below {
        load(state, uri);
    }
    !below.is_empty()
}

/// Reads a file that is not open. Removes it if it no longer exists or is not selected.
pub(super) fn load(state: &mut State, uri: &Uri) {
    state.workspace.disk.advance();
    match file_path(uri) {
        Some(path) => {
            // Check before reading: a pipe or a device may never end.
            let is_found = state.workspace.folders.finds(&path, &state.workspace.configs);
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

/// Stores the text of a file, unless the file is open.
fn put(state: &mut State, uri: &Uri, path: &Path, text: Option<&str>) {
    let documents = &state.workspace.documents;
    let current = documents.get(uri).or_else(|| state.at_path(path));
    if current.is_some_and(|document| document.version.is_some()) {
        return;
    }
    // An unchanged file keeps its answers.
    if let (Some(current), Some(text)) = (current, text)
        && current.uri == *uri
        && current.home.is_some()
        && &**current.text == text
    {
        return;
    }
    match text {
        Some(text) => state.load(uri.clone(), text),
        None => state.close(uri),
    }
}

/// Returns the registration for file changes.
pub(super) fn watchers() -> Registration {
    let watcher = |pattern: &str, kind| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind,
    };
    // No pattern matches folders only.
    let all = watcher("**/*", Some(WatchKind::Create | WatchKind::Delete));
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![watcher("**/*.carom", None), watcher("**/carom.toml", None), all],
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

    /// An event while `path` is read, in the folders below the other path.
    type Event = fn(&Shared, &Path, &Path);

    /// Changes the folders or their files as a handler does.
    fn moved(shared: &Shared, change: impl FnOnce(&mut State)) {
        let mut state = shared.lock();
        change(&mut state);
        state.workspace.configs.forget();
        state.reindex();
        drop(state);
        scan(shared);
    }

    fn changes(shared: &Shared, path: &Path) {
        load(&mut shared.lock(), &document_uri(path).unwrap());
    }

    const EVENTS: [Event; 8] = [
        |_, _, _| {},
        |shared, _, path| {
            moved(shared, |state| {
                let paths = &mut state.workspace.folders.paths;
                paths.retain(|folder| !path.starts_with(folder));
            });
        },
        |shared, root, _| {
            moved(shared, |state| {
                state.workspace.folders.paths.push(root.join("3"));
            });
        },
        |shared, root, path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            fs::write(root.join("carom.toml"), format!("exclude = [\"{name}\"]")).unwrap();
            moved(shared, |_| {});
        },
        |shared, _, path| {
            fs::write(path, "; newer\n").unwrap();
            changes(shared, path);
        },
        |shared, _, path| {
            fs::remove_file(path).unwrap();
            changes(shared, path);
        },
        |shared, root, path| {
            for (folder, name) in [("1", "0.carom"), ("2", "z.carom")] {
                fs::write(root.join(folder).join(name), "; new\n").unwrap();
                changes(shared, &root.join(folder).join(name));
            }
            changes(shared, path);
        },
        |shared, _, path| {
            let uri = document_uri(path).unwrap();
            shared.lock().open(uri.clone(), 1, "; typed\n");
            fs::write(path, "; typed\n").unwrap();
            let mut state = shared.lock();
            state.workspace.documents.get_mut(&uri).unwrap().version = None;
            load(&mut state, &uri);
        },
    ];

    /// Returns the selected files with their texts.
    fn found(state: &State) -> BTreeMap<PathBuf, String> {
        let folders = state.workspace.folders.paths.iter();
        let walks =
            folders.map(|folder| Walk::new(folder, &state.workspace.configs).with_foreign_files());
        let paths = walks.flat_map(|walk| walk.files().into_iter().map(Result::unwrap));
        paths.map(|path| (path.clone(), read(&path).unwrap())).collect()
    }

    fn known(state: &State) -> BTreeMap<PathBuf, String> {
        let documents = state.workspace.documents.iter();
        let known = documents.map(|(uri, document)| {
            assert_eq!(document.version, None);
            (file_path(uri).unwrap(), document.text.to_string())
        });
        known.collect()
    }

    #[test]
    fn documents_match_the_disk_after_any_order_of_events() {
        let files = ["1/a.carom", "1/b.carom", "2/a.carom", "2/c.carom", "3/d.carom"];
        for (number, event) in EVENTS.into_iter().enumerate() {
            for at in 0..4 {
                let root = dunce::canonicalize(tempfile::tempdir().unwrap().path()).unwrap();
                for file in files {
                    let path = root.join(file);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, format!("; {file}\n")).unwrap();
                }
                let solver = Solver::new(NonZeroUsize::MIN, NoStore);
                let shared = Shared::new(Box::new(|_| {}), NonZeroUsize::MIN, solver, None);
                shared.lock().workspace.folders.paths =
                    ["1", "2"].map(|name| root.join(name)).into();
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
