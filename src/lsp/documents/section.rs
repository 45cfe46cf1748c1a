//! A puzzle of a document: its text and its answer.

use std::sync::Arc;

use crate::analysis::{
    AnswerState, Demands, Diagnostic, FileHead, Policy, Puzzle, View, check_answered,
};
use crate::exchange::read_puzzle;
use crate::lsp::guarded::guarded;
use crate::solving::{AnswerHandle, SearchEnd};
use crate::text::{Edit, Span};

/// The last stage of a search.
const LAST_STAGE: u8 = 2;

/// A puzzle of a document. A copy shares the parsed text and the answer.
#[derive(Clone)]
pub(crate) struct Section {
    /// Its start in bytes.
    pub(crate) start: u32,
    pub(crate) read: Arc<Read>,
    pub(crate) handle: Option<Arc<AnswerHandle>>,
    checked: Arc<CheckedAnswer>,
}

/// The parsed text of a section. It depends on the text and the file head only.
pub(crate) struct Read {
    pub(crate) text: Arc<str>,
    pub(crate) puzzle: Puzzle,
}

/// The checked answer of a puzzle, as far as it is known.
#[derive(Default)]
struct CheckedAnswer {
    stage: u8,
    is_answered: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Section {
    /// Parses a section of a carom file.
    pub(super) fn parse(start: u32, text: &str, head: &FileHead) -> Self {
        let puzzle = guarded("a puzzle", || read_puzzle(text, head))
            .unwrap_or_else(|| Puzzle::read("", &FileHead::default()));
        Self::new(start, text.into(), puzzle)
    }

    /// Creates a section without an answer.
    pub(super) fn new(start: u32, text: Arc<str>, puzzle: Puzzle) -> Self {
        Self { start, read: Arc::new(Read { text, puzzle }), handle: None, checked: Arc::default() }
    }

    /// Returns a copy that starts at another place.
    pub(super) fn moved_to(&self, start: u32) -> Self {
        Self { start, ..self.clone() }
    }

    /// Takes over the answer of a section with the same text.
    pub(super) fn with_answer_of(self, same: &Self) -> Self {
        Self { start: self.start, read: self.read, ..same.clone() }
    }

    /// Returns its end in bytes.
    pub(crate) fn end(&self) -> u32 {
        let length = Span::from_range(0..self.read.text.len()).end;
        self.start.saturating_add(length)
    }

    /// Returns the diagnostics that depend on the answer.
    pub(crate) fn answer_diagnostics(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// Whether all diagnostics are known.
    pub(crate) fn is_answered(&self) -> bool {
        self.checked.is_answered
    }

    /// Whether all errors under a policy are known.
    pub(crate) fn is_checked(&self, policy: &Policy) -> bool {
        self.checked.stage >= if policy.may_deny_beside() { 2 } else { 1 }
    }

    /// Whether the end of the search was collected.
    pub(crate) fn is_found(&self) -> bool {
        self.checked.stage > 0
    }

    /// Replaces the answer.
    pub(crate) fn ask(&mut self, handle: Option<Arc<AnswerHandle>>) {
        if self.handle.as_ref().map(Arc::as_ptr) != handle.as_ref().map(Arc::as_ptr) {
            self.handle = handle;
            self.forget();
        }
    }

    /// Invalidates the checked answer.
    pub(super) fn forget(&mut self) {
        self.checked = Arc::default();
    }

    /// Collects new results, and returns whether there were any.
    pub(super) fn collect_results(&mut self, demands: &Demands) -> bool {
        if self.checked.stage >= LAST_STAGE {
            return false;
        }
        let Some(handle) = &self.handle else {
            return false;
        };
        let stage = handle.stage();
        if stage == self.checked.stage {
            return false;
        }
        let (text, puzzle) = (&self.read.text, &self.read.puzzle);
        let mut checked = CheckedAnswer { stage, ..CheckedAnswer::default() };
        if let Some(SearchEnd::Answer(answer)) = handle.result() {
            let extras = handle.extras();
            let found =
                guarded("an answer", || check_answered(text, puzzle, answer, extras, demands));
            let (diagnostics, is_settled) = found.unwrap_or_default();
            checked.is_answered = is_settled && stage >= LAST_STAGE;
            checked.diagnostics = diagnostics;
        }
        self.checked = Arc::new(checked);
        true
    }

    /// Returns the puzzle with its answer.
    pub(crate) fn view(&self) -> View<'_> {
        view(&self.read, self.handle.as_deref())
    }

    /// Converts edits to offsets in the document.
    pub(crate) fn shifted(&self, edits: Vec<Edit>) -> Vec<Edit> {
        let shift = |mut edit: Edit| {
            edit.span = edit.span.shifted(self.start);
            edit
        };
        edits.into_iter().map(shift).collect()
    }
}

/// Returns a puzzle with its answer.
pub(crate) fn view<'a>(read: &'a Read, handle: Option<&'a AnswerHandle>) -> View<'a> {
    View {
        text: &read.text,
        puzzle: &read.puzzle,
        known: answer_state(handle),
        extras: handle.and_then(AnswerHandle::extras),
        time: handle.filter(|handle| handle.result().is_some()).and_then(AnswerHandle::time),
    }
}

pub(crate) fn answer_state(handle: Option<&AnswerHandle>) -> AnswerState<'_> {
    match handle.map(|handle| (handle, handle.result())) {
        None => AnswerState::Nothing,
        Some((handle, None)) => AnswerState::Working {
            positions: handle.watch().positions(),
            at_least: handle.watch().at_least(),
        },
        Some((_, Some(SearchEnd::Answer(answer)))) => AnswerState::Answer(answer),
        Some((_, Some(SearchEnd::Cancelled))) => AnswerState::Cancelled,
        Some((_, Some(SearchEnd::Failed(failed)))) => AnswerState::Failed(failed),
    }
}
