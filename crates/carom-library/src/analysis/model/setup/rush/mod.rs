//! Reading an X-mas Rush puzzle.

mod write;

use std::sync::Arc;

use super::start::plain;
use super::words::{parted, span_of, with_meant};
use super::{BoardObject, Entry, LocatedPosition, Mark, Notation, Source, entry};
use crate::analysis::model::moves::{Wrong, direction, step_span};
use crate::analysis::{Diagnostic, Lint};
use crate::board::Square;
use crate::games::rush::{Fault, Illegal, MAX_ITEMS, MAX_STEPS, Setup, Tiles, Turn, Walk};
use crate::games::{Game, GameRules, Item, ItemPlace, Move, Position, Push, Tile};
use crate::syntax::{FieldValue, Key, MoveKind, MoveText, Word};
use crate::text::{Edit, Span};

/// The notation of X-mas Rush.
pub(super) struct Rush;

impl Notation for Rush {
    fn keys(&self) -> &'static [Key] {
        &[
            Key::Moves,
            Key::Player,
            Key::Hand,
            Key::Items,
            Key::Quests,
            Key::Opponent,
            Key::OpponentHand,
        ]
    }

    fn glyph_help(&self) -> &'static str {
        "a tile is a box-drawing glyph such as ╔ ═ ╬, or its hexadecimal digit: \
         up 8, right 4, down 2, left 1"
    }

    fn usual_sizes(&self) -> &'static [usize] {
        &[7, 5, 9]
    }

    fn start(&self, columns: usize, rows: usize) -> Option<Vec<Vec<char>>> {
        let is_side = |side: usize| (2..=16).contains(&side);
        (is_side(columns) && is_side(rows)).then(|| plain(columns, rows, Tile::CROSS.glyph()))
    }

    fn start_keys(&self) -> &'static [(Key, &'static str)] {
        &[(Key::Hand, "╬"), (Key::Items, "KEY b1")]
    }

    fn read(&self, source: &mut Source<'_>) -> Option<LocatedPosition> {
        read(source)
    }

    fn read_move(&self, token: &MoveText) -> Result<Move, Wrong> {
        let wrong_form = || Wrong::form(Game::Rush, token);
        let MoveKind::Move {
            subject,
            arrow,
            walk,
        } = &token.kind
        else {
            return Err(wrong_form());
        };
        let push = push(subject, arrow.arrow.symbol()).ok_or_else(wrong_form)?;
        let walk = walk.as_deref().unwrap_or_default();
        let steps = walk.iter().map(|step| direction(step.arrow));
        let walk = Walk::new(steps).map_err(|_| Wrong {
            span: step_span(walk, usize::from(MAX_STEPS)).unwrap_or(token.span),
            reason: Illegal::TooManySteps.to_string(),
        })?;
        Ok(Move::Turn(Turn { push, walk }))
    }

    fn keyed(&self, object: &BoardObject, square: Square) -> Option<(Key, String)> {
        match object {
            BoardObject::Item(name) => Some((Key::Items, format!("{name} {square}"))),
            BoardObject::Player => Some((Key::Player, square.to_string())),
            _ => None,
        }
    }

    fn words(&self, key: Key) -> Vec<Entry> {
        match key {
            Key::Items => vec![
                entry("hand", "on the tile in the hand"),
                entry("opponent", "on the tile in the opponent's hand"),
            ],
            _ => Vec::new(),
        }
    }
}

/// The parts of a setup from the keys, with their spans.
#[derive(Default)]
struct Parts {
    items: Vec<Item>,
    item_spans: Vec<Span>,
    quests: Vec<String>,
    quest_spans: Vec<Span>,
    pushes: Vec<Push>,
    push_spans: Vec<Span>,
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
    items(source, &mut parts);
    quests(source, &mut parts);
    opponent(source, &mut parts);
    let hand = hand(source, Key::Hand);
    let opponent_hand = hand_of_opponent(source);
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
        items: parts.items,
        quests: has_quests.then_some(parts.quests),
        opponent: parts.pushes,
        opponent_hand,
    };
    let reporter = Reporter {
        source,
        setup: &setup,
        player: player.map(|(_, span)| span),
        items: &parts.item_spans,
        quests: &parts.quest_spans,
        pushes: &parts.push_spans,
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
            let items = setup.items.iter().zip(&parts.item_spans);
            marks.extend(items.map(|(item, &span)| {
                Mark::new(BoardObject::Item(Arc::clone(&item.name)), item.place, span)
            }));
            Some(LocatedPosition {
                position: Position::Rush(position),
                pieces: Vec::new(),
                marks,
                cells,
            })
        }
        Err(faults) => {
            // A value that cannot be read is reported as such, not as missing.
            let diagnostics: Vec<_> = faults
                .into_iter()
                .filter(|fault| is_read || !says_missing(fault))
                .map(|fault| reporter.diagnostic(fault))
                .collect();
            source.diagnostics.extend(diagnostics);
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
            Diagnostic::new(
                Lint::GlyphAlias,
                span,
                "expected tiles, found hexadecimal digits",
            )
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
    let glyph = glyphs
        .next()
        .filter(|_| glyphs.next().is_none() && words.len() == 1);
    let tile = glyph.and_then(Tile::from_glyph);
    if tile.is_none() {
        let span = span_of(&words);
        let message = format!("expected a tile, found `{}`", span.slice(source.text));
        source.report(
            Diagnostic::new(Lint::BadValue, span, message).with_help(source.notation.glyph_help()),
        );
    }
    tile
}

