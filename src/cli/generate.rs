//! `carom generate`: new puzzles with a proved number of moves.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::new::Size;
use super::parallel::map_in_order;
use super::progress::ProgressDisplay;
use super::{Status, interrupt, output};
use crate::NamedPosition;
use crate::analysis::MovesRange;
use crate::board::Square;
use crate::exchange::format;
use crate::games::Game;
use crate::generate::{
    Attempt, FAILED, Generator, GeneratorOptions, Pack, Selection, SymmetryKind, TOTAL_POSITIONS,
    Uniqueness,
};
use crate::limited;
use crate::project::{Failure, MAX_FILE, reason};
use crate::solving::{Failed, Goal, MOST_SOLUTIONS};
use crate::words::{count, join_list, path_name};

/// The part of the limit after which a range of scores of a pack is given up, and after which more
/// puzzles of the styles that are found easily are accepted.
const PART_OF_LIMIT: u64 = 16;

/// Generate puzzles
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Each puzzle is proved. None is a rotated or mirrored copy of another. In packs, and in runs of
up to 100 puzzles, no solution of one has the shape of a solution of another. Walls are laid in
patterns and mislead, so `carom check --hints` may report idle walls, but no piece that can be
removed. The same seed gives the same puzzles on any number of threads.

Examples:
  carom generate ricochet --moves 8..10 --count 20 --seed 1
  carom generate lunar --rules grouped --robots 5 --moves 6.. --unique > deck.carom
  carom generate ricochet --tiles --moves 6..
  carom generate lunar --moves ..6 --score 60.. --count 10      short but hard
  carom generate lunar --unique --pack 365 --week > year.carom"
)]
pub(super) struct Arguments {
    /// The game [default: that of `--like`]
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(games()), required_unless_present = "like")]
    game: Option<String>,
    /// Keep the style of the puzzles in FILE: rules, sizes, targets, symmetry, numbers of pieces,
    /// walls and moves. No puzzle is like one of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size", "robots", "walls", "tiles"])]
    like: Option<PathBuf>,
    /// The words of a `rules` line, separated by commas
    #[arg(long, value_name = "WORD,…", value_delimiter = ',')]
    rules: Vec<String>,
    /// The size of the board [default: the usual size of the game]
    #[arg(long, value_name = "WxH", conflicts_with = "tiles")]
    size: Option<Size>,
    /// The most robots; those that no solution needs are removed [default: 5 and 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20), conflicts_with = "tiles")]
    robots: Option<u8>,
    /// The most walls, laid in a pattern; up to two are removed if that leaves fewer plans
    /// [default: none, and 16 on 8x8 or 48 on 16x16 squares]
    #[arg(long, value_name = "N", conflicts_with = "tiles")]
    walls: Option<u16>,
    /// Remove no wall
    #[arg(long, conflicts_with = "tiles")]
    keep_walls: bool,
    /// The target [default: any square]
    #[arg(long, value_name = "SQUARE", conflicts_with = "tiles")]
    target: Option<Square>,
    /// The moves of the shortest solution, such as 8..10 [default: 5.., or those of `--like`, or
    /// any with `--pack` or `--score`]
    #[arg(long, value_name = "A..B", value_parser = moves)]
    moves: Option<MovesRange>,
    /// The score of the difficulty, such as 40..60 (see `carom rate`)
    #[arg(long, value_name = "A..B", value_parser = scores)]
    score: Option<MovesRange>,
    /// Only puzzles with one optimal solution, or with one plan: their solutions differ only in
    /// the order of moves, or are mirror images. Without it, puzzles with one plan are preferred
    #[arg(long, value_name = "WHAT", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "solution")]
    unique: Option<Unique>,
    /// Lay the walls in a pattern with this symmetry, and remove none. In Lunar Lockout, place the
    /// pieces in it [default: a pattern of any kind; without a value, half-turn]
    #[arg(long, value_name = "KIND", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "half-turn", conflicts_with = "tiles")]
    symmetric: Option<Kind>,
    /// Boards of the printed game, 16x16 squares large, with its four robots
    #[arg(long)]
    tiles: bool,
    /// What to favour in a puzzle, besides its quality in general
    #[arg(long, value_enum)]
    goal: Option<PuzzleGoal>,
    /// The number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = number_of_puzzles)]
    count: NonZeroUsize,
    /// Generate a pack of N puzzles, from easy to hard, each the best of several
    #[arg(long, value_name = "N", conflicts_with = "count", value_parser = number_of_puzzles)]
    pack: Option<NonZeroUsize>,
    /// Order the pack by weeks, each from an easy Monday to a hard Sunday
    #[arg(long, requires = "pack")]
    week: bool,
    /// The seed [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Stop after N positions without another puzzle
    #[arg(long, value_name = "N", default_value_t = TOTAL_POSITIONS)]
    total_positions: u64,
    /// Write a JSON object per line
    #[arg(long)]
    jsonl: bool,
    /// Set the number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = super::limits::threads)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleGoal {
    /// Moves that must not be the greedy ones
    Traps,
    /// Pieces that help each other
    Cooperation,
    /// Few pieces and walls for the number of moves
    Economy,
}

