//! A file cut into its puzzles, whatever its form.

use std::sync::Arc;

use super::carom;
use super::{Draft, Form, Note};
use crate::analysis::{Diagnostic, FileHead, Lint, Origin, Puzzle, Sections};
use crate::syntax::sections;
use crate::text::Span;

/// The puzzles of a file.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// What stands before the puzzles; of a text of another form, all that is
    /// wrong in it.
    pub head: FileHead,
    /// The puzzles, in the order of the file.
    pub sections: Vec<Section>,
    /// Whether the text is none of a puzzle file.
    is_foreign: bool,
}

/// A puzzle of a file.
#[derive(Clone, Debug)]
pub struct Section {
    /// Where it stands in the file.
    pub span: Span,
    /// Of a text of another form, the same as a puzzle file says it.
    foreign: Option<Arc<(String, Origin)>>,
}

impl Deck {
    /// Cuts a text of this form, or the text of a puzzle file.
    pub fn cut(text: &str, form: Option<&Form>) -> Self {
        match form.and_then(|form| form.read) {
            Some(read) if form.is_some_and(|form| !form.is_own()) => Self::foreign(text, read),
            _ => Self::own(text),
        }
    }

    fn own(text: &str) -> Self {
        let mut spans = sections(text).into_iter();
        let head = spans.next().unwrap_or_default();
        let section = |span| Section {
            span,
            foreign: None,
        };
        Self {
            head: FileHead::read(head.slice(text)),
            sections: spans.map(section).collect(),
            is_foreign: false,
        }
    }

    fn foreign(text: &str, read: super::Read) -> Self {
        let reading = read(text);
        let mut faults: Vec<Diagnostic> = reading.faults.into_iter().map(fault).collect();
        let mut sections = Vec::new();
        for draft in &reading.drafts {
            match carom::write(draft) {
                Ok(written) => {
                    let foreign = Some(Arc::new((written, origin(draft, text))));
                    let span = draft.span;
                    sections.push(Section { span, foreign });
                }
                Err(refusal) => faults.push(fault(Note::new(draft.head, refusal.to_string()))),
            }
        }
        Self {
            head: FileHead::with_faults(faults),
            sections,
            is_foreign: true,
        }
    }
}

impl Deck {
    /// What stands in the file, to be compared with another time. `file` is the
    /// text that was cut.
    pub fn to_compare(&self, file: &str) -> Sections {
        let puzzles = self.sections.iter().map(|section| section.text(file));
        if !self.is_foreign {
            let first = self.sections.first().map(|section| section.span.start);
            let head = first.map_or(file, |end| Span::new(0, end).slice(file));
            return Sections::new(head, puzzles);
        }
        let faults = self.head.diagnostics().iter();
        let faults = faults.map(|fault| format!("{}: {}\n", fault.span.slice(file), fault.message));
        Sections::apart(&faults.collect::<String>(), puzzles)
    }

    /// Whether another text of the same form has the same puzzles as `file`, the
    /// text that was cut, but for what is claimed of them. Where less of one can
    /// be read than of the other they are not the same.
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

impl Section {
    /// The puzzle as a puzzle file says it. `file` is the text that was cut.
    pub fn text<'a>(&'a self, file: &'a str) -> &'a str {
        match self.foreign.as_deref() {
            Some((text, _)) => text,
            None => self.span.slice(file),
        }
    }

    /// Where the places of what is read of it count from.
    pub fn offset(&self) -> u32 {
        match self.foreign {
            Some(_) => 0,
            None => self.span.start,
        }
    }

    /// Reads the puzzle. `file` is the text that was cut.
    pub fn read(&self, file: &str, head: &FileHead) -> Puzzle {
        match self.foreign.as_deref() {
            Some((text, origin)) => Puzzle::read_from(text, origin.clone()),
            None => Puzzle::read(self.span.slice(file), head),
        }
    }
}

fn fault(note: Note) -> Diagnostic {
    let diagnostic = Diagnostic::new(Lint::Syntax, note.span, note.message);
    match note.help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn origin(draft: &Draft, text: &str) -> Origin {
    let keys = draft.keys.iter();
    let numbers = keys.clone().filter(|said| {
        let is_number = said.value.bytes().all(|digit| digit.is_ascii_digit());
        is_number && said.span.slice(text) == said.value
    });
    Origin {
        head: draft.head,
        numbers: numbers.map(|said| said.key).collect(),
        keys: keys.map(|said| (said.key, said.span)).collect(),
        moves: draft.moves.clone(),
        squares: draft.squares.clone(),
        walls: draft.walls.clone(),
    }
}