fn hand_of_opponent(source: &mut Source<'_>) -> Option<Tile> {
    hand(source, Key::OpponentHand)
}

/// Reads `items: KEY c4, BOOK hand, CANE opponent`.
fn items(source: &mut Source<'_>, parts: &mut Parts) {
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
            parts.items.push(Item {
                name: name.text.as_str().into(),
                place: at,
            });
            parts.item_spans.push(span_of(&group));
        }
    }
}

/// Reads `quests: KEY, CANE`.
fn quests(source: &mut Source<'_>, parts: &mut Parts) {
    for word in source.groups(Key::Quests).concat() {
        parts.quest_spans.push(word.span);
        parts.quests.push(word.text);
    }
}

/// Reads `opponent: 4> b^`.
fn opponent(source: &mut Source<'_>, parts: &mut Parts) {
    let Some(FieldValue::Moves(moves)) = source
        .section
        .field(Key::Opponent)
        .map(|field| &field.value)
    else {
        return;
    };
    for token in moves {
        let push = match &token.kind {
            MoveKind::Move {
                subject,
                arrow,
                walk: None,
            } => push(subject, arrow.arrow.symbol()),
            // A malformed token was reported by the parser.
            MoveKind::Bad => continue,
            _ => None,
        };
        match push {
            Some(push) => {
                parts.pushes.push(push);
                parts.push_spans.push(token.span);
            }
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

/// Maps faults of a setup to the text.
struct Reporter<'a> {
    source: &'a Source<'a>,
    setup: &'a Setup,
    player: Option<Span>,
    items: &'a [Span],
    quests: &'a [Span],
    pushes: &'a [Span],
}

impl Reporter<'_> {
    fn diagnostic(&self, fault: Fault) -> Diagnostic {
        let header = self.source.header;
        let at = |spans: &[Span], number: usize| spans.get(number).copied().unwrap_or(header);
        let item = |number| at(self.items, number);
        let quest = |number| at(self.quests, number);
        let item_name = |number: usize| {
            let item = self.setup.items.get(number);
            item.map_or("", |item| &item.name)
        };
        match fault {
            Fault::NoHand => {
                Diagnostic::new(Lint::MissingHand, header, "there is no tile in the hand")
                    .with_help("say which with a line such as `hand: ╬`")
            }
            Fault::NoOpponentHand => Diagnostic::new(
                Lint::MissingHand,
                at(self.pushes, 0),
                "the opponent pushes, but has no tile in its hand",
            )
            .with_help("say which with a line such as `opponent-hand: ╬`"),
            Fault::NoQuest => Diagnostic::new(
                Lint::MissingRequiredKey,
                header,
                "there is nothing to collect",
            )
            .with_help("name what lies where with a line such as `items: KEY c4, BOOK hand`"),
            Fault::PlayerOffBoard => Diagnostic::new(
                Lint::BadSquare,
                self.player.unwrap_or(header),
                "the player is outside the board",
            ),
            Fault::TooManyItems(number) => Diagnostic::new(
                Lint::BadItem,
                item(number),
                format!(
                    "{} is one item too many, at most {MAX_ITEMS} are allowed",
                    item_name(number)
                ),
            ),
            Fault::SameName { first, second } => Diagnostic::new(
                Lint::BadItem,
                item(second),
                format!("duplicate item {}", item_name(second)),
            )
            .with_related(item(first), "first named here"),
            Fault::ItemOffBoard(number) => Diagnostic::new(
                Lint::BadItem,
                item(number),
                format!("{} is outside the board", item_name(number)),
            ),
            Fault::ItemWithoutOpponent(number) => Diagnostic::new(
                Lint::BadItem,
                item(number),
                format!(
                    "{} lies in the hand of an opponent who has none",
                    item_name(number)
                ),
            ),
            Fault::QuestWithoutItem(number) => Diagnostic::new(
                Lint::BadItem,
                quest(number),
                format!("there is no item {}", quest(number).slice(self.source.text)),
            ),
            Fault::SameQuest { first, second } => Diagnostic::new(
                Lint::BadItem,
                quest(second),
                format!("duplicate quest {}", quest(second).slice(self.source.text)),
            )
            .with_related(quest(first), "first named here"),
            Fault::PushOffBoard(number) => Diagnostic::new(
                Lint::BadValue,
                at(self.pushes, number),
                "the board has no such line",
            ),
        }
    }
}
