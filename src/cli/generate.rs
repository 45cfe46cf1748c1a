//! `carom generate`: new puzzles with a proved number of moves.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::new::Size;
use super::parallel::map_in_order;
use super::progress::Progress;
use super::{Status, output};
use crate::NamedPosition;
use crate::analysis::MovesRange;
use crate::exchange::format;
use crate::games::Game;
use crate::generate::{Generator, GeneratorOptions, Selection, TOTAL_POSITIONS};
use crate::limited;
use crate::project::MAX_FILE;
use crate::search::Watch;
use crate::solving::Goal;
use crate::words::{count, join_list};

/// The maximum number of consecutive attempts without a puzzle.
const MOST_IN_VAIN: usize = 20_000;

/// The puzzles among which each puzzle of a pack is chosen.
const CHOICE: usize = 4;

/// Generate puzzles
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Each puzzle is proved. None is a rotated or mirrored copy of another, and no two solutions have
the same shape. `carom check --hints` finds nothing to remove. The same seed gives the same
puzzles on any number of threads.

Examples:
  carom generate ricochet --moves 8..10 --count 20 --seed 1
  carom generate lunar --rules grouped --robots 5 --moves 6.. --unique > deck.carom
  carom generate ricochet --tiles --moves 6..
  carom generate lunar --moves 4.. --unique --pack 30 > pack.carom"
)]
pub(super) struct Arguments {
    /// The game [default: that of `--like`]
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(games()), required_unless_present = "like")]
    game: Option<String>,
    /// Keep the style of the puzzles in FILE: rules, sizes, numbers of pieces, walls and moves.
    /// No puzzle is like one of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size", "robots", "walls", "tiles", "symmetric"])]
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
    /// The most walls; those that no solution needs are removed [default: none, and a sixth of
    /// the squares]
    #[arg(long, value_name = "N", conflicts_with = "tiles")]
    walls: Option<u16>,
    /// The moves of the shortest solution, such as 8..10 [default: 5.., or those of `--like`]
    #[arg(long, value_name = "A..B", value_parser = moves)]
    moves: Option<MovesRange>,
    /// Only puzzles with one optimal solution
    #[arg(long)]
    unique: bool,
    /// Walls that look the same after half a turn; then all of them stay
    #[arg(long, conflicts_with = "tiles")]
    symmetric: bool,
    /// Boards of the printed game, 16x16 squares large, with its four robots
    #[arg(long)]
    tiles: bool,
    /// What to favour in a puzzle, besides its quality in general
    #[arg(long, value_enum)]
    goal: Option<PuzzleGoal>,
    /// The number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    count: NonZeroUsize,
    /// Generate a pack of N puzzles, from easy to hard, each the best of several
    #[arg(long, value_name = "N", conflicts_with = "count")]
    pack: Option<NonZeroUsize>,
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

