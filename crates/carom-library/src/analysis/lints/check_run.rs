//! The diagnostics of a run: duplicate names and boards, suppressions and levels.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::checks::demands::missing_keys;
use super::checks::duplicates::{duplicate_name, duplicate_puzzle, duplicated_puzzle};
use super::suppression::Suppression;
use crate::analysis::{Diagnostic, FileHead, Level, Lint, Location, Policy, Puzzle};
use crate::solving::Identity;
use crate::text::Span;
use crate::words;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is probably not what its author intended.
    Warning,
    /// A suggestion.
    Hint,
}

impl Severity {
    /// Returns the name of the severity.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
}

/// A diagnostic with its severity. Its spans are relative to the start of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiagnostic {
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// Its severity.
    pub severity: Severity,
    /// The name of the puzzle it is about.
    pub puzzle: Option<String>,
}

/// The largest number of diagnostics that are shown for a puzzle, or for the head of a file.
const MAX_OF_PUZZLE: usize = 20;

/// The largest number of problems that a command shows of a file.
pub(crate) const MAX_OF_FILE: usize = 2_000;

/// The largest number of edits of a fix that is shown.
const MAX_EDITS: usize = 500;

/// The largest number of characters of a puzzle's name in a diagnostic.
const MAX_NAME: usize = 100;

impl FileDiagnostic {
    /// Returns a diagnostic that replaces `count` others, of which this is the most severe one.
    /// `scope` is the part of the text that they belong to.
    fn standing_for(&self, count: usize, scope: &str) -> Self {
        let more = words::count(count, "more diagnostic");
        let message = format!("not shown: {more} in this {scope}");
        Self {
            diagnostic: Diagnostic::new(self.diagnostic.lint, self.diagnostic.span, message),
            ..self.clone()
        }
    }

    /// Whether it makes a check fail.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the message and the help, with the name of the puzzle.
    pub fn said_with_help(&self) -> String {
        let help = self
            .diagnostic
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!(" (help: {help})"));
        self.said() + &help
    }

    /// Returns the message, with the name of the puzzle.
    pub fn said(&self) -> String {
        match &self.puzzle {
            Some(puzzle) => format!("{puzzle}: {}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        }
    }
}

/// The limit on the problems that are shown of a file.
#[derive(Clone, Debug, Default)]
pub struct FileLimit {
    shown: usize,
    hidden: usize,
    /// The first hidden one of the highest severity.
    worst: Option<FileDiagnostic>,
}

impl FileLimit {
    /// Counts the next problem of the file, and returns whether it is shown.
    pub const fn shows_next(&mut self) -> bool {
        let is_shown = self.shown < MAX_OF_FILE;
        let count = if is_shown { &mut self.shown } else { &mut self.hidden };
        *count += 1;
        is_shown
    }

    /// Returns the number of problems that are not shown.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Counts the next diagnostic of the file, and returns whether it is shown.
    pub fn shows(&mut self, reported: &FileDiagnostic) -> bool {
        if self.shows_next() {
            return true;
        }
        let worst = self.worst.as_ref();
        if worst.is_none_or(|worst| reported.severity < worst.severity) {
            self.worst = Some(reported.clone());
        }
        false
    }

    /// Returns a diagnostic that replaces the hidden ones, if there are any.
    pub fn rest(&self) -> Option<FileDiagnostic> {
        let worst = self.worst.as_ref()?;
        Some(FileDiagnostic { puzzle: None, ..worst.standing_for(self.hidden, "file") })
    }
}

/// A puzzle of a file with the diagnostics of its answer.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The start of its section.
    pub offset: u32,
    /// The text of its section.
    pub text: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The diagnostics that depend on its answer.
    pub from_answer: &'a [Diagnostic],
    /// Whether all its diagnostics are known.
    pub is_answered: bool,
    /// The first occurrence of the puzzle, if it is in an earlier file.
    pub elsewhere: Option<Location>,
}

/// The diagnostics of a puzzle that do not depend on earlier puzzles. Spans are relative to its own
/// text.
#[derive(Clone, Debug, Default)]
struct OwnDiagnostics {
    diagnostics: Vec<FileDiagnostic>,
    /// The suppressions of the head that they use.
    head_used: Vec<usize>,
    is_answered: bool,
}

/// Collects the diagnostics of files, one file after the other.
#[derive(Debug, Default)]
pub struct CheckRun {
    policy: Policy,
    /// The puzzles of the current file, with their first spans.
    puzzles: FxHashMap<Identity, Span>,
    /// The hashes of the names in the current file, with their first spans.
    names: FxHashMap<u128, Span>,
    head: Vec<Suppression>,
    /// The keys that the head of the current file sets for its puzzles.
    head_keys: Vec<String>,
    first_of_head: HashMap<Lint, usize>,
    head_used: Vec<bool>,
    /// Whether all diagnostics of all puzzles of the file are known.
    is_answered: bool,
}

