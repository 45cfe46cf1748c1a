//! The state of a session: client, workspace, published results and panel.

#[cfg(not(windows))]
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::client::ClientCapabilities;
use super::panel_state::PanelState;
use super::published::Published;
use crate::config::{Config, WrongSetting};
use crate::lsp::documents::{Document, Folders};
use crate::project::{Configs, file_uri};
use crate::solving::{Identity, Service};
use crate::store::Cache;
use crate::text::Encoding;
use crate::words::display_path;

/// The state of a session. It changes only before a handler's first `await`.
pub(crate) struct State {
    pub(crate) client: ClientState,
    pub(crate) workspace: Workspace,
    pub(crate) published: Published,
    pub(crate) panel: PanelState,
    pub(super) service: Service,
    /// The answers of earlier runs.
    cache: Option<Arc<Cache>>,
}

/// Why changes were not applied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ChangeError {
    /// The document is not open.
    NotOpen,
    /// The changes arrived after later ones.
    OutOfOrder { name: String },
}

/// The capabilities of the client, and its requests so far.
#[derive(Default)]
pub(crate) struct ClientState {
    pub(crate) capabilities: ClientCapabilities,
    /// The encoding of positions.
    pub(crate) encoding: Encoding,
    /// Whether the client requests diagnostics, so that the server does not publish them.
    pub(crate) pulls_diagnostics: bool,
    /// Whether the client has requested the diagnostics of files that are not open.
    pub(crate) pulls_workspace: bool,
    /// The glob patterns of files in foreign formats that the client reports when opened.
    pub(crate) foreign_patterns: Vec<String>,
}

/// The client's folders and documents, and their configuration.
#[derive(Default)]
pub(crate) struct Workspace {
    pub(crate) folders: Folders,
    pub(crate) documents: HashMap<Uri, Document>,
    /// The documents that are files.
    paths: HashMap<PathBuf, Uri>,
    /// The editor's settings.
    pub(crate) settings: Config,
    /// Those of them that are wrong.
    pub(crate) wrong_settings: Vec<WrongSetting>,
    pub(crate) configs: Arc<Configs>,
    /// The limits on positions that were raised for single puzzles.
    pub(super) raised_limits: HashMap<Identity, u64>,
    /// Changes when the set of files may have changed.
    pub(crate) file_set: Revision,
    /// Changes when a file was read because the client reported a change.
    pub(crate) disk: Revision,
}

/// A counter of changes. Equal values mean that nothing has changed in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revision(u64);

impl Revision {
    /// Counts a change.
    pub(crate) fn advance(&mut self) {
        self.0 += 1;
    }
}

