//! Objects of `json`.

use serde_json::{Value, json};

use crate::board::{Board, Square};
use crate::exchange::json::{self, Members, Notation, Reader, name};
use crate::games::rush::{Setup, Tiles};
use crate::games::{Item, ItemPlace, Position, Push, Tile};

pub(crate) const JSON: Notation = Notation {
    members: &[
        "tiles",
        "player",
        "hand",
        "items",
        "quests",
        "opponent",
        "opponent-hand",
        "moves",
        "solution",
    ],
    pieces: "no piece",
    read,
    write,
};

fn read(reader: &mut Reader<'_, '_>) -> Option<Position> {
    let object = reader.object;
    let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let columns = object.tiles.first().map(|row| side(row.chars().count()));
    let board = reader.board(columns.map(|columns| [columns, side(object.tiles.len())]))?;
    let tiles = tiles(reader, &board);
    let own_hand = hand(reader, object.hand.as_deref(), "/hand");
    let opponent_hand = hand(reader, object.opponent_hand.as_deref(), "/opponent-hand");
    let player = object.player.and_then(|place| reader.square(&board, place, "/player"));
    let items = object
        .items
        .iter()
        .enumerate()
        .filter_map(|(number, item)| {
            let is_part = |c: char| !c.is_whitespace() && c != ',';
            let is_word = item.name.chars().all(is_part) && !item.name.is_empty();
            if !is_word {
                let message = "expected a name without blanks and commas";
                reader.fault(&format!("/items/{number}/name"), message);
            }
            let place = match item.square {
                json::ItemPlace::Hand => ItemPlace::Hand,
                json::ItemPlace::OpponentHand => ItemPlace::OpponentHand,
                json::ItemPlace::Board(place) => {
                    let pointer = format!("/items/{number}/square");
                    ItemPlace::Board(reader.square(&board, place, &pointer)?)
                }
            };
            let name = item.name.as_str().into();
            Some(Item { name, place })
        })
        .collect();
    let pushes = object.opponent.iter().enumerate().filter_map(|(number, text)| {
        let push = text.parse::<Push>().ok();
        if push.is_none() {
            let message = format!("expected a push such as 3> or c^, found `{text}`");
            reader.fault(&format!("/opponent/{number}"), &message);
        }
        push
    });
    let opponent = pushes.collect();
    let setup = Setup {
        board,
        tiles,
        player,
        hand: own_hand,
        items,
        quests: object.quests.clone(),
        opponent,
        opponent_hand,
    };
    reader.position(setup.position())
}

fn hand(reader: &mut Reader<'_, '_>, text: Option<&str>, pointer: &str) -> Option<Tile> {
    let text = text?;
    let mut glyphs = text.chars();
    let tile = match (glyphs.next(), glyphs.next()) {
        (Some(glyph), None) => Tile::from_glyph(glyph),
        _ => Tile::from_name(text),
    };
    if tile.is_none() {
        let message = format!("expected a tile such as ╬, found `{text}`");
        reader.fault(pointer, &message);
    }
    tile
}

/// Returns the tiles, which are drawn row by row from the top.
fn tiles(reader: &mut Reader<'_, '_>, board: &Board) -> Tiles {
    let mut tiles = Tiles::default();
    let drawn = &reader.object.tiles;
    let (columns, rows) = (usize::from(board.columns()), usize::from(board.rows()));
    if drawn.len() != rows {
        let message = format!("expected {rows} rows, found {}", drawn.len());
        reader.fault("/tiles", &message);
    }
    for (number, (row, drawn)) in (0..board.rows()).rev().zip(drawn).enumerate() {
        let glyphs: Option<Vec<Tile>> = drawn.chars().map(Tile::from_glyph).collect();
        match glyphs.filter(|glyphs| glyphs.len() == columns) {
            Some(glyphs) => {
                for (column, tile) in (0..board.columns()).zip(glyphs) {
                    tiles.set(Square::new(column, row), tile);
                }
            }
            None => {
                let message = format!("expected {columns} tiles such as ╬");
                reader.fault(&format!("/tiles/{number}"), &message);
            }
        }
    }
    tiles
}

fn write(position: &Position, members: &mut Members) {
    let Position::Rush(position) = position else {
        return;
    };
    let setup = Setup::from(position);
    let board = &setup.board;
    let glyph = |tile: Tile| tile.glyph().to_string();
    let rows = (0..board.rows()).rev().map(|row| {
        let squares = (0..board.columns()).map(|column| Square::new(column, row));
        let glyphs = squares.map(|square| setup.tiles.get(square).glyph());
        Value::from(glyphs.collect::<String>())
    });
    members.add("size", json!([board.columns(), board.rows()]));
    members.add_list("tiles", rows);
    if let Some(player) = setup.player {
        members.add("player", name(player));
    }
    if let Some(hand) = setup.hand {
        members.add("hand", glyph(hand));
    }
    let items = setup
        .items
        .iter()
        .map(|item| json!({"name": &*item.name, "square": item.place.to_string()}));
    members.add_list("items", items);
    if let Some(quests) = setup.quests {
        members.add("quests", quests);
    }
    let pushes = setup.opponent.iter().map(|push| Value::from(push.to_string()));
    members.add_list("opponent", pushes);
    if let Some(hand) = setup.opponent_hand {
        members.add("opponent-hand", glyph(hand));
    }
}
