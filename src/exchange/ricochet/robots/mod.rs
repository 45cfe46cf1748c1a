//! The form of the crate `ricochetrobots`.
//!
//! ```text
//! board 16 16
//! B N W C …          a row of squares: B has walls above and on its left, N one
//!                    above, W one on its left, C none
//! mirrors 1
//! 4 1 \ 4            x, y, the diagonal, the robot that passes through it
//! robots 5
//! 7 7                a robot a line: black, red, green, yellow, blue; one in the
//!                    middle of the board is absent
//! target 0 9 12 4    x, y, the robot or -1 for any
//! solution 22        perhaps, with a line for each move:
//! move 4 15 3        the robot and where it comes to rest
//! ```

mod read;
mod words;
mod write;

use crate::exchange::form::{Form, Keeps};
use crate::games::Game;
use crate::syntax::Key;

pub(in crate::exchange) const FORM: Form = Form {
    name: "ricochetrobots",
    about: "games of the crate of that name",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: None,
    companions: &[],
    keeps: Keeps {
        keys: &[Key::Moves, Key::Solution],
        ..Keeps::NOTHING
    },
    recognises,
    read: Some(read::read),
    write: Some(write::write),
};

fn recognises(text: &str) -> bool {
    text.split_whitespace().next() == Some("board")
}
