//! `carom.harder` and `carom.easier`: the single change that gives the most or the fewest moves.

use std::sync::Arc;

use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, WorkspaceEdit};

use super::board_editor::{self, edited_text};
use crate::analysis::{
    AnswerState, EditOperation, State, Suggestion, SuggestionGoal, Suggestions, WhatIfSource,
};
use crate::lsp::requests::commands::CommandResult;
use crate::lsp::results::progress::LateProgress;
use crate::lsp::session::{Outcome, PuzzleSnapshot, Server};
use crate::solving::{AnswerHandle, CancelFlag, Question, SearchEnd};
use crate::words::count;

/// The work for one command, about five seconds on one core. It is measured in positions, so that
/// the same puzzle gets the same suggestion everywhere.
const MOST_POSITIONS: u64 = 10_000_000;

/// The work for one change besides its positions.
const OVERHEAD: u64 = 2_000;

/// A change, its place in the order of all changes, and its search.
struct Candidate {
    number: usize,
    change: Suggestion,
    handle: Arc<AnswerHandle>,
}

/// The searches for all changes of a puzzle. Dropping it cancels them.
struct SuggestionSearch {
    before: Arc<AnswerHandle>,
    /// In the order in which the searches count, which mixes all objects.
    all: Vec<Candidate>,
    /// The number of changes that were left out.
    skipped: usize,
}

impl SuggestionSearch {
    /// Returns the number of unfinished searches.
    fn open(&self) -> usize {
        let of_changes = self.all.iter().map(|candidate| &candidate.handle);
        let handles = of_changes.chain([&self.before]);
        handles.filter(|handle| handle.result().is_none()).count()
    }

    /// Leaves out the changes beyond the limit of the work, as far as the searches have ended.
    fn skip_expensive(&mut self) {
        let mut work = 0;
        let within = self.all.iter().position(|candidate| {
            match candidate.handle.result() {
                None => return true,
                Some(SearchEnd::Answer(answer)) => work += answer.positions + OVERHEAD,
                Some(_) => {}
            }
            work >= MOST_POSITIONS
        });
        if work >= MOST_POSITIONS
            && let Some(last) = within
        {
            self.skipped += self.all.drain(last + 1..).len();
        }
    }

    /// Returns the best change, with its number of moves.
    fn best(&self, goal: SuggestionGoal) -> Option<(&Candidate, u32)> {
        let mut all: Vec<&Candidate> = self.all.iter().collect();
        all.sort_unstable_by_key(|candidate| candidate.number);
        let after: Vec<Option<u32>> = all.iter().map(|of| moves(&of.handle)).collect();
        let at = goal.best(moves(&self.before), &after)?;
        Some((all.get(at)?, (*after.get(at)?)?))
    }
}

/// Returns the number of moves, if it is known and comparable.
fn moves(handle: &AnswerHandle) -> Option<u32> {
    match handle.result() {
        Some(SearchEnd::Answer(answer)) => SuggestionGoal::measure(answer),
        _ => None,
    }
}

/// Whether the search reached a limit.
fn is_unknown(handle: &AnswerHandle) -> bool {
    !matches!(handle.result(), Some(SearchEnd::Answer(answer)) if answer.outcome.is_settled())
}

/// Whether the puzzle provably has no solution.
fn is_unsolvable(handle: &AnswerHandle) -> bool {
    let Some(SearchEnd::Answer(answer)) = handle.result() else {
        return false;
    };
    State::from(AnswerState::Answer(answer)) == State::Unsolvable
}

/// Returns a puzzle with limits under which no change takes most of the work.
fn bounded(snapshot: &PuzzleSnapshot) -> WhatIfSource<'_> {
    let mut source = snapshot.start();
    source.limits.max_positions = source.limits.max_positions.min(MOST_POSITIONS / 10);
    source
}

impl Server {
    /// `carom.harder` or `carom.easier`: applies the best change.
    pub(in crate::lsp) async fn suggest(
        &self,
        goal: SuggestionGoal,
        params: &ExecuteCommandParams,
    ) -> Outcome<CommandResult> {
        let snapshot = self.editable_puzzle(&params.arguments)?;
        let stop = CancelFlag::default();
        let mut progress =
            LateProgress::new(self, params, "carom/suggestion/", "Solving", stop.clone());
        let mut search = self
            .search_suggestions(snapshot.clone())
            .await?
            .ok_or("the puzzle has nothing to move")?;
        self.wait_for(&snapshot, &mut search, &stop, &mut progress).await?;
        // Moves of blocks and diagonals are the last resort, the nearest first.
        let mut has_terrain = false;
        let mut steps = 1;
        while is_unsolvable(&search.before) && search.skipped == 0 && search.best(goal).is_none() {
            let Some(more) = self.search_terrain(snapshot.clone(), steps).await? else {
                break;
            };
            has_terrain |= !more.is_empty();
            steps += 1;
            let first = search.all.len();
            let numbered = more.into_iter().zip(first..);
            search.all.extend(numbered.map(|((change, handle), number)| Candidate {
                number,
                change,
                handle,
            }));
            self.wait_for(&snapshot, &mut search, &stop, &mut progress).await?;
        }
        let before = moves(&search.before);
        let handles = search.all.iter().map(|candidate| &candidate.handle);
        let unknown = handles.filter(|handle| is_unknown(handle)).count() + search.skipped;
        let best = search.best(goal);
        let (best, after) = best.ok_or_else(|| goal.refusal(before, has_terrain, unknown))?;
        let (edit, also) = self.edit_for(&snapshot, best)?;
        self.edited(edit).await?;
        Ok(applied(&best.change, before, after, unknown, also))
    }

