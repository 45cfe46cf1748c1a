//! The reports of a run, file by file and puzzle by puzzle.

use super::answers::{Done, Passing};
use super::input::view;
use crate::analysis::{
    CachedClean, CheckRun, Duplicates, Entry, FileDiagnostic, FileHead, FileText, Location, Policy,
};
use crate::project::File;
use crate::solving::Identity;
use crate::text::Span;

/// Makes the reports of a run from what comes out of the solver. Whether they
/// are shown or mended, they are the same.
#[derive(Debug)]
pub(super) struct Judged {
    run: CheckRun,
    /// The puzzles of the files so far, by the numbers of these.
    repeats: Duplicates<usize, Location>,
    /// The number of the file at hand.
    file: usize,
}

impl Judged {
    /// Before the first file.
    pub(super) fn new() -> Self {
        Self {
            run: CheckRun::new(Policy::default()),
            repeats: Duplicates::default(),
            file: 0,
        }
    }

    /// Begins a file under its policy: the reports of its head.
    pub(super) fn begin_file(&mut self, head: &FileHead, policy: Policy) -> Vec<FileDiagnostic> {
        self.file += 1;
        self.run.set_policy(policy);
        self.run.begin_file(head)
    }

    /// All reports of a puzzle.
    pub(super) fn puzzle(&mut self, done: &Done) -> Vec<FileDiagnostic> {
        let text = view(&done.file);
        let place = done.puzzle.place(done.section.offset());
        let identity = done.puzzle.identity;
        let elsewhere = identity.and_then(|identity| self.elsewhere(text, identity, place));
        let entry = Entry {
            elsewhere,
            ..entry(done)
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    /// All reports of a puzzle of which nothing is known but that it is quiet.
    pub(super) fn passing(&mut self, passing: &Passing) -> Vec<FileDiagnostic> {
        let Passing {
            file,
            head,
            section,
            quiet,
        } = passing;
        let (text, offset) = (view(file), section.offset());
        let place = quiet.header.shifted(offset);
        let elsewhere = self.elsewhere(text, quiet.identity, place);
        if self.run.add_clean(quiet, offset) && elsewhere.is_none() {
            return Vec::new();
        }
        let entry = Entry {
            offset,
            text: section.text(text.text),
            puzzle: &section.read(text.text, head),
            from_answer: &[],
            is_answered: true,
            elsewhere,
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    /// What is to be known of a puzzle of which nothing is to be reported but
    /// what it repeats.
    pub(super) fn quiet(&self, done: &Done) -> Option<CachedClean> {
        let is_clean = self.run.is_clean(&entry(done));
        is_clean.then(|| CachedClean::of(&done.puzzle, done.answer.as_deref()?))?
    }

    /// Where the puzzle that stands in this place of the file at hand stands
    /// first, if that is in a file before.
    fn elsewhere(
        &mut self,
        text: FileText<'_>,
        identity: Identity,
        place: Span,
    ) -> Option<Location> {
        let location = || text.location(place);
        self.repeats.insert(&self.file, identity, location);
        let (_, first) = self.repeats.elsewhere(&self.file, identity)?;
        Some(first.clone())
    }

    /// Ends a file: the reports that only the whole of it shows.
    pub(super) fn end_file(&mut self, file: &File) -> Vec<FileDiagnostic> {
        self.run.end_file(&file.text)
    }
}

/// A puzzle as a run takes it, whatever it repeats.
fn entry(done: &Done) -> Entry<'_> {
    Entry {
        offset: done.section.offset(),
        text: done.section.text(&done.file.text),
        puzzle: &done.puzzle,
        from_answer: &done.diagnostics,
        // What another share finds, that one tells.
        is_answered: !done.is_ours || done.is_settled,
        elsewhere: None,
    }
}