/// The reason why a run ends.
enum End {
    Complete,
    InVain,
    Write(io::Error),
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (options, mut selection) = match generator_options(arguments) {
        Ok(options) => options,
        Err(reason) => {
            output::error(&reason);
            return Ok(Status::Failed);
        }
    };
    if let Some(deepest) = options.exhausted() {
        output::error(&format!(
            "no such board needs so many moves; the most are {deepest}. Ask for fewer moves, more \
             robots or walls, or a larger board"
        ));
        return Ok(Status::Failed);
    }
    let comment = format!("; {}\n\n", command(arguments, &options));
    let (mut out, _) = output::results();
    let mut is_first = true;
    let mut write = |text: &str| -> io::Result<()> {
        let text = match (arguments.jsonl, std::mem::take(&mut is_first)) {
            (true, _) => json_line(text),
            (false, true) => format!("{comment}{text}"),
            (false, false) => format!("\n{text}"),
        };
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    let wanted = match arguments.pack {
        Some(pack) => pack.get().saturating_mul(CHOICE),
        None => arguments.count.get(),
    };
    let goal = options.goal;
    let generator = Generator::new(options);
    let progress = Progress::new(output::is_interactive(), "puzzles");
    progress.set_total(wanted);
    progress.show_rate();
    let jobs = arguments.jobs.or_else(|| thread::available_parallelism().ok());
    let (mut in_vain, mut positions, mut deepest) = (0, 0_u64, 0);
    let mut status = Status::Clean;
    let result = map_in_order(
        jobs.unwrap_or(NonZeroUsize::MIN),
        0..u64::MAX,
        |_, number| generator.attempt(number),
        |attempt| {
            if selection.count() == wanted {
                return Err(End::Complete);
            }
            in_vain += 1;
            let attempt = match attempt {
                Ok(attempt) => attempt,
                Err(failed) => {
                    progress.suspend(|| output::error(&failed));
                    status = Status::Failed;
                    return Ok(());
                }
            };
            positions = positions.saturating_add(attempt.positions);
            if attempt.deepest > deepest {
                deepest = attempt.deepest;
                let name = format!("the longest solution so far has {}", count(deepest, "move"));
                progress.begin(0, Some(&name), &Watch::default());
            }
            if attempt.found.is_some_and(|found| selection.accept(found)) {
                (in_vain, positions) = (0, 0);
                if let (None, Some(text)) = (arguments.pack, selection.last()) {
                    progress.suspend(|| write(&text)).map_err(End::Write)?;
                }
                progress.step(1);
            }
            match (selection.count() == wanted, arguments.total_positions) {
                (true, _) => Err(End::Complete),
                (false, most) if positions >= most || in_vain >= MOST_IN_VAIN => Err(End::InVain),
                (false, _) => Ok(()),
            }
        },
    );
    progress.finish();
    let found = selection.count();
    if let Some(pack) = arguments.pack {
        for text in selection.pack(pack.get(), goal) {
            write(&text)?;
        }
    }
    match result {
        Ok(()) | Err(End::Complete) => Ok(status),
        Err(End::Write(error)) => Err(error),
        Err(End::InVain) => {
            let mut reason = match arguments.pack {
                Some(_) => format!("{} to choose from", count(found, "puzzle")),
                None => format!("{} found", count(found, "puzzle")),
            };
            let _ = write!(
                reason,
                "; {} in {} gave no other, and the longest solution had {}. Ask for fewer moves, \
                 more robots or walls, or a larger board, or raise `--total-positions`",
                count(positions, "position"),
                count(in_vain, "layout"),
                count(deepest, "move")
            );
            output::error(&reason);
            Ok(Status::Failed)
        }
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
    add("like", like.map(|path| path.display().to_string()));
    let rules = arguments.rules.join(",");
    add("rules", Some(rules).filter(|rules| !rules.is_empty()));
    let size = arguments.size;
    add("size", size.map(|Size(columns, rows)| format!("{columns}x{rows}")));
    add("robots", arguments.robots.map(|robots| robots.to_string()));
    add("walls", arguments.walls.map(|walls| walls.to_string()));
    add("tiles", flag(arguments.tiles));
    add("moves", Some(options.moves.to_string()));
    add("unique", flag(arguments.unique));
    add("symmetric", flag(arguments.symmetric));
    let goal = arguments.goal.and_then(|goal| goal.to_possible_value());
    add("goal", goal.map(|goal| goal.get_name().to_owned()));
    let has_count = arguments.pack.is_none() && arguments.count != NonZeroUsize::MIN;
    add("count", has_count.then(|| arguments.count.to_string()));
    add("pack", arguments.pack.map(|pack| pack.to_string()));
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
fn generator_options(arguments: &Arguments) -> Result<(GeneratorOptions, Selection), String> {
    let mut models = match &arguments.like {
        Some(path) => models(path)?,
        None => Vec::new(),
    };
    let first = models.first().map(|model| model.position.game().name());
    let game = arguments.game.as_deref().or(first);
    let game = game.and_then(Game::from_name).ok_or("unknown game")?;
    models.retain(|model| model.position.game() == game);
    for rule in &arguments.rules {
        if !game.rule_words().any(|word| word == rule) {
            let known = join_list(game.rule_words(), "and");
            return Err(format!("unknown rule `{rule}`; {} has {known}", game.title()));
        }
    }
    if let Some((one, other)) = game.contradicting_rules()
        && [one, other].iter().all(|&word| arguments.rules.iter().any(|rule| rule == word))
    {
        return Err(format!("`{one}` contradicts `{other}`"));
    }
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    let mut options = GeneratorOptions::new(game, seed).ok_or("unknown game")?;
    if let Some(Size(columns, rows)) = arguments.size {
        options.size = (columns, rows);
    }
    let (columns, rows) = options.size;
    if crate::board::Board::new(columns, rows).is_err() {
        return Err(format!("no board has {columns}x{rows} squares; the most are 16x16"));
    }
    if let Some(robots) = arguments.robots {
        options.robots = robots.into();
    }
    let humans = game.generation().map_or(0, |usual| usual.humans);
    let robots = options.robots;
    if robots + humans >= columns * rows {
        return Err(format!("{robots} robots do not fit on {columns}x{rows} squares"));
    }
    options.rules.clone_from(&arguments.rules);
    options.walls = arguments.walls.map(usize::from);
    options.moves = MovesRange { least: Some(5), most: None };
    if let Some(path) = &arguments.like {
        if models.is_empty() {
            let path = path.display();
            return Err(format!("{path} has no puzzle of {}", game.title()));
        }
        let positions = models.iter().map(|model| model.position.clone());
        options.keep_style(&positions.collect::<Vec<_>>());
    }
    options.moves = arguments.moves.unwrap_or(options.moves);
    options.is_unique = arguments.unique;
    options.is_symmetric = arguments.symmetric;
    options.is_printed = arguments.tiles;
    options.goal = arguments.goal.map(Into::into);
    if arguments.tiles && !game.has_tiles() {
        return Err(format!("{} has no boards of tiles", game.title()));
    }
    Ok((options, Selection::unlike(&models)))
}

/// Returns the puzzles of a file whose style can be kept.
fn models(path: &Path) -> Result<Vec<NamedPosition>, String> {
    let name = path.display();
    let text = limited::read_text(path, MAX_FILE)
        .map_err(|error| format!("cannot read `{name}`: {error}"))?;
    let mut models = crate::read(&text).map_err(|invalid| format!("{name}: {invalid}"))?;
    models.retain(|model| model.position.game().generation().is_some());
    match models.is_empty() {
        true => Err(format!("{name} has no puzzle of a game that can be generated")),
        false => Ok(models),
    }
}

fn moves(text: &str) -> Result<MovesRange, String> {
    text.parse().map_err(|_| "expected numbers of moves such as 8, 8..10 or 8..".to_owned())
}
