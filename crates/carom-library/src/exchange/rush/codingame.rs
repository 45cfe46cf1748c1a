//! `codingame`: the input of one turn of X-mas Rush.
//!
//! Custom keys hold what a puzzle file has no key for: the state of the other player, and the order
//! of lists.

use crate::board::{Board, Square};
use crate::exchange::format::Format;
use crate::exchange::parse::{Cursor, all, without_mark};
use crate::exchange::{Import, Note, PuzzleRecord, Refusal};
use crate::games::rush::{MAX_ITEMS, Position, Setup, Tiles};
use crate::games::{self, Game, GameRules, Item, ItemPlace, Tile};
use crate::text::Span;
use crate::words::join_words;

/// The number of rows and of columns.
const SIDE: u8 = 7;

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

pub(crate) const FORMAT: Format = Format {
    name: "codingame",
    about: "the input of one turn of X-mas Rush",
    game: Some(Game::Rush),
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

fn recognises(text: &str) -> bool {
    let is_tile = |word: &str| word.len() == 4 && word.chars().all(|c| matches!(c, '0' | '1'));
    let mut words = text.split_whitespace();
    words.next().is_some_and(|kind| matches!(kind, "0" | "1"))
        && words.take(usize::from(SIDE)).all(is_tile)
}

/// The input of a turn.
struct Turn<'t> {
    /// 0 for a push, 1 for a walk.
    kind: u32,
    /// Row by row from the top.
    tiles: Vec<(Tile, Span)>,
    /// The player and the opponent.
    players: [Player; 2],
    items: Vec<(TurnItem<'t>, Span)>,
    /// The names of quests with their owners.
    quests: Vec<((&'t str, u32), Span)>,
}

struct Player {
    cards: u32,
    square: (Square, Span),
    tile: Tile,
}

#[derive(Clone, Copy)]
struct TurnItem<'t> {
    name: &'t str,
    place: ItemPlace,
    /// 0 for the player, 1 for the opponent.
    owner: u32,
}

fn gap(cursor: &mut Cursor<'_>) -> Result<(), Note> {
    match cursor.skip_space() {
        true => Ok(()),
        false => Err(cursor.expected("a blank or the end of a line")),
    }
}

fn tile(cursor: &mut Cursor<'_>) -> Result<Tile, Note> {
    let what = "a tile such as 0110: open up, right, down, left";
    let is_tile = |word: &str| word.len() == 4 && word.chars().all(|c| matches!(c, '0' | '1'));
    let bits = |word: &str| u8::from_str_radix(word, 2).ok().filter(|_| is_tile(word));
    let is_part = |c: char| c.is_ascii_alphanumeric();
    cursor.word(what, is_part, |word| bits(word).map(Tile::from_bits))
}

/// Reads a column and a row, and returns the square.
fn place(cursor: &mut Cursor<'_>) -> Result<Square, Note> {
    let what = "a column or row, from 0 to 6";
    let last = u32::from(SIDE) - 1;
    let column = cursor.number_in(what, 0..=last)?;
    gap(cursor)?;
    let row = cursor.number_in(what, 0..=last)?;
    let side = |side| u8::try_from(side).unwrap_or(SIDE - 1);
    Ok(square(side(column), side(row)))
}

/// Reads the column and the row of an item, or a pair of numbers for a hand.
fn item_place(cursor: &mut Cursor<'_>) -> Result<ItemPlace, Note> {
    let start = *cursor;
    for (hand, place) in [("-1", ItemPlace::Hand), ("-2", ItemPlace::OpponentHand)] {
        if cursor.take(hand) && cursor.skip_space() && cursor.take(hand) {
            return Ok(place);
        }
        *cursor = start;
    }
    let what =
        "a column and a row from 0 to 6, `-1 -1` for your hand, or `-2 -2` for the opponent's";
    place(cursor).map(ItemPlace::Board).map_err(|_| start.expected(what))
}

fn player(cursor: &mut Cursor<'_>) -> Result<Player, Note> {
    let cards = cursor.number("the number of cards")?;
    gap(cursor)?;
    let square = cursor.spanned(place)?;
    gap(cursor)?;
    let tile = tile(cursor)?;
    Ok(Player { cards, square, tile })
}

fn name<'t>(cursor: &mut Cursor<'t>) -> Result<&'t str, Note> {
    let is_part = |c: char| !c.is_whitespace() && c != ',';
    let filled = |name: &'t str| Some(name).filter(|name| !name.is_empty());
    let name = cursor.word("the name of an item", is_part, filled)?;
    gap(cursor)?;
    Ok(name)
}

