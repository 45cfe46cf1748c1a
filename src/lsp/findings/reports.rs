//! The reports of a document, and the places in other files that they name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use tower_lsp::ls_types::{self, Range, Uri};

use crate::analysis::{
    CheckRun, Diagnostic, EarlierOccurrences, Entry, FileDiagnostic, Location, OwnDiagnostics,
    Proof,
};
use crate::lsp::documents::{ConvertedDiagnostics, Document, Ranges, Section, ShiftLines, convert};
use crate::lsp::guarded::guarded;
use crate::lsp::session::State;
use crate::solving::Identity;
use crate::text::{Encoding, Span};

/// The reports of a document.
pub(in crate::lsp) struct Reports<'a> {
    document: &'a Document,
    parts: Vec<Part<'a>>,
    /// The other documents that they name, by these names.
    others: HashMap<Arc<str>, &'a Document>,
}

/// Some of the reports, in the order of the text.
enum Part<'a> {
    /// Of a puzzle whose reports are kept.
    Kept(&'a Section, &'a OwnDiagnostics),
    /// Of anything else, with places of the document.
    Other(Vec<FileDiagnostic>),
}

/// The reports of a puzzle.
#[derive(Default)]
pub(in crate::lsp) struct OfPuzzle<'a> {
    /// Those that its neighbours have no part in, with places from its start.
    own: &'a [FileDiagnostic],
    /// The others, with places of the document.
    others: Vec<&'a FileDiagnostic>,
}

/// Where each puzzle stands first in another file.
struct Firsts<'a> {
    state: &'a State,
    /// The puzzles of the document that stand in others too.
    shared: Option<&'a FxHashSet<Identity>>,
    /// By file, as far as they were looked for.
    files: HashMap<Arc<Path>, Option<First<'a>>>,
}

/// A file, and the numbers of its puzzles.
struct First<'a> {
    document: &'a Document,
    numbers: FxHashMap<Identity, usize>,
}

impl<'a> Reports<'a> {
    /// All reports of a document, as far as they are known now.
    pub(in crate::lsp) fn of(state: &'a State, document: &'a Document) -> Self {
        let mut firsts = Firsts {
            state,
            shared: state.folders.shared(document),
            files: HashMap::new(),
        };
        let mut others = HashMap::new();
        let head = &document.head;
        let mut run = CheckRun::new(document.policy.clone());
        let mut parts = vec![Part::Other(run.begin_file(&head.read))];
        for section in &document.sections {
            let puzzle = &section.read.puzzle;
            // Mostly a puzzle repeats nothing and has nothing to report, which
            // must cost no more than a glance: there may be thousands.
            let before = match document.repeated.has(section) {
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
                let own = own.get_or_init(|| run.own_reports(&entry(None)));
                run.count(own);
                if !own.reported.is_empty() {
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
            parts.push(Part::Other(reported));
        }
        parts.push(Part::Other(run.end_file(&head.text)));
        Self {
            document,
            parts,
            others,
        }
    }

    /// The reports that are wanted, told by what they say and where in the
    /// document.
    pub(in crate::lsp) fn all(
        &self,
        is_wanted: impl Fn(&Diagnostic, Span) -> bool,
    ) -> impl Iterator<Item = Cow<'_, FileDiagnostic>> {
        self.parts.iter().flat_map(move |part| {
            let (start, reported) = match part {
                Part::Kept(section, own) => (section.start, &own.reported),
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

    /// The reports of each puzzle that has some, by its number.
    pub(in crate::lsp) fn by_puzzle(&self) -> FxHashMap<usize, OfPuzzle<'_>> {
        let mut puzzles: FxHashMap<usize, OfPuzzle<'_>> = FxHashMap::default();
        let mut sections = self.document.sections.iter().enumerate();
        for part in &self.parts {
            match part {
                Part::Kept(section, own) => {
                    // They stand in the order of the text.
                    let found = sections.find(|(_, other)| std::ptr::eq(*section, *other));
                    if let Some((number, _)) = found {
                        puzzles.entry(number).or_default().own = &own.reported;
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

    /// The document that a place is in.
    pub(in crate::lsp) fn document_of(&self, location: &Location) -> &'a Document {
        let other = self.others.get(&location.file);
        other.copied().unwrap_or(self.document)
    }

    /// A report as the protocol wants it.
    pub(in crate::lsp) fn diagnostic(
        &self,
        state: &State,
        reported: &FileDiagnostic,
    ) -> ls_types::Diagnostic {
        let range = |span| self.document.range(span, state.encoding);
        convert::diagnostic(&self.document.uri, reported, range, |location| {
            let document = self.document_of(location);
            let range = document.range(location.span, state.encoding);
            ls_types::Location::new(document.uri.clone(), range)
        })
    }

    /// Converts all reports.
    fn converted(&self, state: &State) -> DocumentDiagnostics {
        let mut hasher = FxHasher::default();
        let mut items = Vec::new();
        for part in &self.parts {
            match part {
                Part::Kept(section, own) => {
                    let cache = &section.diagnostic_cache().converted;
                    let cached = cache.get_or_init(|| self.convert(section, own, state.encoding));
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

    /// Converts the reports of a puzzle that are cached.
    fn convert(
        &self,
        section: &Section,
        own: &OwnDiagnostics,
        encoding: Encoding,
    ) -> ConvertedDiagnostics {
        let ranges = Ranges::new(&section.read.text, encoding);
        let uri = &self.document.uri;
        let diagnostics = own.reported.iter().map(|reported| {
            // Cached reports name no place in another file.
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
pub(super) struct DocumentDiagnostics {
    pub(super) items: Vec<ls_types::Diagnostic>,
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
    pub(super) fn diagnostics(&self, uri: &Uri) -> DocumentDiagnostics {
        let document = self.documents.get(uri);
        let diagnostics = document.and_then(|document| {
            guarded("the diagnostics of a document", || {
                Reports::of(self, document).converted(self)
            })
        });
        diagnostics.unwrap_or_default()
    }
}

impl<'a> OfPuzzle<'a> {
    /// Whether a puzzle may have others though it is the same.
    pub(super) const fn depends(&self) -> bool {
        !self.others.is_empty()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'a FileDiagnostic> {
        self.own.iter().chain(self.others.iter().copied())
    }

    /// The reports with their places from the start of the puzzle, which is at
    /// `start` of the document.
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

/// How the proof of a puzzle stands of which this is reported.
pub(in crate::lsp) fn proof(
    document: &Document,
    section: &Section,
    reports: Option<&OfPuzzle<'_>>,
    is_searched: bool,
) -> Proof {
    let is_judged = section.is_judged(&document.policy);
    let reports = reports.into_iter().flat_map(OfPuzzle::all);
    Proof::of(&section.view(), is_judged, is_searched, reports)
}

impl<'a> Firsts<'a> {
    /// The first file that a puzzle stands in, and where, if that is another.
    fn elsewhere(
        &mut self,
        document: &Document,
        section: &Section,
    ) -> Option<(&'a Document, Location)> {
        let shared = self.shared?;
        let identity = section.read.puzzle.identity;
        let identity = identity.filter(|identity| shared.contains(identity))?;
        let state = self.state;
        let path = state.folders.first_elsewhere(document, identity)?;
        let first = self
            .files
            .entry(Arc::clone(path))
            .or_insert_with(|| state.at_path(path).map(First::new));
        let First { document, numbers } = first.as_ref()?;
        let section = document.sections.get(*numbers.get(&identity)?)?;
        let span = section.read.puzzle.place(section.start);
        Some((document, document.location(span)))
    }
}

impl<'a> First<'a> {
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
