//! What only the run as a whole shows: repeated names and boards, and which
//! reports are allowed.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxHashMap;
use siphasher::sip128::SipHasher13;

use super::diagnostics::demands::missing_keys;
use super::suppression::Suppression;
use super::{Diagnostic, FileHead, Level, Location, Policy, Puzzle, Quiet, Related, Rule, quoted};
use crate::solving::Identity;
use crate::text::Span;

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

impl Severity {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
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

impl Reported {
    /// Whether it makes a check fail.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// What is wrong, and with which puzzle.
    pub fn said(&self) -> String {
        match &self.puzzle {
            Some(puzzle) => format!("{puzzle}: {}", self.diagnostic.message),
            None => self.diagnostic.message.clone(),
        }
    }
}

/// A puzzle of a file, and what its answer led to.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Where its section starts.
    pub offset: u32,
    /// The text from there on.
    pub text: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What its answer led to.
    pub from_answer: &'a [Diagnostic],
    /// Whether all that can be reported of it is known.
    pub is_answered: bool,
    /// Where the same puzzle stands first, if that is in a file before.
    pub elsewhere: Option<Location>,
}

/// What of a puzzle stood in the run before.
#[derive(Debug, Default)]
struct Before {
    /// Its name, in the same file.
    name: Option<Location>,
    /// Itself.
    puzzle: Option<Location>,
}

/// The reports of files, one after the other.
#[derive(Debug)]
pub struct Run {
    policy: Policy,
    /// The puzzles of the current file, with the places of the first.
    puzzles: FxHashMap<Identity, Span>,
    /// The names of the current file, by their hashes, with their places.
    names: FxHashMap<u128, Span>,
    head: Vec<Suppression>,
    /// The keys that the current file gives for its puzzles.
    head_keys: Vec<String>,
    first_of_head: HashMap<Rule, usize>,
    head_used: Vec<bool>,
    /// Whether every puzzle of the file was answered.
    is_answered: bool,
}

