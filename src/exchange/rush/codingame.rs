//! `codingame`: the input of one turn of X-mas Rush.
//!
//! Custom keys hold what a puzzle file has no key for: the state of the other player, and the order
//! of lists.

use super::turn::{Item as TurnItem, Quest, SIDE, Turn, turn};
use crate::board::{Board, Square};
use crate::exchange::format::{Coverage, Format};
use crate::exchange::parse::all;
use crate::exchange::{Import, Note, PuzzleRecord, Refusal};
use crate::games::rush::{MAX_ITEMS, Position, Setup, Tiles};
use crate::games::{self, Game, Item, ItemPlace, Tile};
use crate::text::Span;

/// 1 for a turn to walk.
const TURN: &str = "x-turn";
/// The number of cards each player has left.
const CARDS: &str = "x-cards";
/// The square of the other player.
const OTHER_PLAYER: &str = "x-other-player";
/// The items of the other player, in the notation of `items`.
const OTHER_ITEMS: &str = "x-other-items";
/// The owners of the items, in the order of the text.
const OWNERS: &str = "x-item-owners";
/// The quests of both players with their owners, in the order of the text.
const QUESTS: &str = "x-quests";

pub(in crate::exchange) const FORMAT: Format = Format {
    name: "codingame",
    about: "the input of one turn of X-mas Rush",
    game: Some(Game::Rush),
    extensions: &["txt"],
    between: None,
    heading: None,
    companions: &[],
    coverage: Coverage {
        own_keys: &[TURN, CARDS, OTHER_PLAYER, OTHER_ITEMS, OWNERS, QUESTS],
        ..Coverage::NOTHING
    },
    recognises,
    read: Some(read),
    write: Some(write),
};

fn recognises(text: &str) -> bool {
    let is_tile = |word: &str| word.len() == 4 && word.chars().all(|c| matches!(c, '0' | '1'));
    let mut words = text.split_whitespace();
    words.next().is_some_and(|kind| matches!(kind, "0" | "1"))
        && words.take(usize::from(SIDE)).all(is_tile)
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    let body = text.trim_start_matches('\u{feff}');
    match all(text, body, turn).and_then(|turn| record(text, body, &turn)) {
        Ok(record) => {
            if record.own_value(TURN).is_some() {
                let message = "this is a turn to walk, but the puzzle begins with a push";
                import.warnings.push(Note::new(record.head, message));
            }
            import.records.push(record);
        }
        Err(fault) => import.faults.push(fault),
    }
    import
}

/// Returns the square of a column and a row, both from the top left.
const fn square(column: u8, row: u8) -> Square {
    Square::new(column, SIDE - 1 - row)
}

fn place((column, row): (i32, i32)) -> ItemPlace {
    match (u8::try_from(column), u8::try_from(row)) {
        (Ok(column), Ok(row)) => ItemPlace::Board(square(column, row.min(SIDE - 1))),
        _ if column == -1 => ItemPlace::Hand,
        _ => ItemPlace::OpponentHand,
    }
}

