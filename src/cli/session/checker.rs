//! The diagnostics of a session, file by file and puzzle by puzzle.

use std::sync::Arc;

use super::{CachedPuzzle, CheckedPuzzle, CleanCache, Event, PolicyOf};
use crate::analysis::{
    CachedClean, CheckRun, Duplicates, Entry, FileDiagnostic, FileText, Location, Policy,
};
use crate::cli::input::view;
use crate::config::Config;
use crate::solving::Identity;
use crate::store::CacheFile;
use crate::text::Span;

/// Adds the diagnostics to events, in order, because duplicates depend on earlier puzzles.
pub(super) struct Checker<'a> {
    policy: PolicyOf<'a>,
    clean_cache: Option<CleanCache<'a>>,
    run: CheckRun,
    /// The puzzles so far, by the number of their file.
    duplicates: Duplicates<usize, Location>,
    /// The number of the current file.
    file: usize,
    config: Arc<Config>,
    /// The cache of the current file.
    cache: Option<Arc<CacheFile>>,
    /// The puzzles of the current file for the cache. `None` if a puzzle is not clean.
    clean: Vec<Option<CachedClean>>,
    /// Whether a clean puzzle of the current file is not in the cache yet.
    is_new: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn new(policy: PolicyOf<'a>, clean_cache: Option<CleanCache<'a>>) -> Self {
        Self {
            policy,
            clean_cache,
            run: CheckRun::new(Policy::default()),
            duplicates: Duplicates::default(),
            file: 0,
            config: Arc::default(),
            cache: None,
            clean: Vec::new(),
            is_new: false,
        }
    }

    /// Adds the diagnostics to an event.
    pub(super) fn complete(&mut self, event: &mut Event) {
        match event {
            Event::Start(_) | Event::Failure(_) => {}
            Event::BeginFile {
                head,
                config,
                cache,
                diagnostics,
                ..
            } => {
                self.file += 1;
                self.clean.clear();
                self.is_new = false;
                self.config = Arc::clone(config);
                self.cache = cache.take();
                self.run.set_policy((self.policy)(config));
                *diagnostics = self.run.begin_file(head);
            }
            Event::Puzzle(checked) => {
                if self.clean_cache.is_some() {
                    let is_clean = self.run.is_clean(&entry(checked, None));
                    let clean = || CachedClean::of(&checked.puzzle, checked.answer.as_deref()?);
                    let clean = is_clean.then(clean).flatten();
                    self.is_new |= clean.is_some();
                    self.clean.push(clean);
                }
                checked.diagnostics = self.puzzle(checked);
            }
            Event::CachedPuzzle(cached) => {
                cached.diagnostics = self.cached_clean(cached);
                self.clean.push(Some(cached.clean.clone()));
            }
            Event::EndFile { file, diagnostics } => {
                *diagnostics = self.run.end_file(&file.text);
                if let (Some(clean), Some(cache)) = (self.clean_cache, self.cache.take())
                    && self.is_new
                {
                    clean.save(&cache, file, &self.config, &self.clean);
                }
            }
        }
    }

    fn puzzle(&mut self, checked: &CheckedPuzzle) -> Vec<FileDiagnostic> {
        let text = view(&checked.file);
        let place = checked.puzzle.place(checked.section.offset());
        let identity = checked.puzzle.identity;
        let elsewhere = identity.and_then(|identity| self.elsewhere(text, identity, place));
        self.run
            .puzzle(entry(checked, elsewhere), |span| text.location(span))
    }

    fn cached_clean(&mut self, cached: &CachedPuzzle) -> Vec<FileDiagnostic> {
        let (text, offset) = (view(&cached.file), cached.section.offset());
        let place = cached.clean.header.shifted(offset);
        let elsewhere = self.elsewhere(text, cached.clean.identity, place);
        if self.run.add_clean(&cached.clean, offset) && elsewhere.is_none() {
            return Vec::new();
        }
        let entry = Entry {
            offset,
            text: cached.section.text(text.text),
            puzzle: &cached.section.read(text.text, &cached.head),
            from_answer: &[],
            is_answered: true,
            elsewhere,
        };
        self.run.puzzle(entry, |span| text.location(span))
    }

    /// Records the puzzle at `place`, and returns its first occurrence in an earlier file.
    fn elsewhere(
        &mut self,
        text: FileText<'_>,
        identity: Identity,
        place: Span,
    ) -> Option<Location> {
        let location = || text.location(place);
        self.duplicates.insert(&self.file, identity, location);
        let (_, first) = self.duplicates.elsewhere(&self.file, identity)?;
        Some(first.clone())
    }
}

fn entry(checked: &CheckedPuzzle, elsewhere: Option<Location>) -> Entry<'_> {
    Entry {
        offset: checked.section.offset(),
        text: checked.section.text(&checked.file.text),
        puzzle: &checked.puzzle,
        from_answer: &checked.from_answer,
        is_answered: checked.is_settled,
        elsewhere,
    }
}