impl Run {
    /// A run under this policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            puzzles: FxHashMap::default(),
            names: FxHashMap::default(),
            head: Vec::new(),
            head_keys: Vec::new(),
            first_of_head: HashMap::new(),
            head_used: Vec::new(),
            is_answered: true,
        }
    }

    /// Changes the policy, for a file that has its own.
    pub fn set_policy(&mut self, policy: Policy) {
        self.policy = policy;
    }

    /// Begins a file: the reports of its head.
    pub fn begin_file(&mut self, head: &FileHead) -> Vec<Reported> {
        self.puzzles.clear();
        self.names.clear();
        self.head.clone_from(&head.suppressions);
        self.head_keys.clone_from(&head.keys);
        self.first_of_head = first_of_each(&self.head);
        self.head_used = vec![false; self.head.len()];
        self.is_answered = true;
        self.finish(head.diagnostics().to_vec(), None, 0, "")
    }

    /// Adds the file's next puzzle: its reports, with the ones that its answer
    /// led to. Before a puzzle is answered, nothing can be said about
    /// suppressions that suppress nothing. `locate` finds the lines of a place
    /// of the file.
    pub fn puzzle(&mut self, entry: Entry<'_>, locate: impl Fn(Span) -> Location) -> Vec<Reported> {
        let Entry {
            offset,
            text,
            puzzle,
            from_answer,
            is_answered,
            elsewhere,
        } = entry;
        let name = puzzle.section.header.as_ref();
        let name = name.and_then(|header| header.name.as_ref());
        let first_of_name = name.and_then(|name| {
            let place = puzzle.place_of(name.span, offset);
            self.first_of_name(&name.value, place)
        });
        let first = puzzle.identity.and_then(|identity| {
            let place = puzzle.place(offset);
            self.first_of_puzzle(identity, place)
        });
        let before = Before {
            name: first_of_name.map(&locate),
            puzzle: elsewhere.or_else(|| first.map(locate)),
        };
        self.is_answered &= is_answered;
        // Of a large file most puzzles are like this, and read after each
        // letter.
        let has_repeats = before.name.is_some() || before.puzzle.is_some();
        let missing = missing_keys(puzzle, text, &self.head_keys, self.policy.demands());
        if puzzle.is_silent() && from_answer.is_empty() && !has_repeats && missing.is_empty() {
            return Vec::new();
        }
        // What the answer adds a fix to it says again.
        let is_said_again = |own: &&Diagnostic| {
            let mut again = from_answer.iter();
            again.any(|again| again.rule == own.rule && again.span == own.span)
        };
        let own = puzzle.diagnostics().iter();
        let own = own.filter(|own| !is_said_again(own));
        let mut diagnostics: Vec<Diagnostic> = own.cloned().collect();
        diagnostics.extend(missing);
        diagnostics.extend_from_slice(from_answer);
        if let (Some(first), Some(name)) = (before.name, name) {
            let message = format!("the name {} is used twice", quoted(&name.value));
            let mut diagnostic = Diagnostic::new(Rule::DuplicateName, name.span, message);
            let related = Related::elsewhere(first, "first used here");
            diagnostic.related.push(related);
            diagnostics.push(diagnostic);
        }
        if let Some(first) = before.puzzle {
            let message = format!(
                "the same puzzle stands in {}:{}, perhaps mirrored, turned or with other letters",
                first.file,
                first.start.line + 1
            );
            let span = puzzle.header_span();
            let mut diagnostic = Diagnostic::new(Rule::DuplicatePuzzle, span, message);
            let related = Related::elsewhere(first, "it stands here first");
            diagnostic.related.push(related);
            diagnostics.push(diagnostic);
        }
        self.finish(diagnostics, Some((puzzle, is_answered)), offset, text)
    }

    /// Ends a file: the suppressions of its head that suppress nothing.
    pub fn end_file(&mut self, text: &str) -> Vec<Reported> {
        let head = std::mem::take(&mut self.head);
        self.first_of_head.clear();
        let used = std::mem::take(&mut self.head_used);
        let unused = head.iter().zip(used);
        let unused = unused.filter(|(suppression, used)| !used && self.looks_for(suppression));
        let unused = unused.map(|(suppression, _)| suppression.unused(text));
        let unused = unused.filter(|_| self.is_answered).collect();
        self.finish(unused, None, 0, text)
    }

    /// Where a name stands first, if that is before.
    fn first_of_name(&mut self, name: &str, place: Span) -> Option<Span> {
        let hash = SipHasher13::new().hash(name.as_bytes()).as_u128();
        let first = *self.names.entry(hash).or_insert(place);
        (first != place).then_some(first)
    }

    /// Where the same puzzle stands first, if that is before.
    fn first_of_puzzle(&mut self, identity: Identity, place: Span) -> Option<Span> {
        let first = *self.puzzles.entry(identity).or_insert(place);
        (first != place).then_some(first)
    }

    /// Whether nothing is to be reported of a puzzle but what it repeats, under
    /// any levels of the rules.
    pub fn is_quiet(&self, entry: &Entry<'_>) -> bool {
        let missing = || {
            missing_keys(
                entry.puzzle,
                entry.text,
                &self.head_keys,
                self.policy.demands(),
            )
        };
        let is_silent = entry.puzzle.is_silent() && entry.from_answer.is_empty();
        is_silent && entry.is_answered && missing().is_empty()
    }

    /// Adds the file's next puzzle, one that is quiet; whether it repeats
    /// nothing in the file. Where it does, it has to be [added](Self::puzzle)
    /// in whole.
    pub fn passes(&mut self, quiet: &Quiet, offset: u32) -> bool {
        let name = quiet.name.as_ref();
        let of_name = name.and_then(|(name, span)| self.first_of_name(name, span.shifted(offset)));
        let place = quiet.header.shifted(offset);
        let of_puzzle = self.first_of_puzzle(quiet.identity, place);
        of_name.is_none() && of_puzzle.is_none()
    }

    fn looks_for(&self, suppression: &Suppression) -> bool {
        self.policy.looks_for(suppression.rule)
    }

    /// A piece that is idle is redundant too: the rule that counts more
    /// reports it, and of two that count the same the plainer one.
    fn report_facts_once(&self, diagnostics: &mut Vec<Diagnostic>) {
        let (plain, strict) = (Rule::RedundantPiece, Rule::IdlePieces);
        let (kept, dropped) = if self.policy.level(strict) < self.policy.level(plain) {
            (strict, plain)
        } else {
            (plain, strict)
        };
        let of_kept = diagnostics.iter().filter(|report| report.rule == kept);
        // Of a pair neither is idle alone.
        let single: HashSet<Span> = of_kept
            .filter(|report| report.related.is_empty())
            .map(|report| report.span)
            .collect();
        diagnostics.retain(|report| {
            let is_single = report.related.is_empty() && single.contains(&report.span);
            report.rule != dropped || !is_single
        });
    }

    /// Applies suppressions and levels; reports suppressions without use.
    fn finish(
        &mut self,
        mut diagnostics: Vec<Diagnostic>,
        puzzle: Option<(&Puzzle, bool)>,
        offset: u32,
        text: &str,
    ) -> Vec<Reported> {
        self.report_facts_once(&mut diagnostics);
        let own = puzzle.map_or(&[][..], |(puzzle, _)| &puzzle.suppressions);
        let is_answered = puzzle.is_some_and(|(_, is_answered)| is_answered);
        let mut used = vec![false; own.len()];
        let first_own = first_of_each(own);
        diagnostics.retain(|diagnostic| {
            let own = first_own.get(&diagnostic.rule);
            let own = own.and_then(|&first| used.get_mut(first));
            let head = self.first_of_head.get(&diagnostic.rule);
            let head = head.and_then(|&first| self.head_used.get_mut(first));
            match own.or(head) {
                Some(used) => *used = true,
                None => return true,
            }
            false
        });
        let unused = own.iter().zip(used);
        let unused = unused
            .filter(|(suppression, used)| is_answered && !used && self.looks_for(suppression));
        diagnostics.extend(unused.map(|(suppression, _)| suppression.unused(text)));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.rule));
        let reported = diagnostics.into_iter().filter_map(|diagnostic| {
            let severity = match self.policy.level(diagnostic.rule) {
                Level::Deny => Severity::Error,
                Level::Warn => Severity::Warning,
                Level::Hint => Severity::Hint,
                Level::Allow => return None,
            };
            Some(Reported {
                diagnostic: match puzzle {
                    Some((puzzle, _)) => puzzle.in_its_file(diagnostic, offset),
                    None => diagnostic.shifted(offset),
                },
                severity,
                puzzle: puzzle.and_then(|(puzzle, _)| puzzle.name().map(ToOwned::to_owned)),
            })
        });
        reported.collect()
    }
}

/// The place of the first suppression of each rule; those behind it suppress
/// nothing.
fn first_of_each(suppressions: &[Suppression]) -> HashMap<Rule, usize> {
    let mut first = HashMap::new();
    for (place, suppression) in suppressions.iter().enumerate() {
        first.entry(suppression.rule).or_insert(place);
    }
    first
}
