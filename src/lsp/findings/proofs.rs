//! `carom/puzzles`: the puzzles of documents, open or not, and how the proof of
//! each stands.

use std::collections::HashSet;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri};

use super::reports::{OfPuzzle, Reports, proof};
use crate::analysis::{self, Contradiction, Game, Proof};
use crate::lsp::documents::{Document, Ranges, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::session::{Server, State};
use crate::solving::Running;
use crate::text::{Encoding, Span};

/// Of which documents a client asks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct PuzzlesParams {
    /// One, or all that there are.
    #[serde(default)]
    text_document: Option<TextDocumentIdentifier>,
}

/// The puzzles of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::lsp) struct Deck {
    pub(super) uri: Uri,
    /// The version that this is about; none where the document is not open.
    pub(super) version: Option<i32>,
    pub(super) puzzles: Vec<Entry>,
}

/// A puzzle and its proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Entry {
    /// Tells it from the others of its document, and stays while its name does.
    pub(super) id: String,
    pub(super) title: String,
    game: Option<&'static str>,
    /// The puzzle, up to the next one.
    range: Range,
    /// The line of its header.
    line: u32,
    pub(super) state: &'static str,
    summary: String,
    /// Milliseconds that the search took in this session.
    time: Option<f64>,
    claim: Option<Claim>,
    faults: Vec<Fault>,
}

/// A claim, and what is true instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Claim {
    range: Range,
    claimed: String,
    found: String,
}

/// An error that is reported of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Fault {
    range: Range,
    code: &'static str,
    message: String,
}

impl Server {
    /// `carom/puzzles`
    pub(in crate::lsp) async fn puzzles(&self, params: PuzzlesParams) -> Result<Vec<Deck>> {
        let running = self.shared.service.running();
        let mut uris: Vec<Uri> = match params.text_document {
            Some(document) => vec![document.uri],
            None => self.shared.lock().documents.keys().cloned().collect(),
        };
        uris.sort_unstable_by(|one, other| one.as_str().cmp(other.as_str()));
        // The lock is taken for each anew, so nobody waits for all.
        let decks = uris.iter().filter_map(|uri| {
            let state = self.shared.lock();
            deck(&state, uri, &running)
        });
        Ok(decks.collect())
    }
}

/// The puzzles of a document; nothing where it is unknown, or of another format.
pub(super) fn deck(state: &State, uri: &Uri, running: &[Running]) -> Option<Deck> {
    let document = state.documents.get(uri)?;
    if document.format.is_some() {
        return None;
    }
    let puzzles = guarded("the puzzles of a document", || {
        let reports = Reports::of(state, document);
        let teller = Teller::new(state, document, running, &reports);
        let sections = document.sections.iter().enumerate().zip(ids(document));
        let puzzles = sections.map(|((number, section), id)| {
            let entry = teller.entry(number, section, id);
            entry.shifted(section.line)
        });
        puzzles.collect()
    });
    Some(Deck {
        uri: uri.clone(),
        version: document.version,
        puzzles: puzzles.unwrap_or_default(),
    })
}

/// Whether the answer of a puzzle is searched now.
pub(super) fn is_searched(section: &Section, running: &[Running]) -> bool {
    let asked = section.asked.as_ref();
    asked.is_some_and(|asked| running.iter().any(|search| search.is_of(asked)))
}

/// What each puzzle of a document is known by: its name, or where there is none
/// its number, and what tells it from those before.
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

/// Tells of the puzzles of a document.
pub(super) struct Teller<'a> {
    document: &'a Document,
    encoding: Encoding,
    running: &'a [Running],
    reports: FxHashMap<usize, OfPuzzle<'a>>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(
        state: &'a State,
        document: &'a Document,
        running: &'a [Running],
        reports: &'a Reports<'a>,
    ) -> Self {
        Self {
            document,
            encoding: state.encoding,
            running,
            reports: reports.by_puzzle(),
        }
    }

    pub(super) fn is_searched(&self, section: &Section) -> bool {
        is_searched(section, self.running)
    }

    /// Whether something is reported of a puzzle because of its neighbours.
    pub(super) fn depends(&self, number: usize) -> bool {
        let reports = self.reports.get(&number);
        reports.is_some_and(OfPuzzle::depends)
    }

    /// A puzzle and its proof, with lines from its first.
    pub(super) fn entry(&self, number: usize, section: &Section, id: String) -> Entry {
        let ranges = Ranges::new(&section.read.text, self.encoding);
        let range = |span| ranges.range(span);
        let view = section.view();
        let puzzle = &section.read.puzzle;
        let reports = self.reports.get(&number);
        let all = || reports.into_iter().flat_map(OfPuzzle::all);
        let proof = proof(self.document, section, reports, self.is_searched(section));
        let is_wrong = matches!(proof, Proof::Failed | Proof::Invalid);
        let claim = analysis::contradiction(&view, all()).filter(|_| is_wrong);
        let placed = reports.into_iter().flat_map(|of| of.placed(section.start));
        let faults = placed.filter(|(report, _)| is_wrong && report.is_error());
        let text = section.read.text.trim_end();
        Entry {
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
                Claim {
                    range: range(span),
                    claimed,
                    found,
                }
            }),
            faults: faults
                .map(|(report, span)| Fault {
                    range: range(span),
                    code: report.diagnostic.lint.code(),
                    message: report.diagnostic.message.clone(),
                })
                .collect(),
        }
    }
}

impl Entry {
    /// The same this many lines further down.
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
