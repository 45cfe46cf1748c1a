//! `check --fix`: applies fixes until none remain.
//!
//! Files are fixed in memory, in rounds, because a fix may reveal another diagnostic. Then each
//! file is written. If a file has changed on disk, everything is repeated. The files are checked
//! and reported afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::options::{CheckOptions, FixOptions, RecordedClaim};
use crate::analysis::{AnswerState, FileDiagnostic, Fixes, View, insert_solution, record_moves};
use crate::cli::diff::diff;
use crate::cli::output;
use crate::cli::replace::{Replaced, SAVED_MEANWHILE, TRIES, is_replaceable, replace};
use crate::cli::session::{CheckedPuzzle, Event, Session, configured_format};
use crate::config::Config;
use crate::exchange::SourceFile;
use crate::project::{Failure, File, Source, reason};
use crate::solving::{Memory, Store};
use crate::store::Cache;
use crate::syntax::{Key, conflict};
use crate::text::{Edit, apply};
use crate::words::count;

/// The largest number of rounds. Each finds a fix for 32 bytes of a puzzle, so all together find as
/// many as a puzzle has bytes.
const MAX_ROUNDS: usize = 100;

/// A file before and after its fixes.
struct FixedFile {
    original: Arc<File>,
    fixed: Arc<File>,
    /// The number of fixes applied.
    fixes: usize,
}

/// The files of a run with the fixes so far.
#[derive(Default)]
pub(super) struct FixedFiles(Mutex<BTreeMap<Source, FixedFile>>);

impl FixedFiles {
    /// Returns a file with the fixes so far, and reads it the first time.
    pub(super) fn read(
        &self,
        options: &CheckOptions,
        source: Source,
    ) -> Result<Arc<File>, Failure> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files.get(&source) {
            return Ok(Arc::clone(&file.fixed));
        }
        if !options.diff {
            is_replaceable(&source)?;
        }
        let original = Arc::new(options.paths.read(source.clone())?);
        let file =
            FixedFile { original: Arc::clone(&original), fixed: Arc::clone(&original), fixes: 0 };
        files.insert(source, file);
        Ok(original)
    }

    /// Forgets all files but standard input, which cannot be read twice.
    pub(super) fn forget(&mut self) {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        files.retain(|source, _| *source == Source::StandardInput);
    }

    /// Discards the fixes.
    pub(super) fn revert(&mut self) {
        for file in self.values() {
            file.fixed = Arc::clone(&file.original);
            file.fixes = 0;
        }
    }

    fn values(&mut self) -> impl Iterator<Item = &mut FixedFile> {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        files.values_mut()
    }

    fn put(&mut self, changed: ChangedFile) {
        let files = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files.get_mut(&changed.source) {
            file.fixed = Arc::new(file.fixed.with_text(changed.text));
            file.fixes += changed.fixes;
        }
    }
}

/// A file that a round changed.
struct ChangedFile {
    source: Source,
    text: String,
    fixes: usize,
}

/// The result of fixing the files of a run.
#[derive(Default)]
pub(super) struct FixOutcome {
    /// The number of fixes applied.
    pub(super) fixes: usize,
    /// Files that could not be written.
    pub(super) failures: Vec<Failure>,
    /// The number of files in other formats with unapplied fixes.
    pub(super) unfixable: usize,
}

/// The answers between rounds.
pub(super) struct FixCache {
    pub(super) memory: Arc<dyn Store>,
    pub(super) cache: Option<Arc<Cache>>,
}

impl FixCache {
    pub(super) fn new(options: &CheckOptions) -> Self {
        Self { memory: Arc::new(Memory::of_costly()), cache: options.cache() }
    }
}

