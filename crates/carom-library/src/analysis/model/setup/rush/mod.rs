//! Reading an X-mas Rush puzzle.

use super::source::{items, plain};
use super::words::{parted, span_of, with_meant};
use super::write::{Unwritable, WriteSetup};
use super::{BoardObject, Entry, LocatedPosition, Mark, Notation, Source, entry};
use crate::analysis::model::moves::{Wrong, step_span};
use crate::analysis::{Diagnostic, Lint};
use crate::board::Square;
use crate::games::rush::{Fault, Illegal, MAX_ITEMS, MAX_STEPS, Setup, Tiles, Turn, Walk};
use crate::games::{Game, GameRules, Item, ItemPlace, Move, Position, Push, Tile};
use crate::picture;
use crate::syntax::{BoardStyle, Draft, FieldValue, Key, MoveKind, MoveText, Word};
use crate::text::{Edit, Span};

/// The notation of X-mas Rush.
pub(super) const NOTATION: Notation = Notation {
    keys: &[
        Key::Moves,
        Key::Player,
        Key::Hand,
        Key::Items,
        Key::Quests,
        Key::Opponent,
        Key::OpponentHand,
    ],
    glyph_help: "a tile is a box-drawing glyph such as ╔ ═ ╬, or its hexadecimal digit: \
         up 8, right 4, down 2, left 1",
    example: (
        "puzzle rush\n  player: a1\n  hand: ═\n  items: KEY b1\n  board:\n    ═══\n    ═══\n    ╔╗═\n",
        &["2>"],
    ),
    usual_sizes: &[7, 5, 9],
    start_keys: &[(Key::Hand, "╬"), (Key::Items, "KEY b1")],
    start,
    read,
    read_move,
    keyed,
    words,
    shown: |_, _| None,
};

fn start(columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
    let is_side = |side: usize| (2..=16).contains(&side);
    (is_side(columns) && is_side(rows)).then(|| plain(columns, rows, Tile::CROSS.glyph()))
}

fn read_move(token: &MoveText) -> Result<Move, Wrong> {
    let wrong_form = || Wrong::form(Game::Rush, token);
    let MoveKind::Move { subject, arrow, walk } = &token.kind else {
        return Err(wrong_form());
    };
    let push = push(subject, arrow.arrow.symbol()).ok_or_else(wrong_form)?;
    let walk = walk.as_deref().unwrap_or_default();
    let steps = walk.iter().map(|step| step.arrow);
    let walk = Walk::new(steps).map_err(|_| Wrong {
        span: step_span(walk, usize::from(MAX_STEPS)).unwrap_or(token.span),
        reason: Illegal::TooManySteps.to_string(),
    })?;
    Ok(Move::Turn(Turn { push, walk }))
}

fn keyed(object: &BoardObject, square: Square) -> Option<(Key, String)> {
    match object {
        BoardObject::Item(name) => Some((Key::Items, format!("{name} {square}"))),
        BoardObject::Player => Some((Key::Player, square.to_string())),
        _ => None,
    }
}

fn words(key: Key) -> Vec<Entry> {
    match key {
        Key::Items => vec![
            entry("hand", "on the tile in the hand"),
            entry("opponent", "on the tile in the opponent's hand"),
        ],
        _ => Vec::new(),
    }
}

/// The parts of a setup from the keys, with their spans.
#[derive(Default)]
struct Parts {
    items: Vec<(Item, Span)>,
    quests: Vec<(String, Span)>,
    pushes: Vec<(Push, Span)>,
}

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    source.rule_words();
    let before = source.diagnostics.len();
    let mut tiles = Tiles::default();
    let mut digits = Vec::new();
    let drawn = source.drawn_board(|glyph, square, span| {
        let Some(tile) = Tile::from_glyph(glyph) else {
            return false;
        };
        tiles.set(square, tile);
        if glyph.is_ascii_hexdigit() {
            digits.push(Edit::replace(span, tile.glyph()));
        }
        true
    });
    report_digits(source, digits);
    let player = player(source);
    let mut parts = Parts::default();
    read_items(source, &mut parts);
    let words = source.groups(Key::Quests).concat().into_iter();
    parts.quests = words.map(|word| (word.text, word.span)).collect();
    opponent(source, &mut parts);
    let hand = hand(source, Key::Hand);
    let opponent_hand = self::hand(source, Key::OpponentHand);
    let is_read = source
        .diagnostics
        .iter()
        .skip(before)
        .all(|diagnostic| diagnostic.lint == Lint::GlyphAlias);
    let (board, cells) = drawn?;
    let has_quests = source.section.field(Key::Quests).is_some();
    let setup = Setup {
        board,
        tiles,
        player: player.map(|(square, _)| square),
        hand,
        items: items(&parts.items),
        quests: has_quests.then(|| items(&parts.quests)),
        opponent: items(&parts.pushes),
        opponent_hand,
    };
    match setup.position() {
        Ok(position) => {
            let (tile, square) = (position.tiles().get(position.player()), position.player());
            if tile.openings().is_empty() && !position.is_solved() {
                let cell = cells.iter().find(|(at, _)| *at == square);
                let span = cell.map_or(source.header, |(_, span)| *span);
                source.fault(
                    Lint::ClosedTile,
                    span,
                    "the player starts on a tile without openings",
                );
            }
            let mut marks = vec![Mark {
                object: BoardObject::Player,
                place: ItemPlace::Board(square),
                span: player.map(|(_, span)| span),
            }];
            marks.extend(
                parts
                    .items
                    .into_iter()
                    .map(|(item, span)| Mark::new(BoardObject::Item(item.name), item.place, span)),
            );
            Some(LocatedPosition {
                position: Position::Rush(position),
                pieces: Vec::new(),
                marks,
                cells,
            })
        }
        Err(faults) => {
            // A value that cannot be read is reported as such, not as missing.
            for fault in faults {
                if is_read || !says_missing(&fault) {
                    source.report(report(fault, &parts, player.map(|(_, span)| span), source));
                }
            }
            None
        }
    }
}

