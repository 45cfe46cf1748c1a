//! From files to answered puzzles, on all cores.

use std::fs;
use std::io;
use std::ops::RangeFrom;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::known::{self, Known};
use super::limits::Limits;
use super::ordered::ordered;
use super::output;
use super::progress::Progress;
use super::run_configs::{Told, failures};
use super::since::Since;
use super::stream::is_stream;
use crate::analysis::{
    CachedClean, Diagnostic, FileHead, Policy, Puzzle, check_answer, check_extras,
};
use crate::config::Config;
use crate::exchange::{Deck, Form, Section};
use crate::project::{Configs, Failure, File, Partition, Source, Unusable};
use crate::report::Answered;
use crate::solving::{Answer, Call, Limit, Optima, Solver, Store, Watch};
use crate::syntax;

/// Reads a source.
type Read<'a> = &'a (dyn Fn(Source) -> Result<Arc<File>, Failure> + Sync);

/// What a run goes through.
pub(super) struct Input<'a> {
    /// The sources, in the order of what comes out.
    pub(super) sources: Vec<Result<Source, Failure>>,
    /// How they are read.
    pub(super) read: Read<'a>,
    /// The form of all files; none where each is of what its configuration
    /// says, a puzzle file if nothing.
    pub(super) form: Option<&'static Form>,
}

/// What there is to do.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// What is reported of the puzzles of a file.
    pub(super) policy: &'a (dyn Fn(&Config) -> Policy + Sync),
    /// Only the puzzles of this name, or of this number in their file.
    pub(super) puzzle: Option<&'a str>,
    /// Only what is new is solved; the rest is read.
    pub(super) since: Option<&'a Since>,
    /// Only the puzzles of this share. The others are read all the same.
    pub(super) partition: Option<Partition>,
    /// So many optimal solutions of each puzzle, if they are wanted.
    pub(super) optima: Option<usize>,
    /// What is known of whole files, where all puzzles are asked for and it is
    /// enough to know of one that nothing is to be reported of it.
    pub(super) known: Option<Known<'a>>,
}

/// What comes out, in the order of the sources.
pub(super) enum Event {
    /// So many files were found.
    Start(usize),
    /// A file or folder could not be read.
    Failure(Failure),
    /// A file begins.
    Begin(Arc<File>, Arc<FileHead>, Arc<Config>),
    /// A puzzle of the file is done.
    Puzzle(Box<Done>),
    /// A puzzle of the file is known to be quiet.
    Passing(Passing),
    /// The file is at its end.
    End(Arc<File>),
}

/// A puzzle that was read, and solved where it could be.
pub(super) struct Done {
    pub(super) file: Arc<File>,
    /// Its section of the file.
    pub(super) section: Section,
    /// Whether it is one of those that the run is about. The others were read
    /// only.
    pub(super) is_asked: bool,
    pub(super) puzzle: Puzzle,
    /// Whether it is of the share that is wanted; else it was only read.
    pub(super) is_ours: bool,
    pub(super) answer: Option<Arc<Answer>>,
    /// Its optimal solutions, where they are wanted.
    pub(super) optima: Option<Result<Optima, Limit>>,
    /// The time the search took.
    pub(super) time: Duration,
    /// What the answer shows.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether all is known that can be reported.
    pub(super) is_settled: bool,
}

/// A puzzle that was not read, because nothing is to be reported of it but
/// what it repeats.
pub(super) struct Passing {
    pub(super) file: Arc<File>,
    pub(super) head: Arc<FileHead>,
    /// Its section of the file.
    pub(super) section: Section,
    pub(super) quiet: CachedClean,
}

impl Done {
    /// As reporters are told of it.
    pub(super) fn answered(&self) -> Answered<'_> {
        Answered {
            puzzle: &self.puzzle,
            text: self.section.text(&self.file.text),
            offset: self.section.offset(),
            answer: self.answer.as_deref(),
            optima: self.optima.as_ref(),
            time: self.time,
        }
    }
}

/// Something to be done on any thread.
enum Item {
    /// Nothing is to be done about these.
    Ready(Vec<Event>),
    Puzzle {
        file: Arc<File>,
        head: Arc<FileHead>,
        config: Arc<Config>,
        section: Section,
        is_asked: bool,
        /// Its number in the run, from 0.
        number: u64,
    },
}

