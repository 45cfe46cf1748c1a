//! A document: its text and its parsed puzzles.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use super::section::Section;
use super::text::{IndexedText, TypedText};
use crate::analysis::{self, Diagnostic, FileHead, Lint, Policy};
use crate::config::Config;
use crate::exchange::{Format, SourceFile, read_head};
use crate::json::{self, PuzzleLocation};
use crate::lsp::guarded::guarded;
use crate::solving::{AnswerHandle, Identity, Limits, Store};
use crate::syntax;
use crate::text::{Encoding, Span, lines};

/// The default limits of a search in an editor.
const LIMITS: Limits = Limits { max_positions: 20_000_000, max_memory: 1 << 30, time: None };

/// The largest size of a document in bytes, and its largest number of puzzles. All of them stay in
/// memory, with several kilobytes for each, and a hundred times its size for a hostile text.
const MAX_TEXT: usize = 4 << 20;
const MAX_PUZZLES: usize = 20_000;

/// The largest number of changes at once that are typing, such as with many cursors. Each is
/// compared with the start of each puzzle.
const MAX_TYPED: usize = 100;

/// A document: its text, split into sections with a puzzle each. After a change, the whole text is
/// split again, and each section whose text was there before keeps its puzzle and its answer.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    /// The name of the file in messages.
    pub(crate) name: Arc<str>,
    /// The file in its workspace folder, if it is selected there. Duplicates are found within a
    /// folder.
    pub(crate) home: Option<WorkspaceFile>,
    /// The version of an open document; `None` for a file on disk.
    pub(crate) version: Option<i32>,
    pub(crate) text: Arc<IndexedText>,
    /// Why the document has no puzzles, if it is too large.
    pub(crate) refusal: Option<&'static str>,
    /// Whether changes arrived out of order, so that the text is unknown until the client sends all
    /// of it.
    pub(crate) is_out_of_sync: bool,
    /// The end of the last edit.
    last_edit: Option<u32>,
    /// The start of the puzzle that is being written for the first time, until the file is saved or
    /// the editing goes on elsewhere.
    pub(crate) draft: Option<u32>,
    /// Whether the editor saves next by itself, after a delay.
    pub(crate) saves_automatically: bool,
    /// The text typed last.
    pub(crate) typed: TypedText,
    /// The foreign format, if any.
    pub(crate) format: Option<&'static Format>,
    pub(crate) head: Head,
    /// The puzzles, in the order of the text.
    pub(crate) sections: Vec<Section>,
    pub(crate) config: Arc<Config>,
    /// The answers of its file from earlier runs.
    pub(crate) cache: Option<Arc<dyn Store>>,
    /// The policy of the configuration.
    pub(crate) policy: Policy,
    /// The answers of removed sections. They are dropped only after the next requests, which may be
    /// for the same puzzles.
    retired: Vec<Arc<AnswerHandle>>,
}

/// Whether a person may have typed this text, between two changes that the client sends: at most the
/// end of a line and the start of the next. Pasted and restored puzzles have more lines.
fn is_typed_text(text: &str) -> bool {
    lines(text).count() <= 2
}

/// Moves an offset as an edit moves the text behind it. Returns `None` within the replaced text.
fn moved(offset: u32, replaced: Span, len: u32) -> Option<u32> {
    match offset {
        _ if offset <= replaced.start => Some(offset),
        _ if replaced.end <= offset => Some(offset - replaced.len() + len),
        _ => None,
    }
}

/// A file and the folder that it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct WorkspaceFile {
    pub(super) folder: Arc<Path>,
    pub(super) path: Arc<Path>,
}

/// The text before the first puzzle.
pub(crate) struct Head {
    pub(crate) text: Arc<str>,
    pub(crate) read: FileHead,
}

impl Head {
    fn new(text: &str, read: FileHead) -> Self {
        Self { text: text.into(), read }
    }
}

