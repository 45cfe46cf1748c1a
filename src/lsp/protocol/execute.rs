//! `workspace/executeCommand`: the dispatch of commands.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{ExecuteCommandParams, MessageType, WorkspaceEdit};

use crate::analysis::{self, SuggestionGoal};
use crate::exchange;
use crate::lsp::requests::commands;
use crate::lsp::requests::commands::{
    COPY_AS, EASIER, EDIT, FROM_TEXT, GENERATE, HARDER, HARDEST, INSERT_SOLUTION, MINIMISE,
    RECORD_MOVES, SOLVE, START_PUZZLE, UPDATE_CLAIMS, argument,
};
use crate::lsp::session::{NO_EDITS, Server, failed, invalid};

/// Returns the moves played by hand, if the argument has some.
fn played(arguments: &[Value]) -> Option<&Value> {
    arguments.first()?.get("moves")
}

impl Server {
    /// `workspace/executeCommand`
    pub(super) async fn execute(&self, params: &ExecuteCommandParams) -> Result<Option<Value>> {
        match (params.command.as_str(), params.arguments.as_slice()) {
            (COPY_AS, arguments) => self.copy_as(arguments).map(Some),
            (EDIT, arguments) => self.apply_operation(arguments).await.map(Some),
            (UPDATE_CLAIMS, arguments) => self.update_claims(arguments).await.map(Some),
            (HARDER, arguments) => self
                .suggest(SuggestionGoal::Harder, arguments)
                .await
                .map(Some),
            (EASIER, arguments) => self
                .suggest(SuggestionGoal::Easier, arguments)
                .await
                .map(Some),
            (FROM_TEXT, [text]) => {
                let text = text.get("text").unwrap_or(text).as_str();
                let text = text.ok_or_else(|| invalid("the argument is {\"text\": …}"))?;
                Ok(exchange::puzzles_of(text)
                    .map(|(format, puzzles)| json!({"format": format.name, "text": puzzles})))
            }
            (GENERATE, arguments) => self.generate(arguments).await.map(Some),
            (HARDEST, arguments) => self.hardest(arguments).await.map(Some),
            (MINIMISE, arguments) => self.minimise(arguments).await.map(Some),
            (commands::PREVIEW, arguments) => self.preview(arguments).await.map(Some),
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

    /// `carom.copyAs`: exports the puzzle at a line to one format, or to all of its game.
    fn copy_as(&self, arguments: &[Value]) -> Result<Value> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …, \"format\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        let format = arguments
            .first()
            .and_then(|argument| argument.get("format"));
        let format = format.and_then(Value::as_str);
        let found = self.with_puzzle(&uri, line, |target| {
            let (text, head) = (&target.section.read.text, &target.document.head.read);
            exchange::written_as(text, head, format)
        })?;
        let written = found.into_iter().map(|(format, written)| match written {
            Ok(text) => json!({"format": format.name, "about": format.about, "text": text}),
            Err(refusal) => {
                let refusal = refusal.to_string();
                json!({"format": format.name, "about": format.about, "refused": refusal})
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
                let number = self.with_puzzle(&uri, line, |target| target.number)?;
                self.shared.lock().ask_again(&uri, number);
                self.shared.edited.notify_one();
                self.shared.refresh.store(true, Ordering::Relaxed);
                return Ok(());
            }
            _ => return Err(invalid("unknown command")),
        };
        let edit = self.with_puzzle(&uri, line, |target| {
            let edit = work(&target.section.view());
            edit.map(|edit| target.edit(vec![edit]))
        })?;
        match edit {
            Some(edit) => self.apply(edit)?,
            None => self.say(
                MessageType::INFO,
                "nothing to write: the answer is unknown or already in the text".to_owned(),
            ),
        }
        Ok(())
    }

    /// Sends an edit without waiting for the client to apply it.
    fn apply(&self, edit: WorkspaceEdit) -> Result<()> {
        if !self.shared.lock().client.capabilities.applies_edits() {
            return Err(failed(NO_EDITS));
        }
        let client = self.client.clone();
        tokio::spawn(async move {
            if let Err(error) = client.apply_edit(edit).await {
                tracing::warn!("the client did not apply an edit: {error}");
            }
        });
        Ok(())
    }
}
