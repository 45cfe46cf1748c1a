//! The files on disk below the client's folders.

use std::path::Path;
use std::sync::Arc;

use tower_lsp::ls_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration, Uri,
};

use crate::lsp::session::{Shared, State, file_path};
use crate::project::{Walk, decode};

/// Reads the puzzle files below all folders that are not open.
pub(super) fn scan(shared: &Shared) {
    let (folders, configs) = {
        let state = shared.lock();
        (state.folders.paths.clone(), Arc::clone(&state.configs))
    };
    for folder in folders {
        // What cannot be read has no puzzles to show.
        for path in Walk::new(&folder, &configs)
            .with_forms(true)
            .files()
            .filter_map(Result::ok)
        {
            if let Some(uri) = Uri::from_file_path(&path) {
                let text = read(&path);
                // The lock is taken for each file anew, so nobody waits for all.
                put(&mut shared.lock(), &uri, &path, text.as_deref());
            }
        }
    }
    shared.edited.notify_one();
}

/// Reads a file that is not open; forgets it where it is no more, or is none
/// of the files that a walk finds.
pub(super) fn load(state: &mut State, uri: &Uri) {
    match file_path(uri) {
        Some(path) => {
            let text = read(&path).filter(|_| state.folders.find(&path, &state.configs));
            put(state, uri, &path, text.as_deref());
        }
        None => state.close(uri),
    }
}

fn read(path: &Path) -> Option<String> {
    decode(std::fs::read(path).ok()?).ok()
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
