//! The pipeline from files to checked puzzles.
//!
//! A [`Session`] reads files ahead, solves their puzzles on all cores and
//! yields an [`Event`] for each in the order of the files. Each command that reads puzzle files, but
//! `fmt` and `convert`, consumes these events.

mod checker;
mod event;
mod solver;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use std::{io, iter, thread};

use super::cache;
use super::input::{Paths, ReportedConfigs, view};
use super::limits::LimitFlags;
use super::output;
use super::output_file::is_special;
use super::parallel::map_in_order;
use super::progress::ProgressDisplay;
use super::share::Share;
use super::since::Since;
use crate::analysis::{FileHead, Location, NewPuzzles, Policy, Puzzle, check_answered, nearest};
use crate::config::Config;
use crate::exchange::{Format, PuzzleSource, SourceFile};
use crate::project::{Configs, Failure, File, MalformedConfig, Source};
use crate::report::config_failure;
use crate::solving::{Call, Identity, NoStore, Store, Watch};
use crate::store::{Cache, CacheFile};
use crate::syntax;
use checker::Checker;
pub(super) use event::{CheckedPuzzle, Event, PuzzleResult};
pub(super) use solver::PuzzleSolver;
use solver::SolvedPuzzle;

/// A function that reads a source.
pub(super) type ReadFile<'a> = Box<dyn Fn(Source) -> Result<Arc<File>, Failure> + Sync + 'a>;

/// A function from the configuration of a file to the levels of its lints.
type PolicyOf<'a> = &'a (dyn Fn(&Config) -> Policy + Sync);

/// One run over puzzle files. [`run`](Self::run) yields their puzzles in order.
pub(super) struct Session<'a> {
    pub(super) sources: Vec<Result<Source, Failure>>,
    pub(super) configs: Arc<Configs>,
    pub(super) read: ReadFile<'a>,
    /// The format of all files. Without one, the configuration of each file
    /// decides, and a puzzle file is the default.
    pub(super) format: Option<&'static Format>,
    pub(super) limits: &'a LimitFlags,
    /// The answers of this process.
    pub(super) memory: Arc<dyn Store>,
    /// The cache of answers.
    pub(super) cache: Option<Arc<Cache>>,
    /// Checks each puzzle under this policy. Without one, the puzzles are only
    /// solved.
    pub(super) policy: Option<PolicyOf<'a>>,
    /// Whether puzzles are solved, not only read.
    pub(super) is_solving: bool,
    /// Yields only puzzles with this name, or this number in their file, and a failure if there is
    /// none.
    pub(super) puzzle: Option<&'a str>,
    /// Solves only puzzles that changed since a revision.
    pub(super) since: Option<&'a Since>,
    /// Solves only the puzzles of a share.
    pub(super) partition: Option<Share>,
    /// Enumerates up to this many optimal solutions of each puzzle.
    pub(super) optima: Option<usize>,
    /// Leaves the puzzles unsolved that come after this many positions, in the order of the run.
    pub(super) total_positions: Option<u64>,
    /// Whether the files are read from the git index.
    pub(super) is_staged: bool,
}

/// A unit of work for any thread.
enum Item {
    /// An event that needs no work.
    Ready(Event),
    Puzzle(PuzzleWork),
}

/// A puzzle to read and to solve.
struct PuzzleWork {
    file: Arc<File>,
    head: Arc<FileHead>,
    config: Arc<Config>,
    cache: Option<Arc<CacheFile>>,
    section: PuzzleSource,
    is_selected: bool,
    /// Its number in its file, from 1.
    number: usize,
    /// Its number in the run, from 0.
    number_in_run: u64,
}

/// A source, and which of its puzzles are new if it is compared with a revision.
type ComparedSource = (Result<Source, Failure>, Option<NewPuzzles>);

/// A file that was read and split into puzzles.
struct OpenedFile {
    file: Arc<File>,
    config: Arc<Config>,
    cache: Option<Arc<CacheFile>>,
    source: SourceFile,
    news: Option<NewPuzzles>,
}

