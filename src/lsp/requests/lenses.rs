//! Code lenses. A client that resolves lenses first gets their ranges, and later the commands of
//! visible ones.

use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeLens, Command, Position, Range};

use super::commands;
use crate::analysis::{self, Lens, LensCommand};
use crate::config::AnswerPlaces;
use crate::lsp::documents::{Document, DocumentId, Ranges, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::results::{DiagnosticList, proof};
use crate::lsp::session::{NEW_PUZZLE_COMMAND, State};

/// Returns all lenses of a document.
pub(in crate::lsp) fn lenses(state: &State, document: &Document) -> Vec<CodeLens> {
    let mut all = Vec::new();
    for section in &document.sections {
        let mut add = |lenses: &[(Position, Lens)]| {
            let hash = state
                .client
                .capabilities
                .resolves_lenses()
                .then(|| text_hash(section));
            let lenses = lenses.iter().enumerate();
            all.extend(lenses.map(|(place, (start, lens))| {
                let start = Position::new(start.line + section.line, start.character);
                CodeLens {
                    range: Range::new(start, start),
                    command: match hash {
                        Some(_) => None,
                        None => Some(command(document, lens, start.line)),
                    },
                    data: hash.map(|hash| json!([document.id, hash, place])),
                }
            }));
        };
        match section.answer_cache() {
            Some(cache) => add(cache
                .lenses
                .get_or_init(|| of_section(state, document, section))),
            None => add(&of_section(state, document, section)),
        }
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
    let diagnostics = diagnostics.by_puzzle();
    let sections = document.sections.iter().enumerate();
    let puzzles = sections.map(|(number, section)| {
        // Running and waiting searches count the same here.
        let proof = proof(document, section, diagnostics.get(&number), false);
        (section.view().known, proof)
    });
    analysis::deck_title(puzzles)
}

/// Returns the lenses of a puzzle that the client supports.
fn supported(state: &State, document: &Document, section: &Section) -> impl Iterator<Item = Lens> {
    let shows = state.client.capabilities.shows_solutions();
    let shows_answer = document.config.answers.get() != Some(&AnswerPlaces::Hint);
    let lenses = analysis::lenses(&section.view(), shows_answer).into_iter();
    let lenses = lenses.filter(move |lens| shows || !lens.is_of_player());
    let edits = state.client.capabilities.applies_edits();
    let lenses = lenses.filter(move |lens| edits || !lens.writes());
    lenses.map(move |mut lens| {
        if lens.command == LensCommand::ShowSolution && !shows {
            lens.command = LensCommand::None;
        }
        lens
    })
}

/// Returns the lenses of a puzzle, with lines that count from its first.
fn of_section(state: &State, document: &Document, section: &Section) -> Vec<(Position, Lens)> {
    let ranges = Ranges::new(&section.read.text, state.client.encoding);
    let lenses = supported(state, document, section);
    let lenses = lenses.map(|lens| (ranges.range(lens.span).start, lens));
    lenses.collect()
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
    let (id, text, place) = data;
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
    let found = supported(state, document, section).nth(place);
    let found = found.ok_or_else(Error::content_modified)?;
    let ranges = Ranges::new(&section.read.text, state.client.encoding);
    let line = section.line + ranges.range(found.span).start.line;
    lens.command = Some(command(document, &found, line));
    Ok(lens)
}
