//! The diagnostics of a document.

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use tower_lsp::ls_types::{self, Uri};

use crate::analysis::{
    CheckRun, Diagnostic, Entry, FileDiagnostic, FileLimit, Lint, Location, Policy, Proof,
    RelatedPlace, Severity,
};
use crate::lsp::documents::{Document, Section, convert};
use crate::lsp::guarded::guarded;
use crate::lsp::session::State;
use crate::solving::Identity;
use crate::text::Span;

pub(crate) struct DiagnosticList<'a> {
    document: &'a Document,
    /// The diagnostics, with spans of the document.
    pub(crate) all: Vec<FileDiagnostic>,
    /// The documents that related locations refer to, by name.
    others: HashMap<Arc<str>, &'a Document>,
}

/// The first occurrences of puzzles in other files.
struct FirstOccurrences<'a> {
    state: &'a State,
    /// The puzzles of the document that also occur in other files.
    shared: Option<&'a FxHashSet<Identity>>,
    /// The other files, as far as needed.
    files: HashMap<Arc<Path>, Option<OtherFile<'a>>>,
}

/// Another file, and the numbers of its puzzles.
struct OtherFile<'a> {
    document: &'a Document,
    numbers: FxHashMap<Identity, usize>,
}

impl<'a> DiagnosticList<'a> {
    /// Collects the diagnostics of a document, as far as they are known and shown.
    pub(crate) fn of(state: &'a State, document: &'a Document) -> Self {
        Self::under(document.policy.clone(), state, document)
    }

    /// Collects all diagnostics of a document, as far as they are known.
    pub(crate) fn complete(state: &'a State, document: &'a Document) -> Self {
        Self::under(document.policy.clone().showing_all(), state, document)
    }

    fn under(policy: Policy, state: &'a State, document: &'a Document) -> Self {
        let mut list = Self { document, all: Vec::new(), others: HashMap::new() };
        if !document.is_being_begun() && !document.is_out_of_sync {
            list.collect(policy, state);
        }
        list
    }

    fn collect(&mut self, policy: Policy, state: &'a State) {
        let document = self.document;
        let mut firsts = FirstOccurrences {
            state,
            shared: state.workspace.folders.shared(document),
            files: HashMap::new(),
        };
        let mut duplicated: BTreeMap<usize, Vec<Location>> = BTreeMap::new();
        let mut shared_before = FxHashSet::default();
        let head = &document.head;
        let mut run = CheckRun::new(policy);
        self.all = run.begin_file(&head.read);
        for (number, section) in document.sections.iter().enumerate() {
            let puzzle = &section.read.puzzle;
            if let Some((other, location)) = firsts.later(document, section)
                && shared_before.insert(puzzle.identity)
            {
                self.others.insert(Arc::clone(&location.file), other);
                duplicated.entry(number).or_default().push(location);
            }
            let elsewhere = firsts.elsewhere(document, section).map(|(other, location)| {
                self.others.insert(Arc::clone(&location.file), other);
                location
            });
            let entry = Entry {
                offset: section.start,
                text: &section.read.text,
                puzzle,
                from_answer: section.answer_diagnostics(),
                is_answered: section.is_answered(),
                elsewhere,
            };
            let reported = run.puzzle(entry, |span| document.location(span));
            if let Some((first, duplicate)) = original(document, &reported) {
                duplicated.entry(first).or_default().push(duplicate);
            }
            self.all.extend(reported);
        }
        let hints = duplicated.into_iter().filter_map(|(number, duplicates)| {
            let section = document.sections.get(number)?;
            run.duplicated(&section.read.puzzle, section.start, duplicates)
        });
        self.all.extend(hints);
        self.all.extend(run.end_file(&head.text));
        let too_large = document.refusal.map(|reason| FileDiagnostic {
            diagnostic: Diagnostic::new(Lint::Syntax, Span::empty(0), reason),
            severity: Severity::Error,
            puzzle: None,
        });
        self.all.extend(too_large);
        self.move_to_edited();
    }

    /// Lets the puzzle that was edited last have the warning about duplicates, and the untouched
    /// ones at most a hint.
    fn move_to_edited(&mut self) {
        let document = self.document;
        let mut all = std::mem::take(&mut self.all);
        let lint = Lint::DuplicatePuzzle;
        for reported in all.iter_mut().filter(|of| of.diagnostic.lint == lint) {
            let diagnostic = &reported.diagnostic;
            let mut others = diagnostic.related.iter();
            let is_other_edited = others.any(|related| match &related.place {
                RelatedPlace::Elsewhere(place) => {
                    self.document_of(place).is_edited_at(place.span.start)
                }
                RelatedPlace::Here(_) => false,
            });
            if document.is_edited_at(diagnostic.span.start) {
                let severity = document.policy.level(lint).severity();
                reported.severity = severity.unwrap_or(reported.severity);
            } else if is_other_edited {
                reported.severity = Severity::Hint;
            }
        }
        self.all = all;
    }

    /// Returns the diagnostics of each puzzle that has some, by its number.
    pub(crate) fn by_puzzle(&self) -> FxHashMap<usize, Vec<&FileDiagnostic>> {
        let mut puzzles: FxHashMap<usize, Vec<&FileDiagnostic>> = FxHashMap::default();
        for reported in &self.all {
            if let Some(number) = self.document.section_at(reported.diagnostic.span.start) {
                puzzles.entry(number).or_default().push(reported);
            }
        }
        puzzles
    }

