//! Levels of Roboyard: one statement per line.
//!
//! ```text
//! board:12,14;          width, height
//! h3,2;                 a wall above the square 3, 2, counted from the top left
//! v4,5;                 a wall left of a square; the border is listed, too
//! tb8,7;                the target of b; tm for any robot
//! rr1,5;                a robot: r, g, b, y or s
//! solution:gE gN        optional, without a semicolon
//! num_moves:26          likewise
//! ```
//!
//! Generated levels write `mh3,2;`, `mv4,5;`, `target_blue8,7;` and `robot_red1,5;`.

mod read;
mod words;
mod write;

use crate::exchange::format::{Coverage, Format};
use crate::exchange::lines;
use crate::games::Game;
use crate::syntax::Key;

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "roboyard",
    about: "levels of Roboyard",
    game: Some(Game::Ricochet),
    extensions: &["txt"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage {
        comments: true,
        keys: &[Key::Moves, Key::Solution],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read::read),
    write: Some(write::write),
};

fn recognises(text: &str) -> bool {
    lines::content(text).any(|(_, line)| line.starts_with("board:"))
}
