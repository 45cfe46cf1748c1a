//! Mending files until nothing is left to mend.
//!
//! Files are mended in memory, round by round: what a fix uncovers is found by
//! the next round. Then they are written, each only if it holds still what was
//! read of it; where one does not, all is done again. Nothing is reported here:
//! what `check --fix` reports is a check of the files as they are afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::answers::{Done, Event, Input, Wanted as Asked, answers, form_of};
use super::check::Arguments;
use super::diff::diff;
use super::judged::Judged;
use super::output;
use super::replace::{Replaced, SAVED_MEANWHILE, TRIES, is_replaceable, replace};
use crate::analysis::{
    AnswerState, FileDiagnostic, Fixes, Safety, View, insert_solution, record_moves,
};
use crate::config::Config;
use crate::exchange::Deck;
use crate::project::{Configs, Failure, File, Source, reason};
use crate::solving::{Layered, Memory};
use crate::store::Disk;
use crate::syntax::Key;
use crate::text::{Edit, apply};
use crate::words::count;

/// What `--record` writes where an author has written nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Record {
    /// The fewest moves, or the value.
    Moves,
    /// An optimal solution.
    Solution,
}

/// What is mended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) safety: Safety,
    pub(super) record: &'a [Record],
}

/// A round that finds nothing to mend is the last, and this one is if none
/// before it was.
const ROUNDS: usize = 20;

/// A file while it is mended.
struct Mended {
    /// As it was read.
    read: Arc<File>,
    /// As it is now.
    now: Arc<File>,
    /// So many fixes lie between the two.
    fixes: usize,
}

/// The files of a run while they are mended.
#[derive(Default)]
pub(super) struct Files(Mutex<BTreeMap<Source, Mended>>);

impl Files {
    /// A file as it is now; the first time, as it is read.
    pub(super) fn read(&self, arguments: &Arguments, source: Source) -> Result<Arc<File>, Failure> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mended) = files.get(&source) {
            return Ok(Arc::clone(&mended.now));
        }
        if !arguments.diff {
            is_replaceable(&source)?;
        }
        let read = Arc::new(arguments.paths.read(source.clone())?);
        let mended = Mended {
            read: Arc::clone(&read),
            now: Arc::clone(&read),
            fixes: 0,
        };
        files.insert(source, mended);
        Ok(read)
    }

    /// The files that are to be read again, of which standard input is none.
    pub(super) fn forget(&mut self) {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        files.retain(|source, _| *source == Source::StandardInput);
    }

    /// Takes back what was mended.
    pub(super) fn revert(&mut self) {
        for mended in self.values() {
            mended.now = Arc::clone(&mended.read);
            mended.fixes = 0;
        }
    }

    fn values(&mut self) -> impl Iterator<Item = &mut Mended> {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        files.values_mut()
    }

    fn put(&mut self, fixed: Fixed) {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(mended) = files.get_mut(&fixed.source) {
            mended.now = Arc::new(mended.now.with_text(fixed.text));
            mended.fixes += fixed.fixes;
        }
    }
}

/// A file after a round.
struct Fixed {
    source: Source,
    text: String,
    fixes: usize,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Outcome {
    /// Fixes that were applied.
    pub(super) fixes: usize,
    /// Files that could not be written.
    pub(super) failures: Vec<Failure>,
    /// Files of other forms in which something is left.
    pub(super) foreign: usize,
}

/// What is kept while files are mended.
pub(super) type Kept = Layered<Memory, Option<Arc<Disk>>>;

/// Mends the files of a run and writes them. `files` holds standard input as it
/// is afterwards.
pub(super) fn mend(
    arguments: &Arguments,
    wanted: Wanted<'_>,
    files: &mut Files,
    kept: &Arc<Kept>,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::default();
    for again in (0..TRIES).rev() {
        outcome.failures.clear();
        files.forget();
        outcome.foreign = rounds(arguments, wanted, files, kept)?;
        let mut changed = Vec::new();
        for mended in files.values() {
            if mended.now.text == mended.read.text || mended.read.source == Source::StandardInput {
                continue;
            }
            match replace(&mended.read, &mended.now.text) {
                Ok(Replaced::Yes) => outcome.fixes += mended.fixes,
                Ok(Replaced::Changed) => changed.push(Arc::clone(&mended.read)),
                Err(failure) => outcome.failures.push(failure),
            }
        }
        if changed.is_empty() {
            break;
        }
        if again == 0 {
            let left = changed.iter();
            let left = left.map(|file| Failure::new(&*file.name, SAVED_MEANWHILE));
            outcome.failures.extend(left);
        }
    }
    for mended in files.values() {
        if mended.read.source == Source::StandardInput {
            outcome.fixes += mended.fixes;
            let mut out = io::stdout().lock();
            let written = out.write_all(mended.now.text.as_bytes());
            if let Err(error) = written.and_then(|()| out.flush()) {
                let failure = Failure::new(&*mended.now.name, reason(&error));
                outcome.failures.push(failure);
            }
        }
    }
    Ok(outcome)
}

/// Shows what mending would change, and writes nothing but that. Returns the
/// number of files and of fixes.
pub(super) fn show(
    arguments: &Arguments,
    wanted: Wanted<'_>,
    files: &mut Files,
    kept: &Arc<Kept>,
) -> io::Result<(usize, usize)> {
    tell_foreign(rounds(arguments, wanted, files, kept)?);
    let (mut out, is_coloured) = output::results();
    let (mut count, mut fixes) = (0, 0);
    for mended in files.values() {
        let (old, new) = (&mended.read.text, &mended.now.text);
        if old != new {
            count += 1;
            fixes += mended.fixes;
            diff(&mended.read.name, old, new, &mut out, is_coloured)?;
        }
    }
    out.flush()?;
    Ok((count, fixes))
}

/// Says what `--fix` does not do in files of other forms, if something is left
/// in any.
pub(super) fn tell_foreign(files: usize) {
    if files > 0 {
        let files = count(files, "file");
        output::say(&format!(
            "in files of other forms `--fix` corrects claimed numbers and nothing else, so some is \
             left in {files}; `carom convert --to carom` makes puzzle files of them"
        ));
    }
}

/// Mends in memory until nothing changes. Returns the number of files of other
/// forms in which something is left.
fn rounds(
    arguments: &Arguments,
    wanted: Wanted<'_>,
    files: &mut Files,
    kept: &Arc<Kept>,
) -> io::Result<usize> {
    let sources = arguments.sources();
    let mut foreign = 0;
    for _ in 0..ROUNDS {
        let mut round = Round {
            arguments,
            wanted,
            judged: Judged::new(),
            fixes: Fixes::new(wanted.safety),
            taken: 0,
            fixed: Vec::new(),
            foreign: BTreeSet::new(),
        };
        let read = |source| files.read(arguments, source);
        let input = Input {
            sources: sources.clone(),
            read: &read,
            form: arguments.from.form(),
        };
        let store = Arc::clone(kept);
        let policy = |config: &Config| arguments.policy(config);
        let asked = Asked {
            policy: &policy,
            puzzle: None,
            since: None,
            partition: None,
            optima: None,
            known: None,
        };
        answers(input, &arguments.limits, asked, store, &mut |event| {
            round.event(event);
            Ok(())
        })?;
        foreign = round.foreign.len();
        let fixed = round.fixed;
        if fixed.is_empty() {
            break;
        }
        for fixed in fixed {
            files.put(fixed);
        }
    }
    Ok(foreign)
}

/// One way through all files.
struct Round<'a> {
    arguments: &'a Arguments,
    wanted: Wanted<'a>,
    judged: Judged,
    /// Those of the file at hand, and how many they are.
    fixes: Fixes,
    taken: usize,
    /// The files that are to change.
    fixed: Vec<Fixed>,
    /// The names of the files of other forms in which something is left.
    foreign: BTreeSet<Arc<str>>,
}

