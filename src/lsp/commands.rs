//! The commands of lenses and actions.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Command, ExecuteCommandParams, MessageType, Uri, WorkspaceEdit};

use super::client::SHOW_SOLUTION;
use super::edits::workspace_edit;
use super::server::{Server, invalid};
use crate::analysis::{self, LensCommand, Wish};
use crate::exchange;

pub(super) const INSERT_SOLUTION: &str = "carom.insertSolution";
pub(super) const RECORD_MOVES: &str = "carom.recordMoves";
pub(super) const EDIT: &str = "carom.edit";
pub(super) const SOLVE: &str = "carom.solve";
pub(super) const HARDER: &str = "carom.harder";
pub(super) const EASIER: &str = "carom.easier";
pub(super) const COPY_AS: &str = "carom.copyAs";
pub(super) const FROM_TEXT: &str = "carom.puzzleFromText";
pub(super) const START_PUZZLE: &str = "carom.startPuzzle";

/// All commands that the server executes.
pub(super) const ALL: [&str; 9] = [
    INSERT_SOLUTION,
    RECORD_MOVES,
    SOLVE,
    EDIT,
    HARDER,
    EASIER,
    COPY_AS,
    FROM_TEXT,
    START_PUZZLE,
];

/// A command for the puzzle whose first line is `line`.
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

/// The puzzle that a command is about: the document and a line of the puzzle.
/// The two may also stand side by side.
pub(super) fn argument(arguments: &[Value]) -> Option<(Uri, u32)> {
    let (uri, line) = match arguments {
        [Value::Object(object)] => (object.get("uri")?, object.get("line")?),
        [uri, line] => (uri, line),
        _ => return None,
    };
    let line = u32::try_from(line.as_u64()?).ok()?;
    Some((uri.as_str()?.parse().ok()?, line))
}

/// The moves that were played by hand, where there are some.
fn played(arguments: &[Value]) -> Option<&Value> {
    arguments.first()?.get("moves")
}

impl Server {
    /// `workspace/executeCommand`
    pub(super) async fn execute(&self, params: &ExecuteCommandParams) -> Result<Option<Value>> {
        match (params.command.as_str(), params.arguments.as_slice()) {
            (COPY_AS, arguments) => self.copy_as(arguments).map(Some),
            (EDIT, arguments) => self.gesture(arguments).await.map(Some),
            (HARDER, arguments) => self.wish(Wish::Harder, arguments).await.map(Some),
            (EASIER, arguments) => self.wish(Wish::Easier, arguments).await.map(Some),
            (FROM_TEXT, [text]) => {
                let text = text.get("text").unwrap_or(text).as_str();
                let text = text.ok_or_else(|| invalid("the argument is {\"text\": …}"))?;
                Ok(exchange::puzzles_of(text)
                    .map(|(form, puzzles)| json!({"form": form.name, "text": puzzles})))
            }
            (START_PUZZLE, arguments) => self.start_puzzle(arguments).map(Some),
            (INSERT_SOLUTION, arguments) if played(arguments).is_some() => {
                let wrong = || invalid("the argument is {\"uri\": …, \"line\": …, \"moves\": …}");
                let (uri, line) = argument(arguments).ok_or_else(wrong)?;
                let moves = played(arguments).ok_or_else(wrong)?;
                self.insert_played(&uri, line, moves).await.map(Some)
            }
            _ => self.edit(params).map(|()| None),
        }
    }

    /// The puzzle at a line in a form that is named, or in all that can say it.
    fn copy_as(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …, \"form\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        let form = arguments.first().and_then(|argument| argument.get("form"));
        let form = form.and_then(Value::as_str);
        let found = self.with(&uri, |_, document| {
            let number = document.section_on(line)?;
            let section = document.sections.get(number)?;
            Some(exchange::written_as(
                &section.read.text,
                &document.head.read,
                form,
            ))
        })?;
        let found = found.ok_or_else(|| invalid("there is no puzzle"))?;
        let written = found.into_iter().map(|(form, written)| match written {
            Ok(text) => json!({"form": form.name, "about": form.about, "text": text}),
            Err(refusal) => {
                let refusal = refusal.to_string();
                json!({"form": form.name, "about": form.about, "refused": refusal})
            }
        });
        Ok(written.collect())
    }

    fn edit(&self, params: &ExecuteCommandParams) -> Result<()> {
        let (uri, line) = argument(&params.arguments)
            .ok_or_else(|| invalid("the argument is {\"uri\": …, \"line\": …}"))?;
        let work = match params.command.as_str() {
            INSERT_SOLUTION => analysis::insert_solution,
            RECORD_MOVES => analysis::record_moves,
            SOLVE => {
                let number = self.with(&uri, |_, document| document.section_on(line))?;
                let number = number.ok_or_else(|| invalid("there is no puzzle"))?;
                self.shared.lock().ask_again(&uri, number);
                self.shared.edited.notify_one();
                self.shared.refresh.store(true, Ordering::Relaxed);
                return Ok(());
            }
            _ => return Err(invalid("there is no such command")),
        };
        let edit = self.with(&uri, |state, document| {
            let number = document.section_on(line);
            let number = number.ok_or_else(|| invalid("there is no puzzle"))?;
            let Some(section) = document.sections.get(number) else {
                return Err(invalid("there is no puzzle"));
            };
            let edit = work(&section.view());
            Ok(edit.map(|edit| {
                let edits = section.shifted(vec![edit]);
                let takes_versions = state.client.takes_versions();
                workspace_edit(document, &edits, state.encoding, takes_versions)
            }))
        })??;
        match edit {
            Some(edit) => self.apply(edit),
            None => self.say(
                MessageType::INFO,
                "there is nothing to write: the answer is not known, or it stands there already"
                    .to_owned(),
            ),
        }
        Ok(())
    }

    /// Sends an edit; that the client applies it is the client's affair.
    fn apply(&self, edit: WorkspaceEdit) {
        let client = self.client.clone();
        tokio::spawn(async move {
            if let Err(error) = client.apply_edit(edit).await {
                tracing::warn!("the client did not apply an edit: {error}");
            }
        });
    }
}
