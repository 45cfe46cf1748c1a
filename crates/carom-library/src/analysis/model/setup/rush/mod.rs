//! Reading an X-mas Rush puzzle.

use super::source::plain;
use super::words::{parted, span_of, with_meant};
use super::write::{Unwritable, WriteSetup};
use super::{Entry, KeyNotation, LocatedPosition, Notation, Source, entry};
use crate::analysis::model::moves::{Wrong, step_span};
use crate::analysis::{Diagnostic, Lint};
use crate::board::Square;
use crate::games::rush::{Illegal, MAX_STEPS, Setup, Tiles, Turn, Walk};
use crate::games::{
    BoardObject, BoardSetup, FaultKind, Game, GameRules, Item, ItemPlace, Move, Part, Push, Tile,
};
use crate::picture;
use crate::syntax::{BoardStyle, Draft, FieldValue, Key, MoveKind, MoveText, Word};
use crate::text::{Edit, Span};

/// The notation of X-mas Rush.
pub(super) const NOTATION: Notation = Notation {
    keys: KeyNotation {
        known: &[
            Key::Moves,
            Key::Player,
            Key::Hand,
            Key::Items,
            Key::Quests,
            Key::Opponent,
            Key::OpponentHand,
        ],
        start: &[(Key::Hand, "╬"), (Key::Items, "KEY b1")],
        keyed,
        words,
        ..KeyNotation::MOVES
    },
    glyph_help: "a tile is a box-drawing glyph such as ╔ ═ ╬, or its hexadecimal digit: \
         up 8, right 4, down 2, left 1",
    fault_help: &[
        (FaultKind::NoHand, "say which with a line such as `hand: ╬`"),
        (FaultKind::NoOpponentHand, "say which with a line such as `opponent-hand: ╬`"),
        (FaultKind::NoQuest, "name what lies where with a line such as `items: KEY c4, BOOK hand`"),
    ],
    example: (
        "puzzle rush\n  player: a1\n  hand: ═\n  items: KEY b1\n  board:\n    ═══\n    ═══\n    ╔╗═\n",
        &["2>"],
    ),
    names: "",
    usual_sizes: &[7, 5, 9],
    start,
    read,
    read_move,
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

fn read(source: &mut Source<'_>) -> Option<LocatedPosition> {
    source.rule_words();
    let before = source.diagnostics.len();
    let mut tiles = Tiles::default();
    let mut digits = Vec::new();
    let board = source.drawn_board(|glyph, square, span| {
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
    read_items(source);
    let quests = quests(source);
    let opponent = opponent(source);
    let hand = hand(source, Key::Hand);
    let opponent_hand = self::hand(source, Key::OpponentHand);
    let mut read = source.diagnostics.iter().skip(before);
    let is_read = read.all(|diagnostic| diagnostic.lint == Lint::GlyphAlias);
    let drawn = Setup::new(board?, &|_| false, &source.placements());
    let setup = Setup { tiles, player, hand, quests, opponent, opponent_hand, ..drawn };
    let position = setup.position().map_err(|mut faults| {
        // A value that cannot be read is reported as such, not as missing.
        faults.retain(|fault| is_read || !says_missing(fault.kind));
        faults
    });
    if let Ok(position) = &position {
        let square = position.player();
        if player.is_none() {
            source.objects.push((BoardObject::Player.on(square), None));
        }
        if position.tiles().get(square).openings().is_empty() && !position.is_solved() {
            let cell = source.cells.iter().find(|(at, _)| *at == square);
            let span = cell.map_or(source.header, |(_, span)| *span);
            let message = "the player starts on a tile without openings";
            source.fault(Lint::ClosedTile, span, message);
        }
    }
    source.located(position)
}

/// Whether the fault is a missing part.
const fn says_missing(kind: FaultKind) -> bool {
    use FaultKind::{NoHand, NoItem, NoOpponentHand, NoQuest};
    matches!(kind, NoHand | NoOpponentHand | NoQuest | NoItem)
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

fn player(source: &mut Source<'_>) -> Option<Square> {
    let words = source.groups(Key::Player).concat();
    let first = words.first()?;
    if words.len() > 1 {
        source.fault(Lint::BadValue, span_of(&words), "expected one square");
    }
    let square = source.square(first)?;
    source.add(BoardObject::Player.on(square), first.span);
    Some(square)
}

/// Returns the names of a `quests` line.
fn quests(source: &mut Source<'_>) -> Option<Vec<String>> {
    source.section.field(Key::Quests)?;
    let words = source.groups(Key::Quests).concat();
    let spans = words.iter().enumerate().map(|(number, word)| (Part::Quest(number), word.span));
    source.spans.extend(spans);
    Some(words.into_iter().map(|word| word.text).collect())
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
fn read_items(source: &mut Source<'_>) {
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
            source.add((BoardObject::Item(name.text.as_str().into()), at), span_of(&group));
        }
    }
}

/// Reads `opponent: 4> b^`.
fn opponent(source: &mut Source<'_>) -> Vec<Push> {
    let mut pushes = Vec::new();
    let Some(FieldValue::Moves(moves)) =
        source.section.field(Key::Opponent).map(|field| &field.value)
    else {
        return pushes;
    };
    for token in moves {
        let push = match &token.kind {
            MoveKind::Move { subject, arrow, walk: None } => push(subject, arrow.arrow.symbol()),
            // A malformed token was reported by the parser.
            MoveKind::Bad => continue,
            _ => None,
        };
        match push {
            Some(push) => {
                source.spans.push((Part::Push(pushes.len()), token.span));
                pushes.push(push);
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
    pushes
}

/// Returns the push of a line, written with the standard characters.
fn push(line: &Word, symbol: char) -> Option<Push> {
    format!("{}{symbol}", line.text).parse().ok()
}

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Rush
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
