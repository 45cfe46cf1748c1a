//! The reports of a run, file by file and puzzle by puzzle.

use super::answers::Done;
use super::input::view;
use crate::analysis::{Entry, FileHead, Location, Policy, Repeats, Reported, Run};
use crate::project::File;

/// Makes the reports of a run from what comes out of the solver. Whether they
/// are shown or mended, they are the same.
#[derive(Debug)]
pub(super) struct Judged {
    run: Run,
    /// The puzzles of the files so far, by the numbers of these.
    repeats: Repeats<usize, Location>,
    /// The number of the file at hand.
    file: usize,
}

impl Judged {
    /// Before the first file.
    pub(super) fn new() -> Self {
        Self {
            run: Run::new(Policy::default()),
            repeats: Repeats::default(),
            file: 0,
        }
    }

    /// Begins a file under its policy: the reports of its head.
    pub(super) fn begin_file(&mut self, head: &FileHead, policy: Policy) -> Vec<Reported> {
        self.file += 1;
        self.run.set_policy(policy);
        self.run.begin_file(head)
    }

    /// All reports of a puzzle.
    pub(super) fn puzzle(&mut self, done: &Done) -> Vec<Reported> {
        let (text, offset) = (view(&done.file), done.section.offset());
        let elsewhere = done.puzzle.identity.and_then(|identity| {
            self.repeats.insert(&self.file, identity, || {
                text.location(done.puzzle.place(offset))
            });
            let (_, first) = self.repeats.elsewhere(&self.file, identity)?;
            Some(first.clone())
        });
        let entry = Entry {
            offset,
            text: done.section.text(text.text),
            puzzle: &done.puzzle,
            from_answer: &done.diagnostics,
            // What another share finds, that one tells.
            is_answered: !done.is_ours || done.is_settled,
            elsewhere,
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    /// Ends a file: the reports that only the whole of it shows.
    pub(super) fn end_file(&mut self, file: &File) -> Vec<Reported> {
        self.run.end_file(&file.text)
    }
}