/// Fixes the files of a run and writes them. Afterwards, `files` contains only standard input with
/// its fixes.
pub(super) fn fix(
    options: &CheckOptions,
    fixes: FixOptions<'_>,
    files: &mut FixedFiles,
    cache: &FixCache,
) -> io::Result<FixOutcome> {
    let mut outcome = FixOutcome::default();
    for again in (0..TRIES).rev() {
        outcome.failures.clear();
        files.forget();
        outcome.unfixable = fix_in_memory(options, fixes, files, cache)?;
        let mut saved_meanwhile = Vec::new();
        for file in files.values() {
            let FixedFile { original, fixed, fixes } = file;
            if fixed.text == original.text || original.source == Source::StandardInput {
                continue;
            }
            match replace(original, &fixed.text) {
                Ok(Replaced::Yes) => outcome.fixes += *fixes,
                Ok(Replaced::Changed) => saved_meanwhile.push(Arc::clone(original)),
                Err(failure) => outcome.failures.push(failure),
            }
        }
        if saved_meanwhile.is_empty() {
            break;
        }
        if again == 0 {
            let files = saved_meanwhile.iter();
            let failures = files.map(|file| file.failure(SAVED_MEANWHILE));
            outcome.failures.extend(failures);
        }
    }
    for file in files.values() {
        if file.original.source == Source::StandardInput {
            outcome.fixes += file.fixes;
            let (mut out, _) = output::results();
            let written = out.write_all(file.fixed.text.as_bytes());
            if let Err(error) = written.and_then(|()| out.flush()) {
                outcome.failures.push(file.fixed.failure(reason(&error)));
            }
        }
    }
    Ok(outcome)
}

/// Prints what the fixes would change, and writes no file. Returns the numbers of
/// files and of fixes.
pub(super) fn show_diff(
    options: &CheckOptions,
    fixes: FixOptions<'_>,
    files: &mut FixedFiles,
    cache: &FixCache,
) -> io::Result<(usize, usize)> {
    report_unfixable(fix_in_memory(options, fixes, files, cache)?);
    let (mut out, is_coloured) = output::results();
    let (mut count, mut fixes) = (0, 0);
    for file in files.values() {
        let (old, new) = (&file.original.text, &file.fixed.text);
        if old != new {
            count += 1;
            fixes += file.fixes;
            diff(&file.original.name, old, new, &mut out, is_coloured)?;
        }
    }
    out.flush()?;
    Ok((count, fixes))
}

/// Warns about files in other formats with unapplied fixes.
pub(super) fn report_unfixable(files: usize) {
    if files > 0 {
        let files = count(files, "file");
        output::say(&format!(
            "fixes remain in {files} of other formats, where `--fix` corrects only claimed \
             numbers; convert to puzzle files with `carom convert --to carom`"
        ));
    }
}

/// Fixes the files in memory until nothing changes. Returns the number of files
/// in other formats with unapplied fixes.
fn fix_in_memory(
    options: &CheckOptions,
    fixes: FixOptions<'_>,
    files: &mut FixedFiles,
    cache: &FixCache,
) -> io::Result<usize> {
    let sources = options.sources();
    let mut unfixable = 0;
    for _ in 0..MAX_ROUNDS {
        let mut round = Round {
            options,
            fixes,
            pending: Fixes::new(fixes.safety),
            count: 0,
            changed: Vec::new(),
            unfixable: BTreeSet::new(),
        };
        let policy = |config: &Config| options.policy(config).showing_all();
        let session = Session {
            policy: Some(&policy),
            puzzle: options.puzzle.as_deref(),
            memory: Arc::clone(&cache.memory),
            read: Box::new(|source| files.read(options, source)),
            ..Session::new(
                &options.paths,
                sources.clone(),
                options.from.format(),
                &options.limits,
                cache.cache.clone(),
            )
        };
        session.run(&mut |event| {
            round.event(event);
            Ok(())
        })?;
        unfixable = round.unfixable.len();
        let changed = round.changed;
        if changed.is_empty() {
            break;
        }
        for changed in changed {
            files.put(changed);
        }
    }
    Ok(unfixable)
}

