//! Code lenses.

use tower_lsp::ls_types::{CodeLens, Command, Range};

use super::commands::command;
use crate::analysis::{self, Lens, LensCommand, PuzzleState, View};
use crate::config::AnswerPlaces;
use crate::lsp::documents::{Document, Section};
use crate::lsp::guarded::guarded;
use crate::lsp::results::{DiagnosticList, proof};
use crate::lsp::session::{NEW_PUZZLE_COMMAND, State};
use crate::syntax::Claim;

pub(crate) fn lenses(state: &State, document: &Document) -> Vec<CodeLens> {
    let lens = |range, command| CodeLens { range, command: Some(command), data: None };
    let mut all = Vec::new();
    for section in &document.sections {
        // Neovim sorts the lenses of a line by their columns. The first is that of the file.
        let lenses = (1_u32..).zip(supported(state, document, section));
        all.extend(lenses.map(|(column, of)| {
            let place = of.span.start.saturating_add(column).min(of.span.end);
            let offset = section.start.saturating_add(place);
            let start = document.position(offset, state.client.encoding);
            let command = command(&of.title, of.command, &document.uri, start.line);
            lens(Range::new(start, start), command)
        }));
    }
    if document.is_blank() && state.client.capabilities.executes(NEW_PUZZLE_COMMAND) {
        let command = Command::new("New puzzle…".to_owned(), NEW_PUZZLE_COMMAND.to_owned(), None);
        all.push(lens(Range::default(), command));
    }
    let title = guarded("the lens of a file", || file_title(state, document));
    all.extend(title.flatten().map(|title| {
        let command = Command::new(title, String::new(), None);
        lens(Range::default(), command)
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

/// Whether a puzzle is malformed, or unsolvable although its author does not say so.
fn is_lacking(view: &View<'_>) -> bool {
    let is_meant = matches!(view.puzzle.section.claim(), Some((_, Claim::None)));
    let is_unsolvable = PuzzleState::from(view.known) == PuzzleState::Unsolvable;
    view.puzzle.position().is_none() || is_unsolvable && !is_meant
}

/// Returns the lenses of a puzzle that the client supports.
fn supported(state: &State, document: &Document, section: &Section) -> impl Iterator<Item = Lens> {
    let shows = state.client.capabilities.shows_solutions();
    let shows_answer = document.config.editor.answers != Some(AnswerPlaces::Hint);
    let edits = state.client.capabilities.applies_edits();
    let view = section.view();
    let all = match document.is_draft(section) && is_lacking(&view) {
        true => vec![analysis::unfinished_lens(&view)],
        false => analysis::lenses(&view, shows_answer),
    };
    let supported = all
        .into_iter()
        .filter(move |lens| (shows || !lens.is_of_player()) && (edits || !lens.writes()));
    supported.map(move |mut lens| {
        if lens.command == LensCommand::ShowSolution && !shows {
            lens.command = LensCommand::None;
        }
        lens
    })
}
