//! A puzzle of a document: its text, its answer, and caches of both.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{self, DocumentLink, DocumentSymbol, FoldingRange, Position};

use super::token_list::Tokens;
use crate::analysis::{
    AnswerState, Demands, Diagnostic, FileHead, Lens, OwnDiagnostics, Policy, Puzzle, View,
    check_answered,
};
use crate::exchange::read_puzzle;
use crate::lsp::guarded::guarded;
use crate::solving::{AnswerHandle, Identity, SearchEnd};
use crate::text::{Edit, Span, lines};

/// The last stage of a search.
const LAST_STAGE: u8 = 2;

/// A puzzle of a document.
pub(in crate::lsp) struct Section {
    /// Its start in bytes.
    pub(in crate::lsp) start: u32,
    /// Its first line.
    pub(in crate::lsp) line: u32,
    pub(in crate::lsp) read: Arc<Read>,
    pub(in crate::lsp) handle: Option<Arc<AnswerHandle>>,
    checked: CheckedAnswer,
    stamp: u64,
}

/// A counter of states of puzzles.
static STAMPS: AtomicU64 = AtomicU64::new(0);

fn stamp() -> u64 {
    STAMPS.fetch_add(1, Ordering::Relaxed)
}

/// The parsed text of a section. It depends on the text and the file head only.
pub(in crate::lsp) struct Read {
    pub(in crate::lsp) text: Arc<str>,
    pub(in crate::lsp) puzzle: Puzzle,
    /// The number of line breaks in the text.
    pub(in crate::lsp) lines: u32,
    pub(in crate::lsp) cache: TextCache,
}

/// Cached responses that depend on the text only.
#[derive(Default)]
pub(in crate::lsp) struct TextCache {
    pub(in crate::lsp) folds: OnceLock<Vec<FoldingRange>>,
    pub(in crate::lsp) tokens: OnceLock<Arc<Tokens>>,
    pub(in crate::lsp) links: OnceLock<Vec<DocumentLink>>,
}

/// The checked answer of a puzzle, as far as it is known.
#[derive(Default)]
struct CheckedAnswer {
    stage: u8,
    is_answered: bool,
    diagnostics: Vec<Diagnostic>,
    answers: AnswerCache,
    diagnostic_cache: DiagnosticCache,
}

/// Cached responses that depend on the puzzle and its answer.
#[derive(Default)]
pub(in crate::lsp) struct AnswerCache {
    pub(in crate::lsp) lenses: OnceLock<Vec<(Position, Lens)>>,
    pub(in crate::lsp) symbol: OnceLock<DocumentSymbol>,
}

/// Cached diagnostics of a puzzle that do not depend on other puzzles.
#[derive(Default)]
pub(in crate::lsp) struct DiagnosticCache {
    pub(in crate::lsp) own: OnceLock<OwnDiagnostics>,
    /// The diagnostics in the protocol's types.
    pub(in crate::lsp) converted: OnceLock<ConvertedDiagnostics>,
}

/// Diagnostics of a puzzle, with lines relative to its first.
pub(in crate::lsp) struct ConvertedDiagnostics {
    pub(in crate::lsp) diagnostics: Vec<ls_types::Diagnostic>,
    /// A hash of all diagnostics.
    pub(in crate::lsp) hash: u64,
}

impl Section {
    pub(super) fn new(text: &str, head: &FileHead) -> Self {
        let puzzle = guarded("a puzzle", || read_puzzle(text, head));
        let puzzle = puzzle.unwrap_or_else(|| Puzzle::read("", &FileHead::default()));
        Self::of(0, Read::new(text.into(), puzzle))
    }

    /// Creates a section without an answer.
    pub(super) fn of(start: u32, read: Read) -> Self {
        Self {
            start,
            line: 0,
            read: Arc::new(read),
            handle: None,
            checked: CheckedAnswer::default(),
            stamp: stamp(),
        }
    }

    /// Returns a number that changes with the section.
    pub(in crate::lsp) const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Indexes sections by text.
    pub(super) fn by_text(sections: Vec<Self>) -> FxHashMap<Arc<str>, Self> {
        let sections = sections.into_iter();
        let texts = sections.map(|section| (Arc::clone(&section.read.text), section));
        texts.collect()
    }

    /// Returns the identities of puzzles, for finding duplicates.
    pub(super) fn identities(sections: &[Self]) -> impl Iterator<Item = Identity> {
        let sections = sections.iter();
        sections.filter_map(|section| section.read.puzzle.identity)
    }

    /// Takes over the answer of a section with the same text.
    pub(super) fn after(self, same: Option<Self>) -> Self {
        let (handle, checked) =
            same.map_or_else(Default::default, |same| (same.handle, same.checked));
        Self {
            handle,
            checked,
            ..self
        }
    }

    /// Returns its end in bytes.
    pub(in crate::lsp) fn end(&self) -> u32 {
        let length = Span::from_range(0..self.read.text.len()).end;
        self.start.saturating_add(length)
    }

