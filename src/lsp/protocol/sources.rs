//! Registration for changes of files in foreign formats.

use std::path::Path;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::ls_types::{Registration, Unregistration};

use crate::config::Globs;
use crate::lsp::session::Shared;
use crate::words::path_name;

const METHODS: [&str; 3] =
    ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose"];

/// Registers for changes of the files that `[[source]]` tables name, if their globs have changed.
pub(super) async fn sync(client: &Client, shared: &Shared) {
    let (patterns, is_registered) = {
        let mut state = shared.lock();
        if !state.client.capabilities.syncs_on_request() {
            return;
        }
        let sources = state.workspace.configs.sources();
        let patterns: Vec<String> = sources.iter().flat_map(patterns).collect();
        if patterns == state.client.foreign_patterns {
            return;
        }
        let before = std::mem::replace(&mut state.client.foreign_patterns, patterns.clone());
        (patterns, !before.is_empty())
    };
    if is_registered {
        let old =
            METHODS.map(|method| Unregistration { id: id(method), method: method.to_owned() });
        if let Err(error) = client.unregister_capability(old.into()).await {
            tracing::warn!("cannot unregister foreign formats: {error}");
        }
    }
    if patterns.is_empty() {
        return;
    }
    let filters = patterns.iter();
    let selector: Value =
        filters.map(|pattern| json!({"scheme": "file", "pattern": pattern})).collect();
    let registrations = METHODS.map(|method| Registration {
        id: id(method),
        method: method.to_owned(),
        // 2: incremental.
        register_options: Some(json!({"documentSelector": selector, "syncKind": 2})),
    });
    if let Err(error) = client.register_capability(registrations.into()).await {
        tracing::warn!("cannot register foreign formats: {error}");
    }
}

fn id(method: &str) -> String {
    format!("carom/sources/{method}")
}

/// Converts globs to those of the protocol. Negated globs are applied when a file is opened.
fn patterns(globs: &Globs) -> Vec<String> {
    let written = globs.patterns().iter().filter(|glob| !glob.starts_with('!'));
    written.map(|glob| pattern(globs.folder(), glob)).collect()
}

fn pattern(folder: &Path, glob: &str) -> String {
    let folder = path_name(folder);
    // On Windows, clients disagree on the case of the drive.
    let folder = match folder.split_once(':') {
        Some((drive, rest)) if cfg!(windows) => {
            format!("[{drive}{}]:{rest}", drive.to_ascii_lowercase())
        }
        _ => folder,
    };
    let inner = glob.strip_prefix('/').unwrap_or(glob);
    let deep =
        if inner.trim_end_matches('/').contains('/') || glob.starts_with('/') { "" } else { "**/" };
    let all = if inner.ends_with('/') { "**" } else { "" };
    format!("{}/{deep}{inner}{all}", folder.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_globs_are_valid_protocol_globs() {
        let pattern = |glob: &str| pattern(Path::new("/a/b"), glob);
        assert_eq!(pattern("*.md"), "/a/b/**/*.md");
        assert_eq!(pattern("puzzles/*.md"), "/a/b/puzzles/*.md");
        assert_eq!(pattern("/x.txt"), "/a/b/x.txt");
        assert_eq!(pattern("levels/"), "/a/b/**/levels/**");
    }
}
