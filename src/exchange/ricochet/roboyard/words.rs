//! Notation of Roboyard.

use nom::Parser;
use nom::character::complete::{char, space0};
use nom::sequence::separated_pair;

use crate::exchange::parse::{Parsed, expect, number};

/// The colours in the long names of newer levels, such as `robot_red`.
pub(super) const COLOURS: [(&str, char); 6] = [
    ("red", 'R'),
    ("pink", 'R'),
    ("green", 'G'),
    ("blue", 'B'),
    ("yellow", 'Y'),
    ("silver", 'S'),
];

/// A pair of numbers.
pub(super) type Pair = (u32, u32);

/// Whether a wall is above a square (otherwise left of it), and the square.
pub(super) type Wall = (bool, Pair);

pub(super) fn pair(input: &str) -> Parsed<'_, Pair> {
    let comma = expect("a comma", (space0, char(','), space0));
    separated_pair(number("a number"), comma, number("a number")).parse(input)
}

pub(super) fn wall_word((above, (x, y)): Wall) -> String {
    let letter = if above { 'h' } else { 'v' };
    format!("{letter}{x},{y}")
}
