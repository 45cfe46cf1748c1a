//! Positions as text: boards in the `.carom` format, maps of player and reach, and diagrams with
//! coordinates and notes.

use crate::board::{Board, Direction, Square};
use crate::games::{ItemPlace, ItemState, Position, Scene, Tile};
use crate::syntax::{BoardStyle, Drawing, DrawnRow};

/// Returns the board of `position` with its pieces, one line per row.
pub fn board(position: &Position) -> String {
    // The ways of tiles join.
    let style = if position.game().has_floor() { BoardStyle::Spaced } else { BoardStyle::Compact };
    let drawing = drawing(position.board(), style, |square| position.glyph(square));
    drawing.lines().collect::<Vec<_>>().join("\n")
}

/// Returns the rows of a spaced board and its wall lines, from the top.
pub fn rows(board: &Board, glyph: impl Fn(Square) -> char) -> Vec<String> {
    drawing(board, BoardStyle::Spaced, glyph).lines().collect()
}

/// Returns a drawing of `board` with its walls and the given glyphs.
pub fn drawing(board: &Board, style: BoardStyle, glyph: impl Fn(Square) -> char) -> Drawing {
    let row = |rank: u8| {
        let squares = || (0..board.columns()).map(|file| Square::new(file, rank));
        let walls = |direction| {
            let walled = squares().filter(|&square| board.walls(square).contains(direction));
            walled.map(|square| square.column().into()).collect()
        };
        DrawnRow {
            cells: squares().map(&glyph).collect(),
            right_walls: walls(Direction::Right),
            lower_walls: walls(Direction::Down),
            joins: Vec::new(),
        }
    };
    Drawing { style, rows: (0..board.rows()).rev().map(row).collect() }
}

/// The glyph of the player, of a reachable square and of any other square.
const PLAYER: char = '@';
const IN_REACH: char = 'o';
const ELSEWHERE: char = '.';

/// Letters for items whose initial is taken.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Returns the board of `position`. In a game with a player, a map of the
/// player, the reachable squares and the items is next to it, and a legend is
/// below.
pub fn scene(position: &Position) -> String {
    let drawn = board(position);
    let scene = position.scene();
    let Some(player) = scene.player else {
        return drawn;
    };
    let items: Vec<(Square, &ItemState)> = scene.lying().collect();
    let letters = letters(&items);
    let mark = |square: Square| {
        if square == player {
            return PLAYER;
        }
        let mut marked = items.iter().zip(&letters);
        match marked.find(|((at, _), _)| *at == square) {
            Some((_, &letter)) => letter,
            None if scene.reachable.contains(square) => IN_REACH,
            None => ELSEWHERE,
        }
    };
    let mut text = String::new();
    for (row, rank) in drawn.lines().zip((0..position.board().rows()).rev()) {
        text.push_str(row);
        text.push_str("  ");
        for file in 0..position.board().columns() {
            text.push(' ');
            text.push(mark(Square::new(file, rank)));
        }
        text.push('\n');
    }
    text.push_str(&format!("\n{PLAYER} the player, {IN_REACH} squares in its reach"));
    for ((square, state), letter) in items.iter().zip(&letters) {
        let quest = if state.is_quest { ", to collect" } else { "" };
        let name = &state.item.name;
        text.push_str(&format!("\n{letter} {name} on {square}{quest}"));
    }
    for hand in scene.hands_in_words() {
        text.push('\n');
        text.push_str(&hand);
    }
    text
}

/// Returns a letter for each item: its initial, if that is free.
fn letters(items: &[(Square, &ItemState)]) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for (_, state) in items {
        let initial = state.item.name.chars().next().unwrap_or_default();
        let own = initial.to_ascii_uppercase();
        let own = Some(own).filter(|own| LETTERS.contains(*own));
        let mut free = own.into_iter().chain(LETTERS.chars());
        letters.extend(free.find(|letter| !letters.contains(letter)));
    }
    letters
}

/// Returns the board with coordinates and notes below it.
pub fn diagram(position: &Position) -> String {
    let scene = position.scene();
    let mut lines = if scene.tiles.is_empty() {
        numbered(position.board(), |square| position.glyph(square))
    } else {
        tiles(position, &scene)
    };
    lines.extend(notes(position, &scene));
    lines.join("\n")
}

