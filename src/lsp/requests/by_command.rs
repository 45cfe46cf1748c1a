//! Actions that are commands: what takes a while, and to a client that takes
//! nothing but commands, also what there is a command for.

use serde_json::json;
use tower_lsp::ls_types::{CodeAction, CodeActionKind, CodeActionOrCommand, Command};

use super::commands::{EASIER, HARDER, INSERT_SOLUTION, RECORD_MOVES};
use crate::analysis;
use crate::lsp::documents::{Document, Section};
use crate::lsp::session::State;
use crate::text::Span;

/// What a command may be called in a list of actions, and its name.
type Offer = (&'static str, &'static str);

pub(super) const RECORD_TITLE: &str = "record the fewest moves";
pub(super) const INSERT_TITLE: &str = "write the optimal solution";

/// What looks for a change of the puzzle.
const WISHES: [Offer; 2] = [
    (
        "harder: move one thing to where it takes the most moves",
        HARDER,
    ),
    (
        "easier: move one thing to where it takes the fewest moves",
        EASIER,
    ),
];

/// The actions for the puzzle at a place that are commands, all of them rewrites.
/// Each ends with an edit that the client is asked to apply.
pub(super) fn by_command(
    state: &State,
    document: &Document,
    span: Span,
) -> Vec<CodeActionOrCommand> {
    // A puzzle of another format has no text in which a piece could go elsewhere.
    let is_able = state.client.applies_edits() && document.format.is_none();
    let number = document.section_at(span.start).filter(|_| is_able);
    let Some(section) = number.and_then(|number| document.sections.get(number)) else {
        return Vec::new();
    };
    let takes_actions = state.client.takes_actions();
    let written = (!takes_actions).then(|| written(section));
    let is_legal = section.read.puzzle.position().is_some();
    let wishes = WISHES.into_iter().filter(|_| is_legal);
    let argument = json!({
        "uri": document.uri,
        "line": document.line_of(section, state.encoding),
    });
    let offers = written.into_iter().flatten().chain(wishes);
    let offers = offers.map(|(title, name)| {
        let arguments = Some(vec![argument.clone()]);
        let command = Command::new(title.to_owned(), name.to_owned(), arguments);
        if !takes_actions {
            return CodeActionOrCommand::Command(command);
        }
        CodeActionOrCommand::CodeAction(CodeAction {
            title: title.to_owned(),
            kind: Some(CodeActionKind::REFACTOR_REWRITE),
            command: Some(command),
            ..CodeAction::default()
        })
    });
    offers.collect()
}

/// What can be written down of a puzzle.
fn written(section: &Section) -> impl Iterator<Item = Offer> {
    let view = section.view();
    let moves = analysis::record_moves(&view).map(|_| (RECORD_TITLE, RECORD_MOVES));
    let solution = analysis::insert_solution(&view).map(|_| (INSERT_TITLE, INSERT_SOLUTION));
    moves.into_iter().chain(solution)
}
