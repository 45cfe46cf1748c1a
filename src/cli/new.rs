//! `carom new`: writes a solvable starter puzzle.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{Status, output};
use crate::analysis::{new_puzzle, usual_sizes};
use crate::games::Game;
use crate::project::{Failure, reason};
use crate::words::display_path;

/// Write a solvable starter puzzle
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  carom new lunar
  carom new ricochet --size 8x8 -o level.carom")]
pub(super) struct Arguments {
    /// The game
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(Game::ALL.map(Game::name)))]
    game: String,
    /// The size of the board [default: the usual size of the game]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Write to this file, which must not exist, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The columns and rows of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size(pub(super) usize, pub(super) usize);

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text.split_once(['x', 'X', '×']);
        let sides =
            sides.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        let (columns, rows) = sides.ok_or("expected columns and rows, such as 8x8")?;
        Ok(Self(columns, rows))
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let Some(game) = Game::from_name(&arguments.game) else {
        return Ok(Status::Failed);
    };
    let usual = usual_sizes(game).first().copied().unwrap_or_default();
    let Size(columns, rows) = arguments.size.unwrap_or(Size(usual, usual));
    let Some(puzzle) = new_puzzle(game, (columns, rows), Some("New puzzle")) else {
        let title = game.title();
        let reason = format!("{title} has no starter board of {columns}x{rows}");
        return Err(io::Error::other(reason));
    };
    let text = format!("{}{puzzle}", comments(game));
    let Some(path) = &arguments.output else {
        let (mut out, _) = output::results();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(Status::Clean);
    };
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::AlreadyExists => "the file exists; name another one".to_owned(),
            _ => format!("cannot write: {}", reason(&error)),
        };
        Failure::new(&*display_path(path), reason)
    })?;
    Ok(Status::Clean)
}

/// Returns comments that introduce the game and its glyphs.
fn comments(game: Game) -> String {
    let mut text =
        format!("; {}. `carom explain {}` is an introduction.\n", game.title(), game.name());
    for (glyph, meaning) in game.glyphs() {
        text.push_str(&format!(";   {glyph}  {meaning}\n"));
    }
    text
}
