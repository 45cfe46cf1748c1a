//! Code actions that are commands, because they take long.

use serde_json::{Value, json};
use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Command};

use super::commands::{EASIER, GENERATE, HARDER, HARDEST, MINIMISE, PREVIEW};
use super::new_puzzle::NEW_PUZZLE;
use crate::analysis::{Game, PuzzleState};
use crate::lsp::documents::{Document, Section};
use crate::lsp::session::State;
use crate::syntax::Claim;
use crate::text::Span;

/// The title of an action, and its command.
type CommandAction = (&'static str, &'static str);

/// The kind of the action that shows the preview.
pub(crate) const PREVIEW_KIND: CodeActionKind = CodeActionKind::new("source.preview");

/// The actions that suggest a change of the puzzle.
const SUGGESTIONS: [CommandAction; 3] = [
    ("harder: move one item for the most moves", HARDER),
    ("easier: move one item for the fewest moves", EASIER),
    ("minimise: remove what the optimum does not need", MINIMISE),
];

/// The first fix of an unsolvable puzzle.
const MAKE_SOLVABLE: &str = "make it solvable: move one item";

/// The action for puzzles in which one piece has to reach a target.
const HARDEST_START: CommandAction = ("hardest start: move the pieces for the most moves", HARDEST);

/// Returns the command actions for the puzzle at a span. Each sends an edit to the client.
pub(super) fn by_command(
    state: &State,
    document: &Document,
    span: Span,
) -> Vec<CodeActionOrCommand> {
    // Edits are for carom text only.
    let is_able = state.client.capabilities.applies_edits() && document.format.is_none();
    let number = document.section_at(span.start).filter(|_| is_able);
    let Some(section) = number.and_then(|number| document.sections.get(number)) else {
        return Vec::new();
    };
    let position = section.read.puzzle.position();
    let suggestions = SUGGESTIONS.into_iter().filter(|_| position.is_some());
    let has_hardest = position.is_some_and(|position| position.sliding().is_ok());
    let argument = puzzle_argument(document, section);
    let commands = suggestions.chain(has_hardest.then_some(HARDEST_START));
    let offers = commands.map(|(title, name)| {
        let kind = CodeActionKind::REFACTOR_REWRITE;
        offer(title, kind, name, argument.clone())
    });
    offers.collect()
}

/// Returns the fix of the unsolvable puzzle at a span, unless its author claims that it is.
pub(super) fn make_solvable(
    state: &State,
    document: &Document,
    span: Span,
) -> Option<CodeActionOrCommand> {
    let is_able = state.client.capabilities.applies_edits();
    let number = document.section_at(span.start).filter(|_| is_able)?;
    let section = document.sections.get(number)?;
    let is_unsolvable = matches!(PuzzleState::from(section.view().known), PuzzleState::Unsolvable);
    let claim = section.read.puzzle.section.claim();
    let is_meant = matches!(claim, Some((_, Claim::None)));
    if !is_unsolvable || is_meant || document.format.is_some() {
        return None;
    }
    let argument = puzzle_argument(document, section);
    let kind = CodeActionKind::QUICKFIX;
    Some(offer(MAKE_SOLVABLE, kind, EASIER, argument))
}

/// Returns the action that shows the puzzle at a span in a browser, for clients without a panel.
pub(super) fn preview(
    state: &State,
    document: &Document,
    span: Span,
) -> Option<CodeActionOrCommand> {
    if state.client.capabilities.shows_solutions() || document.format.is_some() {
        return None;
    }
    let section = document.sections.get(document.section_at(span.start)?)?;
    let argument = puzzle_argument(document, section);
    let title = "show the board in a browser";
    Some(offer(title, PREVIEW_KIND, PREVIEW, argument))
}

fn puzzle_argument(document: &Document, section: &Section) -> Value {
    let line = document.line_of(section);
    json!({"uri": document.uri, "line": line})
}

fn offer(title: &str, kind: CodeActionKind, name: &str, argument: Value) -> CodeActionOrCommand {
    let command = Command::new(title.to_owned(), name.to_owned(), Some(vec![argument]));
    CodeActionOrCommand::CodeAction(CodeAction {
        title: title.to_owned(),
        kind: Some(kind),
        command: Some(command),
        ..CodeAction::default()
    })
}

/// Returns the actions that generate a puzzle at the end of a document.
pub(super) fn generated(state: &State, document: &Document) -> Vec<CodeActionOrCommand> {
    if !state.client.capabilities.applies_edits() {
        return Vec::new();
    }
    let mut games = Game::ALL.to_vec();
    games.retain(|game| game.generation().is_some());
    let offers = games.into_iter().map(|game| {
        let title = format!("generate a {} puzzle", game.name());
        let argument = json!({"game": game.name(), "uri": document.uri});
        offer(&title, NEW_PUZZLE, GENERATE, argument)
    });
    offers.collect()
}
