//! Commands of lenses and code actions, and their arguments.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Command, Uri};

use crate::analysis::LensCommand;
use crate::lsp::session::{SHOW_SOLUTION, invalid};

macro_rules! commands {
    ($($name:ident = $command:literal;)+) => {
        $(pub(crate) const $name: &str = $command;)+

        /// The commands that the server executes.
        pub(crate) const ALL: &[&str] = &[$($name),+];
    };
}

commands! {
    INSERT_SOLUTION = "carom.insertSolution";
    RECORD_MOVES = "carom.recordMoves";
    UPDATE_CLAIMS = "carom.updateClaims";
    SOLVE = "carom.solve";
    EDIT = "carom.edit";
    HARDER = "carom.harder";
    EASIER = "carom.easier";
    COPY_AS = "carom.copyAs";
    FROM_TEXT = "carom.puzzleFromText";
    START_PUZZLE = "carom.startPuzzle";
    GENERATE = "carom.generate";
    HARDEST = "carom.hardest";
    MINIMISE = "carom.minimise";
    PREVIEW = "carom.preview";
}

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
pub(crate) struct CommandResult {
    pub(crate) message: Option<String>,
    pub(crate) result: Value,
}

/// Parses the argument of a command: the URI of the document and a line of the puzzle, in an object
/// or as two arguments.
pub(crate) fn puzzle_at(arguments: &[Value]) -> Result<(Uri, u32)> {
    let place = match arguments {
        [argument] => PuzzleAt::deserialize(argument),
        arguments => PuzzleAt::deserialize(Value::from(arguments)),
    };
    let PuzzleAt { uri, line } =
        place.map_err(|_| invalid("the argument is {\"uri\": …, \"line\": …}"))?;
    Ok((uri, line))
}

#[derive(Deserialize)]
struct PuzzleAt {
    uri: Uri,
    line: u32,
}

/// Returns a member of the argument of a command.
pub(crate) fn member<'a>(arguments: &'a [Value], name: &str) -> Option<&'a Value> {
    arguments.first()?.get(name)
}

/// Returns a flag in the argument of a command.
pub(crate) fn flag(arguments: &[Value], name: &str) -> bool {
    member(arguments, name).and_then(Value::as_bool) == Some(true)
}