impl From<PuzzleGoal> for Goal {
    fn from(goal: PuzzleGoal) -> Self {
        match goal {
            PuzzleGoal::Traps => Self::Traps,
            PuzzleGoal::Cooperation => Self::Cooperation,
            PuzzleGoal::Economy => Self::Economy,
        }
    }
}

/// Returns the names of the games whose puzzles can be generated.
fn games() -> Vec<&'static str> {
    let games = Game::ALL.into_iter().filter(|game| game.generation().is_some());
    games.map(Game::name).collect()
}

/// What one optimal solution means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Unique {
    /// One order of moves
    Solution,
    /// One plan
    Plan,
}

/// A kind of symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The same after half a turn
    HalfTurn,
    /// Mirrored from left to right, top to bottom, or both
    Mirror,
    /// Mirrored in a diagonal of a square board
    Diagonal,
    /// The same motif in each quarter
    Motif,
}

impl From<Kind> for SymmetryKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::HalfTurn => Self::HalfTurn,
            Kind::Mirror => Self::Mirror,
            Kind::Diagonal => Self::Diagonal,
            Kind::Motif => Self::Motif,
        }
    }
}

/// The work since the last puzzle was found.
#[derive(Clone, Copy, Debug, Default)]
struct InVain {
    positions: u64,
    /// The starts that were rejected as dull.
    dull: u64,
}

impl InVain {
    fn add(&mut self, attempt: Option<&Attempt>) {
        let positions = attempt.map_or(FAILED, |attempt| attempt.positions);
        self.positions = self.positions.saturating_add(positions);
        self.dull += attempt.map_or(0, |attempt| attempt.dull);
    }
}

/// A run of the generator.
struct Run<'a> {
    arguments: &'a Arguments,
    generator: Arc<Generator>,
    progress: ProgressDisplay,
    jobs: NonZeroUsize,
    /// Whether an attempt failed.
    has_failed: AtomicBool,
}

