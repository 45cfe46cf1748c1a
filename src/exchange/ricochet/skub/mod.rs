//! Puzzles of Skub: Markdown with a front matter and a fenced board.
//!
//! ```text
//! + A B C D E F G H +
//! 1                 |   squares in every second column, a blank or a wall between
//! 2   #̲|    _ @     |   @ the robot with the target, # a robot without a name,
//! 3        |  X |   |   X the target, _ a wall below; after a piece, U+0332 is a
//! ...                   wall below it and U+0302 means that it is on the target
//! +-----------------+
//! ```
//!
//! The rest of the document becomes comments of the puzzle.

mod read;
mod words;
mod write;

use crate::exchange::format::{Coverage, Format};
use crate::games::Game;
use crate::syntax::Key;
use crate::text::lines;
use words::{HEADER, RULE};

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "skub",
    about: "puzzles of Skub in Markdown",
    game: Some(Game::Ricochet),
    extensions: &["md"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage {
        name: |_| true,
        comments: true,
        keys: &[Key::Moves, Key::Date, Key::Difficulty],
        all_own_keys: true,
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read::read),
    write: Some(write::write),
};

fn recognises(text: &str) -> bool {
    let mut lines = lines(text).map(|line| line.span.slice(text));
    lines.any(|line| line.trim_end() == HEADER)
        || text.starts_with(RULE) && text.contains("minMoves:")
}
