//! What the server knows: the documents, and how the client wants things.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp::ls_types::{ProgressToken, TextDocumentContentChangeEvent, Uri};

use super::client::Abilities;
use super::left::Left;
use super::mapping::Maps;
use super::questions::{limits, wants};
use super::sent::PublishedTokens;
use super::stop::Stop;
use crate::config::Config;
use crate::lsp::documents::{Document, Folders};
use crate::project::Configs;
use crate::solving::{Identity, Service};
use crate::text::Encoding;

/// The state of a session. It changes only before a handler's first `await`.
pub(in crate::lsp) struct State {
    pub(in crate::lsp) encoding: Encoding,
    pub(in crate::lsp) client: Abilities,
    pub(in crate::lsp) folders: Folders,
    pub(in crate::lsp) documents: HashMap<Uri, Document>,
    /// The documents that are files.
    paths: HashMap<PathBuf, Uri>,
    /// The editor's settings.
    pub(in crate::lsp) settings: Config,
    pub(in crate::lsp) configs: Arc<Configs>,
    /// Limits that were raised for single puzzles.
    pub(super) raised: HashMap<Identity, u64>,
    /// Open documents whose reports have to be sent.
    pub(in crate::lsp) unsent: Vec<Uri>,
    /// Documents whose proofs may stand otherwise than they were told.
    pub(in crate::lsp) untold: HashSet<Uri>,
    /// Whether documents are to be looked at again though nobody edited them.
    pub(in crate::lsp) has_news: bool,
    /// Whether the client pulls diagnostics, so that they are not pushed.
    pub(in crate::lsp) is_pulled: bool,
    /// The files of other formats that the client tells of when they are opened.
    pub(in crate::lsp) synced: Vec<String>,
    /// Whether the client asked for the files on disk.
    pub(in crate::lsp) is_workspace_pulled: bool,
    /// The documents that the client was told findings of when it asked.
    pub(in crate::lsp) reported: HashSet<Uri>,
    /// The tokens last sent for each document.
    pub(in crate::lsp) tokens: HashMap<Uri, PublishedTokens>,
    /// The work that the client was told of.
    pub(in crate::lsp) progress: HashMap<ProgressToken, Stop>,
    /// The commands so far that looked for a change.
    pub(in crate::lsp) wishes: u64,
    pub(in crate::lsp) maps: Maps,
    /// How many documents there have been.
    seen: u64,
    /// How often other files came to be meant.
    pub(in crate::lsp) moves: u64,
    /// How often a file was read because the client told of it.
    pub(in crate::lsp) loads: u64,
    /// What is left of a puzzle that is played by hand.
    pub(in crate::lsp) left: Left,
    pub(super) service: Service,
}

impl State {
    pub(super) fn new(service: Service) -> Self {
        Self {
            encoding: Encoding::Utf16,
            client: Abilities::default(),
            folders: Folders::default(),
            documents: HashMap::new(),
            paths: HashMap::new(),
            settings: Config::default(),
            configs: Arc::default(),
            raised: HashMap::new(),
            unsent: Vec::new(),
            untold: HashSet::new(),
            has_news: false,
            is_pulled: false,
            synced: Vec::new(),
            is_workspace_pulled: false,
            reported: HashSet::new(),
            tokens: HashMap::new(),
            progress: HashMap::new(),
            wishes: 0,
            maps: Maps::default(),
            seen: 0,
            moves: 0,
            loads: 0,
            left: Left::default(),
            service,
        }
    }

    /// Takes in a document that the client opened.
    pub(in crate::lsp) fn open(&mut self, uri: Uri, version: i32, text: &str) {
        // A new file is found once it is saved.
        let is_found = file_path(&uri)
            .is_some_and(|path| !path.exists() || self.folders.find(&path, &self.configs));
        self.put(uri, Some(version), text, is_found);
    }

    /// Takes in a file on disk that a walk has found.
    pub(in crate::lsp) fn load(&mut self, uri: Uri, text: &str) {
        self.put(uri, None, text, true);
    }

    /// Takes in a document, in the place of what was known of it.
    fn put(&mut self, uri: Uri, version: Option<i32>, text: &str, is_found: bool) {
        let path = file_path(&uri);
        let name = match &path {
            Some(path) => self.folders.name(path),
            None => uri.path().as_str().into(),
        };
        let mut document = Document::new(uri.clone(), name, version, text);
        self.seen += 1;
        document.number = self.seen;
        document.set_format(
            path.as_deref()
                .and_then(|path| self.configs.format_of(path)),
        );
        document.configure(self.config_of(&uri));
        document.take_turnover();
        let found = path.as_deref().filter(|_| is_found);
        document.home = found.and_then(|path| self.folders.home(path));
        // A client may write the name of a file in its own way.
        if let Some(path) = path
            && let Some(other) = self.paths.insert(path, uri.clone())
            && other != uri
        {
            self.close(&other);
        }
        self.folders.insert(&document);
        let mut concerned = self.folders.neighbours(&document);
        let old = self.documents.insert(uri.clone(), document);
        if let Some(old) = &old {
            concerned.append(&mut self.folders.neighbours(old));
            self.folders.remove(old);
        }
        self.ask(&uri, None);
        drop(old);
        self.unsent(uri);
        self.concern(concerned);
    }