impl Round<'_> {
    fn event(&mut self, event: Event) {
        match event {
            // Nothing is said to be known of any file.
            Event::Start(_) | Event::Failure(_) | Event::Passing(_) => {}
            Event::Begin(_, head, config) => {
                let policy = self.arguments.policy(&config);
                let reports = self.judged.begin_file(&head, policy);
                self.take(&reports);
            }
            Event::Puzzle(done) => {
                let reports = self.judged.puzzle(&done);
                self.take(&reports);
                self.record(&done);
                if done.puzzle.is_foreign() && self.leaves_some(&done) {
                    self.foreign.insert(Arc::clone(&done.file.name));
                }
            }
            Event::End(file) => {
                let reports = self.judged.end_file(&file);
                self.take(&reports);
                self.end(&file);
            }
        }
    }

    fn take(&mut self, reports: &[FileDiagnostic]) {
        for reported in reports {
            self.taken += usize::from(self.fixes.take(&reported.diagnostic));
        }
    }

    /// Whether something would be changed of a puzzle if it stood in a puzzle
    /// file.
    fn leaves_some(&self, done: &Done) -> bool {
        let found = done.puzzle.diagnostics().iter().chain(&done.diagnostics);
        let mut fixes = found.flat_map(|found| &found.fixes);
        !self.wanted.record.is_empty() || fixes.any(|fix| fix.safety <= self.wanted.safety)
    }

    /// Writes down what was proved of a puzzle, where it is wanted and the
    /// author has written nothing.
    fn record(&mut self, done: &Done) {
        let Some(answer) = done.answer.as_deref() else {
            return;
        };
        if !answer.outcome.is_settled() || done.puzzle.is_foreign() {
            return;
        }
        let view = View {
            text: done.section.text(&done.file.text),
            puzzle: &done.puzzle,
            known: AnswerState::Answer(answer),
            extras: None,
            time: None,
        };
        let is_missing = |key: Key| done.puzzle.section.field(key).is_none();
        let mut edits = Vec::new();
        if self.wanted.record.contains(&Record::Moves)
            && is_missing(Key::Moves)
            && is_missing(Key::Result)
        {
            edits.extend(record_moves(&view));
        }
        if self.wanted.record.contains(&Record::Solution) && is_missing(Key::Solution) {
            edits.extend(insert_solution(&view));
        }
        for edit in edits {
            let edit = Edit {
                span: edit.span.shifted(done.section.offset()),
                ..edit
            };
            self.taken += usize::from(self.fixes.take_edits(&[edit]));
        }
    }

    /// Whether the text of a file of another form, mended, has the same puzzles;
    /// of puzzle files that is known.
    fn is_same_elsewhere(&self, file: &File, mended: &str) -> bool {
        let form = self.arguments.from.form();
        let form = form.or_else(|| form_of(&Configs::default(), &file.source));
        form.is_none_or(|form| {
            let cut = |text: &str| Deck::cut(text, Some(form));
            let (before, after) = (cut(&file.text), cut(mended));
            form.is_own() || before.has_puzzles_of(&file.text, &after, mended)
        })
    }

    fn end(&mut self, file: &File) {
        let fixes = std::mem::replace(&mut self.fixes, Fixes::new(self.wanted.safety));
        let taken = std::mem::take(&mut self.taken);
        let text = apply(&file.text, &fixes.into_edits());
        if text != file.text && self.is_same_elsewhere(file, &text) {
            self.fixed.push(Fixed {
                source: file.source.clone(),
                text,
                fixes: taken,
            });
        }
    }
}
