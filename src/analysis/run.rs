//! What only the run as a whole shows: repeated names and boards, and which
//! reports are allowed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::suppression::Suppression;
use super::{Diagnostic, FileHead, Identity, Level, Levels, Puzzle, Related, Rule};
use crate::text::{Encoding, LineIndex, Place, Span};

/// How much a report counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is likely not what its author wants.
    Warning,
    /// Worth knowing.
    Hint,
}

/// A diagnostic that counts, with places from the start of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// What is reported.
    pub diagnostic: Diagnostic,
    /// How much it counts.
    pub severity: Severity,
    /// The name of the puzzle it is about.
    pub puzzle: Option<String>,
}

/// A place in a file of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: Arc<str>,
    /// The place.
    pub span: Span,
    /// Its line and column, in Unicode scalar values.
    pub start: Place,
    /// The line and column of its end.
    pub end: Place,
}

/// A file of the run.
#[derive(Clone, Copy, Debug)]
pub struct FileText<'a> {
    /// Its name, as reports give it.
    pub name: &'a Arc<str>,
    /// What it holds.
    pub text: &'a str,
    /// Its lines.
    pub index: &'a LineIndex,
}

impl FileText<'_> {
    fn location(&self, span: Span) -> Location {
        let place = |offset| self.index.place(self.text, offset, Encoding::Utf32);
        Location {
            file: Arc::clone(self.name),
            span,
            start: place(span.start),
            end: place(span.end),
        }
    }
}

/// The state of a run over files, in their order.
#[derive(Debug)]
pub struct Run {
    levels: Levels,
    puzzles: HashMap<Identity, Location>,
    /// The names of the current file, with their places.
    names: HashMap<String, Span>,
    head: Vec<Suppression>,
    head_used: Vec<bool>,
    /// Whether every puzzle of the file was answered.
    is_answered: bool,
}

impl Run {
    /// A run under these levels.
    pub fn new(levels: Levels) -> Self {
        Self {
            levels,
            puzzles: HashMap::new(),
            names: HashMap::new(),
            head: Vec::new(),
            head_used: Vec::new(),
            is_answered: true,
        }
    }

    /// Begins a file: the reports of its head.
    pub fn begin_file(&mut self, head: &FileHead) -> Vec<Reported> {
        self.names.clear();
        self.head.clone_from(&head.suppressions);
        self.head_used = vec![false; self.head.len()];
        self.is_answered = true;
        self.finish(head.diagnostics().to_vec(), None, 0, "")
    }

    /// Adds the file's next puzzle, which starts at `offset`: its reports, with
    /// the ones that its answer led to. Before a puzzle is answered, nothing
    /// can be said about suppressions that suppress nothing.
    pub fn puzzle(
        &mut self,
        file: FileText<'_>,
        offset: u32,
        puzzle: &Puzzle,
        from_answer: Vec<Diagnostic>,
        is_answered: bool,
    ) -> Vec<Reported> {
        self.is_answered &= is_answered;
        let mut diagnostics = puzzle.diagnostics().to_vec();
        diagnostics.extend(from_answer);
        diagnostics.extend(self.repeated_name(puzzle, offset, file));
        diagnostics.extend(self.repeated_puzzle(puzzle, offset, file));
        let text = file.text.get(offset as usize..).unwrap_or_default();
        self.finish(diagnostics, Some((puzzle, is_answered)), offset, text)
    }

    /// Ends a file: the suppressions of its head that suppress nothing.
    pub fn end_file(&mut self, text: &str) -> Vec<Reported> {
        let head = std::mem::take(&mut self.head);
        let used = std::mem::take(&mut self.head_used);
        let unused = head.iter().zip(used);
        let unused = unused.filter(|(suppression, used)| !used && self.is_shown(suppression));
        let unused = unused.map(|(suppression, _)| suppression.unused(text));
        let unused = unused.filter(|_| self.is_answered).collect();
        self.finish(unused, None, 0, text)
    }

    fn repeated_name(
        &mut self,
        puzzle: &Puzzle,
        offset: u32,
        file: FileText<'_>,
    ) -> Option<Diagnostic> {
        let name = puzzle.section.header.as_ref()?.name.as_ref()?;
        match self.names.entry(name.value.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(name.span.shifted(offset));
                None
            }
            Entry::Occupied(first) => {
                let message = format!("the name {:?} is used twice", name.value);
                let mut diagnostic = Diagnostic::new(Rule::DuplicateName, name.span, message);
                let first = file.location(*first.get());
                diagnostic
                    .related
                    .push(Related::elsewhere(first, "first used here"));
                Some(diagnostic)
            }
        }
    }

    fn repeated_puzzle(
        &mut self,
        puzzle: &Puzzle,
        offset: u32,
        file: FileText<'_>,
    ) -> Option<Diagnostic> {
        let span = puzzle.header_span();
        match self.puzzles.entry(puzzle.identity()?) {
            Entry::Vacant(entry) => {
                entry.insert(file.location(span.shifted(offset)));
                None
            }
            Entry::Occupied(first) => {
                let first = first.get().clone();
                let message = format!(
                    "the same puzzle stands in {}:{}, perhaps mirrored, turned or with other letters",
                    first.file,
                    first.start.line + 1
                );
                let mut diagnostic = Diagnostic::new(Rule::DuplicatePuzzle, span, message);
                diagnostic
                    .related
                    .push(Related::elsewhere(first, "it stands here first"));
                Some(diagnostic)
            }
        }
    }

    /// Whether the rule is looked for at all: what is not, cannot show that
    /// its suppression is of no use.
    fn is_shown(&self, suppression: &Suppression) -> bool {
        !matches!(
            self.levels.get(suppression.rule),
            Level::Hint | Level::Allow
        )
    }

    /// Applies suppressions and levels; reports suppressions without use.
    fn finish(
        &mut self,
        mut diagnostics: Vec<Diagnostic>,
        puzzle: Option<(&Puzzle, bool)>,
        offset: u32,
        text: &str,
    ) -> Vec<Reported> {
        let own = puzzle.map_or(&[][..], |(puzzle, _)| &puzzle.suppressions);
        let is_answered = puzzle.is_some_and(|(_, is_answered)| is_answered);
        let mut used = vec![false; own.len()];
        diagnostics.retain(|diagnostic| {
            let mut is_allowed = false;
            let head = self.head.iter().zip(&mut self.head_used);
            for (suppression, used) in own.iter().zip(&mut used).chain(head) {
                if suppression.rule == diagnostic.rule && !is_allowed {
                    *used = true;
                    is_allowed = true;
                }
            }
            !is_allowed
        });
        let unused = own.iter().zip(used);
        let unused =
            unused.filter(|(suppression, used)| is_answered && !used && self.is_shown(suppression));
        diagnostics.extend(unused.map(|(suppression, _)| suppression.unused(text)));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.rule));
        let reported = diagnostics.into_iter().filter_map(|diagnostic| {
            let severity = match self.levels.get(diagnostic.rule) {
                Level::Deny => Severity::Error,
                Level::Warn => Severity::Warning,
                Level::Hint => Severity::Hint,
                Level::Allow => return None,
            };
            Some(Reported {
                diagnostic: diagnostic.shifted(offset),
                severity,
                puzzle: puzzle.and_then(|(puzzle, _)| puzzle.name().map(ToOwned::to_owned)),
            })
        });
        reported.collect()
    }
}
