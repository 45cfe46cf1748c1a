//! A document: its text and its parsed puzzles.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ropey::Rope;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::Uri;

use super::duplicates::DuplicateIndex;
use super::section::{Read, Section, TextCache, line_ends};
use super::typed_text::TypedText;
use crate::analysis::{FileHead, Policy};
use crate::config::Config;
use crate::exchange::{Format, SourceFile, read_head};
use crate::lsp::guarded::guarded;
use crate::solving::{AnswerHandle, Identity};
use crate::syntax;
use crate::text::Span;

/// A document: its text as a rope, split into sections with a puzzle each. A section is parsed
/// again only if its text changes.
pub(in crate::lsp) struct Document {
    pub(in crate::lsp) uri: Uri,
    /// The name of the file in messages.
    pub(in crate::lsp) name: Arc<str>,
    /// The file in its workspace folder, if it is selected there. Duplicates are found within a
    /// folder.
    pub(in crate::lsp) home: Option<WorkspaceFile>,
    /// The version of an open document; `None` for a file on disk.
    pub(in crate::lsp) version: Option<i32>,
    pub(in crate::lsp) rope: Rope,
    /// The text typed last.
    pub(in crate::lsp) typed: TypedText,
    /// The foreign format, if any.
    pub(in crate::lsp) format: Option<&'static Format>,
    pub(in crate::lsp) head: Head,
    /// The puzzles, in the order of the text.
    pub(in crate::lsp) sections: Vec<Section>,
    /// Duplicate names and puzzles.
    pub(in crate::lsp) duplicates: DuplicateIndex,
    pub(in crate::lsp) config: Arc<Config>,
    /// The policy of the configuration.
    pub(in crate::lsp) policy: Policy,
    /// The answers of removed sections. They are dropped only after the next requests, which may be
    /// for the same puzzles.
    retired: Vec<Arc<AnswerHandle>>,
    identity_changes: IdentityChanges,
    /// Its id.
    pub(in crate::lsp) id: DocumentId,
}

/// Identifies a document of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::lsp) struct DocumentId(u64);

impl DocumentId {
    /// Advances to the next id, and returns it.
    pub(in crate::lsp) fn next(&mut self) -> Self {
        self.0 += 1;
        *self
    }
}

/// A file and the folder that it belongs to.
#[derive(Clone, Debug)]
pub(in crate::lsp) struct WorkspaceFile {
    pub(super) folder: Arc<Path>,
    pub(super) path: Arc<Path>,
}

/// The changes in the number of occurrences of each puzzle since the last call of
/// `take_identity_changes`.
#[derive(Default)]
struct IdentityChanges(FxHashMap<Identity, isize>);

impl IdentityChanges {
    fn add(&mut self, identities: impl Iterator<Item = Identity>, number: isize) {
        for identity in identities {
            *self.0.entry(identity).or_default() += number;
        }
    }
}

/// The text before the first puzzle.
pub(in crate::lsp) struct Head {
    pub(in crate::lsp) text: Arc<str>,
    pub(in crate::lsp) read: FileHead,
    pub(in crate::lsp) cache: TextCache,
}

impl Head {
    fn new(text: &str, read: FileHead) -> Self {
        Self {
            text: text.into(),
            read,
            cache: TextCache::default(),
        }
    }
}

impl Document {
    pub(in crate::lsp) fn new(uri: Uri, name: Arc<str>, version: Option<i32>, text: &str) -> Self {
        let mut document = Self {
            uri,
            name,
            home: None,
            version,
            rope: Rope::from_str(text),
            typed: TypedText::default(),
            format: None,
            head: Head::new("", FileHead::default()),
            sections: Vec::new(),
            duplicates: DuplicateIndex::default(),
            config: Arc::default(),
            policy: Policy::default(),
            retired: Vec::new(),
            identity_changes: IdentityChanges::default(),
            id: DocumentId::default(),
        };
        document.reparse(0, usize::MAX, u64::from(document.len()));
        document.identity_changes = IdentityChanges::default();
        document
    }

    /// Returns the length of the text in bytes.
    pub(in crate::lsp) fn len(&self) -> u32 {
        u32::try_from(self.rope.len_bytes()).unwrap_or(u32::MAX)
    }

    /// Whether it has no text but white space.
    pub(in crate::lsp) fn is_blank(&self) -> bool {
        self.sections.is_empty() && self.head.text.trim().is_empty()
    }

