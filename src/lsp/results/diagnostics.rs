//! The diagnostics of a document.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use tower_lsp::ls_types::{self, Range, Uri};

use crate::analysis::{
    CheckRun, Diagnostic, EarlierOccurrences, Entry, FileDiagnostic, Lint, Location,
    OwnDiagnostics, Proof, RelatedPlace,
};
use crate::lsp::documents::{ConvertedDiagnostics, Document, Ranges, Section, ShiftLines, convert};
use crate::lsp::guarded::guarded;
use crate::lsp::session::State;
use crate::solving::Identity;
use crate::text::{Encoding, Span};

/// The diagnostics of a document.
pub(in crate::lsp) struct DiagnosticList<'a> {
    document: &'a Document,
    parts: Vec<Part<'a>>,
    /// The documents that related locations refer to, by name.
    others: HashMap<Arc<str>, &'a Document>,
}

/// A part of the diagnostics, in the order of the text.
enum Part<'a> {
    /// The cached diagnostics of a puzzle.
    Kept(&'a Section, &'a OwnDiagnostics),
    /// Other diagnostics, with spans of the document.
    Other(Vec<FileDiagnostic>),
}

/// The diagnostics of a puzzle.
#[derive(Default)]
pub(in crate::lsp) struct PuzzleDiagnostics<'a> {
    /// Those that do not depend on other puzzles, with spans relative to its start.
    own: &'a [FileDiagnostic],
    /// The others, with spans of the document.
    others: Vec<&'a FileDiagnostic>,
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
    /// Collects the diagnostics of a document, as far as they are known.
    pub(in crate::lsp) fn of(state: &'a State, document: &'a Document) -> Self {
        if document.is_being_begun() {
            return Self {
                document,
                parts: Vec::new(),
                others: HashMap::new(),
            };
        }
        let mut firsts = FirstOccurrences {
            state,
            shared: state.workspace.folders.shared(document),
            files: HashMap::new(),
        };
        let mut others = HashMap::new();
        let mut duplicated: BTreeMap<usize, Vec<Location>> = BTreeMap::new();
        let mut shared_before = FxHashSet::default();
        let head = &document.head;
        let mut run = CheckRun::new(document.policy.clone());
        let mut parts = vec![Part::Other(run.begin_file(&head.read))];
        for (number, section) in document.sections.iter().enumerate() {
            let puzzle = &section.read.puzzle;
            if let Some((other, location)) = firsts.later(document, section)
                && shared_before.insert(puzzle.identity)
            {
                others.insert(Arc::clone(&location.file), other);
                duplicated.entry(number).or_default().push(location);
            }
            // Most puzzles have no duplicate and no diagnostic. They must be cheap, because there
            // may be thousands.
            let before = match document.duplicates.has(section) {
                true => run.before(puzzle, section.start),
                false => EarlierOccurrences::nothing(),
            };
            let first = firsts.elsewhere(document, section);
            let entry = |elsewhere| Entry {
                offset: section.start,
                text: &section.read.text,
                puzzle,
                from_answer: section.answer_diagnostics(),
                is_answered: section.is_answered(),
                elsewhere,
            };
            if before.is_nothing() && first.is_none() && document.format.is_none() {
                let own = &section.diagnostic_cache().own;
                let own = own.get_or_init(|| run.own_diagnostics(&entry(None)));
                run.count(own);
                if !own.diagnostics.is_empty() {
                    parts.push(Part::Kept(section, own));
                }
                continue;
            }
            let elsewhere = first.map(|(other, location)| {
                others.insert(Arc::clone(&location.file), other);
                location
            });
            let locate = |span| document.location(span);
            let reported = run.puzzle_after(entry(elsewhere), before, locate);
            if let Some((first, duplicate)) = original(document, &reported) {
                duplicated.entry(first).or_default().push(duplicate);
            }
            parts.push(Part::Other(reported));
        }
        let duplicated = duplicated.into_iter().filter_map(|(number, duplicates)| {
            let section = document.sections.get(number)?;
            run.duplicated(&section.read.puzzle, section.start, duplicates)
        });
        parts.push(Part::Other(duplicated.collect()));
        parts.push(Part::Other(run.end_file(&head.text)));
        Self {
            document,
            parts,
            others,
        }
    }

    /// Returns the diagnostics that a predicate on diagnostic and span accepts.
    pub(in crate::lsp) fn all(
        &self,
        is_wanted: impl Fn(&Diagnostic, Span) -> bool,
    ) -> impl Iterator<Item = Cow<'_, FileDiagnostic>> {
        self.parts.iter().flat_map(move |part| {
            let (start, reported) = match part {
                Part::Kept(section, own) => (section.start, &own.diagnostics),
                Part::Other(reported) => (0, reported),
            };
            let wanted = reported.iter().filter(|reported| {
                let diagnostic = &reported.diagnostic;
                is_wanted(diagnostic, diagnostic.span.shifted(start))
            });
            let wanted = wanted.map(|reported| match start {
                0 => Cow::Borrowed(reported),
                _ => Cow::Owned(reported.shifted(start)),
            });
            wanted.collect::<Vec<_>>()
        })
    }

    /// Returns the diagnostics of each puzzle that has some, by its number.
    pub(in crate::lsp) fn by_puzzle(&self) -> FxHashMap<usize, PuzzleDiagnostics<'_>> {
        let mut puzzles: FxHashMap<usize, PuzzleDiagnostics<'_>> = FxHashMap::default();
        let mut sections = self.document.sections.iter().enumerate();
        for part in &self.parts {
            match part {
                Part::Kept(section, own) => {
                    // Both are in the order of the text.
                    let found = sections.find(|(_, other)| std::ptr::eq(*section, *other));
                    if let Some((number, _)) = found {
                        puzzles.entry(number).or_default().own = &own.diagnostics;
                    }
                }
                Part::Other(reported) => {
                    for report in reported {
                        let start = report.diagnostic.span.start;
                        if let Some(number) = self.document.section_at(start) {
                            puzzles.entry(number).or_default().others.push(report);
                        }
                    }
                }
            }
        }
        puzzles
    }

    /// Returns the document of a location.
    pub(in crate::lsp) fn document_of(&self, location: &Location) -> &'a Document {
        let other = self.others.get(&location.file);
        other.copied().unwrap_or(self.document)
    }

    /// Converts a diagnostic.
    pub(in crate::lsp) fn diagnostic(
        &self,
        state: &State,
        reported: &FileDiagnostic,
    ) -> ls_types::Diagnostic {
        let range = |span| self.document.range(span, state.client.encoding);
        convert::diagnostic(&self.document.uri, reported, range, |location| {
            let document = self.document_of(location);
            let range = document.range(location.span, state.client.encoding);
            ls_types::Location::new(document.uri.clone(), range)
        })
    }

    /// Converts all diagnostics.
    fn converted(&self, state: &State) -> DocumentDiagnostics {
        let mut hasher = FxHasher::default();
        let mut items = Vec::new();
        for part in &self.parts {
            match part {
                Part::Kept(section, own) => {
                    let cache = &section.diagnostic_cache().converted;
                    let cached =
                        cache.get_or_init(|| self.convert(section, own, state.client.encoding));
                    let diagnostics = cached.diagnostics.iter();
                    items.extend(diagnostics.map(|one| one.shifted_lines(section.line)));
                    (section.line, cached.hash).hash(&mut hasher);
                }
                Part::Other(reported) => {
                    let from = items.len();
                    items.extend(reported.iter().map(|one| self.diagnostic(state, one)));
                    hash(items.get(from..).unwrap_or_default()).hash(&mut hasher);
                }
            }
        }
        DocumentDiagnostics {
            items,
            hash: hasher.finish(),
        }
    }

    /// Converts the cached diagnostics of a puzzle.
    fn convert(
        &self,
        section: &Section,
        own: &OwnDiagnostics,
        encoding: Encoding,
    ) -> ConvertedDiagnostics {
        let ranges = Ranges::new(&section.read.text, encoding);
        let uri = &self.document.uri;
        let diagnostics = own.diagnostics.iter().map(|reported| {
            // Cached diagnostics refer to no other file.
            let nowhere = |_: &Location| ls_types::Location::new(uri.clone(), Range::default());
            convert::diagnostic(uri, reported, |span| ranges.range(span), nowhere)
        });
        let diagnostics: Vec<_> = diagnostics.collect();
        ConvertedDiagnostics {
            hash: hash(&diagnostics),
            diagnostics,
        }
    }
}