impl CheckRun {
    /// Creates a run under this policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Changes the policy, for a file with its own.
    pub fn set_policy(&mut self, policy: Policy) {
        self.policy = policy;
    }

    /// Begins a file, and returns the diagnostics of its head.
    pub fn begin_file(&mut self, head: &FileHead) -> Vec<FileDiagnostic> {
        self.puzzles.clear();
        self.names.clear();
        self.head.clone_from(&head.suppressions);
        self.head_keys.clone_from(&head.keys);
        self.first_of_head = first_of_each(&self.head);
        self.head_used = vec![false; self.head.len()];
        self.is_answered = true;
        let head = self.finish(head.diagnostics().to_vec(), head.dropped, None, "");
        self.mark_used(&head);
        head.diagnostics
    }

    /// Adds the next puzzle of the file, and returns its diagnostics, including those of its
    /// answer. Unused suppressions are reported only if all its diagnostics are known. `locate`
    /// converts a span of the file to a location.
    pub fn puzzle(
        &mut self,
        entry: Entry<'_>,
        locate: impl Fn(Span) -> Location,
    ) -> Vec<FileDiagnostic> {
        let (puzzle, offset) = (entry.puzzle, entry.offset);
        let first = puzzle.name_hash.zip(puzzle.section.name()).and_then(|(hash, name)| {
            let place = puzzle.place_of(name.span, offset);
            first_place(&mut self.names, hash, place)
        });
        let equal = puzzle
            .identity
            .and_then(|identity| first_place(&mut self.puzzles, identity, puzzle.place(offset)));
        let equal = entry.elsewhere.clone().or_else(|| equal.map(&locate));
        let own = self.diagnose(&entry, first.map(locate), equal);
        self.is_answered &= own.is_answered;
        self.mark_used(&own);
        let diagnostics = own.diagnostics.into_iter().map(|of_puzzle| FileDiagnostic {
            diagnostic: puzzle.in_its_file(of_puzzle.diagnostic, offset),
            ..of_puzzle
        });
        diagnostics.collect()
    }

    /// Marks the suppressions of the head that diagnostics use.
    fn mark_used(&mut self, diagnostics: &OwnDiagnostics) {
        for &used in &diagnostics.head_used {
            if let Some(used) = self.head_used.get_mut(used) {
                *used = true;
            }
        }
    }

    /// Returns the diagnostics of a puzzle, given the first puzzle with its name in the file, and
    /// the first equal puzzle.
    fn diagnose(
        &self,
        entry: &Entry<'_>,
        named: Option<Location>,
        equal: Option<Location>,
    ) -> OwnDiagnostics {
        let Entry { text, puzzle, from_answer, is_answered, .. } = *entry;
        // Fast path: in a large file most puzzles are like this, and they are checked after each
        // key press.
        let missing = missing_keys(puzzle, text, &self.head_keys, self.policy.demands());
        let is_silent = puzzle.is_silent() && from_answer.is_empty();
        if is_silent && named.is_none() && equal.is_none() && missing.is_empty() {
            return OwnDiagnostics { is_answered, ..OwnDiagnostics::default() };
        }
        // The answer reports these diagnostics again, with a fix.
        let is_said_again = |own: &&Diagnostic| {
            let mut again = from_answer.iter();
            again.any(|again| again.lint == own.lint && again.span == own.span)
        };
        let own = puzzle.diagnostics().iter().filter(|own| !is_said_again(own));
        let mut diagnostics: Vec<Diagnostic> = own.cloned().collect();
        diagnostics.extend(missing);
        diagnostics.extend_from_slice(from_answer);
        if let (Some(first), Some(name)) = (named, puzzle.section.name()) {
            diagnostics.push(duplicate_name(&name.value, name.span, first));
        }
        if let Some(first) = equal {
            diagnostics.push(duplicate_puzzle(puzzle.header_span(), first));
        }
        let of_puzzle = Some((puzzle, is_answered));
        self.finish(diagnostics, puzzle.dropped, of_puzzle, text)
    }

    /// Returns a hint for a puzzle of the file with later duplicates, unless the lint is allowed.
    /// `offset` is the start of its section. A check of whole files reports the duplicates only.
    pub fn duplicated(
        &self,
        puzzle: &Puzzle,
        offset: u32,
        duplicates: Vec<Location>,
    ) -> Option<FileDiagnostic> {
        let lint = Lint::DuplicatePuzzle;
        let is_allowed = self.policy.level(lint) == Level::Allow
            || puzzle.allows(lint)
            || self.first_of_head.contains_key(&lint);
        (!is_allowed && !duplicates.is_empty()).then(|| FileDiagnostic {
            diagnostic: duplicated_puzzle(puzzle.place(offset), duplicates),
            severity: Severity::Hint,
            puzzle: puzzle.name().map(ToOwned::to_owned),
        })
    }