impl OpenedFile {
    /// Returns the identity and the place of each puzzle with a position.
    fn identities(&self) -> Vec<Option<(Identity, Location)>> {
        let Self { file, source, .. } = self;
        let sections = source.sections.iter().map(|section| {
            let puzzle = section.read(&file.text, &source.head);
            let place = puzzle.place(section.offset());
            puzzle.identity.map(|identity| (identity, view(file).location(place)))
        });
        sections.collect()
    }
}

/// The reason why a file could not be opened.
enum OpenError {
    File(Failure),
    Config(Vec<Arc<MalformedConfig>>),
}

impl<'a> Session<'a> {
    /// Creates a session that solves all puzzles of the sources, which were found at these paths.
    pub(super) fn new(
        paths: &'a Paths,
        sources: Vec<Result<Source, Failure>>,
        format: Option<&'static Format>,
        limits: &'a LimitFlags,
        cache: Option<Arc<Cache>>,
    ) -> Self {
        Self {
            sources,
            configs: paths.configs(),
            read: Box::new(|source| paths.read(source).map(Arc::new)),
            format,
            limits,
            memory: Arc::new(NoStore),
            cache,
            policy: None,
            is_solving: true,
            puzzle: None,
            since: None,
            partition: None,
            optima: None,
            total_positions: None,
            is_staged: paths.staged().is_some(),
        }
    }

    /// Reads, solves and checks the puzzles, and calls `consume` for each event
    /// in order on this thread. An error of `consume` ends the session.
    pub(super) fn run(
        mut self,
        consume: &mut dyn FnMut(Event) -> io::Result<()>,
    ) -> io::Result<()> {
        let configs = Arc::clone(&self.configs);
        let config = match configs.here() {
            Ok(config) => config,
            Err(malformed) => {
                let failures = malformed.iter().map(|malformed| config_failure(malformed));
                return failures.map(Event::Failure).try_for_each(consume);
            }
        };
        let progress = ProgressDisplay::new(output::is_interactive(), "puzzles");
        if progress.is_drawn() {
            self.count_ahead(&progress);
        }
        let solver = PuzzleSolver::new(self.limits, &config, Arc::clone(&self.memory), self.optima)
            .with_max_positions(self.total_positions.unwrap_or(u64::MAX));
        // Counted in order, so that the limit does not depend on the speed of threads.
        let (total_positions, mut positions) = (self.total_positions, 0_u64);
        let is_limit_reached = AtomicBool::new(false);
        let mut checker = self.policy.map(Checker::new);
        let given = std::mem::take(&mut self.sources).into_iter();
        let sources: Vec<ComparedSource> = match self.since {
            None => given.map(|source| (source, None)).collect(),
            Some(since) => self.changed(since, given, &configs, solver.jobs(), &mut checker),
        };
        let deliver = |mut event: Event| {
            progress.suspend(|| {
                if let (Event::Puzzle(checked), Some(total)) = (&mut event, total_positions) {
                    if positions >= total {
                        checked.leave_out(total);
                    }
                    let answer = checked.answered().answer;
                    let searched = answer.map_or(0, |answer| answer.positions);
                    positions = positions.saturating_add(searched);
                    is_limit_reached.store(positions >= total, Ordering::Relaxed);
                }
                if let Some(checker) = &mut checker {
                    checker.complete(&mut event);
                }
                let failure = event.failure();
                consume(event)?;
                failure.map_or(Ok(()), |failure| consume(Event::Failure(failure)))
            })
        };
        let (session, solver, progress, configs) = (&self, &solver, &progress, &configs);
        let mut reported = ReportedConfigs::default();
        let mut wanted = session.puzzle.map(WantedPuzzle::new);
        let numbers = AtomicU64::new(0);
        let mut items = |opened: Result<OpenedFile, OpenError>| match opened {
            Ok(opened) => {
                if let Some(wanted) = &mut wanted {
                    wanted.look_in(&opened);
                }
                session.items(opened, &numbers)
            }
            Err(error) => {
                let failures = error.failures(&mut reported).into_iter();
                Box::new(failures.map(Event::Failure).map(Item::Ready))
            }
        };
        let result = thread::scope(|scope| {
            // Read the next files while puzzles are solved.
            let (sender, opened) = mpsc::sync_channel(1);
            scope.spawn(move || {
                // The receiver has been dropped if the session has ended.
                let send = |opened| sender.send(opened).map_err(drop);
                let open = |_, (source, news): ComparedSource| {
                    Ok(OpenedFile { news, ..session.open(configs, source)? })
                };
                let _ = map_in_order(solver.jobs(), sources.into_iter(), open, send);
            });
            let items = opened.into_iter().flat_map(&mut items);
            let is_limit_reached = &is_limit_reached;
            let work = |turn, item| session.work(solver, progress, turn, item, is_limit_reached);
            map_in_order(solver.jobs(), items, work, deliver)
        });
        progress.finish();
        result?;
        let missing = wanted.and_then(|wanted| wanted.failure());
        missing.map_or(Ok(()), |failure| consume(Event::Failure(failure)))
    }

