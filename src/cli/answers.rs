//! From files to answered puzzles, on all cores.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::configs::Configs;
use super::input::{Failure, File, Paths};
use super::limits::Limits;
use super::ordered::ordered;
use super::output;
use super::progress::Progress;
use crate::analysis::{Diagnostic, FileHead, Puzzle, Reported, blunders, judge, redundant_pieces};
use crate::config::Config;
use crate::games::Position;
use crate::report::Checked;
use crate::search::{self, Answer, Budget, MemoryPool};
use crate::syntax;
use crate::text::Span;

/// What there is to do for each puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// Look for hints too.
    pub(super) is_hinted: bool,
    /// Only the puzzles of this name, or of this number in their file.
    pub(super) puzzle: Option<&'a str>,
}

/// What comes out, in the order of the input.
pub(super) enum Event {
    /// So many files were found.
    Start(usize),
    /// A file or folder could not be read.
    Failure(Failure),
    /// A file begins.
    Begin(Arc<File>, Arc<FileHead>, Arc<Config>),
    /// A puzzle of the file is done.
    Puzzle(Box<Done>),
    /// The file is at its end.
    End(Arc<File>),
}

/// A puzzle that was read, and solved where it could be.
pub(super) struct Done {
    pub(super) file: Arc<File>,
    /// Its section of the file.
    pub(super) span: Span,
    pub(super) puzzle: Puzzle,
    pub(super) answer: Option<Answer>,
    /// The time the search took.
    pub(super) time: Duration,
    /// What the answer shows.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Done {
    /// As reporters are told of it, with what was reported of it.
    pub(super) fn checked<'a>(&'a self, reports: &'a [Reported]) -> Checked<'a> {
        Checked {
            puzzle: &self.puzzle,
            offset: self.span.start,
            answer: self.answer.as_ref(),
            reports,
            time: self.time,
        }
    }
}

enum Item {
    Failure(Failure),
    Begin(Arc<File>, Arc<FileHead>, Arc<Config>),
    Puzzle {
        file: Arc<File>,
        head: Arc<FileHead>,
        config: Arc<Config>,
        span: Span,
    },
    End(Arc<File>),
}

/// Reads the files, solves their puzzles within the limits, and hands on what
/// comes out in the order of the input.
pub(super) fn answers(
    paths: &Paths,
    limits: &Limits,
    wanted: Wanted<'_>,
    mut consume: impl FnMut(Event) -> io::Result<()>,
) -> io::Result<()> {
    let configs = Configs::default();
    let sources = paths.sources();
    consume(Event::Start(
        sources.iter().filter(|source| source.is_ok()).count(),
    ))?;
    let here = match configs.here() {
        Ok(config) => config,
        Err(failures) => {
            let mut failures = failures.into_iter().map(Event::Failure);
            return failures.try_for_each(consume);
        }
    };
    let progress = Progress::new(output::is_interactive(), "puzzles");
    let solver = Solver {
        limits,
        pool: MemoryPool::new(limits.max_memory(&here)).with_threads(limits.jobs(&here).get()),
        progress: &progress,
    };
    let items = sources.into_iter().flat_map(|source| {
        let file = source.map_err(|failure| vec![failure]);
        let file = file.and_then(|source| {
            let config = configs.of(&source)?;
            let file = paths.read(source).map_err(|failure| vec![failure])?;
            Ok((file, config))
        });
        items(file, wanted, &progress)
    });
    let result = ordered(
        limits.jobs(&here),
        items,
        |turn, item| match item {
            Item::Failure(failure) => Event::Failure(failure),
            Item::Begin(file, head, config) => Event::Begin(file, head, config),
            Item::End(file) => Event::End(file),
            Item::Puzzle {
                file,
                head,
                config,
                span,
            } => {
                let solver = FileSolver {
                    solver: &solver,
                    config: &config,
                };
                Event::Puzzle(Box::new(solver.puzzle(turn, file, &head, span, wanted)))
            }
        },
        |event| progress.suspend(|| consume(event)),
    );
    progress.finish();
    result
}

