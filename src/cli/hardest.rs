//! `carom hardest`: the starts of a board that need most moves.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;

use super::input::ConfigFlags;
use super::limits::LimitFlags;
use super::one_puzzle::{MALFORMED, OnePuzzle, head};
use super::progress::ProgressDisplay;
use super::session::{CheckedPuzzle, PuzzleSolver};
use super::{Status, output};
use crate::analysis::{
    AnswerState, FileHead, Puzzle, View, with_start, without_comments, without_field,
};
use crate::config::Config;
use crate::exchange::SourceFile;
use crate::games::{Mover, Position};
use crate::project::{Failure, File};
use crate::solving::{Call, HardestOptions, HardestStarts, NoStore, Wants};
use crate::syntax::{Key, escaped};
use crate::text::{Edit, apply};
use crate::words::{count, group_digits};

/// Find the start of a board that needs the most moves
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "One search backwards from the target looks at every start, so the number of moves is proved.
The board, the target and the number of pieces stay the same. The puzzle goes to standard output
with its new start, its moves and a solution.

Examples:
  carom hardest level.carom
  carom hardest deck.carom --puzzle 3 --keep R --unique --count 5
  carom hardest tiles.carom --each-target > hardest.carom"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: OnePuzzle,
    /// Pieces that stay where they are, by their names or squares, separated by commas
    #[arg(long, value_name = "PIECE,…", value_delimiter = ',', value_parser = piece)]
    keep: Vec<Mover>,
    /// Only starts with one optimal solution
    #[arg(long)]
    unique: bool,
    /// The number of starts, the hardest first; rotated and mirrored copies are one
    #[arg(short = 'n', long, value_name = "N", default_value = "1")]
    count: NonZeroUsize,
    /// Find the hardest start for each of the four symbols of each robot on a board of tiles
    #[arg(long)]
    each_target: bool,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    config: ConfigFlags,
}

fn piece(text: &str) -> Result<Mover, &'static str> {
    let wrong = "expected the name of a piece, or the square of one without a name";
    text.parse().map_err(|_| wrong)
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (checked, config) = arguments.puzzle.read(&arguments.limits, &arguments.config)?;
    let (mut out, _) = output::results();
    let (mut status, mut before) = (Status::Clean, head(&checked));
    let variants = match arguments.each_target {
        true => with_each_target(&checked)?,
        false => {
            let text = checked.section.text(&checked.file.text).to_owned();
            vec![(None, text, checked.puzzle.clone())]
        }
    };
    for (target, text, puzzle) in variants {
        match hardest(arguments, &checked.file, target, &text, &puzzle, &config) {
            Ok(texts) => {
                write!(out, "{before}{}", texts.join("\n"))?;
                out.flush()?;
                before = "\n";
            }
            Err(failure) => {
                output::error(&failure);
                status = Status::Failed;
            }
        }
    }
    Ok(status)
}