    /// Whether its first words are being typed: an open document of one line of letters.
    pub(in crate::lsp) fn is_being_begun(&self) -> bool {
        let is_open = self.version.is_some() && self.format.is_none();
        let is_of_word = |c: char| c.is_alphabetic() || c == ' ';
        is_open && self.rope.len_lines() == 1 && self.rope.chars().all(is_of_word)
    }

    /// Replaces a span, which must be on character boundaries.
    pub(in crate::lsp) fn replace(&mut self, span: Span, text: &str) {
        let (start, end) = (span.start as usize, span.end as usize);
        let (Ok(from), Ok(to)) = (
            self.rope.try_byte_to_char(start),
            self.rope.try_byte_to_char(end),
        ) else {
            return;
        };
        if self.rope.try_remove(from..to).is_err() || self.rope.try_insert(from, text).is_err() {
            return;
        }
        self.typed.edit(&self.rope, span, text);
        if self.format.is_some() {
            return self.reparse_foreign();
        }
        // Parse the neighbours again, too: a comment may move to the next puzzle, and a puzzle may
        // become part of the one before.
        let touched = |number: usize| {
            let (begin, stop) = (self.start_of(number), self.start_of(number + 1));
            u64::from(begin) <= u64::from(span.end) && u64::from(stop) >= u64::from(span.start)
        };
        let count = self.sections.len() + 1;
        let starts = self
            .sections
            .partition_point(|section| section.start < span.start);
        let first = (0..=starts)
            .rev()
            .take_while(|&number| touched(number))
            .last();
        let mut first = first.unwrap_or(starts).saturating_sub(1);
        // The start of any other section depends on the lines above it.
        let is_plain = |section: &Section| syntax::starts_with_header(&section.read.text);
        while first > 0 && !self.sections.get(first - 1).is_some_and(is_plain) {
            first -= 1;
        }
        let last = (starts..count).take_while(|&number| touched(number)).last();
        let mut last = last.unwrap_or(starts) + 1;
        while self
            .sections
            .get(last - 1)
            .is_some_and(|section| !is_plain(section))
        {
            last += 1;
        }
        let old_end = self.start_of(last + 1);
        let grown = u64::from(old_end) + text.len() as u64;
        self.reparse(first, last, grown.saturating_sub(u64::from(span.len())));
    }

    /// Replaces the whole text.
    pub(in crate::lsp) fn replace_all(&mut self, text: &str) {
        self.rope = Rope::from_str(text);
        self.typed = TypedText::default();
        self.reparse_all();
    }

    fn reparse_all(&mut self) {
        match self.format {
            Some(_) => self.reparse_foreign(),
            None => self.reparse(0, usize::MAX, u64::from(self.len())),
        }
    }

    /// Sets the foreign format.
    pub(in crate::lsp) fn set_format(&mut self, format: Option<&'static Format>) {
        if self.format.map(|format| format.name) != format.map(|format| format.name) {
            self.format = format;
            if format.is_none() {
                // Everything was parsed in the old format.
                self.retire_all();
                self.head = Head::new("", FileHead::default());
            }
            self.reparse_all();
        }
    }

    /// Returns a copy without puzzles, for requests that do not support foreign formats.
    pub(in crate::lsp) fn blank(&self) -> Self {
        let mut blank = Self::new(self.uri.clone(), Arc::clone(&self.name), self.version, "");
        blank.rope = self.rope.clone();
        blank.format = self.format;
        blank
    }

    /// Parses a text in a foreign format. Unchanged puzzles keep their answers.
    fn reparse_foreign(&mut self) {
        let text = self.rope.to_string();
        let source = guarded("a file in a foreign format", || {
            SourceFile::split(&text, self.format)
        });
        let source = source.unwrap_or_default();
        self.head = Head::new("", source.head);
        let before = self.take_all();
        let mut old = Section::by_text(before);
        for cut in source.sections {
            let own = cut.text(&text);
            let read = guarded("a puzzle", || cut.read(&text, &self.head.read));
            let Some(puzzle) = read else {
                continue;
            };
            let section = Section::of(cut.offset(), Read::new(own.into(), puzzle));
            self.sections.push(section.after(old.remove(own)));
        }
        self.retire(old.into_values());
        self.count_added(0..self.sections.len());
    }