    pub(crate) fn document_of(&self, location: &Location) -> &'a Document {
        let other = self.others.get(&location.file);
        other.copied().unwrap_or(self.document)
    }

    pub(crate) fn diagnostic(
        &self,
        state: &State,
        reported: &FileDiagnostic,
    ) -> ls_types::Diagnostic {
        convert::diagnostic(self.document, reported, state.client.encoding, |location| {
            self.document_of(location)
        })
    }
}

/// All diagnostics of a document.
#[derive(Default)]
pub(crate) struct DocumentDiagnostics {
    pub(crate) items: Vec<ls_types::Diagnostic>,
    /// A hash of all items.
    pub(super) hash: u64,
}

impl DocumentDiagnostics {
    fn new(items: Vec<ls_types::Diagnostic>) -> Self {
        if items.is_empty() {
            return Self::default();
        }
        // The protocol's types do not implement `Hash`, but their JSON can be hashed.
        let mut hasher = FxHasher::default();
        let json = serde_json::to_vec(&items);
        json.unwrap_or_default().hash(&mut hasher);
        Self { items, hash: hasher.finish() }
    }
}

impl State {
    /// Returns the diagnostics of a document as far as they are known.
    pub(crate) fn diagnostics(&self, uri: &Uri) -> DocumentDiagnostics {
        let document = self.workspace.documents.get(uri);
        let items = document.and_then(|document| {
            guarded("the diagnostics of a document", || {
                let list = DiagnosticList::of(self, document);
                let mut limit = FileLimit::default();
                let all = list.all.iter();
                let due = all.filter(|reported| !document.is_premature(&reported.diagnostic));
                let shown = due.filter(|reported| limit.shows(reported));
                let convert = |reported: &_| list.diagnostic(self, reported);
                let mut items: Vec<_> = shown.map(convert).collect();
                items.extend(limit.rest().as_ref().map(convert));
                items
            })
        });
        DocumentDiagnostics::new(items.unwrap_or_default())
    }
}

/// Returns the number of the puzzle of a document whose duplicate is reported, and the duplicate.
fn original(document: &Document, reported: &[FileDiagnostic]) -> Option<(usize, Location)> {
    let mut diagnostics = reported.iter().map(|reported| &reported.diagnostic);
    let duplicate = diagnostics.find(|diagnostic| diagnostic.lint == Lint::DuplicatePuzzle)?;
    match &duplicate.related.first()?.place {
        RelatedPlace::Elsewhere(first) if first.file == document.name => {
            let number = document.section_at(first.span.start)?;
            Some((number, document.location(duplicate.span)))
        }
        _ => None,
    }
}

/// Returns the state of the proof of a puzzle with these diagnostics. That of a puzzle that is still
/// being written stays open if it lacks something.
pub(crate) fn proof(
    document: &Document,
    section: &Section,
    diagnostics: &[&FileDiagnostic],
    is_searched: bool,
) -> Proof {
    let is_premature =
        |of: &&FileDiagnostic| of.is_error() && document.is_premature(&of.diagnostic);
    let is_malformed = section.read.puzzle.position().is_none();
    if document.is_draft(section) && (is_malformed || diagnostics.iter().any(is_premature)) {
        return Proof::Stale;
    }
    let is_checked = section.is_checked(&document.policy);
    let reported = diagnostics.iter().copied();
    Proof::of(&section.view(), is_checked, is_searched, reported)
}

impl<'a> FirstOccurrences<'a> {
    /// Returns the identity of a puzzle that also occurs in other files.
    fn shared_identity(&self, section: &Section) -> Option<Identity> {
        let identity = section.read.puzzle.identity?;
        self.shared?.contains(&identity).then_some(identity)
    }

    /// Returns the first occurrence of a puzzle, if it is in another file.
    fn elsewhere(
        &mut self,
        document: &Document,
        section: &Section,
    ) -> Option<(&'a Document, Location)> {
        let identity = self.shared_identity(section)?;
        let folders = &self.state.workspace.folders;
        let path = folders.first_elsewhere(document, identity)?;
        let (other, first) = self.in_file(path, identity)?;
        let span = first.read.puzzle.place(first.start);
        Some((other, other.location(span)))
    }

    /// Returns the next occurrence of a puzzle in another file, if the document is the first
    /// one and the other allows no duplicates.
    fn later(
        &mut self,
        document: &Document,
        section: &Section,
    ) -> Option<(&'a Document, Location)> {
        let identity = self.shared_identity(section)?;
        let folders = &self.state.workspace.folders;
        let path = folders.next_elsewhere(document, identity)?;
        let (other, next) = self.in_file(&path, identity)?;
        let puzzle = &next.read.puzzle;
        let lint = Lint::DuplicatePuzzle;
        let is_allowed = puzzle.allows(lint) || other.head.read.allows(lint);
        (!is_allowed).then(|| (other, other.location(puzzle.place(next.start))))
    }

    /// Returns the first occurrence of a puzzle in another file.
    fn in_file(
        &mut self,
        path: &Arc<Path>,
        identity: Identity,
    ) -> Option<(&'a Document, &'a Section)> {
        let entry = self.files.entry(Arc::clone(path));
        let file = entry.or_insert_with(|| self.state.at_path(path).map(OtherFile::new));
        let OtherFile { document, numbers } = file.as_ref()?;
        let section = document.sections.get(*numbers.get(&identity)?)?;
        Some((document, section))
    }
}

impl<'a> OtherFile<'a> {
    fn new(document: &'a Document) -> Self {
        let mut numbers = FxHashMap::default();
        for (number, section) in document.sections.iter().enumerate() {
            if let Some(identity) = section.read.puzzle.identity {
                numbers.entry(identity).or_insert(number);
            }
        }
        Self { document, numbers }
    }
}
