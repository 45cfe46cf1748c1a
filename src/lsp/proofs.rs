//! `carom/puzzles`: the puzzles of documents, open or not, and how the proof of
//! each stands.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier, Uri};

use super::document::Document;
use super::guarded::guarded;
use super::reports::Reports;
use super::section::Section;
use super::server::Server;
use super::state::State;
use crate::analysis::{self, Contradiction, Game, Proof, Reported};
use crate::solving::Running;

/// Of which documents a client asks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PuzzlesParams {
    /// One, or all that there are.
    #[serde(default)]
    text_document: Option<TextDocumentIdentifier>,
}

/// The puzzles of a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Deck {
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
    title: String,
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
    pub(super) async fn puzzles(&self, params: PuzzlesParams) -> Result<Vec<Deck>> {
        let running = self.shared.service.running();
        let mut uris: Vec<Uri> = match params.text_document {
            Some(document) => vec![document.uri],
            None => self.shared.lock().documents.keys().cloned().collect(),
        };
        uris.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        // The lock is taken for each anew, so nobody waits for all.
        let decks = uris.iter().filter_map(|uri| {
            let state = self.shared.lock();
            deck(&state, uri, &running)
        });
        Ok(decks.collect())
    }
}

/// The puzzles of a document; nothing where it is unknown, or of another form.
pub(super) fn deck(state: &State, uri: &Uri, running: &[Running]) -> Option<Deck> {
    let document = state.documents.get(uri)?;
    if document.form.is_some() {
        return None;
    }
    let puzzles = guarded("the puzzles of a document", || {
        let found = Reports::of(state, document);
        let reported: Vec<_> = found.all(|_, _| true).collect();
        let mut reports = vec![Vec::new(); document.sections.len()];
        for report in reported.iter().map(AsRef::as_ref) {
            let number = document.section_at(report.diagnostic.span.start);
            if let Some(reports) = number.and_then(|number| reports.get_mut(number)) {
                reports.push(report);
            }
        }
        let puzzles = document.sections.iter().zip(ids(document)).zip(&reports);
        let puzzles = puzzles
            .enumerate()
            .map(|(number, ((section, id), reports))| {
                let title = document.title(number);
                let is_searched = is_searched(section, running);
                entry(state, document, section, (id, title), is_searched, reports)
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

fn entry(
    state: &State,
    document: &Document,
    section: &Section,
    (id, title): (String, String),
    is_searched: bool,
    reports: &[&Reported],
) -> Entry {
    let range = |span| document.range(span, state.encoding);
    let view = section.view();
    let puzzle = &section.read.puzzle;
    let reports = || reports.iter().copied();
    let proof = Proof::of(
        &view,
        section.is_judged(&document.policy),
        is_searched,
        reports(),
    );
    let is_wrong = matches!(proof, Proof::Failed | Proof::Invalid);
    let claim = analysis::contradiction(&view, reports()).filter(|_| is_wrong);
    let faults = reports().filter(|report| is_wrong && report.is_error());
    let header = puzzle.header_span().shifted(section.start);
    let text = section.read.text.trim_end();
    let whole = crate::text::Span::of(&section.read.text, text).shifted(section.start);
    Entry {
        id,
        title,
        game: puzzle.game.map(Game::name),
        range: range(whole),
        line: range(header).start.line,
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
                range: range(span.shifted(section.start)),
                claimed,
                found,
            }
        }),
        faults: faults
            .map(|report| Fault {
                range: range(report.diagnostic.span),
                code: report.diagnostic.rule.code(),
                message: report.diagnostic.message.clone(),
            })
            .collect(),
    }
}
