//! The reports of a file whose puzzles were read before: what an editor asks
//! for after each letter.
//!
//! [`Run`](super::Run) goes through files one by one, as the command line
//! does. Here most puzzles are as they were, and the ones with nothing to
//! report cost a look-up each.

use rustc_hash::FxHashMap;

use super::{Diagnostic, FileHead, Identity, Levels, Location, Puzzle, Repeats, Reported, Run};

/// A puzzle of the file, read before.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Where its section starts.
    pub offset: u32,
    /// The section.
    pub text: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What makes it the same as another.
    pub identity: Option<Identity>,
    /// What its answer led to.
    pub from_answer: &'a [Diagnostic],
    /// Whether all that can be reported of it is known.
    pub is_answered: bool,
}

/// All reports of a file, in the order of its puzzles. `locate` finds the
/// lines of a place.
pub fn reports<'a>(
    levels: &Levels,
    head: &FileHead,
    head_text: &str,
    entries: impl Iterator<Item = Entry<'a>>,
    locate: impl Fn(crate::text::Span) -> Location,
) -> Vec<Reported> {
    let mut run = Run::new(levels.clone());
    let mut reports = run.begin_file(head);
    let mut names = FxHashMap::default();
    let mut identities = FxHashMap::default();
    for entry in entries {
        let puzzle = entry.puzzle;
        let name = puzzle.section.header.as_ref();
        let name = name.and_then(|header| header.name.as_ref());
        let mut repeats = Repeats::default();
        if let Some(name) = name {
            let place = name.span.shifted(entry.offset);
            let first = *names.entry(name.value.as_str()).or_insert(place);
            repeats.name = (first != place).then(|| locate(first));
        }
        if let Some(identity) = entry.identity {
            let place = puzzle.header_span().shifted(entry.offset);
            let first = *identities.entry(identity).or_insert(place);
            repeats.puzzle = (first != place).then(|| locate(first));
        }
        run.note_answered(entry.is_answered);
        if puzzle.is_silent() && entry.from_answer.is_empty() && repeats.is_none() {
            continue;
        }
        let answered = (entry.from_answer.to_vec(), entry.is_answered);
        reports.extend(run.report(entry.offset, entry.text, puzzle, answered, repeats));
    }
    reports.extend(run.end_file(head_text));
    reports
}
