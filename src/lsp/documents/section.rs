//! A puzzle of a document: what was read of it, what was found, and what of
//! both is kept to be told again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{self, DocumentLink, DocumentSymbol, FoldingRange, Position};

use super::token_list::Tokens;
use crate::analysis::{
    AnswerState, Demands, Diagnostic, FileHead, Lens, OwnDiagnostics, Policy, Puzzle, View,
    check_answer, check_extras,
};
use crate::lsp::guarded::guarded;
use crate::solving::{Asked, Extras, Found, Identity};
use crate::text::{Edit, Span, lines};

/// Nothing is found after this stage of a search.
const LAST_STAGE: u8 = 2;

/// A puzzle of the document.
pub(in crate::lsp) struct Section {
    /// Where it starts, in bytes.
    pub(in crate::lsp) start: u32,
    /// The line that it starts on, if it starts one.
    pub(in crate::lsp) line: u32,
    pub(in crate::lsp) read: Arc<Read>,
    pub(in crate::lsp) asked: Option<Arc<Asked>>,
    judged: Judged,
    stamp: u64,
}

/// Numbers that tell what is known of a puzzle from all that was known of any.
static STAMPS: AtomicU64 = AtomicU64::new(0);

fn stamp() -> u64 {
    STAMPS.fetch_add(1, Ordering::Relaxed)
}

/// What was read of a section, which depends on its text and the head alone.
pub(in crate::lsp) struct Read {
    pub(in crate::lsp) text: Arc<str>,
    pub(in crate::lsp) puzzle: Puzzle,
    /// The line ends of the text.
    pub(in crate::lsp) lines: u32,
    pub(in crate::lsp) cache: TextCache,
}

/// Cached answers that depend on the text alone.
#[derive(Default)]
pub(in crate::lsp) struct TextCache {
    pub(in crate::lsp) folds: OnceLock<Vec<FoldingRange>>,
    pub(in crate::lsp) tokens: OnceLock<Arc<Tokens>>,
    pub(in crate::lsp) links: OnceLock<Vec<DocumentLink>>,
}

/// What an answer led to, as far as it was looked at.
#[derive(Default)]
struct Judged {
    stage: u8,
    is_answered: bool,
    diagnostics: Vec<Diagnostic>,
    answers: AnswerCache,
    diagnostic_cache: DiagnosticCache,
}

/// Cached answers that depend on the puzzle and its answer.
#[derive(Default)]
pub(in crate::lsp) struct AnswerCache {
    pub(in crate::lsp) lenses: OnceLock<Vec<(Position, Lens)>>,
    pub(in crate::lsp) symbol: OnceLock<DocumentSymbol>,
}

/// Cached diagnostics of a puzzle that do not depend on other puzzles.
#[derive(Default)]
pub(in crate::lsp) struct DiagnosticCache {
    pub(in crate::lsp) own: OnceLock<OwnDiagnostics>,
    /// The same as the protocol has them.
    pub(in crate::lsp) converted: OnceLock<ConvertedDiagnostics>,
}

/// Diagnostics of a puzzle, with lines from its first.
pub(in crate::lsp) struct ConvertedDiagnostics {
    pub(in crate::lsp) diagnostics: Vec<ls_types::Diagnostic>,
    /// A hash of all diagnostics.
    pub(in crate::lsp) hash: u64,
}

impl Section {
    pub(super) fn new(text: &str, head: &FileHead) -> Self {
        let puzzle = guarded("a puzzle", || Puzzle::read(text, head));
        let puzzle = puzzle.unwrap_or_else(|| Puzzle::read("", &FileHead::default()));
        Self::of(0, Read::new(text.into(), puzzle))
    }

    /// A section at `start` that nothing was asked about.
    pub(super) fn of(start: u32, read: Read) -> Self {
        Self {
            start,
            line: 0,
            read: Arc::new(read),
            asked: None,
            judged: Judged::default(),
            stamp: stamp(),
        }
    }

    /// Tells it from what it was before anything about it changed.
    pub(in crate::lsp) const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The sections by their texts.
    pub(super) fn by_text(sections: Vec<Self>) -> FxHashMap<Arc<str>, Self> {
        let sections = sections.into_iter();
        let texts = sections.map(|section| (Arc::clone(&section.read.text), section));
        texts.collect()
    }

    /// What makes these puzzles the same as others.
    pub(super) fn identities(sections: &[Self]) -> impl Iterator<Item = Identity> {
        let sections = sections.iter();
        sections.filter_map(|section| section.read.puzzle.identity)
    }

    /// The same, with what was found of a section of the same text.
    pub(super) fn after(self, same: Option<Self>) -> Self {
        let (asked, judged) = same.map_or_else(Default::default, |same| (same.asked, same.judged));
        Self {
            asked,
            judged,
            ..self
        }
    }

    /// Where it ends, in bytes.
    pub(in crate::lsp) fn end(&self) -> u32 {
        let length = Span::from_range(0..self.read.text.len()).end;
        self.start.saturating_add(length)
    }