impl Document {
    pub(crate) fn new(uri: Uri, name: Arc<str>, version: Option<i32>, text: &str) -> Self {
        let mut document = Self {
            uri,
            name,
            home: None,
            version,
            text: Arc::new(IndexedText::new(text.to_owned())),
            refusal: None,
            is_out_of_sync: false,
            last_edit: None,
            draft: None,
            saves_automatically: false,
            typed: TypedText::default(),
            format: None,
            head: Head::new("", FileHead::default()),
            sections: Vec::new(),
            config: Arc::default(),
            cache: None,
            policy: Policy::default(),
            retired: Vec::new(),
        };
        document.parse();
        document
    }

    /// Returns the length of the text in bytes.
    pub(crate) fn len(&self) -> u32 {
        Span::of(&self.text, &self.text).end
    }

    /// Whether it has no text but white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.sections.is_empty() && self.head.text.trim().is_empty()
    }

    /// Whether its first words are being typed: an open document of one line of letters.
    pub(crate) fn is_being_begun(&self) -> bool {
        let is_open = self.version.is_some() && self.format.is_none();
        let is_of_word = |c: char| c.is_alphabetic() || c == ' ';
        is_open && self.text.chars().all(is_of_word)
    }

    /// Applies the client's changes in order. Returns the start of the last one.
    pub(crate) fn change(
        &mut self,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> u32 {
        let mut last = 0;
        let is_small = changes.len() <= MAX_TYPED;
        let mut draft = self.draft.filter(|_| is_small);
        let sections = self.sections.iter().map(|section| section.start).filter(|_| is_small);
        let mut is_typed = is_small;
        let mut starts: Vec<u32> = sections.filter(|&start| Some(start) != draft).collect();
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = self.text.span(range, encoding);
                    let len = Span::from_range(0..change.text.len()).len();
                    // Text typed at a header belongs to its puzzle, or to the one above.
                    let at_edit = starts.contains(&span.start).then_some(span.start + len);
                    let behind = starts.iter().filter_map(|&start| moved(start, span, len));
                    starts = behind.chain(at_edit).collect();
                    draft = draft.and_then(|start| moved(start, span, len));
                    is_typed &= is_typed_text(&change.text);
                    self.replace(span, &change.text);
                    last = span.start;
                    self.last_edit = is_small.then_some(span.start + len);
                }
                None => {
                    self.last_edit = None;
                    self.text = Arc::new(IndexedText::new(change.text.clone()));
                    self.typed = TypedText::default();
                    self.is_out_of_sync = false;
                }
            }
        }
        self.parse();
        let edited = self.edited_section().map(|section| section.start);
        let is_new = |start: &u32| is_typed && !starts.contains(start);
        self.draft = edited.filter(|start| draft == Some(*start) || is_new(start));
        last
    }

    /// Returns the puzzle that was edited last.
    fn edited_section(&self) -> Option<&Section> {
        self.sections.get(self.section_at(self.last_edit?)?)
    }

    /// Whether the puzzle at `offset` was edited last.
    pub(crate) fn is_edited_at(&self, offset: u32) -> bool {
        let edited = self.last_edit.and_then(|last| self.section_at(last));
        edited.is_some() && edited == self.section_at(offset)
    }

    /// Whether a puzzle is still being written.
    pub(crate) fn is_draft(&self, section: &Section) -> bool {
        self.draft == Some(section.start) && self.config.editor.show_unfinished != Some(true)
    }

    /// Whether a diagnostic is only about what the author has not written yet. That a claim is wrong
    /// never is; a puzzle without a solution may still lack a piece.
    pub(crate) fn is_premature(&self, diagnostic: &Diagnostic) -> bool {
        let (Some(last_edit), Some(section)) = (self.last_edit, self.edited_section()) else {
            return false;
        };
        let span = diagnostic.span;
        if !self.is_draft(section) || !self.is_edited_at(span.start) {
            return false;
        }
        if matches!(diagnostic.lint, Lint::MovesMismatch | Lint::ResultMismatch | Lint::Solvable) {
            return false;
        }
        let lines = self.text.line(span.start)..=self.text.line(span.end);
        let is_edited = lines.contains(&self.text.line(last_edit));
        let header = section.read.puzzle.section.header.as_ref();
        let has_game = header.is_some_and(|header| header.game.is_some());
        is_edited || !has_game || diagnostic.lint.is_of_unfinished()
    }

    /// Replaces a span of the text only.
    fn replace(&mut self, span: Span, new: &str) {
        if let Some(text) = self.text.replaced(span, new) {
            self.typed.edit(&text, span, new);
            self.text = Arc::new(text);
        }
    }

    /// Sets the foreign format. Everything was parsed in the old one.
    pub(crate) fn set_format(&mut self, format: Option<&'static Format>) {
        if self.format.map(|format| format.name) != format.map(|format| format.name) {
            self.format = format;
            self.head = Head::new("", FileHead::default());
            let sections = std::mem::take(&mut self.sections);
            self.retire(sections.into_iter());
            self.parse();
        }
    }

    /// Returns a copy without puzzles, for requests that do not support foreign formats.
    pub(crate) fn blank(&self) -> Self {
        let mut blank = Self::new(self.uri.clone(), Arc::clone(&self.name), self.version, "");
        blank.text = Arc::clone(&self.text);
        blank.format = self.format;
        blank
    }

    /// Splits the text into sections.
    fn parse(&mut self) {
        let text = Arc::clone(&self.text);
        let sections = std::mem::take(&mut self.sections).into_iter();
        let old: FxHashMap<Arc<str>, Section> =
            sections.map(|section| (Arc::clone(&section.read.text), section)).collect();
        let is_too_large = text.len() > MAX_TEXT;
        self.refusal = is_too_large.then_some("the file is larger than 4 MiB; split it to edit it");
        let read = if self.refusal.is_some() { "" } else { &text };
        self.sections = match self.format {
            None => self.parse_sections(read, &old),
            Some(_) => self.parse_foreign(read, &old),
        };
        self.retire(old.into_values());
    }

    fn parse_sections(&mut self, text: &str, old: &FxHashMap<Arc<str>, Section>) -> Vec<Section> {
        let mut spans = syntax::sections(text).into_iter();
        let head = spans.next().unwrap_or_default().slice(text);
        let influence = self.head.read.influence();
        if head != &*self.head.text {
            let read = guarded("the head of a file", || read_head(head));
            self.head = Head::new(head, read.unwrap_or_default());
        }
        // The head affects how puzzles are read.
        let is_same = self.head.read.influence() == influence;
        let is_read = self.accepts(spans.len());
        let sections = spans.filter(|_| is_read).map(|span| {
            let section_text = span.slice(text);
            match old.get(section_text).filter(|_| is_same) {
                Some(same) => same.moved_to(span.start),
                None => Section::parse(span.start, section_text, &self.head.read),
            }
        });
        sections.collect()
    }

    /// Whether the document may have this number of puzzles.
    fn accepts(&mut self, puzzles: usize) -> bool {
        let is_too_many = puzzles > MAX_PUZZLES;
        if is_too_many {
            self.refusal = Some("the file has more than 20,000 puzzles; split it to edit it");
        }
        !is_too_many
    }

    /// Parses a text in a foreign format. Unchanged puzzles keep their answers.
    fn parse_foreign(&mut self, text: &str, old: &FxHashMap<Arc<str>, Section>) -> Vec<Section> {
        let source = guarded("a file in a foreign format", || SourceFile::split(text, self.format))
            .unwrap_or_default();
        let is_read = self.accepts(source.sections.len());
        self.head = Head::new("", source.head);
        let sources = source.sections.iter().filter(|_| is_read);
        let sections = sources.filter_map(|cut| {
            let section_text = cut.text(text);
            let puzzle = guarded("a puzzle", || cut.read(text, &self.head.read))?;
            let section = Section::new(cut.offset(), section_text.into(), puzzle);
            Some(match old.get(section_text) {
                Some(same) => section.with_answer_of(same),
                None => section,
            })
        });
        sections.collect()
    }

    fn retire(&mut self, sections: impl Iterator<Item = Section>) {
        let handles = sections.filter_map(|section| section.handle);
        self.retired.extend(handles);
    }

    /// Drops the answers of removed sections.
    pub(crate) fn forget_retired(&mut self) {
        self.retired.clear();
    }

    /// Sets the configuration and invalidates the checked answers.
    pub(crate) fn configure(&mut self, config: Arc<Config>) {
        self.policy = config.policy(true);
        self.config = config;
        for section in &mut self.sections {
            section.forget();
        }
    }

    /// Returns the limits of its searches.
    pub(crate) fn limits(&self) -> Limits {
        let limits = &self.config.limits;
        let memory = limits.max_memory.map(|size| size.0);
        Limits {
            max_positions: limits.max_positions.unwrap_or(LIMITS.max_positions),
            max_memory: memory.unwrap_or(LIMITS.max_memory),
            time: limits.time_limit.map(|time| time.0).or(LIMITS.time),
        }
    }

    /// Returns the identities of the puzzles, for finding duplicates.
    pub(super) fn identities(&self) -> impl Iterator<Item = Identity> {
        let sections = self.sections.iter();
        sections.filter_map(|section| section.read.puzzle.identity)
    }

    /// Returns the number of the puzzle at `offset`.
    pub(crate) fn section_at(&self, offset: u32) -> Option<usize> {
        let after = self.sections.partition_point(|section| section.start <= offset);
        after.checked_sub(1)
    }

    /// Collects new results of the solver, and returns whether there were any.
    pub(crate) fn collect_results(&mut self) -> bool {
        let mut is_new = false;
        for section in &mut self.sections {
            is_new |= section.collect_results(self.policy.demands());
        }
        is_new
    }

    /// Returns the name of a puzzle, or `puzzle N`, counted from 1.
    pub(crate) fn title(&self, number: usize) -> String {
        let section = self.sections.get(number);
        section.map_or_else(String::new, |section| section.read.puzzle.title(number))
    }

    /// Returns the number of the puzzle at a line.
    pub(crate) fn section_on(&self, line: u32) -> Option<usize> {
        self.section_at(self.text.line_start(line)?)
    }

    /// Returns the puzzles that overlap a span.
    pub(crate) fn sections_in(&self, span: Span) -> impl Iterator<Item = &Section> {
        let start = self.sections.partition_point(|s| s.end() < span.start);
        let sections = self.sections.iter().skip(start);
        sections.take_while(move |section| section.start <= span.end)
    }

    pub(crate) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        self.text.position(offset, encoding)
    }

    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Range {
        self.text.range(span, encoding)
    }

    /// Returns the line of the header of a puzzle.
    pub(crate) fn line_of(&self, section: &Section) -> u32 {
        let header = section.read.puzzle.header_span().shifted(section.start);
        self.text.line(header.start)
    }

    /// Returns the span of a puzzle without trailing white space.
    pub(crate) fn span_of(&self, section: &Section) -> Span {
        let text = section.read.text.trim_end();
        Span::from_range(0..text.len()).shifted(section.start)
    }

    /// Returns a range for an object in JSON.
    pub(crate) fn json_range(&self, span: Span, encoding: Encoding) -> json::Range {
        let Range { start, end } = self.range(span, encoding);
        let position = |at: Position| json::Position { line: at.line, character: at.character };
        json::Range { start: position(start), end: position(end) }
    }

    pub(crate) fn puzzle_location(&self, section: &Section, encoding: Encoding) -> PuzzleLocation {
        PuzzleLocation {
            version: self.version,
            range: self.json_range(self.span_of(section), encoding),
            line: self.line_of(section),
        }
    }

    /// Returns a location for related messages of `analysis`.
    pub(crate) fn location(&self, span: Span) -> analysis::Location {
        analysis::Location {
            file: self.name.clone(),
            span,
            start: self.text.place(span.start, Encoding::Utf32),
            end: self.text.place(span.end, Encoding::Utf32),
        }
    }
}

