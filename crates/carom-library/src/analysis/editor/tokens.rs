//! Semantic tokens.

use crate::analysis::editor::occurrences::single;
use crate::analysis::model::view::{places, words};
use crate::board::Square;
use crate::games::Game;
use crate::picture::Colour;
use crate::syntax::{BoardText, Field, FieldValue, Key, MoveKind, ParsedSection};
use crate::text::Span;

/// A part of a line and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The part.
    pub span: Span,
    /// Its kind.
    pub kind: TokenKind,
    /// The colour of the piece that it refers to.
    pub colour: Option<Colour>,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TokenKind {
    Keyword,
    Game,
    Name,
    Comment,
    Key,
    Piece,
    Target,
    Block,
    Wall,
    Rule,
    Move,
    Number,
}

impl TokenKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Keyword,
        Self::Game,
        Self::Name,
        Self::Comment,
        Self::Key,
        Self::Piece,
        Self::Target,
        Self::Block,
        Self::Wall,
        Self::Rule,
        Self::Move,
        Self::Number,
    ];
}

/// Returns the colour of a token with this text: that of the piece in pictures.
fn colour(text: &str, kind: TokenKind, game: Option<Game>) -> Option<Colour> {
    let game = game?;
    let mut glyphs = text.chars();
    let glyph = glyphs.next()?;
    let is_of_piece = match kind {
        TokenKind::Piece | TokenKind::Target => glyphs.next().is_none(),
        // A lowercase letter is the column of a square or of a push.
        TokenKind::Move => game.is_piece(glyph),
        _ => false,
    };
    is_of_piece.then(|| Colour::of_piece(glyph)).flatten()
}

/// Returns the tokens of a section in the order of the text, without overlap.
pub fn tokens(text: &str, section: &ParsedSection, game: Option<Game>) -> Vec<Token> {
    let mut found = Vec::new();
    if let Some(header) = &section.header {
        found.push((header.keyword, TokenKind::Keyword));
        found.extend(header.game.iter().map(|game| (game.span, TokenKind::Game)));
        found.extend(header.name.iter().map(|name| (name.span, TokenKind::Name)));
    }
    for &comment in &section.comments {
        found.push((comment, TokenKind::Comment));
    }
    let marks = marks(section);
    for field in &section.fields {
        found.push((field.key_span, TokenKind::Key));
        of_value(field, game, &mut found);
        if let FieldValue::Board(board) = &field.value {
            of_board(board, game, &marks, &mut found);
        }
    }
    let mut tokens: Vec<Token> = found
        .into_iter()
        .filter(|(span, _)| !span.is_empty() && !span.slice(text).contains(['\n', '\r']))
        .map(|(span, kind)| Token { span, kind, colour: colour(span.slice(text), kind, game) })
        .collect();
    tokens.sort_by_key(|token| token.span);
    let mut end = 0;
    tokens.retain(|token| {
        let is_free = token.span.start >= end;
        if is_free {
            end = token.span.end;
        }
        is_free
    });
    tokens
}

/// Returns the squares that keys refer to: the player starts there, or items are there.
fn marks(section: &ParsedSection) -> Vec<(Square, TokenKind)> {
    let of = |key, kind| {
        let field = section.field(key).into_iter();
        let words = field.flat_map(places);
        words.filter_map(move |word| Some((word.text.parse().ok()?, kind)))
    };
    let player = of(Key::Player, TokenKind::Piece);
    player.chain(of(Key::Items, TokenKind::Target)).collect()
}

fn of_board(
    board: &BoardText,
    game: Option<Game>,
    marks: &[(Square, TokenKind)],
    found: &mut Vec<(Span, TokenKind)>,
) {
    for (row, rank) in board.rows.iter().zip((0..board.rows.len()).rev()) {
        for (file, cell) in row.cells.iter().enumerate() {
            let is_here = |(square, _): &&(Square, TokenKind)| {
                usize::from(square.column()) == file && usize::from(square.row()) == rank
            };
            let kind = match (cell.glyph, game) {
                ('#', _) => TokenKind::Block,
                (glyph, Some(game)) if game.is_piece(glyph) || game.is_nameless(glyph) => {
                    TokenKind::Piece
                }
                (glyph, Some(game)) if game.is_target(glyph) => TokenKind::Target,
                (glyph, Some(game)) if game.tile(glyph).is_some() => {
                    match marks.iter().find(is_here) {
                        Some((_, kind)) => *kind,
                        None => continue,
                    }
                }
                _ => continue,
            };
            found.push((cell.span, kind));
        }
        let walls = row.right_walls.iter().chain(&row.lower_walls);
        found.extend(walls.map(|wall| (wall.span, TokenKind::Wall)));
    }
}

fn of_value(field: &Field, game: Option<Game>, found: &mut Vec<(Span, TokenKind)>) {
    match &field.value {
        FieldValue::Text | FieldValue::Board(_) => {}
        FieldValue::Claim(_) => found.push((field.value_span, TokenKind::Number)),
        FieldValue::Words(_) | FieldValue::Groups(_) => {
            let is_piece = |c| game.is_some_and(|game| game.is_piece(c) || game.is_nameless(c));
            let places = places(field);
            for word in words(field) {
                let glyph = single(&word.text);
                let kind = match field.key {
                    Some(Key::Rules) => TokenKind::Rule,
                    Some(Key::Target | Key::Quests) => TokenKind::Target,
                    Some(Key::Player) => TokenKind::Piece,
                    Some(Key::Items) if !places.iter().any(|place| place.span == word.span) => {
                        TokenKind::Piece
                    }
                    _ if glyph.is_some_and(is_piece) => TokenKind::Piece,
                    _ => continue,
                };
                found.push((word.span, kind));
            }
        }
        FieldValue::Moves(moves) => {
            for token in moves.iter().filter(|token| token.kind != MoveKind::Bad) {
                found.push((token.span, TokenKind::Move));
            }
        }
    }
}
