//! What the server knows: the documents, and how the client wants things.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use tower_lsp::ls_types::{
    ClientCapabilities, MarkupKind, ProgressToken, SemanticToken, TextDocumentContentChangeEvent,
    Uri,
};

use super::commands;
use super::document::Document;
use super::job::Running;
use super::solver::{Limits, MAX_POSITIONS, Solver};
use crate::analysis::{Entry, Identity, Question, Reported, reports};
use crate::config::{self, Broken, Config};
use crate::text::Encoding;

/// The state of a session. It changes only before a handler's first `await`.
pub(super) struct State {
    pub(super) encoding: Encoding,
    pub(super) client: ClientCapabilities,
    pub(super) folders: Vec<PathBuf>,
    pub(super) documents: HashMap<Uri, Document>,
    /// The editor's settings.
    pub(super) settings: Config,
    /// Configuration files that cannot be used, by their paths.
    pub(super) broken: HashMap<PathBuf, Broken>,
    /// Limits that were raised for single puzzles.
    raised: HashMap<Identity, u64>,
    /// Open documents whose reports have to be sent.
    pub(super) unsent: Vec<Uri>,
    /// Whether the client pulls diagnostics, so that they are not pushed.
    pub(super) is_pulled: bool,
    /// Whether the client asked for the files on disk.
    pub(super) is_workspace_pulled: bool,
    /// The tokens last sent for each document.
    pub(super) tokens: HashMap<Uri, (String, Vec<SemanticToken>)>,
    /// The searches that the client was told of.
    pub(super) progress: HashMap<ProgressToken, Running>,
    solver: Arc<Solver>,
}

impl State {
    pub(super) fn new(solver: Arc<Solver>) -> Self {
        Self {
            encoding: Encoding::Utf16,
            client: ClientCapabilities::default(),
            folders: Vec::new(),
            documents: HashMap::new(),
            settings: Config::default(),
            broken: HashMap::new(),
            raised: HashMap::new(),
            unsent: Vec::new(),
            is_pulled: false,
            is_workspace_pulled: false,
            tokens: HashMap::new(),
            progress: HashMap::new(),
            solver,
        }
    }

    /// Takes in a document, in the place of what was known of it.
    pub(super) fn open(&mut self, uri: Uri, version: Option<i32>, text: &str) {
        let name = self.name(&uri);
        let mut document = Document::new(uri.clone(), name, version, text);
        document.config = self.config_of(&uri);
        let old = self.documents.insert(uri.clone(), document);
        self.ask(&uri, None);
        drop(old);
        self.unsent(uri);
    }

    /// What messages call a document: its path in its folder.
    fn name(&self, uri: &Uri) -> Arc<str> {
        let Some(path) = file_path(uri) else {
            return uri.path().as_str().into();
        };
        let mut folders = self.folders.iter();
        let inner = folders.find_map(|folder| path.strip_prefix(folder).ok());
        inner.unwrap_or(&path).display().to_string().into()
    }

    /// Applies the client's changes one after the other; whether the document
    /// is open.
    pub(super) fn change(
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
        self.ask(uri, Some(last));
        self.unsent(uri.clone());
        true
    }

    /// Asks the solver for the puzzles of a document that were not asked for
    /// yet; the one at `urgent` goes before all others.
    pub(super) fn ask(&mut self, uri: &Uri, urgent: Option<u32>) {
        let is_wanted = self.is_workspace_pulled;
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.version.is_none() && !is_wanted {
            return;
        }
        let limit = document.config.max_positions.unwrap_or(MAX_POSITIONS);
        let urgent = urgent.and_then(|offset| document.section_at(offset));
        for (number, section) in document.sections.iter_mut().enumerate() {
            if section.asked.is_some() {
                continue;
            }
            let read = Arc::clone(&section.read);
            let Some(identity) = read.identity else {
                continue;
            };
            let raised = self.raised.get(&identity).copied().unwrap_or_default();
            let question = Question::new(&read.puzzle, identity, limit.max(raised));
            let question = question.map(Question::with_move_values);
            let asked = question.map(|question| self.solver.ask(question, urgent == Some(number)));
            section.ask(asked);
        }
        document.forget_retired();
        document.absorb();
    }

