//! `carom.harder` and `carom.easier`: the one change that gives the most moves,
//! or the fewest.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, WorkspaceEdit};

use crate::analysis::{self, EditOperation, Suggestion, SuggestionGoal, Suggestions};
use crate::lsp::findings::progress::{INTERVAL, LONG, Told};
use crate::lsp::requests::commands::argument;
use crate::lsp::session::{NO_EDITS, Server, Shared, Stop, Subject, invalid};
use crate::solving::{Asked, CancelFlag, Found};
use crate::words::count;

/// All changes of a puzzle as they are asked about. Once dropped, nothing more
/// is searched for them.
struct Weighed {
    before: Arc<Asked>,
    all: Vec<(Suggestion, Arc<Asked>)>,
}

impl Weighed {
    /// The questions that have no answer yet.
    fn open(&self) -> usize {
        let all = self.all.iter().map(|(_, asked)| asked);
        let all = all.chain([&self.before]);
        all.filter(|asked| asked.found().is_none()).count()
    }
}

/// What a puzzle takes, if it is known and can be compared.
fn moves(asked: &Asked) -> Option<u32> {
    match asked.found() {
        Some(Found::Answer(answer)) => SuggestionGoal::measure(answer),
        _ => None,
    }
}

/// Whether a limit was reached.
fn is_unknown(asked: &Asked) -> bool {
    !matches!(asked.found(), Some(Found::Answer(answer)) if answer.outcome.is_settled())
}

/// Progress that is ended with the work, whatever becomes of that.
struct Shown<'a> {
    client: &'a Client,
    shared: &'a Arc<Shared>,
    told: Option<Told>,
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if let Some(told) = self.told.take() {
            let (client, shared) = (self.client.clone(), Arc::clone(self.shared));
            tokio::spawn(async move { told.end(&client, &shared).await });
        }
    }
}

impl Server {
    /// `carom.harder` or `carom.easier`: what was changed, or why nothing was.
    /// The user is told the same.
    pub(in crate::lsp) async fn wish(
        &self,
        wish: SuggestionGoal,
        arguments: &[Value],
    ) -> Result<Value> {
        let told = self.granted(wish, arguments).await?;
        let (text, result) = match told {
            Ok(granted) => (granted.text, granted.result),
            Err(refusal) => (refusal.clone(), json!({"refused": refusal})),
        };
        self.say(MessageType::INFO, text);
        Ok(result)
    }