    /// Forgets a document.
    pub(in crate::lsp) fn close(&mut self, uri: &Uri) {
        self.tokens.remove(uri);
        let Some(document) = self.documents.remove(uri) else {
            return;
        };
        if let Some(path) = file_path(uri)
            && self.paths.get(&path) == Some(uri)
        {
            self.paths.remove(&path);
        }
        let concerned = self.folders.neighbours(&document);
        self.folders.remove(&document);
        self.unsent(uri.clone());
        self.concern(concerned);
    }

    /// The document of a file.
    pub(in crate::lsp) fn at_path(&self, path: &Path) -> Option<&Document> {
        self.documents.get(self.paths.get(path)?)
    }

    /// Shows what changed in files that share a puzzle with another.
    fn concern(&mut self, paths: BTreeSet<Arc<Path>>) {
        for path in paths {
            if let Some(uri) = self.paths.get(&*path).cloned() {
                self.unsent(uri);
                self.has_news = true;
            }
        }
    }

    /// Applies the client's changes one after the other; whether the document
    /// is open.
    pub(in crate::lsp) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> bool {
        let encoding = self.encoding;
        let document = self.documents.get_mut(uri);
        let Some(document) = document.filter(|document| document.version.is_some()) else {
            return false;
        };
        document.version = Some(version);
        let mut last = 0;
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = document.span(range, encoding);
                    document.replace(span, &change.text);
                    last = span.start;
                }
                None => document.replace_all(&change.text),
            }
        }
        let concerned = self.folders.update(document);
        self.ask(uri, Some(last));
        self.unsent(uri.clone());
        self.concern(concerned);
        true
    }

    pub(in crate::lsp) fn unsent(&mut self, uri: Uri) {
        self.untold.insert(uri.clone());
        if !self.unsent.contains(&uri) {
            self.unsent.push(uri);
        }
    }

    /// The configuration of a document: what each `carom.toml` above it says,
    /// and for what they do not say, the editor's settings.
    fn config_of(&self, uri: &Uri) -> Arc<Config> {
        let path = file_path(uri);
        let project = path.and_then(|path| match self.configs.of_file(&path) {
            Ok(config) => Some(config),
            Err(malformed) => {
                for malformed in malformed {
                    tracing::warn!("{}: {}", malformed.path.display(), malformed.error);
                }
                None
            }
        });
        Arc::new(project.unwrap_or_default().or(&self.settings))
    }

    /// Looks for the configuration of every document again.
    pub(in crate::lsp) fn reconfigure(&mut self) {
        let uris: Vec<Uri> = self.documents.keys().cloned().collect();
        for uri in uris {
            let config = self.config_of(&uri);
            let format = file_path(&uri).and_then(|path| self.configs.format_of(&path));
            let Some(document) = self.documents.get_mut(&uri) else {
                continue;
            };
            if document.format.map(|format| format.name) != format.map(|format| format.name) {
                document.set_format(format);
                let concerned = self.folders.update(document);
                self.ask(&uri, None);
                self.unsent(uri.clone());
                self.concern(concerned);
            }
            let Some(document) = self.documents.get_mut(&uri) else {
                continue;
            };
            if *document.config == *config {
                continue;
            }
            let asked = |document: &Document| {
                let limits = limits(&document.config);
                (limits, wants(&document.policy))
            };
            let before = asked(document);
            document.configure(config);
            let is_other = asked(document) != before;
            if is_other {
                for section in &mut document.sections {
                    section.ask(None);
                }
                self.ask(&uri, None);
            } else {
                document.absorb();
            }
            self.unsent(uri);
        }
    }

    /// Takes in that the client's folders are others, or hold other files.
    pub(in crate::lsp) fn move_home(&mut self) {
        self.moves += 1;
        // Of those that go it is told too.
        let known: Vec<Uri> = self.documents.keys().cloned().collect();
        self.folders.clear();
        let (folders, configs) = (&self.folders, &self.configs);
        self.documents.retain(|uri, document| {
            let is_held = |path: PathBuf| folders.hold(&path) && configs.take(&path);
            document.version.is_some() || file_path(uri).is_some_and(is_held)
        });
        let documents = &self.documents;
        self.paths.retain(|_, uri| documents.contains_key(uri));
        for (uri, document) in &mut self.documents {
            let path = file_path(uri);
            if let Some(path) = &path {
                document.name = self.folders.name(path);
            }
            let is_found =
                |path: &PathBuf| document.version.is_none() || self.folders.find(path, configs);
            document.home = path
                .filter(is_found)
                .and_then(|path| self.folders.home(&path));
            self.folders.insert(document);
        }
        for uri in known {
            self.unsent(uri);
        }
        self.has_news = true;
    }
}

/// The path of a document that is a file.
pub(in crate::lsp) fn file_path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    let path = is_file.then(|| uri.to_file_path()).flatten()?;
    Some(path.into_owned())
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

    /// The position of a byte, counted line by line and character by character.
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
    fn thousands_of_edits_leave_the_text_of_a_model() {
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
            let mut state = State::new(service);
            state.encoding = encoding;
            let uri: Uri = "untitled:a".parse().unwrap();
            let mut model = String::new();
            state.open(uri.clone(), 0, "");
            for version in 1..3_000 {
                let mut changes = Vec::new();
                for _ in 0..=below(3) {
                    // No place lies between a carriage return and its line feed.
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
                    // Short ranges mostly, so that there remains a text.
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
                assert!(state.change(&uri, version, changes));
                assert_eq!(state.documents[&uri].rope.to_string(), model);
            }
        }
    }
}
