//! Notation of the crate `ricochetrobots`.

use nom::Parser;
use nom::character::complete::space1;
use nom::sequence::terminated;

use crate::board::Square;
use crate::exchange::parse::{Parsed, expect, number};
use crate::games::Position;

/// The robots in the order of the crate. Its black robot is the silver one.
pub(super) const ROBOTS: [char; 5] = ['S', 'R', 'G', 'Y', 'B'];

/// The square of an absent robot.
pub(super) const AWAY: (u32, u32) = (7, 7);

pub(super) type Pair = (u32, u32);

pub(super) fn pair(input: &str) -> Parsed<'_, Pair> {
    let blank = expect("a blank", space1);
    (terminated(number("a number"), blank), number("a number")).parse(input)
}

/// Returns the square of the robot of this name.
pub(super) fn stands(position: &Position, name: char) -> Option<Square> {
    let mut pieces = position.pieces().into_iter();
    let piece = pieces.find(|piece| piece.name == name)?;
    Some(piece.square)
}