    /// Returns its end in bytes, and the line that starts there.
    pub(super) fn ends_at(&self) -> (u32, u32) {
        (self.end(), self.line.saturating_add(self.read.lines))
    }

    /// Returns the diagnostics that depend on the answer.
    pub(in crate::lsp) fn answer_diagnostics(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// Whether all diagnostics are known.
    pub(in crate::lsp) const fn is_answered(&self) -> bool {
        self.checked.is_answered
    }

    /// Whether all errors under a policy are known.
    pub(in crate::lsp) fn is_checked(&self, policy: &Policy) -> bool {
        self.checked.stage >= if policy.may_deny_beside() { 2 } else { 1 }
    }

    /// Whether the end of the search was collected.
    pub(in crate::lsp) const fn is_found(&self) -> bool {
        self.checked.stage > 0
    }

    /// Replaces the answer.
    pub(in crate::lsp) fn ask(&mut self, handle: Option<Arc<AnswerHandle>>) {
        let is_same = match (&self.handle, &handle) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.handle = handle;
            self.checked = CheckedAnswer::default();
            self.stamp = stamp();
        }
    }

    /// Invalidates the checked answer.
    pub(super) fn forget(&mut self) {
        self.checked = CheckedAnswer::default();
        self.stamp = stamp();
    }

    /// Invalidates the diagnostics, which also depend on the file head.
    pub(super) fn forget_diagnostics(&mut self) {
        self.checked.diagnostic_cache = DiagnosticCache::default();
        self.stamp = stamp();
    }

    /// Returns the cached diagnostics.
    pub(in crate::lsp) const fn diagnostic_cache(&self) -> &DiagnosticCache {
        &self.checked.diagnostic_cache
    }

    /// Returns the cached responses, or `None` while the answer of the puzzle may still change.
    pub(in crate::lsp) fn answer_cache(&self) -> Option<&AnswerCache> {
        let is_settled = |handle: &Arc<AnswerHandle>| {
            self.is_found()
                && (self.checked.stage >= LAST_STAGE || handle.stage() == self.checked.stage)
        };
        let is_settled = self.handle.as_ref().is_none_or(is_settled);
        is_settled.then_some(&self.checked.answers)
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
        let mut checked = CheckedAnswer {
            stage,
            ..CheckedAnswer::default()
        };
        if let Some(SearchEnd::Answer(answer)) = handle.result() {
            let extras = handle.extras();
            let found = guarded("an answer", || {
                check_answered(text, puzzle, answer, extras, demands)
            });
            let (diagnostics, is_settled) = found.unwrap_or_default();
            checked.is_answered = is_settled && stage >= LAST_STAGE;
            checked.diagnostics = diagnostics;
        }
        self.checked = checked;
        self.stamp = stamp();
        true
    }

    /// Returns the puzzle with its answer.
    pub(in crate::lsp) fn view(&self) -> View<'_> {
        view(&self.read, self.handle.as_deref())
    }

    /// Converts edits to offsets in the document.
    pub(in crate::lsp) fn shifted(&self, edits: Vec<Edit>) -> Vec<Edit> {
        let shift = |mut edit: Edit| {
            edit.span = edit.span.shifted(self.start);
            edit
        };
        edits.into_iter().map(shift).collect()
    }
}

impl Read {
    pub(super) fn new(text: Arc<str>, puzzle: Puzzle) -> Self {
        Self {
            lines: line_ends(&text),
            text,
            puzzle,
            cache: TextCache::default(),
        }
    }
}

/// Returns the number of line breaks in a text.
pub(in crate::lsp) fn line_ends(text: &str) -> u32 {
    let ends = lines(text).filter(|line| line.end.is_some()).count();
    u32::try_from(ends).unwrap_or(u32::MAX)
}

/// Returns a puzzle with its answer.
pub(in crate::lsp) fn view<'a>(read: &'a Read, handle: Option<&'a AnswerHandle>) -> View<'a> {
    View {
        text: &read.text,
        puzzle: &read.puzzle,
        known: answer_state(handle),
        extras: handle.and_then(AnswerHandle::extras),
        time: handle
            .filter(|handle| handle.result().is_some())
            .and_then(AnswerHandle::time),
    }
}

/// Returns the state of an answer.
pub(in crate::lsp) fn answer_state(handle: Option<&AnswerHandle>) -> AnswerState<'_> {
    match handle.map(|handle| (handle, handle.result())) {
        None => AnswerState::Nothing,
        Some((handle, None)) => AnswerState::Working {
            positions: handle.watch().positions(),
            at_least: handle.watch().at_least(),
        },
        Some((_, Some(SearchEnd::Answer(answer)))) => AnswerState::Answer(answer),
        Some((_, Some(SearchEnd::Cancelled))) => AnswerState::Cancelled,
        Some((_, Some(SearchEnd::Failed))) => AnswerState::Failed,
    }
}