    /// Counts added sections.
    fn count_added(&mut self, numbers: Range<usize>) {
        let come = self.sections.get(numbers).unwrap_or_default();
        self.identity_changes.add(Section::identities(come), 1);
        self.duplicates.insert(come);
    }

    /// Counts sections that are about to be removed.
    fn count_removed(&mut self, numbers: Range<usize>) {
        let gone = self.sections.get(numbers).unwrap_or_default();
        self.identity_changes.add(Section::identities(gone), -1);
        self.duplicates.remove(gone);
    }

    /// Removes and returns all sections.
    fn take_all(&mut self) -> Vec<Section> {
        self.count_removed(0..self.sections.len());
        std::mem::take(&mut self.sections)
    }

    /// Returns the start of section `number` before the current edit. The head is number 0, and the
    /// end of the text follows the last section.
    fn start_of(&self, number: usize) -> u32 {
        match number.checked_sub(1) {
            None => 0,
            Some(index) => match self.sections.get(index) {
                Some(section) => section.start,
                None => self.sections.last().map_or(self.head_len(), Section::end),
            },
        }
    }

    fn head_len(&self) -> u32 {
        Span::from_range(0..self.head.text.len()).end
    }

    /// Parses sections `first` to `last` again. They end at byte `end` of the current text.
    fn reparse(&mut self, first: usize, last: usize, end: u64) {
        let start = self.start_of(first);
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        let end = end.min(self.rope.len_bytes());
        let text: String = match self.rope.get_byte_slice(start as usize..end) {
            Some(slice) => slice.chunks().collect(),
            None => return,
        };
        let mut spans = syntax::sections(&text).into_iter();
        let head = spans.next().unwrap_or_default();
        if first > 0 && !head.is_empty() {
            // The window does not start with a puzzle.
            return self.reparse(0, usize::MAX, u64::from(self.len()));
        }
        if first == 0 && head.slice(&text) != &*self.head.text {
            let before = self.head.read.influence();
            let own = head.slice(&text);
            let read = guarded("the head of a file", || read_head(own));
            self.head = Head::new(own, read.unwrap_or_default());
            for section in &mut self.sections {
                section.forget_diagnostics();
            }
            if self.head.read.influence() != before {
                // The head affects all sections, including those outside the window.
                self.retire_all();
                if last != usize::MAX {
                    return self.reparse(0, usize::MAX, u64::from(self.len()));
                }
            }
        }
        let from = first.saturating_sub(1).min(self.sections.len());
        let to = last.min(self.sections.len()).max(from);
        self.count_removed(from..to);
        let old = self.sections.splice(from..to, []);
        let mut old = Section::by_text(old.collect());
        let (mut start, mut line) = match from.checked_sub(1).and_then(|at| self.sections.get(at)) {
            Some(before) => before.ends_at(),
            None => (self.head_len(), line_ends(&self.head.text)),
        };
        let mut fresh = Vec::with_capacity(spans.len());
        for span in spans {
            let text = span.slice(&text);
            let mut section = match old.remove(text) {
                Some(section) => section,
                None => Section::new(text, &self.head.read),
            };
            (section.start, section.line) = (start, line);
            (start, line) = section.ends_at();
            fresh.push(section);
        }
        self.retire(old.into_values());
        let next = from + fresh.len();
        self.sections.splice(from..from, fresh);
        self.count_added(from..next);
        self.shift(next, start, line);
    }

    /// Moves section `number` to this start, and the sections after it by the same distance.
    fn shift(&mut self, number: usize, start: u32, line: u32) {
        let tail = self.sections.get_mut(number..).unwrap_or_default();
        let Some(first) = tail.first() else {
            return;
        };
        let (bytes, lines) = (
            start.wrapping_sub(first.start),
            line.wrapping_sub(first.line),
        );
        if (bytes, lines) == (0, 0) {
            return;
        }
        for section in tail {
            section.start = section.start.wrapping_add(bytes);
            section.line = section.line.wrapping_add(lines);
        }
    }

    /// Removes all sections and their parsed text.
    fn retire_all(&mut self) {
        let sections = self.take_all();
        self.retire(sections.into_iter());
    }

    fn retire(&mut self, sections: impl Iterator<Item = Section>) {
        self.retired
            .extend(sections.filter_map(|section| section.handle));
    }

    /// Drops the answers of removed sections.
    pub(in crate::lsp) fn forget_retired(&mut self) {
        self.retired.clear();
    }