/// Returns the sections of a document, each with its start, text and diagnostics.
#[cfg(any(test, fuzzing))]
fn shape(document: &Document) -> Vec<(u32, String, String)> {
    let sections = document.sections.iter().map(|section| {
        let puzzle = &section.read.puzzle;
        let diagnostics = format!("{:?} {:?}", puzzle.diagnostics(), puzzle.identity);
        (section.start, section.read.text.to_string(), diagnostics)
    });
    let head = &document.head;
    let diagnostics = format!("{:?}", head.read.diagnostics());
    [(0, head.text.to_string(), diagnostics)].into_iter().chain(sections).collect()
}

/// Applies edits to a document, and asserts that it then equals one that is opened with the
/// same text. An edit is its start, the number of replaced bytes, and the new text.
#[cfg(fuzzing)]
#[expect(clippy::unwrap_used, clippy::missing_panics_doc)]
pub fn assert_edits_equal_reopening<'a>(
    text: &str,
    edits: impl Iterator<Item = (u16, u8, &'a str)>,
) {
    let uri: Uri = "untitled:a".parse().unwrap();
    let open = |text: &str| Document::new(uri.clone(), "a".into(), Some(1), text);
    let mut model = text.to_owned();
    let mut edited = open(text);
    for (start, len, text) in edits {
        let boundary = |mut at: usize| {
            while !model.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(usize::from(start) % (model.len() + 1));
        let end = boundary(model.len().min(start + usize::from(len)));
        model.replace_range(start..end, text);
        edited.replace(Span::from_range(start..end), text);
        edited.parse();
        assert_eq!(**edited.text, *model);
        assert_eq!(shape(&edited), shape(&open(&model)), "{model:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: &[&str] = &[
        "puzzle lunar \"a\"\n",
        "puzzle ricochet\r\n",
        "puzzle",
        "; carom: allow unsolvable\n",
        ";",
        "\n",
        "\r",
        "\r\n",
        " ",
        "rules: stay\n",
        "rules: direct\n",
        "rules: stays\n",
        "  board:\n    @ + #\n",
        "\u{1d11e}e\u{301}",
        "\u{feff}",
        "title: x\n",
        "\"",
        "puzzle; lunar \"b\"\n",
        "stray words\n",
        "  moves: 1\n  board:\n    @ +\n\n",
    ];

    /// Its parsed rules depend on the file head.
    const DECK: &str = "puzzle ricochet\n  board:\n    R . r\n    . G .\n\n";

    fn document(text: &str) -> Document {
        Document::new("untitled:a".parse().unwrap(), "a".into(), Some(1), text)
    }

    #[test]
    fn edited_document_equals_a_freshly_opened_one() {
        let mut random = 7_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        for round in 0..40 {
            let mut model = DECK.repeat(round % 4);
            let mut edited = document(&model);
            let mut undo = None;
            for _ in 0..120 {
                let (undoes, is_first) = (below(2) == 0, below(4) == 0);
                let mut at = || {
                    // The start of the text affects all puzzles.
                    let mut at = below(if is_first { 1 } else { model.len() + 1 });
                    while !model.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let (start, end, text) = match undo.take() {
                    Some(undo) if undoes => undo,
                    _ => {
                        let start = at();
                        // Mostly insertions, so that some text remains.
                        let end = start.max(if start % 3 == 0 { at() } else { 0 });
                        let parts = (0..below(3)).map(|_| PARTS[below(PARTS.len())]);
                        (start, end, parts.collect::<String>())
                    }
                };
                let removed = model[start..end].to_owned();
                undo = Some((start, start + text.len(), removed));
                model.replace_range(start..end, &text);
                edited.replace(Span::from_range(start..end), &text);
                edited.parse();
                assert_eq!(**edited.text, *model);
                if undoes && is_first {
                    // Switch to a foreign format and back.
                    edited.set_format(crate::exchange::format("asp"));
                    edited.set_format(None);
                }
                assert_eq!(shape(&edited), shape(&document(&model)), "{model:?}");
            }
        }
    }
}
