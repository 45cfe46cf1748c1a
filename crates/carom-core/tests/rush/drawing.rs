//! Positions drawn as a board with notes next to it.
//!
//! ```text
//! ╔═╗  hand ╬
//! ║·║  player a2
//! ╚═╝  KEY b2
//! ```

use std::fmt::Write;

use carom::board::{Board, Square};
use carom::games::rush::{Position, Setup, Tiles};
use carom::games::{GameRules, Item, ItemPlace, Push, Tile};

/// The position of a drawing, with the opponent's pushes to come.
pub(crate) fn position(drawing: &str, opponent: &str) -> Position {
    setup(drawing, opponent).position().unwrap()
}

/// Parses a drawing without checking whether the setup is legal.
pub(crate) fn setup(drawing: &str, opponent: &str) -> Setup {
    let lines: Vec<&str> = drawing.lines().map(str::trim).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let rows: Vec<&str> = lines.iter().filter_map(|line| line.split_whitespace().next()).collect();
    let board = Board::new(rows[0].chars().count(), rows.len()).unwrap();
    let mut tiles = Tiles::default();
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let square = Square::new(x as u8, y as u8);
            tiles.set(square, Tile::from_glyph(glyph).unwrap());
        }
    }
    let mut setup = Setup {
        board,
        tiles,
        player: None,
        hand: None,
        items: Vec::new(),
        quests: None,
        opponent: pushes(opponent),
        opponent_hand: None,
    };
    for line in lines {
        let notes: Vec<&str> = line.split_whitespace().skip(1).collect();
        for note in notes.chunks(2) {
            let tile = Tile::from_glyph(note[1].chars().next().unwrap());
            match note[0] {
                "hand" => setup.hand = tile,
                "theirs" => setup.opponent_hand = tile,
                "player" => setup.player = note[1].parse().ok(),
                name => setup.items.push(Item {
                    name: name.into(),
                    place: match note[1] {
                        "hand" => ItemPlace::Hand,
                        "opponent" => ItemPlace::OpponentHand,
                        square => ItemPlace::Board(square.parse().unwrap()),
                    },
                }),
            }
        }
    }
    setup
}

/// Parses pushes as on an `opponent` line.
pub(crate) fn pushes(text: &str) -> Vec<Push> {
    text.split_whitespace().map(|push| push.parse().unwrap()).collect()
}

/// Returns the rows of the board.
pub(crate) fn rows(position: &Position) -> Vec<String> {
    let board = position.board();
    let row =
        |y| (0..board.columns()).map(|x| position.tiles().get(Square::new(x, y)).glyph()).collect();
    (0..board.rows()).rev().map(row).collect()
}

/// Draws a position as [`normal`] does, without collected items.
pub(crate) fn draw(position: &Position) -> String {
    let mut notes =
        vec![format!("hand {}", position.hand()), format!("player {}", position.player())];
    notes.extend(position.opponent_hand().map(|tile| format!("theirs {tile}")));
    for state in position.items() {
        let Some(place) = state.place() else {
            continue;
        };
        let place = match place {
            ItemPlace::Board(square) => square.to_string(),
            ItemPlace::Hand => "hand".to_string(),
            ItemPlace::OpponentHand => "opponent".to_string(),
        };
        notes.push(format!("{} {place}", state.item.name));
    }
    lines(&rows(position), notes)
}

/// Normalizes a drawing: notes are sorted and below the board.
pub(crate) fn normal(drawing: &str) -> String {
    let lines_of = drawing.lines().map(str::trim).filter(|l| !l.is_empty());
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for line in lines_of {
        let words: Vec<&str> = line.split_whitespace().collect();
        rows.push(words[0].to_string());
        notes.extend(words[1..].chunks(2).map(|note| note.join(" ")));
    }
    lines(&rows, notes)
}

fn lines(rows: &[String], mut notes: Vec<String>) -> String {
    notes.sort();
    let mut text = String::new();
    for line in rows.iter().chain(&notes) {
        let _ = writeln!(text, "{line}");
    }
    text
}
