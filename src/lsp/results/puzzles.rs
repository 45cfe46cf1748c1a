//! `carom/puzzles`: the puzzles of documents and the state of their proofs.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri};

use super::diagnostics::{DiagnosticList, PuzzleDiagnostics, proof};
use crate::analysis::{self, Contradiction, Game, Proof};
use crate::lsp::documents::{Document, Ranges, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::session::{Server, State};
use crate::solving::Running;
use crate::text::{Encoding, Span};

/// The parameters of `carom/puzzles`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct PuzzlesParams {
    /// A document, or all without one.
    #[serde(default)]
    text_document: Option<TextDocumentIdentifier>,
}

/// The puzzles of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::lsp) struct PuzzleList {
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
    pub(super) title: String,
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

impl Server {
    /// `carom/puzzles`
    pub(in crate::lsp) async fn puzzles(&self, params: PuzzlesParams) -> Result<Vec<PuzzleList>> {
        let running = self.shared.service.running();
        let mut uris: Vec<Uri> = match params.text_document {
            Some(document) => vec![document.uri],
            None => self
                .shared
                .lock()
                .workspace
                .documents
                .keys()
                .cloned()
                .collect(),
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

/// Returns the puzzles of a document, or `None` if it is unknown or in a foreign format.
pub(super) fn puzzle_list(state: &State, uri: &Uri, running: &[Running]) -> Option<PuzzleList> {
    let document = state.workspace.documents.get(uri)?;
    if document.format.is_some() {
        return None;
    }
    let puzzles = guarded("the puzzles of a document", || {
        let diagnostics = DiagnosticList::of(state, document);
        let builder = EntryBuilder::new(state, document, running, &diagnostics);
        let sections = document.sections.iter().enumerate().zip(ids(document));
        let puzzles = sections.map(|((number, section), id)| {
            let entry = builder.entry(number, section, id);
            entry.shifted(section.line)
        });
        puzzles.collect()
    });
    Some(PuzzleList {
        uri: uri.clone(),
        version: document.version,
        puzzles: puzzles.unwrap_or_default(),
    })
}

/// Whether the search of a puzzle is running.
pub(super) fn is_searched(section: &Section, running: &[Running]) -> bool {
    let handle = section.handle.as_ref();
    handle.is_some_and(|handle| running.iter().any(|search| search.is_of(handle)))
}

/// Returns a unique id for each puzzle of a document: its name or number, with a suffix for
/// duplicates.
pub(super) fn ids(document: &Document) -> Vec<String> {
    let mut known: HashSet<String> = HashSet::new();
    let ids = (0..document.sections.len()).map(|number| {
        let title = document.title(number);
        let mut id = title.clone();
        let mut count = 1_usize;
        while !known.insert(id.clone()) {
            count += 1;
            id = format!("{title} ({count})");
        }
        id
    });
    ids.collect()
}

/// Creates the entries of a document.
pub(super) struct EntryBuilder<'a> {
    document: &'a Document,
    encoding: Encoding,
    running: &'a [Running],
    diagnostics: FxHashMap<usize, PuzzleDiagnostics<'a>>,
}

impl<'a> EntryBuilder<'a> {
    pub(super) fn new(
        state: &'a State,
        document: &'a Document,
        running: &'a [Running],
        diagnostics: &'a DiagnosticList<'a>,
    ) -> Self {
        Self {
            document,
            encoding: state.client.encoding,
            running,
            diagnostics: diagnostics.by_puzzle(),
        }
    }

    pub(super) fn is_searched(&self, section: &Section) -> bool {
        is_searched(section, self.running)
    }

    /// Whether diagnostics of a puzzle depend on other puzzles.
    pub(super) fn depends(&self, number: usize) -> bool {
        let diagnostics = self.diagnostics.get(&number);
        diagnostics.is_some_and(PuzzleDiagnostics::depends)
    }

    /// Returns the entry of a puzzle, with lines relative to its first.
    pub(super) fn entry(&self, number: usize, section: &Section, id: String) -> PuzzleEntry {
        let ranges = Ranges::new(&section.read.text, self.encoding);
        let range = |span| ranges.range(span);
        let view = section.view();
        let puzzle = &section.read.puzzle;
        let diagnostics = self.diagnostics.get(&number);
        let all = || diagnostics.into_iter().flat_map(PuzzleDiagnostics::all);
        let proof = proof(
            self.document,
            section,
            diagnostics,
            self.is_searched(section),
        );
        let is_wrong = matches!(proof, Proof::Failed | Proof::Invalid);
        let claim = analysis::contradiction(&view, all()).filter(|_| is_wrong);
        let placed = diagnostics
            .into_iter()
            .flat_map(|of| of.placed(section.start));
        let faults = placed.filter(|(report, _)| is_wrong && report.is_error());
        let text = section.read.text.trim_end();
        PuzzleEntry {
            id,
            title: self.document.title(number),
            game: puzzle.game.map(Game::name),
            range: range(Span::of(&section.read.text, text)),
            line: range(puzzle.header_span()).start.line,
            state: proof.name(),
            summary: proof.summary(&view),
            time: view.time.map(|time| time.as_secs_f64() * 1e3),
            claim: claim.map(|claim| {
                let Contradiction {
                    span,
                    claimed,
                    found,
                } = claim;
                WrongClaim {
                    range: range(span),
                    claimed,
                    found,
                }
            }),
            faults: faults
                .map(|(report, span)| PuzzleError {
                    range: range(span),
                    code: report.diagnostic.lint.code(),
                    message: report.diagnostic.message.clone(),
                })
                .collect(),
        }
    }
}

impl PuzzleEntry {
    /// Returns a copy moved down by some lines.
    pub(super) fn shifted(&self, lines: u32) -> Self {
        let mut entry = self.clone();
        let claim = entry.claim.iter_mut().map(|claim| &mut claim.range);
        let faults = entry.faults.iter_mut().map(|fault| &mut fault.range);
        for range in claim.chain(faults).chain([&mut entry.range]) {
            range.start.line += lines;
            range.end.line += lines;
        }
        entry.line += lines;
        entry
    }
}