fn owner(cursor: &mut Cursor<'_>) -> Result<u32, Note> {
    cursor.number_in("the owner: 0 (you) or 1 (the opponent)", 0..=1)
}

fn item<'t>(cursor: &mut Cursor<'t>) -> Result<TurnItem<'t>, Note> {
    let name = name(cursor)?;
    let place = item_place(cursor)?;
    gap(cursor)?;
    let owner = owner(cursor)?;
    Ok(TurnItem { name, place, owner })
}

/// Reads a number, and that many values with their places.
fn listed<'t, T>(
    cursor: &mut Cursor<'t>,
    what: &str,
    read: impl Fn(&mut Cursor<'t>) -> Result<T, Note>,
) -> Result<Vec<(T, Span)>, Note> {
    let amount = cursor.number(what)?;
    let values = (0..amount).map(|_| {
        gap(cursor)?;
        cursor.spanned(&read)
    });
    values.collect()
}

fn turn<'t>(cursor: &mut Cursor<'t>) -> Result<Turn<'t>, Note> {
    cursor.skip_space();
    let kind = cursor.number_in("the turn: 0 (push) or 1 (walk)", 0..=1)?;
    let cells = usize::from(SIDE) * usize::from(SIDE);
    let mut tiles = Vec::new();
    while tiles.len() < cells {
        gap(cursor)?;
        tiles.push(cursor.spanned(tile)?);
    }
    gap(cursor)?;
    let me = player(cursor)?;
    gap(cursor)?;
    let players = [me, player(cursor)?];
    gap(cursor)?;
    let items = listed(cursor, "the number of items", item)?;
    gap(cursor)?;
    let quest = |cursor: &mut Cursor<'t>| Ok((name(cursor)?, owner(cursor)?));
    let quests = listed(cursor, "the number of quests", quest)?;
    Ok(Turn { kind, tiles, players, items, quests })
}

fn read(text: &str) -> Import {
    let body = without_mark(text);
    let read = all(text, body, turn).and_then(|turn| record(text, body, &turn));
    let mut import = Import::from(read.map_err(Into::into));
    if let Some(record) = import.records.first().filter(|record| record.own_value(TURN).is_some()) {
        let message = "this is a turn to walk, but the puzzle begins with a push";
        import.warnings.push(Note::new(record.head, message));
    }
    import
}

/// Returns the square of a column and a row, both from the top left.
const fn square(column: u8, row: u8) -> Square {
    Square::new(column, SIDE - 1 - row)
}