    /// Sets the configuration and invalidates the checked answers.
    pub(in crate::lsp) fn configure(&mut self, config: Arc<Config>) {
        self.policy = config.policy(true);
        self.config = config;
        for section in &mut self.sections {
            section.forget();
        }
    }

    /// Returns the identities of the puzzles.
    pub(super) fn identities(&self) -> impl Iterator<Item = Identity> {
        Section::identities(&self.sections)
    }

    /// Returns the removed and the added puzzles since the last call.
    pub(in crate::lsp) fn take_identity_changes(&mut self) -> (Vec<Identity>, Vec<Identity>) {
        let IdentityChanges(numbers) = std::mem::take(&mut self.identity_changes);
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        for (identity, number) in numbers {
            let to = if number < 0 { &mut gone } else { &mut come };
            to.extend(std::iter::repeat_n(identity, number.unsigned_abs()));
        }
        (gone, come)
    }

    /// Returns the number of the puzzle at `offset`.
    pub(in crate::lsp) fn section_at(&self, offset: u32) -> Option<usize> {
        let after = self
            .sections
            .partition_point(|section| section.start <= offset);
        after.checked_sub(1)
    }

    /// Collects new results of the solver, and returns whether there were any.
    pub(in crate::lsp) fn collect_results(&mut self) -> bool {
        let mut is_new = false;
        for section in &mut self.sections {
            is_new |= section.collect_results(self.policy.demands());
        }
        is_new
    }

    /// Returns the name of a puzzle, or `puzzle N`, counted from 1.
    pub(in crate::lsp) fn title(&self, number: usize) -> String {
        let section = self.sections.get(number);
        section.map_or_else(String::new, |section| section.read.puzzle.title(number))
    }

    /// Returns the number of the puzzle at a line.
    pub(in crate::lsp) fn section_on(&self, line: u32) -> Option<usize> {
        let start = self.rope.try_line_to_byte(line as usize).ok()?;
        self.section_at(u32::try_from(start).ok()?)
    }

    /// Returns the puzzles that overlap a span.
    pub(in crate::lsp) fn sections_in(&self, span: Span) -> impl Iterator<Item = &Section> {
        let start = self.sections.partition_point(|s| s.end() < span.start);
        let sections = self.sections.iter().skip(start);
        sections.take_while(move |section| section.start <= span.end)
    }
}

/// Returns the sections of a document, each with its start, line, text and diagnostics.
#[cfg(any(test, fuzzing))]
fn shape(document: &Document) -> Vec<(u32, u32, String, String)> {
    let sections = document.sections.iter().map(|section| {
        let puzzle = &section.read.puzzle;
        let diagnostics = format!("{:?} {:?}", puzzle.diagnostics(), puzzle.identity);
        let text = section.read.text.to_string();
        (section.start, section.line, text, diagnostics)
    });
    let head = &document.head;
    let diagnostics = format!("{:?}", head.read.diagnostics());
    [(0, 0, head.text.to_string(), diagnostics)]
        .into_iter()
        .chain(sections)
        .collect()
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
        assert_eq!(edited.rope.to_string(), model);
        let anew = open(&model);
        assert_eq!(shape(&edited), shape(&anew), "{model:?}");
        assert_eq!(edited.duplicates, anew.duplicates, "{model:?}");
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
            let mut known: Vec<Identity> = edited.identities().collect();
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
                let gone = model[start..end].to_owned();
                undo = Some((start, start + text.len(), gone));
                model.replace_range(start..end, &text);
                edited.replace(Span::from_range(start..end), &text);
                assert_eq!(edited.rope.to_string(), model);
                if undoes && is_first {
                    // Switch to a foreign format and back.
                    edited.set_format(crate::exchange::format("asp"));
                    edited.set_format(None);
                }
                let anew = document(&model);
                assert_eq!(shape(&edited), shape(&anew), "{model:?}");
                assert_eq!(edited.duplicates, anew.duplicates, "{model:?}");
                if is_first {
                    // More changes follow in the same message.
                    continue;
                }
                let (gone, come) = edited.take_identity_changes();
                for identity in gone {
                    let place = known.iter().position(|&known| known == identity);
                    known.swap_remove(place.expect("it was there"));
                }
                known.extend(come);
                known.sort();
                let mut expected: Vec<Identity> = edited.identities().collect();
                expected.sort();
                assert_eq!(known, expected);
            }
        }
    }
}