    /// Asks for a puzzle again, with ten times the limit if it was reached.
    pub(super) fn ask_again(&mut self, uri: &Uri, number: usize) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let Some(section) = document.sections.get_mut(number) else {
            return;
        };
        let is_unknown = section
            .view()
            .answer()
            .is_some_and(|answer| !answer.outcome.is_settled());
        let Some(asked) = section.asked.clone() else {
            return;
        };
        if is_unknown && let Some(identity) = section.read.identity {
            let limit = asked.question().max_positions().saturating_mul(10);
            self.raised.insert(identity, limit);
        }
        let start = section.start;
        section.ask(None);
        self.ask(uri, Some(start));
        self.unsent(uri.clone());
    }

    /// Asks for the puzzle at `offset` before all others.
    pub(super) fn hurry(&self, document: &Document, number: usize) {
        let section = document.sections.get(number);
        if let Some(asked) = section.and_then(|section| section.asked.as_ref())
            && asked.found().is_none()
        {
            self.solver.ask(asked.question().clone(), true);
        }
    }

    /// Whether an edit may name the version that it is of.
    pub(super) fn takes_versions(&self) -> bool {
        let workspace = self.client.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        edits.and_then(|edits| edits.document_changes) == Some(true)
    }

    /// How the client shows a hover. What it does not declare it need not know.
    pub(super) fn hover_markup(&self) -> MarkupKind {
        let client = self.client.text_document.as_ref();
        let hover = client.and_then(|client| client.hover.as_ref());
        let known = markup(hover.and_then(|hover| hover.content_format.as_ref()));
        known.unwrap_or(MarkupKind::PlainText)
    }

    /// How the client shows the documentation of a completion; nothing where it
    /// knows no kinds of text.
    pub(super) fn completion_markup(&self) -> Option<MarkupKind> {
        let client = self.client.text_document.as_ref();
        let items = client.and_then(|client| client.completion.as_ref()?.completion_item.as_ref());
        markup(items.and_then(|items| items.documentation_format.as_ref()))
    }

    /// Whether the client shows the progress of searches.
    pub(super) fn wants_progress(&self) -> bool {
        let window = self.client.window.as_ref();
        window.and_then(|window| window.work_done_progress) == Some(true)
    }

    /// What the client declared it does beyond the protocol, for carom.
    fn experimental(&self, name: &str) -> Option<&serde_json::Value> {
        self.client.experimental.as_ref()?.get("carom")?.get(name)
    }

    /// Whether the client shows how much is being solved.
    pub(super) fn wants_solving(&self) -> bool {
        let wanted = self.experimental("solving");
        wanted.and_then(serde_json::Value::as_bool) == Some(true)
    }

    /// Whether the client has a command that plays a solution.
    pub(super) fn shows_solutions(&self) -> bool {
        let commands = self.experimental("commands");
        let mut commands = commands
            .and_then(|list| list.as_array())
            .into_iter()
            .flatten();
        commands.any(|command| command == commands::SHOW_SOLUTION)
    }

    pub(super) fn unsent(&mut self, uri: Uri) {
        if !self.unsent.contains(&uri) {
            self.unsent.push(uri);
        }
    }

    /// The configuration of a document: the nearest `carom.toml` above it, and
    /// for what it does not say, the editor's settings.
    fn config_of(&mut self, uri: &Uri) -> Arc<Config> {
        let path = file_path(uri);
        let found = path
            .as_deref()
            .and_then(Path::parent)
            .and_then(config::find);
        let project = match found {
            None => Config::default(),
            Some(path) => match read_config(&path) {
                Ok(config) => {
                    self.broken.remove(&path);
                    config
                }
                Err(broken) => {
                    tracing::warn!("{}: {broken}", path.display());
                    self.broken.insert(path, broken);
                    Config::default()
                }
            },
        };
        Arc::new(project.or(&self.settings))
    }

    /// Looks for the configuration of every document again.
    pub(super) fn reconfigure(&mut self) {
        let uris: Vec<Uri> = self.documents.keys().cloned().collect();
        self.broken.retain(|path, _| path.is_file());
        let mut limits = Limits::default();
        for uri in uris {
            let config = self.config_of(&uri);
            limits = Limits {
                max_memory: config.max_memory.unwrap_or(limits.max_memory),
                time_limit: config.time_limit.or(limits.time_limit),
            };
            let Some(document) = self.documents.get_mut(&uri) else {
                continue;
            };
            if *document.config == *config {
                continue;
            }
            let is_other = document.config.max_positions != config.max_positions
                || document.config.time_limit != config.time_limit
                || document.config.max_memory != config.max_memory;
            document.config = config;
            self.solver.set_limits(limits);
            if is_other {
                for section in &mut document.sections {
                    section.ask(None);
                }
                self.ask(&uri, None);
            }
            self.unsent(uri);
        }
    }

    /// The limits that the documents' configurations set together.
    pub(super) fn apply_limits(&self) {
        let configs = self.documents.values().map(|document| &document.config);
        let limits = configs.fold(Limits::default(), |limits, config| Limits {
            max_memory: config.max_memory.unwrap_or(limits.max_memory),
            time_limit: config.time_limit.or(limits.time_limit),
        });
        self.solver.set_limits(limits);
    }
}

/// The reports of a document.
pub(super) fn reports_of(document: &Document) -> Vec<Reported> {
    let entries = document.sections.iter().map(|section| Entry {
        offset: section.start,
        text: &section.read.text,
        puzzle: &section.read.puzzle,
        identity: section.read.identity,
        from_answer: section.answer_diagnostics(),
        is_answered: section.is_answered(),
    });
    let head = &document.head;
    reports(
        &document.config.levels(),
        &head.read,
        &head.text,
        entries,
        |span| document.location(span),
    )
}

/// The kind of text for a client that knows these.
fn markup(known: Option<&Vec<MarkupKind>>) -> Option<MarkupKind> {
    let known = known.filter(|known| !known.is_empty())?;
    Some(if known.contains(&MarkupKind::Markdown) {
        MarkupKind::Markdown
    } else {
        MarkupKind::PlainText
    })
}

/// The path of a document that is a file.
pub(super) fn file_path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    let path = is_file.then(|| uri.to_file_path()).flatten()?;
    Some(path.into_owned())
}

fn read_config(path: &Path) -> Result<Config, Broken> {
    Config::from_toml(&std::fs::read_to_string(path)?)
}

/// The number of threads to solve on.
pub(super) fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    cores.max(2)
}

#[cfg(test)]
mod tests {
    use tower_lsp::ls_types::{Position, Range};

    use super::*;

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
            let solver = Solver::new(2, || {}, Question::answer);
            let mut state = State::new(Arc::new(solver));
            state.encoding = encoding;
            let uri: Uri = "untitled:a".parse().unwrap();
            let mut model = String::new();
            state.open(uri.clone(), Some(0), "");
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
