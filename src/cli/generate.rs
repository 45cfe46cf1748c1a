//! `carom generate`: new puzzles with a proved number of moves.

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::new::Size;
use super::parallel::map_in_order;
use super::progress::Progress;
use super::{Status, output};
use crate::analysis::MovesRange;
use crate::exchange::format;
use crate::games::Game;
use crate::generate::{Generated, Generator, GeneratorOptions};
use crate::words::{count, join_list};

/// The maximum number of consecutive attempts without a puzzle.
const MOST_IN_VAIN: usize = 20_000;

/// Generate puzzles
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Each puzzle is proved and differs from the others, rotated and mirrored copies included.
`carom check --hints` finds nothing to remove. The same seed gives the same puzzles on any
number of threads.

Examples:
  carom generate ricochet --moves 8..10 --count 20 --seed 1
  carom generate lunar --rules grouped --robots 5 --moves 6.. --unique > deck.carom"
)]
pub(super) struct Arguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(games()))]
    game: String,
    /// The words of a `rules` line, separated by commas
    #[arg(long, value_name = "WORD,…", value_delimiter = ',')]
    rules: Vec<String>,
    /// The size of the board [default: the usual size of the game]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The most robots; those that no solution needs are removed [default: 5 and 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    robots: Option<u8>,
    /// The most walls; those that no solution needs are removed [default: none, and a sixth of
    /// the squares]
    #[arg(long, value_name = "N")]
    walls: Option<u16>,
    /// The moves of the shortest solution, such as 8..10
    #[arg(long, value_name = "A..B", default_value = "5..", value_parser = moves)]
    moves: MovesRange,
    /// Only puzzles with one optimal solution
    #[arg(long)]
    unique: bool,
    /// Walls that look the same after half a turn; then all of them stay
    #[arg(long)]
    symmetric: bool,
    /// The number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    count: usize,
    /// The seed [default: a random one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Write a JSON object per line
    #[arg(long)]
    jsonl: bool,
    /// Set the number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = super::limits::threads)]
    jobs: Option<NonZeroUsize>,
}

/// Returns the names of the games whose puzzles can be generated.
fn games() -> Vec<&'static str> {
    let games = Game::ALL.into_iter();
    let games = games.filter(|game| game.generation().is_some());
    games.map(Game::name).collect()
}

/// The reason why a run ends.
enum End {
    Complete,
    InVain,
    Write(io::Error),
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let generator = match generator_options(arguments) {
        Ok(generator) => generator,
        Err(reason) => {
            output::complain(&reason);
            return Ok(Status::Failed);
        }
    };
    if arguments.seed.is_none() {
        output::say(&format!("seed {}", generator.seed));
    }
    let generator = Generator::new(generator);
    let (mut out, _) = output::results();
    let progress = Progress::new(output::is_interactive(), "puzzles");
    progress.set_total(arguments.count);
    progress.show_rate();
    let jobs = arguments
        .jobs
        .or_else(|| thread::available_parallelism().ok());
    let mut identities = HashSet::new();
    let mut in_vain = 0;
    let result = map_in_order(
        jobs.unwrap_or(NonZeroUsize::MIN),
        0..u64::MAX,
        |_, number| generator.puzzle(number),
        |generated| {
            if identities.len() == arguments.count {
                return Err(End::Complete);
            }
            let Some(Generated { text, .. }) =
                generated.filter(|generated| identities.insert(generated.identity))
            else {
                in_vain += 1;
                return if in_vain < MOST_IN_VAIN {
                    Ok(())
                } else {
                    Err(End::InVain)
                };
            };
            in_vain = 0;
            let is_first = identities.len() == 1;
            let text = match arguments.jsonl {
                true => json_line(&text),
                false if is_first => text,
                false => format!("\n{text}"),
            };
            let written =
                progress.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            progress.step(1);
            written.map_err(End::Write)?;
            match identities.len() == arguments.count {
                true => Err(End::Complete),
                false => Ok(()),
            }
        },
    );
    progress.finish();
    match result {
        Ok(()) | Err(End::Complete) => Ok(Status::Clean),
        Err(End::Write(error)) => Err(error),
        Err(End::InVain) => {
            let found = count(identities.len(), "puzzle");
            let reason = format!(
                "{found} found; {MOST_IN_VAIN} more layouts gave none. Ask for fewer moves, more \
                 robots or walls, or a larger board"
            );
            output::complain(&reason);
            Ok(Status::Failed)
        }
    }
}

/// Returns a puzzle as a line of JSON.
fn json_line(text: &str) -> String {
    let read = format("carom").and_then(|format| format.read);
    let record = read.and_then(|read| read(text).records.pop());
    let line = record
        .zip(format("jsonl"))
        .and_then(|(record, format)| format.export(&record).ok());
    line.map(|export| export.text).unwrap_or_default()
}

/// Returns the generator options of the arguments.
fn generator_options(arguments: &Arguments) -> Result<GeneratorOptions, String> {
    let game = Game::from_name(&arguments.game).ok_or("unknown game")?;
    for rule in &arguments.rules {
        if !game.rule_words().any(|word| word == rule) {
            let known = join_list(game.rule_words(), "and");
            return Err(format!(
                "unknown rule `{rule}`; {} has {known}",
                game.title()
            ));
        }
    }
    if let Some((one, other)) = game.contradicting_rules()
        && [one, other]
            .iter()
            .all(|&word| arguments.rules.iter().any(|rule| rule == word))
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
        return Err(format!(
            "no board has {columns}x{rows} squares; the most are 16x16"
        ));
    }
    if let Some(robots) = arguments.robots {
        options.robots = robots.into();
    }
    let humans = game.generation().map_or(0, |usual| usual.humans);
    let robots = options.robots;
    if robots + humans >= columns * rows {
        return Err(format!(
            "{robots} robots do not fit on {columns}x{rows} squares"
        ));
    }
    options.rules.clone_from(&arguments.rules);
    options.walls = arguments.walls.map(usize::from);
    options.moves = arguments.moves;
    options.is_unique = arguments.unique;
    options.is_symmetric = arguments.symmetric;
    Ok(options)
}

fn moves(text: &str) -> Result<MovesRange, String> {
    text.parse()
        .map_err(|_| "expected numbers of moves such as 8, 8..10 or 8..".to_owned())
}
