//! The targets listed in a dump.

use crate::board::{Board, Square};
use crate::exchange::ricochet::items::place;
use crate::games::ricochet::{Face, Symbol, standard_board};

use super::order::{ROBOTS, cell};

/// A target of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The index of its square, row by row from the top left.
    pub(super) cell: u32,
    /// The index of its robot, 255 for any.
    pub(super) robot: u8,
    /// The index of its shape.
    pub(super) shape: u8,
}

/// Any robot.
pub(super) const ANY: u8 = 255;

/// The names of the shapes, by index.
const SHAPES: [&str; 5] = ["moon", "pyramid", "saturn", "star", "cosmic"];

/// Returns the default shape of a target.
pub(super) const fn usual_shape(robot: u8) -> u8 {
    if robot == ANY { 4 } else { 0 }
}

/// Returns the symbols of the printed faces in the order of a dump: face by face, each row by row
/// in its orientation at the top left.
pub(super) fn of_faces(faces: [Face; 4]) -> Vec<Listed> {
    let (board, symbols) = standard_board(faces);
    let mut listed: Vec<_> = symbols
        .into_iter()
        .map(|(symbol, square)| {
            (
                reading_place(&board, square),
                of_symbol(&board, symbol, square),
            )
        })
        .collect();
    listed.sort_by_key(|(place, _)| *place);
    listed.into_iter().map(|(_, listed)| listed).collect()
}

/// Returns the index of the face (top left, top right, bottom right, bottom left), and the row and
/// column of a square on it in its orientation at the top left.
fn reading_place(board: &Board, square: Square) -> (u8, u8, u8) {
    let (x, y) = place(board, square);
    match (x < 8, y < 8) {
        (true, true) => (0, y, x),
        (false, true) => (1, 15 - x, y),
        (false, false) => (2, 15 - y, 15 - x),
        (true, false) => (3, x, 15 - y),
    }
}

fn of_symbol(board: &Board, symbol: Symbol, square: Square) -> Listed {
    let robot = symbol
        .robot()
        .and_then(|robot| ROBOTS.iter().position(|name| *name == robot));
    let robot = robot
        .and_then(|robot| u8::try_from(robot).ok())
        .unwrap_or(ANY);
    let shape = SHAPES
        .iter()
        .position(|shape| symbol.name().ends_with(shape));
    let shape = shape.and_then(|shape| u8::try_from(shape).ok());
    Listed {
        cell: u32::try_from(cell(board, square)).unwrap_or(u32::MAX),
        robot,
        shape: shape.unwrap_or_else(|| usual_shape(robot)),
    }
}

/// Returns a target as a word: the letter of the robot or `*`, the shape, the index of the square.
/// Values without a name are written as numbers.
pub(super) fn word(listed: Listed) -> String {
    let robot = match (listed.robot, ROBOTS.get(usize::from(listed.robot))) {
        (ANY, _) => "*".to_owned(),
        (_, Some(name)) => name.to_ascii_lowercase().to_string(),
        (number, None) => number.to_string(),
    };
    let shape = match SHAPES.get(usize::from(listed.shape)) {
        Some(shape) => (*shape).to_owned(),
        None => listed.shape.to_string(),
    };
    format!("{robot}-{shape}-{}", listed.cell)
}

/// Parses a target.
pub(super) fn of_word(word: &str) -> Option<Listed> {
    let mut parts = word.split('-');
    let robot = parts.next()?;
    let is_named = |name: &char| robot == name.to_ascii_lowercase().to_string();
    let robot = match ROBOTS.iter().position(is_named) {
        Some(number) => u8::try_from(number).ok()?,
        None if robot == "*" => ANY,
        None => robot.parse().ok()?,
    };
    let shape = parts.next()?;
    let shape = match SHAPES.iter().position(|known| *known == shape) {
        Some(number) => u8::try_from(number).ok()?,
        None => shape.parse().ok()?,
    };
    let cell = parts.next()?.parse().ok()?;
    let is_all = parts.next().is_none();
    is_all.then_some(Listed { cell, robot, shape })
}
