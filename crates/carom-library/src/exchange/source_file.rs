//! A file of any format, split into its puzzles.

use std::sync::Arc;

use super::carom;
use super::section::{read_head, read_puzzle};
use super::{AUTO, Format, Import, Note, PuzzleRecord, recognise};
use crate::analysis::{Diagnostic, FileHead, Lint, Origin, Puzzle, Sections};
use crate::syntax::sections;
use crate::text::Span;

/// The head and the puzzles of a file.
#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// The text before the first puzzle; in a foreign format, the diagnostics of the file.
    pub head: FileHead,
    /// The puzzles, in the order of the file.
    pub sections: Vec<PuzzleSource>,
    /// Whether the file is in a foreign format.
    is_foreign: bool,
}

/// The text of one puzzle in a file.
#[derive(Clone, Debug)]
pub struct PuzzleSource {
    /// Its span in the file.
    pub span: Span,
    /// In a foreign format: the puzzle as carom text, and the spans of its parts in the file.
    foreign: Option<Arc<(String, Origin)>>,
}

impl SourceFile {
    /// Splits a text of a format, or of a puzzle file without one.
    pub fn split(text: &str, format: Option<&Format>) -> Self {
        let format = match format {
            Some(format) if format.name == AUTO.name => recognise(text).or(Some(format)),
            format => format,
        };
        let foreign = format.filter(|format| !format.is_own());
        match foreign.and_then(|format| format.import(text)) {
            Some(import) => Self::foreign(text, import),
            None => Self::own(text),
        }
    }

    fn own(text: &str) -> Self {
        let mut spans = sections(text).into_iter();
        let head = spans.next().unwrap_or_default();
        let section = |span| PuzzleSource { span, foreign: None };
        Self {
            head: read_head(head.slice(text)),
            sections: spans.map(section).collect(),
            is_foreign: false,
        }
    }

    fn foreign(text: &str, import: Import) -> Self {
        let mut faults: Vec<Diagnostic> = import.faults.into_iter().map(fault).collect();
        let unchecked = import.unchecked.into_iter();
        faults.extend(unchecked.map(|note| diagnostic(Lint::UnknownAnswer, note)));
        let mut sections = Vec::new();
        for record in &import.records {
            match carom::write(record) {
                Ok(written) => {
                    let foreign = Some(Arc::new((written, origin(record, text))));
                    let span = record.span;
                    sections.push(PuzzleSource { span, foreign });
                }
                Err(refusal) => faults.push(fault(Note::new(record.head, refusal.to_string()))),
            }
        }
        Self { head: FileHead::with_faults(faults), sections, is_foreign: true }
    }
}

impl SourceFile {
    /// Returns the texts to compare with another version of the file. `file` is the text that
    /// was split.
    pub fn to_compare(&self, file: &str) -> Sections {
        let puzzles = self.sections.iter().map(|section| section.text(file));
        if !self.is_foreign {
            let first = self.sections.first().map(|section| section.span.start);
            let head = first.map_or(file, |end| Span::new(0, end).slice(file));
            return Sections::new(head, puzzles);
        }
        let faults = self
            .head
            .diagnostics()
            .iter()
            .map(|fault| format!("{}: {}\n", fault.span.slice(file), fault.message));
        Sections::apart(&faults.collect::<String>(), puzzles)
    }

    /// Whether another text of the same format has the same positions as `file`, the text that was
    /// split. Claims may differ. Texts with different numbers of faults are not the same.
    pub fn has_puzzles_of(&self, file: &str, other: &Self, other_file: &str) -> bool {
        let identities = |deck: &Self, text: &str| {
            let sections = deck.sections.iter();
            let puzzles = sections.map(|section| section.read(text, &deck.head));
            puzzles.map(|puzzle| puzzle.identity).collect::<Vec<_>>()
        };
        self.head.diagnostics().len() == other.head.diagnostics().len()
            && identities(self, file) == identities(other, other_file)
    }
}

impl PuzzleSource {
    /// Returns the puzzle as carom text. `file` is the text that was split.
    pub fn text<'a>(&'a self, file: &'a str) -> &'a str {
        match self.foreign.as_deref() {
            Some((text, _)) => text,
            None => self.span.slice(file),
        }
    }

    /// Returns the offset that spans of the read puzzle are relative to.
    pub fn offset(&self) -> u32 {
        match self.foreign {
            Some(_) => 0,
            None => self.span.start,
        }
    }

    /// Reads the puzzle. `file` is the text that was split.
    pub fn read(&self, file: &str, head: &FileHead) -> Puzzle {
        match self.foreign.as_deref() {
            Some((text, origin)) => Puzzle::read_from(text, origin.clone()),
            None => read_puzzle(self.span.slice(file), head),
        }
    }
}

pub(super) fn fault(note: Note) -> Diagnostic {
    diagnostic(Lint::Syntax, note)
}

fn diagnostic(lint: Lint, note: Note) -> Diagnostic {
    let diagnostic = Diagnostic::new(lint, note.span, note.message);
    match note.help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn origin(record: &PuzzleRecord, text: &str) -> Origin {
    let keys = record.keys.iter();
    let numbers = keys.clone().filter(|said| {
        let is_number = said.value.bytes().all(|digit| digit.is_ascii_digit());
        is_number && said.span.slice(text) == said.value
    });
    Origin {
        head: record.head,
        numbers: numbers.map(|said| said.key).collect(),
        keys: keys.map(|said| (said.key, said.span)).collect(),
        moves: record.moves.clone(),
        squares: record.squares.clone(),
        walls: record.walls.clone(),
    }
}