/// Hashes diagnostics. The protocol's types do not implement `Hash`, but their JSON can be hashed.
fn hash(diagnostics: &[ls_types::Diagnostic]) -> u64 {
    let mut hasher = FxHasher::default();
    if !diagnostics.is_empty() {
        let json = serde_json::to_vec(diagnostics);
        json.unwrap_or_default().hash(&mut hasher);
    }
    hasher.finish()
}

/// All diagnostics of a document.
pub(in crate::lsp) struct DocumentDiagnostics {
    pub(in crate::lsp) items: Vec<ls_types::Diagnostic>,
    /// A hash of all items.
    pub(super) hash: u64,
}

impl Default for DocumentDiagnostics {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            hash: FxHasher::default().finish(),
        }
    }
}

impl State {
    /// Returns the diagnostics of a document as far as they are known.
    pub(in crate::lsp) fn diagnostics(&self, uri: &Uri) -> DocumentDiagnostics {
        let document = self.workspace.documents.get(uri);
        let diagnostics = document.and_then(|document| {
            guarded("the diagnostics of a document", || {
                DiagnosticList::of(self, document).converted(self)
            })
        });
        diagnostics.unwrap_or_default()
    }
}

impl<'a> PuzzleDiagnostics<'a> {
    /// Whether some depend on other puzzles.
    pub(super) const fn depends(&self) -> bool {
        !self.others.is_empty()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'a FileDiagnostic> {
        self.own.iter().chain(self.others.iter().copied())
    }

