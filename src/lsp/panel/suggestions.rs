//! `carom.harder` and `carom.easier`: the single change that gives the most or the fewest moves.

use std::sync::Arc;

use serde_json::json;
use tower_lsp::ls_types::ExecuteCommandParams;

use super::board_editor::{self, edited_text};
use crate::analysis::{
    EditOperation, SuggestedChange, Suggestion, SuggestionGoal, SuggestionProgress, suggest,
};
use crate::lsp::documents::DocumentEdit;
use crate::lsp::requests::commands::CommandResult;
use crate::lsp::results::progress::LateProgress;
use crate::lsp::session::{CHANGED, Outcome, Server};
use crate::solving::SearchEnd;
use crate::words::count;

impl Server {
    /// `carom.harder` or `carom.easier`: applies the best change.
    pub(crate) async fn suggest(
        &self,
        goal: SuggestionGoal,
        params: &ExecuteCommandParams,
    ) -> Outcome<CommandResult> {
        let snapshot = self.editable_puzzle(&params.arguments)?;
        // The answer of the puzzle itself is mostly known, under the limits of its file.
        let known = self.with(&snapshot.uri, |_, document| {
            match snapshot.section(document)?.handle.as_ref()?.result()? {
                SearchEnd::Answer(answer) => Some(Arc::clone(answer)),
                SearchEnd::Cancelled | SearchEnd::Failed(_) => None,
            }
        })?;
        let late = LateProgress::new(self, params, "carom/suggestion/", "Solving");
        let progress = Arc::new(SuggestionProgress::default());
        let message = || {
            let (tried, all) = progress.tried();
            (format!("{tried} of {}", count(all, "change")), Some(progress.percentage()))
        };
        // The user waits for it, so it does not wait for the searches of documents.
        let solver = self.shared.service.solver().beside();
        let (source, cancel) = (snapshot.clone(), late.cancel());
        let shown = Arc::clone(&progress);
        let work = move || suggest(&source.start(), goal, known.as_ref(), &solver, &cancel, &shown);
        let found = late.run(Some(&snapshot), message, work).await??;
        let (edit, also) = self.with(&snapshot.uri, |_, document| {
            let section = snapshot.section(document).ok_or(CHANGED)?;
            let Suggestion { item, to } = &found.change;
            let operation = EditOperation::Move { id: item.id.clone(), to: to.to_string() };
            let after = Some((&found.question, &*found.answer));
            let edited = edited_text(document, section, &operation, Some(after))?;
            let edits = section.shifted(edited.edits);
            Ok::<_, String>((DocumentEdit::new(document, edits), edited.also))
        })??;
        self.edited(edit).await?;
        Ok(applied(&found, also))
    }
}

/// Describes an applied change.
fn applied(found: &SuggestedChange, also: Option<String>) -> CommandResult {
    let SuggestedChange { change: Suggestion { item, to }, before, after, unknown, .. } = found;
    let (label, from) = (&item.label, &item.square);
    let instead = before.map(|before| format!(" instead of {before}")).unwrap_or_default();
    let mut message =
        format!("moved the {label} from {from} to {to}: {}{instead}", count(*after, "move"));
    if *unknown > 0 {
        let unknown = count(*unknown, "other change");
        message.push_str(&format!(
            "; the best so far, with {unknown} without an answer: ask again to go on from here"
        ));
    }
    message.extend(also.iter().map(|also| format!("; {also}")));
    let mut result = board_editor::applied(also);
    let members = json!({
        "moved": item.id, "label": label, "from": from, "to": to.to_string(),
        "before": before, "after": after, "complete": *unknown == 0, "unknown": unknown,
    });
    result.extend(members.as_object().cloned().into_iter().flatten());
    CommandResult { message: Some(message), result: result.into() }
}