fn record(text: &str, body: &str, turn: &Turn<'_>) -> Result<PuzzleRecord, Note> {
    let span = Span::of(text, body.trim());
    let [me, other] = turn.players.as_slice() else {
        return Err(Note::new(span, "expected two players"));
    };
    let mine: Vec<&TurnItem<'_>> = turn.items.iter().filter(|item| item.owner == 0).collect();
    for (number, item) in mine.iter().enumerate() {
        let before = mine.iter().take(number);
        if before.into_iter().any(|other| other.name == item.name) {
            let message = format!("duplicate item {}", item.name);
            return Err(Note::new(Span::of(text, item.line), message));
        }
        if number == MAX_ITEMS {
            let message = format!("more than {MAX_ITEMS} items");
            return Err(Note::new(Span::of(text, item.line), message));
        }
    }
    let mut quests: Vec<String> = Vec::new();
    for quest in turn.quests.iter().filter(|quest| quest.owner == 0) {
        let is_item = mine.iter().any(|item| item.name == quest.name);
        if !is_item || quests.iter().any(|name| name == quest.name) {
            let what = if is_item {
                "a duplicate quest"
            } else {
                "not one of your items"
            };
            let message = format!("{} is {what}", quest.name);
            return Err(Note::new(Span::of(text, quest.line), message));
        }
        quests.push(quest.name.to_owned());
    }
    if quests.is_empty() {
        return Err(Note::new(span, "expected at least one quest of yours"));
    }
    let mut tiles = Tiles::default();
    let mut squares = Vec::new();
    let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| square(column, row)));
    for (square, (word, tile)) in cells.zip(&turn.tiles) {
        tiles.set(square, *tile);
        squares.push((square, Span::of(text, word)));
    }
    let items = mine.iter().map(|item| Item {
        name: item.name.into(),
        place: place(item.place),
    });
    let items: Vec<Item> = items.collect();
    // A closed tile never occurs in the game: it means that the hand is unknown.
    let is_held = |item: &Item| item.place == ItemPlace::OpponentHand;
    let has_hand = other.tile != Tile::CLOSED || items.iter().any(is_held);
    let (column, row) = me.place.1;
    let setup = Setup {
        board: Board::new(usize::from(SIDE), usize::from(SIDE))
            .map_err(|_| Note::new(span, "no board has this size"))?,
        tiles,
        player: Some(square(column, row)),
        hand: Some(me.tile),
        items,
        quests: Some(quests),
        opponent: Vec::new(),
        opponent_hand: has_hand.then_some(other.tile),
    };
    let position = setup.position();
    let position = position.map_err(|_| Note::new(span, "invalid position"))?;
    let mut record = PuzzleRecord::new(span, position.into());
    let head = body.trim_start().lines().next().unwrap_or_default();
    record.head = Span::of(text, head.trim_end());
    record.squares = squares;
    keep(&mut record, text, turn);
    Ok(record)
}

/// Adds custom keys for everything that a puzzle file has no key for, unless it is the default.
fn keep(record: &mut PuzzleRecord, text: &str, turn: &Turn<'_>) {
    let head = record.head;
    if turn.kind == 1 {
        record.set_own_key(TURN, "1", head);
    }
    let other_items = turn.items.iter().filter(|item| item.owner == 1);
    let other_items: Vec<String> = other_items
        .map(|item| words(item.name, place(item.place)))
        .collect();
    if let Some(item) = turn.items.iter().find(|item| item.owner == 1) {
        record.set_own_key(
            OTHER_ITEMS,
            other_items.join(", "),
            Span::of(text, item.line),
        );
    }
    if !turn.items.is_sorted_by_key(|item| item.owner) {
        let owners: Vec<String> = turn
            .items
            .iter()
            .map(|item| item.owner.to_string())
            .collect();
        record.set_own_key(OWNERS, owners.join(" "), head);
    }
    let line = |quest: &Quest<'_>| format!("{} {}", quest.name, quest.owner);
    let quests: Vec<String> = turn.quests.iter().map(line).collect();
    if let games::Position::Rush(position) = &record.position
        && quests != own_quests(position)
    {
        record.set_own_key(QUESTS, quests.join(", "), head);
    }
    if let [me, other] = turn.players.as_slice() {
        let cards = [me.cards, other.cards];
        if cards != default_cards(&quests) {
            record.set_own_key(CARDS, cards.map(|cards| cards.to_string()).join(" "), head);
        }
        let (text_place, (column, row)) = other.place;
        let square = square(column, row);
        if square != OTHER_CORNER {
            record.set_own_key(OTHER_PLAYER, square.to_string(), Span::of(text, text_place));
        }
    }
}

/// The start square of the other player.
const OTHER_CORNER: Square = Square::new(SIDE - 1, 0);

/// Returns the number of quests of each player.
fn default_cards(quests: &[String]) -> [u32; 2] {
    ["0", "1"].map(|owner| {
        let owned = quests.iter().filter(|quest| quest.ends_with(owner));
        u32::try_from(owned.count()).unwrap_or(u32::MAX)
    })
}

fn words(name: &str, place: ItemPlace) -> String {
    match place {
        ItemPlace::Board(square) => format!("{name} {square}"),
        ItemPlace::Hand => format!("{name} hand"),
        ItemPlace::OpponentHand => format!("{name} opponent"),
    }
}

/// Returns the quests of a position as lines of a turn.
fn own_quests(position: &Position) -> Vec<String> {
    let left = Setup::from(position);
    let names = left.quests.unwrap_or_else(|| {
        let items = left.items.iter();
        items.map(|item| item.name.to_string()).collect()
    });
    names.into_iter().map(|name| format!("{name} 0")).collect()
}

