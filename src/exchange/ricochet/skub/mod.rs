//! The puzzles of Skub: Markdown with a front matter and a fenced board.
//!
//! ```text
//! + A B C D E F G H +
//! 1                 |   a square each second column, a blank or a wall between
//! 2   #̲|    _ @     |   @ the robot of the target, # a robot without a name,
//! 3        |  X |   |   X the target, _ a wall below; under a piece U+0332 is
//! ...                   one, and U+0302 says that it stands on the target
//! +-----------------+
//! ```
//!
//! What else the document says are comments of the puzzle.

mod read;
mod words;
mod write;

use crate::exchange::form::{Form, Keeps};
use crate::games::Game;
use crate::syntax::Key;
use crate::text::lines;
use words::{HEADER, RULE};

pub(in crate::exchange) const FORM: Form = Form {
    name: "skub",
    about: "puzzles of Skub in Markdown",
    game: Some(Game::Ricochet),
    extensions: &["md"],
    between: None,
    companions: &[],
    keeps: Keeps {
        name: |_| true,
        comments: true,
        keys: &[Key::Moves, Key::Date, Key::Difficulty],
        all_own_keys: true,
        ..Keeps::NOTHING
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
