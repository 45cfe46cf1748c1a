//! Code lenses. A client that resolves lenses first gets their ranges, and later the commands of
//! visible ones.

use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeLens, Command, Position, Range};

use super::commands;
use crate::analysis::{self, Lens, LensCommand};
use crate::config::AnswerPlaces;
use crate::lsp::documents::{Document, DocumentId, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::results::{DiagnosticList, proof};
use crate::lsp::session::{NEW_PUZZLE_COMMAND, State};

/// Returns all lenses of a document.
pub(in crate::lsp) fn lenses(state: &State, document: &Document) -> Vec<CodeLens> {
    let mut all = Vec::new();
    let is_resolved_later = state.client.capabilities.resolves_lenses();
    for section in &document.sections {
        let hash = is_resolved_later.then(|| text_hash(section));
        let lenses = supported(state, document, section).enumerate();
        all.extend(lenses.map(|(index, lens)| {
            let start = start_of(state, document, section, &lens);
            CodeLens {
                range: Range::new(start, start),
                command: match hash {
                    Some(_) => None,
                    None => Some(command(document, &lens, start.line)),
                },
                data: hash.map(|hash| json!([document.id, hash, index])),
            }
        }));
    }
    if document.is_blank() && state.client.capabilities.executes(NEW_PUZZLE_COMMAND) {
        let command = NEW_PUZZLE_COMMAND.to_owned();
        all.push(CodeLens {
            range: Range::default(),
            command: Some(Command::new("New puzzle…".to_owned(), command, None)),
            data: None,
        });
    }
    let title = guarded("the lens of a file", || file_title(state, document));
    all.extend(title.flatten().map(|title| CodeLens {
        range: Range::default(),
        command: Some(Command::new(title, String::new(), None)),
        data: None,
    }));
    all
}

/// Returns the title above the first line of a file with several puzzles.
fn file_title(state: &State, document: &Document) -> Option<String> {
    if document.sections.len() < 2 {
        return None;
    }
    let diagnostics = DiagnosticList::of(state, document);
    let by_puzzle = diagnostics.by_puzzle();
    let sections = document.sections.iter().enumerate();
    let puzzles = sections.map(|(number, section)| {
        // Running and waiting searches count the same here.
        let of_puzzle = by_puzzle.get(&number).map_or(&[][..], Vec::as_slice);
        let proof = proof(document, section, of_puzzle, false);
        (section.view().known, proof)
    });
    analysis::deck_title(puzzles)
}

/// Returns the lenses of a puzzle that the client supports.
fn supported(state: &State, document: &Document, section: &Section) -> impl Iterator<Item = Lens> {
    let shows = state.client.capabilities.shows_solutions();
    let shows_answer = document.config.editor.answers != Some(AnswerPlaces::Hint);
    let edits = state.client.capabilities.applies_edits();
    let all = analysis::lenses(&section.view(), shows_answer).into_iter();
    let supported =
        all.filter(move |lens| (shows || !lens.is_of_player()) && (edits || !lens.writes()));
    supported.map(move |mut lens| {
        if lens.command == LensCommand::ShowSolution && !shows {
            lens.command = LensCommand::None;
        }
        lens
    })
}

/// Returns the position of a lens of a puzzle.
fn start_of(state: &State, document: &Document, section: &Section, lens: &Lens) -> Position {
    let start = section.start.saturating_add(lens.span.start);
    document.position(start, state.client.encoding)
}

fn command(document: &Document, lens: &Lens, line: u32) -> Command {
    commands::command(&lens.title, lens.command, &document.uri, line)
}

/// Returns a hash that identifies the text of a puzzle.
fn text_hash(section: &Section) -> u32 {
    crc32fast::hash(section.read.text.as_bytes())
}

/// Adds the command to a lens. The puzzle may have moved since the lens was sent; if it was
/// removed, the error makes the client request lenses again.
pub(in crate::lsp) fn resolve(state: &State, mut lens: CodeLens) -> Result<CodeLens> {
    let data = lens.data.take().filter(|_| lens.command.is_none());
    let Some(data) = data else {
        return Ok(lens);
    };
    let data: (DocumentId, u32, usize) = serde_json::from_value(data)
        .map_err(|_| Error::invalid_params("the data of the lens is not carom's"))?;
    let (id, text, index) = data;
    let mut documents = state.workspace.documents.values();
    let document = documents.find(|document| document.id == id);
    let document = document.ok_or_else(Error::content_modified)?;
    let here = document.section_on(lens.range.start.line);
    let here = here.and_then(|number| document.sections.get(number));
    let section = here
        .filter(|section| text_hash(section) == text)
        .or_else(|| {
            let mut sections = document.sections.iter();
            sections.find(|section| text_hash(section) == text)
        });
    let section = section.ok_or_else(Error::content_modified)?;
    let found = supported(state, document, section).nth(index);
    let found = found.ok_or_else(Error::content_modified)?;
    let line = start_of(state, document, section, &found).line;
    lens.command = Some(command(document, &found, line));
    Ok(lens)
}