/// Converts an item in the notation of `items` to a line of a turn.
fn item_line(words: &str, owner: &str) -> Option<String> {
    let mut parts = words.split_whitespace();
    let (name, at, end) = (parts.next()?, parts.next()?, parts.next());
    let place = match at {
        "hand" => "-1 -1".to_owned(),
        "opponent" => "-2 -2".to_owned(),
        square => place_words(square.parse().ok()?)?,
    };
    end.is_none().then(|| format!("{name} {place} {owner}"))
}

/// Returns the column and the row of a square, from the top left.
fn place_words(square: Square) -> Option<String> {
    let row = (SIDE - 1).checked_sub(square.row())?;
    (square.column() < SIDE).then(|| format!("{} {row}", square.column()))
}

fn tile_word(tile: Tile) -> String {
    format!("{:04b}", tile.bits())
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let games::Position::Rush(position) = &record.position else {
        return Err(Refusal::new("expected a puzzle of X-mas Rush"));
    };
    let board = position.board();
    if (board.columns(), board.rows()) != (SIDE, SIDE) {
        let (files, ranks) = (board.columns(), board.rows());
        let reason = format!("expected a board of 7×7, found {files}×{ranks}");
        return Err(Refusal::new(reason));
    }
    if !position.opponent().is_empty() {
        return Err(Refusal::new(
            "the format cannot express the pushes of the opponent",
        ));
    }
    let setup = Setup::from(position);
    let own = |key: &str| record.own_value(key);
    let mut text = format!("{}\n", own(TURN).filter(|turn| *turn == "1").unwrap_or("0"));
    for row in 0..SIDE {
        let tiles = (0..SIDE).map(|column| tile_word(position.tiles().get(square(column, row))));
        text += &format!("{}\n", tiles.collect::<Vec<_>>().join(" "));
    }
    let quests = quests(record, own_quests(position));
    let player = place_words(position.player()).unwrap_or_default();
    let other = own(OTHER_PLAYER).and_then(|square| place_words(square.parse().ok()?));
    let other = other
        .or_else(|| place_words(OTHER_CORNER))
        .unwrap_or_default();
    let hand = tile_word(position.hand());
    let other_hand = tile_word(position.opponent_hand().unwrap_or_default());
    let [cards, other_cards] = cards(record).unwrap_or_else(|| default_cards(&quests));
    text += &format!("{cards} {player} {hand}\n{other_cards} {other} {other_hand}\n");
    let items = items(record, &setup);
    text += &format!("{}\n", items.len());
    text.extend(items.iter().map(|item| format!("{item}\n")));
    text += &format!("{}\n", quests.len());
    text.extend(quests.iter().map(|quest| format!("{quest}\n")));
    Ok(text)
}

fn cards(record: &PuzzleRecord) -> Option<[u32; 2]> {
    let words = record.own_value(CARDS)?.split_whitespace();
    let cards: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
    cards?.try_into().ok()
}

/// Returns the lines of all items, in the recorded order if it still fits.
fn items(record: &PuzzleRecord, setup: &Setup) -> Vec<String> {
    let mine = setup.items.iter().map(|item| words(&item.name, item.place));
    let mine = mine.filter_map(|words| item_line(&words, "0"));
    let other = record.own_value(OTHER_ITEMS).unwrap_or_default().split(',');
    let other = other.filter_map(|words| item_line(words, "1"));
    let (mut mine, mut other) = (mine.peekable(), other.peekable());
    let mut lines = Vec::new();
    for owner in record
        .own_value(OWNERS)
        .unwrap_or_default()
        .split_whitespace()
    {
        lines.extend(if owner == "0" {
            mine.next()
        } else {
            other.next()
        });
    }
    lines.extend(mine);
    lines.extend(other);
    lines
}

/// Returns the lines of all quests, in the recorded order as far as it still fits.
fn quests(record: &PuzzleRecord, mut mine: Vec<String>) -> Vec<String> {
    let kept = record.own_value(QUESTS).unwrap_or_default().split(',');
    let mut lines = Vec::new();
    for line in kept.map(str::trim) {
        let at = mine.iter().position(|quest| quest == line);
        let is_other = line.split_once(' ').is_some_and(|(_, owner)| owner == "1");
        if let Some(at) = at {
            lines.push(mine.remove(at));
        } else if is_other {
            lines.push(line.to_owned());
        }
    }
    lines.extend(mine);
    lines
}