    /// Starts the searches for all changes, on a thread that no message waits for.
    async fn search_suggestions(
        &self,
        snapshot: PuzzleSnapshot,
    ) -> Result<Option<SuggestionSearch>> {
        let service = self.shared.service.clone();
        let ask = move || {
            let Suggestions { before, all } = Suggestions::of(&bounded(&snapshot))?;
            // The answer of the puzzle itself is mostly known, under the limits of its file.
            let limits = snapshot.start().limits;
            let question = Question::new(before.position().clone(), before.identity(), limits);
            let is_known = service.solver().at_hand(&question).is_some();
            let before = service.ask_in_spare_time(if is_known { question } else { before });
            let mut numbered: Vec<_> = all.into_iter().enumerate().collect();
            // Multiples of the golden ratio mix the objects and squares evenly.
            numbered
                .sort_by_key(|&(number, _)| (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let all = numbered.into_iter().map(|(number, (change, question))| Candidate {
                number,
                change,
                handle: service.ask_in_spare_time(question),
            });
            Some(SuggestionSearch { before, all: all.collect(), skipped: 0 })
        };
        let handle = tokio::task::spawn_blocking(ask).await;
        handle.map_err(|_| Error::internal_error())
    }

    /// Starts the searches for the moves of blocks and diagonals by a number of steps. Returns
    /// `None` if the board is not that large.
    async fn search_terrain(
        &self,
        snapshot: PuzzleSnapshot,
        steps: u8,
    ) -> Result<Option<Vec<(Suggestion, Arc<AnswerHandle>)>>> {
        let service = self.shared.service.clone();
        let ask = move || {
            let all = Suggestions::of_terrain(&bounded(&snapshot), steps)?.into_iter();
            Some(
                all.map(|(change, question)| (change, service.ask_in_spare_time(question)))
                    .collect(),
            )
        };
        let handle = tokio::task::spawn_blocking(ask).await;
        handle.map_err(|_| Error::internal_error())
    }

    /// Waits for all searches within the limit of the work, and shows the progress.
    ///
    /// # Errors
    ///
    /// The reason if the searches cannot complete.
    async fn wait_for(
        &self,
        snapshot: &PuzzleSnapshot,
        search: &mut SuggestionSearch,
        stop: &CancelFlag,
        progress: &mut LateProgress,
    ) -> Outcome<()> {
        let all = search.all.len() + 1;
        let mut updated = self.shared.updated.subscribe();
        loop {
            search.skip_expensive();
            let open = search.open();
            let is_current = {
                let state = self.shared.lock();
                let document = state.workspace.documents.get(&snapshot.uri);
                document.is_some_and(|document| snapshot.section(document).is_some())
            };
            if !is_current {
                return Err("the puzzle has changed meanwhile".into());
            }
            if open == 0 {
                return Ok(());
            }
            if stop.is_cancelled() {
                return Err("cancelled".into());
            }
            let message = format!("{} of {}", all - open, count(all, "change"));
            let percentage = u32::try_from((all - open) * 100 / all).ok();
            progress.report(message, percentage).await;
            tokio::select! {
                _ = updated.changed() => {}
                () = progress.due() => {}
            }
        }
    }

    /// Returns the edit that applies a change to the current text, and what else it changes.
    fn edit_for(
        &self,
        snapshot: &PuzzleSnapshot,
        best: &Candidate,
    ) -> Outcome<(WorkspaceEdit, Option<String>)> {
        self.with(&snapshot.uri, |state, document| {
            let section = snapshot.section(document).ok_or("the puzzle has changed meanwhile")?;
            let operation = EditOperation::Move {
                id: best.change.item.id.clone(),
                to: best.change.to.to_string(),
            };
            let edited = edited_text(document, section, &operation, Some(Some(&best.handle)))?;
            Ok((state.edit_of(document, section, edited.edits), edited.also))
        })?
    }
}

/// Describes an applied change.
fn applied(
    change: &Suggestion,
    before: Option<u32>,
    after: u32,
    unknown: usize,
    also: Option<String>,
) -> CommandResult {
    let Suggestion { item, to } = change;
    let (label, from) = (&item.label, &item.square);
    let instead = before.map(|before| format!(" instead of {before}")).unwrap_or_default();
    let mut message =
        format!("moved the {label} from {from} to {to}: {}{instead}", count(after, "move"));
    if unknown > 0 {
        let unknown = count(unknown, "other change");
        message.push_str(&format!("; {unknown} without an answer"));
    }
    message.extend(also.iter().map(|also| format!("; {also}")));
    let mut result = board_editor::applied(also);
    let members = json!({
        "moved": item.id, "label": label, "from": from, "to": to.to_string(),
        "before": before, "after": after, "unknown": unknown,
    });
    result.extend(members.as_object().cloned().into_iter().flatten());
    CommandResult { message: Some(message), result: result.into() }
}
