//! What is asked of the solver about the documents, and in which order.

use std::sync::{Arc, Weak};

use tower_lsp::ls_types::Uri;

use super::questions::{limits, question_of, wants};
use super::state::State;
use crate::lsp::documents::Document;
use crate::solving::{Asked, Found, Question};

impl State {
    /// Asks the solver for the puzzles of a document that were not asked for
    /// yet; the one at `urgent` goes before all others.
    pub(in crate::lsp) fn ask(&mut self, uri: &Uri, urgent: Option<u32>) {
        let is_wanted = self.is_workspace_pulled;
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.version.is_none() && !is_wanted {
            return;
        }
        let limits = limits(&document.config);
        let wants = wants(&document.policy);
        let urgent = urgent.and_then(|offset| document.section_at(offset));
        for (number, section) in document.sections.iter_mut().enumerate() {
            if section.asked.is_some() {
                continue;
            }
            let question = question_of(section, limits, wants, &self.raised);
            let is_urgent = urgent == Some(number);
            section.ask(question.map(|question| self.service.ask(question, is_urgent)));
        }
        document.forget_retired();
        document.absorb();
    }

    /// Asks for puzzles of a document, open or not, before all others: those
    /// that were not asked for, and those whose search was stopped. Gives what
    /// was asked for now in a document that is not open.
    pub(in crate::lsp) fn prove(&mut self, uri: &Uri, numbers: &[usize]) -> Vec<Arc<Asked>> {
        let Some(document) = self.documents.get_mut(uri) else {
            return Vec::new();
        };
        let limits = limits(&document.config);
        let wants = wants(&document.policy);
        let is_open = document.version.is_some();
        let mut begun = Vec::new();
        // Each goes before all that wait, so the first comes last.
        for &number in numbers.iter().rev() {
            let Some(section) = document.sections.get_mut(number) else {
                continue;
            };
            if let Some(asked) = &section.asked
                && !matches!(asked.found(), Some(Found::Cancelled | Found::Failed))
            {
                if asked.found().is_none() {
                    self.service.hurry(asked);
                }
                continue;
            }
            section.ask(None);
            let question = question_of(section, limits, wants, &self.raised);
            section.ask(question.map(|question| self.service.ask(question, true)));
            begun.extend(section.asked.clone().filter(|_| !is_open));
        }
        self.has_news |= document.absorb();
        self.unsent(uri.clone());
        begun
    }

    /// Gives up searches of a document that is not open, and that have not
    /// ended.
    pub(in crate::lsp) fn give_up(&mut self, uri: &Uri, begun: &[Weak<Asked>]) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.version.is_some() || self.is_workspace_pulled {
            return;
        }
        for section in &mut document.sections {
            let is_begun = |asked: &Arc<Asked>| {
                let mut begun = begun.iter();
                asked.found().is_none() && begun.any(|own| own.as_ptr() == Arc::as_ptr(asked))
            };
            if section.asked.as_ref().is_some_and(is_begun) {
                section.ask(None);
            }
        }
        self.unsent(uri.clone());
    }

    /// Asks a question before all others.
    pub(in crate::lsp) fn ask_first(&self, question: Question) -> Arc<Asked> {
        self.service.ask(question, true)
    }

    /// Asks for a puzzle again, with ten times the limit if it was reached.
    pub(in crate::lsp) fn ask_again(&mut self, uri: &Uri, number: usize) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let Some(section) = document.sections.get_mut(number) else {
            return;
        };
        let is_unknown = section
            .view()
            .answer()
            .is_some_and(|answer| !answer.outcome.is_settled());
        let Some(asked) = section.asked.clone() else {
            return;
        };
        if is_unknown {
            let question = asked.question();
            let limit = question.limits().max_positions.saturating_mul(10);
            self.raised.insert(question.identity(), limit);
        }
        let start = section.start;
        section.ask(None);
        self.ask(uri, Some(start));
        self.unsent(uri.clone());
    }

    /// Asks for the puzzle at `offset` before all others.
    pub(super) fn hurry(&self, document: &Document, number: usize) {
        let section = document.sections.get(number);
        if let Some(asked) = section.and_then(|section| section.asked.as_ref())
            && asked.found().is_none()
        {
            self.service.hurry(asked);
        }
    }
}