/// Reads the files, solves their puzzles within the limits, and hands on what
/// comes out in the order of the sources. Answers are kept in `store`.
pub(super) fn answers(
    input: Input<'_>,
    limits: &Limits,
    wanted: Wanted<'_>,
    store: Arc<dyn Store>,
    consume: &mut dyn FnMut(Event) -> io::Result<()>,
) -> io::Result<()> {
    let configs = Configs::default();
    let Input {
        sources,
        read,
        form,
    } = input;
    consume(Event::Start(
        sources.iter().filter(|source| source.is_ok()).count(),
    ))?;
    let jobs = match configs.here() {
        Ok(config) => limits.jobs(&config),
        Err(unusable) => {
            let failures = unusable.iter().flat_map(|unusable| failures(unusable));
            return failures.map(Event::Failure).try_for_each(consume);
        }
    };
    let progress = Progress::new(output::is_interactive(), "puzzles");
    if progress.is_drawn() {
        count_ahead(&sources, form, wanted, &progress);
    }
    let run = Run {
        limits,
        wanted,
        solver: Solver::new(jobs, store).with_spill(limits.spill()),
        progress: &progress,
    };
    let open = |source: Result<Source, Failure>| {
        let source = source.map_err(Unopened::Failure)?;
        let config = configs.of(&source).map_err(Unopened::Unusable)?;
        let form = form.or_else(|| form_of(&configs, &source));
        let file = read(source).map_err(Unopened::Failure)?;
        let known = wanted.known.filter(|_| form.is_none());
        let deck = Deck::cut(&file.text, form);
        let known = known.and_then(|known| known.recall(&file, &config));
        Ok(Opened {
            known: known.filter(|known| known.len() == deck.sections.len()),
            file,
            config,
            deck,
        })
    };
    let mut told = Told::default();
    let mut numbers = 0..;
    let mut items = |opened: Result<Opened, Unopened>| match opened {
        Ok(opened) => items(opened, wanted, &mut numbers),
        Err(unopened) => {
            let failures = unopened.failures(&mut told).into_iter();
            vec![Item::Ready(failures.map(Event::Failure).collect())]
        }
    };
    let work = |turn, item| match item {
        Item::Ready(events) => events,
        Item::Puzzle {
            file,
            head,
            config,
            section,
            is_asked,
            number,
        } => {
            let puzzle = section.read(&file.text, &head);
            let is_ours = wanted.takes(number, &puzzle, section.text(&file.text));
            let unsolved = Done {
                file,
                section,
                is_asked,
                puzzle,
                is_ours,
                answer: None,
                optima: None,
                time: Duration::ZERO,
                diagnostics: Vec::new(),
                is_settled: false,
            };
            vec![Event::Puzzle(Box::new(run.puzzle(turn, unsolved, &config)))]
        }
    };
    let consume = |events: Vec<Event>| {
        let is_passing = |event: &&Event| matches!(event, Event::Passing(_));
        progress.step(events.iter().filter(is_passing).count());
        progress.suspend(|| events.into_iter().try_for_each(&mut *consume))
    };
    let result = thread::scope(|scope| {
        // Files are read ahead of what is done about them, on all cores too.
        let (sender, opened) = mpsc::sync_channel(1);
        scope.spawn(move || {
            let sources = sources.into_iter();
            // Where nobody takes the next one, the run is over.
            let send = |opened| sender.send(opened).map_err(drop);
            let _ = ordered(jobs, sources, |_, source| open(source), send);
        });
        ordered(jobs, opened.into_iter().flat_map(&mut items), work, consume)
    });
    progress.finish();
    result
}

/// What the configuration of a source says of its form.
pub(super) fn form_of(configs: &Configs, source: &Source) -> Option<&'static Form> {
    match source {
        Source::File(path) => configs.form_of(path),
        Source::StandardInput => None,
    }
}

/// A file that was read.
struct Opened {
    file: Arc<File>,
    /// What configures it.
    config: Arc<Config>,
    deck: Deck,
    /// What is known of its puzzles, of as many as there are.
    known: Option<known::Puzzles>,
}

/// Why a file was not read.
enum Unopened {
    Failure(Failure),
    /// What configures it is broken.
    Unusable(Vec<Arc<Unusable>>),
}

impl Unopened {
    /// What is to be told of it.
    fn failures(self, told: &mut Told) -> Vec<Failure> {
        match self {
            Self::Failure(failure) => vec![failure],
            Self::Unusable(unusable) => told.failures(unusable),
        }
    }
}

fn items(opened: Opened, wanted: Wanted<'_>, numbers: &mut RangeFrom<u64>) -> Vec<Item> {
    let Opened {
        file,
        config,
        deck,
        known,
    } = opened;
    let news = wanted.since.map(|since| since.news(&file, &deck, &config));
    let head = Arc::new(deck.head);
    let mut ready = vec![Event::Begin(
        Arc::clone(&file),
        Arc::clone(&head),
        Arc::clone(&config),
    )];
    let mut items = Vec::new();
    let sections = (1..).zip(deck.sections);
    let sections =
        sections.filter(|(number, section)| wanted.wants(*number, section.text(&file.text)));
    let mut known = known.into_iter().flatten();
    for ((in_file, section), number) in sections.zip(numbers) {
        if let Some(quiet) = known.next().flatten() {
            ready.push(Event::Passing(Passing {
                file: Arc::clone(&file),
                head: Arc::clone(&head),
                section,
                quiet,
            }));
            continue;
        }
        if !ready.is_empty() {
            items.push(Item::Ready(std::mem::take(&mut ready)));
        }
        items.push(Item::Puzzle {
            file: Arc::clone(&file),
            head: Arc::clone(&head),
            config: Arc::clone(&config),
            section,
            is_asked: news.as_ref().is_none_or(|news| news.is_new(in_file)),
            number,
        });
    }
    ready.push(Event::End(file));
    items.push(Item::Ready(ready));
    items
}

