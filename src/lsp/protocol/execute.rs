//! `workspace/executeCommand`: the dispatch of commands.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{ExecuteCommandParams, MessageType};

use crate::analysis::{self, SuggestionGoal};
use crate::exchange;
use crate::lsp::documents::DocumentEdit;
use crate::lsp::requests::commands::{
    COPY_AS, CommandResult, EASIER, EDIT, FROM_TEXT, GENERATE, HARDER, HARDEST, INSERT_SOLUTION,
    MINIMISE, PREVIEW, RECORD_MOVES, SOLVE, START_PUZZLE, UPDATE_CLAIMS, flag, member, puzzle_at,
};
use crate::lsp::session::{NO_EDITS, Outcome, Refusal, Server, failed, invalid, response};

impl Server {
    /// `workspace/executeCommand`
    pub(super) async fn execute(&self, params: &ExecuteCommandParams) -> Result<Option<Value>> {
        let arguments = params.arguments.as_slice();
        let outcome = match params.command.as_str() {
            COPY_AS => self.copy_as(arguments),
            EDIT => self.apply_operation(arguments).await,
            UPDATE_CLAIMS => self.update_claims(arguments).await,
            HARDER => {
                let outcome = self.suggest(SuggestionGoal::Harder, params).await;
                self.announced(arguments, outcome)
            }
            EASIER => {
                let outcome = self.suggest(SuggestionGoal::Easier, params).await;
                self.announced(arguments, outcome)
            }
            FROM_TEXT => return puzzle_from_text(arguments),
            GENERATE => self.announced(arguments, self.generate(params).await),
            HARDEST => self.announced(arguments, self.hardest(params).await),
            MINIMISE => self.announced(arguments, self.minimise(params).await),
            PREVIEW => return self.preview(arguments).await.map(Some),
            START_PUZZLE => return self.start_puzzle(arguments).map(Some),
            command => match member(arguments, "moves") {
                Some(moves) if command == INSERT_SOLUTION => {
                    let (uri, line) = puzzle_at(arguments)?;
                    self.insert_played(&uri, line, moves).await
                }
                _ => return self.edit(params).map(|()| None),
            },
        };
        response(outcome).map(Some)
    }

    /// Shows the user what a command did, or why it did nothing, unless the client does so itself.
    fn announced(&self, arguments: &[Value], outcome: Outcome<CommandResult>) -> Outcome<Value> {
        let message = match &outcome {
            Ok(done) => done.message.clone(),
            Err(Refusal::Reason(reason)) => Some(reason.clone()),
            Err(Refusal::Error(_)) => None,
        };
        if let Some(message) = message
            && !flag(arguments, "quiet")
        {
            self.say(MessageType::INFO, message);
        }
        outcome.map(|done| done.result)
    }

    /// `carom.copyAs`: exports the puzzle at a line to one format, or to all of its game.
    fn copy_as(&self, arguments: &[Value]) -> Outcome<Value> {
        let (uri, line) = puzzle_at(arguments)?;
        let format = member(arguments, "format").and_then(Value::as_str);
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
        let (uri, line) = puzzle_at(&params.arguments)?;
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
    fn apply(&self, edit: DocumentEdit) -> Result<()> {
        if !self.shared.lock().client.capabilities.applies_edits() {
            return Err(failed(NO_EDITS));
        }
        let server = Self::new(self.client.clone(), Arc::clone(&self.shared));
        tokio::spawn(async move {
            match server.send_edit(edit).await {
                Ok(()) => {}
                Err(Refusal::Reason(reason)) => server.say(MessageType::WARNING, reason),
                Err(Refusal::Error(error)) => {
                    tracing::warn!("the client did not apply an edit: {error}");
                }
            }
        });
        Ok(())
    }
}

/// `carom.puzzleFromText`: converts text in a foreign format.
fn puzzle_from_text(arguments: &[Value]) -> Result<Option<Value>> {
    let argument = member(arguments, "text").or(arguments.first());
    let text =
        argument.and_then(Value::as_str).ok_or_else(|| invalid("the argument is {\"text\": …}"))?;
    Ok(exchange::puzzles_of(text)
        .map(|(format, puzzles)| json!({"format": format.name, "text": puzzles})))
}
