//! Commands of lenses and code actions, and their arguments.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Command, Uri};

use crate::analysis::LensCommand;
use crate::lsp::session::{SHOW_SOLUTION, invalid};

pub(in crate::lsp) const INSERT_SOLUTION: &str = "carom.insertSolution";
pub(in crate::lsp) const RECORD_MOVES: &str = "carom.recordMoves";
pub(in crate::lsp) const UPDATE_CLAIMS: &str = "carom.updateClaims";
pub(in crate::lsp) const EDIT: &str = "carom.edit";
pub(in crate::lsp) const SOLVE: &str = "carom.solve";
pub(in crate::lsp) const HARDER: &str = "carom.harder";
pub(in crate::lsp) const EASIER: &str = "carom.easier";
pub(in crate::lsp) const COPY_AS: &str = "carom.copyAs";
pub(in crate::lsp) const FROM_TEXT: &str = "carom.puzzleFromText";
pub(in crate::lsp) const START_PUZZLE: &str = "carom.startPuzzle";
pub(in crate::lsp) const GENERATE: &str = "carom.generate";
pub(in crate::lsp) const HARDEST: &str = "carom.hardest";
pub(in crate::lsp) const MINIMISE: &str = "carom.minimise";
pub(in crate::lsp) const PREVIEW: &str = "carom.preview";

/// The commands that the server executes.
pub(in crate::lsp) const ALL: &[&str] = &[
    INSERT_SOLUTION,
    RECORD_MOVES,
    UPDATE_CLAIMS,
    SOLVE,
    EDIT,
    HARDER,
    EASIER,
    COPY_AS,
    FROM_TEXT,
    START_PUZZLE,
    GENERATE,
    HARDEST,
    MINIMISE,
    PREVIEW,
];

/// Returns a command for the puzzle at `line`.
pub(super) fn command(title: &str, command: LensCommand, uri: &Uri, line: u32) -> Command {
    let name = match command {
        LensCommand::None => return Command::new(title.to_owned(), String::new(), None),
        LensCommand::Solve => SOLVE,
        LensCommand::InsertSolution => INSERT_SOLUTION,
        LensCommand::RecordMoves => RECORD_MOVES,
        LensCommand::ShowSolution => {
            let place = json!({"line": line, "character": 0});
            let arguments = vec![json!(uri), place];
            return Command::new(title.to_owned(), SHOW_SOLUTION.to_owned(), Some(arguments));
        }
    };
    let argument = json!({"uri": uri, "line": line});
    Command::new(title.to_owned(), name.to_owned(), Some(vec![argument]))
}

/// The result of a command, and a message for the user.
pub(in crate::lsp) struct CommandResult {
    pub(in crate::lsp) message: Option<String>,
    pub(in crate::lsp) result: Value,
}

/// Parses the argument of a command: the URI of the document and a line of the puzzle, in an object
/// or as two arguments.
pub(in crate::lsp) fn puzzle_at(arguments: &[Value]) -> Result<(Uri, u32)> {
    let place = match arguments {
        [argument] => PuzzleAt::deserialize(argument),
        arguments => PuzzleAt::deserialize(Value::from(arguments)),
    };
    let PuzzleAt { uri, line } =
        place.map_err(|_| invalid("the argument is {\"uri\": …, \"line\": …}"))?;
    Ok((uri, line))
}

/// The place of a puzzle.
#[derive(Deserialize)]
struct PuzzleAt {
    uri: Uri,
    line: u32,
}

/// Returns a member of the argument of a command.
pub(in crate::lsp) fn member<'a>(arguments: &'a [Value], name: &str) -> Option<&'a Value> {
    arguments.first()?.get(name)
}

/// Returns a flag in the argument of a command.
pub(in crate::lsp) fn flag(arguments: &[Value], name: &str) -> bool {
    member(arguments, name).and_then(Value::as_bool) == Some(true)
}
