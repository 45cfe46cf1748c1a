//! Text diagrams: a board with coordinates, and notes on what it cannot show.

use crate::board::{Board, Direction, Square};
use crate::games::{ItemPlace, ItemState, Position, Scene, Tile};

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
    note(
        "target",
        targets
            .map(|(square, glyph)| format!("{glyph} {square}"))
            .collect(),
    );
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
        note(hand.name, vec![hand.tile.to_string()]);
    }
    let items = scene.items.iter().filter_map(|state| {
        let name = &state.item.name;
        Some(match state.place()? {
            ItemPlace::Board(square) => format!("{name} {square}"),
            ItemPlace::Hand => format!("{name} hand"),
            ItemPlace::OpponentHand => format!("{name} opponent"),
        })
    });
    note("items", items.collect());
    let collected = scene.items.iter().filter(|state| state.is_collected);
    note(
        "collected",
        collected.map(|state| state.item.name.to_string()).collect(),
    );
    if let Some(side) = scene.to_move {
        note("to move", vec![side.to_string()]);
    }
    notes
}