fn record(text: &str, body: &str, turn: &Turn<'_>) -> Result<PuzzleRecord, Note> {
    let span = Span::of(text, body.trim());
    let [me, other] = &turn.players;
    let mut items: Vec<Item> = Vec::new();
    for &(item, place) in turn.items.iter().filter(|(item, _)| item.owner == 0) {
        let name = item.name;
        if items.iter().any(|other| *other.name == *name) {
            return Err(Note::new(place, format!("duplicate item {name}")));
        }
        if items.len() == MAX_ITEMS {
            return Err(Note::new(place, format!("more than {MAX_ITEMS} items")));
        }
        items.push(Item { name: name.into(), place: item.place });
    }
    let mut quests: Vec<String> = Vec::new();
    for &((name, _), place) in turn.quests.iter().filter(|((_, owner), _)| *owner == 0) {
        let what = match items.iter().any(|item| *item.name == *name) {
            false => "not one of your items",
            true if quests.iter().any(|other| other == name) => "a duplicate quest",
            true => {
                quests.push(name.to_owned());
                continue;
            }
        };
        return Err(Note::new(place, format!("{name} is {what}")));
    }
    if quests.is_empty() {
        return Err(Note::new(span, "expected at least one quest of yours"));
    }
    let mut tiles = Tiles::default();
    let mut squares = Vec::new();
    let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| square(column, row)));
    for (square, &(tile, place)) in cells.zip(&turn.tiles) {
        tiles.set(square, tile);
        squares.push((square, place));
    }
    // A closed tile never occurs in the game: it means that the hand is unknown.
    let is_held = |item: &Item| item.place == ItemPlace::OpponentHand;
    let has_hand = other.tile != Tile::CLOSED || items.iter().any(is_held);
    let setup = Setup {
        board: Board::new(usize::from(SIDE), usize::from(SIDE))
            .map_err(|_| Note::new(span, "no board has this size"))?,
        tiles,
        player: Some(me.square.0),
        hand: Some(me.tile),
        items,
        quests: Some(quests),
        opponent: Vec::new(),
        opponent_hand: has_hand.then_some(other.tile),
    };
    let position = setup.position().map_err(|_| Note::new(span, "invalid position"))?;
    let mut record = PuzzleRecord::new(span, position.into());
    let head = body.trim_start().lines().next().unwrap_or_default();
    record.head = Span::of(text, head.trim_end());
    record.squares = squares;
    keep(&mut record, turn);
    Ok(record)
}

/// Adds custom keys for everything that a puzzle file has no key for, unless it is the default.
fn keep(record: &mut PuzzleRecord, turn: &Turn<'_>) {
    let head = record.head;
    if turn.kind == 1 {
        record.set_own_key(TURN, "1", head);
    }
    let others = || turn.items.iter().filter(|(item, _)| item.owner == 1);
    if let Some((_, place)) = others().next() {
        let items: Vec<String> =
            others().map(|(item, _)| format!("{} {}", item.name, item.place)).collect();
        record.set_own_key(OTHER_ITEMS, items.join(", "), *place);
    }
    if !turn.items.is_sorted_by_key(|(item, _)| item.owner) {
        let owners = turn.items.iter().map(|(item, _)| item.owner);
        record.set_own_key(OWNERS, join_words(owners), head);
    }
    let quests: Vec<String> =
        turn.quests.iter().map(|((name, owner), _)| format!("{name} {owner}")).collect();
    if let games::Position::Rush(position) = &record.position
        && quests != own_quests(position)
    {
        record.set_own_key(QUESTS, quests.join(", "), head);
    }
    let [me, other] = &turn.players;
    let cards = [me.cards, other.cards];
    if cards != default_cards(&quests) {
        record.set_own_key(CARDS, join_words(cards), head);
    }
    let (square, place) = other.square;
    if square != OTHER_CORNER {
        record.set_own_key(OTHER_PLAYER, square.to_string(), place);
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
        return Err(Refusal::size("a board of 7×7", board));
    }
    if !position.opponent().is_empty() {
        return Err(Refusal::new("the format cannot express the pushes of the opponent"));
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
    let other = own(OTHER_PLAYER)
        .and_then(|square| place_words(square.parse().ok()?))
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
    let mine = setup
        .items
        .iter()
        .filter_map(|item| item_line(&format!("{} {}", item.name, item.place), "0"));
    let other = record
        .own_value(OTHER_ITEMS)
        .unwrap_or_default()
        .split(',')
        .filter_map(|words| item_line(words, "1"));
    let (mut mine, mut other) = (mine.peekable(), other.peekable());
    let mut lines = Vec::new();
    let owners = record.own_value(OWNERS).unwrap_or_default();
    for owner in owners.split_whitespace() {
        lines.extend(match owner {
            "0" => mine.next(),
            _ => other.next(),
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
