//! Requests to the solver for the puzzles of documents, and their priority.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use tower_lsp::ls_types::Uri;

use super::state::State;
use crate::lsp::documents::{Document, Section};
use crate::solving::{AnswerHandle, Identity, Limits, Question, SearchEnd, Wants};

impl State {
    /// Requests the missing answers of a document. The puzzle at `urgent` goes first.
    pub(crate) fn ask(&mut self, uri: &Uri, urgent: Option<u32>) {
        let is_wanted = self.client.pulls_workspace;
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return;
        };
        if document.version.is_none() && !is_wanted {
            return;
        }
        let limits = document.limits();
        let wants = document.policy.editor_wants();
        let urgent = urgent.and_then(|offset| document.section_at(offset));
        for (number, section) in document.sections.iter_mut().enumerate() {
            if section.handle.is_some() {
                continue;
            }
            let question = question_of(section, limits, wants, &self.workspace.raised_limits);
            let is_urgent = urgent == Some(number);
            section.ask(question.map(|question| {
                let cache = document.cache.clone();
                self.service.ask_cached(question, cache, is_urgent)
            }));
        }
        document.forget_retired();
        document.collect_results();
    }

    /// Requests answers with priority: those not requested yet, and those whose search was
    /// cancelled. Returns the new handles if the document is not open.
    pub(crate) fn prove(&mut self, uri: &Uri, numbers: &[usize]) -> Vec<Arc<AnswerHandle>> {
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return Vec::new();
        };
        let limits = document.limits();
        let wants = document.policy.editor_wants();
        let is_open = document.version.is_some();
        let mut begun = Vec::new();
        // Each request goes to the front, so the first is made last.
        for &number in numbers.iter().rev() {
            let Some(section) = document.sections.get_mut(number) else {
                continue;
            };
            if let Some(handle) = &section.handle
                && !matches!(handle.result(), Some(SearchEnd::Cancelled | SearchEnd::Failed(_)))
            {
                if handle.result().is_none() {
                    self.service.prioritize(handle);
                }
                continue;
            }
            section.ask(None);
            let question = question_of(section, limits, wants, &self.workspace.raised_limits);
            section.ask(question.map(|question| {
                let cache = document.cache.clone();
                self.service.ask_cached(question, cache, true)
            }));
            begun.extend(section.handle.clone().filter(|_| !is_open));
        }
        self.published.needs_refresh |= document.collect_results();
        self.published.mark_changed(uri.clone());
        begun
    }

    /// Cancels the given searches, unless the document is open.
    pub(crate) fn give_up(&mut self, uri: &Uri, begun: &[Weak<AnswerHandle>]) {
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return;
        };
        if document.version.is_some() || self.client.pulls_workspace {
            return;
        }
        for section in &mut document.sections {
            let is_begun = |handle: &Arc<AnswerHandle>| {
                handle.result().is_none()
                    && begun.iter().any(|started| started.as_ptr() == Arc::as_ptr(handle))
            };
            if section.handle.as_ref().is_some_and(is_begun) {
                section.ask(None);
            }
        }
        self.published.mark_changed(uri.clone());
    }

    /// Requests an answer with priority.
    pub(crate) fn ask_first(&self, question: Question) -> Arc<AnswerHandle> {
        self.service.ask(question, true)
    }

    /// Solves a puzzle again, with ten times its limit if that was reached.
    pub(crate) fn ask_again(&mut self, uri: &Uri, number: usize) {
        let Some(document) = self.workspace.documents.get_mut(uri) else {
            return;
        };
        let Some(section) = document.sections.get_mut(number) else {
            return;
        };
        let is_unknown = section.view().answer().is_some_and(|answer| !answer.outcome.is_settled());
        let Some(handle) = section.handle.clone() else {
            return;
        };
        if is_unknown {
            let question = handle.question();
            let limit = question.limits().max_positions.saturating_mul(10);
            self.workspace.raised_limits.insert(question.identity(), limit);
        }
        let start = section.start;
        section.ask(None);
        self.ask(uri, Some(start));
        self.published.mark_changed(uri.clone());
    }

    /// Moves the search of a puzzle to the front.
    pub(super) fn prioritize(&self, document: &Document, number: usize) {
        let section = document.sections.get(number);
        if let Some(handle) = section.and_then(|section| section.handle.as_ref())
            && handle.result().is_none()
        {
            self.service.prioritize(handle);
        }
    }
}

/// Returns the question of a puzzle, or `None` if it is malformed.
fn question_of(
    section: &Section,
    limits: Limits,
    wants: Wants,
    raised: &HashMap<Identity, u64>,
) -> Option<Question> {
    let puzzle = &section.read.puzzle;
    let raised = raised.get(&puzzle.identity?).copied().unwrap_or_default();
    let limits = Limits { max_positions: limits.max_positions.max(raised), ..limits };
    puzzle.question(limits, wants)
}