    /// Ends a file, and returns diagnostics for unused suppressions of its head.
    pub fn end_file(&mut self, text: &str) -> Vec<FileDiagnostic> {
        let head = std::mem::take(&mut self.head);
        self.first_of_head.clear();
        let used = std::mem::take(&mut self.head_used);
        let unused = head
            .iter()
            .zip(used)
            .filter(|(suppression, used)| !used && self.looks_for(suppression))
            .map(|(suppression, _)| suppression.unused(text))
            .filter(|_| self.is_answered)
            .collect();
        self.finish(unused, 0, None, text).diagnostics
    }

    fn looks_for(&self, suppression: &Suppression) -> bool {
        self.policy.looks_for(suppression.lint)
    }

    /// An idle piece is redundant, too. Only the lint with the higher level reports it; at equal
    /// levels the simpler one does.
    fn report_facts_once(&self, diagnostics: &mut Vec<Diagnostic>) {
        let (plain, strict) = (Lint::RedundantPiece, Lint::IdlePieces);
        let (kept, dropped) = if self.policy.level(strict) < self.policy.level(plain) {
            (strict, plain)
        } else {
            (plain, strict)
        };
        let of_kept = diagnostics.iter().filter(|report| report.lint == kept);
        // In a pair, neither piece is idle alone.
        let single: HashSet<Span> =
            of_kept.filter(|report| report.related.is_empty()).map(|report| report.span).collect();
        diagnostics.retain(|report| {
            let is_single = report.related.is_empty() && single.contains(&report.span);
            report.lint != dropped || !is_single
        });
    }

    /// Applies suppressions, levels and the limit on their number, and reports unused suppressions.
    /// `dropped` further diagnostics were not kept.
    fn finish(
        &self,
        mut diagnostics: Vec<Diagnostic>,
        dropped: usize,
        puzzle: Option<(&Puzzle, bool)>,
        text: &str,
    ) -> OwnDiagnostics {
        self.report_facts_once(&mut diagnostics);
        let own = puzzle.map_or(&[][..], |(puzzle, _)| &puzzle.suppressions);
        let is_answered = puzzle.is_some_and(|(_, is_answered)| is_answered);
        let mut used = vec![false; own.len()];
        let mut head_used = Vec::new();
        let first_own = first_of_each(own);
        diagnostics.retain(|diagnostic| {
            let own = first_own.get(&diagnostic.lint);
            if let Some(used) = own.and_then(|&first| used.get_mut(first)) {
                *used = true;
            } else if let Some(&first) = self.first_of_head.get(&diagnostic.lint) {
                head_used.push(first);
            } else {
                return true;
            }
            self.policy.ignores_suppressions()
        });
        let unused = own.iter().zip(used);
        let unused = unused
            .filter(|(suppression, used)| is_answered && !used && self.looks_for(suppression));
        diagnostics.extend(unused.map(|(suppression, _)| suppression.unused(text)));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.lint));
        let name = puzzle.and_then(|(puzzle, _)| puzzle.name()).map(|name| {
            match name.char_indices().nth(MAX_NAME) {
                Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
                None => name.to_owned(),
            }
        });
        let mut diagnostics: Vec<FileDiagnostic> = diagnostics
            .into_iter()
            .filter_map(|diagnostic| {
                Some(FileDiagnostic {
                    severity: self.policy.level(diagnostic.lint).severity()?,
                    diagnostic,
                    puzzle: name.clone(),
                })
            })
            .collect();
        if !self.policy.shows_all() {
            for reported in &mut diagnostics {
                let fixes = &mut reported.diagnostic.fixes;
                fixes.retain(|fix| fix.edits.len() <= MAX_EDITS);
            }
        }
        let is_too_many = diagnostics.len() > MAX_OF_PUZZLE + 1 && !self.policy.shows_all();
        if is_too_many {
            // An error is never hidden by warnings before it.
            diagnostics.sort_by_key(|reported| reported.severity);
            let hidden = diagnostics.split_off(MAX_OF_PUZZLE);
            diagnostics.sort_by_key(|reported| reported.diagnostic.span);
            let scope = if puzzle.is_some() { "puzzle" } else { "file head" };
            let count = hidden.len() + dropped;
            diagnostics.extend(hidden.first().map(|worst| worst.standing_for(count, scope)));
        }
        OwnDiagnostics { diagnostics, head_used, is_answered }
    }
}

/// Returns the first place of a name or a puzzle, if it is an earlier one than `place`.
fn first_place<K: Eq + Hash>(places: &mut FxHashMap<K, Span>, key: K, place: Span) -> Option<Span> {
    let first = *places.entry(key).or_insert(place);
    (first != place).then_some(first)
}

/// Returns the index of the first suppression of each lint. Later ones have no effect.
fn first_of_each(suppressions: &[Suppression]) -> HashMap<Lint, usize> {
    let mut first = HashMap::new();
    for (place, suppression) in suppressions.iter().enumerate() {
        first.entry(suppression.lint).or_insert(place);
    }
    first
}