    async fn granted(
        &self,
        wish: SuggestionGoal,
        arguments: &[Value],
    ) -> Result<std::result::Result<Granted, String>> {
        let wrong = || invalid("the argument is {\"uri\": …, \"line\": …}");
        let (uri, line) = argument(arguments).ok_or_else(wrong)?;
        if !self.shared.lock().client.applies_edits() {
            return Ok(Err(NO_EDITS.to_owned()));
        }
        let subject = self.with_puzzle(&uri, line, |chosen| {
            Subject::new(chosen.document, chosen.number)
        })?;
        let Some(subject) = subject else {
            return Ok(Err("the puzzle is malformed".to_owned()));
        };
        let Some(weighed) = self.weigh(subject.clone()).await? else {
            return Ok(Err("there is nothing to move".to_owned()));
        };
        if let Err(refusal) = self.settle(&subject, &weighed).await {
            return Ok(Err(refusal));
        }
        let before = moves(&weighed.before);
        let after: Vec<Option<u32>> = weighed.all.iter().map(|(_, asked)| moves(asked)).collect();
        let unknown = weighed.all.iter();
        let unknown = unknown.filter(|(_, asked)| is_unknown(asked)).count();
        let best = wish.best(before, &after);
        let best = best.and_then(|at| Some((weighed.all.get(at)?, (*after.get(at)?)?)));
        let Some(((change, _), after)) = best else {
            return Ok(Err(wish.refusal(before, unknown)));
        };
        let edit = match self.edit_for(&subject, change)? {
            Ok(edit) => edit,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let done = self.edited(edit, None).await?;
        if let Some(refusal) = done.get("refused").and_then(Value::as_str) {
            return Ok(Err(refusal.to_owned()));
        }
        Ok(Ok(Granted::new(change, before, after, unknown)))
    }

    /// Asks about all changes, where nobody has to wait for it.
    async fn weigh(&self, subject: Subject) -> Result<Option<Weighed>> {
        let service = self.shared.service.clone();
        let ask = move || {
            let Suggestions { before, all } = Suggestions::of(&subject.start())?;
            let all = all.into_iter();
            Some(Weighed {
                before: service.ask_in_spare_time(before),
                all: all
                    .map(|(change, question)| (change, service.ask_in_spare_time(question)))
                    .collect(),
            })
        };
        let asked = tokio::task::spawn_blocking(ask).await;
        asked.map_err(|_| Error::internal_error())
    }

    /// Waits until all is known, and shows how far it is.
    ///
    /// # Errors
    ///
    /// Why it will never be known.
    async fn settle(
        &self,
        subject: &Subject,
        weighed: &Weighed,
    ) -> std::result::Result<(), String> {
        let since = Instant::now();
        let stop = CancelFlag::default();
        let mut shown = Shown {
            client: &self.client,
            shared: &self.shared,
            told: None,
        };
        let all = weighed.all.len() + 1;
        loop {
            let open = weighed.open();
            let token = {
                let mut state = self.shared.lock();
                let document = state.documents.get(&subject.uri);
                if document
                    .and_then(|document| subject.section(document))
                    .is_none()
                {
                    return Err("the puzzle is another by now".to_owned());
                }
                if open == 0 {
                    return Ok(());
                }
                let is_due = shown.told.is_none() && since.elapsed() >= LONG;
                (is_due && state.client.wants_progress()).then(|| {
                    state.wishes += 1;
                    format!("carom/wish/{}", state.wishes)
                })
            };
            if stop.is_cancelled() {
                return Err("it was cancelled".to_owned());
            }
            if let Some(token) = token {
                let stop = Stop::Work(stop.clone());
                shown.told = Some(Told::new(&self.client, &self.shared, token, stop));
            }
            if let Some(told) = &mut shown.told {
                let message = format!("{} of {}", all - open, count(all, "change"));
                let percentage = u32::try_from((all - open) * 100 / all).ok();
                told.report(&self.client, message, percentage).await;
            }
            tokio::time::sleep(INTERVAL).await;
        }
    }

    /// The edit that makes a change of a puzzle as its text is now.
    fn edit_for(
        &self,
        subject: &Subject,
        change: &Suggestion,
    ) -> Result<std::result::Result<WorkspaceEdit, String>> {
        self.with(&subject.uri, |state, document| {
            let section = subject.section(document);
            let section = section.ok_or_else(|| "the puzzle is another by now".to_owned())?;
            let gesture = EditOperation::Move {
                id: change.one.id.clone(),
                to: change.to.to_string(),
            };
            let (text, puzzle) = (&section.read.text, &section.read.puzzle);
            let edited = analysis::apply_operation(text, puzzle, &document.head.read, &gesture)?;
            Ok(state.edit_of(document, section, edited.edits))
        })
    }
}

/// A change that was made.
struct Granted {
    text: String,
    result: Value,
}

impl Granted {
    fn new(change: &Suggestion, before: Option<u32>, after: u32, unknown: usize) -> Self {
        let Suggestion { one, to } = change;
        let (label, from) = (&one.label, &one.square);
        let was = before.map(|before| format!(" instead of {before}"));
        let was = was.unwrap_or_default();
        let mut text = format!(
            "the {label} went from {from} to {to}: {}{was}",
            count(after, "move")
        );
        if unknown > 0 {
            let unknown = count(unknown, "other change");
            text.push_str(&format!("; of {unknown} the answer is not known"));
        }
        Self {
            text,
            result: json!({
                "applied": true, "moved": one.id, "from": from, "to": to.to_string(),
                "before": before, "after": after, "unknown": unknown,
            }),
        }
    }
}