/// A puzzle with another target: its name, the text and the parsed text.
type Variant = (Option<&'static str>, String, Puzzle);

/// Returns the puzzle on a board of tiles with each symbol of one of its robots as the target.
fn with_each_target(checked: &CheckedPuzzle) -> Result<Vec<Variant>, Failure> {
    let (puzzle, text) = (&checked.puzzle, checked.section.text(&checked.file.text));
    let section = &puzzle.section;
    let game = puzzle.position().map(Position::game);
    let printed = game.ok_or_else(|| checked.file.failure(MALFORMED))?.printed();
    let (Some(printed), Some(_), Some(target), Some(header)) =
        (printed, section.field(Key::Tiles), section.field(Key::Target), &section.header)
    else {
        let reason = "`--each-target` needs a puzzle with `tiles` and a `target`";
        return Err(checked.file.failure(reason));
    };
    let head = SourceFile::split(&checked.file.text, None).head;
    let variants = (printed.targets)().into_iter().map(|symbol| {
        let name = match &header.name {
            Some(name) => {
                Edit::replace(name.span, format!("\"{}, {symbol}\"", escaped(&name.value)))
            }
            None => Edit::insert(header.span.end, format!(" \"{symbol}\"")),
        };
        let target = Edit::replace(target.value_span, symbol.to_owned());
        // The claims are about another target.
        let keys = [Key::Moves, Key::Result, Key::Solution];
        let claims = keys.into_iter().filter_map(|key| section.field(key));
        let claims = claims.flat_map(|field| without_field(text, section, field));
        let mut edits: Vec<Edit> = claims.chain([name, target]).collect();
        edits.sort_unstable();
        let changed = apply(text, &edits);
        let read = Puzzle::read(&changed, &head);
        (Some(symbol), changed, read)
    });
    // The robots of some symbols are not on the board.
    Ok(variants.filter(|(.., read)| read.position().is_some()).collect())
}

/// Returns the puzzles with their new starts.
fn hardest(
    arguments: &Arguments,
    file: &File,
    target: Option<&str>,
    text: &str,
    puzzle: &Puzzle,
    config: &Config,
) -> Result<Vec<String>, Failure> {
    let prefix = target.map_or_else(String::new, |target| format!("{target}: "));
    let failure = |reason: &dyn Display| file.failure(format!("{prefix}{reason}"));
    let limits = arguments.limits.of(config);
    let question = puzzle.question(limits, Wants::default()).ok_or_else(|| failure(&MALFORMED))?;
    let solver = PuzzleSolver::new(&arguments.limits, config, NoStore, None);
    let call = Call::default();
    let options = HardestOptions {
        kept: arguments.keep.clone(),
        is_unique: arguments.unique,
        count: arguments.count.get(),
        threads: solver.jobs().get(),
    };
    let progress = ProgressDisplay::new(output::is_interactive(), "puzzles");
    progress.begin(0, puzzle.name(), &call.watch);
    let result = solver.solver.hardest(&question, &options, &call);
    progress.end(0);
    progress.finish();
    let found = result.map_err(|reason| failure(&reason))?;
    say(&found, &prefix, arguments.unique);
    let head = Arc::new(SourceFile::split(&file.text, None).head);
    let answer = solver
        .solve(puzzle, Wants::default(), config, &call)
        .answer
        .map_err(|failed| failure(&failed))?;
    let before = answer.as_ref().map(|(_, answer)| AnswerState::Answer(answer));
    let view = View::new(text, puzzle, before.unwrap_or(AnswerState::Nothing));
    let starts = found.starts.iter().zip(1_usize..);
    let texts = starts.map(|(start, number)| {
        let restarted = with_start(&view, &head, &start.position, &start.answer)
            .map_err(|reason| failure(&reason))?;
        let text = match puzzle.position() == Some(&start.position) {
            true => restarted.text,
            false => without_comments(&restarted.text),
        };
        Ok(numbered(text, &head, number))
    });
    texts.collect()
}

/// Prints the summary of all starts, and how many of them were checked for one optimal solution.
fn say(found: &HardestStarts, prefix: &str, is_unique: bool) {
    let solvable: u64 = found.by_depth.iter().sum();
    output::say(&format!(
        "{prefix}{}: {} with a solution, {} without",
        count(solvable + found.unsolvable, "start"),
        group_digits(solvable),
        group_digits(found.unsolvable)
    ));
    let deepest: Vec<String> = found
        .by_depth
        .iter()
        .enumerate()
        .skip(1)
        .rev()
        .take(3)
        .map(|(moves, &starts)| {
            let needs = if starts == 1 { "needs" } else { "need" };
            format!("{} {needs} {}", group_digits(starts), count(moves, "move"))
        })
        .collect();
    output::say(&deepest.join(", "));
    if is_unique {
        let (checked, unique) = (found.checked, found.starts.len() as u64);
        output::say(&format!(
            "{} checked, the hardest first; {} one optimal solution",
            count(checked, "start"),
            if unique == 1 { "1 has".to_owned() } else { format!("{} have", group_digits(unique)) }
        ));
    }
    if !found.is_complete {
        output::warn("some starts were not looked at, so there may be a harder unique one");
    }
}

/// Adds a number to the name of a puzzle that has one, from the second puzzle on.
fn numbered(text: String, head: &FileHead, number: usize) -> String {
    let puzzle = Puzzle::read(&text, head);
    match puzzle.name() {
        Some(name) if number > 1 => {
            let name = format!("\"{} {number}\"", escaped(name));
            let header = puzzle.section.header.as_ref();
            let old = header.and_then(|header| header.name.as_ref());
            let edit = old.map(|old| Edit::replace(old.span, name));
            apply(&text, edit.as_slice())
        }
        _ => text,
    }
}