fn items(
    file: Result<(File, Arc<Config>), Vec<Failure>>,
    wanted: Wanted<'_>,
    progress: &Progress,
) -> Vec<Item> {
    let (file, config) = match file {
        Ok((file, config)) => (Arc::new(file), config),
        Err(failures) => return failures.into_iter().map(Item::Failure).collect(),
    };
    let mut sections = syntax::sections(&file.text).into_iter();
    let head = sections.next().unwrap_or_default();
    let head = Arc::new(FileHead::read(head.slice(&file.text)));
    let mut items = vec![Item::Begin(
        Arc::clone(&file),
        Arc::clone(&head),
        Arc::clone(&config),
    )];
    let sections = (1..).zip(sections);
    let sections = sections.filter(|(number, span)| wanted.wants(*number, span.slice(&file.text)));
    items.extend(sections.map(|(_, span)| Item::Puzzle {
        file: Arc::clone(&file),
        head: Arc::clone(&head),
        config: Arc::clone(&config),
        span,
    }));
    progress.add(items.len() - 1);
    items.push(Item::End(file));
    items
}

impl Wanted<'_> {
    fn wants(&self, number: usize, section: &str) -> bool {
        self.puzzle.is_none_or(|wanted| {
            wanted.parse() == Ok(number) || syntax::name(section).as_deref() == Some(wanted)
        })
    }
}

struct Solver<'a> {
    limits: &'a Limits,
    pool: MemoryPool,
    progress: &'a Progress,
}

/// The solver within the limits of a file's configuration.
struct FileSolver<'a> {
    solver: &'a Solver<'a>,
    config: &'a Config,
}

impl FileSolver<'_> {
    fn puzzle(
        &self,
        turn: u64,
        file: Arc<File>,
        head: &FileHead,
        span: Span,
        wanted: Wanted<'_>,
    ) -> Done {
        let puzzle = Puzzle::read(span.slice(&file.text), head);
        self.solver.progress.begin(puzzle.name());
        let start = Instant::now();
        let answer = puzzle.position().map(|position| self.solve(turn, position));
        let time = start.elapsed();
        let mut diagnostics = Vec::new();
        if let Some(answer) = &answer {
            diagnostics = judge(&puzzle, answer);
            diagnostics.extend(self.blunders(turn, &puzzle));
            if wanted.is_hinted {
                let again = |position: &Position| Some(self.solve(turn, position));
                diagnostics.extend(redundant_pieces(&puzzle, answer, again));
            }
        }
        self.solver.progress.end();
        Done {
            file,
            span,
            puzzle,
            answer,
            time,
            diagnostics,
        }
    }

    /// The blunders of a line of play, where two sides play.
    fn blunders(&self, turn: u64, puzzle: &Puzzle) -> Vec<Diagnostic> {
        let (Some(position), Some(played)) = (puzzle.position(), &puzzle.played) else {
            return Vec::new();
        };
        if played.moves.is_empty() || !position.game().is_duel() {
            return Vec::new();
        }
        let nodes = self.within_limits(turn, |budget| {
            search::evaluate_line(position, &played.moves, budget).map_err(|_| search::Yielded)
        });
        blunders(puzzle, &nodes.unwrap_or_default())
    }

    fn solve(&self, turn: u64, position: &Position) -> Answer {
        self.within_limits(turn, |budget| search::solve(position, budget))
    }

    /// Runs a search with a budget of its own, again for as long as it has to
    /// give way to an earlier one.
    fn within_limits<R>(
        &self,
        turn: u64,
        search: impl Fn(&mut Budget<'_>) -> Result<R, search::Yielded>,
    ) -> R {
        let deadline = self
            .solver
            .limits
            .time_limit(self.config)
            .map(|limit| Instant::now() + limit);
        loop {
            let limit = self.solver.limits.max_positions(self.config);
            let budget = Budget::new(&self.solver.pool, turn, limit);
            let mut budget = budget.with_deadline(deadline);
            match search(&mut budget) {
                Ok(result) => return result,
                Err(search::Yielded) => {
                    drop(budget);
                    self.solver.pool.wait_for_turn(turn);
                }
            }
        }
    }
}