/// One round over all files.
struct Round<'a> {
    options: &'a CheckOptions,
    fixes: FixOptions<'a>,
    /// The accepted fixes of the current file, and their number.
    pending: Fixes,
    count: usize,
    changed: Vec<ChangedFile>,
    /// The names of the files in other formats with unapplied fixes.
    unfixable: BTreeSet<Arc<str>>,
}

impl Round<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Failure(_) => {}
            Event::BeginFile { diagnostics, .. } => self.accept(&diagnostics),
            Event::Puzzle(checked) => {
                self.accept(&checked.diagnostics);
                self.record(&checked);
                if checked.puzzle.is_foreign() && self.has_fixes(&checked) {
                    self.unfixable.insert(Arc::clone(&checked.file.name));
                }
            }
            Event::EndFile { file, diagnostics } => {
                // Another puzzle of the file may need a suppression.
                if self.options.puzzle.is_none() {
                    self.accept(&diagnostics);
                }
                self.end_file(&file);
            }
        }
    }

    fn accept(&mut self, diagnostics: &[FileDiagnostic]) {
        for reported in diagnostics {
            self.count += usize::from(self.pending.take(&reported.diagnostic));
        }
    }

    /// Whether the fixes of `.carom` files would change a puzzle.
    fn has_fixes(&self, checked: &CheckedPuzzle) -> bool {
        let own = checked.puzzle.diagnostics().iter();
        let all = own.chain(checked.result.diagnostics());
        let mut fixes = all.flat_map(|diagnostic| &diagnostic.fixes);
        !self.fixes.record.is_empty() || fixes.any(|fix| fix.safety <= self.fixes.safety)
    }

    /// Adds the missing claims of a puzzle.
    fn record(&mut self, checked: &CheckedPuzzle) {
        let Some(answer) = checked.answered().answer else {
            return;
        };
        if !answer.outcome.is_settled() || checked.puzzle.is_foreign() {
            return;
        }
        let view = View::new(
            checked.section.text(&checked.file.text),
            &checked.puzzle,
            AnswerState::Answer(answer),
        );
        let is_missing = |key: Key| checked.puzzle.section.field(key).is_none();
        let mut edits = Vec::new();
        if self.fixes.record.contains(&RecordedClaim::Moves)
            && is_missing(Key::Moves)
            && is_missing(Key::Result)
        {
            edits.extend(record_moves(&view));
        }
        if self.fixes.record.contains(&RecordedClaim::Solution) && is_missing(Key::Solution) {
            edits.extend(insert_solution(&view));
        }
        for edit in edits {
            let edit = Edit { span: edit.span.shifted(checked.section.offset()), ..edit };
            self.count += usize::from(self.pending.take_edits(&[edit]));
        }
    }

    /// Whether a fixed file in another format still has the same puzzles. Fixes of `.carom` files
    /// never change them.
    fn keeps_puzzles(&self, file: &File, fixed: &str) -> bool {
        let format = self.options.from.format();
        let format =
            format.or_else(|| configured_format(&self.options.paths.configs(), &file.source));
        format.is_none_or(|format| {
            let cut = |text: &str| SourceFile::split(text, Some(format));
            let (before, after) = (cut(&file.text), cut(fixed));
            format.is_own() || before.has_puzzles_of(&file.text, &after, fixed)
        })
    }

    fn end_file(&mut self, file: &File) {
        let fixes = std::mem::replace(&mut self.pending, Fixes::new(self.fixes.safety));
        let count = std::mem::take(&mut self.count);
        // Which side of a conflict counts is not known.
        if conflict(&file.text).is_some() {
            return;
        }
        let text = apply(&file.text, &fixes.into_edits());
        if text != file.text && self.keeps_puzzles(file, &text) {
            self.changed.push(ChangedFile { source: file.source.clone(), text, fixes: count });
        }
    }
}
