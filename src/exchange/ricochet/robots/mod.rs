//! Games of the crate `ricochetrobots`.
//!
//! ```text
//! board 16 16
//! B N W C …          a row of squares: B has walls above and on its left, N one
//!                    above, W one on its left, C none
//! mirrors 1
//! 4 1 \ 4            x, y, the diagonal, the robot that passes through it
//! robots 5
//! 7 7                one robot per line: black, red, green, yellow, blue; a robot in
//!                    the middle of the board is absent
//! target 0 9 12 4    x, y, the robot or -1 for any
//! solution 22        optional, with a line for each move:
//! move 4 15 3        the robot and the square where it stops
//! ```

mod read;
mod words;
mod write;

use crate::exchange::format::{Coverage, Format};
use crate::games::Game;
use crate::syntax::Key;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "ricochetrobots",
    about: "games of the Rust crate `ricochetrobots`",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage {
        keys: &[Key::Moves, Key::Solution],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read::read),
    write: Some(write::write),
};

fn recognises(text: &str) -> bool {
    text.split_whitespace().next() == Some("board")
}