/// Whether the fault is a missing part.
const fn says_missing(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::NoHand
            | Fault::NoOpponentHand
            | Fault::NoQuest
            | Fault::ItemWithoutOpponent(_)
            | Fault::QuestWithoutItem(_)
    )
}

fn report_digits(source: &mut Source<'_>, digits: Vec<Edit>) {
    let spans = digits.iter().map(|edit| edit.span);
    if let Some(span) = spans.reduce(Span::cover) {
        source.report(
            Diagnostic::new(Lint::GlyphAlias, span, "expected tiles, found hexadecimal digits")
                .with_safe_fix("draw the tiles", digits),
        );
    }
}

fn player(source: &mut Source<'_>) -> Option<(Square, Span)> {
    let words = source.groups(Key::Player).concat();
    let first = words.first()?;
    if words.len() > 1 {
        source.fault(Lint::BadValue, span_of(&words), "expected one square");
    }
    Some((source.square(first)?, first.span))
}

/// Returns the tile that a key gives by its glyph.
fn hand(source: &mut Source<'_>, key: Key) -> Option<Tile> {
    let words = source.groups(key).concat();
    let first = words.first()?;
    let mut glyphs = first.text.chars();
    let glyph = glyphs.next().filter(|_| glyphs.next().is_none() && words.len() == 1);
    let tile = glyph.and_then(Tile::from_glyph);
    if tile.is_none() {
        let span = span_of(&words);
        let message = format!("expected a tile, found `{}`", span.slice(source.text));
        source.report(
            Diagnostic::new(Lint::BadValue, span, message).with_help(source.notation.glyph_help),
        );
    }
    tile
}

/// Reads `items: KEY c4, BOOK hand, CANE opponent`.
fn read_items(source: &mut Source<'_>, parts: &mut Parts) {
    for group in source.groups(Key::Items) {
        let [name, place] = group.as_slice() else {
            let span = span_of(&group);
            let diagnostic = Diagnostic::new(Lint::BadItem, span, "expected an item and its place")
                .with_help("write a name and a square, `hand` or `opponent`: `KEY c4, BOOK hand`");
            let meant = parted(span.slice(source.text), str::to_owned);
            source.report(with_meant(diagnostic, meant));
            continue;
        };
        let at = match place.text.as_str() {
            "hand" => Some(ItemPlace::Hand),
            "opponent" => Some(ItemPlace::OpponentHand),
            _ => source.square(place).map(ItemPlace::Board),
        };
        if let Some(at) = at {
            let name = name.text.as_str().into();
            parts.items.push((Item { name, place: at }, span_of(&group)));
        }
    }
}

/// Reads `opponent: 4> b^`.
fn opponent(source: &mut Source<'_>, parts: &mut Parts) {
    let Some(FieldValue::Moves(moves)) =
        source.section.field(Key::Opponent).map(|field| &field.value)
    else {
        return;
    };
    for token in moves {
        let push = match &token.kind {
            MoveKind::Move { subject, arrow, walk: None } => push(subject, arrow.arrow.symbol()),
            // A malformed token was reported by the parser.
            MoveKind::Bad => continue,
            _ => None,
        };
        match push {
            Some(push) => parts.pushes.push((push, token.span)),
            None => source.report(
                Diagnostic::new(
                    Lint::BadValue,
                    token.span,
                    format!("expected a push, found `{}`", token.span.slice(source.text)),
                )
                .with_help("the opponent pushes rows and columns and does not walk: `4> b^`"),
            ),
        }
    }
}