    /// Records the unchanged puzzles, so that duplicates are reported at the changed ones. Returns
    /// the sources with changed puzzles, and those that cannot be read or only once.
    fn changed(
        &self,
        since: &Since,
        sources: impl Iterator<Item = Result<Source, Failure>> + Send,
        configs: &Configs,
        jobs: NonZeroUsize,
        checker: &mut Option<Checker<'_>>,
    ) -> Vec<ComparedSource> {
        let mut changed = Vec::new();
        let open = |_, source: Result<Source, Failure>| {
            let opened = match &source {
                Ok(file @ Source::File(_)) => self.open(configs, Ok(file.clone())).ok(),
                _ => None,
            };
            let opened = opened.map(|opened| (opened.identities(), opened));
            (source, opened)
        };
        let _ = map_in_order::<_, _, Infallible>(jobs, sources, open, |(source, opened)| {
            let news = opened.map(|(identities, OpenedFile { file, source, config, .. })| {
                let news = since.news(&file, &source, &config);
                let unchanged = (1..).zip(identities).filter(|(number, _)| !news.is_new(*number));
                if let Some(checker) = checker {
                    checker.record(unchanged.filter_map(|(_, identity)| identity));
                }
                news
            });
            // The names of all puzzles are needed to find one of them.
            if self.puzzle.is_some() || news.as_ref().is_none_or(NewPuzzles::any) {
                changed.push((source, news));
            }
            Ok(())
        });
        changed
    }

    fn open(
        &self,
        configs: &Configs,
        source: Result<Source, Failure>,
    ) -> Result<OpenedFile, OpenError> {
        let source = source.map_err(OpenError::File)?;
        let config = configs.of(&source).map_err(OpenError::Config)?;
        let format = self.format.or_else(|| configured_format(configs, &source));
        let cache = cache::open(self.cache.as_ref(), &source);
        let file = (self.read)(source).map_err(OpenError::File)?;
        let source = SourceFile::split(&file.text, format);
        Ok(OpenedFile { source, file, config, cache, news: None })
    }

