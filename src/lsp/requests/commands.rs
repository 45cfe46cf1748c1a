//! Commands of lenses and code actions, and their arguments.

use serde_json::{Value, json};
use tower_lsp::ls_types::{Command, Uri};

use crate::analysis::LensCommand;
use crate::lsp::session::SHOW_SOLUTION;

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

/// Parses the argument of a command: the URI of the document and a line of the puzzle, in an object
/// or as two arguments.
pub(in crate::lsp) fn argument(arguments: &[Value]) -> Option<(Uri, u32)> {
    let (uri, line) = match arguments {
        [Value::Object(object)] => (object.get("uri")?, object.get("line")?),
        [uri, line] => (uri, line),
        _ => return None,
    };
    let line = u32::try_from(line.as_u64()?).ok()?;
    Some((uri.as_str()?.parse().ok()?, line))
}
