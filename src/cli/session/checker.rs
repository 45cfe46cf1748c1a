//! The diagnostics of a session, file by file and puzzle by puzzle.

use super::{CheckedPuzzle, Event, PolicyOf, PuzzleResult};
use crate::analysis::{CheckRun, Duplicates, Entry, FileDiagnostic, Location, Policy};
use crate::cli::input::view;
use crate::solving::Identity;

/// Adds the diagnostics to events, in order, because duplicates depend on earlier puzzles.
pub(super) struct Checker<'a> {
    policy: PolicyOf<'a>,
    run: CheckRun,
    /// The puzzles so far, by the number of their file.
    duplicates: Duplicates<usize, Location>,
    /// The number of the current file.
    file: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn new(policy: PolicyOf<'a>) -> Self {
        Self {
            policy,
            run: CheckRun::new(Policy::default()),
            duplicates: Duplicates::default(),
            file: 0,
        }
    }

    /// Records puzzles of a file that are not checked. They count as earlier than all others.
    pub(super) fn record(&mut self, puzzles: impl Iterator<Item = (Identity, Location)>) {
        self.file += 1;
        for (identity, place) in puzzles {
            self.duplicates.insert(&self.file, identity, || place);
        }
    }

    /// Adds the diagnostics to an event.
    pub(super) fn complete(&mut self, event: &mut Event) {
        match event {
            Event::Failure(_) => {}
            Event::BeginFile { head, config, diagnostics, .. } => {
                self.file += 1;
                self.run.set_policy((self.policy)(config));
                *diagnostics = self.run.begin_file(head);
            }
            Event::Puzzle(checked) => checked.diagnostics = self.puzzle(checked),
            Event::EndFile { file, diagnostics } => {
                *diagnostics = self.run.end_file(&file.text);
            }
        }
    }

    fn puzzle(&mut self, checked: &CheckedPuzzle) -> Vec<FileDiagnostic> {
        let text = view(&checked.file);
        let identity = checked.puzzle.identity;
        let entry = Entry {
            offset: checked.section.offset(),
            text: checked.section.text(text.text),
            puzzle: &checked.puzzle,
            from_answer: checked.result.diagnostics(),
            is_answered: matches!(checked.result, PuzzleResult::Answered { is_settled: true, .. }),
            elsewhere: identity.and_then(|identity| self.elsewhere(checked, identity)),
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    /// Records a puzzle, and returns its first occurrence in an earlier file.
    fn elsewhere(&mut self, checked: &CheckedPuzzle, identity: Identity) -> Option<Location> {
        let place = checked.puzzle.place(checked.section.offset());
        let location = || view(&checked.file).location(place);
        self.duplicates.insert(&self.file, identity, location);
        let (_, first) = self.duplicates.elsewhere(&self.file, identity)?;
        Some(first.clone())
    }
}