    /// Splits a file into units of work, one at a time: a file may have millions of puzzles.
    /// `numbers` counts the puzzles of the run.
    fn items<'i>(
        &'i self,
        opened: OpenedFile,
        numbers: &'i AtomicU64,
    ) -> Box<dyn Iterator<Item = Item> + Send + 'i> {
        let OpenedFile { file, config, cache, source, news } = opened;
        let head = Arc::new(source.head);
        let begin = Item::Ready(Event::BeginFile {
            file: Arc::clone(&file),
            head: Arc::clone(&head),
            config: Arc::clone(&config),
            is_selected: self.puzzle.is_none() && news.as_ref().is_none_or(|news| news.head),
            diagnostics: Vec::new(),
        });
        let end = Item::Ready(Event::EndFile { file: Arc::clone(&file), diagnostics: Vec::new() });
        let is_new = move |number| news.as_ref().is_none_or(|news| news.is_new(number));
        let mut sections: Vec<(usize, PuzzleSource)> = (1..).zip(source.sections).collect();
        // A name is a duplicate at the changed puzzle.
        sections.sort_by_key(|(number, _)| is_new(*number));
        let puzzles = sections.into_iter().filter_map(move |(number, section)| {
            matches_puzzle(self.puzzle, number, section.text(&file.text)).then(|| {
                Item::Puzzle(PuzzleWork {
                    file: Arc::clone(&file),
                    head: Arc::clone(&head),
                    config: Arc::clone(&config),
                    cache: cache.clone(),
                    section,
                    is_selected: is_new(number),
                    number,
                    number_in_run: numbers.fetch_add(1, Ordering::Relaxed),
                })
            })
        });
        Box::new(iter::once(begin).chain(puzzles).chain([end]))
    }

    fn work(
        &self,
        solver: &PuzzleSolver<'_>,
        progress: &ProgressDisplay,
        turn: u64,
        item: Item,
        is_limit_reached: &AtomicBool,
    ) -> Event {
        let work = match item {
            Item::Ready(event) => return event,
            Item::Puzzle(work) => work,
        };
        let text = work.section.text(&work.file.text);
        let puzzle = work.section.read(&work.file.text, &work.head);
        let is_in_share = self.partition.is_none_or(|share| {
            let key = match puzzle.identity {
                Some(identity) => identity.to_string(),
                // Line ends depend on the clone.
                None => text.trim_end().replace('\r', ""),
            };
            share.takes(work.number_in_run, &key)
        });
        let is_selected = work.is_selected && is_in_share;
        let is_solving = self.is_solving && !is_limit_reached.load(Ordering::Relaxed);
        let (result, time) = match (is_selected, is_solving) {
            (false, _) => (PuzzleResult::Skipped, Duration::ZERO),
            (true, false) => (PuzzleResult::Unsolved, Duration::ZERO),
            (true, true) => {
                let cache = work.cache.map(|cache| cache as Arc<dyn Store>);
                let call = Call { cache, ..Call::default() };
                progress.begin(turn, puzzle.name(), &call.watch);
                let solved = self.solve(solver, &call, &work.config, text, &puzzle);
                progress.end(turn);
                solved
            }
        };
        let PuzzleWork { file, section, number, .. } = work;
        let diagnostics = Vec::new();
        let checked = CheckedPuzzle { file, section, number, puzzle, result, time, diagnostics };
        Event::Puzzle(Box::new(checked))
    }

    /// Solves a puzzle, and computes the diagnostics that depend on its answer. Returns also the
    /// duration of the search.
    fn solve(
        &self,
        solver: &PuzzleSolver<'_>,
        call: &Call,
        config: &Config,
        text: &str,
        puzzle: &Puzzle,
    ) -> (PuzzleResult, Duration) {
        let policy = self.policy.map(|policy| policy(config));
        let wants = policy.as_ref().unwrap_or(&Policy::default()).wants();
        let SolvedPuzzle { answer, optima, time } = solver.solve(puzzle, wants, config, call);
        let check = || {
            let Some((question, answer)) = answer? else {
                return Ok(PuzzleResult::Unsolved);
            };
            let (diagnostics, is_settled) = match policy {
                Some(policy) => {
                    // These searches start from other positions, so they have their own call.
                    let call = Call { watch: Watch::default(), ..call.clone() };
                    let extras = solver.solver.extras(&question, &answer, &call)?;
                    check_answered(text, puzzle, &answer, extras.as_deref(), policy.demands())
                }
                None => (Vec::new(), false),
            };
            Ok(PuzzleResult::Answered { answer, optima, diagnostics, is_settled })
        };
        (check().unwrap_or_else(PuzzleResult::Failed), time)
    }

    /// Counts the puzzles of all files on another thread, for the progress bar.
    /// Leaves the total unknown with `--since`, `--partition` or `--staged`, and for pipes, which
    /// can be read only once.
    fn count_ahead(&self, progress: &ProgressDisplay) {
        if self.since.is_some() || self.partition.is_some() || self.is_staged {
            return;
        }
        let files = self.sources.iter().flatten().map(|source| match source {
            Source::File(path) => Some(path.clone()),
            Source::StandardInput => None,
        });
        let Some(files) = files.collect::<Option<Vec<PathBuf>>>() else {
            return;
        };
        let format = self.format;
        let puzzle = self.puzzle.map(str::to_owned);
        let progress = progress.clone();
        let configs = Arc::clone(&self.configs);
        thread::spawn(move || {
            let counts = files.iter().map(|path| {
                count_puzzles(path, format.or_else(|| configs.format_of(path)), puzzle.as_deref())
            });
            if let Some(total) = counts.sum() {
                progress.set_total(total);
            }
        });
    }
}