    /// Returns the diagnostics with spans relative to the puzzle, which starts at `start`.
    pub(super) fn placed(&self, start: u32) -> impl Iterator<Item = (&'a FileDiagnostic, Span)> {
        let own = self
            .own
            .iter()
            .map(|report| (report, report.diagnostic.span));
        let others = self.others.iter().map(move |&report| {
            let Span { start: from, end } = report.diagnostic.span;
            let span = Span::new(from.saturating_sub(start), end.saturating_sub(start));
            (report, span)
        });
        own.chain(others)
    }
}

/// Returns the number of the puzzle of a document whose duplicate is reported, and the duplicate.
fn original(document: &Document, reported: &[FileDiagnostic]) -> Option<(usize, Location)> {
    let mut reported = reported.iter().map(|reported| &reported.diagnostic);
    let duplicate = reported.find(|diagnostic| diagnostic.lint == Lint::DuplicatePuzzle)?;
    match &duplicate.related.first()?.place {
        RelatedPlace::Elsewhere(first) if first.file == document.name => {
            let number = document.section_at(first.span.start)?;
            Some((number, document.location(duplicate.span)))
        }
        _ => None,
    }
}

/// Returns the state of the proof of a puzzle with these diagnostics.
pub(in crate::lsp) fn proof(
    document: &Document,
    section: &Section,
    diagnostics: Option<&PuzzleDiagnostics<'_>>,
    is_searched: bool,
) -> Proof {
    let is_checked = section.is_checked(&document.policy);
    let diagnostics = diagnostics.into_iter().flat_map(PuzzleDiagnostics::all);
    Proof::of(&section.view(), is_checked, is_searched, diagnostics)
}

impl<'a> FirstOccurrences<'a> {
    /// Returns the first occurrence of a puzzle, if it is in another file.
    fn elsewhere(
        &mut self,
        document: &Document,
        section: &Section,
    ) -> Option<(&'a Document, Location)> {
        let shared = self.shared?;
        let identity = section.read.puzzle.identity;
        let identity = identity.filter(|identity| shared.contains(identity))?;
        let state = self.state;
        let path = state
            .workspace
            .folders
            .first_elsewhere(document, identity)?;
        let (document, section) = self.in_file(path, identity)?;
        let span = section.read.puzzle.place(section.start);
        Some((document, document.location(span)))
    }

    /// Returns the next occurrence of a puzzle in another file, if the document is the first
    /// one and the other allows no duplicates.
    fn later(
        &mut self,
        document: &Document,
        section: &Section,
    ) -> Option<(&'a Document, Location)> {
        let identity = section.read.puzzle.identity;
        let identity = identity.filter(|id| self.shared.is_some_and(|all| all.contains(id)))?;
        let folders = &self.state.workspace.folders;
        let path = folders.next_elsewhere(document, identity)?;
        let (document, section) = self.in_file(&path, identity)?;
        let puzzle = &section.read.puzzle;
        let lint = Lint::DuplicatePuzzle;
        let is_allowed = puzzle.allows(lint) || document.head.read.allows(lint);
        let location = || document.location(puzzle.place(section.start));
        (!is_allowed).then(|| (document, location()))
    }

    /// Returns the first occurrence of a puzzle in another file.
    fn in_file(
        &mut self,
        path: &Arc<Path>,
        identity: Identity,
    ) -> Option<(&'a Document, &'a Section)> {
        let file = self.files.entry(Arc::clone(path));
        let file = file.or_insert_with(|| self.state.at_path(path).map(OtherFile::new));
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
