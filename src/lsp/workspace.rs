//! The files on disk below the client's folders.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration, Uri,
};

use super::shared::Shared;
use super::state::{State, file_path};

/// The puzzle files below a folder, ignore files honoured.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut walk = WalkBuilder::new(folder);
    walk.require_git(false)
        .sort_by_file_name(std::cmp::Ord::cmp);
    let entries = walk.build().filter_map(Result::ok);
    let ours = entries.filter(|entry| {
        let is_file = entry.file_type().is_some_and(|kind| !kind.is_dir());
        is_file && entry.path().extension().is_some_and(|e| e == "carom")
    });
    ours.map(ignore::DirEntry::into_path).collect()
}

/// Reads the puzzle files below all folders that are not open.
pub(super) fn scan(shared: &Shared) {
    let folders = shared.lock().folders.clone();
    for path in folders.iter().flat_map(|folder| files(folder)) {
        if let Some(uri) = Uri::from_file_path(&path) {
            // The lock is taken for each file anew, so nobody waits for all.
            load(&mut shared.lock(), &uri);
        }
    }
    shared.edited.notify_one();
}

/// Reads a file that is not open; forgets it where it is no more.
pub(super) fn load(state: &mut State, uri: &Uri) {
    let is_open = |state: &State| {
        let document = state.documents.get(uri);
        document.is_some_and(|document| document.version.is_some())
    };
    if is_open(state) {
        return;
    }
    let path = file_path(uri);
    let text = path.as_deref().and_then(|path| std::fs::read(path).ok());
    let is_ours = path.is_some_and(|path| {
        let mut folders = state.folders.iter();
        folders.any(|folder| path.starts_with(folder))
    });
    match text.map(String::from_utf8) {
        Some(Ok(text)) if is_ours => state.open(uri.clone(), None, &text),
        _ => {
            state.documents.remove(uri);
            state.tokens.remove(uri);
        }
    }
    state.unsent(uri.clone());
}

/// What the client is to watch.
pub(super) fn watchers() -> Registration {
    let watcher = |pattern: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern.to_owned()),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![watcher("**/*.carom"), watcher("**/carom.toml")],
    };
    Registration {
        id: "carom/watch".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}