    /// Where it ends, and the line that starts there.
    pub(super) fn ends_at(&self) -> (u32, u32) {
        (self.end(), self.line.saturating_add(self.read.lines))
    }

    /// What is reported because of the answer.
    pub(in crate::lsp) fn answer_diagnostics(&self) -> &[Diagnostic] {
        &self.judged.diagnostics
    }

    /// Whether all that can be reported is known.
    pub(in crate::lsp) const fn is_answered(&self) -> bool {
        self.judged.is_answered
    }

    /// Whether each error that may be reported under a policy is known.
    pub(in crate::lsp) fn is_judged(&self, policy: &Policy) -> bool {
        self.judged.stage >= if policy.may_deny_beside() { 2 } else { 1 }
    }

    /// Whether the search was seen to have ended.
    pub(in crate::lsp) const fn is_found(&self) -> bool {
        self.judged.stage > 0
    }

    /// Takes another answer, or none.
    pub(in crate::lsp) fn ask(&mut self, asked: Option<Arc<Asked>>) {
        let is_same = match (&self.asked, &asked) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.asked = asked;
            self.judged = Judged::default();
            self.stamp = stamp();
        }
    }

    /// Forgets what was made of the answer, which is judged anew.
    pub(super) fn forget(&mut self) {
        self.judged = Judged::default();
        self.stamp = stamp();
    }

    /// Forgets what is reported, which depends on the head too.
    pub(super) fn forget_reports(&mut self) {
        self.judged.diagnostic_cache = DiagnosticCache::default();
        self.stamp = stamp();
    }

    /// What is reported of it as long as nothing else is found.
    pub(in crate::lsp) const fn diagnostic_cache(&self) -> &DiagnosticCache {
        &self.judged.diagnostic_cache
    }

    /// Returns the cached answers, or `None` while the answer of the puzzle may still change.
    pub(in crate::lsp) fn answer_cache(&self) -> Option<&AnswerCache> {
        let is_settled = |asked: &Arc<Asked>| {
            self.is_found()
                && (self.judged.stage >= LAST_STAGE || asked.stage() == self.judged.stage)
        };
        let is_settled = self.asked.as_ref().is_none_or(is_settled);
        is_settled.then_some(&self.judged.answers)
    }

    /// Takes in what was found since the last look; whether there was anything.
    pub(super) fn absorb(&mut self, demands: &Demands) -> bool {
        if self.judged.stage >= LAST_STAGE {
            return false;
        }
        let Some(asked) = &self.asked else {
            return false;
        };
        let stage = asked.stage();
        if stage == self.judged.stage {
            return false;
        }
        let (text, puzzle) = (&self.read.text, &self.read.puzzle);
        let mut judged = Judged {
            stage,
            ..Judged::default()
        };
        if let Some(Found::Answer(answer)) = asked.found() {
            let extras = asked.extras();
            judged.is_answered = stage >= LAST_STAGE
                && answer.outcome.is_settled()
                && extras.is_none_or(Extras::is_settled);
            let found = guarded("an answer", || {
                let mut found = check_answer(text, puzzle, answer, demands);
                let extras = extras.into_iter();
                found.extend(extras.flat_map(|extras| check_extras(text, puzzle, extras, demands)));
                found
            });
            judged.diagnostics = found.unwrap_or_default();
        }
        self.judged = judged;
        self.stamp = stamp();
        true
    }

    /// The puzzle and what is known of it.
    pub(in crate::lsp) fn view(&self) -> View<'_> {
        view(&self.read, self.asked.as_deref())
    }

    /// The edits with their places in the document.
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

/// The number of lines that end in a text.
pub(in crate::lsp) fn line_ends(text: &str) -> u32 {
    let ends = lines(text).filter(|line| line.end.is_some()).count();
    u32::try_from(ends).unwrap_or(u32::MAX)
}

/// A puzzle and what is known of it.
pub(in crate::lsp) fn view<'a>(read: &'a Read, asked: Option<&'a Asked>) -> View<'a> {
    View {
        text: &read.text,
        puzzle: &read.puzzle,
        known: known(asked),
        extras: asked.and_then(Asked::extras),
        time: asked
            .filter(|asked| asked.found().is_some())
            .and_then(Asked::time),
    }
}

/// What is known of a question.
pub(in crate::lsp) fn known(asked: Option<&Asked>) -> AnswerState<'_> {
    match asked.map(|asked| (asked, asked.found())) {
        None => AnswerState::Nothing,
        Some((asked, None)) => AnswerState::Working {
            positions: asked.watch().positions(),
            at_least: asked.watch().at_least(),
        },
        Some((_, Some(Found::Answer(answer)))) => AnswerState::Answer(answer),
        Some((_, Some(Found::Cancelled))) => AnswerState::Cancelled,
        Some((_, Some(Found::Failed))) => AnswerState::Failed,
    }
}