impl State {
    pub(super) fn new(service: Service, cache: Option<Arc<Cache>>) -> Self {
        Self {
            client: ClientState::default(),
            workspace: Workspace::default(),
            published: Published::default(),
            panel: PanelState::default(),
            service,
            cache,
        }
    }

    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: &str) {
        // A new file is selected once it is saved.
        let is_found = file_path(&uri).is_some_and(|path| {
            !path.exists() || self.workspace.folders.finds(&path, &self.workspace.configs)
        });
        self.put(uri, Some(version), text, is_found);
    }

    /// Loads a file that is not open.
    pub(crate) fn load(&mut self, uri: Uri, text: &str) {
        self.put(uri, None, text, true);
    }

    /// Inserts or replaces a document.
    fn put(&mut self, uri: Uri, version: Option<i32>, text: &str, is_found: bool) {
        let path = file_path(&uri);
        let name = match &path {
            Some(path) => self.workspace.folders.name(path),
            None => uri.path().as_str().into(),
        };
        let mut document = Document::new(uri.clone(), name, version, text);
        if let (Some(cache), Some(path)) = (&self.cache, &path) {
            document.cache = Some(cache.open(path));
        }
        document
            .set_format(path.as_deref().and_then(|path| self.workspace.configs.format_of(path)));
        document.configure(self.config_of(&uri));
        let found = path.as_deref().filter(|_| is_found);
        document.home = found.and_then(|path| self.workspace.folders.home(path));
        // A client may use another URI for the same file.
        if let Some(path) = path
            && let Some(other) = self.workspace.paths.insert(path, uri.clone())
            && other != uri
        {
            self.close(&other);
        }
        self.workspace.folders.insert(&document);
        let mut neighbours = self.workspace.folders.neighbours(&document);
        let old = self.workspace.documents.insert(uri.clone(), document);
        if let Some(old) = &old {
            neighbours.append(&mut self.workspace.folders.neighbours(old));
            self.workspace.folders.remove(old);
        }
        self.ask(&uri, None);
        drop(old);
        self.published.mark_changed(uri);
        self.mark_changed_files(neighbours);
    }

    /// Removes a document.
    pub(crate) fn close(&mut self, uri: &Uri) {
        let Some(document) = self.workspace.documents.remove(uri) else {
            return;
        };
        if let Some(path) = file_path(uri)
            && self.workspace.paths.get(&path) == Some(uri)
        {
            self.workspace.paths.remove(&path);
        }
        let neighbours = self.workspace.folders.neighbours(&document);
        self.workspace.folders.remove(&document);
        self.published.mark_changed(uri.clone());
        self.mark_changed_files(neighbours);
    }

    /// Returns the document of a file.
    pub(crate) fn at_path(&self, path: &Path) -> Option<&Document> {
        self.workspace.documents.get(self.workspace.paths.get(path)?)
    }

    /// Marks files that share a puzzle with a changed one.
    fn mark_changed_files(&mut self, paths: BTreeSet<Arc<Path>>) {
        for path in paths {
            if let Some(uri) = self.workspace.paths.get(&*path).cloned() {
                self.published.mark_changed(uri);
                self.published.needs_refresh = true;
            }
        }
    }

    /// Applies changes in order. Changes that arrive after later ones put the document out of sync:
    /// its text is then unknown until a change has all of it.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Result<(), ChangeError> {
        let document = self.workspace.documents.get_mut(uri).ok_or(ChangeError::NotOpen)?;
        let last_version = document.version.ok_or(ChangeError::NotOpen)?;
        if version < last_version {
            if std::mem::replace(&mut document.is_out_of_sync, true) {
                return Ok(());
            }
            let name = document.name.to_string();
            self.published.mark_changed(uri.clone());
            return Err(ChangeError::OutOfOrder { name });
        }
        document.version = Some(version);
        let has_whole_text = changes.iter().any(|change| change.range.is_none());
        if !document.is_out_of_sync || has_whole_text {
            self.apply(uri, changes);
        }
        Ok(())
    }

    /// Takes the text of a saved document, if the document is out of sync, and reports all
    /// diagnostics of a puzzle that is being written, unless the editor saved by itself. Returns
    /// whether there was such a puzzle.
    pub(crate) fn save(&mut self, uri: &Uri, text: Option<String>) -> bool {
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return false;
        };
        let is_automatic = std::mem::take(&mut document.saves_automatically);
        let had_draft = !is_automatic && document.draft.take().is_some();
        self.published.mark_changed(uri.clone());
        if let Some(text) = text
            && document.is_out_of_sync
        {
            let whole = TextDocumentContentChangeEvent { range: None, range_length: None, text };
            self.apply(uri, &[whole]);
        }
        had_draft
    }

    fn apply(&mut self, uri: &Uri, changes: &[TextDocumentContentChangeEvent]) {
        let encoding = self.client.encoding;
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return;
        };
        let folders = &mut self.workspace.folders;
        let (neighbours, last) =
            folders.update(document, |document| document.change(changes, encoding));
        self.ask(uri, Some(last));
        self.published.mark_changed(uri.clone());
        self.mark_changed_files(neighbours);
    }

    /// Returns the configuration of a document: that of the `carom.toml` files above it, completed
    /// by the editor's settings.
    fn config_of(&self, uri: &Uri) -> Arc<Config> {
        let path = file_path(uri);
        let project = path.and_then(|path| match self.workspace.configs.of_file(&path) {
            Ok(config) => Some(config),
            Err(malformed) => {
                for malformed in malformed {
                    tracing::warn!("{}: {}", display_path(&malformed.path), malformed.error);
                }
                None
            }
        });
        let mut config = project.map(Arc::unwrap_or_clone).unwrap_or_default();
        config.fill(&self.workspace.settings);
        Arc::new(config)
    }

    /// Updates the configuration of every document.
    pub(crate) fn reconfigure(&mut self) {
        let uris: Vec<Uri> = self.workspace.documents.keys().cloned().collect();
        for uri in uris {
            let config = self.config_of(&uri);
            let format = file_path(&uri).and_then(|path| self.workspace.configs.format_of(&path));
            let Some(document) = self.workspace.documents.get_mut(&uri) else {
                continue;
            };
            if document.format.map(|format| format.name) != format.map(|format| format.name) {
                let folders = &mut self.workspace.folders;
                let (neighbours, ()) =
                    folders.update(document, |document| document.set_format(format));
                self.ask(&uri, None);
                self.published.mark_changed(uri.clone());
                self.mark_changed_files(neighbours);
            }
            let Some(document) = self.workspace.documents.get_mut(&uri) else {
                continue;
            };
            if *document.config == *config {
                continue;
            }
            let requested =
                |document: &Document| (document.limits(), document.policy.editor_wants());
            let before = requested(document);
            document.configure(config);
            let is_other = requested(document) != before;
            if is_other {
                for section in &mut document.sections {
                    section.ask(None);
                }
                self.ask(&uri, None);
            } else {
                document.collect_results();
            }
            self.published.mark_changed(uri);
        }
    }

    /// Updates all documents after a change of the folders or of the set of files.
    pub(crate) fn reindex(&mut self) {
        self.workspace.file_set.advance();
        // Removed documents are published too, without diagnostics.
        let all: Vec<Uri> = self.workspace.documents.keys().cloned().collect();
        self.workspace.folders.clear();
        let (folders, configs) = (&self.workspace.folders, &self.workspace.configs);
        self.workspace.documents.retain(|uri, document| {
            let is_held = |path: PathBuf| folders.contains(&path) && configs.take(&path);
            document.version.is_some() || file_path(uri).is_some_and(is_held)
        });
        let documents = &self.workspace.documents;
        self.workspace.paths.retain(|_, uri| documents.contains_key(uri));
        for (uri, document) in &mut self.workspace.documents {
            let path = file_path(uri);
            if let Some(path) = &path {
                document.name = self.workspace.folders.name(path);
            }
            let is_found = |path: &PathBuf| {
                document.version.is_none() || self.workspace.folders.finds(path, configs)
            };
            document.home =
                path.filter(is_found).and_then(|path| self.workspace.folders.home(&path));
            self.workspace.folders.insert(document);
        }
        for uri in all {
            self.published.mark_changed(uri);
        }
        self.published.needs_refresh = true;
    }
}