/// Counts the puzzles of all files on a thread of its own, so that the bar
/// knows its total. What can be read but once is not counted, nor what is new
/// or of a share, and then the total stays unknown.
fn count_ahead(
    sources: &[Result<Source, Failure>],
    form: Option<&'static Form>,
    wanted: Wanted<'_>,
    progress: &Progress,
) {
    if wanted.since.is_some() || wanted.partition.is_some() {
        return;
    }
    let files = sources.iter().flatten().map(|source| match source {
        Source::File(path) => Some(path.clone()),
        Source::StandardInput => None,
    });
    let Some(files) = files.collect::<Option<Vec<PathBuf>>>() else {
        return;
    };
    let chosen = wanted.puzzle.map(str::to_owned);
    let progress = progress.clone();
    thread::spawn(move || {
        let configs = Configs::default();
        let counts = files.iter().map(|path| {
            let form = form.or_else(|| configs.form_of(path));
            puzzles(path, form, chosen.as_deref())
        });
        if let Some(total) = counts.sum() {
            progress.set_total(total);
        }
    });
}

/// The number of chosen puzzles in a file; none where it can be read but once.
fn puzzles(path: &Path, form: Option<&Form>, chosen: Option<&str>) -> Option<usize> {
    if is_stream(path) {
        return None;
    }
    // Why a file cannot be read is told when it is its turn.
    let text = fs::read_to_string(path).unwrap_or_default();
    let deck = Deck::cut(&text, form);
    let sections = (1..).zip(&deck.sections);
    let chosen = sections.filter(|(number, section)| chooses(chosen, *number, section.text(&text)));
    Some(chosen.count())
}

impl Wanted<'_> {
    /// Whether a puzzle is of the share that is wanted.
    fn takes(&self, number: u64, puzzle: &Puzzle, section: &str) -> bool {
        self.partition.is_none_or(|partition| {
            // What copies have in common, so that one share has them all.
            let identity = puzzle.identity.map(|identity| identity.to_string());
            partition.takes(number, identity.as_deref().unwrap_or(section.trim_end()))
        })
    }

    fn wants(&self, number: usize, section: &str) -> bool {
        chooses(self.puzzle, number, section)
    }
}

/// Whether the puzzle of this number is the chosen one, if one is.
fn chooses(chosen: Option<&str>, number: usize, section: &str) -> bool {
    chosen.is_none_or(|chosen| {
        chosen.parse() == Ok(number) || syntax::name(section).as_deref() == Some(chosen)
    })
}

/// What the threads of a run share.
struct Run<'a> {
    limits: &'a Limits,
    wanted: Wanted<'a>,
    solver: Solver,
    progress: &'a Progress,
}

impl Run<'_> {
    /// Solves a puzzle that the run is about within the limits of its file. The
    /// others are read only: one of them may be a copy.
    fn puzzle(&self, turn: u64, mut done: Done, config: &Config) -> Done {
        if !done.is_asked || !done.is_ours {
            return done;
        }
        let text = done.section.text(&done.file.text);
        let puzzle = &done.puzzle;
        let policy = (self.wanted.policy)(config);
        let question = puzzle.question(self.limits.of(config), policy.wants());
        let call = Call {
            turn,
            ..Call::default()
        };
        self.progress.begin(turn, puzzle.name(), &call.watch);
        let start = Instant::now();
        let answer = question
            .as_ref()
            .map(|question| self.solver.answer(question, &call));
        done.time = start.elapsed();
        if let (Some(question), Some(answer)) = (&question, &answer) {
            done.diagnostics = check_answer(text, puzzle, answer, policy.demands());
            // What is searched for now is another position.
            let aside = Call {
                watch: Watch::default(),
                ..call
            };
            if let Some(most) = self.wanted.optima {
                done.optima = self.solver.optima(question, answer, most, &aside);
            }
            let extras = self.solver.extras(question, answer, &aside);
            done.is_settled = answer.outcome.is_settled();
            if let Some(extras) = extras {
                done.is_settled &= extras.is_settled();
                let judged = check_extras(text, puzzle, &extras, policy.demands());
                done.diagnostics.extend(judged);
            }
        }
        done.answer = answer;
        self.progress.end(turn);
        done
    }
}