impl Run<'_> {
    /// Makes attempts from this number on with a score in this range, in order, until `consume`
    /// stops. It gets `None` for an attempt that failed.
    fn attempts<B>(
        &self,
        first: u64,
        score: Option<(u32, u32)>,
        mut consume: impl FnMut(Option<Attempt>) -> ControlFlow<B>,
    ) -> Option<B> {
        let attempt = |_, number| self.generator.attempt_with_score(number, score);
        let result = map_in_order(self.jobs, first..u64::MAX, attempt, |attempt| {
            let attempt = attempt.map_err(|failed| self.fail(&failed)).ok();
            match consume(attempt) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(end) => Err(end),
            }
        });
        result.err()
    }

    fn fail(&self, failed: &Failed) {
        self.progress.suspend(|| output::error(failed));
        self.has_failed.store(true, Ordering::Relaxed);
    }

    /// Returns the status of a run that found all puzzles.
    fn status(&self) -> Status {
        if self.has_failed.load(Ordering::Relaxed) { Status::Failed } else { Status::Clean }
    }

    /// Generates puzzles one by one, and prints each.
    fn count(&self, mut selection: Selection, print: &Print) -> io::Result<Status> {
        let most = self.arguments.total_positions;
        let mut in_vain = InVain::default();
        let end = self.attempts(0, self.generator.options().score, |attempt| {
            in_vain.add(attempt.as_ref());
            let any_style = in_vain.positions >= most / PART_OF_LIMIT;
            if let Some(found) = attempt.and_then(|attempt| attempt.found)
                && selection.accept(found, any_style)
                && let Some(text) = selection.last()
            {
                in_vain = InVain::default();
                let is_first = selection.count() == 1;
                if let Err(error) = self.progress.suspend(|| print.one(&text, is_first)) {
                    return ControlFlow::Break(Err(error));
                }
                self.progress.step(1);
            }
            match selection.is_complete() || in_vain.positions >= most {
                true => ControlFlow::Break(Ok(())),
                false => ControlFlow::Continue(()),
            }
        });
        self.progress.finish();
        end.transpose()?;
        if selection.is_complete() {
            return Ok(self.status());
        }
        self.give_up(selection.count(), in_vain.dull);
        Ok(Status::Failed)
    }

    /// Generates puzzles to choose from, and prints a pack, also if a signal ends the run.
    fn pack(&self, pack: Pack, selection: Selection, print: Print) -> io::Result<Status> {
        let most = self.arguments.total_positions / PART_OF_LIMIT;
        let (goal, scores) = (self.generator.options().goal, pack.scores());
        let pack = Arc::new(Mutex::new(pack));
        let texts = {
            let pack = Arc::clone(&pack);
            move || lock(&pack).texts(selection.clone(), goal)
        };
        let (texts_so_far, print_so_far) = (texts.clone(), print.clone());
        interrupt::print_results(move || {
            let texts = texts_so_far();
            let _ = print_so_far.stopped(texts.len()).all(&texts);
        });
        let mut dull = 0;
        for (bin, score) in scores.into_iter().enumerate() {
            let mut in_vain = InVain::default();
            let first = (bin as u64) << 32;
            self.attempts(first, Some(score), |attempt| {
                in_vain.add(attempt.as_ref());
                let mut pack = lock(&pack);
                if attempt
                    .and_then(|attempt| attempt.found)
                    .is_some_and(|found| pack.add(bin, found))
                {
                    in_vain = InVain::default();
                    self.progress.step(1);
                }
                match pack.is_full(bin) || in_vain.positions >= most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            dull += in_vain.dull;
        }
        self.progress.finish();
        interrupt::forget_results();
        let texts = texts();
        print.all(&texts)?;
        if lock(&pack).is_whole(texts.len()) {
            return Ok(self.status());
        }
        self.give_up(texts.len(), dull);
        Ok(Status::Failed)
    }

    /// Says why no more puzzles were found, and what to do.
    fn give_up(&self, found: usize, dull: u64) {
        let (arguments, options) = (self.arguments, self.generator.options());
        let limit = count(arguments.total_positions, "position");
        let limit = match arguments.pack {
            Some(_) => format!(
                "a range of scores reached its limit, 1/{PART_OF_LIMIT} of {limit} \
                 (`--total-positions`),"
            ),
            None => format!("the limit of {limit} (`--total-positions`) was reached"),
        };
        let mut reason = format!(
            "{} found; {limit} without another, and the longest solution had {}",
            count(found, "puzzle"),
            count(self.generator.deepest(), "move"),
        );
        if dull > 0 {
            let _ = write!(
                reason,
                "; {} were dull or had more than {MOST_SOLUTIONS} optimal solutions",
                count(dull, "start"),
            );
        }
        reason.push_str(". ");
        let conditions = [
            ("--unique", arguments.unique.is_some()),
            ("--score", arguments.score.is_some()),
            ("--target", arguments.target.is_some()),
            ("--symmetric", arguments.symmetric.is_some()),
        ];
        let conditions = conditions.into_iter().filter(|&(_, is_set)| is_set);
        let conditions: Vec<String> = conditions.map(|(name, _)| format!("`{name}`")).collect();
        if options.moves.is_below(self.generator.deepest()) {
            reason.push_str("Ask for fewer moves, more robots or walls, or a larger board");
        } else if conditions.is_empty() {
            reason.push_str("Ask for other moves, more robots or walls, or fewer puzzles");
        } else {
            let _ = write!(reason, "Leave out {}", join_list(conditions, "or"));
        }
        reason.push_str(", or raise the limit");
        output::error(&reason);
    }
}

fn lock(pack: &Mutex<Pack>) -> MutexGuard<'_, Pack> {
    pack.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints puzzles after a comment with the command that generates them.
#[derive(Clone, Debug)]
struct Print {
    comment: String,
    is_jsonl: bool,
}

impl Print {
    /// Says that a signal ended the command after so many puzzles.
    fn stopped(self, puzzles: usize) -> Self {
        let after = format!("; stopped after {}: ", count(puzzles, "puzzle"));
        Self { comment: self.comment.replacen("; ", &after, 1), ..self }
    }

    /// Prints one puzzle.
    fn one(&self, text: &str, is_first: bool) -> io::Result<()> {
        let text = match (self.is_jsonl, is_first) {
            (true, _) => json_line(text),
            (false, true) => format!("{}{text}", self.comment),
            (false, false) => format!("\n{text}"),
        };
        let (mut out, _) = output::results();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Prints all puzzles.
    fn all(&self, texts: &[String]) -> io::Result<()> {
        texts.iter().enumerate().try_for_each(|(index, text)| self.one(text, index == 0))
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (options, selection) = generator_options(arguments)?;
    if let Some(deepest) = options.exhausted() {
        return Err(io::Error::other(format!(
            "no such board needs so many moves; the most are {deepest}. Ask for fewer moves, more \
             robots or walls, or a larger board"
        )));
    }
    let comment = format!("; {}\n\n", command(arguments, &options));
    let print = Print { comment, is_jsonl: arguments.jsonl };
    let pack = arguments.pack.map(|pack| Pack::new(pack.get(), arguments.week, &options));
    let wanted = pack.as_ref().map_or(arguments.count.get(), Pack::most);
    let generator = Arc::new(Generator::new(options));
    let progress = ProgressDisplay::new(output::is_interactive(), "puzzles");
    progress.set_total(wanted);
    progress.show_rate();
    let noted = Arc::clone(&generator);
    progress.note(move || format!("longest: {}", count(noted.deepest(), "move")));
    let jobs = arguments.jobs.or_else(|| thread::available_parallelism().ok());
    let run = Run {
        arguments,
        generator,
        progress,
        jobs: jobs.unwrap_or(NonZeroUsize::MIN),
        has_failed: AtomicBool::new(false),
    };
    match pack {
        Some(pack) => run.pack(pack, selection, print),
        None => run.count(selection, &print),
    }
}

/// Returns the command that generates the same puzzles.
fn command(arguments: &Arguments, options: &GeneratorOptions) -> String {
    let mut command = format!("carom generate {}", options.game.name());
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(command, " --{name}");
            if !value.is_empty() {
                let _ = write!(command, " {value}");
            }
        }
    };
    let flag = |is_set: bool| is_set.then(String::new);
    let like = arguments.like.as_ref();
    add("like", like.map(|path| path_name(path)));
    let rules = arguments.rules.join(",");
    add("rules", Some(rules).filter(|rules| !rules.is_empty()));
    let size = arguments.size;
    add("size", size.map(|Size(columns, rows)| format!("{columns}x{rows}")));
    add("robots", arguments.robots.map(|robots| robots.to_string()));
    add("walls", arguments.walls.map(|walls| walls.to_string()));
    add("keep-walls", flag(arguments.keep_walls));
    add("target", arguments.target.map(|target| target.to_string()));
    add("tiles", flag(arguments.tiles));
    add("moves", Some(options.moves.to_string()));
    add("score", arguments.score.map(|scores| scores.to_string()));
    add("unique", flag(arguments.unique == Some(Unique::Solution)));
    add("unique=plan", flag(arguments.unique == Some(Unique::Plan)));
    let kind = arguments.symmetric.and_then(|kind| kind.to_possible_value());
    let kind = kind.map(|kind| format!("symmetric={}", kind.get_name()));
    add(kind.as_deref().unwrap_or_default(), flag(kind.is_some()));
    let goal = arguments.goal.and_then(|goal| goal.to_possible_value());
    add("goal", goal.map(|goal| goal.get_name().to_owned()));
    let has_count = arguments.pack.is_none() && arguments.count != NonZeroUsize::MIN;
    add("count", has_count.then(|| arguments.count.to_string()));
    add("pack", arguments.pack.map(|pack| pack.to_string()));
    add("week", flag(arguments.week));
    add("seed", Some(options.seed.to_string()));
    command
}

/// Returns a puzzle as a line of JSON.
fn json_line(text: &str) -> String {
    let read = format("carom").and_then(|format| format.read);
    let record = read.and_then(|read| read(text).records.pop());
    let line = record.zip(format("jsonl")).and_then(|(record, format)| format.export(&record).ok());
    line.map(|export| export.text).unwrap_or_default()
}

/// Returns the generator options of the arguments, and the puzzles to which no new one is alike.
fn generator_options(arguments: &Arguments) -> io::Result<(GeneratorOptions, Selection)> {
    let wrong = |reason: String| Err(io::Error::other(reason));
    let mut models = match &arguments.like {
        Some(path) => models(path)?,
        None => Vec::new(),
    };
    let first = models.first().map(|model| model.position.game().name());
    let game = arguments.game.as_deref().or(first);
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let options = game.and_then(Game::from_name).and_then(|game| GeneratorOptions::new(game, seed));
    let Some(mut options) = options else {
        return wrong("unknown game".to_owned());
    };
    let game = options.game;
    models.retain(|model| model.position.game() == game);
    for rule in &arguments.rules {
        if !game.rule_words().any(|word| word == rule) {
            let known = join_list(game.rule_words(), "and");
            return wrong(format!("unknown rule `{rule}`; {} has {known}", game.title()));
        }
    }
    if let Some((one, other)) = game.contradicting_rules()
        && [one, other].iter().all(|&word| arguments.rules.iter().any(|rule| rule == word))
    {
        return wrong(format!("`{one}` contradicts `{other}`"));
    }
    if let Some(Size(columns, rows)) = arguments.size {
        options.size = (columns, rows);
    }
    let (columns, rows) = options.size;
    if crate::board::Board::new(columns, rows).is_err() {
        return wrong(format!("no board has {columns}x{rows} squares; the most are 16x16"));
    }
    if let Some(robots) = arguments.robots {
        options.robots = robots.into();
    }
    let humans = game.generation().map_or(0, |usual| usual.humans);
    let robots = options.robots;
    if robots + humans >= columns * rows {
        return wrong(format!("{robots} robots do not fit on {columns}x{rows} squares"));
    }
    options.rules.clone_from(&arguments.rules);
    options.walls = arguments.walls.map(usize::from);
    let has_score = arguments.pack.is_some() || arguments.score.is_some();
    options.moves = MovesRange { least: Some(if has_score { 2 } else { 5 }), most: None };
    if let Some(path) = &arguments.like {
        if models.is_empty() {
            let path = path_name(path);
            return wrong(format!("{path} has no puzzle of {}", game.title()));
        }
        let positions = models.iter().map(|model| model.position.clone());
        options.keep_style(&positions.collect::<Vec<_>>());
    }
    options.moves = arguments.moves.unwrap_or(options.moves);
    options.score =
        arguments.score.map(|scores| (scores.least.unwrap_or(0), scores.most.unwrap_or(100)));
    options.uniqueness = match arguments.unique {
        None => Uniqueness::Preferred,
        Some(Unique::Plan) => Uniqueness::Plan,
        Some(Unique::Solution) => Uniqueness::Solution,
    };
    options.symmetry = arguments.symmetric.map(Into::into);
    options.keeps_walls = arguments.keep_walls;
    options.target = arguments.target;
    options.is_printed = arguments.tiles;
    options.goal = arguments.goal.map(Into::into);
    if arguments.tiles && game.printed().is_none() {
        return wrong(format!("{} has no boards of tiles", game.title()));
    }
    if arguments.target.is_some_and(|target| {
        usize::from(target.column()) >= columns || usize::from(target.row()) >= rows
    }) && models.is_empty()
    {
        return wrong(format!("the target is not on a board of {columns}x{rows} squares"));
    }
    if let Some(reason) = options.impossible() {
        return wrong(reason.to_owned());
    }
    Ok((options, Selection::new(arguments.count.get(), &models)))
}

/// Returns the puzzles of a file whose style can be kept.
fn models(path: &Path) -> io::Result<Vec<NamedPosition>> {
    let name = path_name(path);
    let text = limited::read_text(path, MAX_FILE)
        .map_err(|error| io::Error::other(format!("cannot read `{name}`: {}", reason(&error))))?;
    let mut models =
        crate::read(&text).map_err(|invalid| Failure::new(&*name, invalid.to_string()))?;
    models.retain(|model| model.position.game().generation().is_some());
    match models.is_empty() {
        true => {
            Err(io::Error::other(format!("{name} has no puzzle of a game that can be generated")))
        }
        false => Ok(models),
    }
}

fn moves(text: &str) -> Result<MovesRange, &'static str> {
    text.parse().map_err(|_| "expected numbers of moves such as 8, 8..10 or 8..")
}

fn scores(text: &str) -> Result<MovesRange, &'static str> {
    let scores: MovesRange = text.parse().map_err(|_| "expected scores such as 40..60 or 70..")?;
    match scores.least.max(scores.most) > Some(100) {
        true => Err("scores are from 0 to 100"),
        false => Ok(scores),
    }
}

/// More puzzles than anybody asks for.
const MAX_PUZZLES: usize = 1_000_000;

fn number_of_puzzles(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_PUZZLES);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_PUZZLES}"))
}