/// The largest number of bytes of the address of a file. No system opens a longer path.
const MAX_URI: usize = 16 << 10;

/// Returns the path of a document that is a file.
pub(crate) fn file_path(uri: &Uri) -> Option<PathBuf> {
    let is_file =
        uri.scheme().as_str().eq_ignore_ascii_case("file") && uri.as_str().len() <= MAX_URI;
    is_file.then(|| path_of(uri)).flatten()
}

#[cfg(not(windows))]
fn path_of(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().map(Cow::into_owned)
}

/// Returns a path with the drive in upper case, because clients disagree on it. The crate makes
/// the host of a network path a drive.
#[cfg(windows)]
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = uri.path().decode().to_string_lossy().replace('/', r"\");
    let host = uri.authority().map(|authority| authority.host()).unwrap_or_default();
    if !["", "localhost"].contains(&host) {
        return Some(PathBuf::from(format!(r"\\{host}{path}")));
    }
    let path = match path.strip_prefix('\\').and_then(|path| path.split_once(':')) {
        Some((drive, rest)) => format!("{}:{rest}", drive.to_ascii_uppercase()),
        None => path,
    };
    // A path without a drive is on that of the current folder.
    std::path::absolute(path).ok()
}

pub(crate) fn document_uri(path: &Path) -> Option<Uri> {
    file_uri(path).parse().ok()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use tower_lsp::ls_types::{Position, Range};

    use super::*;
    use crate::solving::{NoStore, Solver};

    const PARTS: [&str; 12] = [
        "puzzle lunar \"𝄞 e\u{301}\"\r\n",
        "  board:\n    @ + #\n",
        "title: é\r",
        "\n",
        "\r\n",
        "\r",
        "𝄞",
        "e\u{301}",
        "\u{2028}",
        "\u{c}",
        " x",
        "",
    ];

    /// Returns the position of a byte, counted line by line and character by character.
    fn position(text: &str, offset: usize, encoding: Encoding) -> Position {
        let before = &text[..offset];
        let ends = before.replace("\r\n", "\n").replace('\r', "\n");
        let line = ends.matches('\n').count();
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let columns = before[start..].chars().map(|character| match encoding {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        });
        Position::new(line as u32, columns.sum::<usize>() as u32)
    }

    #[test]
    fn edits_agree_with_a_model_of_the_text() {
        let mut random = 11_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let solver = Solver::new(NonZeroUsize::MIN, NoStore);
            let service = Service::new(NonZeroUsize::MIN, solver, || {});
            let mut state = State::new(service, None);
            state.client.encoding = encoding;
            let uri: Uri = "untitled:a".parse().unwrap();
            let mut model = String::new();
            state.open(uri.clone(), 0, "");
            for version in 1..3_000 {
                let mut changes = Vec::new();
                for _ in 0..=below(3) {
                    // No position is between a carriage return and its line feed.
                    let mut place = || {
                        let mut at = below(model.len() + 1);
                        let is_inside = |at: usize| {
                            !model.is_char_boundary(at)
                                || model[..at].ends_with('\r') && model[at..].starts_with('\n')
                        };
                        while is_inside(at) {
                            at -= 1;
                        }
                        at
                    };
                    let (one, other) = (place(), place());
                    let start = one.min(other);
                    // Mostly short ranges, so that some text remains.
                    let end = if below(8) == 0 { one.max(other) } else { start };
                    let text: String = (0..below(4)).map(|_| PARTS[below(PARTS.len())]).collect();
                    let range = Range::new(
                        position(&model, start, encoding),
                        position(&model, end, encoding),
                    );
                    model.replace_range(start..end, &text);
                    changes.push(TextDocumentContentChangeEvent {
                        range: Some(range),
                        range_length: None,
                        text,
                    });
                }
                assert_eq!(state.change(&uri, version, &changes), Ok(()));
                assert_eq!(**state.workspace.documents[&uri].text, *model);
            }
        }
    }

    #[cfg(windows)]
    #[test]
    fn spellings_of_a_uri_have_one_path() {
        for (path, uris) in [
            (
                r"C:\a b\c.carom",
                [
                    "file:///C%3A/a%20b/c.carom",
                    "file:///c%3A/a%20b/c.carom",
                    "file:///C:/a%20b/c.carom",
                    "file://localhost/c:/a%20b/c.carom",
                ]
                .as_slice(),
            ),
            (
                r"\\server\share\c.carom",
                &["file://server/share/c.carom", "file:////server/share/c.carom"],
            ),
        ] {
            for uri in uris {
                assert_eq!(file_path(&uri.parse().unwrap()), Some(path.into()), "{uri}");
            }
            assert_eq!(document_uri(Path::new(path)).unwrap().as_str(), uris[0]);
        }
        let here = std::env::current_dir().unwrap();
        let without_drive = file_path(&"file:///a.carom".parse().unwrap()).unwrap();
        assert_eq!(without_drive.components().next(), here.components().next());
    }
}