/// Returns the push of a line, written with the standard characters.
fn push(line: &Word, symbol: char) -> Option<Push> {
    format!("{}{symbol}", line.text).parse().ok()
}

/// Maps a fault of a setup to the text.
fn report(fault: Fault, parts: &Parts, player: Option<Span>, source: &Source<'_>) -> Diagnostic {
    let header = source.header;
    let item = |number: usize| parts.items.get(number).map_or(header, |(_, span)| *span);
    let item_name = |number: usize| parts.items.get(number).map_or("", |(item, _)| &item.name);
    let quest = |number: usize| parts.quests.get(number).map_or(header, |(_, span)| *span);
    let quest_name = |number: usize| parts.quests.get(number).map_or("", |(quest, _)| quest);
    let push = |number: usize| parts.pushes.get(number).map_or(header, |(_, span)| *span);
    let bad_item = |span, message: String| Diagnostic::new(Lint::BadItem, span, message);
    match fault {
        Fault::NoHand => Diagnostic::new(Lint::MissingHand, header, "there is no tile in the hand")
            .with_help("say which with a line such as `hand: ╬`"),
        Fault::NoOpponentHand => {
            let message = "the opponent pushes, but has no tile in its hand";
            Diagnostic::new(Lint::MissingHand, push(0), message)
                .with_help("say which with a line such as `opponent-hand: ╬`")
        }
        Fault::NoQuest => {
            let message = "there is nothing to collect";
            Diagnostic::new(Lint::MissingRequiredKey, header, message)
                .with_help("name what lies where with a line such as `items: KEY c4, BOOK hand`")
        }
        Fault::PlayerOffBoard => {
            let message = "the player is outside the board";
            Diagnostic::new(Lint::BadSquare, player.unwrap_or(header), message)
        }
        Fault::TooManyItems(number) => {
            let name = item_name(number);
            let message = format!("{name} is one item too many, at most {MAX_ITEMS} are allowed");
            bad_item(item(number), message)
        }
        Fault::SameName { first, second } => {
            bad_item(item(second), format!("duplicate item {}", item_name(second)))
                .with_related(item(first), "first named here")
        }
        Fault::ItemOffBoard(number) => {
            bad_item(item(number), format!("{} is outside the board", item_name(number)))
        }
        Fault::ItemWithoutOpponent(number) => {
            let name = item_name(number);
            let message = format!("{name} lies in the hand of an opponent who has none");
            bad_item(item(number), message)
        }
        Fault::QuestWithoutItem(number) => {
            bad_item(quest(number), format!("there is no item {}", quest_name(number)))
        }
        Fault::SameQuest { first, second } => {
            bad_item(quest(second), format!("duplicate quest {}", quest_name(second)))
                .with_related(quest(first), "first named here")
        }
        Fault::PushOffBoard(number) => {
            Diagnostic::new(Lint::BadValue, push(number), "the board has no such line")
        }
    }
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Rush
    }

    fn rules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        if let Some(player) = self.player {
            draft.set(Key::Player, player.to_string());
        }
        if let Some(hand) = self.hand {
            draft.set(Key::Hand, hand.to_string());
        }
        let items = self.items.iter().map(item_words).collect::<Result<Vec<_>, _>>()?;
        if !items.is_empty() {
            draft.set_groups(Key::Items, items);
        }
        if let Some(quests) = &self.quests {
            draft.set_groups(
                Key::Quests,
                quests.iter().map(|quest| Ok(vec![name(quest)?])).collect::<Result<Vec<_>, _>>()?,
            );
        }
        if !self.opponent.is_empty() {
            let pushes: Vec<String> = self.opponent.iter().map(ToString::to_string).collect();
            draft.set(Key::Opponent, pushes.join(" "));
        }
        if let Some(hand) = self.opponent_hand {
            draft.set(Key::OpponentHand, hand.to_string());
        }
        // In the compact style, the paths of neighbouring tiles join.
        let tiles = picture::drawing(&self.board, BoardStyle::Compact, |square| {
            self.tiles.get(square).glyph()
        });
        draft.set_board(tiles);
        Ok(())
    }
}

fn item_words(item: &Item) -> Result<Vec<String>, Unwritable> {
    Ok(vec![name(&item.name)?, item.place.to_string()])
}

/// Returns a name if it can be written: it is one word without separators.
fn name(name: &str) -> Result<String, Unwritable> {
    if name.is_empty() || name.contains([' ', '\t', ',', '\n', '\r']) {
        Err(Unwritable::Name(name.to_owned()))
    } else {
        Ok(name.to_owned())
    }
}
