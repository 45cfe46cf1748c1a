//! `carom/puzzles`: the puzzles of documents and the state of their proofs.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri};

use super::diagnostics::{DiagnosticList, proof};
use crate::analysis::{self, FileDiagnostic, Game, Proof};
use crate::lsp::documents::{Document, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::session::{Server, State};
use crate::solving::Running;
use crate::text::{DistinctNames, Encoding};

/// The parameters of `carom/puzzles`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PuzzlesParams {
    /// A document, or all without one.
    #[serde(default)]
    text_document: Option<TextDocumentIdentifier>,
}

/// The puzzles of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PuzzleList {
    pub(super) uri: Uri,
    /// The version of the document, if it is open.
    pub(super) version: Option<i32>,
    pub(super) puzzles: Vec<PuzzleEntry>,
}

/// A puzzle and the state of its proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PuzzleEntry {
    /// Its id, unique in the document and stable while its name is.
    pub(super) id: String,
    title: String,
    game: Option<&'static str>,
    /// The range of the puzzle.
    range: Range,
    /// The line of its header.
    line: u32,
    pub(super) state: &'static str,
    summary: String,
    /// The time of the search in milliseconds, if it ran in this session.
    time: Option<f64>,
    claim: Option<WrongClaim>,
    faults: Vec<PuzzleError>,
}

/// A wrong claim and the true value.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct WrongClaim {
    range: Range,
    claimed: String,
    found: String,
}

/// An error of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct PuzzleError {
    range: Range,
    code: &'static str,
    message: String,
}

impl PuzzleList {
    /// Returns the list of a document that is closed.
    pub(super) const fn empty(uri: Uri) -> Self {
        Self { uri, version: None, puzzles: Vec::new() }
    }
}

impl Server {
    /// `carom/puzzles`
    pub(crate) async fn puzzles(&self, params: PuzzlesParams) -> Result<Vec<PuzzleList>> {
        let running = self.shared.service.running();
        let mut uris: Vec<Uri> = match params.text_document {
            Some(document) => vec![document.uri],
            None => self.shared.lock().workspace.documents.keys().cloned().collect(),
        };
        uris.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        // Lock once per document, so that no request waits for all.
        let lists = uris.iter().filter_map(|uri| {
            let state = self.shared.lock();
            puzzle_list(&state, uri, &running)
        });
        Ok(lists.collect())
    }
}

/// Returns the puzzles of a document, or `None` if it is unknown, out of sync, or in a
/// foreign format.
pub(super) fn puzzle_list(state: &State, uri: &Uri, running: &[Running]) -> Option<PuzzleList> {
    let document = state.workspace.documents.get(uri)?;
    if document.format.is_some() || document.is_out_of_sync {
        return None;
    }
    let puzzles = guarded("the puzzles of a document", || {
        let encoding = state.client.encoding;
        let diagnostics = DiagnosticList::of(state, document);
        let by_puzzle = diagnostics.by_puzzle();
        let sections = document.sections.iter().enumerate().zip(ids(document));
        let entries = sections.map(|((number, section), id)| {
            let of_puzzle = by_puzzle.get(&number).map_or(&[][..], Vec::as_slice);
            let proof = proof(document, section, of_puzzle, is_searched(section, running));
            let title = document.title(number);
            PuzzleEntry::new(id, title, (document, section), proof, of_puzzle, encoding)
        });
        entries.collect()
    });
    Some(PuzzleList {
        uri: uri.clone(),
        version: document.version,
        puzzles: puzzles.unwrap_or_default(),
    })
}

pub(super) fn is_searched(section: &Section, running: &[Running]) -> bool {
    let handle = section.handle.as_ref();
    handle.is_some_and(|handle| running.iter().any(|search| search.is_of(handle)))
}

/// Returns a unique id for each puzzle of a document: its name or number, with a suffix for
/// duplicates.
pub(super) fn ids(document: &Document) -> Vec<String> {
    let mut names = DistinctNames::default();
    let titles = (0..document.sections.len()).map(|number| document.title(number));
    titles.map(|title| names.name(title.clone(), |count| format!("{title} ({count})"))).collect()
}

impl PuzzleEntry {
    fn new(
        id: String,
        title: String,
        (document, section): (&Document, &Section),
        proof: Proof,
        diagnostics: &[&FileDiagnostic],
        encoding: Encoding,
    ) -> Self {
        let view = section.view();
        let is_wrong = matches!(proof, Proof::Failed | Proof::Invalid);
        let claim = analysis::contradiction(&view, diagnostics.iter().copied());
        let errors = diagnostics.iter().filter(|report| report.is_error());
        Self {
            id,
            title,
            game: section.read.puzzle.game.map(Game::name),
            range: document.range(document.span_of(section), encoding),
            line: document.line_of(section),
            state: proof.name(),
            summary: proof.summary(&view),
            time: view.time.map(|time| time.as_secs_f64() * 1e3),
            claim: claim.filter(|_| is_wrong).map(|claim| WrongClaim {
                range: document.range(claim.span.shifted(section.start), encoding),
                claimed: claim.claimed,
                found: claim.found,
            }),
            faults: errors
                .filter(|_| is_wrong)
                .map(|report| PuzzleError {
                    range: document.range(report.diagnostic.span, encoding),
                    code: report.diagnostic.lint.code(),
                    message: report.diagnostic.message.clone(),
                })
                .collect(),
        }
    }
}