impl OpenError {
    /// Returns the failures to report. A malformed configuration is reported once.
    fn failures(self, reported: &mut ReportedConfigs) -> Vec<Failure> {
        match self {
            Self::File(failure) => vec![failure],
            Self::Config(malformed) => reported.failures(malformed),
        }
    }
}

/// Returns the format that the configuration sets for a source.
pub(super) fn configured_format(configs: &Configs, source: &Source) -> Option<&'static Format> {
    match source {
        Source::File(path) => configs.format_of(path),
        Source::StandardInput => None,
    }
}

/// Counts the puzzles in a file that match `puzzle`. Returns `None` for pipes.
fn count_puzzles(path: &Path, format: Option<&Format>, puzzle: Option<&str>) -> Option<usize> {
    if is_special(path) {
        return None;
    }
    // An unreadable file is reported when it is opened.
    let file = File::read(Source::File(path.to_owned()), "");
    let text = file.map_or_else(|_| String::new(), |file| file.text);
    let source = SourceFile::split(&text, format);
    let sections = (1..).zip(&source.sections);
    let matching =
        sections.filter(|(number, section)| matches_puzzle(puzzle, *number, section.text(&text)));
    Some(matching.count())
}

/// Whether a puzzle has the name or the number `puzzle`.
pub(super) fn matches_puzzle(puzzle: Option<&str>, number: usize, section: &str) -> bool {
    puzzle.is_none_or(|puzzle| {
        puzzle.parse() == Ok(number) || syntax::name(section).as_deref() == Some(puzzle)
    })
}

/// A puzzle that is looked for in all files.
struct WantedPuzzle<'a> {
    /// Its name or number.
    puzzle: &'a str,
    /// The names of all puzzles, for a suggestion.
    names: BTreeSet<String>,
    is_found: bool,
    /// Whether a file could be opened.
    is_opened: bool,
}

impl<'a> WantedPuzzle<'a> {
    const fn new(puzzle: &'a str) -> Self {
        Self { puzzle, names: BTreeSet::new(), is_found: false, is_opened: false }
    }

    fn look_in(&mut self, OpenedFile { file, source, .. }: &OpenedFile) {
        self.is_opened = true;
        let sections = syntax::sections(&file.text).into_iter();
        self.names.extend(sections.filter_map(|span| syntax::name(span.slice(&file.text))));
        self.is_found |= (1..).zip(&source.sections).any(|(number, section)| {
            matches_puzzle(Some(self.puzzle), number, section.text(&file.text))
        });
    }

    /// Returns the failure that there is no such puzzle.
    fn failure(&self) -> Option<Failure> {
        if self.is_found || !self.is_opened {
            return None;
        }
        let Self { puzzle, names, .. } = self;
        let mut message = format!("no puzzle with the name or number {puzzle:?}");
        let lower: Vec<(String, &String)> =
            names.iter().map(|name| (name.to_lowercase(), name)).collect();
        let meant = nearest(puzzle, lower.iter().map(|(lower, _)| lower.as_str()))
            .and_then(|meant| lower.iter().find(|(lower, _)| lower == meant));
        if let Some((_, name)) = meant {
            message.push_str(&format!("; did you mean {name:?}?"));
        }
        Some(Failure::unnamed(message))
    }
}