/// Returns the rows with row numbers, wall lines and column letters.
pub fn numbered(board: &Board, glyph: impl Fn(Square) -> char) -> Vec<String> {
    let mut rank = board.rows();
    let rows = super::rows(board, glyph);
    let mut lines: Vec<String> = rows
        .into_iter()
        .map(|row| {
            // This is a wall line.
            if row.chars().all(|c| matches!(c, '-' | ' ')) {
                return format!("   {row}");
            }
            let line = format!("{rank:2} {row}");
            rank -= 1;
            line
        })
        .collect();
    let files: Vec<String> = (0..board.columns()).map(letter).collect();
    lines.push(format!("   {}", files.join(" ")));
    lines
}

fn letter(file: u8) -> String {
    char::from(b'a' + file).to_string()
}

/// Returns tiles three characters wide, whose ways join. Brackets mark the
/// player, and `*` marks items to collect.
fn tiles(position: &Position, scene: &Scene) -> Vec<String> {
    let board = position.board();
    let tile = |square: Square| {
        let tile = scene.tiles.iter().find(|(at, _)| *at == square);
        tile.map_or(Tile::CLOSED, |(_, tile)| *tile)
    };
    let mut lines = Vec::new();
    for rank in (0..board.rows()).rev() {
        let mut line = format!("{:2} ", rank + 1);
        for file in 0..board.columns() {
            let square = Square::new(file, rank);
            let tile = tile(square);
            let way = |side| if tile.opens(side) { '═' } else { ' ' };
            let is_wanted = |state: &ItemState| {
                state.is_quest && state.place() == Some(ItemPlace::Board(square))
            };
            let (before, after) = if scene.player == Some(square) {
                ('[', ']')
            } else if scene.items.iter().any(is_wanted) {
                (way(Direction::Left), '*')
            } else {
                (way(Direction::Left), way(Direction::Right))
            };
            line.extend([before, tile.glyph(), after]);
        }
        lines.push(line.trim_end().to_owned());
    }
    let files: Vec<String> = (0..board.columns()).map(letter).collect();
    lines.push(format!("    {}", files.join("  ")));
    lines
}

/// Returns notes on targets and diagonals under pieces, the colours of
/// diagonals, hands and items.
fn notes(position: &Position, scene: &Scene) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |name: &str, found: Vec<String>| {
        if !found.is_empty() {
            notes.push(format!("{name}: {}", found.join(", ")));
        }
    };
    let covered = |square: Square| position.glyph(square) != position.ground(square);
    let targets = scene.targets.iter();
    let targets =
        targets.filter(|(square, glyph)| covered(*square) || position.ground(*square) != *glyph);
    // As in a puzzle file: a target without an owner is its square alone.
    let written = targets.map(|(square, glyph)| match glyph {
        '+' => square.to_string(),
        glyph => format!("{glyph} {square}"),
    });
    note("target", written.collect());
    let diagonals = scene
        .diagonals
        .iter()
        .filter(|diagonal| diagonal.robot.is_some() || covered(diagonal.square));
    note(
        "diagonals",
        diagonals
            .map(|diagonal| {
                let robot = diagonal.robot.map(String::from).unwrap_or_default();
                format!("{robot}{} {}", diagonal.kind.glyph(), diagonal.square)
            })
            .collect(),
    );
    for hand in &scene.hands {
        let key = match hand.place {
            ItemPlace::OpponentHand => "opponent-hand",
            _ => hand.name,
        };
        note(key, vec![hand.tile.to_string()]);
    }
    let items = scene.items.iter().filter_map(|state| {
        let name = &state.item.name;
        Some(format!("{name} {}", state.place()?))
    });
    note("items", items.collect());
    let collected = scene.items.iter().filter(|state| state.is_collected);
    note("collected", collected.map(|state| state.item.name.to_string()).collect());
    if let Some(side) = scene.to_move {
        note("to-move", vec![side.to_string()]);
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_drawn_between_their_squares() {
        let mut board = Board::new(3, 2).unwrap();
        board.add_block(Square::new(2, 0));
        board.add_wall(Square::new(0, 1), Direction::Right);
        board.add_wall(Square::new(1, 1), Direction::Down);
        let glyph = |square| {
            if board.blocks().contains(square) { '#' } else { '.' }
        };
        assert_eq!(rows(&board, glyph), [".|. .", "  -", ". . #"]);
    }
}
