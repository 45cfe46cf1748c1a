//! What each part of the text is, for colours.

use super::occurrences::single;
use super::view::words;
use crate::games::Game;
use crate::syntax::{Field, Key, MoveKind, Section, Value};
use crate::text::Span;

/// A part of a line and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The part.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
}

/// What a part of the text is.
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
    /// All kinds, each at the place of its number.
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

/// The tokens of a section, in the order of the text, none over another.
pub fn tokens(text: &str, section: &Section, game: Option<Game>) -> Vec<Token> {
    let mut found = Vec::new();
    if let Some(header) = &section.header {
        found.push((header.keyword, TokenKind::Keyword));
        found.extend(header.game.iter().map(|game| (game.span, TokenKind::Game)));
        found.extend(header.name.iter().map(|name| (name.span, TokenKind::Name)));
    }
    for &comment in &section.comments {
        found.push((comment, TokenKind::Comment));
    }
    for field in &section.fields {
        found.push((field.key_span, TokenKind::Key));
        of_value(field, game, &mut found);
    }
    let mut tokens: Vec<Token> = found
        .into_iter()
        .filter(|(span, _)| !span.is_empty() && !span.slice(text).contains(['\n', '\r']))
        .map(|(span, kind)| Token { span, kind })
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

fn of_value(field: &Field, game: Option<Game>, found: &mut Vec<(Span, TokenKind)>) {
    match &field.value {
        Value::Text => {}
        Value::Claim(_) => found.push((field.value_span, TokenKind::Number)),
        Value::Words(_) | Value::Groups(_) => {
            for word in words(field) {
                let glyph = single(&word.text);
                let kind = match field.key {
                    Some(Key::Rules) => TokenKind::Rule,
                    Some(Key::Target) => TokenKind::Target,
                    _ if glyph.is_some_and(|c| game.is_some_and(|game| game.is_piece(c))) => {
                        TokenKind::Piece
                    }
                    _ => continue,
                };
                found.push((word.span, kind));
            }
        }
        Value::Moves(moves) => {
            for token in moves.iter().filter(|token| token.kind != MoveKind::Bad) {
                found.push((token.span, TokenKind::Move));
            }
        }
        Value::Board(board) => {
            for row in &board.rows {
                for cell in &row.cells {
                    let kind = match (cell.glyph, game) {
                        ('#', _) => TokenKind::Block,
                        (glyph, Some(game)) if game.is_piece(glyph) => TokenKind::Piece,
                        (glyph, Some(game)) if game.is_target(glyph) => TokenKind::Target,
                        _ => continue,
                    };
                    found.push((cell.span, kind));
                }
                let walls = row.right_walls.iter().chain(&row.lower_walls);
                found.extend(walls.map(|wall| (wall.span, TokenKind::Wall)));
            }
        }
    }
}
