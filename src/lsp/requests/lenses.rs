//! The lenses of a document. A client that resolves them is told first where
//! they stand alone, and what they say of those that are seen.

use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeLens, Command, Range};

use super::commands;
use crate::analysis::{self, Lens, LensCommand};
use crate::config::Answers;
use crate::lsp::documents::fragment::{Fragment, part, write_value};
use crate::lsp::documents::{Document, Ranges, Section};
use crate::lsp::findings::{Reports, proof};
use crate::lsp::guarded::guarded;
use crate::lsp::session::State;

/// All lenses of a document, as JSON.
pub(in crate::lsp) fn write(state: &State, document: &Document, json: &mut Vec<u8>) {
    json.push(b'[');
    for section in &document.sections {
        let make = || Fragment::of(of_section(state, document, section));
        section.shown(
            |shown| &shown.lenses,
            make,
            |lenses| lenses.write(section.line, json),
        );
    }
    let title = guarded("the lens of a deck", || deck_title(state, document));
    if let Some(title) = title.flatten() {
        part(json);
        let lens = CodeLens {
            range: Range::default(),
            command: Some(Command::new(title, String::new(), None)),
            data: None,
        };
        write_value(&lens, json);
    }
    json.push(b']');
}

/// What stands above the first line of a deck.
fn deck_title(state: &State, document: &Document) -> Option<String> {
    if document.sections.len() < 2 {
        return None;
    }
    let reports = Reports::of(state, document);
    let reports = reports.by_puzzle();
    let sections = document.sections.iter().enumerate();
    let puzzles = sections.map(|(number, section)| {
        // Whether it is searched or waits is all one here.
        let proof = proof(document, section, reports.get(&number), false);
        (section.view().known, proof)
    });
    analysis::deck_title(puzzles)
}

/// The lenses of a puzzle.
fn lenses(state: &State, document: &Document, section: &Section) -> impl Iterator<Item = Lens> {
    let shows = state.client.shows_solutions();
    let shows_answer = document.config.answers() != Some(Answers::Hint);
    let lenses = analysis::lenses(&section.view(), shows_answer).into_iter();
    let lenses = lenses.filter(move |lens| shows || !lens.is_of_player());
    let edits = state.client.applies_edits();
    let lenses = lenses.filter(move |lens| edits || !lens.writes());
    lenses.map(move |mut lens| {
        if lens.command == LensCommand::ShowSolution && !shows {
            lens.command = LensCommand::None;
        }
        lens
    })
}

/// The lenses of a puzzle with lines that count from its first.
fn of_section(state: &State, document: &Document, section: &Section) -> Vec<CodeLens> {
    let ranges = Ranges::new(&section.read.text, state.encoding);
    let text = state.client.resolves_lenses().then(|| stamp(section));
    let lenses = lenses(state, document, section).enumerate();
    let lenses = lenses.map(|(place, lens)| {
        let start = ranges.range(lens.span).start;
        CodeLens {
            range: Range::new(start, start),
            command: match text {
                Some(_) => None,
                None => Some(command(document, &lens, start.line)),
            },
            data: text.map(|text| json!([document.number, text, place])),
        }
    });
    lenses.collect()
}

fn command(document: &Document, lens: &Lens, line: u32) -> Command {
    commands::command(&lens.title, lens.command, &document.uri, line)
}

/// A number that tells the text of a puzzle from others.
fn stamp(section: &Section) -> u32 {
    crc32fast::hash(section.read.text.as_bytes())
}

/// A lens with what it says. The puzzle may have moved since the client was told
/// of the lens; where it is gone, the client is to ask again.
pub(in crate::lsp) fn resolve(state: &State, mut lens: CodeLens) -> Result<CodeLens> {
    let data = lens.data.take().filter(|_| lens.command.is_none());
    let Some(data) = data else {
        return Ok(lens);
    };
    let data: (u64, u32, usize) = serde_json::from_value(data)
        .map_err(|_| Error::invalid_params("the data of the lens is not carom's"))?;
    let (number, text, place) = data;
    let mut documents = state.documents.values();
    let document = documents.find(|document| document.number == number);
    let document = document.ok_or_else(Error::content_modified)?;
    let here = document.section_on(lens.range.start.line);
    let here = here.and_then(|number| document.sections.get(number));
    let section = here.filter(|section| stamp(section) == text).or_else(|| {
        let mut sections = document.sections.iter();
        sections.find(|section| stamp(section) == text)
    });
    let section = section.ok_or_else(Error::content_modified)?;
    let found = lenses(state, document, section).nth(place);
    let found = found.ok_or_else(Error::content_modified)?;
    let ranges = Ranges::new(&section.read.text, state.encoding);
    let line = section.line + ranges.range(found.span).start.line;
    lens.command = Some(command(document, &found, line));
    Ok(lens)
}
